//! Equality of symbolic values.

use std::collections::BTreeSet;

use assay_term::TermId;

use super::refusal::Why;
use super::sym::{Bits, Map, Number, Pick, Sym, SymSet};
use super::terms::Terms;
use crate::value::Value;

impl Terms {
    /// Whether two values of one type are the same.
    pub fn equal(&mut self, a: &Sym, b: &Sym) -> Result<TermId, Why> {
        Ok(match (a, b) {
            (Sym::Bool(a), Sym::Bool(b)) => self.pool.eq(*a, *b),
            (Sym::Int(a), Sym::Int(b)) => self.equal_numbers(a, b),
            (Sym::Pick(a), Sym::Pick(b)) => self.equal_picks(a, b),
            (Sym::Tuple(a), Sym::Tuple(b)) => self.all_equal(a.iter().zip(b))?,
            (Sym::Binding(a), Sym::Binding(b)) => {
                let pairs = a.iter().zip(b).map(|((_, a), (_, b))| (a, b));
                self.all_equal(pairs)?
            }
            (Sym::Set(a), Sym::Set(b)) => self.equal_sets(a, b)?,
            _ => unreachable!("equality is between values of one type"),
        })
    }

    fn all_equal<'s>(
        &mut self,
        pairs: impl Iterator<Item = (&'s Sym, &'s Sym)>,
    ) -> Result<TermId, Why> {
        let mut same = Vec::new();
        for (a, b) in pairs {
            let equal = self.equal(a, b)?;
            if self.is(equal, false) {
                return Ok(equal);
            }
            same.push(equal);
        }
        Ok(self.pool.and(same))
    }

    fn equal_numbers(&mut self, a: &Number, b: &Number) -> TermId {
        if a.range.hi < b.range.lo || b.range.hi < a.range.lo {
            return self.no();
        }
        if b.range.lo == b.range.hi {
            return self.is_number(a.term, &b.range.lo);
        }
        if a.range.lo == a.range.hi {
            return self.is_number(b.term, &a.range.lo);
        }
        self.pool.eq(a.term, b.term)
    }

    fn equal_picks(&mut self, a: &Pick, b: &Pick) -> TermId {
        if a.of == b.of && a.of.len() > 1 {
            return self.pool.eq(a.index, b.index);
        }
        let mut same = Vec::new();
        for (at, value) in a.of.iter().enumerate() {
            if let Ok(other) = b.of.binary_search(value) {
                let left = self.is_number(a.index, &at.into());
                let right = self.is_number(b.index, &other.into());
                same.push(self.pool.and2(left, right));
            }
        }
        self.pool.or(same)
    }

    fn equal_sets(&mut self, a: &SymSet, b: &SymSet) -> Result<TermId, Why> {
        if let (Some(a), Some(b)) = (self.as_map(a), self.as_map(b)) {
            return self.equal_maps(&a, &b);
        }
        let (a, b) = (self.as_bits(a)?, self.as_bits(b)?);
        let no = self.no();
        let values: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
        let mut same = Vec::with_capacity(values.len());
        for value in values {
            let bit = |bits: &Bits| bits.get(value).copied().unwrap_or(no);
            same.push(self.pool.eq(bit(&a), bit(&b)));
        }
        Ok(self.pool.and(same))
    }

    fn equal_maps(&mut self, a: &Map, b: &Map) -> Result<TermId, Why> {
        let keys: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
        let mut same = Vec::new();
        for key in keys {
            match (a.get(key), b.get(key)) {
                (Some(a), Some(b)) => {
                    same.push(self.pool.eq(a.defined, b.defined));
                    let both = self.pool.and2(a.defined, b.defined);
                    if !self.is(both, false) {
                        let equal = self.equal(&a.value, &b.value)?;
                        same.push(self.pool.implies(both, equal));
                    }
                }
                (Some(one), None) | (None, Some(one)) => same.push(self.pool.not(one.defined)),
                (None, None) => {}
            }
        }
        Ok(self.pool.and(same))
    }
}
