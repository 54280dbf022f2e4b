//! Interpolants from proofs: clauses A and B contradict each other; what does A say about the variables
//! that it shares with B?
//!
//! McMillan's rules [1]: a clause of A has as partial interpolant the disjunction of its literals whose
//! variables occur in B; a clause of B has *true*; resolving on a variable that does not occur in B joins
//! the partial interpolants by *or*, on any other by *and*. The partial interpolant I of the empty
//! clause is an interpolant: A implies I, I contradicts B, and I has shared variables only.
//!
//! The solver reports each derived clause with antecedents in the order of unit propagation. A clause's
//! resolution proof is read off by assuming its negation, propagating the antecedents in turn up to
//! the one that becomes false, and resolving that one backwards with the reasons of its literals.
//!
//! Only what the empty clause depends on is replayed.
//!
//! [1] K. L. McMillan: Interpolation and SAT-Based Model Checking. CAV 2003.

use std::sync::{Arc, Mutex, MutexGuard};

use assay_aig::{Aig, AigLit};
use assay_solver::sat::ProofSink;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    A,
    B,
}

#[derive(Debug)]
enum Origin {
    Given(Side),
    Derived(Vec<i64>),
}

#[derive(Debug)]
struct Step {
    clause: Vec<i32>,
    origin: Origin,
}

#[derive(Debug)]
struct Record {
    /// Which part the clauses that are being added belong to.
    side: Side,
    steps: FxHashMap<i64, Step>,
    concluded: Vec<i64>,
}

/// A proof under construction. Clones share it: one goes to the solver.
#[derive(Clone, Debug)]
pub struct Proof(Arc<Mutex<Record>>);

impl Default for Proof {
    fn default() -> Self {
        Proof(Arc::new(Mutex::new(Record {
            side: Side::A,
            steps: FxHashMap::default(),
            concluded: Vec::new(),
        })))
    }
}

impl ProofSink for Proof {
    fn original(&mut self, id: i64, clause: &[i32]) {
        let mut record = self.lock();
        let origin = Origin::Given(record.side);
        let clause = clause.to_vec();
        record.steps.insert(id, Step { clause, origin });
    }

    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let origin = Origin::Derived(antecedents.to_vec());
        let clause = clause.to_vec();
        self.lock().steps.insert(id, Step { clause, origin });
    }

    fn deleted(&mut self, _id: i64) {}
    fn restored(&mut self, _id: i64, _clause: &[i32]) {}

    fn concluded(&mut self, ids: &[i64]) {
        self.lock().concluded = ids.to_vec();
    }
}

impl Proof {
    fn lock(&self) -> MutexGuard<'_, Record> {
        // No holder of the lock panics, and the data is complete at any time.
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// From now on clauses belong to this side.
    pub fn side(&self, side: Side) {
        self.lock().side = side;
    }

    /// The interpolant, after the solver has said that A and B contradict each other without
    /// assumptions. `input` is what stands for a shared variable in the graph. None if the proof
    /// cannot be followed.
    pub fn interpolant(&self, aig: &mut Aig, input: impl Fn(i32) -> AigLit) -> Option<AigLit> {
        let record = self.lock();
        let [last] = record.concluded[..] else {
            return None;
        };
        let needed = record.needed(last)?;
        let mut replay = Replay::new(&record, &needed);
        let mut partial: FxHashMap<i64, AigLit> = FxHashMap::default();
        for &id in &needed {
            let step = &record.steps[&id];
            let lit = match &step.origin {
                Origin::Given(Side::B) => AigLit::TRUE,
                Origin::Given(Side::A) => {
                    let shared = step.clause.iter().filter(|c| replay.in_b(**c));
                    let lits = shared.map(|&c| input(c.abs()).invert_if(c < 0));
                    let lits: Vec<AigLit> = lits.collect();
                    aig.or_all(lits)
                }
                Origin::Derived(antecedents) => {
                    replay.resolve(aig, &record, &step.clause, antecedents, &partial)?
                }
            };
            partial.insert(id, lit);
        }
        partial.get(&last).copied()
    }
}

impl Record {
    /// What a clause depends on, itself included, antecedents first: they have smaller ids.
    fn needed(&self, last: i64) -> Option<Vec<i64>> {
        let mut needed: Vec<i64> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![last];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            needed.push(id);
            if let Origin::Derived(antecedents) = &self.steps.get(&id)?.origin {
                stack.extend(antecedents.iter().filter(|a| !seen.contains(a)));
            }
        }
        needed.sort_unstable();
        Some(needed)
    }
}

/// Reads resolution proofs off chains of antecedents.
struct Replay {
    /// By variable.
    in_b: Vec<bool>,
    value: Vec<i8>,
    /// Whether the resolvent has a literal of the variable.
    open: Vec<bool>,
}

impl Replay {
    fn new(record: &Record, needed: &[i64]) -> Self {
        let vars = needed.iter().flat_map(|id| &record.steps[id].clause);
        let top = vars.map(|c| c.unsigned_abs() as usize).max().unwrap_or(0);
        let mut in_b = vec![false; top + 1];
        // Every given clause of B counts, needed or not: shared is what occurs in B.
        for step in record.steps.values() {
            if matches!(step.origin, Origin::Given(Side::B)) {
                for c in &step.clause {
                    if let Some(place) = in_b.get_mut(c.unsigned_abs() as usize) {
                        *place = true;
                    }
                }
            }
        }
        Replay {
            in_b,
            value: vec![0; top + 1],
            open: vec![false; top + 1],
        }
    }

    fn in_b(&self, code: i32) -> bool {
        self.in_b[code.unsigned_abs() as usize]
    }

    fn value(&self, code: i32) -> i8 {
        let value = self.value[code.unsigned_abs() as usize];
        if code < 0 { -value } else { value }
    }

    fn set(&mut self, code: i32) {
        self.value[code.unsigned_abs() as usize] = if code < 0 { -1 } else { 1 };
    }

    /// The partial interpolant of a derived clause; None if its antecedents do not give it by unit
    /// propagation in their order.
    fn resolve(
        &mut self,
        aig: &mut Aig,
        record: &Record,
        clause: &[i32],
        antecedents: &[i64],
        partial: &FxHashMap<i64, AigLit>,
    ) -> Option<AigLit> {
        let mut assigned: Vec<i32> = Vec::new();
        for &c in clause {
            self.set(-c);
            assigned.push(c);
        }
        let mut implied: Vec<(i32, i64)> = Vec::new();
        let mut falsified = None;
        for &id in antecedents {
            let lits = &record.steps.get(&id)?.clause;
            let mut open = lits.iter().filter(|&&c| self.value(c) >= 0);
            match (open.next(), open.next()) {
                (None, _) => {
                    falsified = Some(id);
                    break;
                }
                (Some(&unit), None) if self.value(unit) == 0 => {
                    self.set(unit);
                    assigned.push(unit);
                    implied.push((unit, id));
                }
                // Satisfied: of no use here.
                (Some(_), None) => {}
                _ => break,
            }
        }
        let result = falsified.map(|id| {
            for &c in &record.steps[&id].clause {
                self.open[c.unsigned_abs() as usize] = true;
            }
            let mut interpolant = partial[&id];
            for &(unit, reason) in implied.iter().rev() {
                if !self.open[unit.unsigned_abs() as usize] {
                    continue;
                }
                let other = partial[&reason];
                interpolant = if self.in_b(unit) {
                    aig.and(interpolant, other)
                } else {
                    aig.or(interpolant, other)
                };
                for &c in &record.steps[&reason].clause {
                    self.open[c.unsigned_abs() as usize] = true;
                }
                self.open[unit.unsigned_abs() as usize] = false;
            }
            for &c in &record.steps[&id].clause {
                self.open[c.unsigned_abs() as usize] = false;
            }
            for &(_, reason) in &implied {
                for &c in &record.steps[&reason].clause {
                    self.open[c.unsigned_abs() as usize] = false;
                }
            }
            interpolant
        });
        for c in assigned {
            self.value[c.unsigned_abs() as usize] = 0;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_aig::{ClauseSink, Tseitin};
    use assay_solver::sat::Solver;
    use assay_solver::{Answer, StopFlag};

    /// The interpolant of clauses over variables from 1, with a graph in which input i stands for
    /// variable i; None if they do not contradict each other.
    fn interpolate(vars: usize, a: &[Vec<i32>], b: &[Vec<i32>]) -> Option<(Aig, AigLit)> {
        let proof = Proof::default();
        let mut solver = Solver::with_proof(StopFlag::new(), proof.clone());
        let mut aig = Aig::new();
        let inputs: Vec<AigLit> = (0..vars).map(|_| aig.input()).collect();
        (0..vars).for_each(|_| {
            solver.fresh();
        });
        for (side, clauses) in [(Side::A, a), (Side::B, b)] {
            proof.side(side);
            for clause in clauses {
                ClauseSink::clause(&mut solver, clause);
            }
        }
        if solver.solve(&[], None) != Answer::Unsat {
            return None;
        }
        let lit = proof
            .interpolant(&mut aig, |v| inputs[v as usize - 1])
            .expect("the proof can be followed");
        Some((aig, lit))
    }

    #[test]
    fn figure_5_of_chockler_kroening_and_purandare() {
        // A = (x1 or not x2) and not x1, B = (x3 or x2) and not x3: the interpolant is not x2.
        let a = [vec![1, -2], vec![-1]];
        let b = [vec![3, 2], vec![-3]];
        let (aig, lit) = interpolate(3, &a, &b).expect("they contradict each other");
        assert_eq!(lit, !AigLit::new(2, false));
        assert_eq!(aig.node(2), assay_aig::Node::Input);
    }

    /// Whether the clauses and a function contradict each other.
    fn contradicts(aig: &Aig, vars: usize, lit: AigLit, clauses: &[Vec<i32>]) -> bool {
        let mut solver = Solver::new(StopFlag::new());
        let mut cnf = Tseitin::new();
        // Variables of the clauses are those of the graph's inputs, which come first.
        for v in 1..=vars {
            let code = cnf.lit(aig, AigLit::new(v, false), &mut solver);
            assert_eq!(code, v as i32);
        }
        clauses
            .iter()
            .for_each(|c| ClauseSink::clause(&mut solver, c));
        let code = cnf.lit(aig, lit, &mut solver);
        ClauseSink::clause(&mut solver, &[code]);
        solver.solve(&[], None) == Answer::Unsat
    }

    #[test]
    fn interpolants_of_random_clauses_are_interpolants() {
        let mut state = 7u64;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let (mut found, mut proper) = (0, 0);
        for _ in 0..300 {
            let vars = 10 + below(30);
            // A speaks of the first two thirds, B of the last two.
            let third = vars / 3;
            let mut clauses = |from: usize, to: usize, count: usize| -> Vec<Vec<i32>> {
                let mut clause = || {
                    let mut lits: Vec<i32> = (0..3)
                        .map(|_| (from + below(to - from) + 1) as i32)
                        .collect();
                    lits.dedup();
                    lits.iter_mut().for_each(|l| {
                        if below(2) == 0 {
                            *l = -*l
                        }
                    });
                    lits
                };
                (0..count).map(|_| clause()).collect()
            };
            let a = clauses(0, 2 * third, 5 * third);
            let b = clauses(third, vars, 6 * third);
            let Some((aig, lit)) = interpolate(vars, &a, &b) else {
                continue;
            };
            found += 1;
            proper += usize::from(lit.as_constant().is_none());
            assert!(contradicts(&aig, vars, !lit, &a), "A implies it");
            assert!(contradicts(&aig, vars, lit, &b), "it contradicts B");
            for node in aig.cone(&[lit]) {
                let input = aig.node(node) == assay_aig::Node::Input;
                assert!(
                    !input || (node > third && node <= 2 * third),
                    "shared variables only"
                );
            }
        }
        assert!(
            found > 50 && proper > 10,
            "{found} interpolants, {proper} not constant"
        );
    }
}
