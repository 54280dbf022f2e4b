//! Every file of the corpus that type-checks is lowered, and five random steps of it agree with the interpreter. Skipped
//! without the corpus, whose place `ASSAY_CORPUS` overrides.

mod runs;

use assay_lustre::interp::Random;
use assay_lustre::lower::lower;
use assay_source::SourceMap;
use assay_testkit::corpus;

#[test]
fn lowered_files_agree_with_the_interpreter() {
    let Some(folder) = corpus::folder("lustre") else {
        return;
    };
    let files = corpus::files(&folder, &["lus"]);
    let mut lowered_files = 0;
    let mut failures = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap_or(path).display();
        let mut map = SourceMap::new();
        let bytes = std::fs::read(path).expect("the corpus is readable");
        let Ok(id) = map.add_bytes(&name.to_string(), &bytes) else {
            continue;
        };
        let Ok(loaded) = assay_lustre::load(map.file(id), None) else {
            continue;
        };
        for &main in &loaded.model.mains {
            let lowered = match lower(&loaded.model, main) {
                Ok(lowered) => lowered,
                Err(error) => {
                    failures.push(format!("{name}: {}", error.message));
                    continue;
                }
            };
            lowered_files += 1;
            if let Err(error) = runs::agree(&loaded.model, main, &lowered, 5, &mut Random::new(1)) {
                failures.push(format!("{name}: {error}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{lowered_files} main nodes of {} files", files.len());
    assert!(lowered_files > 0, "no file of the corpus was lowered");
}

/// The manifest has JKind's answers by property, where it had the time to answer: sub-node properties are named by their
/// instances.
#[test]
fn properties_have_jkinds_names() {
    let Some(folder) = corpus::folder("lustre") else {
        return;
    };
    let mut compared = 0;
    let mut failures = Vec::new();
    for row in corpus::manifest(&folder) {
        let file = row.get("file");
        let answers = row.get("jkind").split("; ");
        let expected: Vec<&str> = answers
            .filter_map(|answer| answer.split_once('='))
            .map(|(name, _)| name)
            .filter(|name| !name.contains(' '))
            .collect();
        if row.get("dialect") != "jkind" || expected.is_empty() {
            continue;
        }
        let mut map = SourceMap::new();
        let bytes = std::fs::read(folder.join(file)).expect("the corpus is readable");
        let Ok(id) = map.add_bytes(file, &bytes) else {
            continue;
        };
        let Ok(loaded) = assay_lustre::load(map.file(id), None) else {
            continue;
        };
        let lowered = lower(&loaded.model, loaded.model.mains[0]).expect("not too large");
        let names: Vec<&str> = lowered.system.properties.iter().map(|p| &*p.name).collect();
        compared += 1;
        for name in expected {
            if !names.contains(&name) {
                failures.push(format!("{file}: no property `{name}`"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared > 0, "no file of the manifest was compared");
}
