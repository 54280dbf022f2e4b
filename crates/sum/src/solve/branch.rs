//! Where the search branches: over the fewest values, and over what the scope cuts only if nothing else is left.

use super::Goal;
use super::goal::alternatives;
use super::narrow::Interval;
use crate::core::{Expr, ExprKind, Type, VarId};
use crate::eval::{Evaluator, Stop, range_size};
use crate::value::{Int, Set, Value, sorted};

/// Disjunctions are taken apart where the smallest set has more elements than this.
const SPLIT_FROM: usize = 8;
/// An infinite set is enumerated last, because the scope cuts it: its size counts as so many bits more.
const CUT_PENALTY: f64 = 30.0;

/// How a search goes on where nothing follows.
pub(super) enum Branch {
    /// A variable over an interval, and the name of the infinite set that was cut.
    Interval {
        var: VarId,
        low: Int,
        high: Int,
        cut: Option<String>,
    },
    /// The expression of a goal over the elements of a set.
    Elements {
        goal: usize,
        expr: Expr,
        set: Set,
    },
    Alternatives {
        goal: usize,
        parts: Vec<Vec<Goal>>,
    },
    /// No value is left for a variable.
    Nothing,
}

impl Evaluator {
    /// The branch with the fewest values.
    pub(super) fn choose(
        &mut self,
        goals: &mut Vec<Goal>,
        unknown: &[VarId],
    ) -> Result<Branch, Stop> {
        let mut best: Option<(f64, Branch)> = None;
        let intervals = self.intervals(goals, unknown);
        // A set that the scope cuts comes last even if its part in the scope is empty.
        let mut offer = |bits: f64, cut: bool, branch: Branch| {
            let bits = if cut {
                bits.max(0.0) + CUT_PENALTY
            } else {
                bits
            };
            if best.as_ref().is_none_or(|(least, _)| bits < *least) {
                best = Some((bits, branch));
            }
        };
        for (&var, interval) in &intervals {
            if interval.is_empty() {
                return Ok(Branch::Nothing);
            }
            if self.has_interval(var, goals) {
                let (low, high, cut) = self.within_scope(interval);
                let bits = range_size(&low, &high).bits();
                let is_cut = cut.is_some();
                offer(
                    bits,
                    is_cut,
                    Branch::Interval {
                        var,
                        low,
                        high,
                        cut,
                    },
                );
            }
        }
        let mut split = None;
        for (index, goal) in goals.iter().enumerate() {
            match goal {
                Goal::Member { expr, set } if self.interval_of(set).is_none() => {
                    let is_cut = self.clipped(set)?.is_some();
                    let bits = self.size(set, true)?.bits();
                    offer(
                        bits,
                        is_cut,
                        Branch::Elements {
                            goal: index,
                            expr: expr.clone(),
                            set: set.clone(),
                        },
                    );
                }
                Goal::Equal { expr, value } => {
                    if let Some((pattern, set)) = self.preimages(expr, value)? {
                        let bits = self.size(&set, true)?.bits();
                        offer(
                            bits,
                            false,
                            Branch::Elements {
                                goal: index,
                                expr: pattern,
                                set,
                            },
                        );
                    }
                }
                Goal::Pred { .. } if split.is_none() => {
                    split =
                        alternatives(goal).map(|parts| Branch::Alternatives { goal: index, parts });
                }
                _ => {}
            }
        }
        match (best, split) {
            (Some((bits, _)), Some(split)) if bits > (SPLIT_FROM as f64).log2() => Ok(split),
            (Some((_, branch)), _) => Ok(branch),
            (None, Some(split)) => Ok(split),
            (None, None) => self.over_carrier(goals, unknown),
        }
    }

    /// A variable about which nothing is known but its type.
    fn over_carrier(&mut self, goals: &mut Vec<Goal>, unknown: &[VarId]) -> Result<Branch, Stop> {
        let var = unknown[0];
        let program = self.program.clone();
        let declared = &program.vars[var.0 as usize];
        let expr = Expr::new(ExprKind::Var(var), declared.ty.clone(), declared.span);
        let set = self.carrier(&declared.ty)?;
        goals.push(Goal::member(&expr, set.clone()));
        Ok(Branch::Elements {
            goal: goals.len() - 1,
            expr,
            set,
        })
    }

    /// Whether the set of an integer variable is an interval, so that its bounds say all of it.
    fn has_interval(&self, var: VarId, goals: &[Goal]) -> bool {
        goals.iter().any(|goal| {
            matches!(goal, Goal::Member { expr, set }
                if self.variable_of(expr) == Some(var) && (self.interval_of(set).is_some() || expr.ty == Type::Int))
        })
    }

    fn within_scope(&self, interval: &Interval) -> (Int, Int, Option<String>) {
        let (least, greatest) = self.scope.ints.clone();
        match (&interval.low, &interval.high) {
            (Some(low), Some(high)) => (low.clone(), high.clone(), None),
            (Some(low), None) => {
                let name = if low.is_negative() || *low > Int::ONE {
                    "int"
                } else if low.is_zero() {
                    "nat"
                } else {
                    "nat_1"
                };
                (low.clone().max(least), greatest, Some(name.into()))
            }
            (None, Some(high)) => (least, high.clone().min(greatest), Some("int".into())),
            (None, None) => (least, greatest, Some("int".into())),
        }
    }

    /// `f(E) = v` for a known f: the arguments that f maps to v.
    fn preimages(&mut self, expr: &Expr, value: &Value) -> Result<Option<(Expr, Set)>, Stop> {
        let ExprKind::Apply { function, argument } = &*expr.kind else {
            return Ok(None);
        };
        if !self.knows_expr(function) {
            return Ok(None);
        }
        let Ok(Set::Elements(pairs)) = self.eval_set(function) else {
            return Ok(None);
        };
        let arguments = pairs
            .iter()
            .filter(|pair| {
                pair.sides().1 == value && sorted::starting_with(&pairs, pair.sides().0).len() == 1
            })
            .map(|pair| pair.sides().0.clone());
        Ok(Some((argument.clone(), Set::of(arguments.collect()))))
    }
}
