//! Loads and stores, with and without checks.

use super::machine::Machine;
use super::memory::{Kind, Pointer};
use super::place::{Base, Place};
use super::value::{Value, from_little_endian, mask, number};
use crate::checks::Class;
use crate::context::Open;
use crate::program::{Lvalue, TypeId};

/// The largest record that is copied.
const MAX_COPY: usize = 1 << 28;

impl<'p> Machine<'p> {
    /// What a place holds, with the checks of an access.
    pub fn load(&mut self, place: &Place, lvalue: &'p Lvalue) -> Value {
        if self.accessible(place, lvalue)
            && let Some(value) = self.fetch(place, lvalue.ty)
        {
            return value;
        }
        self.open_value(Open::Invalid(lvalue.site), lvalue.ty)
    }

    /// Stores with the checks of an access. Gives what is read there afterwards, which differs for bit-fields.
    pub fn store(&mut self, place: &Place, lvalue: &'p Lvalue, value: Value) -> Value {
        let value = match (place.bits, &value) {
            (Some((_, width)), Value::Int(word)) => {
                let (bits, signed) = self.types.word(lvalue.ty).unwrap_or((32, true));
                let kept = number(mask(*word, width), width, signed);
                let kept = mask(kept as u128, bits);
                if kept != *word && self.checks_at(lvalue.site).conversion {
                    self.fail(Class::Conversion, lvalue.site, lvalue.at, || {
                        "the value does not fit the bit-field".into()
                    });
                }
                Value::Int(kept)
            }
            _ => value,
        };
        if self.accessible(place, lvalue) && !self.is_literal(place) {
            self.put(place, lvalue.ty, &value);
        }
        value
    }

    /// A write to a string literal is undefined. As in CBMC it does nothing, and no check finds it.
    fn is_literal(&self, place: &Place) -> bool {
        let Base::Object(object) = place.base else {
            return false;
        };
        match self.memory.get(object).map(|object| object.kind) {
            Some(Kind::Global(global)) => self.program.global(global).literal,
            _ => false,
        }
    }

    /// Checks an access. Whether it is possible does not depend on which checks are on.
    fn accessible(&mut self, place: &Place, lvalue: &'p Lvalue) -> bool {
        if place.invalid {
            return false;
        }
        let Base::Object(object) = place.base else {
            return true;
        };
        let size = match place.bits {
            Some((low, width)) => u64::from((low + width).div_ceil(8)),
            None => self.size(lvalue.ty),
        };
        let pointer = Pointer {
            object,
            offset: place.offset,
        };
        let Some(fault) = self.memory.fault(pointer, size) else {
            return true;
        };
        if !place.direct && self.checks_at(lvalue.site).pointer {
            self.fail(Class::Pointer, lvalue.site, lvalue.at, || {
                format!("dereference failure: {}", fault.as_str())
            });
        }
        false
    }

    fn bytes_at(&self, place: &Place, out: &mut [u8]) -> bool {
        match place.base {
            Base::Slot { start, size } => {
                let end = u64::try_from(place.offset)
                    .ok()
                    .and_then(|offset| offset.checked_add(out.len() as u64));
                if end.is_none_or(|end| end > u64::from(size)) {
                    return false;
                }
                let start = start as usize + place.offset as usize;
                match self.stack.get(start..start + out.len()) {
                    Some(bytes) => out.copy_from_slice(bytes),
                    None => return false,
                }
            }
            Base::Object(object) => self.memory.read(object, place.offset as u64, out),
        }
        true
    }

    /// Reads without checks. None where there are no such bytes.
    pub fn fetch(&mut self, place: &Place, ty: TypeId) -> Option<Value> {
        if let Some((low, width)) = place.bits {
            let mut bytes = [0; 17];
            let len = ((low + width).div_ceil(8) as usize).min(17);
            if !self.bytes_at(place, &mut bytes[..len]) {
                return None;
            }
            let low_part = from_little_endian(&bytes) >> low;
            let high_part = u128::from(bytes[16]).checked_shl(128 - low).unwrap_or(0);
            let (bits, signed) = self.types.word(ty).unwrap_or((32, true));
            let value = number(mask(low_part | high_part, width), width, signed);
            return Some(Value::Int(mask(value as u128, bits)));
        }
        let size = self.size(ty) as usize;
        if size > MAX_COPY {
            None
        } else if size <= 16 {
            let mut bytes = [0; 16];
            self.bytes_at(place, &mut bytes[..size])
                .then(|| self.memory.decode(self.types, ty, &bytes[..size]))
        } else {
            let mut bytes = vec![0; size];
            self.bytes_at(place, &mut bytes)
                .then(|| self.memory.decode(self.types, ty, &bytes))
        }
    }

    fn set_bytes(&mut self, place: &Place, bytes: &[u8]) {
        match place.base {
            Base::Slot { start, size } => {
                let end = u64::try_from(place.offset)
                    .ok()
                    .and_then(|offset| offset.checked_add(bytes.len() as u64));
                if end.is_none_or(|end| end > u64::from(size)) {
                    return;
                }
                let start = start as usize + place.offset as usize;
                if let Some(to) = self.stack.get_mut(start..start + bytes.len()) {
                    to.copy_from_slice(bytes);
                }
            }
            Base::Object(object) => self.memory.write(object, place.offset as u64, bytes),
        }
    }

    /// Writes without checks.
    pub fn put(&mut self, place: &Place, ty: TypeId, value: &Value) {
        if let (Some((low, width)), Value::Int(word)) = (place.bits, value) {
            let mut bytes = [0; 17];
            let len = ((low + width).div_ceil(8) as usize).min(17);
            if !self.bytes_at(place, &mut bytes[..len]) {
                return;
            }
            for i in 0..width {
                let at = (low + i) as usize;
                let bit = (word >> i & 1) as u8;
                bytes[at / 8] = bytes[at / 8] & !(1 << (at % 8)) | bit << (at % 8);
            }
            self.set_bytes(place, &bytes[..len]);
            return;
        }
        if let Value::Bytes(bytes) = value {
            self.set_bytes(place, bytes);
            return;
        }
        let size = (self.size(ty) as usize).min(16);
        let mut bytes = [0; 16];
        self.memory.encode(value, &mut bytes[..size]);
        self.set_bytes(place, &bytes[..size]);
    }
}
