//! Operator templates of ISO Z: `\function 30 \leftassoc (\_ op \_)`, `\relation (op \_)`, `\generic 5 \rightassoc (\_ op \_)`.

use assay_source::Diagnostic;

use crate::syntax::fixity::{ARROW, shape};
use crate::syntax::{Fixity, FixityKind, Name, Token, TokenKind};

/// Priorities of ISO Z go far above those that an operator can have here.
const HIGHEST: u32 = 1000;

/// Reads a template; the tokens end with `End`.
pub(super) fn read(tokens: &[Token]) -> Result<Fixity, Box<Diagnostic>> {
    let word = |token: &Token| match &token.kind {
        TokenKind::Name(name) => name.as_str().to_owned(),
        _ => String::new(),
    };
    let head = word(&tokens[0]);
    let kind = match head.as_str() {
        "\\relation" => FixityKind::Relation,
        "\\function" => FixityKind::Function,
        _ => FixityKind::Generic,
    };
    let whole = tokens[0].span.to(tokens[tokens.len() - 1].span);
    let wrong = |message: &str| Box::new(Diagnostic::error("Z1024", message).at(whole));
    let mut priority = match kind {
        FixityKind::Generic => ARROW,
        _ => 0,
    };
    let mut right_associative = kind == FixityKind::Generic;
    let mut at = 1;
    if let TokenKind::Number(number) = &tokens[at].kind {
        priority = u32::try_from(number)
            .ok()
            .filter(|number| *number <= HIGHEST)
            .ok_or_else(|| wrong("the priority of an operator is at most 1000"))?;
        at += 1;
    }
    match word(&tokens[at]).as_str() {
        "\\leftassoc" => (right_associative, at) = (false, at + 1),
        "\\rightassoc" => (right_associative, at) = (true, at + 1),
        _ => {}
    }
    let close = tokens.len().saturating_sub(2);
    if !tokens[at].is("(") || close <= at || !tokens[close].is(")") {
        let usage = format!("a template is `{head} PRIORITY ASSOCIATIVITY (\\_ op \\_)`");
        return Err(wrong(&usage));
    }
    let mut name = String::new();
    for token in &tokens[at + 1..close] {
        match &token.kind {
            TokenKind::Symbol("_") => name.push('_'),
            TokenKind::Symbol(symbol) => name.push_str(symbol),
            TokenKind::Name(word) if word.as_str() == "\\listarg" => {
                return Err(wrong("operators with lists of operands are not read"));
            }
            TokenKind::Name(word) => name.push_str(word.as_str()),
            _ => return Err(wrong("a template has words, symbols and `\\_`")),
        }
    }
    let name = Name::new(&name);
    let places = tokens[at + 1..close]
        .iter()
        .filter(|token| token.is("_"))
        .count();
    let parts = close - at - 1;
    let read = match (places, parts) {
        (1, 2) => true,
        (2, 3) => !tokens[at + 2].is("_"),
        (2, 4) => tokens[at + 1].is("_") && tokens[at + 3].is("_"),
        _ => false,
    };
    if !read || shape(&name).is_none() {
        return Err(wrong(
            "operators are read before, behind or between their operands, or as brackets behind one",
        ));
    }
    Ok(Fixity {
        name,
        kind,
        priority,
        right_associative,
    })
}
