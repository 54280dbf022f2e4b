//! Rules about time: `pre` without an initial value (a warning, as in JKind), and functions that must have no state.
//!
//! A `pre` is guarded if it stands on the right of a `->` with no other `pre` in between: then its value before the
//! first step is never looked at.

use assay_source::Diagnostic;

use super::Checker;
use crate::model::{Expr, ExprKind, Node};

impl Checker<'_> {
    pub(super) fn temporal_rules(&mut self, nodes: &[Node]) {
        for node in nodes {
            for expr in node.expressions() {
                self.unguarded(expr, false);
            }
            if node.is_function {
                self.stateless(nodes, node);
            }
        }
    }

    fn unguarded(&mut self, expr: &Expr, guarded: bool) {
        match &expr.kind {
            ExprKind::Arrow(first, rest) => {
                self.unguarded(first, guarded);
                self.unguarded(rest, true);
            }
            ExprKind::Pre(operand) => {
                if !guarded {
                    self.report(
                        Diagnostic::warning("L0501", "this `pre` has no value in the first step")
                            .at(expr.op_span)
                            .label("an arbitrary value is used")
                            .help("give a first value with `->`"),
                    );
                }
                self.unguarded(operand, false);
            }
            _ => expr.for_each_child(|child| self.unguarded(child, guarded)),
        }
    }

    fn stateless(&mut self, nodes: &[Node], function: &Node) {
        let mut found = None;
        for root in function.expressions() {
            root.walk(&mut |e| {
                let state = match &e.kind {
                    ExprKind::Pre(_) | ExprKind::Arrow(..) | ExprKind::Condact { .. } => true,
                    ExprKind::Call(call) => !nodes[call.node.index()].is_function,
                    _ => false,
                };
                if state && found.is_none() {
                    found = Some(e.op_span);
                }
            });
        }
        // The generated assertions about `const` parameters look back in time but add nothing to the function.
        let generated = |span| {
            function
                .assertions
                .iter()
                .any(|a| a.generated && a.span == span)
        };
        if let Some(span) = found.filter(|span| !generated(*span)) {
            let message = format!(
                "the function `{}` depends on more than this step",
                function.name
            );
            self.error("L0415", message, span);
        }
    }
}
