//! Operations on sets, relations and functions, as terms.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_term::TermId;

use super::refusal::Why;
use super::sym::{Bits, Entry, Map, Sym, SymSet};
use super::terms::Terms;
use crate::value::{Size, Value};

impl Terms {
    pub fn union(&mut self, a: &SymSet, b: &SymSet) -> Result<SymSet, Why> {
        if let Some(map) = self.joined(a, b) {
            return Ok(SymSet::map(map));
        }
        let no = self.no();
        self.bitwise(a, b, |t, x, y| t.pool.or2(x.unwrap_or(no), y.unwrap_or(no)))
    }

    /// The union of two functions, where simplification knows that they agree.
    fn joined(&mut self, a: &SymSet, b: &SymSet) -> Option<Map> {
        let (a, b) = (self.as_map(a)?, self.as_map(b)?);
        let mut map = (*a).clone();
        for (key, entry) in b.iter() {
            if let Some(other) = a.get(key) {
                let both = self.pool.and2(other.defined, entry.defined);
                if !self.is(both, false) {
                    return None;
                }
                let value = self
                    .choose(other.defined, &other.value, &entry.value)
                    .ok()?;
                let defined = self.pool.or2(other.defined, entry.defined);
                map.insert(key.clone(), Entry { defined, value });
            } else {
                map.insert(key.clone(), entry.clone());
            }
        }
        Some(map)
    }

    fn bitwise(
        &mut self,
        a: &SymSet,
        b: &SymSet,
        mut bit: impl FnMut(&mut Terms, Option<TermId>, Option<TermId>) -> TermId,
    ) -> Result<SymSet, Why> {
        let (a, b) = (self.as_bits(a)?, self.as_bits(b)?);
        let mut bits = Bits::new();
        let values: BTreeSet<&Value> = a.keys().chain(b.keys()).collect();
        for value in values {
            let bit = bit(self, a.get(value).copied(), b.get(value).copied());
            if !self.is(bit, false) {
                bits.insert(value.clone(), bit);
            }
        }
        Ok(SymSet::bits(bits))
    }

    pub fn symmetric_difference(&mut self, a: &SymSet, b: &SymSet) -> Result<SymSet, Why> {
        let no = self.no();
        self.bitwise(a, b, |t, x, y| t.pool.xor(x.unwrap_or(no), y.unwrap_or(no)))
    }

    /// The elements whose conditions hold, which are in the order of [`Terms::elements`].
    pub fn restricted(&mut self, set: &SymSet, conditions: &[TermId]) -> SymSet {
        match set {
            SymSet::Bits(bits) => {
                let mut kept = Bits::new();
                for ((value, &bit), &condition) in bits.iter().zip(conditions) {
                    let bit = self.pool.and2(bit, condition);
                    if !self.is(bit, false) {
                        kept.insert(value.clone(), bit);
                    }
                }
                SymSet::bits(kept)
            }
            SymSet::Map(map) => {
                let mut kept = Map::new();
                for ((key, entry), &condition) in map.iter().zip(conditions) {
                    let defined = self.pool.and2(entry.defined, condition);
                    if !self.is(defined, false) {
                        let value = entry.value.clone();
                        kept.insert(key.clone(), Entry { defined, value });
                    }
                }
                SymSet::map(kept)
            }
        }
    }

    /// The elements that are not in another set.
    pub fn difference(&mut self, set: &SymSet, other: &SymSet) -> Result<SymSet, Why> {
        let mut conditions = Vec::new();
        for (element, _) in self.elements(set) {
            let inside = self.contains(other, &element)?;
            conditions.push(self.pool.not(inside));
        }
        Ok(self.restricted(set, &conditions))
    }

    pub fn cardinality(&mut self, set: &SymSet) -> super::sym::Number {
        let conditions: Vec<TermId> = match set {
            SymSet::Bits(bits) => bits.values().copied().collect(),
            SymSet::Map(map) => map.values().map(|entry| entry.defined).collect(),
        };
        self.count(conditions)
    }

    pub fn is_empty(&mut self, set: &SymSet) -> TermId {
        let conditions: Vec<TermId> = match set {
            SymSet::Bits(bits) => bits.values().copied().collect(),
            SymSet::Map(map) => map.values().map(|entry| entry.defined).collect(),
        };
        let some = self.pool.or(conditions);
        self.pool.not(some)
    }

    pub fn domain(&mut self, relation: &SymSet) -> Result<Bits, Why> {
        if let SymSet::Map(map) = relation {
            let keys = map.iter().map(|(key, entry)| (key.clone(), entry.defined));
            return Ok(keys.collect());
        }
        self.sides(relation, 0)
    }

    pub fn range_of(&mut self, relation: &SymSet) -> Result<Bits, Why> {
        self.sides(relation, 1)
    }

    fn sides(&mut self, relation: &SymSet, side: usize) -> Result<Bits, Why> {
        let mut found: BTreeMap<Value, Vec<TermId>> = BTreeMap::new();
        match relation {
            SymSet::Bits(bits) => {
                for (pair, &bit) in bits.iter() {
                    let (first, second) = pair.sides();
                    let value = if side == 0 { first } else { second };
                    found.entry(value.clone()).or_default().push(bit);
                }
            }
            SymSet::Map(map) => {
                for entry in map.values() {
                    for (value, when) in self.cases(&entry.value)? {
                        let bit = self.pool.and2(entry.defined, when);
                        found.entry(value).or_default().push(bit);
                    }
                }
            }
        }
        Ok(found
            .into_iter()
            .map(|(value, bits)| (value, self.pool.or(bits)))
            .collect())
    }

    pub fn inverse(&mut self, relation: &SymSet) -> Result<SymSet, Why> {
        let bits = self.as_bits(relation)?;
        let turned = bits.iter().map(|(pair, &bit)| {
            let (a, b) = pair.sides();
            (Value::pair(b.clone(), a.clone()), bit)
        });
        Ok(SymSet::bits(turned.collect()))
    }

    /// First `r`, then `s`.
    pub fn compose(&mut self, r: &SymSet, s: &SymSet) -> Result<SymSet, Why> {
        if let (Some(r), Some(s)) = (self.as_map(r), self.as_map(s)) {
            let s = SymSet::Map(s);
            let mut map = Map::new();
            for (key, entry) in r.iter() {
                if let Some((value, when)) = self.look_up(&s, &entry.value)? {
                    let defined = self.pool.and2(entry.defined, when);
                    map.insert(key.clone(), Entry { defined, value });
                }
            }
            return Ok(SymSet::map(map));
        }
        let (r, s) = (self.as_bits(r)?, self.as_bits(s)?);
        let mut after: BTreeMap<&Value, Vec<(&Value, TermId)>> = BTreeMap::new();
        for (pair, &bit) in s.iter() {
            let (b, c) = pair.sides();
            after.entry(b).or_default().push((c, bit));
        }
        let mut found: BTreeMap<Value, Vec<TermId>> = BTreeMap::new();
        for (pair, &bit) in r.iter() {
            let (a, b) = pair.sides();
            for (c, other) in after.get(b).into_iter().flatten() {
                let both = self.pool.and2(bit, *other);
                let pair = Value::pair(a.clone(), (*c).clone());
                found.entry(pair).or_default().push(both);
            }
            self.within("a relation", &Size::number(found.len()))?;
            self.bounded()?;
        }
        let bits = found
            .into_iter()
            .map(|(pair, bits)| (pair, self.pool.or(bits)));
        Ok(SymSet::bits(bits.collect()))
    }

    /// What a partial function has for an argument, and the condition under which it has something. None where it is empty.
    pub fn look_up(
        &mut self,
        function: &SymSet,
        argument: &Sym,
    ) -> Result<Option<(Sym, TermId)>, Why> {
        let Some(map) = self.as_map(function) else {
            return self.look_up_relation(function, argument);
        };
        if let Some(known) = self.known(argument) {
            return Ok(map
                .get(&known)
                .map(|entry| (entry.value.clone(), entry.defined)));
        }
        let (mut values, mut some) = (Vec::new(), Vec::new());
        for (key, entry) in map.iter() {
            let key = self.solid(key);
            let here = self.equal(argument, &key)?;
            let when = self.pool.and2(here, entry.defined);
            if !self.is(when, false) {
                values.push((entry.value.clone(), when));
                some.push(when);
            }
        }
        let some = self.pool.or(some);
        Ok(self.select(&values)?.map(|value| (value, some)))
    }

    /// The same of a relation: it has something where it has one value exactly.
    fn look_up_relation(
        &mut self,
        relation: &SymSet,
        argument: &Sym,
    ) -> Result<Option<(Sym, TermId)>, Why> {
        let bits = self.as_bits(relation)?;
        let mut found: BTreeMap<&Value, Vec<TermId>> = BTreeMap::new();
        for (pair, &bit) in bits.iter() {
            let (key, value) = pair.sides();
            let key = self.solid(key);
            let here = self.equal(argument, &key)?;
            let when = self.pool.and2(here, bit);
            if !self.is(when, false) {
                found.entry(value).or_default().push(when);
            }
        }
        let mut values = Vec::new();
        for (value, when) in found {
            let value = self.solid(value);
            let when = self.pool.or(when);
            values.push((value, when));
        }
        let conditions: Vec<TermId> = values.iter().map(|(_, when)| *when).collect();
        let one = self.at_most_one(&conditions);
        let some = self.pool.or(conditions);
        let defined = self.pool.and2(some, one);
        Ok(self.select(&values)?.map(|value| (value, defined)))
    }

    /// `f <+ g`
    pub fn overridden(&mut self, f: &SymSet, g: &SymSet) -> Result<SymSet, Why> {
        if let (Some(f), Some(g)) = (self.as_map(f), self.as_map(g)) {
            let mut map = (*f).clone();
            for (key, entry) in g.iter() {
                let entry = match f.get(key) {
                    None => entry.clone(),
                    Some(old) => Entry {
                        defined: self.pool.or2(old.defined, entry.defined),
                        value: self.choose(entry.defined, &entry.value, &old.value)?,
                    },
                };
                map.insert(key.clone(), entry);
            }
            return Ok(SymSet::map(map));
        }
        let domain = SymSet::bits(self.domain(g)?);
        let mut conditions = Vec::new();
        for (pair, _) in self.elements(f) {
            let inside = self.contains(&domain, pair.sides().0)?;
            conditions.push(self.pool.not(inside));
        }
        let kept = self.restricted(f, &conditions);
        self.union(&kept, g)
    }

    /// The least transitive relation around this one, by Warshall's algorithm.
    pub fn closure(&mut self, relation: &SymSet) -> Result<SymSet, Why> {
        let bits = self.as_bits(relation)?;
        let sides = bits.keys().map(Value::sides);
        let nodes: BTreeSet<&Value> = sides.flat_map(|(a, b)| [a, b]).collect();
        let nodes: Vec<&Value> = nodes.into_iter().collect();
        let count = nodes.len();
        let size = Size::number(count).times(&Size::number(count));
        self.within("a transitive closure", &size.times(&Size::number(count)))?;
        let no = self.no();
        let bit = |a: &Value, b: &Value| {
            let pair = Value::pair(a.clone(), b.clone());
            bits.get(&pair).copied().unwrap_or(no)
        };
        let mut reach: Vec<Vec<TermId>> = nodes
            .iter()
            .map(|a| nodes.iter().map(|b| bit(a, b)).collect())
            .collect();
        for via in 0..count {
            let before = reach.clone();
            for from in 0..count {
                for to in 0..count {
                    let both = self.pool.and2(before[from][via], before[via][to]);
                    reach[from][to] = self.pool.or2(before[from][to], both);
                }
            }
            self.bounded()?;
        }
        let mut closed = Bits::new();
        for (from, row) in nodes.iter().zip(&reach) {
            for (to, &bit) in nodes.iter().zip(row) {
                if !self.is(bit, false) {
                    closed.insert(Value::pair((*from).clone(), (*to).clone()), bit);
                }
            }
        }
        Ok(SymSet::bits(closed))
    }

    pub fn identity(&mut self, set: &SymSet) -> Result<SymSet, Why> {
        let bits = self.as_bits(set)?;
        let mut map = Map::new();
        for (value, &defined) in bits.iter() {
            let entry = Entry {
                defined,
                value: self.solid(value),
            };
            map.insert(value.clone(), entry);
        }
        Ok(SymSet::map(map))
    }

    /// The least or the greatest of some numbers, and the condition under which there is one.
    pub fn extremum(&mut self, set: &SymSet, least: bool) -> Result<Option<(Sym, TermId)>, Why> {
        let bits = self.as_bits(set)?;
        let mut values = Vec::new();
        for (value, &bit) in bits.iter() {
            if !self.is(bit, false) {
                values.push((self.solid(value), bit));
            }
        }
        if !least {
            values.reverse();
        }
        let some = self.pool.or(values.iter().map(|(_, bit)| *bit));
        // The first whose condition holds counts.
        Ok(self.select(&values)?.map(|value| (value, some)))
    }

    /// All elements of the sets that are elements.
    pub fn union_of(&mut self, sets: &SymSet) -> Result<SymSet, Why> {
        let mut all = SymSet::empty();
        for (set, when) in self.elements(sets) {
            let set = set.as_set();
            let always = vec![when; self.elements(set).len()];
            let part = self.restricted(set, &always);
            all = self.union(&all, &part)?;
        }
        Ok(all)
    }

    /// Whether a relation is a partial function.
    pub fn is_functional(&mut self, relation: &SymSet) -> Result<TermId, Why> {
        let bits = match relation {
            SymSet::Map(_) => return Ok(self.yes()),
            SymSet::Bits(bits) => bits.clone(),
        };
        self.one_for_each(&bits, 0)
    }

    /// Whether no two pairs have the same second side.
    pub fn is_injective(&mut self, relation: &SymSet) -> Result<TermId, Why> {
        if let SymSet::Map(map) = relation {
            let entries: Vec<&Entry> = map.values().collect();
            let mut different = Vec::new();
            for (at, a) in entries.iter().enumerate() {
                for b in &entries[..at] {
                    let both = self.pool.and2(a.defined, b.defined);
                    if !self.is(both, false) {
                        let same = self.equal(&a.value, &b.value)?;
                        let clash = self.pool.and2(both, same);
                        different.push(self.pool.not(clash));
                    }
                }
            }
            return Ok(self.pool.and(different));
        }
        let bits = self.as_bits(relation)?;
        self.one_for_each(&bits, 1)
    }

    fn one_for_each(&mut self, bits: &Arc<Bits>, side: usize) -> Result<TermId, Why> {
        let mut groups: BTreeMap<&Value, Vec<TermId>> = BTreeMap::new();
        for (pair, &bit) in bits.iter() {
            let (a, b) = pair.sides();
            let key = if side == 0 { a } else { b };
            groups.entry(key).or_default().push(bit);
        }
        let good: Vec<TermId> = groups.values().map(|bits| self.at_most_one(bits)).collect();
        Ok(self.pool.and(good))
    }
}
