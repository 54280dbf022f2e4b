//! Functions without a body that mean something: assumptions and assertions, memory, primitives about pointers, operations of the compiler.
//! Any other function without a body returns anything and does nothing else.

use std::rc::Rc;

use assay_term::TermId;

use super::Done;
use super::arith::Here;
use super::call::Argument;
use super::exec::Exec;
use super::guard::either;
use super::layout::Cell;
use super::lvalue::{Loc, Spot};
use super::memory::{Info, Initial, ObjectKind};
use super::moment::Event;
use super::value::{OFFSET_BITS, Origin, Pointer, Unread, Value};
use crate::checks::Class;
use crate::context::{Key, Open};
use crate::float;
use crate::program::{BinaryOp, Expr, FunctionId};

/// Larger allocations fail: no machine has as many bytes.
const MOST_BYTES: u64 = 1 << 46;

impl Exec<'_> {
    pub fn builtin(
        &mut self,
        function: FunctionId,
        arguments: &[Argument],
        expr: &Expr,
    ) -> Done<Value> {
        let name = self.program.function(function).name.clone();
        let plain = name.strip_prefix("__builtin_").unwrap_or(&name);
        let plain = plain
            .strip_prefix("__")
            .and_then(|n| n.strip_suffix("_chk"))
            .unwrap_or(plain);
        if ends_the_program(plain) {
            self.note_exit(function, arguments, expr);
            self.end();
            self.kill();
            return self.default_value(expr.ty, expr.span);
        }
        if let Some(value) = self.known(plain, arguments, expr)? {
            return Ok(value);
        }
        if name.starts_with("__CPROVER_uninterpreted_") {
            return Err(super::unsupported("an uninterpreted function", expr.span));
        }
        if !is_open_on_purpose(&name) {
            if !self.without_body.iter().any(|(n, _)| *n == name) {
                self.without_body.push((name.clone(), expr.span));
            }
            let never = self.pool.bool(false);
            let message = format!("`{name}` is called and has no body");
            self.check(Class::NoBody, expr.site, expr.at, &message, never);
        }
        if !arguments.is_empty() {
            let values: Vec<&Value> = arguments.iter().map(|(_, value)| value).collect();
            let event = Event::Outside(function, expr.site);
            self.moment(event, expr.span, &name, &values);
        }
        self.open_result(Open::Result(expr.site), &name, expr.ty, expr.span)
    }

    /// Records what can be seen where a function ends the program.
    pub fn note_exit(&mut self, function: FunctionId, arguments: &[Argument], expr: &Expr) {
        let name = self.program.function(function).name.clone();
        let values: Vec<&Value> = arguments.iter().map(|(_, value)| value).collect();
        let event = Event::Exit(function, expr.site);
        self.moment(event, expr.span, &name, &values);
    }

    /// The value, if the function is known and has these arguments.
    fn known(&mut self, name: &str, arguments: &[Argument], expr: &Expr) -> Done<Option<Value>> {
        let here = Here {
            site: expr.site,
            span: expr.at,
        };
        let value = match (name, arguments) {
            ("__CPROVER_assume" | "__VERIFIER_assume" | "assume", [(ty, value), ..]) => {
                let holds = self.truth(value, *ty);
                self.assumption(expr.site, expr.span, holds);
                Value::Void
            }
            ("__CPROVER_assert" | "__VERIFIER_assert" | "assert", [(ty, value), ..]) => {
                let holds = self.truth(value, *ty);
                self.check(
                    Class::Assertion,
                    expr.site,
                    expr.span,
                    "an assertion fails",
                    holds,
                );
                Value::Void
            }
            ("__CPROVER_precondition", [(ty, value), ..]) => {
                let holds = self.truth(value, *ty);
                self.check(
                    Class::Precondition,
                    expr.site,
                    expr.span,
                    "a precondition fails",
                    holds,
                );
                Value::Void
            }
            (
                "__VERIFIER_error" | "reach_error" | "__assert_fail" | "__assert_rtn"
                | "unreachable",
                _,
            ) => {
                let never = self.pool.bool(false);
                self.check(
                    Class::Assertion,
                    expr.site,
                    expr.span,
                    "a place that must not be reached is",
                    never,
                );
                Value::Void
            }
            ("malloc", [(_, size)]) => {
                let size = self.word(size);
                self.allocate(size, false, true, "malloc", expr)?
            }
            ("alloca", [(_, size)]) => {
                let size = self.word(size);
                self.allocate(size, false, false, "alloca", expr)?
            }
            ("calloc", [(_, count), (_, size)]) => {
                let (count, size) = (self.word(count), self.word(size));
                let bytes = self.pool.bv_mul(count, size);
                // A product that does not fit is more than any machine has.
                let bits = self.pool.width(bytes);
                let cut = self.overflows(BinaryOp::Mul, count, size, bytes, bits, false);
                let all = self.pool.bits(bits, super::sets::mask(bits));
                let bytes = self.pool.ite(cut, all, bytes);
                self.allocate(bytes, true, true, "calloc", expr)?
            }
            ("realloc", [(_, old), (_, size)]) => {
                let (old, size) = (self.pointer(old), self.word(size));
                self.reallocate(old, size, expr)?
            }
            ("free", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                self.release(pointer, here);
                Value::Void
            }
            ("memcpy" | "memmove", [(_, to), (_, from), (_, bytes), ..]) => {
                let (to, from) = (self.pointer(to), self.pointer(from));
                let bytes = self.word(bytes);
                self.copy(to, from, bytes, name == "memcpy", here)?;
                Value::Pointer(to)
            }
            ("memset", [(_, to), (_, byte), (_, bytes), ..]) => {
                let to = self.pointer(to);
                let byte = self.word(byte);
                let byte = self.pool.extract(7, 0, byte);
                let bytes = self.word(bytes);
                self.fill(to, byte, bytes, here)?;
                Value::Pointer(to)
            }
            ("expect" | "expect_with_probability", [(_, value), ..]) => value.clone(),
            ("constant_p", _) => self.integer(0, expr.ty),
            ("assume_aligned", [(_, value), ..]) => value.clone(),
            (
                "prefetch" | "va_end" | "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_cover"
                | "__CPROVER_printf",
                _,
            ) => Value::Void,
            ("object_size", _) => self.integer(u128::MAX, expr.ty),
            _ => return self.known_primitive(name, arguments, expr),
        };
        Ok(Some(value))
    }

    fn known_primitive(
        &mut self,
        name: &str,
        arguments: &[Argument],
        expr: &Expr,
    ) -> Done<Option<Value>> {
        let (bits, _) = self.word_of(expr.ty);
        let value = match (name, arguments) {
            (
                "__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok",
                [(_, pointer), rest @ ..],
            ) => {
                let pointer = self.pointer(pointer);
                let bytes = match rest.first() {
                    Some((_, bytes)) => {
                        let word = self.word(bytes);
                        self.resized(word, false, OFFSET_BITS)
                    }
                    None => self.offset(1),
                };
                let valid = self.valid(pointer, bytes);
                Value::Word(self.number(valid, bits))
            }
            ("__CPROVER_OBJECT_SIZE", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                let mut size = self.offset(0);
                for (object, means) in self.targets(pointer) {
                    let own = self.objects[object as usize].size;
                    size = self.pool.ite(means, own, size);
                }
                Value::Word(self.resized(size, false, bits))
            }
            ("__CPROVER_POINTER_OBJECT", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                Value::Word(self.resized(pointer.object, false, bits))
            }
            ("__CPROVER_POINTER_OFFSET", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                Value::Word(self.resized(pointer.offset, true, bits))
            }
            ("__CPROVER_same_object", [(_, a), (_, b)]) => {
                let (a, b) = (self.pointer(a), self.pointer(b));
                let same = self.equal(a.object, b.object);
                Value::Word(self.number(same, bits))
            }
            ("__CPROVER_DYNAMIC_OBJECT", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                let mut dynamic = self.pool.bool(false);
                for (object, means) in self.targets(pointer) {
                    if self.objects[object as usize].kind == ObjectKind::Heap {
                        dynamic = either(self.pool, dynamic, means);
                    }
                }
                Value::Word(self.number(dynamic, bits))
            }
            ("__CPROVER_havoc_object", [(_, pointer)]) => {
                let pointer = self.pointer(pointer);
                self.havoc(pointer, expr);
                Value::Void
            }
            ("clz" | "clzl" | "clzll" | "ctz" | "ctzl" | "ctzll", [(_, value)]) => {
                let word = self.word(value);
                let width = self.pool.width(word);
                let zero = self.pool.bits(width, 0u32);
                let is_zero = self.equal(word, zero);
                let some = self.pool.not(is_zero);
                self.check(
                    Class::BitCount,
                    expr.site,
                    expr.at,
                    "the bits of zero are counted",
                    some,
                );
                Value::Word(self.first_one(word, name.starts_with("clz"), bits))
            }
            ("ffs" | "ffsl" | "ffsll", [(_, value)]) => {
                let word = self.word(value);
                let zero = self.pool.bits(self.pool.width(word), 0u32);
                let is_zero = self.equal(word, zero);
                let (one, none) = (self.pool.bits(bits, 1u32), self.pool.bits(bits, 0u32));
                let place = self.first_one(word, false, bits);
                let place = self.pool.bv_add(place, one);
                Value::Word(self.pool.ite(is_zero, none, place))
            }
            (
                "popcount" | "popcountl" | "popcountll" | "parity" | "parityl" | "parityll",
                [(_, value)],
            ) => {
                let word = self.word(value);
                let mut sum = self.pool.bits(bits, 0u32);
                for at in 0..self.pool.width(word) {
                    let bit = self.pool.extract(at, at, word);
                    let bit = self.pool.zero_extend(bits - 1, bit);
                    sum = self.pool.bv_add(sum, bit);
                }
                if name.starts_with("parity") {
                    let low = self.pool.extract(0, 0, sum);
                    sum = self.pool.zero_extend(bits - 1, low);
                }
                Value::Word(sum)
            }
            ("bswap16" | "bswap32" | "bswap64", [(_, value)]) => {
                let word = self.word(value);
                let bytes = self.pool.width(word) / 8;
                let mut swapped = self.pool.extract(7, 0, word);
                for at in 1..bytes {
                    let byte = self.pool.extract(at * 8 + 7, at * 8, word);
                    swapped = self.pool.concat(swapped, byte);
                }
                Value::Word(swapped)
            }
            ("bitreverse8" | "bitreverse16" | "bitreverse32" | "bitreverse64", [(_, value)]) => {
                let word = self.word(value);
                let mut reversed = self.pool.extract(0, 0, word);
                for at in 1..self.pool.width(word) {
                    let bit = self.pool.extract(at, at, word);
                    reversed = self.pool.concat(reversed, bit);
                }
                Value::Word(reversed)
            }
            (_, [(a_ty, a), (b_ty, b), (to_ty, to)]) if overflow_operation(name).is_some() => {
                let op = overflow_operation(name).unwrap_or(BinaryOp::Add);
                let to_ty = self.pointee(*to_ty);
                let (to_bits, to_signed) = self.word_of(to_ty);
                let wide = 2 * self
                    .word_of(*a_ty)
                    .0
                    .max(self.word_of(*b_ty).0)
                    .max(to_bits)
                    + 2;
                let exact = |exec: &mut Self, value: &Value, ty| {
                    let (_, signed) = exec.word_of(ty);
                    let word = exec.word(value);
                    exec.resized(word, signed, wide)
                };
                let (x, y) = (exact(self, a, *a_ty), exact(self, b, *b_ty));
                let result = match op {
                    BinaryOp::Add => self.pool.bv_add(x, y),
                    BinaryOp::Sub => self.pool.bv_sub(x, y),
                    _ => self.pool.bv_mul(x, y),
                };
                let kept = self.pool.extract(to_bits - 1, 0, result);
                let back = self.resized(kept, to_signed, wide);
                let fits = self.equal(back, result);
                let spot = Spot {
                    at: self.pointer(to),
                    valid: self.pool.bool(true),
                    deref: Some((expr.site, expr.at)),
                    bits: None,
                };
                self.store(
                    &Loc::Memory(spot),
                    to_ty,
                    Value::Word(kept),
                    expr.site,
                    expr.at,
                )?;
                let overflows = self.pool.not(fits);
                Value::Word(self.number(overflows, bits))
            }
            _ => return self.known_float(name, arguments, expr),
        };
        Ok(Some(value))
    }

    fn known_float(
        &mut self,
        name: &str,
        arguments: &[Argument],
        expr: &Expr,
    ) -> Done<Option<Value>> {
        let [(ty, value), ..] = arguments else {
            return Ok(None);
        };
        let Some(format) = self.format(*ty) else {
            return Ok(None);
        };
        let word = self.word(value);
        let (bits, _) = self.word_of(expr.ty);
        let base = name.trim_start_matches("__").trim_start_matches("CPROVER_");
        let base = base
            .strip_suffix('f')
            .filter(|b| *b != "in")
            .unwrap_or(base);
        let base = base
            .strip_suffix('d')
            .filter(|b| b.starts_with("is"))
            .unwrap_or(base);
        let truth = match base {
            "isnan" => float::is_nan(self.pool, format, word),
            "isinf" | "isinf_sign" => float::is_inf(self.pool, format, word),
            "isnormal" => float::is_normal(self.pool, format, word),
            "isfinite" | "finite" => {
                let (nan, inf) = (
                    float::is_nan(self.pool, format, word),
                    float::is_inf(self.pool, format, word),
                );
                let neither = either(self.pool, nan, inf);
                self.pool.not(neither)
            }
            "sign" | "signbit" => float::sign(self.pool, format, word),
            "fabs" => return Ok(Some(Value::Word(float::abs(self.pool, format, word)))),
            "sqrt" => return Ok(Some(Value::Word(float::sqrt(self.pool, format, word)))),
            "floor" => return Ok(Some(Value::Word(float::floor(self.pool, format, word)))),
            "ceil" => return Ok(Some(Value::Word(float::ceil(self.pool, format, word)))),
            "trunc" => return Ok(Some(Value::Word(float::trunc(self.pool, format, word)))),
            "round" => return Ok(Some(Value::Word(float::round(self.pool, format, word)))),
            "fmod" => {
                let [_, (_, divisor), ..] = arguments else {
                    return Ok(None);
                };
                let divisor = self.word(divisor);
                return Ok(Some(Value::Word(float::rem(
                    self.pool, format, word, divisor,
                ))));
            }
            "rint" | "nearbyint" => {
                return Ok(Some(Value::Word(float::rint(self.pool, format, word))));
            }
            _ => return Ok(None),
        };
        Ok(Some(Value::Word(self.number(truth, bits))))
    }

    /// How many zeros stand before the highest, or behind the lowest one.
    fn first_one(&mut self, word: TermId, from_top: bool, bits: u32) -> TermId {
        let width = self.pool.width(word);
        let mut count = self.pool.bits(bits, width);
        // The decisive bit comes last, and wins.
        for far in (0..width).rev() {
            let at = if from_top { width - 1 - far } else { far };
            let bit = self.pool.extract(at, at, word);
            let bit = self.pool.bool_of_bv(bit);
            let here = self.pool.bits(bits, far);
            count = self.pool.ite(bit, here, count);
        }
        count
    }

    fn allocate(
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

    fn reallocate(&mut self, old: Pointer, size: TermId, expr: &Expr) -> Done<Value> {
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
    fn common_bytes(&mut self, old: u32, new: u32, means: TermId, here: Here) -> u64 {
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
    fn freeable(&mut self, pointer: Pointer) -> TermId {
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

    fn release(&mut self, pointer: Pointer, here: Here) {
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

    fn release_where(&mut self, pointer: Pointer, when: TermId) {
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

    fn copy(
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
    fn separate(&mut self, a: Pointer, b: Pointer, bytes: TermId) -> TermId {
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
    fn share_layout(&mut self, to: Pointer, from: Pointer) {
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
    fn pieces(&mut self, from: Pointer, bytes: TermId, here: Here) -> Done<Vec<Cell>> {
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

    fn fill(&mut self, to: Pointer, byte: TermId, bytes: TermId, here: Here) -> Done<()> {
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
    fn havoc(&mut self, pointer: Pointer, expr: &Expr) {
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

/// Functions whose names say that they return anything.
pub fn ends_the_program(name: &str) -> bool {
    matches!(
        name,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "trap"
    )
}

fn is_open_on_purpose(name: &str) -> bool {
    let prefixes = [
        "nondet_",
        "__VERIFIER_nondet",
        "__CPROVER_nondet",
        "__CPROVER_",
    ];
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn overflow_operation(name: &str) -> Option<BinaryOp> {
    let name = name
        .strip_prefix('s')
        .or(name.strip_prefix('u'))
        .unwrap_or(name);
    match name
        .strip_suffix("_overflow")
        .or(name.strip_suffix("l_overflow"))?
    {
        "add" | "addl" | "addll" => Some(BinaryOp::Add),
        "sub" | "subl" | "subll" | "ub" | "ubl" | "ubll" => Some(BinaryOp::Sub),
        "mul" | "mull" | "mulll" => Some(BinaryOp::Mul),
        _ => None,
    }
}
