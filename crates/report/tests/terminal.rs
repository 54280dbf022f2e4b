//! Snapshots of what people see.

mod common;

use assay_report::{
    Kind, Style, TraceView, check_to_text, core_to_text, cover_to_text, mutant_to_text,
    pair_to_vcd, simulate_to_text, solvers_to_text, trace_table, trace_to_csv, trace_to_vcd,
};
use assay_system::Role;
use assay_term::Value;
use common::PLAIN;

#[test]
fn check() {
    insta::assert_snapshot!(check_to_text(&common::check(), PLAIN, true));
}

#[test]
fn check_in_colour() {
    let style = Style {
        color: true,
        width: 80,
    };
    let text = check_to_text(&common::check(), style, true);
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn check_without_traces_is_short() {
    let text = check_to_text(&common::check(), PLAIN, false);
    assert_eq!(text.lines().count(), 5 + 2, "{text}");
}

#[test]
fn core() {
    insta::assert_snapshot!(core_to_text(&common::core(), PLAIN));
}

#[test]
fn simulate() {
    insta::assert_snapshot!(simulate_to_text(&common::simulate(), PLAIN));
}

#[test]
fn solvers() {
    insta::assert_snapshot!(solvers_to_text(&common::solvers(), PLAIN));
}

#[test]
fn cover() {
    insta::assert_snapshot!(cover_to_text(&common::heater(), PLAIN, false));
}

#[test]
fn cover_in_colour() {
    let style = Style {
        color: true,
        width: 80,
    };
    let text = cover_to_text(&common::heater(), style, false);
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn cover_with_every_mutant() {
    insta::assert_snapshot!(cover_to_text(&common::heater(), PLAIN, true));
}

#[test]
fn one_mutant() {
    let document = common::heater();
    let ids = [
        "14:3:equal_5",
        "15:37:ifelse",
        "12:24:and2left",
        "16:45:const",
        "6:3:equation_remove",
    ];
    let texts = ids.map(|id| {
        let m = document.mutant(id).expect("it is there");
        mutant_to_text(&document, m, PLAIN)
    });
    insta::assert_snapshot!(texts.join("\n"));
}

/// Text of a model that a terminal would obey.
#[test]
fn hostile_documents_are_only_shown() {
    let mut document = common::heater();
    document.source[0].text = document.source[0]
        .text
        .replace("cold = temp", "cold = \x1b]0;owned\x07 temp");
    for m in &mut document.mutants {
        m.reason = Some("\x1b[2J".into());
        m.replacement = "a\u{202e}b\nc".into();
    }
    document.baseline[0].name = "\x1b[31m".into();
    document.derive();
    for verbose in [false, true] {
        let text = cover_to_text(&document, PLAIN, verbose);
        assert!(
            !text.chars().any(|c| c.is_control() && c != '\n'),
            "{text:?}"
        );
        assert!(!text.contains('\u{202e}'));
    }
}

#[test]
fn many_properties_and_elements_leave_the_matrix_out() {
    let mut document = common::heater();
    let element = document.elements[0].clone();
    let mutant = document.mutants[5].clone();
    for i in 0..50 {
        let name = format!("e{i}");
        document.elements.push(assay_report::document::Element {
            name: name.clone(),
            ..element.clone()
        });
        document.mutants.push(assay_report::document::Mutant {
            id: format!("{i}:1:x"),
            element: name,
            ..mutant.clone()
        });
    }
    document.derive();
    let text = cover_to_text(&document, PLAIN, false);
    let line = text.lines().find(|l| l.contains("matrix"));
    insta::assert_snapshot!(line.expect("it says where the matrix is"));
    assert!(text.contains("more places: --verbose"), "{text}");
}

#[test]
fn wide_traces_wrap() {
    let values = (0..40).map(|n| Value::int(n / 3)).collect();
    let view = TraceView {
        length: 40,
        signals: vec![common::signal("x", Role::Input, Kind::Int, values)],
        functions: vec![],
    };
    let text = trace_table(
        &view,
        Style {
            color: false,
            width: 60,
        },
    );
    assert!(text.lines().all(|l| l.chars().count() <= 60), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn csv() {
    insta::assert_snapshot!(trace_to_csv(&common::trace()));
}

#[test]
fn vcd() {
    insta::assert_snapshot!(trace_to_vcd(&common::trace(), "Lights"));
}

#[test]
fn vcd_of_a_difference() {
    let document = common::heater();
    let m = document.mutant("16:24:or2left").expect("it is there");
    let d = m.difference.as_ref().expect("it has a difference");
    let (original, mutant) = (
        d.trace.view(&document.signals),
        d.mutant_trace.view(&document.signals),
    );
    insta::assert_snapshot!(pair_to_vcd(&original, &mutant, "heater"));
}
