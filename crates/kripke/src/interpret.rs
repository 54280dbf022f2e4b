//! Runs a structure as it was written: an execution is a path through its states. Terms take no part, because the purpose is to find errors in
//! lowering.

use assay_language::{Inputs, Run, SimulateError};
use assay_system::{Mutant, Paths, Random, Replayed, Replayer, Trace, execute, replay};
use assay_term::{Functions, TermId, Value, VarId};

use crate::formula::{Expr, Operator};
use crate::language::KripkeModel;
use crate::mutate::Edit;

/// A structure, or one with a change.
pub(crate) struct Interpreter<'m> {
    pub model: &'m KripkeModel,
    pub change: Option<Edit>,
}

impl Interpreter<'_> {
    /// Where a choice leads.
    fn leads(&self, state: usize, choice: usize) -> Option<usize> {
        let edges = &self.model.structure.states[state].edges;
        match self.change {
            Some(Edit::Drop(at, edge)) if (at, edge) == (state, choice) => None,
            Some(Edit::Redirect(at, edge, to)) if (at, edge) == (state, choice) => Some(to),
            Some(Edit::Add(at, to)) if (at, edges.len()) == (state, choice) => Some(to),
            _ => edges.get(choice).map(|edge| edge.to),
        }
    }

    fn has(&self, state: usize, label: usize) -> bool {
        let has = self.model.structure.has(state, label);
        match self.change {
            Some(Edit::Zero(other)) if other == label => false,
            Some(Edit::One(other)) if other == label => true,
            Some(Edit::Flip(other, at)) if (other, at) == (label, state) => !has,
            _ => has,
        }
    }

    /// The number of a value at a step, below a bound.
    fn number(
        &self,
        trace: &Trace,
        step: usize,
        var: VarId,
        below: usize,
    ) -> Result<usize, String> {
        let value = trace.steps[step].get(var.index());
        let number = value
            .and_then(Value::as_int)
            .and_then(|n| usize::try_from(n).ok());
        let name = &self.model.lowered.system.var(var).name;
        number
            .filter(|n| *n < below)
            .ok_or_else(|| format!("step {step}: `{name}` has no such value"))
    }

    /// Checks the labels of a state.
    fn check_labels(&self, trace: &Trace, step: usize, state: usize) -> Result<(), String> {
        for (label, (var, _)) in self.model.lowered.labels.iter().enumerate() {
            if *trace.value(step, *var) != Value::Bool(self.has(state, label)) {
                let name = &self.model.structure.labels[label].name;
                let state = &self.model.structure.states[state].name;
                return Err(format!(
                    "step {step}: `{name}` is another in the state `{state}`"
                ));
            }
        }
        Ok(())
    }

    /// The p of AG p, where p has no temporal operators, or of an invariant.
    fn always(&self, property: usize) -> Option<&Expr> {
        let claim = self.model.structure.claims.get(property)?;
        match &claim.expr {
            expr if claim.invariant => Some(expr),
            Expr::Path(Paths::All, Operator::Globally, expr) if expr.is_propositional() => {
                Some(expr)
            }
            _ => None,
        }
    }
}

impl Interpreter<'_> {
    /// The initial state that is chosen in the first step.
    fn start(&self, trace: &Trace) -> Result<usize, String> {
        let initial = &self.model.structure.initial;
        Ok(match self.model.lowered.start {
            Some(start) => initial[self.number(trace, 0, start, initial.len())?],
            None => initial[0],
        })
    }

    /// The state at each step of a path.
    fn path(&self, trace: &Trace, initial: bool) -> Result<Vec<usize>, String> {
        let (structure, lowered) = (&self.model.structure, &self.model.lowered);
        let mut states: Vec<usize> = Vec::with_capacity(trace.len());
        let mut expected = if initial && !trace.is_empty() {
            Some(self.start(trace)?)
        } else {
            None
        };
        for step in 0..trace.len() {
            let state = self.number(trace, step, lowered.state, structure.states.len())?;
            let name = &structure.states[state].name;
            if let Some(expected) = expected.filter(|expected| *expected != state) {
                let expected = &structure.states[expected].name;
                return Err(format!(
                    "step {step}: the state is `{name}`, and the path leads to `{expected}`"
                ));
            }
            self.check_labels(trace, step, state)?;
            if *trace.value(step, lowered.valid) != Value::Bool(true) {
                return Err(format!("step {step}: no transition leads here"));
            }
            if step + 1 < trace.len() {
                let choice = self.number(trace, step, lowered.choice, usize::MAX)?;
                let next = self.leads(state, choice);
                let next = next.ok_or_else(|| format!("step {step}: no transition is taken"))?;
                expected = Some(next);
            }
            states.push(state);
        }
        Ok(states)
    }
}

impl Replayer for Interpreter<'_> {
    /// A path violates what holds in every state. What other formulas say is not about one path.
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let states = self.path(trace, true)?;
        let last = *states.last().ok_or("the trace is empty")?;
        let holds = self
            .always(property)
            .and_then(|expr| expr.eval(last, &|label| self.has(last, label)));
        Ok(Replayed {
            violated: holds == Some(false),
            by: "interpreter",
        })
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        Some(self.path(trace, initial).map(|_| ()))
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        let count = self.model.structure.states.len();
        let known = &self.model.lowered.atoms;
        let exprs: Vec<Option<&Expr>> = atoms
            .iter()
            .map(|atom| known.iter().find(|(term, _)| term == atom))
            .map(|found| found.map(|(_, expr)| expr))
            .collect();
        let truths = (0..trace.len()).map(|step| {
            let state = self.number(trace, step, self.model.lowered.state, count)?;
            let truth = |expr: &Option<&Expr>| {
                expr.and_then(|expr| expr.eval(state, &|label| self.has(state, label)))
            };
            Ok(exprs.iter().map(truth).collect())
        });
        truths.collect()
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let edit = self.model.edit(mutant)?;
        if matches!(edit, Edit::Nondet(_)) {
            return None;
        }
        Some(Box::new(Interpreter {
            model: self.model,
            change: Some(edit),
        }))
    }
}

/// A random path from an initial state. It ends where no transition goes on.
pub(crate) fn simulate(
    model: &KripkeModel,
    inputs: &Inputs,
    seed: u64,
    steps: usize,
) -> Result<Run, SimulateError> {
    if let Some(name) = inputs.heading.first() {
        let message = format!("column `{name}`: a Kripke structure has no inputs");
        return Err(SimulateError::Inputs(message));
    }
    let (structure, lowered) = (&model.structure, &model.lowered);
    let mut random = Random::new(seed);
    let start = random.below(structure.initial.len() as u64) as usize;
    let mut state = structure.initial[start];
    let mut choices = Vec::new();
    while choices.len() < steps {
        let edges = &structure.states[state].edges;
        if edges.is_empty() {
            choices.push(0);
            break;
        }
        let choice = random.below(edges.len() as u64) as usize;
        choices.push(choice);
        state = edges[choice].to;
    }
    let trace = execute(
        &lowered.system,
        choices.len(),
        Functions::default(),
        |var, step| {
            let number = if Some(var) == lowered.start {
                start
            } else {
                choices[step]
            };
            Value::int(number as i64)
        },
    );
    let trace = trace.map_err(|e| SimulateError::Inputs(e.to_string()))?;
    let fails =
        replay(&lowered.system, &trace).map_err(|e| SimulateError::Inputs(e.to_string()))?;
    Ok(Run { trace, fails })
}
