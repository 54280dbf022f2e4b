//! Types: from their syntax, compared, joined and shown.
//!
//! The rules are JKind's. A literal `3` has the type `subrange [3, 3]`, subranges widen where two meet (`if`, `->`,
//! `=`, arrays), arithmetic gives `int`, and a subrange takes only what surely lies in it. Kind 2 also lets an
//! unbounded `int` be assigned to a subrange, which then is something to prove ([`Fit::Narrow`]).

use assay_source::Span;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::{Checker, Global, Progress};
use crate::Construct;
use crate::model::{EnumType, Field, RecordId, RecordType, Type, Value};
use crate::syntax::ast::{Expr, ExprKind, TypeBody, TypeDecl, TypeExpr, TypeExprKind};

/// Variables with more scalar leaves than this are refused.
const MAX_LEAVES: u64 = 100_000;
/// How deep declarations may lead to each other before they are resolved.
const MAX_PENDING: u32 = 200;

/// Whether a value of one type can be given where another is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    /// Only the bounds of subranges may be exceeded.
    Narrow,
    No,
}

impl Checker<'_> {
    pub(super) fn resolve_type(&mut self, ty: &TypeExpr) -> Option<Type> {
        let resolved = match &ty.kind {
            TypeExprKind::Bool => Type::Bool,
            TypeExprKind::Int => Type::Int,
            TypeExprKind::Real => Type::Real,
            TypeExprKind::Named(name) => match self.type_names.get(&name.name) {
                Some(&at) => self.resolve_type_decl(at, name.span)?,
                None => {
                    self.error("L0203", format!("unknown type `{name}`"), name.span);
                    return None;
                }
            },
            TypeExprKind::Subrange(low, high) => {
                let low_value = self.static_int(low)?;
                let high_value = self.static_int(high)?;
                if low_value > high_value {
                    self.error("L0309", "this subrange is empty", ty.span);
                    return None;
                }
                Type::Subrange(low_value, high_value)
            }
            TypeExprKind::Array(element, size) => {
                let element = self.resolve_type(element)?;
                Type::Array(Box::new(element), self.array_size(size)?)
            }
        };
        self.limit_size(&resolved, ty.span)?;
        Some(resolved)
    }

    pub(super) fn array_size(&mut self, size: &Expr) -> Option<usize> {
        let value = self.static_int(size)?;
        match value.to_usize() {
            Some(size) if size > 0 => Some(size),
            _ => {
                let message = format!("an array cannot have the size {value}");
                self.error("L0308", message, size.span);
                None
            }
        }
    }

    pub(super) fn limit_size(&mut self, ty: &Type, span: Span) -> Option<()> {
        if self.leaves(ty) > MAX_LEAVES {
            let message =
                format!("this type is too large: it has more than {MAX_LEAVES} scalar parts");
            self.error("L0308", message, span);
            return None;
        }
        Some(())
    }

    /// An integer that must be known now: a bound or a size.
    fn static_int(&mut self, expr: &Expr) -> Option<BigInt> {
        if let ExprKind::Name(name) = &expr.kind
            && self.kind2()
            && self.scope.variables.contains_key(name)
        {
            self.refuse(Construct::SizeParameter, expr.span);
            return None;
        }
        let typed = self.expr(expr)?;
        if !typed.ty.is_int() {
            self.mismatch("int", &typed.ty, expr.span);
            return None;
        }
        match self.constant_value(&typed)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn resolve_type_decl(&mut self, at: usize, used: Span) -> Option<Type> {
        let decl = self.type_decls[at];
        match &self.type_progress[at] {
            Progress::Done(ty) => return Some(ty.clone()),
            Progress::Failed => return None,
            Progress::Open => {
                let message = format!("the type `{}` is defined in terms of itself", decl.name);
                self.error("L0206", message, used);
                return None;
            }
            Progress::Untouched => {}
        }
        self.type_progress[at] = Progress::Open;
        let ty = self.pending(used, |checker| checker.type_body(decl));
        self.type_progress[at] = match &ty {
            Some(ty) => Progress::Done(ty.clone()),
            None => Progress::Failed,
        };
        ty
    }

    /// Limits how deep declarations are resolved through each other.
    pub(super) fn pending<T>(
        &mut self,
        span: Span,
        resolve: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.pending >= MAX_PENDING {
            let message = format!("more than {MAX_PENDING} declarations lead to each other here");
            self.error("L0104", message, span);
            return None;
        }
        self.pending += 1;
        let result = resolve(self);
        self.pending -= 1;
        result
    }

    fn type_body(&mut self, decl: &TypeDecl) -> Option<Type> {
        match &decl.body {
            TypeBody::Alias(ty) => self.resolve_type(ty),
            // Enumerations are entered before anything is resolved.
            TypeBody::Enum(_) => None,
            TypeBody::Record(decls) => {
                let mut fields: Vec<Field> = Vec::new();
                let mut complete = true;
                for field in decls {
                    if fields.iter().any(|f| f.name == field.name) {
                        let message = format!("the field `{}` is declared twice", field.name);
                        self.error("L0202", message, field.name.span);
                        complete = false;
                    }
                    match self.resolve_type(&field.ty) {
                        Some(ty) => fields.push(Field {
                            name: field.name.clone(),
                            ty,
                        }),
                        None => complete = false,
                    }
                }
                if !complete {
                    return None;
                }
                let leaves = fields
                    .iter()
                    .map(|f| self.leaves(&f.ty))
                    .fold(0, u64::saturating_add);
                let id = RecordId(self.records.len() as u32);
                self.records.push(RecordType {
                    name: decl.name.clone(),
                    fields,
                });
                self.record_leaves.push(leaves);
                Some(Type::Record(id))
            }
        }
    }

    /// Enters an enumeration and its literals.
    pub(super) fn declare_enum(&mut self, at: usize, decl: &TypeDecl) {
        let TypeBody::Enum(literals) = &decl.body else {
            return;
        };
        let id = crate::model::EnumId(self.enums.len() as u32);
        for (literal, n) in literals.iter().zip(0..) {
            self.declare_global(literal, Global::Literal(id, n));
        }
        self.enums.push(EnumType {
            name: decl.name.clone(),
            literals: literals.clone(),
        });
        self.type_progress[at] = Progress::Done(Type::Enum(id));
    }

    /// Number of scalar parts of a value.
    fn leaves(&self, ty: &Type) -> u64 {
        match ty {
            Type::Record(id) => self.record_leaves[id.index()],
            Type::Array(element, size) => self.leaves(element).saturating_mul(*size as u64),
            Type::Tuple(types) => types
                .iter()
                .map(|t| self.leaves(t))
                .fold(0, u64::saturating_add),
            _ => 1,
        }
    }

    pub(super) fn mismatch(&mut self, expected: &str, found: &Type, span: Span) {
        let found = self.type_text(found);
        let message = format!("expected {expected}, found {found}");
        self.error("L0301", message, span);
    }

    /// A type as the user would write it.
    pub(super) fn type_text(&self, ty: &Type) -> String {
        type_text(&self.records, &self.enums, ty)
    }

    /// The same, with `int` for subranges: for messages in which bounds play no role.
    pub(super) fn plain_type_text(&self, ty: &Type) -> String {
        self.type_text(&without_ranges(ty))
    }
}

pub(crate) fn type_text(records: &[RecordType], enums: &[EnumType], ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int => "int".into(),
        Type::Real => "real".into(),
        Type::Subrange(low, high) => format!("subrange [{low}, {high}] of int"),
        Type::Enum(id) => enums[id.index()].name.to_string(),
        Type::Record(id) => records[id.index()].name.to_string(),
        Type::Array(element, size) => format!("{}[{size}]", type_text(records, enums, element)),
        Type::Tuple(types) => {
            let parts: Vec<_> = types.iter().map(|t| type_text(records, enums, t)).collect();
            format!("({})", parts.join(", "))
        }
    }
}

fn without_ranges(ty: &Type) -> Type {
    match ty {
        Type::Subrange(..) => Type::Int,
        Type::Array(element, size) => Type::Array(Box::new(without_ranges(element)), *size),
        Type::Tuple(types) => Type::Tuple(types.iter().map(without_ranges).collect()),
        other => other.clone(),
    }
}

/// Whether a value of type `actual` can stand where `expected` is wanted.
pub(super) fn fit(expected: &Type, actual: &Type) -> Fit {
    match (expected, actual) {
        (Type::Int, Type::Subrange(..)) => Fit::Yes,
        (Type::Subrange(..), Type::Int) => Fit::Narrow,
        (Type::Subrange(low, high), Type::Subrange(l, h)) => {
            if low <= l && h <= high {
                Fit::Yes
            } else {
                Fit::Narrow
            }
        }
        (Type::Array(a, n), Type::Array(b, m)) if n == m => fit(a, b),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            let mut worst = Fit::Yes;
            for (a, b) in a.iter().zip(b) {
                match fit(a, b) {
                    Fit::No => return Fit::No,
                    Fit::Narrow => worst = Fit::Narrow,
                    Fit::Yes => {}
                }
            }
            worst
        }
        (a, b) if a == b => Fit::Yes,
        _ => Fit::No,
    }
}

/// The least type that holds the values of both, if they are of one kind.
pub(super) fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Subrange(l1, h1), Type::Subrange(l2, h2)) => {
            Some(Type::Subrange(l1.min(l2).clone(), h1.max(h2).clone()))
        }
        (a, b) if a.is_int() && b.is_int() => Some(Type::Int),
        (Type::Array(a, n), Type::Array(b, m)) if n == m => {
            Some(Type::Array(Box::new(join(a, b)?), *n))
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            let parts: Option<Vec<_>> = a.iter().zip(b).map(|(a, b)| join(a, b)).collect();
            Some(Type::Tuple(parts?))
        }
        (a, b) if a == b => Some(a.clone()),
        _ => None,
    }
}
