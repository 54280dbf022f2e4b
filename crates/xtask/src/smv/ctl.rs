//! Random formulas of CTL over the names of a model.

use assay_system::Random;

use super::expression::{Expressions, Name};

/// A formula with at most so many operators above each other.
pub fn formula(random: &mut Random, names: &[Name], depth: u32) -> String {
    if depth == 0 {
        return atom(random, names);
    }
    let below = depth - 1;
    match random.below(20) {
        0 => format!("!({})", formula(random, names, below)),
        1..=4 => {
            let operator = ["&", "|", "->", "<->", "xor"][random.below(5) as usize];
            let (left, right) = (formula(random, names, below), formula(random, names, below));
            if random.below(100) < 15 {
                format!("{left} {operator} {right}")
            } else {
                format!("({left} {operator} {right})")
            }
        }
        5..=13 => {
            let operator = ["EX", "AX", "EF", "AF", "EG", "AG"][random.below(6) as usize];
            format!("{operator} ({})", formula(random, names, below))
        }
        14..=16 => {
            let paths = ["E", "A"][random.below(2) as usize];
            let (left, right) = (formula(random, names, below), formula(random, names, below));
            format!("{paths} [ {left} U {right} ]")
        }
        17 => bounded(random, names, below),
        _ => atom(random, names),
    }
}

/// With a number of steps.
fn bounded(random: &mut Random, names: &[Name], below: u32) -> String {
    let from = random.below(3);
    let to = from + random.below(3);
    let inner = formula(random, names, below);
    match random.below(6) {
        0 => format!("EBF {from}..{to} ({inner})"),
        1 => format!("ABF {from}..{to} ({inner})"),
        2 => format!("EBG {from}..{to} ({inner})"),
        3 => format!("ABG {from}..{to} ({inner})"),
        other => {
            let paths = ["E", "A"][other as usize % 2];
            let right = formula(random, names, below);
            format!("{paths} [ {inner} BU {from}..{to} {right} ]")
        }
    }
}

fn atom(random: &mut Random, names: &[Name]) -> String {
    Expressions::new(random, names).boolean(1)
}
