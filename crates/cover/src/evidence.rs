//! Every piece of evidence through the independent room. A failure is a bug and stops the run.

use assay_check::{CheckOutcome, Checker, Execution, Failure, SmtSolver, check_certificates};
use assay_engine::dead_end::DeadEnd;
use assay_solver::{Found, SolverKind, StopFlag};
use assay_system::{Certificate, Part, Stimulus, System, within, within_certificate, without};
use std::sync::Arc;
use std::time::Duration;

use crate::explain::{Pair, influenced, outputs, with_agreement};
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{
    CertificateOf, Checked, CoverResult, Difference, Explanation, Masking, MutantVerdict, Notice,
};
use assay_system::Mutants;

/// Certificates that one solver process checks, and how long it may take for them.
const BATCH: usize = 32;
const LIMIT: Duration = Duration::from_secs(60);

/// Checks traces always, certificates if the caller wants it and until the run is stopped; writes what was checked, and by what.
pub fn check(
    mutants: &Mutants,
    result: &mut CoverResult,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<(), String> {
    check_traces(mutants, result, options.jobs)?;
    check_all_certificates(mutants, result, found, options, stop)?;
    if options.certify {
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
        let kills: Vec<(usize, usize)> = outcome
            .notices
            .iter()
            .zip(&result.properties)
            .filter_map(|(n, &p)| match n {
                Notice::Kills { trace, .. } => Some((p, *trace)),
                _ => None,
            })
            .collect();
        if let Some(vacuity) = &outcome.vacuity {
            let length = vacuity.steps + 1;
            let mut longer = Execution::new(&mutants.system, &vacuity.stimulus, length);
            let outlives = match vacuity.stimulus.len() < length {
                true => Err("it is too short".to_string()),
                false => longer.admitted().map_err(|f| f.to_string()),
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
        if kills.is_empty() && difference.is_none() && admission.is_none() {
            return None;
        }
        let id = &mutants.mutants[*m].id;
        for (p, trace) in kills {
            let stored = &result.traces[trace];
            let mut execution =
                Execution::patched(&mutants.system, patch, &stored.stimulus, stored.length);
            if let Err(why) = execution.violates(p) {
                return Some(format!(
                    "mutant {id}: its killing trace fails its check: {why}"
                ));
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
            let (yes, no) = match blocks {
                true => (original, &patched),
                false => (&patched, original),
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
    match original == mutant {
        true => Err(format!(
            "{} does not differ at step {}",
            d.observable, d.step
        )),
        false => Ok(()),
    }
}

fn check_all_certificates(
    mutants: &Mutants,
    result: &mut CoverResult,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<(), String> {
    if !options.certify {
        for stored in &mut result.certificates {
            stored.checked = Checked::No("not asked for".into());
        }
        return Ok(());
    }
    let mut numbers = used_certificates(result);
    // What was read from a store is checked already.
    numbers.retain(|n| matches!(result.certificates[*n].checked, Checked::No(_)));
    let claims: Vec<(System, Arc<Certificate>)> = numbers
        .iter()
        .take_while(|_| !stop.is_raised())
        .map(|n| &result.certificates[*n])
        .map(|c| (system_of(mutants, &c.about), c.certificate.clone()))
        .collect();
    let outcomes = Room::new(found).check(&claims, options.jobs, stop);
    for (number, outcome) in numbers.into_iter().zip(outcomes) {
        let stored = &mut result.certificates[number];
        stored.checked = match outcome {
            CheckOutcome::Accepted { by } => Checked::Yes(by),
            CheckOutcome::Inconclusive { reason } => Checked::No(reason),
            CheckOutcome::Rejected { obligation, detail } => {
                return Err(format!(
                    "a certificate about {:?} fails its check: {obligation}: {detail}",
                    stored.about
                ));
            }
        };
    }
    Ok(())
}

/// Lets the room check that no execution of the original is longer. Err if it refuses that.
pub fn dead_end(
    system: &System,
    end: &DeadEnd,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<(), String> {
    if !options.certify {
        return Ok(());
    }
    let certificate = Arc::new(within_certificate(system, end.steps, &[]));
    let claim = (within(system.clone(), end.steps), certificate);
    match Room::new(found).check(&[claim], 1, stop).pop() {
        Some(CheckOutcome::Rejected { obligation, detail }) => Err(format!(
            "that no execution has more than {} steps fails its check: {obligation}: {detail}",
            end.steps
        )),
        _ => Ok(()),
    }
}

/// The independent room, with the solvers it may use.
pub struct Room {
    solvers: Vec<SmtSolver>,
    prover: Option<&'static str>,
}

impl Room {
    pub fn new(found: &[Found]) -> Room {
        let solvers = [SolverKind::Z3, SolverKind::Cvc5, SolverKind::Yices]
            .iter()
            .filter_map(|k| found.iter().find(|f| f.kind == *k))
            .map(|f| SmtSolver {
                path: f.path.clone(),
                name: f.kind.executable().into(),
            });
        Room {
            solvers: solvers.collect(),
            prover: found.first().map(|f| f.kind.executable()),
        }
    }

    /// What becomes of each claim.
    pub fn check(
        &self,
        claims: &[(System, Arc<Certificate>)],
        jobs: usize,
        stop: &StopFlag,
    ) -> Vec<CheckOutcome> {
        let mut places: Vec<(Option<Checker>, usize)> = claims
            .iter()
            .map(|(s, c)| Checker::for_system(s, c, &self.solvers, self.prover, LIMIT))
            .zip(0..)
            .collect();
        // Those with the same checker stand together.
        places.sort_by_key(|(checker, at)| (format!("{checker:?}"), *at));
        let mut batches: Vec<&[(Option<Checker>, usize)]> = places
            .chunk_by(|a, b| a.0 == b.0)
            .flat_map(|same| same.chunks(BATCH))
            .collect();
        let outcomes = parallel::each(&mut batches, jobs, |_, batch| match &batch[0].0 {
            _ if stop.is_raised() => {
                let reason = "the run was cut short".to_string();
                vec![CheckOutcome::Inconclusive { reason }; batch.len()]
            }
            None => {
                let reason = "no solver to check it with".to_string();
                vec![CheckOutcome::Inconclusive { reason }; batch.len()]
            }
            Some(checker) => {
                let claims = batch.iter().map(|(_, at)| &claims[*at]);
                let claims: Vec<(&System, &Certificate)> =
                    claims.map(|(system, c)| (system, &**c)).collect();
                check_certificates(&claims, checker)
            }
        });
        let places = places.iter().map(|(_, at)| *at);
        let mut all: Vec<(usize, CheckOutcome)> =
            places.zip(outcomes.into_iter().flatten()).collect();
        all.sort_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, outcome)| outcome).collect()
    }
}

/// Certificates that some verdict rests on.
fn used_certificates(result: &CoverResult) -> Vec<usize> {
    let mut used: Vec<usize> = result
        .mutants
        .iter()
        .flat_map(|m| {
            let survives = m.notices.iter().filter_map(|n| match n {
                Notice::Survives { certificate, .. } => Some(*certificate),
                _ => None,
            });
            let vacuous = m.vacuity.iter().map(|v| v.certificate);
            let masked = match m.explanation {
                Explanation::Masked(_, Masking::Proved { certificate, .. }) => Some(certificate),
                _ => None,
            };
            let whole = m.equivalence.into_iter().chain(vacuous).chain(masked);
            survives.chain(whole).collect::<Vec<usize>>()
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// The system that a certificate is about.
pub fn system_of(mutants: &Mutants, about: &CertificateOf) -> System {
    match about {
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

/// What stands behind one mutant's verdict.
fn summary(result: &CoverResult, m: usize) -> Checked {
    let outcome = &result.mutants[m];
    match outcome.verdict {
        MutantVerdict::Killed => Checked::Yes("trace replayed".into()),
        MutantVerdict::Invalid | MutantVerdict::Unknown => {
            Checked::No("no evidence of a kind that is checked".into())
        }
        MutantVerdict::Vacuous => match &outcome.vacuity {
            Some(vacuity) => result.certificates[vacuity.certificate].checked.clone(),
            None => Checked::No("no evidence".into()),
        },
        MutantVerdict::Survived | MutantVerdict::Equivalent => {
            let mut by: Vec<String> = Vec::new();
            let behind = outcome.notices.iter().filter_map(|n| match n {
                Notice::Survives { certificate, .. } => Some(*certificate),
                _ => None,
            });
            for number in behind.chain(outcome.equivalence) {
                match &result.certificates[number].checked {
                    Checked::Yes(who) if by.contains(who) => {}
                    Checked::Yes(who) => by.push(who.clone()),
                    Checked::No(why) => return Checked::No(why.clone()),
                }
            }
            match by.is_empty() {
                true => Checked::Yes("equal by structure".into()),
                false => Checked::Yes(by.join(", ")),
            }
        }
    }
}
