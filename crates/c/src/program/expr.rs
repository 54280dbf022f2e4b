//! Expressions with types. Array and function designators have become pointers; lvalues are a type of their own.

use assay_source::Span;

use super::{FunctionId, GlobalId, LocalId, Stmt, TypeId};

/// A value.
#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: TypeId,
    pub kind: ExprKind,
    /// Of the whole expression.
    pub span: Span,
    /// Of its operator, where a check of the operation is shown.
    pub at: Span,
    pub site: Site,
}

/// The number of a token among those of all units: of the operator of an expression (the `(` of a call), or the first of a statement.
/// Unlike a place it differs between two uses of one macro, and unlike the number of a node it does not change when something else is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    BitNot,
    /// `!`: an `int`; its operand is any scalar.
    Not,
}

/// Both operands have the type of the result, but for shifts (each has its own promoted type) and comparisons (the result is an `int`, the
/// operands have one common type, which may be a pointer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
}

/// A floating constant, as the value of a double. What it is stored as depends on the type of the expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatValue(pub f64);

/// Whether a conversion was written or follows from the rules of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    Explicit,
    Implicit,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Of an integer type or a pointer (a null pointer is 0); as many low bits count as the type has.
    Int(u128),
    Float(FloatValue),
    /// What an lvalue holds: a scalar or a whole record.
    Load(Box<Lvalue>),
    /// Also an array that becomes a pointer to its first element: then `ty` points to the element.
    Address(Box<Lvalue>),
    Function(FunctionId),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A pointer and an integer of any integer type. `minus` subtracts.
    PointerAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        minus: bool,
    },
    /// In elements; both have one pointer type. The result is `ptrdiff_t`.
    PointerSub(Box<Expr>, Box<Expr>),
    /// Short-circuit; an `int`. Operands are any scalars.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// The condition is any scalar, both sides have the type of the result.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?: b`: the condition is evaluated once and is the value (converted to the type of the result) if it is not zero.
    Elvis(Box<Expr>, Box<Expr>),
    /// To the type of the expression: between integers, `_Bool`, floats and pointers, or to `void`.
    Convert(Box<Expr>, Written),
    /// The value is what was stored.
    Assign(Box<Lvalue>, Box<Expr>),
    /// `l op= r`: the lvalue is evaluated once, converted to `at`, combined and converted back. For pointers `op` is Add or Sub, `at`
    /// is the pointer type and `value` is an integer.
    AssignOp {
        to: Box<Lvalue>,
        op: BinaryOp,
        at: TypeId,
        value: Box<Expr>,
    },
    /// `++` and `--`, before or after.
    Step {
        of: Box<Lvalue>,
        up: bool,
        /// Whether the value is the new one.
        before: bool,
    },
    Comma(Box<Expr>, Box<Expr>),
    Call(Callee, Vec<Expr>),
    /// GNU: the value is that of its last expression statement, which [`super::StmtKind::Value`] marks, or `void`.
    Block(Box<Stmt>),
    /// The next variadic argument, of the type of the expression.
    VaArg(Box<Lvalue>),
    /// An expression of type `void` that does nothing.
    Nothing,
}

/// Arguments are converted to the types of parameters, variadic ones are promoted.
#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A pointer to a function.
    Pointer(Box<Expr>),
}

/// An object or a part of one.
#[derive(Clone, Debug)]
pub struct Lvalue {
    /// Of what is stored there; an array or a record too.
    pub ty: TypeId,
    pub kind: LvalueKind,
    pub span: Span,
    pub at: Span,
    pub site: Site,
}

#[derive(Clone, Debug)]
pub enum LvalueKind {
    Local(LocalId),
    Global(GlobalId),
    /// `*p`, `p->f` (with [`LvalueKind::Field`] around it), and `p[i]` for a pointer.
    Deref(Box<Expr>),
    /// An element of an array that is an lvalue itself. The index has any integer type.
    Index(Box<Lvalue>, Box<Expr>),
    /// The number of a field in its record. Its `ty` is that of the field.
    Field(Box<Lvalue>, u32),
    /// A record that a call or the like returned, so that a field of it can be read.
    Temporary(Box<Expr>),
    /// A compound literal in a function: the hidden local is initialised where it stands.
    Literal(LocalId, Box<super::Init>),
}
