//! Which nodes are analysed.
//!
//! JKind: the node with `--%MAIN`, else the last one. Kind 2: all nodes with `--%MAIN`, else every node that no other
//! calls.

use assay_source::{Diagnostic, Span};

use super::Checker;
use crate::model::{ExprKind, Node, NodeId};
use crate::syntax::ast::{Item, NodeDecl};

impl Checker<'_> {
    pub(super) fn main_nodes(&mut self, decls: &[&NodeDecl], nodes: &[Node]) -> Vec<NodeId> {
        let Some(last) = nodes.len().checked_sub(1) else {
            self.report(Diagnostic::error("L0412", "the file has no node"));
            return Vec::new();
        };
        let marked = |value: bool| {
            decls.iter().zip(0..).filter_map(move |(decl, id)| {
                let span = decl.items.iter().find_map(|item| match item {
                    Item::Main(main) if main.value == value => Some(main.span),
                    _ => None,
                });
                span.map(|span| (NodeId(id), span))
            })
        };
        let mains: Vec<(NodeId, Span)> = marked(true).collect();
        if let (false, [(_, first), .., (_, second)]) = (self.kind2(), &mains[..]) {
            self.report(
                Diagnostic::error("L0411", "there are two main nodes")
                    .at(*second)
                    .secondary(*first, "the first is chosen here"),
            );
        }
        if !mains.is_empty() {
            return mains.into_iter().map(|(id, _)| id).collect();
        }
        if !self.kind2() {
            return vec![NodeId(last as u32)];
        }
        let mut called = vec![false; nodes.len()];
        for expr in nodes.iter().flat_map(Node::expressions) {
            expr.walk(&mut |e| match &e.kind {
                ExprKind::Call(call) | ExprKind::Condact { call, .. } => {
                    called[call.node.index()] = true
                }
                _ => {}
            });
        }
        let unwanted: Vec<NodeId> = marked(false).map(|(id, _)| id).collect();
        (0..nodes.len())
            .filter(|&n| !called[n])
            .map(|n| NodeId(n as u32))
            .filter(|id| !unwanted.contains(id))
            .collect()
    }
}
