//! Ranges of bytes: copied, filled, or left open.

use std::rc::Rc;

use assay_term::TermId;

use super::Done;
use super::arith::Here;
use super::exec::Exec;
use super::guard::either;
use super::layout::Cell;
use super::value::{OFFSET_BITS, Origin, Pointer, Unread, Value};
use crate::checks::Class;
use crate::context::Open;
use crate::program::Expr;

impl Exec<'_> {
    pub(super) fn copy(
        &mut self,
        to: Pointer,
        from: Pointer,
        bytes: TermId,
        apart: bool,
        here: Here,
    ) -> Done<()> {
        let bytes = self.resized(bytes, false, OFFSET_BITS);
        let (readable, writable) = (self.valid(from, bytes), self.valid(to, bytes));
        let none = self.offset(0);
        let nothing = self.equal(bytes, none);
        let mut valid = self.pool.gate(readable, writable);
        if apart {
            let separate = self.separate(to, from, bytes);
            valid = self.pool.gate(valid, separate);
        }
        let valid = either(self.pool, valid, nothing);
        if self.checks_at(here.site).pointer {
            self.check(
                Class::Precondition,
                here.site,
                here.span,
                "the bytes that are copied are not all there, or overlap",
                valid,
            );
        }
        self.share_layout(to, from);
        let pieces = self.pieces(from, bytes, here)?;
        let mut values = Vec::with_capacity(pieces.len());
        for &cell in &pieces {
            let at = self.moved(from, cell.offset);
            values.push(self.load_scalar(at, cell, here));
        }
        for (cell, value) in pieces.into_iter().zip(values) {
            let Some(value) = value else { continue };
            let at = self.moved(to, cell.offset);
            let end = self.offset(cell.offset + cell.size);
            let inside = self.pool.bv_ule(end, bytes);
            let inside = self.settled(inside);
            let when = self.pool.gate(valid, inside);
            self.store_scalar(at, cell, &value, when, here);
        }
        Ok(())
    }

    /// Whether two ranges of bytes have nothing in common.
    pub(super) fn separate(&mut self, a: Pointer, b: Pointer, bytes: TermId) -> TermId {
        let same = self.equal(a.object, b.object);
        let other = self.pool.not(same);
        let (end_a, end_b) = (
            self.pool.bv_add(a.offset, bytes),
            self.pool.bv_add(b.offset, bytes),
        );
        let before = self.pool.bv_ule(end_a, b.offset);
        let after = self.pool.bv_ule(end_b, a.offset);
        let apart = either(self.pool, before, after);
        either(self.pool, other, apart)
    }

    /// An object without a layout gets that of what is copied into it.
    pub(super) fn share_layout(&mut self, to: Pointer, from: Pointer) {
        let (Some(target), Some(source)) = (self.constant(to.object), self.constant(from.object))
        else {
            return;
        };
        let layout = self
            .objects
            .get(source as usize)
            .and_then(|o| o.layout.clone());
        if let (Some(layout), Some(info)) = (layout, self.objects.get_mut(target as usize)) {
            info.layout.get_or_insert(layout);
        }
    }

    /// How a range of bytes is copied: by cells where it is known which they are and how many, otherwise byte by byte.
    pub(super) fn pieces(&mut self, from: Pointer, bytes: TermId, here: Here) -> Done<Vec<Cell>> {
        let length = match self.constant(bytes) {
            Some(length) => length,
            None => self.limited(bytes, here),
        };
        if length > 1 << 16 {
            return Err(super::unsupported(
                "more than 65,536 bytes in one copy",
                here.span,
            ));
        }
        let start = (self.constant(from.object), self.constant(from.offset));
        if let (Some(object), Some(start)) = start
            && self.constant(bytes).is_some()
            && let Some(layout) = self
                .objects
                .get(object as usize)
                .and_then(|o| o.layout.clone())
        {
            let mut pieces = Vec::new();
            let mut byte = start;
            while byte < start + length {
                match layout.at(byte) {
                    Some((_, cell))
                        if cell.offset == byte && cell.offset + cell.size <= start + length =>
                    {
                        pieces.push(Cell {
                            offset: byte - start,
                            ..cell
                        });
                        byte += cell.size;
                    }
                    Some(_) => {
                        pieces.push(Cell {
                            offset: byte - start,
                            size: 1,
                            pointer: false,
                        });
                        byte += 1;
                    }
                    None => byte += 1,
                }
            }
            return Ok(pieces);
        }
        Ok((0..length)
            .map(|offset| Cell {
                offset,
                size: 1,
                pointer: false,
            })
            .collect())
    }

    pub(super) fn fill(
        &mut self,
        to: Pointer,
        byte: TermId,
        bytes: TermId,
        here: Here,
    ) -> Done<()> {
        let bytes = self.resized(bytes, false, OFFSET_BITS);
        let none = self.offset(0);
        let nothing = self.equal(bytes, none);
        let writable = self.valid(to, bytes);
        let valid = either(self.pool, writable, nothing);
        if self.checks_at(here.site).pointer {
            self.check(
                Class::Precondition,
                here.site,
                here.span,
                "the bytes that are set are not all there",
                valid,
            );
        }
        for cell in self.pieces(to, bytes, here)? {
            let mut word = byte;
            for _ in 1..cell.size {
                word = self.pool.concat(byte, word);
            }
            let value = self.scalar(word, cell.pointer);
            let at = self.moved(to, cell.offset);
            let end = self.offset(cell.offset + cell.size);
            let inside = self.pool.bv_ule(end, bytes);
            let inside = self.settled(inside);
            let when = self.pool.gate(valid, inside);
            self.store_scalar(at, cell, &value, when, here);
        }
        Ok(())
    }

    /// Every cell of the object may hold anything.
    pub(super) fn havoc(&mut self, pointer: Pointer, expr: &Expr) {
        for (object, means) in self.targets(pointer) {
            let info = &self.objects[object as usize];
            let (Some(layout), capacity) = (info.layout.clone(), info.capacity) else {
                continue;
            };
            let origin = Rc::new(Origin {
                frames: self.frames.clone(),
                open: Open::Content(expr.site),
                name: info.name.clone(),
                span: expr.span,
            });
            let mut number = 0;
            while layout.cell(number).offset + layout.cell(number).size <= capacity {
                let cell = layout.cell(number);
                let open = Value::Open(Rc::new(Unread {
                    origin: origin.clone(),
                    offset: cell.offset,
                    bits: cell.size as u32 * 8,
                    pointer: cell.pointer,
                }));
                let old = self.cell(object, number, cell);
                let new = self.choose(means, &open, &old);
                self.set_cell(object, number, new);
                number += 1;
            }
        }
    }
}
