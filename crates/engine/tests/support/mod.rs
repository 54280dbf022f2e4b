//! Random small finite systems, and what is true of them by enumeration.
#![allow(
    dead_code,
    reason = "each test file uses its own part of what they share"
)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use assay_system::{Constraint, ConstraintKind, Property, Role, Shown, System, VarKind, Variable};
use assay_term::{BigInt, Evaluator, Functions, Pool, Sort, TermId, Value, VarId};

/// A repeatable source of choices.
pub struct Choices(u64);

impl Choices {
    pub fn new(seed: u64) -> Self {
        Choices(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A system with a handful of Boolean and small-range integer states and inputs.
pub fn random_system(seed: u64) -> System {
    system_of(&mut Choices::new(seed), true)
}

/// The same without states.
pub fn random_stateless_system(seed: u64) -> System {
    system_of(&mut Choices::new(seed), false)
}

fn system_of(c: &mut Choices, with_states: bool) -> System {
    let mut system = System::new();
    let mut states = Vec::new();
    for i in 0..1 + c.below(3) {
        states.push(declare(&mut system, &format!("s{i}"), None));
    }
    for i in 0..c.below(3) {
        let range = [(0, 2), (-1, 2), (0, 3)][c.below(3)];
        states.push(declare(&mut system, &format!("n{i}"), Some(range)));
    }
    if !with_states {
        states.clear();
    }
    for i in 0..c.below(3) {
        declare(&mut system, &format!("i{i}"), None);
    }
    if c.chance(40) {
        declare(&mut system, "j", Some((-1, 1)));
    }
    for i in 0..1 + c.below(4) {
        let sort = if c.chance(60) { Sort::Bool } else { Sort::Int };
        let all = system.vars.len();
        let def = random_term(&mut system.pool, c, sort, 3, all);
        let variable = describe(&format!("w{i}"), VarKind::Wire { def }, None);
        system.add_var(sort, variable);
    }
    let all = system.vars.len();
    for &state in &states {
        let init = c.chance(80).then(|| {
            let sort = system.sort(state);
            let value = match &system.var(state).range {
                Some((lo, hi)) => Value::Int(if c.chance(50) { lo.clone() } else { hi.clone() }),
                None => Value::Bool(c.chance(50)),
            };
            debug_assert_eq!(value.sort(), sort);
            system.pool.constant(value)
        });
        let sort = system.sort(state);
        let next = random_term(&mut system.pool, c, sort, 3, all);
        let next = clamp(&mut system, state, next);
        system.vars[state.index()].kind = VarKind::State { init, next };
    }
    if c.chance(40) {
        let term = random_term(&mut system.pool, c, Sort::Bool, 2, all);
        let (name, kind) = ("c".to_string(), ConstraintKind::Assertion);
        system.constraints.push(Constraint {
            name,
            term,
            kind,
            span: None,
        });
    }
    for i in 0..1 + c.below(3) {
        let parts: Vec<TermId> = (0..1 + c.below(3))
            .map(|_| random_term(&mut system.pool, c, Sort::Bool, 2, all))
            .collect();
        let term = system.pool.or(parts);
        system
            .properties
            .push(Property::invariant(format!("p{i}"), term));
    }
    system
}

fn describe(name: &str, kind: VarKind, range: Option<(i64, i64)>) -> Variable {
    Variable {
        name: name.to_string(),
        kind,
        role: Role::Local,
        range: range.map(|(lo, hi)| (BigInt::from(lo), BigInt::from(hi))),
        shown: Shown::Plain,
        span: None,
    }
}

/// Declares an input; states get their kind later.
fn declare(system: &mut System, name: &str, range: Option<(i64, i64)>) -> VarId {
    let sort = if range.is_some() {
        Sort::Int
    } else {
        Sort::Bool
    };
    system.add_var(sort, describe(name, VarKind::Input, range))
}

/// `term` where it is in the range of `state`, else the least value: typing keeps states in range.
fn clamp(system: &mut System, state: VarId, term: TermId) -> TermId {
    let Some((lo, hi)) = system.var(state).range.clone() else {
        return term;
    };
    let pool = &mut system.pool;
    let (lo, hi) = (pool.int(lo), pool.int(hi));
    let (above, below) = (pool.le(lo, term), pool.le(term, hi));
    let inside = pool.and([above, below]);
    pool.ite(inside, term, lo)
}

/// A random term over the first `vars` variables.
pub fn random_term(
    pool: &mut Pool,
    c: &mut Choices,
    sort: Sort,
    depth: usize,
    vars: usize,
) -> TermId {
    let first = vars;
    let vars: Vec<TermId> = (0..first as u32)
        .map(|v| pool.var(VarId(v)))
        .filter(|&t| pool.sort(t) == sort)
        .collect();
    if depth == 0 || c.chance(15) {
        return match (vars.is_empty() || c.chance(15), sort) {
            (false, _) => vars[c.below(vars.len())],
            (true, Sort::Bool) => pool.bool(c.chance(50)),
            (true, _) => pool.int(c.below(5) as i64 - 2),
        };
    }
    let mut sub = |pool: &mut Pool, sort| random_term(pool, c, sort, depth - 1, first);
    if sort == Sort::Bool {
        let (a, b) = (sub(pool, Sort::Bool), sub(pool, Sort::Bool));
        let (x, y) = (sub(pool, Sort::Int), sub(pool, Sort::Int));
        match c.below(8) {
            0 => pool.not(a),
            1 => pool.and([a, b]),
            2 => pool.or([a, b]),
            3 => pool.xor(a, b),
            4 => pool.eq(x, y),
            5 => pool.le(x, y),
            6 => pool.lt(x, y),
            _ => {
                let e = random_term(pool, c, Sort::Bool, depth - 1, first);
                pool.ite(a, b, e)
            }
        }
    } else {
        let cond = sub(pool, Sort::Bool);
        let (x, y) = (sub(pool, Sort::Int), sub(pool, Sort::Int));
        match c.below(6) {
            0 => pool.add([x, y]),
            1 => pool.sub(x, y),
            2 => pool.ite(cond, x, y),
            3 => {
                let two = pool.int(2);
                pool.int_div(x, two)
            }
            4 => {
                let three = pool.int(3);
                pool.int_mod(x, three)
            }
            _ => pool.mul(x, y),
        }
    }
}

/// One step of an execution that the constraints admit.
pub struct Moment {
    /// The state that it starts in, and the one it leads to, by number.
    pub from: usize,
    pub to: usize,
    /// Of all variables.
    pub values: Vec<Value>,
}

/// Every reachable state and every step from it. Initial values are constants, and there are no rigid parameters.
pub struct Graph {
    /// For each state the least number of steps of an execution that ends with a step from it.
    pub distance: Vec<usize>,
    pub moments: Vec<Moment>,
}

impl Graph {
    pub fn of(system: &System) -> Graph {
        let states: Vec<VarId> = kinds(system, |k| matches!(k, VarKind::State { .. }));
        let inputs: Vec<VarId> = kinds(system, |k| matches!(k, VarKind::Input));
        let input_choices = product(system, &inputs);
        let functions = Functions::default();
        let mut number: BTreeMap<Vec<Value>, usize> = BTreeMap::new();
        let mut distance = Vec::new();
        let mut queue = VecDeque::new();
        for state in product(system, &states) {
            if states
                .iter()
                .zip(&state)
                .all(|(&v, x)| starts(system, v, x))
            {
                number.insert(state.clone(), distance.len());
                distance.push(1);
                queue.push_back(state);
            }
        }
        let mut moments = Vec::new();
        while let Some(state) = queue.pop_front() {
            let from = number[&state];
            for input in &input_choices {
                let given = states.iter().zip(&state).chain(inputs.iter().zip(input));
                let values = completed(system, given);
                let mut here = Evaluator::new(&system.pool, &values, &functions);
                let mut constraints = system.constraints.iter();
                if !constraints.all(|c| here.eval_bool(c.term).expect("no division by zero")) {
                    continue;
                }
                let next: Vec<Value> = states
                    .iter()
                    .map(|&v| match system.var(v).kind {
                        VarKind::State { next, .. } => {
                            here.eval(next).expect("no division by zero")
                        }
                        _ => unreachable!("states only"),
                    })
                    .collect();
                let to = *number.entry(next.clone()).or_insert_with(|| {
                    queue.push_back(next);
                    distance.push(distance[from] + 1);
                    distance.len() - 1
                });
                moments.push(Moment { from, to, values });
            }
        }
        Graph { distance, moments }
    }
}

fn starts(system: &System, state: VarId, value: &Value) -> bool {
    match system.var(state).kind {
        VarKind::State {
            init: Some(init), ..
        } => system.pool.as_const(init) == Some(value),
        _ => true,
    }
}

/// The values of one step, wires included.
fn completed<'a>(
    system: &System,
    given: impl Iterator<Item = (&'a VarId, &'a Value)>,
) -> Vec<Value> {
    let sorts = system.var_ids().map(|v| system.sort(v));
    let mut values: Vec<Value> = sorts.map(Value::default_of).collect();
    for (v, value) in given {
        values[v.index()] = value.clone();
    }
    for wire in system.wire_order() {
        if let VarKind::Wire { def } = system.var(wire).kind {
            values[wire.index()] = eval(system, &values, def);
        }
    }
    values
}

fn eval(system: &System, values: &[Value], term: TermId) -> Value {
    let functions = Functions::default();
    let mut here = Evaluator::new(&system.pool, values, &functions);
    here.eval(term).expect("no division by zero")
}

pub fn holds(system: &System, values: &[Value], term: TermId) -> bool {
    eval(system, values, term) == Value::Bool(true)
}

/// For each property the length of its shortest counterexample, None if it holds.
pub fn brute_force(system: &System) -> Vec<Option<usize>> {
    let graph = Graph::of(system);
    let shortest = |property: &Property| {
        let moments = graph.moments.iter();
        let fails = moments.filter(|m| !holds(system, &m.values, property.term));
        fails.map(|m| graph.distance[m.from]).min()
    };
    system.properties.iter().map(shortest).collect()
}

fn kinds(system: &System, wanted: impl Fn(&VarKind) -> bool) -> Vec<VarId> {
    system
        .var_ids()
        .filter(|&v| wanted(&system.var(v).kind))
        .collect()
}

/// All combinations of values of `vars`.
fn product(system: &System, vars: &[VarId]) -> Vec<Vec<Value>> {
    let mut all: BTreeSet<Vec<Value>> = BTreeSet::from([vec![]]);
    for &v in vars {
        let domain: Vec<Value> = match &system.var(v).range {
            None => vec![Value::Bool(false), Value::Bool(true)],
            Some((lo, hi)) => {
                let mut values = Vec::new();
                let mut n = lo.clone();
                while n <= *hi {
                    values.push(Value::Int(n.clone()));
                    n += 1;
                }
                values
            }
        };
        all = all
            .into_iter()
            .flat_map(|prefix| {
                domain.iter().map(move |value| {
                    let mut longer = prefix.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .collect();
    }
    all.into_iter().collect()
}
