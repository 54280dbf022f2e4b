//! Explain: one mutant through the whole cascade, with its evidence.

use assay_cover::Killers;
use assay_report::document::{Document, Verdict};
use assay_system::Replayer;

use super::cover::{Campaign, nothing};
use super::mutants::keep_asked;
use super::one::named;
use crate::document::Run;
use crate::engines::options_json;
use crate::provenance::Solvers;
use crate::replay::Renumbered;
use crate::store;
use crate::watching::Watching;
use crate::{Exit, ExplainRequest, Opened, Stop};

impl Opened<'_> {
    /// Decides one mutant. The document has that mutant alone.
    pub fn explain(&self, request: &ExplainRequest) -> Result<(Document, Exit), Stop> {
        let _clock = self.clock();
        let solvers = Solvers::begin(request.provenance);
        let _watching = Watching::new();
        let main = self.only_main()?;
        let (_, mutated) = named(self, main, &request.mutant)?;
        let mut mutants = mutated.mutants;
        self.need_properties([&mutants.system])?;
        let kept = keep_asked(&mut mutants, &request.engine)?;
        let campaign = Campaign {
            engine: &request.engine,
            killers: Killers::All,
            effort: request.effort,
            explain: true,
            accuracy: None,
            budget_ratio: None,
            settle: None,
            iterate: false,
        };
        let store = store::open(request.store.as_deref(), self, main);
        let replayer = mutated.replayer.as_deref();
        let replayer = replayer.map(|inner| Renumbered { inner, kept });
        let replayer = replayer.as_ref().map(|r| r as &dyn Replayer);
        let result = match campaign.run(self, &mutants, replayer, store)? {
            Ok(result) => result,
            Err(error) => return Err(nothing(error, self, &mutants.system)),
        };
        self.failed(&result.failures);
        let mut options = options_json(&request.engine);
        options.insert("mutant".into(), request.mutant.as_str().into());
        let document = Run {
            header: self.header(&[main], options, solvers),
            opened: self,
            mutants: &mutants,
            result: &result,
            jobs: campaign.settings(None).jobs,
        }
        .document();
        let mutant = document.mutants.first();
        let mutant = mutant.ok_or_else(|| Stop::Bug("the mutant is gone".into()))?;
        let exit = match mutant.verdict {
            Verdict::Unknown => Exit::Undecided,
            _ => Exit::Holds,
        };
        Ok((document, exit))
    }
}
