//! Interval analysis: a finite range for an integer term, where its variables have one. It decides
//! how many bits a term needs, so it must never be too small; a term it gives no range to makes a
//! model infinite.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

use crate::{Op, Pool, Sort, Term, TermId, Value, VarId};

/// A closed, non-empty range of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    pub lo: BigInt,
    pub hi: BigInt,
}

impl Interval {
    pub fn new(lo: BigInt, hi: BigInt) -> Self {
        debug_assert!(lo <= hi);
        Interval { lo, hi }
    }

    pub fn point(n: BigInt) -> Self {
        Interval {
            lo: n.clone(),
            hi: n,
        }
    }

    pub fn contains(&self, n: &BigInt) -> bool {
        self.lo <= *n && *n <= self.hi
    }

    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.clone().min(other.lo.clone()),
            hi: self.hi.clone().max(other.hi.clone()),
        }
    }

    fn of_products(&self, other: &Interval, f: impl Fn(&BigInt, &BigInt) -> BigInt) -> Interval {
        let corners = [
            f(&self.lo, &other.lo),
            f(&self.lo, &other.hi),
            f(&self.hi, &other.lo),
            f(&self.hi, &other.hi),
        ];
        let lo = corners.iter().min().expect("four corners").clone();
        let hi = corners.iter().max().expect("four corners").clone();
        Interval { lo, hi }
    }

    fn add(&self, other: &Interval) -> Interval {
        Interval {
            lo: &self.lo + &other.lo,
            hi: &self.hi + &other.hi,
        }
    }
}

/// Ranges of integer terms, computed on demand from those of variables and remembered.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    vars: FxHashMap<VarId, Interval>,
    memo: FxHashMap<TermId, Option<Interval>>,
}

impl Intervals {
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives `var` a range. Forgets what was computed before.
    pub fn set(&mut self, var: VarId, range: Interval) {
        self.vars.insert(var, range);
        self.memo.clear();
    }

    pub fn of_var(&self, var: VarId) -> Option<&Interval> {
        self.vars.get(&var)
    }

    /// The range of `root`, None if it has none that is finite (or is not an integer).
    pub fn of(&mut self, pool: &Pool, root: TermId) -> Option<Interval> {
        if let Some(known) = self.memo.get(&root) {
            return known.clone();
        }
        for id in pool.below(&[root]) {
            if !self.memo.contains_key(&id) {
                let range = self.compute(pool, id);
                self.memo.insert(id, range);
            }
        }
        self.memo[&root].clone()
    }

    fn compute(&self, pool: &Pool, id: TermId) -> Option<Interval> {
        if pool.sort(id) != Sort::Int {
            return None;
        }
        let get = |a: TermId| self.memo[&a].clone();
        match pool.get(id) {
            Term::Const(Value::Int(n)) => Some(Interval::point(n.clone())),
            Term::Var(v) => self.vars.get(v).cloned(),
            Term::App(op, args) => match op {
                Op::Ite => Some(get(args[1])?.hull(&get(args[2])?)),
                Op::Add => {
                    let mut sum = Interval::point(BigInt::zero());
                    for &a in args.iter() {
                        sum = sum.add(&get(a)?);
                    }
                    Some(sum)
                }
                Op::Mul => {
                    let mut product = Interval::point(BigInt::one());
                    for &a in args.iter() {
                        product = product.of_products(&get(a)?, |x, y| x * y);
                    }
                    Some(product)
                }
                Op::IntDiv => {
                    let n = get(args[0])?;
                    // |n div d| <= max(|n|) + 1 for every divisor; exact for a constant one.
                    if let Some(Value::Int(d)) = pool.as_const(args[1])
                        && !d.is_zero()
                    {
                        let d = Interval::point(d.clone());
                        return Some(n.of_products(&d, |x, y| crate::build::euclid(x, y).0));
                    }
                    get(args[1])?;
                    let bound: BigInt = n.lo.abs().max(n.hi.abs()) + 1;
                    Some(Interval::new(-bound.clone(), bound))
                }
                Op::Mod => {
                    let d = get(args[1])?;
                    get(args[0])?;
                    let bound = d.lo.abs().max(d.hi.abs());
                    let hi = if bound.is_zero() { bound } else { bound - 1 };
                    Some(Interval::new(BigInt::zero(), hi))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
