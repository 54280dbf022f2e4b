//! Membership and inclusion. Large sets are asked, and not listed.

use super::{Evaluator, Flow, Stop};
use crate::core::{Expr, ExprKind, Scope};
use crate::solve::Goal;
use crate::value::{Closure, FunctionKind, Int, Large, SequenceKind, Set, Value, sorted};

impl Evaluator {
    pub(crate) fn contains(&mut self, set: &Set, value: &Value) -> Result<bool, Stop> {
        let large = match set {
            Set::Elements(elements) => {
                if value.is_solid() {
                    return Ok(sorted::contains(elements, value));
                }
                if let Value::Set(inner) = value
                    && self.certainly_infinite(inner)?
                {
                    return Ok(false);
                }
                let value = self.solid(value.clone())?;
                return Ok(sorted::contains(elements, &value));
            }
            Set::Large(large) => large.clone(),
        };
        self.step()?;
        match &*large {
            Large::Integers => Ok(true),
            Large::Naturals => Ok(!value.as_int().is_negative()),
            Large::Positives => Ok(*value.as_int() >= Int::ONE),
            Large::Range(low, high) => Ok(low <= value.as_int() && value.as_int() <= high),
            Large::Power {
                of,
                non_empty,
                finite,
            } => self.in_power(value.as_set(), of, *non_empty, *finite),
            Large::Product(sets) => match value {
                Value::Tuple(parts) => self.all_in(sets, parts),
                other => unreachable!("a tuple by its type, and not {other:?}"),
            },
            Large::Bindings(_, sets) => match value {
                Value::Binding(binding) => self.all_in(sets, &binding.values),
                other => unreachable!("a binding by its type, and not {other:?}"),
            },
            Large::Functions { kind, from, to } => {
                self.in_functions(value.as_set(), *kind, from, to)
            }
            Large::Sequences(kind, of) => self.in_sequences(value.as_set(), *kind, of),
            Large::Bags(of) => {
                let kind = FunctionKind {
                    function: true,
                    total: false,
                    injective: false,
                    surjective: false,
                    finite: true,
                };
                self.in_functions(value.as_set(), kind, of, &Set::large(Large::Positives))
            }
            Large::Free(_) => Ok(true),
            Large::Comprehension(closure) => {
                if let Some(listed) = self.listed.get(closure).cloned() {
                    return self.contains(&Set::Elements(listed), value);
                }
                let ExprKind::Comprehension { scope, result } = &*closure.expr.kind else {
                    unreachable!("the closure of a comprehension");
                };
                self.within(closure, |evaluator| {
                    evaluator.has_solution(scope, Goal::equal(result, value.clone()))
                })
            }
            Large::Injection(..) | Large::Lambda(_) | Large::Rules(_) | Large::Identity(_) => {
                let (first, second) = value.sides();
                match self.image_of(set, first)? {
                    Some(image) => self.same(&image, second),
                    None => Ok(false),
                }
            }
            Large::Union(a, b) => Ok(self.contains(a, value)? || self.contains(b, value)?),
            Large::Intersection(a, b) => Ok(self.contains(a, value)? && self.contains(b, value)?),
            Large::Difference(a, b) => Ok(self.contains(a, value)? && !self.contains(b, value)?),
            Large::Restriction {
                relation,
                side,
                by,
                keep,
            } => {
                let (first, second) = value.sides();
                let asked = if *side == 0 { first } else { second };
                Ok(self.contains(by, asked)? == *keep && self.contains(relation, value)?)
            }
            Large::Override(f, g) => {
                if self.in_domain(g, value.sides().0)? {
                    self.contains(g, value)
                } else {
                    self.contains(f, value)
                }
            }
        }
    }

    fn has_solution(&mut self, scope: &Scope, goal: Goal) -> Result<bool, Stop> {
        let mut found = false;
        let incomplete = self.solve_scope(scope, vec![goal], &[], &mut |_| {
            found = true;
            Ok(Flow::Break(()))
        })?;
        match incomplete {
            Some(reason) if !found => Err(Stop::Beyond(Box::new(reason))),
            _ => Ok(found),
        }
    }

    fn all_in(&mut self, sets: &[Set], values: &[Value]) -> Result<bool, Stop> {
        let mut unknown = None;
        for (set, value) in sets.iter().zip(values) {
            match self.contains(set, value) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(stop @ Stop::Beyond(_)) => unknown = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
        unknown.map_or(Ok(true), Err)
    }

    fn in_power(
        &mut self,
        value: &Set,
        of: &Set,
        non_empty: bool,
        finite: bool,
    ) -> Result<bool, Stop> {
        if !self.subset(value, of)? {
            return Ok(false);
        }
        if finite && self.certainly_infinite(value)? {
            return Ok(false);
        }
        match value {
            Set::Elements(elements) => Ok(!non_empty || !elements.is_empty()),
            Set::Large(_) if non_empty || finite => {
                if !finite && self.certainly_infinite(value)? {
                    return Ok(true);
                }
                let elements = self.force(value)?;
                Ok(!non_empty || !elements.is_empty())
            }
            Set::Large(_) => Ok(true),
        }
    }

    fn in_functions(
        &mut self,
        value: &Set,
        kind: FunctionKind,
        from: &Set,
        to: &Set,
    ) -> Result<bool, Stop> {
        let pairs = self.force(value)?;
        let mut firsts = 0;
        let mut seconds = Vec::new();
        for (index, pair) in pairs.iter().enumerate() {
            let (first, second) = pair.sides();
            let repeated = index > 0 && pairs[index - 1].sides().0 == first;
            if kind.function && repeated {
                return Ok(false);
            }
            firsts += usize::from(!repeated);
            if !self.contains(from, first)? || !self.contains(to, second)? {
                return Ok(false);
            }
            seconds.push(second);
        }
        let count = seconds.len();
        if kind.injective || kind.surjective {
            seconds.sort_unstable();
            seconds.dedup();
        }
        if kind.injective && seconds.len() < count {
            return Ok(false);
        }
        Ok((!kind.total || self.has_size(from, firsts)?)
            && (!kind.surjective || self.has_size(to, seconds.len())?))
    }

    /// Whether a set has so many elements.
    fn has_size(&mut self, set: &Set, size: usize) -> Result<bool, Stop> {
        if self.certainly_infinite(set)? {
            return Ok(false);
        }
        if let Set::Large(large) = set
            && self.exactly_sized(large)
        {
            return Ok(self.size(set, false)?.to_usize() == Some(size));
        }
        Ok(self.force(set)?.len() == size)
    }

    fn in_sequences(&mut self, value: &Set, kind: SequenceKind, of: &Set) -> Result<bool, Stop> {
        if self.certainly_infinite(value)? {
            return Ok(false);
        }
        let pairs = self.force(value)?;
        let mut items = Vec::with_capacity(pairs.len());
        for (index, pair) in pairs.iter().enumerate() {
            let (place, item) = pair.sides();
            if *place.as_int() != Int::from(index + 1) || !self.contains(of, item)? {
                return Ok(false);
            }
            items.push(item);
        }
        let count = items.len();
        match kind {
            SequenceKind::Any => Ok(true),
            SequenceKind::NonEmpty => Ok(count > 0),
            SequenceKind::Injective => {
                items.sort_unstable();
                items.dedup();
                Ok(items.len() == count)
            }
        }
    }

    pub(crate) fn subset(&mut self, a: &Set, b: &Set) -> Result<bool, Stop> {
        if a == b {
            return Ok(true);
        }
        if let (Some((low, high)), Some((from, to))) = (self.interval_of(a), self.interval_of(b)) {
            let below = from.is_none_or(|from| low.is_some_and(|low| low >= from));
            let above = to.is_none_or(|to| high.is_some_and(|high| high <= to));
            return Ok(below && above);
        }
        if let (Set::Large(x), Set::Large(y)) = (a, b) {
            match (&**x, &**y) {
                (
                    Large::Power {
                        of,
                        non_empty,
                        finite,
                    },
                    Large::Power {
                        of: other,
                        non_empty: others_filled,
                        finite: others_finite,
                    },
                ) if (*non_empty || !others_filled)
                    && (*finite || !others_finite)
                    && self.subset(of, other)? =>
                {
                    return Ok(true);
                }
                (Large::Product(sets), Large::Product(others)) => {
                    let mut inside = true;
                    for (set, other) in sets.iter().zip(others) {
                        inside = inside && self.subset(set, other)?;
                    }
                    if inside {
                        return Ok(true);
                    }
                }
                (Large::Union(p, q), _) => return Ok(self.subset(p, b)? && self.subset(q, b)?),
                _ => {}
            }
        }
        let elements = match a {
            Set::Elements(elements) => elements.clone(),
            Set::Large(_) => {
                if matches!(b, Set::Elements(_)) && self.certainly_infinite(a)? {
                    return Ok(false);
                }
                if self.is_carrier(b) {
                    return Ok(true);
                }
                return self.each_in(a, b);
            }
        };
        if let Set::Elements(others) = b {
            return Ok(sorted::is_subset(&elements, others));
        }
        for element in &*elements {
            if !self.contains(b, element)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks for an element of one set that is not in another, without listing the first.
    fn each_in(&mut self, a: &Set, b: &Set) -> Result<bool, Stop> {
        let mut inside = true;
        let incomplete = self.each(a, &mut |evaluator, element| {
            inside = evaluator.contains(b, &element)?;
            Ok(if inside {
                Flow::Continue(())
            } else {
                Flow::Break(())
            })
        })?;
        match incomplete {
            Some(reason) if inside => Err(Stop::Beyond(Box::new(reason))),
            _ => Ok(inside),
        }
    }

    /// Whether a set certainly contains all values of its type.
    fn is_carrier(&self, set: &Set) -> bool {
        match set {
            Set::Elements(_) => false,
            Set::Large(large) => match &**large {
                Large::Integers | Large::Free(_) => true,
                Large::Power {
                    of,
                    non_empty: false,
                    finite: false,
                } => self.is_carrier(of),
                Large::Product(sets) | Large::Bindings(_, sets) => {
                    sets.iter().all(|set| self.is_carrier(set))
                }
                Large::Functions {
                    kind:
                        FunctionKind {
                            function: false, ..
                        },
                    from,
                    to,
                } => self.is_carrier(from) && self.is_carrier(to),
                _ => false,
            },
        }
    }

    /// The wanted variables of a scope: those that expressions read. For the others one value is enough.
    pub(crate) fn wanted(&mut self, scope: &Scope, results: &[&Expr]) -> Vec<crate::core::VarId> {
        let mut wanted = Vec::new();
        for result in results {
            let free = self.free.expr(result);
            wanted.extend(
                scope
                    .bound
                    .iter()
                    .map(|bound| bound.var)
                    .filter(|var| free.contains(var)),
            );
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// The bounds of a set of integers that is an interval. None stands for no bound.
    pub(crate) fn interval_of(&self, set: &Set) -> Option<(Option<Int>, Option<Int>)> {
        match set {
            Set::Elements(_) => None,
            Set::Large(large) => match &**large {
                Large::Integers => Some((None, None)),
                Large::Naturals => Some((Some(Int::ZERO), None)),
                Large::Positives => Some((Some(Int::ONE), None)),
                Large::Range(low, high) => Some((Some(low.clone()), Some(high.clone()))),
                _ => None,
            },
        }
    }

    /// Whether a closure is one that only a search lists.
    pub(crate) fn closure_of(set: &Set) -> Option<&Closure> {
        match set {
            Set::Large(large) => match &**large {
                Large::Comprehension(closure) | Large::Lambda(closure) => Some(closure),
                _ => None,
            },
            Set::Elements(_) => None,
        }
    }
}
