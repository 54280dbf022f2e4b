//! Just enough of Verilog's expressions to write one with another operator: where the outermost operator of a text stands
//! and how strongly it binds. What is between brackets is not looked at.

/// Binary operators with their strength, longer ones before those they start with.
const BINARY: [(&str, u8); 27] = [
    ("<<<", 9),
    (">>>", 9),
    ("===", 7),
    ("!==", 7),
    ("**", 12),
    ("<<", 9),
    (">>", 9),
    ("<=", 8),
    (">=", 8),
    ("==", 7),
    ("!=", 7),
    ("&&", 3),
    ("||", 2),
    ("~^", 5),
    ("^~", 5),
    ("*", 11),
    ("/", 11),
    ("%", 11),
    ("+", 10),
    ("-", 10),
    ("<", 8),
    (">", 8),
    ("&", 6),
    ("^", 5),
    ("|", 4),
    ("?", 1),
    (":", 1),
];

pub(super) fn strength(operator: &str) -> u8 {
    let known = BINARY.iter().find(|(text, _)| *text == operator);
    known.map_or(0, |(_, strength)| *strength)
}

/// A text around its outermost operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split<'a> {
    pub left: &'a str,
    pub operator: &'a str,
    pub right: &'a str,
}

/// The text around the operator that is applied last. The operators of one strength go from left to right, but for `?`.
pub(super) fn split(text: &str) -> Option<Split<'_>> {
    let all = operators(text);
    let weakest = all.iter().map(|(_, o)| strength(o)).min()?;
    let mut of_it = all.iter().filter(|(_, o)| strength(o) == weakest);
    let (at, operator) = match weakest {
        1 => of_it.next(),
        _ => of_it.next_back(),
    }?;
    Some(Split {
        left: text[..*at].trim(),
        operator,
        right: text[at + operator.len()..].trim(),
    })
}

/// Condition and arms of `c ? a : b`.
pub(super) fn choice(text: &str) -> Option<[&str; 3]> {
    let top = split(text).filter(|s| s.operator == "?")?;
    let mut open = 0;
    for (at, operator) in operators(top.right) {
        match operator {
            "?" => open += 1,
            ":" if open == 0 => {
                return Some([top.left, top.right[..at].trim(), top.right[at + 1..].trim()]);
            }
            ":" => open -= 1,
            _ => {}
        }
    }
    None
}

/// Two operands joined by an operator, in parentheses where they would not hold together otherwise.
pub(super) fn joined(left: &str, operator: &str, right: &str) -> String {
    let own = strength(operator);
    let left = if weakest(left).is_some_and(|w| w < own) {
        format!("({left})")
    } else {
        left.to_string()
    };
    let right = if weakest(right).is_some_and(|w| w <= own) {
        format!("({right})")
    } else {
        right.to_string()
    };
    format!("{left} {operator} {right}")
}

/// The text as an operand of anything.
pub(super) fn operand(text: &str) -> String {
    match weakest(text) {
        Some(_) => format!("({text})"),
        None => text.to_string(),
    }
}

fn weakest(text: &str) -> Option<u8> {
    operators(text).iter().map(|(_, o)| strength(o)).min()
}

/// The binary operators outside of brackets, and where they start.
fn operators(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    // An operator behind an operand has two operands.
    let mut behind = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = passed_over(rest) {
            at += length;
            continue;
        }
        let known = BINARY.iter().find(|(o, _)| rest.starts_with(o));
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match known {
            Some((operator, _)) if depth == 0 && behind => {
                found.push((at, &rest[..operator.len()]));
                behind = false;
                at += operator.len();
                continue;
            }
            Some(_) => {}
            None if !c.is_whitespace() => behind = !"([{~!,".contains(c),
            None => {}
        }
        at += c.len_utf8();
    }
    found
}

/// The length of a comment or a string at the start.
fn passed_over(text: &str) -> Option<usize> {
    let end = |open: usize, close: &str| {
        let inside = text[open..].find(close);
        inside.map_or(text.len(), |at| open + at + close.len())
    };
    if text.starts_with("//") {
        Some(end(2, "\n"))
    } else if text.starts_with("/*") {
        Some(end(2, "*/"))
    } else if text.starts_with('"') {
        Some(end(1, "\""))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (&str, &str, &str) {
        let s = split(text).expect("an operator");
        (s.left, s.operator, s.right)
    }

    #[test]
    fn the_outermost_operator_is_found() {
        assert_eq!(parts("a + b - c"), ("a + b", "-", "c"));
        assert_eq!(parts("a & b == c | d"), ("a & b == c", "|", "d"));
        assert_eq!(parts("a && !(b || c)"), ("a", "&&", "!(b || c)"));
        assert_eq!(parts("x[a + 1] <= -b"), ("x[a + 1]", "<=", "-b"));
        assert_eq!(
            parts("4'd7 << 2 /* a | b */"),
            ("4'd7", "<<", "2 /* a | b */")
        );
        assert_eq!(split("&{a, b}"), None);
        assert_eq!(split("~a"), None);
        assert_eq!(split(""), None);
        assert_eq!(split("(a + b)"), None);
        assert_eq!(parts("a && &b"), ("a", "&&", "&b"));
    }

    #[test]
    fn choices_are_taken_apart() {
        assert_eq!(choice("a ? b : c"), Some(["a", "b", "c"]));
        assert_eq!(choice("a ? b ? c : d : e"), Some(["a", "b ? c : d", "e"]));
        assert_eq!(
            choice("a ? x[3:0] : e ? 1 : 0"),
            Some(["a", "x[3:0]", "e ? 1 : 0"])
        );
        assert_eq!(choice("a + b"), None);
    }

    #[test]
    fn operands_hold_together() {
        assert_eq!(joined("a", "&", "b ^ c"), "a & (b ^ c)");
        assert_eq!(joined("a | b", "&&", "c"), "a | b && c");
        assert_eq!(joined("a + b", "-", "c - d"), "a + b - (c - d)");
        assert_eq!(operand("a + b"), "(a + b)");
        assert_eq!(operand("f(a + b)"), "f(a + b)");
    }
}
