//! Verilog and SystemVerilog, as yosys reads them: BTOR2 whose lines are mapped back to the source.
//!
//! Nothing here starts yosys or touches a file. [`Sources`] is what is to be read: files that the user names, those of a file
//! list ([`read_list`]) or of an `.sby` file ([`read_sby`]). [`Staged`] gives them names that a yosys script can carry,
//! [`script`] is what yosys is told to do, [`messages`] turns what it says into diagnostics, and [`load`] reads what it wrote. Diagnostics have the codes `N02xx`.
//!
//! What becomes of the source on the way: registers, memories and operators stay what they are; a value that the source
//! leaves undefined is any value at each step; an asynchronous reset acts at the next clock edge and at once on
//! whatever reads the register; there is one clock, and a step is one of its edges; a clocked assertion is about the step at
//! which it is sampled.

mod assignments;
mod clock;
mod disk;
mod expression;
mod files;
mod include;
mod list;
mod location;
mod messages;
mod named;
mod nodes;
mod origin;
mod phrase;
mod reset;
mod sby;
mod script;
mod sources;
mod specification;
mod stage;
mod top;
mod unreset;
mod words;

use assay_source::{Diagnostic, SourceFile};

pub use disk::Disk;
pub use files::Files;
pub use include::add_included;
pub use list::{Base, Listed, read_list};
pub use messages::{left_out, messages, missing};
pub(crate) use phrase::{Becomes, Bit, Phrase};
pub use reset::{Reset, assumed};
pub use sby::{Sby, read_sby};
pub use script::{Job, script};
pub use sources::{Define, Mode, Parameter, ReadFiles, Sources};
pub use stage::{Body, Link, Staged, is_plain};
pub use top::{candidates, listed, no_top, unknown};
pub use unreset::{Unreset, unreset};

use crate::btor2::{self, Loaded};
use clock::Occurs;
use location::locations;

/// What yosys wrote.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The model that is checked.
    pub model: &'a SourceFile,
    /// The model with the clocks of assertions, and its info file.
    pub clocked: &'a SourceFile,
    pub info: &'a str,
}

/// Reads what yosys wrote. `clock` is the name that the user gives it. With the model come notes: what a step is.
pub fn load(
    written: &Written,
    files: &Files,
    clock: Option<&str>,
) -> Result<(Loaded, Vec<Diagnostic>), Vec<Diagnostic>> {
    let loaded = btor2::load(written.model).map_err(|errors| without_z(written.model, errors))?;
    let (clocked, _) = btor2::parse(written.clocked);
    let clock = clock::one(&clocked, written.info, clock).map_err(|error| vec![*error])?;
    let occurs = match &clock {
        Some(clock) => clock::occurs(&loaded.model, clock),
        None => Occurs::Only(None),
    };
    let mut notes = Vec::new();
    if let Some(top) = top_of(written.info) {
        notes.push(Diagnostic::note(
            "N0210",
            match &clock {
                Some(clock) => format!("the top module is `{top}`; a step is {clock}"),
                None => format!("the top module is `{top}`; nothing in it is clocked"),
            },
        ));
    }
    match (&clock, occurs) {
        (Some(clock), Occurs::Data) => notes.push(Diagnostic::warning(
            "N0211",
            format!("the clock `{}` is also read as data: there it has any value at each step", clock.name),
        )),
        (Some(clock), Occurs::Computed) => notes.push(Diagnostic::warning(
            "N0211",
            format!(
                "the clock `{}` is computed: a step is one of its edges, and what it is computed from has any value there",
                clock.name
            ),
        )),
        _ => {}
    }
    let loaded = origin::mapped_to_source(loaded, files);
    let clock = match occurs {
        Occurs::Only(line) => line,
        Occurs::Data | Occurs::Computed => None,
    };
    Ok((Loaded { clock, ..loaded }, notes))
}

/// The errors of the model. A value `z` comes from the source, so one error about the source replaces those about lines of BTOR2.
fn without_z(model: &SourceFile, errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let constant = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words.as_slice(), [_, "const", _, digits, ..] if digits.contains('z'))
    };
    if model.text().lines().any(constant) {
        vec![
            Diagnostic::error(
                "N0213",
                "the design drives a signal with `z`: tri-state is not read",
            )
            .help("write an enable and a value of their own, or any value of yosys's `$anyseq`"),
        ]
    } else {
        errors
    }
}

/// The module at the top, as the info file has it.
pub fn top_of(info: &str) -> Option<&str> {
    info.lines()
        .find_map(|line| line.strip_prefix("name "))
        .map(str::trim)
}

/// Registers that have a name in the source and belong to the specification; none in other BTOR2.
pub fn specification(loaded: &Loaded) -> Vec<String> {
    let states = loaded.model.states().into_iter();
    // What holds its value is `$anyconst`: no register, and nothing that could be broken.
    let moves = states.filter(|s| s.next.is_some_and(|(_, value)| value.line != s.state));
    let left_out = moves.filter(|s| !loaded.written[s.state.index()]);
    let mut names: Vec<String> = left_out
        .filter_map(|s| {
            let called = loaded.called[s.state.index()].clone();
            called.or_else(|| loaded.model.line(s.state).symbol.clone())
        })
        .filter(|name| !name.starts_with('$'))
        .collect();
    names.dedup();
    names
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
