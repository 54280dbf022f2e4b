//! Explicit Kripke structures and the labelling of their states: which sub-formulas hold where, one operator after the other, round by round.
//!
//! References: [1] Clarke, Emerson, Sistla: Automatic Verification of Finite-State Concurrent Systems Using Temporal Logic Specifications, TOPLAS
//! 1986.
//!
//! EX, E[p U q] and EG are labelled as in [1]; the operators about all executions are negations of these. Where there are conditions
//! of fairness, EG p is labelled at once: it holds where a path through states with p leads to a strongly connected part of such states
//! that has a transition and all conditions.
//!
//! It is slow and plain on purpose: what engines and checks say is compared with it, and people read its rounds.

use rustc_hash::FxHashMap;

use crate::{Formula, Paths};
use assay_term::TermId;

/// States are numbers from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kripke {
    /// Where transitions lead, for each state.
    pub next: Vec<Vec<usize>>,
    pub initial: Vec<usize>,
    /// For each condition of fairness and each state whether it holds there.
    pub fairness: Vec<Vec<bool>>,
}

/// One sub-formula and where it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    pub formula: Formula,
    pub holds: Vec<bool>,
    /// How the label came to the states. One round for what needs no repetition.
    pub rounds: Vec<Round>,
}

/// The states that the label is added to, and those that it is taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub added: Vec<usize>,
    pub removed: Vec<usize>,
}

/// What became of a formula in the initial states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    Fails,
    /// No fair execution starts in an initial state.
    NoExecutions,
}

type Members = Vec<bool>;

impl Kripke {
    /// The states from which a fair execution starts.
    pub fn fair(&self) -> Members {
        self.globally(&vec![true; self.next.len()])
    }

    /// Whether a set of states, the last of [`Kripke::label`], has all initial states that count.
    pub fn outcome(&self, holds: &[bool]) -> Outcome {
        let fair = self.fair();
        let initial = self.initial.iter().copied();
        let counting: Vec<usize> = initial.filter(|&s| fair[s]).collect();
        if counting.is_empty() {
            Outcome::NoExecutions
        } else if counting.iter().all(|&s| holds[s]) {
            Outcome::Holds
        } else {
            Outcome::Fails
        }
    }

    /// Every sub-formula once, operands first. `atom` says where a term holds. None for a formula of LTL.
    pub fn label(
        &self,
        formula: &Formula,
        mut atom: impl FnMut(TermId) -> Members,
    ) -> Option<Vec<Labels>> {
        let mut labelling = Labelling {
            of: self,
            fair: self.fair(),
            atom: &mut atom,
            done: Vec::new(),
            known: FxHashMap::default(),
        };
        labelling.add(formula)?;
        Some(labelling.done)
    }

    fn has_next(&self, state: usize, set: &[bool]) -> bool {
        self.next[state].iter().any(|&to| set[to])
    }

    /// E[p U q], with the states that each round adds.
    fn until(&self, p: &[bool], q: &[bool]) -> (Members, Vec<Vec<usize>>) {
        let mut set = q.to_vec();
        let mut rounds = vec![members(q)];
        loop {
            let reaches = |s: &usize| p[*s] && !set[*s] && self.has_next(*s, &set);
            let added: Vec<usize> = (0..set.len()).filter(reaches).collect();
            if added.is_empty() {
                return (set, rounds);
            }
            added.iter().for_each(|&s| set[s] = true);
            rounds.push(added);
        }
    }

    /// EG p without conditions of fairness, with the states that each round removes.
    fn stays(&self, p: &[bool]) -> (Members, Vec<Vec<usize>>) {
        let mut set = p.to_vec();
        let mut rounds = Vec::new();
        loop {
            let leaves = |s: &usize| set[*s] && !self.has_next(*s, &set);
            let removed: Vec<usize> = (0..set.len()).filter(leaves).collect();
            if removed.is_empty() {
                return (set, rounds);
            }
            removed.iter().for_each(|&s| set[s] = false);
            rounds.push(removed);
        }
    }

    /// EG p on fair executions.
    fn globally(&self, p: &[bool]) -> Members {
        let mut loops = vec![false; p.len()];
        for part in self.components(p) {
            let inside = |s: usize| part.contains(&s);
            let moves = part
                .iter()
                .any(|&s| self.next[s].iter().any(|&t| inside(t)));
            let mut conditions = self.fairness.iter();
            if moves && conditions.all(|c| part.iter().any(|&s| c[s])) {
                part.iter().for_each(|&s| loops[s] = true);
            }
        }
        self.until(p, &loops).0
    }

    /// The strongly connected parts of the states of a set: states that reach each other within it.
    fn components(&self, set: &[bool]) -> Vec<Vec<usize>> {
        // Kosaraju: in the reverse order in which a search leaves them, against the transitions.
        let count = set.len();
        let mut back = vec![Vec::new(); count];
        for (from, next) in self.next.iter().enumerate() {
            for &to in next.iter().filter(|&&to| set[from] && set[to]) {
                back[to].push(from);
            }
        }
        let forth = |s: usize| self.next[s].iter().copied().filter(|&t| set[t]).collect();
        let mut seen = vec![false; count];
        let mut left = Vec::new();
        for start in (0..count).filter(|&s| set[s]) {
            left.extend(search(start, &mut seen, &forth));
        }
        let mut seen = vec![false; count];
        let against = |s: usize| back[s].clone();
        let parts = left.into_iter().rev();
        parts
            .map(|start| search(start, &mut seen, &against))
            .filter(|part| !part.is_empty())
            .collect()
    }
}

/// What is reached from a state and was not seen before, in the order in which a search in depth leaves it.
fn search(start: usize, seen: &mut [bool], next: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut left = Vec::new();
    let mut stack = vec![(start, false)];
    while let Some((state, leaving)) = stack.pop() {
        if leaving {
            left.push(state);
        } else if !std::mem::replace(&mut seen[state], true) {
            stack.push((state, true));
            stack.extend(next(state).into_iter().map(|to| (to, false)));
        }
    }
    left
}

fn members(set: &[bool]) -> Vec<usize> {
    (0..set.len()).filter(|&s| set[s]).collect()
}

fn not(set: &[bool]) -> Members {
    set.iter().map(|b| !b).collect()
}

fn both(a: &[bool], b: &[bool]) -> Members {
    a.iter().zip(b).map(|(&a, &b)| a && b).collect()
}

fn either(a: &[bool], b: &[bool]) -> Members {
    a.iter().zip(b).map(|(&a, &b)| a || b).collect()
}

/// A formula whose operands are places in a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Atom(TermId),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Iff(usize, usize),
    Next(Paths, usize),
    Finally(Paths, usize),
    Globally(Paths, usize),
    Until(Paths, usize, usize),
}

struct Labelling<'a> {
    of: &'a Kripke,
    fair: Members,
    atom: &'a mut dyn FnMut(TermId) -> Members,
    done: Vec<Labels>,
    known: FxHashMap<Part, usize>,
}

impl Labelling<'_> {
    fn add(&mut self, formula: &Formula) -> Option<usize> {
        let part = match formula {
            Formula::Atom(term) => Part::Atom(*term),
            Formula::Not(a) => Part::Not(self.add(a)?),
            Formula::And(a, b) => Part::And(self.add(a)?, self.add(b)?),
            Formula::Or(a, b) => Part::Or(self.add(a)?, self.add(b)?),
            Formula::Iff(a, b) => Part::Iff(self.add(a)?, self.add(b)?),
            Formula::Next(paths, a) => Part::Next(*paths, self.add(a)?),
            Formula::Finally(paths, a) => Part::Finally(*paths, self.add(a)?),
            Formula::Globally(paths, a) => Part::Globally(*paths, self.add(a)?),
            Formula::Until(paths, a, b) => Part::Until(*paths, self.add(a)?, self.add(b)?),
        };
        if let Some(&known) = self.known.get(&part) {
            return Some(known);
        }
        let (holds, rounds) = self.label(part)?;
        self.known.insert(part, self.done.len());
        self.done.push(Labels {
            formula: formula.clone(),
            holds,
            rounds,
        });
        Some(self.done.len() - 1)
    }

    fn label(&mut self, part: Part) -> Option<(Members, Vec<Round>)> {
        let everywhere = vec![true; self.fair.len()];
        let of = |at: usize| &self.done[at].holds[..];
        let at_once = match part {
            Part::Atom(term) => (self.atom)(term),
            Part::Not(a) => not(of(a)),
            Part::And(a, b) => both(of(a), of(b)),
            Part::Or(a, b) => either(of(a), of(b)),
            Part::Iff(a, b) => of(a).iter().zip(of(b)).map(|(a, b)| a == b).collect(),
            Part::Next(Paths::Some, a) => self.some_next(of(a)),
            Part::Next(Paths::All, a) => not(&self.some_next(&not(of(a)))),
            Part::Finally(Paths::Some, a) => return Some(self.some_until(&everywhere, of(a))),
            Part::Finally(Paths::All, a) => return Some(self.not_globally(&not(of(a)))),
            Part::Globally(Paths::Some, a) => return Some(self.some_globally(of(a))),
            Part::Globally(Paths::All, a) => {
                return Some(turned(self.some_until(&everywhere, &not(of(a)))));
            }
            Part::Until(Paths::Some, a, b) => return Some(self.some_until(of(a), of(b))),
            Part::Until(Paths::All, a, b) => return Some(self.all_until(of(a), of(b))),
            Part::Next(Paths::This, _)
            | Part::Finally(Paths::This, _)
            | Part::Globally(Paths::This, _)
            | Part::Until(Paths::This, ..) => return None,
        };
        let round = Round {
            added: members(&at_once),
            removed: Vec::new(),
        };
        Some((at_once, vec![round]))
    }

    fn some_next(&self, p: &[bool]) -> Members {
        let goal = both(p, &self.fair);
        (0..p.len()).map(|s| self.of.has_next(s, &goal)).collect()
    }

    fn some_until(&self, p: &[bool], q: &[bool]) -> (Members, Vec<Round>) {
        let (set, rounds) = self.of.until(p, &both(q, &self.fair));
        let round = |added| Round {
            added,
            removed: Vec::new(),
        };
        (set, rounds.into_iter().map(round).collect())
    }

    fn some_globally(&self, p: &[bool]) -> (Members, Vec<Round>) {
        let mut rounds = vec![Round {
            added: members(p),
            removed: Vec::new(),
        }];
        if self.of.fairness.is_empty() {
            let (set, removed) = self.of.stays(p);
            rounds.extend(removed.into_iter().map(|removed| Round {
                added: Vec::new(),
                removed,
            }));
            return (set, rounds);
        }
        let set = self.of.globally(p);
        let removed = members(&both(p, &not(&set)));
        if !removed.is_empty() {
            rounds.push(Round {
                added: Vec::new(),
                removed,
            });
        }
        (set, rounds)
    }

    fn not_globally(&self, p: &[bool]) -> (Members, Vec<Round>) {
        turned(self.some_globally(p))
    }

    /// A[p U q]: neither does q stay away for ever, nor does p end before q comes.
    fn all_until(&self, p: &[bool], q: &[bool]) -> (Members, Vec<Round>) {
        let (no_p, no_q) = (not(p), not(q));
        let never = self.of.globally(&no_q);
        let (too_soon, _) = self.some_until(&no_q, &both(&no_p, &no_q));
        let set = not(&either(&never, &too_soon));
        if !self.of.fairness.is_empty() {
            let round = Round {
                added: members(&set),
                removed: Vec::new(),
            };
            return (set, vec![round]);
        }
        // As rounds: q holds, or no execution starts here; then p holds and all transitions lead to what has the label.
        let mut labelled = either(q, &not(&self.fair));
        let mut added = members(&labelled);
        let mut rounds = Vec::new();
        while rounds.is_empty() || !added.is_empty() {
            rounds.push(Round {
                added,
                removed: Vec::new(),
            });
            let comes = |s: &usize| {
                p[*s] && !labelled[*s] && self.of.next[*s].iter().all(|&to| labelled[to])
            };
            added = (0..p.len()).filter(comes).collect();
            added.iter().for_each(|&s| labelled[s] = true);
        }
        debug_assert_eq!(labelled, set, "the two ways to label agree");
        (set, rounds)
    }
}

/// The labels of the negation: what one gets the other loses.
fn turned((set, rounds): (Members, Vec<Round>)) -> (Members, Vec<Round>) {
    let count = set.len();
    let turn = |(at, round): (usize, Round)| match at {
        0 => Round {
            added: (0..count).filter(|s| !round.added.contains(s)).collect(),
            removed: Vec::new(),
        },
        _ => Round {
            added: round.removed,
            removed: round.added,
        },
    };
    (
        not(&set),
        rounds.into_iter().enumerate().map(turn).collect(),
    )
}
