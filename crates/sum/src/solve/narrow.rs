//! Bounds of integer variables that follow from comparisons.

use std::collections::BTreeMap;

use super::Goal;
use crate::core::{Builtin, Expr, ExprKind, PredKind, Relation, Type, VarId};
use crate::eval::Evaluator;
use crate::value::{Int, Set, Value};

/// None stands for no bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Interval {
    pub low: Option<Int>,
    pub high: Option<Int>,
}

pub(super) type Intervals = BTreeMap<VarId, Interval>;

/// Bounds are passed along chains of comparisons at most so often.
const ROUNDS: usize = 6;

impl Interval {
    fn exactly(value: Int) -> Interval {
        Interval {
            low: Some(value.clone()),
            high: Some(value),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn meet(&mut self, other: &Interval) {
        if let Some(low) = &other.low
            && self.low.as_ref().is_none_or(|old| old < low)
        {
            self.low = Some(low.clone());
        }
        if let Some(high) = &other.high
            && self.high.as_ref().is_none_or(|old| old > high)
        {
            self.high = Some(high.clone());
        }
    }

    fn plus(&self, other: &Interval) -> Interval {
        Interval {
            low: both(&self.low, &other.low, Int::plus),
            high: both(&self.high, &other.high, Int::plus),
        }
    }

    fn negated(&self) -> Interval {
        Interval {
            low: self.high.as_ref().map(Int::negated),
            high: self.low.as_ref().map(Int::negated),
        }
    }

    fn times(&self, other: &Interval) -> Interval {
        let (Some(a), Some(b), Some(c), Some(d)) = (&self.low, &self.high, &other.low, &other.high)
        else {
            let natural =
                |interval: &Interval| interval.low.as_ref().is_some_and(|low| !low.is_negative());
            let low = (natural(self) && natural(other))
                .then(|| both(&self.low, &other.low, Int::times))
                .flatten();
            return Interval { low, high: None };
        };
        let mut corners = [a.times(c), a.times(d), b.times(c), b.times(d)];
        corners.sort();
        let [least, .., greatest] = corners;
        Interval {
            low: Some(least),
            high: Some(greatest),
        }
    }
}

fn both(a: &Option<Int>, b: &Option<Int>, combine: impl Fn(&Int, &Int) -> Int) -> Option<Int> {
    Some(combine(a.as_ref()?, b.as_ref()?))
}

impl Evaluator {
    /// Bounds of the unknown integer variables.
    pub(super) fn intervals(&mut self, goals: &[Goal], unknown: &[VarId]) -> Intervals {
        let mut intervals = Intervals::new();
        for &var in unknown {
            if self.is_int(var) {
                intervals.insert(var, Interval::default());
            }
        }
        if intervals.is_empty() {
            return intervals;
        }
        for _ in 0..ROUNDS {
            let before = intervals.clone();
            for goal in goals {
                self.narrow_by(goal, &mut intervals);
            }
            if intervals == before {
                break;
            }
        }
        intervals
    }

    fn is_int(&self, var: VarId) -> bool {
        *self.type_of(var) == Type::Int
    }

    fn narrow_by(&mut self, goal: &Goal, intervals: &mut Intervals) {
        match goal {
            Goal::Member { expr, set } if expr.ty == Type::Int => {
                let interval = match set {
                    Set::Elements(elements) => match (elements.first(), elements.last()) {
                        (Some(Value::Int(low)), Some(Value::Int(high))) => Interval {
                            low: Some(low.clone()),
                            high: Some(high.clone()),
                        },
                        _ => return,
                    },
                    large => match self.interval_of(large) {
                        Some((low, high)) => Interval { low, high },
                        None => return,
                    },
                };
                self.narrow(expr, &interval, intervals);
            }
            Goal::Equal {
                expr,
                value: Value::Int(value),
            } => self.narrow(expr, &Interval::exactly(value.clone()), intervals),
            Goal::Pred { pred, positive } => {
                let PredKind::Relation {
                    relation,
                    left,
                    right,
                } = &*pred.kind
                else {
                    return;
                };
                if left.ty != Type::Int || right.ty != Type::Int {
                    return;
                }
                // A comparison is also false where a term is undefined.
                if !(*positive || self.is_total(left) && self.is_total(right)) {
                    return;
                }
                match (relation, positive) {
                    (Relation::Less, true) | (Relation::AtLeast, false) => {
                        self.at_most(left, right, &Int::ONE, intervals)
                    }
                    (Relation::AtMost, true) | (Relation::Greater, false) => {
                        self.at_most(left, right, &Int::ZERO, intervals)
                    }
                    (Relation::Greater, true) | (Relation::AtMost, false) => {
                        self.at_most(right, left, &Int::ONE, intervals)
                    }
                    (Relation::AtLeast, true) | (Relation::Less, false) => {
                        self.at_most(right, left, &Int::ZERO, intervals)
                    }
                    (Relation::Equal, true) | (Relation::NotEqual, false) => {
                        let (a, b) = (
                            self.interval(left, intervals),
                            self.interval(right, intervals),
                        );
                        self.narrow(left, &b, intervals);
                        self.narrow(right, &a, intervals);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// `left + distance <= right`
    fn at_most(&mut self, left: &Expr, right: &Expr, distance: &Int, intervals: &mut Intervals) {
        let (low, high) = (
            self.interval(left, intervals).low,
            self.interval(right, intervals).high,
        );
        let high = high.map(|high| high.minus(distance));
        let low = low.map(|low| low.plus(distance));
        self.narrow(left, &Interval { low: None, high }, intervals);
        self.narrow(right, &Interval { low, high: None }, intervals);
    }

    /// Where the value of an expression lies.
    fn interval(&mut self, expr: &Expr, intervals: &Intervals) -> Interval {
        if let Some(var) = self.variable_of(expr)
            && let Some(interval) = intervals.get(&var)
        {
            return interval.clone();
        }
        if self.knows_expr(expr) {
            return match self.eval(expr) {
                Ok(Value::Int(value)) => Interval::exactly(value),
                _ => Interval::default(),
            };
        }
        let ExprKind::Call {
            function,
            arguments,
        } = &*expr.kind
        else {
            return Interval::default();
        };
        match function {
            Builtin::Add => self
                .interval(&arguments[0], intervals)
                .plus(&self.interval(&arguments[1], intervals)),
            Builtin::Subtract => self
                .interval(&arguments[0], intervals)
                .plus(&self.interval(&arguments[1], intervals).negated()),
            Builtin::Negate => self.interval(&arguments[0], intervals).negated(),
            Builtin::Multiply => self
                .interval(&arguments[0], intervals)
                .times(&self.interval(&arguments[1], intervals)),
            Builtin::Count => Interval {
                low: Some(Int::ZERO),
                high: None,
            },
            _ => Interval::default(),
        }
    }

    /// The value of an expression lies in an interval: narrows its variables.
    fn narrow(&mut self, expr: &Expr, to: &Interval, intervals: &mut Intervals) {
        if let Some(var) = self.variable_of(expr)
            && let Some(interval) = intervals.get_mut(&var)
        {
            interval.meet(to);
            return;
        }
        let ExprKind::Call {
            function,
            arguments,
        } = &*expr.kind
        else {
            return;
        };
        match (function, &**arguments) {
            (Builtin::Negate, [only]) => self.narrow(only, &to.negated(), intervals),
            (Builtin::Add, [a, b]) => {
                let (x, y) = (self.interval(a, intervals), self.interval(b, intervals));
                self.narrow(a, &to.plus(&y.negated()), intervals);
                self.narrow(b, &to.plus(&x.negated()), intervals);
            }
            (Builtin::Subtract, [a, b]) => {
                let (x, y) = (self.interval(a, intervals), self.interval(b, intervals));
                self.narrow(a, &to.plus(&y), intervals);
                self.narrow(b, &x.plus(&to.negated()), intervals);
            }
            (Builtin::Multiply, [a, b]) => self.narrow_factors(a, b, to, intervals),
            _ => {}
        }
    }

    /// Two natural factors of a positive product are positive, and none is larger than it.
    fn narrow_factors(&mut self, a: &Expr, b: &Expr, to: &Interval, intervals: &mut Intervals) {
        let natural =
            |interval: &Interval| interval.low.as_ref().is_some_and(|low| !low.is_negative());
        let (x, y) = (self.interval(a, intervals), self.interval(b, intervals));
        if natural(&x) && natural(&y) && to.low.as_ref().is_some_and(|low| *low >= Int::ONE) {
            let factor = Interval {
                low: Some(Int::ONE),
                high: to.high.clone(),
            };
            self.narrow(a, &factor, intervals);
            self.narrow(b, &factor, intervals);
        }
    }
}
