//! Integers and word literals.
//!
//! NuSMV's integers are those of C's `int`. A word literal has at most 64 bits there and up to [`MAX_WIDTH`] here.

use assay_source::Diagnostic;
use num_bigint::BigUint;
use num_traits::Num;

use super::{Parse, Parser};
use crate::syntax::expr::{Radix, WordLiteral};

/// Wider words are refused where a literal or a type is read.
pub const MAX_WIDTH: u32 = 65_535;

impl Parser<'_> {
    /// The next token, which is an integer.
    pub(super) fn integer(&mut self) -> Parse<i64> {
        let text = self.text(self.token());
        match text.parse::<i32>() {
            Ok(value) => {
                self.advance();
                Ok(i64::from(value))
            }
            Err(_) => {
                let message = "this integer is too large".to_string();
                let span = self.here();
                let diagnostic = Diagnostic::error("S0112", message)
                    .at(span)
                    .help(format!("the largest is {}", i32::MAX));
                let _ = self.report(diagnostic);
                // Its size does not make the rest unreadable.
                self.advance();
                Ok(0)
            }
        }
    }

    /// The next token, which is a word literal.
    pub(super) fn word_literal(&mut self) -> Parse<WordLiteral> {
        match read_word(self.text(self.token())) {
            Ok(word) => {
                self.advance();
                Ok(word)
            }
            Err(reason) => Err(self.error("S0111", reason)),
        }
    }
}

/// Reads `0`, `u` or `s` or nothing, `b`, `o`, `d` or `h`, a width or nothing, `_`, digits with `_` among them.
pub(crate) fn read_word(text: &str) -> Result<WordLiteral, String> {
    let rest = text.strip_prefix('0').unwrap_or(text);
    let signed = rest.starts_with('s');
    let rest = rest.trim_start_matches(['s', 'u']);
    let (radix, base, bits) = match rest.bytes().next() {
        Some(b'b' | b'B') => (Radix::Binary, 2, 1),
        Some(b'o' | b'O') => (Radix::Octal, 8, 3),
        Some(b'd' | b'D') => (Radix::Decimal, 10, 0),
        _ => (Radix::Hexadecimal, 16, 4),
    };
    let Some((width, digits)) = rest.get(1..).and_then(|rest| rest.split_once('_')) else {
        return Err("this word literal has no digits".to_string());
    };
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    if digits.is_empty() {
        return Err("this word literal has no digits".to_string());
    }
    if let Some(digit) = digits.chars().find(|c| !c.is_digit(base)) {
        return Err(format!("`{digit}` is no digit in base {base}"));
    }
    let width = if width.is_empty() {
        if bits == 0 {
            return Err("a decimal word literal needs a width: `0d8_15`".to_string());
        }
        digits.len() as u64 * bits
    } else {
        width.parse::<u64>().unwrap_or(u64::MAX)
    };
    if width == 0 || width > u64::from(MAX_WIDTH) {
        return Err(format!("a word has from 1 to {MAX_WIDTH} bits"));
    }
    // Reading decimal digits takes quadratic time; so many never fit.
    if digits.trim_start_matches('0').len() as u64 > width {
        return Err(format!("this does not fit into {width} bits"));
    }
    let value = BigUint::from_str_radix(&digits, base).map_err(|e| e.to_string())?;
    if value.bits() > width {
        return Err(format!("this does not fit into {width} bits"));
    }
    Ok(WordLiteral {
        signed,
        width: width as u32,
        value,
        radix,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> (bool, u32, u32) {
        let word = read_word(text).expect("well-formed");
        (word.signed, word.width, word.value.try_into().unwrap())
    }

    #[test]
    fn words_have_sign_width_and_value() {
        assert_eq!(word("0b_101"), (false, 3, 5));
        assert_eq!(word("0ub8_1010"), (false, 8, 10));
        assert_eq!(word("0sd8_200"), (true, 8, 200));
        assert_eq!(word("0uh16_Ff_0"), (false, 16, 0xff0));
        assert_eq!(word("0o_17"), (false, 6, 15));
        assert_eq!(word("0H_a"), (false, 4, 10));
    }

    #[test]
    fn words_that_do_not_fit_are_refused() {
        for text in [
            "0b2_101",
            "0d_3",
            "0d3_8",
            "0b_2",
            "0o3_8",
            "0b0_0",
            "0b99999_0",
        ] {
            assert!(read_word(text).is_err(), "{text}");
        }
    }
}
