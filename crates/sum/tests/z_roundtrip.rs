//! What is printed as LaTeX reads back to the same tree: random trees, examples, and every file of the corpus that is read.

mod z_support;

use assay_sum::syntax::print::{Spelling, print_sum};
use assay_sum::syntax::{Module, Paragraph, ParagraphKind, Specification, print_latex};
use assay_sum::{testgen, with_deep_stack};
use assay_system::Random;
use z_support::{file, latex};

/// Prints a tree, reads that, and compares.
fn keeps(tree: &Specification, shown: &str) {
    let text = with_deep_stack(|| print_latex(tree));
    let again = latex(&text);
    assert!(again.errors() == 0, "{shown}\n{}\n{text}", again.rendered());
    for (module, other) in tree.modules.iter().zip(&again.tree.modules) {
        for (a, b) in module.paragraphs.iter().zip(&other.paragraphs) {
            assert!(a == b, "{shown}\n{a:#?}\n{b:#?}\n{text}");
        }
    }
    assert!(again.tree.modules == tree.modules, "{shown}\n{text}");
}

/// Whether Z has this paragraph of Sum.
fn is_of_z(paragraph: &Paragraph) -> bool {
    let name_is_plain = match &paragraph.kind {
        ParagraphKind::State(_)
        | ParagraphKind::Init(_)
        | ParagraphKind::Operation { .. }
        | ParagraphKind::Check { .. }
        | ParagraphKind::Import { .. } => false,
        ParagraphKind::Schema { name, .. } => name.name.strokes().is_empty(),
        ParagraphKind::Claim {
            parameters, claim, ..
        } => parameters.is_empty() || *claim == assay_sum::syntax::Claim::Conjecture,
        _ => true,
    };
    // Texts, names with blanks, variables of instances and what only operations say.
    let shown = format!("{paragraph:?}");
    let absent = ["Text(\"", "a b", "T.value", "ChangesOnly("]
        .iter()
        .all(|it| !shown.contains(it));
    name_is_plain && absent
}

#[test]
fn random_trees() {
    let mut paragraphs = 0;
    with_deep_stack(|| {
        for seed in 0..4000 {
            let mut tree = testgen::specification(&mut Random::new(seed), 1 + (seed % 4) as u32);
            tree.modules.truncate(1);
            for module in &mut tree.modules {
                *module = Module {
                    name: None,
                    parameters: Vec::new(),
                    parents: Vec::new(),
                    paragraphs: module.paragraphs.drain(..).filter(is_of_z).collect(),
                    at: module.at,
                };
                paragraphs += module.paragraphs.len();
            }
            keeps(&tree, &format!("seed {seed}"));
        }
    });
    assert!(paragraphs > 20_000, "{paragraphs}");
}

#[test]
fn examples() {
    let mut files = 0;
    insta::glob!("z_ok/*", |path| {
        let read = file(path);
        assert_eq!(read.rendered(), "", "{}", path.display());
        keeps(&read.tree, &path.display().to_string());
        files += 1;
    });
}

#[test]
fn corpus() {
    let Some(folder) = assay_testkit::corpus::folder("z") else {
        return;
    };
    let mut kept = 0;
    for path in assay_testkit::corpus::files(&folder, &["tex", "in", "zed", "error"]) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let read = latex(&text);
        if read.errors() == 0 {
            keeps(&read.tree, &path.display().to_string());
            kept += 1;
        }
    }
    println!("{kept} files are printed and read back");
    assert!(kept >= 150, "{kept}");
}

/// A module of Sum becomes schemas that Z reads, and Z becomes Sum.
#[test]
fn between_the_notations() {
    let text = "module IntSet is\n  const maxsize : nat end\n  state\n    intset : power int\n  where\n    #intset <= maxsize\n  end\n  \
        init where intset' = {} end\n  op add\n    n? : int\n  where\n    intset' = intset cup {n?}\n  end\nend IntSet\n";
    let mut map = assay_source::SourceMap::new();
    let id = map.add_text("IntSet.sum", text);
    let (tree, faults) = assay_sum::syntax::parser::parse_sum(map.file(id));
    assert!(faults.is_empty(), "{faults:?}");
    let printed = print_latex(&tree);
    insta::assert_snapshot!("int_set_as_latex", printed);
    let again = latex(&printed);
    assert_eq!(again.rendered(), "");
    insta::assert_snapshot!(
        "int_set_as_latex_as_sum",
        print_sum(&again.tree, Spelling::Ascii)
    );
}
