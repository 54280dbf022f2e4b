//! Results of commands other than `cover` on the circuit `documents/pump.sv`.

use assay_report::{
    CertificateView, CheckResult, Checked, ClaimView, CoreResult, CoreSets, CoreView, EvidenceView,
    Header, Kind, Outcome, Place, PropertyCore, PropertyResult, PropertyRun, SimulateResult,
    TraceView,
};
use assay_system::Role;
use assay_term::Value;

use super::{bools, certified, header, names, pump, signal};

fn circuit_header() -> Header {
    Header {
        input: pump().input,
        messages: vec![],
        ..header()
    }
}

fn circuit_place(line: usize) -> Option<Place> {
    Some(Place {
        file: "pump.sv".into(),
        line,
        column: 5,
    })
}

/// An execution with words.
pub fn circuit_trace() -> TraceView {
    let word = |n: u64| Value::Bits(assay_term::Bits::new(3, n));
    let words = |all: &[u64]| all.iter().map(|&n| word(n)).collect();
    TraceView {
        length: 3,
        signals: vec![
            signal("drain", Role::Input, Kind::Bool, bools(&[0, 0, 1])),
            signal("litres", Role::Output, Kind::Word(3), words(&[0, 4, 5])),
            signal("full", Role::Output, Kind::Bool, bools(&[0, 1, 1])),
        ],
        functions: vec![],
        back: None,
        run: None,
    }
}

pub fn circuit_check() -> CheckResult {
    let property = |name: &str, line, outcome| PropertyResult {
        name: name.into(),
        claim: ClaimView::invariant(),
        place: circuit_place(line),
        outcome,
        within: None,
        seconds: 0.01,
        vacuous: None,
        formula: None,
    };
    let proved = Outcome::Proved {
        engine: "ic3".into(),
        evidence: certified(1),
        checked: Checked::By("cadical+lrat".into()),
    };
    let violated = Outcome::Violated {
        engine: "bmc".into(),
        evidence: EvidenceView::Trace(circuit_trace()),
        checked: Checked::By("interpreter".into()),
    };
    let open = Outcome::Unknown {
        reason: "timeout".into(),
        true_for: 7,
    };
    CheckResult {
        opinion: None,
        computed: vec![],
        stats: vec![],
        at: vec![],
        labels: vec![],
        header: circuit_header(),
        properties: vec![
            property("never_over", 15, proved),
            property("never_full", 17, violated),
            property("stops", 16, open),
        ],
        goals: vec![],
        certificates: vec![CertificateView {
            k: 1,
            simple_path: false,
            lemmas: vec!["(bvule litres #b100)".into()],
            properties: vec!["never_over".into()],
        }],
    }
}

pub fn circuit_core() -> CoreResult {
    let sets = CoreSets {
        universe: 2,
        slice: names(&["litres", "on"]),
        minimal: names(&["litres"]),
        all: vec![names(&["litres"])],
        may: names(&["litres"]),
        must: names(&["litres"]),
        unknown: vec![],
        is_minimal: true,
        complete: true,
    };
    let view = CoreView {
        elements: sets.clone(),
        instances: sets,
    };
    CoreResult {
        header: circuit_header(),
        together: Some(view.clone()),
        properties: vec![PropertyCore {
            name: "never_over".into(),
            place: circuit_place(15),
            verdict: "proved".into(),
            within: None,
            core: Some(view),
        }],
    }
}

pub fn circuit_simulate() -> SimulateResult {
    let run = |name: &str, fails_at| PropertyRun {
        name: name.into(),
        place: circuit_place(15),
        fails_at,
    };
    SimulateResult {
        header: circuit_header(),
        trace: circuit_trace(),
        properties: vec![run("never_over", Some(2)), run("stops", None)],
        assertions: vec![],
    }
}
