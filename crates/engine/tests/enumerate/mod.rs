//! All states and inputs of a small system, one by one: what is reachable, and what is inductive.

use std::collections::{HashMap, HashSet, VecDeque};

use assay_system::{Certificate, System, VarKind, execute};
use assay_term::{Evaluator, Functions, Sort, Value, VarId};

/// States and parameters at a step.
type State = Vec<Value>;

/// What happens in a state under some inputs.
struct Moment {
    state: State,
    initial: bool,
    constraints: bool,
    property: bool,
    /// None if a state leaves its range.
    next: Option<State>,
    values: Vec<Value>,
}

pub struct States<'a> {
    system: &'a System,
    moments: Vec<Moment>,
    by_state: HashMap<State, Vec<usize>>,
}

pub struct Reached {
    /// Steps before the nearest violation.
    pub violation: Option<usize>,
    /// Whether some execution leaves a range, the initial values included.
    pub escapes: bool,
}

fn domain(system: &System, var: VarId) -> Vec<Value> {
    match (&system.var(var).range, system.sort(var)) {
        (Some((lo, hi)), _) => {
            let as_small = |n: &assay_term::BigInt| i64::try_from(n).expect("a small range");
            (as_small(lo)..=as_small(hi)).map(Value::int).collect()
        }
        (None, Sort::Bool) => vec![Value::Bool(false), Value::Bool(true)],
        _ => panic!("{} has no finite domain", system.var(var).name),
    }
}

fn in_range(system: &System, var: VarId, value: &Value) -> bool {
    match (&system.var(var).range, value) {
        (Some((lo, hi)), Value::Int(n)) => lo <= n && n <= hi,
        _ => true,
    }
}

impl<'a> States<'a> {
    pub fn of(system: &'a System) -> Self {
        let open: Vec<VarId> = system
            .var_ids()
            .filter(|&v| !matches!(system.var(v).kind, VarKind::Wire { .. }))
            .collect();
        let order = system.wire_order();
        let functions = Functions::default();
        let mut moments = Vec::new();
        let mut choice = vec![0; open.len()];
        let domains: Vec<Vec<Value>> = open.iter().map(|&v| domain(system, v)).collect();
        loop {
            let mut values: Vec<Value> = system
                .var_ids()
                .map(|v| Value::default_of(system.sort(v)))
                .collect();
            for ((&v, &c), d) in open.iter().zip(&choice).zip(&domains) {
                values[v.index()] = d[c].clone();
            }
            for &wire in &order {
                if let VarKind::Wire { def } = system.var(wire).kind {
                    values[wire.index()] = Evaluator::new(&system.pool, &values, &functions)
                        .eval(def)
                        .expect("no division by zero");
                }
            }
            moments.push(moment(system, values));
            let Some(i) = (0..open.len()).find(|&i| choice[i] + 1 < domains[i].len()) else {
                break;
            };
            choice[i] += 1;
            choice[..i].fill(0);
        }
        let mut by_state: HashMap<State, Vec<usize>> = HashMap::new();
        for (i, m) in moments.iter().enumerate() {
            by_state.entry(m.state.clone()).or_default().push(i);
        }
        States {
            system,
            moments,
            by_state,
        }
    }

    /// Breadth-first from the initial moments: an initial value may read inputs, so the first step uses
    /// those inputs and no others.
    pub fn reach(&self) -> Reached {
        let mut seen: HashSet<usize> = HashSet::new();
        let mut queue: VecDeque<(usize, usize)> = VecDeque::new();
        for (i, m) in self.moments.iter().enumerate() {
            if m.initial && m.constraints && seen.insert(i) {
                queue.push_back((i, 0));
            }
        }
        let mut reached = Reached {
            violation: None,
            escapes: self.initial_escape(),
        };
        while let Some((i, depth)) = queue.pop_front() {
            let m = &self.moments[i];
            if !m.property && reached.violation.is_none() {
                reached.violation = Some(depth);
            }
            match &m.next {
                None => reached.escapes = true,
                Some(next) => {
                    for &j in &self.by_state[next] {
                        if self.moments[j].constraints && seen.insert(j) {
                            queue.push_back((j, depth + 1));
                        }
                    }
                }
            }
        }
        reached
    }

    /// Whether an initial value can lie outside its range.
    fn initial_escape(&self) -> bool {
        let system = self.system;
        self.moments.iter().any(|m| {
            let choose = |v: VarId, _: usize| m.values[v.index()].clone();
            let start = execute(system, 1, Functions::default(), choose).expect("one step");
            let mut vars = system.var_ids();
            vars.any(|v| !in_range(system, v, start.value(0, v)))
        })
    }

    /// Base and step of a 1-inductive certificate, ranges included, by enumeration.
    pub fn check(&self, certificate: &Certificate, seed: u64) {
        let mut pool = self.system.pool.clone();
        let mut claims = pool.import(&certificate.lemmas);
        let named = certificate.properties.iter();
        claims.extend(named.map(|&p| self.system.properties[p].term));
        let functions = Functions::default();
        let holds: Vec<bool> = self
            .moments
            .iter()
            .map(|m| {
                let mut here = Evaluator::new(&pool, &m.values, &functions);
                claims.iter().all(|&c| here.eval_bool(c) == Ok(true))
            })
            .collect();
        for (m, &claimed) in self.moments.iter().zip(&holds) {
            if m.initial && m.constraints {
                assert!(claimed, "seed {seed}: base");
            }
            if claimed && m.constraints {
                let next = m.next.as_ref();
                let next = next.unwrap_or_else(|| panic!("seed {seed}: a range is left"));
                for &j in &self.by_state[next] {
                    assert!(
                        holds[j] || !self.moments[j].constraints,
                        "seed {seed}: step"
                    );
                }
            }
        }
    }
}

fn moment(system: &System, values: Vec<Value>) -> Moment {
    let functions = Functions::default();
    let mut here = Evaluator::new(&system.pool, &values, &functions);
    let mut state = Vec::new();
    let mut next = Some(Vec::new());
    let mut initial = true;
    for v in system.var_ids() {
        let value = values[v.index()].clone();
        match &system.var(v).kind {
            VarKind::Rigid => {
                if let Some(next) = &mut next {
                    next.push(value.clone());
                }
                state.push(value);
            }
            VarKind::State { init, next: after } => {
                if let Some(init) = init {
                    initial &= here.eval(*init) == Ok(value.clone());
                }
                state.push(value);
                let after = here.eval(*after).expect("no division by zero");
                if !in_range(system, v, &after) {
                    next = None;
                } else if let Some(next) = &mut next {
                    next.push(after);
                }
            }
            _ => {}
        }
    }
    let constraints = system
        .constraints
        .iter()
        .all(|c| here.eval_bool(c.term) == Ok(true));
    let property = here.eval_bool(system.properties[0].term) == Ok(true);
    Moment {
        state,
        initial,
        constraints,
        property,
        next,
        values,
    }
}
