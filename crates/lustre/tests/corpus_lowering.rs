//! Every file of the corpus that type-checks is lowered, and five random steps of it agree with the interpreter. Skipped
//! without the corpus, whose place `ASSAY_CORPUS` overrides.

mod runs;

use std::path::{Path, PathBuf};

use assay_lustre::interp::Random;
use assay_lustre::lower::lower;
use assay_source::SourceMap;

fn corpus() -> Option<PathBuf> {
    let place = match std::env::var_os("ASSAY_CORPUS") {
        Some(place) => PathBuf::from(place),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
    };
    let lustre = place.join("lustre");
    lustre.is_dir().then_some(lustre)
}

fn lustre_files(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the corpus is readable") {
        let path = entry.expect("the corpus is readable").path();
        if path.is_dir() {
            lustre_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "lus") {
            files.push(path);
        }
    }
}

#[test]
fn lowered_files_agree_with_the_interpreter() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: there is no corpus");
        return;
    };
    let mut files = Vec::new();
    lustre_files(&corpus, &mut files);
    files.sort();
    let mut lowered_files = 0;
    let mut failures = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&corpus).unwrap_or(path).display();
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
    let Some(corpus) = corpus() else {
        eprintln!("skipped: there is no corpus");
        return;
    };
    let mut manifest = csv::Reader::from_path(corpus.join("manifest.csv")).expect("a manifest");
    let headers = manifest.headers().expect("a heading").clone();
    let column = |name: &str| {
        let at = headers.iter().position(|h| h == name);
        at.unwrap_or_else(|| panic!("no column {name}"))
    };
    let (file, dialect, jkind) = (column("file"), column("dialect"), column("jkind"));
    let mut compared = 0;
    let mut failures = Vec::new();
    for record in manifest.records() {
        let record = record.expect("a record");
        let expected: Vec<&str> = record[jkind]
            .split("; ")
            .filter_map(|answer| answer.split_once('='))
            .map(|(name, _)| name)
            .filter(|name| !name.contains(' '))
            .collect();
        if &record[dialect] != "jkind" || expected.is_empty() {
            continue;
        }
        let mut map = SourceMap::new();
        let bytes = std::fs::read(corpus.join(&record[file])).expect("the corpus is readable");
        let Ok(id) = map.add_bytes(&record[file], &bytes) else {
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
                failures.push(format!("{}: no property `{name}`", &record[file]));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared > 0, "no file of the manifest was compared");
}
