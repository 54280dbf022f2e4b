//! Every AIGER file of the corpus, where there is one: it is read, what is written of it in either format reads back to the
//! same tree, and it lowers to a system whose parts are as many as the file's.

use std::path::{Path, PathBuf};

use assay_netlist::aiger::{Format, Options, load, lower, read, write_ascii, write_binary};
use assay_source::SourceMap;

fn corpus() -> PathBuf {
    match std::env::var_os("ASSAY_CORPUS") {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
    }
    .join("netlist")
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for path in entries.filter_map(|e| e.ok()).map(|e| e.path()) {
        let extension = path.extension().and_then(|e| e.to_str());
        if path.is_dir() {
            files(&path, found);
        } else if matches!(extension, Some("aag" | "aig")) {
            found.push(path);
        }
    }
}

#[test]
fn every_file_is_read() {
    let mut found = Vec::new();
    files(&corpus(), &mut found);
    found.sort();
    if found.is_empty() {
        eprintln!("no corpus at {}", corpus().display());
    }
    for path in found {
        let bytes = std::fs::read(&path).expect("a readable file");
        let mut sources = SourceMap::new();
        let loaded = match load(&mut sources, "x", &bytes) {
            Ok(loaded) => loaded,
            // Its author's drawing follows the gates, and no line says that it is a comment.
            Err(fault) if path.ends_with("mudrock/aag/test.aag") => {
                assert_eq!(fault.code, "N0011");
                continue;
            }
            Err(fault) => panic!("{}: {}", path.display(), fault.message),
        };
        let again = read(&write_ascii(&loaded.aiger)).expect("its own listing");
        assert_eq!(again.aiger, loaded.aiger, "{}", path.display());
        let renumbered = loaded.aiger.renumbered().expect("a circuit");
        let binary = read(&write_binary(&loaded.aiger).expect("a circuit")).expect("its bytes");
        assert_eq!(binary.aiger, renumbered, "{}", path.display());
        if loaded.format == Format::Binary {
            assert_eq!(renumbered, loaded.aiger, "{}", path.display());
        }
        let lowered = lower(&loaded, Options::default());
        assert_eq!(lowered.inputs.len(), loaded.aiger.inputs.len());
        assert_eq!(lowered.system.elements.len(), loaded.aiger.latches.len());
    }
}
