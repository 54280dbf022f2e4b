//! Models that others wrote: what NuSMV 2.5.4 reads is read, what it does not is listed, and printing and reading again
//! changes nothing. Skipped with a note when the corpus is not there.

use std::collections::BTreeMap;

use assay_smv::syntax::printer::print_tree;
use assay_smv::{Construct, parse};
use assay_source::{Color, Renderer, SourceMap};
use assay_testkit::corpus;

/// What NuSMV refuses while reading, and so do we.
const REFUSED: &[&str] = &[
    "hw-cbmc/smv/LTL-buechi/R1.smv",
    "hw-cbmc/smv/LTL/smv_ltlspec6.smv",
    "hw-cbmc/smv/LTL/smv_ltlspec_R2.smv",
    "hw-cbmc/smv/LTL/smv_ltlspec_R4.smv",
    "hw-cbmc/smv/expressions/smv_max1.smv",
    "hw-cbmc/smv/expressions/smv_min1.smv",
    "nusmv-dist/m4/modcounter.m4.smv",
    "nusmv-dist/smv-dist/gigamax.smv",
];

#[test]
fn the_corpus_is_read() {
    let Some(folder) = corpus::folder("smv") else {
        return;
    };
    let mut refused: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut accepted = 0;
    for row in corpus::manifest(&folder) {
        let name = row.get("file");
        let mut map = SourceMap::new();
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let id = map.add_lossy(name, &bytes).unwrap();
        let (tree, errors) = parse(map.file(id));
        let expected = REFUSED.contains(&name);
        if errors.is_empty() {
            accepted += 1;
            if expected {
                problems.push(format!("{name} is read now"));
            }
            let printed = map.add_text("printed", &print_tree(&tree));
            let (again, errors) = parse(map.file(printed));
            if !errors.is_empty() || !tree.same_tree(&again) {
                let shown = Renderer::new(Color::Plain).render_all(&map, &errors);
                problems.push(format!("{name} is another model when printed: {shown}"));
            }
            continue;
        }
        let construct = Construct::ALL
            .iter()
            .find(|c| errors.iter().any(|e| e.code == c.code()));
        let reason = construct.map_or("not SMV", |c| c.text());
        refused.entry(reason).or_default().push(name.to_string());
        if !expected {
            let shown = Renderer::new(Color::Plain).render_all(&map, &errors);
            problems.push(format!("{name} is refused:\n{shown}"));
        }
    }
    println!("{accepted} read; refused: {refused:#?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
