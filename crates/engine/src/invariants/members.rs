//! The terms that templates relate, by sort: variables, the constants of the model, and the
//! comparisons that occur in it. Their number is bounded, nearest to the properties first. Linear
//! equations are about *free* variables only, those without a range: the others have few values, and
//! sums of them are expensive to bit-blast.

use assay_system::{Cone, System, VarKind, execute, replay};
use assay_term::{
    ArrayValue, BigInt, BigRational, Bits, EvalError, Evaluator, Functions, Op, Pool, Sort, Term,
    TermId, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::poset::Samples;

/// Bounds on the number of members of one sort. Orders are quadratic in it.
const MAX_BOOL: usize = 240;
const MAX_NUMERIC: usize = 60;

/// Bounds on linear equations: variables of one sort. And on guards.
const MAX_FREE: usize = 24;
const MAX_GUARDS: usize = 3;

/// One column of values: Boolean members, then for each numeric sort its members.
#[derive(Clone, Debug)]
pub struct Sample {
    pub bools: Vec<bool>,
    pub numerics: [Vec<Value>; 2],
    pub guards: Vec<bool>,
    pub free: [Vec<BigRational>; 2],
}

/// How long the lists of a [`Sample`] are.
pub struct Sizes {
    pub bools: usize,
    pub numerics: [usize; 2],
    pub guards: usize,
    pub free: [usize; 2],
}

pub struct Members {
    bools: Vec<TermId>,
    /// Int members, Real members.
    numerics: [Vec<TermId>; 2],
    /// Under which orders and linear equations between numbers may hold; the first is true.
    guards: Vec<TermId>,
    /// Int and Real variables of linear equations.
    free: [Vec<TermId>; 2],
    variables: Vec<VarId>,
}

/// What may become members, in the order in which it was met. Numbers are Int and Real.
#[derive(Default)]
struct Candidates {
    bools: Vec<TermId>,
    numerics: [Vec<TermId>; 2],
    constants: [Vec<TermId>; 2],
    free: [Vec<TermId>; 2],
}

impl Candidates {
    fn variables(&mut self, system: &System, pool: &mut Pool, order: &[VarId]) {
        for &v in order {
            let term = pool.var(v);
            let unbounded = system.var(v).range.is_none();
            match system.sort(v) {
                Sort::Int if unbounded => self.free[0].push(term),
                Sort::Real => self.free[1].push(term),
                _ => {}
            }
            match system.sort(v) {
                Sort::Bool => self.bools.push(term),
                Sort::Int => self.numerics[0].push(term),
                Sort::Real => self.numerics[1].push(term),
                Sort::BitVec(width) if width <= 3 => {
                    // As with small ranges: which value it has.
                    for n in 0..1u32 << width {
                        let value = pool.bits(width, n);
                        self.bools.push(pool.eq(term, value));
                    }
                }
                Sort::BitVec(_) | Sort::Array { .. } => {}
            }
        }
    }

    /// Of definitions and roots: constants, and comparisons, which say in which mode or phase a machine is.
    fn parts(&mut self, system: &System, pool: &Pool, order: &[VarId], roots: &[TermId]) {
        let definitions = order.iter().flat_map(|&v| system.defining_terms(v));
        let mut seen = FxHashSet::default();
        for root in roots.iter().copied().chain(definitions) {
            for id in pool.below(&[root]) {
                if !seen.insert(id) {
                    continue;
                }
                match pool.get(id) {
                    Term::App(Op::Le | Op::Lt | Op::BvUlt | Op::Eq, args)
                        if pool.sort(args[0]) != Sort::Bool =>
                    {
                        self.bools.push(id)
                    }
                    Term::Const(Value::Int(_)) => self.constants[0].push(id),
                    Term::Const(Value::Real(_)) => self.constants[1].push(id),
                    _ => {}
                }
            }
        }
    }

    /// Enumerations and small ranges: which value it has, as a Boolean member.
    fn small_ranges(&mut self, system: &System, pool: &mut Pool, order: &[VarId]) {
        for &v in order {
            if let Some((lo, hi)) = &system.var(v).range
                && hi - lo <= BigInt::from(8)
                && matches!(
                    system.var(v).kind,
                    VarKind::State { .. } | VarKind::Wire { .. }
                )
            {
                let mut n = lo.clone();
                while n <= *hi {
                    let value = pool.int(n.clone());
                    let term = pool.var(v);
                    self.bools.push(pool.eq(term, value));
                    n += 1;
                }
            }
        }
    }
}

impl Members {
    pub fn collect(system: &System, pool: &mut Pool, cone: &Cone, roots: &[TermId]) -> Members {
        let order = nearest_first(system, cone, roots);
        let mut found = Candidates::default();
        found.variables(system, pool, &order);
        found.parts(system, pool, &order, roots);
        found.small_ranges(system, pool, &order);
        let Candidates {
            mut bools,
            mut numerics,
            constants,
            mut free,
        } = found;
        dedup(&mut bools);
        bools.retain(|&t| pool.as_const(t).is_none());
        bools.truncate(MAX_BOOL);
        for (members, constants) in numerics.iter_mut().zip(constants) {
            members.truncate(MAX_NUMERIC);
            let room = MAX_NUMERIC * 3 / 2 - members.len();
            if !members.is_empty() {
                members.extend(constants.into_iter().take(room));
            }
            dedup(members);
        }
        let (yes, no) = (pool.bool(true), pool.bool(false));
        if !bools.is_empty() {
            bools.extend([yes, no]);
        }
        for variables in &mut free {
            variables.truncate(MAX_FREE);
        }
        let guards = if free.iter().all(|f| f.len() < 2) {
            vec![yes]
        } else {
            guards(system, yes, roots)
        };
        let all: Vec<TermId> = bools
            .iter()
            .chain(numerics.iter().flatten())
            .chain(&guards)
            .chain(free.iter().flatten())
            .copied()
            .collect();
        let variables = pool.variables(&all);
        Members {
            bools,
            numerics,
            guards,
            free,
            variables,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.bools.is_empty() && self.numerics.iter().all(|n| n.len() < 2)
    }

    /// The variables that occur in members.
    pub fn variables(&self) -> &[VarId] {
        &self.variables
    }

    /// All members' values, given those of [`Members::variables`] in order.
    pub fn evaluate(
        &self,
        pool: &Pool,
        values: &[Value],
        functions: &Functions,
    ) -> Result<Sample, EvalError> {
        let assignment: FxHashMap<VarId, Value> = self
            .variables
            .iter()
            .copied()
            .zip(values.iter().cloned())
            .collect();
        let mut evaluator = Evaluator::new(pool, &assignment, functions);
        let mut truths = |members: &[TermId]| -> Result<Vec<bool>, EvalError> {
            members.iter().map(|&t| evaluator.eval_bool(t)).collect()
        };
        let (bools, guards) = (truths(&self.bools)?, truths(&self.guards)?);
        let mut column = |members: &[TermId]| members.iter().map(|&t| evaluator.eval(t)).collect();
        let ints: Result<Vec<Value>, EvalError> = column(&self.numerics[0]);
        let reals: Result<Vec<Value>, EvalError> = column(&self.numerics[1]);
        let mut point = |members: &[TermId]| -> Result<Vec<BigRational>, EvalError> {
            let values: Vec<Value> = column(members)?;
            Ok(values.into_iter().filter_map(rational).collect())
        };
        Ok(Sample {
            bools,
            guards,
            free: [point(&self.free[0])?, point(&self.free[1])?],
            numerics: [ints?, reals?],
        })
    }

    /// Whether there is more to look for than orders.
    pub fn has_equations(&self) -> bool {
        self.guards.len() > 1 || self.free.iter().any(|f| f.len() > 1)
    }

    /// The edges of the orders that the samples allow, as terms.
    pub fn orders(&self, pool: &mut Pool, samples: &Samples) -> Vec<TermId> {
        let mut out = Vec::new();
        for (a, b) in samples.bool_edges() {
            let (a, b) = (self.bools[a], self.bools[b]);
            out.push(pool.implies(a, b));
        }
        for sort in 0..2 {
            out.extend(self.numeric_orders(pool, samples, 0, sort));
        }
        out.retain(|&t| pool.as_const(t).is_none());
        dedup(&mut out);
        out
    }

    /// The linear equations that the samples allow, and under guards orders too. Before the first sample false is
    /// among them.
    pub fn equations(&self, pool: &mut Pool, samples: &Samples) -> Vec<TermId> {
        let mut out = Vec::new();
        for (n, &guard) in self.guards.iter().enumerate() {
            for sort in 0..2 {
                let space = samples.space(n, sort);
                let mut found = space.equations(pool, &self.free[sort]);
                if n > 0 {
                    found.extend(self.numeric_orders(pool, samples, n, sort));
                }
                out.extend(found.into_iter().map(|t| pool.implies(guard, t)));
            }
        }
        let yes = pool.bool(true);
        out.retain(|&t| t != yes);
        dedup(&mut out);
        out
    }

    fn numeric_orders(
        &self,
        pool: &mut Pool,
        samples: &Samples,
        guard: usize,
        sort: usize,
    ) -> Vec<TermId> {
        let edges = samples.numeric_edges(guard, sort).into_iter();
        edges
            .map(|(a, b)| {
                let (a, b) = (self.numerics[sort][a], self.numerics[sort][b]);
                pool.le(a, b)
            })
            .collect()
    }

    pub fn sizes(&self) -> Sizes {
        Sizes {
            bools: self.bools.len(),
            numerics: [self.numerics[0].len(), self.numerics[1].len()],
            guards: self.guards.len(),
            free: [self.free[0].len(), self.free[1].len()],
        }
    }
}

fn rational(value: Value) -> Option<BigRational> {
    match value {
        Value::Int(n) => Some(BigRational::from_integer(n)),
        Value::Real(r) => Some(r),
        _ => None,
    }
}

/// True, and what the properties presuppose: the left sides of their implications.
fn guards(system: &System, yes: TermId, roots: &[TermId]) -> Vec<TermId> {
    let mut guards = vec![yes];
    let mut stack: Vec<TermId> = roots.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        match system.pool.get(term) {
            Term::Var(v) => {
                if let VarKind::Wire { def } = system.var(*v).kind {
                    stack.push(def);
                }
            }
            Term::App(Op::And, args) => stack.extend(args.iter().rev()),
            Term::App(Op::Or, args) => {
                for &arg in args.iter() {
                    if let Term::App(Op::Not, negated) = system.pool.get(arg)
                        && !guards.contains(&negated[0])
                    {
                        guards.push(negated[0]);
                    }
                }
            }
            _ => {}
        }
    }
    guards.truncate(1 + MAX_GUARDS);
    guards
}

/// Samples from a few random executions that satisfy the constraints: they cost no solver time and
/// remove most of what is not invariant.
pub fn simulate(system: &System, pool: &Pool, members: &Members) -> Samples {
    let mut samples = Samples::new(members.sizes());
    let mut random = SplitMix(0x5eed);
    let constants: Vec<BigInt> = (-2..=3).map(BigInt::from).collect();
    for _ in 0..8 {
        let trace = execute(system, 12, Functions::default(), |var, _| {
            random_value(system, var, &constants, &mut random)
        });
        let Ok(trace) = trace else { continue };
        let Ok(outcome) = replay(system, &trace) else {
            continue;
        };
        let good = outcome.constraint_fails.iter().flatten().min().copied();
        for step in 0..good.unwrap_or(trace.len()) {
            let values: Vec<Value> = members
                .variables
                .iter()
                .map(|&v| trace.value(step, v).clone())
                .collect();
            if let Ok(sample) = members.evaluate(pool, &values, &trace.functions) {
                samples.add(&sample);
            }
        }
    }
    samples
}

/// A small repeatable generator; statistical quality does not matter here.
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn random_value(system: &System, var: VarId, constants: &[BigInt], random: &mut SplitMix) -> Value {
    let bits = random.next();
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(bits & 1 == 1),
        (Sort::Int, Some((lo, hi))) => {
            let width: BigInt = hi - lo + 1;
            Value::Int(lo + BigInt::from(bits >> 1) % width)
        }
        (Sort::Int, None) => Value::Int(constants[bits as usize % constants.len()].clone()),
        (Sort::Real, _) => {
            let n = constants[bits as usize % constants.len()].clone();
            Value::Real(BigRational::from_integer(n))
        }
        (Sort::BitVec(width), _) => random_word(width, bits, random).into(),
        (Sort::Array { index, element }, _) => {
            ArrayValue::constant(index, random_word(element, bits, random)).into()
        }
    }
}

/// Half of them small, where counters and addresses begin.
fn random_word(width: u32, bits: u64, random: &mut SplitMix) -> Bits {
    if bits & 1 == 0 {
        return Bits::new(width, (bits >> 1) % 4);
    }
    let digits: Vec<bool> = (0..width).map(|_| random.next() & 1 == 1).collect();
    Bits::from_bits(&digits)
}

/// The cone's variables by distance from the properties, inputs left out: nothing is invariant about
/// them alone.
fn nearest_first(system: &System, cone: &Cone, roots: &[TermId]) -> Vec<VarId> {
    let mut order = Vec::new();
    let mut seen = vec![false; system.vars.len()];
    let mut layer = system.pool.variables(roots);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for v in layer {
            if cone.contains(v) && !std::mem::replace(&mut seen[v.index()], true) {
                order.push(v);
                next.extend(system.pool.variables(&system.defining_terms(v)));
            }
        }
        layer = next;
    }
    order.retain(|&v| {
        !matches!(system.var(v).kind, VarKind::Input | VarKind::Rigid)
            || system.sort(v) != Sort::Bool
    });
    order
}

fn dedup(terms: &mut Vec<TermId>) {
    let mut seen = FxHashSet::default();
    terms.retain(|t| seen.insert(*t));
}
