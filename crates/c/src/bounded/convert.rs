//! Values as words and back, choices between values, and conversions between types.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;

use super::exec::Exec;
use super::value::{OBJECT_BITS, OFFSET_BITS, Pointer, Unread, Value};
use super::{Done, unsupported};
use crate::checks::Class;
use crate::context::{Key, Open};
use crate::float;
use crate::program::{FloatKind, Site, Type, TypeId};

impl Exec<'_> {
    /// Makes a variable of what nobody has looked at so far.
    pub fn read(&mut self, unread: &Unread) -> Value {
        let origin = &unread.origin;
        let key = Key {
            frames: origin.frames.clone(),
            open: origin.open,
            offset: unread.offset,
        };
        let name = match origin.open {
            Open::Content(_) if unread.offset > 0 => format!("{}+{}", origin.name, unread.offset),
            _ => origin.name.clone(),
        };
        let word = self
            .inputs
            .word(self.pool, key, unread.bits, &name, origin.span);
        if unread.pointer {
            Value::Pointer(self.decoded(word))
        } else {
            Value::Word(word)
        }
    }

    pub fn seen(&mut self, value: Value) -> Value {
        match value {
            Value::Open(unread) => self.read(&unread),
            other => other,
        }
    }

    /// A scalar as the word that its bytes are.
    pub fn word(&mut self, value: &Value) -> TermId {
        match value {
            Value::Word(word) => *word,
            Value::Pointer(pointer) => self.encoded(*pointer),
            Value::Open(unread) => {
                let unread = unread.clone();
                let value = self.read(&unread);
                self.word(&value)
            }
            // A value of type `void` is never looked at; a record is taken apart before.
            Value::Void | Value::Record(_) => self.pool.bits(8, 0u32),
        }
    }

    pub fn pointer(&mut self, value: &Value) -> Pointer {
        match value {
            Value::Pointer(pointer) => *pointer,
            Value::Open(unread) => {
                let unread = unread.clone();
                let value = self.read(&unread);
                self.pointer(&value)
            }
            other => {
                let word = self.word(other);
                self.decoded(word)
            }
        }
    }

    /// How many bits of an address are the offset, and how many the object.
    fn split(&self) -> (u32, u32) {
        match self.program.types.model.pointer_bits() {
            64 => (48, OBJECT_BITS),
            _ => (20, 12),
        }
    }

    /// A pointer as an address.
    pub fn encoded(&mut self, pointer: Pointer) -> TermId {
        let (low, high) = self.split();
        let offset = self.pool.extract(low - 1, 0, pointer.offset);
        let object = self.pool.extract(high - 1, 0, pointer.object);
        self.pool.concat(object, offset)
    }

    pub fn decoded(&mut self, address: TermId) -> Pointer {
        let (low, high) = self.split();
        let offset = self.pool.extract(low - 1, 0, address);
        let offset = self.pool.sign_extend(OFFSET_BITS - low, offset);
        let object = self.pool.extract(low + high - 1, low, address);
        let object = self.pool.zero_extend(OBJECT_BITS - high, object);
        Pointer { object, offset }
    }

    /// A word as a scalar of a type.
    pub fn scalar(&mut self, word: TermId, pointer: bool) -> Value {
        if pointer {
            Value::Pointer(self.decoded(word))
        } else {
            Value::Word(word)
        }
    }

    /// `a` where the condition holds, else `b`.
    pub fn choose(&mut self, condition: TermId, a: &Value, b: &Value) -> Value {
        match (a, b) {
            (Value::Open(x), Value::Open(y)) if Rc::ptr_eq(x, y) || same_cell(x, y) => a.clone(),
            (Value::Word(x), Value::Word(y)) => Value::Word(self.pool.ite(condition, *x, *y)),
            (Value::Pointer(x), Value::Pointer(y)) => Value::Pointer(Pointer {
                object: self.pool.ite(condition, x.object, y.object),
                offset: self.pool.ite(condition, x.offset, y.offset),
            }),
            (Value::Record(x), Value::Record(y)) => {
                if Rc::ptr_eq(x, y) {
                    return a.clone();
                }
                let parts = x.iter().zip(y.iter());
                Value::Record(Rc::new(
                    parts.map(|(x, y)| self.choose(condition, x, y)).collect(),
                ))
            }
            (Value::Void, _) | (_, Value::Void) => Value::Void,
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => {
                let (x, y) = (self.pointer(a), self.pointer(b));
                self.choose(condition, &Value::Pointer(x), &Value::Pointer(y))
            }
            _ => {
                let (a, b) = (self.seen(a.clone()), self.seen(b.clone()));
                self.choose(condition, &a, &b)
            }
        }
    }

    /// Whether a scalar is not zero.
    pub fn truth(&mut self, value: &Value, ty: TypeId) -> TermId {
        if let Some(format) = self.format(ty) {
            let word = self.word(value);
            let zero = float::is_zero(self.pool, format, word);
            return self.pool.not(zero);
        }
        let zero = match self.seen(value.clone()) {
            Value::Pointer(p) => {
                let null = self.null();
                self.same_pointer(p, null)
            }
            other => {
                let word = self.word(&other);
                let zero = self.pool.bits(self.pool.width(word), 0u32);
                self.equal(word, zero)
            }
        };
        self.pool.not(zero)
    }

    /// Equality of words. A choice between constants is compared constant by constant, so that a truth value that became an `int` is a
    /// truth value again.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.pool.eq(a, b);
        self.settled(equal)
    }

    pub fn same_pointer(&mut self, a: Pointer, b: Pointer) -> TermId {
        let object = self.equal(a.object, b.object);
        let offset = self.equal(a.offset, b.offset);
        self.pool.gate(object, offset)
    }

    /// A truth value as a word.
    pub fn number(&mut self, truth: TermId, bits: u32) -> TermId {
        let (one, zero) = (self.pool.bits(bits, 1u32), self.pool.bits(bits, 0u32));
        self.pool.ite(truth, one, zero)
    }

    /// The format of a floating type that is computed with.
    pub fn format(&self, ty: TypeId) -> Option<float::Format> {
        match self.program.types.get(ty) {
            Type::Float(FloatKind::Float) => Some(float::Format::FLOAT),
            Type::Float(FloatKind::Double) => Some(float::Format::DOUBLE),
            _ => None,
        }
    }

    /// As wide as another word; the sign counts where the value is signed.
    pub fn resized(&mut self, word: TermId, signed: bool, bits: u32) -> TermId {
        let width = self.pool.width(word);
        if bits < width {
            self.pool.extract(bits - 1, 0, word)
        } else if signed {
            self.pool.sign_extend(bits - width, word)
        } else {
            self.pool.zero_extend(bits - width, word)
        }
    }

    pub fn convert(
        &mut self,
        value: Value,
        from: TypeId,
        to: TypeId,
        site: Site,
        span: Span,
    ) -> Done<Value> {
        if from == to {
            return Ok(value);
        }
        let types = &self.program.types;
        for ty in [from, to] {
            if matches!(types.get(ty), Type::Float(FloatKind::LongDouble)) {
                return Err(unsupported("`long double`", span));
            }
        }
        let (source, target) = (types.get(from).clone(), types.get(to).clone());
        Ok(match (source, target) {
            (_, Type::Void) => Value::Void,
            (Type::Pointer(_) | Type::Array(..) | Type::Function(_), Type::Pointer(to)) => {
                let value = self.seen(value);
                self.suggest_layout(&value, to);
                value
            }
            (_, Type::Bool) => {
                let truth = self.truth(&value, from);
                Value::Word(self.number(truth, 8))
            }
            (Type::Float(_), Type::Float(_)) => {
                let word = self.word(&value);
                match (self.format(from), self.format(to)) {
                    (Some(f), Some(t)) => Value::Word(float::convert(self.pool, f, t, word)),
                    _ => return Err(unsupported("this floating type", span)),
                }
            }
            (Type::Float(_), Type::Int { bits, signed, .. }) => {
                let word = self.word(&value);
                match self.format(from) {
                    Some(f) if signed => Value::Word(float::to_signed(self.pool, f, word, bits)),
                    Some(f) => Value::Word(float::to_unsigned(self.pool, f, word, bits)),
                    None => return Err(unsupported("this floating type", span)),
                }
            }
            (Type::Bool | Type::Int { .. }, Type::Float(_)) => {
                let word = self.word(&value);
                let signed = self.program.types.word(from).is_some_and(|(_, s)| s);
                match self.format(to) {
                    Some(t) if signed => Value::Word(float::from_signed(self.pool, t, word)),
                    Some(t) => Value::Word(float::from_unsigned(self.pool, t, word)),
                    None => return Err(unsupported("this floating type", span)),
                }
            }
            (Type::Pointer(_), Type::Int { bits, .. }) => {
                let word = self.word(&value);
                Value::Word(self.resized(word, false, bits))
            }
            (Type::Bool | Type::Int { .. }, Type::Pointer(_)) => {
                let word = self.word(&value);
                let signed = self.program.types.word(from).is_some_and(|(_, s)| s);
                let address = self.resized(word, signed, self.program.types.model.pointer_bits());
                Value::Pointer(self.decoded(address))
            }
            (Type::Bool | Type::Int { .. }, Type::Int { bits, signed, .. }) => {
                let word = self.word(&value);
                let (_, was_signed) = self.program.types.word(from).unwrap_or((bits, signed));
                let converted = self.resized(word, was_signed, bits);
                if self.checks_at(site).conversion {
                    let keeps = self.keeps_value(word, was_signed, converted, signed);
                    self.check(
                        Class::Conversion,
                        site,
                        span,
                        "a conversion changes the value",
                        keeps,
                    );
                }
                Value::Word(converted)
            }
            _ => value,
        })
    }

    /// Whether two words of perhaps different widths are the same number.
    fn keeps_value(&mut self, a: TermId, a_signed: bool, b: TermId, b_signed: bool) -> TermId {
        let wide = self.pool.width(a).max(self.pool.width(b)) + 1;
        let (a, b) = (
            self.resized(a, a_signed, wide),
            self.resized(b, b_signed, wide),
        );
        self.equal(a, b)
    }
}

fn same_cell(a: &Unread, b: &Unread) -> bool {
    Rc::ptr_eq(&a.origin, &b.origin)
        && a.offset == b.offset
        && a.bits == b.bits
        && a.pointer == b.pointer
}
