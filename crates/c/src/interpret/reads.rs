//! What a failing expression reads: its values make a failure understandable.
//!
//! They are read after the failure. So what an expression itself changes is not read, and nothing here has an effect on the execution.

use super::event::EventKind;
use super::machine::Machine;
use super::place::Purpose;
use crate::program::{Expr, ExprKind, FunctionId, Lvalue, LvalueKind, Site};

/// So many values are shown of one expression.
const SHOWN: usize = 8;

impl Machine<'_> {
    /// Logs the values that the expression at this site reads.
    pub fn log_reads(&mut self, function: FunctionId, site: Site) {
        let Some(body) = &self.program.function(function).body else {
            return;
        };
        let mut failing: Option<&Expr> = None;
        body.each_expr(&mut |expr| {
            if failing.is_none() && expr.site == site {
                failing = Some(expr);
            }
            failing.is_none()
        });
        let Some(failing) = failing else {
            return;
        };
        let mut read: Vec<&Lvalue> = Vec::new();
        let mut effects = false;
        failing.each_expr(&mut |expr| {
            match &expr.kind {
                ExprKind::Load(of) => read.push(of),
                ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step { .. } => {
                    effects = true;
                }
                _ => {}
            }
            true
        });
        if effects {
            return;
        }
        let mut known: Vec<String> = Vec::new();
        self.quietly(|machine| {
            for lvalue in read {
                if hidden(lvalue) || known.len() >= SHOWN {
                    continue;
                }
                let name = machine.lvalue_name(lvalue);
                let Ok(place) = machine.place(lvalue, Purpose::Address) else {
                    continue;
                };
                let Some(value) = machine.fetch(&place, lvalue.ty) else {
                    continue;
                };
                let text = format!("{name} = {}", machine.show(&value, lvalue.ty));
                if !name.contains('…') && !known.contains(&text) {
                    known.push(text);
                }
            }
        });
        if !known.is_empty() {
            let span = failing.span;
            self.event(span, EventKind::Reads(known));
        }
    }
}

/// Whether finding the place of it could change anything.
fn hidden(lvalue: &Lvalue) -> bool {
    match &lvalue.kind {
        LvalueKind::Local(_) | LvalueKind::Global(_) => false,
        LvalueKind::Deref(expr) => expr.has_effects(),
        LvalueKind::Index(of, index) => hidden(of) || index.has_effects(),
        LvalueKind::Field(of, _) => hidden(of),
        LvalueKind::Temporary(_) | LvalueKind::Literal(..) => true,
    }
}
