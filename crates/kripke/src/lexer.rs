//! Words, strings and signs, each with its place. The text format ends statements at the ends of lines; DOT does not.

use assay_source::{Diagnostic, SourceFile, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a number.
    Word(String),
    /// Between double quotes, without them.
    Text(String),
    Sign(&'static str),
    /// One or more ends of lines.
    Newline,
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub span: Span,
}

impl Token {
    pub fn is(&self, sign: &str) -> bool {
        matches!(self.kind, Kind::Sign(s) if s == sign)
    }

    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Longer signs first. Some are no part of the language: they are read so that a message can name them.
const SIGNS: &[&str] = &[
    "<->", "<=>", "->", "=>", ":=", "!=", "==", "&&", "||", "--", "&", "|", "!", "~", "(", ")",
    "[", "]", "{", "}", ":", ";", ",", "=", "<", ">", "+", "-", "*", "/",
];

/// The tokens of a file, the last one being [`Kind::End`]. `dot` says which comments there are.
pub fn tokens(file: &SourceFile, dot: bool) -> Result<Vec<Token>, Box<Diagnostic>> {
    let text = file.text();
    let at = |start: usize, end: usize| Span::new(file.id, start, end);
    let mut tokens: Vec<Token> = Vec::new();
    let mut pos = 0;
    while let Some(next) = text[pos..].chars().next() {
        let rest = &text[pos..];
        let starts_line = text[..pos].trim_end_matches([' ', '\t']).is_empty()
            || text[..pos].trim_end_matches([' ', '\t']).ends_with('\n');
        let (kind, length) = if next == '\n' {
            (Kind::Newline, 1)
        } else if next.is_whitespace() {
            pos += next.len_utf8();
            continue;
        } else if rest.starts_with("//")
            || (!dot && (rest.starts_with("--") || next == '#'))
            || (dot && next == '#' && starts_line)
        {
            pos += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if dot && rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                let error = Diagnostic::error("K0001", "this comment has no end");
                return Err(Box::new(
                    error.at(at(pos, pos + 2)).help("end it with `*/`"),
                ));
            };
            pos += end + 2;
            continue;
        } else if next == '"' {
            let (string, length) = quoted(rest).ok_or_else(|| {
                let error = Diagnostic::error("K0001", "this string has no end");
                Box::new(
                    error
                        .at(at(pos, pos + 1))
                        .help("end it with `\"` on the same line"),
                )
            })?;
            (Kind::Text(string), length)
        } else if next.is_alphanumeric() || next == '_' {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\'');
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            (Kind::Word(rest[..length].to_string()), length)
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            (Kind::Sign(sign), sign.len())
        } else {
            let error = Diagnostic::error(
                "K0001",
                format!("`{}` means nothing here", next.escape_debug()),
            );
            return Err(Box::new(error.at(at(pos, pos + next.len_utf8()))));
        };
        let after_newline = tokens.last().is_none_or(|t| t.kind == Kind::Newline);
        let is_skipped = kind == Kind::Newline && (dot || after_newline);
        if !is_skipped {
            tokens.push(Token {
                kind,
                span: at(pos, pos + length),
            });
        }
        pos += length;
    }
    tokens.push(Token {
        kind: Kind::End,
        span: at(text.len(), text.len()),
    });
    Ok(tokens)
}

/// What stands between quotes at the start of a text, and how long that is with them. DOT's `\n`, `\l` and `\r` end lines.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut string = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((string, at + 1)),
            '\\' => match chars.next()?.1 {
                'n' | 'l' | 'r' => string.push('\n'),
                other => string.push(other),
            },
            '\n' => return None,
            other => string.push(other),
        }
    }
    None
}
