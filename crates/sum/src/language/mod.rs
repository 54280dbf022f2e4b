//! Sum and Z as languages of the tool. The parts of a model are its modules; the one that is meant is the last that no other imports.

mod model;
pub mod scope;
mod simulate;

use assay_language::{Language, Mutator, OptionSpec, Read, ReadRequest};
use assay_source::{Diagnostic, SourceFile};

use self::model::SpecModel;
use self::scope::{CONST, INTS, SCOPE, SEQ};
use crate::syntax::parser::parse_sum;
use crate::syntax::{Specification, parse_latex, parse_unicode};

/// Specifications in plain-text Sum.
pub struct Sum;

/// Specifications in Z: LaTeX, or the characters of ISO Z.
pub struct Z;

const STATE: OptionSpec = OptionSpec::value(
    "state",
    "NAME",
    "The schema of a Z file that is its state (default: found by its name and shape)",
);

const INIT: OptionSpec = OptionSpec::value(
    "init",
    "NAME",
    "The schema of a Z file that says how it begins (default: `Init...` or `...Init`)",
);

const OPERATION: OptionSpec = OptionSpec {
    repeats: true,
    ..OptionSpec::value(
        "operation",
        "NAME",
        "A schema of a Z file that is an operation (default: all with the shape of one); can be repeated",
    )
};

const HOW_TO_STATE: &str = "an invariant is a predicate of `state ... where ... end`; what else is expected of every state is a line of `check NAME ... end`";

impl Language for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn title(&self) -> &'static str {
        "Sum"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sum"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![SCOPE, INTS, SEQ, CONST]
    }

    fn part(&self) -> &'static str {
        "module"
    }

    fn how_to_state(&self) -> &'static str {
        HOW_TO_STATE
    }

    fn mutators(&self) -> Vec<Mutator> {
        vec![]
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        read(self, request, parse_sum)
    }
}

impl Language for Z {
    fn name(&self) -> &'static str {
        "z"
    }

    fn title(&self) -> &'static str {
        "Z"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["tex", "zed", "z", "utf8"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![SCOPE, INTS, SEQ, CONST, STATE, INIT, OPERATION]
    }

    fn part(&self) -> &'static str {
        "section"
    }

    fn how_to_state(&self) -> &'static str {
        "an invariant is a predicate of the schema that is the state; a conjecture of ISO Z is written `\\vdash?`"
    }

    fn mutators(&self) -> Vec<Mutator> {
        vec![]
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        read(self, request, |file| {
            if file.text().contains("\\begin{") {
                parse_latex(file)
            } else {
                parse_unicode(file)
            }
        })
    }
}

fn read(
    language: &dyn Language,
    request: ReadRequest<'_>,
    parse: impl FnOnce(&SourceFile) -> (Specification, Vec<Diagnostic>),
) -> Read {
    let path = request.only_path(language)?.to_path_buf();
    let bytes = request.files.read(&path)?;
    let file = request.map.add_bytes(&path.display().to_string(), &bytes)?;
    let file = request.map.file(file).clone();
    let (spec, faults) = parse(&file);
    if faults.iter().any(Diagnostic::is_error) {
        return Err(faults.into());
    }
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_else(|| path.display().to_string());
    let (model, found) = SpecModel::new(spec, file, stem, request.given.clone(), request.part);
    let all: Vec<Diagnostic> = faults.into_iter().chain(found).collect();
    if all.iter().any(Diagnostic::is_error) {
        return Err(all.into());
    }
    Ok((Box::new(model), all))
}
