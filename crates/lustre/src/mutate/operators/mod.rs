//! The mutators. Each is a name, a group, a role and one function; adding one is a function in one of these
//! files and a line in its table.

mod arithmetic;
mod branch;
mod constant;
mod equation;
mod logic;
mod relation;
mod temporal;
mod variable;

use assay_source::{SourceFile, Span};

pub use assay_system::{Group, OperatorRole};

use super::LeafChange;
use crate::model::{BinaryOp, Expr, ExprKind, Model, NodeId, Type, Value};

/// What a mutator may look at besides the expression.
pub(crate) struct Context<'a> {
    pub file: &'a SourceFile,
    pub model: &'a Model,
    pub node: NodeId,
}

impl Context<'_> {
    pub fn text(&self, expr: &Expr) -> String {
        self.file.slice(expr.span).to_string()
    }

    /// The value of a literal or of a named constant.
    pub fn constant<'e>(&'e self, expr: &'e Expr) -> Option<&'e Value> {
        match &expr.kind {
            ExprKind::Const(value) => Some(value),
            ExprKind::NamedConst(id) => Some(&self.model.constant(*id).value),
            _ => None,
        }
    }

    /// Whether a condact with this clock is a plain call.
    pub fn always(&self, clock: &Expr) -> bool {
        self.constant(clock) == Some(&Value::Bool(true))
    }
}

/// A replacement for one expression.
pub(crate) struct Replacement {
    pub expr: Expr,
    /// Where it is shown.
    pub at: Span,
    /// What is replaced, and by which text.
    pub span: Span,
    pub text: String,
    /// Becomes part of the id, so that several replacements at one place have different ids.
    pub variant: String,
    /// Why it is no model.
    pub invalid: Option<String>,
}

type OnExpression = fn(&Context<'_>, &Expr) -> Vec<Replacement>;
type OnEquation = fn(&Type) -> Option<LeafChange>;

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    pub role: OperatorRole,
    /// One line for people.
    pub says: &'static str,
    pub(crate) expression: Option<OnExpression>,
    pub(crate) equation: Option<OnEquation>,
}

impl Operator {
    const fn on_expression(
        name: &'static str,
        group: Group,
        says: &'static str,
        offer: OnExpression,
    ) -> Operator {
        Operator {
            name,
            group,
            role: OperatorRole::Replacement,
            says,
            expression: Some(offer),
            equation: None,
        }
    }

    const fn on_equation(
        name: &'static str,
        role: OperatorRole,
        says: &'static str,
        offer: OnEquation,
    ) -> Operator {
        Operator {
            name,
            group: Group::Paper,
            role,
            says,
            expression: None,
            equation: Some(offer),
        }
    }
}

/// Every mutator, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    [
        logic::OPERATORS,
        relation::OPERATORS,
        arithmetic::OPERATORS,
        branch::OPERATORS,
        constant::OPERATORS,
        equation::OPERATORS,
        temporal::OPERATORS,
        variable::OPERATORS,
    ]
    .into_iter()
    .flatten()
}

/// `a op b` becomes `a other b`.
fn swap_operator(expr: &Expr, from: BinaryOp, to: BinaryOp, text: &str) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Binary(op, a, b) if *op == from => vec![Replacement {
            expr: Expr {
                kind: ExprKind::Binary(to, a.clone(), b.clone()),
                ..expr.clone()
            },
            at: expr.op_span,
            span: expr.op_span,
            text: text.to_string(),
            variant: String::new(),
            invalid: None,
        }],
        _ => vec![],
    }
}

/// The whole expression becomes one of its parts.
fn keep_part(context: &Context<'_>, expr: &Expr, part: &Expr) -> Replacement {
    Replacement {
        // The value keeps the type that its place has.
        expr: part.clone(),
        at: expr.op_span,
        span: expr.span,
        text: context.text(part),
        variant: String::new(),
        invalid: None,
    }
}
