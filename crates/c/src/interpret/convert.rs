//! Conversions between scalar types.

use assay_source::Span;

use super::arithmetic::truncate;
use super::machine::{Done, Machine};
use super::memory::Pointer;
use super::value::{Value, extend, mask, number};
use crate::checks::Class;
use crate::program::{FloatKind, Site, Type, TypeId};

/// Where an operation is, for its failures.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub site: Site,
    pub at: Span,
}

impl Machine<'_> {
    pub fn convert(&mut self, value: Value, from: TypeId, to: TypeId, spot: Spot) -> Done<Value> {
        let types = self.types;
        Ok(match (types.get(to), value) {
            (Type::Void, _) => Value::Void,
            (Type::Bool, value) => Value::of_bool(value.is_true()),
            (Type::Int { bits, signed, .. }, Value::Int(word)) => {
                let (from_bits, from_signed) = types.word(from).unwrap_or((128, false));
                let exact = number(word, from_bits, from_signed);
                let result = mask(exact as u128, *bits);
                if self.checks_at(spot.site).conversion && number(result, *bits, *signed) != exact {
                    self.conversion(spot, from_signed, *signed, *bits);
                }
                Value::Int(result)
            }
            (Type::Int { bits, signed, .. }, Value::Pointer(pointer)) => {
                let address = u128::from(self.memory.address(pointer));
                let width = types.model.pointer_bits();
                if self.checks_at(spot.site).conversion
                    && number(mask(address, *bits), *bits, *signed) != address as i128
                    && *bits < width
                {
                    self.conversion(spot, false, *signed, *bits);
                }
                Value::Int(mask(address, *bits))
            }
            (Type::Int { bits, signed, .. }, Value::Single(value)) => {
                self.whole(f64::from(value), *bits, *signed, spot)
            }
            (Type::Int { bits, signed, .. }, Value::Double(value)) => {
                self.whole(value, *bits, *signed, spot)
            }
            (Type::Pointer(_), Value::Int(word)) => {
                let (bits, signed) = types.word(from).unwrap_or((64, false));
                let wide = number(word, bits, signed) as u128;
                let address = mask(wide, types.model.pointer_bits());
                Value::Pointer(self.memory.pointer(address as u64))
            }
            (Type::Float(kind), value) => return self.make_float(*kind, value, from, spot),
            (_, Value::Extended(_)) => {
                return self.unsupported("a conversion of a long double", spot.at);
            }
            // Pointers to pointers, and records to themselves.
            (_, value) => value,
        })
    }

    fn conversion(&mut self, spot: Spot, from_signed: bool, signed: bool, bits: u32) {
        let name = |signed| if signed { "signed" } else { "unsigned" };
        self.fail(Class::Conversion, spot.site, spot.at, || {
            format!(
                "arithmetic overflow on {} to {} type conversion to {bits} bits",
                name(from_signed),
                name(signed)
            )
        });
    }

    fn whole(&mut self, value: f64, bits: u32, signed: bool, spot: Spot) -> Value {
        let (word, fits) = truncate(value, bits, signed);
        if !fits && self.checks_at(spot.site).conversion {
            self.fail(Class::Conversion, spot.site, spot.at, || {
                "arithmetic overflow on float to integer type conversion".into()
            });
        }
        Value::Int(word)
    }

    fn make_float(
        &mut self,
        kind: FloatKind,
        value: Value,
        from: TypeId,
        spot: Spot,
    ) -> Done<Value> {
        Ok(match (kind, value) {
            (FloatKind::Float, Value::Single(value)) => Value::Single(value),
            (FloatKind::Float, Value::Double(value)) => {
                let result = value as f32;
                if self.checks_at(spot.site).float_overflow
                    && result.is_infinite()
                    && value.is_finite()
                {
                    self.fail(Class::Float, spot.site, spot.at, || {
                        "arithmetic overflow on floating-point typecast".into()
                    });
                }
                Value::Single(result)
            }
            (FloatKind::Float, Value::Int(word)) => Value::Single(match self.types.word(from) {
                Some((bits, true)) => number(word, bits, true) as f32,
                _ => word as f32,
            }),
            (FloatKind::Double, Value::Single(value)) => Value::Double(f64::from(value)),
            (FloatKind::Double, Value::Double(value)) => Value::Double(value),
            (FloatKind::Double, Value::Int(word)) => Value::Double(match self.types.word(from) {
                Some((bits, true)) => number(word, bits, true) as f64,
                _ => word as f64,
            }),
            (FloatKind::LongDouble, Value::Extended(bits)) => Value::Extended(bits),
            (FloatKind::LongDouble, Value::Single(value)) => {
                Value::Extended(extend(f64::from(value)))
            }
            (FloatKind::LongDouble, Value::Double(value)) => Value::Extended(extend(value)),
            (FloatKind::LongDouble, Value::Int(word)) => {
                let exact = match self.types.word(from) {
                    Some((bits, true)) => number(word, bits, true) as f64,
                    _ => word as f64,
                };
                if exact.abs() >= 2f64.powi(53) {
                    return self.unsupported("a conversion to long double", spot.at);
                }
                Value::Extended(extend(exact))
            }
            _ => return self.unsupported("a conversion to a floating type", spot.at),
        })
    }

    /// A value that is used as a pointer.
    pub fn as_pointer(&mut self, value: Value) -> Pointer {
        match value {
            Value::Pointer(pointer) => pointer,
            value => {
                let address = self.memory.word(&value);
                self.memory.pointer(address as u64)
            }
        }
    }

    /// A value as the bits of one type, read as another: for calls whose types do not agree.
    pub fn reread(&mut self, value: Value, ty: TypeId) -> Value {
        let fits = matches!(
            (&value, self.types.get(ty)),
            (Value::Pointer(_), Type::Pointer(_))
                | (Value::Bytes(_), Type::Record(_) | Type::VaList)
                | (Value::Single(_), Type::Float(FloatKind::Float))
                | (Value::Double(_), Type::Float(FloatKind::Double))
        );
        if fits {
            return value;
        }
        let size = self.size(ty).min(1 << 20) as usize;
        let mut bytes = vec![0; size];
        self.memory.encode(&value, &mut bytes);
        self.memory.decode(self.types, ty, &bytes)
    }
}
