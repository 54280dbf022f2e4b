//! Whether the new definition of a variable stays within the range of the variable's type.
//!
//! Interval analysis alone does not say it. The result of an uninterpreted function has no interval, and one such result inside a
//! definition would hide a constant beside it that is out of range. So a definition is taken apart into the values that its
//! conditions choose from, and each value is looked at on its own.

use assay_system::{System, VarKind};
use assay_term::{BigInt, Intervals, Op, Pool, Term, TermId, Value, VarId};
use rustc_hash::FxHashSet;

pub struct Ranges {
    intervals: Intervals,
}

impl Ranges {
    pub fn new(system: &System) -> Ranges {
        Ranges {
            intervals: system.intervals(),
        }
    }

    /// The range of `var`, if it has one and `def`, its value now or after this step, may lie outside of it.
    pub fn left(&mut self, system: &System, var: VarId, def: TermId) -> Option<(BigInt, BigInt)> {
        let (lo, hi) = system.var(var).range.clone()?;
        let mut unbounded = false;
        for value in chosen_values(&system.pool, def, &lo, &hi) {
            match self.bounds(system, value) {
                Some((l, h)) if lo <= l && h <= hi => {}
                Some(_) => return Some((lo, hi)),
                None => unbounded = true,
            }
        }
        // Where the analysis cannot bound the original either, its type does, and a mutator keeps types.
        let mut typed = false;
        if let (true, VarKind::Wire { def }) = (unbounded, &system.var(var).kind) {
            let before = chosen_values(&system.pool, *def, &lo, &hi);
            typed = before.iter().any(|v| self.bounds(system, *v).is_none());
        }
        (unbounded && !typed).then_some((lo, hi))
    }

    /// What a value is known to lie within: for a variable its declared range, else its interval.
    fn bounds(&mut self, system: &System, value: TermId) -> Option<(BigInt, BigInt)> {
        if let Term::Var(v) = system.pool.get(value)
            && let Some(range) = &system.var(*v).range
        {
            return Some(range.clone());
        }
        let interval = self.intervals.of(&system.pool, value)?;
        Some((interval.lo, interval.hi))
    }
}

/// The terms one of which is the value of `root`, without those that a comparison keeps within `lo` to `hi`.
fn chosen_values(pool: &Pool, root: TermId, lo: &BigInt, hi: &BigInt) -> Vec<TermId> {
    let mut values = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.get(term) {
            Term::App(Op::Ite, args) => {
                if !is_clamped(pool, args[0], args[1], lo, hi) {
                    stack.push(args[1]);
                }
                stack.push(args[2]);
            }
            _ => values.push(term),
        }
    }
    values
}

/// Whether the condition says that the value is within `lo` to `hi`, as lowering writes it for results of functions.
fn is_clamped(pool: &Pool, condition: TermId, value: TermId, lo: &BigInt, hi: &BigInt) -> bool {
    let Term::App(Op::And, parts) = pool.get(condition) else {
        return false;
    };
    let int = |term: TermId| match pool.as_const(term) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    };
    let (mut above, mut below) = (false, false);
    for part in parts {
        if let Term::App(Op::Le, args) = pool.get(*part) {
            above |= args[1] == value && int(args[0]).is_some_and(|n| lo <= n);
            below |= args[0] == value && int(args[1]).is_some_and(|n| n <= hi);
        }
    }
    above && below
}
