//! Terms at steps as SMT-LIB commands.
//!
//! Everything is appended to one log, which is at once the buffer of what is still to be sent and
//! the memory from which a process that had to be killed is rebuilt.
//!
//! A term at a step is written when it is first needed. Inside one request a subterm used once is
//! written in place, one used more often (or large) gets a name by `define-fun`. A subterm that was
//! written in place before and turns up in a later request gets a name then, so nothing is written
//! more than twice and the log stays linear in the number of distinct (term, step) pairs.
//!
//! Defining a variable costs no text at all: it becomes another key for the name of its term.
//! Tried and dropped: a declared constant with an asserted equation for each definition. With Yices,
//! on 83 Lustre models (BMC to 12 steps, induction to 8; one run each on a busy machine), it took
//! 29 s of CPU against 26 s, with swings of a factor of three either way. Two models that ran into
//! the time limit are not in these sums, so this is no clear win, only the simpler way kept.

use std::fmt::Write;

use assay_term::{BigInt, FuncId, Pool, Sort, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::dialect::{is_node_beyond_linear, is_word_or_array};
use crate::{OracleError, Step};

/// Subterms whose text is longer get a name even if they are used once; without a limit a deep
/// chain would be copied again at every level.
const LONGEST_IN_PLACE: usize = 160;

pub(super) const BEYOND_LINEAR: &str =
    "yices-smt2 is no good for products of unknowns, divisions by unknowns, words or arrays; z3 is";

/// What stands for a term in commands: something short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    /// A declared variable at its step.
    Var(VarId, Step),
    /// A name given by `define-fun`.
    Term(u32),
    /// A declared Boolean.
    Lit(u32),
    /// A constant, by its place in the encoder's table of texts.
    Const(u32),
}

#[derive(Clone, Copy, Debug)]
enum Written {
    As(Atom),
    InPlace,
}

/// A function call in the log, for reading functions out of a model.
pub(super) struct Call {
    pub function: FuncId,
    pub args: Vec<String>,
    pub result: Atom,
    /// The log's length when it was written.
    pub at: usize,
}

#[derive(Default)]
pub(super) struct Encoder {
    pub log: String,
    /// Where each variable at a step is to be found, and the log's length when it was introduced.
    vars: FxHashMap<(VarId, Step), (Atom, usize)>,
    terms: FxHashMap<(TermId, Step), Written>,
    pub calls: Vec<Call>,
    declared_functions: Vec<bool>,
    constants: Vec<String>,
    constant_of: FxHashMap<TermId, u32>,
    names: u32,
    /// Refuse what a linear solver would die of.
    linear_only: bool,
}

impl Encoder {
    pub fn new(preamble: &str, linear_only: bool) -> Self {
        Encoder {
            log: preamble.to_owned(),
            linear_only,
            ..Encoder::default()
        }
    }

    pub fn write_atom(&self, atom: Atom, out: &mut String) {
        // Writing to a String cannot fail, here and below.
        let _ = match atom {
            Atom::Var(v, Step::RIGID) => write!(out, "v{}", v.0),
            Atom::Var(v, step) => write!(out, "v{}_{}", v.0, step.0),
            Atom::Term(n) => write!(out, "t{n}"),
            Atom::Lit(n) => write!(out, "l{n}"),
            Atom::Const(n) => write!(out, "{}", self.constants[n as usize]),
        };
    }

    pub fn atom_text(&self, atom: Atom) -> String {
        let mut text = String::new();
        self.write_atom(atom, &mut text);
        text
    }

    pub fn free(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        range: Option<(&BigInt, &BigInt)>,
    ) -> Result<(), OracleError> {
        if self.linear_only && is_word_or_array(pool.var_sort(var)) {
            return Err(OracleError(BEYOND_LINEAR.into()));
        }
        let atom = Atom::Var(var, step);
        let name = self.atom_text(atom);
        let sort = pool.var_sort(var).name();
        self.introduce(pool, var, step, atom)?;
        let _ = writeln!(self.log, "(declare-fun {name} () {sort})");
        if let Some((lo, hi)) = range {
            let lo = Value::Int(lo.clone()).text();
            let hi = Value::Int(hi.clone()).text();
            let _ = writeln!(self.log, "(assert (<= {lo} {name} {hi}))");
        }
        // What follows the declaration in the log can be asked for once it is sent.
        self.vars.insert((var, step), (atom, self.log.len()));
        Ok(())
    }

    pub fn define(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
    ) -> Result<(), OracleError> {
        let atom = self.encode(pool, term, at)?;
        self.introduce(pool, var, step, atom)
    }

    fn introduce(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        atom: Atom,
    ) -> Result<(), OracleError> {
        let entry = (atom, self.log.len());
        match self.vars.insert((var, step), entry) {
            None => Ok(()),
            Some(_) => Err(OracleError(format!(
                "{} was introduced twice at step {}",
                pool.var_name(var),
                step.0
            ))),
        }
    }

    /// What a variable at a step is, and how long the log was when that became known.
    pub fn var(&self, pool: &Pool, var: VarId, step: Step) -> Result<(Atom, usize), OracleError> {
        self.vars
            .get(&(var, step))
            .or_else(|| self.vars.get(&(var, Step::RIGID)))
            .copied()
            .ok_or_else(|| {
                OracleError(format!(
                    "{} is not known at step {}",
                    pool.var_name(var),
                    step.0
                ))
            })
    }

    /// The atom of a leaf or of something written before.
    fn known(&mut self, pool: &Pool, id: TermId, step: Step) -> Result<Option<Atom>, OracleError> {
        Ok(match pool.get(id) {
            Term::Const(value) => Some(self.constant(id, value)),
            Term::Var(v) => Some(self.var(pool, *v, step)?.0),
            _ => match self.terms.get(&(id, step)) {
                Some(Written::As(atom)) => Some(*atom),
                _ => None,
            },
        })
    }

    fn constant(&mut self, id: TermId, value: &Value) -> Atom {
        let n = *self.constant_of.entry(id).or_insert_with(|| {
            self.constants.push(value.text());
            self.constants.len() as u32 - 1
        });
        Atom::Const(n)
    }

    pub fn encode(&mut self, pool: &Pool, root: TermId, step: Step) -> Result<Atom, OracleError> {
        if let Some(atom) = self.known(pool, root, step)? {
            return Ok(atom);
        }
        // What is below the root and not yet written, with the number of uses.
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if self.known(pool, id, step)?.is_some() {
                continue;
            }
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                if self.linear_only && is_node_beyond_linear(pool, id) {
                    return Err(OracleError(BEYOND_LINEAR.into()));
                }
                stack.extend_from_slice(pool.get(id).args());
            }
        }
        let mut order: Vec<TermId> = uses.keys().copied().collect();
        order.sort_unstable();
        let mut in_place: FxHashMap<TermId, String> = FxHashMap::default();
        for id in order {
            let mut args = Vec::new();
            for &arg in pool.get(id).args() {
                args.push(match in_place.remove(&arg) {
                    Some(text) => text,
                    None => self.argument(pool, arg, step)?,
                });
            }
            let text = self.application(pool, id, &args);
            let is_call = matches!(pool.get(id), Term::Call(..));
            let named = id == root
                || is_call
                || uses[&id] > 1
                || text.len() > LONGEST_IN_PLACE
                || self.terms.contains_key(&(id, step));
            if named {
                let atom = self.name(&text, pool.sort(id));
                self.terms.insert((id, step), Written::As(atom));
                if let Term::Call(function, _) = pool.get(id) {
                    self.calls.push(Call {
                        function: *function,
                        args,
                        result: atom,
                        at: self.log.len(),
                    });
                }
            } else {
                self.terms.insert((id, step), Written::InPlace);
                in_place.insert(id, text);
            }
        }
        match self.terms.get(&(root, step)) {
            Some(Written::As(atom)) => Ok(*atom),
            _ => unreachable!("the root was given a name"),
        }
    }

    fn argument(&mut self, pool: &Pool, arg: TermId, step: Step) -> Result<String, OracleError> {
        let atom = self
            .known(pool, arg, step)?
            .expect("arguments are written before their users");
        Ok(self.atom_text(atom))
    }

    fn application(&mut self, pool: &Pool, id: TermId, args: &[String]) -> String {
        let mut text = String::new();
        let head = match pool.get(id) {
            Term::App(op, _) => op.name().into_owned(),
            Term::Call(f, _) => {
                self.declare_function(pool, *f);
                format!("f{}", f.0)
            }
            Term::Const(_) | Term::Var(_) => unreachable!("leaves are atoms"),
        };
        if args.is_empty() {
            return head;
        }
        text.push('(');
        text.push_str(&head);
        for arg in args {
            text.push(' ');
            text.push_str(arg);
        }
        text.push(')');
        text
    }

    fn declare_function(&mut self, pool: &Pool, f: FuncId) {
        if self.declared_functions.len() <= f.index() {
            self.declared_functions.resize(f.index() + 1, false);
        }
        if std::mem::replace(&mut self.declared_functions[f.index()], true) {
            return;
        }
        let function = pool.function(f);
        let args: Vec<_> = function.args.iter().map(|s| s.name()).collect();
        let result = function.result.name();
        let _ = writeln!(
            self.log,
            "(declare-fun f{} ({}) {result})",
            f.0,
            args.join(" ")
        );
    }

    fn name(&mut self, text: &str, sort: Sort) -> Atom {
        let n = self.names;
        self.names += 1;
        let _ = writeln!(self.log, "(define-fun t{n} () {} {text})", sort.name());
        Atom::Term(n)
    }

    /// A new Boolean, equal to `same` if given.
    pub fn declare_lit(&mut self, n: u32, same: Option<Atom>) -> Atom {
        let _ = writeln!(self.log, "(declare-fun l{n} () Bool)");
        if let Some(same) = same {
            let text = self.atom_text(same);
            let _ = writeln!(self.log, "(assert (= l{n} {text}))");
        }
        Atom::Lit(n)
    }
}
