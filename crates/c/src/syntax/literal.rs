//! Constants and strings: from their spelling to their value.
//!
//! Only what the spelling says is decided here. The type of an integer constant also depends on the widths of types, which belong
//! to the data model and not to the syntax.

use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Radix {
    Decimal,
    Octal,
    Hexadecimal,
    Binary,
}

/// How many `l` a suffix has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongSuffix {
    None,
    Long,
    LongLong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    pub value: u128,
    pub radix: Radix,
    pub unsigned: bool,
    pub long: LongSuffix,
    pub text: Arc<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatSuffix {
    None,
    Float,
    Long,
    /// `_Float128`, written `q` or `f128`.
    Quad,
}

/// A floating constant. Its value is left in the text, because rounding belongs to the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatLiteral {
    pub text: Arc<str>,
    pub hexadecimal: bool,
    pub suffix: FloatSuffix,
}

/// The prefix of a character constant or of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefix {
    None,
    /// `L`: `wchar_t`.
    Wide,
    /// `u`: `char16_t`.
    Sixteen,
    /// `U`: `char32_t`.
    ThirtyTwo,
    /// `u8`, of strings only.
    Utf8,
}

impl Prefix {
    pub fn as_str(self) -> &'static str {
        match self {
            Prefix::None => "",
            Prefix::Wide => "L",
            Prefix::Sixteen => "u",
            Prefix::ThirtyTwo => "U",
            Prefix::Utf8 => "u8",
        }
    }

    fn is_narrow(self) -> bool {
        matches!(self, Prefix::None | Prefix::Utf8)
    }
}

/// A character constant: its units are bytes without a prefix, otherwise code points. More than one unit is GCC's multi-character
/// constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharLiteral {
    pub prefix: Prefix,
    pub units: Vec<u32>,
}

/// A string without its final zero; units as in [`CharLiteral`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    pub prefix: Prefix,
    pub units: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Int(IntLiteral),
    Float(FloatLiteral),
}

/// The value of a preprocessing number, or what is wrong with it.
pub(crate) fn number(text: &str) -> Result<Number, String> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let is_float = if hexadecimal {
        lower.contains(['.', 'p'])
    } else {
        !lower.starts_with("0b") && lower.contains(['.', 'e'])
    };
    if is_float {
        return float(text, &lower, hexadecimal).map(Number::Float);
    }
    int(text, &lower).map(Number::Int)
}

fn int(text: &str, lower: &str) -> Result<IntLiteral, String> {
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (Radix::Hexadecimal, &lower[2..]),
        [b'0', b'b', ..] => (Radix::Binary, &lower[2..]),
        [b'0', _, ..] => (Radix::Octal, &lower[1..]),
        _ => (Radix::Decimal, lower),
    };
    let base = match radix {
        Radix::Decimal => 10,
        Radix::Octal => 8,
        Radix::Hexadecimal => 16,
        Radix::Binary => 2,
    };
    let end = digits
        .find(|c: char| !c.is_digit(base))
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if digits.is_empty() && radix != Radix::Octal {
        return Err(format!("`{text}` has no digits"));
    }
    if suffix.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("`{text}` has a digit that its base does not have"));
    }
    let (unsigned, long) = match suffix {
        "" => (false, LongSuffix::None),
        "u" => (true, LongSuffix::None),
        "l" => (false, LongSuffix::Long),
        "ul" | "lu" => (true, LongSuffix::Long),
        "ll" => (false, LongSuffix::LongLong),
        "ull" | "llu" => (true, LongSuffix::LongLong),
        _ => return Err(format!("`{text}` has the unknown suffix `{suffix}`")),
    };
    let value = if digits.is_empty() {
        0
    } else {
        u128::from_str_radix(digits, base)
            .map_err(|_| format!("`{text}` is too large for every integer type"))?
    };
    Ok(IntLiteral {
        value,
        radix,
        unsigned,
        long,
        text: text.into(),
    })
}

fn float(text: &str, lower: &str, hexadecimal: bool) -> Result<FloatLiteral, String> {
    let bad = || format!("`{text}` is not a floating constant");
    let body = if hexadecimal { &lower[2..] } else { lower };
    let digit = |c: char| c.is_digit(if hexadecimal { 16 } else { 10 });
    let end = body.find(|c| !digit(c) && c != '.').unwrap_or(body.len());
    let mantissa = &body[..end];
    if mantissa.matches('.').count() > 1 || !mantissa.contains(digit) {
        return Err(bad());
    }
    let mut rest = &body[end..];
    // In a hexadecimal constant `e` is a digit, and the exponent is not optional.
    match rest.strip_prefix(if hexadecimal { 'p' } else { 'e' }) {
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            if end == 0 {
                return Err(bad());
            }
            rest = &digits[end..];
        }
        None if hexadecimal => return Err(bad()),
        None => {}
    }
    let suffix = match rest {
        "" | "f64" | "d" | "f32x" => FloatSuffix::None,
        "f" | "f32" => FloatSuffix::Float,
        "l" | "f64x" => FloatSuffix::Long,
        "q" | "f128" => FloatSuffix::Quad,
        "i" | "j" | "if" | "fi" | "il" | "li" | "jf" | "fj" => {
            return Err(format!("the imaginary constant `{text}` is not supported"));
        }
        _ => return Err(format!("`{text}` has the unknown suffix `{rest}`")),
    };
    Ok(FloatLiteral {
        text: text.into(),
        hexadecimal,
        suffix,
    })
}

/// The units between the quotes of a character constant or string.
pub(crate) fn units(prefix: Prefix, body: &str) -> Result<Vec<u32>, String> {
    let mut units = Vec::new();
    let mut rest = body.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            push(&mut units, prefix, c);
            continue;
        }
        let after = rest.as_str();
        let Some(kind) = rest.next() else {
            return Err("a backslash stands at the end of a literal".into());
        };
        let simple = match kind {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '\\' | '\'' | '"' | '?' => kind as u32,
            '0'..='7' => {
                let digits = leading(after, 8, 3);
                rest = after[digits.len()..].chars();
                units.push(code(prefix, digits, 8)?);
                continue;
            }
            'x' => {
                let digits = leading(rest.as_str(), 16, usize::MAX);
                rest = rest.as_str()[digits.len()..].chars();
                units.push(code(prefix, digits, 16)?);
                continue;
            }
            'u' | 'U' => {
                let length = if kind == 'u' { 4 } else { 8 };
                let digits = leading(rest.as_str(), 16, length);
                let point = u32::from_str_radix(digits, 16).ok();
                let point = point.filter(|_| digits.len() == length);
                let point = point.and_then(char::from_u32);
                let Some(point) = point else {
                    return Err(format!("`\\{kind}{digits}` is not a character"));
                };
                rest = rest.as_str()[digits.len()..].chars();
                push(&mut units, prefix, point);
                continue;
            }
            // GCC warns, and takes the character.
            other => {
                push(&mut units, prefix, other);
                continue;
            }
        };
        units.push(simple);
    }
    Ok(units)
}

/// Adds a character: its bytes where a unit is a byte.
fn push(units: &mut Vec<u32>, prefix: Prefix, c: char) {
    if prefix.is_narrow() {
        let mut bytes = [0; 4];
        units.extend(c.encode_utf8(&mut bytes).bytes().map(u32::from));
    } else if prefix == Prefix::Sixteen {
        let mut halves = [0; 2];
        units.extend(c.encode_utf16(&mut halves).iter().map(|&h| u32::from(h)));
    } else {
        units.push(c as u32);
    }
}

/// The digits at the start of a text, at most `most` of them.
fn leading(text: &str, base: u32, most: usize) -> &str {
    let end = text
        .char_indices()
        .enumerate()
        .find(|(count, (_, c))| *count == most || !c.is_digit(base))
        .map_or(text.len(), |(_, (at, _))| at);
    &text[..end]
}

/// The value of an octal or hexadecimal escape, if a unit can hold it.
fn code(prefix: Prefix, digits: &str, base: u32) -> Result<u32, String> {
    let most = match prefix {
        Prefix::None | Prefix::Utf8 => 0xff,
        Prefix::Sixteen => 0xffff,
        Prefix::Wide | Prefix::ThirtyTwo => u32::MAX,
    };
    if digits.is_empty() {
        return Err("`\\x` has no digits".into());
    }
    u32::from_str_radix(digits, base)
        .ok()
        .filter(|&value| value <= most)
        .ok_or_else(|| format!("an escape sequence out of range (`{digits}`) is not supported"))
}

/// Units as they are written between quotes.
pub(crate) fn escape(units: &[u32], prefix: Prefix, quote: char) -> String {
    let mut text = String::new();
    for &unit in units {
        match (unit, char::from_u32(unit)) {
            (10, _) => text.push_str("\\n"),
            (9, _) => text.push_str("\\t"),
            (_, Some(c)) if c == quote || c == '\\' => {
                text.push('\\');
                text.push(c);
            }
            // A question mark could start a trigraph.
            (_, Some(c)) if c == ' ' || c.is_ascii_graphic() && c != '?' => text.push(c),
            _ if unit <= 0xff => text.push_str(&format!("\\{unit:03o}")),
            // Hexadecimal digits that follow would belong to the escape; a new string ends it.
            _ if quote == '"' => {
                text.push_str(&format!("\\x{unit:x}\" {}\"", prefix.as_str()));
            }
            _ => text.push_str(&format!("\\x{unit:x}")),
        }
    }
    text
}
