//! Numbers the `pre` expressions of a node, and says which of them are memories of their own.
//!
//! JKind reads `pre e` before the first step in one arbitrary state: where `e` has no `pre` or `->` of its own, the
//! value is `e` over that state's variables, so that `pre (x + y)` is `pre x + pre y`. Only an operand that is
//! *temporal* has an arbitrary value of its own. Lowering and the interpreter name those values by the number given
//! here, and share nothing else.

use rustc_hash::FxHashMap;

use crate::model::{Expr, ExprKind, Node};

/// The number of each `pre` in its node: equations, then assertions, then properties, outer before inner, left to
/// right.
#[derive(Debug, Default)]
pub(crate) struct PreIndex {
    /// Keyed by the address of the expression, which is stable while the model is borrowed.
    numbers: FxHashMap<usize, u32>,
}

impl PreIndex {
    pub(crate) fn of(node: &Node) -> PreIndex {
        let mut index = PreIndex::default();
        for root in node.expressions() {
            let mut stack = vec![root];
            while let Some(expr) = stack.pop() {
                if let ExprKind::Pre(_) = expr.kind {
                    let number = index.numbers.len() as u32;
                    index.numbers.insert(address(expr), number);
                }
                let from = stack.len();
                expr.for_each_child(|child| stack.push(child));
                stack[from..].reverse();
            }
        }
        index
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The number of a `pre` expression of the node this index was made of.
    pub(crate) fn number(&self, expr: &Expr) -> u32 {
        self.numbers[&address(expr)]
    }

    /// The same; None for an expression of a mutant, which is not one of the node's own.
    pub(crate) fn find(&self, expr: &Expr) -> Option<u32> {
        self.numbers.get(&address(expr)).copied()
    }
}

fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr).addr()
}

/// Whether `pre` or `->` occurs in the expression outside of the arguments of node calls; the outputs of a call are
/// variables, whatever happens inside.
pub(crate) fn is_temporal(expr: &Expr) -> bool {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        match &expr.kind {
            ExprKind::Pre(_) | ExprKind::Arrow(..) => return true,
            ExprKind::Call(_) | ExprKind::Condact { .. } => {}
            _ => expr.for_each_child(|child| stack.push(child)),
        }
    }
    false
}
