//! The tokens that every reader of a notation gives and that the one parser reads.
//!
//! A reader brings each spelling into that of Sum in ASCII: `∪` and `\cup` are both the symbol `cup`. Names keep their strokes.
//! A reader says where lines end; the parser decides which of them separate.

use assay_source::Span;
use num_bigint::BigInt;

use super::Name;
use super::latex::UNDERLINED;

/// A reserved word or a mark, in the spelling of Sum in ASCII: `forall`, `cup`, `|->`, `(`. [`super::fixity`] lists the operators, and
/// `MARKS` and `WORDS` of this file the others.
pub type Symbol = &'static str;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Symbol(Symbol),
    /// A name with its strokes. A word that the user declared as an operator is a name too: the parser knows it from its table.
    Name(Name),
    Number(BigInt),
    Text(String),
    /// A stroke that does not follow a name directly: `(S and T)'`.
    Stroke(char),
    /// The end of what is to be read; always the last token.
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// A line ends before it: a line of Sum, `\\` of LaTeX, NL of ISO Z.
    pub starts_line: bool,
    /// Nothing stands between it and the token before.
    pub joined: bool,
}

impl Token {
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self.kind, TokenKind::Symbol(it) if it == symbol)
    }

    /// `\inrel{R}` of LaTeX: a name in the place of a relation.
    pub(crate) fn underlined(&self) -> Option<&Name> {
        match &self.kind {
            TokenKind::Name(name) => Some(name).filter(|it| it.as_str().starts_with(UNDERLINED)),
            _ => None,
        }
    }

    /// The spelling by which it is looked up as an operator. A name of the spelling that an operator of the tool-kit has is none.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Symbol(symbol) => Some(symbol),
            TokenKind::Name(name) => {
                Some(name.as_str()).filter(|word| !super::fixity::is_toolkit_word(word))
            }
            _ => None,
        }
    }
}

/// Marks that are not operators, longest first where one begins like another.
///
/// `;;` is the composition of schemas (`\semi`), which Sum also writes `;` in parentheses and after `^=`. `lblot` and `rblot` are the
/// brackets of bindings. `|-?` starts a conjecture.
pub const MARKS: &[Symbol] = &[
    "::=", "<=>", "|-?", ":=", "==", "^=", "=>", "<<", ">>", "[[", "]]", ";;", "|\\", "(", ")",
    "{", "}", "[", "]", ",", ";", ":", "|", "@", ".", "/", "&", "_",
];

/// Reserved words of both notations that are not operators.
pub const WORDS: &[Symbol] = &[
    "forall", "exists", "exists_1", "not", "and", "or", "if", "then", "else", "fi", "mu", "lambda",
    "let", "theta", "Delta", "Xi", "pre", "hide", "true", "false", "emptyset", "lblot", "rblot",
];

/// Words that Sum reserves for its paragraphs.
pub const PARAGRAPH_WORDS: &[Symbol] = &[
    "module",
    "is",
    "end",
    "import",
    "as",
    "state",
    "init",
    "op",
    "const",
    "schema",
    "check",
    "where",
    "changes_only",
    "assume",
    "conjecture",
];

/// Characters of Sum in Unicode for what is not an operator. The first spelling of a symbol is the one that is printed.
pub const CHARACTERS: &[(&str, Symbol)] = &[
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("⇒", "=>"),
    ("⇔", "<=>"),
    ("∀", "forall"),
    ("∃₁", "exists_1"),
    ("∃", "exists"),
    ("•", "@"),
    ("⦁", "@"),
    ("∅", "emptyset"),
    ("⟨", "<<"),
    ("⟩", ">>"),
    ("⟪", "<<"),
    ("⟫", ">>"),
    ("⟦", "[["),
    ("⟧", "]]"),
    ("⦉", "lblot"),
    ("⦊", "rblot"),
    ("λ", "lambda"),
    ("μ", "mu"),
    ("θ", "theta"),
    ("Δ", "Delta"),
    ("Ξ", "Xi"),
    ("≙", "^="),
    ("⨟", ";;"),
    ("⧹", "hide"),
    ("⨡", "|\\"),
    ("↾", "|\\"),
    ("∣", "|"),
];
