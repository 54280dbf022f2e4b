//! Many patterns at once against exact execution of each.

use std::sync::Arc;

use assay_netlist::aiger::{Cut, Loaded, Nodes, Options, lower, mutate};
use assay_netlist::mutate::Selection;
use assay_netlist::testgen::{Size, circuit};
use assay_source::{FileId, SourceMap, Span};
use assay_system::{Change, Mutant, Mutants, Patch, Random, Stimulus, System, Target, VarKind};
use assay_term::{Sort, TermId, VarId};
use assay_testkit::Build;
use assay_testkit::words::{self, Choice, grow};

use super::*;
use crate::cascade::exactly;
use crate::simulate::tests::random_mutants;

const STEPS: usize = 6;

/// What was compared: patterns, and those on which something is violated.
#[derive(Default)]
struct Count {
    compared: usize,
    violated: usize,
}

/// Every mutant on a few patterns, each alone and all together. Where numbers can leave their ranges, less may be found.
fn compare(mutants: &Mutants, seed: u64, exact_numbers: bool, count: &mut Count) -> Option<()> {
    let properties: Vec<usize> = (0..mutants.system.properties.len()).collect();
    let everyone: Vec<usize> = (0..mutants.mutants.len()).collect();
    let model = Model::new(mutants, &properties, &everyone)?;
    let wanted = Sweep {
        one_each: false,
        budget: u64::MAX,
    };
    let mut random = Random::new(seed);
    let drawn = draw(&model, &mut Source::new(&model, mutants, seed), STEPS);
    let (first, _) = sweep(
        &model,
        &drawn,
        &everyone
            .iter()
            .map(|&m| (m, properties.clone()))
            .collect::<Vec<_>>(),
        wanted,
    );
    // What is violated at all is tried again as a known execution.
    let stimulus = |hit: &Hit| Arc::new(drawn.stimulus(&model, hit.lane, STEPS, |_| true));
    let stimuli: Vec<Arc<Stimulus>> = first.iter().take(3).map(stimulus).collect();
    let repeated = if stimuli.is_empty() {
        None
    } else {
        Some(Source::new(&model, mutants, seed).repeat(&stimuli))
    };
    for m in everyone {
        if !model.changes.contains_key(&m) {
            continue;
        }
        let member = [(m, properties.clone())];
        for patterns in [Some(&drawn), repeated.as_ref()].into_iter().flatten() {
            let (all, _) = sweep(&model, patterns, &member, wanted);
            let mut lanes: Vec<usize> = all.iter().map(|hit| hit.lane).collect();
            lanes.extend((0..4).map(|_| random.below(LANES as u64) as usize));
            for lane in lanes {
                let stimulus = patterns.stimulus(&model, lane, STEPS, |_| true);
                let (alone, _) = sweep(&model, &patterns.only(lane), &member, wanted);
                let found = |p: usize| alone.iter().find(|h| h.property == p).map(|h| h.step);
                let exact = exactly(mutants, m, &stimulus);
                let name = &mutants.mutants[m].id;
                for &p in &properties {
                    let expected = exact.iter().find(|(q, _)| *q == p).map(|(_, step)| *step);
                    if exact_numbers || found(p).is_some() {
                        assert_eq!(found(p), expected, "seed {seed}, {name}, property {p}");
                    }
                    // Together the soonest is found.
                    let together = all.iter().find(|h| h.property == p);
                    if let Some(step) = found(p) {
                        assert!(together.is_some_and(|h| h.step <= step));
                    }
                    if let Some(hit) = together.filter(|h| h.lane == lane) {
                        assert_eq!(Some(hit.step), found(p));
                    }
                }
                count.compared += 1;
                count.violated += usize::from(!exact.is_empty());
            }
        }
    }
    Some(())
}

#[test]
fn circuits_do_what_they_do() {
    let size = Size {
        inputs: 4,
        latches: 5,
        ands: 14,
        justice: false,
    };
    let mut count = Count::default();
    for seed in 0..60 {
        let mut sources = SourceMap::new();
        let loaded = Loaded::list(&mut sources, "random.aag", circuit(seed, size));
        let options = Options {
            nodes: Nodes::All,
            cut: [Cut::Next, Cut::Output][seed as usize % 2],
        };
        let lowered = lower(&loaded, options);
        let selection = Selection::parse("all").expect("a group");
        let file = sources.file(loaded.file);
        let mutants = mutate(&loaded, &lowered, file, options, &selection);
        compare(&mutants, seed, true, &mut count).expect("circuits are finite");
    }
    let Count { compared, violated } = count;
    assert!(compared > 5000 && violated > 1000, "{compared} {violated}");
}

#[test]
fn words_do_what_they_do() {
    let mut count = Count::default();
    for seed in 0..8 {
        compare(&machine(seed), seed, true, &mut count).expect("words are finite");
    }
    let Count { compared, violated } = count;
    assert!(compared > 400 && violated > 80, "{compared} {violated}");
}

#[test]
fn programs_do_what_they_do() {
    let (mut count, mut finite) = (Count::default(), 0);
    for seed in 0..20 {
        let done = compare(&random_mutants(seed), seed, false, &mut count);
        finite += usize::from(done.is_some());
    }
    assert!(finite > 5, "{finite} programs are finite");
}

fn add(system: &mut System, name: String, sort: Sort, kind: VarKind) -> VarId {
    let term = system.declare(&name, sort, kind);
    system.var_of(term)
}

/// A random machine of words and small arrays with wires before its states, and every kind of patch.
fn machine(seed: u64) -> Mutants {
    let mut random = Random::new(seed);
    let mut system = System::new();
    let sorts: Vec<Sort> = words::sorts().into_iter().step_by(2).collect();
    let mut leaves: Vec<TermId> = Vec::new();
    let mut states: Vec<VarId> = Vec::new();
    for (i, &sort) in sorts.iter().enumerate() {
        let input = add(&mut system, format!("i{i}"), sort, VarKind::Input);
        let rigid = add(&mut system, format!("r{i}"), sort, VarKind::Rigid);
        // Initial values are open, constants, inputs, or those of other states.
        let constant = words::value(sort, &mut || random.bits());
        let init = match random.below(4) {
            0 => None,
            1 => Some(system.pool.constant(constant)),
            2 => Some(system.pool.var(input)),
            _ => {
                let other = states.iter().find(|s| system.sort(**s) == sort);
                Some(system.pool.var(other.copied().unwrap_or(rigid)))
            }
        };
        let next = system.pool.var(input);
        for name in ["s", "t"] {
            let kind = VarKind::State { init, next };
            states.push(add(&mut system, format!("{name}{i}"), sort, kind));
        }
        leaves.extend([input, rigid].map(|v| system.pool.var(v)));
    }
    leaves.extend(states.iter().map(|s| system.pool.var(*s)));
    let mut byte = || random.below(256) as u8;
    let tape: Vec<Choice> = (0..40).map(|_| (byte(), byte(), byte(), byte())).collect();
    let terms = grow(&mut system.pool, &leaves, &tape);
    let mut pick = |system: &System, sort: Sort| {
        let fits: Vec<TermId> = terms
            .iter()
            .copied()
            .filter(|t| system.pool.sort(*t) == sort)
            .collect();
        fits[random.below(fits.len() as u64) as usize]
    };
    let mut wires = Vec::new();
    for (i, &state) in states.iter().enumerate() {
        let sort = system.sort(state);
        let def = pick(&system, sort);
        let wire = add(&mut system, format!("w{i}"), sort, VarKind::Wire { def });
        wires.push(wire);
        let read = system.pool.var(wire);
        if let VarKind::State { next, .. } = &mut system.vars[state.index()].kind {
            *next = read;
        }
    }
    // Wires of wires: a change may read what comes later.
    let sort = Sort::Bool;
    for i in 0..2 {
        let def = pick(&system, sort);
        let first = wires
            .iter()
            .find(|w| system.sort(**w) == sort)
            .expect("there are Booleans");
        let read = system.pool.var(*first);
        let def = system.pool.or2(def, read);
        wires.push(add(
            &mut system,
            format!("v{i}"),
            sort,
            VarKind::Wire { def },
        ));
    }
    for i in 0..3 {
        let term = pick(&system, sort);
        let last = system.pool.var(*wires.last().expect("there are wires"));
        let term = if i == 0 {
            system.pool.or2(term, last)
        } else {
            term
        };
        system.claim(term);
    }
    let term = pick(&system, sort);
    let other = pick(&system, sort);
    let term = system.pool.or2(term, other);
    system.assume(term);
    let fresh_from = system.vars.len();
    let mut patches: Vec<Patch> = vec![Patch {
        constraints: vec![(0, other)],
        ..Patch::default()
    }];
    for (i, &wire) in wires.iter().enumerate() {
        let sort = system.sort(wire);
        let free = add(&mut system, format!("any{i}"), sort, VarKind::Input);
        let value = words::value(sort, &mut || i as u64 * 7);
        let (free, value) = (system.pool.var(free), system.pool.constant(value));
        for def in [free, value, pick(&system, sort)] {
            let vars = vec![(wire, VarKind::Wire { def })];
            patches.push(Patch {
                vars,
                ..Patch::default()
            });
        }
    }
    // The first Boolean wire reads the last, which no longer reads it.
    let booleans: Vec<VarId> = wires
        .iter()
        .copied()
        .filter(|w| system.sort(*w) == sort)
        .collect();
    let [first, .., last] = booleans[..] else {
        unreachable!("there are Booleans");
    };
    let (read, cut) = (system.pool.var(last), pick(&system, sort));
    let vars = vec![
        (first, VarKind::Wire { def: read }),
        (last, VarKind::Wire { def: cut }),
    ];
    patches.push(Patch {
        vars,
        ..Patch::default()
    });
    for &state in &states {
        if let VarKind::State { init: Some(_), .. } = system.var(state).kind {
            let sort = system.sort(state);
            let value = words::value(sort, &mut || 3);
            let init = Some(system.pool.constant(value));
            let next = pick(&system, sort);
            let vars = vec![(state, VarKind::State { init, next })];
            patches.push(Patch {
                vars,
                ..Patch::default()
            });
        }
    }
    let mutants = patches.into_iter().enumerate().map(|(i, patch)| Mutant {
        id: format!("patch {i}"),
        operator: "patch",
        target: Target::Assertion,
        element: String::new(),
        span: Span {
            file: FileId(0),
            start: 0,
            end: 0,
        },
        line: 1,
        column: 1,
        original: String::new(),
        replacement: String::new(),
        fingerprint: String::new(),
        change: Change::Patch(patch),
    });
    Mutants {
        executions: vec![],
        mutants: mutants.collect(),
        system,
        fresh_from,
    }
}
