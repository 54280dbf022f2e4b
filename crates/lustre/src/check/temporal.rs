//! Rules about time: `pre` without an initial value (a warning, as in JKind), and functions that must have no state.
//!
//! A `pre` is guarded if it stands on the right of a `->` with no other `pre` in between: then its value before the
//! first step is never looked at.

use assay_source::{Diagnostic, Span};

use super::Checker;
use crate::model::{Expr, ExprKind, Node};

impl Checker<'_> {
    pub(super) fn temporal_rules(&mut self, nodes: &[Node]) {
        let mut found = Vec::new();
        for node in nodes {
            for expr in node.expressions() {
                unguarded(expr, false, &mut found);
            }
            if node.is_function {
                self.stateless(nodes, node);
            }
        }
        found.sort_by_key(|span| (span.start, span.end));
        found.dedup();
        if let Some(first) = found.first() {
            self.no_first_value(found.len(), *first);
        }
    }

    /// One warning for the file: a model that leaves out one first value leaves out many.
    fn no_first_value(&mut self, count: usize, first: Span) {
        let message = match count {
            1 => "this `pre` has no value in the first step".to_string(),
            n => format!("{n} `pre` have no value in the first step; this is the first of them"),
        };
        let done = if self.kind2() {
            "each has an arbitrary value of its own there, also that of a constant, as in Kind 2"
        } else {
            "it reads an arbitrary state before the first step, the same for all; a constant is itself there, as in JKind"
        };
        self.report(
            Diagnostic::warning("L0501", message)
                .at(first)
                .label(done)
                .help("give a first value with `->`"),
        );
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

/// The places of `pre` whose value before the first step can be seen.
fn unguarded(expr: &Expr, guarded: bool, found: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Arrow(first, rest) => {
            unguarded(first, guarded, found);
            unguarded(rest, true, found);
        }
        ExprKind::Pre(operand) => {
            if !guarded {
                found.push(expr.op_span);
            }
            unguarded(operand, false, found);
        }
        _ => expr.for_each_child(|child| unguarded(child, guarded, found)),
    }
}
