//! Simulation of the model: random executions from its initial states, and the neighbourhood of a counterexample.

use assay_aig::{AigLit, PATTERNS, Patterns, Simulator, WORDS};

use super::classes::Classes;
use crate::bits::{LatchLit, Model};

/// Steps of random executions, at most, and without any class being split.
const STEPS: usize = 256;
const QUIET: usize = 24;

const ALL: Patterns = [u64::MAX; WORDS];

/// Values of latches and inputs, by their place in the model.
pub struct Situation {
    pub latches: Vec<bool>,
    pub inputs: Vec<bool>,
}

/// The same numbers everywhere, every time: xorshift.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn patterns(&mut self) -> Patterns {
        std::array::from_fn(|_| self.word())
    }
}

pub fn both(a: Patterns, b: Patterns) -> Patterns {
    std::array::from_fn(|i| a[i] & b[i])
}

/// The same in every pattern.
pub fn spread(value: bool) -> Patterns {
    [if value { u64::MAX } else { 0 }; WORDS]
}

/// The first pattern of a set.
fn first(set: Patterns) -> Option<usize> {
    let word = set.iter().position(|&w| w != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

/// Random executions from a given initial state, and from as many others as are met by chance. `members` are the
/// nodes to compare.
pub fn explore(
    model: &Model,
    members: Vec<usize>,
    start: &Situation,
    random: &mut Random,
) -> (Classes, u64) {
    let aig = &model.aig;
    let mut values = Simulator::new();
    let pinned = |latch: usize| {
        let lits = [LatchLit::new(latch, true), LatchLit::new(latch, false)];
        lits.iter().any(|&l| model.pinned.contains(l))
    };
    // Pattern 0 is the state that was given.
    let given = |mut patterns: Patterns, value: bool| {
        patterns[0] = patterns[0] & !1 | u64::from(value);
        patterns
    };
    for (i, latch) in model.latches.iter().enumerate() {
        let value = start.latches[i];
        let patterns = if pinned(i) {
            spread(value)
        } else {
            given(random.patterns(), value)
        };
        values.set(latch.current, patterns);
    }
    let mut classes: Option<Classes> = None;
    let (mut quiet, mut work) = (0, 0);
    for step in 0..STEPS {
        for (&input, &value) in model.inputs.iter().zip(&start.inputs) {
            let patterns = random.patterns();
            values.set(
                input,
                if step == 0 {
                    given(patterns, value)
                } else {
                    patterns
                },
            );
        }
        values.run(aig);
        work += aig.len() as u64;
        let mut live = both(values.get(model.constraint), values.get(model.known));
        if step == 0 {
            live = both(live, values.get(model.init));
        }
        let Some(one) = first(live) else { break };
        let classes =
            classes.get_or_insert_with(|| Classes::new(aig, members.clone(), &values, one));
        quiet = if classes.refine(&values, live) {
            0
        } else {
            quiet + 1
        };
        if quiet == QUIET || classes.is_empty() {
            break;
        }
        let next: Vec<Patterns> = model.latches.iter().map(|l| values.get(l.next)).collect();
        for (latch, next) in model.latches.iter().zip(next) {
            // Where the constraints stopped an execution, another one goes on.
            let other = spread(next[one / 64] >> (one % 64) & 1 == 1);
            let state = std::array::from_fn(|i| next[i] & live[i] | other[i] & !live[i]);
            values.set(latch.current, state);
        }
    }
    let classes = classes.expect("the given state is an initial one");
    (classes, work)
}

/// Splits classes by what follows a state in which all of them hold, and by what follows states that differ from it in
/// one place, as far as they are such states too. `inputs` are those of the step after.
pub fn follow(
    model: &Model,
    classes: &mut Classes,
    from: &Situation,
    inputs: &[bool],
    random: &mut Random,
) -> u64 {
    let aig = &model.aig;
    let mut values = Simulator::new();
    let places = model.latches.len() + model.inputs.len();
    let mut flips: Vec<Vec<usize>> = vec![Vec::new(); 2 * places];
    for pattern in 1..PATTERNS {
        let place = (random.word() >> 16) as usize % (places + model.inputs.len());
        flips[place].push(pattern);
    }
    let flipped = |value: bool, place: usize| {
        let mut patterns = spread(value);
        for &pattern in &flips[place] {
            patterns[pattern / 64] ^= 1 << (pattern % 64);
        }
        patterns
    };
    for (i, latch) in model.latches.iter().enumerate() {
        values.set(latch.current, flipped(from.latches[i], i));
    }
    for latch in &model.latches {
        if let Some(leader) = classes.leader(latch.current.node()) {
            values.set(latch.current, values.get(leader));
        }
    }
    for (i, &input) in model.inputs.iter().enumerate() {
        values.set(input, flipped(from.inputs[i], model.latches.len() + i));
    }
    values.run(aig);
    let goes_on = |values: &Simulator| both(values.get(model.constraint), values.get(model.known));
    let live = both(classes.agreement(&values), goes_on(&values));
    debug_assert_eq!(live[0] & 1, 1, "all classes hold in the given state");
    let next: Vec<Patterns> = model.latches.iter().map(|l| values.get(l.next)).collect();
    for (latch, next) in model.latches.iter().zip(next) {
        values.set(latch.current, next);
    }
    for (i, &input) in model.inputs.iter().enumerate() {
        values.set(input, flipped(inputs[i], places + i));
    }
    values.run(aig);
    let live = both(live, goes_on(&values));
    classes.refine(&values, live);
    2 * aig.len() as u64
}

/// Splits classes by an initial state and its inputs.
pub fn begin(model: &Model, classes: &mut Classes, at: &Situation) -> u64 {
    let mut values = Simulator::new();
    let latches = model.latches.iter().map(|l| l.current).zip(&at.latches);
    let leaves = latches.chain(model.inputs.iter().copied().zip(&at.inputs));
    leaves.for_each(|(leaf, &value): (AigLit, _)| values.set(leaf, spread(value)));
    values.run(&model.aig);
    classes.refine(&values, ALL);
    model.aig.len() as u64
}
