//! Coverage of netlists: the examples of Chockler, Kroening, Purandare (figures 1 and 6, Table III), the verdicts on
//! random circuits against enumeration, and justice properties against a search for loops.

#[path = "../../engine/tests/support/mod.rs"]
mod support;

use assay_cover::result::MutantVerdict;
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_netlist::aiger::{Aiger, Cut, Loaded, Nodes, Options, load, lower, mutate};
use assay_netlist::mutate::Selection;
use assay_netlist::testgen::{Size, circuit};
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::Mutants;
use support::brute_force;

fn options() -> CoverOptions {
    let mut options = CoverOptions {
        killers: Killers::All,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

fn mutants(sources: &SourceMap, loaded: &Loaded, options: Options, selection: &str) -> Mutants {
    let lowered = lower(loaded, options);
    let selection = Selection::parse(selection).expect("there are such mutators");
    mutate(
        loaded,
        &lowered,
        sources.file(loaded.file),
        options,
        &selection,
    )
}

/// The ids of the mutants that some property kills.
fn covered(text: &str, options_: Options, selection: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let loaded = load(&mut sources, "example.aag", text.as_bytes()).expect("a circuit");
    let mutants = mutants(&sources, &loaded, options_, selection);
    let stop = StopFlag::new();
    let result = cover(&mutants, &[], &options(), None, &stop, &mut |_| {}).expect("a proof");
    let both = mutants.mutants.iter().zip(&result.mutants);
    both.filter_map(|(mutant, outcome)| {
        assert_ne!(outcome.verdict, MutantVerdict::Unknown, "{}", mutant.id);
        (outcome.verdict == MutantVerdict::Killed).then(|| mutant.id.clone())
    })
    .collect()
}

/// Figure 6: p and q pass a token to one another, r follows; one of them always has it.
const PQR: &str = include_str!("../../netlist/tests/aiger/valid/pqr.aag");
/// Figure 1: a one is shifted through an empty register; never are all bits one.
const COUNTER: &str = include_str!("../../netlist/tests/aiger/valid/counter.aag");

#[test]
fn the_papers_examples() {
    for cut in [Cut::Next, Cut::Output] {
        let options = Options {
            nodes: Nodes::Registers,
            cut,
        };
        assert_eq!(
            covered(PQR, options, "paper"),
            ["p:nondet", "p:zero", "q:nondet", "q:zero"],
            "{cut:?}"
        );
    }
    assert_eq!(
        covered(COUNTER, Options::default(), "paper"),
        ["count[0]:nondet", "count[0]:one"]
    );
}

/// Where the two cuts differ: a bit that is forced at the output is forced at once, a property may see it before the
/// register has stored anything.
#[test]
fn the_cut_matters() {
    let text = "aag 2 0 2 0 0 1\n2 1\n4 2\n3\n";
    let cut = |cut| Options {
        nodes: Nodes::Registers,
        cut,
    };
    // The first register is 0 at step 0 already, so its property is violated either way; change its reset.
    let text = text.replace("2 1\n", "2 1 1\n");
    assert_eq!(covered(&text, cut(Cut::Next), "zero"), ["l0:zero"]);
    // It delays a constant: at the next-state function a one changes nothing, and neither does it at the output.
    assert!(covered(&text, cut(Cut::Next), "one").is_empty());
    assert!(covered(&text, cut(Cut::Output), "one").is_empty());
    // Only the first step shows the property a zero.
    let first = "aag 3 0 2 0 1 1\n2 1 1\n4 1\n6\n6 3 5\n";
    assert!(covered(first, cut(Cut::Next), "zero").is_empty());
    assert_eq!(covered(first, cut(Cut::Output), "zero"), ["l0:zero"]);
}

#[test]
fn verdicts_are_those_of_enumeration() {
    let size = Size {
        inputs: 2,
        latches: 4,
        ands: 8,
        justice: false,
    };
    let stop = StopFlag::new();
    let (mut kills, mut survivors, mut equivalents) = (0, 0, 0);
    for seed in 0..60 {
        let aiger: Aiger = circuit(seed, size);
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", aiger);
        let how = Options {
            nodes: [Nodes::Registers, Nodes::All][seed as usize % 2],
            cut: [Cut::Next, Cut::Output][seed as usize / 2 % 2],
        };
        let mutants = mutants(&sources, &loaded, how, "all");
        let result = match cover(&mutants, &[], &options(), None, &stop, &mut |_| {}) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_)) => continue,
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        for (mutant, outcome) in mutants.mutants.iter().zip(&result.mutants) {
            let patch = mutant.patch().expect("all are valid");
            let truth = brute_force(&patch.apply(&mutants.system));
            let killed = result.properties.iter().any(|p| truth[*p].is_some());
            let at = format!("seed {seed} mutant {}", mutant.id);
            match outcome.verdict {
                MutantVerdict::Killed => {
                    assert!(killed, "{at}");
                    kills += 1;
                }
                MutantVerdict::Survived | MutantVerdict::Vacuous => {
                    assert!(!killed, "{at}");
                    survivors += 1;
                }
                MutantVerdict::Equivalent => {
                    assert!(!killed, "{at}");
                    equivalents += 1;
                }
                other => panic!("{at}: {other:?}"),
            }
        }
    }
    assert!(
        kills > 100 && survivors > 100 && equivalents > 20,
        "{kills} kills, {survivors} survivors, {equivalents} equivalent"
    );
}
