//! Random circuits of latches and gates, and what is true of them by a search through all states.

use std::collections::VecDeque;

use assay_system::System;
use assay_term::{Sort, TermId};

use crate::{Build, Random};

/// An and of two signals, each perhaps inverted; a signal is twice its number plus one if inverted.
/// Signal 0 is false, then come latches, inputs and gates.
#[derive(Clone)]
pub struct Circuit {
    pub latches: usize,
    inputs: usize,
    gates: Vec<(usize, usize)>,
    next: Vec<usize>,
    starts_true: Vec<bool>,
    bad: usize,
    constraint: usize,
}

impl Circuit {
    pub fn random(random: &mut Random) -> Circuit {
        let latches = 2 + random.below(11);
        let inputs = random.below(4);
        let mut signals = 1 + latches + inputs;
        let mut gates = Vec::new();
        for _ in 0..latches * 3 {
            let mut pick = || 2 * (1 + random.below(signals - 1)) + random.below(2);
            gates.push((pick(), pick()));
            signals += 1;
        }
        // Recent signals are functions of more latches. Most latches change or stay, as those of counters do, so that
        // there are deep states.
        let mut next = Vec::new();
        for latch in 0..latches {
            let mut pick = || 2 * (signals - 1 - random.below(signals / 2)) + random.below(2);
            let (changes, now) = (pick(), 2 * (1 + latch));
            if random.below(4) == 0 {
                next.push(changes);
                continue;
            }
            gates.extend([(changes, now), (changes ^ 1, now ^ 1)]);
            gates.push((2 * signals + 1, 2 * signals + 3));
            next.push(2 * (signals + 2));
            signals += 3;
        }
        let mut pick = || 2 * (signals - 1 - random.below(signals / 2)) + random.below(2);
        let (x, y, z) = (pick(), pick(), pick());
        gates.extend([(x, y), (2 * signals, z)]);
        let bad = 2 * (signals + 1);
        let some = pick();
        let constraint = if random.below(4) == 0 { some } else { 1 };
        Circuit {
            latches,
            inputs,
            gates,
            next,
            starts_true: (0..latches).map(|_| random.below(4) == 0).collect(),
            bad,
            constraint,
        }
    }

    pub fn system(&self) -> System {
        let mut system = System::new();
        let latches: Vec<TermId> = (0..self.latches)
            .map(|i| system.state(&format!("l{i}"), Sort::Bool))
            .collect();
        let mut signals: Vec<TermId> = vec![system.pool.bool(false)];
        signals.extend(&latches);
        signals.extend((0..self.inputs).map(|i| system.input(&format!("i{i}"), Sort::Bool)));
        let of = |system: &mut System, signals: &[TermId], signal: usize| {
            let term = signals[signal / 2];
            if signal % 2 == 1 {
                system.pool.not(term)
            } else {
                term
            }
        };
        for &(a, b) in &self.gates {
            let (a, b) = (of(&mut system, &signals, a), of(&mut system, &signals, b));
            signals.push(system.pool.gate(a, b));
        }
        for (i, &latch) in latches.iter().enumerate() {
            let init = system.pool.bool(self.starts_true[i]);
            let next = of(&mut system, &signals, self.next[i]);
            system.set_state(latch, Some(init), next);
        }
        let good = of(&mut system, &signals, self.bad ^ 1);
        system.claim(good);
        if self.constraint != 1 {
            let constraint = of(&mut system, &signals, self.constraint);
            system.assume(constraint);
        }
        system
    }

    /// Steps before the nearest violation.
    pub fn violation(&self) -> Option<usize> {
        let start = (0..self.latches).filter(|&i| self.starts_true[i]);
        let start: usize = start.map(|i| 1 << i).sum();
        let mut seen = vec![false; 1 << self.latches];
        let mut queue = VecDeque::from([(start, 0)]);
        seen[start] = true;
        while let Some((state, depth)) = queue.pop_front() {
            for inputs in 0..1 << self.inputs {
                let mut values = vec![false];
                values.extend((0..self.latches).map(|i| state >> i & 1 == 1));
                values.extend((0..self.inputs).map(|i| inputs >> i & 1 == 1));
                let get = |values: &[bool], s: usize| values[s / 2] != (s % 2 == 1);
                for &(a, b) in &self.gates {
                    values.push(get(&values, a) && get(&values, b));
                }
                if !get(&values, self.constraint) {
                    continue;
                }
                if get(&values, self.bad) {
                    return Some(depth);
                }
                let next = self.next.iter().enumerate();
                let next = next.filter(|(_, s)| get(&values, **s));
                let next: usize = next.map(|(i, _)| 1 << i).sum();
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back((next, depth + 1));
                }
            }
        }
        None
    }

    /// Whether the constraint lets any execution begin.
    pub fn starts(&self) -> bool {
        let satisfied = Circuit {
            bad: self.constraint,
            ..self.clone()
        };
        satisfied.violation() == Some(0)
    }

    /// The circuit beside a copy of itself that has every other latch the other way round. It is bad when both are.
    pub fn doubled(&self) -> Circuit {
        let n = self.latches;
        let twisted = |latch: usize| latch % 2;
        // Signals of the original: inputs and gates move up to make room.
        let first = |s: usize| if s / 2 > n { s + 2 * n } else { s };
        let gates = self.gates.len();
        let second = |s: usize| match s / 2 {
            0 => s,
            i if i <= n => (s + 2 * n) ^ twisted(i - 1),
            i if i <= n + self.inputs => s + 2 * n,
            _ => s + 2 * (n + gates),
        };
        let pair = |f: &dyn Fn(usize) -> usize| -> Vec<(usize, usize)> {
            self.gates.iter().map(|&(a, b)| (f(a), f(b))).collect()
        };
        let mut all = pair(&first);
        all.extend(pair(&second));
        let signals = 1 + 2 * n + self.inputs + 2 * gates;
        all.push((first(self.bad), second(self.bad)));
        let mut next: Vec<usize> = self.next.iter().map(|&s| first(s)).collect();
        let copy = self.next.iter().enumerate();
        next.extend(copy.map(|(i, &s)| second(s) ^ twisted(i)));
        let mut starts_true = self.starts_true.clone();
        let copy = self.starts_true.iter().enumerate();
        starts_true.extend(copy.map(|(i, &value)| value != (twisted(i) == 1)));
        Circuit {
            latches: 2 * n,
            inputs: self.inputs,
            gates: all,
            next,
            starts_true,
            bad: 2 * signals,
            constraint: first(self.constraint),
        }
    }
}
