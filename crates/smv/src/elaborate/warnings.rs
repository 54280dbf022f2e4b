//! What is right in SMV and seldom meant. Instances of a module are warned of once, and only if the warning is true of all of them.

use std::collections::BTreeMap;

use assay_source::{Diagnostic, SourceFile, Span};
use rustc_hash::FxHashMap;

use super::{Domain, Flat, Kind, NodeId, possible};
use crate::tree::{BinaryOp, ExprId, ExprKind, SectionKind, SpecKind, Tree, UnaryOp};
use crate::values::Value;

/// Warnings of one model.
const MOST: usize = 20;

/// What to say of a model that was accepted.
pub fn warnings(tree: &Tree, file: &SourceFile, flat: &Flat) -> Vec<Diagnostic> {
    let mut found = bare_globally(tree, file);
    found.extend(idle_comparisons(file, flat));
    found.truncate(MOST);
    found
}

/// `AG p -> q`, which is `(AG p) -> q`.
fn bare_globally(tree: &Tree, file: &SourceFile) -> Vec<Diagnostic> {
    let sections = tree.modules.iter().flat_map(|m| &m.sections);
    let formulas = sections.filter_map(|section| match &section.kind {
        SectionKind::Spec(spec) => match spec.kind {
            SpecKind::Ctl(formula) | SpecKind::Ltl(formula) => Some(formula),
            _ => None,
        },
        _ => None,
    });
    let text = |expr: ExprId| file.slice(tree.exprs[expr].span);
    let warned = formulas.filter_map(|formula| {
        let ExprKind::Binary(BinaryOp::Implies, left, right) = tree.exprs[formula].kind else {
            return None;
        };
        let ExprKind::Unary(op @ (UnaryOp::Ag | UnaryOp::Globally), operand) =
            tree.exprs[left].kind
        else {
            return None;
        };
        if text(formula).starts_with('(') {
            return None;
        }
        let op = op.text();
        let message = format!("`{op}` is about the left side of `->` alone");
        let whole = format!("{op} ({} -> {})", text(operand), text(right));
        let help = match whole.split_whitespace().collect::<Vec<_>>().join(" ") {
            whole if whole.chars().count() <= 80 => {
                format!("write `{whole}`, or put `{op} ...` in parentheses if it is meant")
            }
            _ => format!(
                "write `{op} (... -> ...)`, or put `{op} ...` in parentheses if it is meant"
            ),
        };
        let warning = Diagnostic::warning("S0520", message).at(tree.exprs[left].span);
        Some(warning.help(help))
    });
    warned.collect()
}

/// Comparisons with a constant that the other side never is.
fn idle_comparisons(file: &SourceFile, flat: &Flat) -> Vec<Diagnostic> {
    let mut known = FxHashMap::default();
    // By place: a comparison stands in each instance of its module. None where it is of use in one of them.
    let mut found: BTreeMap<(usize, usize), Option<Diagnostic>> = BTreeMap::new();
    for node in &flat.nodes {
        let Kind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, b) = node.kind else {
            continue;
        };
        let place = (node.span.start as usize, node.span.end as usize);
        let never = [(a, b), (b, a)].into_iter().find_map(|(side, constant)| {
            let Kind::Value(value @ (Value::Symbol(_) | Value::Int(_))) = &flat.node(constant).kind
            else {
                return None;
            };
            let values = possible(flat, side, &mut known).values()?;
            let is_constant = matches!(flat.node(side).kind, Kind::Value(_));
            (!is_constant && !values.is_empty() && !values.contains(value))
                .then(|| never(file, flat, side, (value, flat.node(constant).span)))
        });
        let told = found.entry(place).or_insert_with(|| never.clone());
        if never.is_none() {
            *told = None;
        }
    }
    found.into_values().flatten().collect()
}

fn never(file: &SourceFile, flat: &Flat, side: NodeId, (value, at): (&Value, Span)) -> Diagnostic {
    let text = file.slice(flat.node(side).span);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!("`{text}` is never {value}");
    let warning = Diagnostic::warning("S0521", message).at(at);
    match domain(flat, side) {
        Some(domain) => warning.help(format!("it is of {domain}")),
        None => warning,
    }
}

/// Of a variable, now or in the next step.
fn domain(flat: &Flat, node: NodeId) -> Option<&Domain> {
    match flat.node(node).kind {
        Kind::Var(var) => Some(&flat.var(var).domain),
        Kind::Next(a) => domain(flat, a),
        _ => None,
    }
}
