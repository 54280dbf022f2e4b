//! A model with what is known about where it comes from.

use assay_source::{Diagnostic, SourceFile, Span};

use super::{Kind, LineId, Model, Op, parse};
use crate::verilog::Phrase;

/// A model that was read without errors. Vectors are by line.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub model: Model,
    /// Where a line is shown.
    pub places: Vec<Option<Span>>,
    /// Whether the line stands for something that the source says, so that it may be an element.
    pub written: Vec<bool>,
    /// How its changes are written, where that is in Verilog.
    pub(crate) phrases: Vec<Option<Phrase>>,
    /// The other places where a register is assigned, resets left out.
    pub(crate) elsewhere: Vec<Vec<(Span, Phrase)>>,
    /// The name of the element, where that is not the name of its variable. Lines with the same name are one element, as the words
    /// of a memory that yosys replaced by registers.
    pub(crate) called: Vec<Option<String>>,
    /// An input that is only the clock: no variable, because a step is one of its edges.
    pub clock: Option<LineId>,
}

/// Reads a BTOR2 file. Every register and every operator in it counts as written.
pub fn load(file: &SourceFile) -> Result<Loaded, Vec<Diagnostic>> {
    let (model, diagnostics) = parse(file);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    Ok(Loaded {
        places: model.lines.iter().map(|line| Some(line.span)).collect(),
        written: vec![true; model.lines.len()],
        phrases: vec![None; model.lines.len()],
        elsewhere: vec![vec![]; model.lines.len()],
        called: vec![None; model.lines.len()],
        clock: None,
        model,
    })
}

/// Whether a line computes something. Slices, concatenations and extensions only lay wires.
pub(crate) fn is_operator(kind: &Kind) -> bool {
    matches!(kind, Kind::Op(op, _) if *op != Op::Concat)
}
