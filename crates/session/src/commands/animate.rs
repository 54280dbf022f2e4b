//! Animate: a session with a model.

use assay_language::Animation;
use assay_source::Diagnostic;

use crate::{Opened, Stop};

impl Opened<'_> {
    /// Begins a session with the model.
    pub fn animate(&self) -> Result<Box<dyn Animation + '_>, Stop> {
        let main = self.only_main()?;
        match self.model.animation(main, self.map.clone()) {
            Some(Ok(animation)) => Ok(animation),
            Some(Err(fault)) => Err(self.refuse(&fault)),
            None => {
                let message = format!("a model in {} is not animated", self.language.title());
                let fault = Diagnostic::error("A0041", message);
                Err(Stop::bad_input(fault.help(
                    "`assay simulate` runs it; `assay animate` is about specifications in Sum and Z",
                )))
            }
        }
    }
}
