//! Replacing one subexpression of a typed expression.

use crate::model::Expr;

/// The expression with the subexpression at `path` (child numbers in the order of the text) replaced.
pub fn replace(root: &Expr, path: &[u32], with: Expr) -> Expr {
    // One copy: copying again at every level takes the square of the depth.
    let mut copy = root.clone();
    put(&mut copy, path, with);
    copy
}

fn put(expr: &mut Expr, path: &[u32], with: Expr) {
    let Some((&first, rest)) = path.split_first() else {
        *expr = with;
        return;
    };
    let mut number = 0;
    let mut with = Some(with);
    expr.for_each_child_mut(&mut |child| {
        if number == first
            && let Some(with) = with.take()
        {
            put(child, rest, with);
        }
        number += 1;
    });
}
