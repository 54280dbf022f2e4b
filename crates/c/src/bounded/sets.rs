//! Which values a word can have, where these are few: a word that was merged from constants by branches has at most as many values as
//! there were constants. It tells which elements of an array an index can mean without asking a solver.
//!
//! The set is an over-approximation: conditions are not looked at.

use assay_term::{Op, Pool, Term, TermId};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

/// Larger sets are not kept.
const MOST: usize = 96;

#[derive(Default)]
pub struct Sets {
    known: FxHashMap<TermId, Option<Vec<u128>>>,
}

impl Sets {
    /// All values that a word can have, ascending, or None where they are too many.
    pub fn of(&mut self, pool: &Pool, root: TermId) -> Option<&[u128]> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let open: Vec<TermId> = match pool.get(term) {
                Term::App(op, args) if follows(*op) => {
                    let words = if *op == Op::Ite {
                        &args[1..]
                    } else {
                        &args[..]
                    };
                    let unseen = words.iter().filter(|a| !self.known.contains_key(a));
                    unseen.copied().collect()
                }
                _ => vec![],
            };
            if open.is_empty() {
                let set = self.compute(pool, term);
                self.known.insert(term, set);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        self.known.get(&root)?.as_deref()
    }

    /// The truth of a comparison of words whose values are few, if all of them give the same one.
    pub fn decided(&mut self, pool: &Pool, condition: TermId) -> Option<bool> {
        if let Some(inner) = pool.as_not(condition) {
            return self.decided(pool, inner).map(|b| !b);
        }
        let Term::App(op @ (Op::Eq | Op::BvUlt), args) = pool.get(condition) else {
            return None;
        };
        if !matches!(pool.sort(args[0]), assay_term::Sort::BitVec(_)) {
            return None;
        }
        let a = self.of(pool, args[0])?.to_vec();
        let b = self.of(pool, args[1])?;
        match op {
            Op::Eq => {
                if a.len() == 1 && a == b {
                    Some(true)
                } else if a.iter().all(|x| b.binary_search(x).is_err()) {
                    Some(false)
                } else {
                    None
                }
            }
            _ => {
                let (low, high) = (*a.first()?, *a.last()?);
                if high < *b.first()? {
                    Some(true)
                } else if low >= *b.last()? {
                    Some(false)
                } else {
                    None
                }
            }
        }
    }

    fn compute(&self, pool: &Pool, term: TermId) -> Option<Vec<u128>> {
        match pool.get(term) {
            Term::Const(value) => Some(vec![value.as_bits()?.value().to_u128()?]),
            Term::App(op, args) if follows(*op) => {
                let width = match pool.sort(term) {
                    assay_term::Sort::BitVec(width) if width <= 128 => width,
                    _ => return None,
                };
                let set = |at: usize| self.known.get(&args[at]).and_then(Option::as_deref);
                let values: Vec<u128> = match op {
                    Op::Ite => set(1)?.iter().chain(set(2)?).copied().collect(),
                    Op::BvAdd => pairs(set(0)?, set(1)?, u128::wrapping_add)?,
                    Op::BvMul => pairs(set(0)?, set(1)?, u128::wrapping_mul)?,
                    Op::BvXor => pairs(set(0)?, set(1)?, |a, b| a ^ b)?,
                    Op::BvAnd => pairs(set(0)?, set(1)?, |a, b| a & b)?,
                    Op::Concat => {
                        let low = pool.width(args[1]);
                        pairs(set(0)?, set(1)?, |a, b| a.checked_shl(low).unwrap_or(0) | b)?
                    }
                    Op::BvNeg => set(0)?.iter().map(|v| v.wrapping_neg()).collect(),
                    Op::BvNot => set(0)?.iter().map(|v| !v).collect(),
                    Op::Extract { lo, .. } => set(0)?.iter().map(|v| v >> lo).collect(),
                    _ => return None,
                };
                let mut values: Vec<u128> = values.iter().map(|v| v & mask(width)).collect();
                values.sort_unstable();
                values.dedup();
                (values.len() <= MOST).then_some(values)
            }
            _ => None,
        }
    }
}

fn follows(op: Op) -> bool {
    matches!(
        op,
        Op::Ite
            | Op::BvAdd
            | Op::BvMul
            | Op::BvXor
            | Op::BvAnd
            | Op::Concat
            | Op::BvNeg
            | Op::BvNot
            | Op::Extract { .. }
    )
}

fn pairs(a: &[u128], b: &[u128], f: impl Fn(u128, u128) -> u128) -> Option<Vec<u128>> {
    if a.len() * b.len() > MOST * 4 {
        return None;
    }
    Some(
        a.iter()
            .flat_map(|&x| b.iter().map(move |&y| (x, y)))
            .map(|(x, y)| f(x, y))
            .collect(),
    )
}

pub fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}
