//! Elements that are tied to generators with states and inputs of their own, beside other mutants, against enumeration.

use std::collections::BTreeSet;

use assay_cover::result::MutantVerdict;
use assay_cover::{CoverOptions, cover};
use assay_solver::StopFlag;
use assay_system::{
    Change, Generator, Mutant, Mutants, Patch, Role, Shown, System, VarKind, Variable,
};
use assay_term::{Sort, TermId, Value, VarId};
use assay_testkit::mutants::random_mutants;
use assay_testkit::{Random, Terms, brute_force};

fn add(system: &mut System, name: &str, sort: Sort) -> VarId {
    let variable = Variable {
        name: name.into(),
        kind: VarKind::Input,
        role: Role::Local,
        range: (sort == Sort::Int).then(|| (0.into(), 2.into())),
        shown: Shown::Plain,
        span: None,
    };
    system.add_var(sort, variable)
}

/// A generator with the input `b`, and with one state that may start anyhow: a bit that moves as it likes, or a counter to 2 that
/// goes on while `b` holds. The output is the state, or is computed from it and `b`.
fn generator(c: &mut Random, sort: Sort) -> (System, TermId) {
    let mut system = System::new();
    let b = add(&mut system, "b", Sort::Bool);
    let state = add(&mut system, "s", sort);
    let (b, s) = (system.pool.var(b), system.pool.var(state));
    let start = match sort {
        Sort::Bool => Value::Bool(c.below(2) == 0),
        _ => Value::int(c.below(3) as i64),
    };
    let start = system.pool.constant(start);
    let init = (c.below(3) > 0).then_some(start);
    let (next, computed) = match sort {
        Sort::Bool => {
            let terms = Terms::over(&system.pool, system.var_ids());
            let next = terms.make(&mut system.pool, c, sort, 2);
            (next, system.pool.xor(s, b))
        }
        _ => {
            let pool = &mut system.pool;
            let (zero, one, two) = (pool.int(0), pool.int(1), pool.int(2));
            let last = pool.eq(s, two);
            let more = pool.add([s, one]);
            let more = pool.ite(last, zero, more);
            (pool.ite(b, more, s), pool.ite(b, zero, s))
        }
    };
    system.vars[state.index()].kind = VarKind::State { init, next };
    let output = if c.below(2) == 0 { s } else { computed };
    (system, output)
}

/// Random mutants, and for each element one that ties it to a generator, whose input is free or a variable of the model.
fn with_generators(seed: u64) -> (Mutants, usize) {
    let mut mutants = random_mutants(seed);
    let mut c = Random::new(seed ^ 0xfeed);
    let others = mutants.mutants.len();
    for element in 0..mutants.system.elements.len() {
        let wire = mutants.system.elements[element].instances[0].var;
        let (generator, output) = generator(&mut c, mutants.system.sort(wire));
        let tied = Generator {
            system: &generator,
            output,
            prefix: "g.",
        };
        let bits: Vec<VarId> = mutants.system.var_ids().collect();
        let is_bit = |v: &VarId| mutants.system.sort(*v) == Sort::Bool;
        let bits: Vec<VarId> = bits[..mutants.fresh_from]
            .iter()
            .copied()
            .filter(is_bit)
            .collect();
        let mut bound = Vec::new();
        if c.below(2) == 0 && !bits.is_empty() {
            bound.push((VarId(0), bits[c.below(bits.len())]));
        }
        let Ok(def) = tied.tie(&mut mutants.system, wire, &bound) else {
            continue;
        };
        let patch = Patch {
            vars: vec![(wire, VarKind::Wire { def })],
            ..Patch::default()
        };
        if patch.closes_loop(&mutants.system).is_some() {
            continue;
        }
        let like = mutants.mutants[0].clone();
        mutants.mutants.push(Mutant {
            id: format!("{element}:user"),
            target: assay_system::Target::Element(element),
            fingerprint: format!("{element}:user"),
            change: Change::Patch(patch),
            ..like
        });
    }
    (mutants, others)
}

/// The mutant without what only others read, so that it can be enumerated.
fn alone(mutants: &Mutants, m: usize) -> System {
    let patch = mutants.mutants[m].patch().expect("it has a patch");
    let mut system = patch.apply(&mutants.system);
    let own = mutants.fresh(m);
    for v in (mutants.fresh_from..system.vars.len()).map(|v| VarId(v as u32)) {
        if !own.contains(&v) {
            let def = Value::default_of(system.sort(v));
            let def = system.pool.constant(def);
            system.vars[v.index()].kind = VarKind::Wire { def };
            system.vars[v.index()].range = None;
        }
    }
    system
}

#[test]
fn verdicts_are_those_of_enumeration() {
    let stop = StopFlag::new();
    let (mut kills, mut survivors) = (0, 0);
    for seed in 0..90 {
        let (mutants, others) = with_generators(seed);
        let mut options = CoverOptions::default();
        options.proof.deterministic = true;
        options.proof.max_k = 40;
        let Ok(result) = cover(&mutants, &[], &options, None, &stop, &|_| {}) else {
            continue;
        };
        for (m, outcome) in result.mutants.iter().enumerate().skip(others) {
            let truth = brute_force(&alone(&mutants, m));
            let expected: BTreeSet<usize> = (0..result.properties.len())
                .filter(|&i| truth[result.properties[i]].is_some())
                .collect();
            let at = format!("seed {seed} mutant {}", mutants.mutants[m].id);
            match outcome.verdict {
                MutantVerdict::Killed => {
                    let found: BTreeSet<usize> = outcome.killers().collect();
                    assert_eq!(found, expected, "{at}");
                    kills += 1;
                }
                MutantVerdict::Survived | MutantVerdict::Equivalent | MutantVerdict::Vacuous => {
                    assert!(expected.is_empty(), "{at} is killed by {expected:?}");
                    survivors += 1;
                }
                other => panic!("{at}: {other:?}, {:?}", outcome.reason),
            }
        }
    }
    assert!(
        kills > 20 && survivors > 50,
        "{kills} kills, {survivors} survivors"
    );
}
