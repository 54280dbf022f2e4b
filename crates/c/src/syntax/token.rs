//! Tokens after preprocessing, each with the place where it is spelled.

use std::sync::Arc;

use assay_source::Span;

use super::literal::{CharLiteral, FloatLiteral, IntLiteral, StringLiteral};

/// How a token came into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It stands in the text as it is.
    Direct,
    /// It stands in the text as part of an argument of a macro.
    Argument,
    /// It stands in the definition of a macro.
    Body,
    /// The preprocessor made it: by `#`, by `##`, as `__LINE__`, or from an option such as `-D`. It is spelled nowhere.
    Made,
}

impl Origin {
    pub fn is_macro(self) -> bool {
        self != Origin::Direct
    }
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// Where it is spelled. For [`Origin::Made`] it is the place where the macro is used.
    pub span: Span,
    /// Where the outermost macro is used that it comes from. For [`Origin::Direct`] it is `span`.
    pub used: Span,
    pub origin: Origin,
    /// Whether the file in which it is spelled is a system header.
    pub system: bool,
    pub pragmas: Pragmas,
}

/// What pragmas before a token say about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pragmas {
    /// `#pragma pack`: the greatest alignment of fields, in bytes; 0 where none is said.
    pub pack: u8,
    pub checks: crate::checks::Switch,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Name(Arc<str>),
    Keyword(Keyword),
    Punct(&'static str),
    Int(IntLiteral),
    Float(FloatLiteral),
    Char(CharLiteral),
    String(StringLiteral),
    End,
}

impl TokenKind {
    /// The token for a message.
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Name(name) => format!("`{name}`"),
            TokenKind::Keyword(word) => format!("`{}`", word.as_str()),
            TokenKind::Punct(text) => format!("`{text}`"),
            TokenKind::Int(literal) => format!("`{}`", literal.text),
            TokenKind::Float(literal) => format!("`{}`", literal.text),
            TokenKind::Char(_) => "a character constant".into(),
            TokenKind::String(_) => "a string".into(),
            TokenKind::End => "the end of the file".into(),
        }
    }
}

/// Punctuators, longest first. Digraphs are mapped by [`plain`].
const PUNCTUATORS: [&str; 53] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "[", "]",
    "(", ")", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":",
    ";", "=", ",",
];

/// The punctuator at the start of a text: how it is written, and what it stands for.
pub(crate) fn punctuator(text: &str) -> Option<(&'static str, &'static str)> {
    let written = PUNCTUATORS.iter().find(|p| text.starts_with(**p))?;
    Some((written, plain(written)))
}

/// What a digraph stands for.
fn plain(written: &'static str) -> &'static str {
    match written {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        "%>" => "}",
        "%:" => "#",
        "%:%:" => "##",
        other => other,
    }
}

macro_rules! keywords {
    ($($variant:ident: $first:literal $(| $other:literal)*,)*) => {
        /// The keywords of C11 and GNU C. Other spellings of GCC are the same keyword.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Keyword {
            $($variant,)*
        }

        impl Keyword {
            pub fn from_name(name: &str) -> Option<Keyword> {
                match name {
                    $($first $(| $other)* => Some(Keyword::$variant),)*
                    _ => None,
                }
            }

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Keyword::$variant => $first,)*
                }
            }
        }
    };
}

keywords! {
    Alignas: "_Alignas",
    Alignof: "_Alignof" | "__alignof__" | "__alignof",
    Asm: "__asm__" | "asm" | "__asm",
    Atomic: "_Atomic",
    Attribute: "__attribute__" | "__attribute",
    Auto: "auto",
    AutoType: "__auto_type",
    Bool: "_Bool" | "__CPROVER_bool",
    Break: "break",
    Case: "case",
    Char: "char",
    Complex: "_Complex" | "__complex__" | "__complex",
    Const: "const" | "__const" | "__const__",
    Continue: "continue",
    Default: "default",
    Do: "do",
    Double: "double",
    Else: "else",
    Enum: "enum",
    Extension: "__extension__",
    Extern: "extern",
    Float: "float",
    Float16: "_Float16",
    Float32: "_Float32",
    Float32x: "_Float32x",
    Float64: "_Float64",
    Float64x: "_Float64x",
    Float128: "_Float128" | "__float128",
    For: "for",
    Generic: "_Generic",
    Goto: "goto",
    If: "if",
    Imag: "__imag__" | "__imag",
    Inline: "inline" | "__inline" | "__inline__",
    Int: "int",
    Int128: "__int128" | "__int128_t",
    Label: "__label__",
    Long: "long",
    Noreturn: "_Noreturn",
    Offsetof: "__builtin_offsetof",
    Real: "__real__" | "__real",
    Register: "register",
    Restrict: "restrict" | "__restrict" | "__restrict__",
    Return: "return",
    Short: "short",
    Signed: "signed" | "__signed" | "__signed__",
    Sizeof: "sizeof",
    Static: "static",
    StaticAssert: "_Static_assert",
    Struct: "struct",
    Switch: "switch",
    ThreadLocal: "_Thread_local" | "__thread",
    TypesCompatible: "__builtin_types_compatible_p",
    Typedef: "typedef",
    Typeof: "__typeof__" | "typeof" | "__typeof",
    Union: "union",
    Unsigned: "unsigned",
    VaArg: "__builtin_va_arg",
    Void: "void",
    Volatile: "volatile" | "__volatile" | "__volatile__",
    While: "while",
}
