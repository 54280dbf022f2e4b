//! Coverage of netlists: the examples of Chockler, Kroening, Purandare (figures 1 and 6, Table III), the verdicts on
//! random circuits against enumeration, and justice properties against a search for loops.

use std::collections::{BTreeMap, BTreeSet};

use assay_cover::result::MutantVerdict;
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_netlist::aiger::{
    Aiger, Cut, Lit, Loaded, Nodes, Options, Reset, SymbolKind, load, lower, mutate,
};
use assay_netlist::mutate::Selection;
use assay_netlist::testgen::{Simulator, Size, circuit};
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::Mutants;
use assay_testkit::mutants::alone;
use assay_testkit::{brute_force, corpus};

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
    let result = cover(&mutants, &[], &options(), None, &stop, &|_| {}).expect("a proof");
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

/// The same from the files that yosys made of the paper's Verilog, where the corpus is there.
#[test]
fn the_papers_examples_from_verilog() {
    let Some(folder) = corpus::folder("netlist/paper") else {
        return;
    };
    let expected: [(&str, &[&str]); 2] = [
        ("pqr.aag", &["p:nondet", "p:zero", "q:nondet", "q:zero"]),
        ("counter.aag", &["count[0]:nondet", "count[0]:one"]),
    ];
    for (name, expected) in expected {
        let text = std::fs::read_to_string(folder.join(name)).expect("a file of the corpus");
        assert_eq!(covered(&text, Options::default(), "paper"), expected);
    }
}

/// Where the two cuts differ: what is forced at the output is forced at step 0 already. Here the first step is the only
/// one at which the first register counts.
#[test]
fn the_cut_matters() {
    let text = "aag 3 0 2 0 1 1\n2 1 1\n4 1\n6\n6 3 5\n";
    let zero = |cut| {
        let nodes = Nodes::Registers;
        covered(text, Options { nodes, cut }, "zero")
    };
    assert!(zero(Cut::Next).is_empty());
    assert_eq!(zero(Cut::Output), ["l0:zero"]);
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
    for seed in 0..240 {
        let aiger: Aiger = circuit(seed, size);
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", aiger);
        let how = Options {
            nodes: [Nodes::Registers, Nodes::All][seed as usize % 2],
            cut: [Cut::Next, Cut::Output][seed as usize / 2 % 2],
        };
        let mutants = mutants(&sources, &loaded, how, "all");
        let result = match cover(&mutants, &[], &options(), None, &stop, &|_| {}) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => continue,
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        for (m, outcome) in result.mutants.iter().enumerate() {
            let mutant = &mutants.mutants[m];
            let truth = brute_force(&alone(&mutants, m));
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
        kills > 100 && survivors > 200 && equivalents > 100,
        "{kills} kills, {survivors} survivors, {equivalents} equivalent"
    );
}

/// A state of the circuit and, for each admitted input, where it leads and which conditions hold.
type Edges = BTreeMap<Vec<bool>, Vec<(Vec<bool>, Vec<bool>)>>;

fn edges(aiger: &Aiger, conditions: &[Lit]) -> Edges {
    let open = aiger
        .latches
        .iter()
        .filter(|l| l.reset == Reset::Any)
        .count();
    let mut states = Vec::new();
    for bits in 0..1usize << open {
        let position = |i: usize| {
            let before = aiger.latches[..i].iter();
            before.filter(|l| l.reset == Reset::Any).count()
        };
        let start = Simulator::start(aiger, |i| bits >> position(i) & 1 == 1);
        states.push(start.latches());
    }
    let mut edges = Edges::new();
    while let Some(state) = states.pop() {
        if edges.contains_key(&state) {
            continue;
        }
        let mut out = Vec::new();
        for bits in 0..1usize << aiger.inputs.len() {
            let mut circuit = Simulator::at(aiger, &state);
            circuit.set_inputs(|i| bits >> i & 1 == 1);
            if aiger.constraints.iter().all(|c| circuit.value(*c)) {
                let held = conditions.iter().map(|c| circuit.value(*c)).collect();
                circuit.step();
                states.push(circuit.latches());
                out.push((circuit.latches(), held));
            }
        }
        edges.insert(state, out);
    }
    edges
}

/// Whether some cycle of admitted steps sees every condition: its states reach one another, and its steps see the
/// conditions among themselves.
fn has_fair_cycle(edges: &Edges, conditions: usize) -> bool {
    let reach = |from: &Vec<bool>| {
        let mut seen = BTreeSet::new();
        let mut stack = vec![from.clone()];
        while let Some(state) = stack.pop() {
            for (next, _) in &edges[&state] {
                if seen.insert(next.clone()) {
                    stack.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&Vec<bool>, BTreeSet<Vec<bool>>> =
        edges.keys().map(|s| (s, reach(s))).collect();
    edges.keys().any(|start| {
        let together = |s: &Vec<bool>| reached[start].contains(s) && reached[s].contains(start);
        let mut seen = vec![false; conditions];
        for state in edges.keys().filter(|s| together(s)) {
            for (_, held) in edges[state].iter().filter(|(next, _)| together(next)) {
                for (seen, held) in seen.iter_mut().zip(held) {
                    *seen |= held;
                }
            }
        }
        together(start) && seen.iter().all(|s| *s)
    })
}

#[test]
fn justice_is_a_search_for_loops() {
    let size = Size {
        inputs: 1,
        latches: 2,
        ands: 5,
        justice: true,
    };
    let (mut violated, mut holds) = (0, 0);
    for seed in 0..120 {
        let aiger = circuit(seed, size);
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", aiger.clone());
        let lowered = lower(&loaded, Options::default());
        let truth = brute_force(&lowered.system);
        for (property, (kind, i)) in lowered.claims.iter().enumerate() {
            if *kind != SymbolKind::Justice {
                continue;
            }
            let conditions: Vec<Lit> = aiger.justice[*i]
                .iter()
                .chain(&aiger.fairness)
                .copied()
                .collect();
            let expected = has_fair_cycle(&edges(&aiger, &conditions), conditions.len());
            assert_eq!(truth[property].is_some(), expected, "seed {seed}, j{i}");
            *(if expected { &mut violated } else { &mut holds }) += 1;
        }
    }
    assert!(
        violated > 20 && holds > 20,
        "{violated} violated, {holds} hold"
    );
}
