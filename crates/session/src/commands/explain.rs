//! Explain: one mutant through the whole cascade, with its evidence.

use assay_cover::Killers;
use assay_language::Opinion;
use assay_report::SecondOpinion;
use assay_report::document::{BaselineVerdict, Document, Verdict};
use assay_source::SourceMap;
use assay_system::Replayer;

use super::cover::{Campaign, nothing};
use super::mutants::keep_asked;
use super::one::named;
use crate::document::Run;
use crate::engines::options_json;
use crate::opinion::{Ours, class, compare_mutant};
use crate::passing;
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
        let (breaks, mutated) = named(self, main, &request.mutant)?;
        let mut mutants = mutated.mutants;
        self.need_properties([&mutants.system])?;
        let other = request.second_opinion.as_deref();
        let other = other.map(|tool| self.ask_other(tool, Some((&breaks, &request.mutant))));
        let other = other.transpose()?;
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
            beyond_proof: false,
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
        let mut document = Run {
            header: self.header(&[main], options, solvers),
            opened: self,
            mutants: &mutants,
            result: &result,
            jobs: campaign.settings(None).jobs,
            replayer,
            programs: request.programs,
        }
        .document();
        let mutant = document.mutants.first_mut();
        let mutant = mutant.ok_or_else(|| Stop::Bug("the mutant is gone".into()))?;
        let asked = request.passing || !request.required.is_empty();
        if asked || mutant.verdict == Verdict::Survived {
            mutant.passing = passing::look(self, main, &breaks, request)?;
        }
        let mut exit = match mutant.verdict {
            Verdict::Unknown => Exit::Undecided,
            _ => Exit::Holds,
        };
        if let Some(opinion) = other {
            let opinion = about(&document, &opinion, &self.map);
            // One of the two is wrong.
            if opinion.agrees == Some(false) {
                exit = Exit::Finding;
            }
            document.second_opinion = Some(opinion);
        }
        Ok((document, exit))
    }
}

/// Another tool's verdict on the one mutant beside ours. Properties that the original violates already kill nothing.
fn about(document: &Document, opinion: &Opinion, map: &SourceMap) -> SecondOpinion {
    let killed = document.mutants.first().and_then(|m| match m.verdict {
        Verdict::Killed => Some(true),
        Verdict::Survived | Verdict::Equivalent => Some(false),
        Verdict::Vacuous | Verdict::Invalid | Verdict::Unknown => None,
    });
    let baseline = document.baseline.iter();
    let failing = baseline.filter(|p| p.verdict == BaselineVerdict::Violated);
    let failing: Vec<Ours> = failing
        .map(|p| Ours {
            class: class(&p.claim),
            place: p.span.clone(),
            holds: Some(false),
        })
        .collect();
    compare_mutant(killed, &failing, opinion, map)
}
