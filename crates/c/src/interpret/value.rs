//! Values, and how they look as bytes.

use super::memory::{Memory, NULL, Pointer};
use crate::program::{FloatKind, Type, TypeId, Types};

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Void,
    /// Of an integer type; bits above its width are zero.
    Int(u128),
    Single(f32),
    Double(f64),
    /// A long double as its bytes. It is only copied.
    Extended(u128),
    Pointer(Pointer),
    /// A record, an array or a `va_list`.
    Bytes(Box<[u8]>),
}

impl Value {
    pub fn is_true(&self) -> bool {
        match self {
            Value::Void => false,
            Value::Int(value) => *value != 0,
            Value::Single(value) => *value != 0.0,
            Value::Double(value) => *value != 0.0,
            // The sign of a zero does not count.
            Value::Extended(bits) => bits & !(1 << 79) != 0,
            Value::Pointer(pointer) => *pointer != NULL,
            Value::Bytes(bytes) => bytes.iter().any(|byte| *byte != 0),
        }
    }

    pub fn of_bool(value: bool) -> Value {
        Value::Int(u128::from(value))
    }
}

/// The low `bits` bits.
pub fn mask(value: u128, bits: u32) -> u128 {
    if bits >= 128 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// The number that a word of `bits` bits stands for. An unsigned one of 128 bits may not fit and becomes negative.
pub fn number(value: u128, bits: u32, signed: bool) -> i128 {
    if !signed || bits == 0 || bits >= 128 {
        return value as i128;
    }
    let rest = 128 - bits;
    ((value << rest) as i128) >> rest
}

pub fn from_little_endian(bytes: &[u8]) -> u128 {
    let mut buffer = [0; 16];
    let len = bytes.len().min(16);
    buffer[..len].copy_from_slice(&bytes[..len]);
    u128::from_le_bytes(buffer)
}

/// A double as the ten bytes of a long double. Exact but for the payload of a NaN.
pub fn extend(value: f64) -> u128 {
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63) << 79;
    let exponent = (bits >> 52 & 0x7ff) as u128;
    let fraction = u128::from(bits & ((1 << 52) - 1));
    let top = 1u128 << 63;
    sign | match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => {
            let shift = fraction.leading_zeros() - 64;
            let exponent = 16383 - 1022 - (u128::from(shift) - 11);
            exponent << 64 | fraction << shift
        }
        (0x7ff, _) => 0x7fff << 64 | top | fraction << 11,
        _ => (exponent + 16383 - 1023) << 64 | top | fraction << 11,
    }
}

impl Memory {
    /// What bytes mean as a value of a type. Bytes that are missing are zero.
    pub fn decode(&self, types: &Types, ty: TypeId, bytes: &[u8]) -> Value {
        match types.get(ty) {
            Type::Void | Type::Function(_) => Value::Void,
            // A byte that is neither 0 nor 1 stays what it is, as in CBMC.
            Type::Bool => Value::Int(u128::from(bytes.first().copied().unwrap_or(0))),
            Type::Int { bits, .. } => Value::Int(mask(from_little_endian(bytes), *bits)),
            Type::Float(FloatKind::Float) => {
                Value::Single(f32::from_bits(from_little_endian(bytes) as u32))
            }
            Type::Float(FloatKind::Double) => {
                Value::Double(f64::from_bits(from_little_endian(bytes) as u64))
            }
            Type::Float(FloatKind::LongDouble) => {
                Value::Extended(mask(from_little_endian(bytes), 80))
            }
            Type::Pointer(_) => {
                let bits = types.model.pointer_bits();
                let address = mask(from_little_endian(bytes), bits);
                Value::Pointer(self.pointer(address as u64))
            }
            Type::Array(..) | Type::Record(_) | Type::VaList => Value::Bytes(bytes.into()),
        }
    }

    /// Writes a value to the front of `out`, which is zero. What does not fit is cut.
    pub fn encode(&mut self, value: &Value, out: &mut [u8]) {
        let word = match value {
            Value::Void => return,
            Value::Bytes(bytes) => {
                let len = bytes.len().min(out.len());
                out[..len].copy_from_slice(&bytes[..len]);
                return;
            }
            _ => self.word(value),
        };
        let len = out.len().min(16);
        out[..len].copy_from_slice(&word.to_le_bytes()[..len]);
    }

    /// The bits of a scalar.
    pub fn word(&mut self, value: &Value) -> u128 {
        match value {
            Value::Int(value) | Value::Extended(value) => *value,
            Value::Single(value) => u128::from(value.to_bits()),
            Value::Double(value) => u128::from(value.to_bits()),
            Value::Pointer(pointer) => u128::from(self.address(*pointer)),
            Value::Bytes(bytes) => from_little_endian(bytes),
            Value::Void => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_as_long_doubles() {
        let one = 16383 << 64 | 1 << 63;
        assert_eq!(extend(1.0), one);
        assert_eq!(extend(-1.0), one | 1 << 79);
        assert_eq!(extend(0.0), 0);
        assert_eq!(extend(1.5), one | 1 << 62);
        assert_eq!(extend(f64::INFINITY), 0x7fff << 64 | 1 << 63);
        // The smallest double is 2^-1074.
        assert_eq!(extend(f64::from_bits(1)), (16383 - 1074) << 64 | 1 << 63);
    }
}
