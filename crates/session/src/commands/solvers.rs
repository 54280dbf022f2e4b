//! Solvers: what was found, where, and what each is used for.

use assay_report::{SolverEntry, SolversResult};
use assay_solver::{Oracle, SatOracle, SolverKind, StopFlag, discover};

/// The solvers that can be used.
pub fn solvers() -> SolversResult {
    let found = discover();
    let cadical = SatOracle::new(StopFlag::new());
    let version = cadical.name().split_whitespace().nth(1).map(String::from);
    let mut solvers = vec![SolverEntry {
        name: "cadical".to_string(),
        version,
        place: Some("built in".to_string()),
        purpose: "models with only bool, enum and subrange types".to_string(),
        install: String::new(),
    }];
    solvers.extend(SolverKind::ALL.into_iter().map(|kind| {
        let here = found.iter().find(|f| f.kind == kind);
        SolverEntry {
            name: kind.executable().to_string(),
            version: here.and_then(|f| f.version()),
            place: here.map(|f| f.path.display().to_string()),
            purpose: kind.purpose().to_string(),
            install: install(kind),
        }
    }));
    SolversResult {
        version: env!("CARGO_PKG_VERSION").to_string(),
        solvers,
    }
}

fn install(kind: SolverKind) -> String {
    let how = match kind {
        SolverKind::Yices | SolverKind::Z3 => "`make setup` fetches it",
        SolverKind::Cvc5 => "optional",
    };
    format!(
        "{how}; or put it on PATH, or name it in {}",
        kind.variable()
    )
}
