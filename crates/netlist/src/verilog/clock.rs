//! All registers have to move at the same edge of the same clock: BTOR2 knows no clocks, and what yosys writes says of a
//! second one only that it was there. The info file lists them: `posedge`, `negedge` or, for both, `event`, each with the
//! id of a line.

use assay_source::Diagnostic;

use crate::btor2::{Kind, LineId, Model};

pub(super) fn one(model: &Model, info: &str) -> Result<(), Box<Diagnostic>> {
    let mut edges: Vec<(LineId, &str)> = Vec::new();
    for line in info.lines() {
        let Some((edge, id)) = line.split_once(' ') else {
            continue;
        };
        if !matches!(edge, "posedge" | "negedge" | "event") {
            continue;
        }
        let id = id.trim().parse::<u64>().ok();
        let Some(at) = model.ids().find(|l| Some(model.line(*l).id) == id) else {
            continue;
        };
        edges.push((origin(model, at), edge));
    }
    edges.sort();
    edges.dedup();
    if edges.len() <= 1 && edges.iter().all(|(_, edge)| *edge != "event") {
        return Ok(());
    }
    let name = |(clock, edge): &(LineId, &str)| {
        let line = model.line(*clock);
        let name = line.symbol.clone().unwrap_or(format!("n{}", line.id));
        match *edge {
            "event" => format!("both edges of `{name}`"),
            edge => format!("the {edge} of `{name}`"),
        }
    };
    let clocks: Vec<String> = edges.iter().map(name).collect();
    Err(Box::new(
        Diagnostic::error(
            "N0205",
            format!("registers move at {}", clocks.join(" and at ")),
        )
        .help("a step is one edge of one clock; `clk2fflogic` in a yosys script of your own makes BTOR2 of several"),
    ))
}

/// The line behind second names.
fn origin(model: &Model, mut line: LineId) -> LineId {
    while let Kind::Extend { by: 0, arg, .. } = model.line(line).kind {
        line = arg.line;
    }
    line
}
