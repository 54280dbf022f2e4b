//! Cuts text into the spellings of tokens. It serves the compiler's output and, to find places, the original files.

use super::token::punctuator;

/// The spelling of one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Name,
    Number,
    /// With the length of its prefix.
    Char(usize),
    String(usize),
    Punct(&'static str),
    /// A character that starts no token, or a literal without an end.
    Stray,
}

/// The token at the start of a text that is no blank: what it is and its length in bytes.
pub(crate) fn piece(text: &str) -> (Piece, usize) {
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return (Piece::Stray, 0);
    };
    let second = chars.next().unwrap_or('\0');
    for prefix in ["", "L", "u8", "u", "U"] {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        if rest.starts_with('"') {
            return literal(text, prefix.len(), '"', Piece::String(prefix.len()));
        }
        if rest.starts_with('\'') && prefix != "u8" {
            return literal(text, prefix.len(), '\'', Piece::Char(prefix.len()));
        }
    }
    if is_name_start(first) {
        let length = text.find(|c| !is_name(c)).unwrap_or(text.len());
        return (Piece::Name, length);
    }
    if first.is_ascii_digit() || first == '.' && second.is_ascii_digit() {
        return (Piece::Number, number(text));
    }
    match punctuator(text) {
        Some((written, plain)) => (Piece::Punct(plain), written.len()),
        None => (Piece::Stray, first.len_utf8()),
    }
}

fn is_name_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

fn is_name(c: char) -> bool {
    is_name_start(c) || c.is_alphanumeric()
}

/// The length of a preprocessing number.
fn number(text: &str) -> usize {
    let mut previous = '\0';
    for (at, c) in text.char_indices() {
        let sign = matches!(c, '+' | '-') && matches!(previous, 'e' | 'E' | 'p' | 'P');
        if !(is_name(c) || c == '.' || sign) {
            return at;
        }
        previous = c;
    }
    text.len()
}

fn literal(text: &str, prefix: usize, quote: char, kind: Piece) -> (Piece, usize) {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(prefix + 1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '\n' {
            return (Piece::Stray, at);
        } else if c == quote {
            return (kind, at + 1);
        }
    }
    (Piece::Stray, text.len())
}

/// The length of blanks, comments and continued lines at the start of a text. Line ends are blanks only if `lines` says so.
pub(crate) fn blanks(text: &str, lines: bool) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let length = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("\\\n") {
            2
        } else if rest.starts_with("\\\r\n") {
            3
        } else {
            match rest.chars().next() {
                Some('\n') if !lines => 0,
                Some(c) if c.is_whitespace() => c.len_utf8(),
                _ => 0,
            }
        };
        if length == 0 {
            return at;
        }
        at += length;
    }
}
