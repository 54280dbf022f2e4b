//! Claims of every kind with every kind of evidence, and a document of a run within a bound.

use assay_report::document::{BaselineVerdict, Sharing, Trace, Verdict};
use assay_report::{
    CertificateView, CheckResult, Checked, ClaimView, Document, EvidenceView, GoalOutcome,
    GoalResult, Outcome, PropertyResult, TraceView, WithinView,
};
use assay_system::Within;

use super::{certified, header, place, pump, trace};

pub fn unwind() -> WithinView {
    let within = Within::Bound(vec![("unwind".into(), 4)]);
    WithinView::new(&within).expect("a bound")
}

/// Claims of every kind with every kind of evidence, and goals, of a model that is looked at within a bound.
pub fn claims() -> CheckResult {
    let by = || Checked::By("z3 5.4".into());
    let lasso = TraceView {
        back: Some(1),
        run: None,
        ..trace()
    };
    let proved = |evidence| Outcome::Proved {
        engine: "ic3".into(),
        evidence,
        checked: by(),
    };
    let violated = |evidence| Outcome::Violated {
        engine: "bmc".into(),
        evidence,
        checked: by(),
    };
    let property = |name: &str, claim: &str, class: Option<&str>, outcome| PropertyResult {
        name: name.into(),
        claim: ClaimView {
            claim: claim.into(),
            class: class.map(String::from),
        },
        place: place(7),
        outcome,
        within: Some(unwind()),
        seconds: 0.02,
        vacuous: None,
        formula: None,
    };
    let goal = |id: &str, name: &str, outcome| GoalResult {
        id: id.into(),
        name: name.into(),
        class: "branch".into(),
        place: place(9),
        outcome,
        within: Some(unwind()),
        seconds: 0.02,
    };
    let reached = GoalOutcome::Reached {
        engine: "bmc".into(),
        trace: trace(),
        checked: by(),
    };
    let infeasible = GoalOutcome::Infeasible {
        engine: "k-induction".into(),
        k: 1,
        certificate: 0,
        checked: by(),
    };
    let open = GoalOutcome::Open {
        reason: "timeout".into(),
    };
    let seen = || EvidenceView::Trace(trace());
    CheckResult {
        opinion: None,
        computed: vec![],
        stats: vec![],
        at: vec![],
        labels: vec![],
        header: header(),
        properties: vec![
            property("a[i]", "invariant", Some("bounds"), proved(certified(1))),
            property("sum", "obligation", Some("overflow"), violated(seen())),
            property("green", "reachable", None, proved(seen())),
            property("stuck", "reachable", None, violated(certified(1))),
            property(
                "again",
                "justice",
                None,
                violated(EvidenceView::Trace(lasso)),
            ),
        ],
        goals: vec![
            goal("g0", "then", reached),
            goal("g1", "else", infeasible),
            goal("g2", "default", open),
        ],
        certificates: vec![CertificateView {
            k: 1,
            simple_path: false,
            lemmas: vec!["(not stuck)".into()],
            properties: vec![],
        }],
    }
}

/// The circuit as a model that is looked at within a bound, with claims that a user did not assert.
pub fn bounded() -> Document {
    let mut document = pump();
    for p in &mut document.baseline {
        p.claim = ClaimView::invariant();
        if p.verdict == BaselineVerdict::Proved {
            p.within = Some(unwind());
        }
    }
    document.baseline[1].claim.class = Some("overflow".into());
    for m in &mut document.mutants {
        if m.verdict == Verdict::Killed {
            m.reason = Some("overflow".into());
            // It can go on for ever.
            let mut trace = Trace::clone(m.trace.as_ref().expect("it is killed"));
            trace.back = Some(0);
            m.trace = Some(trace.into());
        }
    }
    let mut witness = document.baseline[1].clone();
    witness.name = "fills".into();
    witness.claim.claim = "reachable".into();
    (witness.within, witness.certificate) = (None, None);
    let execution = document.mutants.iter().find_map(|m| m.difference.as_ref());
    let execution = &execution.expect("something survives").trace;
    witness.trace = Some(Trace::clone(execution).into());
    // What is claimed to be reachable and is not.
    let mut refuted = document.baseline[1].clone();
    refuted.name = "overflows".into();
    refuted.claim.claim = "reachable".into();
    refuted.verdict = BaselineVerdict::Violated;
    document.baseline.extend([witness, refuted]);
    let mutants = std::mem::take(&mut document.mutants);
    let mut sharing = Sharing::default();
    document.share_baseline(&mut sharing);
    document.add(mutants, &mut sharing);
    sharing.finish(&mut document);
    document.derive();
    document
}
