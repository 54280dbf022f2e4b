//! Choices between symbolic values.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_term::TermId;

use super::refusal::Why;
use super::sym::{Bits, Entry, Map, Number, Pick, Sym, SymSet};
use super::terms::Terms;
use crate::value::Value;

impl Terms {
    /// One value or the other.
    pub fn choose(&mut self, condition: TermId, a: &Sym, b: &Sym) -> Result<Sym, Why> {
        if let Some(truth) = self.pool.as_bool(condition) {
            return Ok(if truth { a.clone() } else { b.clone() });
        }
        Ok(match (a, b) {
            (Sym::Bool(a), Sym::Bool(b)) => Sym::Bool(self.pool.ite(condition, *a, *b)),
            (Sym::Int(a), Sym::Int(b)) => Sym::Int(Number {
                term: self.pool.ite(condition, a.term, b.term),
                range: a.range.hull(&b.range),
            }),
            (Sym::Pick(a), Sym::Pick(b)) => Sym::Pick(self.choose_pick(condition, a, b)),
            (Sym::Tuple(a), Sym::Tuple(b)) => {
                let parts = a.iter().zip(b).map(|(a, b)| self.choose(condition, a, b));
                Sym::Tuple(parts.collect::<Result<_, _>>()?)
            }
            (Sym::Binding(a), Sym::Binding(b)) => {
                let parts = a.iter().zip(b);
                let parts = parts
                    .map(|((name, a), (_, b))| Ok((name.clone(), self.choose(condition, a, b)?)));
                Sym::Binding(parts.collect::<Result<_, Why>>()?)
            }
            (Sym::Set(a), Sym::Set(b)) => Sym::Set(self.choose_set(condition, a, b)?),
            _ => unreachable!("a choice is between values of one type"),
        })
    }

    fn choose_pick(&mut self, condition: TermId, a: &Pick, b: &Pick) -> Pick {
        let of: Arc<[Value]> = if a.of == b.of {
            a.of.clone()
        } else {
            let all: BTreeSet<&Value> = a.of.iter().chain(b.of.iter()).collect();
            all.into_iter().cloned().collect()
        };
        let (a, b) = (self.renumbered(a, &of), self.renumbered(b, &of));
        Pick {
            index: self.pool.ite(condition, a, b),
            of,
        }
    }

    /// The number of the value in a longer list.
    pub fn renumbered(&mut self, pick: &Pick, of: &Arc<[Value]>) -> TermId {
        if pick.of == *of {
            return pick.index;
        }
        let mut index = None;
        for (at, value) in pick.of.iter().enumerate().rev() {
            let new = of.binary_search(value).expect("a longer list");
            let new = self.pool.int(new);
            index = Some(match index {
                None => new,
                Some(rest) => {
                    let here = self.is_number(pick.index, &at.into());
                    self.pool.ite(here, new, rest)
                }
            });
        }
        index.expect("a pick has a value")
    }

    fn choose_set(&mut self, condition: TermId, a: &SymSet, b: &SymSet) -> Result<SymSet, Why> {
        let no = self.no();
        if let (Some(a), Some(b)) = (self.as_map(a), self.as_map(b)) {
            let keys: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
            let mut map = Map::new();
            for key in keys {
                let (a, b) = (a.get(key), b.get(key));
                let defined = |entry: Option<&Entry>| entry.map_or(no, |e| e.defined);
                let either = self.pool.ite(condition, defined(a), defined(b));
                let value = match (a, b) {
                    (Some(a), Some(b)) => self.choose(condition, &a.value, &b.value)?,
                    (Some(one), None) | (None, Some(one)) => one.value.clone(),
                    (None, None) => continue,
                };
                map.insert(
                    key.clone(),
                    Entry {
                        defined: either,
                        value,
                    },
                );
            }
            return Ok(SymSet::map(map));
        }
        let (a, b) = (self.as_bits(a)?, self.as_bits(b)?);
        let values: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
        let mut bits = Bits::new();
        for value in values {
            let bit = |bits: &Bits| bits.get(value).copied().unwrap_or(no);
            let bit = self.pool.ite(condition, bit(&a), bit(&b));
            bits.insert(value.clone(), bit);
        }
        Ok(SymSet::bits(bits))
    }
}
