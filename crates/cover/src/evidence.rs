//! Every piece of evidence through the independent room. A failure is a bug and stops the run.

use assay_check::{CheckOutcome, Execution, Failure, Room, SmtSolver, check_trace};
use assay_engine::ctl::Decision;
use assay_engine::dead_end::DeadEnd;
use assay_solver::{Found, SolverKind, StopFlag};
use assay_system::{
    Certificate, Claim, Part, Stimulus, System, Verdict, within, within_certificate, without,
};
use std::sync::Arc;
use std::time::Duration;

use crate::baseline::Proof;
use crate::branching;
use crate::claims;
use crate::explain::{Pair, influenced, outputs, with_agreement};
use crate::means::Means;
use crate::parallel;
use crate::result::{
    Baseline, Branching, BranchingOf, CertificateOf, Checked, CoverResult, Difference, Evidence,
    Explanation, Fairness, Masking, MutantVerdict, Notice, StoredBranching, StoredCertificate,
};
use assay_system::Mutants;

/// Certificates that one solver process checks, and how long it may take for them.
const TOGETHER: usize = 32;
const LIMIT: Duration = Duration::from_secs(60);

/// How an execution was checked.
pub const REPLAYED: &str = "trace replayed";
/// Why something was not checked.
pub const UNASKED: &str = "not asked for";
pub const CUT: &str = "the run was cut short";

/// Checks traces always, certificates if the caller wants it and until the run is stopped; writes what was checked, and by what.
pub fn check(
    mutants: &Mutants,
    result: &mut CoverResult,
    checking: &Checking<'_>,
) -> Result<(), String> {
    check_traces(mutants, result, checking.means.options.jobs)?;
    check_all_certificates(mutants, result, checking)?;
    branching::check(mutants, &mut result.branching, checking)?;
    if checking.means.options.certify {
        keep_proved_masks(result);
    }
    for m in 0..result.mutants.len() {
        let checked = summary(result, m);
        result.mutants[m].checked = checked;
    }
    Ok(())
}

fn check_traces(mutants: &Mutants, result: &CoverResult, jobs: usize) -> Result<(), String> {
    let mut all: Vec<usize> = (0..result.mutants.len()).collect();
    let failures = parallel::each(&mut all, jobs, |_, m| -> Option<String> {
        let outcome = &result.mutants[*m];
        let patch = mutants.mutants[*m].patch()?;
        let shown: Vec<(usize, usize)> = outcome
            .notices
            .iter()
            .zip(&result.properties)
            .filter_map(|(n, &p)| {
                let invariant = claims::invariant_of(&mutants.system, p)?;
                Some((invariant, n.evidence()?.trace()?))
            })
            .collect();
        if let Some(vacuity) = &outcome.vacuity {
            let length = vacuity.steps + 1;
            let mut longer = Execution::new(&mutants.system, &vacuity.stimulus, length);
            let outlives = if vacuity.stimulus.len() < length {
                Err("it is too short".to_string())
            } else {
                longer.admitted().map_err(|f| f.to_string())
            };
            if let Err(why) = outlives {
                let id = &mutants.mutants[*m].id;
                return Some(format!(
                    "mutant {id}: the original's longer execution fails its check: {why}"
                ));
            }
        }
        let difference = match &outcome.explanation {
            Explanation::Visible(d) | Explanation::Masked(d, _) => Some(d),
            _ => None,
        };
        let admission = match &outcome.explanation {
            Explanation::Blocks { stimulus, step } => Some((stimulus, *step, true)),
            Explanation::Admits { stimulus, step } => Some((stimulus, *step, false)),
            _ => None,
        };
        if shown.is_empty() && difference.is_none() && admission.is_none() {
            return None;
        }
        let id = &mutants.mutants[*m].id;
        for (invariant, trace) in shown {
            let stored = &result.traces[trace];
            if let Err(why) = violates(mutants, *m, &stored.stimulus, stored.length, invariant) {
                return Some(format!("mutant {id}: its trace fails its check: {why}"));
            }
        }
        if difference.is_none() && admission.is_none() {
            return None;
        }
        if let Explanation::Masked(_, Masking::Unread) = &outcome.explanation {
            let reached = influenced(&mutants.system, [patch]);
            let mut shown = outputs(&mutants.system, &result.properties);
            if let Some(v) = shown.find(|v| reached[v.index()]) {
                let name = &mutants.system.var(v).name;
                return Some(format!(
                    "mutant {id}: it is called masked, and {name} depends on it"
                ));
            }
        }
        let patched = patch.apply(&mutants.system);
        if let Some((stimulus, step, blocks)) = admission {
            let original = &mutants.system;
            let (yes, no) = if blocks {
                (original, &patched)
            } else {
                (&patched, original)
            };
            if !parts_at(yes, no, stimulus, step) {
                let why = "the assumptions do not part at the step that is named";
                return Some(format!("mutant {id}: its execution fails its check: {why}"));
            }
        }
        difference
            .and_then(|d| differs(mutants, &patched, d).err())
            .map(|why| format!("mutant {id}: its difference fails its check: {why}"))
    });
    failures.into_iter().flatten().next().map_or(Ok(()), Err)
}

/// Whether the first `length` steps of the stimulus are an execution of the mutant whose last step violates the invariant.
pub fn violates(
    mutants: &Mutants,
    m: usize,
    stimulus: &Stimulus,
    length: usize,
    invariant: usize,
) -> Result<(), String> {
    let system = &mutants.system;
    let patch = mutants.mutants[m].patch().ok_or("it is no model")?;
    let violated = if patch.properties.is_empty() {
        // The patched system is not built: of a large one that takes longer than the execution.
        Execution::patched(system, patch, stimulus, length).violates(invariant)
    } else {
        Execution::new(&patch.apply(system), stimulus, length).violates(invariant)
    };
    violated.map_err(|failure| failure.to_string())
}

/// What the room could not confirm about outputs is a search to a bound again.
fn keep_proved_masks(result: &mut CoverResult) {
    for mutant in &mut result.mutants {
        if let Explanation::Masked(_, masking) = &mut mutant.explanation
            && let Masking::Proved {
                certificate,
                searched,
            } = *masking
            && let Checked::No(_) = result.certificates[certificate].checked
        {
            *masking = Masking::Within(searched);
        }
    }
}

/// Whether one system admits the execution up to and including `step` and the other up to before it.
pub fn parts_at(yes: &System, no: &System, stimulus: &Stimulus, step: usize) -> bool {
    let admitted = |system, length| Execution::new(system, stimulus, length).admitted();
    admitted(yes, step + 1).is_ok()
        && admitted(no, step).is_ok()
        && matches!(admitted(no, step + 1), Err(Failure::ConstraintFails { .. }))
}

/// Both halves are executions that their assumptions admit, and they differ where it is said. They have
/// the same inputs because one stimulus drives both.
pub fn differs(mutants: &Mutants, patched: &System, d: &Difference) -> Result<(), String> {
    let var = mutants
        .system
        .find(&d.observable)
        .ok_or("it names no variable")?;
    let shown = |system: &System| {
        let mut execution = Execution::new(system, &d.stimulus, d.step + 1);
        execution.admitted()?;
        execution.value(d.step, system.pool.var(var))
    };
    let both = shown(&mutants.system).and_then(|a| shown(patched).map(|b| (a, b)));
    let (original, mutant) = both.map_err(|f| f.to_string())?;
    if original == mutant {
        Err(format!(
            "{} does not differ at step {}",
            d.observable, d.step
        ))
    } else {
        Ok(())
    }
}

fn check_all_certificates(
    mutants: &Mutants,
    result: &mut CoverResult,
    checking: &Checking<'_>,
) -> Result<(), String> {
    if !checking.means.options.certify {
        for stored in &mut result.certificates {
            stored.checked = Checked::No(UNASKED.into());
        }
        return Ok(());
    }
    let mut numbers = used_certificates(result);
    // What was read from a store is checked already.
    numbers.retain(|n| matches!(result.certificates[*n].checked, Checked::No(_)));
    let claims: Vec<(System, Arc<Certificate>)> = numbers
        .iter()
        .take_while(|_| !checking.means.stop.is_raised())
        .map(|n| &result.certificates[*n])
        .map(|c| (subject(mutants, &c.about), c.certificate.clone()))
        .collect();
    let outcomes = check_claims(
        checking.room,
        &claims,
        checking.means.options.jobs,
        checking.means.stop,
    );
    for (number, outcome) in numbers.into_iter().zip(outcomes) {
        let stored = &mut result.certificates[number];
        let what = format!("the certificate about {}", stored.about.told(mutants));
        stored.checked = accepted(outcome, &what)?;
    }
    Ok(())
}

/// Lets the room check that no execution of the original is longer. Err if it refuses that.
pub fn dead_end(system: &System, end: &DeadEnd, checking: &Checking<'_>) -> Result<(), String> {
    let certificate = within_certificate(system, end.steps, &[], end.provers.clone());
    let claim = (within(system.clone(), end.steps), Arc::new(certificate));
    let what = format!("that no execution has more than {} steps", end.steps);
    checking.checked(&[claim], &what).map(|_| ())
}

/// The independent room, with the solvers that were found.
pub fn room(found: &[Found]) -> Room {
    let there = SolverKind::ALL
        .iter()
        .filter_map(|k| found.iter().find(|f| f.kind == *k));
    let solvers = there.map(|f| SmtSolver {
        path: f.path.clone(),
        name: f.kind.executable().into(),
    });
    Room::new(solvers.collect())
}

/// What becomes of each claim.
pub fn check_claims(
    room: &Room,
    claims: &[(System, Arc<Certificate>)],
    jobs: usize,
    stop: &StopFlag,
) -> Vec<CheckOutcome> {
    let mut chunks: Vec<&[(System, Arc<Certificate>)]> = claims.chunks(TOGETHER).collect();
    let outcomes = parallel::try_each(&mut chunks, jobs, |_, chunk| {
        if stop.is_raised() {
            let reason = CUT.to_string();
            return vec![CheckOutcome::Inconclusive { reason }; chunk.len()];
        }
        let chunk: Vec<(&System, &Certificate)> = chunk.iter().map(|(s, c)| (s, &**c)).collect();
        room.check(&chunk, LIMIT)
    });
    // A check that broke accepts nothing.
    let outcomes = outcomes
        .into_iter()
        .zip(&chunks)
        .flat_map(|(outcomes, chunk)| {
            outcomes
                .unwrap_or_else(|reason| vec![CheckOutcome::Inconclusive { reason }; chunk.len()])
        });
    outcomes.collect()
}

/// The evidence of the original, as far as it shows that properties hold.
pub struct CheckedProof {
    /// What stands behind each property.
    pub baseline: Vec<Baseline>,
    pub certificates: Vec<StoredCertificate>,
    pub branching: Vec<StoredBranching>,
}

/// Replays the counterexamples to properties of the original and checks the certificates of the others, but for those that a
/// store gave and that are checked already.
pub fn check_proof(
    mutants: &Mutants,
    proof: &Proof,
    checking: &Checking<'_>,
) -> Result<CheckedProof, String> {
    let system = &mutants.system;
    let mut branching: Vec<StoredBranching> = Vec::new();
    let mut baseline = Vec::new();
    let mut certificates: Vec<StoredCertificate> = Vec::new();
    for (p, property) in system.properties[..claims::count(system)]
        .iter()
        .enumerate()
    {
        // Where the claim is that something can be reached, the invariant is that it never is.
        let reachable = matches!(property.claim, Claim::Reachable);
        let Some(invariant) = claims::invariant_of(system, p) else {
            baseline.push(branched(mutants, proof, p, &mut branching, checking)?);
            continue;
        };
        baseline.push(match &proof.verdicts[invariant] {
            Verdict::Unknown { reason, .. } => Baseline::Unknown(reason.clone()),
            Verdict::Violated { trace, .. } => {
                check_trace(system, trace, invariant).map_err(|failure| {
                    let name = &property.name;
                    format!("the execution that decides `{name}` does not replay: {failure}")
                })?;
                let checked = Checked::Yes(REPLAYED.into());
                if reachable {
                    Baseline::Reached { checked }
                } else {
                    Baseline::Violated { checked }
                }
            }
            Verdict::Proved { certificate, .. } => {
                let same = |c: &StoredCertificate| Arc::ptr_eq(&c.certificate, certificate);
                let known = certificates.iter().position(same);
                let certificate = known.unwrap_or_else(|| {
                    let checked = proof.remembered[invariant].clone();
                    certificates.push(StoredCertificate {
                        about: CertificateOf::Original,
                        certificate: certificate.clone(),
                        checked: checked.unwrap_or_else(|| Checked::No(CUT.into())),
                    });
                    certificates.len() - 1
                });
                if reachable {
                    Baseline::Unreachable {
                        certificate,
                        checked: Checked::No(CUT.into()),
                    }
                } else {
                    Baseline::Proved { certificate }
                }
            }
        });
    }
    let open = |c: &&mut StoredCertificate| matches!(c.checked, Checked::No(_));
    let open: Vec<&mut StoredCertificate> = certificates.iter_mut().filter(open).collect();
    let claims = open.iter().map(|c| (system.clone(), c.certificate.clone()));
    let checks = checking.checked(&claims.collect::<Vec<_>>(), "a certificate of the original")?;
    for (stored, checked) in open.into_iter().zip(checks) {
        stored.checked = checked;
    }
    for found in &mut baseline {
        if let Baseline::Unreachable {
            certificate,
            checked,
        } = found
        {
            *checked = certificates[*certificate].checked.clone();
        }
    }
    Ok(CheckedProof {
        baseline,
        certificates,
        branching,
    })
}

/// Checks what stands behind a claim that is no invariant; what shows that it holds is kept.
fn branched(
    mutants: &Mutants,
    proof: &Proof,
    property: usize,
    kept: &mut Vec<StoredBranching>,
    checking: &Checking<'_>,
) -> Result<Baseline, String> {
    let shows = match proof.branching(property) {
        Some(Decision::Holds(fixpoint)) => Branching::Holds {
            property,
            fixpoint: fixpoint.clone(),
        },
        Some(Decision::Fails(tree)) => Branching::Fails {
            property,
            tree: tree.clone(),
        },
        Some(Decision::NoExecutions(fixpoint)) => Branching::NoExecution {
            fixpoint: fixpoint.clone(),
        },
        Some(Decision::Open(why)) => return Ok(Baseline::Unknown(why.clone())),
        None => {
            let claim = &mutants.system.properties[property].claim;
            return Ok(Baseline::Unknown(claims::no_engine(claim)));
        }
    };
    let mut stored = [StoredBranching {
        about: BranchingOf::Original,
        shows,
        checked: Checked::No(CUT.into()),
    }];
    branching::check(mutants, &mut stored, checking)?;
    let [stored] = stored;
    let checked = stored.checked.clone();
    match stored.shows {
        Branching::Fails { .. } => return Ok(Baseline::Violated { checked }),
        Branching::NoExecution { .. } => return Ok(Baseline::NoExecutions { checked }),
        Branching::Holds { .. } | Branching::Execution { .. } => {}
    }
    kept.push(stored);
    Ok(Baseline::Holds {
        branching: kept.len() - 1,
    })
}

/// What evidence is checked with.
pub struct Checking<'a> {
    pub room: &'a Room,
    pub means: Means<'a>,
}

impl Checking<'_> {
    /// What the check of each claim came to. Err if one is refused: a bug.
    pub fn checked(
        &self,
        claims: &[(System, Arc<Certificate>)],
        what: &str,
    ) -> Result<Vec<Checked>, String> {
        if !self.means.options.certify {
            return Ok(vec![Checked::No(UNASKED.into()); claims.len()]);
        }
        let outcomes = check_claims(self.room, claims, self.means.options.jobs, self.means.stop);
        let outcomes = outcomes.into_iter();
        outcomes.map(|outcome| accepted(outcome, what)).collect()
    }

    /// The same for what stands or falls together.
    pub fn all_checked(
        &self,
        claims: &[(System, Arc<Certificate>)],
        what: &str,
    ) -> Result<Checked, String> {
        let checks = self.checked(claims, what)?;
        Ok(together(&checks, "nothing to check"))
    }
}

pub(crate) fn accepted(outcome: CheckOutcome, what: &str) -> Result<Checked, String> {
    match outcome {
        CheckOutcome::Accepted { by } => Ok(Checked::Yes(by)),
        CheckOutcome::Inconclusive { reason } => Ok(Checked::No(reason)),
        CheckOutcome::Rejected { obligation, detail } => {
            Err(format!("{what} fails its check: {obligation}: {detail}"))
        }
    }
}

/// Everybody who has checked a part, or why one is not checked; `none` has checked where there is nothing.
fn together<'c>(checks: impl IntoIterator<Item = &'c Checked>, none: &str) -> Checked {
    let mut by: Vec<&str> = Vec::new();
    for check in checks {
        match check {
            Checked::Yes(who) if by.contains(&who.as_str()) => {}
            Checked::Yes(who) => by.push(who),
            Checked::No(why) => return Checked::No(why.clone()),
        }
    }
    if by.is_empty() {
        Checked::Yes(none.into())
    } else {
        Checked::Yes(by.join(", "))
    }
}

/// Certificates that some verdict rests on.
fn used_certificates(result: &CoverResult) -> Vec<usize> {
    let mut used: Vec<usize> = result
        .mutants
        .iter()
        .flat_map(|m| {
            let notices = m.notices.iter().filter_map(Notice::evidence);
            let noticed = notices.filter_map(Evidence::certificate);
            let vacuous = m.vacuity.iter().map(|v| v.certificate);
            let masked = match m.explanation {
                Explanation::Masked(_, Masking::Proved { certificate, .. }) => Some(certificate),
                _ => None,
            };
            let whole = m.equivalence.into_iter().chain(vacuous).chain(masked);
            noticed.chain(whole).collect::<Vec<usize>>()
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// The system that a certificate is about.
pub fn system_of(mutants: &Mutants, about: &CertificateOf) -> System {
    let mutants = &*claims::extended(mutants);
    subject(mutants, about)
}

/// The same where the mutants are those of an extended system.
fn subject(mutants: &Mutants, about: &CertificateOf) -> System {
    match about {
        CertificateOf::Original => mutants.system.clone(),
        CertificateOf::Mutant(m) => patched(mutants, *m),
        CertificateOf::Within { mutant, steps } => within(patched(mutants, *mutant), *steps),
        CertificateOf::Masked { mutant, properties } => {
            Pair::of_mutant(mutants, *mutant, properties)
        }
        CertificateOf::Equivalence(equivalent) => with_agreement(mutants, equivalent),
        CertificateOf::Without(wires) => {
            let part = Part {
                name: "what was changed".into(),
                wires: wires.clone(),
                constraints: vec![],
            };
            without(&mutants.system, &[part])
        }
    }
}

fn patched(mutants: &Mutants, m: usize) -> System {
    let patch = mutants.mutants[m].patch();
    patch
        .expect("proved mutants have patches")
        .apply(&mutants.system)
}

/// Whether the evidence of these notices was checked. Traces always are.
fn behind<'n>(result: &CoverResult, notices: impl Iterator<Item = &'n Notice>) -> Vec<Checked> {
    let evidence = notices.filter_map(Notice::evidence);
    evidence
        .map(|evidence| match evidence {
            Evidence::Trace(_) => Checked::Yes(REPLAYED.into()),
            Evidence::Certificate(number) => result.certificates[number].checked.clone(),
            Evidence::Branching(number) => result.branching[number].checked.clone(),
        })
        .collect()
}

/// What stands behind one mutant's verdict.
fn summary(result: &CoverResult, m: usize) -> Checked {
    let outcome = &result.mutants[m];
    match outcome.verdict {
        MutantVerdict::Killed => {
            let kills = |n: &&Notice| matches!(n, Notice::Kills { .. });
            let kills = outcome.notices.iter().filter(kills);
            together(&behind(result, kills), REPLAYED)
        }
        MutantVerdict::Invalid | MutantVerdict::Unknown => {
            Checked::No("no evidence of a kind that is checked".into())
        }
        MutantVerdict::Vacuous => match (&outcome.vacuity, outcome.fairness) {
            (Some(vacuity), _) => result.certificates[vacuity.certificate].checked.clone(),
            (None, Some(Fairness::NoExecution(number))) => {
                let survives = |n: &&Notice| matches!(n, Notice::Survives { .. });
                let mut checks = behind(result, outcome.notices.iter().filter(survives));
                checks.push(result.branching[number].checked.clone());
                together(&checks, "nothing to check")
            }
            (None, _) => Checked::No("no evidence".into()),
        },
        MutantVerdict::Survived | MutantVerdict::Equivalent => {
            let survives = |n: &&Notice| matches!(n, Notice::Survives { .. });
            let mut checks = behind(result, outcome.notices.iter().filter(survives));
            let equivalence = outcome.equivalence.map(|e| &result.certificates[e]);
            checks.extend(equivalence.map(|stored| stored.checked.clone()));
            if let Some(Fairness::Fair(number)) = outcome.fairness {
                checks.push(result.branching[number].checked.clone());
            }
            together(&checks, "equal by structure")
        }
    }
}
