//! Sequences: functions whose keys are the numbers from 1 to a length.

use assay_term::TermId;

use super::refusal::Why;
use super::sym::{Entry, Map, Number, Sym, SymSet};
use super::terms::Terms;
use crate::value::{Size, Value};

/// A sequence: its items in their order. Where an item is, all before it are.
pub struct Items {
    pub items: Vec<Entry>,
    /// The condition under which the set is a sequence at all.
    pub sequence: TermId,
}

impl Terms {
    /// A set of pairs as a sequence.
    pub fn items(&mut self, set: &SymSet) -> Result<Items, Why> {
        let mut good = vec![self.is_functional(set)?];
        let map = match self.as_map(set) {
            Some(map) => (*map).clone(),
            None => self.function(set)?,
        };
        let mut items: Vec<Entry> = Vec::new();
        for (key, entry) in map {
            let position = key.as_int().to_usize().unwrap_or(0);
            if position != items.len() + 1 {
                // Not a position at all, or one after a gap.
                good.push(self.pool.not(entry.defined));
                continue;
            }
            if let Some(before) = items.last() {
                good.push(self.pool.implies(entry.defined, before.defined));
            }
            items.push(entry);
        }
        Ok(Items {
            items,
            sequence: self.pool.and(good),
        })
    }

    /// A relation as the function that it is where it is one.
    pub(super) fn function(&mut self, set: &SymSet) -> Result<Map, Why> {
        let bits = self.as_bits(set)?;
        let mut map = Map::new();
        let mut rest = bits.iter().peekable();
        while let Some((pair, &bit)) = rest.next() {
            let (key, value) = pair.sides();
            let mut values = vec![(self.solid(value), bit)];
            while let Some((pair, bit)) = rest.next_if(|(pair, _)| pair.sides().0 == key) {
                let value = self.solid(pair.sides().1);
                values.push((value, *bit));
            }
            let defined = self.pool.or(values.iter().map(|(_, bit)| *bit));
            let value = self.select(&values)?.expect("there is a value");
            map.insert(key.clone(), Entry { defined, value });
        }
        Ok(map)
    }

    pub fn length(&mut self, items: &[Entry]) -> Number {
        self.count(items.iter().map(|item| item.defined).collect::<Vec<_>>())
    }

    /// The condition under which there are exactly so many.
    fn has_length(&mut self, items: &[Entry], length: usize) -> TermId {
        let reached = match length {
            0 => self.yes(),
            n => items
                .get(n - 1)
                .map_or_else(|| self.no(), |item| item.defined),
        };
        match items.get(length) {
            None => reached,
            Some(beyond) => {
                let not = self.pool.not(beyond.defined);
                self.pool.and2(reached, not)
            }
        }
    }

    pub fn sequence(items: Vec<Entry>) -> SymSet {
        let numbered = (1i64..).zip(items);
        SymSet::map(numbered.map(|(at, item)| (Value::int(at), item)).collect())
    }

    pub fn concatenated(&mut self, a: &[Entry], b: &[Entry]) -> Result<Vec<Entry>, Why> {
        let mut joined = Vec::new();
        let size = Size::number(a.len() + 1).times(&Size::number(b.len() + 1));
        self.within("a concatenation", &size)?;
        for at in 0..a.len() + b.len() {
            let mut values = Vec::new();
            if let Some(item) = a.get(at) {
                values.push((item.value.clone(), item.defined));
            }
            for length in 0..=a.len().min(at) {
                if let Some(item) = b.get(at - length) {
                    let ends = self.has_length(a, length);
                    let when = self.pool.and2(ends, item.defined);
                    if !self.is(when, false) {
                        values.push((item.value.clone(), when));
                    }
                }
            }
            let defined = self.pool.or(values.iter().map(|(_, when)| *when));
            match self.select(&values)? {
                Some(value) if !self.is(defined, false) => joined.push(Entry { defined, value }),
                _ => break,
            }
        }
        Ok(joined)
    }

    pub fn reversed(&mut self, items: &[Entry]) -> Result<Vec<Entry>, Why> {
        let mut turned = Vec::new();
        for at in 0..items.len() {
            let mut values = Vec::new();
            for length in at + 1..=items.len() {
                let when = self.has_length(items, length);
                values.push((items[length - 1 - at].value.clone(), when));
            }
            let value = self.select(&values)?.expect("a longest sequence");
            let defined = items[at].defined;
            turned.push(Entry { defined, value });
        }
        Ok(turned)
    }

    pub fn last(&mut self, items: &[Entry]) -> Result<Option<Sym>, Why> {
        let mut values = Vec::new();
        for length in 1..=items.len() {
            let when = self.has_length(items, length);
            values.push((items[length - 1].value.clone(), when));
        }
        self.select(&values)
    }

    /// All but the last item.
    pub fn front(items: &[Entry]) -> Vec<Entry> {
        let defined = items.iter().skip(1).map(|item| item.defined);
        let items = items.iter().zip(defined);
        items
            .map(|(item, defined)| Entry {
                defined,
                value: item.value.clone(),
            })
            .collect()
    }

    /// What is there, in its order and without gaps.
    pub fn squashed(&mut self, entries: &[Entry]) -> Result<Vec<Entry>, Why> {
        let size = Size::number(entries.len()).times(&Size::number(entries.len()));
        self.within("a sequence", &size)?;
        // `before[n]`: exactly n of the entries so far are there.
        let mut before = vec![self.yes()];
        let mut values: Vec<Vec<(Sym, TermId)>> = vec![Vec::new(); entries.len()];
        for entry in entries {
            let not = self.pool.not(entry.defined);
            let mut after = vec![self.no(); before.len() + 1];
            for (count, &so_far) in before.iter().enumerate() {
                let here = self.pool.and2(so_far, entry.defined);
                if !self.is(here, false) {
                    values[count].push((entry.value.clone(), here));
                }
                let stays = self.pool.and2(so_far, not);
                after[count] = self.pool.or2(after[count], stays);
                after[count + 1] = self.pool.or2(after[count + 1], here);
            }
            before = after;
        }
        let mut squashed = Vec::new();
        for values in values {
            let defined = self.pool.or(values.iter().map(|(_, when)| *when));
            match self.select(&values)? {
                Some(value) => squashed.push(Entry { defined, value }),
                None => break,
            }
        }
        Ok(squashed)
    }

    /// Whether one sequence begins with the other, at this place of it.
    pub fn begins_at(&mut self, part: &[Entry], whole: &[Entry], at: usize) -> Result<TermId, Why> {
        let mut same = Vec::new();
        for (number, item) in part.iter().enumerate() {
            let fits = match whole.get(at + number) {
                None => self.no(),
                Some(other) => {
                    let equal = self.equal(&item.value, &other.value)?;
                    self.pool.and2(other.defined, equal)
                }
            };
            same.push(self.pool.implies(item.defined, fits));
        }
        Ok(self.pool.and(same))
    }

    /// Whether one sequence ends with the other.
    pub fn ends_with(&mut self, part: &[Entry], whole: &[Entry]) -> Result<TermId, Why> {
        let mut ways = Vec::new();
        for length in 0..=part.len() {
            for all in length..=whole.len() {
                let ends = self.has_length(part, length);
                let of = self.has_length(whole, all);
                let both = self.pool.and2(ends, of);
                if !self.is(both, false) {
                    let same = self.begins_at(&part[..length], whole, all - length)?;
                    ways.push(self.pool.and2(both, same));
                }
            }
        }
        Ok(self.pool.or(ways))
    }
}
