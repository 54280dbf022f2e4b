//! Arithmetic, which never wraps, and functions from positive numbers.

use assay_term::{BigInt, Interval, TermId};

use super::refusal::Why;
use super::sym::{Entry, Number, SymSet};
use super::terms::Terms;
use crate::value::Int;

impl Terms {
    pub(super) fn sum(&mut self, a: &Number, b: &Number) -> Number {
        Number {
            term: self.pool.add([a.term, b.term]),
            range: Interval::new(&a.range.lo + &b.range.lo, &a.range.hi + &b.range.hi),
        }
    }

    pub(super) fn negated(&mut self, a: &Number) -> Number {
        Number {
            term: self.pool.neg(a.term),
            range: Interval::new(-&a.range.hi, -&a.range.lo),
        }
    }

    pub(super) fn product(&mut self, a: &Number, b: &Number) -> Number {
        let corners = [&a.range.lo, &a.range.hi].map(|x| [x * &b.range.lo, x * &b.range.hi]);
        let corners = corners.into_iter().flatten();
        let (lo, hi) = (corners.clone().min(), corners.max());
        Number {
            term: self.pool.mul(a.term, b.term),
            range: Interval::new(lo.expect("four corners"), hi.expect("four corners")),
        }
    }

    /// Quotient or remainder, towards minus infinity and with the sign of the divisor, and the condition under which there is one.
    pub(super) fn divided(&mut self, a: &Number, b: &Number, quotient: bool) -> (Number, TermId) {
        let zero = self.pool.int(0);
        let none = self.pool.eq(b.term, zero);
        let when = self.pool.not(none);
        let positive = self.pool.lt(zero, b.term);
        // Euclid's division rounds down where the divisor is positive: both signs are turned where it is not.
        let (minus_a, minus_b) = (self.pool.neg(a.term), self.pool.neg(b.term));
        let one = self.pool.int(1);
        let numerator = self.pool.ite(positive, a.term, minus_a);
        let divisor = self.pool.ite(positive, b.term, minus_b);
        let divisor = self.pool.ite(none, one, divisor);
        let most = a.range.lo.magnitude().max(a.range.hi.magnitude()).clone();
        let divisor_most = b.range.lo.magnitude().max(b.range.hi.magnitude()).clone();
        if quotient {
            let most = BigInt::from(most) + 1;
            let term = self.pool.int_div(numerator, divisor);
            (
                Number {
                    term,
                    range: Interval::new(-&most, most),
                },
                when,
            )
        } else {
            let rest = self.pool.int_mod(numerator, divisor);
            let minus = self.pool.neg(rest);
            let most = BigInt::from(divisor_most);
            let number = Number {
                term: self.pool.ite(positive, rest, minus),
                range: Interval::new(-&most, most),
            };
            (number, when)
        }
    }

    /// The entries of a function from positive numbers, in the order of these, and the condition under which a relation is one.
    pub(super) fn squashable(&mut self, relation: &SymSet) -> Result<(Vec<Entry>, TermId), Why> {
        let mut good = vec![self.is_functional(relation)?];
        let map = match self.as_map(relation) {
            Some(map) => (*map).clone(),
            None => self.function(relation)?,
        };
        let mut entries = Vec::new();
        for (key, entry) in map {
            if *key.as_int() < Int::ONE {
                good.push(self.pool.not(entry.defined));
            } else {
                entries.push(entry);
            }
        }
        Ok((entries, self.pool.and(good)))
    }
}
