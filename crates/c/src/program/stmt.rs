//! Statements. Loops keep their form; `switch` has become jumps to labels.

use assay_source::Span;

use super::{Expr, LocalId, Site};

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    pub site: Site,
}

/// A label of a function, a case included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// The number of a loop in its function, as CBMC counts: by where loops end, so that an inner one has a smaller number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopNumber(pub u32);

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    /// The value of the statement expression that this is the last statement of.
    Value(Expr),
    /// A local comes to life, with an indeterminate value where it has no initialiser.
    Declare {
        local: LocalId,
        init: Option<Init>,
    },
    /// Locals that are declared in it end with it.
    Block(Vec<Stmt>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        number: LoopNumber,
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        number: LoopNumber,
        body: Box<Stmt>,
        condition: Expr,
    },
    /// `init` is a declaration or an expression; what it declares ends with the loop.
    For {
        number: LoopNumber,
        init: Vec<Stmt>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    /// Jumps to the label of the case that holds the value, else to the default, else behind it. `break` in the body ends it.
    Switch {
        value: Expr,
        cases: Vec<SwitchCase>,
        default: Option<LabelId>,
        body: Box<Stmt>,
    },
    Label(LabelId, Box<Stmt>),
    Goto(LabelId),
    Break,
    Continue,
    Return(Option<Expr>),
}

/// Values from `low` to `high`, both included, in the type of the switch.
#[derive(Clone, Debug)]
pub struct SwitchCase {
    pub low: i128,
    pub high: i128,
    pub label: LabelId,
}

/// A way from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Field(u32),
    Index(u64),
}

#[derive(Clone, Debug)]
pub enum Init {
    /// The whole object, a scalar or a record.
    Value(Expr),
    /// Zero everywhere, then these parts in order. Each part is a scalar or a whole record.
    Parts(Vec<(Vec<Step>, Expr)>),
}
