//! Statements and loops.

use assay_source::Span;

use super::exec::Exec;
use super::memory::Path;
use super::value::Value;
use super::{Done, unsupported};
use crate::checks::Class;
use crate::context::Frame;
use crate::program::{Expr, LoopNumber, Site, Stmt, StmtKind};

/// Iterations of a loop that all executions go on with, beyond the limit for loops without a bound.
const MOST_CONCRETE: u32 = 100_000;

/// A loop in any of its forms.
struct Loop<'s> {
    number: LoopNumber,
    site: Site,
    span: Span,
    condition: Option<&'s Expr>,
    step: Option<&'s Expr>,
    body: &'s Stmt,
    /// `do`: the condition comes after the body.
    after: bool,
}

impl Exec<'_> {
    pub fn exec(&mut self, stmt: &Stmt) -> Done<()> {
        self.tick()?;
        if self.is_dead() && !self.awaited(stmt) {
            return Ok(());
        }
        self.reach(stmt.site);
        match &stmt.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Expr(expr) => self.eval(expr).map(|_| ()),
            StmtKind::Value(expr) => {
                let value = self.eval(expr)?;
                self.set_block_value(value);
                Ok(())
            }
            StmtKind::Declare { local, init } => {
                if self.is_dead() {
                    return Ok(());
                }
                let home = self.declare(*local, stmt.span)?;
                match init {
                    Some(init) => self.initialise_local(*local, home, init),
                    None => Ok(()),
                }
            }
            StmtKind::Block(statements) => self.block(stmt.site, statements),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.exec_if(stmt, condition, then, otherwise.as_deref()),
            StmtKind::While {
                number,
                condition,
                body,
            } => self.exec_loop(&Loop {
                number: *number,
                site: stmt.site,
                span: stmt.span,
                condition: Some(condition),
                step: None,
                body,
                after: false,
            }),
            StmtKind::DoWhile {
                number,
                body,
                condition,
            } => self.exec_loop(&Loop {
                number: *number,
                site: stmt.site,
                span: stmt.span,
                condition: Some(condition),
                step: None,
                body,
                after: true,
            }),
            StmtKind::For {
                number,
                init,
                condition,
                step,
                body,
            } => {
                let from = self.objects.len();
                for stmt in init {
                    self.exec(stmt)?;
                }
                self.exec_loop(&Loop {
                    number: *number,
                    site: stmt.site,
                    span: stmt.span,
                    condition: condition.as_ref(),
                    step: step.as_ref(),
                    body,
                    after: false,
                })?;
                self.end_locals(from);
                self.end_declared([stmt]);
                Ok(())
            }
            StmtKind::Switch {
                value,
                cases,
                default,
                body,
            } => self.switch(stmt, value, cases, *default, body),
            StmtKind::Label(label, inner) => {
                self.arrive(*label)?;
                self.exec(inner)
            }
            StmtKind::Goto(label) => self.jump(*label, (stmt.site, stmt.span)),
            StmtKind::Break => self.leave_loop(stmt.span, true),
            StmtKind::Continue => self.leave_loop(stmt.span, false),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.eval(value)?;
                    let slot = self.stack.last().map_or(0, |a| a.result);
                    self.path.slots.set(slot, value);
                }
                let path = self.path.clone();
                if let Some(activation) = self.stack.last_mut() {
                    activation.returns.push(path);
                }
                self.kill();
                Ok(())
            }
        }
    }

    fn exec_if(
        &mut self,
        stmt: &Stmt,
        condition: &Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
    ) -> Done<()> {
        if self.is_dead() {
            // A label in one of the branches is jumped to.
            self.exec(then)?;
            let first = self.path.clone();
            self.kill();
            if let Some(otherwise) = otherwise {
                self.exec(otherwise)?;
            }
            let second = self.path.clone();
            self.path = self.merge(first, second)?;
            return Ok(());
        }
        let truth = self.condition(condition)?;
        self.branch(stmt.site, condition.span, truth);
        let opposite = self.pool.not(truth);
        let other = self.under(opposite);
        self.path = self.under(truth);
        self.exec(then)?;
        let first = std::mem::replace(&mut self.path, other);
        if let Some(otherwise) = otherwise {
            self.exec(otherwise)?;
        }
        let second = self.path.clone();
        self.path = self.merge(first, second)?;
        Ok(())
    }

    fn exec_loop(&mut self, this: &Loop<'_>) -> Done<()> {
        let from = self.objects.len();
        let (limit, given) = self.limit(this.number);
        let mut exits: Vec<Path> = Vec::new();
        let mut count = 0;
        loop {
            self.frames.push(Frame::Iteration(this.site, count));
            let goes_on = self.iteration(this, limit, given, count, &mut exits)?;
            self.frames.pop();
            count += 1;
            if !goes_on {
                break;
            }
        }
        // The latest exits first: their conditions then collapse one by one.
        self.kill();
        while let Some(path) = exits.pop() {
            let current = self.path.clone();
            self.path = self.merge(path, current)?;
        }
        self.end_locals(from);
        self.end_declared([this.body]);
        Ok(())
    }

    /// One iteration. False if there can be no further one.
    fn iteration(
        &mut self,
        this: &Loop<'_>,
        limit: u32,
        given: bool,
        count: u32,
        exits: &mut Vec<Path>,
    ) -> Done<bool> {
        let jumped_into = self.is_dead();
        let entered = self.path.guard.term;
        if !this.after && !jumped_into {
            self.leave_unless(this, exits)?;
        }
        if count > 0 && !self.is_dead() && !self.awaited(this.body) && !self.possible() {
            self.kill();
            return Ok(false);
        }
        self.push_loop();
        self.body(this.site, this.body)?;
        let (breaks, continues) = self.pop_loop();
        for path in continues.into_iter().rev() {
            let current = self.path.clone();
            self.path = self.merge(path, current)?;
        }
        if this.after {
            self.leave_unless(this, exits)?;
        } else if let Some(step) = this.step
            && !self.is_dead()
        {
            self.eval(step)?;
        }
        exits.extend(breaks);
        if self.is_dead() {
            return Ok(false);
        }
        let concrete = !given && self.path.guard.term == entered && count < MOST_CONCRETE;
        if count + 1 >= limit && !concrete {
            if !self.possible() {
                self.kill();
                return Ok(false);
            }
            self.cut(this, given, count + 1);
            return Ok(false);
        }
        Ok(true)
    }

    /// The condition: where it is false, the path leaves the loop.
    fn leave_unless(&mut self, this: &Loop<'_>, exits: &mut Vec<Path>) -> Done<()> {
        let Some(condition) = this.condition else {
            return Ok(());
        };
        if self.is_dead() {
            return Ok(());
        }
        let truth = self.condition(condition)?;
        self.branch(this.site, condition.span, truth);
        let opposite = self.pool.not(truth);
        let leaves = self.under(opposite);
        if !leaves.guard.is_dead(self.pool) {
            exits.push(leaves);
        }
        self.path = self.under(truth);
        Ok(())
    }

    fn cut(&mut self, this: &Loop<'_>, given: bool, count: u32) {
        if !given {
            self.cut.push((this.span, count));
        }
        // A loop that nobody bounded is never cut without a word.
        if self.checks_at(this.site).unwinding || !given {
            let never = self.pool.bool(false);
            let message = format!("a loop goes on after {count} iterations");
            self.check(Class::Unwinding, this.site, this.span, &message, never);
        }
        self.kill();
    }

    /// How many iterations a loop may have, and whether the user said so.
    fn limit(&self, number: LoopNumber) -> (u32, bool) {
        let function = &self.program.function(self.function()).name;
        self.bound(&format!("{function}.{}", number.0))
    }

    pub fn bound(&self, name: &str) -> (u32, bool) {
        let set = self.options.unwindset.iter().rev().find(|(n, _)| n == name);
        match (set, self.options.unwind) {
            (Some((_, n)), _) => (*n, true),
            (None, Some(n)) => (n, true),
            (None, None) => (self.options.max_unwind, false),
        }
    }

    fn push_loop(&mut self) {
        if let Some(activation) = self.stack.last_mut() {
            activation.breaks.push(vec![]);
            activation.continues.push(vec![]);
        }
    }

    fn pop_loop(&mut self) -> (Vec<Path>, Vec<Path>) {
        let Some(activation) = self.stack.last_mut() else {
            return (vec![], vec![]);
        };
        let breaks = activation.breaks.pop().unwrap_or_default();
        (breaks, activation.continues.pop().unwrap_or_default())
    }

    fn leave_loop(&mut self, span: Span, breaks: bool) -> Done<()> {
        let path = self.path.clone();
        let Some(activation) = self.stack.last_mut() else {
            return Ok(());
        };
        let lists = if breaks {
            &mut activation.breaks
        } else {
            &mut activation.continues
        };
        match lists.last_mut() {
            Some(list) => list.push(path),
            None => return Err(unsupported("`break` or `continue` outside of a loop", span)),
        }
        self.kill();
        Ok(())
    }

    /// The value of a statement expression: that of its last expression.
    pub fn block_value(&mut self, block: &Stmt, expr: &Expr) -> Done<Value> {
        self.block_values.push(None);
        self.exec(block)?;
        match self.block_values.pop().flatten() {
            Some(value) => Ok(value),
            None => self.default_value(expr.ty, expr.span),
        }
    }

    fn set_block_value(&mut self, value: Value) {
        if let Some(last) = self.block_values.last_mut() {
            *last = Some(value);
        }
    }
}
