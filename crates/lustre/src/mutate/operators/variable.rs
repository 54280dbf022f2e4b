//! Variables: another one of the same type, a value of the step before, arguments in another order.

use super::{Context, Group, Operator, Replacement};
use crate::model::{Expr, ExprKind, VarId};

/// Other variables tried for one occurrence.
const MAX_OTHERS: usize = 2;

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression(
        "var_other",
        Group::More,
        "a variable becomes another of its type",
        other,
    ),
    Operator::on_expression(
        "add_pre",
        Group::More,
        "a variable becomes its value of the step before",
        add_pre,
    ),
    Operator::on_expression(
        "arg_swap",
        Group::More,
        "two arguments of one type change places",
        swap,
    ),
];

/// The next variables of the same type in the order of declaration, round and round.
fn other(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Var(var) = expr.kind else {
        return vec![];
    };
    let variables = &context.model.node(context.node).variables;
    let count = variables.len();
    (1..count)
        .map(|i| VarId(((var.index() + i) % count) as u32))
        .filter(|v| variables[v.index()].ty == expr.ty)
        .take(MAX_OTHERS)
        .map(|v| {
            let name = variables[v.index()].name.to_string();
            Replacement {
                expr: Expr {
                    kind: ExprKind::Var(v),
                    ..expr.clone()
                },
                at: expr.span,
                span: expr.span,
                text: name.clone(),
                variant: name,
                invalid: None,
            }
        })
        .collect()
}

fn add_pre(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Var(_) = expr.kind else {
        return vec![];
    };
    vec![Replacement {
        expr: Expr {
            kind: ExprKind::Pre(Box::new(expr.clone())),
            ..expr.clone()
        },
        at: expr.span,
        span: expr.span,
        text: format!("(pre {})", context.text(expr)),
        variant: String::new(),
        invalid: None,
    }]
}

/// Each pair of neighbouring arguments of one type.
fn swap(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Call(call) = &expr.kind else {
        return vec![];
    };
    (1..call.args.len())
        .filter(|&i| call.args[i - 1].ty == call.args[i].ty)
        .map(|i| {
            let mut swapped = call.clone();
            swapped.args.swap(i - 1, i);
            let texts: Vec<String> = swapped.args.iter().map(|a| context.text(a)).collect();
            Replacement {
                expr: Expr {
                    kind: ExprKind::Call(swapped),
                    ..expr.clone()
                },
                at: expr.op_span,
                span: expr.span,
                text: format!(
                    "{}({})",
                    context.model.node(call.node).name,
                    texts.join(", ")
                ),
                variant: format!("{i}"),
                invalid: None,
            }
        })
        .collect()
}
