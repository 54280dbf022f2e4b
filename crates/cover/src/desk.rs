//! Where workers hand in what they find inside a stage. The campaign hears of it at the next barrier, so that a run can be repeated;
//! the store hears of it at once, so that a run that is killed keeps it.

use std::sync::{Mutex, MutexGuard};

use assay_system::{Certificate, Stimulus};

use crate::campaign::Campaign;
use crate::cascade::tally::Tally;
use crate::memory::archive::Keeper;
use crate::result::Stage;
use crate::simulate::Hit;

pub struct Desk<'k> {
    keeper: Mutex<&'k mut dyn Keeper>,
    tally: &'k Tally<'k>,
    campaign: &'k Campaign<'k>,
    stage: Stage,
}

impl<'k> Desk<'k> {
    pub fn new(
        keeper: &'k mut dyn Keeper,
        tally: &'k Tally<'k>,
        campaign: &'k Campaign<'k>,
        stage: Stage,
    ) -> Desk<'k> {
        Desk {
            keeper: Mutex::new(keeper),
            tally,
            campaign,
            stage,
        }
    }

    fn keeper(&self) -> MutexGuard<'_, &'k mut dyn Keeper> {
        self.keeper.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// These properties hold of the mutant.
    pub fn survives(&self, m: usize, properties: &[usize], certificate: &Certificate) {
        let (campaign, stage) = (self.campaign, self.stage);
        self.keeper()
            .keep_survivor(campaign, m, properties, certificate, stage);
        self.tally.survives(campaign, m, properties.len());
    }

    /// The mutant violates these properties at these steps of the execution.
    pub fn killed(&self, m: usize, hits: &[Hit], stimulus: &Stimulus) {
        let (campaign, stage) = (self.campaign, self.stage);
        self.keeper().keep_kill(campaign, m, hits, stimulus, stage);
        self.tally.killed(campaign, m, hits.len());
    }
}
