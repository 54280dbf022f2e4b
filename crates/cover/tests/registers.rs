//! Coverage of registers: the stages of the running example of Chockler, Kroening and Purandare (their examples 4 to 11);
//! what is in every minimal core is what is nondet-covered; and thousands of mutants of random circuits against a search
//! through all states of a circuit that was changed by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_cover::result::{CoverResult, MutantVerdict, Notice, Stage};
use assay_cover::{CoverError, CoverOptions, cover};
use assay_engine::backend::Backend;
use assay_engine::core::{CoreOptions, ItemKind, cores};
use assay_engine::director::{self, decide};
use assay_netlist::aiger::{Aiger, And, Lit, Loaded, Options, Reset, load, lower, mutate};
use assay_netlist::mutate::Selection;
use assay_netlist::testgen::{Size, circuit};
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::{Certificate, EngineName, Mutants, Target, Verdict};
use assay_term::{Evaluator, Functions, Value};

/// Figure 6: p and q pass a token to one another, r follows; one of them always has it.
const PQR: &str = include_str!("../../netlist/tests/aiger/valid/pqr.aag");

struct Subject {
    loaded: Loaded,
    mutants: Mutants,
}

fn subject(sources: &mut SourceMap, loaded: Loaded, selection: &str) -> Subject {
    let lowered = lower(&loaded, Options::default());
    let selection = Selection::parse(selection).expect("there are such mutators");
    let file = sources.file(loaded.file);
    let mutants = mutate(&loaded, &lowered, file, Options::default(), &selection);
    Subject { loaded, mutants }
}

/// Of at most so many inputs, registers and gates.
fn random(seed: u64, inputs: usize, latches: usize, ands: usize) -> Aiger {
    let justice = false;
    let size = Size {
        inputs,
        latches,
        ands,
        justice,
    };
    circuit(seed, size)
}

fn run(subject: &Subject, options: &CoverOptions) -> Result<CoverResult, CoverError> {
    let stop = StopFlag::new();
    cover(&subject.mutants, &[], options, None, &stop, &|_| {})
}

fn options() -> CoverOptions {
    let mut options = CoverOptions::default();
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

/// The proofs of all properties that hold.
fn proofs(subject: &Subject, engines: &[EngineName]) -> Vec<(usize, Arc<Certificate>)> {
    let lowered = lower(&subject.loaded, Options::default());
    let system = Arc::new(lowered.system);
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(&system, &all, &[]).expect("a circuit needs no SMT solver");
    let directions = director::Options {
        engines: engines.to_vec(),
        ..options().proof
    };
    let nothing = system.pool.export(&[]);
    let stop = StopFlag::new();
    let outcome = decide(
        &system,
        &all,
        &nothing,
        &backend,
        &directions,
        &stop,
        &mut |_, _| {},
    )
    .expect("no contradiction");
    let proved = outcome.verdicts.iter();
    proved
        .filter_map(|(p, verdict, _)| match verdict {
            Verdict::Proved { certificate, .. } => Some((*p, certificate.clone())),
            _ => None,
        })
        .collect()
}

/// Examples 4 to 11: interpolation proves the property with the invariant "p or q"; CORE decides what is forced on r;
/// COUNTEREXAMPLE finds p and q nondet- and zero-covered; INDUCTION with the whole circuit decides that they are not
/// one-covered. Simulation is left out, which the paper does not have.
#[test]
fn the_running_example_stage_by_stage() {
    let mut sources = SourceMap::new();
    let loaded = load(&mut sources, "pqr.aag", PQR.as_bytes()).expect("a circuit");
    let subject = subject(&mut sources, loaded, "paper");

    let proofs = proofs(&subject, &[EngineName::Interpolation]);
    let [(0, certificate)] = proofs.as_slice() else {
        panic!("one property, proved");
    };
    let mut system = lower(&subject.loaded, Options::default()).system;
    let lemmas = system.pool.import(&certificate.lemmas);
    let property = system.properties[0].term;
    let named = |name: &str| {
        let var = system.var_ids().find(|v| system.pool.var_name(*v) == name);
        var.expect("a register")
    };
    let (p, q) = (named("p"), named("q"));
    for bits in 0..8 {
        let mut state: BTreeMap<&str, bool> = BTreeMap::new();
        for (i, name) in ["p", "q", "r"].into_iter().enumerate() {
            state.insert(name, bits >> i & 1 == 1);
        }
        let values: Vec<Value> = system
            .var_ids()
            .map(|v| Value::Bool(state.get(system.pool.var_name(v)).copied() == Some(true)))
            .collect();
        let functions = Functions::default();
        let mut evaluator = Evaluator::new(&system.pool, &values, &functions);
        let mut holds = |t| evaluator.eval_bool(t).expect("Boolean");
        // The invariant of a certificate is its lemmas with the property.
        let invariant = lemmas.iter().all(|&l| holds(l)) && holds(property);
        let (p, q) = (holds(system.pool.var(p)), holds(system.pool.var(q)));
        assert_eq!(invariant, p || q, "{state:?}");
    }

    let mut options = options();
    options.proof.engines = vec![EngineName::Interpolation];
    options.skip = vec![Stage::Replay];
    let result = run(&subject, &options).expect("a proof");
    let both = subject.mutants.mutants.iter().zip(&result.mutants);
    let stages: Vec<(&str, bool, Option<Stage>)> = both
        .map(|(mutant, outcome)| {
            let killed = outcome.verdict == MutantVerdict::Killed;
            assert_ne!(outcome.verdict, MutantVerdict::Unknown);
            (mutant.id.as_str(), killed, outcome.stage)
        })
        .collect();
    let expected = [
        ("p:nondet", true, Some(Stage::Counterexample)),
        ("p:zero", true, Some(Stage::Counterexample)),
        ("p:one", false, Some(Stage::Induction)),
        ("q:nondet", true, Some(Stage::Counterexample)),
        ("q:zero", true, Some(Stage::Counterexample)),
        ("q:one", false, Some(Stage::Induction)),
        ("r:nondet", false, Some(Stage::Core)),
        ("r:zero", false, Some(Stage::Core)),
        ("r:one", false, Some(Stage::Core)),
    ];
    assert_eq!(
        BTreeSet::from_iter(stages),
        BTreeSet::from_iter(expected),
        "the order of registers is the file's"
    );
}

/// A register is nondet-covered exactly if it is in every minimal core, for each property and for all together.
#[test]
fn what_is_in_every_core_is_nondet_covered() {
    let (mut needed, mut others) = (0, 0);
    for seed in 0..480 {
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", random(seed, 2, 5, 12));
        let subject = subject(&mut sources, loaded, "nondet");
        let Ok(result) = run(&subject, &options()) else {
            continue;
        };
        let proved = proofs(&subject, &options().proof.engines);
        let system = lower(&subject.loaded, Options::default()).system;
        let everything = CoreOptions {
            all: true,
            ..CoreOptions::default()
        };
        let report =
            cores(&system, &proved, &[], &everything, &StopFlag::new()).expect("no contradiction");
        let covered = |kills: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
            let mutants = subject.mutants.mutants.iter().enumerate();
            mutants
                .filter(|(m, _)| kills(*m))
                .filter_map(|(_, m)| match m.target {
                    Target::Element(e) => Some(e),
                    Target::Assertion => None,
                })
                .collect()
        };
        for (i, property) in report.properties.iter().enumerate() {
            let found = &property.by_element;
            assert!(found.complete, "seed {seed}: a small circuit");
            // By the definition, not by the tool's own MUST.
            let item = |i: &usize| match report.elements[*i].kind {
                ItemKind::Element(e) => e,
                _ => panic!("registers are elements"),
            };
            let mut in_every: Option<BTreeSet<usize>> = None;
            for core in &found.all {
                let core: BTreeSet<usize> = core.items.iter().map(item).collect();
                in_every = Some(match in_every {
                    Some(before) => before.intersection(&core).copied().collect(),
                    None => core,
                });
            }
            let in_every = in_every.expect("a proved property has a core");
            let kills = covered(&|m| matches!(result.mutants[m].notices[i], Notice::Kills { .. }));
            assert_eq!(kills, in_every, "seed {seed}, property {i}");
            needed += kills.len();
            others += covered(&|_| true).len() - kills.len();
        }
    }
    assert!(needed > 25 && others > 200, "{needed} needed, {others} not");
}

/// Which of the literals are reachable, by a search through all states: all inputs of a state are tried at once, one to a
/// bit of a word.
fn reachable(aiger: &Aiger, wanted: &[Lit]) -> Vec<bool> {
    assert!(aiger.inputs.len() <= 6 && aiger.latches.len() <= 64);
    let ands = in_order(aiger);
    let columns = 1u32 << aiger.inputs.len();
    let within = u64::MAX >> (64 - columns);
    let mut values = vec![0u64; aiger.max_var as usize + 1];
    let mut starts: BTreeSet<u64> = BTreeSet::from([0]);
    for (i, latch) in aiger.latches.iter().enumerate() {
        let choices: &[u64] = match latch.reset {
            Reset::Zero => &[0],
            Reset::One => &[1],
            Reset::Any => &[0, 1],
        };
        let with = |s: &u64| choices.iter().map(|c| s | c << i).collect::<Vec<_>>();
        starts = starts.iter().flat_map(with).collect();
    }
    let mut seen = starts.clone();
    let mut left: Vec<u64> = starts.into_iter().collect();
    let mut found = vec![false; wanted.len()];
    while let Some(state) = left.pop() {
        for (i, input) in aiger.inputs.iter().enumerate() {
            let column = |c: u32| u64::from(c >> i & 1) << c;
            values[input.var() as usize] = (0..columns).map(column).sum();
        }
        for (i, latch) in aiger.latches.iter().enumerate() {
            values[latch.lit.var() as usize] = (state >> i & 1).wrapping_neg();
        }
        let value = |values: &[u64], lit: Lit| {
            values[lit.var() as usize] ^ u64::from(lit.is_negated()).wrapping_neg()
        };
        for and in &ands {
            values[and.lhs.var() as usize] = value(&values, and.left) & value(&values, and.right);
        }
        let admitted = aiger
            .constraints
            .iter()
            .fold(within, |word, c| word & value(&values, *c));
        for (found, lit) in found.iter_mut().zip(wanted) {
            *found |= admitted & value(&values, *lit) != 0;
        }
        for column in (0..columns).filter(|c| admitted >> c & 1 == 1) {
            let mut next = 0;
            for (i, latch) in aiger.latches.iter().enumerate() {
                next |= (value(&values, latch.next) >> column & 1) << i;
            }
            if seen.insert(next) {
                left.push(next);
            }
        }
    }
    found
}

/// The gates, each after those that it reads.
fn in_order(aiger: &Aiger) -> Vec<And> {
    let gates: BTreeMap<u32, And> = aiger.ands.iter().map(|a| (a.lhs.var(), *a)).collect();
    let mut done: BTreeSet<u32> = BTreeSet::new();
    let mut order = Vec::new();
    while order.len() < gates.len() {
        for (var, gate) in &gates {
            let ready = |lit: Lit| !gates.contains_key(&lit.var()) || done.contains(&lit.var());
            if !done.contains(var) && ready(gate.left) && ready(gate.right) {
                done.insert(*var);
                order.push(*gate);
            }
        }
    }
    order
}

/// The circuit with one register's next state replaced, without any code of the tool.
fn forced(aiger: &Aiger, register: usize, how: &str) -> Aiger {
    let mut changed = aiger.clone();
    let next = &mut changed.latches[register].next;
    match how {
        "zero" => *next = Lit::FALSE,
        "one" => *next = Lit::TRUE,
        "invert" => *next = !*next,
        "nondet" => {
            changed.max_var += 1;
            *next = Lit::of(changed.max_var);
            changed.inputs.push(*next);
        }
        other => panic!("no such change: {other}"),
    }
    changed
}

/// What the cascade says of random circuits, as far as they have a property that holds.
#[derive(Default)]
struct Tally {
    kills: usize,
    survivals: usize,
    /// Registers of the largest circuit.
    largest: usize,
}

/// Every verdict is that of a search through all states of a circuit that was changed by hand.
fn hold_against_all_states(seeds: std::ops::Range<u64>, skip: &[Stage]) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut aiger = random(seed, 3, 12, 30);
        aiger.symbols.clear();
        let bad = aiger.bad_states().1.to_vec();
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", aiger.clone());
        let subject = subject(&mut sources, loaded, "paper,invert");
        let mut options = options();
        options.explain = false;
        options.skip = skip.to_vec();
        let result = match run(&subject, &options) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => continue,
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        tally.largest = tally.largest.max(aiger.latches.len());
        let original = reachable(&aiger, &bad);
        for p in &result.properties {
            assert!(!original[*p], "seed {seed}: property {p} does not hold");
        }
        for (mutant, outcome) in subject.mutants.mutants.iter().zip(&result.mutants) {
            let (register, how) = mutant.id.split_once(':').expect("register and change");
            let register: usize = register[1..].parse().expect("l and a number");
            let truth = reachable(&forced(&aiger, register, how), &bad);
            for (notice, p) in outcome.notices.iter().zip(&result.properties) {
                let at = format!("seed {seed}, {}, property {p}", mutant.id);
                match notice {
                    Notice::Kills { .. } => {
                        assert!(truth[*p], "{at}: killed");
                        tally.kills += 1;
                    }
                    Notice::Survives { .. } => {
                        assert!(!truth[*p], "{at}: survives");
                        tally.survivals += 1;
                    }
                    // The same circuit, or no execution at all.
                    Notice::NotAsked
                        if matches!(
                            outcome.verdict,
                            MutantVerdict::Vacuous | MutantVerdict::Equivalent
                        ) =>
                    {
                        assert!(!truth[*p], "{at}: {:?}", outcome.verdict);
                    }
                    other => panic!("{at}: {other:?}"),
                }
            }
        }
    }
    tally
}

#[test]
fn thousands_of_mutants_are_what_a_search_through_all_states_says() {
    let tally = hold_against_all_states(0..4000, &[]);
    let Tally {
        kills,
        survivals,
        largest,
    } = tally;
    assert!(
        kills > 500 && survivals > 10_000 && largest == 12,
        "{kills} kills, {survivals} survivals, {largest} registers"
    );
}

/// Families decide nearly all mutants without the stages before them, but for the cone: where a property does not depend on
/// the mutant's switch there is nothing to ask.
#[test]
fn families_alone_say_the_same() {
    let before = Stage::ALL
        .into_iter()
        .filter(|s| !matches!(s, Stage::Cone | Stage::Prove | Stage::Vacuity));
    let tally = hold_against_all_states(0..500, &before.collect::<Vec<Stage>>());
    let Tally {
        kills, survivals, ..
    } = tally;
    assert!(
        kills > 50 && survivals > 1_000,
        "{kills} kills, {survivals} survivals"
    );
}
