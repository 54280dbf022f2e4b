//! A toy language, registered through the public seam alone: Boolean equations without states, in one or several files.
//!
//! ```text
//! input a, b
//! x = a & !b
//! claim safe: !x | a        # true for all inputs: a one-step obligation
//! possible both: x & a      # true for some inputs: a claim that is not universal
//! goal hit: x & b           # a question without a claim
//! within depth 3            # proofs hold within this bound
//! ```

mod model;
mod syntax;

use assay_language::{Language, Mutator, OptionSpec, Read, ReadRequest};
use assay_source::Diagnostic;
use assay_system::OperatorRole;

use model::ToyModel;

pub struct Toy;

/// Leaves out goals.
const NO_GOALS: OptionSpec = OptionSpec::flag("no-goals", "Ask no goals");

impl Language for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "Toy"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["toy"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![NO_GOALS]
    }

    fn part(&self) -> &'static str {
        "model"
    }

    fn how_to_state(&self) -> &'static str {
        "write `claim NAME: EXPRESSION`"
    }

    fn mutators(&self) -> Vec<Mutator> {
        vec![
            Mutator {
                name: "free",
                role: OperatorRole::Removal,
                says: "the variable takes any value",
            },
            Mutator {
                name: "negate",
                role: OperatorRole::Replacement,
                says: "the right side is negated",
            },
        ]
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let mut program = syntax::Program::default();
        let mut faults: Vec<Diagnostic> = Vec::new();
        for path in request.paths {
            let bytes = request.files.read(path)?;
            let id = request.map.add_bytes(&path.display().to_string(), &bytes)?;
            let file = request.map.file(id).clone();
            faults.extend(syntax::parse(&file, &mut program));
            program.files.push(file);
        }
        faults.extend(program.unknown_names());
        if !faults.is_empty() {
            return Err(faults.into());
        }
        if request.given.flag(NO_GOALS.long) {
            program.goals.clear();
        }
        Ok((Box::new(ToyModel::new(program)), vec![]))
    }
}
