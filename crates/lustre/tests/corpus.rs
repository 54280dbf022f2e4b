//! Models that others wrote: what JKind accepts is accepted, Kind 2's are accepted or refused by construct, and
//! printing and parsing again changes nothing. Skipped with a note when the corpus is not there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use assay_lustre::syntax::printer::print_program;
use assay_lustre::syntax::tree::SameTree;
use assay_lustre::{Construct, load, parse};
use assay_source::{Color, Renderer, SourceMap};

fn corpus() -> Option<PathBuf> {
    let root = match std::env::var_os("ASSAY_CORPUS") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../shared/corpus"
        )),
    };
    let folder = root.join("lustre");
    folder.join("manifest.csv").exists().then_some(folder)
}

#[test]
fn the_corpus_is_read() {
    let Some(folder) = corpus() else {
        println!("skipped: there is no corpus; set ASSAY_CORPUS to its folder");
        return;
    };
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut accepted = 0;
    let mut manifest = csv::Reader::from_path(folder.join("manifest.csv")).unwrap();
    let headers = manifest.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|h| h == name).unwrap();
    let (name_at, dialect_at) = (column("file"), column("dialect"));
    let (expected_at, jkind_at) = (column("expected"), column("jkind"));
    for row in manifest.records() {
        let row = row.unwrap();
        let name = &row[name_at];
        let mut map = SourceMap::new();
        let id = map
            .add_bytes(name, &std::fs::read(folder.join(name)).unwrap())
            .unwrap();
        let jkind = row[dialect_at].contains("jkind") && !row[jkind_at].contains("reject");
        match load(map.file(id), None) {
            Ok(loaded) => {
                accepted += 1;
                if &row[expected_at] == "rejected" {
                    problems.push(format!("{name} was accepted"));
                }
                let printed = map.add_text("printed", &print_program(&loaded.ast));
                let again = parse(map.file(printed), Some(loaded.ast.dialect));
                if !again.is_ok() || !loaded.ast.same_tree(&again.ast) {
                    problems.push(format!("{name} is another program when printed"));
                }
            }
            Err(errors) => {
                let construct = errors.iter().find_map(|e| Construct::from_code(e.code));
                match construct {
                    Some(construct) if !jkind => *refused.entry(construct.text()).or_default() += 1,
                    _ if &row[expected_at] == "rejected" => {}
                    _ => problems.push(format!(
                        "{name} was rejected:\n{}",
                        Renderer::new(Color::Plain).render_all(&map, &errors)
                    )),
                }
            }
        }
    }
    println!("{accepted} accepted; refused: {refused:#?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
