//! How large sets are, and what of them is infinite.

use super::{Evaluator, Stop};
use crate::core::{ExprKind, FreeId, Type};
use crate::value::{FunctionKind, Int, Large, Names, SequenceKind, Set, Size, Value};

/// What the size of a comprehension is taken for, before its search.
const GUESS: usize = 256;

impl Evaluator {
    /// The number of elements, or an upper bound. With `within`, of the part inside of the scope.
    pub(crate) fn size(&mut self, set: &Set, within: bool) -> Result<Size, Stop> {
        let large = match set {
            Set::Elements(elements) => return Ok(Size::number(elements.len())),
            Set::Large(large) => large.clone(),
        };
        Ok(match &*large {
            Large::Integers | Large::Naturals | Large::Positives => {
                if within {
                    let (low, high) = self.clipped_interval(set);
                    range_size(&low, &high)
                } else {
                    Size::Infinite
                }
            }
            Large::Range(low, high) => range_size(low, high),
            Large::Power { of, .. } => self.size(of, within)?.subsets(),
            Large::Product(sets) | Large::Bindings(_, sets) => {
                let mut size = Size::number(1);
                for set in sets {
                    size = size.times(&self.size(set, within)?);
                }
                size
            }
            Large::Functions { kind, from, to } => {
                let (from, to) = (self.size(from, within)?, self.size(to, within)?);
                match kind {
                    FunctionKind {
                        function: false, ..
                    } => from.times(&to).subsets(),
                    FunctionKind { total: true, .. } => to.to_the(&from),
                    _ => to.plus(&Size::number(1)).to_the(&from),
                }
            }
            Large::Sequences(_, of) => {
                let of = self.size(of, within)?;
                if within {
                    let longest = Size::number(self.scope.sequences as usize);
                    of.to_the(&longest).times(&Size::number(2))
                } else if of.is_zero() {
                    Size::number(1)
                } else {
                    Size::Infinite
                }
            }
            Large::Bags(of) => {
                let of = self.size(of, within)?;
                if within {
                    Size::number(self.scope.sequences as usize + 1).to_the(&of)
                } else {
                    Size::Infinite
                }
            }
            Large::Free(_) if within => Size::number(GUESS),
            Large::Free(_) => Size::Infinite,
            Large::Injection(free, branch) => {
                let of = self.argument_set(*free, *branch)?;
                self.size(&of, within)?
            }
            Large::Comprehension(closure) | Large::Lambda(closure) => {
                match self.listed.get(closure) {
                    Some(listed) => Size::number(listed.len()),
                    None => Size::number(GUESS),
                }
            }
            Large::Rules(_) => Size::number(GUESS),
            Large::Identity(of) => self.size(of, within)?,
            Large::Union(a, b) | Large::Override(a, b) => {
                self.size(a, within)?.plus(&self.size(b, within)?)
            }
            Large::Intersection(a, b) => {
                let (a, b) = (self.size(a, within)?, self.size(b, within)?);
                if a.bits() < b.bits() { a } else { b }
            }
            Large::Difference(a, _) | Large::Restriction { relation: a, .. } => {
                self.size(a, within)?
            }
        })
    }

    /// Whether [`Evaluator::size`] is the number, and not a bound of it.
    pub(crate) fn exactly_sized(&self, large: &Large) -> bool {
        let exact = |set: &Set| match set {
            Set::Elements(_) => true,
            Set::Large(large) => self.exactly_sized(large),
        };
        match large {
            Large::Integers | Large::Naturals | Large::Positives | Large::Range(..) => true,
            Large::Power {
                of,
                non_empty: false,
                ..
            } => exact(of),
            Large::Product(sets) | Large::Bindings(_, sets) => sets.iter().all(exact),
            Large::Functions { kind, from, to } => {
                !kind.injective && !kind.surjective && exact(from) && exact(to)
            }
            Large::Identity(of) => exact(of),
            _ => false,
        }
    }

    /// Whether a set is certainly infinite. False does not mean that it is finite.
    pub(crate) fn certainly_infinite(&mut self, set: &Set) -> Result<bool, Stop> {
        let Set::Large(large) = set else {
            return Ok(false);
        };
        let large = large.clone();
        Ok(match &*large {
            Large::Integers | Large::Naturals | Large::Positives | Large::Free(_) => true,
            Large::Power { of, .. } | Large::Identity(of) => self.certainly_infinite(of)?,
            Large::Product(sets) | Large::Bindings(_, sets) => {
                let mut infinite = false;
                for set in sets {
                    infinite |= self.certainly_infinite(set)?;
                    if self.size(set, false)?.is_zero() || Self::closure_of(set).is_some() {
                        return Ok(false);
                    }
                }
                infinite
            }
            Large::Sequences(kind, of) => {
                *kind != SequenceKind::Injective
                    && matches!(of, Set::Elements(elements) if !elements.is_empty())
                    || self.certainly_infinite(of)?
            }
            Large::Bags(of) => {
                matches!(of, Set::Elements(elements) if !elements.is_empty())
                    || self.certainly_infinite(of)?
            }
            Large::Functions {
                kind:
                    FunctionKind {
                        total: false,
                        surjective: false,
                        ..
                    },
                from,
                to,
            } => {
                let filled =
                    |set: &Set| matches!(set, Set::Elements(elements) if !elements.is_empty());
                let (x, y) = (self.certainly_infinite(from)?, self.certainly_infinite(to)?);
                (x && (y || filled(to))) || (y && filled(from))
            }
            Large::Union(a, b) => self.certainly_infinite(a)? || self.certainly_infinite(b)?,
            Large::Difference(a, b) => self.certainly_infinite(a)? && matches!(b, Set::Elements(_)),
            Large::Injection(free, branch) => {
                let of = self.argument_set(*free, *branch)?;
                self.certainly_infinite(&of)?
            }
            Large::Lambda(closure) => match &*closure.expr.kind {
                // A function without a condition has a pair for every argument.
                ExprKind::Lambda { scope, .. }
                    if scope.such_that.is_empty() && scope.bound.len() == 1 =>
                {
                    let set = scope.bound[0].set.clone();
                    let set = self.within(closure, |evaluator| evaluator.eval_set(&set))?;
                    self.certainly_infinite(&set)?
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// What of a set lies outside of every scope: the name of the infinite set that is cut. None where the whole set is tried.
    pub(crate) fn clipped(&mut self, set: &Set) -> Result<Option<String>, Stop> {
        let Set::Large(large) = set else {
            return Ok(None);
        };
        let large = large.clone();
        let of_all = |evaluator: &mut Evaluator, sets: &[&Set]| -> Result<Option<String>, Stop> {
            for set in sets {
                if let Some(name) = evaluator.clipped(set)? {
                    return Ok(Some(name));
                }
            }
            Ok(None)
        };
        match &*large {
            Large::Integers => Ok(Some("int".into())),
            Large::Naturals => Ok(Some("nat".into())),
            Large::Positives => Ok(Some("nat_1".into())),
            Large::Power { of, .. } | Large::Identity(of) => self.clipped(of),
            Large::Product(sets) | Large::Bindings(_, sets) => {
                of_all(self, &sets.iter().collect::<Vec<_>>())
            }
            Large::Functions { from, to, .. }
            | Large::Union(from, to)
            | Large::Override(from, to) => of_all(self, &[from, to]),
            Large::Sequences(kind, of) => {
                if let Some(name) = self.clipped(of)? {
                    return Ok(Some(name));
                }
                let size = self.size(of, false)?;
                let complete = size.is_zero()
                    || *kind == SequenceKind::Injective
                        && size.at_most(self.scope.sequences as usize);
                let name = if *kind == SequenceKind::Injective {
                    "iseq"
                } else {
                    "seq"
                };
                Ok((!complete).then(|| name.to_owned()))
            }
            Large::Bags(of) => Ok((!self.size(of, false)?.is_zero()).then(|| "bag".to_owned())),
            Large::Free(free) => Ok(Some(self.program.frees[free.0 as usize].name.to_string())),
            Large::Injection(free, branch) => {
                let of = self.argument_set(*free, *branch)?;
                self.clipped(&of)
            }
            Large::Intersection(a, b) => match self.clipped(a)? {
                Some(name) => Ok(self.clipped(b)?.map(|_| name)),
                None => Ok(None),
            },
            Large::Difference(a, _) | Large::Restriction { relation: a, .. } => self.clipped(a),
            Large::Range(..) | Large::Comprehension(_) | Large::Lambda(_) | Large::Rules(_) => {
                Ok(None)
            }
        }
    }

    /// The part of an interval that lies within the scope.
    pub(crate) fn clipped_interval(&self, set: &Set) -> (Int, Int) {
        let (low, high) = self.interval_of(set).expect("an interval");
        let (least, greatest) = &self.scope.ints;
        match (low, high) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low.max(least.clone()), greatest.clone()),
            (None, Some(high)) => (least.clone(), high.min(greatest.clone())),
            (None, None) => (least.clone(), greatest.clone()),
        }
    }

    /// All values of a type.
    pub(crate) fn carrier(&mut self, ty: &Type) -> Result<Set, Stop> {
        Ok(match ty {
            Type::Int => Set::large(Large::Integers),
            Type::Bool => Set::of(vec![Value::Bool(false), Value::Bool(true)]),
            Type::Given(given) => self.carriers[given.0 as usize].clone(),
            Type::Free(free) => self.free_type(*free)?,
            Type::Power(of) => Set::large(Large::Power {
                of: self.carrier(of)?,
                non_empty: false,
                finite: false,
            }),
            Type::Product(parts) => {
                let sets = parts
                    .iter()
                    .map(|part| self.carrier(part))
                    .collect::<Result<_, Stop>>()?;
                Set::large(Large::Product(sets))
            }
            Type::Binding(parts) => {
                let names = Names(parts.iter().map(|(name, _)| name.clone()).collect());
                let sets = parts
                    .iter()
                    .map(|(_, part)| self.carrier(part))
                    .collect::<Result<_, Stop>>()?;
                Set::large(Large::Bindings(names, sets))
            }
            Type::Parameter(index) => self.parameters[*index as usize].as_set().clone(),
            Type::Text | Type::Unknown(_) => Set::empty(),
        })
    }

    /// The set of the argument of a branch.
    pub(crate) fn argument_set(&mut self, free: FreeId, branch: u32) -> Result<Set, Stop> {
        let program = self.program.clone();
        let argument = program.frees[free.0 as usize].branches[branch as usize]
            .argument
            .as_ref();
        self.eval_set(argument.expect("a branch with an argument"))
    }
}

pub(crate) fn range_size(low: &Int, high: &Int) -> Size {
    if low > high {
        return Size::number(0);
    }
    let count = high.minus(low).plus(&Int::ONE).to_big();
    Size::Number(count.to_biguint().expect("not negative"))
}
