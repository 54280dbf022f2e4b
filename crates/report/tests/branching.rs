//! Trees of executions as readers see them: text, JSON, DOT and SVG of hand-made trees.

mod common;

use std::collections::BTreeSet;

use assay_report::branching::{
    FormulaText, WhyView, execution_names, formula_text, trace_to_dot, trace_to_svg, tree_to_dot,
    tree_to_svg, tree_to_text,
};
use assay_report::{Style, TreeView, check_to_json, check_to_text, document};
use assay_system::branching::{Branch, BranchPath, Goes, Normal, Tree, Why};
use assay_system::{Formula, Paths, Trace};
use common::PLAIN;
use common::branching::{
    arbiter, branching, conjunction, lasso, named, nested, only_sets, response,
};

#[test]
fn check_as_text() {
    insta::assert_snapshot!(check_to_text(&branching(), PLAIN, true));
}

#[test]
fn check_as_json() {
    insta::assert_snapshot!(document(&check_to_json(&branching())));
}

#[test]
fn the_reason_is_a_sentence() {
    let arbiter = arbiter();
    let reasons =
        [response, lasso, conjunction, only_sets, nested].map(|tree| tree(&arbiter).1.reason);
    insta::assert_snapshot!(reasons.join("\n"));
}

#[test]
fn a_tree_with_branches_at_every_step() {
    let (_, tree) = nested(&arbiter());
    insta::assert_snapshot!(tree_to_text(&tree, PLAIN));
}

#[test]
fn a_branch_that_is_shared_is_there_once() {
    let (_, tree) = nested(&arbiter());
    assert_eq!(tree.branches.len(), 5);
    let WhyView::Path(path) = &tree.branches[0].why else {
        panic!("the root has a path");
    };
    assert_eq!(path.branches, [(0, 1), (1, 3), (2, 1)]);
}

#[test]
fn formulas_are_printed_as_they_are_written() {
    let arbiter = arbiter();
    let texts = [response, lasso, conjunction, only_sets, nested].map(|tree| {
        let (formula, tree) = tree(&arbiter);
        format!(
            "{}   shown: {}",
            formula_text(&arbiter.system, &formula),
            tree.formula
        )
    });
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_huge_formula_is_cut() {
    let arbiter = arbiter();
    let mut formula = Formula::Atom(arbiter.yes);
    for _ in 0..5000 {
        formula = Formula::Next(Paths::All, Box::new(formula));
    }
    let text = formula_text(&arbiter.system, &formula);
    assert!(text.len() < 1000 && text.ends_with("..."), "{text}");
    // Equivalences double what they relate.
    let mut formula = Formula::Atom(arbiter.yes);
    for _ in 0..10 {
        formula = Formula::Iff(
            Box::new(Formula::Next(Paths::All, Box::new(formula.clone()))),
            Box::new(Formula::Atom(arbiter.yes)),
        );
    }
    let normal = Normal::of(&formula, false, arbiter.yes).expect("it is CTL");
    let text = FormulaText::new(&arbiter.system, &normal).part(normal.root());
    assert!(text.len() < 3000 && text.contains("..."), "{text}");
}

#[test]
fn pictures() {
    let arbiter = arbiter();
    for (name, tree) in [
        ("response", response(&arbiter).1),
        ("conjunction", conjunction(&arbiter).1),
        ("nested", nested(&arbiter).1),
    ] {
        insta::assert_snapshot!(format!("{name}_dot"), tree_to_dot(name, &tree));
        let svg = tree_to_svg(name, &tree);
        roxmltree::Document::parse(&svg).expect("it is XML");
        insta::assert_snapshot!(format!("{name}_svg"), svg);
    }
}

/// Boxes do not overlap, and everything is inside of the picture.
#[test]
fn the_layout_has_room_for_every_state() {
    let arbiter = arbiter();
    for tree in [response, lasso, conjunction, only_sets, nested].map(|tree| tree(&arbiter).1) {
        let svg = tree_to_svg("p", &tree);
        let xml = roxmltree::Document::parse(&svg).expect("it is XML");
        let number = |node: roxmltree::Node, name: &str| -> f64 {
            node.attribute(name)
                .expect("it is there")
                .parse()
                .expect("a number")
        };
        let boxes: Vec<[f64; 4]> = xml
            .descendants()
            .filter(|n| n.has_tag_name("rect"))
            .map(|n| ["x", "y", "width", "height"].map(|name| number(n, name)))
            .collect();
        let root = xml.root_element();
        let (right, bottom) = (number(root, "width"), number(root, "height"));
        for (i, a) in boxes.iter().enumerate() {
            assert!(a[0] + a[2] <= right && a[1] + a[3] <= bottom, "{svg}");
            for b in &boxes[i + 1..] {
                let apart = a[0] + a[2] <= b[0]
                    || b[0] + b[2] <= a[0]
                    || a[1] + a[3] <= b[1]
                    || b[1] + b[3] <= a[1];
                assert!(apart, "{svg}");
            }
        }
    }
}

/// Names that a terminal, Graphviz or a browser would obey.
#[test]
fn hostile_names_are_only_shown() {
    let names = [
        "</text><script>alert(1)</script>",
        "\"];x[label=\"",
        "\x1b]0;owned\x07",
        "a\\nb\u{202e}c",
        "]]>&amp;\u{ffff}",
        "w\n--\tx",
    ];
    let arbiter = named(names);
    for tree in [response, lasso, conjunction, only_sets, nested].map(|tree| tree(&arbiter).1) {
        let name = "p\x1b[2J\"\\<b>";
        let text = tree_to_text(&tree, PLAIN);
        let harmful = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
        assert!(!text.contains(harmful), "{text:?}");
        let svg = tree_to_svg(name, &tree);
        let xml = roxmltree::Document::parse(&svg).expect("it is XML");
        let tags: BTreeSet<&str> = xml.descendants().map(|n| n.tag_name().name()).collect();
        assert!(!tags.contains("script") && !tags.contains("b"), "{svg}");
        let dot = tree_to_dot(name, &tree);
        assert!(!dot.contains(harmful), "{dot:?}");
        for line in dot.lines() {
            let plain = line.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(plain.matches('"').count() % 2, 0, "{line}");
        }
        let WhyView::Path(path) = &tree.branches[0].why else {
            continue;
        };
        assert!(!trace_to_dot(name, &path.trace).contains(harmful));
        roxmltree::Document::parse(&trace_to_svg(name, &path.trace)).expect("it is XML");
    }
}

#[test]
fn narrow_terminals_get_every_word() {
    let style = Style {
        color: false,
        width: 50,
    };
    insta::assert_snapshot!(tree_to_text(&response(&arbiter()).1, style));
}

#[test]
fn paths_are_named_by_where_they_begin() {
    let (_, tree) = response(&arbiter());
    assert_eq!(execution_names("p", &tree), ["p", "p path 2 from step 2"]);
}

/// A check has rejected such trees before; the view does not rely on it.
#[test]
fn what_is_no_tree_is_refused() {
    let arbiter = arbiter();
    let formula = Formula::Finally(Paths::Some, Box::new(Formula::Atom(arbiter.yes)));
    let normal = Normal::of(&formula, false, arbiter.yes).expect("it is CTL");
    let state = Trace {
        steps: vec![
            arbiter
                .system
                .vars
                .iter()
                .map(|_| assay_term::Value::int(0))
                .collect(),
        ],
        ..Trace::default()
    };
    let refused = |why: Why| {
        let root = Branch {
            part: normal.root(),
            state: state.clone().into(),
            why,
        };
        let tree = Tree {
            branches: vec![root],
            sets: None,
        };
        TreeView::of(&arbiter.system, &normal, &tree).is_err()
    };
    let path = |until, goes| {
        Why::Path(BranchPath {
            trace: state.clone(),
            until,
            operands: vec![],
            last: None,
            goes,
        })
    };
    assert!(refused(Why::One(7)));
    assert!(refused(Why::Both(0, 7)));
    assert!(refused(path(Some(1), Goes::Anyhow)));
    assert!(refused(path(None, Goes::Round(0))));
    assert!(!refused(Why::Both(0, 0)));
    assert!(!refused(Why::One(0)));
    let empty = Tree {
        branches: vec![],
        sets: None,
    };
    assert!(TreeView::of(&arbiter.system, &normal, &empty).is_err());
}
