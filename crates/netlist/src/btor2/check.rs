//! What a line has to fulfil beyond its words: sorts that fit, constants in range, one `init` and one `next` for a
//! state, and initial values that do not depend on themselves.
//!
//! Initial values may read inputs and other states, also ones that are declared later: stricter readers refuse that,
//! and it does no harm.

use assay_source::Diagnostic;

use super::parse::{Fault, Parser};
use super::{Arg, Kind, Line, LineId, MAX_WIDTH, Model, Sort};

/// Whether the line may be added to the model at this place; notes which state it sets.
pub(super) fn checked(parser: &mut Parser, line: &Line, at: LineId) -> Result<(), Fault> {
    let model = &parser.model;
    let declared = line.sort.and_then(|sort| model.declared(sort));
    match &line.kind {
        Kind::SortBits(_) | Kind::SortArray { .. } | Kind::Input | Kind::State => {}
        Kind::Constant(literal) => match declared {
            Some(Sort::Bits(width)) => {
                literal.value(width).map_err(|why| {
                    Diagnostic::error("N0113", format!("the constant is wrong: {why}"))
                        .at(line.span)
                })?;
            }
            _ => {
                return Err(Diagnostic::error("N0114", "a constant is a bit-vector")
                    .at(line.span)
                    .help("an array state with the same element everywhere is made by `init`")
                    .into());
            }
        },
        Kind::Op(op, args) => {
            let sorts: Vec<Sort> = args.iter().filter_map(|a| model.sort(a.line)).collect();
            let result = op.result(&sorts).map_err(|mismatch| {
                let arg = args[mismatch.argument];
                Diagnostic::error(
                    "N0115",
                    format!(
                        "argument {} of `{}` has to be {}",
                        mismatch.argument + 1,
                        op.name(),
                        mismatch.expected
                    ),
                )
                .at(line.span)
                .secondary(model.line(arg.line).span, sort_of(model, arg))
            })?;
            fits(line, declared, result)?;
        }
        Kind::Extend { arg, by, .. } => {
            let width = bits(model, line, *arg)?;
            fits(line, declared, Sort::Bits(width.saturating_add(*by)))?;
        }
        Kind::Slice { arg, upper, lower } => {
            let width = bits(model, line, *arg)?;
            if upper < lower || *upper >= width {
                return Err(Diagnostic::error(
                    "N0116",
                    format!("bits {upper} down to {lower} of {width} cannot be taken"),
                )
                .at(line.span)
                .help("the highest bit comes first, and bits are counted from 0")
                .into());
            }
            fits(line, declared, Sort::Bits(upper - lower + 1))?;
        }
        Kind::Init { state, value } => {
            set(model, line, declared, *state, *value, true)?;
            once(model, line, parser.init.get(state))?;
            parser.init.insert(*state, at);
        }
        Kind::Next { state, value } => {
            set(model, line, declared, *state, *value, false)?;
            once(model, line, parser.next.get(state))?;
            parser.next.insert(*state, at);
        }
        Kind::Bad(arg) | Kind::Constraint(arg) | Kind::Fair(arg) => bit(model, line, *arg)?,
        Kind::Output(_) => {}
        Kind::Justice(args) => {
            for arg in args {
                bit(model, line, *arg)?;
            }
        }
    }
    Ok(())
}

fn sort_of(model: &Model, arg: Arg) -> String {
    match model.sort(arg.line) {
        Some(sort) => format!("this is {sort}"),
        None => String::new(),
    }
}

/// The declared sort has to be that of the value.
fn fits(line: &Line, declared: Option<Sort>, result: Sort) -> Result<(), Fault> {
    if declared == Some(result) {
        return Ok(());
    }
    let declared = declared.map_or_else(String::new, |sort| sort.to_string());
    let mut error = Diagnostic::error(
        "N0117",
        format!("the value is {result}, and the line says {declared}"),
    )
    .at(line.span);
    if matches!(result, Sort::Bits(width) if width > MAX_WIDTH) {
        error = error.help(format!("no bit-vector has more than {MAX_WIDTH} bits"));
    }
    Err(error.into())
}

fn bits(model: &Model, line: &Line, arg: Arg) -> Result<u32, Fault> {
    model.width(arg.line).ok_or_else(|| {
        Diagnostic::error("N0115", "the argument has to be a bit-vector")
            .at(line.span)
            .secondary(model.line(arg.line).span, sort_of(model, arg))
            .into()
    })
}

fn bit(model: &Model, line: &Line, arg: Arg) -> Result<(), Fault> {
    if model.width(arg.line) == Some(1) {
        return Ok(());
    }
    Err(
        Diagnostic::error("N0118", "a condition is a bit-vector of one bit")
            .at(line.span)
            .secondary(model.line(arg.line).span, sort_of(model, arg))
            .into(),
    )
}

/// State, value and line have the same sort; an array may start with one element everywhere.
fn set(
    model: &Model,
    line: &Line,
    declared: Option<Sort>,
    state: LineId,
    value: Arg,
    init: bool,
) -> Result<(), Fault> {
    let of_state = model.sort(state);
    let of_value = model.sort(value.line);
    if declared != of_state {
        return Err(
            Diagnostic::error("N0117", "the line and the state have different sorts")
                .at(line.span)
                .secondary(model.line(state).span, "the state")
                .into(),
        );
    }
    let everywhere = match of_state {
        Some(Sort::Array { element, .. }) => init && of_value == Some(Sort::Bits(element)),
        _ => false,
    };
    if of_value != of_state && !everywhere {
        return Err(
            Diagnostic::error("N0117", "the state and its value have different sorts")
                .at(line.span)
                .secondary(model.line(state).span, "the state")
                .secondary(model.line(value.line).span, sort_of(model, value))
                .into(),
        );
    }
    Ok(())
}

fn once(model: &Model, line: &Line, before: Option<&LineId>) -> Result<(), Fault> {
    match before {
        None => Ok(()),
        Some(&first) => Err(
            Diagnostic::error("N0119", "the state has this line already")
                .at(line.span)
                .secondary(model.line(first).span, "first here")
                .into(),
        ),
    }
}

/// A state whose initial value depends on itself.
pub(super) fn circular_init(model: &Model) -> Option<Diagnostic> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut mark = vec![Mark::New; model.lines.len()];
    let mut init: Vec<Option<Arg>> = vec![None; model.lines.len()];
    for state in model.states() {
        init[state.state.index()] = state.init.map(|(_, value)| value);
    }
    let reads = |line: LineId| match &init[line.index()] {
        Some(value) => std::slice::from_ref(value),
        None if model.line(line).kind.is_node() => model.line(line).kind.args(),
        None => &[],
    };
    for start in model.ids() {
        let mut stack = vec![(start, 0usize)];
        while let Some((line, child)) = stack.pop() {
            if child == 0 {
                match mark[line.index()] {
                    Mark::Done => continue,
                    Mark::Open => {
                        let path = stack.iter().map(|(l, _)| *l);
                        let state = path
                            .chain([line])
                            .find(|l| init[l.index()].is_some())
                            .unwrap_or(line);
                        return Some(
                            Diagnostic::error(
                                "N0120",
                                "the initial value of a state depends on itself",
                            )
                            .at(model.line(state).span),
                        );
                    }
                    Mark::New => mark[line.index()] = Mark::Open,
                }
            }
            match reads(line).get(child) {
                Some(arg) => {
                    stack.push((line, child + 1));
                    if mark[arg.line.index()] != Mark::Done {
                        stack.push((arg.line, 0));
                    }
                }
                None => mark[line.index()] = Mark::Done,
            }
        }
    }
    None
}
