//! Between values of the specification and values of terms and variables.

use assay_term::{BigInt, TermId, VarId};

use super::Symbolic;
use super::sym::{Sym, SymSet};
use super::variables::{Declared, Shape};
use crate::value::{Int, Set, Value};

impl Symbolic {
    /// The value of a symbol where terms have values.
    pub fn concrete(sym: &Sym, term: &mut dyn FnMut(TermId) -> assay_term::Value) -> Value {
        let truth = |t: TermId, term: &mut dyn FnMut(TermId) -> assay_term::Value| {
            term(t) == assay_term::Value::Bool(true)
        };
        match sym {
            Sym::Bool(t) => Value::Bool(truth(*t, term)),
            Sym::Int(number) => Value::Int(Int::from(integer_of(term(number.term)))),
            Sym::Pick(pick) => {
                let index = Int::from(integer_of(term(pick.index)));
                pick.of[index.to_usize().expect("the number of a value")].clone()
            }
            Sym::Tuple(parts) => Value::Tuple(
                parts
                    .iter()
                    .map(|part| Symbolic::concrete(part, term))
                    .collect(),
            ),
            Sym::Binding(parts) => {
                let values = parts.iter().map(|(_, part)| Symbolic::concrete(part, term));
                let values: Vec<Value> = values.collect();
                super::terms::binding(parts, values)
            }
            Sym::Set(SymSet::Bits(bits)) => {
                let there = bits.iter().filter(|(_, bit)| truth(**bit, term));
                Value::set(there.map(|(value, _)| value.clone()).collect())
            }
            Sym::Set(SymSet::Map(map)) => {
                let mut pairs = Vec::new();
                for (key, entry) in map.iter() {
                    if truth(entry.defined, term) {
                        let value = Symbolic::concrete(&entry.value, term);
                        pairs.push(Value::pair(key.clone(), value));
                    }
                }
                Value::set(pairs)
            }
        }
    }
}

fn integer_of(value: assay_term::Value) -> BigInt {
    match value {
        assay_term::Value::Int(value) => value,
        other => unreachable!("an integer by its sort, and not {other}"),
    }
}

impl Declared {
    /// The values of the variables that make this value. None where it is outside of the scope.
    pub fn encode(&self, value: &Value) -> Option<Vec<(VarId, assay_term::Value)>> {
        let mut found = Vec::with_capacity(self.leaves.len());
        encode(&self.shape, value, &mut found)?;
        let fits = |(var, value): &(VarId, assay_term::Value)| {
            let leaf = self.leaves.iter().find(|leaf| leaf.var == *var);
            match (leaf.and_then(|leaf| leaf.range.as_ref()), value) {
                (Some((low, high)), assay_term::Value::Int(value)) => low <= value && value <= high,
                _ => true,
            }
        };
        found.iter().all(fits).then_some(found)
    }

    fn defaults(&self, found: &mut Vec<(VarId, assay_term::Value)>) {
        for leaf in &self.leaves {
            let value = match &leaf.range {
                None => assay_term::Value::Bool(false),
                Some((low, _)) => assay_term::Value::Int(low.clone()),
            };
            found.push((leaf.var, value));
        }
    }
}

fn encode(shape: &Shape, value: &Value, found: &mut Vec<(VarId, assay_term::Value)>) -> Option<()> {
    match (shape, value) {
        (Shape::Bool(var), Value::Bool(truth)) => {
            found.push((*var, assay_term::Value::Bool(*truth)))
        }
        (Shape::Int(var), Value::Int(int)) => {
            found.push((*var, assay_term::Value::Int(int.to_big())))
        }
        (Shape::Chosen(var, of), value) => {
            let at = of.binary_search(value).ok()?;
            found.push((*var, assay_term::Value::Int(at.into())));
        }
        (Shape::Tuple(shapes), Value::Tuple(parts)) => {
            for (shape, part) in shapes.iter().zip(parts.iter()) {
                encode(shape, part, found)?;
            }
        }
        (Shape::Binding(names, shapes), Value::Binding(binding)) => {
            for (name, shape) in names.0.iter().zip(shapes) {
                encode(shape, binding.get(name)?, found)?;
            }
        }
        (Shape::Set(possible), Value::Set(Set::Elements(elements))) => {
            let known = |value: &&Value| {
                possible
                    .binary_search_by(|(other, _)| other.cmp(value))
                    .is_ok()
            };
            if !elements.iter().all(|value| known(&value)) {
                return None;
            }
            for (value, var) in possible {
                let there = elements.binary_search(value).is_ok();
                found.push((*var, assay_term::Value::Bool(there)));
            }
        }
        (Shape::Map(entries), Value::Set(Set::Elements(pairs))) => {
            let mut left = pairs.len();
            for (key, there, inner) in entries {
                let mut images = pairs.iter().filter(|pair| pair.sides().0 == key);
                let image = images.next();
                if let Some(var) = there {
                    found.push((*var, assay_term::Value::Bool(image.is_some())));
                }
                match image {
                    Some(pair) => {
                        encode(&inner.shape, pair.sides().1, found)?;
                        left -= 1;
                    }
                    None if there.is_none() => return None,
                    None => inner.defaults(found),
                }
            }
            if left > 0 {
                return None;
            }
        }
        _ => return None,
    }
    Some(())
}
