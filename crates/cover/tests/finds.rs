//! Circuits on which a verdict or its evidence was wrong once, made small: every file of `finds`. Verdicts and killers are those of
//! enumeration, with all stages and with few, and all evidence passes its check.

use std::collections::BTreeSet;
use std::path::Path;

use assay_cover::result::{CoverResult, MutantVerdict, Stage};
use assay_cover::{CoverOptions, Killers, cover};
use assay_netlist::aiger::{Options, load, lower, mutate};
use assay_netlist::mutate::Selection;
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::Mutants;
use assay_testkit::brute_force;
use assay_testkit::mutants::alone;

/// Registers, changed in every way.
const MUTATORS: &str = "paper,invert";

/// What is left out. The cone, vacuity and the last stage suffice to decide everything.
fn choices() -> [Vec<Stage>; 3] {
    let needed = [Stage::Cone, Stage::Vacuity, Stage::Prove];
    let others = Stage::ALL.into_iter().filter(|s| !needed.contains(s));
    [vec![], vec![Stage::Cone], others.collect()]
}

fn compare(name: &str, mutants: &Mutants, result: &CoverResult) {
    for (m, outcome) in result.mutants.iter().enumerate() {
        let truth = brute_force(&alone(mutants, m));
        let expected: BTreeSet<usize> = (0..result.properties.len())
            .filter(|&i| truth[result.properties[i]].is_some())
            .collect();
        let at = format!("{name}: {}: {:?}", mutants.mutants[m].id, outcome.verdict);
        let found: BTreeSet<usize> = outcome.killers().collect();
        assert_eq!(found, expected, "{at}");
        assert_eq!(
            outcome.verdict == MutantVerdict::Killed,
            !expected.is_empty(),
            "{at}"
        );
        assert_ne!(outcome.verdict, MutantVerdict::Unknown, "{at}");
    }
}

#[test]
fn what_was_wrong_once_stays_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finds");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        let name = path.display().to_string();
        let text = std::fs::read(&path).expect("it can be read");
        let mut sources = SourceMap::new();
        let loaded = load(&mut sources, &name, &text).expect("a circuit");
        let lowered = lower(&loaded, Options::default());
        let selection = Selection::parse(MUTATORS).expect("there are such mutators");
        let file = sources.file(loaded.file);
        let mutants = mutate(&loaded, &lowered, file, Options::default(), &selection);
        for skip in choices() {
            let mut options = CoverOptions {
                killers: Killers::All,
                skip,
                ..CoverOptions::default()
            };
            options.proof.deterministic = true;
            let stop = StopFlag::new();
            let result = cover(&mutants, &[], &options, None, &stop, &|_| {});
            let result = result.unwrap_or_else(|e| panic!("{name}: {:?}: {e:?}", options.skip));
            compare(&name, &mutants, &result);
        }
        files += 1;
    }
    assert!(files > 0, "{files} files");
}
