//! A mutant as a model of its own, for the interpreter: the change is made in the tree, and nothing of how
//! mutants are lowered is used. What the two say can then be compared.

use super::{Becomes, LeafChange, Offer, Site};
use crate::check::causality::{instantaneous_again, needs_more};
use crate::model::{Expr, ExprKind, Model, Type, Value};

/// The model with the change made. None for a change that the language cannot express: a variable that
/// takes any value, or a part of a variable that has another definition than the rest; and where some
/// variable would need its own value within a step.
pub fn applied(model: &Model, offer: &Offer) -> Option<Model> {
    let mut changed = model.clone();
    let node = &mut changed.nodes[offer.site.node().index()];
    match (offer.site, &offer.becomes) {
        (Site::Equation(_, at), Becomes::Expr(expr)) => node.equations[at].rhs = expr.clone(),
        (Site::Assertion(_, at), Becomes::Expr(expr)) => node.assertions[at].expr = expr.clone(),
        (Site::Equation(_, at), Becomes::Leaf { change, .. }) => {
            let equation = &mut node.equations[at];
            let whole = equation.lhs.len() == 1
                && matches!(equation.rhs.ty, Type::Bool | Type::Int | Type::Real);
            if !whole {
                return None;
            }
            let constant = |value: &Value| Expr {
                kind: ExprKind::Const(value.clone()),
                ..equation.rhs.clone()
            };
            equation.rhs = match change {
                LeafChange::Free => return None,
                LeafChange::Always(value) => constant(value),
                LeafChange::First(value) => Expr {
                    kind: ExprKind::Arrow(
                        Box::new(constant(value)),
                        Box::new(equation.rhs.clone()),
                    ),
                    ..equation.rhs.clone()
                },
            };
        }
        (_, Becomes::One { .. }) | (Site::Assertion(..), Becomes::Leaf { .. }) => return None,
    }
    let order = changed.call_order.clone();
    instantaneous_again(&mut changed.nodes, &order).then_some(changed)
}

/// Whether the change makes some variable need its own value within a step. What the terms of the system
/// come to is not asked: `x and false` needs x.
pub fn loops(model: &Model, offer: &Offer) -> bool {
    match (offer.site, &offer.becomes) {
        (Site::Equation(node, at), Becomes::Expr(expr)) => {
            let before = &model.node(node).equations[at].rhs;
            needs_more(&model.nodes, expr, before) && applied(model, offer).is_none()
        }
        _ => false,
    }
}
