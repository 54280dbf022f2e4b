//! Formulas of branching time on random small systems, with deadlocks and conditions of fairness: what is decided is what explicit labelling says, and
//! the check room accepts the evidence.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, Room};
use assay_engine::ctl::{self, Decision, Distance, Limits, Truth};
use assay_solver::StopFlag;
use assay_system::branching::{Normal, NormalPart, Quantifier};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Fairness, Formula, Paths, Property, Question, System,
    VarKind,
};
use assay_term::{Evaluator, Functions, Sort, TermId, Value, VarId};
use assay_testkit::{Build, Random};

/// A random system with at most 64 states, and the terms of its states.
struct Made {
    system: System,
    atoms: Vec<TermId>,
}

fn literal(
    system: &mut System,
    bits: &[TermId],
    numbers: &[TermId],
    random: &mut Random,
) -> TermId {
    if !numbers.is_empty() && random.chance(50) {
        let (number, bound) = (random.pick(numbers), random.below(3) as i64);
        let bound = system.pool.int(bound);
        return match random.below(2) {
            0 => system.pool.le(number, bound),
            _ => system.pool.eq(number, bound),
        };
    }
    let bit = random.pick(bits);
    if random.chance(50) {
        bit
    } else {
        system.pool.not(bit)
    }
}

fn condition(
    system: &mut System,
    bits: &[TermId],
    numbers: &[TermId],
    random: &mut Random,
) -> TermId {
    let mut pick = || literal(system, bits, numbers, random);
    let (a, b, c) = (pick(), pick(), pick());
    match random.below(4) {
        0 => a,
        1 => system.pool.and2(a, b),
        2 => system.pool.or2(a, b),
        _ => {
            let both = system.pool.and2(b, c);
            system.pool.xor(a, both)
        }
    }
}

/// States that follow functions, states that follow hidden inputs, and a relation between them.
fn make(seed: u64) -> Made {
    let random = &mut Random::new(seed);
    let mut system = System::new();
    let bits: Vec<TermId> = (0..1 + random.below(3))
        .map(|i| system.state(&format!("b{i}"), Sort::Bool))
        .collect();
    let numbers: Vec<TermId> = (0..random.below(3))
        .map(|i| system.state(&format!("n{i}"), (0, 2)))
        .collect();
    let label = system.input("label", Sort::Bool);
    let digit = system.input("digit", (0, 2));
    let mut later_bits = vec![label];
    let mut later_numbers = vec![digit];
    let mut seen_bits = bits.clone();
    seen_bits.push(label);
    let mut seen_numbers = numbers.clone();
    seen_numbers.push(digit);
    for (i, &bit) in bits.iter().enumerate() {
        let begins = random
            .chance(60)
            .then(|| system.pool.bool(random.chance(50)));
        let next = if random.chance(50) {
            let free = system.input(&format!("b{i}#next"), Sort::Bool);
            later_bits.push(free);
            free
        } else {
            condition(&mut system, &seen_bits, &seen_numbers, random)
        };
        system.set_state(bit, begins, next);
    }
    for (i, &number) in numbers.iter().enumerate() {
        let begins = random.chance(60).then(|| {
            let other = system.input(&format!("n{i}#init"), (0, 2));
            if random.chance(50) {
                other
            } else {
                system.pool.int(1)
            }
        });
        let next = if random.chance(50) {
            let free = system.input(&format!("n{i}#next"), (0, 2));
            later_numbers.push(free);
            free
        } else {
            let c = condition(&mut system, &seen_bits, &seen_numbers, random);
            let other = random.pick(&seen_numbers);
            let two = system.pool.int(2);
            system.pool.ite(c, other, two)
        };
        system.set_state(number, begins, next);
    }
    if random.chance(60) {
        // The relation: now and later.
        let all_bits: Vec<TermId> = seen_bits.iter().chain(&later_bits).copied().collect();
        let all_numbers: Vec<TermId> = seen_numbers.iter().chain(&later_numbers).copied().collect();
        let mut relation = condition(&mut system, &all_bits, &all_numbers, random);
        if random.chance(60) {
            let more = condition(&mut system, &later_bits, &later_numbers, random);
            let either = condition(&mut system, &bits, &numbers, random);
            let more = system.pool.or2(more, either);
            relation = system.pool.and2(relation, more);
        }
        let begins = random
            .chance(40)
            .then(|| condition(&mut system, &bits, &numbers, random));
        let yes = system.pool.bool(true);
        let valid = system.state("valid", Sort::Bool);
        system.set_state(valid, Some(begins.unwrap_or(yes)), relation);
        system.assume(valid);
    }
    if random.chance(30) {
        let a = condition(&mut system, &bits, &numbers, random);
        let b = condition(&mut system, &bits, &numbers, random);
        let invariant = system.pool.or2(a, b);
        system.assume(invariant);
    }
    for n in 0..random.below(4) {
        let term = condition(&mut system, &bits, &numbers, random);
        system.fairness.push(Fairness {
            name: format!("f{n}"),
            term,
            then: None,
            span: None,
        });
    }
    let atoms = (0..4)
        .map(|_| condition(&mut system, &bits, &numbers, random))
        .collect();
    Made { system, atoms }
}

fn formula(atoms: &[TermId], depth: usize, random: &mut Random) -> Formula {
    if depth == 0 || random.chance(10) {
        return Formula::Atom(random.pick(atoms));
    }
    let paths = random.pick(&[Paths::All, Paths::Some]);
    let mut sub = || Box::new(formula(atoms, depth - 1, random));
    let (a, b) = (sub(), sub());
    match random.below(8) {
        0 => Formula::Not(a),
        1 => Formula::And(a, b),
        2 => Formula::Or(a, b),
        3 => Formula::Iff(a, b),
        4 => Formula::Next(paths, a),
        5 => Formula::Finally(paths, a),
        6 => Formula::Globally(paths, a),
        _ => Formula::Until(paths, a, b),
    }
}

/// All states by enumeration: valid ones only.
struct Structure {
    states: Vec<Vec<Value>>,
    follow: Vec<Vec<usize>>,
    initial: Vec<bool>,
    fair: Vec<bool>,
    conditions: Vec<Vec<bool>>,
}

fn values_of(system: &System, var: VarId) -> Vec<Value> {
    match (&system.var(var).range, system.sort(var)) {
        (Some((lo, hi)), _) => {
            let (lo, hi): (i64, i64) = (lo.try_into().unwrap(), hi.try_into().unwrap());
            (lo..=hi).map(Value::int).collect()
        }
        (None, _) => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// All values of these variables, the others as they are.
fn all_values(system: &System, base: &[Value], vars: &[VarId]) -> Vec<Vec<Value>> {
    vars.iter().fold(vec![base.to_vec()], |all, &var| {
        let values = values_of(system, var);
        all.iter()
            .flat_map(|row| {
                values.iter().map(move |value| {
                    let mut row = row.clone();
                    row[var.index()] = value.clone();
                    row
                })
            })
            .collect()
    })
}

fn eval(system: &System, values: &[Value], term: TermId) -> Value {
    let functions = Functions::default();
    Evaluator::new(&system.pool, values, &functions)
        .eval(term)
        .unwrap()
}

fn truth(system: &System, values: &[Value], term: TermId) -> bool {
    eval(system, values, term) == Value::Bool(true)
}

impl Structure {
    fn new(system: &System) -> Structure {
        let base: Vec<Value> = system
            .var_ids()
            .map(|v| Value::default_of(system.sort(v)))
            .collect();
        let of_kind = |wanted: fn(&VarKind) -> bool| -> Vec<VarId> {
            let all = system.var_ids();
            all.filter(|v| wanted(&system.var(*v).kind)).collect()
        };
        let state_vars = of_kind(|k| matches!(k, VarKind::State { .. }));
        let inputs = of_kind(|k| matches!(k, VarKind::Input));
        let mut read = Vec::new();
        for &v in &state_vars {
            if let VarKind::State { init, next } = system.var(v).kind {
                read.extend(init);
                read.push(next);
            }
        }
        let read = system.pool.variables(&read);
        let inputs: Vec<VarId> = inputs.into_iter().filter(|v| read.contains(v)).collect();
        let valid = |row: &Vec<Value>| {
            let mut constraints = system.constraints.iter();
            constraints.all(|c| truth(system, row, c.term))
        };
        let states: Vec<Vec<Value>> = all_values(system, &base, &state_vars)
            .into_iter()
            .filter(valid)
            .collect();
        let same =
            |a: &[Value], b: &[Value]| state_vars.iter().all(|v| a[v.index()] == b[v.index()]);
        let mut initial = vec![false; states.len()];
        let mut follow = vec![Vec::new(); states.len()];
        for (at, state) in states.iter().enumerate() {
            for row in all_values(system, state, &inputs) {
                let mut next = row.clone();
                let mut begins = true;
                for &v in &state_vars {
                    if let VarKind::State { init, next: after } = system.var(v).kind {
                        let init = init.map(|init| eval(system, &row, init));
                        begins &= init.is_none_or(|init| init == row[v.index()]);
                        next[v.index()] = eval(system, &row, after);
                    }
                }
                initial[at] |= begins;
                if let Some(to) = states.iter().position(|s| same(s, &next))
                    && !follow[at].contains(&to)
                {
                    follow[at].push(to);
                }
            }
        }
        let conditions = system.fairness.iter();
        let conditions: Vec<Vec<bool>> = conditions
            .map(|f| states.iter().map(|s| truth(system, s, f.term)).collect())
            .collect();
        let mut structure = Structure {
            fair: Vec::new(),
            states,
            follow,
            initial,
            conditions,
        };
        let all = vec![true; structure.states.len()];
        structure.fair = structure.fair_within(&all);
        structure
    }

    /// Which states reach which inside of a set.
    fn leads(&self, within: &[bool]) -> Vec<Vec<bool>> {
        let count = self.states.len();
        let mut leads = vec![vec![false; count]; count];
        for (from, row) in leads.iter_mut().enumerate() {
            for &to in &self.follow[from] {
                row[to] = within[from] && within[to];
            }
        }
        for via in 0..count {
            let through = leads[via].clone();
            for row in leads.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&through).for_each(|(r, t)| *r |= t);
            }
        }
        leads
    }

    /// From where a path inside of the set comes to a loop that meets all conditions.
    fn fair_within(&self, within: &[bool]) -> Vec<bool> {
        let leads = self.leads(within);
        let count = self.states.len();
        let good: Vec<bool> = (0..count)
            .map(|s| {
                leads[s][s]
                    && self
                        .conditions
                        .iter()
                        .all(|holds| (0..count).any(|t| holds[t] && leads[s][t] && leads[t][s]))
            })
            .collect();
        (0..count)
            .map(|s| good[s] || (0..count).any(|t| leads[s][t] && good[t]))
            .collect()
    }

    fn some_until(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let mut holds: Vec<bool> = b.iter().zip(&self.fair).map(|(b, f)| *b && *f).collect();
        for _ in 0..self.states.len() {
            for s in 0..self.states.len() {
                holds[s] |= a[s] && self.follow[s].iter().any(|&t| holds[t]);
            }
        }
        holds
    }

    fn some_release(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let both: Vec<bool> = a.iter().zip(b).map(|(a, b)| *a && *b).collect();
        let for_ever = self.fair_within(b);
        let ends = self.some_until(b, &both);
        ends.iter().zip(for_ever).map(|(e, f)| *e || f).collect()
    }

    fn label(&self, system: &System, normal: &Normal) -> Vec<bool> {
        let mut sets: Vec<Vec<bool>> = Vec::new();
        let not = |set: &[bool]| -> Vec<bool> { set.iter().map(|b| !b).collect() };
        for part in &normal.parts {
            let set = match *part {
                NormalPart::Literal(term, positive) => {
                    let states = self.states.iter();
                    states.map(|s| truth(system, s, term) == positive).collect()
                }
                NormalPart::And(a, b) => {
                    let both = sets[a].iter().zip(&sets[b]);
                    both.map(|(a, b)| *a && *b).collect()
                }
                NormalPart::Or(a, b) => {
                    let both = sets[a].iter().zip(&sets[b]);
                    both.map(|(a, b)| *a || *b).collect()
                }
                NormalPart::Next(quantifier, a) => {
                    let all = quantifier == Quantifier::All;
                    let follow = self.follow.iter();
                    follow
                        .map(|after| {
                            after.iter().any(|&t| self.fair[t] && sets[a][t] != all) != all
                        })
                        .collect()
                }
                NormalPart::Until(Quantifier::Some, a, b) => self.some_until(&sets[a], &sets[b]),
                NormalPart::Release(Quantifier::Some, a, b) => {
                    self.some_release(&sets[a], &sets[b])
                }
                NormalPart::Until(Quantifier::All, a, b) => {
                    not(&self.some_release(&not(&sets[a]), &not(&sets[b])))
                }
                NormalPart::Release(Quantifier::All, a, b) => {
                    not(&self.some_until(&not(&sets[a]), &not(&sets[b])))
                }
            };
            sets.push(set);
        }
        sets.pop().unwrap()
    }

    fn reachable(&self) -> Vec<bool> {
        let mut reached = self.initial.clone();
        for _ in 0..self.states.len() {
            for s in 0..self.states.len() {
                if reached[s] {
                    self.follow[s].iter().for_each(|&t| reached[t] = true);
                }
            }
        }
        reached
    }
}

fn claim(system: &mut System, formula: Formula) {
    let yes = system.pool.bool(true);
    let mut property = Property::invariant(format!("c{}", system.properties.len()), yes);
    property.claim = Claim::Temporal(formula);
    system.properties.push(property);
}

/// What explicit labelling says; None if there are no executions.
fn expected(system: &System, structure: &Structure, formula: &Formula) -> Option<bool> {
    let yes = system.pool.clone().bool(true);
    let normal = Normal::of(formula, false, yes).unwrap();
    let holds = structure.label(system, &normal);
    let starts = (0..structure.states.len()).filter(|&s| structure.initial[s] && structure.fair[s]);
    let starts: Vec<usize> = starts.collect();
    (!starts.is_empty()).then(|| starts.iter().all(|&s| holds[s]))
}

fn check(room: &Room, system: &Arc<System>, property: usize, decision: &Decision) {
    let engine = EngineName::Ctl;
    let answer = match decision {
        Decision::Holds(fixpoint) => Answer::Holds {
            evidence: Evidence::Fixpoint(fixpoint.clone()),
            engine,
        },
        Decision::Fails(tree) => Answer::Fails {
            evidence: Evidence::Tree(tree.clone()),
            engine,
        },
        Decision::NoExecutions(fixpoint) => Answer::NoExecutions {
            fixpoint: fixpoint.clone(),
            engine,
        },
        Decision::Open(_) => return,
    };
    let asked = Asked {
        system,
        question: Question::Property(property),
        answer: &answer,
    };
    let outcome = &room.check_answers(&[asked], Duration::from_secs(60))[0];
    assert!(outcome.is_accepted(), "{outcome:?}\n{answer:#?}");
}

/// Decides random formulas of random systems, and has the evidence of some of them checked.
fn sweep(seeds: std::ops::Range<u64>, limits: &Limits, is_checked: bool) {
    let room = Room::new(Vec::new());
    let (mut holds, mut fails, mut empty) = (0, 0, 0);
    for seed in seeds {
        let Made { mut system, atoms } = make(seed);
        let random = &mut Random::new(seed + 1_000_000);
        for depth in [1, 2, 3, 3] {
            let formula = formula(&atoms, depth, random);
            claim(&mut system, formula);
        }
        let structure = Structure::new(&system);
        let system = Arc::new(system);
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let decisions = ctl::decide(&system, &all, limits, &StopFlag::new());
        for (&p, decision) in all.iter().zip(&decisions) {
            let Claim::Temporal(formula) = &system.properties[p].claim else {
                unreachable!("only such claims are made");
            };
            let expected = expected(&system, &structure, formula);
            let found = match decision {
                Decision::Holds(_) => Some(true),
                Decision::Fails(_) => Some(false),
                Decision::NoExecutions(_) => None,
                Decision::Open(reason) => panic!("seed {seed}: {reason}"),
            };
            assert_eq!(found, expected, "seed {seed}, property {p}: {formula:?}");
            match found {
                Some(true) => holds += 1,
                Some(false) => fails += 1,
                None => empty += 1,
            }
            if is_checked {
                println!("seed {seed}, property {p}: {formula:?}");
                check(&room, &system, p, decision);
            }
        }
    }
    assert!(
        holds > 100 && fails > 100 && empty > 20,
        "{holds} {fails} {empty}"
    );
}

#[test]
fn decisions_are_what_explicit_labelling_says() {
    sweep(0..1_000, &Limits::default(), false);
}

#[test]
fn the_check_room_accepts_the_evidence() {
    sweep(10_000..10_200, &Limits::default(), true);
}

#[test]
fn reachable_states_need_not_be_known() {
    let limits = Limits {
        effort: 0,
        ..Limits::default()
    };
    sweep(20_000..20_200, &limits, true);
}

#[test]
fn a_limit_on_nodes_is_a_reason() {
    let Made { mut system, atoms } = make(3);
    claim(
        &mut system,
        Formula::Globally(Paths::All, Box::new(Formula::Atom(atoms[0]))),
    );
    let limits = Limits {
        nodes: 5,
        ..Limits::default()
    };
    let decisions = ctl::decide(&system, &[0], &limits, &StopFlag::new());
    let [Decision::Open(reason)] = decisions.as_slice() else {
        panic!("five nodes are not enough: {decisions:?}");
    };
    assert_eq!(reason, "the decision diagrams need more than 5 nodes");
    let stop = StopFlag::new();
    stop.raise();
    let decisions = ctl::decide(&system, &[0], &Limits::default(), &stop);
    assert!(matches!(&decisions[0], Decision::Open(reason) if reason == "interrupted"));
}

#[test]
fn compassion_and_inputs_are_refused_by_name() {
    let mut system = System::new();
    let x = system.state("x", Sort::Bool);
    let i = system.input("i", Sort::Bool);
    claim(
        &mut system,
        Formula::Finally(Paths::All, Box::new(Formula::Atom(i))),
    );
    let reason =
        |system: &System| match ctl::decide(system, &[0], &Limits::default(), &StopFlag::new())
            .remove(0)
        {
            Decision::Open(reason) => reason,
            other => panic!("{other:?}"),
        };
    assert!(reason(&system).contains("reads the input i"));
    system.fairness.push(Fairness {
        name: "f".into(),
        term: x,
        then: Some(x),
        span: None,
    });
    assert_eq!(reason(&system), "COMPASSION is not supported (f)");
}

/// Breadth first from the states of the first set, through fair states: how far it is to the second.
fn shortest(structure: &Structure, from: &[bool], to: &[bool]) -> Distance {
    let mut reached = from.to_vec();
    for steps in 0..=structure.states.len() as u64 {
        if reached.iter().zip(to).any(|(r, t)| *r && *t) {
            return Distance::Steps(steps);
        }
        let before = reached.clone();
        for s in (0..before.len()).filter(|&s| before[s]) {
            for &t in &structure.follow[s] {
                reached[t] |= structure.fair[t];
            }
        }
    }
    Distance::Infinite
}

#[test]
fn distances_counts_and_states_are_what_enumeration_says() {
    let (limits, stop) = (Limits::default(), StopFlag::new());
    let (mut finite, mut deadlocks) = (0, 0);
    for seed in 30_000..30_200 {
        let Made { mut system, atoms } = make(seed);
        let yes = system.pool.bool(true);
        let structure = Structure::new(&system);
        let reached = structure.reachable();
        let count = |set: &dyn Fn(usize) -> bool| -> num_bigint::BigUint {
            (0..reached.len())
                .filter(|&s| reached[s] && set(s))
                .count()
                .into()
        };
        let stats = ctl::stats(&system, &limits, &stop).unwrap();
        assert_eq!(stats.reachable, count(&|_| true), "seed {seed}");
        assert_eq!(stats.fair, count(&|s| structure.fair[s]), "seed {seed}");
        assert_eq!(
            stats.initial,
            count(&|s| structure.initial[s]),
            "seed {seed}"
        );
        let ends = |s: usize| structure.follow[s].is_empty();
        assert_eq!(stats.deadlocks, count(&ends), "seed {seed}");
        match ctl::deadlock(&system, &limits, &stop).unwrap() {
            Some(deadlock) => {
                deadlocks += 1;
                assert_eq!(deadlock.count, stats.deadlocks);
                assay_system::replay(&system, &deadlock.trace).expect("an execution");
            }
            None => assert_eq!(stats.deadlocks, 0u32.into()),
        }
        // Distances are about reachable fair states.
        let set = |term: TermId| -> Vec<bool> {
            (0..reached.len())
                .map(|s| {
                    reached[s] && structure.fair[s] && truth(&system, &structure.states[s], term)
                })
                .collect()
        };
        let (from, to) = (set(atoms[0]), set(atoms[1]));
        let [f, t] = [atoms[0], atoms[1]].map(Formula::Atom);
        let found = ctl::distance(&system, &f, &t, false, &limits, &stop).unwrap();
        assert_eq!(found, shortest(&structure, &from, &to), "seed {seed}");
        finite += usize::from(matches!(found, Distance::Steps(1..)));
        let found = ctl::distance(&system, &f, &t, true, &limits, &stop).unwrap();
        assert_eq!(
            found,
            longest(&structure, &reached, &from, &to),
            "seed {seed}"
        );
        // A formula at each state.
        let random = &mut Random::new(seed);
        let formula = formula(&atoms, 2, random);
        let holds = structure.label(&system, &Normal::of(&formula, false, yes).unwrap());
        for (s, state) in structure.states.iter().enumerate().take(6) {
            let found = ctl::holds_at(&system, &formula, state, &limits, &stop).unwrap();
            assert_eq!(found, Some(holds[s]), "seed {seed}");
        }
    }
    assert!(finite > 5 && deadlocks > 10, "{finite} {deadlocks}");
}

/// The most states without the goal that follow each other, by trying one more.
fn longest(structure: &Structure, reached: &[bool], from: &[bool], to: &[bool]) -> Distance {
    if !from.contains(&true) || !to.contains(&true) {
        return Distance::Undefined;
    }
    let elsewhere = |s: usize| reached[s] && structure.fair[s] && !to[s];
    let mut passing: Vec<bool> = (0..reached.len()).map(elsewhere).collect();
    for states in 0..=reached.len() as u64 {
        if !passing.iter().zip(from).any(|(p, f)| *p && *f) {
            return Distance::Steps(states);
        }
        let follow = |s: usize| structure.follow[s].iter().any(|&t| passing[t]);
        passing = (0..reached.len())
            .map(|s| elsewhere(s) && follow(s))
            .collect();
    }
    Distance::Infinite
}

#[test]
fn parameters_are_decided_together_as_one_by_one() {
    let (limits, stop) = (Limits::default(), StopFlag::new());
    let mut differ = 0;
    for seed in 40_000..40_120 {
        let Made { mut system, atoms } = make(seed);
        let random = &mut Random::new(seed);
        let [p, q] = ["p", "q"].map(|name| system.rigid(name, Sort::Bool));
        // Each switches the next value of a state.
        let states: Vec<VarId> = system
            .var_ids()
            .filter(|v| matches!(system.var(*v).kind, VarKind::State { .. }))
            .filter(|v| system.sort(*v) == Sort::Bool)
            .collect();
        for switch in [p, q] {
            let state = random.pick(&states);
            if let VarKind::State { next, .. } = system.var(state).kind {
                let no = system.pool.bool(random.chance(50));
                let other = system.pool.ite(switch, no, next);
                system.set_next(state, other);
            }
        }
        for depth in [2, 2] {
            let formula = formula(&atoms, depth, random);
            claim(&mut system, formula);
        }
        let [p, q] = [p, q].map(|t| system.var_of(t));
        let choices: Vec<Vec<(VarId, bool)>> = (0..4)
            .map(|n| vec![(p, n & 1 == 1), (q, n & 2 == 2)])
            .collect();
        let truths = ctl::truths(&system, &[0, 1], &choices, &limits, &stop).unwrap();
        for (at, choice) in choices.iter().enumerate() {
            let mut alone = system.clone();
            for &(var, value) in choice {
                let def = alone.pool.bool(value);
                alone.vars[var.index()].kind = VarKind::Wire { def };
            }
            let decisions = ctl::decide(&alone, &[0, 1], &limits, &stop);
            for (property, decision) in decisions.iter().enumerate() {
                let expected = match decision {
                    Decision::Holds(_) => Truth::Holds,
                    Decision::Fails(_) => Truth::Fails,
                    Decision::NoExecutions(_) => Truth::NoExecutions,
                    Decision::Open(reason) => panic!("{reason}"),
                };
                assert_eq!(truths[property][at], expected, "seed {seed}");
            }
        }
        differ += usize::from(truths[0].iter().any(|t| *t != truths[0][0]));
    }
    assert!(differ > 10, "{differ}");
}
