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

    fn select(&mut self, base: &syntax::Expr, name: &Name, span: Span) -> Expr {
        let value = self.expr(base);
        let parts = match self.unknowns.shallow(&value.ty) {
            Type::Binding(parts) => parts,
            Type::Unknown(_) => return self.not_known(span, "its components"),
            _ => {
                let found = self.show(&value.ty);
                let message =
                    format!("only a binding has components, and this is of type `{found}`");
                self.error(code::NO_COMPONENT, span, message);
                return self.poison(span);
            }
        };
        let ending = format!(".{name}");
        let mut ends = parts.iter().filter(|p| p.0.as_str().ends_with(&ending));
        let found = parts.iter().find(|p| p.0 == *name).or_else(|| ends.next());
        let Some((name, ty)) = found.cloned() else {
            let found = self.show(&value.ty);
            let names: Vec<String> = parts.iter().map(|p| format!("`{}`", p.0)).collect();
            let diagnostic = Diagnostic::error(
                code::NO_COMPONENT,
                format!("there is no component `{name}` in `{found}`"),
            )
            .at(span);
            let diagnostic = if names.is_empty() {
                diagnostic
            } else {
                diagnostic.help(format!("its components are {}", names.join(", ")))
            };
            self.report(diagnostic);
            return self.poison(span);
        };
        let kind = ExprKind::Component {
            binding: value,
            name,
        };
        Expr::new(kind, ty, span)
    }

    fn element(&mut self, base: &syntax::Expr, index: u32, span: Span) -> Expr {
        let value = self.expr(base);
        let parts = match self.unknowns.shallow(&value.ty) {
            Type::Product(parts) => parts,
            Type::Unknown(_) => return self.not_known(span, "its elements"),
            _ => {
                let found = self.show(&value.ty);
                let message = format!("only a tuple has elements by number, and this is `{found}`");
                self.error(code::NOT_A_TUPLE, span, message);
                return self.poison(span);
            }
        };
        let position = (index as usize).checked_sub(1);
        let Some((at, ty)) = position.and_then(|i| Some((i, parts.get(i)?.clone()))) else {
            let message = format!(
                "a tuple of {} has no element {index}: they count from 1",
                parts.len()
            );
            self.error(code::NO_ELEMENT, span, message);
            return self.poison(span);
        };
        let kind = ExprKind::Element {
            tuple: value,
            index: at,
        };
        Expr::new(kind, ty, span)
    }

    /// The type is not known yet. Later lines may say it: then this one is read again.
    pub fn not_known(&mut self, span: Span, needed: &str) -> Expr {
        if self.last_chance && self.is_correct() {
            let message = format!("the type is not known here, so that {needed} are not known");
            self.error(code::TYPE_NOT_KNOWN, span, message);
        }
        self.deferred = true;
        self.poison(span)
    }

    fn theta(&mut self, schema: &syntax::Expr, span: Span) -> Expr {
        if let Tree::Select { base, name } = &*schema.kind
            && self.instance_of(base).is_none()
        {
            // `theta S.x` is a component of `theta S`.
            let theta = syntax::Expr {
                kind: Box::new(Tree::Theta(base.clone())),
                at: base.at,
            };
            return self.select(&theta, name, span);
        }
        let (base, strokes) = strip_strokes(self, schema);
        let Some(schema) = self.schema(&base) else {
            return self.poison(span);
        };
        let mut parts = Vec::new();
        for b in &schema.bound {
            let name = self.var_name(b.var).clone();
            let wanted = name.stroked(&strokes);
            let ty = self.var_type(b.var).clone();
            let Some(value) = self.component_in_scope(&wanted, span) else {
                self.not_in_scope("`theta`", &wanted, span);
                parts.push((name, self.var_expr(b.var, span)));
                continue;
            };
            if self.unknowns.unify(&value.ty, &ty).is_err() {
                let (here, there) = (self.show(&value.ty), self.show(&ty));
                let message = format!(
                    "`{wanted}` is `{here}` here, and the schema has `{name}` as `{there}`"
                );
                self.error(code::THETA, span, message);
                parts.push((name, self.var_expr(b.var, span)));
                continue;
            }
            parts.push((name, value));
        }
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        binding(parts, span)
    }

    /// The value that a variable of a schema has here.
    pub fn component_in_scope(&mut self, name: &Name, span: Span) -> Option<Expr> {
        let entry = self.find(name)?;
        match entry.meaning {
            Meaning::Schema(_) | Meaning::Operation(..) | Meaning::Instance(_) => None,
            _ => {
                let reference = super::names::Reference {
                    name: name.clone(),
                    found: super::names::Found::Entry(entry),
                    strokes: String::new(),
                    generics: None,
                    span,
                };
                Some(self.reference(&reference))
            }
        }
    }

    pub fn not_in_scope(&mut self, what: &str, name: &Name, span: Span) {
        if self.is_partial() {
            return;
        }
        let diagnostic = self.other_state(name, span).unwrap_or_else(|| {
            let message = format!("{what} needs `{name}`, which is not declared here");
            Diagnostic::error(code::NOT_IN_SCOPE, message).at(span)
        });
        self.report(diagnostic);
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

/// A schema expression without the strokes at its end.
pub(crate) fn strip_strokes(checker: &Checker, expr: &syntax::Expr) -> (syntax::Expr, String) {
    match &*expr.kind {
        Tree::Decorated { schema, strokes } => {
            let (base, inner) = strip_strokes(checker, schema);
            (base, inner + strokes)
        }
        Tree::Name { .. } | Tree::Select { .. } => match checker.lookup(expr).flatten() {
            Some(reference) if !reference.strokes.is_empty() => {
                let mut base = expr.clone();
                let cut = |name: &Name| {
                    let text = name.as_str();
                    Name::new(&text[..text.len() - reference.strokes.len()])
                };
                match &mut *base.kind {
                    Tree::Name { name, .. } | Tree::Select { name, .. } => *name = cut(name),
                    _ => {}
                }
                (base, reference.strokes)
            }
            _ => (expr.clone(), String::new()),
        },
        _ => (expr.clone(), String::new()),
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
