//! Whether a value lies within the scope: whether an enumeration of its set would give it.

use super::{Evaluator, Stop};
use crate::core::Expr;
use crate::value::{Int, Large, Set, Value};

impl Evaluator {
    /// Whether an enumeration of a set would give a value of it.
    pub fn is_in_scope(&mut self, set: &Expr, value: &Value) -> Result<bool, Stop> {
        self.entering(|evaluator| {
            let set = evaluator.eval_set(set)?;
            Ok(evaluator.inside(&set, value))
        })
    }

    fn inside(&self, set: &Set, value: &Value) -> bool {
        let Set::Large(large) = set else { return true };
        match (&**large, value) {
            (Large::Integers | Large::Naturals | Large::Positives, Value::Int(value)) => {
                let (low, high) = self.clipped_interval(set);
                low <= *value && *value <= high
            }
            (Large::Power { of, .. }, Value::Set(Set::Elements(elements))) => {
                elements.iter().all(|element| self.inside(of, element))
            }
            (Large::Product(sets), Value::Tuple(parts)) => self.all_inside(sets, parts),
            (Large::Bindings(_, sets), Value::Binding(binding)) => {
                self.all_inside(sets, &binding.values)
            }
            (Large::Functions { from, to, .. }, Value::Set(Set::Elements(pairs))) => pairs
                .iter()
                .all(|pair| self.inside(from, pair.sides().0) && self.inside(to, pair.sides().1)),
            (Large::Sequences(_, of), Value::Set(Set::Elements(pairs))) => {
                pairs.len() <= self.scope.sequences as usize
                    && pairs.iter().all(|pair| self.inside(of, pair.sides().1))
            }
            (Large::Bags(of), Value::Set(Set::Elements(pairs))) => pairs.iter().all(|pair| {
                let (item, count) = pair.sides();
                self.inside(of, item)
                    && *count.as_int() <= Int::from(i64::from(self.scope.sequences))
            }),
            (Large::Free(_), value) => depth(value) <= self.scope.depth,
            // A set that is not listed is none that an enumeration gives.
            (_, Value::Set(Set::Large(_))) => false,
            _ => true,
        }
    }

    fn all_inside(&self, sets: &[Set], values: &[Value]) -> bool {
        sets.iter()
            .zip(values)
            .all(|(set, value)| self.inside(set, value))
    }
}

/// How deeply constructors are nested.
fn depth(value: &Value) -> u32 {
    match value {
        Value::Branch { argument, .. } => {
            1 + argument.as_ref().map_or(0, |argument| depth(argument))
        }
        Value::Tuple(parts) => parts.iter().map(depth).max().unwrap_or(0),
        Value::Binding(binding) => binding.values.iter().map(depth).max().unwrap_or(0),
        Value::Set(Set::Elements(elements)) => elements.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
