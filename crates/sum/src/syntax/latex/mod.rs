//! Z in LaTeX, as `fuzz`, `zed-csp`, `oz`, Z/EVES and CZT have it.
//!
//! ```text
//! text ──► document: environments ──► lexer: tokens of each ──► words: names of commands ──► z: paragraphs
//! ```

pub(crate) mod commands;
mod document;
mod faults;
mod lexer;
mod portable;
mod words;

use std::ops::Range;

use assay_source::{Diagnostic, SourceFile, Span};

use super::z::{self, Block};
use super::{Notation, Specification};
use document::{Part, split};

pub(crate) use lexer::{CLOSE_POWER, OPEN_POWER, UNDERLINED};

/// Reads a document. With an error among the diagnostics the tree lacks what could not be read.
pub fn parse_latex(file: &SourceFile) -> (Specification, Vec<Diagnostic>) {
    let text = file.text();
    let (parts, mut faults) = split(text, file.id);
    let signs = words::signs(text);
    let mut blocks: Vec<Block> = Vec::new();
    let mut lex = |range: Range<usize>| {
        let (tokens, found) = lexer::lex(text, file.id, range, &signs);
        faults.extend(found);
        tokens
    };
    for part in parts {
        blocks.push(match part {
            Part::Formal(formal) => Block::Formal {
                kind: formal.kind,
                heading: lex(formal.heading.unwrap_or(formal.begin.end..formal.begin.end)),
                parameters: lex(formal
                    .parameters
                    .unwrap_or(formal.begin.end..formal.begin.end)),
                span: Span::new(file.id, formal.begin.start, formal.body.end),
                body: lex(formal.body),
            },
            Part::Directive { word, rest } => Block::Directive {
                span: Span::new(file.id, word.start, rest.end),
                word: text[word].to_owned(),
                tokens: lex(rest),
            },
        });
    }
    let decorated = words::settle(text, &mut blocks, &mut faults);
    portable::warn(text, &blocks, &mut faults);
    let (specification, found) = z::read(blocks, &decorated, Notation::Latex, file.span());
    faults.extend(found);
    portable::explain_lines(text, &mut faults);
    faults.sort_by_key(|fault| fault.span.map_or(0, |span| span.start));
    (specification, faults)
}
