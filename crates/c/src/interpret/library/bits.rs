//! Bits of integers, and arithmetic that says whether it overflowed.

use super::Native;
use crate::checks::Class;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::value::{Value, mask, number};
use crate::program::BinaryOp;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "abs" | "labs" | "llabs" | "imaxabs" | "__CPROVER_abs" | "__CPROVER_labs"
        | "__CPROVER_llabs" => abs,
        "__CPROVER_overflow_plus" => |m, call, values| predict(m, call, &values, BinaryOp::Add),
        "__CPROVER_overflow_minus" => |m, call, values| predict(m, call, &values, BinaryOp::Sub),
        "__CPROVER_overflow_mult" => |m, call, values| predict(m, call, &values, BinaryOp::Mul),
        "__CPROVER_overflow_unary_minus" => |m, call, values| {
            let zero_minus = [
                Value::Int(0),
                values.into_iter().next().unwrap_or(Value::Void),
            ];
            predict(m, call, &zero_minus, BinaryOp::Sub)
        },
        "clz" | "clzl" | "clzll" => |m, call, values| {
            count(m, call, &values, "leading", |word, bits| {
                word.leading_zeros() - (128 - bits)
            })
        },
        "ctz" | "ctzl" | "ctzll" => |m, call, values| {
            count(m, call, &values, "trailing", |word, _| {
                word.trailing_zeros()
            })
        },
        "ffs" | "ffsl" | "ffsll" => ffs,
        "popcount" | "popcountl" | "popcountll" => |m, call, values| {
            let word = m.word_of(&values, 0);
            Ok(m.give(call, i128::from(word.count_ones())))
        },
        "parity" | "parityl" | "parityll" => |m, call, values| {
            let word = m.word_of(&values, 0);
            Ok(m.give(call, i128::from(word.count_ones() & 1)))
        },
        "clrsb" | "clrsbl" | "clrsbll" => clrsb,
        "bswap16" => |m, call, values| {
            let word = m.word_of(&values, 0) as u16;
            Ok(m.give(call, i128::from(word.swap_bytes())))
        },
        "bswap32" => |m, call, values| {
            let word = m.word_of(&values, 0) as u32;
            Ok(m.give(call, i128::from(word.swap_bytes())))
        },
        "bswap64" => |m, call, values| {
            let word = m.word_of(&values, 0) as u64;
            Ok(m.give(call, i128::from(word.swap_bytes())))
        },
        _ => return overflow(name),
    })
}

/// The generic forms and those of one type, such as `saddl_overflow`.
fn overflow(name: &str) -> Option<Native> {
    let stem = name.strip_suffix("_overflow_p").map(|stem| (stem, false));
    let (stem, stores) = stem.or(name.strip_suffix("_overflow").map(|stem| (stem, true)))?;
    let stem = stem.trim_end_matches('l');
    let is = |op| match stem {
        "mu" | "smu" | "umu" => op == "mul",
        _ => stem == op || stem.strip_prefix(['s', 'u']) == Some(op),
    };
    Some(match (stores, is("add"), is("sub"), is("mul")) {
        (true, true, _, _) => |m, call, values| store(m, call, &values, BinaryOp::Add),
        (true, _, true, _) => |m, call, values| store(m, call, &values, BinaryOp::Sub),
        (true, _, _, true) => |m, call, values| store(m, call, &values, BinaryOp::Mul),
        (false, true, _, _) => |m, call, values| tell(m, call, &values, BinaryOp::Add),
        (false, _, true, _) => |m, call, values| tell(m, call, &values, BinaryOp::Sub),
        (false, _, _, true) => |m, call, values| tell(m, call, &values, BinaryOp::Mul),
        _ => return None,
    })
}

/// The exact result of an operation on two numbers; None if it does not fit 128 bits.
fn exact(op: BinaryOp, a: i128, b: i128) -> (i128, bool) {
    match op {
        BinaryOp::Add => a.overflowing_add(b),
        BinaryOp::Sub => a.overflowing_sub(b),
        _ => a.overflowing_mul(b),
    }
}

fn store<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], op: BinaryOp) -> Done<Value> {
    let (a, b) = (m.number_of(call, values, 0), m.number_of(call, values, 1));
    let target = call.arguments.get(2).and_then(|e| m.types.pointee(e.ty));
    let Some((bits, signed)) = target.and_then(|ty| m.types.word(ty)) else {
        return m.unsupported("the type of an overflow test", call.span);
    };
    let (value, over) = exact(op, a, b);
    let kept = mask(value as u128, bits);
    let at = m.pointer_of(values, 2);
    let bytes = kept.to_le_bytes();
    m.write_at(call, at, &bytes[..bits as usize / 8])?;
    let over = over || number(kept, bits, signed) != value;
    Ok(m.give(call, i128::from(over)))
}

fn tell<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], op: BinaryOp) -> Done<Value> {
    let (a, b) = (m.number_of(call, values, 0), m.number_of(call, values, 1));
    let target = call.arguments.get(2).map(|e| e.ty);
    let Some((bits, signed)) = target.and_then(|ty| m.types.word(ty)) else {
        return m.unsupported("the type of an overflow test", call.span);
    };
    let (value, over) = exact(op, a, b);
    let over = over || number(mask(value as u128, bits), bits, signed) != value;
    Ok(m.give(call, i128::from(over)))
}

/// Whether an operation would overflow in the type of the first operand.
fn predict<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    op: BinaryOp,
) -> Done<Value> {
    let ty = call.arguments.first().map(|argument| argument.ty);
    let Some((bits, signed)) = ty.and_then(|ty| m.types.word(ty)) else {
        return m.unsupported("the type of an overflow test", call.span);
    };
    let a = number(m.word_of(values, 0), bits, signed);
    let b = number(m.word_of(values, 1), bits, signed);
    let (value, over) = exact(op, a, b);
    let over = over || number(mask(value as u128, bits), bits, signed) != value;
    Ok(m.give(call, i128::from(over)))
}

fn width<'p>(m: &Machine<'p>, call: &Call<'p>) -> u32 {
    let ty = call.arguments.first().map(|argument| argument.ty);
    ty.and_then(|ty| m.types.word(ty)).map_or(32, |word| word.0)
}

fn abs<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let bits = width(m, call);
    let value = m.number_of(call, &values, 0);
    let least = -(1i128 << (bits.min(64) - 1));
    if value == least && m.checks_at(call.site).signed_overflow {
        m.fail(Class::Overflow, call.site, call.at, || {
            "arithmetic overflow on signed unary minus".into()
        });
    }
    Ok(m.give(call, value.wrapping_abs()))
}

fn count<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    which: &str,
    of: impl Fn(u128, u32) -> u32,
) -> Done<Value> {
    let bits = width(m, call);
    let word = m.word_of(values, 0);
    if word == 0 {
        m.fail(Class::BitCount, call.site, call.at, || {
            format!("count {which} zeros is undefined for value zero")
        });
        return Ok(m.give(call, i128::from(bits)));
    }
    Ok(m.give(call, i128::from(of(word, bits))))
}

fn ffs<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let word = m.word_of(&values, 0);
    let first = if word == 0 {
        0
    } else {
        word.trailing_zeros() + 1
    };
    Ok(m.give(call, i128::from(first)))
}

fn clrsb<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let bits = width(m, call);
    let value = m.number_of(call, &values, 0);
    let folded = if value < 0 { !value } else { value } as u128;
    let zeros = folded.leading_zeros() - (128 - bits);
    Ok(m.give(call, i128::from(zeros) - 1))
}
