//! A fast simulator: does this stimulus make this mutant violate something? The original is run once
//! for a stimulus; of a mutant only what differs from it is computed, so that a mutant costs next to
//! nothing until the change shows.
//!
//! Machine numbers are exact where they fit; where one does not fit there is no answer. What is found
//! is evidence like any other and goes through the independent check.

mod first;
mod number;
mod program;
#[cfg(test)]
pub(crate) mod tests;
mod word;

use assay_system::{Mutants, Role, Stimulus, VarKind};
use assay_term::{Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use number::{FALSE, Number, TRUE, UNFIT, apply, value};
use program::{Code, Program, call, reads};

pub use program::{Base, Scope};

/// A property of the system and the first step at which it is violated.
pub type Hit = (usize, usize);

pub struct Simulator<'a> {
    mutants: &'a Mutants,
    program: Program,
    /// Slots of the variables that a difference is shown at. A property's own variable is specification,
    /// not something to differ in.
    shown: FxHashMap<u32, VarId>,
}

/// Where an execution of a mutant parts from the original's. Steps, and names of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// First difference at an output, with both sides' assumptions satisfied.
    pub visible: Option<(usize, String)>,
    /// First difference at any other variable of the model.
    pub masked: Option<(usize, String)>,
    /// The step at which the mutant's assumptions exclude what the original's admit.
    pub blocks: Option<usize>,
    /// The step at which the original's assumptions exclude what the mutant's admit.
    pub admits: Option<usize>,
}

/// What has to be computed again for one mutant.
pub struct Plan {
    mutant: usize,
    /// Slots that can differ, each after the slots it reads.
    order: Vec<u32>,
    /// States that can differ: their number and the slot they remember.
    states: Vec<(u32, u32)>,
    /// The slots of states that can begin elsewhere, each with that of its first value.
    begins: Vec<(u32, u32)>,
}

/// Room for one run after another.
pub struct Scratch {
    stamp: Vec<u32>,
    value: Vec<Number>,
    epoch: u32,
}

impl<'a> Simulator<'a> {
    pub fn new(mutants: &'a Mutants, properties: &[usize]) -> Simulator<'a> {
        let program = Program::new(mutants, properties);
        let system = &mutants.system;
        let specified = |v: VarId| system.properties.iter().any(|p| p.var == Some(v));
        let shown = system
            .var_ids()
            .filter(|&v| system.var(v).role != Role::Internal && !specified(v))
            .map(|v| (program.slot(system, v), v))
            .collect();
        Simulator {
            mutants,
            program,
            shown,
        }
    }

    /// What is needed to run these mutants.
    pub fn scope(&self, mutants: &[usize]) -> Scope {
        self.program.scope(mutants)
    }

    /// The original's execution, on which the mutants in `scope` can be run.
    pub fn base(&self, stimulus: &Stimulus, scope: &Scope) -> Base {
        self.program.base(&self.mutants.system, stimulus, scope)
    }

    pub fn scratch(&self) -> Scratch {
        let slots = self.program.code.len();
        Scratch {
            stamp: vec![0; slots],
            value: vec![FALSE; slots],
            epoch: 0,
        }
    }

    pub fn plan(&self, mutant: usize) -> Plan {
        let program = &self.program;
        let replaced = &program.replaced[mutant];
        let begins_elsewhere = self.begins_elsewhere(mutant);
        let mut affected: FxHashSet<u32> = FxHashSet::default();
        let mut stack: Vec<u32> = replaced.wires.iter().map(|(wire, _)| *wire).collect();
        let new_next = |i: u32| replaced.states.iter().find(|(s, _, _)| *s == i).copied();
        stack.extend(
            replaced
                .states
                .iter()
                .map(|(i, _, _)| program.states[*i as usize].slot),
        );
        let mut states: Vec<u32> = replaced.states.iter().map(|(i, _, _)| *i).collect();
        // Slots of this patch that the original does not have.
        let mut own: FxHashSet<u32> = FxHashSet::default();
        let mut below: Vec<u32> = replaced.roots().collect();
        while let Some(slot) = below.pop() {
            if slot >= program.original && own.insert(slot) {
                below.extend(reads(&program.code[slot as usize]));
            }
        }
        while let Some(slot) = stack.pop() {
            if !affected.insert(slot) {
                continue;
            }
            if slot < program.original {
                stack.extend(&program.users[slot as usize]);
            }
            for &i in program.remembered_by.get(&slot).into_iter().flatten() {
                if new_next(i).is_none() {
                    states.push(i);
                    stack.push(program.states[i as usize].slot);
                }
            }
            let begun = program.begun_by.get(&slot).filter(|_| begins_elsewhere);
            for &i in begun.into_iter().flatten() {
                states.push(i);
                stack.push(program.states[i as usize].slot);
            }
        }
        affected.extend(&own);
        states.sort_unstable();
        states.dedup();
        let remembers = |i: u32| new_next(i).map_or(program.states[i as usize].next, |s| s.1);
        let first = |i: &u32| {
            let state = &program.states[*i as usize];
            let init = new_next(*i).map_or(state.init, |s| s.2);
            Some((state.slot, init?))
        };
        let begins = states.iter().filter(|_| begins_elsewhere);
        Plan {
            mutant,
            order: self.order(mutant, &affected),
            begins: begins.filter_map(first).collect(),
            states: states.iter().map(|&i| (i, remembers(i))).collect(),
        }
    }

    /// Whether some initial value is another one than the original's.
    fn begins_elsewhere(&self, mutant: usize) -> bool {
        let Some(patch) = self.mutants.mutants[mutant].patch() else {
            return false;
        };
        let init = |kind: &VarKind| match kind {
            VarKind::State { init, .. } => *init,
            _ => None,
        };
        let mut vars = patch.vars.iter();
        vars.any(|(var, kind)| init(kind) != init(&self.mutants.system.var(*var).kind))
    }

    /// The affected slots, each after those it reads in the patched system.
    fn order(&self, mutant: usize, affected: &FxHashSet<u32>) -> Vec<u32> {
        let program = &self.program;
        let mut roots: Vec<u32> = affected.iter().copied().collect();
        roots.sort_unstable();
        let mut order: Vec<u32> = Vec::with_capacity(roots.len());
        let mut done: FxHashSet<u32> = FxHashSet::default();
        let mut stack: Vec<(u32, bool)> = roots.iter().rev().map(|&s| (s, false)).collect();
        while let Some((slot, ready)) = stack.pop() {
            if done.contains(&slot) {
                continue;
            }
            if ready {
                done.insert(slot);
                order.push(slot);
                continue;
            }
            stack.push((slot, true));
            let redirected = self.defined_by(mutant, slot);
            let read = match &redirected {
                Some(def) => std::slice::from_ref(def),
                None => reads(&program.code[slot as usize]),
            };
            let open = |s: &&u32| affected.contains(s) && !done.contains(s);
            stack.extend(read.iter().filter(open).map(|&s| (s, false)));
        }
        order
    }

    /// The slot that a patched wire is now defined by.
    fn defined_by(&self, mutant: usize, slot: u32) -> Option<u32> {
        let wires = &self.program.replaced[mutant].wires;
        wires.iter().find(|(w, _)| *w == slot).map(|(_, def)| *def)
    }

    /// The properties that the mutant violates on this execution, with every constraint satisfied up
    /// to there.
    pub fn run(&self, plan: &Plan, base: &Base, scratch: &mut Scratch) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        let changed = &self.program.replaced[plan.mutant].properties;
        self.walk(plan, base, scratch, |step, differs, at| {
            if !differs {
                return;
            }
            for &(p, slot) in &self.program.properties {
                let mut changed = changed.iter();
                let slot = changed.find(|(q, _)| *q == p).map_or(slot, |(_, new)| *new);
                if at(slot) == FALSE && !hits.iter().any(|(q, _)| *q == p) {
                    hits.push((p, step));
                }
            }
        });
        hits
    }

    /// How the mutant differs from the original on this execution.
    pub fn compare(&self, plan: &Plan, base: &Base, scratch: &mut Scratch) -> Comparison {
        let system = &self.mutants.system;
        let affected = plan
            .order
            .iter()
            .filter_map(|s| self.shown.get(s).map(|v| (*s, *v)));
        let (outputs, others): (Vec<_>, Vec<_>) = affected.partition(|(_, v)| self.is_output(*v));
        let original = base.admitted;
        let (mut visible, mut masked) = (None, None);
        let mut mutant = 0;
        let sure = self.walk(plan, base, scratch, |step, differs, at| {
            mutant = step + 1;
            if !differs || step >= original {
                return;
            }
            let differing = |list: &[(u32, VarId)]| {
                let values = &base.steps[step];
                let differs = |(s, _): &&(u32, VarId)| {
                    let (new, old) = (at(*s), values[*s as usize]);
                    new != old && new != UNFIT && old != UNFIT
                };
                list.iter().find(differs).map(|(_, v)| (step, *v))
            };
            visible = visible.or_else(|| differing(&outputs));
            masked = masked.or_else(|| differing(&others));
        });
        let name = |(step, v): (usize, VarId)| (step, system.var(v).name.clone());
        Comparison {
            visible: visible.map(name),
            masked: masked.map(name),
            blocks: (sure && base.sure && mutant < original).then_some(mutant),
            admits: (sure && base.sure && mutant > original).then_some(original),
        }
    }

    fn is_output(&self, var: VarId) -> bool {
        self.mutants.system.var(var).role == Role::Output
    }

    /// For how many steps the mutant's constraints hold.
    pub fn admitted(&self, plan: &Plan, base: &Base, scratch: &mut Scratch) -> usize {
        let mut steps = 0;
        self.walk(plan, base, scratch, |_, _, _| steps += 1);
        steps
    }

    /// The values of some variables on the mutant's execution, as long as its constraints hold. None
    /// where a value does not fit.
    pub fn values(
        &self,
        plan: &Plan,
        base: &Base,
        scratch: &mut Scratch,
        vars: &[VarId],
    ) -> Option<Vec<Vec<Value>>> {
        let system = &self.mutants.system;
        let slots: Vec<u32> = vars.iter().map(|v| self.program.slot(system, *v)).collect();
        let mut out: Vec<Option<Vec<Value>>> = Vec::new();
        self.walk(plan, base, scratch, |_, _, at| {
            let values = slots.iter().zip(vars);
            out.push(
                values
                    .map(|(&s, v)| value(at(s), system.sort(*v)))
                    .collect(),
            );
        });
        out.into_iter().collect()
    }

    /// Runs the mutant and shows each step whose constraints hold: its number, whether anything
    /// differs from the original, and the value of each slot. False if it ended because a number does
    /// not fit.
    fn walk(
        &self,
        plan: &Plan,
        base: &Base,
        scratch: &mut Scratch,
        mut show: impl FnMut(usize, bool, &dyn Fn(u32) -> Number),
    ) -> bool {
        let program = &self.program;
        let replaced = &program.replaced[plan.mutant];
        let mut carried: Vec<(u32, Number)> = if base.anywhere {
            Vec::new()
        } else {
            first::elsewhere(program, &plan.begins, base)
        };
        for (step, values) in base.steps.iter().enumerate() {
            scratch.epoch += 1;
            let epoch = scratch.epoch;
            let mut differs = false;
            for (slot, value) in carried.drain(..) {
                if value != values[slot as usize] {
                    scratch.stamp[slot as usize] = epoch;
                    scratch.value[slot as usize] = value;
                    differs = true;
                }
            }
            let changed = |&(wire, def): &(u32, u32)| values[wire as usize] != values[def as usize];
            differs |= replaced.wires.iter().any(changed);
            // Another assumption admits what the original excludes, and another property may fail on the same values.
            let asks_else = !replaced.constraints.is_empty() || !replaced.properties.is_empty();
            if differs {
                self.step(plan, values, base, scratch);
            }
            let Scratch { stamp, value, .. } = &*scratch;
            let at = |slot: u32| {
                if stamp[slot as usize] == epoch {
                    value[slot as usize]
                } else {
                    values[slot as usize]
                }
            };
            let constraints = program.constraints.iter().enumerate();
            let failing = constraints
                .map(|(c, &slot)| {
                    let new = replaced.constraints.iter().find(|(n, _)| *n == c);
                    at(new.map_or(slot, |(_, slot)| *slot))
                })
                .find(|&holds| holds != TRUE);
            if let Some(value) = failing {
                return value != UNFIT;
            }
            show(step, differs || asks_else, &at);
            let remembered = plan.states.iter();
            carried
                .extend(remembered.map(|&(i, next)| (program.states[i as usize].slot, at(next))));
        }
        true
    }

    /// Computes what differs in one step.
    fn step(&self, plan: &Plan, values: &[Number], base: &Base, scratch: &mut Scratch) {
        let epoch = scratch.epoch;
        for &slot in &plan.order {
            let Scratch { stamp, value, .. } = &*scratch;
            let at = |s: u32| {
                if stamp[s as usize] == epoch {
                    value[s as usize]
                } else {
                    values[s as usize]
                }
            };
            let stale = |args: &[u32]| args.iter().any(|&a| stamp[a as usize] == epoch);
            let new = match &self.program.code[slot as usize] {
                Code::Wire(def) => at(self.defined_by(plan.mutant, slot).unwrap_or(*def)),
                Code::Apply(op, args) if stale(args) => apply(*op, args, at),
                Code::Call(f, args) if stale(args) => call(&base.functions, *f, args, at),
                _ => continue,
            };
            if new != values[slot as usize] {
                scratch.stamp[slot as usize] = epoch;
                scratch.value[slot as usize] = new;
            }
        }
    }
}
