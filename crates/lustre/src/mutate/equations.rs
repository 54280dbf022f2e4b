//! Walks the equations and assertions of a node and collects what the mutators offer.

use assay_source::{SourceFile, Span};

use super::operators::{self, Context};
use super::rewrite::replace;
use super::specification::Specified;
use super::{Becomes, LeafChange, Offer, Selection, Site};
use crate::model::{Equation, Expr, ExprKind, Model, NodeId, Type, VarId};

/// Every change inside an expression is a copy of it that is lowered again. With more parts than this, that would take the memory of
/// the machine, so only the equation as a whole is changed.
const LARGE: usize = 10_000;

/// Whether changes inside are left out.
fn is_large(expr: &Expr) -> bool {
    let mut parts = 0;
    expr.walk(&mut |_| parts += 1);
    parts > LARGE
}

/// The equations and assertions inside which nothing is changed because they are too large.
pub fn too_large(model: &Model) -> Vec<Span> {
    let nodes = model.nodes.iter();
    let large = nodes.flat_map(|node| {
        let equations = node.equations.iter().map(|e| (&e.rhs, e.span));
        let written = node.assertions.iter().filter(|a| !a.generated);
        let assertions = written.map(|a| (&a.expr, a.span));
        equations.chain(assertions)
    });
    let large = large.filter(|(expr, _)| is_large(expr));
    large.map(|(_, span)| span).collect()
}

pub fn offers(
    file: &SourceFile,
    model: &Model,
    node: NodeId,
    specified: &Specified,
    selection: &Selection,
) -> Vec<Offer> {
    let mut out = Vec::new();
    for (index, equation) in model.node(node).equations.iter().enumerate() {
        let untouched = |v: &VarId| specified.untouched.contains(&(node, *v));
        if !equation.lhs.is_empty() && equation.lhs.iter().all(untouched) {
            continue;
        }
        let site = Site::Equation(node, index);
        inside(file, model, site, &equation.rhs, selection, &mut out);
        whole(file, model, site, equation, selection, &mut out);
    }
    for (index, assertion) in model.node(node).assertions.iter().enumerate() {
        if !assertion.generated {
            let site = Site::Assertion(node, index);
            inside(file, model, site, &assertion.expr, selection, &mut out);
        }
    }
    out
}

/// Offers for every subexpression.
fn inside(
    file: &SourceFile,
    model: &Model,
    site: Site,
    root: &Expr,
    selection: &Selection,
    out: &mut Vec<Offer>,
) {
    if is_large(root) {
        return;
    }
    let mut stack: Vec<(&Expr, Vec<u32>)> = vec![(root, vec![])];
    while let Some((expr, path)) = stack.pop() {
        let context = Context {
            file,
            model,
            node: site.node(),
        };
        for operator in operators::all().filter(|o| selection.has(o.name)) {
            let Some(offer) = operator.expression else {
                continue;
            };
            for replacement in offer(&context, expr) {
                out.push(Offer {
                    site,
                    operator: operator.name,
                    at: replacement.at,
                    span: replacement.span,
                    replacement: replacement.text,
                    path: path.clone(),
                    variant: replacement.variant,
                    becomes: Becomes::Expr(replace(root, &path, replacement.expr)),
                    invalid: replacement.invalid,
                });
            }
        }
        // A condact whose clock is the literal `true` is a plain call. The clock is not changed inside; the mutator `clock_false`
        // offers the call that never runs.
        let plain = match &expr.kind {
            ExprKind::Condact { clock, .. } => context.always(clock),
            _ => false,
        };
        let mut number = 0;
        expr.for_each_child(|child| {
            let mut below = path.clone();
            below.push(number);
            number += 1;
            if number > 1 || !plain {
                stack.push((child, below));
            }
        });
    }
}

/// Offers for each leaf of each variable on the left.
fn whole(
    file: &SourceFile,
    model: &Model,
    site: Site,
    equation: &Equation,
    selection: &Selection,
    out: &mut Vec<Offer>,
) {
    let node = model.node(site.node());
    for (number, &var) in equation.lhs.iter().enumerate() {
        let ty = &node.variable(var).ty;
        let leaves = leaf_types(model, ty);
        for (leaf, (suffix, leaf_ty)) in leaves.iter().enumerate() {
            let at = equation
                .lhs_spans
                .get(number)
                .copied()
                .unwrap_or(equation.span);
            let several = leaves.len() > 1;
            for operator in operators::all().filter(|o| selection.has(o.name)) {
                let Some(offer) = operator.equation else {
                    continue;
                };
                let Some(change) = offer(leaf_ty) else {
                    continue;
                };
                let (span, replacement) = shown(file, model, equation, &change);
                out.push(Offer {
                    site,
                    operator: operator.name,
                    at,
                    span,
                    replacement,
                    path: vec![number as u32, leaf as u32],
                    variant: if several {
                        suffix.clone()
                    } else {
                        String::new()
                    },
                    becomes: Becomes::Leaf { var, leaf, change },
                    invalid: None,
                });
            }
        }
    }
}

/// What is replaced and by which text.
fn shown(
    file: &SourceFile,
    model: &Model,
    equation: &Equation,
    change: &LeafChange,
) -> (Span, String) {
    match change {
        LeafChange::Free => (equation.span, String::new()),
        LeafChange::Always(value) => (equation.rhs.span, model.show_value(value)),
        LeafChange::First(value) => {
            let rhs = file.slice(equation.rhs.span);
            (
                equation.rhs.span,
                format!("{} -> ({rhs})", model.show_value(value)),
            )
        }
    }
}

/// The leaves of a type: what is appended to the variable's name, and the scalar type.
fn leaf_types(model: &Model, ty: &Type) -> Vec<(String, Type)> {
    match ty {
        Type::Record(id) => {
            let fields = &model.record(*id).fields;
            let mut out = Vec::new();
            for field in fields {
                for (suffix, ty) in leaf_types(model, &field.ty) {
                    out.push((format!(".{}{suffix}", field.name), ty));
                }
            }
            out
        }
        Type::Array(element, size) => {
            let mut out = Vec::new();
            for i in 0..*size {
                for (suffix, ty) in leaf_types(model, element) {
                    out.push((format!("[{i}]{suffix}"), ty));
                }
            }
            out
        }
        scalar => vec![(String::new(), scalar.clone())],
    }
}
