//! Checks claims with whatever solvers there are. Every command that has a certificate comes here, so that one place decides who
//! checks it, and by who proved it ([`Checker::for_system`]).

use std::time::Duration;

use assay_system::{Certificate, System};

use crate::checker::{CheckOutcome, Checker, SmtSolver, check_certificates};

/// The independent room, with the solvers that it may use, the preferred one first.
#[derive(Clone, Debug)]
pub struct Room {
    solvers: Vec<SmtSolver>,
}

/// A claim that is not decided yet.
struct Open {
    /// Which claim.
    at: usize,
    /// The solvers that can still be asked.
    solvers: Vec<SmtSolver>,
    /// Why the others could not tell.
    reasons: Vec<String>,
}

impl Room {
    pub fn new(solvers: Vec<SmtSolver>) -> Room {
        Room { solvers }
    }

    /// What becomes of each claim. Claims with the same checker share a process, which has so much patience. Where a
    /// solver cannot tell, the next one is asked.
    pub fn check(
        &self,
        claims: &[(&System, &Certificate)],
        patience: Duration,
    ) -> Vec<CheckOutcome> {
        let mut outcomes: Vec<Option<CheckOutcome>> = vec![None; claims.len()];
        let mut open: Vec<Open> = (0..claims.len())
            .map(|at| Open {
                at,
                solvers: self.solvers.clone(),
                reasons: Vec::new(),
            })
            .collect();
        while !open.is_empty() {
            let mut groups: Vec<(Checker, Vec<Open>)> = Vec::new();
            for claim in open.drain(..) {
                let (system, certificate) = claims[claim.at];
                match Checker::for_system(system, certificate, &claim.solvers, patience) {
                    None => outcomes[claim.at] = Some(given_up(claim.reasons)),
                    Some(checker) => match groups.iter_mut().find(|(c, _)| *c == checker) {
                        Some((_, group)) => group.push(claim),
                        None => groups.push((checker, vec![claim])),
                    },
                }
            }
            for (checker, group) in groups {
                let asked: Vec<_> = group.iter().map(|claim| claims[claim.at]).collect();
                let answers = check_certificates(&asked, &checker);
                for (mut claim, answer) in group.into_iter().zip(answers) {
                    match (answer, &checker) {
                        (CheckOutcome::Inconclusive { reason }, Checker::Smt { path, .. }) => {
                            claim.reasons.push(reason);
                            claim.solvers.retain(|s| s.path != *path);
                            open.push(claim);
                        }
                        (answer, _) => outcomes[claim.at] = Some(answer),
                    }
                }
            }
        }
        let decided = outcomes.into_iter();
        decided
            .map(|outcome| outcome.expect("every claim has an outcome"))
            .collect()
    }
}

/// No solver is left to ask.
fn given_up(reasons: Vec<String>) -> CheckOutcome {
    let reason = if reasons.is_empty() {
        "there is no solver to check it".to_string()
    } else {
        reasons.join("; ")
    };
    CheckOutcome::Inconclusive { reason }
}
