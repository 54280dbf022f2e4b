//! Conditions that a caller sets on a result. A gate passes or fails only where the undecided mutants cannot change that; otherwise it is
//! open. None passes on a result that was cut short, except by a limit with which the caller asked for a part.

use std::collections::HashSet;

use assay_cover::result::CoverResult;
use assay_report::Document;
use assay_report::document::{Gate, Mutant, Verdict};

use crate::GateRequest;

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything was tried; single mutants may be too hard.
    Whole,
    /// The caller wanted no more: accurate enough, expensive enough, or the gate was settled.
    AsAsked,
    /// By the clock or a signal.
    CutShort,
}

impl Ending {
    pub fn of(result: &CoverResult) -> Ending {
        match (result.whole, result.as_asked) {
            (true, _) => Ending::Whole,
            (false, true) => Ending::AsAsked,
            (false, false) => Ending::CutShort,
        }
    }
}

/// The gates that were asked for, each with its outcome. `baseline` is the earlier result where one was named.
pub fn judge(
    request: &GateRequest,
    document: &Document,
    baseline: Option<&Document>,
    ending: Ending,
) -> Vec<Gate> {
    let mut gates = Vec::new();
    if let Some(wanted) = request.min_score {
        gates.push(min_score(document, wanted, ending));
    }
    if let (true, Some(baseline)) = (request.no_new_survivors, baseline) {
        gates.push(new_survivors(document, baseline, ending));
    }
    gates
}

/// Passes if the score is reached even if everything undecided survives, fails if it is missed even if everything undecided is killed.
/// Where a change brought in nothing that could be scored, it has brought in nothing that the gate is there to stop.
fn min_score(document: &Document, wanted: f64, ending: Ending) -> Gate {
    let only_changes = document.limits.iter().any(|l| l.kind == "in-diff");
    let counts = &document.summary.counts;
    // Where nobody had the time to look, a survivor may turn out to be equivalent and leave the score.
    let may_be_equivalent = match ending {
        Ending::CutShort => document.mutants.iter().filter(|m| no_difference(m)).count(),
        Ending::Whole | Ending::AsAsked => 0,
    };
    let reached = counts.reaches(wanted).unwrap_or(only_changes);
    let missed = counts.misses(wanted, may_be_equivalent);
    let missed = missed.unwrap_or(!only_changes);
    let passed = reached && ending != Ending::CutShort;
    let open = !passed && !missed;
    Gate::MinScore {
        wanted,
        got: document.summary.score,
        passed,
        settled: !document.complete && !open,
        open,
    }
}

/// A survivor of which no execution is known that tells it from the original.
fn no_difference(mutant: &Mutant) -> bool {
    mutant.verdict == Verdict::Survived && mutant.difference.is_none() && mutant.excluded.is_none()
}

/// A survivor is new if the earlier result knows its fingerprint neither as survivor nor as undecided. A mutant that is undecided
/// now and was not then may be a new survivor, so it keeps the gate from passing.
fn new_survivors(document: &Document, baseline: &Document, ending: Ending) -> Gate {
    let unproved = |m: &&Mutant| matches!(m.verdict, Verdict::Survived | Verdict::Unknown);
    let known: HashSet<&str> = baseline
        .mutants
        .iter()
        .filter(unproved)
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
    let passed = ending == Ending::Whole && survivors.is_empty() && undecided.is_empty();
    Gate::NewSurvivors {
        open: !passed && survivors.is_empty(),
        passed,
        new: survivors,
        undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_report::document::{Counts, Limit, Summary, Waived};

    #[test]
    fn a_gate_that_undecided_mutants_could_change_is_open() {
        // Incomplete because of mutants that were too hard, or because the caller wanted no more.
        let document = cut();
        let range = document.summary.counts.score_range();
        let [lower, upper] = range.expect("it has a score");
        assert!(lower < upper, "something is unknown");
        for ending in [Ending::Whole, Ending::AsAsked] {
            let word = |wanted: f64| {
                let gate = min_score(&document, wanted, ending);
                assert_eq!(gate.settled(), !gate.open(), "{gate:?}");
                gate.word()
            };
            assert_eq!(word(lower), "passed");
            assert_eq!(word(lower + 0.01), "open");
            assert_eq!(word(upper - 0.01), "open");
            assert_eq!(word(upper + 0.01), "failed");
        }
    }

    #[test]
    fn a_survivor_that_nobody_looked_at_may_leave_the_score() {
        let mut document = cut();
        for m in &mut document.mutants {
            if m.verdict == Verdict::Unknown {
                m.verdict = Verdict::Killed;
            }
        }
        let survivor = |m: &&mut Mutant| m.verdict == Verdict::Survived;
        let survivor = document.mutants.iter_mut().find(survivor);
        let survivor = survivor.expect("something survives");
        (survivor.difference, survivor.excluded) = (None, None);
        document.derive();
        let range = document.summary.counts.score_range();
        let [lower, upper] = range.expect("it has a score");
        assert_eq!(lower, upper, "nothing is unknown");
        let wanted = upper + 0.01;
        assert_eq!(
            min_score(&document, wanted, Ending::CutShort).word(),
            "open"
        );
        assert_eq!(min_score(&document, wanted, Ending::Whole).word(), "failed");
        document.mutants.retain(|m| !no_difference(m));
        document.derive();
        let failed = min_score(&document, 100.0, Ending::CutShort);
        assert_eq!(failed.word(), "failed");
        assert!(failed.settled());
    }

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
        assert!(min_score(&whole(), score[0], Ending::Whole).passed());
        assert!(!min_score(&whole(), score[0] + 0.01, Ending::Whole).passed());
        assert!(!min_score(&whole(), score[1], Ending::Whole).passed());
    }

    #[test]
    fn no_gate_passes_on_a_result_that_was_cut_short() {
        assert!(min_score(&whole(), 0.0, Ending::Whole).passed());
        assert!(min_score(&cut(), 0.0, Ending::CutShort).open());
        assert!(min_score(&cut(), 0.0, Ending::AsAsked).passed(), "settled");
        assert!(new_survivors(&whole(), &cut(), Ending::Whole).passed());
        assert!(new_survivors(&cut(), &cut(), Ending::CutShort).open());
        assert!(new_survivors(&cut(), &cut(), Ending::AsAsked).open());
    }

    #[test]
    fn a_score_that_is_shown_as_90_passes_a_gate_of_90() {
        let with = |killed: usize, survived: usize| {
            let counts = Counts {
                mutants: killed + survived,
                killed,
                survived,
                ..Counts::default()
            };
            Document {
                summary: Summary::new(counts),
                ..whole()
            }
        };
        // 89.9996 per cent is not 90, and is not shown as 90.
        let below = with(224_999, 25_001);
        assert_eq!(below.summary.score, Some(89.99));
        assert!(!min_score(&below, 90.0, Ending::Whole).passed());
        let exact = with(9, 1);
        assert_eq!(exact.summary.score, Some(90.0));
        assert!(min_score(&exact, 90.0, Ending::Whole).passed());
        // Two thirds: what is shown can be asked for.
        let thirds = with(2, 1);
        assert_eq!(thirds.summary.score, Some(66.66));
        assert!(min_score(&thirds, 66.66, Ending::Whole).passed());
        assert!(!min_score(&thirds, 66.67, Ending::Whole).passed());
    }

    #[test]
    fn nothing_scored_is_no_score() {
        let mut document = whole();
        document.mutants.clear();
        document.derive();
        assert!(min_score(&document, 0.0, Ending::Whole).failed());
        document.limits.push(Limit {
            kind: "in-diff".into(),
            text: "mutants on the 3 changed lines".into(),
            left_out: 9,
            elements: vec![],
        });
        assert!(min_score(&document, 90.0, Ending::Whole).passed());
    }

    #[test]
    fn what_was_killed_or_not_there_is_new() {
        let mut before = whole();
        let was_killed = before.mutants.iter().position(|m| m.id == "13:15:l2g");
        before.mutants[was_killed.expect("it is there")].verdict = Verdict::Killed;
        before
            .mutants
            .retain(|m| m.id != "6:3:equal_5" && m.id != "16:45:const");
        let gate = new_survivors(&whole(), &before, Ending::Whole);
        let Gate::NewSurvivors { new, undecided, .. } = &gate else {
            panic!("another gate");
        };
        assert_eq!(new, &["6:3:equal_5", "13:15:l2g"]);
        assert_eq!(undecided, &["16:45:const"]);
        assert!(gate.failed());
    }

    #[test]
    fn what_was_undecided_or_is_waived_is_not_new() {
        let (mut before, mut now) = (whole(), whole());
        let at = |id: &str| now.mutants.iter().position(|m| m.id == id).expect("there");
        let (first, second) = (at("13:15:l2g"), at("13:15:l2le"));
        before.mutants[first].verdict = Verdict::Unknown;
        before.mutants[second].verdict = Verdict::Killed;
        now.mutants[second].waived = Some(Waived::because("known"));
        assert!(new_survivors(&now, &before, Ending::Whole).passed());
    }
}
