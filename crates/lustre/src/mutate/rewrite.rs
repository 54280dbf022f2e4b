//! Replacing one subexpression of a typed expression.

use crate::model::Expr;

/// The expression with the subexpression at `path` (child numbers in the order of the text) replaced.
pub fn replace(root: &Expr, path: &[u32], with: Expr) -> Expr {
    let Some((&first, rest)) = path.split_first() else {
        return with;
    };
    let mut copy = root.clone();
    let mut number = 0;
    let mut with = Some(with);
    copy.for_each_child_mut(&mut |child| {
        if number == first
            && let Some(with) = with.take()
        {
            *child = replace(child, rest, with);
        }
        number += 1;
    });
    copy
}
