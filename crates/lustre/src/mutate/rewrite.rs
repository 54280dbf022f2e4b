//! Replacing one subexpression of a typed expression.

use crate::model::{Expr, ExprKind};

/// The expression with the subexpression at `path` (child numbers in the order of the text) replaced.
pub fn replace(root: &Expr, path: &[u32], with: Expr) -> Expr {
    let Some((&first, rest)) = path.split_first() else {
        return with;
    };
    let mut copy = root.clone();
    let mut number = 0;
    let mut with = Some(with);
    for_each_child_mut(&mut copy, &mut |child| {
        if number == first
            && let Some(with) = with.take()
        {
            *child = replace(child, rest, with);
        }
        number += 1;
    });
    copy
}

/// As [`Expr::for_each_child`], in the same order.
fn for_each_child_mut(expr: &mut Expr, each: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Const(_) | ExprKind::NamedConst(_) | ExprKind::Var(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Pre(a) | ExprKind::Cast(_, a) | ExprKind::Field(a, _) => {
            each(a)
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Arrow(a, b)
        | ExprKind::RecordUpdate(a, _, b)
        | ExprKind::Index(a, b) => {
            each(a);
            each(b);
        }
        ExprKind::Ite(a, b, c) | ExprKind::ArrayUpdate(a, b, c) => {
            each(a);
            each(b);
            each(c);
        }
        ExprKind::Call(call) => call.args.iter_mut().for_each(each),
        ExprKind::FunCall(_, list)
        | ExprKind::Record(_, list)
        | ExprKind::Array(list)
        | ExprKind::Tuple(list) => list.iter_mut().for_each(each),
        ExprKind::Condact {
            clock,
            call,
            defaults,
        } => {
            each(clock);
            call.args.iter_mut().for_each(&mut *each);
            defaults.iter_mut().for_each(each);
        }
    }
}
