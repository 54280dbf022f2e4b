//! The simulation itself.
//!
//! References: [1] Ulrich: Exclusive Simulation of Activity in Digital Networks, CACM 1969, for the events; [2] Waicukauski
//! et al.: Fault Simulation for Structured VLSI, VLSI Systems Design 1985, for many patterns of one fault at a time.
//!
//! Invariant: between mutants `value` is what the original computes (`base`), but for gates that only patches have.

use assay_aig::AigLit;

use super::model::{Change, Model};
use super::patterns::{Patterns, Source};
use super::{LANES, Lanes, WORDS};

const ALL: Lanes = [u64::MAX; WORDS];
/// So often a pattern that violates an assumption is drawn again.
const ATTEMPTS: usize = 8;

/// A mutant violates a property, with all its assumptions satisfied up to there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    pub mutant: usize,
    pub property: usize,
    pub step: usize,
    /// The pattern.
    pub lane: usize,
}

/// What is wanted of a run.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// A mutant is done with its first hit.
    pub one_each: bool,
    /// No step begins after this many gates were computed.
    pub budget: u64,
}

/// Runs the patterns on these mutants, each with the properties that it is asked about: of each property the first
/// violation. Returns as well how many gates were computed.
pub fn sweep(
    model: &Model,
    patterns: &Patterns,
    members: &[(usize, Vec<usize>)],
    sweep: Sweep,
) -> (Vec<Hit>, u64) {
    let mut machine = Machine::new(model);
    let wanted = |(m, open): &(usize, Vec<usize>)| {
        Some(Runner {
            mutant: *m,
            change: model.changes.get(m)?,
            open: open.clone(),
            carried: Vec::new(),
            alive: ALL,
        })
    };
    let mut runners: Vec<Runner<'_>> = members.iter().filter_map(wanted).collect();
    let mut hits = Vec::new();
    for step in 0..patterns.len() {
        if runners.is_empty() || machine.work > sweep.budget {
            break;
        }
        if step > 0 {
            machine.advance();
        }
        machine.drive(patterns.step(step), step);
        machine.value[..model.original].copy_from_slice(&machine.base);
        for runner in &mut runners {
            and(&mut runner.alive, patterns.present(step));
            machine.step(runner, step, sweep.one_each, &mut hits);
        }
        runners.retain(|r| !r.open.is_empty() && r.alive != [0; WORDS]);
    }
    (hits, machine.work)
}

/// Draws patterns of so many steps that the original's assumptions admit, as far as a few attempts go.
pub fn draw(model: &Model, source: &mut Source<'_>, steps: usize) -> Patterns {
    let mut machine = Machine::new(model);
    let mut patterns = Patterns::new();
    let mut admitted = ALL;
    for step in 0..steps {
        let mut drawn = source.draw(step, ALL);
        if model.assumed != AigLit::TRUE {
            if step > 0 {
                machine.advance();
            }
            machine.drive(&drawn, step);
            for _ in 0..ATTEMPTS {
                let mut failing = at(&machine.base, !model.assumed);
                and(&mut failing, admitted);
                if failing == [0; WORDS] {
                    break;
                }
                drawn = source.draw(step, failing);
                machine.drive(&drawn, step);
            }
            and(&mut admitted, at(&machine.base, model.assumed));
        }
        patterns.push(drawn, ALL);
    }
    patterns
}

/// A mutant on its way.
struct Runner<'m> {
    mutant: usize,
    change: &'m Change,
    /// Properties that it has not violated.
    open: Vec<usize>,
    /// Latches that differ from the original's at the next step, by number.
    carried: Vec<(u32, Lanes)>,
    /// Patterns on which its assumptions held so far.
    alive: Lanes,
}

struct Machine<'m> {
    model: &'m Model,
    base: Vec<Lanes>,
    value: Vec<Lanes>,
    /// Gates to be computed again, one bit each; there are none outside of these words.
    pending: Vec<u64>,
    window: (usize, usize),
    /// Cut nodes of the mutant at hand.
    forced: Vec<bool>,
    touched: Vec<u32>,
    work: u64,
}

fn and(lanes: &mut Lanes, other: Lanes) {
    for k in 0..WORDS {
        lanes[k] &= other[k];
    }
}

fn at(values: &[Lanes], lit: AigLit) -> Lanes {
    let flip = 0u64.wrapping_sub(u64::from(lit.is_inverted()));
    values[lit.node()].map(|w| w ^ flip)
}

fn gate(values: &[Lanes], (a, b): (AigLit, AigLit)) -> Lanes {
    let mut value = at(values, a);
    and(&mut value, at(values, b));
    value
}

impl<'m> Machine<'m> {
    fn new(model: &'m Model) -> Machine<'m> {
        let nodes = model.gates.len();
        Machine {
            model,
            base: vec![[0; WORDS]; model.original],
            value: vec![[0; WORDS]; nodes],
            pending: vec![0; nodes.div_ceil(64)],
            window: (usize::MAX, 0),
            forced: vec![false; model.original],
            touched: Vec::new(),
            work: 0,
        }
    }

    /// The original's state after the step that was computed.
    fn advance(&mut self) {
        let latches = &self.model.latches;
        let next: Vec<Lanes> = latches.iter().map(|l| at(&self.base, l.next)).collect();
        for (latch, next) in latches.iter().zip(next) {
            self.base[latch.node as usize] = next;
        }
    }

    /// The original's values under these of the open variables.
    fn drive(&mut self, opens: &[Lanes], step: usize) {
        let model = self.model;
        for (&node, &lanes) in model.open_nodes.iter().zip(opens) {
            self.base[node as usize] = lanes;
        }
        self.compute();
        if step == 0 {
            // Initial values read open variables only, which are there.
            for latch in &model.latches {
                if let Some(init) = latch.init {
                    self.base[latch.node as usize] = at(&self.base, init);
                }
            }
            self.compute();
        }
    }

    fn compute(&mut self) {
        for &n in &self.model.order {
            self.base[n as usize] = gate(&self.base, self.model.gates[n as usize]);
        }
        self.work += self.model.order.len() as u64;
    }

    /// One step of a mutant.
    fn step(&mut self, runner: &mut Runner<'m>, step: usize, one_each: bool, hits: &mut Vec<Hit>) {
        let (model, change) = (self.model, runner.change);
        self.compute_own(change);
        if step == 0 {
            for &(latch, init) in &change.inits {
                runner.carried.push((latch, at(&self.value, init)));
            }
        }
        for (latch, value) in runner.carried.drain(..) {
            self.set(model.latches[latch as usize].node as usize, value);
        }
        for &(node, _) in &change.cuts {
            self.forced[node as usize] = true;
        }
        // A definition may read what the changed wires of other places lead to, and these wires themselves, which no gate of the original
        // need read. There are no cycles, so this ends; mostly after two rounds.
        loop {
            self.compute_own(change);
            let mut changed = false;
            for &(node, new) in &change.cuts {
                changed |= self.set(node as usize, at(&self.value, new));
            }
            if !changed && self.window.0 > self.window.1 {
                break;
            }
            self.propagate();
        }
        for &(node, _) in &change.cuts {
            self.forced[node as usize] = false;
        }
        and(&mut runner.alive, at(&self.value, change.assumed));
        let alive = runner.alive;
        for &(property, holds) in &model.properties {
            let mut changed = change.properties.iter();
            let changed = changed.find(|(p, _)| *p == property);
            let holds = at(&self.value, changed.map_or(holds, |(_, new)| *new));
            let violated =
                |lane: &usize| (alive[lane / 64] & !holds[lane / 64]) >> (lane % 64) & 1 == 1;
            if (0..WORDS).all(|k| alive[k] & !holds[k] == 0) || !runner.open.contains(&property) {
                continue;
            }
            let lane = (0..LANES).find(violated).expect("there is one");
            hits.push(Hit {
                mutant: runner.mutant,
                property,
                step,
                lane,
            });
            if one_each {
                runner.open.clear();
            } else {
                runner.open.retain(|p| *p != property);
            }
            if runner.open.is_empty() {
                break;
            }
        }
        self.remember(runner);
    }

    /// What the mutant's latches will differ in; the values are the original's again.
    fn remember(&mut self, runner: &mut Runner<'m>) {
        let (model, change) = (self.model, runner.change);
        for &(latch, new) in &change.nexts {
            let new = at(&self.value, new);
            if new != at(&self.base, model.latches[latch as usize].next) {
                runner.carried.push((latch, new));
            }
        }
        let replaced = |latch: u32| change.nexts.iter().any(|(l, _)| *l == latch);
        for &node in &self.touched {
            let node = node as usize;
            if self.value[node] != self.base[node] {
                for &latch in model.remembered_by.of(node) {
                    if !replaced(latch) {
                        let new = at(&self.value, model.latches[latch as usize].next);
                        runner.carried.push((latch, new));
                    }
                }
                self.value[node] = self.base[node];
            }
        }
        self.touched.clear();
    }

    fn compute_own(&mut self, change: &Change) {
        for &n in &change.own {
            self.value[n as usize] = gate(&self.value, self.model.gates[n as usize]);
        }
        self.work += change.own.len() as u64 + 1;
    }

    /// Whether the node had another value.
    fn set(&mut self, node: usize, value: Lanes) -> bool {
        if self.value[node] == value {
            return false;
        }
        self.value[node] = value;
        self.touched.push(node as u32);
        for &user in self.model.users.of(node) {
            let word = user as usize / 64;
            self.pending[word] |= 1 << (user % 64);
            self.window = (self.window.0.min(word), self.window.1.max(word));
        }
        true
    }

    /// Computes what depends on what was set, upwards.
    fn propagate(&mut self) {
        let mut word = self.window.0;
        while word <= self.window.1 {
            while self.pending[word] != 0 {
                let bit = self.pending[word].trailing_zeros() as usize;
                self.pending[word] &= self.pending[word] - 1;
                let node = word * 64 + bit;
                if !self.forced[node] {
                    let value = gate(&self.value, self.model.gates[node]);
                    self.work += 1;
                    self.set(node, value);
                }
            }
            word += 1;
        }
        self.window = (usize::MAX, 0);
    }
}
