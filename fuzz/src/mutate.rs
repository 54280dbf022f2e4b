//! Mutation by tokens. Most changes of single bytes only make another lexical error; changes of tokens reach the printer,
//! the type checker and the interpreter. One time in four libFuzzer's own mutations run instead, so that nothing is out of
//! reach.

use assay_lustre::Dialect;
use assay_lustre::interp::Random;
use assay_lustre::syntax::lexer::lex;
use libfuzzer_sys::fuzzer_mutate;

use crate::c_properties::broken::broken;
use crate::robust_properties::syntax::source;
use crate::robust_properties::vocabulary::words;
use crate::smv_properties;

const OPERATORS: &[&str] = &[
    "and", "or", "xor", "=>", "->", "=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "div",
    "mod",
];
const PREFIXES: &[&str] = &["not", "pre", "-", "real", "floor", "int"];

/// libFuzzer's hook: changes the first `size` bytes of `data` and returns the new size.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed));
    let text = match std::str::from_utf8(&data[..size]) {
        Ok(text) if random.below(4) > 0 => text,
        _ => return fuzzer_mutate(data, size, max_size),
    };
    let tokens = lex(&source(text), Dialect::Kind2).tokens;
    let mut pieces: Vec<&str> = tokens
        .iter()
        .map(|t| &text[t.start as usize..t.end as usize])
        .filter(|piece| !piece.is_empty())
        .collect();
    for _ in 0..=random.below(2) {
        change(&mut pieces, &mut random);
    }
    put(&pieces.join(" "), data, max_size)
}

/// The same for C.
pub fn mutate_c(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = assay_system::Random::new(u64::from(seed));
    match std::str::from_utf8(&data[..size]) {
        Ok(text) if random.below(4) > 0 => {
            let changed = broken(text, &mut random);
            put(&changed, data, max_size)
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
}

/// The same for SMV.
pub fn mutate_smv(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = assay_system::Random::new(u64::from(seed));
    match std::str::from_utf8(&data[..size]) {
        Ok(text) if random.below(4) > 0 => {
            let changed = smv_properties::broken::broken(text, &mut random);
            put(&changed, data, max_size)
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
}

fn put(changed: &str, data: &mut [u8], max_size: usize) -> usize {
    // A cut in the middle of a character gives a shorter text, which is as good as any.
    let len = changed.len().min(max_size).min(data.len());
    data[..len].copy_from_slice(&changed.as_bytes()[..len]);
    len
}

fn pick<'a>(from: &[&'a str], random: &mut Random) -> &'a str {
    from[random.below(from.len() as u64) as usize]
}

fn is_operator(piece: &str) -> bool {
    OPERATORS.contains(&piece)
}

/// A name or a constant; whether it stands for a value is not asked.
fn is_operand(piece: &str) -> bool {
    matches!(piece, "true" | "false")
        || piece.starts_with(|c: char| c.is_ascii_alphanumeric()) && !Dialect::Kind2.reserves(piece)
}

/// A place that the test is true of, or any place.
fn place(pieces: &[&str], test: impl Fn(&str) -> bool, random: &mut Random) -> usize {
    let places: Vec<usize> = (0..pieces.len()).filter(|&at| test(pieces[at])).collect();
    match places.len() {
        0 => random.below(pieces.len() as u64) as usize,
        count => places[random.below(count as u64) as usize],
    }
}

fn change<'a>(pieces: &mut Vec<&'a str>, random: &mut Random) {
    if pieces.is_empty() {
        pieces.push(pick(&words(), random));
        return;
    }
    let anywhere = |_: &str| true;
    let at = place(pieces, anywhere, random);
    let other = place(pieces, anywhere, random);
    let end = |at: usize, len: u64| (at + len as usize).min(pieces.len());
    match random.below(12) {
        0 => pieces[at] = pick(&words(), random),
        1 => pieces.insert(at, pick(&words(), random)),
        2 => drop(pieces.drain(at..end(at, 1 + random.below(3)))),
        3 => pieces.swap(at, other),
        4 => pieces[at] = pieces[other],
        5 => {
            let copy = pieces[at..end(at, 1 + random.below(8))].to_vec();
            pieces.splice(other..other, copy);
        }
        6 | 7 => {
            let at = place(pieces, is_operator, random);
            pieces[at] = pick(OPERATORS, random);
        }
        8 => {
            let from = place(pieces, is_operand, random);
            let to = place(pieces, is_operand, random);
            pieces[to] = pieces[from];
        }
        // An operand becomes an operation.
        9 => {
            let at = place(pieces, is_operand, random);
            let operand = pieces[place(pieces, is_operand, random)];
            let operation = ["(", pieces[at], pick(OPERATORS, random), operand, ")"];
            pieces.splice(at..=at, operation);
        }
        10 => {
            let at = place(pieces, is_operand, random);
            let application = [pick(PREFIXES, random), "(", pieces[at], ")"];
            pieces.splice(at..=at, application);
        }
        // Parentheses around an operation.
        _ => {
            let from = place(pieces, is_operand, random);
            let to = end(from, 3 + 2 * random.below(2));
            pieces.insert(to, ")");
            pieces.insert(from, "(");
        }
    }
}
