//! `sizeof`, `_Alignof`, `offsetof`, and operands that are not evaluated.

use super::expr::{Operand, Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{BinaryOp, ExprKind, Length, Type};
use crate::syntax::tree::{self, Designator, ExprId, Place, TypeName};

impl<'u> Elaborator<'u> {
    /// Elaborates something that is not evaluated, and forgets what it added to the program.
    fn unevaluated<T>(&mut self, work: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        let globals = self.globals.len();
        let loops = self.body.loops;
        let pending = self.body.pending.len();
        let done = work(self);
        self.body.loops = loops;
        self.body.pending.truncate(pending);
        let mut popped = false;
        while self.globals.len() > globals && self.globals.last().is_some_and(|g| g.literal) {
            self.globals.pop();
            self.global_tys.pop();
            popped = true;
        }
        if popped {
            let count = self.globals.len() as u32;
            self.strings.retain(|_, id| id.0 < count);
        }
        done
    }

    /// The type of an expression that is not evaluated, with its qualifiers.
    pub fn type_of(&mut self, id: ExprId) -> Done<Ty> {
        Ok(self.type_and_kind(id)?.0)
    }

    /// Also whether it is a bit-field.
    fn type_and_kind(&mut self, id: ExprId) -> Done<(Ty, bool)> {
        // A string would be added to the program and removed again.
        if let tree::ExprKind::String(literal) = &self.unit.expr(id).kind {
            let unit = self.unit_type(literal.prefix);
            let length = Length::Known(literal.units.len() as u64 + 1);
            return Ok((self.tys.array(unit, length), false));
        }
        self.unevaluated(|this| {
            Ok(match this.operand(id)? {
                Operand::Value(value) => (value.ty, false),
                Operand::Place(lvalue, ty) => (ty, this.bit_field(&lvalue).is_some()),
                Operand::Function(id, _) => (this.signatures[id.0 as usize].ty, false),
            })
        })
    }

    /// Whether the value of an expression that is not evaluated is known here.
    pub fn is_known(&mut self, id: ExprId) -> Done<bool> {
        self.unevaluated(|this| {
            let value = this.value(id)?;
            Ok(this.fold(&value.expr).is_some())
        })
    }

    /// The type of the value of an expression that is not evaluated.
    pub fn type_of_value(&mut self, id: ExprId) -> Done<Ty> {
        let ty = self.type_of(id)?;
        let ty = self.decayed(ty);
        Ok(self.tys.bare(ty))
    }

    pub fn size(&mut self, expr: &'u tree::Expr, spot: Spot) -> Done<Value> {
        use tree::ExprKind as K;
        let place = expr.place;
        let ty = match &expr.kind {
            K::SizeofExpr(id) | K::AlignofExpr(id) => {
                let (ty, is_bits) = self.type_and_kind(*id)?;
                if is_bits {
                    let message = "a bit-field has no size in bytes";
                    return Err(self.fault(self.unit.expr(*id).place, "C0105", message));
                }
                ty
            }
            K::SizeofType(name) | K::AlignofType(name) => self.type_name(name)?,
            _ => return Err(self.reported()),
        };
        if matches!(expr.kind, K::AlignofExpr(_) | K::AlignofType(_)) {
            let align = self.tys.align(ty);
            return Ok(self.int(align.into(), self.tys.basic.size, spot));
        }
        self.size_of(ty, place, spot)
    }

    /// The size of a type: a number, or for arrays of variable length a product with hidden locals.
    fn size_of(&mut self, ty: Ty, place: Place, spot: Spot) -> Done<Value> {
        let size = self.tys.basic.size;
        if !self.tys.is_variable(ty) {
            let free = matches!(self.tys.get(ty), Type::Void | Type::Function(_));
            if !free {
                self.require_complete(ty, place)?;
            }
            return match self.tys.types.size(self.tys.id(ty)) {
                Some(bytes) => Ok(self.int(bytes.into(), size, spot)),
                None => Err(self.fault(place, "C0112", "the type is too large")),
            };
        }
        let of = self.tys.of(ty).ok_or_else(|| self.reported())?;
        let each = self.size_of(of, place, spot)?;
        let count = match self.tys.get(ty) {
            Type::Array(_, Length::Variable(local)) if (local.0 as usize) < self.body.tys.len() => {
                let operand = self.local_place(*local, spot);
                self.rvalue(operand, place)?
            }
            Type::Array(_, Length::Known(count)) => self.int((*count).into(), size, spot),
            _ => return Err(self.reported()),
        };
        let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(count.expr), Box::new(each.expr));
        Ok(self.make(kind, size, spot))
    }

    pub fn offsetof(
        &mut self,
        of: &'u TypeName,
        path: &'u [Designator],
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let size = self.tys.basic.size;
        let mut ty = self.type_name(of)?;
        let mut offset: u64 = 0;
        // What an index that is not constant adds.
        let mut rest: Option<Value> = None;
        for step in path {
            match step {
                Designator::Field(name) => {
                    self.require_complete(ty, place)?;
                    let Some(record) = self.tys.as_record(ty) else {
                        let message = format!("`{}` has no fields", self.tys.show(ty));
                        return Err(self.fault(name.place, "C0104", message));
                    };
                    for number in self.field_path(record, name)? {
                        let (record, field) =
                            self.field_type(ty, number).ok_or_else(|| self.reported())?;
                        let place = &self.tys.types.record(record).fields[number as usize];
                        if place.bits.is_some() {
                            let message = format!("the bit-field `{}` has no offset", name.name);
                            return Err(self.fault(name.place, "C0105", message));
                        }
                        offset += place.offset;
                        ty = field;
                    }
                }
                Designator::Index(id) => {
                    let Some(of) = self.tys.of(ty).filter(|_| self.tys.is_array(ty)) else {
                        let message = format!("`{}` has no elements", self.tys.show(ty));
                        return Err(self.fault(place, "C0104", message));
                    };
                    let index = self.value(*id)?;
                    let bytes = self.tys.types.size(self.tys.id(of)).unwrap_or(0);
                    match self.fold(&index.expr) {
                        Some(index) => {
                            offset = offset.wrapping_add(bytes.wrapping_mul(index as u64));
                        }
                        None => {
                            let each = self.int(bytes.into(), size, spot);
                            let index = self.convert(index, size);
                            rest = Some(self.arithmetic_pair(BinaryOp::Mul, index, each, spot));
                        }
                    }
                    ty = of;
                }
                Designator::Range(..) => {
                    return Err(self.unsupported(place, "a range in `offsetof`"));
                }
            }
        }
        let offset = self.int(offset.into(), size, spot);
        Ok(match rest {
            Some(rest) => self.arithmetic_pair(BinaryOp::Add, offset, rest, spot),
            None => offset,
        })
    }

    fn arithmetic_pair(&self, op: BinaryOp, one: Value, other: Value, spot: Spot) -> Value {
        let kind = ExprKind::Binary(op, Box::new(one.expr), Box::new(other.expr));
        self.make(kind, self.tys.basic.size, spot)
    }
}
