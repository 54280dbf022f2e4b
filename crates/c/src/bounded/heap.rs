//! Memory that a program allocates: `malloc`, `realloc`, `free`, and what is never freed.

use std::rc::Rc;

use assay_term::TermId;

use super::Done;
use super::arith::Here;
use super::exec::Exec;
use super::guard::either;
use super::memory::{Info, Initial, ObjectKind};
use super::value::{OFFSET_BITS, Origin, Pointer, Value};
use crate::checks::Class;
use crate::context::{Key, Open};
use crate::program::{Expr, FunctionId};

/// Larger allocations fail: no machine has as many bytes.
const MOST_BYTES: u64 = 1 << 46;

impl Exec<'_> {
    pub(super) fn allocate(
        &mut self,
        size: TermId,
        zeroed: bool,
        heap: bool,
        name: &str,
        expr: &Expr,
    ) -> Done<Value> {
        let size = self.resized(size, false, OFFSET_BITS);
        let mut fails = self.pool.bool(false);
        if heap {
            let most = self.pool.bits(OFFSET_BITS, MOST_BYTES);
            fails = self.pool.bv_ult(most, size);
            if self.options.malloc_may_fail {
                let key = Key {
                    frames: self.frames.clone(),
                    open: Open::Failure(expr.site),
                    offset: 0,
                };
                let bit = self
                    .inputs
                    .word(self.pool, key, 1, &format!("{name}_fails"), expr.span);
                let chosen = self.pool.bool_of_bv(bit);
                fails = either(self.pool, fails, chosen);
            }
        }
        let fails = self.settled(fails);
        if self.pool.as_bool(fails) == Some(true) {
            return Ok(Value::Pointer(self.null()));
        }
        let works = self.pool.not(fails);
        let capacity = self.upper_bound(size).min(MOST_BYTES);
        let initial = if zeroed {
            Initial::Zero
        } else {
            Initial::Open(Rc::new(Origin {
                frames: self.frames.clone(),
                open: Open::Content(expr.site),
                name: name.to_string(),
                span: expr.span,
            }))
        };
        let object = self.new_object(
            Info {
                kind: if heap {
                    ObjectKind::Heap
                } else {
                    ObjectKind::Local
                },
                name: name.to_string(),
                size,
                capacity,
                layout: None,
                initial,
                literal: false,
                made: Some((self.frames.clone(), expr.site)),
            },
            expr.span,
        )?;
        self.set_alive(object, works);
        let pointer = self.pointer_to(object);
        let null = self.null();
        Ok(self.choose(fails, &Value::Pointer(null), &Value::Pointer(pointer)))
    }

    pub(super) fn reallocate(&mut self, old: Pointer, size: TermId, expr: &Expr) -> Done<Value> {
        let here = Here {
            site: expr.site,
            span: expr.at,
        };
        let fine = self.freeable(old);
        self.check(
            Class::Precondition,
            here.site,
            here.span,
            "what is reallocated was not allocated",
            fine,
        );
        let targets = self.targets(old);
        let new = self.allocate(size, false, true, "realloc", expr)?;
        let Value::Pointer(pointer) = new else {
            return Ok(new);
        };
        let null = self.null();
        let failed = self.same_pointer(pointer, null);
        let worked = self.pool.not(failed);
        let Some(fresh) = self.objects.len().checked_sub(1).map(|n| n as u32) else {
            return Ok(new);
        };
        // What both have in common is copied cell by cell.
        for (object, means) in targets {
            let Some(layout) = self.objects[object as usize].layout.clone() else {
                continue;
            };
            let common = self.common_bytes(object, fresh, means, here);
            self.objects[fresh as usize]
                .layout
                .get_or_insert(layout.clone());
            let mut number = 0;
            while layout.cell(number).offset + layout.cell(number).size <= common {
                let cell = layout.cell(number);
                let value = self.cell(object, number, cell);
                let value = self.seen(value);
                let start = self.pointer_to(fresh);
                let at = self.moved(start, cell.offset);
                let own_size = self.objects[object as usize].size;
                let end = self.offset(cell.offset + cell.size);
                let inside = self.pool.bv_ule(end, own_size);
                let inside = self.settled(inside);
                let when = self.pool.gate(means, inside);
                self.store_scalar(at, cell, &value, when, here);
                number += 1;
            }
        }
        self.release_where(old, worked);
        Ok(new)
    }

    /// How many bytes of an object go into the one that replaces it.
    pub(super) fn common_bytes(&mut self, old: u32, new: u32, means: TermId, here: Here) -> u64 {
        let (old, new) = (&self.objects[old as usize], &self.objects[new as usize]);
        let common = old.capacity.min(new.capacity);
        let size = old.size;
        if common <= self.options.capacity {
            return common;
        }
        let limit = self.offset(self.options.capacity);
        let fits = self.pool.bv_ule(size, limit);
        let other = self.pool.not(means);
        let holds = either(self.pool, other, fits);
        self.check(
            Class::Capacity,
            here.site,
            here.span,
            "an object that is reallocated is too large",
            holds,
        );
        self.assume(holds);
        self.options.capacity
    }

    /// Whether `free` may be called with a pointer.
    pub(super) fn freeable(&mut self, pointer: Pointer) -> TermId {
        let null = self.null();
        let mut fine = self.same_pointer(pointer, null);
        let start = self.offset(0);
        let at_start = self.equal(pointer.offset, start);
        for (object, means) in self.targets(pointer) {
            if self.objects[object as usize].kind != ObjectKind::Heap {
                continue;
            }
            let Some(alive) = self.path.bodies.get(object as usize).map(|b| b.alive) else {
                continue;
            };
            let mut good = self.pool.gate(means, alive);
            good = self.pool.gate(good, at_start);
            fine = either(self.pool, fine, good);
        }
        fine
    }

    pub(super) fn release(&mut self, pointer: Pointer, here: Here) {
        let fine = self.freeable(pointer);
        self.check(
            Class::Precondition,
            here.site,
            here.span,
            "what is freed was not allocated, or is freed already",
            fine,
        );
        let always = self.pool.bool(true);
        self.release_where(pointer, always);
    }

    pub(super) fn release_where(&mut self, pointer: Pointer, when: TermId) {
        let start = self.offset(0);
        let at_start = self.equal(pointer.offset, start);
        for (object, means) in self.targets(pointer) {
            if self.objects[object as usize].kind != ObjectKind::Heap {
                continue;
            }
            let Some(alive) = self.path.bodies.get(object as usize).map(|b| b.alive) else {
                continue;
            };
            let mut freed = self.pool.gate(means, at_start);
            freed = self.pool.gate(freed, when);
            let kept = self.pool.not(freed);
            let alive = self.pool.gate(alive, kept);
            self.set_alive(object, alive);
        }
    }

    /// No allocated object may be left.
    pub fn check_leaks(&mut self, entry: FunctionId, span: assay_source::Span) {
        let mut left = self.pool.bool(false);
        for object in 0..self.objects.len() {
            if self.objects[object].kind == ObjectKind::Heap
                && let Some(alive) = self.path.bodies.get(object).map(|b| b.alive)
            {
                left = either(self.pool, left, alive);
            }
        }
        let none = self.pool.not(left);
        let site = crate::program::Site(u32::MAX);
        debug_assert!(entry == self.options.entry);
        self.check(
            Class::Leak,
            site,
            span,
            "memory is allocated and never freed",
            none,
        );
    }
}
