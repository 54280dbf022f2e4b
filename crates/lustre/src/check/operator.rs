//! The types of operators, and what is forbidden for constant divisors and indices.

use assay_source::Span;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::Checker;
use super::types::join;
use crate::model::{BinaryOp, CastOp, Expr, ExprKind, Type, UnaryOp, Value};
use crate::syntax::ast;

impl Checker<'_> {
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        operand: Expr,
        span: Span,
        op_span: Span,
    ) -> Option<Expr> {
        let ty = match (op, &operand.ty) {
            (UnaryOp::Not, Type::Bool) => Type::Bool,
            (UnaryOp::Neg, Type::Int) => Type::Int,
            (UnaryOp::Neg, Type::Real) => Type::Real,
            (UnaryOp::Neg, Type::Subrange(low, high)) => Type::Subrange(-high, -low),
            (_, other) => {
                let text = if op == UnaryOp::Not { "not" } else { "-" };
                let message = format!("`{text}` is not defined on {}", self.plain_type_text(other));
                self.error("L0302", message, op_span);
                return None;
            }
        };
        let kind = ExprKind::Unary(op, Box::new(operand));
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    pub(super) fn binary(
        &mut self,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        at: &ast::Expr,
    ) -> Option<Expr> {
        let Some(ty) = binary_type(op, &left.ty, &right.ty) else {
            let (l, r) = (
                self.plain_type_text(&left.ty),
                self.plain_type_text(&right.ty),
            );
            let message = format!("`{}` is not defined on {l} and {r}", op.text());
            self.error("L0302", message, at.op_span);
            return None;
        };
        self.check_divisor(op, &right)?;
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match model_op(op) {
            Some(op) => ExprKind::Binary(op, left, right),
            None if op == ast::BinaryOp::Fby => {
                let pre = Expr {
                    ty: right.ty.clone(),
                    span: right.span,
                    op_span: at.op_span,
                    kind: ExprKind::Pre(right),
                };
                ExprKind::Arrow(left, Box::new(pre))
            }
            None => ExprKind::Arrow(left, right),
        };
        let (span, op_span) = (at.span, at.op_span);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    /// A constant divisor must not be zero; JKind also forbids negative ones for `div` and `mod`.
    fn check_divisor(&mut self, op: ast::BinaryOp, divisor: &Expr) -> Option<()> {
        let message = match (op, self.divisor_value(op, divisor)?) {
            (_, None) => return Some(()),
            (_, Some(Value::Int(i))) if i.is_zero() => "division by zero",
            (_, Some(Value::Real(r))) if r.is_zero() => "division by zero",
            (_, Some(Value::Int(i))) if i.is_negative() && !self.kind2() => {
                "a constant divisor must be positive"
            }
            _ => return Some(()),
        };
        self.error("L0407", message, divisor.span);
        None
    }

    fn divisor_value(&mut self, op: ast::BinaryOp, divisor: &Expr) -> Option<Option<Value>> {
        match op {
            ast::BinaryOp::Div | ast::BinaryOp::IntDiv | ast::BinaryOp::Mod => {
                Some(self.try_fold(divisor))
            }
            _ => Some(None),
        }
    }

    pub(super) fn cast(
        &mut self,
        op: CastOp,
        operand: Expr,
        span: Span,
        op_span: Span,
    ) -> Option<Expr> {
        let ty = match (op, &operand.ty) {
            (CastOp::Real, ty) if ty.is_int() => Type::Real,
            (CastOp::Floor | CastOp::Int, Type::Real) => Type::Int,
            // Kind 2's casts to the type a value already has.
            (CastOp::Real, Type::Real) if self.kind2() => return Some(operand),
            (CastOp::Int, ty) if ty.is_int() => return Some(operand),
            (op, found) => {
                let expected = if op == CastOp::Real { "int" } else { "real" };
                let found = found.clone();
                self.mismatch(expected, &found, operand.span);
                return None;
            }
        };
        let kind = ExprKind::Cast(op, Box::new(operand));
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    /// The element type, after checking the index.
    pub(super) fn element_type(&mut self, array: &Expr, index: &Expr) -> Option<Type> {
        let Type::Array(element, size) = &array.ty else {
            self.mismatch("an array", &array.ty, array.span);
            return None;
        };
        if !index.ty.is_int() {
            self.mismatch("int", &index.ty, index.span);
            return None;
        }
        if let Some(Value::Int(value)) = self.try_fold(index)
            && (value.is_negative() || value >= BigInt::from(*size))
        {
            let message =
                format!("the index {value} is out of bounds: the array has {size} elements");
            self.error("L0406", message, index.span);
            return None;
        }
        Some((**element).clone())
    }
}

fn model_op(op: ast::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::IntDiv => BinaryOp::IntDiv,
        ast::BinaryOp::Mod => BinaryOp::Mod,
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Ge => BinaryOp::Ge,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
        ast::BinaryOp::Xor => BinaryOp::Xor,
        ast::BinaryOp::Implies => BinaryOp::Implies,
        ast::BinaryOp::Arrow | ast::BinaryOp::Fby => return None,
    })
}

fn binary_type(op: ast::BinaryOp, left: &Type, right: &Type) -> Option<Type> {
    let ints = left.is_int() && right.is_int();
    let reals = *left == Type::Real && *right == Type::Real;
    let bools = *left == Type::Bool && *right == Type::Bool;
    match op {
        ast::BinaryOp::Add | ast::BinaryOp::Sub | ast::BinaryOp::Mul => match (ints, reals) {
            (true, _) => Some(Type::Int),
            (_, true) => Some(Type::Real),
            _ => None,
        },
        ast::BinaryOp::Div => reals.then_some(Type::Real),
        ast::BinaryOp::IntDiv | ast::BinaryOp::Mod => ints.then_some(Type::Int),
        ast::BinaryOp::Lt | ast::BinaryOp::Le | ast::BinaryOp::Gt | ast::BinaryOp::Ge => {
            (ints || reals).then_some(Type::Bool)
        }
        ast::BinaryOp::Eq | ast::BinaryOp::Ne => join(left, right).map(|_| Type::Bool),
        ast::BinaryOp::And | ast::BinaryOp::Or | ast::BinaryOp::Xor | ast::BinaryOp::Implies => {
            bools.then_some(Type::Bool)
        }
        ast::BinaryOp::Arrow | ast::BinaryOp::Fby => join(left, right),
    }
}
