//! What may be an expression or a predicate, until its place decides.
//!
//! `S and T` is a schema in the place of an expression, and a conjunction of two schemas in the place of a predicate. It is read as an
//! expression as long as all its parts are expressions. In a tree a predicate is [`PredicateKind::Expression`] only where the expression
//! is no conjunction, negation, quantification, `if`, `let` or truth value itself.

use assay_source::Diagnostic;

use super::{Parsed, Parser};
use crate::syntax::{At, Expr, ExprKind, Predicate, PredicateKind, codes};

#[derive(Clone, Debug)]
pub(super) enum Form {
    Expr(Expr),
    Predicate(Predicate),
}

impl From<Expr> for Form {
    fn from(expr: Expr) -> Form {
        Form::Expr(expr)
    }
}

impl From<Predicate> for Form {
    fn from(predicate: Predicate) -> Form {
        Form::Predicate(predicate)
    }
}

impl Form {
    pub(super) fn at(&self) -> At {
        match self {
            Form::Expr(expr) => expr.at,
            Form::Predicate(predicate) => predicate.at,
        }
    }

    pub(super) fn into_predicate(self) -> Predicate {
        match self {
            Form::Expr(expr) => as_predicate(expr),
            Form::Predicate(predicate) => predicate,
        }
    }
}

pub(super) fn expr(kind: ExprKind, at: At) -> Expr {
    Expr {
        kind: Box::new(kind),
        at,
    }
}

pub(super) fn predicate(kind: PredicateKind, at: At) -> Predicate {
    Predicate {
        kind: Box::new(kind),
        at,
    }
}

/// The predicate that an expression is in the place of one.
pub fn as_predicate(it: Expr) -> Predicate {
    let at = it.at;
    let kind = match *it.kind {
        ExprKind::Name {
            ref name,
            generics: None,
        } if name.as_str() == "true" => PredicateKind::True,
        ExprKind::Name {
            ref name,
            generics: None,
        } if name.as_str() == "false" => PredicateKind::False,
        ExprKind::Not(a) => PredicateKind::Not(as_predicate(a)),
        ExprKind::And(a, b) => PredicateKind::And(as_predicate(a), as_predicate(b)),
        ExprKind::Or(a, b) => PredicateKind::Or(as_predicate(a), as_predicate(b)),
        ExprKind::Implies(a, b) => PredicateKind::Implies(as_predicate(a), as_predicate(b)),
        ExprKind::Iff(a, b) => PredicateKind::Iff(as_predicate(a), as_predicate(b)),
        ExprKind::Quantified {
            quantifier,
            text,
            body,
        } => PredicateKind::Quantified {
            quantifier,
            text,
            body: as_predicate(body),
        },
        ExprKind::Let { definitions, body } => PredicateKind::Let {
            definitions,
            body: as_predicate(body),
        },
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => PredicateKind::If {
            condition,
            then: as_predicate(then),
            otherwise: as_predicate(otherwise),
        },
        kind => PredicateKind::Expression(expr(kind, at)),
    };
    predicate(kind, at)
}

impl Parser {
    pub(super) fn demand_expr(&mut self, form: Form) -> Parsed<Expr> {
        match form {
            Form::Expr(expr) => Ok(expr),
            Form::Predicate(predicate) => Err(self.report(
                Diagnostic::error(
                    codes::PREDICATE,
                    "this is true or false, but a value or a set is needed here",
                )
                .at(predicate.at.0),
            )),
        }
    }
}
