//! Expressions.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Entry, Frame, Meaning};
use super::code;
use super::schematic::binding;
use crate::core::{Expr, ExprKind, Pred, Scope, Type, VarId};
use crate::syntax::{self, ExprKind as Tree, Ident, Name, Notation, SchemaText};

impl Checker<'_> {
    pub fn expr(&mut self, expr: &syntax::Expr) -> Expr {
        let span = expr.at.0;
        if self.is_schema_expr(expr) {
            return match self.schema(expr) {
                Some(schema) => self.as_set(schema, span),
                None => self.poison(span),
            };
        }
        match self.resolve(expr) {
            Some(Some(reference)) => return self.reference(&reference),
            Some(None) => return self.poison(span),
            None => {}
        }
        match &*expr.kind {
            Tree::Number(n) => Expr::new(ExprKind::Int(n.clone()), Type::Int, span),
            Tree::Text(text) => Expr::new(ExprKind::Text(text.clone()), Type::Text, span),
            Tree::Operator { name, operands } => self.operator(name, operands, span),
            Tree::Tuple(parts) => {
                let parts: Vec<Expr> = parts.iter().map(|p| self.expr(p)).collect();
                tuple(parts, span)
            }
            Tree::Set(parts) => self.display("set", parts, span),
            Tree::Sequence(parts) => self.display("sequence", parts, span),
            Tree::Bag(parts) => self.display("bag", parts, span),
            Tree::Binding(parts) => self.binding(parts, span),
            Tree::Product(parts) => self.product(parts, span),
            Tree::Comprehension { text, result } => self.comprehension(text, result.as_ref(), span),
            Tree::Lambda { text, body } => self.lambda(text, body, span),
            Tree::Mu { text, body } => self.mu(text, body.as_ref(), span),
            Tree::Let { definitions, body } => {
                let (definitions, frame) = self.definitions(definitions);
                self.frames.push(frame);
                let body = self.expr(body);
                self.frames.pop();
                let ty = body.ty.clone();
                Expr::new(ExprKind::Let { definitions, body }, ty, span)
            }
            Tree::If {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise, span),
            Tree::Apply { function, argument } => self.apply(function, argument, span),
            Tree::Select { base, name } => self.select(base, name, span),
            Tree::Element { base, index } => self.element(base, *index, span),
            Tree::Theta(schema) => self.theta(schema, span),
            _ => self.truth(expr),
        }
    }

    /// A predicate in the place of a value, as Sum has it.
    fn truth(&mut self, expr: &syntax::Expr) -> Expr {
        let span = expr.at.0;
        if self.spec.notation != Notation::Sum && !self.last_chance {
            // `not`, `and` and so on of ISO Z are schema expressions whatever their operands are.
            return match self.schema(expr) {
                Some(schema) => self.as_set(schema, span),
                None => self.poison(span),
            };
        }
        let pred = self.value_as_pred(expr);
        Expr::new(ExprKind::Truth(pred), Type::Bool, span)
    }

    /// A set, with a type that says so.
    pub fn set(&mut self, expr: &syntax::Expr, place: &str) -> Expr {
        let value = self.expr(expr);
        self.as_set_value(value, place)
    }

    pub fn as_set_value(&mut self, mut value: Expr, place: &str) -> Expr {
        let element = self.unknowns.fresh();
        let ty = Type::power(element);
        if self.unknowns.unify(&value.ty, &ty).is_err() {
            let found = self.show(&value.ty);
            let message = format!("{place} has to be a set, and this is of type `{found}`");
            let diagnostic = Diagnostic::error(code::NOT_A_SET, message).at(value.span);
            let diagnostic = self.with_origin(diagnostic, &value);
            self.report(diagnostic);
            value = self.poison(value.span);
            value.ty = ty;
        } else {
            value.ty = self.unknowns.shallow(&value.ty);
        }
        value
    }

    fn display(&mut self, what: &str, parts: &[syntax::Expr], span: Span) -> Expr {
        let element = self.unknowns.fresh();
        if parts.is_empty() {
            let empty = match what {
                "set" => "{}",
                "sequence" => "<<>>",
                _ => "[[]]",
            };
            self.implicit(&element, empty, span);
        }
        let mut values: Vec<Expr> = Vec::new();
        for part in parts {
            let value = self.expr(part);
            if self.unknowns.unify(&element, &value.ty).is_err() {
                let (first, found) = (self.show(&element), self.show(&value.ty));
                let mut diagnostic = Diagnostic::error(
                    code::DISPLAY,
                    format!("this element is of type `{found}`, and the ones before of `{first}`"),
                )
                .at(value.span);
                if let Some(before) = values.first() {
                    diagnostic = diagnostic.secondary(before.span, format!("`{first}`"));
                }
                let diagnostic = diagnostic.help(format!("all elements of a {what} have one type"));
                self.report(diagnostic);
            }
            values.push(value);
        }
        match what {
            "set" => Expr::new(ExprKind::Set(values), Type::power(element), span),
            "sequence" => Expr::new(ExprKind::Sequence(values), Type::sequence(element), span),
            _ => {
                let ty = Type::relation(element, Type::Int);
                Expr::new(ExprKind::Bag(values), ty, span)
            }
        }
    }

    fn binding(&mut self, parts: &[(Ident, syntax::Expr)], span: Span) -> Expr {
        let mut values: Vec<(Name, Expr)> = Vec::new();
        for (ident, value) in parts {
            let value = self.expr(value);
            if values.iter().any(|(name, _)| *name == ident.name) {
                let message = format!("`{}` is there twice", ident.name);
                self.error(code::TWICE, ident.at.0, message);
                continue;
            }
            values.push((ident.name.clone(), value));
        }
        values.sort_by(|a, b| a.0.cmp(&b.0));
        binding(values, span)
    }

    fn product(&mut self, parts: &[syntax::Expr], span: Span) -> Expr {
        let parts: Vec<Expr> = parts
            .iter()
            .map(|part| self.set(part, "each part of a product"))
            .collect();
        let types = parts.iter().map(|p| element_type(&p.ty)).collect();
        let ty = Type::power(Type::Product(types));
        Expr::new(ExprKind::Product(parts), ty, span)
    }

    fn comprehension(
        &mut self,
        text: &SchemaText,
        result: Option<&syntax::Expr>,
        span: Span,
    ) -> Expr {
        let (scope, result) = self.scope_and_result(text, result, span);
        let ty = Type::power(result.ty.clone());
        Expr::new(ExprKind::Comprehension { scope, result }, ty, span)
    }

    fn scope_and_result(
        &mut self,
        text: &SchemaText,
        result: Option<&syntax::Expr>,
        span: Span,
    ) -> (Scope, Expr) {
        let (schema, tuple) = self.text(text, span);
        let result = match result {
            Some(result) => self.expr(result),
            None => tuple,
        };
        self.frames.pop();
        (schema.scope(), result)
    }

    fn lambda(&mut self, text: &SchemaText, body: &syntax::Expr, span: Span) -> Expr {
        let (schema, argument) = self.text(text, span);
        let result = self.expr(body);
        self.frames.pop();
        let ty = Type::relation(argument.ty.clone(), result.ty.clone());
        let kind = ExprKind::Lambda {
            scope: schema.scope(),
            argument,
            result,
        };
        Expr::new(kind, ty, span)
    }

    fn mu(&mut self, text: &SchemaText, body: Option<&syntax::Expr>, span: Span) -> Expr {
        let (scope, result) = self.scope_and_result(text, body, span);
        let ty = result.ty.clone();
        Expr::new(ExprKind::Mu { scope, result }, ty, span)
    }

    /// Local definitions, and the names that they make.
    pub fn definitions(
        &mut self,
        definitions: &[(Ident, syntax::Expr)],
    ) -> (Vec<(VarId, Expr)>, Frame) {
        let mut frame = Frame::new();
        let mut values = Vec::new();
        for (ident, value) in definitions {
            let (value, span) = (self.expr(value), ident.at.0);
            let set = Expr::new(
                ExprKind::Set(vec![value.clone()]),
                Type::power(value.ty.clone()),
                span,
            );
            let var = self.new_var(&ident.name, set, span);
            let meaning = Meaning::Variable(var);
            let first = frame.insert(ident.name.clone(), Entry { meaning, span });
            if first.is_some() {
                let message = format!("`{}` is defined twice", ident.name);
                self.error(code::TWICE, span, message);
            }
            values.push((var, value));
        }
        (values, frame)
    }

    fn conditional(
        &mut self,
        condition: &syntax::Predicate,
        then: &syntax::Expr,
        otherwise: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let condition = self.pred(condition);
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        if self.unknowns.unify(&then.ty, &otherwise.ty).is_err() {
            let (a, b) = (self.show(&then.ty), self.show(&otherwise.ty));
            let diagnostic = Diagnostic::error(
                code::BRANCHES,
                format!("the two branches have different types: `{a}` and `{b}`"),
            )
            .at(span)
            .secondary(then.span, format!("`{a}`"))
            .secondary(otherwise.span, format!("`{b}`"));
            self.report(diagnostic);
        }
        let ty = then.ty.clone();
        let kind = ExprKind::If {
            condition,
            then,
            otherwise,
        };
        Expr::new(kind, ty, span)
    }

    /// The value as a predicate of Sum: `not`, `and` and the others of truth values.
    pub fn value_as_pred(&mut self, expr: &syntax::Expr) -> Pred {
        use crate::core::PredKind as P;
        let span = expr.at.0;
        let kind = match &*expr.kind {
            Tree::Not(a) => P::Not(self.expression(a)),
            Tree::And(a, b) => P::And(vec![self.expression(a), self.expression(b)]),
            Tree::Or(a, b) => P::Or(vec![self.expression(a), self.expression(b)]),
            Tree::Implies(a, b) => P::Implies(self.expression(a), self.expression(b)),
            Tree::Iff(a, b) => P::Iff(self.expression(a), self.expression(b)),
            _ => {
                self.error(
                    code::NOT_A_SCHEMA,
                    span,
                    "a schema is expected, and this is none",
                );
                P::True
            }
        };
        Pred::new(kind, span)
    }
}

/// A tuple, or the one value.
pub(crate) fn tuple(mut parts: Vec<Expr>, span: Span) -> Expr {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let types = parts.iter().map(|p| p.ty.clone()).collect();
    Expr::new(ExprKind::Tuple(parts), Type::Product(types), span)
}

/// The type of the elements of what `set` made.
pub(crate) fn element_type(ty: &Type) -> Type {
    ty.element().cloned().expect("a set has a set's type")
}
