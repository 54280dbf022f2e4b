//! Tokens, and which words are reserved.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// An identifier in double quotes.
    Quoted,
    Int,
    /// `0ub8_1010`
    WordLiteral,
    /// `1.5`, `2e3`: refused by the parser.
    Real,
    Symbol(&'static str),
    /// A line that starts with `#`.
    Directive,
    End,
}

/// Byte offsets instead of a [`assay_source::Span`]: there is one token for each word of the file.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

/// Words that start a section, as people are told.
pub(crate) const SECTIONS: &[&str] = &[
    "ASSIGN",
    "COMPASSION",
    "COMPUTE",
    "CONSTANTS",
    "CTLSPEC",
    "DEFINE",
    "FAIRNESS",
    "FROZENVAR",
    "INIT",
    "INVAR",
    "INVARSPEC",
    "ISA",
    "IVAR",
    "JUSTICE",
    "LTLSPEC",
    "MDEFINE",
    "PSLSPEC",
    "SPEC",
    "TRANS",
    "VAR",
];

/// What starts a section or a module, or what NuSMV has in that place and this parser refuses.
pub(crate) fn starts_section(word: &str) -> bool {
    word == "MODULE" || SECTIONS.contains(&word) || refused_section(word)
}

pub(crate) fn refused_section(word: &str) -> bool {
    matches!(word, "PRED" | "MIRROR" | "PREDICATES" | "CONSTRAINT")
}

const OTHER_RESERVED: &[&str] = &[
    "A", "ABF", "ABG", "AF", "AG", "AX", "BU", "COMPID", "COMPWFF", "CTLWFF", "E", "EBF", "EBG",
    "EF", "EG", "EX", "F", "FALSE", "G", "H", "IN", "Integer", "LTLWFF", "MAX", "MIN", "NAME",
    "NEXTWFF", "O", "READ", "Real", "S", "SIMPWFF", "T", "TRUE", "U", "V", "WRITE", "Word", "X",
    "Y", "Z", "array", "bool", "boolean", "case", "count", "esac", "extend", "in", "init",
    "integer", "mod", "next", "of", "process", "real", "resize", "self", "signed", "sizeof",
    "swconst", "toint", "union", "unsigned", "uwconst", "word", "word1", "xnor", "xor",
];

/// Words that cannot be names.
pub fn reserved(word: &str) -> bool {
    starts_section(word) || OTHER_RESERVED.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(OTHER_RESERVED.is_sorted());
        assert!(SECTIONS.is_sorted());
    }
}
