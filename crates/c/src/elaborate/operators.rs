//! Arithmetic, assignments, steps.

use assay_source::Diagnostic;

use super::convert::Target;
use super::expr::{Operand, Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{BinaryOp, ExprKind, Lvalue, UnaryOp};
use crate::syntax::tree::{self, ExprId, Place};

impl<'u> Elaborator<'u> {
    pub fn unary(
        &mut self,
        op: tree::UnaryOp,
        of: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        use tree::UnaryOp as U;
        let (up, before) = match op {
            U::PreIncrement => (true, true),
            U::PreDecrement => (false, true),
            U::PostIncrement => (true, false),
            U::PostDecrement => (false, false),
            _ => return self.plain_unary(op, of, place, spot),
        };
        let word = if up { "++" } else { "--" };
        let (lvalue, ty) = self.modifiable(of, word)?;
        if !self.tys.is_scalar(ty) {
            return Err(self.bad_operand(word, ty, place));
        }
        self.require_step(ty, place)?;
        let ty = self.tys.bare(ty);
        let of = Box::new(lvalue);
        Ok(self.make(ExprKind::Step { of, up, before }, ty, spot))
    }

    fn plain_unary(
        &mut self,
        op: tree::UnaryOp,
        of: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        use tree::UnaryOp as U;
        let value = self.value(of)?;
        let ty = value.ty;
        match op {
            U::Plus if self.tys.is_arithmetic(ty) => Ok(self.promote(value)),
            U::Minus if self.tys.is_arithmetic(ty) => {
                let value = self.promote(value);
                let ty = value.ty;
                Ok(self.make(
                    ExprKind::Unary(UnaryOp::Neg, Box::new(value.expr)),
                    ty,
                    spot,
                ))
            }
            U::BitNot if self.tys.is_integer(ty) => {
                let value = self.promote(value);
                let ty = value.ty;
                let kind = ExprKind::Unary(UnaryOp::BitNot, Box::new(value.expr));
                Ok(self.make(kind, ty, spot))
            }
            U::Not if self.tys.is_scalar(ty) => {
                let kind = ExprKind::Unary(UnaryOp::Not, Box::new(value.expr));
                Ok(self.make(kind, self.tys.basic.int, spot))
            }
            U::Plus => Err(self.bad_operand("+", ty, place)),
            U::Minus => Err(self.bad_operand("-", ty, place)),
            U::BitNot => Err(self.bad_operand("~", ty, place)),
            _ => Err(self.bad_operand("!", ty, place)),
        }
    }

    fn bad_operand(&self, op: &str, ty: Ty, place: Place) -> Box<Diagnostic> {
        let message = format!("`{op}` cannot be applied to `{}`", self.tys.show(ty));
        self.fault(place, "C0104", message)
    }

    pub fn bad_operands(&self, op: &str, one: Ty, other: Ty, place: Place) -> Box<Diagnostic> {
        let (one, other) = (self.tys.show(one), self.tys.show(other));
        let message = format!("`{op}` cannot be applied to `{one}` and `{other}`");
        self.fault(place, "C0104", message)
    }

    pub fn binary(
        &mut self,
        op: tree::BinaryOp,
        left: ExprId,
        right: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        use tree::BinaryOp as B;
        let one = self.value(left)?;
        let other = self.value(right)?;
        let Some(plain) = plain(op) else {
            return self.logic(op, one, other, place, spot);
        };
        match op {
            B::Lt | B::Gt | B::Le | B::Ge | B::Eq | B::Ne => {
                self.comparison(plain, op.as_str(), one, other, place, spot)
            }
            B::Add | B::Sub if self.tys.is_pointer(one.ty) || self.tys.is_pointer(other.ty) => {
                self.pointer_sum(op, one, other, place, spot)
            }
            _ => {
                if !self.fits(plain, one.ty) || !self.fits(plain, other.ty) {
                    return Err(self.bad_operands(op.as_str(), one.ty, other.ty, place));
                }
                let (one, other) = if matches!(plain, BinaryOp::Shl | BinaryOp::Shr) {
                    (self.promote(one), self.promote(other))
                } else {
                    self.usual(one, other)
                };
                let ty = one.ty;
                let kind = ExprKind::Binary(plain, Box::new(one.expr), Box::new(other.expr));
                Ok(self.make(kind, ty, spot))
            }
        }
    }

    /// Whether an operator can be applied to an arithmetic type.
    fn fits(&self, op: BinaryOp, ty: Ty) -> bool {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                self.tys.is_arithmetic(ty)
            }
            _ => self.tys.is_integer(ty),
        }
    }

    fn logic(
        &mut self,
        op: tree::BinaryOp,
        one: Value,
        other: Value,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        if !self.tys.is_scalar(one.ty) || !self.tys.is_scalar(other.ty) {
            return Err(self.bad_operands(op.as_str(), one.ty, other.ty, place));
        }
        let (one, other) = (Box::new(one.expr), Box::new(other.expr));
        let kind = match op {
            tree::BinaryOp::And => ExprKind::And(one, other),
            _ => ExprKind::Or(one, other),
        };
        Ok(self.make(kind, self.tys.basic.int, spot))
    }

    /// Pointers are moved by elements, so their size has to be known. GNU takes 1 for `void` and functions.
    pub fn require_step(&self, ty: Ty, place: Place) -> Done<()> {
        match self.tys.pointee(ty) {
            Some(to) if !self.tys.is_void(to) && self.tys.as_function(to).is_none() => {
                self.require_complete(to, place)
            }
            _ => Ok(()),
        }
    }

    fn pointer_sum(
        &mut self,
        op: tree::BinaryOp,
        one: Value,
        other: Value,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let minus = op == tree::BinaryOp::Sub;
        let pointers = (self.tys.is_pointer(one.ty), self.tys.is_pointer(other.ty));
        let (pointer, index) = match pointers {
            (true, true) if minus => return self.pointer_difference(one, other, place, spot),
            (true, false) if self.tys.is_integer(other.ty) => (one, other),
            (false, true) if !minus && self.tys.is_integer(one.ty) => (other, one),
            _ => return Err(self.bad_operands(op.as_str(), one.ty, other.ty, place)),
        };
        self.require_step(pointer.ty, place)?;
        let ty = pointer.ty;
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(pointer.expr),
            index: Box::new(index.expr),
            minus,
        };
        Ok(self.make(kind, ty, spot))
    }

    fn pointer_difference(
        &mut self,
        one: Value,
        other: Value,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let ids = (self.tys.pointee(one.ty), self.tys.pointee(other.ty));
        if let (Some(a), Some(b)) = ids
            && !self.tys.compatible(self.tys.id(a), self.tys.id(b))
        {
            return Err(self.bad_operands("-", one.ty, other.ty, place));
        }
        self.require_step(one.ty, place)?;
        let other = self.convert(other, one.ty);
        let kind = ExprKind::PointerSub(Box::new(one.expr), Box::new(other.expr));
        Ok(self.make(kind, self.tys.basic.ptrdiff, spot))
    }

    /// An lvalue that may be changed.
    pub fn modifiable(&mut self, id: ExprId, op: &str) -> Done<(Lvalue, Ty)> {
        let place = self.unit.expr(id).place;
        match self.operand(id)? {
            Operand::Place(lvalue, ty) => {
                if self.tys.is_const(ty) {
                    let message =
                        format!("`{op}` changes an object of type `{}`", self.tys.show(ty));
                    return Err(self.fault(place, "C0105", message));
                }
                if self.tys.is_array(ty) {
                    let message = format!("`{op}` cannot change a whole array");
                    return Err(self.fault(place, "C0105", message));
                }
                if matches!(lvalue.kind, crate::program::LvalueKind::Field(..))
                    && is_temporary(&lvalue)
                {
                    let message = format!("`{op}` changes a record that is only a value");
                    return Err(self.fault(place, "C0105", message));
                }
                self.require_complete(ty, place)?;
                Ok((lvalue, ty))
            }
            _ => {
                let message = format!("`{op}` needs an object to change, but this is only a value");
                Err(self.fault(place, "C0105", message))
            }
        }
    }

    pub fn assign(
        &mut self,
        op: Option<tree::BinaryOp>,
        to: ExprId,
        value: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let value_place = self.unit.expr(value).place;
        let Some(op) = op else {
            let (lvalue, ty) = self.modifiable(to, "=")?;
            let value = self.value(value)?;
            let value = self.store(value, ty, Target::Assignment, value_place)?;
            let ty = value.ty;
            let kind = ExprKind::Assign(Box::new(lvalue), Box::new(value.expr));
            return Ok(self.make(kind, ty, spot));
        };
        let word = format!("{}=", op.as_str());
        let (lvalue, ty) = self.modifiable(to, &word)?;
        let ty = self.tys.bare(ty);
        let value = self.value(value)?;
        let Some(plain) = plain(op) else {
            return Err(self.bad_operands(&word, ty, value.ty, place));
        };
        let moves = matches!(plain, BinaryOp::Add | BinaryOp::Sub) && self.tys.is_pointer(ty);
        let (at, value) = if moves && self.tys.is_integer(value.ty) {
            self.require_step(ty, place)?;
            (ty, value)
        } else if self.fits(plain, ty) && self.fits(plain, value.ty) {
            self.combined(plain, &lvalue, ty, value, spot)
        } else {
            return Err(self.bad_operands(&word, ty, value.ty, place));
        };
        let kind = ExprKind::AssignOp {
            to: Box::new(lvalue),
            op: plain,
            at: self.tys.id(at),
            value: Box::new(value.expr),
        };
        Ok(self.make(kind, ty, spot))
    }

    /// The type that `l op= r` computes in, and the right side for it.
    fn combined(
        &mut self,
        op: BinaryOp,
        lvalue: &Lvalue,
        ty: Ty,
        value: Value,
        spot: Spot,
    ) -> (Ty, Value) {
        // Only the type of what is loaded counts; a bit-field has to be seen as one.
        let left = match self.bit_field(lvalue) {
            Some((_, width)) => self.promoted_field(ty, width),
            None => ty,
        };
        let left = self.make(ExprKind::Nothing, left, spot);
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            (self.promote(left).ty, self.promote(value))
        } else {
            let (left, value) = self.usual(left, value);
            (left.ty, value)
        }
    }
}

fn is_temporary(lvalue: &Lvalue) -> bool {
    let mut lvalue = lvalue;
    loop {
        match &lvalue.kind {
            crate::program::LvalueKind::Field(of, _) | crate::program::LvalueKind::Index(of, _) => {
                lvalue = of
            }
            crate::program::LvalueKind::Temporary(_) => return true,
            _ => return false,
        }
    }
}

/// The operators of the program; the short-circuit ones are no operators there.
fn plain(op: tree::BinaryOp) -> Option<BinaryOp> {
    use tree::BinaryOp as B;
    Some(match op {
        B::Mul => BinaryOp::Mul,
        B::Div => BinaryOp::Div,
        B::Rem => BinaryOp::Rem,
        B::Add => BinaryOp::Add,
        B::Sub => BinaryOp::Sub,
        B::Shl => BinaryOp::Shl,
        B::Shr => BinaryOp::Shr,
        B::Lt => BinaryOp::Lt,
        B::Gt => BinaryOp::Gt,
        B::Le => BinaryOp::Le,
        B::Ge => BinaryOp::Ge,
        B::Eq => BinaryOp::Eq,
        B::Ne => BinaryOp::Ne,
        B::BitAnd => BinaryOp::BitAnd,
        B::BitXor => BinaryOp::BitXor,
        B::BitOr => BinaryOp::BitOr,
        B::And | B::Or => return None,
    })
}
