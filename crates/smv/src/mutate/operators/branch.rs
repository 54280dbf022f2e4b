//! `case` and `? :`.
//!
//! Without a branch a `case` may have no value for some states, and elaboration refuses it. The last branch with the condition
//! `TRUE` is therefore left alone.

use super::{Change, Context, Group, MAX_ITEMS, Operator, logic};
use crate::mutate::place::Place;
use crate::tree::{Branch, ExprId, ExprKind, UnaryOp};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part(
        "branch_drop",
        Group::Paper,
        "a branch of a case is gone",
        drop_branch,
    ),
    Operator::on_part(
        "branch_swap",
        Group::Paper,
        "two neighbouring branches of a case change their values",
        swap_branches,
    ),
    Operator::on_part(
        "branch_order",
        Group::More,
        "two neighbouring branches of a case change places",
        order_branches,
    ),
    Operator::on_part(
        "cond_true",
        Group::Paper,
        "the condition of a branch or of ? : becomes TRUE",
        |c, p| fixed(c, p, true),
    ),
    Operator::on_part(
        "cond_false",
        Group::Paper,
        "the condition of ? : becomes FALSE",
        |c, p| fixed(c, p, false),
    ),
    Operator::on_part(
        "cond_neg",
        Group::Paper,
        "the condition of a branch or of ? : is negated",
        negated,
    ),
    Operator::on_part(
        "ifelsethen",
        Group::Paper,
        "then and else of ? : change places",
        |c, p| match c.expr(p.id).kind {
            ExprKind::Conditional(condition, then, otherwise) if !c.same(then, otherwise) => {
                vec![c.becomes(p, ExprKind::Conditional(condition, otherwise, then))]
            }
            _ => vec![],
        },
    ),
];

fn is_true(context: &Context<'_>, branch: &Branch) -> bool {
    context.expr(branch.condition).kind == ExprKind::Bool(true)
}

/// A change of one of several branches, shown at the branch. The text is that of the whole `case` in the tree, and of the branch
/// for people.
fn at_branch(
    context: &Context<'_>,
    place: &Place,
    branches: Vec<Branch>,
    at: &Branch,
    text: String,
    number: usize,
) -> Change {
    let mut change = context.becomes(place, ExprKind::Case(branches));
    change.at = context.expr(at.condition).span;
    change.span = at.span;
    change.text = text;
    change.variant = format!("{}", number + 1);
    change
}

fn drop_branch(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let ExprKind::Case(branches) = &context.expr(place.id).kind else {
        return vec![];
    };
    if !(2..=MAX_ITEMS).contains(&branches.len()) {
        return vec![];
    }
    let dropped = branches.iter().enumerate().filter(|(at, branch)| {
        let last = at + 1 == branches.len();
        !(last && is_true(context, branch))
    });
    dropped
        .map(|(at, branch)| {
            let mut others = branches.clone();
            others.remove(at);
            at_branch(context, place, others, branch, String::new(), at)
        })
        .collect()
}

fn swap_branches(context: &Context<'_>, place: &Place) -> Vec<Change> {
    neighbours(context, place, Neighbours::Values)
}

/// Behind `TRUE` a branch never applies, as if it were dropped.
fn order_branches(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let mut changes = neighbours(context, place, Neighbours::Places);
    if let ExprKind::Case(branches) = &context.expr(place.id).kind
        && branches.last().is_some_and(|last| is_true(context, last))
    {
        let last = format!("{}", branches.len() - 1);
        changes.retain(|change| change.variant != last);
    }
    changes
}

/// What two neighbouring branches exchange.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbours {
    Values,
    Places,
}

fn neighbours(context: &Context<'_>, place: &Place, kind: Neighbours) -> Vec<Change> {
    let ExprKind::Case(branches) = &context.expr(place.id).kind else {
        return vec![];
    };
    if branches.len() > MAX_ITEMS {
        return vec![];
    }
    let same = |one: &Branch, other: &Branch| {
        let conditions = context.same(one.condition, other.condition);
        let values = context.same(one.value, other.value);
        values && (kind == Neighbours::Values || conditions)
    };
    (1..branches.len())
        .filter(|&second| !same(&branches[second - 1], &branches[second]))
        .map(|second| {
            let (at, first) = (second - 1, &branches[second - 1]);
            let mut changed = branches.clone();
            match kind {
                Neighbours::Values => {
                    changed[at].value = branches[second].value;
                    changed[second].value = first.value;
                }
                Neighbours::Places => changed.swap(at, second),
            }
            let both = Branch {
                span: first.span.to(branches[second].span),
                ..*first
            };
            let text = [&changed[at], &changed[second]].map(|b| context.branch_text(b));
            at_branch(context, place, changed, &both, text.join(" "), at)
        })
        .collect()
}

fn fixed(context: &Context<'_>, place: &Place, value: bool) -> Vec<Change> {
    let known = matches!(context.expr(place.id).kind, ExprKind::Bool(_));
    // With FALSE a branch is as good as dropped.
    let branch = place.of_case;
    if place.condition && !known && (value || !branch) {
        vec![context.becomes(place, ExprKind::Bool(value))]
    } else {
        vec![]
    }
}

/// Not where `rm_not` and the mutators of comparisons do the same.
fn negated(context: &Context<'_>, place: &Place) -> Vec<Change> {
    use crate::tree::BinaryOp as B;
    let done = matches!(
        context.expr(place.id).kind,
        ExprKind::Bool(_)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary(B::Equal | B::NotEqual, ..)
    );
    if place.condition && !done {
        vec![logic::negated(context, place)]
    } else {
        vec![]
    }
}

impl Context<'_> {
    fn same(&self, one: ExprId, other: ExprId) -> bool {
        self.tree.exprs.same(one, &self.tree.exprs, other)
    }

    fn branch_text(&self, branch: &Branch) -> String {
        let text = |id| self.file.slice(self.expr(id).span);
        format!("{} : {};", text(branch.condition), text(branch.value))
    }
}
