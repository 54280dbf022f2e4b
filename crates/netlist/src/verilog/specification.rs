//! What of a model is specification: what only assertions and assumptions read. It is no element.
//!
//! A register is specification if a property or an assumption depends on it and no output does, not even by way of other
//! registers: `f_past_valid`, or a counter that exists for an assertion. A module need not show what it is about,
//! though: where no register reaches an output, as in one without outputs, nothing can be told and all are design. One
//! that nothing reads is design as well: it is worth knowing that no property reads it.
//!
//! Netlists of other tools are not read this way: in AIGER and BTOR2 the only output is often the property itself.

use assay_source::Span;

use crate::btor2::{Kind, LineId, Model};

/// By line: whether it is a register that only the specification reads. `named` are the registers that have a name in the
/// source.
pub(super) fn registers(model: &Model, named: &[bool]) -> Vec<bool> {
    let outputs = cone(model, |kind| matches!(kind, Kind::Output(_)));
    let claims = cone(model, |kind| {
        matches!(
            kind,
            Kind::Bad(_) | Kind::Constraint(_) | Kind::Fair(_) | Kind::Justice(_)
        )
    });
    let design = (0..model.lines.len()).any(|at| named[at] && outputs[at]);
    let only_claims = |at: usize| design && named[at] && claims[at] && !outputs[at];
    (0..model.lines.len()).map(only_claims).collect()
}

/// By line: whether one of these depends on it at this step or a later one.
fn cone(model: &Model, root: impl Fn(&Kind) -> bool) -> Vec<bool> {
    let states = model.states();
    let mut read = vec![false; model.lines.len()];
    let mut open: Vec<LineId> = Vec::new();
    for line in model.ids().filter(|l| root(&model.line(*l).kind)) {
        open.extend(model.line(line).kind.args().iter().map(|a| a.line));
    }
    while let Some(line) = open.pop() {
        if std::mem::replace(&mut read[line.index()], true) {
            continue;
        }
        open.extend(model.line(line).kind.args().iter().map(|a| a.line));
        if let Ok(at) = states.binary_search_by_key(&line, |s| s.state) {
            let ends = [states[at].init, states[at].next];
            open.extend(ends.iter().flatten().map(|(_, value)| value.line));
        }
    }
    read
}

/// By line: whether a register of the design, an output or a named wire of the source depends on it.
pub(super) fn read_by_the_model(
    model: &Model,
    design: &[bool],
    own: &[Option<Span>],
    claims: &[Span],
) -> Vec<bool> {
    let inside = |line: LineId| own[line.index()].is_some_and(|span| claims.contains(&span));
    let mut read = vec![false; model.lines.len()];
    for line in model.ids() {
        let root = match model.line(line).kind {
            Kind::Next { state, value } if design[state.index()] => value.line,
            Kind::Output(arg) => arg.line,
            Kind::Extend { by: 0, arg, .. }
                if model.line(line).symbol.is_some() && !inside(line) =>
            {
                arg.line
            }
            _ => continue,
        };
        read[root.index()] = true;
    }
    for at in (0..model.lines.len()).rev() {
        if read[at] && model.lines[at].kind.is_node() {
            for arg in model.lines[at].kind.args() {
                read[arg.line.index()] = true;
            }
        }
    }
    read
}
