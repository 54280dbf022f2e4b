//! Has every verdict evidence that somebody else accepts? Traces are replayed always, certificates are checked unless the user
//! says no. Evidence that fails is a bug in assay and stops the run; a check that could not be finished leaves the verdict
//! unchecked, and the result says so.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Room, check_trace};
use assay_cover::room;
use assay_language::Problem;
use assay_report::Checked;
use assay_solver::{Found, StopFlag};
use assay_system::{Certificate, EngineName, Replayed, System, Trace};

use crate::Stop;

/// How long one solver may take for one certificate.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same for a user who has asked to stop.
const HURRY: Duration = Duration::from_secs(3);

/// Checks the evidence for verdicts on one system.
pub struct Referee<'a> {
    problem: &'a dyn Problem,
    room: Room,
    certify: bool,
    stop: StopFlag,
    /// Properties proved together share a certificate, which is checked once.
    known: Vec<(Arc<Certificate>, Checked)>,
    /// What could not be checked, and why.
    pub inconclusive: Vec<String>,
}

impl<'a> Referee<'a> {
    pub fn new(
        problem: &'a dyn Problem,
        found: &[Found],
        certify: bool,
        stop: &StopFlag,
    ) -> Referee<'a> {
        Referee {
            problem,
            room: room(found),
            certify,
            stop: stop.clone(),
            known: Vec::new(),
            inconclusive: Vec::new(),
        }
    }

    /// Replays a counterexample twice: on the system, and in the language's own interpreter.
    pub fn trace(&self, property: usize, trace: &Trace) -> Result<Checked, Stop> {
        let system = self.problem.system();
        let name = &system.properties[property].name;
        let bug = |why: &str| {
            Stop::Bug(format!(
                "the counterexample to `{name}` does not replay: {why}"
            ))
        };
        check_trace(system, trace, property).map_err(|failure| bug(&failure.to_string()))?;
        let replayed = self.problem.replayer().replay(trace, property);
        let Replayed { violated, by } = replayed.map_err(|why| bug(&why))?;
        if violated {
            Ok(Checked::By(by.to_string()))
        } else {
            Err(bug(&format!("the {by} finds no violation")))
        }
    }

    pub fn certificate(
        &mut self,
        certificate: &Arc<Certificate>,
        engine: EngineName,
    ) -> Result<Checked, Stop> {
        if let Some((_, checked)) = self.known.iter().find(|(c, _)| Arc::ptr_eq(c, certificate)) {
            return Ok(checked.clone());
        }
        let system = self.problem.system();
        let what = format!("{} by {engine}", names(system, certificate));
        let checked = self.accept(system, certificate, &format!("the certificate of {what}"))?;
        self.known.push((certificate.clone(), checked.clone()));
        Ok(checked)
    }

    pub fn certify(&self) -> bool {
        self.certify
    }

    /// Checks a certificate for another system than the model's own: without some elements, or with more properties.
    pub fn other(
        &mut self,
        system: &System,
        certificate: &Certificate,
        what: &str,
    ) -> Result<Checked, Stop> {
        self.accept(system, certificate, &format!("the certificate for {what}"))
    }

    fn accept(
        &mut self,
        system: &System,
        certificate: &Certificate,
        what: &str,
    ) -> Result<Checked, Stop> {
        if !self.certify {
            return Ok(Checked::Not);
        }
        let patience = if self.stop.is_raised() {
            HURRY
        } else {
            PATIENCE
        };
        for outcome in self.room.check(&[(system, certificate)], patience) {
            match outcome {
                CheckOutcome::Accepted { by } => return Ok(Checked::By(by)),
                CheckOutcome::Rejected { obligation, detail } => {
                    return Err(Stop::Bug(format!(
                        "{what} was rejected: {obligation}: {detail}"
                    )));
                }
                CheckOutcome::Inconclusive { reason } => {
                    let message = format!("{what} could not be checked: {reason}");
                    self.inconclusive.push(message);
                }
            }
        }
        Ok(Checked::Not)
    }
}

fn names(system: &System, certificate: &Certificate) -> String {
    let names: Vec<&str> = certificate
        .properties
        .iter()
        .map(|&p| system.properties[p].name.as_str())
        .collect();
    names.join(", ")
}
