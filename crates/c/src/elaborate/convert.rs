//! Conversions: promotions, the usual arithmetic conversions, and what happens when a value is stored or passed.

use assay_source::Diagnostic;

use super::expr::{Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{
    Expr, ExprKind, FloatKind, Lvalue, LvalueKind, Stmt, StmtKind, Type, Written,
};
use crate::syntax::tree::{ExprId, Place, TypeName};

/// Where a value goes to, for messages.
#[derive(Clone, Copy)]
pub(super) enum Target<'a> {
    Assignment,
    Initializer,
    Return,
    Argument(usize, Option<&'a str>),
}

impl Target<'_> {
    fn describe(self) -> String {
        match self {
            Target::Assignment => "assigned to".into(),
            Target::Initializer => "the initial value of".into(),
            Target::Return => "returned as".into(),
            Target::Argument(number, Some(name)) => {
                format!("passed to `{name}` as argument {number}, which is")
            }
            Target::Argument(number, None) => format!("passed as argument {number}, which is"),
        }
    }
}

impl<'u> Elaborator<'u> {
    /// A value in another scalar type, or as `void`.
    pub fn convert(&self, value: Value, to: Ty) -> Value {
        if self.tys.id(value.ty) == self.tys.id(to) {
            return Value {
                expr: value.expr,
                ty: to,
            };
        }
        self.converted(value, to, Written::Implicit, None)
    }

    fn converted(&self, value: Value, to: Ty, written: Written, spot: Option<Spot>) -> Value {
        let spot = spot.unwrap_or(Spot {
            span: value.expr.span,
            at: value.expr.at,
            site: value.expr.site,
        });
        let kind = ExprKind::Convert(Box::new(value.expr), written);
        self.make(kind, to, spot)
    }

    /// The position and width of a bit-field.
    pub fn bit_field(&self, lvalue: &Lvalue) -> Option<(u32, u32)> {
        let LvalueKind::Field(of, number) = &lvalue.kind else {
            return None;
        };
        let Type::Record(record) = self.tys.types.get(of.ty) else {
            return None;
        };
        self.tys
            .types
            .record(*record)
            .fields
            .get(*number as usize)?
            .bits
    }

    /// The type that a bit-field of this type and width has in an expression: `int` where all its values fit, also if it is declared with
    /// `long`, as in GCC and CBMC.
    pub fn promoted_field(&self, ty: Ty, width: u32) -> Ty {
        let b = &self.tys.basic;
        match self.tys.get(ty) {
            Type::Int { bits, signed, .. } if *bits >= 32 => match (width, signed) {
                (..32, _) | (32, true) => b.int,
                (32, false) => b.uint,
                _ => ty,
            },
            _ => ty,
        }
    }

    /// Integers that are narrower than `int` become `int`; so do narrow bit-fields.
    pub fn promote(&self, value: Value) -> Value {
        let to = match self.tys.get(value.ty) {
            Type::Bool | Type::Int { rank: 1 | 2, .. } => self.tys.basic.int,
            _ => match self.field_width(&value.expr) {
                Some(width) => self.promoted_field(value.ty, width),
                None => value.ty,
            },
        };
        self.convert(value, to)
    }

    /// How many bits the bit-field has whose value this is. As in GCC and CBMC it is one behind a comma and after an assignment too.
    pub fn field_width(&self, expr: &Expr) -> Option<u32> {
        let field = match &expr.kind {
            ExprKind::Load(lvalue) | ExprKind::Assign(lvalue, _) => lvalue,
            ExprKind::AssignOp { to, .. } => to,
            ExprKind::Step { of, .. } => of,
            ExprKind::Comma(_, last) => return self.field_width(last),
            ExprKind::Block(block) => return self.field_width(last_value(block)?),
            _ => return None,
        };
        self.bit_field(field).map(|(_, width)| width)
    }

    /// What is passed for `...`.
    pub fn promote_argument(&self, value: Value) -> Value {
        if matches!(self.tys.get(value.ty), Type::Float(FloatKind::Float)) {
            return self.convert(value, self.tys.basic.double);
        }
        self.promote(value)
    }

    /// The common type of two arithmetic values after their promotion.
    fn common(&self, one: Ty, other: Ty) -> Ty {
        let b = &self.tys.basic;
        for float in [b.ldouble, b.double, b.float] {
            let id = self.tys.id(float);
            if self.tys.id(one) == id || self.tys.id(other) == id {
                return float;
            }
        }
        let info = |ty| match self.tys.get(ty) {
            Type::Int {
                bits, signed, rank, ..
            } => (*bits, *signed, *rank),
            _ => (32, true, 3),
        };
        let ((bits1, signed1, rank1), (bits2, signed2, rank2)) = (info(one), info(other));
        if signed1 == signed2 {
            return if rank1 >= rank2 { one } else { other };
        }
        let (signed, unsigned) = if signed1 { (one, other) } else { (other, one) };
        let ((sbits, srank), (ubits, urank)) = if signed1 {
            ((bits1, rank1), (bits2, rank2))
        } else {
            ((bits2, rank2), (bits1, rank1))
        };
        if urank >= srank {
            unsigned
        } else if sbits > ubits {
            signed
        } else {
            self.unsigned(signed)
        }
    }

    /// Both values in their common type.
    pub fn usual(&mut self, one: Value, other: Value) -> (Value, Value) {
        let promoted = |value: Value, this: &Self| {
            if this.tys.is_integer(value.ty) {
                this.promote(value)
            } else {
                value
            }
        };
        let (one, other) = (promoted(one, self), promoted(other, self));
        let ty = self.common(one.ty, other.ty);
        let ty = self.tys.bare(ty);
        (self.convert(one, ty), self.convert(other, ty))
    }

    /// A value in the type of what it is stored in. Where GCC only warns, this does too.
    pub fn store(&mut self, value: Value, to: Ty, target: Target, place: Place) -> Done<Value> {
        let to = self.tys.bare(to);
        let (from_id, to_id) = (self.tys.id(value.ty), self.tys.id(to));
        if from_id == to_id && !self.tys.is_void(to) {
            return Ok(self.convert(value, to));
        }
        let from = value.ty;
        if self.tys.is_arithmetic(from) && self.tys.is_arithmetic(to) {
            return Ok(self.convert(value, to));
        }
        match (self.tys.pointee(from), self.tys.pointee(to)) {
            (Some(one), Some(other)) => {
                let free = self.tys.is_void(one) || self.tys.is_void(other);
                let (one, other) = (self.tys.id(one), self.tys.id(other));
                if !free && !self.tys.compatible(one, other) && !self.same_but_sign(one, other) {
                    let message = self.mismatch(from, to, target);
                    self.warn(place, "C0152", message);
                }
                return Ok(self.convert(value, to));
            }
            (None, Some(_)) if self.tys.is_integer(from) => {
                if self.fold(&value.expr) != Some(0) {
                    let message = self.mismatch(from, to, target);
                    self.warn(place, "C0151", message);
                }
                return Ok(self.convert(value, to));
            }
            (Some(_), None) if self.tys.is_integer(to) => {
                if to != self.tys.basic.bool {
                    let message = self.mismatch(from, to, target);
                    self.warn(place, "C0151", message);
                }
                return Ok(self.convert(value, to));
            }
            _ => {}
        }
        Err(self.incompatible(from, to, target, place))
    }

    fn mismatch(&self, from: Ty, to: Ty, target: Target) -> String {
        format!(
            "a value of type `{}` is {} `{}`",
            self.tys.show(from),
            target.describe(),
            self.tys.show(to)
        )
    }

    pub fn incompatible(&self, from: Ty, to: Ty, target: Target, place: Place) -> Box<Diagnostic> {
        self.fault(place, "C0103", self.mismatch(from, to, target))
    }

    /// GCC does not warn of pointers to `char` and `unsigned char` by default.
    pub fn same_but_sign(
        &self,
        one: crate::program::TypeId,
        other: crate::program::TypeId,
    ) -> bool {
        match (self.tys.types.get(one), self.tys.types.get(other)) {
            (Type::Int { rank: a, .. }, Type::Int { rank: b, .. }) => a == b,
            _ => false,
        }
    }

    pub fn cast(&mut self, to: &'u TypeName, of: ExprId, place: Place, spot: Spot) -> Done<Value> {
        let to = self.type_name(to)?;
        let to = self.tys.bare(to);
        let value = self.value(of)?;
        if self.tys.is_void(to) {
            return Ok(self.converted(value, to, Written::Explicit, Some(spot)));
        }
        let from = value.ty;
        if self.tys.is_scalar(from) && self.tys.is_scalar(to) {
            let floating = self.tys.is_float(from) || self.tys.is_float(to);
            let pointer = self.tys.is_pointer(from) || self.tys.is_pointer(to);
            if !(floating && pointer) {
                return Ok(self.converted(value, to, Written::Explicit, Some(spot)));
            }
        }
        // GNU allows a record or `va_list` to be cast to its own type.
        if self.tys.id(from) == self.tys.id(to) && !self.tys.is_array(to) {
            return Ok(value);
        }
        if let Some(record) = self.tys.as_record(to) {
            return self.cast_to_union(value, to, record, place, spot);
        }
        let message = format!(
            "a value of type `{}` cannot be cast to `{}`",
            self.tys.show(from),
            self.tys.show(to)
        );
        Err(self.fault(place, "C0103", message))
    }

    /// GNU: `(union u)value` is a union whose field of that type has the value.
    fn cast_to_union(
        &mut self,
        value: Value,
        to: Ty,
        record: crate::program::RecordId,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let record = self.tys.types.record(record);
        let number = (record.fields.iter()).position(|field| field.ty == value.expr.ty);
        match number {
            Some(number) if record.is_union && self.body.active => {
                let path = vec![crate::program::Step::Field(number as u32)];
                let init = crate::program::Init::Parts(vec![(path, value.expr)]);
                let local = self.add_local("", to, place);
                self.body.locals[local.0 as usize].hidden = true;
                let kind = LvalueKind::Literal(local, Box::new(init));
                let operand = self.lvalue(kind, to, spot);
                self.rvalue(operand, place)
            }
            _ => {
                let (from, to) = (self.tys.show(value.ty), self.tys.show(to));
                let message = format!("a value of type `{from}` cannot be cast to `{to}`");
                Err(self.fault(place, "C0103", message))
            }
        }
    }
}

/// The expression that a statement expression is the value of.
fn last_value(block: &Stmt) -> Option<&Expr> {
    match &block.kind {
        StmtKind::Block(statements) => last_value(statements.last()?),
        StmtKind::Value(expr) => Some(expr),
        _ => None,
    }
}
