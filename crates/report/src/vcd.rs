//! A trace as a value change dump (IEEE 1364-2005, clause 18), for waveform viewers.
//!
//! One step is one time unit; node instances are scopes. Booleans are wires, integers are two's complement vectors as wide as
//! the trace needs, words are vectors of their width, enums and arrays are strings (an extension that GTKWave and Surfer read), and reals are the nearest doubles,
//! because the format has no exact ones; the CSV is exact.

use std::collections::BTreeMap;
use std::fmt::Write;

use assay_term::{BigInt, Value};
use num_traits::{One, Signed};

use crate::trace::instance_path;
use crate::value::{approximate, show};
use crate::{Kind, Signal, TraceView};

/// `top` names the outermost scope: the main node.
pub fn trace_to_vcd(view: &TraceView, top: &str) -> String {
    let mut out = head();
    if let Some(told) = view.told_loop(0) {
        let _ = writeln!(out, "$comment {told} $end");
    }
    declare(&mut out, view, top, 0);
    out.push_str("$enddefinitions $end\n");
    for step in 0..view.length {
        let _ = writeln!(out, "#{step}");
        changes(&mut out, view, step, 0);
    }
    end(&mut out, view.length);
    out
}

/// Two executions side by side: inside `top` the scopes `original` and `mutant`, and a wire `diff` that is 1 where any signal
/// differs.
pub fn pair_to_vcd(original: &TraceView, mutant: &TraceView, top: &str) -> String {
    let length = original.length.min(mutant.length);
    let (first, second) = (1, 1 + original.signals.len());
    let mut out = head();
    let _ = writeln!(out, "$scope module {} $end", word(top));
    let _ = writeln!(out, "$var wire 1 {} diff $end", code(0));
    declare(&mut out, original, "original", first);
    declare(&mut out, mutant, "mutant", second);
    out.push_str("$upscope $end\n$enddefinitions $end\n");
    let twin = |s: &Signal| mutant.signals.iter().find(|t| t.name == s.name);
    let differs: Vec<bool> = (0..length)
        .map(|step| {
            let differs = |s: &Signal| twin(s).is_some_and(|t| t.values[step] != s.values[step]);
            original.signals.iter().any(differs)
        })
        .collect();
    for step in 0..length {
        let _ = writeln!(out, "#{step}");
        if step == 0 || differs[step] != differs[step - 1] {
            let _ = writeln!(out, "{}{}", u8::from(differs[step]), code(0));
        }
        changes(&mut out, original, step, first);
        changes(&mut out, mutant, step, second);
    }
    end(&mut out, length);
    out
}

fn head() -> String {
    String::from("$comment one time unit is one step $end\n$timescale 1 ns $end\n")
}

/// A viewer draws the last step only if time goes on after it.
fn end(out: &mut String, length: usize) {
    let _ = writeln!(out, "#{length}");
}

/// Declares all signals in a scope `top`; their codes count from `first`.
fn declare(out: &mut String, view: &TraceView, top: &str, first: usize) {
    let mut root = Scope::default();
    for (index, signal) in view.signals.iter().enumerate() {
        let (path, name) = instance_path(&signal.name);
        let scope = path.into_iter().fold(&mut root, |scope, instance| {
            scope.inner.entry(instance).or_default()
        });
        scope.signals.push((index, name));
    }
    root.declare(out, top, &view.signals, first);
}

fn changes(out: &mut String, view: &TraceView, step: usize, first: usize) {
    for (index, signal) in view.signals.iter().enumerate() {
        if step == 0 || signal.values[step] != signal.values[step - 1] {
            out.push_str(&change(signal, step, &code(first + index)));
            out.push('\n');
        }
    }
}

#[derive(Default)]
struct Scope<'a> {
    signals: Vec<(usize, &'a str)>,
    inner: BTreeMap<&'a str, Scope<'a>>,
}

impl Scope<'_> {
    fn declare(&self, out: &mut String, name: &str, all: &[Signal], first: usize) {
        let _ = writeln!(out, "$scope module {} $end", word(name));
        for &(index, short) in &self.signals {
            let signal = &all[index];
            let (kind, bits) = match &signal.kind {
                Kind::Bool => ("wire", 1),
                Kind::Int => ("integer", int_bits(signal)),
                Kind::Real => ("real", 64),
                Kind::Word(width) => ("wire", u64::from(*width)),
                Kind::Enum(_) | Kind::Array => ("string", 1),
            };
            let _ = writeln!(
                out,
                "$var {kind} {bits} {} {} $end",
                code(first + index),
                word(short)
            );
        }
        for (name, scope) in &self.inner {
            scope.declare(out, name, all, first);
        }
        out.push_str("$upscope $end\n");
    }
}

/// Brackets would be read as a bit select, and blanks end a word.
fn word(name: &str) -> String {
    let map = |c: char| match c {
        '[' => '(',
        ']' => ')',
        c if c.is_whitespace() => '_',
        c => c,
    };
    name.chars().map(map).collect()
}

/// The short identifier of a signal: digits to base 94 over the printable characters.
fn code(mut index: usize) -> String {
    let mut out = String::new();
    loop {
        out.push(char::from(b'!' + (index % 94) as u8));
        index /= 94;
        if index == 0 {
            return out;
        }
        index -= 1;
    }
}

/// Bits of the two's complement that every value of the signal fits into, at least 32.
fn int_bits(signal: &Signal) -> u64 {
    let bits = |value: &Value| match value {
        // -2^n needs n + 1 bits, as 2^n - 1 does.
        Value::Int(n) if n.is_negative() => (-n - BigInt::one()).bits() + 1,
        Value::Int(n) => n.bits() + 1,
        _ => 1,
    };
    signal
        .values
        .iter()
        .map(bits)
        .chain([32])
        .max()
        .unwrap_or(32)
}

fn change(signal: &Signal, step: usize, code: &str) -> String {
    match (&signal.kind, &signal.values[step]) {
        (Kind::Enum(_) | Kind::Array, value) => {
            format!("s{} {code}", word(&show(&signal.kind, value)))
        }
        (_, Value::Bool(b)) => format!("{}{code}", u8::from(*b)),
        (_, Value::Int(n)) if n.is_negative() => {
            let modulus = BigInt::one() << int_bits(signal);
            format!("b{:b} {code}", modulus + n)
        }
        (_, Value::Int(n)) => format!("b{n:b} {code}"),
        (_, Value::Real(r)) => format!("r{:?} {code}", approximate(r)),
        (_, Value::Bits(bits)) if bits.width() == 1 => format!("{}{code}", u8::from(bits.is_one())),
        (_, Value::Bits(bits)) => format!("b{:b} {code}", bits.value()),
        (_, Value::Array(array)) => format!("s{} {code}", word(&array.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn codes_are_distinct_printable_words() {
        let codes: std::collections::BTreeSet<String> = (0..20_000).map(code).collect();
        assert_eq!(codes.len(), 20_000);
        assert!(
            codes
                .iter()
                .all(|c| c.bytes().all(|b| (b'!'..=b'~').contains(&b)))
        );
    }
}
