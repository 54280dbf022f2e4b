//! Values for people and for JSON.
//!
//! Reals are rationals, so nothing here rounds: a finite decimal expansion is written out, any other value is a fraction.

use assay_term::{BigInt, BigRational, BigUint, Bits, Value};
use num_integer::Integer;
use num_traits::{Num, One, Signed, Zero};

use crate::Kind;

/// A decimal expansion longer than this is harder to read than the fraction.
const DECIMALS: usize = 20;

/// Integers up to 2^53 survive a reader that keeps numbers as doubles.
const SAFE: i64 = 1 << 53;

/// A value in the words of its variable: enum literals by name, reals as decimals where finite.
pub(crate) fn show(kind: &Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Enum(literals), Value::Int(n)) => {
            match usize::try_from(n).ok().and_then(|i| literals.get(i)) {
                Some(literal) => literal.clone(),
                None => n.to_string(),
            }
        }
        (_, Value::Real(r)) => decimal(r).unwrap_or_else(|| r.to_string()),
        (_, other) => other.to_string(),
    }
}

/// A value without a variable to say how it is shown.
pub(crate) struct Plain<'a>(pub &'a Value);

impl Plain<'_> {
    pub(crate) fn kind(&self) -> Kind {
        match self.0 {
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Real(_) => Kind::Real,
            Value::Bits(bits) => Kind::Word(bits.width()),
            Value::Array(_) => Kind::Array,
        }
    }

    pub(crate) fn to_json(&self) -> serde_json::Value {
        to_json(&self.kind(), self.0)
    }
}

impl std::fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&show(&self.kind(), self.0))
    }
}

/// Integers beyond 2^53 and all rationals are strings (`"7/2"`, `"2"`), enum literals are their names, words
/// are digits with their base (`"0b101"`, `"0x2a"`) and arrays a default and its exceptions (`"[0x00; 0b01: 0x2a]"`).
pub(crate) fn to_json(kind: &Kind, value: &Value) -> serde_json::Value {
    match (kind, value) {
        (_, Value::Bool(b)) => (*b).into(),
        (Kind::Enum(_), Value::Int(_)) => show(kind, value).into(),
        (_, Value::Int(n)) => match i64::try_from(n) {
            Ok(small) if (-SAFE..=SAFE).contains(&small) => small.into(),
            _ => n.to_string().into(),
        },
        (_, Value::Real(r)) => r.to_string().into(),
        (_, Value::Bits(_) | Value::Array(_)) => value.to_string().into(),
    }
}

/// A word from its digits; None if it is none of this width.
pub(crate) fn read_word(width: u32, text: &str) -> Option<Bits> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text.strip_prefix("0b")?, 2),
    };
    let value = BigUint::from_str_radix(digits, radix).ok()?;
    (width >= 1 && value.bits() <= u64::from(width)).then(|| Bits::new(width, value))
}

/// The exact decimal expansion, if it is finite and short: `-0.125`, `2.0`.
fn decimal(r: &BigRational) -> Option<String> {
    let (two, five) = (BigInt::from(2), BigInt::from(5));
    let mut rest = r.denom().clone();
    let mut strip = |factor: &BigInt| {
        let mut count = 0;
        while rest.is_multiple_of(factor) && count <= DECIMALS {
            rest /= factor;
            count += 1;
        }
        count
    };
    let places = strip(&two).max(strip(&five));
    if !rest.is_one() || places > DECIMALS {
        return None;
    }
    let scale = num_traits::pow(BigInt::from(10), places);
    let digits = (r.numer().abs() * &scale) / r.denom();
    let (whole, fraction) = digits.div_rem(&scale);
    let sign = if r.is_negative() { "-" } else { "" };
    Some(match places {
        0 => format!("{sign}{whole}.0"),
        _ => format!(
            "{sign}{whole}.{fraction:0>places$}",
            fraction = fraction.to_string()
        ),
    })
}

/// The nearest double, for formats that have nothing better.
pub(crate) fn approximate(r: &BigRational) -> f64 {
    use num_traits::ToPrimitive;
    if r.is_zero() {
        return 0.0;
    }
    r.to_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(n: i64, d: i64) -> Value {
        Value::Real(BigRational::new(n.into(), d.into()))
    }

    #[test]
    fn reals_are_exact() {
        let shown = |n, d| show(&Kind::Real, &real(n, d));
        assert_eq!(shown(2, 1), "2.0");
        assert_eq!(shown(-1, 8), "-0.125");
        assert_eq!(shown(7, 20), "0.35");
        assert_eq!(shown(12, 5), "2.4");
        assert_eq!(shown(1, 3), "1/3");
        assert_eq!(shown(-5, 6), "-5/6");
        assert_eq!(shown(1, 1 << 40), "1/1099511627776");
    }

    #[test]
    fn enums_have_names() {
        let kind = Kind::Enum(vec!["red".to_string(), "green".to_string()].into());
        assert_eq!(show(&kind, &Value::int(1)), "green");
        assert_eq!(show(&kind, &Value::int(7)), "7");
        assert_eq!(to_json(&kind, &Value::int(0)), "red");
    }

    #[test]
    fn json_keeps_what_doubles_cannot() {
        assert_eq!(
            to_json(&Kind::Int, &Value::int(SAFE)),
            serde_json::json!(9007199254740992_i64)
        );
        assert_eq!(
            to_json(&Kind::Int, &Value::int(SAFE + 1)),
            "9007199254740993"
        );
        assert_eq!(
            to_json(&Kind::Int, &Value::int(-SAFE - 1)),
            "-9007199254740993"
        );
        assert_eq!(to_json(&Kind::Real, &real(7, 2)), "7/2");
        assert_eq!(to_json(&Kind::Real, &real(2, 1)), "2");
        assert_eq!(to_json(&Kind::Bool, &Value::Bool(true)), true);
    }

    #[test]
    fn words_and_arrays_are_read_as_hardware_is() {
        let word = |width, n: u32| Bits::new(width, n);
        let plain = |value: Value| Plain(&value).to_json();
        assert_eq!(plain(word(3, 5).into()), "0b101");
        assert_eq!(plain(word(9, 42).into()), "0x02a");
        let entries = [(word(2, 1), word(8, 42)), (word(2, 3), word(8, 7))];
        let array = assay_term::ArrayValue::new(2, word(8, 0), entries);
        assert_eq!(plain(array.into()), "[0x00; 0b01: 0x2a, 0b11: 0x07]");
        assert_eq!(read_word(9, "0x02a"), Some(word(9, 42)));
        assert_eq!(read_word(3, "0b101"), Some(word(3, 5)));
        assert_eq!(read_word(3, "0b1101"), None);
        assert_eq!(read_word(8, "42"), None);
    }

    proptest::proptest! {
        #[test]
        fn decimals_read_back(n in -1_000_000i64..1_000_000, two in 0u32..12, five in 0u32..8) {
            let exact = BigRational::new(n.into(), (2i64.pow(two) * 5i64.pow(five)).into());
            let text = decimal(&exact).expect("the expansion is finite and short");
            let places = text.len() - text.find('.').expect("a decimal point") - 1;
            let digits: BigInt = text.replace('.', "").parse().expect("digits");
            proptest::prop_assert_eq!(BigRational::new(digits, num_traits::pow(BigInt::from(10), places)), exact);
        }
    }
}
