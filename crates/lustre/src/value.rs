//! Types and values as text, in the terms of the language.

use std::fmt::Write;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::check::type_text;
use crate::model::{Model, Type, Value};

impl Model {
    /// A type as the user would write it.
    pub fn show_type(&self, ty: &Type) -> String {
        type_text(&self.records, &self.enums, ty)
    }

    /// A value as the user would write it: `RED`, `point { x = 1; y = 2 }`, `[1, 2]`, `0.25`, `1.0 / 3.0`.
    pub fn show_value(&self, value: &Value) -> String {
        let mut out = String::new();
        self.write_value(value, &mut out);
        out
    }

    fn write_value(&self, value: &Value, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = match value {
            Value::Bool(b) => write!(out, "{b}"),
            Value::Int(i) => write!(out, "{i}"),
            Value::Real(r) => write!(out, "{}", show_real(r)),
            Value::Enum(id, n) => match self.enumeration(*id).literals.get(*n as usize) {
                Some(literal) => write!(out, "{literal}"),
                None => write!(out, "{n}"),
            },
            Value::Record(id, values) => {
                let record = self.record(*id);
                let _ = write!(out, "{} {{ ", record.name);
                for (i, (field, value)) in record.fields.iter().zip(values).enumerate() {
                    let _ = write!(out, "{}{} = ", if i > 0 { "; " } else { "" }, field.name);
                    self.write_value(value, out);
                }
                write!(out, " }}")
            }
            Value::Array(values) => self.write_list("[", values, "]", out),
            Value::Tuple(values) => self.write_list("(", values, ")", out),
        };
    }

    fn write_list(
        &self,
        open: &str,
        values: &[Value],
        close: &str,
        out: &mut String,
    ) -> std::fmt::Result {
        out.push_str(open);
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_value(value, out);
        }
        out.push_str(close);
        Ok(())
    }
}

/// A rational as a Lustre expression: a decimal number if it has a finite one, else a quotient.
pub fn show_real(value: &BigRational) -> String {
    let (numerator, denominator) = (value.numer(), value.denom());
    match decimal_places(denominator) {
        None => format!("{numerator}.0 / {denominator}.0"),
        Some(places) => {
            let scaled = numerator.abs() * BigInt::from(10).pow(places) / denominator;
            let digits = scaled.to_string();
            // At least one digit before the point and one after it.
            let places = places.max(1) as usize;
            let digits = if denominator.is_one() {
                format!("{digits}0")
            } else {
                digits
            };
            let digits = format!("{digits:0>width$}", width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            let sign = if numerator.is_negative() { "-" } else { "" };
            format!("{sign}{whole}.{fraction}")
        }
    }
}

/// How many decimal places 1/n needs; `None` if it has no finite decimal number.
fn decimal_places(n: &BigInt) -> Option<u32> {
    let mut rest = n.clone();
    let mut count = |prime: u32| {
        let prime = BigInt::from(prime);
        let mut times = 0;
        loop {
            let (quotient, remainder) = rest.div_rem(&prime);
            if !remainder.is_zero() {
                return times;
            }
            rest = quotient;
            times += 1;
        }
    };
    let places = count(2).max(count(5));
    rest.is_one().then_some(places)
}
