//! Runs traces of a scoped machine by the explicit evaluator, and tells them in the words of the specification.
//!
//! The values of a trace become values of the specification; from there on terms take no part. A step is one if every value is in its
//! set, and precondition and postcondition hold. Where the explicit evaluator has no answer, the evaluator of terms is the witness, and the result
//! names it.

use std::sync::Arc;

use assay_source::SourceFile;
use assay_system::{Evaluated, Mutant, Replayed, Replayer, RunLine, Trace};
use assay_term::{Evaluator as TermEvaluator, TermId};

use super::formulas::{Relation, Style};
use super::symbolic::{Sym, Symbolic};
use super::system::{Question, Scoped};
use crate::core::{Bound, Expr, Machine, Pred, Program, VarId};
use crate::eval::{Evaluator, Options, Outside, Stop};
use crate::scope::SearchScope;
use crate::value::Value;
use crate::with_deep_stack;

pub struct SpecReplayer {
    pub scoped: Arc<Scoped>,
    pub program: Arc<Program>,
    pub scope: SearchScope,
    pub style: Style,
    pub file: SourceFile,
}

/// Values of variables.
pub(super) type Values = Vec<(VarId, Value)>;

/// Why a replay gives nothing.
pub(super) enum Broken {
    /// This is no execution.
    Wrong(String),
    /// The explicit evaluator has no answer.
    Open,
}

impl From<Stop> for Broken {
    fn from(stop: Stop) -> Broken {
        match stop {
            Stop::Undefined(undefined) => Broken::Wrong(format!("undefined: {}", undefined.reason)),
            Stop::Beyond(_) | Stop::Halted(_) => Broken::Open,
        }
    }
}

/// What one step of a trace is in values of the specification.
pub(super) struct Told {
    pub before: Values,
    pub after: Values,
    pub inputs: Values,
    pub outputs: Values,
    pub operation: Option<usize>,
}

impl Replayer for SpecReplayer {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let question = self
            .scoped
            .questions
            .get(property)
            .ok_or("there is no such property")?;
        match with_deep_stack(|| self.holds(trace, *question)) {
            Ok(holds) => {
                let by_terms = Evaluated(&self.scoped.system).replay(trace, property)?;
                // The evaluator may see beyond the part of an infinite set that the question is about.
                if self.scoped.is_cut && by_terms.violated == holds {
                    return Ok(by_terms);
                }
                Ok(Replayed {
                    violated: !holds,
                    by: "interpreter",
                })
            }
            Err(Broken::Wrong(why)) => Err(why),
            Err(Broken::Open) => Evaluated(&self.scoped.system).replay(trace, property),
        }
    }

    fn readable(&self, trace: &Trace, property: Option<usize>) -> Option<Vec<RunLine>> {
        let question = property.and_then(|p| self.scoped.questions.get(p).copied());
        with_deep_stack(|| self.lines(trace, question))
    }

    fn change<'a>(&'a self, _mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        None
    }
}

impl SpecReplayer {
    pub(super) fn machine(&self) -> &Machine {
        &self.scoped.machine
    }

    pub(super) fn evaluator(&self) -> Evaluator {
        let options = Options {
            outside: Outside::Note,
            ..Options::default()
        };
        Evaluator::new(self.program.clone(), self.scope.clone(), options)
    }

    /// Whether what the question asks holds at the end of the trace.
    fn holds(&self, trace: &Trace, question: Question) -> Result<bool, Broken> {
        let last = trace.len().checked_sub(1).ok_or(Broken::Open)?;
        let mut evaluator = self.evaluator();
        match question {
            Question::Init => {
                let told = self.initial(trace, last)?;
                self.is_initial(&mut evaluator, &told)
            }
            Question::InitInvariant => {
                let told = self.initial(trace, last)?;
                let kept = all_hold(&mut evaluator, &told.after, &self.machine().invariant_after)?;
                Ok(kept || !self.is_initial(&mut evaluator, &told)?)
            }
            Question::Preserves(operation) => {
                let told = self.step(trace, last, operation, false)?;
                let starts = all_hold(&mut evaluator, &told.before, &self.machine().invariant)?;
                let taken = starts && self.is_step(&mut evaluator, &told)?;
                Ok(!taken
                    || all_hold(&mut evaluator, &told.after, &self.machine().invariant_after)?)
            }
            Question::Reachable => self.run(&mut evaluator, trace),
            Question::Check { check, line } => {
                let before = self.any_state(trace, last);
                let line = self.machine().checks[check].lines[line].predicate.clone();
                let counts = self.in_sets(&mut evaluator, &before)?
                    && all_hold(&mut evaluator, &before, &self.machine().invariant)?;
                Ok(!counts || all_hold(&mut evaluator, &before, &[line])?)
            }
            Question::Conjecture(at) => {
                let predicate = self.program.conjectures[at].predicate.clone();
                all_hold(&mut evaluator, &Vec::new(), &[predicate])
            }
        }
    }

    /// Follows the machine, and gives whether the invariant holds in the last state.
    fn run(&self, evaluator: &mut Evaluator, trace: &Trace) -> Result<bool, Broken> {
        let stepping = self.scoped.stepping.as_ref().map_err(|_| Broken::Open)?;
        if *trace.value(0, stepping.live) != assay_term::Value::Bool(true) {
            return Ok(true);
        }
        let first = self.initial(trace, 0)?;
        let now = self.now(trace, 0)?;
        if !self.is_initial(evaluator, &first)? || values(&first.after) != values(&now) {
            return Err(Broken::Wrong("step 0: this is no initial state".into()));
        }
        let mut state = now;
        for step in 1..trace.len() {
            let next = self.now(trace, step)?;
            if values(&next) != values(&state) {
                let operation = self.chosen(trace, step - 1)?;
                let told = self.step(trace, step - 1, operation, true)?;
                if !self.is_step(evaluator, &told)? || values(&told.after) != values(&next) {
                    let name = &self.machine().operations[operation].name;
                    return Err(Broken::Wrong(format!(
                        "step {step}: `{name}` does not lead here"
                    )));
                }
            }
            state = next;
        }
        all_hold(evaluator, &state, &self.machine().invariant)
    }

    pub(super) fn chosen(&self, trace: &Trace, step: usize) -> Result<usize, Broken> {
        let stepping = self.scoped.stepping.as_ref().map_err(|_| Broken::Open)?;
        let number = trace.value(step, stepping.operation).as_int().cloned();
        let number = number.and_then(|n| usize::try_from(n).ok());
        let known = number.filter(|n| *n < self.machine().operations.len());
        known.ok_or_else(|| Broken::Wrong(format!("step {step}: there is no such operation")))
    }

    fn is_initial(&self, evaluator: &mut Evaluator, told: &Told) -> Result<bool, Broken> {
        let init = &self.machine().init;
        let all: Values = told.after.iter().chain(&told.inputs).cloned().collect();
        Ok(self.in_sets(evaluator, &told.after)?
            && members(evaluator, &init.inputs, &all)?
            && all_hold(evaluator, &all, &init.predicates)?
            && (self.style == Style::Beside
                || all_hold(evaluator, &all, &self.machine().invariant_after)?))
    }

    /// Whether precondition and postcondition hold and every value is in its set.
    fn is_step(&self, evaluator: &mut Evaluator, told: &Told) -> Result<bool, Broken> {
        let operation = told.operation.expect("a step of an operation");
        let operation = &self.machine().operations[operation];
        let parts = [&told.before, &told.after, &told.inputs, &told.outputs];
        let all: Values = parts.into_iter().flatten().cloned().collect();
        let pre: Vec<Pred> = operation.precondition.iter().flatten().cloned().collect();
        let post = operation.postcondition.iter();
        let post: Vec<Pred> = post.map(|conjunct| conjunct.predicate.clone()).collect();
        Ok(self.in_sets(evaluator, &told.before)?
            && self.in_sets(evaluator, &told.after)?
            && members(evaluator, &operation.inputs, &all)?
            && members(evaluator, &operation.outputs, &all)?
            && all_hold(evaluator, &all, &pre)?
            && all_hold(evaluator, &all, &post)?
            && (self.style == Style::Beside
                || all_hold(evaluator, &all, &self.machine().invariant)?
                    && all_hold(evaluator, &all, &self.machine().invariant_after)?))
    }

    /// Whether the values of state variables, primed or not, are in their sets.
    fn in_sets(&self, evaluator: &mut Evaluator, state: &Values) -> Result<bool, Broken> {
        for (variable, (_, value)) in self.machine().state.iter().zip(state) {
            if !is_member(evaluator, value, &variable.set)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn concrete(&self, trace: &Trace, step: usize, sym: &Sym) -> Value {
        let system = &self.scoped.system;
        let mut terms = TermEvaluator::new(&system.pool, &trace.steps[step], &trace.functions);
        let mut term = |t: TermId| terms.eval(t).expect("guarded divisions have values");
        Symbolic::concrete(sym, &mut term)
    }

    pub(super) fn any_state(&self, trace: &Trace, step: usize) -> Values {
        let state = self.machine().state.iter().zip(&self.scoped.before);
        let value =
            |declared: &super::symbolic::Declared| self.concrete(trace, step, &declared.sym);
        state
            .map(|(variable, declared)| (variable.var, value(declared)))
            .collect()
    }

    /// The state of the machine.
    pub(super) fn now(&self, trace: &Trace, step: usize) -> Result<Values, Broken> {
        let moved = self.moved(trace, step)?;
        Ok(self.any_state(&moved, 0))
    }

    /// The step, where any state is the machine's.
    fn moved(&self, trace: &Trace, step: usize) -> Result<Trace, Broken> {
        let stepping = self.scoped.stepping.as_ref().map_err(|_| Broken::Open)?;
        let mut values = trace.steps[step].clone();
        for (any, own) in &stepping.state {
            values[any.index()] = trace.value(step, *own).clone();
        }
        Ok(Trace {
            steps: vec![values],
            functions: trace.functions.clone(),
        })
    }

    pub(super) fn initial(&self, trace: &Trace, step: usize) -> Result<Told, Broken> {
        let relation = self.scoped.init.as_ref().ok_or(Broken::Open)?;
        Ok(self.told(trace, step, relation, None))
    }

    pub(super) fn step(
        &self,
        trace: &Trace,
        step: usize,
        operation: usize,
        own: bool,
    ) -> Result<Told, Broken> {
        let relation = self.scoped.operations[operation]
            .as_ref()
            .ok_or(Broken::Open)?;
        if own {
            let moved = self.moved(trace, step)?;
            return Ok(self.told(&moved, 0, relation, Some(operation)));
        }
        Ok(self.told(trace, step, relation, Some(operation)))
    }

    fn told(
        &self,
        trace: &Trace,
        step: usize,
        relation: &Relation,
        operation: Option<usize>,
    ) -> Told {
        let all = |syms: &[(VarId, Sym)]| {
            let values = syms
                .iter()
                .map(|(var, sym)| (*var, self.concrete(trace, step, sym)));
            values.collect::<Values>()
        };
        let inputs: Vec<(VarId, Sym)> = relation
            .inputs
            .iter()
            .map(|(var, declared)| (*var, declared.sym.clone()))
            .collect();
        Told {
            before: self.any_state(trace, step),
            after: all(&relation.after),
            inputs: all(&inputs),
            outputs: all(&relation.outputs),
            operation,
        }
    }
}

pub(super) fn values(state: &Values) -> Vec<&Value> {
    state.iter().map(|(_, value)| value).collect()
}

pub(super) fn all_hold(
    evaluator: &mut Evaluator,
    values: &Values,
    lines: &[Pred],
) -> Result<bool, Broken> {
    let holds = evaluator.with(values.iter().cloned(), |evaluator| {
        for line in lines {
            if !evaluator.holds(line)? {
                return Ok(false);
            }
        }
        Ok(true)
    });
    holds.map_err(|stop: Stop| stop.into())
}

fn members(evaluator: &mut Evaluator, bounds: &[Bound], values: &Values) -> Result<bool, Broken> {
    for bound in bounds {
        let value = values.iter().find(|(var, _)| *var == bound.var);
        let (_, value) = value.expect("every variable has a value");
        if !is_member(evaluator, value, &bound.set)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_member(evaluator: &mut Evaluator, value: &Value, set: &Expr) -> Result<bool, Broken> {
    let set = evaluator.value(set)?;
    Ok(evaluator.entering(|evaluator| evaluator.contains(set.as_set(), value))?)
}
