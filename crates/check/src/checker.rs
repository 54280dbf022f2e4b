//! Who checks, and what came of it.

use std::path::PathBuf;
use std::time::Duration;

use assay_system::{Certificate, System};

use crate::obligations::Problem;
use crate::process::{Answers, Family, run};
use crate::{sat, smt};

/// An SMT solver that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtSolver {
    pub path: PathBuf,
    /// Starts with `z3`, `yices` or `cvc5`; the rest, such as a version, is for people.
    pub name: String,
}

/// How the obligations are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checker {
    /// CaDiCaL, and our own verification of its LRAT proof. Only for finite problems.
    Lrat { timeout: Duration },
    /// One process of an SMT solver for all obligations together.
    Smt {
        path: PathBuf,
        name: String,
        timeout: Duration,
        random_seed: Option<u32>,
    },
}

/// The seed that sets a check apart from the proof when both have to use one solver.
const OTHER_SEED: u32 = 7919;

impl Checker {
    /// LRAT where the certificate's part of the system is finite; otherwise the first of `solvers`
    /// that is of another family than those that proved it and can express the problem; otherwise one of these
    /// with another seed, and its name says so. None if there is no solver for it.
    pub fn for_system(
        system: &System,
        certificate: &Certificate,
        solvers: &[SmtSolver],
        timeout: Duration,
    ) -> Option<Checker> {
        // What is not a certificate at all is refused by every checker alike.
        let Ok(problem) = Problem::new(system, certificate) else {
            return Some(Checker::Lrat { timeout });
        };
        if problem.is_finite() {
            return Some(Checker::Lrat { timeout });
        }
        let beyond_linear = problem.is_beyond_linear();
        let able: Vec<(&SmtSolver, Family)> = solvers
            .iter()
            .filter_map(|s| Some((s, Family::of(&s.name)?)))
            .filter(|(_, family)| !(beyond_linear && *family == Family::Yices))
            .collect();
        let provers: Vec<Family> = certificate.provers.names().filter_map(Family::of).collect();
        let other = able.iter().find(|(_, family)| !provers.contains(family));
        let (solver, same) = match other {
            Some((solver, _)) => (solver, false),
            None => (&able.first()?.0, true),
        };
        Some(Checker::Smt {
            path: solver.path.clone(),
            name: if same {
                format!("{} (same-solver, seed {OTHER_SEED})", solver.name)
            } else {
                solver.name.clone()
            },
            timeout,
            random_seed: same.then_some(OTHER_SEED),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// Every obligation was proved, by `by`.
    Accepted { by: String },
    /// An obligation does not hold, or what was given as its proof is none.
    Rejected { obligation: String, detail: String },
    /// The checker could not decide.
    Inconclusive { reason: String },
}

impl CheckOutcome {
    pub fn is_accepted(&self) -> bool {
        matches!(self, CheckOutcome::Accepted { .. })
    }
}

/// Whether `certificate` proves the properties it names of `system`.
pub fn check_certificate(
    system: &System,
    certificate: &Certificate,
    with: &Checker,
) -> CheckOutcome {
    let problem = match Problem::new(system, certificate) {
        Ok(problem) => problem,
        Err(detail) => {
            return CheckOutcome::Rejected {
                obligation: "well-formedness".into(),
                detail,
            };
        }
    };
    match with {
        Checker::Lrat { timeout } => sat::check(&problem, *timeout),
        Checker::Smt { .. } => with.ask(&[problem]),
    }
}

/// The same for several, in one process of an SMT solver if all is well; one by one if not, so that the
/// outcome of each is its own.
pub(crate) fn check_certificates(
    claims: &[(&System, &Certificate)],
    with: &Checker,
) -> Vec<CheckOutcome> {
    let one_by_one = || {
        let claims = claims.iter();
        claims
            .map(|(system, certificate)| check_certificate(system, certificate, with))
            .collect()
    };
    if matches!(with, Checker::Lrat { .. }) {
        return one_by_one();
    }
    let problems: Result<Vec<Problem<'_>>, String> = claims
        .iter()
        .map(|(system, certificate)| Problem::new(system, certificate))
        .collect();
    match problems.map(|problems| with.ask(&problems)) {
        Ok(accepted @ CheckOutcome::Accepted { .. }) => vec![accepted; claims.len()],
        _ => one_by_one(),
    }
}

impl Checker {
    /// All obligations of the problems in one process.
    fn ask(&self, problems: &[Problem<'_>]) -> CheckOutcome {
        let Checker::Smt {
            path,
            name,
            timeout,
            random_seed,
        } = self
        else {
            unreachable!("only SMT solvers are asked");
        };
        let Some(family) = Family::of(name) else {
            return CheckOutcome::Inconclusive {
                reason: format!("{name} is not a solver known here"),
            };
        };
        let script = match smt::script(problems, &family.preamble(*random_seed)) {
            Ok(script) => script,
            Err(reason) => return CheckOutcome::Inconclusive { reason },
        };
        let questions = script.obligations.len();
        match run(path, family, script.text, questions, *timeout) {
            Answers::AllUnsat => CheckOutcome::Accepted { by: name.clone() },
            Answers::Sat(question) => CheckOutcome::Rejected {
                obligation: script.obligations[question].to_string(),
                detail: format!("{name} found a counterexample to it"),
            },
            Answers::Undecided(reason) => CheckOutcome::Inconclusive {
                reason: format!("{name}: {reason}"),
            },
        }
    }
}
