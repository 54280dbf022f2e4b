//! [`SmtOracle`]: an [`Oracle`] through a long-lived SMT-LIB process.
//!
//! Assertions are only written down; they are sent with the next question. A process that was
//! killed (stop flag, deadline) is started again at the next question and told everything once
//! more, so to the engine an oracle is never gone.
//!
//! Effort is counted by `meter.rs`. For z3 a budget limits each question. Yices and cvc5 take no limit: a budget of 0
//! is spent before anything is asked, and their questions are ended by the stop flag or by `patience` only.
//!
//! A model or a core is the solver's claim. Engines replay models, and another room checks certificates.

mod dialect;
mod encode;
mod meter;
mod process;

use std::fmt::Write;
use std::sync::OnceLock;
use std::time::Duration;

use assay_term::{
    BigInt, Functions, Pool, Sexpr, SexprTree, Sort, TermId, Value, VarId, read_value,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub use dialect::is_beyond_linear;
use encode::{Atom, Encoder};
use meter::Meter;
pub use process::{NoAnswer, SmtProcess};

use crate::{Answer, Effort, Found, Lit, Oracle, OracleError, SolverKind, Step, Stop, StopFlag};

#[derive(Clone, Debug, Default)]
pub struct SmtOptions {
    /// How much processor time one question may take. A guard, not a budget: it makes results depend
    /// on the machine.
    pub patience: Option<Duration>,
    /// More than linear arithmetic will come (products of unknowns, words, arrays): a solver that is no good for them is
    /// refused at once and not when the first of them is met.
    pub beyond_linear: bool,
}

/// What can be read from the process at the moment.
enum Readable {
    Nothing,
    Model,
    /// The clashing assumptions, None until asked for.
    Core(Option<Vec<Lit>>),
}

pub struct SmtOracle {
    found: Found,
    stop: StopFlag,
    options: SmtOptions,
    process: Option<SmtProcess>,
    encoder: Encoder,
    /// How much of the log the process knows.
    sent: usize,
    /// Literal n is `atoms[n - 1]`, which the log knows from that length on.
    atoms: Vec<(Atom, usize)>,
    lits: FxHashMap<Atom, Lit>,
    assumptions: Vec<Lit>,
    readable: Readable,
    /// The z3 limit that is set.
    rlimit: Option<Effort>,
    meter: Meter,
    /// The last question is not counted yet.
    uncounted: bool,
    name: OnceLock<String>,
}

impl SmtOracle {
    pub fn new(found: &Found, stop: StopFlag, options: SmtOptions) -> Result<Self, OracleError> {
        if options.beyond_linear && !found.kind.takes_beyond_linear() {
            return Err(OracleError(encode::BEYOND_LINEAR.into()));
        }
        let process = SmtProcess::start(found, &stop).map_err(OracleError)?;
        let linear_only = !found.kind.takes_beyond_linear();
        let encoder = Encoder::new(found.kind.preamble(), linear_only);
        Ok(SmtOracle {
            found: found.clone(),
            stop,
            options,
            process: Some(process),
            encoder,
            sent: 0,
            atoms: Vec::new(),
            lits: FxHashMap::default(),
            assumptions: Vec::new(),
            readable: Readable::Nothing,
            rlimit: None,
            meter: Meter::new(found.kind),
            uncounted: false,
            name: OnceLock::new(),
        })
    }

    fn running(&mut self) -> Result<&mut SmtProcess, OracleError> {
        if self.process.is_none() {
            let process = SmtProcess::start(&self.found, &self.stop).map_err(OracleError)?;
            self.process = Some(process);
            self.sent = 0;
            self.rlimit = None;
            self.meter.restart();
            self.uncounted = false;
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }

    /// Asks something that is answered at once, and reads the answer.
    fn read(&mut self, question: &str) -> Result<SexprTree, OracleError> {
        let Some(process) = self.process.as_mut() else {
            return Err(OracleError("there is no answer to read from".into()));
        };
        let text = process.ask(question, false, None).map_err(|error| {
            self.process = None;
            self.readable = Readable::Nothing;
            match error {
                NoAnswer::Broken(message) => OracleError(message),
                NoAnswer::Stopped(_) => OracleError("the solver was stopped".into()),
            }
        })?;
        SexprTree::read(&text).map_err(|error| unexpected(&text, &error.to_string()))
    }

    fn literal_of(&mut self, atom: Atom) -> Result<Lit, OracleError> {
        if let Some(&lit) = self.lits.get(&atom) {
            return Ok(lit);
        }
        let direct = match atom {
            Atom::Var(..) | Atom::Lit(_) => true,
            Atom::Term(_) => self.found.kind.assumes_definitions(),
            Atom::Const(_) => false,
        };
        let lit = self.next_lit()?;
        let named = if direct {
            atom
        } else {
            let n = lit.code().unsigned_abs();
            self.encoder.declare_lit(n, Some(atom))
        };
        self.atoms.push((named, self.encoder.log.len()));
        self.lits.insert(atom, lit);
        self.lits.insert(named, lit);
        Ok(lit)
    }

    fn next_lit(&self) -> Result<Lit, OracleError> {
        i32::try_from(self.atoms.len() + 1)
            .map(Lit::from_code)
            .map_err(|_| OracleError("too many literals".into()))
    }

    fn write_lit(&self, lit: Lit, out: &mut String) {
        let (atom, _) = self.atoms[lit.code().unsigned_abs() as usize - 1];
        if lit.is_negated() {
            out.push_str("(not ");
            self.encoder.write_atom(atom, out);
            out.push(')');
        } else {
            self.encoder.write_atom(atom, out);
        }
    }

    fn query(&self, assumptions: &[Lit]) -> String {
        if assumptions.is_empty() {
            return "(check-sat)\n".into();
        }
        let mut seen = FxHashSet::default();
        let mut text = String::from("(check-sat-assuming (");
        for &lit in assumptions {
            if seen.insert(lit) {
                if seen.len() > 1 {
                    text.push(' ');
                }
                self.write_lit(lit, &mut text);
            }
        }
        text.push_str("))\n");
        text
    }

    /// Counts the last question where that has to wait for the next one. What was to be read of its answer is gone then.
    fn count_last(&mut self) -> Result<(), OracleError> {
        if let Some(command) = self.meter.before().filter(|_| self.uncounted) {
            self.readable = Readable::Nothing;
            self.uncounted = false;
            let counters = self.read(command)?;
            self.meter.read(&counters);
        }
        Ok(())
    }

    fn reason_unknown(&mut self) -> Result<Stop, OracleError> {
        let tree = self.read("(get-info :reason-unknown)\n")?;
        let reason = tree
            .roots()
            .next()
            .and_then(|root| root.items().nth(1))
            .and_then(|reason| reason.atom())
            .unwrap_or("unknown");
        Ok(
            if reason.contains("resource") || reason.contains("canceled") {
                Stop::Budget
            } else {
                Stop::GaveUp(reason.to_owned())
            },
        )
    }

    /// Values of terms given as text, with their sorts.
    fn read_values(&mut self, of: &[(String, Sort)]) -> Result<Vec<Value>, OracleError> {
        if !matches!(self.readable, Readable::Model) {
            return Err(OracleError("there is no model to read from".into()));
        }
        if of.is_empty() {
            return Ok(vec![]);
        }
        let mut question = String::from("(get-value (");
        for (i, (text, _)) in of.iter().enumerate() {
            if i > 0 {
                question.push(' ');
            }
            question.push_str(text);
        }
        question.push_str("))\n");
        let tree = self.read(&question)?;
        let root = tree.roots().next();
        let pairs: Vec<Sexpr<'_>> = root.map(|r| r.items().collect()).unwrap_or_default();
        if pairs.len() != of.len() {
            return Err(unexpected("get-value", "wrong number of values"));
        }
        let mut values = Vec::with_capacity(of.len());
        for (pair, (text, sort)) in pairs.iter().zip(of) {
            let value = pair
                .items()
                .nth(1)
                .ok_or_else(|| unexpected(text, "no value"))?;
            values.push(
                read_value(value, *sort)
                    .map_err(|error| unexpected(&format!("value of {text}"), &error.message))?,
            );
        }
        Ok(values)
    }

    /// What was introduced when the log had this length is in the model only if it was sent.
    fn require_sent(&self, length: usize) -> Result<(), OracleError> {
        if length > self.sent {
            return Err(OracleError(
                "a value was asked for that is newer than the answer".into(),
            ));
        }
        Ok(())
    }
}

fn unexpected(what: &str, why: &str) -> OracleError {
    let what: String = what.chars().take(200).collect();
    OracleError(format!("unexpected answer to or in `{what}`: {why}"))
}

impl Oracle for SmtOracle {
    fn free(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        range: Option<(&BigInt, &BigInt)>,
    ) -> Result<(), OracleError> {
        self.encoder.free(pool, var, step, range)
    }

    fn define(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
    ) -> Result<(), OracleError> {
        self.encoder.define(pool, var, step, term, at)
    }

    fn literal(&mut self, pool: &Pool, term: TermId, step: Step) -> Result<Lit, OracleError> {
        if let Some(positive) = pool.as_not(term) {
            return Ok(!self.literal(pool, positive, step)?);
        }
        let atom = self.encoder.encode(pool, term, step)?;
        self.literal_of(atom)
    }

    fn fresh(&mut self) -> Result<Lit, OracleError> {
        let lit = self.next_lit()?;
        let n = lit.code().unsigned_abs();
        let atom = self.encoder.declare_lit(n, None);
        self.atoms.push((atom, self.encoder.log.len()));
        self.lits.insert(atom, lit);
        Ok(lit)
    }

    fn clause(&mut self, lits: &[Lit]) -> Result<(), OracleError> {
        let mut text = String::from("(assert ");
        match lits {
            [] => text.push_str("false"),
            [lit] => self.write_lit(*lit, &mut text),
            _ => {
                text.push_str("(or");
                for &lit in lits {
                    text.push(' ');
                    self.write_lit(lit, &mut text);
                }
                text.push(')');
            }
        }
        text.push_str(")\n");
        self.encoder.log.push_str(&text);
        Ok(())
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: Option<Effort>,
    ) -> Result<Answer, OracleError> {
        self.readable = Readable::Nothing;
        if self.stop.is_raised() {
            return Ok(Answer::Unknown(Stop::Interrupted));
        }
        if budget == Some(0) {
            return Ok(Answer::Unknown(Stop::Budget));
        }
        self.running()?;
        let last = self.meter.before().filter(|_| self.uncounted);
        self.uncounted = false;
        let mut text = last.unwrap_or_default().to_owned();
        text.push_str(&self.encoder.log[self.sent..]);
        if self.found.kind == SolverKind::Z3 && self.rlimit != budget {
            let limit = budget.unwrap_or(0).min(u64::from(u32::MAX));
            let _ = writeln!(text, "(set-option :rlimit {limit})");
            self.rlimit = budget;
        }
        text.push_str(&self.query(assumptions));
        let counter = self.meter.after();
        text.push_str(counter.unwrap_or_default());
        self.sent = self.encoder.log.len();
        let patience = self.options.patience;
        let process = self.running()?;
        let mut answer = process.ask(&text, true, patience);
        let counters = match (last, &answer) {
            (Some(_), Ok(_)) => {
                std::mem::replace(&mut answer, process.ask("", true, patience)).ok()
            }
            _ => None,
        };
        if let Some(text) = counters {
            let tree = SexprTree::read(&text).map_err(|e| unexpected(&text, &e.to_string()))?;
            self.meter.read(&tree);
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(no_answer) => {
                self.process = None;
                self.meter.no_answer(patience);
                return match no_answer {
                    NoAnswer::Stopped(stop) => Ok(Answer::Unknown(stop)),
                    NoAnswer::Broken(message) => Err(OracleError(message)),
                };
            }
        };
        if counter.is_some() {
            let counters = self.read("")?;
            self.meter.read(&counters);
        } else if self.meter.before().is_none() {
            self.meter.question();
        } else {
            self.uncounted = true;
        }
        match answer.as_str() {
            "sat" => {
                self.readable = Readable::Model;
                Ok(Answer::Sat)
            }
            "unsat" => {
                self.assumptions = assumptions.to_vec();
                let core = assumptions.is_empty().then(Vec::new);
                self.readable = Readable::Core(core);
                Ok(Answer::Unsat)
            }
            "unknown" => Ok(Answer::Unknown(self.reason_unknown()?)),
            other => Err(unexpected("check-sat", other)),
        }
    }

    fn core(&mut self) -> Result<Vec<Lit>, OracleError> {
        match &self.readable {
            Readable::Core(Some(core)) => return Ok(core.clone()),
            Readable::Core(None) => {}
            _ => return Err(OracleError("there is no core to read".into())),
        }
        let tree = self.read("(get-unsat-assumptions)\n")?;
        let root = tree.roots().next();
        let mut failed: FxHashSet<String> = FxHashSet::default();
        for item in root.iter().flat_map(|r| r.items()) {
            failed.insert(match item.atom() {
                Some(name) => name.to_owned(),
                None => {
                    let words: Vec<&str> = item.items().filter_map(|s| s.atom()).collect();
                    format!("({})", words.join(" "))
                }
            });
        }
        let mut core = Vec::new();
        let mut seen = FxHashSet::default();
        for &lit in &self.assumptions {
            let mut text = String::new();
            self.write_lit(lit, &mut text);
            if failed.remove(&text) && seen.insert(lit) {
                core.push(lit);
            }
        }
        if let Some(stranger) = failed.into_iter().next() {
            return Err(unexpected("get-unsat-assumptions", &stranger));
        }
        self.readable = Readable::Core(Some(core.clone()));
        Ok(core)
    }

    fn values(&mut self, pool: &Pool, of: &[(VarId, Step)]) -> Result<Vec<Value>, OracleError> {
        let mut asked = Vec::with_capacity(of.len());
        for &(var, step) in of {
            let (atom, known) = self.encoder.var(pool, var, step)?;
            self.require_sent(known)?;
            asked.push((self.encoder.atom_text(atom), pool.var_sort(var)));
        }
        self.read_values(&asked)
    }

    fn functions(&mut self, pool: &Pool) -> Result<Functions, OracleError> {
        let mut asked = Vec::new();
        let known = self.encoder.calls.iter().filter(|c| c.at <= self.sent);
        for call in known.clone() {
            let function = pool.function(call.function);
            asked.extend(call.args.iter().cloned().zip(function.args.iter().copied()));
            asked.push((self.encoder.atom_text(call.result), function.result));
        }
        let shapes: Vec<_> = known.map(|c| (c.function, c.args.len())).collect();
        let mut values = self.read_values(&asked)?.into_iter();
        let mut functions = Functions::default();
        for (function, arity) in shapes {
            let args: Vec<Value> = values.by_ref().take(arity).collect();
            let result = values.next().expect("as many values as were asked for");
            functions.insert(function, args, result);
        }
        Ok(functions)
    }

    fn truths(&mut self, lits: &[Lit]) -> Result<Vec<bool>, OracleError> {
        let mut asked = Vec::with_capacity(lits.len());
        for &lit in lits {
            let (_, known) = self.atoms[lit.code().unsigned_abs() as usize - 1];
            self.require_sent(known)?;
            let mut text = String::new();
            self.write_lit(lit, &mut text);
            asked.push((text, Sort::Bool));
        }
        let values = self.read_values(&asked)?;
        Ok(values.iter().map(|v| *v == Value::Bool(true)).collect())
    }

    fn last_effort(&mut self) -> Effort {
        // Without an answer nothing is counted, which is not what a caller waits for.
        let _ = self.count_last();
        self.meter.conflicts()
    }

    fn spent(&self) -> Effort {
        self.meter.spent()
    }

    fn name(&self) -> &str {
        self.name.get_or_init(|| match self.found.version() {
            Some(version) => format!("{} {version}", self.found.kind),
            None => self.found.kind.to_string(),
        })
    }
}
