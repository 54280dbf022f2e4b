//! All registers have to move at the same edge of the same clock: BTOR2 knows no clocks, and what yosys writes says of a
//! second one only that it was there. The info file lists them: `posedge`, `negedge` or, for both, `event`, each with the
//! id of a line. Assertions count too: one that is sampled at the other edge sees other inputs.
//!
//! The clock itself is no input of the model: a step is one of its edges. It stays an input where something reads it as data.

use assay_source::Diagnostic;

use crate::btor2::{Kind, LineId, Model};

/// The edge that a step is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub name: String,
    /// `posedge` or `negedge`.
    pub edge: String,
}

/// The clock of a model that yosys wrote with its info file; none where nothing is clocked. `wanted` is what the user says.
pub(super) fn one(
    model: &Model,
    info: &str,
    wanted: Option<&str>,
) -> Result<Option<Clock>, Box<Diagnostic>> {
    let mut edges: Vec<Clock> = info.lines().filter_map(|l| edge(model, l)).collect();
    edges.sort_by(|a, b| (&a.name, &a.edge).cmp(&(&b.name, &b.edge)));
    edges.dedup();
    let said: Vec<String> = edges.iter().map(Clock::to_string).collect();
    let said = said.join(" and at ");
    match (edges.as_slice(), wanted) {
        ([clock], None) if clock.edge != "event" => Ok(Some(clock.clone())),
        ([clock], Some(wanted)) if clock.edge != "event" && clock.name == wanted => {
            Ok(Some(clock.clone()))
        }
        ([], None) => Ok(None),
        ([], Some(wanted)) => Err(Box::new(
            Diagnostic::error("N0205", format!("nothing in the model is clocked by `{wanted}`"))
                .help("the model has no register and no clocked assertion: leave `--clock` out"),
        )),
        ([clock], Some(wanted)) if clock.edge != "event" => Err(Box::new(
            Diagnostic::error("N0205", format!("registers move at {said}, not at an edge of `{wanted}`"))
                .help(format!("`--clock {}`, or leave `--clock` out", clock.name)),
        )),
        _ => Err(Box::new(
            Diagnostic::error(
                "N0205",
                format!("registers or assertions are clocked at {said}"),
            )
            .help(
                "a step is one edge of one clock: use one clock in the design under test, or check each clock's modules by \
                 themselves with --top; `clk2fflogic` in a yosys script of your own makes BTOR2 of several clocks",
            ),
        )),
    }
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.edge.as_str() {
            "event" => write!(f, "both edges of `{}`", self.name),
            edge => write!(f, "the {edge} of `{}`", self.name),
        }
    }
}

/// An edge of the info file.
fn edge(model: &Model, line: &str) -> Option<Clock> {
    let (edge, id) = line.split_once(' ')?;
    if !matches!(edge, "posedge" | "negedge" | "event") {
        return None;
    }
    let id = id.trim().parse::<u64>().ok()?;
    let mut at = model.ids().find(|l| model.line(*l).id == id)?;
    // Lines that extend by no bits only give another name.
    while let Kind::Extend { by: 0, arg, .. } = model.line(at).kind {
        at = arg.line;
    }
    let line = model.line(at);
    let second = || {
        let mut ids = model.ids();
        let named = ids.find(|l| {
            matches!(model.line(*l).kind, Kind::Extend { by: 0, arg, .. } | Kind::Output(arg) if arg.line == at)
        });
        named.and_then(|l| model.line(l).symbol.clone())
    };
    let own = line.symbol.clone().filter(|s| !s.starts_with('$'));
    Some(Clock {
        name: own.or_else(second).unwrap_or(format!("n{}", line.id)),
        edge: edge.to_string(),
    })
}

/// How the clock occurs in the model that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occurs {
    /// As an input that nothing reads, or not at all.
    Only(Option<LineId>),
    /// As an input that something reads.
    Data,
    /// It is no input: something computes it.
    Computed,
}

pub(super) fn occurs(model: &Model, clock: &Clock) -> Occurs {
    let named = |l: &LineId| model.line(*l).symbol.as_deref() == Some(&clock.name);
    let Some(input) = model.ids().find(named) else {
        return Occurs::Only(None);
    };
    if model.line(input).kind != Kind::Input {
        return Occurs::Computed;
    }
    let mut same = vec![false; model.lines.len()];
    same[input.index()] = true;
    for line in model.ids() {
        let kind = &model.line(line).kind;
        if !kind.args().iter().any(|a| same[a.line.index()]) {
            continue;
        }
        match kind {
            Kind::Extend { by: 0, .. } => same[line.index()] = true,
            _ => return Occurs::Data,
        }
    }
    Occurs::Only(Some(input))
}
