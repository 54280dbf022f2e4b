//! Results at several sizes become one document: what mutants name keeps its meaning, and every report shows the sizes.

mod common;

use assay_report::document::{BaselineVerdict, Size, Verdict};
use assay_report::{Document, Style, cover_to_markdown, cover_to_text};

/// The heater at size 1, and at size 2, where one of its survivors is killed and every signal has another name.
fn parts() -> [(Size, Document); 2] {
    let small = common::heater();
    let mut large = small.clone();
    let killed = small.mutants.iter().find(|m| m.verdict == Verdict::Killed);
    let killed = killed.expect("it has kills").clone();
    large.mutants.retain(|m| m.verdict != Verdict::Killed);
    let new = large
        .mutants
        .iter_mut()
        .find(|m| m.verdict == Verdict::Survived);
    let new = new.expect("it has survivors");
    (new.verdict, new.rank, new.difference) = (Verdict::Killed, None, None);
    (new.trace, new.notices) = (killed.trace, killed.notices);
    new.reason = Some("bounds".into());
    for signal in &mut large.signals {
        signal.name.push_str("_2");
    }
    large.derive();
    [(1, small), (2, large)].map(|(n, d)| (Size::new("SIZE", n, 10 * n as usize, &d), d))
}

fn merged() -> Document {
    Document::of_sizes(&parts(), None, None).expect("there are sizes")
}

#[test]
fn every_mutant_is_there_once_with_the_size_that_decides_it() {
    let (merged, [(_, small), (_, large)]) = (merged(), parts());
    assert_eq!(merged.mutants.len(), small.mutants.len());
    for m in &merged.mutants {
        let early = small.mutant(&m.id).expect("it was there");
        let size = if early.verdict == Verdict::Killed {
            1
        } else {
            2
        };
        assert_eq!(m.size, Some(size), "{}", m.id);
        let from = if size == 1 {
            early
        } else {
            large.mutant(&m.id).expect("it was asked about")
        };
        assert_eq!(m.verdict, from.verdict);
    }
    let killed: usize = merged.sizes.iter().map(|s| s.counts.killed).sum();
    assert_eq!(killed, merged.summary.counts.killed);
    assert_eq!(merged.sizes[1].reasons["bounds"], 1);
}

#[test]
fn executions_and_certificates_mean_what_they_meant() {
    let (merged, parts) = (merged(), parts());
    let lemmas = |d: &Document, id: &str| {
        let found = d.certificates.iter().find(|c| c.id == id);
        found
            .map(|c| (c.k, c.lemmas.clone()))
            .expect("it is listed")
    };
    for m in &merged.mutants {
        let (_, from) = &parts[m.size.expect("a size") as usize - 1];
        let old = from.mutant(&m.id).expect("it was there");
        let view = |d: &Document, m: &assay_report::document::Mutant| {
            m.trace.as_ref().map(|t| t.view(&d.signals))
        };
        assert_eq!(view(&merged, m), view(from, old), "{}", m.id);
        let certificates = m.certificate.iter().zip(&old.certificate);
        for (new, old) in certificates {
            assert_eq!(lemmas(&merged, &new.id), lemmas(from, &old.id));
        }
    }
    assert!(
        merged
            .mutants
            .iter()
            .any(|m| m.trace.is_some() && m.size == Some(2))
    );
}

#[test]
fn it_is_read_as_it_was_written() {
    for stable in [None, Some(1)] {
        let merged = Document::of_sizes(&parts(), stable, None).expect("there are sizes");
        let read = Document::read(&merged.to_json()).expect("it is a document");
        assert_eq!(read, merged);
        assert_eq!(read.stable, Some(stable));
    }
}

#[test]
fn a_survivor_stays_in_the_score_whatever_a_larger_size_leaves_open() {
    for later in [Verdict::Unknown, Verdict::Vacuous, Verdict::Invalid] {
        let [small, (size, mut large)] = parts();
        large.mutants.iter_mut().for_each(|m| m.verdict = later);
        let merged = Document::of_sizes(&[small.clone(), (size, large)], None, None);
        let counts = merged.expect("there are sizes").summary.counts;
        assert_eq!(
            counts.survived, small.1.summary.counts.survived,
            "{later:?}"
        );
    }
}

#[test]
fn what_was_cut_short_says_at_which_size() {
    let [small, (size, mut large)] = parts();
    (large.complete, large.cut) = (false, Some("timeout".into()));
    let merged = Document::of_sizes(&[small, (size, large)], None, None).expect("sizes");
    assert!(!merged.complete);
    assert_eq!(merged.cut.as_deref(), Some("at SIZE=2: timeout"));
}

#[test]
fn text_and_markdown_show_a_row_for_each_size() {
    let style = Style {
        color: false,
        width: 100,
    };
    let mut parts = parts();
    let text = cover_to_text(&merged(), style, false);
    for wanted in [
        "no stable size was found up to SIZE=2",
        "SIZE=2: kills by bounds 1",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
    parts[1].0.original = BaselineVerdict::Unknown;
    let merged = Document::of_sizes(&parts, Some(1), None).expect("sizes");
    let markdown = cover_to_markdown(&merged);
    for wanted in [
        "| `SIZE` | original |",
        "stable at SIZE=1",
        "at SIZE=2 the original is not proved",
    ] {
        assert!(markdown.contains(wanted), "{markdown}");
    }
}
