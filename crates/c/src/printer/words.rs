//! Words and literals.

use crate::syntax::literal::escape;
use crate::syntax::tree::{Arithmetic, Attribute, Qualifiers};
use crate::syntax::{CharLiteral, StringLiteral, TokenKind};

pub(super) fn words(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Bool => "_Bool",
        Arithmetic::Char => "char",
        Arithmetic::SignedChar => "signed char",
        Arithmetic::UnsignedChar => "unsigned char",
        Arithmetic::Short => "short",
        Arithmetic::UnsignedShort => "unsigned short",
        Arithmetic::Int => "int",
        Arithmetic::UnsignedInt => "unsigned int",
        Arithmetic::Long => "long",
        Arithmetic::UnsignedLong => "unsigned long",
        Arithmetic::LongLong => "long long",
        Arithmetic::UnsignedLongLong => "unsigned long long",
        Arithmetic::Int128 => "__int128",
        Arithmetic::UnsignedInt128 => "unsigned __int128",
        Arithmetic::Float => "float",
        Arithmetic::Double => "double",
        Arithmetic::LongDouble => "long double",
        Arithmetic::Float16 => "_Float16",
        Arithmetic::Float32 => "_Float32",
        Arithmetic::Float32x => "_Float32x",
        Arithmetic::Float64 => "_Float64",
        Arithmetic::Float64x => "_Float64x",
        Arithmetic::Float128 => "_Float128",
    }
}

/// Each with a blank after it.
pub(super) fn qualifiers(qualifiers: Qualifiers) -> String {
    let all = [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "_Atomic "),
    ];
    all.iter()
        .filter(|(on, _)| *on)
        .map(|(_, word)| *word)
        .collect()
}

/// With a blank before them, if there are any.
pub(super) fn attributes(attributes: &[Attribute]) -> String {
    if attributes.is_empty() {
        return String::new();
    }
    let each: Vec<String> = attributes.iter().map(attribute).collect();
    format!(" __attribute__(({}))", each.join(", "))
}

pub(super) fn attribute(attribute: &Attribute) -> String {
    if attribute.arguments.is_empty() {
        return attribute.name.to_string();
    }
    let arguments: Vec<String> = attribute.arguments.iter().map(spelled).collect();
    format!("{}({})", attribute.name, arguments.join(" "))
}

/// A token as it is written.
pub(crate) fn spelled(kind: &TokenKind) -> String {
    match kind {
        TokenKind::Name(name) => name.to_string(),
        TokenKind::Keyword(word) => word.as_str().to_owned(),
        TokenKind::Punct(text) => (*text).to_owned(),
        TokenKind::Int(literal) => literal.text.to_string(),
        TokenKind::Float(literal) => literal.text.to_string(),
        TokenKind::Char(literal) => character(literal),
        TokenKind::String(literal) => string(literal),
        TokenKind::End => String::new(),
    }
}

pub(super) fn character(literal: &CharLiteral) -> String {
    let units = escape(&literal.units, literal.prefix, '\'');
    format!("{}'{units}'", literal.prefix.as_str())
}

pub(super) fn string(literal: &StringLiteral) -> String {
    let units = escape(&literal.units, literal.prefix, '"');
    format!("{}\"{units}\"", literal.prefix.as_str())
}
