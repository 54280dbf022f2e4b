//! What is read, what is refused and how, and that what is written reads back.

mod common;

use assay_kripke::{Expr, Structure, to_dot, to_text};
use assay_testkit::Random;
use common::{accepted, parse, random};

/// Without the places.
fn shape(structure: &Structure) -> impl PartialEq + std::fmt::Debug {
    let states: Vec<_> = structure
        .states
        .iter()
        .map(|s| {
            let labels: Vec<_> = s
                .labels
                .iter()
                .map(|&l| structure.labels[l].name.clone())
                .collect();
            let edges: Vec<_> = s.edges.iter().map(|e| e.to).collect();
            (s.name.clone(), labels, edges)
        })
        .collect();
    let claims: Vec<_> = structure
        .claims
        .iter()
        .map(|c| (c.name.clone(), c.expr.clone(), c.invariant, c.text.clone()))
        .collect();
    let fairness: Vec<Expr> = structure.fairness.iter().map(|f| f.expr.clone()).collect();
    (states, structure.initial.clone(), claims, fairness)
}

#[test]
fn a_structure_is_read() {
    let text = "state a: p, q -> b c  -- one\nstates b, c: q\nc b -> a -> a # two\ninitial a, b; // three\nlabel never\n\
        FAIRNESS p | state = b;\nSPEC one := AG (p ->\n   A[q U EX !never]);\nCTLSPEC E [ p U q ]\nINVARSPEC p <-> q\n";
    let structure = accepted(text);
    let names: Vec<_> = structure.states.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let targets = |s: usize| {
        structure.states[s]
            .edges
            .iter()
            .map(|e| e.to)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        [targets(0), targets(1), targets(2)],
        [vec![1, 2, 0], vec![0], vec![0]]
    );
    assert_eq!(structure.initial, [0, 1]);
    assert_eq!(structure.states[2].labels, [1]);
    assert_eq!(structure.labels.len(), 3);
    let claims: Vec<_> = structure
        .claims
        .iter()
        .map(|c| (c.name.as_str(), c.invariant))
        .collect();
    assert_eq!(
        claims,
        [("one", false), ("E [ p U q ]", false), ("p <-> q", true)]
    );
    assert_eq!(structure.claims[0].text, "AG (p -> A[q U EX !never])");
}

#[test]
fn operators_bind_as_in_smv() {
    let expr = |formula: &str| {
        let text = format!("state a: p q r -> a\ninitial a\nSPEC {formula}\n");
        accepted(&text).claims.remove(0).expr
    };
    for (formula, same) in [
        ("!p & q | r", "((!p) & q) | r"),
        ("p -> q -> r", "p -> (q -> r)"),
        ("p <-> q -> r", "(p <-> q) -> r"),
        ("p | q <-> r", "(p | q) <-> r"),
        ("AG p & q", "(AG p) & q"),
        ("!EX p | q", "(!(EX p)) | q"),
        ("AG AF p -> EG !q", "(AG (AF p)) -> (EG (!q))"),
        ("state != a", "!(state = a)"),
    ] {
        assert_eq!(expr(formula), expr(same), "{formula}");
    }
    assert_ne!(expr("p -> q -> r"), expr("(p -> q) -> r"));
}

#[track_caller]
fn refused(text: &str, code: &str, message: &str, help: Option<&str>) {
    let faults = parse(text).expect_err(text);
    let fault = &faults[0];
    assert_eq!(fault.code, code, "{faults:?}");
    assert!(fault.message.contains(message), "{faults:?}");
    assert_eq!(fault.help.as_deref(), help, "{faults:?}");
    assert!(fault.span.is_some());
}

#[test]
fn everyday_mistakes_are_named() {
    let model = |rest: &str| {
        format!("state idle: ready -> idle busy\nstate busy -> idle\ninitial idle\n{rest}\n")
    };
    let spec = |formula: &str| model(&format!("SPEC {formula}"));
    for (text, code, message, help) in [
        (
            spec("AG (ready => AF ready)"),
            "K0002",
            "`)` is missing",
            Some("write `->`"),
        ),
        (
            spec("ready && ready"),
            "K0002",
            "the formula ends",
            Some("write `&`"),
        ),
        (
            spec("not ready"),
            "K0004",
            "no state has the label `not`",
            Some("`label not` declares a label that no state has"),
        ),
        (
            spec("ready or ready"),
            "K0002",
            "the formula ends",
            Some("write `|`"),
        ),
        (
            spec("~ready"),
            "K0002",
            "a formula is missing",
            Some("write `!`"),
        ),
        (
            spec("G ready"),
            "K0004",
            "no path quantifier",
            Some("write `AG` for all paths, or `EG` for some"),
        ),
        (
            spec("AGready"),
            "K0004",
            "no state has the label `AGready`",
            Some("write `AG ready`"),
        ),
        (
            spec("AG redy"),
            "K0004",
            "no state has the label `redy`",
            Some("did you mean `ready`?"),
        ),
        (
            spec("AG busy"),
            "K0004",
            "`busy` is a state and no label",
            Some("write `state = busy`"),
        ),
        (
            spec("A(ready U ready)"),
            "K0002",
            "`A` begins `A[p U q]`",
            Some("write square brackets"),
        ),
        (spec("A[ready]"), "K0002", "`U` is missing", None),
        (spec("AG (ready"), "K0002", "`)` is missing", None),
        (
            spec("state = bussy"),
            "K0005",
            "there is no state `bussy`",
            Some("did you mean `busy`?"),
        ),
        (spec(""), "K0002", "`SPEC` has no formula", None),
        (
            model("LTLSPEC G ready"),
            "K0006",
            "`LTLSPEC` is not supported",
            None,
        ),
        (
            model("FAIRNESS AF ready"),
            "K0010",
            "takes no temporal operators",
            None,
        ),
        (
            model("spec ready"),
            "K0002",
            "`spec` begins no statement",
            Some("write `SPEC`"),
        ),
        (
            model("idle -> bsy"),
            "K0005",
            "there is no state `bsy`",
            Some("did you mean `busy`?"),
        ),
        (
            model("idle => busy"),
            "K0002",
            "`idle` begins no statement",
            Some(
                "statements begin with `state`, `initial`, `label`, `FAIRNESS` or `SPEC`, or are transitions: `a -> b`",
            ),
        ),
        (
            model("state idle"),
            "K0008",
            "there are two states `idle`",
            None,
        ),
        (
            model("state ready"),
            "K0008",
            "`ready` is a label and a state",
            None,
        ),
        (
            model("state AG"),
            "K0007",
            "is a word of the language",
            Some("take another name"),
        ),
        (
            model("state x {p}"),
            "K0002",
            "the line ends",
            Some("labels stand after a colon: `state s0: p q`"),
        ),
        (
            model("SPEC a := ready\nSPEC a := ready"),
            "K0008",
            "there are two claims `a`",
            None,
        ),
        (
            model("init busy"),
            "K0002",
            "`init` begins no statement",
            Some("initial states stand after `initial`"),
        ),
        (
            "state a -> a\n".into(),
            "K0009",
            "no state is initial",
            Some("`initial s0` makes `s0` initial"),
        ),
        (model("SPEC \u{a7}"), "K0001", "means nothing here", None),
    ] {
        refused(&text, code, message, help);
    }
}

#[test]
fn every_fault_of_a_file_is_told() {
    let faults = parse("state a -> b c\nSPEC x\ninitial a\n=\n").unwrap_err();
    let mut codes: Vec<_> = faults.iter().map(|f| f.code).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["K0002", "K0004", "K0005", "K0005"]);
}

#[test]
fn what_looks_wrong_is_warned_of() {
    let (_, warnings) = parse("state a -> b b\nstate b\nstate c -> a\ninitial a\n").unwrap();
    let told: Vec<_> = warnings
        .iter()
        .map(|w| (w.code, w.message.as_str()))
        .collect();
    let expected = [
        ("K0101", "the transition from `a` to `b` is there twice"),
        ("K0102", "no transition leaves the state `b`"),
        ("K0103", "nothing leads to the state `c`"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn dot_is_read() {
    let text = "# a line of the preprocessor\nstrict digraph \"a graph\" {\n  rankdir=LR; node [shape=circle]\n  /* nodes */\n  \
        s0 [label=\"s0\\np q\", initial=true]; s1 [label=\"q\"]\n  s0 -> s1 -> s0 [color=red]; s1 -> \"s2\"\n  \
        spec=\"reply := AG (p -> AF q)\" fairness=\"q\"\n}\n";
    let structure = accepted(text);
    let plain = "state s0: p q -> s1\nstate s1: q -> s0 s2\nstate s2\ninitial s0\nSPEC reply := AG (p -> AF q)\nFAIRNESS q\n";
    assert_eq!(
        format!("{:?}", shape(&structure)),
        format!("{:?}", shape(&accepted(plain)))
    );
    for (text, code, message) in [
        ("graph { a -- b }", "K0006", "without directions"),
        ("digraph { a -- b }", "K0006", "without direction"),
        ("digraph { subgraph x { a } }", "K0006", "subgraphs"),
        ("digraph { a:n -> b }", "K0006", "ports"),
        ("digraph { a [label=<b>] }", "K0006", "HTML"),
        ("digraph { a [initial=yes] }", "K0002", "`true` or `false`"),
        ("digraph { a -> b", "K0002", "`}` is missing"),
        ("digraph { a [label=\"x }", "K0001", "no end"),
        ("digraph { \"a b\" }", "K0007", "letters"),
        ("digraph { a -> a }", "K0009", "no state is initial"),
    ] {
        let faults = parse(text).unwrap_err();
        assert_eq!(faults[0].code, code, "{text}: {faults:?}");
        assert!(faults[0].message.contains(message), "{text}: {faults:?}");
    }
}

#[test]
fn what_is_written_reads_back() {
    let mut choices = Random::new(21);
    for _ in 0..300 {
        let structure = accepted(&random(&mut choices));
        for text in [
            to_text(&structure, Some("a\nremark")),
            to_dot(&structure, Some("a\nremark")),
        ] {
            let again = accepted(&text);
            assert_eq!(
                format!("{:?}", shape(&structure)),
                format!("{:?}", shape(&again)),
                "{text}"
            );
        }
    }
}

#[test]
fn deep_and_long_and_broken_texts_are_no_harm() {
    let model = |formula: &str| format!("state a: p -> a\ninitial a\nSPEC {formula}\n");
    for deep in ["!", "(", "AX ", "E[p U ", "p -> "] {
        let faults = parse(&model(&deep.repeat(100_000))).unwrap_err();
        assert_eq!(faults[0].code, "K0003", "{deep}");
    }
    let faults = parse(&model(&"p <-> ".repeat(100_000))).unwrap_err();
    assert_eq!(faults[0].code, "K0003");
    let long = format!("{}p", "p & ".repeat(100_000));
    assert_eq!(accepted(&model(&long)).claims.len(), 1);
    let mut choices = Random::new(22);
    let dot = to_dot(&accepted(&random(&mut choices)), None);
    for round in 0..3000 {
        let mut text = match round % 2 {
            0 => random(&mut choices),
            _ => dot.clone(),
        };
        for _ in 0..1 + choices.below(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = choices.pick(&places);
            match choices.below(3) {
                0 => text.truncate(at),
                1 => text.insert_str(
                    at,
                    choices.pick(&[
                        "->", "{", "\"", "]", ":=", "\u{e9}", "\n", "SPEC", "--", "0",
                    ]),
                ),
                _ => drop(text.remove(at)),
            }
            if text.is_empty() {
                break;
            }
        }
        let _ = parse(&text);
    }
}
