//! Every expression of a statement or an expression, in the order of the text.

use super::{Callee, Expr, ExprKind, Init, Lvalue, LvalueKind, Stmt, StmtKind};

impl Stmt {
    /// Calls `see` for each expression in it, those of inner statements included. `see` says whether to go on inside.
    pub fn each_expr<'s>(&'s self, see: &mut dyn FnMut(&'s Expr) -> bool) {
        match &self.kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
            StmtKind::Expr(expr) | StmtKind::Value(expr) | StmtKind::Return(Some(expr)) => {
                expr.each_expr(see);
            }
            StmtKind::Declare { init, .. } => each_of_init(init.as_ref(), see),
            StmtKind::Block(inner) => inner.iter().for_each(|s| s.each_expr(see)),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                condition.each_expr(see);
                then.each_expr(see);
                if let Some(otherwise) = otherwise {
                    otherwise.each_expr(see);
                }
            }
            StmtKind::While {
                condition, body, ..
            } => {
                condition.each_expr(see);
                body.each_expr(see);
            }
            StmtKind::DoWhile {
                body, condition, ..
            } => {
                body.each_expr(see);
                condition.each_expr(see);
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                init.iter().for_each(|s| s.each_expr(see));
                for expr in [condition, step].into_iter().flatten() {
                    expr.each_expr(see);
                }
                body.each_expr(see);
            }
            StmtKind::Switch { value, body, .. } => {
                value.each_expr(see);
                body.each_expr(see);
            }
            StmtKind::Label(_, inner) => inner.each_expr(see),
        }
    }
}

impl Expr {
    pub fn each_expr<'s>(&'s self, see: &mut dyn FnMut(&'s Expr) -> bool) {
        if !see(self) {
            return;
        }
        match &self.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) | ExprKind::Nothing => {}
            ExprKind::Load(of) | ExprKind::Address(of) | ExprKind::VaArg(of) => of.each_expr(see),
            ExprKind::Step { of, .. } => of.each_expr(see),
            ExprKind::Unary(_, a) | ExprKind::Convert(a, _) => a.each_expr(see),
            ExprKind::Binary(_, a, b)
            | ExprKind::PointerSub(a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Elvis(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            } => {
                a.each_expr(see);
                b.each_expr(see);
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].iter().for_each(|e| e.each_expr(see)),
            ExprKind::Assign(to, value) | ExprKind::AssignOp { to, value, .. } => {
                to.each_expr(see);
                value.each_expr(see);
            }
            ExprKind::Call(callee, arguments) => {
                if let Callee::Pointer(pointer) = callee {
                    pointer.each_expr(see);
                }
                arguments.iter().for_each(|a| a.each_expr(see));
            }
            ExprKind::Block(block) => block.each_expr(see),
        }
    }

    /// Whether evaluating it changes anything.
    pub fn has_effects(&self) -> bool {
        let mut found = false;
        self.each_expr(&mut |e| {
            found |= matches!(
                e.kind,
                ExprKind::Assign(..)
                    | ExprKind::AssignOp { .. }
                    | ExprKind::Step { .. }
                    | ExprKind::Call(..)
                    | ExprKind::Block(_)
                    | ExprKind::VaArg(_)
            );
            !found
        });
        found
    }
}

impl Lvalue {
    fn each_expr<'s>(&'s self, see: &mut dyn FnMut(&'s Expr) -> bool) {
        match &self.kind {
            LvalueKind::Local(_) | LvalueKind::Global(_) => {}
            LvalueKind::Deref(expr) | LvalueKind::Temporary(expr) => expr.each_expr(see),
            LvalueKind::Index(of, index) => {
                of.each_expr(see);
                index.each_expr(see);
            }
            LvalueKind::Field(of, _) => of.each_expr(see),
            LvalueKind::Literal(_, init) => each_of_init(Some(init), see),
        }
    }
}

pub(super) fn each_of_init<'s>(init: Option<&'s Init>, see: &mut dyn FnMut(&'s Expr) -> bool) {
    match init {
        Some(Init::Value(expr)) => expr.each_expr(see),
        Some(Init::Parts(parts)) => parts.iter().for_each(|(_, e)| e.each_expr(see)),
        None => {}
    }
}
