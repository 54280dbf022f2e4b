//! What is CaDiCaL's own: refusals, budgets, interrupts, one-time clauses and proofs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use assay_solver::sat::{ProofSink, SatOracle, Solver};
use assay_solver::{Answer, Lit, Oracle, Step, Stop, StopFlag};
use assay_term::{BigInt, Pool, Sort};

#[test]
fn an_integer_without_a_range_is_refused_by_name() {
    let mut pool = Pool::new();
    let n = pool.declare("altitude", Sort::Int);
    let r = pool.declare("speed", Sort::Real);
    let mut oracle = SatOracle::new(StopFlag::new());
    assert_eq!(
        oracle.free(&pool, n, Step(0), None).unwrap_err().0,
        "the variable altitude has no finite range"
    );
    assert_eq!(
        oracle.free(&pool, r, Step(0), None).unwrap_err().0,
        "the variable speed is not finite: it is real"
    );
}

/// More pigeons than holes: contradictory, and not quickly seen to be.
fn pigeons(solver: &mut Solver, holes: usize) {
    let at: Vec<Vec<Lit>> = (0..=holes)
        .map(|_| (0..holes).map(|_| solver.fresh()).collect())
        .collect();
    for pigeon in &at {
        solver.clause(pigeon);
    }
    for (i, a) in at.iter().enumerate() {
        for b in &at[..i] {
            for (&x, &y) in a.iter().zip(b) {
                solver.clause(&[!x, !y]);
            }
        }
    }
}

#[test]
fn a_budget_ends_one_question_only() {
    let mut solver = Solver::new(StopFlag::new());
    pigeons(&mut solver, 7);
    assert_eq!(solver.solve(&[], Some(10)), Answer::Unknown(Stop::Budget));
    assert!(solver.conflicts() >= 10);
    assert_eq!(solver.solve(&[], None), Answer::Unsat);
}

#[test]
fn a_raised_flag_interrupts() {
    let stop = StopFlag::new();
    let mut solver = Solver::new(stop.clone());
    pigeons(&mut solver, 14);
    let raiser = std::thread::spawn({
        let stop = stop.clone();
        move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.raise();
        }
    });
    // The solver moves to another thread and back: it is `Send`.
    let answer = std::thread::spawn(move || solver.solve(&[], None))
        .join()
        .unwrap();
    raiser.join().unwrap();
    assert_eq!(answer, Answer::Unknown(Stop::Interrupted));
}

#[test]
fn a_one_time_clause_is_gone_afterwards() {
    let mut solver = Solver::plain(StopFlag::new());
    let (a, b, c) = (solver.fresh(), solver.fresh(), solver.fresh());
    solver.clause(&[!a, c]);
    solver.clause(&[!b, c]);
    assert_eq!(solver.solve_with(&[!c], &[a, b], None), Answer::Unsat);
    assert!(solver.failed(!c));
    assert_eq!(solver.solve(&[!c], None), Answer::Sat);
    assert!(!solver.value(a) && solver.value(!b));
    assert_eq!(solver.solve_with(&[!a], &[a, b], None), Answer::Sat);
    assert!(solver.value(b) && solver.value(c));
}

/// Checks each derived clause by propagating its antecedents in order, and knows which ids ended it.
#[derive(Default)]
struct Checker {
    clauses: HashMap<i64, Vec<i32>>,
    derived: usize,
    concluded: Vec<i64>,
}

impl Checker {
    fn follows(&self, clause: &[i32], antecedents: &[i64]) -> bool {
        let mut falsified: Vec<i32> = clause.to_vec();
        for id in antecedents {
            let open: Vec<i32> = self.clauses[id]
                .iter()
                .copied()
                .filter(|l| !falsified.contains(l))
                .collect();
            match open[..] {
                [] => return true,
                [unit] => falsified.push(-unit),
                _ => return false,
            }
        }
        false
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Checker>>);

impl ProofSink for Shared {
    fn original(&mut self, id: i64, clause: &[i32]) {
        self.0.lock().unwrap().clauses.insert(id, clause.to_vec());
    }
    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let mut checker = self.0.lock().unwrap();
        assert!(checker.follows(clause, antecedents), "{clause:?}");
        checker.clauses.insert(id, clause.to_vec());
        checker.derived += 1;
    }
    fn deleted(&mut self, _id: i64) {}
    fn restored(&mut self, id: i64, clause: &[i32]) {
        let checker = self.0.lock().unwrap();
        let mut known = checker.clauses[&id].clone();
        let mut again = clause.to_vec();
        known.sort_unstable();
        again.sort_unstable();
        assert_eq!(known, again);
    }
    fn concluded(&mut self, ids: &[i64]) {
        self.0.lock().unwrap().concluded = ids.to_vec();
    }
}

#[test]
fn a_proof_can_be_followed_to_the_empty_clause() {
    let sink = Shared::default();
    let mut solver = Solver::with_proof(StopFlag::new(), sink.clone());
    pigeons(&mut solver, 5);
    assert_eq!(solver.solve(&[], None), Answer::Unsat);
    let checker = sink.0.lock().unwrap();
    assert!(checker.derived > 0);
    assert_eq!(checker.concluded.len(), 1);
    assert!(checker.clauses[&checker.concluded[0]].is_empty());
}

#[test]
fn a_proof_under_assumptions_ends_in_their_negation() {
    let sink = Shared::default();
    let mut oracle = SatOracle::on(Solver::with_proof(StopFlag::new(), sink.clone()));
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::Int);
    let (lo, hi) = (BigInt::from(0), BigInt::from(1000));
    oracle.free(&pool, x, Step(0), Some((&lo, &hi))).unwrap();
    let tx = pool.var(x);
    let square = pool.mul(tx, tx);
    let (n, three) = (pool.int(2), pool.int(3));
    let rest = pool.int_mod(square, three);
    let two = pool.eq(rest, n);
    let lit = oracle.literal(&pool, two, Step(0)).unwrap();
    // No square leaves 2 when divided by 3.
    assert_eq!(oracle.solve(&[lit], None).unwrap(), Answer::Unsat);
    let checker = sink.0.lock().unwrap();
    assert_eq!(checker.concluded.len(), 1);
    assert_eq!(checker.clauses[&checker.concluded[0]], vec![(!lit).code()]);
}
