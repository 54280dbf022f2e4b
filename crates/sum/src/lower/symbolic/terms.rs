//! The term pool for values of specifications: constants, conditions, and how large a formula may get.
//!
//! A *case* is a concrete value with the condition under which a symbolic one is it. The conditions of all cases of a value exclude each
//! other, and one of them holds.

use assay_term::{BigInt, Interval, Op, Pool, Term, TermId};

use super::refusal::Why;
use super::sym::{Bits, Number, Pick, Sym, SymSet};
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
