//! The end of the report: the properties, the score, the gates, and how to see more.

use std::fmt::Write;

use super::tables::bar;
use crate::Style;
use crate::document::{BaselineVerdict, Document, Gate, Invariants, Verdict};
use crate::style::{Look, clipped, one_line, plural, visible, width, wrapped};

pub(super) fn score(document: &Document, style: Style, verbose: bool) -> String {
    let mut out = String::new();
    let counts = &document.summary.counts;
    let scored = counts.scored();
    let score = match document.summary.score_range {
        None => "no mutant to score".to_string(),
        Some([lo, hi]) if lo == hi => format!("score {lo:.2} %"),
        Some([lo, hi]) => format!("score {lo:.2} % to {hi:.2} %"),
    };
    let _ = writeln!(
        out,
        "{}  {} of {scored} killed",
        style.paint(Look::Bold, &score),
        counts.killed
    );
    let others = [
        (counts.survived, "survived"),
        (counts.unknown, "unknown"),
        (counts.equivalent, "equivalent"),
        (counts.vacuous, "vacuous"),
        (counts.invalid, "invalid"),
    ];
    let rest: Vec<String> = others
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!(", {n} {word}"))
        .collect();
    let _ = writeln!(
        out,
        "{}: {} killed{}",
        plural(counts.mutants, "mutant"),
        counts.killed,
        rest.concat()
    );
    for limit in &document.limits {
        let _ = writeln!(
            out,
            "limited: {} ({} left out)",
            one_line(&limit.text),
            plural(limit.left_out, "mutant")
        );
        for line in limit.names().iter().flat_map(|n| wrapped(n, style.width)) {
            let _ = writeln!(out, "  {}", visible(&line));
        }
    }
    if let Some(within) = document.within() {
        let _ = writeln!(
            out,
            "all proofs of this run hold within {within}, not beyond"
        );
    }
    if let Some(i) = &document.invariants {
        for line in wrapped(&against(document, i), style.width) {
            let _ = writeln!(out, "{}", visible(&line));
        }
    }
    if let Some(s) = &document.sample {
        let _ = writeln!(
            out,
            "a sample of {} of {}: with {} % confidence the score is {:.2} % to {:.2} %",
            s.size, s.of, s.confidence, s.interval[0], s.interval[1]
        );
    }
    for gate in &document.gates {
        let look = if gate.passed() { Look::Good } else { Look::Bad };
        let _ = writeln!(out, "{}", style.paint(look, &gate_line(gate)));
    }
    if !document.complete {
        let cut = document.cut.as_deref().map(one_line);
        let text = format!("incomplete: {}", cut.as_deref().unwrap_or("cut short"));
        let _ = writeln!(out, "{}", style.paint(Look::Open, &text));
    }
    more(document, style, verbose, &mut out);
    out
}

/// What the generated invariants notice, and what neither they nor a property do.
fn against(document: &Document, i: &Invariants) -> String {
    let mut text = format!(
        "{} generated; they notice {} of {}",
        plural(i.found, "invariant"),
        i.noticed,
        plural(i.asked, "mutant")
    );
    if i.unnoticed > 0 {
        let _ = write!(
            text,
            "; neither they nor a property notice {}, on {}",
            plural(i.unnoticed, "survivor"),
            lines(i)
        );
    }
    if !i.neither.is_empty() {
        let of = document.elements.iter().filter(|e| e.counts.mutants > 0);
        let _ = write!(
            text,
            "; of {} of {} they notice no mutant{}",
            i.neither.len(),
            plural(of.count(), "element"),
            first(&i.neither)
        );
    }
    text
}

/// The lines that unnoticed survivors are on, file by file where there are several.
fn lines(i: &Invariants) -> String {
    let some = |lines: &[usize]| {
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("{word} {}", lines.join(", "))
    };
    if i.files.is_empty() {
        return some(&i.lines);
    }
    let each = i
        .files
        .iter()
        .map(|f| format!("{} of {}", some(&f.lines), f.file));
    each.collect::<Vec<_>>().join("; ")
}

/// More properties than this are counted, and listed with `--verbose` only.
const MOST: usize = 10;

/// What each property kills, and which ones take no part.
pub(super) fn properties(document: &Document, style: Style, verbose: bool) -> String {
    let mut out = String::new();
    let killed = document.summary.counts.killed;
    let scores: Vec<_> = document.scores.iter().flat_map(|s| &s.properties).collect();
    let names = scores.iter().map(|p| width(&p.name)).max().unwrap_or(0);
    let most = if verbose { usize::MAX } else { MOST };
    if scores.len() > most {
        let none: Vec<String> = scores
            .iter()
            .filter(|p| p.killed == 0)
            .map(|p| p.name.clone())
            .collect();
        let text = format!(
            "  {} of {} properties kill a mutant; {} kill none{}",
            scores.len() - none.len(),
            scores.len(),
            none.len(),
            first(&none)
        );
        let _ = writeln!(out, "{}", clipped(&text, style.width));
    } else {
        for p in scores {
            let look = if p.killed > 0 { Look::Good } else { Look::Bad };
            let alone = match p.alone {
                0 => String::new(),
                n => format!(", {n} alone"),
            };
            let _ = writeln!(
                out,
                "  {:names$}  {}  kills {} of the {killed} killed{alone}{}",
                visible(&p.name),
                style.paint(look, &bar(p.killed, killed)),
                p.killed,
                proved(document, &p.name)
            );
        }
    }
    let left_out = document.baseline.iter();
    let left_out: Vec<_> = left_out
        .filter(|p| p.verdict != BaselineVerdict::Proved)
        .collect();
    for p in left_out.iter().take(most) {
        let why = p.reason.as_deref().map(one_line);
        let why = why.map(|w| format!(" ({w})")).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {:names$}  {} on the original{why}: left out",
            visible(&p.name),
            style.paint(Look::Open, &visible(&p.told())),
        );
    }
    if left_out.len() > most {
        let _ = writeln!(out, "  and {} more left out", left_out.len() - most);
    }
    out
}

/// What a proof of the property is about, where that is not everything.
fn proved(document: &Document, name: &str) -> String {
    let property = document.baseline.iter().find(|p| p.name == name);
    let property = property.filter(|p| p.within.is_some());
    property.map_or(String::new(), |p| format!(", {}", visible(&p.told())))
}

pub(super) fn waived(document: &Document, style: Style) -> String {
    let mut out = String::new();
    for m in &document.mutants {
        if let Some(waived) = &m.waived {
            let reason = style.paint(Look::Dim, &waived.told());
            let _ = writeln!(out, "  waived  {}  {reason}", visible(&m.id));
        }
    }
    if !out.is_empty() {
        out.push_str("  waived survivors stay in the score\n");
    }
    out
}

/// What a gate wanted and what it got.
pub(crate) fn gate_line(gate: &Gate) -> String {
    let word = gate.word();
    match gate {
        Gate::MinScore {
            wanted,
            got,
            settled,
            passed,
            open,
        } => {
            if *passed && got.is_none() {
                let none = "no mutant on the changed lines counts in a score";
                return format!("gate {word}: {none}, so none is wanted");
            }
            let got = got.map_or("no score".to_string(), |g| format!("{g:.2} %"));
            let is = match (settled, passed) {
                (_, false) if *open => {
                    format!("is {got} as far as mutants are decided, which settles nothing yet")
                }
                (false, _) => format!("is {got}"),
                (true, true) => {
                    format!("is at least {got}, whatever the undecided mutants come to")
                }
                (true, false) => "is out of reach, whatever the undecided mutants come to".into(),
            };
            format!("gate {word}: a score of at least {wanted} % was wanted and {is}")
        }
        Gate::NewSurvivors { new, undecided, .. } => {
            let mut text = plural(new.len(), "new survivor");
            text.push_str(&first(new));
            if !undecided.is_empty() {
                let _ = write!(text, ", {} undecided{}", undecided.len(), first(undecided));
            }
            format!("gate {word}: {text}")
        }
    }
}

/// The first few.
fn first(all: &[String]) -> String {
    let shown: Vec<String> = all.iter().take(5).map(|id| visible(id)).collect();
    match all.len() {
        0 => String::new(),
        n if n > shown.len() => format!(" ({} ...)", shown.join(", ")),
        _ => format!(" ({})", shown.join(", ")),
    }
}

fn more(document: &Document, style: Style, verbose: bool, out: &mut String) {
    let best = document.mutants.iter().find(|m| m.rank == Some(1));
    let open = || {
        document
            .mutants
            .iter()
            .find(|m| m.verdict == Verdict::Unknown)
    };
    if !verbose && document.summary.counts.mutants > 0 {
        let text = "--verbose shows every mutant and the tables, --report html=FILE writes a page to browse";
        for line in wrapped(text, style.width) {
            let _ = writeln!(out, "{}", style.paint(Look::Dim, &line));
        }
    }
    if let Some(m) = best.or_else(open) {
        let _ = writeln!(
            out,
            "next: {}",
            style.paint(Look::Bold, &visible(&document.replay(m)))
        );
    }
}
