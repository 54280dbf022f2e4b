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
        let equations = node.equations.iter().map(|e| &e.rhs);
        let assertions = node.assertions.iter().map(|a| &a.expr);
        let properties = node.properties.iter().map(|p| &p.expr);
        for root in equations.chain(assertions).chain(properties) {
            let mut stack = vec![root];
            while let Some(expr) = stack.pop() {
                if let ExprKind::Pre(_) = expr.kind {
                    let number = index.numbers.len() as u32;
                    index.numbers.insert(address(expr), number);
                }
                let from = stack.len();
                for_each_child(expr, &mut |child| stack.push(child));
                stack[from..].reverse();
            }
        }
        index
    }

    /// The number of a `pre` expression of the node this index was made of.
    pub(crate) fn number(&self, expr: &Expr) -> u32 {
        self.numbers[&address(expr)]
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
            _ => for_each_child(expr, &mut |child| stack.push(child)),
        }
    }
    false
}

fn for_each_child<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::NamedConst(_) | ExprKind::Var(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Pre(a) | ExprKind::Cast(_, a) | ExprKind::Field(a, _) => {
            visit(a)
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Arrow(a, b)
        | ExprKind::RecordUpdate(a, _, b)
        | ExprKind::Index(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Ite(a, b, c) | ExprKind::ArrayUpdate(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        ExprKind::Call(call) => call.args.iter().for_each(visit),
        ExprKind::FunCall(_, list)
        | ExprKind::Record(_, list)
        | ExprKind::Array(list)
        | ExprKind::Tuple(list) => list.iter().for_each(visit),
        ExprKind::Condact {
            clock,
            call,
            defaults,
        } => {
            visit(clock);
            call.args.iter().for_each(&mut *visit);
            defaults.iter().for_each(visit);
        }
    }
}
