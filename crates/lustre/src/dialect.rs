//! The two dialects and the words they reserve.

/// Which tool's language a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    JKind,
    Kind2,
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Dialect::JKind => "jkind",
            Dialect::Kind2 => "kind2",
        })
    }
}

impl std::str::FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        match text {
            "jkind" => Ok(Dialect::JKind),
            "kind2" => Ok(Dialect::Kind2),
            _ => Err(format!("`{text}` is not a dialect: use `jkind` or `kind2`")),
        }
    }
}

/// Words that no dialect allows as names.
const COMMON: &[&str] = &[
    "and", "assert", "bool", "condact", "const", "div", "else", "enum", "false", "function", "if",
    "int", "let", "mod", "node", "not", "of", "or", "pre", "real", "returns", "struct", "subrange",
    "tel", "then", "true", "type", "var", "xor",
];

const JKIND: &[&str] = &["floor"];

const KIND2: &[&str] = &[
    "activate",
    "any",
    "check",
    "choose",
    "con",
    "contract",
    "current",
    "datatype",
    "exists",
    "fby",
    "forall",
    "frame",
    "history",
    "imported",
    "include",
    "int16",
    "int32",
    "int64",
    "int8",
    "last",
    "lemma",
    "lsh",
    "match",
    "merge",
    "noc",
    "opaque",
    "provided",
    "restart",
    "rsh",
    "subtype",
    "transparent",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "when",
    "with",
];

impl Dialect {
    /// Whether a word cannot be a name.
    pub fn reserves(self, word: &str) -> bool {
        let own = match self {
            Dialect::JKind => JKIND,
            Dialect::Kind2 => KIND2,
        };
        COMMON.contains(&word) || own.contains(&word)
    }

    /// Words that Kind 2 reserves and JKind does not.
    pub(crate) fn kind2_words() -> &'static [&'static str] {
        KIND2
    }
}
