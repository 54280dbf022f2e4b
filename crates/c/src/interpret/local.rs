//! Locals: where they are, and when they live.
//!
//! A local that no pointer can point to is a slot of the stack; all others are objects. A local lives from its declaration to the end of
//! its block; a jump over the declaration counts as one without an initialiser.

use super::machine::{Done, Machine};
use super::memory::{Kind, NULL, State};
use super::place::{Base, Place};
use crate::context::Open;
use crate::program::{Init, LocalId};

impl<'p> Machine<'p> {
    /// Where a local is. One that was jumped over comes to life here.
    pub fn local(&mut self, local: LocalId) -> Place {
        let Some(activation) = self.activations.last() else {
            return Place::behind(NULL);
        };
        let index = local.0 as usize;
        if let Some(&Some((start, size))) = activation.plan.slots.get(index) {
            return Place::direct(Base::Slot {
                start: (activation.bytes as u32).wrapping_add(start),
                size,
            });
        }
        let number = self.numbers.get(activation.numbers + index).copied();
        let number = number.unwrap_or(0);
        if self.memory.is_alive(number) {
            return Place::direct(Base::Object(number));
        }
        let object = self.create_local(local, true);
        if let Some(activation) = self.activations.last_mut() {
            activation.late.push(object);
        }
        Place::direct(Base::Object(object))
    }

    /// `open` is whether it has no initialiser.
    fn create_local(&mut self, local: LocalId, open: bool) -> u32 {
        let function = self.function();
        let Some(code) = self.program.function(function).locals.get(local.0 as usize) else {
            return 0;
        };
        let size = self.size(code.ty);
        let object = self.memory.create(Kind::Local(function, local), size);
        if open {
            self.fill_object(object, Open::Content(code.site));
        }
        if let Some(activation) = self.activations.last() {
            let index = activation.numbers + local.0 as usize;
            if let Some(number) = self.numbers.get_mut(index) {
                let old = std::mem::replace(number, object);
                if self.memory.is_alive(old) {
                    self.memory.end(old, State::Dead);
                }
            }
        }
        object
    }

    /// A local comes to life.
    pub fn declare(&mut self, local: LocalId, init: Option<&'p Init>) -> Done<()> {
        let function = self.program.function(self.function());
        let Some(code) = function.locals.get(local.0 as usize) else {
            return self.unsupported("a local that is not there", function.span);
        };
        let slot = self.activations.last().and_then(|activation| {
            let slot = *activation.plan.slots.get(local.0 as usize)?;
            Some((activation.bytes, slot?))
        });
        let place = if let Some((bytes, (start, size))) = slot {
            let start = bytes + start as usize;
            let mut own = std::mem::take(&mut self.stack);
            if let Some(own) = own.get_mut(start..start + size as usize) {
                own.fill(0);
                if init.is_none() {
                    self.fill_bytes(Open::Content(code.site), own);
                }
            }
            self.stack = own;
            Place::direct(Base::Slot {
                start: start as u32,
                size,
            })
        } else {
            let object = self.create_local(local, init.is_none());
            self.alive.push(object);
            Place::direct(Base::Object(object))
        };
        match init {
            Some(init) => self.initialise(place, code.ty, init),
            None => Ok(()),
        }
    }

    /// Ends the objects of blocks that are left.
    pub fn bury(&mut self, mark: usize) {
        while self.alive.len() > mark {
            if let Some(number) = self.alive.pop() {
                self.memory.end(number, State::Dead);
            }
        }
    }
}
