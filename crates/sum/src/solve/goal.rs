//! Goals: what a solution has to satisfy, in the forms that determine variables.

use std::sync::Arc;

use crate::core::{Builtin, Expr, ExprKind, Pred, PredKind, Type, VarId};
use crate::eval::{Evaluator, FIRST_CONSTANT};
use crate::value::{Set, Value};

#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// The predicate is true, or it is false.
    Pred {
        pred: Pred,
        positive: bool,
    },
    /// A predicate that is only tested, when all its variables are known.
    Test(Pred),
    Equal {
        expr: Expr,
        value: Value,
    },
    Member {
        expr: Expr,
        set: Set,
    },
}

impl Goal {
    pub(crate) fn pred(pred: &Pred, positive: bool) -> Goal {
        Goal::Pred {
            pred: pred.clone(),
            positive,
        }
    }

    pub(crate) fn equal(expr: &Expr, value: Value) -> Goal {
        Goal::Equal {
            expr: expr.clone(),
            value,
        }
    }

    pub(crate) fn member(expr: &Expr, set: Set) -> Goal {
        Goal::Member {
            expr: expr.clone(),
            set,
        }
    }
}

impl Evaluator {
    pub(super) fn goal_vars(&mut self, goal: &Goal) -> Arc<[VarId]> {
        match goal {
            Goal::Pred { pred, .. } | Goal::Test(pred) => self.free.pred(pred),
            Goal::Equal { expr, .. } | Goal::Member { expr, .. } => self.free.expr(expr),
        }
    }

    /// Whether all variables have values. A constant without a value counts: its evaluation says what is wrong with it.
    pub(super) fn is_known(&self, vars: &[VarId]) -> bool {
        vars.iter().all(|var| {
            self.slot(*var).is_some()
                || (self.free.is_constant(*var) && !self.constants.open.contains(var))
        })
    }

    pub(super) fn knows_expr(&mut self, expr: &Expr) -> bool {
        let vars = self.free.expr(expr);
        self.is_known(&vars)
    }

    pub(super) fn knows_pred(&mut self, pred: &Pred) -> bool {
        let vars = self.free.pred(pred);
        self.is_known(&vars)
    }

    /// The variable that an expression is, with a constant that is chosen among them.
    pub(super) fn variable_of(&self, expr: &Expr) -> Option<VarId> {
        match &*expr.kind {
            ExprKind::Var(var) => Some(*var),
            ExprKind::Global { id, .. } if self.constants.chosen.contains(id) => {
                Some(self.free.of_global(*id))
            }
            _ => None,
        }
    }

    /// The type of a variable or of a constant that is chosen.
    pub(super) fn type_of(&self, var: VarId) -> &Type {
        match var.0.checked_sub(FIRST_CONSTANT) {
            None => &self.program.vars[var.0 as usize].ty,
            Some(global) => &self.program.globals[global as usize].ty,
        }
    }

    /// Whether an expression has a value whatever its variables are.
    pub(super) fn is_total(&self, expr: &Expr) -> bool {
        match &*expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Var(_)
            | ExprKind::GivenElement { .. } => true,
            ExprKind::Tuple(parts) => parts.iter().all(|part| self.is_total(part)),
            ExprKind::Binding(parts) => parts.iter().all(|(_, part)| self.is_total(part)),
            ExprKind::Call {
                function:
                    Builtin::Add
                    | Builtin::Subtract
                    | Builtin::Multiply
                    | Builtin::Negate
                    | Builtin::Maplet,
                arguments,
            } => arguments.iter().all(|part| self.is_total(part)),
            _ => false,
        }
    }
}

/// The parts of a disjunction, of which each is one alternative, for a goal that is one.
pub(super) fn alternatives(goal: &Goal) -> Option<Vec<Vec<Goal>>> {
    let Goal::Pred { pred, positive } = goal else {
        return None;
    };
    let one = |pred: &Pred, positive: bool| vec![Goal::pred(pred, positive)];
    match (&*pred.kind, positive) {
        (PredKind::Or(parts), true) => Some(parts.iter().map(|part| one(part, true)).collect()),
        (PredKind::And(parts), false) => Some(parts.iter().map(|part| one(part, false)).collect()),
        (PredKind::Implies(left, right), true) => Some(vec![one(left, false), one(right, true)]),
        (PredKind::Iff(left, right), positive) => Some(vec![
            vec![Goal::pred(left, true), Goal::pred(right, *positive)],
            vec![Goal::pred(left, false), Goal::pred(right, !*positive)],
        ]),
        (
            PredKind::If {
                condition,
                then,
                otherwise,
            },
            positive,
        ) => Some(vec![
            vec![Goal::pred(condition, true), Goal::pred(then, *positive)],
            vec![
                Goal::pred(condition, false),
                Goal::pred(otherwise, *positive),
            ],
        ]),
        _ => None,
    }
}
