//! `assert` of the C library: its expansion becomes one call of `__CPROVER_assert`, which has the place of the condition.
//!
//! Libraries expand it in different ways, but each calls a function with a well-known name when the condition is false. That
//! name, with the text of the condition as a string, is what the expansion is known by.

use super::expr::{Spot, Value};
use super::{Done, Elaborator};
use crate::program::{Callee, ExprKind};
use crate::syntax::tree::{self, BinaryOp, BlockItem, Expr, ExprId, StmtId, StmtKind, UnaryOp};

impl<'u> Elaborator<'u> {
    /// The assertion that an expression is, if it is one.
    pub fn assertion(&mut self, expr: &'u Expr) -> Done<Option<Value>> {
        use tree::ExprKind as K;
        match &expr.kind {
            K::Call(..) => match self.failure(expr) {
                Some(message) => {
                    // The call alone: an assertion that always fails.
                    let spot = self.spot(expr);
                    let zero = self.int(0, self.tys.basic.int, spot);
                    self.assert_call(zero, message, spot).map(Some)
                }
                None => Ok(None),
            },
            K::Conditional(condition, Some(then), otherwise) => {
                if let Some(message) = self.failure_in(*otherwise) {
                    return self.asserted(*condition, false, message).map(Some);
                }
                match self.failure_in(*then) {
                    Some(message) => self.asserted(*condition, true, message).map(Some),
                    None => Ok(None),
                }
            }
            K::Binary(BinaryOp::Or, condition, otherwise) => match self.failure_in(*otherwise) {
                Some(message) => self.asserted(*condition, false, message).map(Some),
                None => Ok(None),
            },
            // `(void) sizeof` only makes the compiler look at the condition.
            K::Comma(left, right) => match &self.unit.expr(*left).kind {
                K::Cast(_, of) if matches!(self.unit.expr(*of).kind, K::SizeofExpr(_)) => {
                    self.assertion(self.unit.expr(*right))
                }
                _ => Ok(None),
            },
            K::Statement(block) => match &self.unit.stmt(*block).kind {
                StmtKind::Block(items) => match items.as_slice() {
                    [BlockItem::Stmt(only)] => match self.unit.stmt(*only).kind {
                        StmtKind::If {
                            condition,
                            then,
                            otherwise,
                        } => self.assertion_of_if(condition, then, otherwise),
                        _ => Ok(None),
                    },
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// The assertion that `if (condition) ; else fail();` is, if it is one.
    pub fn assertion_of_if(
        &mut self,
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    ) -> Done<Option<Value>> {
        let is_empty = |id: StmtId| match &self.unit.stmt(id).kind {
            StmtKind::Empty => true,
            StmtKind::Block(items) => items.is_empty(),
            _ => false,
        };
        let (failing, negated) = match otherwise {
            Some(otherwise) if is_empty(then) => (otherwise, false),
            Some(otherwise) if is_empty(otherwise) => (then, true),
            None => (then, true),
            Some(_) => return Ok(None),
        };
        let StmtKind::Expr(call) = self.unit.stmt(failing).kind else {
            return Ok(None);
        };
        match self.failure(self.unit.expr(call)) {
            Some(message) => self.asserted(condition, negated, message).map(Some),
            None => Ok(None),
        }
    }

    /// The text that the call for a failed assertion is given.
    fn failure(&self, expr: &Expr) -> Option<ExprId> {
        let tree::ExprKind::Call(callee, arguments) = &expr.kind else {
            return None;
        };
        let tree::ExprKind::Name(name) = &self.unit.expr(*callee).kind else {
            return None;
        };
        let message = match (&**name, arguments.as_slice()) {
            ("__assert_fail" | "__assert" | "_assert", [message, _, _, ..]) => message,
            ("__assert_rtn" | "__assert_func", [_, _, _, message]) => message,
            _ => return None,
        };
        let is_text = matches!(self.unit.expr(*message).kind, tree::ExprKind::String(_));
        is_text.then_some(*message)
    }

    /// The call may stand in a comma expression or a cast, so that a value comes of it.
    fn failure_in(&self, id: ExprId) -> Option<ExprId> {
        let expr = self.unit.expr(id);
        match &expr.kind {
            tree::ExprKind::Comma(call, _) | tree::ExprKind::Cast(_, call) => {
                self.failure(self.unit.expr(*call))
            }
            _ => self.failure(expr),
        }
    }

    fn asserted(&mut self, condition: ExprId, negated: bool, message: ExprId) -> Done<Value> {
        let (condition, negated) = if negated {
            self.without_not(condition)
        } else {
            (condition, false)
        };
        let place = self.unit.expr(condition).place;
        let spot = Spot {
            span: place.span,
            at: place.span,
            site: self.site(place.first),
        };
        let mut value = self.condition(condition)?;
        if negated {
            let kind = ExprKind::Unary(crate::program::UnaryOp::Not, Box::new(value.expr));
            value = self.make(kind, self.tys.basic.int, spot);
        }
        self.assert_call(value, message, spot)
    }

    /// The condition whose negation is tested: `!c` and `__builtin_expect(!c, 0)`. True if there is no negation to take away.
    fn without_not(&self, id: ExprId) -> (ExprId, bool) {
        match &self.unit.expr(id).kind {
            tree::ExprKind::Unary(UnaryOp::Not, of) => (*of, false),
            tree::ExprKind::Call(callee, arguments) => {
                let expect = matches!(&self.unit.expr(*callee).kind,
                    tree::ExprKind::Name(name) if &**name == "__builtin_expect");
                match arguments.as_slice() {
                    [of, _] if expect => self.without_not(*of),
                    _ => (id, true),
                }
            }
            _ => (id, true),
        }
    }

    fn assert_call(&mut self, condition: Value, message: ExprId, spot: Spot) -> Done<Value> {
        let message = self.value(message)?;
        let function = self
            .builtin("__CPROVER_assert")
            .ok_or_else(|| self.reported())?;
        let list = vec![condition.expr, message.expr];
        let kind = ExprKind::Call(Callee::Direct(function), list);
        Ok(self.make(kind, self.tys.basic.void, spot))
    }
}
