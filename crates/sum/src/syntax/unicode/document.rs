//! The boxes of a text in Unicode.

use std::ops::Range;

use assay_source::{Diagnostic, SourceFile, Span};

use super::lexer::Lexer;
use crate::syntax::z::{Block, BlockKind};
use crate::syntax::{Token, TokenKind};

/// What a line opens: the box, whether it has generic parameters, and how many bytes say so.
pub(super) fn opening(line: &str) -> Option<(BlockKind, bool, usize)> {
    let (kind, width) = match line.chars().next()? {
        '─' => (BlockKind::Zed, '─'.len_utf8()),
        '┌' | '╒' => (BlockKind::Schema, '┌'.len_utf8()),
        '╷' => (BlockKind::Axiomatic, '╷'.len_utf8()),
        _ => return None,
    };
    let generic = line[width..].starts_with('═') || line.starts_with('╒');
    Some((kind, generic, width))
}

/// The boxes of a file, with what is wrong about them.
pub(super) fn blocks(file: &SourceFile) -> (Vec<Block>, Vec<Diagnostic>) {
    let text = file.text();
    let declared = declared_characters(text);
    let mut blocks = Vec::new();
    let mut faults = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        let line = text[at..line_end].trim_start();
        let start = line_end - line.len();
        let Some((kind, _, width)) = opening(line) else {
            if line.starts_with('└') {
                let span = Span::new(file.id, start, start + '└'.len_utf8());
                faults.push(Diagnostic::error("Z1031", "`└` ends nothing").at(span));
            }
            at = line_end + 1;
            continue;
        };
        let inside = start + width;
        let end = box_end(text, inside);
        let body_end = end.unwrap_or_else(|| next_box(text, line_end));
        if end.is_none() {
            let span = Span::new(file.id, start, start + width);
            faults.push(
                Diagnostic::error("Z1030", "this box has no `└`")
                    .at(span)
                    .help("write `└` in a line of its own behind its last line"),
            );
        }
        let mut lex = |range: Range<usize>| {
            let (tokens, found) = Lexer::lex(text, file.id, range, &declared);
            faults.extend(found);
            tokens
        };
        let span = Span::new(file.id, start, body_end);
        let first_line = inside..line_end.min(body_end);
        blocks.push(match kind {
            BlockKind::Schema => Block::Formal {
                kind,
                heading: lex(first_line.clone()),
                parameters: Vec::new(),
                body: lex(first_line.end..body_end),
                span,
            },
            BlockKind::Axiomatic => {
                let mut body = lex(inside..body_end);
                let parameters = leading_parameters(&mut body);
                Block::Formal {
                    kind,
                    heading: Vec::new(),
                    parameters,
                    body,
                    span,
                }
            }
            _ => {
                let body = lex(inside..body_end);
                let is_section =
                    matches!(&body[0].kind, TokenKind::Name(name) if name.as_str() == "\\SECTION");
                Block::Formal {
                    kind: if is_section {
                        BlockKind::Section
                    } else {
                        BlockKind::Zed
                    },
                    heading: Vec::new(),
                    parameters: Vec::new(),
                    body,
                    span,
                }
            }
        });
        // What stands behind `└` draws the box, or is prose.
        at = end.map_or(body_end, |end| {
            text[end..].find('\n').map_or(text.len(), |i| end + i)
        });
    }
    (blocks, faults)
}

/// Where the box ends: at the next `└`, unless another box begins before it.
fn box_end(text: &str, from: usize) -> Option<usize> {
    let end = text[from..].find('└').map(|i| from + i)?;
    (next_box(text, from) >= end).then_some(end)
}

/// The next line that opens a box.
fn next_box(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(feed) = text[at..].find('\n') {
        at += feed + 1;
        let line = text[at..].trim_start_matches([' ', '\t']);
        if opening(line).is_some() {
            return at;
        }
    }
    text.len()
}

/// `[X, Y]` at the start of a generic definition, taken out of its body.
fn leading_parameters(body: &mut Vec<Token>) -> Vec<Token> {
    let close = body.iter().position(|token| token.is("]"));
    match close {
        Some(close) if body[0].is("[") => {
            let parameters = body
                .drain(..=close)
                .filter(|token| !token.is("[") && !token.is("]"));
            parameters.collect()
        }
        _ => Vec::new(),
    }
}

/// Characters that a template of the text has: they are operators of the user.
fn declared_characters(text: &str) -> Vec<char> {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '─');
        ["relation", "function", "generic"]
            .iter()
            .any(|word| line.starts_with(word))
    });
    lines
        .flat_map(str::chars)
        .filter(|c| !c.is_ascii() && !c.is_alphanumeric())
        .collect()
}
