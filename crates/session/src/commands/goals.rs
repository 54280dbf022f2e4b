//! The goals of a check: which of them can be reached.

use std::time::Instant;

use assay_engine::goals;
use assay_report::{GoalOutcome, GoalResult, Place, TraceView};
use assay_source::Diagnostic;
use assay_system::{Answer, Evidence, Question};

use super::check::{Run, Task, certificate_view};
use crate::Stop;
use crate::engines::options;
use crate::evidence::Referee;

impl Run<'_> {
    /// Asks which of the goals can be reached.
    pub(super) fn reach_goals(&mut self, task: &Task<'_>) -> Result<(), Stop> {
        let (opened, system) = (self.opened, &task.system);
        let all: Vec<usize> = (0..system.goals.len()).collect();
        if all.is_empty() {
            return Ok(());
        }
        let started = Instant::now();
        let nothing = system.pool.export(&[]);
        let options = options(&self.request.engine, opened.remaining());
        let decided = goals::decide(system, &all, &nothing, &self.found, &options, opened.stop())
            .map_err(|clash| Stop::Bug(clash.0))?;
        let certify = self.request.engine.certify;
        let mut referee = Referee::new(&*task.problem, &self.found, certify, opened.stop());
        for (goal, answer) in &decided.answers {
            let checked = referee.answer(system, Question::Goal(*goal), answer)?;
            let outcome = match answer {
                Answer::Holds {
                    evidence: Evidence::Trace(trace) | Evidence::Lasso { trace, .. },
                    engine,
                } => GoalOutcome::Reached {
                    engine: engine.to_string(),
                    trace: TraceView::new(system, trace),
                    checked,
                },
                Answer::Fails {
                    evidence: Evidence::Certificate(certificate),
                    engine,
                } => {
                    let view = certificate_view(&decided.system, &task.prefix, certificate);
                    self.certificates.push(view);
                    GoalOutcome::Infeasible {
                        engine: engine.to_string(),
                        k: certificate.k,
                        certificate: self.certificates.len() - 1,
                        checked,
                    }
                }
                Answer::Holds { .. } | Answer::Fails { .. } | Answer::NoExecutions { .. } => {
                    let name = &system.goals[*goal].name;
                    return Err(Stop::Bug(format!("the evidence for `{name}` is misplaced")));
                }
                Answer::Open { reason, .. } => GoalOutcome::Open {
                    reason: reason.clone(),
                },
            };
            let span = system.goals[*goal].span;
            let place = span.and_then(|span| Place::new(&opened.map, span));
            let seconds = started.elapsed().as_secs_f64();
            let result = GoalResult::new(system, *goal, place, outcome, seconds);
            self.goals.push(GoalResult {
                id: format!("{}{}", task.prefix, result.id),
                name: format!("{}{}", task.prefix, result.name),
                ..result
            });
        }
        for message in referee.inconclusive {
            opened.say(Diagnostic::warning("A0102", message));
        }
        Ok(())
    }
}
