//! Verifies LRAT proofs of unsatisfiability: each derived clause must follow from clauses already
//! known by unit propagation along its hints, in the order given (reverse unit propagation).
//!
//! # References
//! 1. L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient Certified RAT
//!    Verification. CADE 2017.
//!
//! Deviation: the resolution-asymmetric part of LRAT (negative hints) is refused. The only
//! technique of CaDiCaL that needs it, bounded variable addition (`factor`), is switched off.
//!
//! Invariant: the clauses come from the caller, never from the proof, so a proof cannot weaken the
//! question; a clause enters `live` only if it is one of those or was derived from `live`.

use std::fmt;

use rustc_hash::FxHashMap;

/// One line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Derive {
        id: i64,
        clause: Vec<i32>,
        hints: Vec<i64>,
    },
    Delete {
        id: i64,
    },
}

/// Why a proof was refused; `line` counts from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub line: usize,
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refusal {}

/// Ok if `proof` derives the empty clause from `formula`, whose clauses carry the ids that the
/// proof's hints use.
pub fn check<'a>(
    formula: impl IntoIterator<Item = (i64, &'a [i32])>,
    proof: &[Line],
) -> Result<(), Refusal> {
    let mut verifier = Verifier::default();
    let at = |line: usize| move |reason: String| Refusal { line, reason };
    for (id, clause) in formula {
        if clause.is_empty() {
            return Ok(());
        }
        verifier.insert(id, clause).map_err(at(0))?;
    }
    for (line, content) in proof.iter().enumerate() {
        match content {
            Line::Derive { id, clause, hints } => {
                verifier.follows(clause, hints).map_err(at(line))?;
                if clause.is_empty() {
                    return Ok(());
                }
                verifier.insert(*id, clause).map_err(at(line))?;
            }
            Line::Delete { id } => verifier.delete(*id).map_err(at(line))?,
        }
    }
    Err(Refusal {
        line: proof.len(),
        reason: "the proof ends without the empty clause".into(),
    })
}

#[derive(Default)]
struct Verifier {
    /// The literals of all clauses one after the other; deleted ones are not reclaimed.
    literals: Vec<i32>,
    live: FxHashMap<i64, (usize, usize)>,
    /// By variable: 0 unassigned, else the sign of the true literal. All 0 between lines.
    assigned: Vec<i8>,
    trail: Vec<i32>,
}

impl Verifier {
    fn insert(&mut self, id: i64, clause: &[i32]) -> Result<(), String> {
        if id <= 0 {
            return Err(format!("{id} cannot name a clause"));
        }
        let start = self.literals.len();
        for &literal in clause {
            self.know(literal)?;
            self.literals.push(literal);
        }
        match self.live.insert(id, (start, self.literals.len())) {
            None => Ok(()),
            Some(_) => Err(format!("there is already a clause {id}")),
        }
    }

    fn delete(&mut self, id: i64) -> Result<(), String> {
        match self.live.remove(&id) {
            Some(_) => Ok(()),
            None => Err(format!("clause {id} is deleted but does not exist")),
        }
    }

    /// Makes room for the variable of `literal`.
    fn know(&mut self, literal: i32) -> Result<usize, String> {
        if literal == 0 || literal == i32::MIN {
            return Err(format!("{literal} is not a literal"));
        }
        let var = literal.unsigned_abs() as usize;
        if var >= self.assigned.len() {
            self.assigned.resize(var + 1, 0);
        }
        Ok(var)
    }

    fn is_true(&self, literal: i32) -> bool {
        i32::from(self.assigned[literal.unsigned_abs() as usize]) == literal.signum()
    }

    fn is_false(&self, literal: i32) -> bool {
        self.is_true(-literal)
    }

    fn make_true(&mut self, literal: i32) {
        self.assigned[literal.unsigned_abs() as usize] = literal.signum() as i8;
        self.trail.push(literal);
    }

    /// Whether falsifying `clause` and propagating along `hints` ends in a conflict.
    fn follows(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), String> {
        let result = self.propagate(clause, hints);
        for literal in self.trail.drain(..) {
            self.assigned[literal.unsigned_abs() as usize] = 0;
        }
        result
    }

    fn propagate(&mut self, clause: &[i32], hints: &[i64]) -> Result<(), String> {
        for &literal in clause {
            self.know(literal)?;
            if self.is_true(literal) {
                // Its complement occurs too: a tautology follows from anything.
                return Ok(());
            }
            if !self.is_false(literal) {
                self.make_true(-literal);
            }
        }
        'hints: for &hint in hints {
            let Some(&(start, end)) = self.live.get(&hint) else {
                return Err(format!("hint {hint} names no clause"));
            };
            let mut unit = None;
            for at in start..end {
                let literal = self.literals[at];
                if self.is_false(literal) || unit == Some(literal) {
                    continue;
                }
                if self.is_true(literal) {
                    // Satisfied already: it adds nothing, and solvers do give such hints.
                    continue 'hints;
                }
                if unit.is_some() {
                    return Err(format!("hint {hint} is neither unit nor falsified"));
                }
                unit = Some(literal);
            }
            match unit {
                None => return Ok(()),
                Some(literal) => self.make_true(literal),
            }
        }
        Err("its hints lead to no conflict".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pigeons: x1 or x2, x1 or not x2, not x1 or x2, not x1 or not x2.
    const FORMULA: [(i64, &[i32]); 4] =
        [(1, &[1, 2]), (2, &[1, -2]), (3, &[-1, 2]), (4, &[-1, -2])];

    fn derive(id: i64, clause: &[i32], hints: &[i64]) -> Line {
        Line::Derive {
            id,
            clause: clause.to_vec(),
            hints: hints.to_vec(),
        }
    }

    fn proof() -> Vec<Line> {
        vec![
            derive(5, &[1], &[1, 2]),
            Line::Delete { id: 1 },
            derive(6, &[2], &[5, 3]),
            derive(7, &[], &[5, 6, 4]),
        ]
    }

    fn refused(proof: &[Line]) -> Refusal {
        check(FORMULA, proof).expect_err("the proof is no proof")
    }

    #[test]
    fn a_proof_passes() {
        assert_eq!(check(FORMULA, &proof()), Ok(()));
    }

    #[test]
    fn the_empty_clause_in_the_formula_needs_no_proof() {
        assert_eq!(check([(1, &[][..])], &[]), Ok(()));
    }

    #[test]
    fn a_satisfiable_formula_has_no_proof() {
        let weaker = &FORMULA[..3];
        assert!(check(weaker.iter().copied(), &proof()).is_err());
    }

    #[test]
    fn each_dropped_line_matters() {
        for drop in [0, 2, 3] {
            let mut proof = proof();
            proof.remove(drop);
            refused(&proof);
        }
    }

    #[test]
    fn each_dropped_hint_matters() {
        let mut dropped = 0;
        for line in 0..proof().len() {
            let hints = match &proof()[line] {
                Line::Derive { hints, .. } => hints.len(),
                Line::Delete { .. } => 0,
            };
            for hint in 0..hints {
                let mut proof = proof();
                if let Line::Derive { hints, .. } = &mut proof[line] {
                    hints.remove(hint);
                }
                refused(&proof);
                dropped += 1;
            }
        }
        assert_eq!(dropped, 7);
    }

    #[test]
    fn a_changed_clause_is_refused() {
        let mut wrong = proof();
        wrong[0] = derive(5, &[-1], &[1, 2]);
        assert_eq!(refused(&wrong).line, 0);
        let mut wrong = proof();
        wrong[0] = derive(5, &[3], &[1, 2]);
        assert_eq!(refused(&wrong).line, 0);
    }

    #[test]
    fn lines_and_hints_out_of_order_are_refused() {
        let mut wrong = proof();
        wrong.swap(2, 3);
        assert!(refused(&wrong).reason.contains("names no clause"));
        let mut wrong = proof();
        wrong[3] = derive(7, &[], &[4, 5, 6]);
        assert!(refused(&wrong).reason.contains("neither unit"));
    }

    #[test]
    fn a_deleted_clause_cannot_be_used() {
        let mut wrong = proof();
        wrong.insert(0, Line::Delete { id: 2 });
        assert_eq!(refused(&wrong).reason, "hint 2 names no clause");
    }

    #[test]
    fn malformed_lines_are_refused() {
        let cases: [(&[Line], &str); 9] = [
            (&[], "without the empty clause"),
            (&[derive(5, &[], &[])], "no conflict"),
            (&[derive(5, &[0], &[1])], "not a literal"),
            (&[derive(5, &[i32::MIN], &[1])], "not a literal"),
            (&[derive(5, &[1], &[-1, 2])], "names no clause"),
            (&[derive(5, &[1], &[0])], "names no clause"),
            (&[derive(4, &[1], &[1, 2])], "already a clause 4"),
            (&[derive(-5, &[1], &[1, 2])], "cannot name a clause"),
            (&[Line::Delete { id: 9 }], "does not exist"),
        ];
        for (proof, expected) in cases {
            let refusal = refused(proof);
            assert!(refusal.reason.contains(expected), "{refusal}");
        }
    }

    #[test]
    fn assignments_do_not_leak_between_lines() {
        // After deriving (1), an unrelated clause must not profit from its propagations.
        let wrong = [derive(5, &[1], &[1, 2]), derive(6, &[], &[4])];
        assert_eq!(refused(&wrong).line, 1);
    }

    #[test]
    fn repeated_literals_count_once() {
        let formula: [(i64, &[i32]); 2] = [(1, &[1, 1]), (2, &[-1, -1])];
        assert_eq!(check(formula, &[derive(3, &[], &[1, 2])]), Ok(()));
    }
}
