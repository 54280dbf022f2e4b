//! Sets in both representations: their elements, membership, and sets made of elements.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_term::TermId;

use super::refusal::Why;
use super::sym::{Bits, Entry, Map, Sym, SymSet};
use super::terms::Terms;
use crate::value::{Size, Value};

impl Terms {
    /// The set element by element.
    pub fn as_bits(&mut self, set: &SymSet) -> Result<Arc<Bits>, Why> {
        let map = match set {
            SymSet::Bits(bits) => return Ok(bits.clone()),
            SymSet::Map(map) => map.clone(),
        };
        let mut size = Size::number(0);
        for entry in map.values() {
            size = size.plus(&self.case_count(&entry.value));
        }
        self.within("a relation", &size)?;
        let mut bits = Bits::new();
        for (key, entry) in map.iter() {
            for (value, when) in self.cases(&entry.value)? {
                let bit = self.pool.and2(entry.defined, when);
                if !self.is(bit, false) {
                    bits.insert(Value::pair(key.clone(), value), bit);
                }
            }
        }
        Ok(Arc::new(bits))
    }

    /// The set as a partial function, where simplification knows that it is one.
    pub fn as_map(&mut self, set: &SymSet) -> Option<Arc<Map>> {
        let bits = match set {
            SymSet::Map(map) => return Some(map.clone()),
            SymSet::Bits(bits) => bits.clone(),
        };
        let mut map = Map::new();
        for (pair, &bit) in bits.iter() {
            if self.is(bit, false) {
                continue;
            }
            let Value::Tuple(parts) = pair else {
                return None;
            };
            let [key, value] = &parts[..] else {
                return None;
            };
            let entry = Entry {
                defined: bit,
                value: self.constant(value)?,
            };
            if map.insert(key.clone(), entry).is_some() {
                return None;
            }
        }
        Some(Arc::new(map))
    }

    /// The elements, different from each other, with the conditions under which they are in the set.
    pub fn elements(&mut self, set: &SymSet) -> Vec<(Sym, TermId)> {
        match set {
            SymSet::Bits(bits) => {
                let element = |(value, &bit): (&Value, &TermId)| (self.solid(value), bit);
                bits.iter().map(element).collect()
            }
            SymSet::Map(map) => {
                let pair = |(key, entry): (&Value, &Entry)| {
                    let pair = Sym::Tuple(vec![self.solid(key), entry.value.clone()]);
                    (pair, entry.defined)
                };
                map.iter().map(pair).collect()
            }
        }
    }

    /// An element or a key of a set.
    pub fn solid(&mut self, value: &Value) -> Sym {
        self.constant(value).expect("elements and keys are solid")
    }

    /// Whether a value is an element.
    pub fn contains(&mut self, set: &SymSet, value: &Sym) -> Result<TermId, Why> {
        let mut hits = Vec::new();
        match set {
            SymSet::Bits(bits) => {
                if let Some(known) = self.known(value) {
                    let no = self.no();
                    return Ok(bits.get(&known).copied().unwrap_or(no));
                }
                for (element, &bit) in bits.iter() {
                    let element = self.solid(element);
                    let same = self.equal(value, &element)?;
                    hits.push(self.pool.and2(bit, same));
                }
            }
            // The empty set is a function too, whatever it is a set of.
            SymSet::Map(map) if map.is_empty() => {}
            SymSet::Map(map) => {
                let (key, result) = value.sides();
                for (at, entry) in map.iter() {
                    let at = self.solid(at);
                    let here = self.equal(key, &at)?;
                    if !self.is(here, false) {
                        let same = self.equal(result, &entry.value)?;
                        hits.push(self.pool.and([entry.defined, here, same]));
                    }
                }
            }
        }
        Ok(self.pool.or(hits))
    }

    /// The set of these values, each under its condition. It becomes a function where no two have the same first side.
    pub fn collect(&mut self, elements: &[(Sym, TermId)]) -> Result<SymSet, Why> {
        if let Some(map) = self.collect_map(elements)? {
            return Ok(SymSet::map(map));
        }
        let mut bits: BTreeMap<Value, Vec<TermId>> = BTreeMap::new();
        for (element, when) in elements {
            if self.is(*when, false) {
                continue;
            }
            for (value, case) in self.cases(element)? {
                let bit = self.pool.and2(*when, case);
                if !self.is(bit, false) {
                    bits.entry(value).or_default().push(bit);
                }
            }
            self.within("a set", &Size::number(bits.len()))?;
        }
        let bits = bits
            .into_iter()
            .map(|(value, bits)| (value, self.pool.or(bits)));
        Ok(SymSet::bits(bits.collect()))
    }

    fn collect_map(&mut self, elements: &[(Sym, TermId)]) -> Result<Option<Map>, Why> {
        let mut map = Map::new();
        for (element, when) in elements {
            let (key, value) = match element {
                Sym::Tuple(parts) if parts.len() == 2 => (&parts[0], &parts[1]),
                _ => return Ok(None),
            };
            if self.is(*when, false) {
                continue;
            }
            for (key, case) in self.cases(key)? {
                let defined = self.pool.and2(*when, case);
                let entry = Entry {
                    defined,
                    value: value.clone(),
                };
                if map.insert(key, entry).is_some() {
                    return Ok(None);
                }
            }
        }
        Ok((!map.is_empty()).then_some(map))
    }

    /// The one of these values whose condition holds; any of them where none does. None where there is no value.
    pub fn select(&mut self, values: &[(Sym, TermId)]) -> Result<Option<Sym>, Why> {
        let mut chosen: Option<Sym> = None;
        for (value, when) in values.iter().rev() {
            chosen = Some(match chosen {
                None => value.clone(),
                Some(rest) => self.choose(*when, value, &rest)?,
            });
        }
        Ok(chosen)
    }
}
