//! What Kind 2 leaves to be proved or takes as given: subranges that are assigned unbounded integers, and `const`
//! parameters.

use std::sync::Arc;

use num_bigint::BigInt;

use super::Checker;
use crate::model::{
    Assertion, BinaryOp, Expr, ExprKind, Node, Property, PropertyKind, RangeRole, Type, Value,
    VarId,
};

impl Checker<'_> {
    /// The variable's bounds become a property instead of a part of the model.
    pub(super) fn oblige_range(&mut self, node: &mut Node, id: VarId) {
        let variable = &mut node.variables[id.index()];
        variable.range = RangeRole::Obliged;
        let span = variable.name.span;
        let mut base = leaf(
            ExprKind::Var(id),
            variable.ty.clone(),
            &Expr::placeholder(span),
        );
        base.op_span = span;
        let mut parts = Vec::new();
        self.bounds(base, &mut parts);
        let Some(expr) = parts.into_iter().reduce(both) else {
            return;
        };
        let name = Arc::from(format!("{} in range", node.variables[id.index()].name));
        node.properties.push(Property {
            name,
            kind: PropertyKind::Range,
            expr,
            span,
        });
    }

    /// The conjuncts that say that every leaf lies in its subrange.
    fn bounds(&self, value: Expr, out: &mut Vec<Expr>) {
        match value.ty.clone() {
            Type::Subrange(low, high) => {
                out.push(compare(BinaryOp::Le, int(low, &value), value.clone()));
                out.push(compare(BinaryOp::Le, value.clone(), int(high, &value)));
            }
            Type::Array(element, size) => {
                for at in 0..size {
                    let index = Box::new(int(BigInt::from(at), &value));
                    let kind = ExprKind::Index(Box::new(value.clone()), index);
                    self.bounds(leaf(kind, (*element).clone(), &value), out);
                }
            }
            Type::Record(id) => {
                for (at, field) in self.record(id).fields.iter().enumerate() {
                    let kind = ExprKind::Field(Box::new(value.clone()), at);
                    self.bounds(leaf(kind, field.ty.clone(), &value), out);
                }
            }
            _ => {}
        }
    }

    /// A main node's `const` parameter is an input that never changes: `true -> c = pre c`.
    pub(super) fn constant_parameters(&mut self, node: &mut Node) {
        for &id in &node.inputs {
            let variable = &node.variables[id.index()];
            if !variable.constant {
                continue;
            }
            let place = Expr::placeholder(variable.name.span);
            let value = leaf(ExprKind::Var(id), variable.ty.clone(), &place);
            let before = leaf(
                ExprKind::Pre(Box::new(value.clone())),
                variable.ty.clone(),
                &place,
            );
            let same = compare(BinaryOp::Eq, value, before);
            let first = leaf(ExprKind::Const(Value::Bool(true)), Type::Bool, &place);
            let kind = ExprKind::Arrow(Box::new(first), Box::new(same));
            node.assertions.push(Assertion {
                expr: leaf(kind, Type::Bool, &place),
                span: variable.name.span,
                generated: true,
            });
        }
    }

    /// Built from constants and `const` parameters only.
    pub(super) fn is_rigid(&self, expr: &Expr) -> bool {
        !expr.any(&|e| match &e.kind {
            ExprKind::Var(id) => !self.scope.constants_in.contains(id),
            ExprKind::Pre(_)
            | ExprKind::Arrow(..)
            | ExprKind::Call(_)
            | ExprKind::Condact { .. } => true,
            _ => false,
        })
    }
}

impl Expr {
    /// Gives generated expressions their place.
    fn placeholder(span: assay_source::Span) -> Expr {
        Expr {
            kind: ExprKind::Const(Value::Bool(true)),
            ty: Type::Bool,
            span,
            op_span: span,
        }
    }
}

fn leaf(kind: ExprKind, ty: Type, place: &Expr) -> Expr {
    Expr {
        kind,
        ty,
        span: place.span,
        op_span: place.op_span,
    }
}

fn int(value: BigInt, place: &Expr) -> Expr {
    let ty = Type::Subrange(value.clone(), value.clone());
    leaf(ExprKind::Const(Value::Int(value)), ty, place)
}

fn compare(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let place = a.clone();
    leaf(
        ExprKind::Binary(op, Box::new(a), Box::new(b)),
        Type::Bool,
        &place,
    )
}

fn both(a: Expr, b: Expr) -> Expr {
    compare(BinaryOp::And, a, b)
}
