//! Folding of constant expressions, over unbounded integers and rationals.
//!
//! Division follows SMT-LIB, which agrees with JKind for positive divisors: the remainder is never negative.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Checker;
use crate::model::{BinaryOp, CastOp, Expr, ExprKind, Type, UnaryOp, Value};

/// Constants that need more bits are refused: repeated squaring would otherwise eat all memory.
const MAX_BITS: u64 = 100_000;

/// Why an expression has no constant value.
pub(super) enum NotConstant {
    /// It depends on a variable, a call or time.
    Varies,
    DivisionByZero,
    OutOfBounds,
    TooLarge,
}

type Folded = Result<Value, NotConstant>;

impl Checker<'_> {
    /// The value of an expression that must be constant.
    pub(super) fn constant_value(&mut self, expr: &Expr) -> Option<Value> {
        let (code, message) = match self.fold(expr) {
            Ok(value) => return Some(value),
            Err(NotConstant::Varies) => ("L0307", "this is not a constant expression"),
            Err(NotConstant::DivisionByZero) => ("L0407", "division by zero"),
            Err(NotConstant::OutOfBounds) => ("L0406", "index out of bounds"),
            Err(NotConstant::TooLarge) => ("L0413", "the value of this constant is too large"),
        };
        self.error(code, message, expr.span);
        None
    }

    /// The value of an expression if it has one and no error is hidden in it.
    pub(super) fn try_fold(&self, expr: &Expr) -> Option<Value> {
        self.fold(expr).ok()
    }

    fn fold(&self, expr: &Expr) -> Folded {
        match &expr.kind {
            ExprKind::Const(value) => Ok(value.clone()),
            ExprKind::NamedConst(id) => Ok(self.constants[id.index()].value.clone()),
            ExprKind::Var(_)
            | ExprKind::Pre(_)
            | ExprKind::Arrow(..)
            | ExprKind::Call(_)
            | ExprKind::FunCall(..)
            | ExprKind::Condact { .. } => Err(NotConstant::Varies),
            ExprKind::Unary(op, operand) => Ok(match (op, self.fold(operand)?) {
                (UnaryOp::Not, Value::Bool(b)) => Value::Bool(!b),
                (UnaryOp::Neg, Value::Int(i)) => Value::Int(-i),
                (UnaryOp::Neg, Value::Real(r)) => Value::Real(-r),
                _ => return Err(NotConstant::Varies),
            }),
            ExprKind::Binary(op, left, right) => binary(*op, self.fold(left)?, self.fold(right)?),
            ExprKind::Ite(condition, positive, negative) => match self.fold(condition)? {
                Value::Bool(true) => self.fold(positive),
                _ => self.fold(negative),
            },
            ExprKind::Cast(op, operand) => Ok(match (op, self.fold(operand)?) {
                (CastOp::Real, Value::Int(i)) => Value::Real(BigRational::from(i)),
                (CastOp::Floor | CastOp::Int, Value::Real(r)) => Value::Int(r.floor().to_integer()),
                (_, value) => value,
            }),
            ExprKind::Record(id, fields) => Ok(Value::Record(*id, self.fold_all(fields)?)),
            ExprKind::Array(elements) => Ok(Value::Array(self.fold_all(elements)?)),
            ExprKind::Tuple(elements) => {
                let mut parts = Vec::new();
                for value in self.fold_all(elements)? {
                    match value {
                        Value::Tuple(inner) => parts.extend(inner),
                        other => parts.push(other),
                    }
                }
                Ok(Value::Tuple(parts))
            }
            ExprKind::Field(base, field) => match self.fold(base)? {
                Value::Record(_, mut fields) => Ok(fields.swap_remove(*field)),
                _ => Err(NotConstant::Varies),
            },
            ExprKind::RecordUpdate(base, field, value) => match self.fold(base)? {
                Value::Record(id, mut fields) => {
                    fields[*field] = self.fold(value)?;
                    Ok(Value::Record(id, fields))
                }
                _ => Err(NotConstant::Varies),
            },
            ExprKind::Index(base, index) => {
                let (mut elements, at) = self.fold_access(base, index)?;
                Ok(elements.swap_remove(at))
            }
            ExprKind::ArrayUpdate(base, index, value) => {
                let (mut elements, at) = self.fold_access(base, index)?;
                elements[at] = self.fold(value)?;
                Ok(Value::Array(elements))
            }
        }
    }

    fn fold_all(&self, exprs: &[Expr]) -> Result<Vec<Value>, NotConstant> {
        exprs.iter().map(|e| self.fold(e)).collect()
    }

    fn fold_access(&self, base: &Expr, index: &Expr) -> Result<(Vec<Value>, usize), NotConstant> {
        match (self.fold(base)?, self.fold(index)?) {
            (Value::Array(elements), Value::Int(index)) => match index.to_usize() {
                Some(at) if at < elements.len() => Ok((elements, at)),
                _ => Err(NotConstant::OutOfBounds),
            },
            _ => Err(NotConstant::Varies),
        }
    }

    /// Whether a value lies within the subranges of a type.
    pub(super) fn in_range(&self, ty: &Type, value: &Value) -> bool {
        match (ty, value) {
            (Type::Subrange(low, high), Value::Int(i)) => low <= i && i <= high,
            (Type::Array(element, _), Value::Array(values)) => {
                values.iter().all(|v| self.in_range(element, v))
            }
            (Type::Record(id), Value::Record(_, values)) => {
                let fields = &self.record(*id).fields;
                fields
                    .iter()
                    .zip(values)
                    .all(|(f, v)| self.in_range(&f.ty, v))
            }
            _ => true,
        }
    }
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Folded {
    match (op, &left, &right) {
        (BinaryOp::Eq, a, b) => return Ok(Value::Bool(a == b)),
        (BinaryOp::Ne, a, b) => return Ok(Value::Bool(a != b)),
        _ => {}
    }
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => match op {
            BinaryOp::And => Ok(Value::Bool(a && b)),
            BinaryOp::Or => Ok(Value::Bool(a || b)),
            BinaryOp::Xor => Ok(Value::Bool(a != b)),
            BinaryOp::Implies => Ok(Value::Bool(!a || b)),
            _ => Err(NotConstant::Varies),
        },
        (Value::Int(a), Value::Int(b)) => integers(op, a, b),
        (Value::Real(a), Value::Real(b)) => reals(op, a, b),
        _ => Err(NotConstant::Varies),
    }
}

fn integers(op: BinaryOp, a: BigInt, b: BigInt) -> Folded {
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => {
            if a.bits() + b.bits() > MAX_BITS {
                return Err(NotConstant::TooLarge);
            }
            a * b
        }
        BinaryOp::IntDiv | BinaryOp::Mod => {
            if b.is_zero() {
                return Err(NotConstant::DivisionByZero);
            }
            let (quotient, remainder) = euclidean(&a, &b);
            match op {
                BinaryOp::IntDiv => quotient,
                _ => remainder,
            }
        }
        _ => return compare(op, &a, &b),
    };
    Ok(Value::Int(value))
}

fn reals(op: BinaryOp, a: BigRational, b: BigRational) -> Folded {
    let size = |r: &BigRational| r.numer().bits() + r.denom().bits();
    if size(&a) + size(&b) > MAX_BITS {
        return Err(NotConstant::TooLarge);
    }
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div if b.is_zero() => return Err(NotConstant::DivisionByZero),
        BinaryOp::Div => a / b,
        _ => return compare(op, &a, &b),
    };
    Ok(Value::Real(value))
}

fn compare<T: Ord>(op: BinaryOp, a: &T, b: &T) -> Folded {
    Ok(Value::Bool(match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        _ => return Err(NotConstant::Varies),
    }))
}

/// Quotient and remainder with 0 <= remainder < |b|.
fn euclidean(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, remainder) = (a / b, a % b);
    if !remainder.is_negative() {
        (quotient, remainder)
    } else if b.is_positive() {
        (quotient - 1, remainder + b)
    } else {
        (quotient + 1, remainder - b)
    }
}
