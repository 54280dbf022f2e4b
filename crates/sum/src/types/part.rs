//! Parts of values: components, elements, and `theta`, which makes a binding of components.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Meaning};
use super::code;
use super::schematic::binding;
use crate::core::{Expr, ExprKind, Type};
use crate::syntax::{self, ExprKind as Tree, Name};

impl Checker<'_> {
    pub fn select(&mut self, base: &syntax::Expr, name: &Name, span: Span) -> Expr {
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

    pub fn element(&mut self, base: &syntax::Expr, index: u32, span: Span) -> Expr {
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

    pub fn theta(&mut self, schema: &syntax::Expr, span: Span) -> Expr {
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
