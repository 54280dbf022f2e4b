//! Sets.

use crate::core::Type;
use crate::eval::{Evaluator, Stop};
use crate::value::{Large, Set, Value, sorted};

impl Evaluator {
    /// Whether a set is explicit, or one that is cheap to list.
    fn is_small(&mut self, set: &Set) -> Result<bool, Stop> {
        match set {
            Set::Elements(_) => Ok(true),
            Set::Large(large) => match &**large {
                Large::Range(..) => Ok(self.size(set, false)?.at_most(1024)),
                _ => Ok(false),
            },
        }
    }

    fn are_small(&mut self, a: &Set, b: &Set) -> Result<bool, Stop> {
        Ok(self.is_small(a)? && self.is_small(b)?)
    }

    fn merged(&mut self, a: &Set, b: &Set, [left, right, both]: [bool; 3]) -> Result<Value, Stop> {
        let (a, b) = (self.force(a)?, self.force(b)?);
        Ok(Value::Set(Set::Elements(
            sorted::merge(&a, &b, left, right, both).into(),
        )))
    }

    pub(super) fn union(&mut self, a: &Set, b: &Set) -> Result<Value, Stop> {
        if self.are_small(a, b)? {
            return self.merged(a, b, [true, true, true]);
        }
        Ok(Value::Set(Set::large(Large::Union(a.clone(), b.clone()))))
    }

    pub(super) fn intersection(&mut self, a: &Set, b: &Set) -> Result<Value, Stop> {
        if self.are_small(a, b)? {
            return self.merged(a, b, [false, false, true]);
        }
        if let (Some((low, high)), Some((from, to))) = (self.interval_of(a), self.interval_of(b))
            && let (Some(low), Some(high)) = (low.max(from), least(high, to))
        {
            return Ok(Value::Set(Set::range(low, high)));
        }
        match (a, b) {
            (Set::Elements(elements), other) | (other, Set::Elements(elements)) => self
                .kept(elements, |evaluator, element| {
                    evaluator.contains(other, element)
                }),
            _ => Ok(Value::Set(Set::large(Large::Intersection(
                a.clone(),
                b.clone(),
            )))),
        }
    }

    pub(super) fn difference(&mut self, a: &Set, b: &Set) -> Result<Value, Stop> {
        if self.are_small(a, b)? {
            return self.merged(a, b, [true, false, false]);
        }
        match a {
            Set::Elements(elements) => self.kept(elements, |evaluator, element| {
                Ok(!evaluator.contains(b, element)?)
            }),
            Set::Large(_) => Ok(Value::Set(Set::large(Large::Difference(
                a.clone(),
                b.clone(),
            )))),
        }
    }

    pub(super) fn symmetric_difference(&mut self, a: &Set, b: &Set) -> Result<Value, Stop> {
        self.merged(a, b, [true, true, false])
    }

    fn kept(
        &mut self,
        elements: &[Value],
        mut keep: impl FnMut(&mut Evaluator, &Value) -> Result<bool, Stop>,
    ) -> Result<Value, Stop> {
        let mut kept = Vec::new();
        for element in elements {
            if keep(self, element)? {
                kept.push(element.clone());
            }
        }
        Ok(Value::Set(Set::Elements(kept.into())))
    }

    pub(super) fn general_union(&mut self, family: &Set) -> Result<Value, Stop> {
        if let Set::Large(large) = family
            && let Large::Power { of, .. } = &**large
        {
            return Ok(Value::Set(of.clone()));
        }
        let family = self.force(family)?;
        let mut all = Vec::new();
        for set in &*family {
            all.extend_from_slice(&self.force(set.as_set())?);
        }
        Ok(Value::set(all))
    }

    /// The intersection of no sets has all values of the type.
    pub(super) fn general_intersection(&mut self, family: &Set, ty: &Type) -> Result<Value, Stop> {
        let family = self.force(family)?;
        let Some((first, others)) = family.split_first() else {
            return self
                .carrier(ty.element().expect("the type of a set"))
                .map(Value::Set);
        };
        let mut common = self.force(first.as_set())?.to_vec();
        for set in others {
            let set = self.force(set.as_set())?;
            common.retain(|element| sorted::contains(&set, element));
        }
        Ok(Value::Set(Set::Elements(common.into())))
    }

    /// The sets of an indexed family, `I +-> power X`.
    fn family(&mut self, family: &Value) -> Result<Vec<Value>, Stop> {
        let pairs = self.force(family.as_set())?;
        Ok(pairs.iter().map(|pair| pair.sides().1.clone()).collect())
    }

    pub(crate) fn is_disjoint(&mut self, family: &Value) -> Result<bool, Stop> {
        let sets = self.family(family)?;
        let mut all = Vec::new();
        for set in &sets {
            all.extend_from_slice(&self.force(set.as_set())?);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        Ok(all.len() == count)
    }

    pub(crate) fn partitions(&mut self, family: &Value, whole: &Value) -> Result<bool, Stop> {
        let sets = self.family(family)?;
        let mut all = Vec::new();
        for set in &sets {
            all.extend_from_slice(&self.force(set.as_set())?);
        }
        self.same(&Value::set(all), whole)
            .and_then(|same| Ok(same && self.is_disjoint(family)?))
    }
}

fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
