//! Random executions. Inputs follow a table where it has a column for them; what a model leaves open is chosen at random, again and
//! again where an assumption does not hold. A run ends early where no choice is found that goes on.

use assay_language::{Inputs, Run, SimulateError};
use assay_system::{Random, Stimulus, System, VarKind, replay};
use assay_term::{BigInt, Evaluator, Functions, Sort, Value as Term, VarId};
use rustc_hash::FxHashMap;

use crate::elaborate::{Domain, Flat, Kind, NodeId, VarIx};
use crate::lower::Lowered;
use crate::replayer::term;
use crate::tree::{BinaryOp, ConstraintKind, VariableKind};
use crate::values::{Value, WordValue};

/// How often a step is tried.
const TRIES: usize = 500;

pub(super) fn simulate(
    flat: &Flat,
    lowered: &Lowered,
    inputs: &Inputs,
    seed: u64,
    steps: usize,
) -> Result<Run, SimulateError> {
    let given = columns(flat, lowered, inputs).map_err(SimulateError::Inputs)?;
    let mut walk = Walk {
        system: &lowered.system,
        open: assay_system::open(&lowered.system).collect(),
        given,
        starts: starts(flat, lowered),
        first: read_first(&lowered.system),
        random: Random::new(seed),
    };
    let stimulus = walk.run(steps).map_err(SimulateError::Inputs)?;
    let trace = stimulus.run(&lowered.system, stimulus.len());
    let trace = trace.map_err(|error| SimulateError::Inputs(error.to_string()))?;
    let fails = replay(&lowered.system, &trace);
    let fails = fails.map_err(|error| SimulateError::Inputs(error.to_string()))?;
    Ok(Run { trace, fails })
}

struct Walk<'s> {
    system: &'s System,
    open: Vec<VarId>,
    given: FxHashMap<VarId, Vec<Term>>,
    /// Values that `INIT` asks for.
    starts: FxHashMap<VarId, Term>,
    /// Inputs that initial values read.
    first: Vec<VarId>,
    random: Random,
}

impl Walk<'_> {
    /// The values of what is open, as many steps as go on.
    fn run(&mut self, steps: usize) -> Result<Stimulus, String> {
        let mut chosen = Stimulus {
            vars: self.open.clone(),
            steps: Vec::new(),
            functions: Functions::default(),
        };
        let mut before: Option<Vec<Term>> = None;
        for step in 0..steps {
            let mut found = None;
            for _ in 0..TRIES {
                let (values, repeated) = self.try_step(step, before.as_deref(), &mut chosen)?;
                if self.allowed(&values)? {
                    found = Some(values);
                    break;
                }
                if !repeated {
                    break;
                }
            }
            match found {
                Some(values) => before = Some(values),
                None => {
                    chosen.steps.truncate(step.max(1));
                    break;
                }
            }
        }
        Ok(chosen)
    }

    /// Chooses what is open in this step, and anew what inputs were in the step before, which leads here. Whether there was
    /// anything to choose is told too.
    fn try_step(
        &mut self,
        step: usize,
        before: Option<&[Term]>,
        chosen: &mut Stimulus,
    ) -> Result<(Vec<Term>, bool), String> {
        if before.is_some() {
            chosen.steps[step - 1] = self.choose(step - 1, Some(&chosen.steps[step - 1].clone()));
        }
        chosen.steps.truncate(step);
        let new = self.choose(step, None);
        chosen.steps.push(new);
        let last = Stimulus {
            steps: chosen.steps[step..].to_vec(),
            ..chosen.clone()
        };
        let values = match before {
            None => last.run(self.system, 1).map_err(|e| e.to_string())?.steps,
            Some(before) => vec![self.after(before, &chosen.steps[step - 1], &last)?],
        };
        let values = values.into_iter().next().ok_or("there is no step")?;
        Ok((values, !self.open.is_empty()))
    }

    fn choose(&mut self, step: usize, same: Option<&[Term]>) -> Vec<Term> {
        let open = self.open.clone();
        let mut values = Vec::with_capacity(open.len());
        for (at, var) in open.into_iter().enumerate() {
            let is_input = self.system.var(var).kind == VarKind::Input;
            let given = self.given.get(&var).and_then(|column| column.get(step));
            let start = self.starts.get(&var).filter(|_| step == 0);
            values.push(match (given.or(start), same) {
                (Some(value), _) => value.clone(),
                // What began an execution stays as it was.
                (None, Some(same)) if !is_input || step == 0 && self.first.contains(&var) => {
                    same[at].clone()
                }
                _ => any(&mut self.random, self.system, var),
            });
        }
        values
    }

    /// The step after `before`, whose inputs are these, with the inputs of `last`.
    fn after(
        &self,
        before: &[Term],
        inputs: &[Term],
        last: &Stimulus,
    ) -> Result<Vec<Term>, String> {
        let system = self.system;
        let functions = Functions::default();
        let mut values = before.to_vec();
        for (var, value) in self.open.iter().zip(inputs) {
            if system.var(*var).kind == VarKind::Input {
                values[var.index()] = value.clone();
            }
        }
        self.wires(&mut values)?;
        let mut evaluator = Evaluator::new(&system.pool, &values, &functions);
        let mut next = values.clone();
        for var in system.var_ids() {
            if let VarKind::State { next: term, .. } = system.var(var).kind {
                next[var.index()] = evaluator.eval(term).map_err(|e| e.to_string())?;
            }
        }
        for (var, value) in self.open.iter().zip(&last.steps[0]) {
            if system.var(*var).kind == VarKind::Input {
                next[var.index()] = value.clone();
            }
        }
        self.wires(&mut next)?;
        Ok(next)
    }

    fn wires(&self, values: &mut [Term]) -> Result<(), String> {
        let system = self.system;
        let functions = Functions::default();
        let known = values.to_vec();
        let mut evaluator = Evaluator::new(&system.pool, &known, &functions);
        for wire in system.wire_order() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                let value = evaluator.eval(def).map_err(|e| e.to_string())?;
                evaluator.assume(wire, value.clone());
                values[wire.index()] = value;
            }
        }
        Ok(())
    }

    fn allowed(&self, values: &[Term]) -> Result<bool, String> {
        let functions = Functions::default();
        let values = values.to_vec();
        let mut evaluator = Evaluator::new(&self.system.pool, &values, &functions);
        for constraint in &self.system.constraints {
            let holds = evaluator.eval_bool(constraint.term);
            if !holds.map_err(|e| e.to_string())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Any value of a variable's sort and range.
fn any(random: &mut Random, system: &System, var: VarId) -> Term {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Term::Bool(random.below(2) == 1),
        (Sort::BitVec(width), _) => {
            let bits: Vec<bool> = (0..width).map(|_| random.below(2) == 1).collect();
            assay_term::Bits::from_bits(&bits).into()
        }
        (_, Some((low, high))) => {
            let size = u64::try_from(high - low + 1).unwrap_or(u64::MAX);
            Term::Int(low + BigInt::from(random.below(size)))
        }
        (sort, None) => Term::default_of(sort),
    }
}

fn read_first(system: &System) -> Vec<VarId> {
    let inits = system.vars.iter().filter_map(|v| match v.kind {
        VarKind::State { init, .. } => init,
        _ => None,
    });
    let inits: Vec<assay_term::TermId> = inits.collect();
    system.pool.variables(&inits)
}

/// What conjuncts of `INIT` such as `x = 3` and `!y` say of variables.
fn starts(flat: &Flat, lowered: &Lowered) -> FxHashMap<VarId, Term> {
    let mut found = FxHashMap::default();
    let init = flat.constraints.iter().filter(|c| c.kind == ConstraintKind::Init);
    for conjunct in init.flat_map(|c| flat.conjuncts(c.node)) {
        if let Some((var, value)) = literal(flat, conjunct)
            && let Some(term) = term(&flat.var(var).domain, &value)
        {
            found.insert(lowered.vars[var.0 as usize], term);
        }
    }
    found
}

fn literal(flat: &Flat, node: NodeId) -> Option<(VarIx, Value)> {
    let var = |node: NodeId| match flat.node(node).kind {
        Kind::Var(var) => Some(var),
        _ => None,
    };
    match flat.node(node).kind {
        Kind::Var(var) => Some((var, Value::Bool(true))),
        Kind::Not(a) => Some((var(a)?, Value::Bool(false))),
        Kind::Binary(BinaryOp::Equal | BinaryOp::Iff, a, b) => {
            let constant = |n: NodeId| crate::interpret::constant(flat, n);
            match var(a) {
                Some(var) => Some((var, constant(b)?)),
                None => Some((var(b)?, constant(a)?)),
            }
        }
        _ => None,
    }
}

/// The values of each input that the table names.
fn columns(
    flat: &Flat,
    lowered: &Lowered,
    inputs: &Inputs,
) -> Result<FxHashMap<VarId, Vec<Term>>, String> {
    let mut columns = FxHashMap::default();
    for (at, name) in inputs.heading.iter().enumerate() {
        let is_input = |v: &crate::elaborate::Var| v.kind == VariableKind::Input && v.name == *name;
        let Some(ix) = flat.vars.iter().position(is_input) else {
            return Err(format!("column `{name}`: there is no such input"));
        };
        let domain = &flat.vars[ix].domain;
        let values = inputs.rows.iter().enumerate().map(|(row, cells)| {
            let value = cells.get(at).and_then(|cell| read(domain, cell.trim()));
            value.ok_or_else(|| format!("row {}, `{name}`: this is no value of {domain}", row + 1))
        });
        columns.insert(lowered.vars[ix], values.collect::<Result<Vec<Term>, String>>()?);
    }
    Ok(columns)
}

/// A value as a person writes it.
fn read(domain: &Domain, text: &str) -> Option<Term> {
    let value = match domain {
        Domain::Bool => match text {
            "TRUE" | "true" | "1" => Value::Bool(true),
            "FALSE" | "false" | "0" => Value::Bool(false),
            _ => return None,
        },
        Domain::Range(..) => Value::Int(text.parse().ok()?),
        Domain::Literals(all) => all.iter().find(|v| v.to_string() == text)?.clone(),
        Domain::Word { signed, width } => {
            let bits: num_bigint::BigUint = text.parse().ok()?;
            if bits.bits() > u64::from(*width) {
                return None;
            }
            Value::Word(WordValue {
                signed: *signed,
                width: *width,
                bits,
            })
        }
    };
    term(domain, &value)
}
