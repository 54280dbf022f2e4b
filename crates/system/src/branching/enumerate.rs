//! A small system as an explicit Kripke structure: its reachable valid states, and the transitions between them.
//!
//! A state is a value for each state variable and rigid parameter. What leaves its range is no state. Each transition comes with the values of all variables
//! at its step, so that executions can be made of them.

use assay_term::{Evaluator, Functions, Sort, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::explicit::Kripke;
use crate::{System, VarKind, init_order};

/// Why a system is not enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEnumerated {
    /// More states, or more choices of inputs, than this.
    TooLarge(usize),
    /// A variable without a finite set of values.
    Infinite(String),
    /// A term has no value, for instance because of a division by zero.
    NoValue(String),
}

/// The structure, and what its states and transitions are in the system.
#[derive(Clone, Debug)]
pub struct Enumerated {
    pub kripke: Kripke,
    /// The values of all variables in each state; inputs have some value, and wires that read inputs belong to it.
    pub states: Vec<Vec<Value>>,
    /// For each transition of `kripke.next` the values of all variables before it.
    pub steps: Vec<Vec<Vec<Value>>>,
    /// For each initial state of `kripke.initial` the values of all variables at a first step that has it.
    pub first: Vec<Vec<Value>>,
}

struct Enumeration<'a> {
    system: &'a System,
    limit: usize,
    wires: Vec<VarId>,
    functions: Functions,
    inputs: Vec<Vec<Value>>,
    result: Enumerated,
    known: FxHashMap<Vec<Value>, usize>,
}

/// All reachable valid states, if they and the choices of inputs are at most as many as `limit`. Calls of functions have default values.
pub fn enumerate(system: &System, limit: usize) -> Result<Enumerated, NotEnumerated> {
    let open = |v: &VarId| matches!(system.var(*v).kind, VarKind::Input);
    let inputs: Vec<VarId> = system.var_ids().filter(open).collect();
    let defaults: Vec<Value> = system
        .var_ids()
        .map(|v| Value::default_of(system.sort(v)))
        .collect();
    let mut enumeration = Enumeration {
        system,
        limit,
        wires: system.wire_order(),
        functions: Functions::default(),
        inputs: choices(system, &defaults, &inputs, limit)?,
        result: Enumerated {
            kripke: Kripke::default(),
            states: Vec::new(),
            steps: Vec::new(),
            first: Vec::new(),
        },
        known: FxHashMap::default(),
    };
    enumeration.begin()?;
    let mut at = 0;
    while at < enumeration.result.states.len() {
        enumeration.leave(at)?;
        at += 1;
    }
    let mut result = enumeration.result;
    for condition in &system.fairness {
        result
            .kripke
            .fairness
            .push(result.holds(system, condition.term)?);
    }
    Ok(result)
}

impl Enumerated {
    /// In which states a term holds.
    pub fn holds(&self, system: &System, term: TermId) -> Result<Vec<bool>, NotEnumerated> {
        let functions = Functions::default();
        let states = self.states.iter();
        states
            .map(|values| eval(system, values, &functions, term).map(|v| v == Value::Bool(true)))
            .collect()
    }
}

fn eval(
    system: &System,
    values: &[Value],
    functions: &Functions,
    term: TermId,
) -> Result<Value, NotEnumerated> {
    let value = Evaluator::new(&system.pool, values, functions).eval(term);
    value.map_err(|e| NotEnumerated::NoValue(e.to_string()))
}

/// Every choice of values for some variables, on top of `from`.
fn choices(
    system: &System,
    from: &[Value],
    vars: &[VarId],
    limit: usize,
) -> Result<Vec<Vec<Value>>, NotEnumerated> {
    let mut all = vec![from.to_vec()];
    for &var in vars {
        let domain = domain(system, var, limit)?;
        if all.len().saturating_mul(domain.len()) > limit {
            return Err(NotEnumerated::TooLarge(limit));
        }
        let with = |values: &Vec<Value>, value: &Value| {
            let mut values = values.clone();
            values[var.index()] = value.clone();
            values
        };
        all = all
            .iter()
            .flat_map(|values| domain.iter().map(move |value| with(values, value)))
            .collect();
    }
    Ok(all)
}

fn domain(system: &System, var: VarId, limit: usize) -> Result<Vec<Value>, NotEnumerated> {
    let variable = system.var(var);
    let infinite = || NotEnumerated::Infinite(variable.name.clone());
    Ok(match (system.sort(var), &variable.range) {
        (Sort::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
        (Sort::Int, Some((lo, hi))) => {
            let (lo, hi) = (i64::try_from(lo), i64::try_from(hi));
            let (lo, hi) = (lo.map_err(|_| infinite())?, hi.map_err(|_| infinite())?);
            if hi.saturating_sub(lo) >= i64::try_from(limit).unwrap_or(i64::MAX) {
                return Err(NotEnumerated::TooLarge(limit));
            }
            (lo..=hi).map(Value::int).collect()
        }
        (Sort::BitVec(width), _) if width < 32 && 1usize << width <= limit => (0..1u64 << width)
            .map(|n| assay_term::Bits::new(width, n).into())
            .collect(),
        (Sort::BitVec(_), _) => return Err(NotEnumerated::TooLarge(limit)),
        (Sort::Int | Sort::Real | Sort::Array { .. }, _) => return Err(infinite()),
    })
}

impl Enumeration<'_> {
    fn begin(&mut self) -> Result<(), NotEnumerated> {
        let system = self.system;
        let open = |v: &VarId| match system.var(*v).kind {
            VarKind::Rigid => true,
            VarKind::State { init, .. } => init.is_none(),
            VarKind::Input | VarKind::Wire { .. } => false,
        };
        let open: Vec<VarId> = system.var_ids().filter(open).collect();
        let starts: Vec<(VarId, TermId)> = system
            .var_ids()
            .filter_map(|v| match system.var(v).kind {
                VarKind::State { init, .. } => Some((v, init?)),
                _ => None,
            })
            .collect();
        let order = init_order(system, &starts);
        // Inputs that no initial value reads make no difference, but which those are is not looked at.
        for inputs in self.inputs.clone() {
            for mut values in choices(system, &inputs, &open, self.limit)? {
                for &var in &order {
                    if let VarKind::State {
                        init: Some(init), ..
                    } = system.var(var).kind
                    {
                        values[var.index()] = self.eval(&values, init)?;
                    }
                }
                self.compute_wires(&mut values)?;
                if let Some(state) = self.enter(&values)?
                    && !self.result.kripke.initial.contains(&state)
                {
                    self.result.kripke.initial.push(state);
                    self.result.first.push(values);
                }
            }
        }
        Ok(())
    }

    fn eval(&self, values: &[Value], term: TermId) -> Result<Value, NotEnumerated> {
        eval(self.system, values, &self.functions, term)
    }

    fn compute_wires(&self, values: &mut [Value]) -> Result<(), NotEnumerated> {
        for &wire in &self.wires {
            if let VarKind::Wire { def } = self.system.var(wire).kind {
                values[wire.index()] = self.eval(values, def)?;
            }
        }
        Ok(())
    }

    fn is_kept(&self, var: VarId) -> bool {
        let kind = &self.system.var(var).kind;
        matches!(kind, VarKind::State { .. } | VarKind::Rigid)
    }

    /// The number of the state that these values have, None if it is not valid.
    fn enter(&mut self, values: &[Value]) -> Result<Option<usize>, NotEnumerated> {
        let system = self.system;
        let kept: Vec<VarId> = system.var_ids().filter(|v| self.is_kept(*v)).collect();
        let state: Vec<Value> = kept.iter().map(|v| values[v.index()].clone()).collect();
        if let Some(&known) = self.known.get(&state) {
            return Ok(Some(known));
        }
        for (&var, value) in kept.iter().zip(&state) {
            if let (Some((lo, hi)), Value::Int(n)) = (&system.var(var).range, value)
                && (n < lo || n > hi)
            {
                return Ok(None);
            }
        }
        for constraint in &system.constraints {
            if self.eval(values, constraint.term)? != Value::Bool(true) {
                return Ok(None);
            }
        }
        let number = self.result.states.len();
        if number >= self.limit {
            return Err(NotEnumerated::TooLarge(self.limit));
        }
        self.known.insert(state, number);
        self.result.states.push(values.to_vec());
        Ok(Some(number))
    }

    /// The transitions from a state.
    fn leave(&mut self, state: usize) -> Result<(), NotEnumerated> {
        let system = self.system;
        let (mut next, mut steps) = (Vec::new(), Vec::new());
        let kept: Vec<VarId> = system.var_ids().filter(|v| self.is_kept(*v)).collect();
        for mut values in self.inputs.clone() {
            for &var in &kept {
                values[var.index()] = self.result.states[state][var.index()].clone();
            }
            self.compute_wires(&mut values)?;
            let mut after = values.clone();
            for &var in &kept {
                if let VarKind::State { next, .. } = system.var(var).kind {
                    after[var.index()] = self.eval(&values, next)?;
                }
            }
            self.compute_wires(&mut after)?;
            if let Some(to) = self.enter(&after)?
                && !next.contains(&to)
            {
                next.push(to);
                steps.push(values);
            }
        }
        self.result.kripke.next.push(next);
        self.result.steps.push(steps);
        Ok(())
    }
}
