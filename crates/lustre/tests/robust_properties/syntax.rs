//! Properties of the lexer, of diagnostics and of printing.

use assay_lustre::Dialect;
use assay_lustre::ast::Program;
use assay_lustre::syntax::lexer::{Lexed, lex};
use assay_lustre::syntax::token::{Token, TokenKind};
use assay_lustre::syntax::tree::SameTree;
use assay_lustre::{Parsed, parse};
use assay_source::{Diagnostic, FileId, SourceFile, Span};

pub const DIALECTS: [Dialect; 2] = [Dialect::JKind, Dialect::Kind2];

pub fn source(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "input.lus", text)
}

fn is_valid(text: &str, span: Span) -> bool {
    span.start <= span.end && text.get(span.range()).is_some()
}

/// Every diagnostic has a code, a sentence and places inside the text.
pub fn diagnostics_are_sound(text: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        // S0001 is about the encoding of the text, whatever the language.
        let known = diagnostic.code.starts_with('L') || diagnostic.code == "S0001";
        assert!(known, "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        let secondary = diagnostic.secondary.iter().map(|label| label.span);
        for span in diagnostic.span.into_iter().chain(secondary) {
            assert!(is_valid(text, span), "no place in the text: {diagnostic:?}");
        }
    }
}

/// Tokens are ordered and do not overlap, each is a piece of the text, `End` closes them, and what lies between them is
/// blank, a comment, or reported.
pub fn tokens_cover_the_text(text: &str, dialect: Dialect, lexed: &Lexed) {
    let (end, tokens) = lexed.tokens.split_last().expect("`End` is always there");
    assert_eq!(end.kind, TokenKind::End);
    assert_eq!(
        (end.start as usize, end.end as usize),
        (text.len(), text.len())
    );
    let mut at = 0;
    let mut before = None;
    for token in &lexed.tokens {
        let (from, to) = (token.start as usize, token.end as usize);
        assert!(at <= from, "{token:?} overlaps what ends at {at}");
        assert!(
            text.get(from..to).is_some(),
            "{token:?} is no piece of the text"
        );
        let gap = Gap {
            text,
            dialect,
            lexed,
            end: from,
        };
        gap.is_explained(at, before);
        at = to;
        before = Some(token);
    }
    assert!(
        tokens
            .iter()
            .all(|t| t.kind != TokenKind::End && t.start < t.end)
    );
}

/// A piece of the text that no token covers.
struct Gap<'a> {
    text: &'a str,
    dialect: Dialect,
    lexed: &'a Lexed,
    end: usize,
}

impl Gap<'_> {
    fn is_explained(&self, mut at: usize, before: Option<&Token>) {
        // The rest of a contract's comment belongs to the token that refuses it.
        if let Some(refused) = before.filter(|t| matches!(t.kind, TokenKind::Refused(_))) {
            at = self.after_comment(refused.start as usize);
        }
        while at < self.end {
            let rest = &self.text[at..];
            let reported = self
                .lexed
                .diagnostics
                .iter()
                .rposition(|d| d.span.is_some_and(|s| s.start as usize == at));
            at = if let Some(index) = reported {
                self.after_error(index, at)
            } else if rest.as_bytes()[0].is_ascii_whitespace() {
                at + 1
            } else {
                let comment = ["--", "//", "(*", "/*"]
                    .iter()
                    .any(|open| rest.starts_with(open));
                assert!(
                    comment,
                    "in {}: nothing covers {:?}",
                    self.dialect,
                    rest.chars().take(20).collect::<String>()
                );
                self.after_comment(at)
            };
        }
        assert!(
            at == self.end,
            "in {}: a comment swallows the token at {}",
            self.dialect,
            self.end
        );
    }

    fn after_comment(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let close = match &rest[..2] {
            "(*" => "*)",
            "/*" => "*/",
            _ => return at + rest.find('\n').unwrap_or(rest.len()),
        };
        rest[2..]
            .find(close)
            .map_or(self.text.len(), |len| at + 2 + len + close.len())
    }

    /// What an error takes with it: an open comment the rest, an open quotation and an unknown annotation the line.
    fn after_error(&self, index: usize, at: usize) -> usize {
        let error = &self.lexed.diagnostics[index];
        let line = at + self.text[at..].find('\n').unwrap_or(self.text.len() - at);
        let last = index + 1 == self.lexed.diagnostics.len();
        match error.code {
            // After too many errors the lexer gives up.
            _ if last && self.end == self.text.len() && index + 1 >= 20 => self.end,
            "L0001" | "S0001" => error.span.map_or(at, |s| s.end as usize),
            "L0002" => line,
            "L0003" if self.text[at..].starts_with('"') => line,
            "L0003" => self.text.len(),
            code => panic!("the lexer does not report {code}"),
        }
    }
}

/// Writing the tokens one per line gives the same tokens: none depends on its neighbours.
pub fn tokens_stand_alone(text: &str, dialect: Dialect, tokens: &[Token]) {
    // The rest of a refused comment is no token, and would be missing.
    if tokens
        .iter()
        .any(|t| matches!(t.kind, TokenKind::Refused(_)))
    {
        return;
    }
    let piece = |text: &str, t: &Token| text[t.start as usize..t.end as usize].to_owned();
    let lines: Vec<String> = tokens.iter().map(|t| piece(text, t)).collect();
    let spread = lines.join("\n");
    let again = lex(&source(&spread), dialect);
    assert!(
        again.diagnostics.is_empty(),
        "{:?} in {spread:?}",
        again.diagnostics
    );
    let kinds = |tokens: &[Token]| tokens.iter().map(|t| t.kind).collect::<Vec<_>>();
    assert_eq!(kinds(tokens), kinds(&again.tokens), "{spread:?}");
    let texts: Vec<String> = again.tokens.iter().map(|t| piece(&spread, t)).collect();
    assert_eq!(lines, texts);
}

/// Printing a tree that was read without errors and reading it again gives the same tree, and printing that the same
/// text.
pub fn printing_keeps_the_tree(parsed: &Parsed, print: impl Fn(&Program) -> String) {
    let printed = print(&parsed.ast);
    let again = parse(&source(&printed), Some(parsed.dialect));
    assert!(
        again.is_ok(),
        "{:?}\nin what was printed:\n{printed}",
        again.diagnostics
    );
    assert!(parsed.ast.same_tree(&again.ast), "another tree:\n{printed}");
    assert_eq!(printed, print(&again.ast), "printing is not stable");
}
