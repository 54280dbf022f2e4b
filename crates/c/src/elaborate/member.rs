//! Parts of objects: fields and elements.

use assay_source::Diagnostic;

use super::expr::{Operand, Spot};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{ExprKind, LvalueKind, RecordId};
use crate::syntax::tree::{ExprId, Ident, Place};

impl<'u> Elaborator<'u> {
    pub fn index(
        &mut self,
        array: ExprId,
        index: ExprId,
        place: Place,
        spot: Spot,
    ) -> Done<Operand> {
        let one = self.operand(array)?;
        let other = self.operand(index)?;
        // `1[a]` is `a[1]`.
        let swapped = self.is_address(&other) && !self.is_address(&one);
        let (array_place, index_place) = (self.unit.expr(array).place, self.unit.expr(index).place);
        let (base, number, base_place, number_place) = if swapped {
            (other, one, index_place, array_place)
        } else {
            (one, other, array_place, index_place)
        };
        let number = self.rvalue(number, number_place)?;
        if !self.tys.is_integer(number.ty) {
            let message = format!("an index has the type `{}`", self.tys.show(number.ty));
            return Err(self.fault(number_place, "C0104", message));
        }
        let base = match base {
            Operand::Place(lvalue, ty) if self.tys.is_array(ty) => {
                self.mark_addressed(&lvalue);
                let of = self.tys.of(ty).ok_or_else(|| self.reported())?;
                let kind = LvalueKind::Index(Box::new(lvalue), Box::new(number.expr));
                return Ok(self.lvalue(kind, of, spot));
            }
            other => self.rvalue(other, base_place)?,
        };
        let Some(to) = self.tys.pointee(base.ty) else {
            let ty = self.tys.show(base.ty);
            let message = format!("`[]` needs an array or a pointer, but this is of type `{ty}`");
            return Err(self.fault(base_place, "C0104", message));
        };
        self.require_step(base.ty, place)?;
        let ty = base.ty;
        let kind = ExprKind::PointerAdd {
            pointer: Box::new(base.expr),
            index: Box::new(number.expr),
            minus: false,
        };
        let sum = self.make(kind, ty, spot);
        Ok(self.lvalue(LvalueKind::Deref(Box::new(sum.expr)), to, spot))
    }

    fn is_address(&self, operand: &Operand) -> bool {
        let ty = match operand {
            Operand::Value(value) => value.ty,
            Operand::Place(_, ty) => *ty,
            Operand::Function(..) => return true,
        };
        self.tys.is_pointer(ty) || self.tys.is_array(ty)
    }

    pub fn member(&mut self, of: ExprId, name: &'u Ident, spot: Spot) -> Done<Operand> {
        let of_place = self.unit.expr(of).place;
        let operand = self.operand(of)?;
        let operand = match operand {
            Operand::Value(value) if self.tys.as_record(value.ty).is_some() => {
                let ty = value.ty;
                self.lvalue(LvalueKind::Temporary(Box::new(value.expr)), ty, spot)
            }
            other => other,
        };
        let ty = match &operand {
            Operand::Place(_, ty) => *ty,
            Operand::Value(value) => value.ty,
            Operand::Function(id, _) => self.signatures[id.0 as usize].ty,
        };
        let Some(record) = self.tys.as_record(ty) else {
            let message = format!(
                "`.{}` needs a structure or union, but this is of type `{}`",
                name.name,
                self.tys.show(ty)
            );
            let fault = self.fault(of_place, "C0104", message);
            let to = self.tys.pointee(ty).and_then(|to| self.tys.as_record(to));
            return Err(Box::new(match to {
                Some(_) => fault.help("`->` reaches a field through a pointer"),
                None => *fault,
            }));
        };
        self.part(operand, record, name, spot)
    }

    pub fn arrow(
        &mut self,
        of: ExprId,
        name: &'u Ident,
        place: Place,
        spot: Spot,
    ) -> Done<Operand> {
        let of_place = self.unit.expr(of).place;
        let value = self.value(of)?;
        let to = self.tys.pointee(value.ty);
        let record = to.and_then(|to| self.tys.as_record(to));
        let (Some(to), Some(record)) = (to, record) else {
            let message = format!(
                "`->{}` needs a pointer to a structure or union, but this is of type `{}`",
                name.name,
                self.tys.show(value.ty)
            );
            let fault = self.fault(of_place, "C0104", message);
            return Err(Box::new(match self.tys.as_record(value.ty) {
                Some(_) => fault.help("`.` reaches a field of a record that is no pointer"),
                None => *fault,
            }));
        };
        self.require_complete(to, place)?;
        let base = self.lvalue(LvalueKind::Deref(Box::new(value.expr)), to, spot);
        self.part(base, record, name, spot)
    }

    fn part(
        &mut self,
        of: Operand,
        record: RecordId,
        name: &'u Ident,
        spot: Spot,
    ) -> Done<Operand> {
        let path = self.field_path(record, name)?;
        let mut operand = of;
        for number in path {
            let Operand::Place(lvalue, ty) = operand else {
                return Err(self.reported());
            };
            let (_, field) = self.field_type(ty, number).ok_or_else(|| self.reported())?;
            let field = if self.tys.is_const(ty) {
                self.tys.constant(field)
            } else {
                field
            };
            operand = self.lvalue(LvalueKind::Field(Box::new(lvalue), number), field, spot);
        }
        Ok(operand)
    }

    /// The record that a type is, and the type of one of its fields.
    pub fn field_type(&self, ty: Ty, number: u32) -> Option<(RecordId, Ty)> {
        let record = self.tys.as_record(ty)?;
        let field = self.tys.fields[record.0 as usize].get(number as usize)?;
        Some((record, *field))
    }

    /// The numbers of the fields that lead to a name, through records without a name.
    pub fn field_path(&self, record: RecordId, name: &Ident) -> Done<Vec<u32>> {
        let mut path = Vec::new();
        if self.find_field(record, &name.name, &mut path) {
            return Ok(path);
        }
        Err(self.no_field(record, name))
    }

    pub fn find_field(&self, record: RecordId, name: &str, path: &mut Vec<u32>) -> bool {
        for (number, field) in self.tys.types.record(record).fields.iter().enumerate() {
            path.push(number as u32);
            if field.name == name {
                return true;
            }
            if field.name.is_empty()
                && let crate::program::Type::Record(inner) = self.tys.types.get(field.ty)
                && self.find_field(*inner, name, path)
            {
                return true;
            }
            path.pop();
        }
        false
    }

    fn no_field(&self, id: RecordId, name: &Ident) -> Box<Diagnostic> {
        let record = self.tys.types.record(id);
        let word = if record.is_union { "union" } else { "struct" };
        let of = match record.tag.as_str() {
            "" => format!("a {word} without a tag"),
            tag => format!("`{word} {tag}`"),
        };
        if !record.complete {
            let message = format!("the type {of} is incomplete here");
            return self.fault(name.place, "C0107", message);
        }
        let message = format!("{of} has no field `{}`", name.name);
        let fault = self.fault(name.place, "C0106", message);
        let known = record.fields.iter().map(|field| field.name.as_str());
        Box::new(match super::scope::nearest(&name.name, known) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => *fault,
        })
    }
}
