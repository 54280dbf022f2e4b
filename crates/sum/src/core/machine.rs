//! A program: what is defined, and the machines that can be animated and checked.

use assay_source::Span;

use super::{Bound, Expr, Pred, Scope, Type, VarId};
use crate::syntax::Name;

/// Everything that a specification defines, for the one module or section that was chosen, with what it imports.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub givens: Vec<Given>,
    pub frees: Vec<Free>,
    pub globals: Vec<Global>,
    /// What is assumed of globals, beyond their definitions.
    pub axioms: Vec<Axiom>,
    pub vars: Vec<Var>,
    /// Schemas by name, for queries and for printing: also the state and the operations.
    pub schemas: Vec<Schema>,
    /// Predicates that are said to follow.
    pub conjectures: Vec<Conjecture>,
    /// None where nothing says what the state is.
    pub machine: Option<Machine>,
}

/// A given set: its elements have no names of their own.
#[derive(Clone, Debug)]
pub struct Given {
    pub name: Name,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Free {
    pub name: Name,
    pub span: Span,
    pub branches: Vec<FreeBranch>,
}

#[derive(Clone, Debug)]
pub struct FreeBranch {
    pub name: Name,
    pub span: Span,
    /// The set of its argument, where it has one.
    pub argument: Option<Expr>,
}

/// A constant. What is generic is defined for all sets that its parameters may stand for.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: Name,
    pub span: Span,
    /// The number of its generic parameters.
    pub parameters: u32,
    pub ty: Type,
    pub definition: Definition,
}

#[derive(Clone, Debug)]
pub enum Definition {
    /// `X == E`
    Is(Expr),
    /// `x : S` in an axiomatic definition. Axioms say more.
    In(Expr),
}

/// What an axiomatic definition says of the constants that it declares.
#[derive(Clone, Debug)]
pub struct Axiom {
    pub predicate: Pred,
    pub parameters: u32,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: Name,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Schema {
    pub name: Name,
    pub parameters: u32,
    pub scope: Scope,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Conjecture {
    pub parameters: u32,
    pub predicate: Pred,
}

/// A module as a machine.
#[derive(Clone, Debug)]
pub struct Machine {
    pub name: Name,
    pub span: Span,
    pub state: Vec<StateVar>,
    /// The state invariant about the unprimed variables, a line of the text each, those of included states among them.
    pub invariant: Vec<Pred>,
    /// The same about the primed variables.
    pub invariant_after: Vec<Pred>,
    pub init: Init,
    pub operations: Vec<Operation>,
    pub checks: Vec<Check>,
}

/// A variable of the state: its set is its signature.
#[derive(Clone, Debug)]
pub struct StateVar {
    /// `intset`, `F.fare`
    pub name: Name,
    pub var: VarId,
    pub primed: VarId,
    /// Mentions no variable of the state.
    pub set: Expr,
    pub span: Span,
}

/// Predicates about the primed variables. In Z, what `Init` calls unprimed stands for the primed variable here.
#[derive(Clone, Debug)]
pub struct Init {
    pub span: Span,
    pub inputs: Vec<Bound>,
    pub predicates: Vec<Pred>,
}

/// An operation: a relation between the variables, the primed variables, its inputs and its outputs.
/// The state invariant is not part of it, neither its own module's nor that of modules whose operations it refers to.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: Name,
    pub span: Span,
    pub inputs: Vec<Bound>,
    pub outputs: Vec<Bound>,
    /// What `pre(...)` says. None where the operation has none, as in Z: then its precondition is that there is a post-state.
    pub precondition: Option<Vec<Pred>>,
    /// The other predicates, a line of the text each.
    pub postcondition: Vec<Conjunct>,
}

#[derive(Clone, Debug)]
pub struct Conjunct {
    pub predicate: Pred,
    pub role: ConjunctRole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConjunctRole {
    /// Written as a predicate.
    Post,
    /// `x' = x`, because of `changes_only` or `Xi`.
    Frame,
}

/// An application check.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: Name,
    pub span: Span,
    pub lines: Vec<CheckLine>,
}

#[derive(Clone, Debug)]
pub struct CheckLine {
    pub predicate: Pred,
    pub otherwise: Option<String>,
    pub span: Span,
}
