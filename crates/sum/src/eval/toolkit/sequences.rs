//! Sequences: functions from `1 .. n`.

use crate::core::{Builtin, Relation};
use crate::eval::{Evaluator, Reason, Stop, undefined};
use crate::value::{Int, Set, Value};

impl Evaluator {
    /// The items of a sequence; undefined for other relations.
    pub(crate) fn items_of(&mut self, sequence: &Value) -> Result<Vec<Value>, Stop> {
        let at = self.at;
        if self.certainly_infinite(sequence.as_set())? {
            return undefined(
                at,
                Reason::NotASequence {
                    value: sequence.clone(),
                },
            );
        }
        let pairs = self.force(sequence.as_set())?;
        match items(&pairs) {
            Some(items) => Ok(items),
            None => undefined(
                at,
                Reason::NotASequence {
                    value: Value::Set(Set::Elements(pairs)),
                },
            ),
        }
    }

    pub(super) fn concatenate(&mut self, a: &Value, b: &Value) -> Result<Value, Stop> {
        let (a, b) = (self.items_of(a)?, self.items_of(b)?);
        Ok(Value::sequence(a.into_iter().chain(b)))
    }

    pub(super) fn concatenate_all(&mut self, sequences: &Value) -> Result<Value, Stop> {
        let mut all = Vec::new();
        for sequence in self.items_of(sequences)? {
            all.extend(self.items_of(&sequence)?);
        }
        Ok(Value::sequence(all))
    }

    pub(super) fn reverse(&mut self, sequence: &Value) -> Result<Value, Stop> {
        Ok(Value::sequence(self.items_of(sequence)?.into_iter().rev()))
    }

    pub(super) fn end_item(&mut self, function: Builtin, sequence: &Value) -> Result<Value, Stop> {
        let at = self.at;
        let items = self.items_of(sequence)?;
        match if function == Builtin::Head {
            items.first()
        } else {
            items.last()
        } {
            Some(item) => Ok(item.clone()),
            None => undefined(at, Reason::EmptySequence),
        }
    }

    pub(super) fn without_end(
        &mut self,
        function: Builtin,
        sequence: &Value,
    ) -> Result<Value, Stop> {
        let at = self.at;
        let mut items = self.items_of(sequence)?;
        if items.is_empty() {
            return undefined(at, Reason::EmptySequence);
        }
        items.remove(if function == Builtin::Tail {
            0
        } else {
            items.len() - 1
        });
        Ok(Value::sequence(items))
    }

    pub(super) fn extract(&mut self, places: &Set, sequence: &Value) -> Result<Value, Stop> {
        let mut kept = Vec::new();
        for (place, item) in (1i64..).zip(self.items_of(sequence)?) {
            if self.contains(places, &Value::int(place))? {
                kept.push(item);
            }
        }
        Ok(Value::sequence(kept))
    }

    pub(super) fn filter(&mut self, sequence: &Value, items: &Set) -> Result<Value, Stop> {
        let mut kept = Vec::new();
        for item in self.items_of(sequence)? {
            if self.contains(items, &item)? {
                kept.push(item);
            }
        }
        Ok(Value::sequence(kept))
    }

    pub(super) fn squash(&mut self, function: &Value) -> Result<Value, Stop> {
        let at = self.at;
        let pairs = self.force(function.as_set())?;
        let functional = pairs
            .windows(2)
            .all(|two| two[0].sides().0 != two[1].sides().0);
        let positive = pairs
            .first()
            .is_none_or(|pair| *pair.sides().0.as_int() >= Int::ONE);
        if !functional || !positive {
            return undefined(
                at,
                Reason::NotSquashable {
                    value: Value::Set(Set::Elements(pairs)),
                },
            );
        }
        Ok(Value::sequence(
            pairs.iter().map(|pair| pair.sides().1.clone()),
        ))
    }

    pub(crate) fn part_of_sequence(
        &mut self,
        relation: Relation,
        part: &Value,
        whole: &Value,
    ) -> Result<bool, Stop> {
        let (part, whole) = (self.items_of(part)?, self.items_of(whole)?);
        Ok(match relation {
            Relation::Prefix => whole.starts_with(&part),
            Relation::Suffix => whole.ends_with(&part),
            _ => part.is_empty() || whole.windows(part.len()).any(|window| window == part),
        })
    }

    /// All parts of a sequence that a relation allows.
    pub(crate) fn parts_of_sequence(
        &mut self,
        relation: Relation,
        whole: &Value,
    ) -> Result<Set, Stop> {
        let items = self.items_of(whole)?;
        let mut parts = Vec::new();
        for from in 0..=items.len() {
            for to in from..=items.len() {
                let fits = match relation {
                    Relation::Prefix => from == 0,
                    Relation::Suffix => to == items.len(),
                    _ => true,
                };
                if fits {
                    parts.push(Value::sequence(items[from..to].iter().cloned()));
                }
            }
        }
        Ok(Set::of(parts))
    }
}

/// The items of a relation that is a sequence.
fn items(pairs: &[Value]) -> Option<Vec<Value>> {
    pairs
        .iter()
        .enumerate()
        .map(|(index, pair)| {
            let (place, item) = pair.sides();
            (*place.as_int() == Int::from(index + 1)).then(|| item.clone())
        })
        .collect()
}
