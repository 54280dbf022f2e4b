//! Has every verdict evidence that somebody else accepts? Traces are replayed always, certificates are checked unless the user
//! says no. Evidence that fails is a bug in assay and stops the run; a check that could not be finished leaves the verdict
//! unchecked, and the result says so.

use std::slice;
use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, CheckOutcome, Room};
use assay_cover::room;
use assay_language::Problem;
use assay_report::Checked;
use assay_solver::{Found, StopFlag};
use assay_system::branching::Rerun;
use assay_system::{Answer, Certificate, Claim, Evidence, Question, Replayed, System, Tree};

use crate::Stop;
use crate::branching::executions;

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

    /// Checks what an answer rests on. Executions are replayed by the check room and, where they are about a property, in the
    /// language's own terms; then the result names who compared the property there.
    pub fn answer(
        &mut self,
        system: &Arc<System>,
        question: Question,
        answer: &Answer,
    ) -> Result<Checked, Stop> {
        let asked = Asked {
            system,
            question,
            answer,
        };
        let evidence = match answer {
            Answer::Holds { evidence, .. } | Answer::Fails { evidence, .. } => evidence,
            Answer::NoExecutions { .. } => return self.sets(&asked),
            Answer::Open { .. } => return Ok(Checked::Not),
        };
        match evidence {
            Evidence::Certificate(certificate) => {
                let mut known = self.known.iter();
                if let Some((_, checked)) = known.find(|(c, _)| Arc::ptr_eq(c, certificate)) {
                    return Ok(checked.clone());
                }
                if !self.certify {
                    return Ok(Checked::Not);
                }
                let patience = self.patience();
                let mut outcomes = self.room.check_answers(&[asked], patience);
                let what = format!("the certificate of {}", named(system, question, answer));
                let checked = self.judged(outcomes.pop(), &what)?;
                self.known.push((certificate.clone(), checked.clone()));
                Ok(checked)
            }
            Evidence::Trace(trace) | Evidence::Lasso { trace, .. } => {
                let patience = self.patience();
                let outcome = self
                    .room
                    .check_answers(slice::from_ref(&asked), patience)
                    .pop();
                let bug = |why: &str| {
                    let named = named(system, question, answer);
                    Stop::Bug(format!("the execution for {named} does not replay: {why}"))
                };
                let by = match outcome {
                    Some(CheckOutcome::Accepted { by }) => by,
                    Some(CheckOutcome::Rejected { obligation, detail }) => {
                        return Err(bug(&format!("{obligation}: {detail}")));
                    }
                    Some(CheckOutcome::Inconclusive { reason }) => return Err(bug(&reason)),
                    None => return Err(bug("nobody has looked at it")),
                };
                let Question::Property(property) = question else {
                    return Ok(Checked::By(by));
                };
                // What an execution shows of a temporal claim is decided by the check room.
                let temporal = matches!(system.properties[property].claim, Claim::Temporal(_));
                if temporal && self.run_again(&asked, |rerun| rerun.execution(trace))? {
                    return Ok(with_interpreter(Checked::By(by), true));
                }
                if temporal && property >= self.problem.system().properties.len() {
                    return Ok(Checked::By(by));
                }
                let replayed = self.problem.replayer().replay(trace, property);
                let Replayed {
                    violated,
                    by: replayer,
                } = replayed.map_err(|why| bug(&why))?;
                if temporal {
                    return Ok(Checked::By(by));
                }
                // An execution that shows that something can be reached ends where the term is true.
                if violated == matches!(answer, Answer::Fails { .. }) {
                    Ok(Checked::By(replayer.to_string()))
                } else {
                    Err(bug(&format!(
                        "the {replayer} finds another value at its end"
                    )))
                }
            }
            Evidence::Fixpoint(fixpoint) => {
                let ran = self.run_again(&asked, |rerun| rerun.fixpoint(fixpoint))?;
                Ok(with_interpreter(self.sets(&asked)?, ran))
            }
            Evidence::Tree(tree) => {
                let patience = self.patience();
                let outcome = self.room.check_answers(slice::from_ref(&asked), patience);
                let what = format!("the tree for {}", named(system, question, answer));
                let checked = self.judged(outcome.into_iter().next(), &what)?;
                let ran = self.run_again(&asked, |rerun| rerun.tree(tree))?;
                if !ran {
                    self.run_executions(system, question, tree, &what)?;
                }
                Ok(with_interpreter(checked, ran))
            }
        }
    }

    /// Has sets of states checked.
    fn sets(&mut self, asked: &Asked<'_>) -> Result<Checked, Stop> {
        if !self.certify {
            return Ok(Checked::Not);
        }
        let named = named(asked.system, asked.question, asked.answer);
        let patience = self.patience();
        let outcome = self.room.check_answers(slice::from_ref(asked), patience);
        let what = format!("the certificate of {named}");
        self.judged(outcome.into_iter().next(), &what)
    }

    /// Runs what shows a formula in the language's own terms. Whether it did; a difference is a bug.
    fn run_again(
        &self,
        asked: &Asked<'_>,
        run: impl Fn(&Rerun<'_>) -> Result<bool, String>,
    ) -> Result<bool, Stop> {
        let Question::Property(property) = asked.question else {
            return Ok(false);
        };
        let Claim::Temporal(formula) = &asked.system.properties[property].claim else {
            return Ok(false);
        };
        let rerun = Rerun {
            replayer: self.problem.replayer(),
            system: asked.system,
            formula,
        };
        run(&rerun).map_err(|why| {
            let named = named(asked.system, asked.question, asked.answer);
            Stop::Bug(format!(
                "the evidence for {named} is wrong in the model's own terms: {why}"
            ))
        })
    }

    /// Runs the executions of a tree from the initial state on, for languages that cannot begin elsewhere. What they show was decided by the
    /// check room.
    fn run_executions(
        &self,
        system: &System,
        question: Question,
        tree: &Tree,
        what: &str,
    ) -> Result<(), Stop> {
        let Question::Property(property) = question else {
            return Ok(());
        };
        // Where inputs were made states for the sake of the claim, the variables that came with it stand behind those of the model.
        let own = self.problem.system();
        let known = own.vars.len();
        if system.vars.len() != known || property >= own.properties.len() {
            return Ok(());
        }
        let replayer = self.problem.replayer();
        for mut execution in executions(tree) {
            execution.steps.iter_mut().for_each(|s| s.truncate(known));
            let replayed = replayer.replay(&execution, property);
            replayed.map_err(|why| {
                Stop::Bug(format!("an execution of {what} does not replay: {why}"))
            })?;
        }
        Ok(())
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
        let patience = self.patience();
        let outcome = self.room.check(&[(system, certificate)], patience).pop();
        self.judged(outcome, what)
    }

    fn patience(&self) -> Duration {
        if self.stop.is_raised() {
            HURRY
        } else {
            PATIENCE
        }
    }

    /// A certificate that is rejected is a bug; one that could not be checked is noted.
    fn judged(&mut self, outcome: Option<CheckOutcome>, what: &str) -> Result<Checked, Stop> {
        match outcome {
            Some(CheckOutcome::Accepted { by }) => return Ok(Checked::By(by)),
            Some(CheckOutcome::Rejected { obligation, detail }) => {
                return Err(Stop::Bug(format!(
                    "{what} was rejected: {obligation}: {detail}"
                )));
            }
            Some(CheckOutcome::Inconclusive { reason }) => {
                let message = format!("{what} could not be checked: {reason}");
                self.inconclusive.push(message);
            }
            None => {}
        }
        Ok(Checked::Not)
    }
}

/// With the language's interpreter among those who have checked, if it has.
fn with_interpreter(checked: Checked, ran: bool) -> Checked {
    match checked {
        Checked::By(whom) if ran => Checked::By(format!("{whom}, {}", Rerun::BY)),
        other => other,
    }
}

/// What is asked, and who answered.
fn named(system: &System, question: Question, answer: &Answer) -> String {
    let name = match question {
        Question::Property(p) => &system.properties[p].name,
        Question::Goal(g) => &system.goals[g].name,
    };
    match answer {
        Answer::Holds { engine, .. }
        | Answer::Fails { engine, .. }
        | Answer::NoExecutions { engine, .. } => {
            format!("`{name}` by {engine}")
        }
        Answer::Open { .. } => format!("`{name}`"),
    }
}
