//! One result of each command, with every kind of value and outcome in it.

// Each test file uses its own part of this.
#![allow(dead_code)]

pub mod branching;
mod circuit;
mod claims;

use assay_report::document::{LAYOUT, Source};
use assay_report::{
    CertificateView, CheckResult, Checked, ClaimView, CoreResult, CoreSets, CoreView, Document,
    EvidenceView, FunctionTable, Header, Input, InputFile, Kind, ListedMutant, Message,
    MutantsResult, Outcome, Place, PropertyCore, PropertyResult, PropertyRun, Provenance, Signal,
    SimulateResult, SolverEntry, SolverRecord, SolversResult, Style, TraceView,
};
use assay_system::Role;
use assay_term::{BigInt, BigRational, Value};

#[allow(unused_imports)]
pub use circuit::{circuit_check, circuit_core, circuit_simulate};
#[allow(unused_imports)]
pub use claims::{bounded, claims};

/// A cover document from a run on `documents/heater.lus`, cut down to a few mutants with every verdict.
pub const HEATER: &str = include_str!("../documents/heater.json");

pub fn heater() -> Document {
    Document::read(HEATER).expect("the fixture is a cover document")
}

/// A cover document from a run on the circuit `documents/pump.sv`.
pub fn pump() -> Document {
    Document::read(include_str!("../documents/pump.json")).expect("the fixture is a cover document")
}

const TANK: &str = "// The tank of the pump.
module tank(input clk, on, full, drain, output reg [2:0] litres);
  always @(posedge clk)
      litres <= litres + (on & !full) - (drain & litres != 0);
  always @(posedge clk)
    never_over: assert (litres <= 3'd4);
endmodule
";

/// The circuit with its tank in a file of its own.
pub fn two_files() -> Document {
    let (first, second) = ("pump.sv", "rtl/tank.sv");
    let mut document = pump();
    document.layout = LAYOUT;
    document.input.files.push(InputFile {
        path: second.into(),
        sha256: "cd".repeat(32),
    });
    document.source.push(Source {
        path: second.into(),
        text: TANK.into(),
    });
    for m in &mut document.mutants {
        let file = if m.element == "litres" { second } else { first };
        m.file = Some(file.into());
        if file == second {
            (m.line, m.span.start.0, m.span.end.0) = (4, 4, 4);
        }
        // Ids say what they like: nothing is read out of them.
        if m.operator != "zero" {
            m.id = format!("{file}:{}:{}:{}", m.line, m.column, m.operator);
        }
    }
    for e in &mut document.elements {
        let file = if e.name == "litres" { second } else { first };
        e.file = Some(file.into());
        if file == second {
            (e.line, e.end_line) = (4, 4);
        }
    }
    let property = document
        .baseline
        .iter_mut()
        .find(|p| p.name == "never_over");
    property.expect("it is there").span = Some(Place {
        file: second.into(),
        line: 6,
        column: 5,
    });
    document.derive();
    document
}

/// What the writer writes.
fn text(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("a vector takes every byte");
    String::from_utf8(out).expect("reports are UTF-8")
}

pub fn html(document: &Document) -> String {
    text(|out| assay_report::write_html(document, out))
}

pub fn stryker(document: &Document) -> String {
    text(|out| assay_report::write_stryker(document, out))
}

pub const PLAIN: Style = Style {
    color: false,
    width: 80,
};

fn place(line: usize) -> Option<Place> {
    Some(Place {
        file: "lights.lus".into(),
        line,
        column: 3,
    })
}

fn header() -> Header {
    let mut options = serde_json::Map::new();
    options.insert("timeout".into(), 10.into());
    Header {
        version: "0.1.0".into(),
        input: Input::new(
            InputFile {
                path: "lights.lus".into(),
                sha256: "ab".repeat(32),
            },
            vec![],
            vec!["Lights".into()],
        ),
        options,
        failures: vec![],
        messages: vec![Message {
            severity: "warning".into(),
            code: "L0301".into(),
            text: "unguarded pre".into(),
            place: place(9),
        }],
        seconds: 0.25,
        run: Provenance {
            date: "2026-11-18T08:00:00Z".into(),
            command_line: vec!["assay".into(), "check".into(), "lights.lus".into()],
            tool: "assay 0.1.0".into(),
            host: Some("desk".into()),
            commit: Some("0".repeat(40)),
            solvers: vec![SolverRecord {
                name: "z3".into(),
                version: Some("4.13.0".into()),
                sha256: Some("ab".repeat(32)),
            }],
        },
    }
}

pub fn signal(name: &str, role: Role, kind: Kind, values: Vec<Value>) -> Signal {
    Signal {
        name: name.into(),
        role,
        kind,
        values,
    }
}

fn bools(bits: &[u8]) -> Vec<Value> {
    bits.iter().map(|b| Value::Bool(*b == 1)).collect()
}

fn ints(numbers: &[i64]) -> Vec<Value> {
    numbers.iter().map(|n| Value::int(*n)).collect()
}

fn reals(fractions: &[(i64, i64)]) -> Vec<Value> {
    fractions
        .iter()
        .map(|&(n, d)| Value::Real(BigRational::new(n.into(), d.into())))
        .collect()
}

pub fn trace() -> TraceView {
    let colours: std::sync::Arc<[String]> = ["red", "amber", "green"].map(String::from).into();
    let huge = Value::Int(BigInt::from(10).pow(30));
    TraceView {
        length: 4,
        signals: vec![
            signal("go", Role::Input, Kind::Bool, bools(&[0, 1, 1, 0])),
            signal(
                "speed",
                Role::Input,
                Kind::Real,
                reals(&[(1, 2), (1, 2), (1, 3), (2, 1)]),
            ),
            signal(
                "colour",
                Role::Output,
                Kind::Enum(colours),
                ints(&[0, 0, 2, 1]),
            ),
            signal("count", Role::Local, Kind::Int, ints(&[0, -1, -1, -40000])),
            signal("limit", Role::Local, Kind::Int, vec![huge; 4]),
            signal(
                "timer~0.a[1]",
                Role::Local,
                Kind::Bool,
                bools(&[1, 0, 0, 0]),
            ),
        ],
        functions: vec![FunctionTable {
            name: "f".into(),
            rows: vec![(vec![Value::int(3), Value::Bool(true)], Value::int(4))],
        }],
        back: None,
        run: None,
    }
}

/// Evidence by the first certificate.
fn certified(k: usize) -> EvidenceView {
    EvidenceView::Certificate {
        k,
        simple_path: false,
        certificate: 0,
    }
}

pub fn check() -> CheckResult {
    let property = |name: &str, line, outcome| PropertyResult {
        name: name.into(),
        claim: ClaimView::invariant(),
        place: place(line),
        outcome,
        within: None,
        seconds: 0.0312,
        vacuous: None,
        formula: None,
    };
    let proved = || Outcome::Proved {
        engine: "k-induction".into(),
        evidence: certified(2),
        checked: Checked::By("z3 5.4".into()),
    };
    let violated = Outcome::Violated {
        engine: "bmc".into(),
        evidence: EvidenceView::Trace(trace()),
        checked: Checked::By("interpreter".into()),
    };
    let vacuous = PropertyResult {
        vacuous: Some("its left side is never true".into()),
        ..property("cautious", 14, proved())
    };
    let open = |true_for| Outcome::Unknown {
        reason: "timeout".into(),
        true_for,
    };
    CheckResult {
        opinion: None,
        computed: vec![],
        stats: vec![],
        at: vec![],
        labels: vec![],
        header: header(),
        properties: vec![
            property("safe", 11, proved()),
            vacuous,
            property("never_green", 12, violated),
            property("timer~0.hard", 13, open(12)),
            property("harder", 15, open(0)),
        ],
        goals: vec![],
        certificates: vec![CertificateView {
            k: 2,
            simple_path: false,
            lemmas: vec!["(<= 0 count)".into()],
            properties: vec!["safe".into(), "cautious".into()],
        }],
    }
}

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|n| n.to_string()).collect()
}

pub fn core() -> CoreResult {
    let elements = CoreSets {
        universe: 5,
        slice: names(&["a", "b", "d", "timer.x"]),
        minimal: names(&["a"]),
        all: vec![names(&["a"]), names(&["b"])],
        may: names(&["a", "b"]),
        must: vec![],
        unknown: vec![],
        is_minimal: true,
        complete: true,
    };
    let instances = CoreSets {
        universe: 7,
        slice: names(&["a", "b", "d", "timer~0.x", "timer~1.x"]),
        is_minimal: false,
        unknown: names(&["timer~1.x"]),
        complete: false,
        ..elements.clone()
    };
    let view = CoreView {
        elements,
        instances,
    };
    let row = |name: &str, verdict: &str, core| PropertyCore {
        name: name.into(),
        place: place(3),
        verdict: verdict.into(),
        within: None,
        core,
    };
    let mut only = view.clone();
    only.elements.all.truncate(1);
    only.instances = only.elements.clone();
    CoreResult {
        header: header(),
        together: Some(view.clone()),
        properties: vec![
            row("safe", "proved", Some(view)),
            row("simple", "proved", Some(only)),
            row("never_green", "violated", None),
        ],
    }
}

pub fn simulate() -> SimulateResult {
    let run = |name: &str, fails_at| PropertyRun {
        name: name.into(),
        place: place(8),
        fails_at,
    };
    SimulateResult {
        header: header(),
        trace: trace(),
        properties: vec![run("safe", None), run("never_green", Some(2))],
        assertions: vec![run("assert#1", Some(3))],
    }
}

pub fn solvers() -> SolversResult {
    let entry = |name: &str, version: Option<&str>, place: Option<&str>| SolverEntry {
        name: name.into(),
        version: version.map(String::from),
        place: place.map(String::from),
        purpose: "linear arithmetic".into(),
        install: "install it".into(),
    };
    SolversResult {
        version: "0.1.0".into(),
        solvers: vec![
            entry("cadical", Some("3.0.1"), Some("built in")),
            entry("z3", Some("5.4.0"), Some("/usr/bin/z3")),
            entry("cvc5", None, None),
        ],
    }
}

/// The mutants of a document as `assay mutants` lists them.
pub fn listed(document: &Document) -> MutantsResult {
    let mutants = document.mutants.iter().map(|m| ListedMutant {
        id: m.id.clone(),
        operator: m.operator.clone(),
        element: m.element.clone(),
        fingerprint: m.fingerprint.clone(),
        file: m.file.clone(),
        line: m.line,
        column: m.column,
        start_line: m.span.start.0,
        start_column: m.span.start.1,
        end_line: m.span.end.0,
        end_column: m.span.end.1,
        original: m.original.clone(),
        replacement: m.replacement.clone(),
        invalid: None,
    });
    MutantsResult {
        header: Header {
            input: document.input.clone(),
            ..header()
        },
        mutants: mutants.collect(),
    }
}
