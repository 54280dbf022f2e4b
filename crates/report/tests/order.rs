//! In which order survivors are read, and what is folded under what.

mod common;

use assay_report::Document;
use assay_report::document::{
    Mutant, Notice, NoticeVerdict, Notices, Tag, Target, Verdict, Waived,
};
use proptest::prelude::*;

fn ranked(document: &Document) -> Vec<&str> {
    let mut ranked: Vec<_> = document
        .mutants
        .iter()
        .filter_map(|m| m.rank.map(|r| (r, m.id.as_str())))
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, id)| id).collect()
}

fn derived(change: impl Fn(&mut Document)) -> Document {
    let mut document = common::heater();
    change(&mut document);
    document.derive();
    document
}

#[test]
fn the_order_of_the_fixture() {
    let document = common::heater();
    let lines: Vec<String> = ranked(&document)
        .into_iter()
        .map(|id| {
            let m = document.mutant(id).expect("ranked");
            let under = m.subsumed_by.as_deref().unwrap_or("-");
            format!("{:22} {:18} {under}", m.id, m.element)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn only_survivors_that_are_not_waived_have_a_rank() {
    let document = derived(|d| {
        d.mutants[0].waived = Some(Waived::because("known"));
    });
    assert_eq!(document.mutants[0].verdict, Verdict::Survived);
    for m in &document.mutants {
        let wanted = m.verdict == Verdict::Survived && m.waived.is_none();
        assert_eq!(m.rank.is_some(), wanted, "{}", m.id);
    }
    let ranks = ranked(&document).len();
    assert_eq!(
        ranks + 1,
        document.summary.counts.survived,
        "it stays in the score"
    );
}

#[test]
fn assertions_come_last_and_masked_after_visible() {
    let document = derived(|_| ());
    let order = ranked(&document);
    let at = |id: &str| order.iter().position(|o| *o == id).expect("a survivor");
    let first_assertion = order
        .iter()
        .position(|id| document.mutant(id).map(|m| m.target) == Some(Target::Assertion));
    assert_eq!(first_assertion, Some(order.len() - 1));
    let masked = document.mutant("6:31:plus2minus").expect("it is there");
    assert!(masked.has(Tag::Masked));
    assert!(at("6:31:plus2minus") > at("6:3:equal_5"));
    assert!(at("6:31:plus2minus") > at("16:41:and2or"));
}

#[test]
fn the_core_comes_before_the_rest() {
    let document = derived(|d| {
        for e in &mut d.elements {
            e.core = Some(e.name == "lamp");
            e.slice = e.name != "cold";
        }
    });
    let order = ranked(&document);
    let element = |i: usize| document.mutant(order[i]).map(|m| m.element.as_str());
    assert_eq!(element(0), Some("lamp"));
    let cold = order.iter().position(|id| id.starts_with("13:"));
    let others = order.iter().rposition(|id| id.starts_with("14:"));
    assert!(cold > others, "outside the slice after inside: {order:?}");
}

#[test]
fn a_removal_stands_for_its_element() {
    let document = derived(|_| ());
    for m in document.mutants.iter().filter(|m| m.element == "cold") {
        let under = (m.operator != "equation_remove").then_some("13:3:equation_remove");
        assert_eq!(m.subsumed_by.as_deref(), under, "{}", m.id);
    }
    // With the removal killed, the others speak for themselves, unless they look alike.
    let document = derived(|d| {
        let removal = d
            .mutants
            .iter_mut()
            .find(|m| m.id == "13:3:equation_remove");
        removal.expect("it is there").verdict = Verdict::Killed;
    });
    let folded = document
        .mutants
        .iter()
        .filter(|m| m.element == "cold" && m.subsumed_by.is_some());
    assert!(folded.count() < 3);
}

/// Lets exactly these properties kill it.
fn said(m: &mut Mutant, kills: impl Fn(&Notice) -> bool) {
    let mut all = m.notices.all.clone();
    for n in &mut all {
        n.verdict = if kills(n) {
            NoticeVerdict::Killed
        } else {
            NoticeVerdict::Survived
        };
    }
    m.notices = Notices::new(all).into();
}

#[test]
fn killed_mutants_fold_under_fewer_killers() {
    let document = derived(|d| {
        let killed = d
            .mutants
            .iter_mut()
            .filter(|m| m.verdict == Verdict::Killed);
        for (i, m) in killed.enumerate() {
            let by: &[&str] = [&["safe", "honest"][..], &["honest"], &["honest"], &["safe"]]
                .get(i)
                .copied()
                .unwrap_or(&["honest", "safe"]);
            said(m, |n| by.contains(&n.property.as_str()));
        }
        // The fifth has a property that was not asked: nothing exact is known of it.
        let last = d.mutants.iter_mut().rfind(|m| m.verdict == Verdict::Killed);
        let last = last.expect("five are killed");
        let mut all = last.notices.all.clone();
        all[0].verdict = NoticeVerdict::NotAsked;
        last.notices = Notices::new(all).into();
    });
    let under: Vec<Option<&str>> = document
        .mutants
        .iter()
        .filter(|m| m.verdict == Verdict::Killed)
        .map(|m| m.subsumed_by.as_deref())
        .collect();
    let ids: Vec<&str> = document
        .mutants
        .iter()
        .filter(|m| m.verdict == Verdict::Killed)
        .map(|m| m.id.as_str())
        .collect();
    assert_eq!(under, [Some(ids[1]), None, Some(ids[1]), None, None]);
}

proptest! {
    /// Whatever the verdicts, killers and waivers: ranks are 1 to n, leaders are not folded, a folded mutant has its
    /// leader's verdict, and a killed one at least its leader's killers.
    #[test]
    fn order_and_folding_are_sound(
        verdicts in prop::collection::vec(0usize..6, 22),
        killers in prop::collection::vec(1u8..4, 22),
        waived in prop::collection::vec(prop::bool::weighted(0.2), 22),
        elements in prop::collection::vec(0usize..3, 22),
    ) {
        let document = derived(|d| {
            for (i, m) in d.mutants.iter_mut().enumerate() {
                m.verdict = Verdict::ALL[verdicts[i]];
                m.element = ["cold", "mode", "lamp"][elements[i]].to_string();
                m.waived = waived[i].then(|| Waived::because("so be it"));
                let names = ["safe", "honest"];
                let by = names.iter().enumerate().filter(|(n, _)| killers[i] >> n & 1 == 1);
                let by: Vec<&str> = by.map(|(_, p)| *p).collect();
                said(m, |n| by.contains(&n.property.as_str()));
            }
        });
        let mut ranks: Vec<usize> = document.mutants.iter().filter_map(|m| m.rank).collect();
        ranks.sort_unstable();
        prop_assert_eq!(&ranks, &(1..=ranks.len()).collect::<Vec<_>>());
        for m in &document.mutants {
            let Some(under) = &m.subsumed_by else { continue };
            let leader = document.mutant(under).expect("ids name mutants");
            prop_assert_eq!(&leader.subsumed_by, &None);
            prop_assert_eq!(leader.verdict, m.verdict);
            match m.verdict {
                Verdict::Killed => {
                    prop_assert!(leader.killed_by().iter().all(|p| m.killed_by().contains(p)));
                }
                Verdict::Survived => {
                    prop_assert!(leader.rank < m.rank);
                    prop_assert_eq!(&leader.element, &m.element);
                    prop_assert!(leader.waived.is_none() && m.waived.is_none());
                }
                other => prop_assert!(false, "{:?} is folded", other),
            }
        }
    }
}
