//! Input that is too deep, too long or cut off: diagnostics with a place, never a panic or an overflow; chains of any length
//! are read and printed.

use assay_smv::syntax::printer::print_tree;
use assay_smv::tree::{BinaryOp, SectionKind};
use assay_smv::{MAX_DEPTH, parse};
use assay_source::{FileId, SourceFile};

fn source(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "input.smv", text)
}

fn model(formula: &str) -> String {
    format!("MODULE main\nVAR a : boolean;\nINIT {formula}\n")
}

fn codes(text: &str) -> Vec<&'static str> {
    let (_, errors) = parse(&source(text));
    errors.iter().map(|error| error.code).collect()
}

#[test]
fn deep_nesting_is_reported() {
    let many = 100_000;
    let cases = [
        format!("{}a{}", "(".repeat(many), ")".repeat(many)),
        format!("{}a", "!".repeat(many)),
        format!("{}a", "X ".repeat(many)),
        format!("{}a", "- ".repeat(many)),
        format!("{}a", "a ? ".repeat(many)),
        format!("a{}", ".f".repeat(many)),
        format!("a{}", "[0]".repeat(many)),
        format!("{}a{}", "a[".repeat(many), "]".repeat(many)),
        format!("{}a{}", "next(".repeat(many), ")".repeat(many)),
        format!("{}a{}", "{".repeat(many), "}".repeat(many)),
        format!("{}a", "E [".repeat(many)),
        format!("{}a", "case ".repeat(many)),
        format!("{}a", "EBF 1..2 ".repeat(many)),
        "(".repeat(many),
    ];
    for case in &cases {
        assert_eq!(codes(&model(case)), ["S0104"], "{}", &case[..20]);
    }
    let psl = format!("MODULE main PSLSPEC {}a;", "always ".repeat(many));
    assert_eq!(codes(&psl), ["S0104"]);
    let ty = format!(
        "MODULE main VAR x : {}boolean;",
        "array 0..1 of ".repeat(many)
    );
    assert_eq!(codes(&ty), ["S0104"]);
    let array = format!("MODULE main DEFINE x := {}", "[".repeat(many));
    assert_eq!(codes(&array), ["S0104"]);
}

#[test]
fn nesting_below_the_limit_is_read() {
    let deep = MAX_DEPTH as usize - 10;
    let cases = [
        format!("{}a{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}a{}", "!(".repeat(deep), ")".repeat(deep)),
        format!("{}a", "! ".repeat(deep)),
        format!("{}a{}", "case a : ".repeat(deep), "; esac".repeat(deep)),
        format!("{}a{}", "a ? ".repeat(deep), " : a".repeat(deep)),
    ];
    for case in &cases {
        assert!(codes(&model(case)).is_empty(), "{}", &case[..20]);
    }
}

#[test]
fn long_chains_are_read_and_printed() {
    let many = 100_000;
    for chain in [
        format!("a{}", " & a".repeat(many)),
        format!("a{}", " -> a".repeat(many)),
        format!("a{}", " + a - a".repeat(many)),
        format!("{}a", "a ? a : ".repeat(many)),
        format!("a{}", " U a".repeat(many)),
        format!("{{a{}}}", ", a".repeat(many)),
        format!("case {} esac", "a : a; ".repeat(many)),
    ] {
        let (tree, errors) = parse(&source(&model(&chain)));
        assert!(errors.is_empty(), "{errors:?}");
        let (again, errors) = parse(&source(&print_tree(&tree)));
        assert!(errors.is_empty(), "{errors:?}");
        assert!(tree.same_tree(&again), "{}", &chain[..20]);
    }
}

#[test]
fn operands_of_a_chain_are_flat() {
    let (tree, errors) = parse(&source(&model(&format!("a{}", " & a".repeat(100_000)))));
    assert!(errors.is_empty());
    let SectionKind::Constraint(_, formula) = tree.modules[0].sections[1].kind else {
        panic!("INIT is the second section");
    };
    let operands = tree.exprs.operands(formula, BinaryOp::And);
    assert_eq!(operands.len(), 100_001);
    let size = tree.exprs.fold(formula, |_, _, sizes: Vec<usize>| {
        1 + sizes.into_iter().sum::<usize>()
    });
    assert_eq!(size, 200_001);
}

#[test]
fn so_many_errors_are_enough() {
    let text = format!("MODULE main\nVAR\n{}", "x : ;\n".repeat(1000));
    assert_eq!(codes(&text).len(), 20);
}
