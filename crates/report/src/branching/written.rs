//! Atoms that are texts: a language gives a condition of a formula a wire of its own, named by the text that was written.
//!
//! Such a name is an expression of SMV, and it is put into formulas: `EF (floor = 3 & open)`. So it matters how tightly it binds. Where it
//! cannot be read it binds least, which costs two parentheses.

use super::formula::Binds;

/// How tightly the text binds: as the loosest operator outside of brackets.
pub(super) fn binding(text: &str) -> Binds {
    let found = operators(text).map(|(_, operator)| operator.binds);
    found.min().unwrap_or(Binds::Whole)
}

/// The text of the negation, and how tightly that binds: of a comparison the opposite one.
pub(super) fn negation(text: &str) -> (String, Binds) {
    if let Some(rest) = negated(text) {
        return (rest.to_string(), binding(rest));
    }
    let loosest = operators(text).min_by_key(|(_, operator)| operator.binds);
    match loosest {
        Some((at, operator)) if operator.binds == Binds::Compares => {
            let alone = operators(text).filter(|(_, o)| o.binds == Binds::Compares);
            if let (1, Some(opposite)) = (alone.count(), operator.opposite) {
                let (left, right) = (&text[..at], &text[at + operator.text.len()..]);
                return (format!("{left}{opposite}{right}"), Binds::Compares);
            }
        }
        None => return (format!("!{text}"), Binds::Unary),
        Some(_) => {}
    }
    (format!("!({text})"), Binds::Unary)
}

/// What a text that is a negation negates.
pub(super) fn negated(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('!')?;
    (binding(text) == Binds::Unary).then(|| inside(rest.trim_start()))
}

/// What stands in parentheses around the whole text.
fn inside(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner.trim()
}

struct Operator {
    text: &'static str,
    binds: Binds,
    opposite: Option<&'static str>,
}

const fn operator(text: &'static str, binds: Binds) -> Operator {
    Operator {
        text,
        binds,
        opposite: None,
    }
}

const fn comparison(text: &'static str, opposite: &'static str) -> Operator {
    Operator {
        text,
        binds: Binds::Compares,
        opposite: Some(opposite),
    }
}

/// Longer ones before those that they begin with.
const OPERATORS: [Operator; 23] = [
    operator("<->", Binds::Implies),
    operator("->", Binds::Implies),
    operator("::", Binds::Adds),
    operator("<<", Binds::Adds),
    operator(">>", Binds::Adds),
    comparison("!=", "="),
    comparison("<=", ">"),
    comparison(">=", "<"),
    comparison("=", "!="),
    comparison("<", ">="),
    comparison(">", "<="),
    operator("?", Binds::Choice),
    operator(":", Binds::Least),
    operator("|", Binds::Or),
    operator("&", Binds::And),
    operator("+", Binds::Adds),
    operator("*", Binds::Multiplies),
    operator("/", Binds::Multiplies),
    operator("!", Binds::Unary),
    operator("xor", Binds::Or),
    operator("xnor", Binds::Or),
    operator("in", Binds::Compares),
    operator("mod", Binds::Multiplies),
];

/// The operators outside of brackets, with their places. A minus may be part of a name and counts between blanks only.
fn operators(text: &str) -> impl Iterator<Item = (usize, &'static Operator)> {
    const MINUS: Operator = operator("-", Binds::Adds);
    const CHOICE: Operator = operator("union", Binds::Adds);
    let (mut at, mut depth) = (0, 0_usize);
    std::iter::from_fn(move || {
        while let Some(c) = text[at..].chars().next() {
            let (here, rest) = (at, &text[at..]);
            at += c.len_utf8();
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ if c.is_alphanumeric() || c == '_' => {
                    let is_part = |c: char| c.is_alphanumeric() || "_.$#-".contains(c);
                    let word = rest.split(|c| !is_part(c)).next().unwrap_or_default();
                    let word = word.strip_suffix('-').unwrap_or(word);
                    at = here + word.len();
                    let known = OPERATORS.iter().chain([&CHOICE]);
                    let found = known.into_iter().find(|o| o.text == word);
                    if let (Some(found), 0) = (found, depth) {
                        return Some((here, found));
                    }
                }
                _ if depth > 0 => {}
                '-' if rest.starts_with("- ") => return Some((here, &MINUS)),
                _ => {
                    if let Some(found) = OPERATORS.iter().find(|o| rest.starts_with(o.text)) {
                        at = here + found.text.len();
                        return Some((here, found));
                    }
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_binds_as_its_loosest_operator() {
        let cases = [
            ("ready", Binds::Whole),
            ("p1.state-a", Binds::Whole),
            ("req[i + 1]", Binds::Whole),
            ("!ready", Binds::Unary),
            ("floor = 3", Binds::Compares),
            ("next_floor in {1, 2}", Binds::Compares),
            ("a & b = c", Binds::And),
            ("(a | b) & c", Binds::And),
            ("a xor b", Binds::Or),
            ("a & b -> c | d", Binds::Implies),
            ("p ? q : r", Binds::Least),
            ("x - 1", Binds::Adds),
        ];
        for (text, binds) in cases {
            assert!(binding(text) == binds, "{text}");
        }
    }

    #[test]
    fn a_negation_is_what_a_person_would_write() {
        let cases = [
            ("ready", "!ready"),
            ("!ready", "ready"),
            ("!(a & b)", "a & b"),
            ("!(a) & (b)", "!(!(a) & (b))"),
            ("state = busy", "state != busy"),
            ("x < 3", "x >= 3"),
            ("x <= y + 1", "x > y + 1"),
            ("a = b = c", "!(a = b = c)"),
            ("a & b", "!(a & b)"),
            ("x in {1, 2}", "!(x in {1, 2})"),
            ("!a = b", "!a != b"),
        ];
        for (text, wanted) in cases {
            assert_eq!(negation(text).0, wanted);
        }
    }
}
