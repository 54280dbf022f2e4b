//! Expressions and predicates.

use std::sync::Arc;

use assay_source::Span;
use num_bigint::BigInt;

use super::{Builtin, FreeId, GivenId, Relation, Type};
use crate::syntax::{Name, Quantifier};

/// A variable, by its number in [`crate::core::Program::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// A constant that a specification defines, by its number in [`crate::core::Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// An expression. Copies share.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Arc<ExprKind>,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(BigInt),
    Bool(bool),
    Text(String),
    Var(VarId),
    /// A constant of the specification, with sets for its generic parameters.
    Global {
        id: GlobalId,
        generics: Vec<Expr>,
    },
    /// The set that a generic parameter stands for, inside a generic definition.
    Parameter(u32),
    /// A branch of a free type: a constant, or an injection from its argument.
    Branch {
        free: FreeId,
        branch: u32,
    },
    /// All integers.
    Integers,
    /// Both truth values.
    Booleans,
    /// All elements of a given set.
    Given(GivenId),
    /// One element of a given set, counted from 0: `DATA1` is number 0 of `DATA`. Only what people ask and set at an animator names them.
    GivenElement {
        given: GivenId,
        index: u32,
    },
    /// All elements of a free type.
    Free(FreeId),
    Tuple(Vec<Expr>),
    /// An element of a tuple, counted from 0.
    Element {
        tuple: Expr,
        index: usize,
    },
    /// Components in the order of their names.
    Binding(Vec<(Name, Expr)>),
    Component {
        binding: Expr,
        name: Name,
    },
    Set(Vec<Expr>),
    Sequence(Vec<Expr>),
    Bag(Vec<Expr>),
    /// The values of an expression. A schema as a set is one whose expression is a binding of its variables.
    Comprehension {
        scope: Scope,
        result: Expr,
    },
    /// A function from the characteristic tuple of its scope.
    Lambda {
        scope: Scope,
        argument: Expr,
        result: Expr,
    },
    /// The one value; undefined where there is none, or more than one.
    Mu {
        scope: Scope,
        result: Expr,
    },
    Let {
        definitions: Vec<(VarId, Expr)>,
        body: Expr,
    },
    If {
        condition: Pred,
        then: Expr,
        otherwise: Expr,
    },
    /// The truth value of a predicate: for Sum, where a predicate stands for one.
    Truth(Pred),
    Power(Expr),
    Product(Vec<Expr>),
    Apply {
        function: Expr,
        argument: Expr,
    },
    Call {
        function: Builtin,
        arguments: Vec<Expr>,
    },
}

/// Variables with the sets that they range over, and predicates about them. The sets do not mention the variables of the same scope.
#[derive(Clone, Debug)]
pub struct Scope {
    pub bound: Vec<Bound>,
    pub such_that: Vec<Pred>,
}

/// A variable and the set of its values.
#[derive(Clone, Debug)]
pub struct Bound {
    pub var: VarId,
    pub set: Expr,
}

/// A predicate. Copies share.
#[derive(Clone, Debug)]
pub struct Pred {
    pub kind: Arc<PredKind>,
    pub span: Span,
}

/// An atom with an undefined term is false. `notin` and `/=` are atoms of their own, and not the negations of others.
#[derive(Clone, Debug)]
pub enum PredKind {
    True,
    False,
    /// An atom.
    Relation {
        relation: Relation,
        left: Expr,
        right: Expr,
    },
    /// An atom: a value of type `bool`.
    Holds(Expr),
    Not(Pred),
    And(Vec<Pred>),
    Or(Vec<Pred>),
    Implies(Pred, Pred),
    Iff(Pred, Pred),
    Quantified {
        quantifier: Quantifier,
        scope: Scope,
        body: Pred,
    },
    Let {
        definitions: Vec<(VarId, Expr)>,
        body: Pred,
    },
    If {
        condition: Pred,
        then: Pred,
        otherwise: Pred,
    },
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr {
            kind: Arc::new(kind),
            ty,
            span,
        }
    }
}

impl Pred {
    pub fn new(kind: PredKind, span: Span) -> Pred {
        Pred {
            kind: Arc::new(kind),
            span,
        }
    }
}
