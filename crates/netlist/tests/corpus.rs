//! Every AIGER file of the corpus, where there is one: it is read, what is written of it in either format reads back to the
//! same tree, and it lowers to a system whose parts are as many as the file's.

use assay_netlist::aiger::{Format, Options, load, lower, read, write_ascii, write_binary};
use assay_source::SourceMap;
use assay_testkit::corpus;

#[test]
fn every_file_is_read() {
    let Some(folder) = corpus::folder("netlist") else {
        return;
    };
    for path in corpus::files(&folder, &["aag", "aig"]) {
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
