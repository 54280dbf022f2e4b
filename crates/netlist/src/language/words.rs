//! BTOR2, and what every netlist of words shares. The interpreter of BTOR2 replays.

use assay_language::{
    Breaks, Foreign, Inputs, Language, MutantsError, Mutator, OptionSpec, Problem, Read,
    ReadRequest, Run, SimulateError,
};
use assay_source::{FileId, SourceFile};
use assay_system::{Evaluated, Mutant, Mutants, Replayed, Replayer, System, Trace};

use super::simulate::simulate;
use super::{CIRCUIT, Netlist, One, as_btor2, grain, mutators, options, selection, stem};
use crate::aiger::Options;
use crate::btor2::{self, Loaded, Lowered};

/// Circuits of words in BTOR2.
pub struct Btor2Language;

impl Language for Btor2Language {
    fn name(&self) -> &'static str {
        "btor2"
    }

    fn title(&self) -> &'static str {
        "BTOR2"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["btor2", "btor"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        CIRCUIT.to_vec()
    }

    fn part(&self) -> &'static str {
        "circuit"
    }

    fn how_to_state(&self) -> &'static str {
        "in BTOR2, a property is a line `N bad M`: node M must never be true"
    }

    fn mutators(&self) -> Vec<Mutator> {
        mutators()
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let path = request.only_path(self)?.to_path_buf();
        let bytes = request.files.read(&path)?;
        let file = request.map.add_bytes(&path.display().to_string(), &bytes)?;
        let file = request.map.file(file).clone();
        let model = Words {
            name: stem(&path),
            loaded: btor2::load(&file)?,
            files: vec![file],
        };
        Ok((Box::new(One(model)), vec![]))
    }
}

/// A netlist of words that was read.
pub(super) struct Words {
    pub name: String,
    pub loaded: Loaded,
    /// The texts that places are in; the first is the one that the user named first.
    pub files: Vec<SourceFile>,
}

impl Netlist for Words {
    fn files(&self) -> Vec<FileId> {
        self.files.iter().map(|f| f.id).collect()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn problem(&self) -> Box<dyn Problem + '_> {
        Box::new(Circuit {
            lowered: btor2::lower(&self.loaded, Options::default()),
            model: &self.loaded.model,
        })
    }

    fn mutants(&self, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        let selection = selection(breaks)?;
        let options = options(&breaks.given);
        let lowered = btor2::lower(&self.loaded, options);
        Ok(btor2::mutate(
            &self.loaded,
            &lowered,
            &self.files,
            options,
            &selection,
            grain(&breaks.given),
        ))
    }

    fn written(&self, mutants: &Mutants, remark: &str) -> Result<String, String> {
        as_btor2(mutants, remark)
    }
}

struct Circuit<'m> {
    model: &'m btor2::Model,
    lowered: Lowered,
}

impl Problem for Circuit<'_> {
    fn system(&self) -> &System {
        &self.lowered.system
    }

    fn replayer(&self) -> &dyn Replayer {
        self
    }

    fn witness(&self, property: usize, trace: &Trace) -> Option<Foreign> {
        let witness = btor2::witness(self.model, &self.lowered, trace, property)?;
        Some(Foreign {
            extension: "wit",
            text: witness.print(self.model),
        })
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        simulate(self.system(), inputs, seed, steps)
    }
}

impl Replayer for Circuit<'_> {
    /// By the interpreter of BTOR2. A loop that is too long to run through is left to the evaluator.
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        match btor2::violates(self.model, &self.lowered, trace, property) {
            Some(violated) => Ok(Replayed {
                violated: violated?,
                by: "interpreter",
            }),
            None => Evaluated(self.system()).replay(trace, property),
        }
    }

    fn change<'a>(&'a self, _mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        None
    }
}
