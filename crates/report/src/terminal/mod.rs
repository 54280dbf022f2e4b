//! Results of commands other than `cover` as text for people.

mod check;

use std::fmt::Write;

pub use self::check::check_to_text;
use crate::style::{Look, plural, width};
use crate::{
    CoreResult, CoreSets, CoreView, Failure, PropertyRun, SimulateResult, SolversResult, Style,
    trace_table,
};

/// A line for each part of the run that failed.
pub(crate) fn failure_lines(failures: &[Failure], style: Style) -> String {
    let mut out = String::new();
    for failure in failures {
        let times = match failure.times {
            1 => String::new(),
            n => format!(" ({n} times)"),
        };
        let what = style.paint(Look::Open, &format!("{} failed", failure.part));
        let reason = failure.reason.lines().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{what}{times}: {reason}");
    }
    out
}

pub fn core_to_text(result: &CoreResult, style: Style) -> String {
    let mut out = String::new();
    for property in &result.properties {
        match &property.core {
            Some(core) => {
                let within = property.within.as_ref();
                let within = within.map(|w| format!(", proved within {w}"));
                let title = format!("{}{}", property.name, within.unwrap_or_default());
                let _ = writeln!(out, "{}", style.paint(Look::Bold, &title));
                core_lines(&mut out, core, style);
            }
            None => {
                let _ = writeln!(out, "{} is {}: no core", property.name, property.verdict);
            }
        }
        out.push('\n');
    }
    match &result.together {
        // The core of one property is the core of all.
        Some(_)
            if result
                .properties
                .iter()
                .filter(|p| p.core.is_some())
                .count()
                == 1 => {}
        Some(core) => {
            let _ = writeln!(
                out,
                "{}",
                style.paint(Look::Bold, "all proved properties together")
            );
            core_lines(&mut out, core, style);
            out.push('\n');
        }
        None => {
            let proved = result.properties.iter().any(|p| p.verdict == "proved");
            let why = if proved {
                "no core: cores need proofs that something holds in every state of every execution"
            } else {
                "no property is proved, so there is no core"
            };
            let _ = writeln!(out, "{why}\n");
        }
    }
    let _ = writeln!(out, "done in {}", duration(result.header.seconds));
    out.push_str(&failure_lines(&result.header.failures, style));
    out
}

fn core_lines(out: &mut String, core: &CoreView, style: Style) {
    set_lines(out, &core.elements, style);
    // Instances say more than elements only where a node is called more than once.
    if core.instances.universe != core.elements.universe {
        let _ = writeln!(out, "  by instance");
        set_lines(out, &core.instances, style);
    }
}

fn set_lines(out: &mut String, sets: &CoreSets, style: Style) {
    let mut line = |title: &str, names: &[String]| {
        let count = format!("{}/{}", names.len(), sets.universe);
        list(out, &format!("  {title:8}{count:>9}  "), names, style);
    };
    line("slice", &sets.slice);
    line(
        if sets.is_minimal { "minimal" } else { "core" },
        &sets.minimal,
    );
    if sets.complete && sets.all.len() == 1 {
        let _ = writeln!(out, "  the only minimal core: MAY and MUST are the same");
        return;
    }
    // Without the others, the union of some cores says nothing.
    if sets.complete || sets.all.len() > 1 {
        line("may", &sets.may);
    }
    line("must", &sets.must);
    if !sets.unknown.is_empty() {
        line("must?", &sets.unknown);
    }
    let count = plural(sets.all.len(), "minimal core");
    if sets.complete {
        let _ = writeln!(out, "  {count} in all");
    } else if sets.all.len() > 1 {
        let _ = writeln!(
            out,
            "  {count} found; there may be more, and then MAY is larger"
        );
    }
}

/// A lead and names, wrapped to the width with a hanging indent.
fn list(out: &mut String, lead: &str, names: &[String], style: Style) {
    let mut line = lead.to_string();
    let mut first = true;
    for name in names {
        if !first && width(&line) + width(name) + 1 > style.width {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(width(lead));
        }
        let _ = write!(line, "{name} ");
        first = false;
    }
    if names.is_empty() {
        line.push_str("(none)");
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

pub fn simulate_to_text(result: &SimulateResult, style: Style) -> String {
    let mut out = trace_table(&result.trace, style);
    let mut say = |what: &str, runs: &[PropertyRun]| {
        for run in runs {
            if let Some(step) = run.fails_at {
                let place = run
                    .place
                    .as_ref()
                    .map(|p| format!(" ({p})"))
                    .unwrap_or_default();
                let text = format!("{what}{} is false at step {step}{place}", run.name);
                let _ = writeln!(out, "{}", style.paint(Look::Bad, &text));
            }
        }
    };
    say("", &result.assertions);
    say("property ", &result.properties);
    out
}

pub fn solvers_to_text(result: &SolversResult, style: Style) -> String {
    let mut out = String::new();
    for solver in &result.solvers {
        let name = format!("{:12}", solver.name);
        match &solver.place {
            Some(place) => {
                let version = solver.version.as_deref().unwrap_or("unknown version");
                let _ = writeln!(
                    out,
                    "{}{version:12}  {place}",
                    style.paint(Look::Good, &name)
                );
            }
            None => {
                let _ = writeln!(
                    out,
                    "{}not found     {}",
                    style.paint(Look::Open, &name),
                    solver.install
                );
            }
        }
        let _ = writeln!(out, "{:12}{}", "", solver.purpose);
    }
    out
}

fn duration(seconds: f64) -> String {
    format!("{seconds:.2} s")
}
