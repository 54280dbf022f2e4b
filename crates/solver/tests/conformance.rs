//! Every back end passes the same suite: one line for each.

mod support;

use assay_solver::sat::SatOracle;
use assay_solver::{SmtOptions, SmtOracle, SolverKind, StopFlag, discover};
use support::conformance;

#[test]
fn cadical() {
    conformance(|| Box::new(SatOracle::new(StopFlag::new())));
}

/// Runs the suite with an SMT solver, if it is there.
fn process(kind: SolverKind) {
    match discover().into_iter().find(|found| found.kind == kind) {
        None => println!("skipped: {kind} was not found"),
        Some(found) => conformance(|| {
            let options = SmtOptions::default();
            Box::new(SmtOracle::new(&found, StopFlag::new(), options).unwrap())
        }),
    }
}

#[test]
fn yices() {
    process(SolverKind::Yices);
}

#[test]
fn z3() {
    process(SolverKind::Z3);
}

#[test]
fn cvc5() {
    process(SolverKind::Cvc5);
}
