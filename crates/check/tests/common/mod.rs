//! Building systems by hand, and finding solvers.
#![allow(
    dead_code,
    reason = "each test file uses its own part of what they share"
)]

pub mod explicit;
pub mod grow;

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_check::{Checker, SmtSolver};
use assay_system::{
    Certificate, Constraint, ConstraintKind, Property, Provers, Role, Shown, System, VarKind,
    Variable,
};
use assay_term::{BigInt, Pool, Sort, TermId, VarId};

pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A system under construction; states get their definitions after the variables they read.
#[derive(Default)]
pub struct Builder {
    pub system: System,
}

impl Builder {
    pub fn pool(&mut self) -> &mut Pool {
        &mut self.system.pool
    }

    fn add(&mut self, name: &str, sort: Sort, kind: VarKind, range: Option<(i64, i64)>) -> TermId {
        let id = self.system.add_var(
            sort,
            Variable {
                name: name.into(),
                kind,
                role: Role::Local,
                range: range.map(|(lo, hi)| (BigInt::from(lo), BigInt::from(hi))),
                shown: Shown::Plain,
                span: None,
            },
        );
        self.system.pool.var(id)
    }

    pub fn input(&mut self, name: &str, sort: Sort, range: Option<(i64, i64)>) -> TermId {
        self.add(name, sort, VarKind::Input, range)
    }

    pub fn rigid(&mut self, name: &str, sort: Sort, range: Option<(i64, i64)>) -> TermId {
        self.add(name, sort, VarKind::Rigid, range)
    }

    pub fn wire(&mut self, name: &str, def: TermId, range: Option<(i64, i64)>) -> TermId {
        let sort = self.system.pool.sort(def);
        self.add(name, sort, VarKind::Wire { def }, range)
    }

    /// A state that keeps its value until `next` is called for it.
    pub fn state(
        &mut self,
        name: &str,
        sort: Sort,
        range: Option<(i64, i64)>,
        init: Option<TermId>,
    ) -> TermId {
        let term = self.add(name, sort, VarKind::Input, range);
        let last = self.system.vars.last_mut().expect("just added");
        last.kind = VarKind::State { init, next: term };
        term
    }

    pub fn next(&mut self, state: TermId, term: TermId) {
        let var = self.system.pool.variables(&[state])[0];
        match &mut self.system.vars[var.index()].kind {
            VarKind::State { next, .. } => *next = term,
            other => panic!("{other:?} is not a state"),
        }
    }

    pub fn constraint(&mut self, term: TermId) {
        let name = format!("c{}", self.system.constraints.len());
        self.system.constraints.push(Constraint {
            name,
            term,
            kind: ConstraintKind::Assertion,
            span: None,
        });
    }

    pub fn property(&mut self, term: TermId) {
        let name = format!("p{}", self.system.properties.len());
        self.system.properties.push(Property::invariant(name, term));
    }

    pub fn certificate(&self, k: usize, lemmas: &[TermId], properties: &[usize]) -> Certificate {
        Certificate {
            k,
            lemmas: self.system.pool.export(lemmas),
            properties: properties.to_vec(),
            simple_path: false,
            provers: Provers::none(),
        }
    }
}

pub fn var(system: &System, name: &str) -> VarId {
    system.find(name).expect("the variable exists")
}

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
