//! Relations and functions.

use crate::core::{ExprKind, Type};
use crate::eval::{Evaluator, Stop};
use crate::value::{Closure, Int, Large, Set, Value, sorted};

impl Evaluator {
    fn sides_of(&mut self, relation: &Set, side: usize) -> Result<Value, Stop> {
        let pairs = self.force(relation)?;
        let sides = pairs.iter().map(|pair| {
            if side == 0 {
                pair.sides().0.clone()
            } else {
                pair.sides().1.clone()
            }
        });
        Ok(Value::set(sides.collect()))
    }

    pub(super) fn domain(&mut self, relation: &Set) -> Result<Value, Stop> {
        if let Set::Large(large) = relation {
            match &**large {
                Large::Injection(free, branch) => {
                    return Ok(Value::Set(self.argument_set(*free, *branch)?));
                }
                Large::Identity(of) => return Ok(Value::Set(of.clone())),
                Large::Override(a, b) | Large::Union(a, b) => {
                    let (a, b) = (self.domain(a)?, self.domain(b)?);
                    return self.union(a.as_set(), b.as_set());
                }
                Large::Lambda(closure) if self.certainly_infinite(relation)? => {
                    return self.domain_of_lambda(closure);
                }
                _ => {}
            }
        }
        self.sides_of(relation, 0)
    }

    /// The domain of a function without a condition on its one variable is the set of that variable.
    fn domain_of_lambda(&mut self, closure: &Closure) -> Result<Value, Stop> {
        let ExprKind::Lambda { scope, .. } = &*closure.expr.kind else {
            unreachable!("the closure of a lambda");
        };
        let set = scope.bound[0].set.clone();
        self.within(closure, |evaluator| evaluator.eval(&set))
    }

    pub(super) fn range_of(&mut self, relation: &Set) -> Result<Value, Stop> {
        self.sides_of(relation, 1)
    }

    pub(super) fn identity(&mut self, of: &Set) -> Result<Value, Stop> {
        match of {
            Set::Elements(elements) => Ok(Value::set(
                elements
                    .iter()
                    .map(|value| Value::pair(value.clone(), value.clone()))
                    .collect(),
            )),
            Set::Large(_) => Ok(Value::Set(Set::large(Large::Identity(of.clone())))),
        }
    }

    /// `R comp S`: first R, then S. The second may be large where it is a function that can be applied.
    pub(super) fn compose(&mut self, first: &Set, second: &Set) -> Result<Value, Stop> {
        let pairs = self.force(first)?;
        let mut composed = Vec::new();
        if self.is_applicable(second) {
            for pair in &*pairs {
                let (from, middle) = pair.sides();
                if let Some(to) = self.image_of(second, middle)? {
                    composed.push(Value::pair(from.clone(), self.solid(to)?));
                }
            }
            return Ok(Value::set(composed));
        }
        let seconds = self.force(second)?;
        for pair in &*pairs {
            let (from, middle) = pair.sides();
            for next in sorted::starting_with(&seconds, middle) {
                composed.push(Value::pair(from.clone(), next.sides().1.clone()));
            }
        }
        Ok(Value::set(composed))
    }

    /// Whether a large relation is a function by its form.
    fn is_applicable(&self, set: &Set) -> bool {
        matches!(set, Set::Large(large)
            if matches!(&**large, Large::Lambda(_) | Large::Rules(_) | Large::Injection(..) | Large::Identity(_)))
    }

    pub(super) fn restrict(
        &mut self,
        relation: &Set,
        side: usize,
        by: &Set,
        keep: bool,
    ) -> Result<Value, Stop> {
        match relation {
            Set::Elements(pairs) => {
                let mut kept = Vec::new();
                for pair in &**pairs {
                    let (first, second) = pair.sides();
                    if self.contains(by, if side == 0 { first } else { second })? == keep {
                        kept.push(pair.clone());
                    }
                }
                Ok(Value::Set(Set::Elements(kept.into())))
            }
            Set::Large(_) if side == 0 && keep && self.is_applicable(relation) => {
                let mut pairs = Vec::new();
                for first in &*self.force(by)? {
                    if let Some(second) = self.image_of(relation, first)? {
                        pairs.push(Value::pair(first.clone(), self.solid(second)?));
                    }
                }
                Ok(Value::set(pairs))
            }
            Set::Large(_) => Ok(Value::Set(Set::large(Large::Restriction {
                relation: relation.clone(),
                side,
                by: by.clone(),
                keep,
            }))),
        }
    }

    pub(super) fn inverse(&mut self, relation: &Set) -> Result<Value, Stop> {
        let pairs = self.force(relation)?;
        Ok(Value::set(
            pairs
                .iter()
                .map(|pair| Value::pair(pair.sides().1.clone(), pair.sides().0.clone()))
                .collect(),
        ))
    }

    pub(super) fn image(&mut self, relation: &Set, of: &Set) -> Result<Value, Stop> {
        if self.is_applicable(relation) {
            let mut images = Vec::new();
            for first in &*self.force(of)? {
                if let Some(second) = self.image_of(relation, first)? {
                    images.push(self.solid(second)?);
                }
            }
            return Ok(Value::set(images));
        }
        let restricted = self.restrict(relation, 0, of, true)?;
        self.range_of(restricted.as_set())
    }

    pub(super) fn override_with(&mut self, f: &Set, g: &Set) -> Result<Value, Stop> {
        let (Set::Elements(old), Set::Elements(new)) = (f, g) else {
            let lazy = |set: &Set, evaluator: &Evaluator| {
                evaluator.is_applicable(set) || matches!(set, Set::Elements(_))
            };
            if (lazy(f, self) && lazy(g, self))
                || matches!(f, Set::Large(large) if matches!(&**large, Large::Override(..)))
            {
                return Ok(Value::Set(Set::large(Large::Override(
                    f.clone(),
                    g.clone(),
                ))));
            }
            let (f, g) = (Set::Elements(self.force(f)?), Set::Elements(self.force(g)?));
            return self.override_with(&f, &g);
        };
        let mut pairs: Vec<Value> = old
            .iter()
            .filter(|pair| sorted::starting_with(new, pair.sides().0).is_empty())
            .cloned()
            .collect();
        pairs.extend_from_slice(new);
        Ok(Value::set(pairs))
    }

    /// `R^+`: pairs are added until there are no new ones.
    pub(super) fn closure(&mut self, relation: &Set) -> Result<Value, Stop> {
        let steps = self.force(relation)?;
        let mut all = rustc_hash::FxHashSet::default();
        let mut queue: Vec<Value> = steps.to_vec();
        while let Some(pair) = queue.pop() {
            if !all.insert(pair.clone()) {
                continue;
            }
            self.step()?;
            let (from, middle) = pair.sides();
            queue.extend(
                sorted::starting_with(&steps, middle)
                    .iter()
                    .map(|next| Value::pair(from.clone(), next.sides().1.clone())),
            );
        }
        Ok(Value::set(all.into_iter().collect()))
    }

    /// `R^*` relates every value of the type to itself.
    pub(super) fn reflexive_closure(&mut self, relation: &Set, ty: &Type) -> Result<Value, Stop> {
        let pairs = self.closure(relation)?;
        let all = self.related(ty)?;
        let same = self.identity(&all)?;
        self.union(pairs.as_set(), same.as_set())
    }

    /// All values of the type that a relation of this type is on.
    fn related(&mut self, ty: &Type) -> Result<Set, Stop> {
        match ty.element() {
            Some(Type::Product(sides)) => self.carrier(&sides[0]),
            other => unreachable!("the type of a relation, and not {other:?}"),
        }
    }

    /// `R^n`; a negative exponent inverts.
    pub(super) fn iterate(
        &mut self,
        exponent: &Int,
        relation: &Set,
        ty: &Type,
    ) -> Result<Value, Stop> {
        if exponent.is_negative() {
            let inverse = self.inverse(relation)?;
            return self.iterate(&exponent.negated(), inverse.as_set(), ty);
        }
        if exponent.is_zero() {
            let all = self.related(ty)?;
            return self.identity(&all);
        }
        let mut power = Value::Set(relation.clone());
        let mut done = Int::ONE;
        while done < *exponent {
            self.step()?;
            power = self.compose(power.as_set(), relation)?;
            done = done.plus(&Int::ONE);
        }
        Ok(power)
    }
}
