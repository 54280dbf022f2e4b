//! Replays a stimulus: does the execution that it drives satisfy every constraint and falsify the
//! property at its last step? The execution is computed here, on demand and backwards from what is
//! asked, so that only what the answer depends on costs anything.
//!
//! Invariant: a value is computed from the definitions of the system and the stimulus alone.

use assay_system::{Patch, Stimulus, System, VarKind};
use assay_term::{Op, Term, TermId, Value, VarId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::eval::{apply, called};
use crate::trace::Failure;

/// The execution of the first `length` steps of a stimulus.
pub struct Execution<'a> {
    system: &'a System,
    /// What a mutant defines in another way: kinds of variables, and terms of constraints and properties.
    kinds: FxHashMap<VarId, &'a VarKind>,
    constraints: FxHashMap<usize, TermId>,
    properties: FxHashMap<usize, TermId>,
    stimulus: &'a Stimulus,
    known: Vec<Known>,
}

/// The values of terms at one step. Truth values are kept by the number of the term: a circuit has hundreds of thousands
/// of them in a long execution, and little else.
#[derive(Clone, Default)]
struct Known {
    truths: Vec<Truth>,
    others: FxHashMap<TermId, Value>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Truth {
    #[default]
    Unknown,
    False,
    True,
}

impl Known {
    fn get(&self, id: TermId) -> Option<&Value> {
        match self.truths.get(id.index()) {
            Some(Truth::True) => Some(&Value::Bool(true)),
            Some(Truth::False) => Some(&Value::Bool(false)),
            Some(Truth::Unknown) | None => self.others.get(&id),
        }
    }

    /// Of a term that was computed before.
    fn of(&self, id: TermId) -> &Value {
        self.get(id).expect("arguments come first")
    }

    /// `terms` is how many terms there are.
    fn insert(&mut self, id: TermId, value: Value, terms: usize) {
        let truth = match value {
            Value::Bool(true) => Truth::True,
            Value::Bool(false) => Truth::False,
            other => {
                self.others.insert(id, other);
                return;
            }
        };
        if self.truths.is_empty() {
            self.truths = vec![Truth::Unknown; terms];
        }
        self.truths[id.index()] = truth;
    }
}

impl<'a> Execution<'a> {
    pub fn new(system: &'a System, stimulus: &'a Stimulus, length: usize) -> Self {
        Execution {
            system,
            kinds: FxHashMap::default(),
            constraints: FxHashMap::default(),
            properties: FxHashMap::default(),
            stimulus,
            known: vec![Known::default(); length.min(stimulus.len())],
        }
    }

    /// The same of the mutant that the patch makes. The patched system is not built: of a large one that would take longer than the execution.
    pub fn patched(
        system: &'a System,
        patch: &'a Patch,
        stimulus: &'a Stimulus,
        length: usize,
    ) -> Self {
        Execution {
            kinds: patch.vars.iter().map(|(v, kind)| (*v, kind)).collect(),
            constraints: patch.constraints.iter().copied().collect(),
            properties: patch.properties.iter().copied().collect(),
            ..Execution::new(system, stimulus, length)
        }
    }

    fn kind(&self, var: VarId) -> &VarKind {
        match self.kinds.get(&var) {
            Some(kind) => kind,
            None => &self.system.var(var).kind,
        }
    }

    /// Whether every constraint holds at every step and the property fails at the last.
    pub fn violates(&mut self, property: usize) -> Result<(), Failure> {
        let Some(claimed) = self.system.properties.get(property) else {
            return Err(Failure::NoSuchProperty(property));
        };
        if !claimed.claim.is_invariant() {
            return Err(Failure::NotAnInvariant {
                property: claimed.name.clone(),
                claim: claimed.claim.as_str(),
            });
        }
        let Some(last) = self.known.len().checked_sub(1) else {
            return Err(Failure::Empty);
        };
        self.admitted()?;
        let term = self.properties.get(&property).copied();
        if self.truth(last, term.unwrap_or(claimed.term))? {
            return Err(Failure::PropertyHolds {
                property: claimed.name.clone(),
            });
        }
        Ok(())
    }

    /// Whether every constraint holds at every step.
    pub fn admitted(&mut self) -> Result<(), Failure> {
        for step in 0..self.known.len() {
            for (at, constraint) in self.system.constraints.iter().enumerate() {
                let term = self.constraints.get(&at).copied();
                if !self.truth(step, term.unwrap_or(constraint.term))? {
                    return Err(Failure::ConstraintFails {
                        step,
                        constraint: constraint.name.clone(),
                    });
                }
            }
        }
        Ok(())
    }

    fn truth(&mut self, step: usize, term: TermId) -> Result<bool, Failure> {
        match self.value(step, term)? {
            Value::Bool(b) => Ok(b),
            other => Err(Failure::NoValue {
                step,
                reason: format!("expected a truth value, found {other}"),
            }),
        }
    }

    /// The value of a term at a step. Post-order over an explicit stack: executions are deep.
    pub fn value(&mut self, step: usize, root: TermId) -> Result<Value, Failure> {
        let mut stack = vec![(step, root, 0usize)];
        while let Some((at, id, visited)) = stack.pop() {
            if self.known[at].get(id).is_some() {
                continue;
            }
            let term = self.system.pool.get(id);
            let wanted = match term {
                Term::Var(v) => self.source(at, *v).filter(|_| visited == 0),
                Term::App(Op::Ite, args) => match visited {
                    0 => Some((at, args[0])),
                    1 => {
                        let taken = *self.known[at].of(args[0]) == Value::Bool(true);
                        Some((at, args[if taken { 1 } else { 2 }]))
                    }
                    _ => None,
                },
                _ => term.args().get(visited).map(|&a| (at, a)),
            };
            match wanted {
                Some((there, arg)) => {
                    stack.push((at, id, visited + 1));
                    stack.push((there, arg, 0));
                }
                None => {
                    let value = self.combine(at, term)?;
                    self.known[at].insert(id, value, self.system.pool.len());
                }
            }
        }
        Ok(self.known[step].of(root).clone())
    }

    /// The step and the term that define a variable; None if the stimulus gives its value.
    fn source(&self, step: usize, var: VarId) -> Option<(usize, TermId)> {
        match self.kind(var) {
            VarKind::Wire { def } => Some((step, *def)),
            VarKind::State { next, .. } if step > 0 => Some((step - 1, *next)),
            VarKind::State { init, .. } => init.map(|i| (step, i)),
            VarKind::Input | VarKind::Rigid => None,
        }
    }

    fn combine(&self, step: usize, term: &Term) -> Result<Value, Failure> {
        let no_value = |reason: String| Failure::NoValue { step, reason };
        let known = &self.known[step];
        match term {
            Term::Const(value) => Ok(value.clone()),
            Term::Var(v) => {
                let value = match (self.source(step, *v), self.kind(*v)) {
                    (Some((there, def)), _) => self.known[there].of(def).clone(),
                    (None, VarKind::Rigid) => self.given(0, *v),
                    (None, _) => self.given(step, *v),
                };
                self.fits(step, *v, value)
            }
            Term::Call(f, args) => {
                let args: Vec<Value> = args.iter().map(|&a| known.of(a).clone()).collect();
                let functions = &self.stimulus.functions;
                called(&self.system.pool, functions, *f, &args).map_err(no_value)
            }
            Term::App(Op::Ite, args) => {
                let taken = *known.of(args[0]) == Value::Bool(true);
                Ok(known.of(args[if taken { 1 } else { 2 }]).clone())
            }
            Term::App(op, args) => {
                let args: Vec<&Value> = args.iter().map(|&a| known.of(a)).collect();
                apply(*op, &args).map_err(no_value)
            }
        }
    }

    fn given(&self, step: usize, var: VarId) -> Value {
        if let Some(value) = self.stimulus.value(step, var) {
            return value.clone();
        }
        match &self.system.var(var).range {
            Some((lo, hi)) => Value::Int(BigInt::default().max(lo.clone()).min(hi.clone())),
            None => Value::default_of(self.system.sort(var)),
        }
    }

    /// A value is of its variable's sort and in its range.
    fn fits(&self, step: usize, var: VarId, value: Value) -> Result<Value, Failure> {
        let variable = self.system.var(var);
        if value.sort() != self.system.sort(var) {
            return Err(Failure::WrongSort {
                step,
                variable: variable.name.clone(),
            });
        }
        match (&value, &variable.range) {
            (Value::Int(n), Some((lo, hi))) if n < lo || n > hi => Err(Failure::OutOfRange {
                step,
                variable: variable.name.clone(),
                value: value.to_string(),
            }),
            _ => Ok(value),
        }
    }
}

/// Whether the first `length` steps of `stimulus` show a violation of the property with this index
/// at their last.
pub fn check_stimulus(
    system: &System,
    stimulus: &Stimulus,
    length: usize,
    property: usize,
) -> Result<(), Failure> {
    Execution::new(system, stimulus, length).violates(property)
}
