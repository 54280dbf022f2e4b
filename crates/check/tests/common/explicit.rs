//! Brute force: every execution of a small finite system, with the evaluator of the term room.

use std::collections::BTreeSet;

use assay_system::{Cone, System, VarKind};
use assay_term::{Evaluator, Functions, Sort, TermId, Value, VarId};

/// Explicit executions: a configuration is the values of states and rigid parameters.
pub struct Explicit<'a> {
    pub system: &'a System,
    order: Vec<VarId>,
    functions: Functions,
}

pub type Configuration = Vec<Value>;

impl<'a> Explicit<'a> {
    pub fn new(system: &'a System) -> Self {
        Explicit {
            system,
            order: system.wire_order(),
            functions: Functions::default(),
        }
    }

    pub fn eval(&self, values: &[Value], term: TermId) -> Value {
        let mut evaluator = Evaluator::new(&self.system.pool, values, &self.functions);
        evaluator.eval(term).expect("divisions are guarded")
    }

    pub fn holds(&self, values: &[Value], term: TermId) -> bool {
        self.eval(values, term) == Value::Bool(true)
    }

    /// Every choice of values for the variables that `chosen` selects, on top of `from`.
    pub fn choices(
        &self,
        from: &Configuration,
        chosen: impl Fn(VarId) -> bool,
    ) -> Vec<Configuration> {
        let mut all = vec![from.clone()];
        for var in self.system.var_ids().filter(|v| chosen(*v)) {
            let domain: Vec<Value> = match &self.system.var(var).range {
                _ if self.system.sort(var) == Sort::Bool => {
                    vec![Value::Bool(false), Value::Bool(true)]
                }
                Some((lo, hi)) => {
                    let (lo, hi) = (i64::try_from(lo).unwrap(), i64::try_from(hi).unwrap());
                    (lo..=hi).map(Value::int).collect()
                }
                None => panic!("a finite domain"),
            };
            all = all
                .into_iter()
                .flat_map(|values| {
                    domain.iter().map(move |value| {
                        let mut values = values.clone();
                        values[var.index()] = value.clone();
                        values
                    })
                })
                .collect();
        }
        all
    }

    pub fn nothing(&self) -> Configuration {
        let sorts = self.system.var_ids().map(|v| self.system.sort(v));
        sorts.map(Value::default_of).collect()
    }

    pub fn kind(&self, var: VarId) -> &VarKind {
        &self.system.var(var).kind
    }

    /// All variables at the first step of every execution.
    pub fn first(&self) -> Vec<Configuration> {
        let open = |v: VarId| {
            !matches!(
                self.kind(v),
                VarKind::Wire { .. } | VarKind::State { init: Some(_), .. }
            )
        };
        let mut all = self.choices(&self.nothing(), open);
        for values in &mut all {
            // Twice, because one initial value may read another that is declared later.
            for _ in 0..2 {
                for var in self.system.var_ids() {
                    if let VarKind::State {
                        init: Some(init), ..
                    } = self.kind(var)
                    {
                        values[var.index()] = self.eval(values, *init);
                    }
                }
            }
            self.complete(values);
        }
        all
    }

    /// All variables at a step whose states are arbitrary.
    pub fn anywhere(&self) -> Vec<Configuration> {
        let open = |v: VarId| !matches!(self.kind(v), VarKind::Wire { .. });
        let mut all = self.choices(&self.nothing(), open);
        for values in &mut all {
            self.complete(values);
        }
        all
    }

    pub fn complete(&self, values: &mut [Value]) {
        for &wire in &self.order {
            if let VarKind::Wire { def } = self.kind(wire) {
                values[wire.index()] = self.eval(values, *def);
            }
        }
    }

    /// All variables at the steps that may follow.
    pub fn after(&self, all: &[Configuration]) -> Vec<Configuration> {
        let mut states = BTreeSet::new();
        for values in all {
            let mut next = self.nothing();
            for var in self.system.var_ids() {
                match self.kind(var) {
                    VarKind::State { next: term, .. } => {
                        next[var.index()] = self.eval(values, *term);
                    }
                    VarKind::Rigid => next[var.index()] = values[var.index()].clone(),
                    VarKind::Input | VarKind::Wire { .. } => {}
                }
            }
            states.insert(next);
        }
        let mut followers = Vec::new();
        for state in &states {
            followers.extend(self.choices(state, |v| *self.kind(v) == VarKind::Input));
        }
        for values in &mut followers {
            self.complete(values);
        }
        followers
    }

    pub fn constrained(&self, values: &[Value]) -> bool {
        let mut constraints = self.system.constraints.iter();
        constraints.all(|c| self.holds(values, c.term))
    }
}

/// L: the lemmas, the properties and the ranges of the states that they depend on.
pub struct Invariant<'a> {
    pub explicit: &'a Explicit<'a>,
    pub terms: Vec<TermId>,
    pub cone: Cone,
}

impl Invariant<'_> {
    pub fn holds(&self, values: &[Value]) -> bool {
        let system = self.explicit.system;
        let in_range = |var: VarId| match (&system.var(var).range, &values[var.index()]) {
            (Some((lo, hi)), Value::Int(n)) => lo <= n && n <= hi,
            _ => true,
        };
        self.terms.iter().all(|t| self.explicit.holds(values, *t))
            && self.cone.states(system).all(in_range)
    }

    /// Whether the obligations of a certificate with this k hold, by trying everything.
    pub fn is_inductive(&self, k: usize) -> bool {
        if !self.base(k) {
            return false;
        }
        let explicit = self.explicit;
        let mut now = explicit.anywhere();
        for _ in 0..k {
            now.retain(|v| explicit.constrained(v) && self.holds(v));
            now = explicit.after(&now);
        }
        now.retain(|v| explicit.constrained(v));
        now.iter().all(|v| self.holds(v))
    }

    /// The same of a certificate on simple paths.
    pub fn is_inductive_on_simple_paths(&self, k: usize) -> bool {
        self.base(k + 1)
            && self
                .explicit
                .anywhere()
                .iter()
                .all(|v| self.step_from(v, k, &mut Vec::new()))
    }

    /// Whether every simple path from here on that makes `left` more steps, L holding at each, ends with L. `before` are the
    /// states up to here.
    fn step_from(&self, values: &[Value], left: usize, before: &mut Vec<Vec<Value>>) -> bool {
        let states = self.cone.states(self.explicit.system);
        let state: Vec<Value> = states.map(|v| values[v.index()].clone()).collect();
        if !self.explicit.constrained(values) || before.contains(&state) {
            return true;
        }
        if left == 0 || !self.holds(values) {
            return left > 0 || self.holds(values);
        }
        before.push(state);
        let mut after = self.explicit.after(&[values.to_vec()]).into_iter();
        let all = after.all(|v| self.step_from(&v, left - 1, before));
        before.pop();
        all
    }

    /// Whether L holds at the first `steps` steps of every execution.
    fn base(&self, steps: usize) -> bool {
        let explicit = self.explicit;
        let mut now = explicit.first();
        for _ in 0..steps {
            now.retain(|v| explicit.constrained(v));
            if !now.iter().all(|v| self.holds(v)) {
                return false;
            }
            now = explicit.after(&now);
        }
        true
    }
}

/// Whether the property holds in every reachable configuration.
pub fn is_true(explicit: &Explicit, property: TermId) -> bool {
    let mut seen: BTreeSet<Configuration> = BTreeSet::new();
    let mut now = explicit.first();
    loop {
        now.retain(|v| explicit.constrained(v));
        if !now.iter().all(|v| explicit.holds(v, property)) {
            return false;
        }
        now.retain(|v| seen.insert(v.clone()));
        if now.is_empty() {
            return true;
        }
        now = explicit.after(&now);
        // A state outside its range has left the finite world; it is explored no further.
        now.retain(|v| {
            explicit.system.var_ids().all(|var| {
                match (&explicit.system.var(var).range, &v[var.index()]) {
                    (Some((lo, hi)), Value::Int(n)) => lo <= n && n <= hi,
                    _ => true,
                }
            })
        });
    }
}
