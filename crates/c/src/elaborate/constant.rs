//! Constant expressions: what the elaboration has to know, such as lengths of arrays and labels of cases.

use super::{Done, Elaborator};
use crate::program::{BinaryOp, Expr, ExprKind, Lvalue, LvalueKind, Type, TypeId, Types, UnaryOp};
use crate::syntax::tree::ExprId;

/// The value of a constant. An integer is what its type reads its bits as.
#[derive(Clone, Copy)]
enum Known {
    Int(i128),
    Float(f64),
}

impl<'u> Elaborator<'u> {
    /// The value of an expression that has to be an integer constant.
    pub fn constant(&mut self, id: ExprId, what: &str) -> Done<i128> {
        let value = self.value(id)?;
        let place = self.unit.expr(id).place;
        if !self.tys.is_integer(value.ty) {
            let message = format!("{what} has the type `{}`", self.tys.show(value.ty));
            return Err(self.fault(place, "C0109", message));
        }
        match self.fold(&value.expr) {
            Some(value) => Ok(value),
            None => Err(self.fault(place, "C0109", format!("{what} is not constant"))),
        }
    }

    /// The value of an expression, if it is an integer or a pointer that is known here.
    pub fn fold(&self, expr: &Expr) -> Option<i128> {
        match eval(&self.tys.types, expr)? {
            Known::Int(value) => Some(value),
            Known::Float(_) => None,
        }
    }

    /// Replaces what is an integer constant by its value.
    pub fn folded(&self, expr: Expr) -> Expr {
        if matches!(expr.kind, ExprKind::Int(_)) {
            return expr;
        }
        match self.fold(&expr) {
            Some(value) => Expr {
                kind: ExprKind::Int(value as u128),
                ..expr
            },
            None => expr,
        }
    }
}

impl<'u> Elaborator<'u> {
    /// Whether a value is known before the program runs. The value of another constant object is, as GCC has it.
    pub fn is_constant(&self, expr: &Expr) -> bool {
        let all = |list: &[&Expr]| list.iter().all(|expr| self.is_constant(expr));
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) | ExprKind::Nothing => {
                true
            }
            ExprKind::Address(lvalue) => self.is_constant_place(lvalue, false),
            ExprKind::Load(lvalue) => self.is_constant_place(lvalue, true),
            ExprKind::Unary(_, of) | ExprKind::Convert(of, _) => self.is_constant(of),
            ExprKind::Binary(_, one, other)
            | ExprKind::PointerSub(one, other)
            | ExprKind::And(one, other)
            | ExprKind::Or(one, other)
            | ExprKind::Comma(one, other)
            | ExprKind::Elvis(one, other) => all(&[one, other]),
            ExprKind::PointerAdd { pointer, index, .. } => all(&[pointer, index]),
            ExprKind::Conditional(condition, one, other) => all(&[condition, one, other]),
            _ => false,
        }
    }

    fn is_constant_place(&self, lvalue: &Lvalue, read: bool) -> bool {
        match &lvalue.kind {
            LvalueKind::Global(id) => {
                let global = &self.globals[id.0 as usize];
                !read || global.is_const || global.name.starts_with('(')
            }
            LvalueKind::Field(of, _) => self.is_constant_place(of, read),
            LvalueKind::Index(of, index) => {
                self.is_constant_place(of, read) && self.is_constant(index)
            }
            LvalueKind::Deref(pointer) => !read && self.is_constant(pointer),
            LvalueKind::Temporary(value) => self.is_constant(value),
            LvalueKind::Local(_) | LvalueKind::Literal(..) => false,
        }
    }
}

/// A value cut to the bits of a type and read with its sign.
pub(super) fn wrap(types: &Types, ty: TypeId, value: i128) -> Option<i128> {
    if matches!(types.get(ty), Type::Bool) {
        return Some(i128::from(value != 0));
    }
    let (bits, signed) = types.word(ty)?;
    Some(match 128u32.checked_sub(bits)? {
        0 => value,
        rest if signed => value << rest >> rest,
        rest => ((value << rest) as u128 >> rest) as i128,
    })
}

fn eval(types: &Types, expr: &Expr) -> Option<Known> {
    let int = |value| wrap(types, expr.ty, value).map(Known::Int);
    match &expr.kind {
        ExprKind::Int(value) => int(*value as i128),
        ExprKind::Float(value) => Some(Known::Float(value.0)),
        ExprKind::Unary(op, of) => match (op, eval(types, of)?) {
            (UnaryOp::Neg, Known::Int(value)) => int(value.wrapping_neg()),
            (UnaryOp::Neg, Known::Float(value)) => Some(Known::Float(-value)),
            (UnaryOp::BitNot, Known::Int(value)) => int(!value),
            (UnaryOp::BitNot, Known::Float(_)) => None,
            (UnaryOp::Not, value) => int((!truth(value)).into()),
        },
        ExprKind::Binary(op, one, other) => match (eval(types, one)?, eval(types, other)?) {
            (Known::Int(a), Known::Int(b)) => int(of_ints(types, *op, one.ty, a, b)?),
            (Known::Float(a), Known::Float(b)) => of_floats(*op, a, b),
            _ => None,
        },
        ExprKind::And(one, other) => {
            let both = truth(eval(types, one)?) && truth(eval(types, other)?);
            int(both.into())
        }
        ExprKind::Or(one, other) => {
            let any = truth(eval(types, one)?) || truth(eval(types, other)?);
            int(any.into())
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let chosen = truth(eval(types, condition)?);
            eval(types, if chosen { then } else { otherwise })
        }
        ExprKind::Convert(of, _) => match (eval(types, of)?, types.get(expr.ty)) {
            (value, Type::Bool) => int(truth(value).into()),
            (Known::Int(value), Type::Float(_)) => {
                let unsigned = types
                    .word(of.ty)
                    .is_some_and(|(bits, signed)| bits == 128 && !signed);
                Some(Known::Float(if unsigned {
                    value as u128 as f64
                } else {
                    value as f64
                }))
            }
            (Known::Float(value), Type::Float(crate::program::FloatKind::Float)) => {
                Some(Known::Float(f64::from(value as f32)))
            }
            (value @ Known::Float(_), Type::Float(_)) => Some(value),
            (Known::Int(value), _) => int(value),
            (Known::Float(value), Type::Int { .. }) => int(value as i128),
            (Known::Float(_), _) => None,
        },
        ExprKind::Address(lvalue) => Some(Known::Int(address(types, lvalue)?)),
        ExprKind::PointerAdd {
            pointer,
            index,
            minus,
        } => {
            let (Known::Int(pointer), Known::Int(index)) =
                (eval(types, pointer)?, eval(types, index)?)
            else {
                return None;
            };
            let size = i128::from(types.size(types.pointee(expr.ty)?)?);
            let bytes = index.wrapping_mul(size);
            int(if *minus {
                pointer.wrapping_sub(bytes)
            } else {
                pointer.wrapping_add(bytes)
            })
        }
        _ => None,
    }
}

/// The address of an object that a constant points to, such as `&((struct s *)0)->x`.
fn address(types: &Types, lvalue: &Lvalue) -> Option<i128> {
    match &lvalue.kind {
        LvalueKind::Deref(pointer) => match eval(types, pointer)? {
            Known::Int(value) => Some(value),
            Known::Float(_) => None,
        },
        LvalueKind::Field(of, number) => {
            let Type::Record(record) = types.get(of.ty) else {
                return None;
            };
            let field = types.record(*record).fields.get(*number as usize)?;
            address(types, of)?.checked_add(field.offset.into())
        }
        LvalueKind::Index(of, index) => {
            let Known::Int(index) = eval(types, index)? else {
                return None;
            };
            let size = i128::from(types.size(lvalue.ty)?);
            address(types, of)?.checked_add(index.checked_mul(size)?)
        }
        _ => None,
    }
}

fn truth(value: Known) -> bool {
    match value {
        Known::Int(value) => value != 0,
        Known::Float(value) => value != 0.0,
    }
}

fn of_ints(types: &Types, op: BinaryOp, ty: TypeId, a: i128, b: i128) -> Option<i128> {
    let (bits, signed) = types.word(ty)?;
    // Only `unsigned __int128` does not fit into the numbers that are computed with.
    let wide = bits == 128 && !signed;
    let (ua, ub) = (a as u128, b as u128);
    let less = if wide { ua < ub } else { a < b };
    Some(match op {
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if wide => ua.checked_div(ub)? as i128,
        BinaryOp::Rem if wide => ua.checked_rem(ub)? as i128,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Shl | BinaryOp::Shr if b < 0 || b >= i128::from(bits) => return None,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if wide => (ua >> b) as i128,
        BinaryOp::Shr => a >> b,
        BinaryOp::Lt => less.into(),
        BinaryOp::Ge => (!less).into(),
        BinaryOp::Gt => (!less && a != b).into(),
        BinaryOp::Le => (less || a == b).into(),
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::BitOr => a | b,
    })
}

fn of_floats(op: BinaryOp, a: f64, b: f64) -> Option<Known> {
    let truth = |value: bool| Some(Known::Int(value.into()));
    match op {
        BinaryOp::Mul => Some(Known::Float(a * b)),
        BinaryOp::Div => Some(Known::Float(a / b)),
        BinaryOp::Add => Some(Known::Float(a + b)),
        BinaryOp::Sub => Some(Known::Float(a - b)),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        _ => None,
    }
}
