//! The system of a model and the interpreter of its text say the same, on random models: executions of the system are
//! executions of the text, steps that the text allows are steps of the system, and atoms have the same truth values.

use assay_language::{Breaks, Given, Model};
use assay_smv::SmvModel;
use assay_smv::testgen::{Shape, model};
use assay_source::{Color, Renderer, SourceMap};
use assay_system::{Change, Cone, Mutants, Random, Replayer, System, Trace, VarKind, execute};
use assay_term::{BigInt, Evaluator, Functions, Sort, Value, VarId};

fn any(random: &mut Random, system: &System, var: VarId) -> Value {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(random.below(2) == 1),
        (Sort::BitVec(width), _) => {
            let bits: Vec<bool> = (0..width).map(|_| random.below(2) == 1).collect();
            assay_term::Bits::from_bits(&bits).into()
        }
        (_, Some((low, high))) => {
            let size = u64::try_from(high - low + 1).unwrap();
            Value::Int(low + BigInt::from(random.below(size)))
        }
        (sort, None) => Value::default_of(sort),
    }
}

/// The steps of a trace before the first one in which an assumption fails.
fn allowed(system: &System, trace: &Trace) -> usize {
    for (at, step) in trace.steps.iter().enumerate() {
        let mut here = Evaluator::new(&system.pool, step, &trace.functions);
        if !system
            .constraints
            .iter()
            .all(|c| here.eval_bool(c.term).unwrap())
        {
            return at;
        }
    }
    trace.len()
}

fn read(text: &str) -> Result<SmvModel, String> {
    let mut map = SourceMap::new();
    let id = map.add_text("random.smv", text);
    let read = SmvModel::read(map.file(id).clone());
    let read = read.map(|(model, _)| model);
    read.map_err(|faults| Renderer::new(Color::Plain).render_all(&map, &faults))
}

/// Every value that the replay of the system compares is right: each state, wire and range.
fn runs_as_text(
    text: &str,
    system: &System,
    replayer: &dyn Replayer,
    random: &mut Random,
) -> usize {
    let mut steps = 0;
    for _ in 0..4 {
        let trace = execute(system, 5, Functions::default(), |var, _| {
            any(random, system, var)
        });
        let mut trace = trace.unwrap();
        assay_system::replay(system, &trace).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let length = allowed(system, &trace);
        // The text refuses what an assumption refuses, whatever the inputs are.
        if length < trace.len() {
            let mut longer = trace.clone();
            longer.steps.truncate(length + 1);
            let followed = replayer.follows(&longer, true).unwrap();
            assert!(
                followed.is_err(),
                "step {length} is allowed by the text\n{text}"
            );
        }
        trace.steps.truncate(length);
        steps += length;
        if let Err(why) = replayer.follows(&trace, true).unwrap() {
            panic!("{why}\n{text}\n{:?}", trace.steps);
        }
        for (at, step) in trace.steps.iter().enumerate() {
            let mut here = Evaluator::new(&system.pool, step, &trace.functions);
            for property in &system.properties {
                let mut terms = vec![property.term];
                if let assay_system::Claim::Temporal(formula) = &property.claim {
                    terms.extend(formula.atoms());
                }
                let said = replayer.atoms(&trace, &terms).unwrap();
                for (term, said) in terms.into_iter().zip(&said[at]) {
                    let Some(truth) = *said else {
                        continue;
                    };
                    let evaluated = here.eval_bool(term).unwrap();
                    assert_eq!(truth, evaluated, "{} at {at}\n{text}", property.name);
                }
            }
        }
    }
    steps
}

/// Random pairs of steps: what the text allows, some inputs give.
fn moves_as_text(
    text: &str,
    system: &System,
    replayer: &dyn Replayer,
    random: &mut Random,
) -> (usize, usize) {
    // What only other mutants read does not matter.
    let wanted: Vec<_> = (system.constraints.iter().map(|c| c.term))
        .chain(
            system
                .var_ids()
                .take(visible(system))
                .map(|v| system.pool.var(v)),
        )
        .collect();
    let cone = Cone::of(system, &wanted);
    let hidden: Vec<VarId> = (system.var_ids())
        .filter(|v| system.var(*v).kind == VarKind::Input && cone.contains(*v))
        .filter(|v| system.var(*v).role == assay_system::Role::Internal)
        .collect();
    let sizes: Vec<u64> = hidden.iter().map(|v| size(system, *v)).collect();
    let total: u64 = sizes.iter().product();
    if total > 300 {
        return (0, 0);
    }
    let wires = system.wire_order();
    let (mut yes, mut no) = (0, 0);
    for _ in 0..16 {
        let random_step = |random: &mut Random| -> Vec<Value> {
            let mut values: Vec<Value> = system.var_ids().map(|v| any(random, system, v)).collect();
            compute(system, &wires, &mut values);
            values
        };
        let (now, mut next) = (random_step(random), random_step(random));
        // Most variables move as the system says, so that some pairs are steps.
        let functions = Functions::default();
        let mut evaluator = Evaluator::new(&system.pool, &now, &functions);
        for var in system.var_ids() {
            if let VarKind::State { next: term, .. } = system.var(var).kind
                && random.below(8) != 0
            {
                next[var.index()] = evaluator.eval(term).unwrap();
            }
        }
        compute(system, &wires, &mut next);
        let pair = Trace {
            steps: vec![now.clone(), next.clone()],
            functions: Functions::default(),
        };
        let text_allows = replayer.follows(&pair, false).unwrap().is_ok();
        let mut found = false;
        for number in 0..total {
            let mut try_now = now.clone();
            let mut rest = number;
            for (var, size) in hidden.iter().zip(&sizes) {
                try_now[var.index()] = nth(system, *var, rest % size);
                rest /= size;
            }
            found |= leads(system, &cone, &wires, try_now, &next);
        }
        assert_eq!(text_allows, found, "{now:?}\n{next:?}\n{text}");
        if found { yes += 1 } else { no += 1 }
    }
    (yes, no)
}

fn size(system: &System, var: VarId) -> u64 {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => 2,
        (Sort::BitVec(width), _) => 1 << width,
        (_, Some((low, high))) => u64::try_from(high - low + 1).unwrap(),
        _ => 1,
    }
}

fn nth(system: &System, var: VarId, n: u64) -> Value {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(n == 1),
        (Sort::BitVec(width), _) => assay_term::Bits::new(width, n).into(),
        (_, Some((low, _))) => Value::Int(low + BigInt::from(n)),
        (sort, None) => Value::default_of(sort),
    }
}

fn compute(system: &System, wires: &[VarId], values: &mut [Value]) {
    let functions = Functions::default();
    let known = values.to_vec();
    let mut evaluator = Evaluator::new(&system.pool, &known, &functions);
    for &wire in wires {
        if let VarKind::Wire { def } = system.var(wire).kind {
            let value = evaluator.eval(def).unwrap();
            evaluator.assume(wire, value.clone());
            values[wire.index()] = value;
        }
    }
}

/// Whether the named states of `next` follow, with all assumptions, where `valid` was true before.
fn leads(
    system: &System,
    cone: &Cone,
    wires: &[VarId],
    mut now: Vec<Value>,
    next: &[Value],
) -> bool {
    let functions = Functions::default();
    let valid = system.find(assay_smv::lower::VALID);
    if let Some(valid) = valid {
        now[valid.index()] = Value::Bool(true);
    }
    compute(system, wires, &mut now);
    let mut evaluator = Evaluator::new(&system.pool, &now, &functions);
    let holds = |values: &Vec<Value>| {
        let mut here = Evaluator::new(&system.pool, values, &functions);
        system
            .constraints
            .iter()
            .all(|c| here.eval_bool(c.term).unwrap())
    };
    let mut after = next.to_vec();
    for var in system.var_ids() {
        if let VarKind::State { next: term, .. } = system.var(var).kind {
            let value = evaluator.eval(term).unwrap();
            if Some(var) == valid {
                after[var.index()] = value;
            } else if value != next[var.index()] && cone.contains(var) {
                return false;
            }
        }
    }
    compute(system, wires, &mut after);
    holds(&now) && holds(&after)
}

/// How many variables stand first that a person named.
fn visible(system: &System) -> usize {
    let hidden = |v: &assay_system::Variable| v.role == assay_system::Role::Internal;
    system
        .vars
        .iter()
        .position(hidden)
        .unwrap_or(system.vars.len())
}

#[derive(Debug, Default)]
struct Counts {
    models: usize,
    steps: usize,
    moves: usize,
    others: usize,
    mutants: usize,
    refused: std::collections::BTreeMap<String, usize>,
}

impl Counts {
    fn compare(
        &mut self,
        text: &str,
        system: &System,
        replayer: &dyn Replayer,
        random: &mut Random,
    ) {
        self.steps += runs_as_text(text, system, replayer, random);
        let (yes, no) = moves_as_text(text, system, replayer, random);
        self.moves += yes;
        self.others += no;
    }
}

fn seeds(count: u64) -> std::ops::Range<u64> {
    let first: u64 = std::env::var("SEED").map_or(0, |s| s.parse().unwrap());
    let count = std::env::var("SEEDS").map_or(count, |s| s.parse().unwrap());
    first..first + count
}

fn each_model(
    counts: &mut Counts,
    count: u64,
    mut visit: impl FnMut(&mut Counts, &str, &SmvModel, &mut Random),
) {
    for seed in seeds(count) {
        let mut random = Random::new(seed);
        let text = model(&mut random, Shape::FULL);
        match read(&text) {
            Ok(model) => {
                counts.models += 1;
                visit(counts, &text, &model, &mut random);
            }
            Err(why) => {
                let code = why.split(']').next().unwrap_or_default().to_string();
                let codes = ["S0408", "S0412", "S0510", "S0511", "S0512", "S0514"];
                assert!(
                    codes.iter().any(|c| code.contains(c)),
                    "seed {seed}: {why}\n{text}"
                );
                *counts.refused.entry(code).or_default() += 1;
            }
        }
    }
}

#[test]
fn the_system_runs_as_the_text_says() {
    let mut counts = Counts::default();
    each_model(&mut counts, 100, |counts, text, model, random| {
        let problem = model.problem(0).unwrap();
        counts.compare(text, problem.system(), problem.replayer(), random);
    });
    println!("{counts:?}");
    assert!(counts.models > 40 && counts.steps > 400);
    assert!(counts.moves > 100 && counts.others > 100);
}

/// The patch of a mutant makes the system of the mutant's text.
#[test]
fn mutants_run_as_their_texts_say() {
    let mut counts = Counts::default();
    each_model(&mut counts, 40, |counts, text, model, random| {
        let breaks = Breaks {
            mutators: "all".into(),
            given: Given::default(),
            tied: vec![],
            settled: Default::default(),
            only: None,
        };
        let Ok(mutated) = model.mutants(0, &breaks) else {
            panic!("{text}")
        };
        let replayer = mutated.replayer.unwrap();
        let all = &mutated.mutants;
        for _ in 0..12 {
            let mutant = &all.mutants[random.below(all.mutants.len() as u64) as usize];
            let Change::Patch(patch) = &mutant.change else {
                continue;
            };
            let Some(changed) = replayer.change(mutant) else {
                continue;
            };
            counts.mutants += 1;
            let patched = patch.apply(&all.system);
            let only = Mutants {
                mutants: vec![mutant.clone()],
                ..all.clone()
            };
            let remark = format!("{} {}", mutant.id, mutant.replacement);
            let shown = model.written(0, &breaks, &only, &remark).unwrap();
            counts.compare(&shown, &patched, &*changed, random);
        }
    });
    println!("{counts:?}");
    assert!(counts.mutants > 100);
}
