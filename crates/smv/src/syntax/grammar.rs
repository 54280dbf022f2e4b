//! How tightly operators bind, in the two grammars that NuSMV has: that of models, CTL and LTL, and that of PSL.
//!
//! A higher level binds more tightly. In models the temporal operators with one operand stand between `&` and `=`, so
//! that `X a & b` is `(X a) & b` and `X a = b` is `X (a = b)`; PSL's stand below the Boolean ones, so that `always a & b` is
//! `always (a & b)`. `!` takes the smallest operand in both: `!a = b` is `(!a) = b`.

use super::expr::{BinaryOp, BoundedOp, UnaryOp};

/// Which grammar an expression is read and written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    Smv,
    /// The body of `PSLSPEC`.
    Psl,
}

/// The level of an operator's own result.
pub(crate) type Level = u8;

pub(crate) const LOOSEST: Level = 1;
/// Names, literals, brackets.
pub(crate) const TIGHTEST: Level = 30;
/// `!` and unary `-`.
pub(crate) const UNARY: Level = 29;
/// The ends of a range.
pub(crate) const SHIFT: Level = 22;

/// A binary operator's level and those that its operands need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub level: Level,
    pub left: Level,
    pub right: Level,
}

fn left(level: Level) -> Binding {
    Binding {
        level,
        left: level,
        right: level + 1,
    }
}

impl Grammar {
    /// `None` if the grammar does not have the operator between operands.
    pub(crate) fn binary(self, op: BinaryOp) -> Option<Binding> {
        match self {
            Grammar::Smv => smv(op),
            Grammar::Psl => psl(op),
        }
    }

    /// The level of an operator that stands before its operand, which is also what the operand needs.
    pub(crate) fn unary(self, op: UnaryOp) -> Option<Level> {
        use UnaryOp as U;
        match (self, op) {
            (_, U::Not | U::Minus) => Some(UNARY),
            (Grammar::Smv, U::Ex | U::Ax | U::Ef | U::Af | U::Eg | U::Ag) => Some(7),
            (Grammar::Smv, U::Next | U::Finally | U::Globally) => Some(7),
            (Grammar::Smv, U::Yesterday | U::WeakYesterday | U::Historically | U::Once) => Some(7),
            (Grammar::Smv, _) => None,
            (Grammar::Psl, U::Always | U::Never | U::Globally) => Some(1),
            (Grammar::Psl, U::EventuallyStrong | U::PslNext | U::PslNextStrong) => Some(3),
            (Grammar::Psl, U::Next | U::StrongNext | U::Finally) => Some(8),
            (Grammar::Psl, U::Ex | U::Ax | U::Ef | U::Af | U::Eg | U::Ag) => Some(8),
            (Grammar::Psl, U::Yesterday | U::WeakYesterday | U::Historically | U::Once) => None,
        }
    }

    /// The same for `EBF 1..3 p`.
    pub(crate) fn bounded(self, _: BoundedOp) -> Option<Level> {
        (self == Grammar::Smv).then_some(7)
    }

    /// `condition ? then : otherwise`: the condition binds more tightly, the last operand as tightly.
    pub(crate) fn conditional(self) -> Level {
        match self {
            Grammar::Smv => 3,
            Grammar::Psl => 10,
        }
    }

    /// `forall i in {..} : p`
    pub(crate) fn forall(self) -> Level {
        self.conditional()
    }
}

fn smv(op: BinaryOp) -> Option<Binding> {
    use BinaryOp as B;
    let binding = match op {
        B::Implies => Binding {
            level: 1,
            left: 2,
            right: 1,
        },
        B::Iff => left(2),
        B::Or | B::Xor | B::Xnor => left(4),
        B::And => left(5),
        B::Until | B::Releases | B::Since | B::Triggered => left(6),
        B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual => left(8),
        B::In => left(9),
        B::Union => left(10),
        B::Range => Binding {
            level: SHIFT - 1,
            left: SHIFT,
            right: SHIFT,
        },
        _ => return arithmetic(op),
    };
    Some(binding)
}

fn psl(op: BinaryOp) -> Option<Binding> {
    use BinaryOp as B;
    let binding = match op {
        B::Implies | B::Iff => left(2),
        B::PslBefore | B::PslBeforeStrong => left(4),
        B::PslBeforeOverlap | B::PslBeforeStrongOverlap => left(4),
        B::PslUntil | B::PslUntilStrong => left(5),
        B::PslUntilOverlap | B::PslUntilStrongOverlap => left(5),
        B::Abort => left(6),
        B::In | B::Union => left(9),
        B::Or => left(13),
        B::Xor | B::Xnor => left(14),
        B::And => left(15),
        B::Equal | B::NotEqual => left(16),
        B::Less | B::LessEqual | B::Greater | B::GreaterEqual => left(17),
        _ => return arithmetic(op),
    };
    Some(binding)
}

/// The operators on numbers and words, the same in both grammars.
fn arithmetic(op: BinaryOp) -> Option<Binding> {
    use BinaryOp as B;
    match op {
        B::ShiftLeft | B::ShiftRight => Some(left(SHIFT)),
        B::Add | B::Subtract => Some(left(23)),
        B::Multiply | B::Divide | B::Modulo => Some(left(24)),
        B::Concat => Some(left(25)),
        _ => None,
    }
}

/// Symbols and words of PSL that are no operators of models, with the level at which they bind.
pub(crate) fn psl_synonym(text: &str) -> Option<(BinaryOp, Level)> {
    match text {
        "==" => Some((BinaryOp::Equal, 16)),
        "&&" => Some((BinaryOp::And, 12)),
        "||" => Some((BinaryOp::Or, 11)),
        "^" => Some((BinaryOp::Xor, 14)),
        "%" => Some((BinaryOp::Modulo, 24)),
        _ => None,
    }
}
