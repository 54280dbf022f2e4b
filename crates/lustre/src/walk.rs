//! Walking typed expressions.

use crate::model::{Expr, ExprKind};

impl Expr {
    /// Calls `each` with every direct subexpression, in the order of the text.
    pub(crate) fn for_each_child<'a>(&'a self, mut each: impl FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::NamedConst(_) | ExprKind::Var(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Pre(a)
            | ExprKind::Cast(_, a)
            | ExprKind::Field(a, _) => each(a),
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
            ExprKind::Call(call) => call.args.iter().for_each(each),
            ExprKind::FunCall(_, list)
            | ExprKind::Record(_, list)
            | ExprKind::Array(list)
            | ExprKind::Tuple(list) => list.iter().for_each(each),
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => {
                each(clock);
                call.args.iter().for_each(&mut each);
                defaults.iter().for_each(each);
            }
        }
    }

    /// As [`Expr::for_each_child`], in the same order.
    pub(crate) fn for_each_child_mut(&mut self, each: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::NamedConst(_) | ExprKind::Var(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Pre(a)
            | ExprKind::Cast(_, a)
            | ExprKind::Field(a, _) => each(a),
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

    /// Calls `each` with this expression and everything below it, parents first.
    pub fn walk<'a>(&'a self, each: &mut impl FnMut(&'a Expr)) {
        each(self);
        self.for_each_child(|child| child.walk(each));
    }

    /// Whether this expression or one below it satisfies `test`.
    pub fn any(&self, test: &impl Fn(&Expr) -> bool) -> bool {
        let mut found = test(self);
        self.for_each_child(|child| found = found || child.any(test));
        found
    }

    /// Number of expressions, this one and all below it.
    pub fn size(&self) -> u64 {
        let mut size = 1;
        self.for_each_child(|child| size += child.size());
        size
    }

    /// Whether a node call occurs here.
    pub(crate) fn has_call(&self) -> bool {
        self.any(&|e| matches!(e.kind, ExprKind::Call(_) | ExprKind::Condact { .. }))
    }
}
