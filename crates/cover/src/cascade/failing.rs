//! What fails inside a step costs the answers of the mutants that it was asked about, and the rest of the run goes on: a batch
//! or a family that panicked is closed, because its state may be half changed, and so are all of them where a step did.

use assay_engine::guard::{fail_if_told, guarded};

use super::run::Run;
use super::{Fault, Step};
use crate::result::Stage;

/// Does the work of a step. A contradiction ends the run; a panic ends the step.
pub(super) fn attempt(
    run: &mut Run<'_, '_>,
    step: &mut dyn Step,
    stage: Stage,
) -> Result<(), Fault> {
    let done = guarded(|| {
        fail_if_told(stage.as_str());
        step.run(run)
    });
    let Err(why) = done else {
        return done.unwrap_or(Ok(()));
    };
    run.batches.list.clear();
    run.families.drop_all();
    let undecided = run.campaign.undecided();
    run.lost(stage.as_str(), undecided, &why);
    Ok(())
}

impl Run<'_, '_> {
    /// Closes the batches that failed; `outcomes` has one entry for each. Returns what the others found.
    pub(super) fn keep_sound<R>(&mut self, outcomes: Vec<Result<R, String>>) -> Vec<R> {
        let batches = std::mem::take(&mut self.batches.list);
        let mut found = Vec::with_capacity(outcomes.len());
        for (batch, outcome) in batches.into_iter().zip(outcomes) {
            match outcome {
                Ok(outcome) => {
                    self.batches.list.push(batch);
                    found.push(outcome);
                }
                Err(why) => {
                    self.batches.closed_instances += batch.instances();
                    self.lost("batch", batch.combined.members.clone(), &why);
                }
            }
        }
        found
    }
}
