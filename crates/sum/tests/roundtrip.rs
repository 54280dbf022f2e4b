//! What is printed reads back to the same tree, in ASCII and in Unicode.

use assay_source::{Color, Renderer, SourceMap};
use assay_sum::syntax::Specification;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::syntax::print::{Spelling, print_sum};
use assay_sum::testgen;
use assay_sum::with_deep_stack;
use assay_system::Random;

fn read(text: &str) -> Result<Specification, String> {
    let mut map = SourceMap::new();
    let id = map.add_text("printed.sum", text);
    let (tree, errors) = parse_sum(map.file(id));
    if errors.is_empty() {
        return Ok(tree);
    }
    Err(Renderer::new(Color::Plain).render_all(&map, &errors))
}

fn keeps(tree: &Specification) {
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let text = print_sum(tree, spelling);
        let again = read(&text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        let printed = print_sum(&again, spelling);
        let differs = text.lines().zip(printed.lines()).find(|(a, b)| a != b);
        assert!(text == printed, "{differs:#?}\n{text}");
        for (module, other) in tree.modules.iter().zip(&again.modules) {
            for (a, b) in module.paragraphs.iter().zip(&other.paragraphs) {
                assert!(a == b, "{a:#?}\n{b:#?}\n{text}");
            }
        }
        assert!(again.modules == tree.modules, "{text}");
    }
}

#[test]
fn random_trees() {
    with_deep_stack(|| {
        for seed in 0..2000 {
            keeps(&testgen::specification(
                &mut Random::new(seed),
                1 + (seed % 4) as u32,
            ));
        }
    });
}

#[test]
fn files() {
    insta::glob!("ok/*.sum", |path| {
        let tree = read(&std::fs::read_to_string(path).unwrap()).unwrap();
        keeps(&tree);
    });
}

/// Every specification of the corpus.
#[test]
fn corpus() {
    let Some(folder) = assay_testkit::corpus::folder("sum") else {
        return;
    };
    let files = assay_testkit::corpus::files(&folder, &["sum"]);
    for path in &files {
        let tree =
            read(&std::fs::read_to_string(path).unwrap()).unwrap_or_else(|it| panic!("{it}"));
        keeps(&tree);
    }
    println!("{} specifications", files.len());
    assert!(files.len() >= 38);
}
