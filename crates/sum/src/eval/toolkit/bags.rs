//! Bags: functions to positive counts.

use std::collections::BTreeMap;

use crate::eval::{Evaluator, Reason, Stop, undefined};
use crate::value::{Int, Set, Value, sorted};

impl Evaluator {
    pub(crate) fn bag_of(items: Vec<Value>) -> Value {
        let mut counts: BTreeMap<Value, i64> = BTreeMap::new();
        for item in items {
            *counts.entry(item).or_default() += 1;
        }
        Value::set(
            counts
                .into_iter()
                .map(|(item, count)| Value::pair(item, Value::int(count)))
                .collect(),
        )
    }

    pub(super) fn items(&mut self, sequence: &Value) -> Result<Value, Stop> {
        let items = self.items_of(sequence)?;
        Ok(Self::bag_of(items))
    }

    /// The counts of a bag; undefined for other relations.
    fn counts(&mut self, bag: &Set) -> Result<BTreeMap<Value, Int>, Stop> {
        let at = self.at;
        let pairs = self.force(bag)?;
        let counts: BTreeMap<Value, Int> = pairs
            .iter()
            .map(|pair| (pair.sides().0.clone(), pair.sides().1.as_int().clone()))
            .collect();
        if counts.len() < pairs.len() || counts.values().any(|count| *count < Int::ONE) {
            return undefined(
                at,
                Reason::NotABag {
                    value: Value::Set(Set::Elements(pairs)),
                },
            );
        }
        Ok(counts)
    }

    fn bag(counts: BTreeMap<Value, Int>) -> Value {
        let pairs = counts.into_iter().filter(|(_, count)| *count >= Int::ONE);
        Value::set(
            pairs
                .map(|(item, count)| Value::pair(item, Value::Int(count)))
                .collect(),
        )
    }

    pub(super) fn bag_count(&mut self, bag: &Set, item: &Value) -> Result<Value, Stop> {
        let item = self.solid(item.clone())?;
        let counts = self.counts(bag)?;
        Ok(Value::Int(counts.get(&item).cloned().unwrap_or(Int::ZERO)))
    }

    /// Only natural numbers scale a bag.
    pub(super) fn bag_scale(&mut self, bag: &Set, by: &Int) -> Result<Value, Stop> {
        let at = self.at;
        if by.is_negative() {
            return undefined(
                at,
                Reason::NotInDomain {
                    argument: Value::Int(by.clone()),
                },
            );
        }
        let mut counts = self.counts(bag)?;
        for count in counts.values_mut() {
            *count = count.times(by);
        }
        Ok(Self::bag(counts))
    }

    pub(super) fn bag_merge(&mut self, a: &Set, b: &Set, add: bool) -> Result<Value, Stop> {
        let mut counts = self.counts(a)?;
        for (item, count) in self.counts(b)? {
            let old = counts.entry(item).or_insert(Int::ZERO);
            *old = if add {
                old.plus(&count)
            } else {
                old.minus(&count)
            };
        }
        Ok(Self::bag(counts))
    }

    pub(crate) fn sub_bag(&mut self, a: &Value, b: &Value) -> Result<bool, Stop> {
        let (a, b) = (self.counts(a.as_set())?, self.counts(b.as_set())?);
        Ok(a.iter()
            .all(|(item, count)| b.get(item).is_some_and(|other| count <= other)))
    }

    pub(crate) fn in_bag(&mut self, item: &Value, bag: &Set) -> Result<bool, Stop> {
        let pairs = self.force(bag)?;
        let item = self.solid(item.clone())?;
        Ok(!sorted::starting_with(&pairs, &item).is_empty())
    }
}
