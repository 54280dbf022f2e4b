//! Snapshots of what people see.

mod common;

use assay_report::{
    Kind, Style, TraceView, check_to_text, core_to_text, simulate_to_text, solvers_to_text,
    trace_table, trace_to_csv, trace_to_vcd,
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
