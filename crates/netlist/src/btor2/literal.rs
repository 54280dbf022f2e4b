//! What a written constant is worth in a sort of a given width.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

use super::Literal;

impl Literal {
    /// The value modulo two to the `width`, or why there is none.
    pub fn value(&self, width: u32) -> Result<BigUint, String> {
        match self {
            Literal::One => Ok(BigUint::one()),
            Literal::Ones => Ok(ones(width)),
            Literal::Zero => Ok(BigUint::zero()),
            Literal::Binary(digits) => {
                if digits.len() != width as usize {
                    return Err(format!("it has {} digits, not {width}", digits.len()));
                }
                number(digits, 2)
            }
            Literal::Hex(digits) => {
                let value = number(short(digits, width)?, 16)?;
                fits(value, width)
            }
            Literal::Decimal(digits) => match digits.strip_prefix('-') {
                None => fits(number(short(digits, width)?, 10)?, width),
                Some(digits) => {
                    let size = BigInt::from(number(short(digits, width)?, 10)?);
                    let half = BigInt::one() << (width - 1);
                    if size > half {
                        return Err(too_large(width));
                    }
                    let value = (BigInt::one() << width) - size;
                    debug_assert!(value.is_positive());
                    Ok(value.magnitude() & ones(width))
                }
            },
        }
    }
}

/// All bits set.
pub fn ones(width: u32) -> BigUint {
    (BigUint::one() << width) - BigUint::one()
}

/// The digits without leading zeros, if there are so few that the number may fit: no radix needs more digits than the
/// number has bits, and converting takes time quadratic in the digits.
fn short(digits: &str, width: u32) -> Result<&str, String> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > width as usize {
        Err(too_large(width))
    } else {
        Ok(digits)
    }
}

fn number(digits: &str, radix: u32) -> Result<BigUint, String> {
    if digits.is_empty() {
        return Ok(BigUint::zero());
    }
    let shown = digits.chars().find(|c| !c.is_digit(radix));
    match shown {
        Some(odd) => Err(format!("`{odd}` is no digit in base {radix}")),
        None => BigUint::parse_bytes(digits.as_bytes(), radix)
            .ok_or_else(|| format!("it is no number in base {radix}")),
    }
}

fn fits(value: BigUint, width: u32) -> Result<BigUint, String> {
    if value.bits() > u64::from(width) {
        Err(too_large(width))
    } else {
        Ok(value)
    }
}

fn too_large(width: u32) -> String {
    format!("it does not fit into {width} bits")
}
