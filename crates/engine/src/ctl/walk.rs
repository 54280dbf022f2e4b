//! Single executions: from the rings of fixpoints to states one after the other, and from values of latches to values of all variables.

use assay_system::{System, Trace, VarKind, default_value, execute};
use assay_term::{Evaluator, Functions, Value, VarId};
use rustc_hash::FxHashMap;

use super::kripke::Kripke;
use super::rings::Rings;
use crate::symbolic::{Func, Of};

/// Values of latches.
pub(super) type State = Vec<bool>;

/// States from which a fair execution can stay in the set, with the ways to each condition.
pub(super) struct Arena {
    pub set: Func,
    rings: Vec<Rings>,
}

impl Kripke<'_> {
    /// For a set of [`Kripke::fair_within`].
    pub fn arena(&mut self, set: &Func) -> Of<Arena> {
        let none = self.none();
        Ok(Arena {
            set: set.clone(),
            rings: self.rings_to_conditions(set, &none)?,
        })
    }

    /// A successor in the set.
    fn successor(&mut self, state: &State, within: &Func) -> Of<Option<State>> {
        let here = self.relation.state(state)?;
        let after = self.after(&here)?;
        let after = self.and(&after, within)?;
        Ok(self.pick(&after))
    }

    /// Extends a path, which ends in one of the rings, to the first of them.
    pub fn walk_in(&mut self, path: &mut Vec<State>, rings: &Rings) -> Of<()> {
        let last = path.last().expect("paths begin somewhere").clone();
        let ring = rings.of(self, &last);
        let ring = ring.expect("the path ends in the rings");
        for ring in rings.list[..ring].iter().rev() {
            let last = path.last().expect("paths begin somewhere").clone();
            let next = self.successor(&last, ring)?;
            path.push(next.expect("each ring leads to the one before"));
        }
        Ok(())
    }

    /// Extends a path, which ends in the arena, so that it goes round in it and meets each condition. The result is where it comes back to;
    /// None if the path becomes longer than `longest`.
    pub fn go_round(
        &mut self,
        path: &mut Vec<State>,
        arena: &Arena,
        longest: usize,
    ) -> Of<Option<usize>> {
        let mut stride = 1;
        while path.len() <= longest {
            let back = path.len() - 1;
            for rings in &arena.rings {
                let seen = path[back..].iter().any(|s| rings.of(self, s) == Some(0));
                if !seen {
                    self.walk_in(path, rings)?;
                }
            }
            let anchor = self.relation.state(&path[back])?;
            let home = self.rings(&arena.set, &anchor)?;
            let last = path.last().expect("it is not empty").clone();
            let here = self.relation.state(&last)?;
            let after = self.after(&here)?;
            for ring in &home.list {
                let next = self.and(&after, ring)?;
                if let Some(next) = self.pick(&next) {
                    path.push(next);
                    self.walk_in(path, &home)?;
                    return Ok((path.len() <= longest).then_some(back));
                }
            }
            // No way back: the way led to states further down, where there may be one.
            for _ in 0..stride {
                let last = path.last().expect("it is not empty").clone();
                let next = self.successor(&last, &arena.set)?;
                path.push(next.expect("executions stay in the arena"));
            }
            stride *= 2;
        }
        Ok(None)
    }

    /// The execution along a path from a full step on. Inputs of the last step are arbitrary.
    pub fn trace(&mut self, start: &[Value], path: &[State]) -> Of<Trace> {
        let system = self.system;
        let wires = system.wire_order();
        let functions = Functions::default();
        let mut steps: Vec<Vec<Value>> = Vec::with_capacity(path.len());
        let mut states: Vec<(VarId, Value)> = system
            .var_ids()
            .filter(|&v| matches!(system.var(v).kind, VarKind::State { .. }))
            .map(|v| (v, start[v.index()].clone()))
            .collect();
        for (at, state) in path.iter().enumerate() {
            let mut values = start.to_vec();
            for (var, value) in &states {
                values[var.index()] = value.clone();
            }
            let inputs = match path.get(at + 1) {
                Some(next) => self.inputs_between(state, next)?,
                None => FxHashMap::default(),
            };
            for var in system.var_ids() {
                if matches!(system.var(var).kind, VarKind::Input) {
                    let chosen = inputs.get(&var).cloned();
                    values[var.index()] = chosen.unwrap_or_else(|| default_value(system, var));
                }
            }
            fill_wires(self.system, &wires, &mut values);
            if at + 1 < path.len() {
                let mut here = Evaluator::new(&system.pool, &values, &functions);
                for (var, value) in &mut states {
                    if let VarKind::State { next, .. } = system.var(*var).kind {
                        *value = here.eval(next).expect("finite systems divide by no zero");
                    }
                }
            }
            steps.push(values);
        }
        Ok(Trace { steps, functions })
    }

    /// Inputs that lead from one state to another.
    fn inputs_between(&mut self, from: &State, to: &State) -> Of<FxHashMap<VarId, Value>> {
        let (from_set, to_set) = (self.relation.state(from)?, self.relation.state(to)?);
        let steps = self.relation.steps(&from_set, &to_set)?;
        let picked = self.relation.pick(&steps);
        let (_, inputs) = picked.expect("a transition leads from each state of a path to the next");
        Ok(self.values_of_inputs(&inputs))
    }

    fn values_of_inputs(&self, bits: &[bool]) -> FxHashMap<VarId, Value> {
        let model = &self.model;
        let truth: FxHashMap<usize, bool> = model
            .inputs
            .iter()
            .map(|(lit, _)| lit.node())
            .zip(bits.iter().copied())
            .collect();
        let mut values = FxHashMap::default();
        for (_, var) in &model.inputs {
            values.entry(*var).or_insert_with(|| {
                model.current[var].value(|lit| match lit.as_constant() {
                    Some(constant) => constant,
                    None => truth[&lit.node()],
                })
            });
        }
        values
    }

    /// The first step of an execution that begins in one of these initial states.
    pub fn first_step(&mut self, within: &Func) -> Of<Option<Vec<Value>>> {
        let starts = self.and(&self.starts.clone(), within)?;
        let Some((latches, inputs)) = self.relation.pick(&starts) else {
            return Ok(None);
        };
        let inputs = self.values_of_inputs(&inputs);
        let system = self.system;
        let latch_of: FxHashMap<usize, bool> = self
            .model
            .latches
            .iter()
            .map(|l| l.now.node())
            .zip(latches)
            .collect();
        let choose = |var: VarId, _: usize| match &system.var(var).kind {
            VarKind::Input => inputs
                .get(&var)
                .filter(|_| self.model.read_by_init.contains(&var))
                .cloned()
                .unwrap_or_else(|| default_value(system, var)),
            _ => match self.model.current.get(&var) {
                Some(value) => value.value(|lit| match lit.as_constant() {
                    Some(constant) => constant,
                    None => latch_of[&lit.node()],
                }),
                None => default_value(system, var),
            },
        };
        let trace = execute(system, 1, Functions::default(), choose);
        let mut trace = trace.expect("finite systems divide by no zero");
        Ok(trace.steps.pop())
    }

    /// A fair execution that begins with this step, which is initial: its last state is the one at the step with the second result.
    pub fn execution(&mut self, first: &[Value]) -> Of<(Trace, usize)> {
        let mut path = vec![self.latches_of(first)];
        let fair = self.fair.clone();
        let arena = self.arena(&fair)?;
        let back = self.go_round(&mut path, &arena, usize::MAX)?;
        let back = back.expect("it may be as long as it takes");
        Ok((self.trace_from_start(first, &path)?, back))
    }

    /// As [`Kripke::trace`], from a first step with the inputs that its initial values read.
    pub fn trace_from_start(&mut self, first: &[Value], path: &[State]) -> Of<Trace> {
        let mut trace = self.trace(first, path)?;
        // What initial values read is not read by transitions.
        for var in &self.model.read_by_init {
            trace.steps[0][var.index()] = first[var.index()].clone();
        }
        let wires = self.system.wire_order();
        fill_wires(self.system, &wires, &mut trace.steps[0]);
        Ok(trace)
    }
}

/// Computes the wires of a step, each after the wires that it reads.
fn fill_wires(system: &System, wires: &[VarId], values: &mut [Value]) {
    let functions = Functions::default();
    let mut computed = Vec::with_capacity(wires.len());
    let mut here = Evaluator::new(&system.pool, &*values, &functions);
    for &var in wires {
        let VarKind::Wire { def } = system.var(var).kind else {
            unreachable!("only wires are ordered");
        };
        let value = here.eval(def).expect("finite systems divide by no zero");
        here.assume(var, value.clone());
        computed.push((var, value));
    }
    for (var, value) in computed {
        values[var.index()] = value;
    }
}
