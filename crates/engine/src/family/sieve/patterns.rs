//! What simulation tells of candidates, many patterns at once. It only ever refutes.

use assay_aig::{Patterns, WORDS};
use assay_solver::Lit;
use assay_solver::cdcl::Cdcl;

use super::{Candidate, Entry, Sieve};
use crate::correspondence::{Random, both, spread};

/// Steps of a random walk.
const WALK: usize = 64;

impl Sieve {
    /// Those of the candidates that a random walk refutes: a state that the member reaches, at the latest with its first violation,
    /// violates them.
    pub(super) fn refuted(&mut self, member: usize) -> Vec<bool> {
        let Sieve {
            model,
            entries,
            simulator,
            random,
            ..
        } = self;
        let mut refuted = vec![false; entries.len()];
        let latches = model.latches.iter();
        let mut state: Vec<Patterns> = latches.map(|_| random.patterns()).collect();
        for lit in model.pinned.lits() {
            state[lit.latch()] = spread(lit.value());
        }
        for (at, &latch) in self.switch_latches.iter().enumerate() {
            state[latch] = spread(at == member);
        }
        let mut admitted = spread(true);
        for step in 0..WALK {
            for (latch, &now) in model.latches.iter().zip(&state) {
                simulator.set(latch.current, now);
            }
            for &input in &model.inputs {
                simulator.set(input, random.patterns());
            }
            simulator.run(&model.aig);
            if step == 0 {
                admitted = simulator.get(model.init);
            }
            let constrained = both(admitted, simulator.get(model.constraint));
            for (entry, refuted) in entries.iter().zip(&mut refuted) {
                let fails = |c: &Candidate| match c {
                    Candidate::Not(cube) => cube.lits().iter().fold(admitted, |all, l| {
                        let latch = model.latches[l.latch()].current;
                        both(all, simulator.get(latch.invert_if(!l.value())))
                    }),
                    Candidate::Claim(at) => {
                        both(constrained, simulator.get(!model.claims[*at].now))
                    }
                };
                *refuted = *refuted || fails(&entry.candidate) != spread(false);
            }
            admitted = both(constrained, simulator.get(!model.bad));
            if admitted == spread(false) {
                break;
            }
            for (latch, now) in model.latches.iter().zip(&mut state) {
                *now = simulator.get(latch.next);
            }
        }
        refuted
    }

    /// Those that fail on the step that was just found, or on one much like it: all that is alive holds before it.
    pub(super) fn fail_alike(&mut self, member: usize, alive: &[bool]) -> Vec<usize> {
        let Sieve {
            model,
            circuit,
            step,
            simulator,
            random,
            ..
        } = self;
        for (latch, &lit) in model.latches.iter().zip(&self.now) {
            simulator.set(latch.current, value(step, Some(lit), random));
        }
        for (at, &latch) in self.switch_latches.iter().enumerate() {
            simulator.set(model.latches[latch].current, spread(at == member));
        }
        for &input in &model.inputs {
            let mut words = value(step, circuit.known(input), random);
            // All but the first have inputs of their own.
            words[1..].copy_from_slice(&random.patterns()[1..]);
            simulator.set(input, words);
        }
        simulator.run(&model.aig);
        // Other inputs may take back what claims and constraints say of the step's beginning.
        let mut admitted = both(simulator.get(model.constraint), simulator.get(!model.bad));
        admitted = both(admitted, simulator.get(model.known));
        for (entry, alive) in self.entries.iter().zip(alive) {
            if let (Candidate::Claim(at), true) = (&entry.candidate, alive) {
                admitted = both(admitted, simulator.get(model.claims[*at].now));
            }
        }
        let fails = |entry: &Entry| match &entry.candidate {
            Candidate::Not(cube) => cube.lits().iter().fold(admitted, |all, l| {
                let next = model.latches[l.latch()].next;
                both(all, simulator.get(next.invert_if(!l.value())))
            }),
            Candidate::Claim(at) => both(admitted, simulator.get(!model.claims[*at].next)),
        };
        let entries = self.entries.iter().enumerate();
        let failing = entries.filter(|(at, e)| alive[*at] && fails(e) != [0; WORDS]);
        failing.map(|(at, _)| at).collect()
    }
}

/// What the solver chose for all patterns, or anything.
fn value(solver: &Cdcl, lit: Option<Lit>, random: &mut Random) -> Patterns {
    match lit.and_then(|l| solver.model(l)) {
        Some(value) => spread(value),
        None => random.patterns(),
    }
}
