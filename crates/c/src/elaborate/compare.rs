//! Comparisons and conditional expressions, where pointers meet pointers and null.

use super::expr::{Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{BinaryOp, ExprKind};
use crate::syntax::tree::{ExprId, Place};

impl<'u> Elaborator<'u> {
    pub fn comparison(
        &mut self,
        op: BinaryOp,
        word: &str,
        one: Value,
        other: Value,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let (one, other) = if self.tys.is_arithmetic(one.ty) && self.tys.is_arithmetic(other.ty) {
            self.usual(one, other)
        } else {
            match self.pointer_type(&one, &other, word, place)? {
                Some(ty) => (self.convert(one, ty), self.convert(other, ty)),
                None => return Err(self.bad_operands(word, one.ty, other.ty, place)),
            }
        };
        let kind = ExprKind::Binary(op, Box::new(one.expr), Box::new(other.expr));
        Ok(self.make(kind, self.tys.basic.int, spot))
    }

    /// The common type of two values, at least one of which is a pointer.
    fn pointer_type(
        &mut self,
        one: &Value,
        other: &Value,
        word: &str,
        place: Place,
    ) -> Done<Option<Ty>> {
        let Some(a) = self.tys.pointee(one.ty) else {
            if self.tys.pointee(other.ty).is_some() && self.tys.is_integer(one.ty) {
                return self.pointer_type(other, one, word, place);
            }
            return Ok(None);
        };
        let Some(b) = self.tys.pointee(other.ty) else {
            if !self.tys.is_integer(other.ty) {
                return Ok(None);
            }
            if self.fold(&other.expr) != Some(0) {
                let message = format!(
                    "`{word}` combines the pointer type `{}` with `{}`",
                    self.tys.show(one.ty),
                    self.tys.show(other.ty)
                );
                self.warn(place, "C0151", message);
            }
            return Ok(Some(one.ty));
        };
        if self.tys.is_void(a) {
            // A null pointer constant takes the other type, also where it is written as `(void *)0`.
            let null = self.fold(&one.expr) == Some(0);
            return Ok(Some(if null { other.ty } else { one.ty }));
        }
        if self.tys.is_void(b) {
            let null = self.fold(&other.expr) == Some(0);
            return Ok(Some(if null { one.ty } else { other.ty }));
        }
        let (a, b) = (self.tys.id(a), self.tys.id(b));
        if !self.tys.compatible(a, b) && !self.same_but_sign(a, b) {
            let message = format!(
                "`{word}` combines the pointer types `{}` and `{}`",
                self.tys.show(one.ty),
                self.tys.show(other.ty)
            );
            self.warn(place, "C0152", message);
        }
        Ok(Some(one.ty))
    }

    /// A condition: any scalar.
    pub fn condition(&mut self, id: ExprId) -> Done<Value> {
        let value = self.value(id)?;
        if self.tys.is_scalar(value.ty) {
            return Ok(value);
        }
        let message = format!("a condition has the type `{}`", self.tys.show(value.ty));
        Err(self.fault(self.unit.expr(id).place, "C0104", message))
    }

    pub fn conditional(
        &mut self,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let condition = self.condition(condition)?;
        let Some(then) = then else {
            let otherwise = self.value(otherwise)?;
            return self.elvis(condition, otherwise, place, spot);
        };
        let one = self.value(then)?;
        let other = self.value(otherwise)?;
        let (one, other) = self.branches(one, other, place)?;
        let ty = one.ty;
        let kind = ExprKind::Conditional(
            Box::new(condition.expr),
            Box::new(one.expr),
            Box::new(other.expr),
        );
        Ok(self.make(kind, ty, spot))
    }

    /// Both sides of a conditional in their common type.
    fn branches(&mut self, one: Value, other: Value, place: Place) -> Done<(Value, Value)> {
        if self.tys.is_arithmetic(one.ty) && self.tys.is_arithmetic(other.ty) {
            return Ok(self.usual(one, other));
        }
        if self.tys.is_void(one.ty) || self.tys.is_void(other.ty) {
            let void = self.tys.basic.void;
            return Ok((self.convert(one, void), self.convert(other, void)));
        }
        if self.tys.id(one.ty) == self.tys.id(other.ty) {
            return Ok((one, other));
        }
        match self.pointer_type(&one, &other, "?:", place)? {
            Some(ty) => Ok((self.convert(one, ty), self.convert(other, ty))),
            None => Err(self.bad_operands("?:", one.ty, other.ty, place)),
        }
    }

    fn elvis(&mut self, one: Value, other: Value, place: Place, spot: Spot) -> Done<Value> {
        let own = match self.field_width(&one.expr) {
            Some(width) => self.promoted_field(one.ty, width),
            None => one.ty,
        };
        let placeholder = self.make(ExprKind::Nothing, own, spot);
        let (ty, other) = if self.tys.is_arithmetic(own) {
            let (left, other) = self.branches(placeholder, other, place)?;
            (left.ty, other)
        } else {
            match self.pointer_type(&placeholder, &other, "?:", place)? {
                Some(ty) => (ty, self.convert(other, ty)),
                None => return Err(self.bad_operands("?:", own, other.ty, place)),
            }
        };
        let kind = ExprKind::Elvis(Box::new(one.expr), Box::new(other.expr));
        Ok(self.make(kind, ty, spot))
    }
}
