//! Relations between values: equations, memberships, those of the tool-kit and of the user.

use assay_source::{Diagnostic, Span};

use super::apply::spelt;
use super::checker::{Checker, Meaning, relation};
use super::code;
use super::expr::tuple;
use super::names::{Found, Reference, counted};
use super::toolkit::{self, tool_named};
use crate::core::{Expr, Pred, PredKind, Relation, Type};
use crate::syntax::Name;

impl Checker<'_> {
    /// One link of a chain of relations; a prefix relation has one operand.
    pub fn link(&mut self, name: &Name, operands: &[Expr], span: Span) -> Pred {
        if let Some(entry) = self.find(name) {
            return self.user_relation(name, entry, operands, span);
        }
        let Some(tool) = tool_named(name.as_str()) else {
            self.undeclared(name, span);
            return Pred::new(PredKind::False, span);
        };
        let toolkit::Meaning::Relation(kind) = tool.meaning else {
            self.error(
                code::NOT_A_RELATION,
                span,
                format!("`{}` is no relation", spelt(name)),
            );
            return Pred::new(PredKind::False, span);
        };
        let instance = tool.instance(&mut self.unknowns);
        match kind {
            Relation::Equal | Relation::NotEqual => self.equation(operands, span),
            Relation::In | Relation::NotIn => self.member(operands, span),
            _ => self.tool_operands(tool, &instance.operands, operands),
        }
        let last = operands[operands.len() - 1].clone();
        relation(kind, operands[0].clone(), last, span)
    }

    pub fn equation(&mut self, operands: &[Expr], span: Span) {
        let (left, right) = (&operands[0], &operands[1]);
        if self.unknowns.unify(&left.ty, &right.ty).is_ok() {
            return;
        }
        let (a, b) = (self.show(&left.ty), self.show(&right.ty));
        let message =
            format!("the two sides have different types: `{a}` on the left, `{b}` on the right");
        let diagnostic = Diagnostic::error(code::EQUATION, message)
            .at(span)
            .secondary(left.span, format!("`{a}`"))
            .secondary(right.span, format!("`{b}`"));
        let diagnostic = self.with_origin(diagnostic, left);
        let mut diagnostic = self.with_origin(diagnostic, right);
        if self
            .unknowns
            .unify(&Type::power(left.ty.clone()), &right.ty)
            .is_ok()
        {
            diagnostic = diagnostic.help("the right side is a set of such values: write `in`?");
        }
        self.report(diagnostic);
    }

    pub fn member(&mut self, operands: &[Expr], span: Span) {
        let (left, right) = (&operands[0], &operands[1]);
        let element = self.unknowns.fresh();
        let set = self
            .unknowns
            .unify(&right.ty, &Type::power(element.clone()));
        if set.is_ok() && self.unknowns.unify(&left.ty, &element).is_ok() {
            return;
        }
        let (a, b) = (self.show(&left.ty), self.show(&right.ty));
        let message = match set {
            Ok(()) => format!(
                "the left side is `{a}`, and elements of the right side are `{}`",
                self.show(&element)
            ),
            Err(_) => format!("the right side of a membership is a set, and this is `{b}`"),
        };
        let diagnostic = Diagnostic::error(code::MEMBERSHIP, message)
            .at(span)
            .secondary(left.span, format!("`{a}`"))
            .secondary(right.span, format!("`{b}`"));
        let diagnostic = self.with_origin(diagnostic, left);
        let diagnostic = self.with_origin(diagnostic, right);
        self.report(diagnostic);
    }

    pub fn user_relation(
        &mut self,
        name: &Name,
        entry: super::checker::Entry,
        operands: &[Expr],
        span: Span,
    ) -> Pred {
        if let Meaning::Schema(_) | Meaning::Operation(..) | Meaning::Instance(_) = entry.meaning {
            let message = format!("`{}` is no relation", spelt(name));
            self.error(code::NOT_A_RELATION, span, message);
            return Pred::new(PredKind::False, span);
        }
        let reference = Reference {
            name: name.clone(),
            found: Found::Entry(entry),
            strokes: String::new(),
            generics: None,
            span,
        };
        let value = self.reference(&reference);
        let places = operands.len();
        let parts: Vec<Type> = operands.iter().map(|_| self.unknowns.fresh()).collect();
        let element = match places {
            1 => parts[0].clone(),
            _ => Type::Product(parts.clone().into()),
        };
        if self
            .unknowns
            .unify(&value.ty, &Type::power(element))
            .is_err()
        {
            let found = self.show(&value.ty);
            let message = format!(
                "`{}` is written as a relation of {}, and is `{found}`",
                spelt(name),
                counted(places, "value")
            );
            let diagnostic = Diagnostic::error(code::NOT_A_RELATION, message).at(span);
            let diagnostic = self.with_origin(diagnostic, &value);
            self.report(diagnostic);
            return Pred::new(PredKind::False, span);
        }
        for (operand, wanted) in operands.iter().zip(&parts) {
            if self.unknowns.unify(&operand.ty, wanted).is_err() {
                let (found, expected) = (self.show(&operand.ty), self.show(wanted));
                let message = format!(
                    "an operand of `{}` is `{found}`, and `{expected}` is expected",
                    spelt(name)
                );
                let diagnostic =
                    Diagnostic::error(code::RELATION_OPERAND, message).at(operand.span);
                let diagnostic = self.with_origin(diagnostic, &value);
                self.report(diagnostic);
            }
        }
        relation(Relation::In, tuple(operands.to_vec(), span), value, span)
    }
}
