//! Lvalues.

use super::machine::{Done, Machine};
use super::memory::{Kind, Pointer};
use super::value::{Value, number};
use crate::checks::Class;
use crate::program::{Expr, Init, Length, LocalId, Lvalue, LvalueKind, Step, Type, TypeId};

#[derive(Clone, Copy, Debug)]
pub enum Base {
    /// A local that no pointer points to: where it is on the stack, and how long it is.
    Slot {
        start: u32,
        size: u32,
    },
    Object(u32),
}

/// Where an lvalue is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub base: Base,
    pub offset: i64,
    /// Of a bit-field.
    pub bits: Option<(u32, u32)>,
    /// Whether it was reached without a pointer.
    pub direct: bool,
    /// Whether an index was outside of its array.
    pub invalid: bool,
}

impl Place {
    pub fn direct(base: Base) -> Place {
        Place {
            base,
            offset: 0,
            bits: None,
            direct: true,
            invalid: false,
        }
    }

    pub fn behind(pointer: Pointer) -> Place {
        Place {
            base: Base::Object(pointer.object),
            offset: pointer.offset,
            bits: None,
            direct: false,
            invalid: false,
        }
    }

    fn advance(mut self, bytes: i64) -> Place {
        self.offset = self.offset.wrapping_add(bytes);
        self
    }
}

/// What an lvalue is wanted for. An address is made without checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Access,
    Address,
}

impl<'p> Machine<'p> {
    /// In bytes; arrays of variable length as long as they are now, incomplete types 0.
    pub fn size(&mut self, ty: TypeId) -> u64 {
        if let Some(size) = self.types.size(ty) {
            return size;
        }
        match self.types.get(ty) {
            Type::Array(of, Length::Variable(local)) => {
                let of = self.size(*of);
                let count = self.length_in(*local);
                of.saturating_mul(count).min(self.memory.max_size())
            }
            Type::Array(of, Length::Known(count)) => {
                let count = *count;
                self.size(*of).saturating_mul(count)
            }
            _ => 0,
        }
    }

    /// The value of the hidden local that holds the length of an array.
    fn length_in(&mut self, local: LocalId) -> u64 {
        let place = self.local(local);
        let code = self.program.function(self.function());
        let Some(ty) = code.locals.get(local.0 as usize).map(|local| local.ty) else {
            return 0;
        };
        match self.fetch(&place, ty) {
            Some(Value::Int(value)) => value as u64,
            _ => 0,
        }
    }

    pub fn place(&mut self, lvalue: &'p Lvalue, purpose: Purpose) -> Done<Place> {
        match &lvalue.kind {
            LvalueKind::Local(local) => Ok(self.local(*local)),
            LvalueKind::Global(global) => Ok(Place::direct(Base::Object(global.0 + 1))),
            LvalueKind::Deref(pointer) => {
                let pointer = self.eval(pointer)?;
                Ok(Place::behind(self.as_pointer(pointer)))
            }
            LvalueKind::Field(of, field) => {
                let place = self.place(of, purpose)?;
                let Some((offset, bits)) = self.field(of.ty, *field) else {
                    return self.unsupported("a field of what is no record", lvalue.span);
                };
                let mut place = place.advance(offset);
                place.bits = bits;
                Ok(place)
            }
            LvalueKind::Index(array, index) => self.index(lvalue, array, index, purpose),
            LvalueKind::Temporary(value) => {
                let ty = value.ty;
                let value = self.eval(value)?;
                let size = self.size(ty);
                let object = self.memory.create(Kind::Temporary, size);
                self.alive.push(object);
                let place = Place::direct(Base::Object(object));
                self.put(&place, ty, &value);
                Ok(place)
            }
            LvalueKind::Literal(local, init) => {
                self.declare(*local, Some(init))?;
                Ok(self.local(*local))
            }
        }
    }

    fn index(
        &mut self,
        lvalue: &'p Lvalue,
        array: &'p Lvalue,
        index: &'p Expr,
        purpose: Purpose,
    ) -> Done<Place> {
        let mut place = self.place(array, purpose)?;
        let (bits, signed) = self.types.word(index.ty).unwrap_or((64, true));
        let index = match self.eval(index)? {
            Value::Int(index) => number(index, bits, signed),
            _ => return self.unsupported("an index that is no integer", lvalue.span),
        };
        let element = self.size(lvalue.ty);
        if purpose == Purpose::Access && self.checks_at(lvalue.site).bounds {
            let length = match self.types.get(array.ty) {
                Type::Array(_, Length::Known(0) | Length::Open) => self.room(&place, element),
                Type::Array(_, Length::Known(count)) => *count,
                Type::Array(_, Length::Variable(local)) => self.length_in(*local),
                _ => u64::MAX,
            };
            if index < 0 {
                self.fail(Class::Bounds, lvalue.site, lvalue.at, || {
                    format!("array index {index} is below 0")
                });
                place.invalid = true;
            } else if index >= i128::from(length) {
                self.fail(Class::Bounds, lvalue.site, lvalue.at, || {
                    format!("array index {index} is not below the length {length}")
                });
                place.invalid = true;
            }
        }
        Ok(place.advance((index as i64).wrapping_mul(element as i64)))
    }

    /// How many elements fit between a place and the end of its object: the length of a flexible member.
    fn room(&self, place: &Place, element: u64) -> u64 {
        let size = match place.base {
            Base::Slot { size, .. } => u64::from(size),
            Base::Object(number) => match self.memory.get(number) {
                Some(object) if self.memory.is_alive(number) => object.size,
                // What is wrong is the pointer and not the index.
                _ => return u64::MAX,
            },
        };
        let rest = size.saturating_sub(u64::try_from(place.offset).unwrap_or(0));
        rest.checked_div(element).unwrap_or(u64::MAX)
    }

    /// Offset and bits of a field.
    fn field(&self, ty: TypeId, field: u32) -> Option<(i64, Option<(u32, u32)>)> {
        let Type::Record(record) = self.types.get(ty) else {
            return None;
        };
        let field = self.types.record(*record).fields.get(field as usize)?;
        Some((field.offset as i64, field.bits))
    }

    /// Offset and bits of a part of an object.
    pub fn path(&self, mut ty: TypeId, path: &[Step]) -> Option<(i64, Option<(u32, u32)>)> {
        let mut offset = 0i64;
        let mut bits = None;
        for step in path {
            match (step, self.types.get(ty)) {
                (Step::Field(number), Type::Record(record)) => {
                    let field = self.types.record(*record).fields.get(*number as usize)?;
                    offset = offset.checked_add(field.offset as i64)?;
                    bits = field.bits;
                    ty = field.ty;
                }
                (Step::Index(index), Type::Array(of, _)) => {
                    let size = self.types.size(*of)?;
                    let bytes = i64::try_from(size.checked_mul(*index)?).ok()?;
                    offset = offset.checked_add(bytes)?;
                    ty = *of;
                }
                _ => return None,
            }
        }
        Some((offset, bits))
    }

    /// Gives an object its first value.
    pub fn initialise(&mut self, place: Place, ty: TypeId, init: &'p Init) -> Done<()> {
        match init {
            Init::Value(value) => {
                let value = self.eval(value)?;
                self.put(&place, ty, &value);
            }
            Init::Parts(parts) => {
                for (path, value) in parts {
                    let Some((offset, bits)) = self.path(ty, path) else {
                        return self.unsupported("an initialiser of no part", value.span);
                    };
                    let mut part = place.advance(offset);
                    part.bits = bits;
                    let ty = value.ty;
                    let value = self.eval(value)?;
                    self.put(&part, ty, &value);
                }
            }
        }
        Ok(())
    }
}
