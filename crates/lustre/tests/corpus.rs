//! Models that others wrote: what JKind accepts is accepted, Kind 2's are accepted or refused by construct, and
//! printing and parsing again changes nothing. Skipped with a note when the corpus is not there.

use std::collections::BTreeMap;

use assay_lustre::syntax::printer::print_program;
use assay_lustre::syntax::tree::SameTree;
use assay_lustre::{Construct, load, parse};
use assay_source::{Color, Renderer, SourceMap};
use assay_testkit::corpus;

#[test]
fn the_corpus_is_read() {
    let Some(folder) = corpus::folder("lustre") else {
        return;
    };
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut accepted = 0;
    for row in corpus::manifest(&folder) {
        let (name, expected) = (row.get("file"), row.get("expected"));
        let mut map = SourceMap::new();
        let id = map
            .add_bytes(name, &std::fs::read(folder.join(name)).unwrap())
            .unwrap();
        let jkind = row.get("dialect").contains("jkind") && !row.get("jkind").contains("reject");
        match load(map.file(id), None) {
            Ok(loaded) => {
                accepted += 1;
                if expected == "rejected" {
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
                    _ if expected == "rejected" => {}
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
