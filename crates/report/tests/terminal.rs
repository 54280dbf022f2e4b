//! Snapshots of what people see.

mod common;

use assay_report::document::Tag;
use assay_report::{
    Document, Kind, Style, TraceView, check_to_text, cover_to_text, mutant_to_text, pair_to_vcd,
    solvers_to_text, trace_table, trace_to_csv, trace_to_vcd,
};
use assay_system::Role;
use assay_term::Value;
use common::PLAIN;

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
fn solvers() {
    insta::assert_snapshot!(solvers_to_text(&common::solvers(), PLAIN));
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

/// The fixture with fifty more survivors, each of an element of its own.
fn with_fifty_more() -> Document {
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
    document
}

#[test]
fn many_elements_leave_the_matrix_out() {
    let text = cover_to_text(&with_fifty_more(), PLAIN, true);
    let line = text.lines().find(|l| l.contains("matrix"));
    insta::assert_snapshot!(line.expect("it says where the matrix is"));
}

#[test]
fn at_most_ten_groups_of_survivors_are_shown() {
    let text = cover_to_text(&with_fifty_more(), PLAIN, false);
    let marks = text.lines().filter(|l| l.contains("| ") && l.contains('^'));
    assert_eq!(marks.count(), 10, "{text}");
    assert!(text.contains("more groups: --verbose"), "{text}");
}

#[test]
fn many_properties_are_counted() {
    let mut document = common::heater();
    for i in 0..12 {
        document.baseline.push(assay_report::document::Property {
            name: format!("p{i}"),
            ..document.baseline[0].clone()
        });
    }
    document.derive();
    let text = cover_to_text(&document, PLAIN, false);
    assert!(
        text.contains("2 of 14 properties kill a mutant; 12 kill none (p0, p1, p2, p3, p4 ...)"),
        "{text}"
    );
    let text = cover_to_text(&document, PLAIN, true);
    assert!(text.contains("  p11 "), "{text}");
}

/// A change far to the right of a long line, and one that becomes a long text.
#[test]
fn no_line_of_a_group_is_wider_than_the_terminal() {
    let mut document = common::heater();
    let source = &mut document.source[0].text;
    *source = source.replace(
        "cold = temp < 18.0;",
        &format!("cold = {}temp < 18.0;", "false or ".repeat(20)),
    );
    for m in &mut document.mutants {
        match m.id.as_str() {
            "13:15:l2g" | "13:15:l2le" => {
                (m.span.start.1, m.span.end.1, m.column) = (195, 196, 195)
            }
            "16:3:equal_true" => m.replacement = "pre lamp and ".repeat(20),
            _ => {}
        }
    }
    document
        .mutants
        .retain(|m| m.operator != "equation_remove" && m.id != "13:3:equal_false");
    document.derive();
    for width in [60, 80] {
        let style = Style {
            color: false,
            width,
        };
        let text = cover_to_text(&document, style, false);
        let groups = text
            .split("surviving mutants")
            .nth(1)
            .expect("there are survivors");
        let groups = groups.split("\nscore").next().unwrap_or_default();
        for line in groups.lines().skip(1) {
            assert!(line.chars().count() <= width, "{width}: {line}\n{text}");
        }
        insta::assert_snapshot!(format!("groups_in_{width}_columns"), text);
    }
}

/// What a survivor says about the properties, where it can be said.
#[test]
fn a_group_says_what_no_property_requires() {
    let said = |id: &str, kept: &[&str]| -> String {
        let mut document = common::heater();
        document.baseline.retain(|p| p.name != "quick");
        document.mutants.retain(|m| kept.contains(&m.id.as_str()));
        document.derive();
        let text = cover_to_text(&document, PLAIN, false);
        let line = text.lines().find(|l| l.contains(id) && l.contains("| "));
        line.unwrap_or_else(|| panic!("{id} is shown:\n{text}"))
            .trim_start_matches([' ', '|'])
            .to_string()
    };
    let removal = "13:3:equation_remove";
    assert_eq!(
        said(removal, &[removal]),
        format!("{removal}: no property restricts the value of `cold`")
    );
    let lamp = "16:3:equal_true";
    assert_eq!(
        said(lamp, &[lamp]),
        format!("{lamp}: no property requires `lamp` ever to be false")
    );
    let cold = "13:3:equal_false";
    assert_eq!(
        said(cold, &[cold]),
        format!("{cold}: no property requires `cold` ever to be true")
    );
    let five = "14:3:equal_5";
    assert_eq!(
        said(five, &[five]),
        format!("{five}: each property holds with `open_for` always 5")
    );
    // Where no output shows the difference, that is said, too.
    let mut document = common::heater();
    document.mutants.retain(|m| m.id == lamp);
    document.mutants[0].tags = vec![Tag::Masked];
    document.derive();
    let style = Style {
        width: 200,
        ..PLAIN
    };
    let text = cover_to_text(&document, style, false);
    assert!(
        text.contains("ever to be false; lamp differs at step 0"),
        "{text}"
    );
    // A change inside the equation says nothing about the element as a whole.
    let inner = "16:24:or2left";
    assert!(said(inner, &[inner]).contains("differs at step"));
}

/// On executions that the mutant excludes, the properties say nothing.
#[test]
fn a_mutant_that_excludes_executions_says_nothing_about_requirements() {
    let mut document = common::heater();
    document.mutants.retain(|m| m.id == "16:3:equal_true");
    document.mutants[0].tags = vec![Tag::Restricted];
    document.derive();
    let text = cover_to_text(&document, PLAIN, false);
    assert!(!text.contains("requires"), "{text}");
    assert!(
        text.contains("16:3:equal_true: lamp differs at step 0"),
        "{text}"
    );
}

#[test]
fn wide_traces_wrap() {
    let values = (0..40).map(|n| Value::int(n / 3)).collect();
    let view = TraceView {
        length: 40,
        signals: vec![common::signal("x", Role::Input, Kind::Int, values)],
        functions: vec![],
        back: None,
        run: None,
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
