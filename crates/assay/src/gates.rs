//! Conditions that a caller sets on a result. None passes on a result that was cut short, with one exception: where the caller
//! wanted no more than to know whether a score is reached, the run may end as soon as that is certain.

use std::collections::HashSet;

use assay_report::Document;
use assay_report::document::{Gate, Mutant, Verdict};

use crate::args::{FailOn, GateArgs};

/// The gates that were asked for, each with its outcome. `baseline` is the earlier result where one was named; `settled` says
/// that the run ended because the score that was wanted is reached or missed whatever the rest of the mutants come to.
pub fn judge(
    args: &GateArgs,
    document: &Document,
    baseline: Option<&Document>,
    settled: bool,
) -> Vec<Gate> {
    let mut gates = Vec::new();
    if let Some(wanted) = args.min_score {
        gates.push(min_score(document, wanted, settled));
    }
    if let (true, Some(baseline)) = (args.fail_on.contains(&FailOn::NewSurvivors), baseline) {
        gates.push(new_survivors(document, baseline));
    }
    gates
}

/// The lower end of the score counts: what is unknown may have survived.
fn min_score(document: &Document, wanted: f64, settled: bool) -> Gate {
    let score = document.summary.counts.score_range().map(|[lo, _]| lo);
    Gate::MinScore {
        wanted,
        // Rounded down, so that a score just below the bound does not look like the bound.
        got: score.map(|s| (s * 100.0).floor() / 100.0),
        passed: (document.complete || settled) && score.is_some_and(|s| s >= wanted),
        settled,
    }
}

/// A survivor is new if the earlier result knows its fingerprint neither as survivor nor as undecided. A mutant that is undecided
/// now and was not then may be a new survivor, so it keeps the gate shut too.
fn new_survivors(document: &Document, baseline: &Document) -> Gate {
    let open = |m: &&Mutant| matches!(m.verdict, Verdict::Survived | Verdict::Unknown);
    let known: HashSet<&str> = baseline
        .mutants
        .iter()
        .filter(open)
        .map(|m| m.fingerprint.as_str())
        .collect();
    let new = |verdict: Verdict| -> Vec<String> {
        document
            .mutants
            .iter()
            .filter(|m| m.verdict == verdict && m.waived.is_none())
            .filter(|m| !known.contains(m.fingerprint.as_str()))
            .map(|m| m.id.clone())
            .collect()
    };
    let (survivors, undecided) = (new(Verdict::Survived), new(Verdict::Unknown));
    Gate::NewSurvivors {
        passed: document.complete && survivors.is_empty() && undecided.is_empty(),
        new: survivors,
        undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_report::document::Waived;

    /// A result that was cut short, with every verdict.
    fn cut() -> Document {
        let text = include_str!("../../report/tests/documents/heater.json");
        Document::read(text).expect("the fixture is a cover document")
    }

    fn whole() -> Document {
        Document {
            complete: true,
            cut: None,
            ..cut()
        }
    }

    #[test]
    fn the_lower_end_of_the_score_counts() {
        let score = whole()
            .summary
            .counts
            .score_range()
            .expect("it has a score");
        assert!(score[0] < score[1], "something is unknown");
        assert!(min_score(&whole(), score[0], false).passed());
        assert!(!min_score(&whole(), score[0] + 0.001, false).passed());
        assert!(!min_score(&whole(), score[1], false).passed());
    }

    #[test]
    fn no_gate_passes_on_a_result_that_was_cut_short() {
        assert!(min_score(&whole(), 0.0, false).passed());
        assert!(!min_score(&cut(), 0.0, false).passed());
        assert!(min_score(&cut(), 0.0, true).passed(), "settled");
        assert!(!min_score(&cut(), 100.0, true).passed());
        assert!(new_survivors(&whole(), &cut()).passed());
        assert!(!new_survivors(&cut(), &cut()).passed());
    }

    #[test]
    fn nothing_scored_is_no_score() {
        let mut document = whole();
        document.mutants.clear();
        document.derive();
        assert!(!min_score(&document, 0.0, false).passed());
    }

    #[test]
    fn what_was_killed_or_not_there_is_new() {
        let mut before = whole();
        let was_killed = before.mutants.iter().position(|m| m.id == "13:15:l2g");
        before.mutants[was_killed.expect("it is there")].verdict = Verdict::Killed;
        before
            .mutants
            .retain(|m| m.id != "6:3:equal_5" && m.id != "16:45:const");
        let gate = new_survivors(&whole(), &before);
        let Gate::NewSurvivors { new, undecided, .. } = &gate else {
            panic!("another gate");
        };
        assert_eq!(new, &["6:3:equal_5", "13:15:l2g"]);
        assert_eq!(undecided, &["16:45:const"]);
        assert!(!gate.passed());
    }

    #[test]
    fn what_was_undecided_or_is_waived_is_not_new() {
        let (mut before, mut now) = (whole(), whole());
        let at = |id: &str| now.mutants.iter().position(|m| m.id == id).expect("there");
        let (first, second) = (at("13:15:l2g"), at("13:15:l2le"));
        before.mutants[first].verdict = Verdict::Unknown;
        before.mutants[second].verdict = Verdict::Killed;
        now.mutants[second].waived = Some(Waived {
            reason: "known".into(),
        });
        assert!(new_survivors(&now, &before).passed());
    }
}
