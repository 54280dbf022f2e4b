//! Equations that determine variables: `x' = E`, also where a condition chooses between equations.
//!
//! A variable that an equation determines needs no candidate values: it is substituted. What is not seen here costs variables, never truth,
//! because the equation itself stays part of the relation.

use crate::core::{Expr, ExprKind, Pred, PredKind, Relation, Type, VarId};

/// How the values of open variables are found.
pub(super) struct Plan {
    /// Variables that take every value in the scope.
    pub candidates: Vec<VarId>,
    /// In an order in which each reads known variables, candidates, and those before it.
    pub equations: Vec<(VarId, Expr)>,
}

/// `open` are the variables whose values are wanted; `reads` gives the variables that an expression reads.
pub(super) fn plan(
    predicates: &[Pred],
    open: &[VarId],
    mut reads: impl FnMut(&Expr) -> Vec<VarId>,
) -> Plan {
    let mut open = open.to_vec();
    let mut plan = Plan {
        candidates: Vec::new(),
        equations: Vec::new(),
    };
    while !open.is_empty() {
        let next = open.iter().enumerate().find_map(|(at, var)| {
            let mut ready = |expr: &Expr| !reads(expr).iter().any(|read| open.contains(read));
            let found = predicates
                .iter()
                .find_map(|pred| equation(pred, *var, &mut ready));
            found.map(|expr| (at, expr))
        });
        if let Some((at, expr)) = next {
            plan.equations.push((open.remove(at), expr));
            continue;
        }
        // One that no equation is about, or any: others may depend on it.
        let said = |var: &VarId| {
            predicates
                .iter()
                .any(|p| equation(p, *var, &mut |_| true).is_some())
        };
        let at = open.iter().position(|var| !said(var)).unwrap_or(0);
        plan.candidates.push(open.remove(at));
    }
    plan
}

/// An expression that the variable equals wherever the predicate holds.
fn equation(pred: &Pred, var: VarId, ready: &mut impl FnMut(&Expr) -> bool) -> Option<Expr> {
    let is = |expr: &Expr| matches!(&*expr.kind, ExprKind::Var(other) if *other == var);
    match &*pred.kind {
        PredKind::Relation {
            relation: Relation::Equal,
            left,
            right,
        } => {
            if is(left) && ready(right) {
                Some(right.clone())
            } else if is(right) && ready(left) {
                Some(left.clone())
            } else {
                None
            }
        }
        PredKind::Holds(expr) if is(expr) => Some(truth(true, pred)),
        PredKind::Not(inner) => match &*inner.kind {
            PredKind::Holds(expr) if is(expr) => Some(truth(false, pred)),
            _ => None,
        },
        PredKind::Iff(a, b) => named(a, b, var, ready).or_else(|| named(b, a, var, ready)),
        PredKind::And(parts) => parts.iter().find_map(|part| equation(part, var, ready)),
        PredKind::If {
            condition,
            then,
            otherwise,
        } => {
            let (then, otherwise) = (
                equation(then, var, ready)?,
                equation(otherwise, var, ready)?,
            );
            let (ty, span) = (then.ty.clone(), pred.span);
            let condition = condition.clone();
            let chosen = Expr::new(
                ExprKind::If {
                    condition,
                    then,
                    otherwise,
                },
                ty,
                span,
            );
            ready(&chosen).then_some(chosen)
        }
        PredKind::Let { definitions, body } => {
            let body = equation(body, var, ready)?;
            let (ty, span) = (body.ty.clone(), pred.span);
            let definitions = definitions.clone();
            let local = Expr::new(ExprKind::Let { definitions, body }, ty, span);
            ready(&local).then_some(local)
        }
        _ => None,
    }
}

/// `out! <=> P`, `out! = true <=> P`
fn named(
    atom: &Pred,
    other: &Pred,
    var: VarId,
    ready: &mut impl FnMut(&Expr) -> bool,
) -> Option<Expr> {
    let is = |expr: &Expr| matches!(&*expr.kind, ExprKind::Var(other) if *other == var);
    let constant = |expr: &Expr| match &*expr.kind {
        ExprKind::Bool(value) => Some(*value),
        _ => None,
    };
    let positive = match &*atom.kind {
        PredKind::Holds(expr) if is(expr) => true,
        PredKind::Relation {
            relation: Relation::Equal,
            left,
            right,
        } if is(left) => constant(right)?,
        PredKind::Relation {
            relation: Relation::Equal,
            left,
            right,
        } if is(right) => constant(left)?,
        _ => return None,
    };
    let truth = if positive {
        other.clone()
    } else {
        Pred::new(PredKind::Not(other.clone()), other.span)
    };
    let truth = Expr::new(ExprKind::Truth(truth), Type::Bool, other.span);
    ready(&truth).then_some(truth)
}

fn truth(value: bool, at: &Pred) -> Expr {
    Expr::new(ExprKind::Bool(value), Type::Bool, at.span)
}
