//! The functions of the mathematical tool-kit (Spivey, The Z Notation, 2nd edition, chapter 4).
//!
//! Those that make large sets are lazy; the others list their arguments.

mod bags;
mod relations;
mod sequences;
mod sets;

use super::{Evaluator, Reason, Stop, undefined};
use crate::core::{Builtin, Type};
use crate::value::{FunctionKind, Int, Large, SequenceKind, Set, Value};

impl Evaluator {
    pub(crate) fn call(
        &mut self,
        function: Builtin,
        arguments: &[Value],
        ty: &Type,
    ) -> Result<Value, Stop> {
        use Builtin as B;
        let at = self.at;
        let int = |index: usize| arguments[index].as_int();
        let set = |index: usize| arguments[index].as_set();
        let divided = |value: Option<Int>| match value {
            Some(value) => Ok(Value::Int(value)),
            None => undefined(at, Reason::DivisionByZero),
        };
        match function {
            B::Negate => Ok(Value::Int(int(0).negated())),
            B::Add => Ok(Value::Int(int(0).plus(int(1)))),
            B::Subtract => Ok(Value::Int(int(0).minus(int(1)))),
            B::Multiply => Ok(Value::Int(int(0).times(int(1)))),
            B::Divide => divided(int(0).div_floor(int(1))),
            B::Modulo => divided(int(0).mod_floor(int(1))),
            B::Successor => Ok(Value::Int(int(0).plus(&Int::ONE))),
            B::Range => Ok(Value::Set(Set::range(int(0).clone(), int(1).clone()))),
            B::Naturals => Ok(Value::Set(Set::large(Large::Naturals))),
            B::Positives => Ok(Value::Set(Set::large(Large::Positives))),
            B::Minimum => self.extremum(set(0), true),
            B::Maximum => self.extremum(set(0), false),
            B::Union => self.union(set(0), set(1)),
            B::Intersection => self.intersection(set(0), set(1)),
            B::Difference => self.difference(set(0), set(1)),
            B::SymmetricDifference => self.symmetric_difference(set(0), set(1)),
            B::GeneralUnion => self.general_union(set(0)),
            B::GeneralIntersection => self.general_intersection(set(0), ty),
            B::Count => self.count(set(0)),
            B::NonEmptyPower => Ok(power(set(0), true, false)),
            B::Finite => Ok(power(set(0), false, true)),
            B::NonEmptyFinite => Ok(power(set(0), true, true)),
            B::First => Ok(arguments[0].sides().0.clone()),
            B::Second => Ok(arguments[0].sides().1.clone()),
            B::Maplet => Ok(Value::pair(arguments[0].clone(), arguments[1].clone())),
            B::Domain => self.domain(set(0)),
            B::RangeOf => self.range_of(set(0)),
            B::Identity => self.identity(set(0)),
            B::Compose => self.compose(set(0), set(1)),
            B::ComposeBackwards => self.compose(set(1), set(0)),
            B::DomainRestriction => self.restrict(set(1), 0, set(0), true),
            B::RangeRestriction => self.restrict(set(0), 1, set(1), true),
            B::DomainSubtraction => self.restrict(set(1), 0, set(0), false),
            B::RangeSubtraction => self.restrict(set(0), 1, set(1), false),
            B::Inverse => self.inverse(set(0)),
            B::Image => self.image(set(0), set(1)),
            B::Override => self.override_with(set(0), set(1)),
            B::TransitiveClosure => self.closure(set(0)),
            B::ReflexiveTransitiveClosure => self.reflexive_closure(set(0), ty),
            B::Iterate => self.iterate(int(0), set(1), ty),
            B::Relations
            | B::PartialFunctions
            | B::TotalFunctions
            | B::PartialInjections
            | B::TotalInjections
            | B::PartialSurjections
            | B::TotalSurjections
            | B::Bijections
            | B::FinitePartialFunctions
            | B::FinitePartialInjections => {
                let (from, to) = (set(0).clone(), set(1).clone());
                Ok(Value::Set(Set::large(Large::Functions {
                    kind: kind(function),
                    from,
                    to,
                })))
            }
            B::Sequences => Ok(sequences(SequenceKind::Any, set(0))),
            B::NonEmptySequences => Ok(sequences(SequenceKind::NonEmpty, set(0))),
            B::InjectiveSequences => Ok(sequences(SequenceKind::Injective, set(0))),
            B::Concatenate => self.concatenate(&arguments[0], &arguments[1]),
            B::Reverse => self.reverse(&arguments[0]),
            B::Head | B::Last => self.end_item(function, &arguments[0]),
            B::Tail | B::Front => self.without_end(function, &arguments[0]),
            B::Extract => self.extract(set(0), &arguments[1]),
            B::Filter => self.filter(&arguments[0], set(1)),
            B::Squash => self.squash(&arguments[0]),
            B::DistributedConcatenate => self.concatenate_all(&arguments[0]),
            B::Bags => Ok(Value::Set(Set::large(Large::Bags(set(0).clone())))),
            B::BagCount => self.bag_count(set(0), &arguments[1]),
            B::BagScale => self.bag_scale(set(0), int(1)),
            B::BagUnion => self.bag_merge(set(0), set(1), true),
            B::BagDifference => self.bag_merge(set(0), set(1), false),
            B::Items => self.items(&arguments[0]),
        }
    }

    fn extremum(&mut self, set: &Set, minimum: bool) -> Result<Value, Stop> {
        let at = self.at;
        if let Some((low, high)) = self.interval_of(set) {
            return match if minimum { low } else { high } {
                Some(value) => Ok(Value::Int(value)),
                None => undefined(
                    at,
                    Reason::NoExtremum {
                        minimum,
                        empty: false,
                    },
                ),
            };
        }
        let elements = self.force(set)?;
        match if minimum {
            elements.first()
        } else {
            elements.last()
        } {
            Some(value) => Ok(value.clone()),
            None => undefined(
                at,
                Reason::NoExtremum {
                    minimum,
                    empty: true,
                },
            ),
        }
    }

    fn count(&mut self, set: &Set) -> Result<Value, Stop> {
        let at = self.at;
        if self.certainly_infinite(set)? {
            return undefined(at, Reason::InfiniteCount);
        }
        if let Set::Large(large) = set
            && self.exactly_sized(large)
            && let crate::value::Size::Number(size) = self.size(set, false)?
        {
            return Ok(Value::Int(Int::from(num_bigint::BigInt::from(size))));
        }
        Ok(Value::Int(Int::from(self.force(set)?.len())))
    }
}

fn power(of: &Set, non_empty: bool, finite: bool) -> Value {
    Value::Set(Set::large(Large::Power {
        of: of.clone(),
        non_empty,
        finite,
    }))
}

fn sequences(kind: SequenceKind, of: &Set) -> Value {
    Value::Set(Set::large(Large::Sequences(kind, of.clone())))
}

fn kind(function: Builtin) -> FunctionKind {
    use Builtin as B;
    FunctionKind {
        function: function != B::Relations,
        total: matches!(
            function,
            B::TotalFunctions | B::TotalInjections | B::TotalSurjections | B::Bijections
        ),
        injective: matches!(
            function,
            B::PartialInjections | B::TotalInjections | B::Bijections | B::FinitePartialInjections
        ),
        surjective: matches!(
            function,
            B::PartialSurjections | B::TotalSurjections | B::Bijections
        ),
        finite: matches!(
            function,
            B::FinitePartialFunctions | B::FinitePartialInjections
        ),
    }
}
