//! The term pool for values of specifications: constants, cases, equality, choice.
//!
//! A *case* is a concrete value with the condition under which a symbolic one is it. The conditions of all cases of a value exclude each
//! other, and one of them holds.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_term::{BigInt, Interval, Op, Pool, Term, TermId};

use super::refusal::Why;
use super::sym::{Bits, Entry, Map, Number, Pick, Sym, SymSet};
use crate::value::{Binding, Int, Names, Set, Size, Value};

/// What is too large is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Cases of one value, elements of one set, rounds of one quantifier.
    pub elements: usize,
    /// Terms in the pool.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            elements: 1 << 16,
            terms: 8_000_000,
        }
    }
}

/// A pool that knows values.
pub struct Terms {
    pub pool: Pool,
    pub limits: Limits,
}

impl Terms {
    pub fn new(pool: Pool, limits: Limits) -> Terms {
        Terms { pool, limits }
    }

    pub fn yes(&mut self) -> TermId {
        self.pool.bool(true)
    }

    pub fn no(&mut self) -> TermId {
        self.pool.bool(false)
    }

    /// Whether a condition holds for all values of the variables, as far as simplification knows.
    pub fn is(&self, term: TermId, truth: bool) -> bool {
        self.pool.as_bool(term) == Some(truth)
    }

    pub fn int(&mut self, value: &Int) -> Number {
        let big = value.to_big();
        Number {
            term: self.pool.int(big.clone()),
            range: Interval::point(big),
        }
    }

    /// Refuses where a size is beyond the limit.
    pub fn within(&self, what: &'static str, size: &Size) -> Result<(), Why> {
        if size.at_most(self.limits.elements) {
            Ok(())
        } else {
            Err(Why::TooLarge {
                what,
                size: size.clone(),
            })
        }
    }

    pub fn bounded(&self) -> Result<(), Why> {
        let limit = self.limits.terms;
        if self.pool.len() <= limit {
            Ok(())
        } else {
            Err(Why::TooManyTerms { limit })
        }
    }

    /// A concrete value. None for one with a large set inside.
    pub fn constant(&mut self, value: &Value) -> Option<Sym> {
        Some(match value {
            Value::Int(int) => Sym::Int(self.int(int)),
            Value::Bool(truth) => Sym::Bool(self.pool.bool(*truth)),
            Value::Text(_) => return None,
            Value::Given(..) | Value::Branch { .. } => {
                if !value.is_solid() {
                    return None;
                }
                Sym::Pick(Pick {
                    index: self.pool.int(0),
                    of: [value.clone()].into(),
                })
            }
            Value::Tuple(parts) => Sym::Tuple(self.constants(parts)?),
            Value::Binding(binding) => {
                let values = self.constants(&binding.values)?;
                let names = binding.names.0.iter().cloned();
                Sym::Binding(names.zip(values).collect())
            }
            Value::Set(Set::Elements(elements)) => {
                let yes = self.yes();
                let bits = elements.iter().map(|element| (element.clone(), yes));
                Sym::from(bits.collect::<Bits>())
            }
            Value::Set(Set::Large(_)) => return None,
        })
    }

    fn constants(&mut self, values: &[Value]) -> Option<Vec<Sym>> {
        values.iter().map(|value| self.constant(value)).collect()
    }

    /// The value of a symbol that depends on no variable.
    pub fn known(&self, sym: &Sym) -> Option<Value> {
        let int = |term: TermId| match self.pool.as_const(term)? {
            assay_term::Value::Int(value) => Some(value.clone()),
            _ => None,
        };
        Some(match sym {
            Sym::Bool(term) => Value::Bool(self.pool.as_bool(*term)?),
            Sym::Int(number) => Value::Int(Int::from(int(number.term)?)),
            Sym::Pick(pick) => pick.of[usize::try_from(int(pick.index)?).ok()?].clone(),
            Sym::Tuple(parts) => {
                let parts: Option<Vec<Value>> = parts.iter().map(|part| self.known(part)).collect();
                Value::Tuple(parts?.into())
            }
            Sym::Binding(parts) => {
                let values: Option<Vec<Value>> =
                    parts.iter().map(|(_, part)| self.known(part)).collect();
                binding(parts, values?)
            }
            Sym::Set(SymSet::Bits(bits)) => {
                let mut elements = Vec::new();
                for (value, bit) in bits.iter() {
                    if self.pool.as_bool(*bit)? {
                        elements.push(value.clone());
                    }
                }
                Value::set(elements)
            }
            Sym::Set(SymSet::Map(map)) => {
                let mut elements = Vec::new();
                for (key, entry) in map.iter() {
                    if self.pool.as_bool(entry.defined)? {
                        elements.push(Value::pair(key.clone(), self.known(&entry.value)?));
                    }
                }
                Value::set(elements)
            }
        })
    }

    /// How many cases a value has, or more.
    pub fn case_count(&self, sym: &Sym) -> Size {
        let product = |sizes: &mut dyn Iterator<Item = Size>| {
            sizes.fold(Size::number(1), |all, size| all.times(&size))
        };
        match sym {
            Sym::Bool(term) => match self.pool.as_bool(*term) {
                Some(_) => Size::number(1),
                None => Size::number(2),
            },
            Sym::Int(number) => {
                let count: BigInt = &number.range.hi - &number.range.lo + 1;
                Size::Number(count.to_biguint().unwrap_or_default())
            }
            Sym::Pick(pick) => match self.pool.as_const(pick.index) {
                Some(_) => Size::number(1),
                None => Size::number(pick.of.len()),
            },
            Sym::Tuple(parts) => product(&mut parts.iter().map(|part| self.case_count(part))),
            Sym::Binding(parts) => {
                product(&mut parts.iter().map(|(_, part)| self.case_count(part)))
            }
            Sym::Set(SymSet::Bits(bits)) => {
                let open = bits
                    .values()
                    .filter(|bit| self.pool.as_bool(**bit).is_none());
                Size::number(open.count()).subsets()
            }
            Sym::Set(SymSet::Map(map)) => {
                product(
                    &mut map
                        .values()
                        .map(|entry| match self.pool.as_bool(entry.defined) {
                            Some(false) => Size::number(1),
                            Some(true) => self.case_count(&entry.value),
                            None => self.case_count(&entry.value).plus(&Size::number(1)),
                        }),
                )
            }
        }
    }

    /// All cases, in no particular order. Impossible ones are left out.
    pub fn cases(&mut self, sym: &Sym) -> Result<Vec<(Value, TermId)>, Why> {
        let count = self.case_count(sym);
        self.within("a value", &count)?;
        self.bounded()?;
        let yes = self.yes();
        let mut cases = match sym {
            Sym::Bool(term) => {
                let not = self.pool.not(*term);
                vec![(Value::Bool(true), *term), (Value::Bool(false), not)]
            }
            Sym::Int(number) => self.int_cases(number),
            Sym::Pick(pick) => {
                let of = pick.of.clone();
                let values = of.iter().enumerate();
                values
                    .map(|(at, value)| (value.clone(), self.is_number(pick.index, &at.into())))
                    .collect()
            }
            Sym::Tuple(parts) => {
                let rows = self.rows(parts.iter())?;
                let tuple = |(row, when): (Vec<Value>, TermId)| (Value::Tuple(row.into()), when);
                rows.into_iter().map(tuple).collect()
            }
            Sym::Binding(parts) => {
                let rows = self.rows(parts.iter().map(|(_, part)| part))?;
                let rows = rows.into_iter();
                rows.map(|(row, when)| (binding(parts, row), when))
                    .collect()
            }
            Sym::Set(set) => {
                let choices = self.element_cases(set)?;
                let mut rows = vec![(Vec::new(), yes)];
                for choice in &choices {
                    rows = self.extended(&rows, choice);
                }
                let set = |(row, when): (Vec<Option<Value>>, TermId)| {
                    (Value::set(row.into_iter().flatten().collect()), when)
                };
                rows.into_iter().map(set).collect()
            }
        };
        cases.retain(|(_, when)| !self.is(*when, false));
        Ok(cases)
    }

    fn int_cases(&mut self, number: &Number) -> Vec<(Value, TermId)> {
        let mut cases = Vec::new();
        let mut value = number.range.lo.clone();
        while value <= number.range.hi {
            let when = self.is_number(number.term, &value);
            cases.push((Value::Int(Int::from(&value)), when));
            value += 1;
        }
        cases
    }

    /// What each possible element of a set comes to: in it with some value, or not in it.
    #[allow(clippy::type_complexity)]
    fn element_cases(&mut self, set: &SymSet) -> Result<Vec<Vec<(Option<Value>, TermId)>>, Why> {
        let mut choices = Vec::new();
        match set {
            SymSet::Bits(bits) => {
                for (value, &bit) in bits.iter() {
                    let not = self.pool.not(bit);
                    choices.push(vec![(Some(value.clone()), bit), (None, not)]);
                }
            }
            SymSet::Map(map) => {
                for (key, entry) in map.iter() {
                    let not = self.pool.not(entry.defined);
                    let mut choice = vec![(None, not)];
                    for (value, when) in self.cases(&entry.value)? {
                        let when = self.pool.and2(entry.defined, when);
                        choice.push((Some(Value::pair(key.clone(), value)), when));
                    }
                    choices.push(choice);
                }
            }
        }
        Ok(choices)
    }

    fn rows<'s>(
        &mut self,
        parts: impl Iterator<Item = &'s Sym>,
    ) -> Result<Vec<(Vec<Value>, TermId)>, Why> {
        let mut rows = vec![(Vec::new(), self.yes())];
        for part in parts {
            let cases = self.cases(part)?;
            rows = self.extended(&rows, &cases);
        }
        Ok(rows)
    }

    fn extended<T: Clone>(
        &mut self,
        rows: &[(Vec<T>, TermId)],
        cases: &[(T, TermId)],
    ) -> Vec<(Vec<T>, TermId)> {
        let mut extended = Vec::with_capacity(rows.len() * cases.len());
        for (row, when) in rows {
            for (value, also) in cases {
                let both = self.pool.and2(*when, *also);
                if !self.is(both, false) {
                    let mut row = row.clone();
                    row.push(value.clone());
                    extended.push((row, both));
                }
            }
        }
        extended
    }

    /// Whether an integer term has this value. Choices between constants become choices between truth values, which need no arithmetic.
    pub fn is_number(&mut self, term: TermId, value: &BigInt) -> TermId {
        if let Term::App(Op::Ite, args) = self.pool.get(term) {
            let (condition, then, otherwise) = (args[0], args[1], args[2]);
            let constant = |t: TermId| self.pool.as_const(t).is_some();
            if constant(then) || constant(otherwise) {
                let then = self.is_number(then, value);
                let otherwise = self.is_number(otherwise, value);
                return self.pool.ite(condition, then, otherwise);
            }
        }
        let value = self.pool.int(value.clone());
        self.pool.eq(term, value)
    }

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
        let mut bits: std::collections::BTreeMap<Value, Vec<TermId>> = Default::default();
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

    /// How many conditions hold.
    pub fn count(&mut self, conditions: impl IntoIterator<Item = TermId>) -> Number {
        let (zero, one) = (self.pool.int(0), self.pool.int(1));
        let (mut least, mut open) = (0usize, Vec::new());
        for condition in conditions {
            match self.pool.as_bool(condition) {
                Some(true) => least += 1,
                Some(false) => {}
                None => open.push(self.pool.ite(condition, one, zero)),
            }
        }
        let range = Interval::new(least.into(), (least + open.len()).into());
        let least = self.pool.int(least);
        let sum = open.into_iter().chain([least]);
        Number {
            term: self.pool.add(sum),
            range,
        }
    }

    /// Whether at most one of the conditions holds: a chain that remembers whether one did.
    pub fn at_most_one(&mut self, conditions: &[TermId]) -> TermId {
        let mut some = self.no();
        let mut good = Vec::new();
        for &condition in conditions {
            let twice = self.pool.and2(some, condition);
            good.push(self.pool.not(twice));
            some = self.pool.or2(some, condition);
        }
        self.pool.and(good)
    }
}

/// A concrete binding with the names of a symbolic one.
pub(super) fn binding(parts: &[(crate::syntax::Name, Sym)], values: Vec<Value>) -> Value {
    let names: Vec<_> = parts.iter().map(|(name, _)| name.clone()).collect();
    Value::Binding(Binding {
        values: values.into(),
        names: Names(names.into()),
    })
}
