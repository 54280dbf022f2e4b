//! Strings.

use std::cmp::Ordering;

use super::{Native, moved};
use crate::context::Open;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::memory::{NULL, Pointer};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "strlen" => strlen,
        "strnlen" => strnlen,
        "strcmp" | "strcoll" => strcmp,
        "strncmp" => strncmp,
        "strcpy" => strcpy,
        "stpcpy" => stpcpy,
        "strncpy" => strncpy,
        "strcat" => strcat,
        "strncat" => strncat,
        "strchr" | "index" => strchr,
        "strrchr" | "rindex" => strrchr,
        "strstr" => strstr,
        "strspn" => strspn,
        "strcspn" => strcspn,
        "strpbrk" => strpbrk,
        "atoi" | "atol" | "atoll" => atoi,
        _ => return None,
    })
}

/// What is left open when a string cannot be read.
fn invalid<'p>(m: &mut Machine<'p>, call: &Call<'p>) -> Done<Value> {
    Ok(m.open_value(Open::Invalid(call.site), call.ty))
}

fn text<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    index: usize,
) -> Done<Option<Vec<u8>>> {
    let at = m.pointer_of(values, index);
    m.text_at(call, at, u64::MAX)
}

fn strlen<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    match text(m, call, &values, 0)? {
        Some(text) => Ok(m.give(call, text.len() as i128)),
        None => invalid(m, call),
    }
}

fn strnlen<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (at, limit) = (m.pointer_of(&values, 0), m.size_of(&values, 1));
    match m.text_at(call, at, limit)? {
        Some(text) => Ok(m.give(call, text.len() as i128)),
        None => invalid(m, call),
    }
}

fn compare<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], limit: u64) -> Done<Value> {
    let (a, b) = (m.pointer_of(values, 0), m.pointer_of(values, 1));
    let mut i = 0;
    while i < limit {
        let (x, y) = (m.byte_at(call, moved(a, i))?, m.byte_at(call, moved(b, i))?);
        let (Some(x), Some(y)) = (x, y) else {
            return invalid(m, call);
        };
        match x.cmp(&y) {
            Ordering::Less => return Ok(m.give(call, -1)),
            Ordering::Greater => return Ok(m.give(call, 1)),
            Ordering::Equal if x == 0 => break,
            Ordering::Equal => i += 1,
        }
    }
    Ok(m.give(call, 0))
}

fn strcmp<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    compare(m, call, &values, u64::MAX)
}

fn strncmp<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let limit = m.size_of(&values, 2);
    compare(m, call, &values, limit)
}

/// Copies a string and its zero to a place; gives where the zero is.
fn copy<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    to: Pointer,
    from: Pointer,
    limit: u64,
) -> Done<Pointer> {
    let Some(mut text) = m.text_at(call, from, limit)? else {
        return Ok(to);
    };
    text.push(0);
    m.write_at(call, to, &text)?;
    Ok(moved(to, text.len() as u64 - 1))
}

fn strcpy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (to, from) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    copy(m, call, to, from, u64::MAX)?;
    Ok(Value::Pointer(to))
}

fn stpcpy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (to, from) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    copy(m, call, to, from, u64::MAX).map(Value::Pointer)
}

fn strncpy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (to, from) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    let count = m.size_of(&values, 2);
    if let Some(mut text) = m.text_at(call, from, count)? {
        m.tick(count)?;
        text.resize(count as usize, 0);
        m.write_at(call, to, &text)?;
    }
    Ok(Value::Pointer(to))
}

fn append<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], limit: u64) -> Done<Value> {
    let (to, from) = (m.pointer_of(values, 0), m.pointer_of(values, 1));
    if let Some(front) = m.text_at(call, to, u64::MAX)? {
        copy(m, call, moved(to, front.len() as u64), from, limit)?;
    }
    Ok(Value::Pointer(to))
}

fn strcat<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    append(m, call, &values, u64::MAX)
}

fn strncat<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let limit = m.size_of(&values, 2);
    append(m, call, &values, limit)
}

fn position<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    find: impl FnOnce(&[u8]) -> Option<usize>,
) -> Done<Value> {
    let at = m.pointer_of(values, 0);
    let Some(mut text) = m.text_at(call, at, u64::MAX)? else {
        return invalid(m, call);
    };
    text.push(0);
    let found = find(&text);
    Ok(Value::Pointer(
        found.map_or(NULL, |index| moved(at, index as u64)),
    ))
}

fn strchr<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let wanted = m.word_of(&values, 1) as u8;
    position(m, call, &values, |text| {
        text.iter().position(|byte| *byte == wanted)
    })
}

fn strrchr<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let wanted = m.word_of(&values, 1) as u8;
    position(m, call, &values, |text| {
        text.iter().rposition(|byte| *byte == wanted)
    })
}

fn strstr<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let Some(wanted) = text(m, call, &values, 1)? else {
        return invalid(m, call);
    };
    if wanted.is_empty() {
        return Ok(Value::Pointer(m.pointer_of(&values, 0)));
    }
    position(m, call, &values, |text| {
        text.windows(wanted.len()).position(|part| part == wanted)
    })
}

fn span<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], inside: bool) -> Done<Value> {
    let own = text(m, call, values, 0)?;
    let set = text(m, call, values, 1)?;
    let (Some(own), Some(set)) = (own, set) else {
        return invalid(m, call);
    };
    let end = own.iter().position(|byte| set.contains(byte) != inside);
    Ok(m.give(call, end.unwrap_or(own.len()) as i128))
}

fn strspn<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    span(m, call, &values, true)
}

fn strcspn<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    span(m, call, &values, false)
}

fn strpbrk<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let Some(set) = text(m, call, &values, 1)? else {
        return invalid(m, call);
    };
    position(m, call, &values, |text| {
        text.iter().position(|byte| set.contains(byte))
    })
}

/// A number that does not fit is cut to its low bits.
fn atoi<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let Some(text) = text(m, call, &values, 0)? else {
        return invalid(m, call);
    };
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mut value = 0i128;
    for digit in digits.iter().take_while(|byte| byte.is_ascii_digit()) {
        value = value
            .wrapping_mul(10)
            .wrapping_add(i128::from(digit - b'0'));
    }
    let value = if negative {
        value.wrapping_neg()
    } else {
        value
    };
    Ok(m.give(call, value))
}
