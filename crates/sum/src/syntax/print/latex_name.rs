//! Names and operators as LaTeX has them.

use crate::syntax::fixity::{CLOSE_IMAGE, NAMES, Shape, TABLE, shape};
use crate::syntax::latex::commands::GREEK;
use crate::syntax::z::without_decoration;
use crate::syntax::{Ident, Name};

pub(super) fn list_of_names(names: &[Ident]) -> String {
    let names: Vec<String> = names.iter().map(|it| ident(&it.name)).collect();
    names.join(", ")
}

/// A name that is no pattern of an operator.
pub(super) fn ident(name: &Name) -> String {
    let text = name.as_str();
    let base = without_decoration(text);
    let command = NAMES.iter().find(|(ascii, _, _)| *ascii == text);
    if let Some((_, _, latex)) = command {
        return (*latex).to_owned();
    }
    let head = match (
        NAMES.iter().find(|(ascii, _, _)| *ascii == base),
        GREEK.iter().find(|(_, letter)| *letter == base),
    ) {
        (Some((_, _, latex)), _) => (*latex).to_owned(),
        (None, Some((command, _))) => (*command).to_owned(),
        (None, None) if base == "arithmos" => "\\arithmos".to_owned(),
        (None, None) => greek_word(base).unwrap_or_else(|| base.replace('_', "\\_")),
    };
    head + &decoration(&text[base.len()..])
}

/// `\Phi S`: a capital letter of Greek at the start of a word.
fn greek_word(base: &str) -> Option<String> {
    let (command, letter) = GREEK.iter().find(|(_, letter)| base.starts_with(letter))?;
    let rest = &base[letter.len()..];
    let capital = letter.starts_with(char::is_uppercase)
        && rest.starts_with(|c: char| c.is_ascii_alphabetic());
    capital.then(|| format!("{command} {}", rest.replace('_', "\\_")))
}

/// Strokes and subscripts.
pub(super) fn decoration(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '_' {
            out.push(c);
            continue;
        }
        let end = rest.find(['_', '?', '!', '\'']).unwrap_or(rest.len());
        let (subscript, behind) = rest.split_at(end);
        match subscript.chars().count() {
            1 => out.push_str(&format!("_{subscript}")),
            _ => out.push_str(&format!("_{{{subscript}}}")),
        }
        rest = behind;
    }
    out
}

/// A word of an operator, with its strokes.
pub(super) fn word(it: &str) -> String {
    let spelling = |ascii: &str| {
        let operator = TABLE.iter().find(|operator| operator.ascii[0] == ascii);
        match operator {
            Some(operator) => operator.latex.first().copied(),
            None if ascii == CLOSE_IMAGE => Some("\\rimg"),
            None => None,
        }
    };
    if let Some(latex) = spelling(it) {
        return latex.to_owned();
    }
    let base = without_decoration(it);
    match spelling(base) {
        Some(latex) => latex.to_owned() + &decoration(&it[base.len()..]),
        None => ident(&Name::new(it)),
    }
}

/// `\_ \cup \_`
pub(super) fn pattern(name: &Name) -> String {
    match shape(name) {
        Some(Shape::Infix(it)) => format!("\\_ {} \\_", word(it)),
        Some(Shape::Prefix(it)) => format!("{} \\_", word(it)),
        Some(Shape::Postfix(it)) => format!("\\_ {}", word(it)),
        Some(Shape::Bracket(open, close)) => format!("\\_ {} \\_ {}", word(open), word(close)),
        None => ident(name),
    }
}

/// A name where it is declared.
pub(super) fn declared(name: &Name) -> String {
    pattern(name)
}
