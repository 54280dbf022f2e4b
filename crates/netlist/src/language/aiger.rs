//! AIGER: a netlist of bits. The evaluator replays.

use assay_language::{
    Breaks, Foreign, Inputs, Language, MutantsError, Mutator, OptionSpec, Problem, Read,
    ReadRequest, Run, SimulateError, named_variables,
};
use assay_source::{FileId, SourceFile};
use assay_system::{Certificate, Evaluated, Mutant, Mutants, Replayed, Replayer, System, Trace};
use assay_term::TermId;

use super::simulate::simulate;
use super::{CIRCUIT, Netlist, One, alone, mutators, options, selection, stem};
use crate::aiger;

/// Circuits in AIGER's text and binary formats.
pub struct AigerLanguage;

impl Language for AigerLanguage {
    fn name(&self) -> &'static str {
        "aiger"
    }

    fn title(&self) -> &'static str {
        "AIGER"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["aag", "aig"]
    }

    fn recognises(&self, start: &[u8]) -> bool {
        start.starts_with(b"aag ") || start.starts_with(b"aig ")
    }

    fn options(&self) -> Vec<OptionSpec> {
        CIRCUIT.to_vec()
    }

    fn part(&self) -> &'static str {
        "circuit"
    }

    fn how_to_state(&self) -> &'static str {
        "in AIGER, a property is an output, or a bad state of AIGER 1.9 (`B` in the header): it must never be true"
    }

    fn mutators(&self) -> Vec<Mutator> {
        mutators()
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let path = request.only_path(self)?.to_path_buf();
        let bytes = request.files.read(&path)?;
        let loaded = aiger::load(request.map, &path.display().to_string(), &bytes)?;
        let model = Aiger {
            name: stem(&path),
            text: request.map.file(loaded.file).clone(),
            loaded,
        };
        Ok((Box::new(One(model)), vec![]))
    }
}

struct Aiger {
    name: String,
    loaded: aiger::Loaded,
    text: SourceFile,
}

impl Netlist for Aiger {
    fn files(&self) -> Vec<FileId> {
        vec![self.loaded.file]
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn problem(&self) -> Box<dyn Problem + '_> {
        Box::new(Circuit {
            lowered: aiger::lower(&self.loaded, aiger::Options::default()),
            loaded: &self.loaded,
        })
    }

    fn mutants(&self, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        let selection = selection(breaks)?;
        let options = options(&breaks.given);
        let lowered = aiger::lower(&self.loaded, options);
        let mutants = aiger::mutate(&self.loaded, &lowered, &self.text, options, &selection);
        Ok(mutants)
    }

    /// AIGER has comments at its end only.
    fn written(&self, mutants: &Mutants, remark: &str) -> Result<String, String> {
        let circuit = aiger::compose(&alone(mutants)?)?;
        let text = aiger::write_ascii(&circuit);
        Ok(format!("{}c\n{remark}\n", String::from_utf8_lossy(&text)))
    }
}

/// A circuit of bits with what its own formats need.
struct Circuit<'m> {
    loaded: &'m aiger::Loaded,
    lowered: aiger::Lowered,
}

impl Problem for Circuit<'_> {
    fn system(&self) -> &System {
        &self.lowered.system
    }

    fn replayer(&self) -> &dyn Replayer {
        self
    }

    /// Outputs that are taken for bad states are outputs all the same.
    fn outputs(&self, system: &mut System) -> Vec<(String, TermId)> {
        let mut outputs = Vec::new();
        for (p, (kind, _)) in self.lowered.claims.iter().enumerate() {
            if *kind == aiger::SymbolKind::Output {
                let never = system.properties[p].term;
                let output = system.pool.not(never);
                outputs.push((system.properties[p].name.clone(), output));
            }
        }
        outputs.extend(named_variables(system));
        outputs
    }

    fn witness(&self, property: usize, trace: &Trace) -> Option<Foreign> {
        let witness = aiger::Witness::of(&self.lowered, property, trace)?;
        Some(Foreign {
            extension: "wit",
            text: witness.text(),
        })
    }

    fn proof(&self, certificate: &Certificate) -> Option<Result<Foreign, String>> {
        let circuit = aiger::witness_circuit(self.loaded, &self.lowered, certificate);
        // Certifaiger wants inputs and latches numbered without gaps, before all gates, in ASCII too.
        let circuit = circuit.map_err(|e| e.to_string()).and_then(|circuit| {
            let renumbered = circuit.renumbered();
            renumbered.map_err(|_| "it would be no circuit".to_string())
        });
        Some(circuit.map(|circuit| Foreign {
            extension: "aag",
            text: String::from_utf8_lossy(&aiger::write_ascii(&circuit)).into_owned(),
        }))
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        simulate(self.system(), inputs, seed, steps)
    }
}

impl Replayer for Circuit<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        Evaluated(self.system()).replay(trace, property)
    }

    fn change<'a>(&'a self, _mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        None
    }
}
