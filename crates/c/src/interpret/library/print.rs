//! Output. It has no effect on the execution; what is printed is kept for people.

use super::{Native, moved};
use crate::context::Open;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::value::{Value, mask, number};

/// More output is dropped.
const MAX_OUTPUT: usize = 1 << 20;

/// Wider fields and more digits are not printed.
const MAX_WIDTH: usize = 1000;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "printf" => |m, call, values| formatted(m, call, &values, 0),
        "fprintf" => |m, call, values| formatted(m, call, &values, 1),
        "puts" => puts,
        "putchar" => putchar,
        "fputs" | "fputc" | "putc" | "perror" | "fflush" | "vprintf" | "vfprintf" => opaque,
        _ => return None,
    })
}

fn opaque<'p>(m: &mut Machine<'p>, call: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    Ok(m.open_value(Open::Result(call.site), call.ty))
}

fn emit(m: &mut Machine<'_>, bytes: &[u8]) {
    let room = MAX_OUTPUT.saturating_sub(m.output.len());
    m.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

/// Text without checks, as far as it can be read.
fn text(m: &Machine<'_>, value: &Value) -> Vec<u8> {
    let Value::Pointer(at) = value else {
        return vec![];
    };
    let mut text = vec![];
    let mut byte = [0];
    while text.len() < MAX_OUTPUT {
        let next = moved(*at, text.len() as u64);
        if m.memory.fault(next, 1).is_some() {
            break;
        }
        m.memory.read(next.object, next.offset as u64, &mut byte);
        if byte[0] == 0 {
            break;
        }
        text.push(byte[0]);
    }
    text
}

fn puts<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let mut line = values.first().map_or(vec![], |value| text(m, value));
    line.push(b'\n');
    emit(m, &line);
    opaque(m, call, values)
}

fn putchar<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let byte = m.word_of(&values, 0) as u8;
    emit(m, &[byte]);
    opaque(m, call, values)
}

fn formatted<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    format: usize,
) -> Done<Value> {
    let pattern = values.get(format).map_or(vec![], |value| text(m, value));
    let bytes = fill(m, &pattern, values.get(format + 1..).unwrap_or(&[]));
    emit(m, &bytes);
    opaque(m, call, vec![])
}

/// The common conversions of `printf`; others are left as they stand.
fn fill(m: &mut Machine<'_>, pattern: &[u8], values: &[Value]) -> Vec<u8> {
    let mut out = vec![];
    let mut values = values.iter();
    let mut rest = pattern;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let kind = |b: &u8| {
            b.is_ascii_alphabetic() && !matches!(b, b'l' | b'h' | b'z' | b'j' | b't') || *b == b'%'
        };
        let Some(end) = tail.iter().position(kind) else {
            break;
        };
        let (flags, letter) = (&tail[..end], tail[end]);
        rest = &tail[end + 1..];
        if letter == b'%' {
            out.push(b'%');
            continue;
        }
        let value = values.next().cloned().unwrap_or(Value::Int(0));
        out.extend(one(m, flags, letter, &value));
    }
    out
}

fn one(m: &mut Machine<'_>, flags: &[u8], letter: u8, value: &Value) -> Vec<u8> {
    let text_flags = String::from_utf8_lossy(flags);
    let long = flags.iter().filter(|b| **b == b'l').count();
    let half = flags.iter().filter(|b| **b == b'h').count();
    let wide = flags.iter().any(|b| matches!(b, b'z' | b'j' | b't'));
    let bits = match (long, half) {
        _ if wide => 64,
        (0, 0) => 32,
        (0, 1) => 16,
        (0, _) => 8,
        (1, _) => m.types.model.pointer_bits(),
        _ => 64,
    };
    let body = text_flags.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (left, sign, zero) = (
        body.contains('-'),
        body.contains('+'),
        body.starts_with('0'),
    );
    let digits = body.trim_start_matches(['-', '+', '0', ' ', '#']);
    let (width, precision) = digits.split_once('.').unwrap_or((digits, "6"));
    let width = width.parse().unwrap_or(0).min(MAX_WIDTH);
    let precision = precision.parse().unwrap_or(0).min(MAX_WIDTH);
    let word = mask(m.memory.word(value), bits);
    let shown = match letter {
        b'd' | b'i' => {
            let number = number(word, bits, true);
            if sign && number >= 0 {
                format!("+{number}")
            } else {
                number.to_string()
            }
        }
        b'u' => word.to_string(),
        b'x' => format!("{word:x}"),
        b'X' => format!("{word:X}"),
        b'o' => format!("{word:o}"),
        b'p' => format!("{:#x}", m.memory.word(value)),
        b'c' => return vec![word as u8],
        b's' => String::from_utf8_lossy(&text(m, value)).into_owned(),
        b'f' | b'F' => match value {
            Value::Double(value) => format!("{value:.precision$}"),
            _ => "?".into(),
        },
        _ => format!("%{text_flags}{}", letter as char),
    };
    let padded = match (left, zero && letter != b's') {
        (true, _) => format!("{shown:<width$}"),
        (false, true) => match shown.strip_prefix('-') {
            Some(number) => format!("-{number:0>rest$}", rest = width.saturating_sub(1)),
            None => format!("{shown:0>width$}"),
        },
        (false, false) => format!("{shown:>width$}"),
    };
    padded.into_bytes()
}
