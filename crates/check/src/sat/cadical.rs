//! CaDiCaL, raw: clauses in, an answer with its evidence out. A fresh solver for each question.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::gates::Clauses;
use crate::lrat::Line;

pub(super) enum Answer {
    /// `ids[i]` is what the proof calls the i-th clause.
    Unsat {
        ids: Vec<i64>,
        proof: Vec<Line>,
    },
    /// Whether a literal is true in the model.
    Sat {
        is_true: Box<dyn Fn(i32) -> bool>,
    },
    Undecided(String),
}

#[derive(Default)]
struct Recorder {
    ids: Vec<i64>,
    proof: Vec<Line>,
}

/// Only what LRAT has lines for is kept. The literals of original clauses are not: the verifier
/// uses our own.
impl ProofTracer for Recorder {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if !restored {
            self.ids.push(id);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], hints: &[i64]) {
        self.proof.push(Line::Derive {
            id,
            clause: clause.to_vec(),
            hints: hints.to_vec(),
        });
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.proof.push(Line::Delete { id });
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

struct Deadline(Instant);

impl Terminator for Deadline {
    fn terminated(&mut self) -> bool {
        Instant::now() >= self.0
    }
}

pub(super) fn solve(clauses: &Clauses, deadline: Instant) -> Answer {
    let recorder = Rc::new(RefCell::new(Recorder::default()));
    let mut solver = CaDiCal::new();
    solver.set("quiet", 1);
    // Bounded variable addition is the one technique whose proof is not by unit propagation.
    solver.set("factor", 0);
    solver.connect_proof_tracer1(Rc::clone(&recorder), true, false);
    solver.connect_terminator(Deadline(deadline));
    for clause in clauses.iter() {
        for &literal in clause {
            solver.add(literal);
        }
        solver.add(0);
    }
    match solver.solve() {
        Status::UNSATISFIABLE => {
            drop(solver);
            let recorder = recorder.take();
            Answer::Unsat {
                ids: recorder.ids,
                proof: recorder.proof,
            }
        }
        Status::SATISFIABLE => {
            let model: Vec<bool> = (1..=solver.vars()).map(|v| solver.val(v) > 0).collect();
            Answer::Sat {
                is_true: Box::new(move |literal| {
                    let var = literal.unsigned_abs() as usize;
                    model.get(var - 1).copied().unwrap_or(false) == (literal > 0)
                }),
            }
        }
        Status::UNKNOWN => Answer::Undecided("no answer within the time given".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lrat;
    use crate::sat::gates::{Gates, Signal};
    use crate::sat::word::Word;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    /// (a + b) * c differs from a * c + b * c, which needs search and not only propagation.
    fn distributivity_fails() -> Clauses {
        let g = &mut Gates::new();
        let mut facts = Vec::new();
        let mut unknown = |g: &mut Gates| {
            let (word, fact) = Word::free(g, &(-2).into(), &5.into());
            facts.push(fact);
            word
        };
        let (a, b, c) = (unknown(g), unknown(g), unknown(g));
        let left = a.add(g, &b).mul(g, &c);
        let (ac, bc) = (a.mul(g, &c), b.mul(g, &c));
        let right = ac.add(g, &bc);
        let same = left.eq(g, &right);
        g.clauses(&facts, &[!same])
    }

    fn proof_of(clauses: &Clauses) -> (Vec<i64>, Vec<Line>) {
        match solve(clauses, soon()) {
            Answer::Unsat { ids, proof } => (ids, proof),
            _ => panic!("the clauses are contradictory"),
        }
    }

    #[test]
    fn proofs_of_cadical_pass() {
        let clauses = distributivity_fails();
        let (ids, proof) = proof_of(&clauses);
        assert!(proof.len() > 100, "too easy to be a test: {}", proof.len());
        let formula = || ids.iter().copied().zip(clauses.iter());
        assert_eq!(lrat::check(formula(), &proof), Ok(()));
    }

    #[test]
    fn a_proof_does_not_survive_losing_what_it_needs() {
        let clauses = distributivity_fails();
        let (ids, proof) = proof_of(&clauses);
        let formula = || ids.iter().copied().zip(clauses.iter());
        let last = proof.len()
            - proof
                .iter()
                .rev()
                .take_while(|l| matches!(l, Line::Delete { .. }))
                .count();
        assert!(lrat::check(formula(), &proof[..last - 1]).is_err());
        assert!(lrat::check(formula(), &[]).is_err());
        let mut reversed = proof.clone();
        reversed.reverse();
        assert!(lrat::check(formula(), &reversed).is_err());
        // The last clause is the negated goal: without it the formula has models, so no proof of
        // its contradiction may pass.
        let satisfiable = formula().take(clauses.iter().count() - 1);
        assert!(lrat::check(satisfiable, &proof).is_err());
    }

    #[test]
    fn tampered_lines_are_refused() {
        let clauses = distributivity_fails();
        let (ids, proof) = proof_of(&clauses);
        let formula = || ids.iter().copied().zip(clauses.iter());
        let (mut tampered, mut refused) = (0, 0);
        for at in (0..proof.len()).step_by(7) {
            let mut without_hint = proof.clone();
            let mut empty_too_soon = proof.clone();
            let mut dropped = proof.clone();
            let Line::Derive { id, hints, clause } = &proof[at] else {
                continue;
            };
            if clause.is_empty() || hints.len() < 2 {
                continue;
            }
            without_hint[at] = Line::Derive {
                id: *id,
                clause: clause.clone(),
                hints: hints[..hints.len() - 1].to_vec(),
            };
            empty_too_soon[at] = Line::Derive {
                id: *id,
                clause: vec![],
                hints: hints.clone(),
            };
            dropped.remove(at);
            assert!(lrat::check(formula(), &without_hint).is_err(), "line {at}");
            tampered += 1;
            // What the solver learnt may be of no use later, and a longer clause than needed may
            // have been derived: such changes can be harmless, but not often.
            refused += usize::from(lrat::check(formula(), &empty_too_soon).is_err());
            refused += usize::from(lrat::check(formula(), &dropped).is_err());
        }
        assert!(tampered > 10);
        assert!(refused > tampered, "{refused} of {}", 2 * tampered);
    }

    #[test]
    fn a_model_is_read_back() {
        let g = &mut Gates::new();
        let (a, b) = (g.free(), g.free());
        let both = g.and(a, !b);
        let clauses = g.clauses(&[], &[both]);
        let Answer::Sat { is_true } = solve(&clauses, soon()) else {
            panic!("there is a model");
        };
        let holds = |s: Signal| is_true(clauses.get(s).unwrap());
        assert!(holds(a) && !holds(b) && holds(both) && holds(!b));
    }

    #[test]
    fn a_deadline_in_the_past_decides_nothing() {
        let g = &mut Gates::new();
        let range = ((-1000).into(), 1000.into());
        let (a, fact_a) = Word::free(g, &range.0, &range.1);
        let (b, fact_b) = Word::free(g, &range.0, &range.1);
        let (c, fact_c) = Word::free(g, &range.0, &range.1);
        let ab = a.mul(g, &b);
        let left = ab.mul(g, &c);
        let bc = b.mul(g, &c);
        let right = a.mul(g, &bc);
        let same = left.eq(g, &right);
        let clauses = g.clauses(&[fact_a, fact_b, fact_c], &[!same]);
        assert!(matches!(
            solve(&clauses, Instant::now()),
            Answer::Undecided(_)
        ));
    }
}
