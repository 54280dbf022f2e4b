//! Models that others wrote, as systems: what NuSMV 2.5.4 accepts is accepted, what it refuses is refused.
//! Skipped with a note when the corpus is not there.

use std::collections::BTreeMap;

use assay_language::with_stack;
use assay_smv::elaborate::elaborate;
use assay_smv::lower::lower;
use assay_smv::{STACK, parse};
use assay_source::{Color, Renderer, SourceMap};
use assay_testkit::corpus;

#[test]
fn the_corpus_becomes_systems() {
    let Some(folder) = corpus::folder("smv") else {
        return;
    };
    let verdicts = std::fs::read_to_string(folder.join("nusmv-verdicts.csv")).unwrap();
    let mut accepted_by_nusmv: BTreeMap<String, bool> = BTreeMap::new();
    for line in verdicts.lines().skip(1) {
        let file = line.split(',').next().unwrap_or_default();
        // A file that takes NuSMV too long is one that it accepts.
        let refused = line.contains("error: ");
        accepted_by_nusmv.insert(file.to_string(), !refused);
    }
    let mut accepted = 0;
    let mut problems = Vec::new();
    for (name, expected) in &accepted_by_nusmv {
        let mut map = SourceMap::new();
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let id = map.add_lossy(name, &bytes).unwrap();
        let file = map.file(id).clone();
        let made = with_stack(STACK, || {
            let (tree, errors) = parse(&file);
            if !errors.is_empty() {
                return Err(errors);
            }
            elaborate(&tree, &file).map(|flat| {
                let lowered = lower(&flat);
                assert_eq!(lowered.vars.len(), flat.vars.len());
            })
        });
        match (made, expected) {
            (Ok(_), true) => accepted += 1,
            (Ok(_), false) => problems.push(format!("{name} is accepted")),
            (Err(errors), true) => {
                let shown =
                    Renderer::new(Color::Plain).render_all(&map, &errors[..errors.len().min(2)]);
                problems.push(format!("{name} is refused: {shown}"));
            }
            (Err(errors), false) => println!("{name}: {} {}", errors[0].code, errors[0].message),
        }
    }
    println!("{accepted} accepted");
    assert!(accepted > 180);
    assert!(
        problems.is_empty(),
        "{} problems\n{}",
        problems.len(),
        problems.join("\n")
    );
}
