//! Arguments beyond the parameters. A `va_list` holds the number of its call and how many arguments were taken, in one word.

use assay_source::Span;

use super::arith::Here;
use super::exec::Exec;
use super::layout::Cell;
use super::lvalue::Loc;
use super::value::{Pointer, Value};
use super::{Done, unsupported};
use crate::checks::Class;
use crate::context::Open;
use crate::program::{Expr, ExprKind, Lvalue, Type};

const COUNTER: Cell = Cell {
    offset: 0,
    size: 8,
    pointer: false,
};

impl Exec<'_> {
    /// `va_start`, `va_copy` and `va_end`. The list is an lvalue, whatever the call made of it.
    pub fn va_operation(
        &mut self,
        name: &str,
        list: &Expr,
        other: Option<&Expr>,
        expr: &Expr,
    ) -> Done<Value> {
        let loc = self.va_list(list)?;
        match (name, other) {
            ("va_start", _) => {
                let call = self.stack.last().map_or(0, |a| a.variadic);
                self.set_va(&loc, (call as u64) << 32, expr)?;
            }
            ("va_copy", Some(other)) => {
                let from = self.va_list(other)?;
                let packed = self.va_state(&from, here(expr))?;
                self.set_va(&loc, packed, expr)?;
            }
            _ => {}
        }
        Ok(Value::Void)
    }

    fn va_list(&mut self, list: &Expr) -> Done<Loc> {
        match &list.kind {
            ExprKind::Load(lvalue) | ExprKind::Address(lvalue) => self.locate(lvalue),
            ExprKind::Convert(inner, _) => self.va_list(inner),
            _ => Err(unsupported("this use of a `va_list`", list.span)),
        }
    }

    /// Call and count of a list.
    fn va_state(&mut self, loc: &Loc, here: Here) -> Done<u64> {
        let span = here.span;
        let at = self.va_place(loc, span)?;
        let value = self.load_scalar(at, COUNTER, here);
        let word = value.map(|value| self.word(&value));
        let packed = word.and_then(|word| self.constant(word));
        packed.ok_or_else(|| unsupported("a `va_list` that depends on inputs", span))
    }

    fn va_place(&mut self, loc: &Loc, span: Span) -> Done<Pointer> {
        match loc {
            Loc::Memory(spot) => Ok(spot.at),
            _ => Err(unsupported("this use of a `va_list`", span)),
        }
    }

    fn set_va(&mut self, loc: &Loc, packed: u64, expr: &Expr) -> Done<()> {
        let at = self.va_place(loc, expr.span)?;
        let value = Value::Word(self.pool.bits(64, packed));
        let yes = self.pool.bool(true);
        self.store_scalar(at, COUNTER, &value, yes, here(expr));
        Ok(())
    }

    /// The next argument beyond the parameters.
    pub fn va_arg(&mut self, list: &Lvalue, expr: &Expr) -> Done<Value> {
        let loc = self.locate(list)?;
        let packed = self.va_state(&loc, here(expr))?;
        let (call, at) = ((packed >> 32) as usize, (packed & 0xffff_ffff) as usize);
        let found = self.variadic.get(call).and_then(|v| v.get(at)).cloned();
        let Some((ty, value)) = found else {
            let never = self.pool.bool(false);
            self.check(
                Class::Precondition,
                expr.site,
                expr.at,
                "there is no further argument",
                never,
            );
            return self.open_result(Open::Invalid(expr.site), "invalid", expr.ty, expr.span);
        };
        self.set_va(&loc, packed + 1, expr)?;
        if ty == expr.ty || matches!(self.program.types.get(ty), Type::Record(_)) {
            return Ok(value);
        }
        self.convert(value, ty, expr.ty, expr.site, expr.at)
    }
}

fn here(expr: &Expr) -> Here {
    Here {
        site: expr.site,
        span: expr.at,
    }
}
