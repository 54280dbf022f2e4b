//! What invariants constrain that no property was written for: the automatically generated invariants take
//! the place of the properties, and an element counts as constrained if they notice its removal. Reference:
//! [1] in the crate's head, future work.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::invariants::generate;
use assay_solver::{Found, StopFlag};
use assay_system::{Mutants, Property, Role, Target};
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
    /// For each element of the system: whether they notice that its definition is gone. None where there
    /// is no such mutant or it was not decided.
    pub constrained: Vec<Option<bool>>,
}

/// `removals` are the mutants that set an element's wires free, of a system with all its elements.
pub fn against_invariants(
    removals: &Mutants,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<Against, CoverError> {
    let mut removals = removals.clone();
    let original = Arc::new(removals.system.clone());
    let named = original
        .var_ids()
        .filter(|v| v.index() < removals.fresh_from && original.var(*v).role != Role::Internal);
    let roots: Vec<TermId> = named.map(|v| original.pool.var(v)).collect();
    let mut constrained = vec![None; original.elements.len()];
    // The back end is chosen for everything, so every variable is made a claim.
    let mut everything = (*original).clone();
    everything.properties = roots.iter().map(|&t| claim(t)).collect();
    let all: Vec<usize> = (0..roots.len()).collect();
    let backend = Backend::choose(&everything, &all, found).map_err(CoverError::NoSolver)?;
    let backend = backend.with_patience(options.patience);
    let budget = options.question_budget;
    let lemmas = generate(&original, &roots, &backend, ROUNDS, budget, stop)
        .map_err(|e| CoverError::Fault(e.to_string()))?;
    let system = &mut removals.system;
    let terms = system.pool.import(&lemmas);
    let invariants = terms.len();
    if invariants == 0 {
        return Ok(Against {
            invariants,
            constrained,
        });
    }
    let together = system.pool.and(terms);
    system.properties = vec![claim(together)];
    let options = CoverOptions {
        killers: Killers::One,
        explain: false,
        cores: None,
        ..options.clone()
    };
    match cover(&removals, found, &options, None, stop, &|_| {}) {
        Ok(result) => {
            for (mutant, outcome) in removals.mutants.iter().zip(&result.mutants) {
                if let Target::Element(e) = mutant.target {
                    constrained[e] = match outcome.verdict {
                        MutantVerdict::Killed => Some(true),
                        MutantVerdict::Survived | MutantVerdict::Equivalent => Some(false),
                        _ => None,
                    };
                }
            }
        }
        // What was found inductive is not proved again within the limits: then nothing is known.
        Err(CoverError::NothingProved(_)) => {}
        Err(error) => return Err(error),
    }
    Ok(Against {
        invariants,
        constrained,
    })
}

fn claim(term: TermId) -> Property {
    Property {
        name: "the invariants".into(),
        term,
        var: None,
        span: None,
    }
}
