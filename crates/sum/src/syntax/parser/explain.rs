//! What to say of a token that stands in the wrong place.

use assay_source::Diagnostic;

use super::{Dialect, Failed, Parser};
use crate::syntax::fixity::PREFIX_NAMES;
use crate::syntax::{TokenKind, codes};

/// Two marks that another language reads as one, and what Sum writes.
const FOREIGN: &[(&str, &str, &str)] = &[
    ("&", "&", "a conjunction is written `and`"),
    ("|", "|", "a disjunction is written `or`"),
    ("/", "\\", "a conjunction is written `and`"),
    ("\\", "/", "a disjunction is written `or`"),
    (
        "-",
        ">",
        "a total function is written `-->`, a partial one `+->`, and an implication `=>`",
    ),
    ("<", ">", "different values are compared by `/=`"),
    ("=", "=>", "an implication is written `=>`"),
    ("==", ">", "an implication is written `=>`"),
    ("=", "<", "less or equal is written `<=`"),
    (
        "<",
        "-",
        "what comes after is written with a prime and an equation: `x' = E`",
    ),
];

/// One mark in the wrong place, and what to write.
const MISPLACED: &[(&str, &str)] = &[
    ("==", "`==` defines a name; values are compared by `=`"),
    (
        ":=",
        "there are no assignments: `x' = E` says what the value is afterwards",
    ),
    ("^=", "`^=` defines a schema; values are compared by `=`"),
    ("/", "the quotient of integers is written `div`"),
    ("&", "a conjunction is written `and`"),
    ("then", "`if` comes before `then`"),
    (
        "else",
        "several predicates between `then` and `else` are joined by `and`",
    ),
    (
        "where",
        "a body has one `where`, between its declarations and its predicates",
    ),
    (
        ":",
        "variables are declared before `where`, or behind `forall`, `exists`, `{`",
    ),
];

impl Parser {
    /// The next token in a message.
    pub(super) fn describe(&self) -> String {
        let token = self.peek();
        match &token.kind {
            TokenKind::End => "the end".into(),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::Name(name) => format!("the name `{name}`"),
            TokenKind::Number(number) => format!("the number {number}"),
            TokenKind::Text(_) => "a text".into(),
            TokenKind::Stroke(stroke) => format!("`{stroke}`"),
        }
    }

    /// The same, and whether it is on another line than what comes before.
    pub(super) fn describe_place(&self) -> String {
        let next = self.peek();
        let elsewhere = next.starts_line && self.at > 0 && next.kind != TokenKind::End;
        let suffix = if elsewhere { " on the next line" } else { "" };
        self.describe() + suffix
    }

    /// Something that cannot stand here.
    pub(super) fn unexpected(&mut self, expected: &str) -> Failed {
        let help = self.hint(true);
        self.expected(expected, help)
    }

    /// Something that has to stand here is missing.
    pub(super) fn missing(&mut self, expected: &str) -> Failed {
        let help = self.hint(false);
        self.expected(expected, help)
    }

    fn expected(&mut self, expected: &str, help: Option<String>) -> Failed {
        let found = self.describe_place();
        let mut diagnostic = Diagnostic::error(
            codes::UNEXPECTED,
            format!("expected {expected}, found {found}"),
        )
        .at(self.span());
        diagnostic.help = help;
        self.report(diagnostic)
    }

    /// What may have been meant; with `operands`, also if two of them stand side by side.
    pub(super) fn hint(&self, operands: bool) -> Option<String> {
        let pair = |first: usize| {
            let (first, second) = (self.tokens.get(first)?, self.tokens.get(first + 1)?);
            let known = FOREIGN
                .iter()
                .find(|(a, b, _)| first.is(a) && second.is(b))?;
            second.joined.then(|| known.2.to_string())
        };
        let foreign = pair(self.at).or_else(|| pair(self.at.checked_sub(1)?));
        let foreign = foreign.or_else(|| match &self.peek().kind {
            TokenKind::Name(name) => foreign_word(name.as_str()).map(str::to_string),
            _ => None,
        });
        foreign
            .or_else(|| self.hint_of_stroke())
            .or_else(|| self.hint_of_symbol())
            .or_else(|| {
                if operands {
                    self.hint_of_operands()
                } else {
                    None
                }
            })
    }

    fn hint_of_stroke(&self) -> Option<String> {
        let TokenKind::Stroke(stroke) = self.peek().kind else {
            return None;
        };
        Some(match stroke {
            '!' if self.ahead(1).is("=") => "different values are compared by `/=`".into(),
            '!' => "a negation is written `not`; `x!` is an output".into(),
            _ => format!("`{stroke}` follows a name directly: `x{stroke}`"),
        })
    }

    fn hint_of_symbol(&self) -> Option<String> {
        let TokenKind::Symbol(symbol) = self.peek().kind else {
            return None;
        };
        MISPLACED
            .iter()
            .find(|(it, _)| *it == symbol)
            .map(|(_, help)| help.to_string())
    }

    /// Two operands side by side.
    fn hint_of_operands(&self) -> Option<String> {
        let next = self.peek();
        let previous = &self.tokens[self.at.checked_sub(1)?];
        let operand = |kind: &TokenKind| {
            matches!(
                kind,
                TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Text(_)
            )
        };
        if next.starts_line || !operand(&next.kind) {
            return None;
        }
        match (&previous.kind, &next.kind) {
            (TokenKind::Name(function), TokenKind::Name(argument))
                if self.dialect == Dialect::Sum =>
            {
                let word = function.as_str();
                Some(match foreign_word(word) {
                    Some(help) => help.to_string(),
                    None if PREFIX_NAMES.contains(&word) => return None,
                    None => {
                        format!("an application is written with parentheses: `{word}({argument})`")
                    }
                })
            }
            (before, _) if operand(before) => Some("an operator is missing between the two".into()),
            _ => None,
        }
    }
}

/// Words of other languages.
fn foreign_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "implies" => "an implication is written `=>`",
        "iff" => "an equivalence is written `<=>`",
        "subsetof" | "subseteq_of" => "a subset is written `subseteq`",
        "union" => "a union is written `cup`",
        "intersect" | "intersection" => "an intersection is written `cap`",
        "not_in" | "isin" => "membership is written `in` and `notin`",
        "AND" => "a conjunction is written `and`",
        "OR" => "a disjunction is written `or`",
        "NOT" => "a negation is written `not`",
        "all" | "every" => "a quantifier is written `forall x : S @ P`",
        "some" | "exist" => "a quantifier is written `exists x : S @ P`",
        "elseif" | "elsif" | "elif" => {
            "another case is written `else if ... then ... else ... fi fi`"
        }
        "endif" => "`if` ends with `fi`",
        _ => return None,
    })
}
