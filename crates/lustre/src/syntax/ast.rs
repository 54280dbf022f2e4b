//! The syntax tree of both dialects, as the user wrote it.
//!
//! Every node has a span. `Expr::span` leaves out parentheses around the whole expression, `Expr::op_span` is the
//! operator's own token (`if` for a conditional, the name for a call), because a mutant is shown at the operator.
//! Invariant: no expression or type is nested deeper than [`crate::MAX_DEPTH`], so that recursion over a tree and
//! dropping it are safe.

use std::sync::Arc;

use assay_source::{FileId, Span};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::Dialect;

/// A name with the place where it stands. Equality ignores the place.
#[derive(Clone, Debug)]
pub struct Ident {
    pub name: Arc<str>,
    pub span: Span,
}

impl PartialEq for Ident {
    fn eq(&self, other: &Ident) -> bool {
        self.name == other.name
    }
}

impl Eq for Ident {}

impl std::fmt::Display for Ident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

#[derive(Clone, Debug)]
pub struct Program {
    pub file: FileId,
    pub dialect: Dialect,
    pub decls: Vec<Decl>,
}

#[derive(Clone, Debug)]
pub enum Decl {
    Type(TypeDecl),
    Const(ConstDecl),
    Node(NodeDecl),
    /// A function without a body: uninterpreted.
    Function(FunctionDecl),
}

#[derive(Clone, Debug)]
pub struct TypeDecl {
    pub name: Ident,
    pub body: TypeBody,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeBody {
    Alias(TypeExpr),
    Record(Vec<VarDecl>),
    Enum(Vec<Ident>),
}

#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeExprKind {
    Bool,
    Int,
    Real,
    Named(Ident),
    Subrange(Box<Expr>, Box<Expr>),
    /// `T[n]` in JKind, `T^n` in Kind 2.
    Array(Box<TypeExpr>, Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct ConstDecl {
    pub name: Ident,
    pub ty: Option<TypeExpr>,
    pub value: Expr,
    pub span: Span,
}

/// A declared variable, parameter or record field. Groups (`a, b: int`) are split.
#[derive(Clone, Debug)]
pub struct VarDecl {
    pub name: Ident,
    pub ty: TypeExpr,
    /// Kind 2's `const` parameters.
    pub constant: bool,
}

#[derive(Clone, Debug)]
pub struct FunctionDecl {
    pub name: Ident,
    pub inputs: Vec<VarDecl>,
    pub outputs: Vec<VarDecl>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct NodeDecl {
    pub name: Ident,
    /// Kind 2: declared with `function`, so it must be stateless.
    pub is_function: bool,
    pub inputs: Vec<VarDecl>,
    pub outputs: Vec<VarDecl>,
    /// Kind 2: constants local to the node.
    pub constants: Vec<ConstDecl>,
    pub locals: Vec<VarDecl>,
    pub items: Vec<Item>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Item {
    Equation(Equation),
    Assert(Assert),
    Property(Property),
    Main(Main),
    Realizable(Realizable),
    Ivc(Ivc),
}

#[derive(Clone, Debug)]
pub struct Equation {
    pub lhs: Vec<Ident>,
    pub rhs: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Assert {
    pub expr: Expr,
    pub span: Span,
}

/// How a property was written; Kind 2's block forms count as annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyStyle {
    Annotation,
    Check,
}

#[derive(Clone, Debug)]
pub struct Property {
    pub style: PropertyStyle,
    /// Kind 2: the name in quotes.
    pub name: Option<Arc<str>>,
    /// JKind: a path to a variable, a field or an element.
    pub expr: Expr,
    /// Kind 2: `check A provided B`.
    pub provided: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Main {
    /// Kind 2 can also say that a node is not a main node (`--!MAIN : false;`).
    pub value: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Realizable {
    pub inputs: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Ivc {
    pub elements: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    pub op_span: Span,
    /// Height of the tree, at most [`crate::MAX_DEPTH`].
    pub depth: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Neg,
    Pre,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// `/`, real division.
    Div,
    /// `div`
    IntDiv,
    Mod,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
    Xor,
    Implies,
    Arrow,
    /// Kind 2: `a fby b`, which is `a -> pre b`.
    Fby,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    /// `real(e)`: int to real.
    Real,
    /// `floor(e)`: real to int.
    Floor,
    /// Kind 2's `int(e)`: real to int, towards minus infinity.
    Int,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Ident,
    pub args: Vec<Expr>,
}

/// One step of the path of a Kind 2 update.
#[derive(Clone, Debug)]
pub enum PathStep {
    Field(Ident),
    Index(Expr),
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    /// The value and the text, which the printer keeps.
    Real(BigRational, Arc<str>),
    Name(Arc<str>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(CastOp, Box<Expr>),
    Call(Call),
    Condact {
        clock: Box<Expr>,
        call: Call,
        defaults: Vec<Expr>,
    },
    /// `T { f = e; g = e }`
    Record(Ident, Vec<(Ident, Expr)>),
    /// `r.f`
    Field(Box<Expr>, Ident),
    /// `r { f := e }`
    RecordUpdate(Box<Expr>, Ident, Box<Expr>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// Kind 2: `e ^ n`, n copies.
    Fill(Box<Expr>, Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[i := e]`
    ArrayUpdate(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Kind 2: `(r with .f[i] = e)`
    With(Box<Expr>, Vec<PathStep>, Box<Expr>),
    /// `(a, b)`; never exactly one element.
    Tuple(Vec<Expr>),
}
