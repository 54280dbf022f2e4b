//! Kind 2's reading of a `pre` without a first value: each occurrence has an arbitrary value of its own in the first
//! step, where JKind has one arbitrary state before the first that all occurrences share.
//!
//! `pre e` becomes `free -> pre e` with a free variable for each occurrence, so that lowering and the interpreter need
//! not know the difference.

use std::sync::Arc;

use super::Checker;
use crate::model::{Expr, ExprKind, Ident, Node, RangeRole, Type, VarId, VarKind, Variable};

impl Checker<'_> {
    pub(super) fn free_first_values(&mut self, nodes: &mut [Node]) {
        if !self.kind2() {
            return;
        }
        for node in nodes {
            let mut free = Free {
                first: node.variables.len(),
                variables: Vec::new(),
            };
            for equation in &mut node.equations {
                free.expr(&mut equation.rhs, false);
            }
            for assertion in node.assertions.iter_mut().filter(|a| !a.generated) {
                free.expr(&mut assertion.expr, false);
            }
            for property in &mut node.properties {
                free.expr(&mut property.expr, false);
            }
            let first = node.variables.len() as u32;
            let count = free.variables.len() as u32;
            node.locals.extend((first..first + count).map(VarId));
            node.variables.append(&mut free.variables);
        }
    }
}

struct Free {
    /// How many variables the node has of its own.
    first: usize,
    variables: Vec<Variable>,
}

impl Free {
    fn expr(&mut self, expr: &mut Expr, guarded: bool) {
        if let ExprKind::Arrow(first, rest) = &mut expr.kind {
            self.expr(first, guarded);
            self.expr(rest, true);
            return;
        }
        if let ExprKind::Pre(operand) = &mut expr.kind {
            let literal = is_literal(operand);
            self.expr(operand, false);
            if !guarded && !matches!(expr.ty, Type::Tuple(_)) {
                // A number has no range that somebody declared: what stands there in the first step is any integer.
                let ty = match &expr.ty {
                    Type::Subrange(..) if literal => Type::Int,
                    ty => ty.clone(),
                };
                let value = self.variable(expr, ty);
                let pre = expr.clone();
                expr.kind = ExprKind::Arrow(Box::new(value), Box::new(pre));
            }
            return;
        }
        expr.for_each_child_mut(&mut |child| self.expr(child, guarded));
    }

    /// A fresh variable of this type that stands for the expression.
    fn variable(&mut self, expr: &Expr, ty: Type) -> Expr {
        let number = self.variables.len();
        self.variables.push(Variable {
            name: Ident {
                name: Arc::from(format!("first value {}", number + 1)),
                span: expr.op_span,
            },
            ty: ty.clone(),
            kind: VarKind::Local,
            range: RangeRole::Assumed,
            constant: false,
            assigned: false,
        });
        Expr {
            kind: ExprKind::Var(VarId((self.first + number) as u32)),
            ty,
            ..expr.clone()
        }
    }
}

/// Whether the type of an expression was made up of numbers in it. A constant of one value has such a type too: its declaration
/// named none.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::NamedConst(_) => matches!(&expr.ty, Type::Subrange(lo, hi) if lo == hi),
        ExprKind::Ite(_, a, b) | ExprKind::Arrow(a, b) => is_literal(a) || is_literal(b),
        _ => false,
    }
}
