//! How large the formulas of a C program are: gates of the original's checks, and of those together with all mutants that known
//! executions do not kill, over the same inputs.

use assay_aig::{Aig, Blasted, Node, blast};
use assay_session::ModelRequest;
use assay_system::System;
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use crate::open::open_within;

/// Gates of the original, and of the original with its mutants.
#[derive(Clone, Copy)]
pub struct Gates {
    pub original: usize,
    pub mutants: usize,
}

/// Reads a model and counts. The error says what ended it, the time for example.
pub fn gates(request: &ModelRequest, seconds: f64) -> Result<Gates, String> {
    let mutants = open_within(request, Some(seconds), |opened| opened.patches("paper"))?;
    let system = &mutants.system;
    let original: Vec<TermId> = system.properties.iter().map(|p| p.term).collect();
    let patches = mutants.mutants.iter().filter_map(|m| m.patch());
    let solved = patches.filter(|patch| patch.only_on.is_none());
    let changed = solved.flat_map(|patch| patch.properties.iter().map(|(_, term)| *term));
    let mut circuit = Circuit::default();
    Ok(Gates {
        original: circuit.add(system, original)?,
        mutants: circuit.add(system, changed)?,
    })
}

/// Terms as gates over common inputs.
#[derive(Default)]
struct Circuit {
    aig: Aig,
    known: FxHashMap<TermId, Blasted>,
    inputs: FxHashMap<VarId, Blasted>,
}

impl Circuit {
    /// How many gates there are with these terms.
    fn add(
        &mut self,
        system: &System,
        terms: impl IntoIterator<Item = TermId>,
    ) -> Result<usize, String> {
        let pool = &system.pool;
        let Circuit { aig, known, inputs } = self;
        for term in terms {
            let mut input = |aig: &mut Aig, var: VarId| {
                if let Some(value) = inputs.get(&var) {
                    return Ok(value.clone());
                }
                let value = Blasted::fresh(aig, pool, var, None)?;
                inputs.insert(var, value.clone());
                Ok(value)
            };
            blast(aig, pool, term, known, &mut input).map_err(|e| e.to_string())?;
        }
        let all = (0..self.aig.len()).map(|at| self.aig.node(at));
        Ok(all.filter(|node| matches!(node, Node::And(..))).count())
    }
}
