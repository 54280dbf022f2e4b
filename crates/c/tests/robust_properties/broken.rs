//! Texts with tokens removed, doubled, exchanged and replaced: most are wrong, and some mean something new.

use assay_system::Random;

/// Words of C that a program may not have.
pub const WORDS: &[&str] = &[
    "int",
    "char",
    "unsigned",
    "long",
    "short",
    "_Bool",
    "signed",
    "void",
    "const",
    "volatile",
    "static",
    "extern",
    "struct",
    "union",
    "enum",
    "typedef",
    "sizeof",
    "return",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "goto",
    "float",
    "double",
    "_Generic",
    "_Static_assert",
    "__typeof__",
    "_Alignof",
    "__attribute__",
    "((packed))",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "~",
    "!",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "?",
    ":",
    "=",
    "+=",
    "-=",
    "<<=",
    "++",
    "--",
    ",",
    ".",
    "->",
    "...",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "({",
    "})",
    "0",
    "1",
    "2",
    "-1",
    "0x80000000",
    "18446744073709551615u",
    "1.5",
    "'a'",
    "\"ab\"",
    "L\"w\"",
    "main",
    "x",
    "y",
    "p",
    "f",
    "s",
    "(int)",
    "(char)",
    "(void *)",
    "*&",
    "__CPROVER_assume",
    "__CPROVER_assert",
    "malloc",
    "free",
    "memcpy",
    "memset",
    "__builtin_offsetof",
    "__builtin_expect",
    "__builtin_add_overflow",
];

/// The tokens of a text, roughly: words, numbers, strings and single signs.
pub fn pieces(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        match bytes[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b if word(b) => {
                while at < bytes.len() && word(bytes[at]) {
                    at += 1;
                }
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += 1;
                }
                at = (at + 1).min(bytes.len());
            }
            first => {
                at += 1;
                // Signs of two characters stay together.
                let double = bytes.get(at) == Some(&first) && b"+-<>=&|".contains(&first);
                let assigns = bytes.get(at) == Some(&b'=') && b"+-*/%<>=!&|^".contains(&first);
                let arrow = first == b'-' && bytes.get(at) == Some(&b'>');
                at += usize::from(double || assigns || arrow);
                while !text.is_char_boundary(at) {
                    at += 1;
                }
            }
        }
        if let Some(piece) = text.get(start..at) {
            pieces.push(piece);
        }
    }
    pieces
}

/// The text with one to three changes.
pub fn broken(text: &str, random: &mut Random) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=random.below(3) {
        change(&mut pieces, random);
    }
    pieces.join(" ")
}

fn change(pieces: &mut Vec<&str>, random: &mut Random) {
    let mut below = |n: usize| random.below(n.max(1) as u64) as usize;
    if pieces.is_empty() {
        return pieces.push(WORDS[below(WORDS.len())]);
    }
    let (at, other) = (below(pieces.len()), below(pieces.len()));
    let word = WORDS[below(WORDS.len())];
    let is_operand = |piece: &str| piece.starts_with(|c: char| c.is_ascii_alphanumeric());
    match below(9) {
        0 => pieces[at] = word,
        1 => pieces.insert(at, word),
        2 => drop(pieces.drain(at..(at + 1 + below(3)).min(pieces.len()))),
        3 => pieces.swap(at, other),
        4 => {
            let copy = pieces[at..(at + 1 + below(8)).min(pieces.len())].to_vec();
            pieces.splice(other..other, copy);
        }
        // Operands for operands keep more texts right than anything for anything.
        _ => {
            let operands: Vec<usize> = (0..pieces.len())
                .filter(|&p| is_operand(pieces[p]))
                .collect();
            if let (Some(&to), Some(&from)) = (
                operands.get(below(operands.len())),
                operands.get(below(operands.len())),
            ) {
                pieces[to] = pieces[from];
            }
        }
    }
}
