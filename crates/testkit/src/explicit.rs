//! Every execution of a small finite system, one by one, with the evaluator of terms: the truth that engines and checkers are
//! compared with.

use std::collections::BTreeSet;

use assay_system::{Certificate, Cone, System, VarKind};
use assay_term::{Evaluator, Functions, Sort, TermId, Value, VarId};

use crate::build::Build;

/// A value for each variable at one step.
pub type Values = Vec<Value>;

/// A system whose steps are enumerated. Divisions by zero must be guarded.
pub struct Explicit<'a> {
    pub system: &'a System,
    order: Vec<VarId>,
    functions: Functions,
}

/// What a search through all reachable states found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// For each property the length of its shortest counterexample, None if it holds.
    pub shortest: Vec<Option<usize>>,
    /// Whether some state leaves its range, initial values included. The search does not go on from there.
    pub escapes: bool,
}

impl Reached {
    /// How many steps come before the nearest violation of the first property.
    pub fn violation(&self) -> Option<usize> {
        self.shortest[0].map(|length| length - 1)
    }
}

/// For each property of a system the length of its shortest counterexample, None if it holds.
pub fn brute_force(system: &System) -> Vec<Option<usize>> {
    Explicit::new(system).reach().shortest
}

/// The system in which what its first property does not depend on stays as it is. Such states may leave their ranges, and engines
/// do not look at them.
pub fn frozen(system: &System) -> System {
    let cone = Cone::of(system, &[system.properties[0].term]);
    let mut frozen = system.clone();
    for v in system.var_ids().filter(|&v| !cone.contains(v)) {
        if matches!(system.var(v).kind, VarKind::State { .. }) {
            let keep = frozen.pool.var(v);
            frozen.set_state(v, None, keep);
        }
    }
    frozen
}

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

    pub fn constrained(&self, values: &[Value]) -> bool {
        let mut constraints = self.system.constraints.iter();
        constraints.all(|c| self.holds(values, c.term))
    }

    fn kind(&self, var: VarId) -> &VarKind {
        &self.system.var(var).kind
    }

    fn in_range(&self, values: &[Value], var: VarId) -> bool {
        match (&self.system.var(var).range, &values[var.index()]) {
            (Some((lo, hi)), Value::Int(n)) => lo <= n && n <= hi,
            _ => true,
        }
    }

    /// Every choice of values for the variables that `chosen` selects, on top of `from`.
    fn choices(&self, from: &Values, chosen: impl Fn(VarId) -> bool) -> Vec<Values> {
        let mut all = vec![from.clone()];
        for var in self.system.var_ids().filter(|v| chosen(*v)) {
            let domain = self.domain(var);
            let mut longer = Vec::with_capacity(all.len() * domain.len());
            for values in all {
                for value in &domain {
                    let mut values = values.clone();
                    values[var.index()] = value.clone();
                    longer.push(values);
                }
            }
            all = longer;
        }
        all
    }

    fn domain(&self, var: VarId) -> Vec<Value> {
        let variable = self.system.var(var);
        match &variable.range {
            _ if self.system.sort(var) == Sort::Bool => {
                vec![Value::Bool(false), Value::Bool(true)]
            }
            Some((lo, hi)) => {
                let small = |n| i64::try_from(n).expect("a small range");
                (small(lo)..=small(hi)).map(Value::int).collect()
            }
            None => panic!("{} has no finite domain", variable.name),
        }
    }

    fn defaults(&self) -> Values {
        let sorts = self.system.var_ids().map(|v| self.system.sort(v));
        sorts.map(Value::default_of).collect()
    }

    fn compute_wires(&self, values: &mut [Value]) {
        for &wire in &self.order {
            if let VarKind::Wire { def } = self.kind(wire) {
                values[wire.index()] = self.eval(values, *def);
            }
        }
    }

    /// All variables at the first step of every execution.
    pub fn first(&self) -> Vec<Values> {
        let open = |v: VarId| {
            !matches!(
                self.kind(v),
                VarKind::Wire { .. } | VarKind::State { init: Some(_), .. }
            )
        };
        let mut all = self.choices(&self.defaults(), open);
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
            self.compute_wires(values);
        }
        all
    }

    /// All variables at a step whose states are arbitrary.
    pub fn anywhere(&self) -> Vec<Values> {
        let open = |v: VarId| !matches!(self.kind(v), VarKind::Wire { .. });
        let mut all = self.choices(&self.defaults(), open);
        for values in &mut all {
            self.compute_wires(values);
        }
        all
    }

    /// The states and parameters at the step after this one; everything else has a default.
    fn next_state(&self, values: &[Value]) -> Values {
        let mut next = self.defaults();
        for var in self.system.var_ids() {
            match self.kind(var) {
                VarKind::State { next: term, .. } => {
                    next[var.index()] = self.eval(values, *term);
                }
                VarKind::Rigid => next[var.index()] = values[var.index()].clone(),
                VarKind::Input | VarKind::Wire { .. } => {}
            }
        }
        next
    }

    /// All variables at the steps that have this state.
    fn at_state(&self, state: &Values) -> Vec<Values> {
        let mut all = self.choices(state, |v| *self.kind(v) == VarKind::Input);
        for values in &mut all {
            self.compute_wires(values);
        }
        all
    }

    /// All variables at the steps that may follow these.
    pub fn after(&self, all: &[Values]) -> Vec<Values> {
        let states: BTreeSet<Values> = all.iter().map(|v| self.next_state(v)).collect();
        states.iter().flat_map(|s| self.at_state(s)).collect()
    }

    /// Breadth-first from the first steps: an initial value may read inputs, so a first step has those inputs and no others.
    pub fn reach(&self) -> Reached {
        let mut reached = Reached {
            shortest: vec![None; self.system.properties.len()],
            escapes: false,
        };
        let is_state = |v: &VarId| matches!(self.kind(*v), VarKind::State { .. });
        let states: Vec<VarId> = self.system.var_ids().filter(is_state).collect();
        let stays = |values: &Values| states.iter().all(|v| self.in_range(values, *v));
        let mut now = self.first();
        let begun = now.len();
        now.retain(stays);
        reached.escapes |= now.len() < begun;
        let mut seen: BTreeSet<Values> = BTreeSet::new();
        let mut length = 1;
        while !now.is_empty() {
            let mut new = Vec::new();
            for values in now.iter().filter(|v| self.constrained(v)) {
                let properties = self.system.properties.iter();
                for (slot, property) in reached.shortest.iter_mut().zip(properties) {
                    if slot.is_none() && !self.holds(values, property.term) {
                        *slot = Some(length);
                    }
                }
                let state = self.next_state(values);
                if !stays(&state) {
                    reached.escapes = true;
                } else if seen.insert(state.clone()) {
                    new.push(state);
                }
            }
            now = new.iter().flat_map(|s| self.at_state(s)).collect();
            length += 1;
        }
        reached
    }

    /// Whether a term holds at every reachable step.
    pub fn is_true(&self, term: TermId) -> bool {
        let mut alone = self.system.clone();
        alone.properties.clear();
        alone.claim(term);
        brute_force(&alone)[0].is_none()
    }

    /// Terms that are to hold together with the ranges of the states that they depend on.
    pub fn invariant(&'a self, terms: Vec<TermId>) -> Invariant<'a> {
        Invariant {
            explicit: self,
            cone: Cone::of(self.system, &terms),
            terms,
        }
    }

    /// Whether the obligations of the certificate hold, by trying everything.
    pub fn accepts(&self, certificate: &Certificate) -> bool {
        let mut system = self.system.clone();
        let mut terms = system.pool.import(&certificate.lemmas);
        let claimed = certificate.properties.iter();
        terms.extend(claimed.map(|&p| system.properties[p].term));
        let explicit = Explicit::new(&system);
        let invariant = explicit.invariant(terms);
        if certificate.simple_path {
            invariant.is_inductive_on_simple_paths(certificate.k)
        } else {
            invariant.is_inductive(certificate.k)
        }
    }
}

/// L: lemmas, properties and the ranges of the states that they depend on.
pub struct Invariant<'a> {
    explicit: &'a Explicit<'a>,
    terms: Vec<TermId>,
    cone: Cone,
}

impl Invariant<'_> {
    fn holds(&self, values: &[Value]) -> bool {
        let mut states = self.cone.states(self.explicit.system);
        self.terms.iter().all(|t| self.explicit.holds(values, *t))
            && states.all(|v| self.explicit.in_range(values, v))
    }

    /// Whether L is k-inductive: base and step.
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

    /// The same where the step is claimed on simple paths only.
    pub fn is_inductive_on_simple_paths(&self, k: usize) -> bool {
        let anywhere = || self.explicit.anywhere();
        self.base(k + 1) && anywhere().iter().all(|v| self.step(v, k, &mut Vec::new()))
    }

    /// Whether every simple path from here on that makes `left` more steps, L holding at each, ends with L. `before` are the
    /// states up to here.
    fn step(&self, values: &[Value], left: usize, before: &mut Vec<Values>) -> bool {
        let states = self.cone.states(self.explicit.system);
        let state: Values = states.map(|v| values[v.index()].clone()).collect();
        if !self.explicit.constrained(values) || before.contains(&state) {
            return true;
        }
        if left == 0 || !self.holds(values) {
            return left > 0 || self.holds(values);
        }
        before.push(state);
        let mut after = self.explicit.after(&[values.to_vec()]).into_iter();
        let all = after.all(|v| self.step(&v, left - 1, before));
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
