//! The syntax tree of a model, as the user wrote it.
//!
//! A [`Tree`] is a list of modules and one table of expressions, [`Exprs`], to which everything refers. Every node has a
//! span. Sections keep the order and the grouping of the text. Names are not resolved and nothing is typed.

use assay_source::{FileId, Span};

pub use super::expr::{
    BinaryOp, BoundedOp, Bounds, Branch, Expr, ExprId, ExprKind, Exprs, ForAll, Function, Ident,
    PathQuantifier, PathUntil, Radix, UnaryOp, WordLiteral,
};

/// The whole of a file.
#[derive(Clone, Debug)]
pub struct Tree {
    pub file: FileId,
    pub modules: Vec<Module>,
    pub exprs: Exprs,
}

#[derive(Clone, Debug)]
pub struct Module {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    pub sections: Vec<Section>,
    pub span: Span,
}

/// One section with its keyword; `VAR`, `DEFINE` and `ASSIGN` hold lists.
#[derive(Clone, Debug)]
pub struct Section {
    pub kind: SectionKind,
    /// From the keyword to the end.
    pub span: Span,
    /// The keyword.
    pub keyword: Span,
}

#[derive(Clone, Debug)]
pub enum SectionKind {
    /// `VAR`, `IVAR`, `FROZENVAR`
    Variables(VariableKind, Vec<Variable>),
    /// `DEFINE`, also the older `MDEFINE`
    Defines(Vec<Define>),
    /// `CONSTANTS`
    Constants(Vec<Ident>),
    /// `ASSIGN`
    Assigns(Vec<Assign>),
    /// `INIT`, `TRANS`, `INVAR`
    Constraint(ConstraintKind, ExprId),
    /// `FAIRNESS`, `JUSTICE`, `COMPASSION`
    Fairness(Fairness),
    /// `ISA module`: the named module's sections stand here.
    Isa(Ident),
    /// `SPEC`, `LTLSPEC` ...
    Spec(Spec),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    /// `VAR`
    State,
    /// `IVAR`
    Input,
    /// `FROZENVAR`
    Frozen,
}

/// `name : type;`
#[derive(Clone, Debug)]
pub struct Variable {
    /// One identifier; in models that were flattened a dotted name, see [`Ident::name`].
    pub name: Ident,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Boolean,
    /// `low..high`, constants in NuSMV.
    Range(ExprId, ExprId),
    /// `{a, b, 3}`
    Enumeration(Vec<Literal>),
    /// `word[N]`, `unsigned word[N]`, `signed word[N]`
    Word {
        signed: bool,
        width: ExprId,
    },
    /// `array low..high of element`
    Array {
        low: ExprId,
        high: ExprId,
        element: Box<Type>,
    },
    /// `module(arguments)`, `process module(arguments)`
    Instance {
        process: bool,
        module: Ident,
        arguments: Vec<ExprId>,
    },
}

/// A value of an enumeration.
#[derive(Clone, Debug)]
pub struct Literal {
    pub kind: LiteralKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LiteralKind {
    /// May be dotted, see [`Ident::name`].
    Symbol(std::sync::Arc<str>),
    Int(i64),
    Bool(bool),
}

/// `name := value;`
#[derive(Clone, Debug)]
pub struct Define {
    /// One identifier, or a dotted name as in [`Variable::name`].
    pub name: Ident,
    /// [`ExprKind::Array`] for an array definition.
    pub value: ExprId,
    pub span: Span,
}

/// `target := value;`, `init(target) := value;`, `next(target) := value;`
#[derive(Clone, Debug)]
pub struct Assign {
    pub kind: AssignKind,
    /// [`ExprKind::Name`], [`ExprKind::Itself`], [`ExprKind::Field`] or [`ExprKind::Index`].
    pub target: ExprId,
    pub value: ExprId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignKind {
    Current,
    Init,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    Init,
    Trans,
    Invar,
}

#[derive(Clone, Debug)]
pub enum Fairness {
    /// `FAIRNESS p`, `JUSTICE p`
    Justice(ExprId),
    /// `COMPASSION (p, q)`
    Compassion(ExprId, ExprId),
}

/// A property.
#[derive(Clone, Debug)]
pub struct Spec {
    pub kind: SpecKind,
    /// `NAME n :=`
    pub name: Option<Ident>,
    /// `IN instance`: a designator, see [`Assign::target`].
    pub context: Option<ExprId>,
}

#[derive(Clone, Debug)]
pub enum SpecKind {
    /// `SPEC`, `CTLSPEC`
    Ctl(ExprId),
    Ltl(ExprId),
    Invariant(ExprId),
    Psl(ExprId),
    /// `COMPUTE MIN [from, to]`
    Compute(Extreme, ExprId, ExprId),
}

/// Which length `COMPUTE` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    Min,
    Max,
}

impl ConstraintKind {
    pub fn keyword(self) -> &'static str {
        match self {
            ConstraintKind::Init => "INIT",
            ConstraintKind::Trans => "TRANS",
            ConstraintKind::Invar => "INVAR",
        }
    }
}

impl VariableKind {
    pub fn keyword(self) -> &'static str {
        match self {
            VariableKind::State => "VAR",
            VariableKind::Input => "IVAR",
            VariableKind::Frozen => "FROZENVAR",
        }
    }
}
