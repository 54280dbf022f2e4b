//! What invariants constrain that no property was written for: the automatically generated invariants take
//! the place of the properties, and every mutant is asked whether they notice it. What neither they nor the properties
//! notice is not specified. Reference: [1] in the crate's head, future work.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::invariants::generate;
use assay_solver::{Found, StopFlag};
use assay_system::{Change, Mutants, Property, Role};
use assay_term::TermId;

use crate::campaign::Killers;
use crate::cover::{CoverError, cover};
use crate::options::CoverOptions;
use crate::result::MutantVerdict;

/// Invariants are generated for k up to this.
const ROUNDS: u32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// How many invariants were found.
    pub invariants: usize,
    /// For each mutant whether they notice it. None where that was not decided.
    pub noticed: Vec<Option<bool>>,
}

/// Decides every mutant against the invariants of the original.
pub fn against_invariants(
    mutants: &Mutants,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<Against, CoverError> {
    let mut mutants = mutants.clone();
    let original = Arc::new(mutants.system.clone());
    let named = original
        .var_ids()
        .filter(|v| v.index() < mutants.fresh_from && original.var(*v).role != Role::Internal);
    let roots: Vec<TermId> = named.map(|v| original.pool.var(v)).collect();
    // The back end is chosen for everything, so every variable is made a claim.
    let mut everything = (*original).clone();
    everything.properties = roots.iter().map(|&t| claim(t)).collect();
    let all: Vec<usize> = (0..roots.len()).collect();
    let backend = Backend::choose(&everything, &all, found).map_err(CoverError::NoSolver)?;
    let backend = backend.with_patience(options.patience);
    let budget = options.question_budget;
    let lemmas = generate(&original, &roots, &backend, ROUNDS, budget, stop)
        .map_err(|e| CoverError::Fault(e.to_string()))?;
    let system = &mut mutants.system;
    let terms = system.pool.import(&lemmas);
    let invariants = terms.len();
    if invariants == 0 {
        // Where the search was cut short, there may be some.
        let noticed = (!stop.is_raised()).then_some(false);
        return Ok(Against {
            invariants,
            noticed: vec![noticed; mutants.mutants.len()],
        });
    }
    let together = system.pool.and(terms);
    system.properties = vec![claim(together)].into();
    // The invariants are what is checked of every mutant, whatever its change makes of the properties.
    for mutant in &mut mutants.mutants {
        if let Change::Patch(patch) = &mut mutant.change {
            patch.properties.clear();
        }
    }
    let options = CoverOptions {
        killers: Killers::One,
        explain: false,
        cores: None,
        accuracy: None,
        settle: None,
        ..options.clone()
    };
    let noticed = match cover(&mutants, found, &options, None, stop, &|_| {}) {
        Ok(result) => {
            let verdicts = result.mutants.iter().map(|m| m.verdict);
            verdicts.map(noticed).collect()
        }
        // What was found inductive is not proved again within the limits: then nothing is known.
        Err(CoverError::NothingProved(_)) => vec![None; mutants.mutants.len()],
        Err(error) => return Err(error),
    };
    Ok(Against {
        invariants,
        noticed,
    })
}

fn noticed(verdict: MutantVerdict) -> Option<bool> {
    match verdict {
        MutantVerdict::Killed => Some(true),
        MutantVerdict::Survived | MutantVerdict::Equivalent => Some(false),
        MutantVerdict::Vacuous | MutantVerdict::Invalid | MutantVerdict::Unknown => None,
    }
}

fn claim(term: TermId) -> Property {
    Property::invariant("the invariants", term)
}
