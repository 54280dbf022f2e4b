//! Constants, strings and names that are known in every function.

use super::expr::{Operand, Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{
    Expr, ExprKind, FloatValue, Global, GlobalId, Init, Length, LvalueKind, Step,
};
use crate::syntax::literal::escape;
use crate::syntax::tree::Place;
use crate::syntax::{
    CharLiteral, FloatLiteral, FloatSuffix, IntLiteral, LongSuffix, Prefix, Radix, StringLiteral,
};

impl<'u> Elaborator<'u> {
    /// The first type that holds the value, of those that its suffix and base allow.
    pub fn int_literal(&mut self, literal: &IntLiteral, place: Place, spot: Spot) -> Done<Value> {
        let b = self.tys.basic;
        let ranks = [
            (LongSuffix::None, b.int, b.uint),
            (LongSuffix::Long, b.long, b.ulong),
            (LongSuffix::LongLong, b.llong, b.ullong),
        ];
        let least = match literal.long {
            LongSuffix::None => 0,
            LongSuffix::Long => 1,
            LongSuffix::LongLong => 2,
        };
        let any_sign = literal.radix != Radix::Decimal;
        for (_, signed, unsigned) in &ranks[least..] {
            let bits = self
                .tys
                .types
                .word(self.tys.id(*signed))
                .map_or(0, |(bits, _)| bits);
            if !literal.unsigned && literal.value < 1 << (bits - 1) {
                return Ok(self.int(literal.value as i128, *signed, spot));
            }
            if (literal.unsigned || any_sign) && literal.value < 1 << bits {
                return Ok(self.int(literal.value as i128, *unsigned, spot));
            }
        }
        if literal.value < 1 << 64 {
            self.warn(
                place,
                "C0153",
                format!("`{}` only fits an unsigned type", literal.text),
            );
            return Ok(self.int(literal.value as i128, b.ullong, spot));
        }
        let message = format!("`{}` is too large for every integer type", literal.text);
        Err(self.fault(place, "C0112", message))
    }

    pub fn float_literal(
        &mut self,
        literal: &FloatLiteral,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let b = self.tys.basic;
        let lower = literal.text.to_ascii_lowercase();
        let ty = match literal.suffix {
            FloatSuffix::None => b.double,
            FloatSuffix::Float => b.float,
            FloatSuffix::Long => b.ldouble,
            FloatSuffix::Quad => return Err(self.unsupported(place, "`_Float128`")),
        };
        let value = if literal.hexadecimal {
            hexadecimal(&lower)
        } else {
            let end = lower.find(|c: char| !c.is_ascii_digit() && !".e+-".contains(c));
            let digits = &lower[..end.unwrap_or(lower.len())];
            // Rounding twice could give another value.
            match literal.suffix {
                FloatSuffix::Float => digits.parse::<f32>().ok().map(f64::from),
                _ => digits.parse::<f64>().ok(),
            }
        };
        match value {
            Some(value) => Ok(self.make(ExprKind::Float(FloatValue(value)), ty, spot)),
            None => {
                let message = format!("`{}` is not a floating constant", literal.text);
                Err(self.fault(place, "C0112", message))
            }
        }
    }

    pub fn char_literal(&mut self, literal: &CharLiteral, spot: Spot) -> Value {
        let b = self.tys.basic;
        let last = literal.units.last().copied().unwrap_or(0);
        let (value, ty) = match literal.prefix {
            Prefix::None | Prefix::Utf8 => match literal.units.as_slice() {
                [one] => (i128::from(*one as u8 as i8), b.int),
                // GCC: each character is a digit to the base 256.
                many => {
                    let all = many.iter().fold(0u32, |all, unit| all << 8 | (unit & 0xff));
                    (i128::from(all as i32), b.int)
                }
            },
            Prefix::Wide => (i128::from(last as i32), b.wchar),
            Prefix::Sixteen => (i128::from(last as u16), b.ushort),
            Prefix::ThirtyTwo => (i128::from(last), b.uint),
        };
        self.int(value, ty, spot)
    }

    /// The type of what a string consists of.
    pub fn unit_type(&self, prefix: Prefix) -> Ty {
        let b = &self.tys.basic;
        match prefix {
            Prefix::None | Prefix::Utf8 => b.char,
            Prefix::Wide => b.wchar,
            Prefix::Sixteen => b.ushort,
            Prefix::ThirtyTwo => b.uint,
        }
    }

    pub fn string_literal(&mut self, literal: &StringLiteral, spot: Spot) -> Operand {
        let id = self.string(literal, spot);
        let ty = self.global_tys[id.0 as usize];
        self.lvalue(LvalueKind::Global(id), ty, spot)
    }

    /// Equal strings are one object.
    fn string(&mut self, literal: &StringLiteral, spot: Spot) -> GlobalId {
        let key = (literal.prefix, literal.units.clone());
        if let Some(&id) = self.strings.get(&key) {
            return id;
        }
        let prefix = literal.prefix;
        let name = format!(
            "{}\"{}\"",
            prefix.as_str(),
            escape(&literal.units, prefix, '"')
        );
        let id = self.text_object(name, literal, spot);
        self.strings.insert(key, id);
        id
    }

    fn text_object(&mut self, name: String, literal: &StringLiteral, spot: Spot) -> GlobalId {
        let unit = self.unit_type(literal.prefix);
        let length = Length::Known(literal.units.len() as u64 + 1);
        let ty = self.tys.array(unit, length);
        let mut parts = Vec::new();
        self.text_parts(literal, u64::MAX, &[], spot, &mut parts);
        let global = Global {
            name,
            ty: self.tys.id(ty),
            init: Some(Init::Parts(parts)),
            defined: true,
            is_const: true,
            literal: true,
            span: spot.span,
            site: spot.site,
        };
        self.new_global(global, ty)
    }

    /// The characters of a string as parts of an array, at most `most` of them. The final zero is there already.
    pub fn text_parts(
        &self,
        literal: &StringLiteral,
        most: u64,
        path: &[Step],
        spot: Spot,
        parts: &mut Vec<(Vec<Step>, Expr)>,
    ) {
        let unit = self.unit_type(literal.prefix);
        for (number, &value) in literal.units.iter().enumerate() {
            if number as u64 >= most {
                break;
            }
            let mut path = path.to_vec();
            path.push(Step::Index(number as u64));
            parts.push((path, self.int(value.into(), unit, spot).expr));
        }
    }

    /// Names that stand for something without a declaration.
    pub fn predefined(&mut self, name: &str, spot: Spot) -> Option<Operand> {
        match name {
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" if self.body.active => {
                let id = match self.body.func {
                    Some(id) => id,
                    None => {
                        let text = self.body.name.clone();
                        let literal = StringLiteral {
                            prefix: Prefix::None,
                            units: text.bytes().map(u32::from).collect(),
                        };
                        let name = self.unique(&format!("{text}::__func__"));
                        let id = self.text_object(name, &literal, spot);
                        self.globals[id.0 as usize].literal = false;
                        self.body.func = Some(id);
                        id
                    }
                };
                let ty = self.global_tys[id.0 as usize];
                let ty = self.tys.constant(ty);
                Some(self.lvalue(LvalueKind::Global(id), ty, spot))
            }
            // To nearest, which is the only mode there is.
            "__CPROVER_rounding_mode" => {
                Some(Operand::Value(self.int(0, self.tys.basic.int, spot)))
            }
            "__CPROVER_max_malloc_size" => {
                let bits = self.tys.types.model.pointer_bits();
                let size = self.tys.basic.size;
                Some(Operand::Value(self.int(1 << (bits - 9), size, spot)))
            }
            _ => None,
        }
    }
}

/// The value of `0x1.8p3`, which is written in lower case. Digits after the sixteenth do not count.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let end = exponent.find(|c: char| !c.is_ascii_digit() && c != '-' && c != '+');
    let exponent: i32 = exponent[..end.unwrap_or(exponent.len())].parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0u64;
    let mut scale = exponent;
    for (number, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let behind = number >= whole.len();
        if value >> 60 == 0 {
            value = value << 4 | digit;
            scale = scale.checked_sub(if behind { 4 } else { 0 })?;
        } else if !behind {
            scale = scale.checked_add(4)?;
        }
    }
    // Two steps, so that a small scale does not become zero before it is applied.
    let half = scale.clamp(-2000, 2000) / 2;
    let rest = scale.clamp(-2000, 2000) - half;
    Some(value as f64 * 2f64.powi(half) * 2f64.powi(rest))
}
