//! What drives the patterns: the values of every open variable at each step.
//!
//! The machine words of [`Lanes`] draw Boolean inputs in different ways. The first is uniform. In the second each pattern has
//! inputs that are mostly true and inputs that are mostly false: resets and enables want that. In the third inputs keep
//! their values for a while: timers want that. In the last one input is true at a time: protocols want one event a step.
//! Where there are assumptions, patterns that do not satisfy them are drawn again a few times.

use std::sync::Arc;

use assay_aig::Blasted;
use assay_system::{Mutants, Random, Role, Stimulus, System, default_value};
use assay_term::{BigInt, Functions, Sort, Value, VarId};

use super::model::{Model, Open};
use super::{LANES, Lanes, WORDS};
use crate::stimuli::{Worth, within};

pub struct Patterns {
    /// Of every open variable at step 0, of inputs at later steps: for each bit the patterns.
    steps: Vec<Vec<Lanes>>,
    /// Patterns that have such a step.
    present: Vec<Lanes>,
}

impl Patterns {
    pub fn new() -> Patterns {
        Patterns {
            steps: Vec::new(),
            present: Vec::new(),
        }
    }

    pub fn push(&mut self, step: Vec<Lanes>, present: Lanes) {
        self.steps.push(step);
        self.present.push(present);
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn step(&self, step: usize) -> &[Lanes] {
        &self.steps[step]
    }

    pub fn present(&self, step: usize) -> Lanes {
        self.present[step]
    }

    /// The same with one pattern only.
    #[cfg(test)]
    pub fn only(&self, lane: usize) -> Patterns {
        let mut present = [0; WORDS];
        present[lane / 64] = 1 << (lane % 64);
        Patterns {
            steps: self.steps.clone(),
            present: vec![present; self.len()],
        }
    }

    /// One pattern of so many steps, with the open variables that are wanted.
    pub fn stimulus(
        &self,
        model: &Model,
        lane: usize,
        length: usize,
        keep: impl Fn(VarId) -> bool,
    ) -> Stimulus {
        let mut opens: Vec<(usize, &Open)> = model.opens.iter().enumerate().collect();
        opens.retain(|(_, open)| keep(open.var));
        opens.sort_unstable_by_key(|(_, open)| open.var);
        let steps = (0..length).map(|step| {
            let value = |(at, open): &(usize, &Open)| {
                // What has one value only has it at step 0.
                let step = if *at < model.inputs { step } else { 0 };
                let mut bits = self.steps[step][open.bits.clone()].iter();
                open.value.value(|lit| match lit.as_constant() {
                    Some(constant) => constant,
                    None => {
                        let lanes = bits.next().expect("one for each bit that is not constant");
                        lanes[lane / 64] >> (lane % 64) & 1 == 1
                    }
                })
            };
            opens.iter().map(value).collect()
        });
        Stimulus {
            steps: steps.collect(),
            vars: opens.iter().map(|(_, open)| open.var).collect(),
            functions: Functions::default(),
        }
    }
}

/// The words that draw inputs in their own ways; what these say of Booleans and events does not concern other variables.
const BIASED: usize = 1;
const HELD: usize = 2;
const EVENTS: usize = 3;

/// How one variable is driven.
struct Manner {
    /// Of a Boolean: rarely true, or often. Of what belongs to a patch: stuck, and at which value.
    bias: [Lanes; 2],
    /// At most one of these is true at a time.
    event: bool,
    fresh: bool,
    /// Values worth trying, as bits.
    worth: Vec<Vec<bool>>,
}

/// Draws patterns, one step after the other.
pub struct Source<'m> {
    model: &'m Model,
    system: &'m System,
    random: Random,
    manners: Vec<Manner>,
    events: u64,
    /// The step drawn last, for all open variables.
    last: Vec<Lanes>,
}

impl<'m> Source<'m> {
    /// The same draws for the same seed.
    pub fn new(model: &'m Model, mutants: &'m Mutants, seed: u64) -> Self {
        let system = &mutants.system;
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xa55a);
        let worth = Worth::of(system);
        let manner = |(at, open): (usize, &Open)| {
            let variable = system.var(open.var);
            let fresh = open.var.index() >= mutants.fresh_from;
            let sort = system.sort(open.var);
            Manner {
                bias: [lanes(&mut random), lanes(&mut random)],
                event: at < model.inputs && sort == Sort::Bool && variable.role == Role::Input,
                fresh,
                worth: match sort {
                    Sort::BitVec(width) => worth.bits(width),
                    _ => vec![],
                },
            }
        };
        let manners: Vec<Manner> = model.opens.iter().enumerate().map(manner).collect();
        let events = manners.iter().filter(|m| m.event).count() as u64;
        Source {
            model,
            system,
            random,
            manners,
            events,
            last: vec![[0; WORDS]; model.open_nodes.len()],
        }
    }

    /// Draws a step; only the patterns in `wanted` get other values than before.
    pub fn draw(&mut self, step: usize, wanted: Lanes) -> Vec<Lanes> {
        let count = self.driven(step);
        let happens = self.events();
        let mut event = 0;
        for at in 0..count {
            let (open, manner) = (&self.model.opens[at], &self.manners[at]);
            let random = &mut self.random;
            let mut drawn: Vec<Lanes> = match &self.system.var(open.var).range {
                Some(range) => in_range(range, open, random),
                None => open.bits.clone().map(|_| lanes(random)).collect(),
            };
            if !manner.worth.is_empty() {
                try_worthy(&mut drawn, &manner.worth, random);
            }
            if manner.fresh && self.system.var(open.var).range.is_none() {
                let [stuck, value] = manner.bias;
                for lanes in &mut drawn {
                    (0..WORDS).for_each(|k| lanes[k] = choose(stuck[k], value[k], lanes[k]));
                }
            } else if self.system.sort(open.var) == Sort::Bool {
                let [rarely, often] = manner.bias.map(|lanes| lanes[BIASED]);
                let (also, or) = (random.bits() & random.bits(), random.bits() | random.bits());
                let lanes = &mut drawn[0];
                let some = choose(often, lanes[BIASED] | or, lanes[BIASED]);
                lanes[BIASED] = choose(rarely, lanes[BIASED] & also, some);
            }
            if manner.event {
                if self.events > 2 {
                    drawn[0][EVENTS] = happens[event];
                }
                event += 1;
            }
            let keep = holding(random, step);
            for (last, mut drawn) in self.last[open.bits.clone()].iter_mut().zip(drawn) {
                drawn[HELD] = choose(keep, last[HELD], drawn[HELD]);
                (0..WORDS).for_each(|k| last[k] = choose(wanted[k], drawn[k], last[k]));
            }
        }
        let driven = self.model.opens[..count].last();
        self.last[..driven.map_or(0, |open| open.bits.end)].to_vec()
    }

    /// For each event the patterns of the last word in which it happens, if any does.
    fn events(&mut self) -> Vec<u64> {
        let mut happens = vec![0u64; self.events as usize];
        for lane in 0..64 {
            let event = self.random.below(self.events + 1) as usize;
            if let Some(lanes) = happens.get_mut(event) {
                *lanes |= 1 << lane;
            }
        }
        happens
    }

    /// Patterns that repeat these executions, as often as there is room: the first time as they are, then with some bits
    /// turned over. What belongs to a patch and is not named is drawn.
    pub fn repeat(&mut self, stimuli: &[Arc<Stimulus>]) -> Patterns {
        let longest = stimuli.iter().map(|s| s.len()).max().unwrap_or(0);
        let mut copies = [0; WORDS];
        (stimuli.len()..LANES).for_each(|lane| set(&mut copies, lane, true));
        let mut patterns = Patterns::new();
        for step in 0..longest {
            let mut drawn = self.draw(step, [u64::MAX; WORDS]);
            let mut present = [0; WORDS];
            for lane in 0..LANES {
                let stimulus = &stimuli[lane % stimuli.len()];
                set(&mut present, lane, step < stimulus.len());
            }
            for at in 0..self.driven(step) {
                let open = &self.model.opens[at];
                for (first, stimulus) in stimuli.iter().enumerate() {
                    let Some(value) = self.given(at, stimulus, step) else {
                        continue;
                    };
                    for (bit, truth) in open.bits.clone().zip(truths(open, &value)) {
                        let lanes = (first..LANES).step_by(stimuli.len());
                        lanes.for_each(|lane| set(&mut drawn[bit], lane, truth));
                    }
                }
                if self.system.var(open.var).range.is_none() {
                    for lanes in &mut drawn[open.bits.clone()] {
                        let turned = seldom(&mut self.random);
                        (0..WORDS).for_each(|k| lanes[k] ^= turned[k] & copies[k]);
                    }
                }
            }
            patterns.push(drawn, present);
        }
        patterns
    }

    /// The value of an open variable in an execution, unless it is to be drawn.
    fn given(&self, at: usize, stimulus: &Stimulus, step: usize) -> Option<Value> {
        let var = self.model.opens[at].var;
        let in_range = |value: &&Value| match (&self.system.var(var).range, value) {
            (Some((lo, hi)), Value::Int(n)) => lo <= n && n <= hi,
            _ => true,
        };
        match stimulus.value(step, var).filter(in_range) {
            Some(value) => Some(value.clone()),
            None if self.manners[at].fresh => None,
            None => Some(default_value(self.system, var)),
        }
    }

    /// How many of the open variables have a value of their own at this step.
    fn driven(&self, step: usize) -> usize {
        match step {
            0 => self.model.opens.len(),
            _ => self.model.inputs,
        }
    }
}

fn set(lanes: &mut Lanes, lane: usize, truth: bool) {
    let mask = 1 << (lane % 64);
    if truth {
        lanes[lane / 64] |= mask
    } else {
        lanes[lane / 64] &= !mask
    }
}

fn lanes(random: &mut Random) -> Lanes {
    std::array::from_fn(|_| random.bits())
}

/// `yes` where `condition` holds, else `no`.
fn choose(condition: u64, yes: u64, no: u64) -> u64 {
    condition & yes | !condition & no
}

/// One in sixteen.
fn seldom(random: &mut Random) -> Lanes {
    std::array::from_fn(|_| random.bits() & random.bits() & random.bits() & random.bits())
}

/// Patterns of the third word in which a variable keeps its value: half of them mostly, the others nearly always.
fn holding(random: &mut Random, step: usize) -> u64 {
    let often = random.bits() | random.bits();
    match step {
        0 => 0,
        _ => often | (random.bits() << 32),
    }
}

/// Puts values worth trying in place of half of what was drawn.
fn try_worthy(drawn: &mut [Lanes], worth: &[Vec<bool>], random: &mut Random) {
    let replaced = lanes(random);
    for lane in 0..LANES {
        if replaced[lane / 64] >> (lane % 64) & 1 == 1 {
            let value = &worth[random.below(worth.len() as u64) as usize];
            let bits = drawn.iter_mut().zip(value);
            bits.for_each(|(lanes, &truth)| set(lanes, lane, truth));
        }
    }
}

/// Integers within the range of a variable.
fn in_range(range: &(BigInt, BigInt), open: &Open, random: &mut Random) -> Vec<Lanes> {
    let mut drawn = vec![[0; WORDS]; open.bits.len()];
    for lane in 0..LANES {
        let value = within(range, random);
        let bits = drawn.iter_mut().zip(truths(open, &value));
        bits.for_each(|(lanes, truth)| set(lanes, lane, truth));
    }
    drawn
}

/// The bits of a value of an open variable that are not constant.
fn truths(open: &Open, value: &Value) -> Vec<bool> {
    let value = Blasted::constant(value).expect("open variables of a model are finite");
    let bit = |i: usize| match &value {
        Blasted::Int(word) => word.bit(i),
        _ => value.bits()[i],
    };
    let bits = open.value.bits().iter().enumerate();
    bits.filter(|(_, lit)| lit.as_constant().is_none())
        .map(|(i, _)| bit(i).as_constant().expect("a constant has constant bits"))
        .collect()
}
