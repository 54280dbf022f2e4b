//! The typed model: what a program means once names, types and constants are resolved.
//!
//! It is what lowering, the interpreter and the mutators work on. Invariants, all established by [`crate::check`]:
//! * every id refers into the tables of its [`Model`] (or [`Node`]);
//! * every expression has a type; tuples occur only as types of expressions, never of variables, and are flat: a tuple
//!   of tuples is one tuple, a tuple of one is its element;
//! * constants are folded; a reference to a named constant stays visible ([`ExprKind::NamedConst`]);
//! * nodes are not recursive, and no variable depends on itself within a step (see [`Node::instant`]);
//! * every output and local is assigned at most once; one that is not is free. In the JKind dialect that happens only to
//!   variables on a loop within a step: JKind reads equations as relations, so the equation that closes a loop is a
//!   generated assertion.

use std::sync::Arc;

use assay_source::{FileId, Span};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::Dialect;
pub use crate::syntax::ast::{CastOp, Ident};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub u32);

            impl $name {
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A node in [`Model::nodes`].
    NodeId,
    /// An uninterpreted function in [`Model::functions`].
    FunctionId,
    /// A record type in [`Model::records`].
    RecordId,
    /// An enumeration in [`Model::enums`].
    EnumId,
    /// A named constant in [`Model::constants`].
    ConstId,
    /// A variable in [`Node::variables`].
    VarId,
    /// A node call within its calling node, counted in the order of the text from 0.
    CallId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Bool,
    Int,
    Real,
    /// Integers from the first to the second bound, both included.
    Subrange(BigInt, BigInt),
    Enum(EnumId),
    Record(RecordId),
    Array(Box<Type>, usize),
    /// Only for expressions; never of exactly one element.
    Tuple(Vec<Type>),
}

impl Type {
    /// `int` or a subrange of it.
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int | Type::Subrange(..))
    }

    /// The component types: those of a tuple, or the type itself.
    pub(crate) fn components(&self) -> &[Type] {
        match self {
            Type::Tuple(types) => types,
            other => std::slice::from_ref(other),
        }
    }

    /// The inverse of [`Type::components`].
    pub(crate) fn from_components(mut types: Vec<Type>) -> Type {
        match types.len() {
            1 => types.remove(0),
            _ => Type::Tuple(types),
        }
    }
}

/// A value of a constant or in a trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    /// The n-th literal of an enumeration.
    Enum(EnumId, u32),
    /// Field values in the order of declaration.
    Record(RecordId, Vec<Value>),
    Array(Vec<Value>),
    Tuple(Vec<Value>),
}

#[derive(Clone, Debug)]
pub struct Model {
    pub file: FileId,
    pub dialect: Dialect,
    pub enums: Vec<EnumType>,
    pub records: Vec<RecordType>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
    /// In the order of the text.
    pub nodes: Vec<Node>,
    /// Main nodes, at least one unless the program has no node: exactly one in the JKind dialect.
    pub mains: Vec<NodeId>,
    /// Every node after the nodes it calls.
    pub call_order: Vec<NodeId>,
}

#[derive(Clone, Debug)]
pub struct EnumType {
    pub name: Ident,
    pub literals: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub struct RecordType {
    pub name: Ident,
    pub fields: Vec<Field>,
}

impl RecordType {
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| &*f.name.name == name)
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Ident,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Constant {
    pub name: Ident,
    /// The node a Kind 2 local constant belongs to.
    pub node: Option<Arc<str>>,
    pub ty: Type,
    pub value: Value,
}

/// An uninterpreted function: same arguments, same results, at every step and in every instance.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Ident,
    pub inputs: Vec<Field>,
    pub outputs: Vec<Field>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: Ident,
    pub span: Span,
    /// Kind 2: declared as `function`; stateless.
    pub is_function: bool,
    pub variables: Vec<Variable>,
    pub inputs: Vec<VarId>,
    pub outputs: Vec<VarId>,
    pub locals: Vec<VarId>,
    pub equations: Vec<Equation>,
    pub assertions: Vec<Assertion>,
    pub properties: Vec<Property>,
    /// `--%IVC`: the elements that cores are taken over; `None` if the node has no such line.
    pub ivc: Option<Vec<Path>>,
    /// `--%REALIZABLE`: the inputs it lists; `None` if the node has no such line.
    pub realizable: Option<Vec<VarId>>,
    /// How many node calls the equations, assertions and properties hold: every [`CallId`] is below it.
    pub calls: u32,
    /// For each variable the variables it needs in the same step, in ascending order; empty for inputs and free ones.
    /// Acyclic.
    pub instant: Vec<Vec<VarId>>,
    /// For each output, in order, the indices of the inputs it needs in the same step, through any other variable.
    pub output_needs: Vec<Vec<usize>>,
}

impl Node {
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    pub fn lookup(&self, name: &str) -> Option<VarId> {
        let at = self.variables.iter().position(|v| &*v.name.name == name)?;
        Some(VarId(at as u32))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarKind {
    Input,
    Output,
    Local,
}

/// Why the values of a variable lie in the subranges of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RangeRole {
    /// The bounds are part of the model: they hold at every step. Always so for inputs and in the JKind dialect, where
    /// the type checker has made sure that no wider value is assigned.
    Assumed,
    /// Kind 2 assigns an unbounded int: the bounds are a generated property ([`PropertyKind::Range`]) and must not be
    /// assumed.
    Obliged,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Ident,
    pub ty: Type,
    pub kind: VarKind,
    pub range: RangeRole,
    /// Kind 2's `const` parameter: the value never changes. For main nodes a generated assertion says so.
    pub constant: bool,
    /// Has a defining equation. Inputs have none; outputs and locals without one are free.
    pub assigned: bool,
}

#[derive(Clone, Debug)]
pub struct Equation {
    /// As many as the type of `rhs` has components; may be empty.
    pub lhs: Vec<VarId>,
    pub lhs_spans: Vec<Span>,
    pub rhs: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Assertion {
    pub expr: Expr,
    pub span: Span,
    /// Not written as an assertion: keeps a `const` parameter constant, or is an equation that closes a loop.
    pub generated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    Written,
    /// Generated: a Kind 2 variable stays within the subranges of its type.
    Range,
}

#[derive(Clone, Debug)]
pub struct Property {
    /// Unique in its node.
    pub name: Arc<str>,
    pub kind: PropertyKind,
    /// Boolean. JKind: a variable, field or element.
    pub expr: Expr,
    pub span: Span,
}

/// A variable or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub var: VarId,
    pub steps: Vec<PathStep>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// The n-th field of the record.
    Field(usize),
    Index(usize),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    /// Without parentheses around the whole expression.
    pub span: Span,
    /// The operator's token; for leaves the same as `span`.
    pub op_span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Real division.
    Div,
    /// Rounds so that the remainder is not negative: -7 div 2 = -4.
    IntDiv,
    /// Never negative: -7 mod 2 = 1.
    Mod,
    Lt,
    Le,
    Gt,
    Ge,
    /// On any type, tuples (also empty ones), records and arrays included.
    Eq,
    Ne,
    And,
    Or,
    Xor,
    Implies,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Const(Value),
    NamedConst(ConstId),
    Var(VarId),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value of the step before; before the first step, that of one arbitrary state shared by the whole model.
    Pre(Box<Expr>),
    /// The left side in the first step of the instance, the right side afterwards.
    Arrow(Box<Expr>, Box<Expr>),
    Cast(CastOp, Box<Expr>),
    Call(Call),
    /// An uninterpreted function; the components of the arguments, tuples flattened, match its inputs.
    FunCall(FunctionId, Vec<Expr>),
    /// The call runs only in steps in which the clock holds; the outputs keep their last value in between and are the
    /// defaults before the first run.
    Condact {
        clock: Box<Expr>,
        call: Call,
        /// The components, tuples flattened, match the node's outputs.
        defaults: Vec<Expr>,
    },
    /// Fields in the order of declaration; the place of each is that of its value.
    Record(RecordId, Vec<Expr>),
    Field(Box<Expr>, usize),
    RecordUpdate(Box<Expr>, usize, Box<Expr>),
    Array(Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// An index out of bounds changes nothing.
    ArrayUpdate(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The components of the elements, tuples flattened, are those of the type.
    Tuple(Vec<Expr>),
}

/// A node call. The components of the arguments, tuples flattened, match the node's inputs; the value is a tuple of
/// the outputs.
#[derive(Clone, Debug)]
pub struct Call {
    pub node: NodeId,
    pub args: Vec<Expr>,
    pub id: CallId,
}

impl Model {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn record(&self, id: RecordId) -> &RecordType {
        &self.records[id.index()]
    }

    pub fn enumeration(&self, id: EnumId) -> &EnumType {
        &self.enums[id.index()]
    }

    pub fn constant(&self, id: ConstId) -> &Constant {
        &self.constants[id.index()]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }
}
