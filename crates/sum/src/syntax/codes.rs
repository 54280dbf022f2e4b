//! Codes of what is wrong with the text of Sum, and with what both notations share.

/// A character that Sum does not have.
pub const CHARACTER: &str = "Z0010";
/// A text without its closing quote.
pub const OPEN_TEXT: &str = "Z0011";
/// A comment as another language writes it.
pub const COMMENT: &str = "Z0012";
/// A quoted name without its closing mark.
pub const OPEN_NAME: &str = "Z0013";
/// A quoted name that would be taken for an operator.
pub const NAME: &str = "Z0014";

/// Something else stands where this was expected.
pub const UNEXPECTED: &str = "Z0101";
/// A predicate stands in the place of an expression.
pub const PREDICATE: &str = "Z0102";
/// A bracket is not closed.
pub const OPEN_BRACKET: &str = "Z0103";
/// Nested too deeply.
pub const DEPTH: &str = "Z0104";
/// A paragraph or a module without `end`.
pub const NO_END: &str = "Z0105";
/// `end` with another name.
pub const OTHER_END: &str = "Z0106";
/// `pre(...)` inside another predicate, or outside an operation.
pub const PRECONDITION: &str = "Z0107";
/// No paragraph begins like this.
pub const PARAGRAPH: &str = "Z0108";
/// A file without a module.
pub const EMPTY: &str = "Z0109";
/// A number that is too large for its place.
pub const NUMBER: &str = "Z0110";
