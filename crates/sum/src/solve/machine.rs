//! The steps of a machine: initial states, enabled operations, post-states, and why there is none.

use std::sync::Arc;

use super::{Answer, Oracle, Question, Rest};
use crate::core::{Bound, ConjunctRole, Machine, Pred, PredKind, Program, VarId};
use crate::eval::{Evaluator, Options, Stop};
use crate::scope::SearchScope;
use crate::value::Value;

/// Values of the state variables in the order of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(pub Arc<[Value]>);

/// Which parts of a machine count. The paper (section 4.1) makes four variants of a specification of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    pub precondition: bool,
    pub postcondition: bool,
    pub invariant: bool,
}

impl Parts {
    /// The specification itself.
    pub const M: Parts = Parts {
        precondition: true,
        postcondition: true,
        invariant: true,
    };
    /// Preconditions only. The state stays as it is.
    pub const PR: Parts = Parts {
        precondition: true,
        postcondition: false,
        invariant: false,
    };
    /// Postconditions and the state invariant.
    pub const POSI: Parts = Parts {
        precondition: false,
        postcondition: true,
        invariant: true,
    };
    /// Preconditions and postconditions, without the invariant.
    pub const PRPO: Parts = Parts {
        precondition: true,
        postcondition: true,
        invariant: false,
    };
}

/// One way to execute an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    pub inputs: Vec<Value>,
    pub outputs: Vec<Value>,
    pub after: State,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    pub steps: Vec<Step>,
    pub rest: Rest,
}

/// Inputs for which an operation can be executed.
#[derive(Clone, Debug, PartialEq)]
pub struct Enabled {
    pub inputs: Vec<Vec<Value>>,
    pub rest: Rest,
}

/// Why an operation has no post-state.
#[derive(Clone, Debug)]
pub enum Blame {
    /// An input is not in its set.
    Input(usize),
    /// These predicates are false, with the values of the variables that they read.
    False(Vec<(Pred, Vec<(VarId, Value)>)>),
    /// No predicate about known variables is false, but no post-state satisfies these together: none of them can be left out.
    Together(Vec<Pred>),
    /// There is a post-state.
    Nothing,
}

/// A machine that is animated.
pub struct Animator {
    pub evaluator: Evaluator,
    machine: Arc<Machine>,
}

impl Animator {
    /// None for a program without a machine.
    pub fn new(program: Arc<Program>, scope: SearchScope, options: Options) -> Option<Animator> {
        let machine = Arc::new(program.machine.clone()?);
        Some(Animator {
            evaluator: Evaluator::new(program, scope, options),
            machine,
        })
    }

    /// The same program with operations that were said anew, and with variables that were added for queries.
    pub fn extend(&mut self, program: Arc<Program>) {
        if let Some(machine) = &program.machine {
            self.machine = Arc::new(machine.clone());
        }
        self.evaluator.extend(program);
    }

    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    pub fn operation(&self, name: &str) -> Option<usize> {
        self.machine
            .operations
            .iter()
            .position(|operation| operation.name.as_str() == name)
    }

    /// The values of unprimed variables.
    pub fn bindings(&self, state: &State) -> Vec<(VarId, Value)> {
        self.machine
            .state
            .iter()
            .map(|variable| variable.var)
            .zip(state.0.iter().cloned())
            .collect()
    }

    fn primed(&self) -> Vec<Bound> {
        self.machine
            .state
            .iter()
            .map(|variable| Bound {
                var: variable.primed,
                set: variable.set.clone(),
            })
            .collect()
    }

    /// States that satisfy the initialisation and, where it counts, the invariant.
    pub fn initial_states(&mut self, parts: Parts, limit: usize) -> Result<Steps, Stop> {
        let mut question = Question {
            unknown: self.machine.init.inputs.clone(),
            fixed: Vec::new(),
            known: Vec::new(),
            predicates: self.machine.init.predicates.clone(),
            wanted: Vec::new(),
            limit,
        };
        question.unknown.extend(self.primed());
        if parts.invariant {
            question
                .predicates
                .extend(self.machine.invariant_after.iter().cloned());
        }
        let inputs = self.machine.init.inputs.len();
        let answer = self.evaluator.answer(&question)?;
        Ok(steps(answer, inputs, 0))
    }

    /// Executions of an operation from a state. Inputs that are not given are enumerated.
    pub fn post_states(
        &mut self,
        operation: usize,
        state: &State,
        inputs: &[(VarId, Value)],
        parts: Parts,
        limit: usize,
    ) -> Result<Steps, Stop> {
        let question = self.question(operation, state, inputs, parts, limit);
        let (inputs_count, outputs_count) = self.sizes(operation);
        let answer = self.evaluator.answer(&question)?;
        Ok(steps(answer, inputs_count, outputs_count))
    }

    fn sizes(&self, operation: usize) -> (usize, usize) {
        let operation = &self.machine.operations[operation];
        (operation.inputs.len(), operation.outputs.len())
    }

    /// What is asked about an execution: the unknown variables are inputs, outputs and the post-state, in this order.
    fn question(
        &self,
        index: usize,
        state: &State,
        inputs: &[(VarId, Value)],
        parts: Parts,
        limit: usize,
    ) -> Question {
        let operation = &self.machine.operations[index];
        let mut predicates = Vec::new();
        if parts.invariant {
            predicates.extend(self.machine.invariant.iter().cloned());
        }
        if parts.precondition {
            predicates.extend(operation.precondition.iter().flatten().cloned());
        }
        let mut unknown = operation.inputs.clone();
        let mut known = self.bindings(state);
        if parts.postcondition {
            unknown.extend(operation.outputs.iter().cloned());
            unknown.extend(self.primed());
            predicates.extend(
                operation
                    .postcondition
                    .iter()
                    .map(|conjunct| conjunct.predicate.clone()),
            );
            if parts.invariant {
                predicates.extend(self.machine.invariant_after.iter().cloned());
            }
        } else {
            let primed = self.machine.state.iter().map(|variable| variable.primed);
            known.extend(primed.zip(state.0.iter().cloned()));
        }
        // Inputs that are given stay among the unknown variables, because they have to be in their sets.
        Question {
            unknown,
            fixed: inputs.to_vec(),
            known,
            predicates,
            wanted: Vec::new(),
            limit: limit.max(1),
        }
    }

    /// Inputs for which an operation can be executed: those that satisfy its precondition, or that have a post-state where it has none.
    pub fn enabled(
        &mut self,
        operation: usize,
        state: &State,
        inputs: &[(VarId, Value)],
        limit: usize,
    ) -> Result<Enabled, Stop> {
        let explicit = self.machine.operations[operation].precondition.is_some();
        let parts = if explicit { Parts::PR } else { Parts::M };
        self.inputs_of(operation, state, inputs, parts, limit)
    }

    /// Inputs with an execution that the given parts allow.
    pub fn inputs_of(
        &mut self,
        operation: usize,
        state: &State,
        inputs: &[(VarId, Value)],
        parts: Parts,
        limit: usize,
    ) -> Result<Enabled, Stop> {
        let question = self.question(operation, state, inputs, parts, limit);
        self.answer_inputs(operation, question)
    }

    /// Inputs with an execution that the given parts and further predicates about it allow.
    pub fn inputs_that(
        &mut self,
        operation: usize,
        state: &State,
        parts: Parts,
        predicates: &[Pred],
    ) -> Result<Enabled, Stop> {
        let mut question = self.question(operation, state, &[], parts, usize::MAX);
        question.predicates.extend_from_slice(predicates);
        self.answer_inputs(operation, question)
    }

    fn answer_inputs(&mut self, operation: usize, mut question: Question) -> Result<Enabled, Stop> {
        let wanted: Vec<VarId> = self.machine.operations[operation]
            .inputs
            .iter()
            .map(|bound| bound.var)
            .collect();
        if wanted.is_empty() {
            // Without inputs one execution is enough, and no variable tells two apart.
            question.limit = 1;
            let answer = self.evaluator.answer(&question)?;
            let found = !answer.solutions.is_empty();
            let rest = if found { Rest::None } else { answer.rest };
            return Ok(Enabled {
                inputs: if found { vec![Vec::new()] } else { Vec::new() },
                rest,
            });
        }
        question.wanted = wanted;
        let answer = self.evaluator.answer(&question)?;
        Ok(Enabled {
            inputs: answer.solutions,
            rest: answer.rest,
        })
    }

    /// Whether a predicate about the unprimed variables holds in a state.
    pub fn holds(&mut self, pred: &Pred, state: &State) -> Result<bool, Stop> {
        let bindings = self.bindings(state);
        self.evaluator
            .with(bindings, |evaluator| evaluator.holds(pred))
    }

    /// Whether a state satisfies the invariant.
    pub fn satisfies_invariant(&mut self, state: &State) -> Result<bool, Stop> {
        for pred in self.machine.invariant.clone() {
            if !self.holds(&pred, state)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Why an operation has no execution with these inputs, of which all have to be given.
    pub fn why_not(
        &mut self,
        operation: usize,
        state: &State,
        inputs: &[(VarId, Value)],
    ) -> Result<Blame, Stop> {
        let parts = Parts::M;
        if !self
            .post_states(operation, state, inputs, parts, 1)?
            .steps
            .is_empty()
        {
            return Ok(Blame::Nothing);
        }
        let machine = self.machine.clone();
        let bounds = &machine.operations[operation].inputs;
        let known: Vec<(VarId, Value)> = self
            .bindings(state)
            .into_iter()
            .chain(inputs.iter().cloned())
            .collect();
        for (index, bound) in bounds.iter().enumerate() {
            if let Some((_, value)) = inputs.iter().find(|(var, _)| *var == bound.var) {
                let set = self.evaluator.value(&bound.set)?;
                let value = value.clone();
                let inside = self
                    .evaluator
                    .entering(|evaluator| evaluator.contains(set.as_set(), &value))?;
                if !inside {
                    return Ok(Blame::Input(index));
                }
            }
        }
        let mut conjuncts = machine.invariant.clone();
        let own = &machine.operations[operation];
        conjuncts.extend(own.precondition.iter().flatten().cloned());
        conjuncts.extend(
            own.postcondition
                .iter()
                .map(|conjunct| conjunct.predicate.clone()),
        );
        conjuncts.extend(machine.invariant_after.iter().cloned());
        let mut lines = Vec::new();
        conjuncts.iter().for_each(|pred| split(pred, &mut lines));
        let mut falsehoods = Vec::new();
        for pred in &lines {
            let vars = self.evaluator.free.pred(pred);
            let values: Vec<(VarId, Value)> = known
                .iter()
                .filter(|(var, _)| vars.contains(var))
                .cloned()
                .collect();
            let is_known = vars.iter().all(|var| {
                self.evaluator.free.is_constant(*var)
                    || values.iter().any(|(other, _)| other == var)
            });
            if is_known
                && !self
                    .evaluator
                    .with(known.iter().cloned(), |evaluator| evaluator.holds(pred))?
            {
                falsehoods.push((pred.clone(), values));
            }
        }
        if !falsehoods.is_empty() {
            return Ok(Blame::False(falsehoods));
        }
        self.needed_together(operation, state, inputs, lines)
            .map(Blame::Together)
    }

    /// A set of conjuncts without a post-state, from which none can be left out: conjuncts are left out one after the other, those of
    /// the frame last.
    fn needed_together(
        &mut self,
        operation: usize,
        state: &State,
        inputs: &[(VarId, Value)],
        mut lines: Vec<Pred>,
    ) -> Result<Vec<Pred>, Stop> {
        let frame: Vec<Pred> = self.machine.operations[operation]
            .postcondition
            .iter()
            .filter(|conjunct| conjunct.role == ConjunctRole::Frame)
            .map(|conjunct| conjunct.predicate.clone())
            .collect();
        let is_frame = |pred: &Pred| {
            frame
                .iter()
                .any(|other| Arc::ptr_eq(&other.kind, &pred.kind))
        };
        lines.sort_by_key(|pred| !is_frame(pred));
        let mut index = 0;
        while index < lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(index);
            let mut question = self.question(operation, state, inputs, Parts::POSI, 1);
            question.predicates = fewer.clone();
            // What is not answered within the budget is kept.
            match self.evaluator.answer(&question) {
                Ok(Answer {
                    solutions,
                    rest: Rest::None,
                }) if solutions.is_empty() => lines = fewer,
                _ => index += 1,
            }
        }
        Ok(lines)
    }
}

/// The lines of a conjunction.
fn split(pred: &Pred, into: &mut Vec<Pred>) {
    match &*pred.kind {
        PredKind::And(parts) => parts.iter().for_each(|part| split(part, into)),
        _ => into.push(pred.clone()),
    }
}

fn steps(answer: Answer, inputs: usize, outputs: usize) -> Steps {
    let steps = answer
        .solutions
        .into_iter()
        .map(|solution| Step {
            inputs: solution[..inputs].to_vec(),
            outputs: solution[inputs..inputs + outputs].to_vec(),
            after: State(solution[inputs + outputs..].into()),
        })
        .collect();
    Steps {
        steps,
        rest: answer.rest,
    }
}
