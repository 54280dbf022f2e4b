//! Waivers of a mutant, of a group and of an element, over a document.

mod common;

use assay_report::Document;
use assay_report::document::{Mutant, Verdict};
use assay_report::waivers::{Day, Idle, Remark, Waiver, Waives, waive};

fn waiver(of: Waives, hash: &str) -> Waiver {
    Waiver {
        of,
        element_hash: hash.into(),
        reason: "it may be".into(),
        author: None,
        date: None,
        expires: None,
    }
}

fn waived(document: &Document) -> Vec<&str> {
    let all = document.mutants.iter().filter(|m| m.waived.is_some());
    all.map(|m| m.id.as_str()).collect()
}

fn find<'d>(document: &'d Document, id: &str) -> &'d Mutant {
    document.mutant(id).expect("it is there")
}

fn hash(m: &Mutant) -> &str {
    m.element_hash.as_deref().expect("survivors have one")
}

/// Three survivors of `on` in one group, one of `litres`, and killed ones.
fn pump() -> Document {
    common::pump()
}

#[test]
fn a_mutant_a_group_and_an_element_are_waived() {
    let plain = pump();
    let on = find(&plain, "on:zero");
    let fingerprint = on.fingerprint.clone();
    assert!(on.subsumed_by.is_some(), "it is not the one that is shown");
    for (of, expected) in [
        (Waives::Mutant(fingerprint.clone()), vec!["on:zero"]),
        (
            Waives::Group(fingerprint),
            vec!["on:nondet", "on:zero", "on:one"],
        ),
        (
            Waives::Element("on".into()),
            vec!["on:nondet", "on:zero", "on:one"],
        ),
    ] {
        let mut document = pump();
        let said = waive(&mut document, &[waiver(of.clone(), hash(on))]);
        assert_eq!(said, [], "{of:?}");
        assert_eq!(waived(&document), expected, "{of:?}");
        let counts = document.summary.counts;
        assert_eq!(counts, plain.summary.counts, "they stay in the score");
        let ranked = document.mutants.iter().filter(|m| m.rank.is_some());
        assert_eq!(ranked.count(), counts.survived - expected.len());
    }
}

#[test]
fn a_waiver_says_who_when_and_until_when() {
    let mut document = pump();
    let on = find(&document, "on:zero").clone();
    let full = Waiver {
        author: Some("Ada".into()),
        date: Day::new("2026-11-01"),
        // The run was on that day, and it is the last one.
        expires: Day::new("2026-11-18"),
        ..waiver(Waives::Mutant(on.fingerprint.clone()), hash(&on))
    };
    assert_eq!(waive(&mut document, &[full]), []);
    let mark = find(&document, "on:zero").waived.as_ref();
    let mark = mark.expect("it is waived");
    assert_eq!(mark.told(), "it may be (Ada, 2026-11-01, until 2026-11-18)");
    let again = Document::read(&document.to_json());
    assert!(again == Ok(document));
}

#[test]
fn what_does_nothing_is_said() {
    let plain = pump();
    let on = find(&plain, "on:zero");
    let killed = find(&plain, "litres:nondet");
    assert_eq!(killed.verdict, Verdict::Killed);
    let said = |waiver: Waiver| -> (Idle, String) {
        let mut document = pump();
        let said = waive(&mut document, &[waiver]);
        assert_eq!(waived(&document), Vec::<&str>::new());
        let [Remark { why, message, .. }] = &said[..] else {
            panic!("one remark: {said:?}");
        };
        (*why, message.clone())
    };
    let nobody = || "0".to_string();
    for (of, why, message) in [
        (
            Waives::Mutant(nobody()),
            Idle::Unmatched,
            "the waiver of 0 matches no mutant",
        ),
        (
            Waives::Group(nobody()),
            Idle::Unmatched,
            "the waiver of the group of 0 matches no mutant",
        ),
        (
            Waives::Element("valve".into()),
            Idle::Unmatched,
            "the waiver of element valve matches no element with mutants",
        ),
        (
            Waives::Group(killed.fingerprint.clone()),
            Idle::NotNeeded,
            "the waiver of the group of litres:nondet is not needed: the mutant is killed",
        ),
        (
            Waives::Element("litres".into()),
            Idle::Void,
            "the waiver of element litres is void: the text of litres has changed since it was written",
        ),
    ] {
        assert_eq!(said(waiver(of, hash(on))), (why, message.to_string()));
    }
    let expired = Waiver {
        expires: Day::new("2026-11-17"),
        ..waiver(Waives::Element("on".into()), hash(on))
    };
    let (why, message) = said(expired);
    assert_eq!(why, Idle::Expired);
    assert_eq!(
        message,
        "the waiver of element on has expired: it held until 2026-11-17"
    );
}
