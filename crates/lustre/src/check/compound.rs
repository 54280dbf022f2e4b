//! Records and arrays: literals, parts, updates.

use assay_source::Span;

use super::Checker;
use super::types::join;
use crate::Construct;
use crate::model::{Expr, ExprKind, RecordId, Type};
use crate::syntax::ast::{self, Ident};

/// Most expressions that the copies of Kind 2's `e^n` may have together.
const MAX_COPIES: u64 = 1_000_000;

impl Checker<'_> {
    pub(super) fn record_literal(
        &mut self,
        at: &ast::Expr,
        name: &Ident,
        fields: &[(Ident, ast::Expr)],
    ) -> Option<Expr> {
        let resolved = match self.type_names.get(&name.name) {
            Some(&index) => self.resolve_type_decl(index, name.span)?,
            None => {
                self.error("L0203", format!("unknown type `{name}`"), name.span);
                return None;
            }
        };
        let Type::Record(id) = resolved else {
            self.error("L0305", format!("`{name}` is not a record type"), name.span);
            return None;
        };
        let mut values: Vec<Option<Expr>> = vec![None; self.record(id).fields.len()];
        let mut complete = true;
        for (field, value) in fields {
            let index = self.record(id).field(&field.name);
            let value = match index {
                None => self.no_field(field, &Type::Record(id)),
                Some(index) if values[index].is_some() => {
                    self.error(
                        "L0306",
                        format!("the field `{field}` is given twice"),
                        field.span,
                    );
                    None
                }
                Some(index) => {
                    let ty = self.record(id).fields[index].ty.clone();
                    self.expected(value, &ty)
                }
            };
            match (index, value) {
                (Some(index), Some(value)) => values[index] = Some(value),
                _ => complete = false,
            }
        }
        let missing: Vec<String> = self
            .record(id)
            .fields
            .iter()
            .filter(|f| fields.iter().all(|(given, _)| *given != f.name))
            .map(|f| format!("`{}`", f.name))
            .collect();
        if !missing.is_empty() {
            let message = format!("no value for the field {} of `{name}`", missing.join(", "));
            self.error("L0306", message, at.op_span);
            return None;
        }
        let values: Option<Vec<Expr>> = values.into_iter().collect();
        let values = values.filter(|_| complete)?;
        let kind = ExprKind::Record(id, values);
        let (ty, span, op_span) = (Type::Record(id), at.span, at.op_span);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    fn no_field<T>(&mut self, field: &Ident, ty: &Type) -> Option<T> {
        let message = format!("{} has no field `{field}`", self.plain_type_text(ty));
        self.error("L0207", message, field.span);
        None
    }

    fn field_index(&mut self, base: &Expr, field: &Ident) -> Option<(RecordId, usize)> {
        if let Type::Record(id) = base.ty
            && let Some(index) = self.record(id).field(&field.name)
        {
            return Some((id, index));
        }
        self.no_field(field, &base.ty)
    }

    pub(super) fn field(
        &mut self,
        base: Expr,
        field: &Ident,
        span: Span,
        op_span: Span,
    ) -> Option<Expr> {
        let (id, index) = self.field_index(&base, field)?;
        let ty = self.record(id).fields[index].ty.clone();
        let kind = ExprKind::Field(Box::new(base), index);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    pub(super) fn record_update(
        &mut self,
        base: Expr,
        field: &Ident,
        value: Expr,
        span: Span,
        op_span: Span,
    ) -> Option<Expr> {
        let (id, index) = self.field_index(&base, field)?;
        let expected = self.record(id).fields[index].ty.clone();
        self.require(&expected, &value.ty, value.span)?;
        let kind = ExprKind::RecordUpdate(Box::new(base), index, Box::new(value));
        let ty = Type::Record(id);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    pub(super) fn array(&mut self, at: &ast::Expr, elements: &[ast::Expr]) -> Option<Expr> {
        let typed = self.exprs(elements)?;
        let mut common = typed[0].ty.clone();
        for element in &typed {
            match join(&common, &element.ty) {
                Some(ty) if !matches!(ty, Type::Tuple(_)) => common = ty,
                _ => {
                    let expected = self.plain_type_text(&common);
                    self.mismatch(&expected, &element.ty, element.span);
                    return None;
                }
            }
        }
        let ty = Type::Array(Box::new(common), typed.len());
        self.limit_size(&ty, at.span)?;
        let (span, op_span) = (at.span, at.op_span);
        let kind = ExprKind::Array(typed);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    pub(super) fn array_update(
        &mut self,
        base: Expr,
        index: Expr,
        value: Expr,
        span: Span,
        op_span: Span,
    ) -> Option<Expr> {
        let element = self.element_type(&base, &index)?;
        self.require(&element, &value.ty, value.span)?;
        let ty = base.ty.clone();
        let kind = ExprKind::ArrayUpdate(Box::new(base), Box::new(index), Box::new(value));
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    /// Kind 2: `(e with .f[i] = v)` as nested updates. The base of an inner update is written twice, so it must be a
    /// variable or a part of one: a call would otherwise become two.
    pub(super) fn with_update(
        &mut self,
        at: &ast::Expr,
        base: &ast::Expr,
        path: &[ast::PathStep],
        value: &ast::Expr,
    ) -> Option<Expr> {
        let base = self.expr(base)?;
        let value = self.expr(value)?;
        let calls = self.scope.calls;
        if path.len() > 1 && !is_part_of_variable(&base) {
            self.refuse(Construct::NestedUpdate, at.op_span);
            return None;
        }
        let updated = self.updated(base, path, value, at)?;
        if path.len() > 1 && self.scope.calls > calls {
            self.refuse(Construct::NestedUpdate, at.op_span);
            return None;
        }
        Some(updated)
    }

    /// Kind 2: `e^n`, the same element n times.
    pub(super) fn fill(
        &mut self,
        at: &ast::Expr,
        element: &ast::Expr,
        size: &ast::Expr,
    ) -> Option<Expr> {
        let element = self.expr(element)?;
        let size = self.array_size(size)?;
        // Copies of a call would be calls of their own.
        if element.has_call() {
            self.refuse(Construct::ArrayOperator, at.op_span);
            return None;
        }
        let ty = Type::Array(Box::new(element.ty.clone()), size);
        self.limit_size(&ty, at.span)?;
        if element.size().saturating_mul(size as u64) > MAX_COPIES {
            let message = format!("these copies have more than {MAX_COPIES} parts");
            self.error("L0308", message, at.span);
            return None;
        }
        let (span, op_span) = (at.span, at.op_span);
        let kind = ExprKind::Array(vec![element; size]);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    fn updated(
        &mut self,
        base: Expr,
        path: &[ast::PathStep],
        value: Expr,
        at: &ast::Expr,
    ) -> Option<Expr> {
        let (span, op_span) = (at.span, at.op_span);
        let [step, rest @ ..] = path else {
            return Some(value);
        };
        match step {
            ast::PathStep::Field(field) => {
                let value = if rest.is_empty() {
                    value
                } else {
                    let inner = self.field(base.clone(), field, span, op_span)?;
                    self.updated(inner, rest, value, at)?
                };
                self.record_update(base, field, value, span, op_span)
            }
            ast::PathStep::Index(index) => {
                let index = self.expr(index)?;
                let value = if rest.is_empty() {
                    value
                } else {
                    let ty = self.element_type(&base, &index)?;
                    let kind = ExprKind::Index(Box::new(base.clone()), Box::new(index.clone()));
                    let inner = Expr {
                        kind,
                        ty,
                        span,
                        op_span,
                    };
                    self.updated(inner, rest, value, at)?
                };
                self.array_update(base, index, value, span, op_span)
            }
        }
    }
}

fn is_part_of_variable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) | ExprKind::NamedConst(_) => true,
        ExprKind::Field(base, _) | ExprKind::Pre(base) => is_part_of_variable(base),
        ExprKind::Index(base, index) => {
            is_part_of_variable(base) && matches!(index.kind, ExprKind::Const(_))
        }
        _ => false,
    }
}
