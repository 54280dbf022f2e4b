//! Which lines of an environment are one paragraph, and of what form it is.
//!
//! A line goes on where a symbol that needs something on its other side stands before or behind its end, inside of brackets, and between a
//! quantifier and its `@`. `&` makes columns, and joins free types.

use crate::syntax::fixity::Operators;
use crate::syntax::{Name, Token, TokenKind};

/// What a paragraph of a `zed` environment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Given,
    FreeTypes,
    Abbreviation,
    Schema,
    Conjecture,
    /// `\function 30 \leftassoc (\_ op \_)`
    Template,
    Predicate,
}

/// Symbols that need something on both sides.
const INFIX: &[&str] = &[
    "and", "or", "=>", "<=>", "cross", "hide", "|\\", ";;", ":", ";", ",", "|", "@", "==", "^=",
    "::=", "&", ":=", "then", "else", "/", ".",
];
/// Symbols that need something behind them.
const PREFIX: &[&str] = &[
    "not", "forall", "exists", "exists_1", "lambda", "mu", "let", "if", "theta", "Delta", "Xi",
    "pre", "|-?",
];

/// The paragraphs of an environment, each with an `End`.
pub(super) fn split(tokens: Vec<Token>, operators: &Operators) -> Vec<Vec<Token>> {
    let mut lines = Vec::new();
    let mut line: Vec<Token> = Vec::new();
    let mut open = Open::default();
    for token in tokens {
        let at_end = token.kind == TokenKind::End;
        let goes_on = line.last().is_none_or(|last| {
            open.anything()
                || open.joins(last, operators, true)
                || open.joins(&token, operators, false)
        });
        if at_end || (token.starts_line && !goes_on) {
            let span = line.last().map_or(token.span, |last| last.span).after();
            if !line.is_empty() {
                line.push(Token {
                    kind: TokenKind::End,
                    span,
                    starts_line: false,
                    joined: false,
                });
                lines.push(std::mem::take(&mut line));
            }
            open = Open::default();
        }
        if !at_end {
            open.see(&token);
            line.push(token);
        }
    }
    lines
}

/// What is open at a place.
#[derive(Default)]
struct Open {
    /// The closing symbols that are awaited, and the quantifiers that await their `@` inside of each.
    brackets: Vec<(&'static str, usize)>,
    quantifiers: usize,
    /// The last `>>` was not the end of `<<`: it joins schemas.
    pipe: bool,
}

impl Open {
    fn anything(&self) -> bool {
        !self.brackets.is_empty() || self.quantifiers > 0
    }

    fn see(&mut self, token: &Token) {
        let TokenKind::Symbol(symbol) = token.kind else {
            return;
        };
        let close = match symbol {
            "(" => ")",
            "[" => "]",
            "{" => "}",
            "<<" => ">>",
            "[[" => "]]",
            "(|" => "|)",
            "lblot" => "rblot",
            "^{" => "^}",
            _ => "",
        };
        if !close.is_empty() {
            let outside = std::mem::take(&mut self.quantifiers);
            self.brackets.push((close, outside));
            return;
        }
        self.pipe = false;
        match symbol {
            "forall" | "exists" | "exists_1" | "lambda" | "let" => self.quantifiers += 1,
            "@" => self.quantifiers = self.quantifiers.saturating_sub(1),
            _ => match self
                .brackets
                .iter()
                .rposition(|(close, _)| *close == symbol)
            {
                Some(found) => {
                    self.quantifiers = self.brackets[found].1;
                    self.brackets.truncate(found);
                }
                None => self.pipe = symbol == ">>",
            },
        }
    }

    /// Whether a symbol at the end of a line, or at the start of one, joins it with the other.
    fn joins(&self, token: &Token, operators: &Operators, at_end: bool) -> bool {
        if let TokenKind::Symbol(symbol) = token.kind {
            if symbol == ">>" {
                return !at_end || self.pipe;
            }
            if INFIX.contains(&symbol) || (at_end && PREFIX.contains(&symbol)) {
                return true;
            }
        }
        let Some(word) = token.word() else {
            return false;
        };
        operators.infix(word).is_some() || (at_end && operators.prefix(word).is_some())
    }
}

/// The form of a paragraph.
pub(super) fn form(tokens: &[Token]) -> Form {
    let first = &tokens[0];
    if let TokenKind::Name(name) = &first.kind
        && ["\\relation", "\\function", "\\generic"].contains(&name.as_str())
    {
        return Form::Template;
    }
    if first.is("|-?") {
        return Form::Conjecture;
    }
    if first.is("[") {
        let close = tokens.iter().position(|token| token.is("]")).unwrap_or(0);
        let names = tokens[1..close.max(1)]
            .iter()
            .all(|token| token.is(",") || matches!(token.kind, TokenKind::Name(_)));
        let behind = tokens.get(close + 1);
        if names && behind.is_some_and(|token| token.is("|-?")) {
            return Form::Conjecture;
        }
        if names && behind.is_some_and(|token| token.kind == TokenKind::End) {
            return Form::Given;
        }
    }
    if tokens.get(1).is_some_and(|token| token.is("::=")) {
        return Form::FreeTypes;
    }
    let mut depth = 0i32;
    for token in tokens {
        let TokenKind::Symbol(symbol) = token.kind else {
            continue;
        };
        match symbol {
            "(" | "[" | "{" | "<<" | "[[" | "lblot" => depth += 1,
            ")" | "]" | "}" | ">>" | "]]" | "rblot" => depth -= 1,
            "forall" | "exists" | "exists_1" | "let" | "lambda" | "mu" => return Form::Predicate,
            "==" if depth == 0 => return Form::Abbreviation,
            "^=" if depth == 0 => return Form::Schema,
            _ => {}
        }
    }
    Form::Predicate
}

/// Where `[X, Y]` ends, if something else follows it than the end or a turnstile.
pub(super) fn unended_given(tokens: &[Token]) -> Option<usize> {
    if !tokens[0].is("[") {
        return None;
    }
    let close = tokens.iter().position(|token| token.is("]"))?;
    let is_name = |token: &Token| matches!(token.kind, TokenKind::Name(_));
    let names = tokens[1..close]
        .iter()
        .all(|token| token.is(",") || is_name(token));
    let definition = tokens.get(close + 1).is_some_and(is_name)
        || tokens.get(close + 1).is_some_and(|token| token.is("["));
    (names && definition).then_some(close)
}

/// The tokens without `&`.
pub(super) fn without_columns(mut tokens: Vec<Token>) -> Vec<Token> {
    let mut starts_line = false;
    tokens.retain_mut(|token| {
        if token.is("&") {
            starts_line |= token.starts_line;
            return false;
        }
        token.starts_line |= std::mem::take(&mut starts_line);
        true
    });
    tokens
}

/// `\Delta S` where a name is declared is the name `ΔS`.
pub(super) fn greek_names(mut tokens: Vec<Token>) -> Vec<Token> {
    let letter = match tokens.first() {
        Some(token) if token.is("Delta") => 'Δ',
        Some(token) if token.is("Xi") => 'Ξ',
        _ => return tokens,
    };
    if let Some(TokenKind::Name(name)) = tokens.get(1).map(|token| token.kind.clone()) {
        let greek = tokens.remove(0);
        tokens[0].kind = TokenKind::Name(Name::new(&format!("{letter}{name}")));
        tokens[0].span = greek.span.to(tokens[0].span);
    }
    tokens
}

/// The same at the start of a definition.
pub(super) fn greek_names_before(tokens: Vec<Token>, form: Form) -> Vec<Token> {
    match form {
        Form::Abbreviation | Form::Schema => greek_names(tokens),
        _ => tokens,
    }
}
