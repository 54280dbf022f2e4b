//! What earlier runs found is entered before a solver starts.

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::claims::Claims;
use crate::result::Stage;

pub(super) struct Recall;

impl Step for Recall {
    fn stage(&self) -> Option<Stage> {
        None
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival, Conclusion::Verdict]
    }

    fn claims(&self) -> Claims {
        Claims::All
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        (run.reused, run.hints) = run.keeper.recall(&mut run.campaign)?;
        Ok(())
    }
}
