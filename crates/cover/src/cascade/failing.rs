//! What fails inside a stage costs the answers of the mutants that it was asked about, and the rest of the run goes on: a laboratory
//! or a family that panicked is closed, because its state may be half changed, and so are all of them where a stage did.

use assay_engine::guard::{fail_if_told, guarded};

use super::{Cascade, Fault};
use crate::result::Stage;

impl Cascade<'_, '_> {
    /// Does the work of a stage. A contradiction ends the run; a panic ends the stage.
    pub(super) fn attempt(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let done = guarded(|| {
            fail_if_told(stage.as_str());
            work(self)
        });
        let Err(why) = done else {
            return done.unwrap_or(Ok(()));
        };
        self.labs.clear();
        self.drop_families();
        let undecided = self.campaign.undecided();
        self.lost(stage.as_str(), undecided, &why);
        Ok(())
    }

    /// Closes the laboratories that failed; `outcomes` has one entry for each. Returns what the others found.
    pub(super) fn keep_sound<R>(&mut self, outcomes: Vec<Result<R, String>>) -> Vec<R> {
        let labs = std::mem::take(&mut self.labs);
        let mut found = Vec::with_capacity(outcomes.len());
        for (lab, outcome) in labs.into_iter().zip(outcomes) {
            match outcome {
                Ok(outcome) => {
                    self.labs.push(lab);
                    found.push(outcome);
                }
                Err(why) => {
                    self.closed_instances += lab.instances();
                    self.lost("lab", lab.combined.members.clone(), &why);
                }
            }
        }
        found
    }

    /// Notes what failed, and why these mutants may stay undecided.
    pub(super) fn lost(&mut self, part: &str, mutants: Vec<usize>, why: &str) {
        self.failures.note(part, why);
        for m in mutants {
            self.campaign.cases[m].doubt = Some(format!("{part} failed: {why}"));
        }
    }
}
