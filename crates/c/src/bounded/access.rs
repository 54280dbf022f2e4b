//! Reads and writes through pointers: which objects can be meant, which cells of them, and whether the access is valid.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;
use num_traits::ToPrimitive;

use super::arith::Here;
use super::exec::Exec;
use super::guard::either;
use super::layout::{Cell, Layout};
use super::memory::ObjectKind;
use super::value::{OFFSET_BITS, Origin, Pointer, Unread, Value};
use crate::checks::Class;
use crate::context::Open;
use crate::program::{Site, Type, TypeId};

/// A pointer that may be anything is compared with so many objects.
const MOST_TARGETS: usize = 256;

impl Exec<'_> {
    pub fn constant(&self, word: TermId) -> Option<u64> {
        self.pool.as_bits(word)?.value().to_u64()
    }

    /// The objects that a pointer can mean on this path, each with the condition that it does.
    pub fn targets(&mut self, pointer: Pointer) -> Vec<(u32, TermId)> {
        let numbers: Vec<u32> = match self.sets.of(self.pool, pointer.object) {
            Some(set) => set.iter().map(|&n| n as u32).collect(),
            None => (1..self.objects.len().min(MOST_TARGETS) as u32).collect(),
        };
        let dead = self.pool.bool(false);
        let mut targets = Vec::new();
        for number in numbers {
            let holds_data = match self.objects.get(number as usize).map(|o| o.kind) {
                None | Some(ObjectKind::Null | ObjectKind::Function(_)) => false,
                Some(_) => true,
            };
            let body = self.path.bodies.get(number as usize);
            if !holds_data || body.is_none_or(|b| b.alive == dead) {
                continue;
            }
            let this = self.pool.bits(super::value::OBJECT_BITS, number);
            let means = self.equal(pointer.object, this);
            if means != dead {
                targets.push((number, means));
            }
        }
        targets
    }

    /// Whether so many bytes from a pointer on belong to an object that exists.
    pub fn valid(&mut self, pointer: Pointer, bytes: TermId) -> TermId {
        let mut valid = self.pool.bool(false);
        for (number, means) in self.targets(pointer) {
            let Some(alive) = self.path.bodies.get(number as usize).map(|b| b.alive) else {
                continue;
            };
            let size = self.objects[number as usize].size;
            let fits = self.pool.bv_ule(bytes, size);
            let fits = self.settled(fits);
            let last = self.pool.bv_sub(size, bytes);
            let inside = self.pool.bv_ule(pointer.offset, last);
            let inside = self.settled(inside);
            let mut good = self.pool.gate(means, alive);
            good = self.pool.gate(good, fits);
            good = self.pool.gate(good, inside);
            valid = either(self.pool, valid, good);
        }
        valid
    }

    pub fn valid_bytes(&mut self, pointer: Pointer, bytes: u64) -> TermId {
        let bytes = self.offset(bytes);
        self.valid(pointer, bytes)
    }

    /// What an invalid operation gives.
    pub fn invalid(&mut self, site: Site, span: Span, cell: Cell) -> Value {
        let origin = Rc::new(Origin {
            frames: self.frames.clone(),
            open: Open::Invalid(site),
            name: "invalid".into(),
            span,
        });
        self.read(&Unread {
            origin,
            offset: cell.offset,
            bits: cell.size as u32 * 8,
            pointer: cell.pointer,
        })
    }

    /// An object that was allocated without a type gets the cells of the type that it is first used as.
    pub fn suggest_layout(&mut self, value: &Value, to: TypeId) {
        let Value::Pointer(pointer) = value else {
            return;
        };
        let types = &self.program.types;
        let plain = match types.get(to) {
            Type::Void | Type::Function(_) => true,
            Type::Int { bits, .. } => *bits == 8,
            _ => types.size(to).is_none_or(|s| s == 0),
        };
        let Some(object) = self.constant(pointer.object) else {
            return;
        };
        let Some(info) = self.objects.get(object as usize) else {
            return;
        };
        if plain || info.layout.is_some() || info.kind != ObjectKind::Heap {
            return;
        }
        if let Ok(layout) = self.layouts.of(&self.program.types, to) {
            self.objects[object as usize].layout = Some(layout);
        }
    }

    /// The layout of an object; one that has none yet gets that of the first access.
    pub fn layout(&mut self, object: u32, cell: Cell) -> Layout {
        let info = &mut self.objects[object as usize];
        info.layout
            .get_or_insert_with(|| Layout {
                unit: Rc::new(vec![Cell { offset: 0, ..cell }]),
                stride: cell.size,
            })
            .clone()
    }

    /// The offsets at which so many bytes of an object can be meant. Where these are too many, only the first ones are looked at, and a check
    /// of its own says that no valid access goes beyond them.
    fn places(&mut self, object: u32, at: Pointer, bytes: u64, here: Here) -> Vec<u64> {
        let capacity = self.objects[object as usize].capacity;
        let Some(mut last) = capacity.checked_sub(bytes) else {
            return vec![];
        };
        if let Some(set) = self.sets.of(self.pool, at.offset) {
            let inside = set.iter().filter(|&&o| o <= u128::from(last));
            return inside.map(|&o| o as u64).collect();
        }
        let (step, first) = self.known_low_bits(at.offset);
        if last / step > self.options.capacity {
            last = step * self.options.capacity;
            let number = self.pool.bits(super::value::OBJECT_BITS, object);
            let other = self.equal(at.object, number);
            let other = self.pool.not(other);
            let limit = self.offset(last);
            let near = self.pool.bv_ule(at.offset, limit);
            let valid = self.valid_bytes(at, bytes);
            let invalid = self.pool.not(valid);
            let holds = either(self.pool, near, other);
            let holds = either(self.pool, holds, invalid);
            let message = format!("an access goes beyond the first {last} bytes of an object");
            self.check(Class::Capacity, here.site, here.span, &message, holds);
            self.assume(holds);
        }
        (first..=last).step_by(step as usize).collect()
    }

    /// A power of two that divides the offset, but for a known rest.
    fn known_low_bits(&mut self, offset: TermId) -> (u64, u64) {
        for bits in (1..=12).rev() {
            let low = self.pool.extract(bits - 1, 0, offset);
            if let Some(rest) = self.constant(low) {
                return (1 << bits, rest);
            }
        }
        (1, 0)
    }

    /// A scalar behind a pointer; None if no object can be meant.
    pub fn load_scalar(&mut self, at: Pointer, cell: Cell, here: Here) -> Option<Value> {
        let mut found: Option<Value> = None;
        for (object, means) in self.targets(at) {
            let layout = self.layout(object, cell);
            for place in self.places(object, at, cell.size, here) {
                let value = self.load_at(object, &layout, place, cell);
                let here = self.offset(place);
                let here = self.equal(at.offset, here);
                let here = self.pool.gate(means, here);
                found = Some(match found {
                    Some(other) => self.choose(here, &value, &other),
                    None => value,
                });
            }
        }
        found
    }

    /// A scalar at a known place of an object.
    fn load_at(&mut self, object: u32, layout: &Layout, place: u64, cell: Cell) -> Value {
        if let Some(number) = layout.exactly(place, cell.size, cell.pointer) {
            let value = self.cell(object, number, layout.cell(number));
            return self.seen(value);
        }
        let mut word: Option<TermId> = None;
        for byte in place..place + cell.size {
            let byte = self.load_byte(object, layout, byte);
            word = Some(match word {
                Some(low) => self.pool.concat(byte, low),
                None => byte,
            });
        }
        let word = word.unwrap_or_else(|| self.pool.bits(8, 0u32));
        self.scalar(word, cell.pointer)
    }

    fn load_byte(&mut self, object: u32, layout: &Layout, byte: u64) -> TermId {
        let Some((number, cell)) = layout.at(byte) else {
            return self.pool.bits(8, 0u32);
        };
        let value = self.cell(object, number, cell);
        let word = self.word(&value);
        let low = (byte - cell.offset) as u32 * 8;
        self.pool.extract(low + 7, low, word)
    }

    /// Writes a scalar wherever the pointer means, if `valid` holds.
    pub fn store_scalar(
        &mut self,
        at: Pointer,
        cell: Cell,
        value: &Value,
        valid: TermId,
        here: Here,
    ) {
        let value = self.seen(value.clone());
        for (object, means) in self.targets(at) {
            if self.objects[object as usize].literal {
                continue;
            }
            let layout = self.layout(object, cell);
            let means = self.pool.gate(means, valid);
            for place in self.places(object, at, cell.size, here) {
                let here = self.offset(place);
                let here = self.equal(at.offset, here);
                let here = self.pool.gate(means, here);
                self.store_at(object, &layout, place, cell, &value, here);
            }
        }
    }

    fn store_at(
        &mut self,
        object: u32,
        layout: &Layout,
        place: u64,
        cell: Cell,
        value: &Value,
        when: TermId,
    ) {
        if self.pool.as_bool(when) == Some(false) {
            return;
        }
        if let Some(number) = layout.exactly(place, cell.size, cell.pointer) {
            let own = layout.cell(number);
            let new = if self.pool.as_bool(when) == Some(true) {
                value.clone()
            } else {
                let old = self.cell(object, number, own);
                self.choose(when, value, &old)
            };
            self.set_cell(object, number, new);
            return;
        }
        let word = self.word(value);
        let mut byte = place;
        while byte < place + cell.size {
            let Some((number, own)) = layout.at(byte) else {
                byte += 1;
                continue;
            };
            let old = self.cell(object, number, own);
            let new = self.spliced(&old, own, word, place, cell.size);
            let new = self.scalar(new, own.pointer);
            let new = self.choose(when, &new, &old);
            self.set_cell(object, number, new);
            byte = own.offset + own.size;
        }
    }

    /// A cell of which some bytes are those of a word that stands at `place`.
    fn spliced(&mut self, old: &Value, own: Cell, word: TermId, place: u64, size: u64) -> TermId {
        let old = self.word(old);
        let mut new: Option<TermId> = None;
        for byte in own.offset..own.offset + own.size {
            let part = if (place..place + size).contains(&byte) {
                let low = (byte - place) as u32 * 8;
                self.pool.extract(low + 7, low, word)
            } else {
                let low = (byte - own.offset) as u32 * 8;
                self.pool.extract(low + 7, low, old)
            };
            new = Some(match new {
                Some(low) => self.pool.concat(part, low),
                None => part,
            });
        }
        new.unwrap_or(old)
    }

    /// A pointer so many bytes further on.
    pub fn moved(&mut self, pointer: Pointer, bytes: u64) -> Pointer {
        let by = self.offset(bytes);
        Pointer {
            object: pointer.object,
            offset: self.pool.bv_add(pointer.offset, by),
        }
    }

    /// An index times the size of an element, as an offset.
    pub fn scaled(&mut self, index: TermId, signed: bool, size: TermId) -> TermId {
        let index = self.resized(index, signed, OFFSET_BITS);
        match self.constant(size) {
            Some(size) if size.is_power_of_two() => {
                let by = self.offset(u64::from(size.trailing_zeros()));
                self.pool.bv_shl(index, by)
            }
            _ => self.pool.bv_mul(index, size),
        }
    }
}
