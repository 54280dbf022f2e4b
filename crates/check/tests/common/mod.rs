//! Random systems with lemmas, and finding solvers.
#![allow(
    dead_code,
    reason = "each test file uses its own part of what they share"
)]

pub mod grow;

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_check::{Checker, SmtSolver};

pub const TIMEOUT: Duration = Duration::from_secs(120);

/// From the environment, the path, or the workspace's own place for solvers.
fn find(variable: &str, program: &str) -> Option<PathBuf> {
    let local = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.solvers/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::var_os(variable)
        .map(PathBuf::from)
        .into_iter()
        .collect();
    places.extend(std::env::split_paths(&path).map(|dir| dir.join(program)));
    places.push(local.join(program));
    places.into_iter().find(|p| p.is_file())
}

pub fn smt_solvers() -> Vec<SmtSolver> {
    let mut found = Vec::new();
    for (variable, program) in [
        ("ASSAY_YICES", "yices-smt2"),
        ("ASSAY_Z3", "z3"),
        ("ASSAY_CVC5", "cvc5"),
    ] {
        match find(variable, program) {
            Some(path) => found.push(SmtSolver {
                path,
                name: program.into(),
            }),
            None => println!("note: {program} was not found, its checks are skipped"),
        }
    }
    found
}

pub fn lrat() -> Checker {
    Checker::Lrat { timeout: TIMEOUT }
}

pub fn smt(solver: &SmtSolver) -> Checker {
    Checker::Smt {
        path: solver.path.clone(),
        name: solver.name.clone(),
        timeout: TIMEOUT,
        random_seed: Some(1),
    }
}
