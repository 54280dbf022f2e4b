//! Which dialect a file is written in, judged by its content.
//!
//! The two languages share most of their syntax; whatever only Kind 2 has decides for Kind 2, and a file without any
//! such sign is read as JKind's. That reading is only a guess: [`crate::load`] tries Kind 2 when a file without any
//! sign of either dialect breaks JKind's rules.
//!
//! Linear in the length of the text: what a sign needs to know of tokens far away is collected beforehand.

use assay_source::SourceFile;
use rustc_hash::FxHashSet;

use super::lexer::{is_kind2_symbol, lex};
use super::token::{Annotation, Token, TokenKind};
use crate::Dialect;

/// The dialect and whether the text has a sign of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Detected {
    pub dialect: Dialect,
    pub certain: bool,
}

pub(crate) fn detect(file: &SourceFile) -> Detected {
    let lexed = lex(file, Dialect::Kind2);
    let kind2 = lexed.slash_comments || Scan::new(file.text(), &lexed.tokens).shows_kind2();
    Detected {
        dialect: if kind2 {
            Dialect::Kind2
        } else {
            Dialect::JKind
        },
        certain: kind2 || shows_jkind(file.text()),
    }
}

/// Annotations that are comments to Kind 2.
fn shows_jkind(text: &str) -> bool {
    text.contains("--%IVC") || text.contains("--%REALIZABLE")
}

struct Scan<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Words that are declared somewhere as a node, type, variable or constant.
    declared: FxHashSet<&'a str>,
    /// For each token the first `;` or `=` from there on, or nothing.
    closing: Vec<&'static str>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, tokens: &'a [Token]) -> Scan<'a> {
        let mut scan = Scan {
            text,
            tokens,
            declared: FxHashSet::default(),
            closing: vec![""; tokens.len()],
        };
        scan.declared = (0..tokens.len())
            .filter(|&at| scan.is_declared_at(at))
            .map(|at| scan.word(at))
            .collect();
        let mut next = "";
        for at in (0..tokens.len()).rev() {
            if let symbol @ (";" | "=") = scan.symbol(at) {
                next = symbol;
            }
            scan.closing[at] = next;
        }
        scan
    }

    fn word(&self, at: usize) -> &'a str {
        match self.tokens.get(at) {
            Some(t) if t.kind == TokenKind::Word => &self.text[t.start as usize..t.end as usize],
            _ => "",
        }
    }

    fn symbol(&self, at: usize) -> &'static str {
        match self.tokens.get(at).map(|t| t.kind) {
            Some(TokenKind::Symbol(symbol)) => symbol,
            _ => "",
        }
    }

    fn shows_kind2(&self) -> bool {
        let mut mains = 0;
        let mut open = 0;
        // Between a `var` and its `let`.
        let mut locals = false;
        for (at, token) in self.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Symbol("(") => open += 1,
                TokenKind::Symbol(")") => open -= 1,
                TokenKind::Word if open > 0 && self.word(at) == "const" => return true,
                _ => {}
            }
            let sign = match token.kind {
                TokenKind::Text | TokenKind::Refused(_) | TokenKind::Block(_) => true,
                // JKind's names may hold these two.
                TokenKind::Symbol("!" | "~") => false,
                TokenKind::Symbol(symbol) => {
                    is_kind2_symbol(symbol) || self.symbol_sign(at, symbol)
                }
                TokenKind::Annotation(Annotation::Main) => {
                    mains += 1;
                    mains > 1
                }
                TokenKind::Annotation(Annotation::Property) => !self.is_path(at + 1),
                TokenKind::Word => self.word_sign(at, locals),
                _ => false,
            };
            if sign {
                return true;
            }
            match self.word(at) {
                "var" => locals = true,
                "let" | "tel" | "node" | "function" | "type" => locals = false,
                _ => {}
            }
        }
        false
    }

    /// `(a: int;)`, `type t = { ... }`, `x: [int, bool]`, `returns (...) let`.
    fn symbol_sign(&self, at: usize, symbol: &str) -> bool {
        match symbol {
            ";" => matches!(self.symbol(at + 1), ")" | "}"),
            ":" => self.symbol(at + 1) == "[",
            "=" if at > 1 && self.word(at - 2) == "type" && self.symbol(at + 1) == "[" => true,
            "=" => self.symbol(at + 1) == "{",
            ")" => matches!(self.word(at + 1), "let" | "var" | "const"),
            _ => false,
        }
    }

    fn word_sign(&self, at: usize, locals: bool) -> bool {
        let word = self.word(at);
        match word {
            // A second section of locals, or local constants.
            "var" => locals,
            "const" => locals || self.is_free_constant(at),
            "if" => self.starts_statement(at),
            "imported" => !self.word(at + 1).is_empty(),
            _ if Dialect::kind2_words().contains(&word) => {
                self.used_as_keyword(at) && !self.declared.contains(word)
            }
            _ => false,
        }
    }

    /// `const c: T;`
    fn is_free_constant(&self, at: usize) -> bool {
        self.symbol(at + 2) == ":" && self.closing.get(at + 3) == Some(&";")
    }

    fn starts_statement(&self, at: usize) -> bool {
        at > 0 && (self.symbol(at - 1) == ";" || self.word(at - 1) == "let")
    }

    /// A keyword is followed by what it governs, a name by an operator or a separator.
    fn used_as_keyword(&self, at: usize) -> bool {
        match self.tokens.get(at + 1).map(|t| t.kind) {
            Some(TokenKind::Word | TokenKind::Int | TokenKind::Real | TokenKind::Text) => true,
            Some(TokenKind::Symbol(s)) => matches!(s, "(" | "{" | "." | "["),
            _ => false,
        }
    }

    /// Whether the word is introduced here.
    fn is_declared_at(&self, at: usize) -> bool {
        let before = if at == 0 { "" } else { self.word(at - 1) };
        !self.word(at).is_empty()
            && (matches!(before, "node" | "function" | "type" | "const")
                || matches!(self.symbol(at + 1), ":" | "," | "="))
    }

    /// `x`, `x.f`, `x[2].g` and then `;`: a property as JKind writes it.
    fn is_path(&self, mut at: usize) -> bool {
        if self.word(at).is_empty() || Dialect::JKind.reserves(self.word(at)) {
            return false;
        }
        at += 1;
        loop {
            match self.symbol(at) {
                "." => at += 2,
                "[" => at += 3,
                "~" | "!" => return true,
                symbol => return symbol == ";",
            }
        }
    }
}
