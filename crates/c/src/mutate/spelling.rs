//! Where the tokens of a node stand in the source as one piece of text.
//!
//! A piece that lies within the text of a file, of one macro or of one argument is found by the places where its first and last tokens are
//! spelled. Otherwise it may be made of whole uses of macros. Anything else is no piece of text, and is not mutated.

use assay_source::Span;

use super::context::Context;
use super::found::{Key, Text};
use crate::syntax::Origin;
use crate::syntax::lexer::blanks;

impl Context<'_> {
    pub fn slice(&self, span: Span) -> &str {
        self.map.file(span.file).slice(span)
    }

    /// One token.
    pub fn one(&self, at: usize) -> Option<Text> {
        let token = &self.unit.tokens[at];
        (token.origin != Origin::Made).then_some(Text {
            span: token.span,
            key: Key::Spelled(token.span),
        })
    }

    /// The tokens from `first` to the one before `end`.
    pub fn text(&self, first: usize, end: usize) -> Option<Text> {
        if end == first + 1 {
            return self.one(first).or_else(|| self.uses(first, end));
        }
        self.spelled(first, end).or_else(|| self.uses(first, end))
    }

    /// What stands between two tokens, without blanks around it. It is not empty.
    pub fn between(&self, left: usize, right: usize) -> Option<Text> {
        let outer = self.spelled(left, right + 1)?;
        let (left, right) = (
            self.unit.tokens[left].span.end,
            self.unit.tokens[right].span.start,
        );
        let inner = Span::new(outer.span.file, left as usize, right as usize);
        let text = self.slice(inner);
        let start = left as usize + text.len() - text.trim_start().len();
        let mut end = left as usize + text.trim_end().len();
        if text.trim_end().lines().last()?.contains("//") {
            // The line break that ends the comment is part of the text.
            end = right as usize;
        }
        (start < end).then_some(Text {
            span: Span::new(outer.span.file, start, end),
            ..outer
        })
    }

    fn spelled(&self, first: usize, end: usize) -> Option<Text> {
        let tokens = &self.unit.tokens[first..end];
        let (start, last) = (tokens.first()?, tokens.last()?);
        let one_text = start.span.file == last.span.file
            && start.span.end <= last.span.start
            && start.origin == last.origin;
        if !one_text {
            return None;
        }
        let span = start.span.to(last.span);
        let text = self.slice(span);
        let whole = match start.origin {
            Origin::Direct => !has_directive(text),
            Origin::Body => {
                let mut lines = text.split('\n').rev().skip(1);
                start.used == last.used && lines.all(|line| line.ends_with('\\'))
            }
            Origin::Argument => tokens.windows(2).all(|pair| {
                let gap = Span::new(
                    span.file,
                    pair[0].span.end as usize,
                    pair[1].span.start as usize,
                );
                pair[1].origin == Origin::Argument
                    && pair[1].span.file == span.file
                    && pair[0].span.end <= pair[1].span.start
                    && blanks(self.slice(gap), true) == gap.len()
            }),
            Origin::Made => false,
        };
        whole.then_some(Text {
            span,
            key: Key::Spelled(start.span),
        })
    }

    /// Tokens that are whole uses of macros, with tokens of the text between them.
    fn uses(&self, first: usize, end: usize) -> Option<Text> {
        let tokens = &self.unit.tokens;
        let (start, last, next) = (&tokens[first], &tokens[end - 1], tokens.get(end)?);
        if first > 0 && tokens[first - 1].used == start.used || next.used == last.used {
            return None;
        }
        let file = start.used.file;
        let stop = match last.origin {
            Origin::Direct => last.span.end,
            // A use with its arguments ends before the next token.
            _ if next.used.file == file && next.used.start >= last.used.end => {
                let gap = Span::new(file, last.used.end as usize, next.used.start as usize);
                let text = self.slice(gap);
                if text.contains("//") || text.contains("/*") {
                    return None;
                }
                last.used.end + text.trim_end().len() as u32
            }
            _ => return None,
        };
        if last.used.file != file || stop <= start.used.start {
            return None;
        }
        let span = Span::new(file, start.used.start as usize, stop as usize);
        (!has_directive(self.slice(span))).then_some(Text {
            span,
            key: Key::Used(start.used),
        })
    }

    /// A text in the place of another one, with blanks where it would form a longer token with what stands beside it.
    pub fn fitted(&self, span: Span, text: &str) -> String {
        let whole = self.map.file(span.file).text();
        let before = whole[..span.start as usize].chars().next_back();
        let after = whole[span.end as usize..].chars().next();
        let next = text.chars().next().or(after);
        let front = matches!((before, next), (Some(a), Some(b)) if joins(a, b));
        let back = match (text.chars().next_back(), after) {
            (Some(a), Some(b)) => joins(a, b),
            _ => false,
        };
        let blank = |yes| if yes { " " } else { "" };
        format!("{}{text}{}", blank(front), blank(back))
    }
}

/// Whether a line of the text, but for the first, is a directive.
fn has_directive(text: &str) -> bool {
    let mut lines = text.split('\n').skip(1);
    lines.any(|line| line.trim_start().starts_with('#'))
}

/// Whether two characters side by side are, or start, one token or a comment.
fn joins(a: char, b: char) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    match (a, b) {
        ('+' | '-' | '&' | '|' | '<' | '>' | '=' | '/', _) if a == b => true,
        ('-', '>') | ('/', '*') => true,
        ('+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<' | '>' | '=' | '!', '=') => true,
        _ => word(a) && word(b),
    }
}
