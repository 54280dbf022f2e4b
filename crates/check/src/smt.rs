//! The obligations as one SMT-LIB script: a printer of our own, with names of our own (`b3_1` is
//! variable 3 at step 1 of the base part), one definition per term so that nothing nests.
//!
//! Obligations are separated by push and pop, so that one solver process answers all of them; the
//! script's answers come in the order of [`Script::obligations`].

use std::fmt::Write;
use std::rc::Rc;

use assay_system::VarKind;
use assay_term::{BigInt, Bits, Op, Sort, Term, TermId, Value, VarId};
use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::obligations::{Obligation, Problem, range_of};
use crate::unroll::{Encoder, Part, pending, unroll};

pub(crate) struct Script {
    pub text: String,
    /// One for each `check-sat`.
    pub obligations: Vec<Obligation>,
}

/// `preamble` holds what differs between solvers: options and the logic. Each problem stands in a frame
/// of its own.
pub(crate) fn script(problems: &[Problem<'_>], preamble: &str) -> Result<Script, String> {
    let mut script = Script {
        text: String::from(preamble),
        obligations: Vec::new(),
    };
    for problem in problems {
        let mut printer = Printer {
            problem,
            text: script.text,
            obligations: script.obligations,
            prefix: 'b',
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
        };
        printer.line(format_args!("(push 1)"));
        for (i, function) in problem.pool.functions().iter().enumerate() {
            let args: Vec<String> = function.args.iter().map(|s| sort_name(*s)).collect();
            let (args, result) = (args.join(" "), sort_name(function.result));
            printer.line(format_args!("(declare-fun f{i} ({args}) {result})"));
        }
        unroll(problem, &mut printer)?;
        printer.line(format_args!("(pop 1)"));
        script.text = printer.text;
        script.obligations = printer.obligations;
    }
    script.text.push_str("(exit)\n");
    Ok(script)
}

struct Printer<'a> {
    problem: &'a Problem<'a>,
    text: String,
    obligations: Vec<Obligation>,
    /// Keeps the names of the two parts apart.
    prefix: char,
    vars: FxHashMap<(VarId, usize), Rc<str>>,
    terms: FxHashMap<(TermId, usize), Rc<str>>,
}

impl Printer<'_> {
    fn line(&mut self, text: std::fmt::Arguments) {
        self.text
            .write_fmt(text)
            .expect("writing to a string cannot fail");
        self.text.push('\n');
    }

    fn symbol(&self, var: VarId, step: usize) -> Result<Rc<str>, String> {
        let step = match self.problem.system.var(var).kind {
            VarKind::Rigid => 0,
            _ => step,
        };
        self.vars
            .get(&(var, step))
            .cloned()
            .ok_or_else(|| format!("variable #{} is used before it is defined", var.0))
    }

    /// The symbol of `root` at `step`, defining what it is built from first.
    fn term(&mut self, root: TermId, step: usize) -> Result<Rc<str>, String> {
        let pool = &self.problem.pool;
        for id in pending(pool, root, |id| self.terms.contains_key(&(id, step))) {
            let symbol: Rc<str> = match pool.get(id) {
                Term::Const(value) => literal(value).into(),
                Term::Var(v) => self.symbol(*v, step)?,
                term @ (Term::App(..) | Term::Call(..)) => {
                    let head = match term {
                        Term::App(op, _) => operator(*op),
                        Term::Call(f, _) => format!("f{}", f.0),
                        Term::Const(_) | Term::Var(_) => unreachable!("matched above"),
                    };
                    let name = format!("{}t{}_{step}", self.prefix, id.index());
                    let mut body = head;
                    for arg in term.args() {
                        body.push(' ');
                        body.push_str(&self.terms[&(*arg, step)]);
                    }
                    // A function without parameters is a constant and takes no parentheses.
                    if !term.args().is_empty() {
                        body = format!("({body})");
                    }
                    let sort = sort_name(pool.sort(id));
                    self.line(format_args!("(define-fun {name} () {sort} {body})"));
                    name.into()
                }
            };
            self.terms.insert((id, step), symbol);
        }
        Ok(self.terms[&(root, step)].clone())
    }

    fn in_range(&self, var: VarId, step: usize) -> Result<Option<String>, String> {
        let Some((lo, hi)) = range_of(self.problem.system, var) else {
            return Ok(None);
        };
        let symbol = self.symbol(var, step)?;
        Ok(Some(format!(
            "(<= {} {symbol} {})",
            integer(lo),
            integer(hi)
        )))
    }
}

impl Encoder for Printer<'_> {
    fn begin(&mut self, part: Part) {
        self.prefix = match part {
            Part::Base => 'b',
            Part::Step => 's',
        };
        self.vars.clear();
        self.terms.clear();
        self.line(format_args!("(push 1)"));
    }

    fn free(&mut self, var: VarId, step: usize) -> Result<(), String> {
        let name = format!("{}{}_{step}", self.prefix, var.0);
        let sort = sort_name(self.problem.system.sort(var));
        self.line(format_args!("(declare-fun {name} () {sort})"));
        self.vars.insert((var, step), name.into());
        if let Some(fact) = self.in_range(var, step)? {
            self.line(format_args!("(assert {fact})"));
        }
        Ok(())
    }

    fn define(&mut self, var: VarId, step: usize, term: TermId, at: usize) -> Result<(), String> {
        let symbol = self.term(term, at)?;
        self.vars.insert((var, step), symbol);
        Ok(())
    }

    fn assume(&mut self, term: TermId, step: usize) -> Result<(), String> {
        let symbol = self.term(term, step)?;
        self.line(format_args!("(assert {symbol})"));
        Ok(())
    }

    fn assume_ranges(&mut self, step: usize) -> Result<bool, String> {
        for &var in &self.problem.ranged {
            if let Some(fact) = self.in_range(var, step)? {
                self.line(format_args!("(assert {fact})"));
            }
        }
        Ok(false)
    }

    fn assume_apart(&mut self, vars: &[VarId], one: usize, other: usize) -> Result<(), String> {
        let mut same = String::new();
        for &var in vars {
            let (a, b) = (self.symbol(var, one)?, self.symbol(var, other)?);
            same.push_str(&format!(" (= {a} {b})"));
        }
        // `true` twice keeps a conjunction of none or of one from being an `and` of too few arguments.
        self.line(format_args!("(assert (not (and true true{same})))"));
        Ok(())
    }

    fn prove(&mut self, obligation: Obligation, step: usize) -> Result<(), String> {
        let mut goals = String::new();
        for conjunct in &self.problem.conjuncts {
            let symbol = self.term(conjunct.term, step)?;
            goals.push(' ');
            goals.push_str(&symbol);
        }
        for &var in &self.problem.ranged {
            if let Some(fact) = self.in_range(var, step)? {
                goals.push(' ');
                goals.push_str(&fact);
            }
        }
        // `true` keeps a conjunction of one from being an `and` of one argument.
        self.line(format_args!(
            "(push 1)\n(assert (not (and true{goals})))\n(check-sat)\n(pop 1)"
        ));
        self.obligations.push(obligation);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        self.line(format_args!("(pop 1)"));
        Ok(())
    }
}

fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Int => "Int".into(),
        Sort::Real => "Real".into(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => {
            let word = |width| sort_name(Sort::BitVec(width));
            format!("(Array {} {})", word(index), word(element))
        }
    }
}

fn operator(op: Op) -> String {
    let name = match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Le => "<=",
        Op::Lt => "<",
        Op::IntDiv => "div",
        Op::Mod => "mod",
        Op::RealDiv => "/",
        Op::ToReal => "to_real",
        Op::Floor => "to_int",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvXor => "bvxor",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvUlt => "bvult",
        Op::Concat => "concat",
        Op::Extract { hi, lo } => return format!("(_ extract {hi} {lo})"),
        Op::Select => "select",
        Op::Store => "store",
        Op::ConstArray { index, element } => {
            return format!("(as const {})", sort_name(Sort::Array { index, element }));
        }
    };
    name.to_owned()
}

fn literal(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(n) => integer(n),
        Value::Real(r) => {
            let magnitude = format!("(/ {}.0 {}.0)", r.numer().abs(), r.denom());
            if r.is_negative() {
                format!("(- {magnitude})")
            } else {
                magnitude
            }
        }
        Value::Bits(bits) => format!("(_ bv{} {})", bits.value(), bits.width()),
        Value::Array(array) => {
            let word = |bits: Bits| literal(&bits.into());
            let mut text = format!(
                "((as const {}) {})",
                sort_name(array.sort()),
                word(array.default().clone())
            );
            for (at, element) in array.exceptions() {
                text = format!("(store {text} {} {})", word(at), word(element));
            }
            text
        }
    }
}

fn integer(n: &BigInt) -> String {
    if n.is_negative() {
        format!("(- {})", n.abs())
    } else {
        n.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    #[test]
    fn numbers_are_written_as_smt_lib_wants_them() {
        assert_eq!(literal(&Value::int(-3)), "(- 3)");
        assert_eq!(literal(&Value::int(0)), "0");
        let r = |n: i64, d: i64| Value::Real(BigRational::new(n.into(), d.into()));
        assert_eq!(literal(&r(-7, 3)), "(- (/ 7.0 3.0))");
        assert_eq!(literal(&r(2, 1)), "(/ 2.0 1.0)");
    }
}
