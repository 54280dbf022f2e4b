//! Functions without a body that mean something: assumptions and assertions, memory, primitives about pointers, operations of the compiler.
//! Any other function without a body returns anything and does nothing else.

use assay_term::TermId;

use super::Done;
use super::arith::Here;
use super::call::Argument;
use super::exec::Exec;
use super::guard::either;
use super::lvalue::{Loc, Spot};
use super::memory::ObjectKind;
use super::moment::Event;
use super::value::{OFFSET_BITS, Value};
use crate::checks::Class;
use crate::context::Open;
use crate::float;
use crate::program::{BinaryOp, Expr, FunctionId};

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
