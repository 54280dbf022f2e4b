//! Floating-point functions that are exact: classification, sign, rounding, square root.

use super::Native;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "isnan" | "__isnan" | "isnanf" | "__isnanf" | "__CPROVER_isnanf" | "__CPROVER_isnand" => {
            |m, call, values| test(m, call, &values, f64::is_nan)
        }
        "isinf" | "isinff" | "__isinf" | "__isinff" | "__CPROVER_isinff" | "__CPROVER_isinfd" => {
            |m, call, values| test(m, call, &values, f64::is_infinite)
        }
        "isinf_sign" => |m, call, values| {
            let value = float(m, call, &values, 0)?;
            let sign = if value > 0.0 { 1 } else { -1 };
            Ok(m.give(call, if value.is_infinite() { sign } else { 0 }))
        },
        "isfinite"
        | "finite"
        | "finitef"
        | "__finite"
        | "__finitef"
        | "__CPROVER_isfinitef"
        | "__CPROVER_isfinited" => |m, call, values| test(m, call, &values, f64::is_finite),
        "isnormal" | "__CPROVER_isnormalf" | "__CPROVER_isnormald" => isnormal,
        "signbit" | "signbitf" | "__signbit" | "__signbitf" | "__CPROVER_signf"
        | "__CPROVER_signd" => |m, call, values| test(m, call, &values, f64::is_sign_negative),
        "isgreater" => |m, call, values| compare(m, call, &values, |a, b| a > b),
        "isgreaterequal" => |m, call, values| compare(m, call, &values, |a, b| a >= b),
        "isless" => |m, call, values| compare(m, call, &values, |a, b| a < b),
        "islessequal" => |m, call, values| compare(m, call, &values, |a, b| a <= b),
        "islessgreater" => |m, call, values| compare(m, call, &values, |a, b| (a < b) | (a > b)),
        "isunordered" => {
            |m, call, values| compare(m, call, &values, |a, b| a.is_nan() || b.is_nan())
        }
        "fabs" | "fabsf" | "__CPROVER_fabs" | "__CPROVER_fabsf" => {
            |m, call, values| map(m, call, &values, f64::abs)
        }
        "sqrt" => |m, call, values| map(m, call, &values, f64::sqrt),
        // The double root of a float, rounded to a float, is the rounded root.
        "sqrtf" => |m, call, values| map(m, call, &values, f64::sqrt),
        "floor" | "floorf" => |m, call, values| map(m, call, &values, f64::floor),
        "ceil" | "ceilf" => |m, call, values| map(m, call, &values, f64::ceil),
        "trunc" | "truncf" => |m, call, values| map(m, call, &values, f64::trunc),
        "round" | "roundf" => |m, call, values| map(m, call, &values, f64::round),
        "rint" | "rintf" | "nearbyint" | "nearbyintf" => {
            |m, call, values| map(m, call, &values, f64::round_ties_even)
        }
        "copysign" | "copysignf" => |m, call, values| combine(m, call, &values, f64::copysign),
        "fmin" | "fminf" => |m, call, values| combine(m, call, &values, f64::min),
        "fmax" | "fmaxf" => |m, call, values| combine(m, call, &values, f64::max),
        "fmod" | "fmodf" => |m, call, values| combine(m, call, &values, |a, b| a % b),
        "huge_val" | "inf" => |m, call, _| result(m, call, f64::INFINITY),
        "huge_valf" | "inff" => |m, call, _| result(m, call, f64::INFINITY),
        "nan" | "nanf" => |m, call, _| result(m, call, f64::NAN),
        _ => return None,
    })
}

fn float<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], index: usize) -> Done<f64> {
    match values.get(index) {
        Some(Value::Single(value)) => Ok(f64::from(*value)),
        Some(Value::Double(value)) => Ok(*value),
        _ => m.unsupported("an argument of this floating type", call.span),
    }
}

fn result<'p>(m: &mut Machine<'p>, call: &Call<'p>, value: f64) -> Done<Value> {
    match m.types.size(call.ty) {
        Some(4) => Ok(Value::Single(value as f32)),
        Some(8) => Ok(Value::Double(value)),
        _ => m.unsupported("a result of this floating type", call.span),
    }
}

fn test<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    is: impl Fn(f64) -> bool,
) -> Done<Value> {
    let value = float(m, call, values, 0)?;
    Ok(m.give(call, i128::from(is(value))))
}

fn compare<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    is: impl Fn(f64, f64) -> bool,
) -> Done<Value> {
    let (a, b) = (float(m, call, values, 0)?, float(m, call, values, 1)?);
    Ok(m.give(call, i128::from(is(a, b))))
}

fn map<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    to: impl Fn(f64) -> f64,
) -> Done<Value> {
    let value = float(m, call, values, 0)?;
    result(m, call, to(value))
}

fn combine<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    to: impl Fn(f64, f64) -> f64,
) -> Done<Value> {
    let (a, b) = (float(m, call, values, 0)?, float(m, call, values, 1)?);
    result(m, call, to(a, b))
}

fn isnormal<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let normal = match values.first() {
        Some(Value::Single(value)) => value.is_normal(),
        _ => float(m, call, &values, 0)?.is_normal(),
    };
    Ok(m.give(call, i128::from(normal)))
}
