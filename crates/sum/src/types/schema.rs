//! Schema expressions.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Meaning};
use super::code;
use super::names::Reference;
use super::schematic::Schematic;
use crate::core::{Bound, Expr, PredKind, Type, VarId};
use crate::syntax::{self, ExprKind as Tree, Ident, Name, Notation, Quantifier, Renaming};

impl Checker<'_> {
    /// Whether an expression is a schema by its form, or by the name that it is.
    pub fn is_schema_expr(&self, expr: &syntax::Expr) -> bool {
        let z = self.spec.notation != Notation::Sum;
        match &*expr.kind {
            Tree::Name { .. } | Tree::Select { .. } => match self.lookup(expr) {
                Some(Some(reference)) => {
                    !reference.strokes.is_empty()
                        || matches!(
                            reference.meaning(),
                            Some(Meaning::Schema(_) | Meaning::Operation(..))
                        )
                }
                _ => false,
            },
            Tree::SchemaText(_)
            | Tree::Decorated { .. }
            | Tree::Delta(_)
            | Tree::Xi(_)
            | Tree::Pre(_)
            | Tree::Hide { .. }
            | Tree::Project(..)
            | Tree::Compose(..)
            | Tree::Pipe(..)
            | Tree::Rename { .. }
            | Tree::Quantified { .. }
            | Tree::Substituted { .. } => true,
            Tree::Operator { .. } => self.hidden_names(expr).is_some(),
            Tree::Not(a) => z || self.is_schema_expr(a),
            Tree::And(a, b) | Tree::Or(a, b) | Tree::Implies(a, b) | Tree::Iff(a, b) => {
                z || self.is_schema_expr(a) || self.is_schema_expr(b)
            }
            _ => false,
        }
    }

    /// The names of `S \ (x, y)` of Sum, which is written as a difference of sets is.
    fn hidden_names(&self, expr: &syntax::Expr) -> Option<Vec<Ident>> {
        let Tree::Operator { name, operands } = &*expr.kind else {
            return None;
        };
        if name.as_str() != "_\\_" || !self.is_schema_expr(&operands[0]) {
            return None;
        }
        let names = match &*operands[1].kind {
            Tree::Tuple(parts) => &parts[..],
            _ => std::slice::from_ref(&operands[1]),
        };
        let ident = |e: &syntax::Expr| match &*e.kind {
            Tree::Name {
                name,
                generics: None,
            } if !self.is_schema_expr(e) => Some(Ident {
                name: name.clone(),
                at: e.at,
            }),
            _ => None,
        };
        names.iter().map(ident).collect()
    }

    /// The schema; None after an error, and where its type is not known yet.
    pub fn schema(&mut self, expr: &syntax::Expr) -> Option<Schematic> {
        let span = expr.at.0;
        if !self.spend(1, span) {
            return None;
        }
        if let Some(found) = self.lookup(expr)
            && (found.is_none() || self.is_schema_expr(expr))
        {
            let reference = self.resolve(expr)??;
            return self.schema_named(&reference);
        }
        Some(match &*expr.kind {
            Tree::SchemaText(text) => {
                let (schema, _) = self.text(text, span);
                self.frames.pop();
                schema
            }
            Tree::Decorated { schema, strokes } => {
                let schema = self.schema(schema)?;
                self.decorated(schema, strokes, span)
            }
            Tree::Delta(of) => self.delta(of, "Delta", span)?,
            Tree::Xi(of) => self.delta(of, "Xi", span)?,
            Tree::Pre(of) => {
                let schema = self.schema(of)?;
                self.hide_where(schema, span, |name| name.is_primed() || name.is_output())
            }
            Tree::Not(a) => {
                let schema = self.schema(a)?;
                self.negate(schema, span)
            }
            Tree::And(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.join(a, b, span)
            }
            Tree::Or(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.combine(a, b, span, |a, b| PredKind::Or(vec![a, b]))
            }
            Tree::Implies(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.combine(a, b, span, PredKind::Implies)
            }
            Tree::Iff(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.combine(a, b, span, PredKind::Iff)
            }
            Tree::Operator { operands, .. } if self.hidden_names(expr).is_some() => {
                let names = self.hidden_names(expr)?;
                let schema = self.schema(&operands[0])?;
                self.hide_named(schema, &names, span)
            }
            Tree::Hide { schema, names } => {
                let schema = self.schema(schema)?;
                self.hide_named(schema, names, span)
            }
            Tree::Project(a, b) => {
                let (a, b) = self.two(a, b)?;
                let kept = b.bound.iter().map(|b| self.var_name(b.var).clone());
                let kept: Vec<Name> = kept.collect();
                let both = self.join(a, b, span);
                self.hide_where(both, span, |name| !kept.contains(name))
            }
            Tree::Compose(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.connect(a, b, ('\'', ""), span)
            }
            Tree::Pipe(a, b) => {
                let (a, b) = self.two(a, b)?;
                self.connect(a, b, ('!', "?"), span)
            }
            Tree::Rename { schema, renamings } => {
                let schema = self.schema(schema)?;
                self.rename(schema, renamings, span)
            }
            Tree::Quantified {
                quantifier,
                text,
                body,
            } => self.quantified(*quantifier, text, body, span)?,
            Tree::Substituted { schema, values } => {
                let name = self.called(schema);
                let schema = self.schema(schema)?;
                self.substituted(schema, values, &name, span)
            }
            _ => return self.schema_of_value(expr),
        })
    }

    /// Both sides, so that errors of both are found.
    fn two(&mut self, a: &syntax::Expr, b: &syntax::Expr) -> Option<(Schematic, Schematic)> {
        let (a, b) = (self.schema(a), self.schema(b));
        Some((a?, b?))
    }

    fn schema_named(&mut self, reference: &Reference) -> Option<Schematic> {
        let span = reference.span;
        let schema = match reference.meaning() {
            Some(Meaning::Schema(id)) => {
                let id = *id;
                let parameters = self.program.schemas[id].parameters as usize;
                if parameters == 0 && reference.generics.is_some() {
                    let message = format!("`{}` has no generic parameters", reference.name);
                    self.error(code::NOT_GENERIC, span, message);
                }
                let generics = self.actuals(parameters, reference);
                self.copy_schema(id, generics)
            }
            Some(&Meaning::Operation(instance, index)) => self.copy_operation(instance, index),
            Some(Meaning::Error) => return None,
            _ => {
                let value = self.reference(reference);
                self.value_as_schema(value)?
            }
        };
        Some(self.decorated(schema, &reference.strokes, span))
    }

    fn schema_of_value(&mut self, expr: &syntax::Expr) -> Option<Schematic> {
        let value = self.expr(expr);
        self.value_as_schema(value)
    }

    fn value_as_schema(&mut self, value: Expr) -> Option<Schematic> {
        let span = value.span;
        let element = match self.unknowns.shallow(&value.ty) {
            Type::Power(of) => self.unknowns.shallow(&of),
            Type::Unknown(id) => Type::Unknown(id),
            // Anything that is no set.
            _ => Type::Int,
        };
        match element {
            Type::Unknown(_) => {
                self.not_known(span, "its components");
                None
            }
            Type::Binding(parts) => Some(self.of_set(value, &parts, span)),
            _ => {
                let found = self.show(&value.ty);
                let message = format!("a schema is expected, and this is of type `{found}`");
                let diagnostic = Diagnostic::error(code::NOT_A_SCHEMA, message).at(span);
                let diagnostic = self.with_origin(diagnostic, &value);
                self.report(diagnostic);
                None
            }
        }
    }

    /// `Delta S` and `Xi S`, unless the user defined a schema of that name.
    fn delta(&mut self, of: &syntax::Expr, word: &str, span: Span) -> Option<Schematic> {
        let mark = if word == "Xi" { 'Ξ' } else { 'Δ' };
        if let Tree::Name { name, generics } = &*of.kind {
            let own = syntax::Expr {
                kind: Box::new(Tree::Name {
                    name: Name::new(&format!("{mark}{name}")),
                    generics: generics.clone(),
                }),
                at: of.at,
            };
            if let Some(Some(reference)) = self.lookup(&own) {
                return self.schema_named(&reference);
            }
        }
        let before = self.schema(of)?;
        let after = self.schema(of)?;
        let after = self.decorated(after, "'", span);
        let mut both = self.join(before, after, span);
        if word == "Xi" {
            both.lines.extend(self.unchanged(&both, span));
        }
        Some(both)
    }

    fn hide_named(&mut self, schema: Schematic, names: &[Ident], span: Span) -> Schematic {
        let mut hidden: Vec<VarId> = Vec::new();
        for name in names {
            match self.var_named(&schema, &name.name) {
                Some(var) => hidden.push(var),
                None => {
                    let message = format!("there is no component `{}` to hide", name.name);
                    self.component_error(code::NOTHING_TO_HIDE, message, &schema, name.at.0);
                }
            }
        }
        self.hide(schema, &hidden, span)
    }

    fn component_error(
        &mut self,
        code: &'static str,
        message: String,
        schema: &Schematic,
        span: Span,
    ) {
        let names: Vec<String> = schema
            .bound
            .iter()
            .take(12)
            .map(|b| format!("`{}`", self.var_name(b.var)))
            .collect();
        let mut diagnostic = Diagnostic::error(code, message).at(span);
        if !names.is_empty() {
            let names = names.join(", ");
            diagnostic = diagnostic.help(format!("the schema has {names}"));
        }
        self.report(diagnostic);
    }

    fn rename(&mut self, schema: Schematic, renamings: &[Renaming], span: Span) -> Schematic {
        let mut new_names: HashMap<Name, Name> = HashMap::new();
        for Renaming { new, old } in renamings {
            if new_names
                .insert(old.name.clone(), new.name.clone())
                .is_some()
            {
                let message = format!("`{}` is renamed twice", old.name);
                self.error(code::TWICE, old.at.0, message);
            }
            if self.var_named(&schema, &old.name).is_none() {
                let message = format!("there is no component `{}` to rename", old.name);
                self.component_error(code::NOTHING_TO_RENAME, message, &schema, old.at.0);
            }
        }
        self.renamed(schema, span, |name| new_names.get(name).cloned())
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        text: &syntax::SchemaText,
        body: &syntax::Expr,
        span: Span,
    ) -> Option<Schematic> {
        let (text, _) = self.text(text, span);
        let body = self.schema(body);
        self.frames.pop();
        Some(self.quantify(quantifier, text, body?, span))
    }

    fn substituted(
        &mut self,
        mut schema: Schematic,
        values: &[(syntax::Expr, Ident)],
        what: &str,
        span: Span,
    ) -> Schematic {
        let mut vars = HashMap::new();
        let mut members = Vec::new();
        for (value, ident) in values {
            let value = self.expr(value);
            let Some(var) = self.var_named(&schema, &ident.name) else {
                let message = format!("{what} has no variable `{}`", ident.name);
                self.component_error(code::NO_VARIABLE, message, &schema, ident.at.0);
                continue;
            };
            if vars.contains_key(&var) {
                let message = format!("`{}` gets two values", ident.name);
                self.error(code::TWICE, ident.at.0, message);
                continue;
            }
            let ty = self.var_type(var).clone();
            if self.unknowns.unify(&value.ty, &ty).is_err() {
                let (a, b) = (self.show(&value.ty), self.show(&ty));
                let message = format!("the value for `{}` is `{a}`, and it is `{b}`", ident.name);
                let diagnostic = Diagnostic::error(code::ARGUMENT, message).at(value.span);
                let diagnostic = self.with_origin(diagnostic, &value);
                self.report(diagnostic);
            }
            let bound = schema.bound.iter().find(|b| b.var == var);
            let set = bound.map(|b: &Bound| b.set.clone());
            members.extend(
                set.and_then(|set| self.membership(value.clone(), &set, span))
                    .map(Line::post),
            );
            vars.insert(var, value);
        }
        schema.bound.retain(|b| !vars.contains_key(&b.var));
        let mut lines = self.substitute(&schema.lines, vars);
        lines.extend(members);
        schema.lines = lines;
        schema
    }
}
