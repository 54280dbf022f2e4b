//! Verilog and SystemVerilog, as yosys reads them: BTOR2 whose lines are led back to the source.
//!
//! Nothing here starts yosys or touches a file. [`script`] is what yosys is told to do, [`messages`] turns what it says
//! into diagnostics, and [`load`] reads what it wrote. Diagnostics have the codes `N02xx`.
//!
//! What becomes of the source on the way: registers, memories and operators stay what they are; a value that the source
//! leaves undefined is any value at each step; an asynchronous reset acts at the next clock edge and at once on
//! whatever reads the register; there is one clock, and a step is one of its edges.

mod clock;
mod expression;
mod location;
mod messages;
mod nodes;
mod origin;
mod phrase;
mod script;
mod specification;

use assay_source::{Diagnostic, SourceFile};

pub use location::{Location, locations};
pub use messages::{messages, missing};
pub use phrase::{Becomes, Bit, Node, Phrase};
pub use script::{Job, script};

use crate::btor2::{self, Loaded};

/// Reads the BTOR2 and the info file that yosys wrote. `files` are the sources, by the names that yosys was given; the
/// first is the one that is shown.
pub fn load(
    written: &SourceFile,
    info: &str,
    files: &[SourceFile],
) -> Result<Loaded, Vec<Diagnostic>> {
    let loaded = btor2::load(written)?;
    clock::one(&loaded.model, info).map_err(|error| vec![*error])?;
    Ok(origin::led_back(loaded, files))
}

/// Registers that have a name in the source and belong to the specification; none in other BTOR2.
pub fn specification(loaded: &Loaded) -> Vec<String> {
    let states = loaded.model.states().into_iter();
    // What holds its value is `$anyconst`: no register, and nothing that could be broken.
    let moves = states.filter(|s| s.next.is_some_and(|(_, value)| value.line != s.state));
    let left_out = moves.filter(|s| !loaded.written[s.state.index()]);
    let names = left_out.filter_map(|s| loaded.model.line(s.state).symbol.clone());
    names.filter(|name| !name.starts_with('$')).collect()
}

/// The files that the model's lines come from, which may be more than were given: sources include others.
pub fn files_named(written: &SourceFile) -> Vec<String> {
    let (model, _) = btor2::parse(written);
    let comments = model.lines.iter().filter_map(|l| l.comment.as_deref());
    let mut names: Vec<String> = comments
        .flat_map(locations)
        .map(|l| l.file.to_string())
        .collect();
    names.sort();
    names.dedup();
    names
}
