//! Tokens. Words are told apart by their text: which of them are reserved depends on the dialect.

use super::construct::Construct;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    Int,
    Real,
    /// A text in double quotes.
    Text,
    Symbol(&'static str),
    /// `--%PROPERTY` and so on.
    Annotation(Annotation),
    /// Kind 2's block forms, `(*%PROPERTY` ...; closed by [`TokenKind::BlockEnd`].
    Block(Annotation),
    BlockEnd,
    /// A special comment that stands for something unsupported.
    Refused(Construct),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    Property,
    Main,
    Ivc,
    Realizable,
}

impl Annotation {
    pub(crate) fn from_word(word: &str) -> Option<Annotation> {
        match word {
            "PROPERTY" => Some(Annotation::Property),
            "MAIN" => Some(Annotation::Main),
            "IVC" => Some(Annotation::Ivc),
            "REALIZABLE" => Some(Annotation::Realizable),
            _ => None,
        }
    }
}

/// Byte offsets instead of a [`assay_source::Span`]: there is one token per word of the file.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}
