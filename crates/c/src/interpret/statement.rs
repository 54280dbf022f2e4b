//! Statements.

use assay_source::Span;

use super::End;
use super::convert::Spot;
use super::event::EventKind;
use super::jump::Back;
use super::machine::{Done, Flow, Leave, Machine};
use super::value::{Value, number};
use crate::checks::Class;
use crate::context::Frame;
use crate::program::{Expr, LabelId, LoopNumber, Site, Stmt, StmtKind, SwitchCase};

/// The parts of a loop.
struct Loop<'p> {
    number: LoopNumber,
    condition: Option<&'p Expr>,
    step: Option<&'p Expr>,
    body: &'p Stmt,
    /// Whether the condition comes before the body.
    before: bool,
}

impl<'p> Machine<'p> {
    pub fn exec(&mut self, stmt: &'p Stmt) -> Done<Flow> {
        self.tick(1)?;
        self.guard()?;
        if !self.options.watch.is_empty() && self.options.watch.contains(&stmt.site) {
            self.seen = true;
        }
        let depth = self.here.frames.len();
        match self.statement(stmt) {
            Err(Leave::Flow(flow)) => {
                self.here.frames.truncate(depth);
                Ok(flow)
            }
            done => done,
        }
    }

    fn statement(&mut self, stmt: &'p Stmt) -> Done<Flow> {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => {
                self.eval(expr)?;
            }
            StmtKind::Value(expr) => self.value = self.eval(expr)?,
            StmtKind::Declare { local, init } => {
                self.declare(*local, init.as_ref())?;
                if self.options.events && init.is_some() {
                    self.log_local(*local, stmt.span);
                }
            }
            StmtKind::Block(stmts) => return self.block(stmt, stmts),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let taken = match self.seeking {
                    Some(label) => self.route(stmt, label) == Some(0),
                    None => self.condition(condition)?,
                };
                return match (taken, otherwise) {
                    (true, _) => self.exec(then),
                    (false, Some(otherwise)) => self.exec(otherwise),
                    (false, None) => Ok(Flow::Next),
                };
            }
            StmtKind::While {
                number,
                condition,
                body,
            } => {
                let parts = Loop {
                    number: *number,
                    condition: Some(condition),
                    step: None,
                    body,
                    before: true,
                };
                return self.repeat(stmt, &parts);
            }
            StmtKind::DoWhile {
                number,
                body,
                condition,
            } => {
                let parts = Loop {
                    number: *number,
                    condition: Some(condition),
                    step: None,
                    body,
                    before: false,
                };
                return self.repeat(stmt, &parts);
            }
            StmtKind::For {
                number,
                init,
                condition,
                step,
                body,
            } => {
                let mark = self.alive.len();
                if self.seeking.is_none() {
                    for stmt in init {
                        self.exec(stmt)?;
                    }
                }
                let parts = Loop {
                    number: *number,
                    condition: condition.as_ref(),
                    step: step.as_ref(),
                    body,
                    before: true,
                };
                let flow = self.repeat(stmt, &parts)?;
                self.bury(mark);
                return Ok(flow);
            }
            StmtKind::Switch {
                value,
                cases,
                default,
                body,
            } => return self.switch(stmt, value, cases, *default, body),
            StmtKind::Label(label, inner) => {
                if self.seeking == Some(*label) {
                    self.seeking = None;
                }
                return self.exec(inner);
            }
            StmtKind::Goto(label) => {
                let spot = Spot {
                    site: stmt.site,
                    at: stmt.span,
                };
                return Ok(Flow::Goto(*label, spot));
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(value) => {
                let result = match value {
                    Some(value) => Some(self.eval(value)?),
                    None => None,
                };
                if self.options.events {
                    let value = match (&result, value) {
                        (Some(result), Some(expr)) => Some(self.show(result, expr.ty)),
                        _ => None,
                    };
                    self.event(stmt.span, EventKind::Return { value });
                }
                if let Some(activation) = self.activations.last_mut() {
                    activation.result = result;
                }
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn condition(&mut self, condition: &'p Expr) -> Done<bool> {
        let taken = self.eval(condition)?.is_true();
        if self.options.events {
            let value = if taken { "true" } else { "false" };
            let value = value.to_owned();
            self.event(condition.span, EventKind::Branch { value });
        }
        Ok(taken)
    }

    /// A block, with the jumps inside of it.
    fn block(&mut self, stmt: &'p Stmt, stmts: &'p [Stmt]) -> Done<Flow> {
        let mark = self.alive.len();
        let depth = self.here.frames.len();
        let mut back = Back::new(stmt, depth);
        let mut next = match self.seeking {
            Some(label) => match self.route(stmt, label) {
                Some(part) => self.skip(stmts, 0, part as usize)?,
                None => return self.unsupported("a jump to a label that is not there", stmt.span),
            },
            None => 0,
        };
        let flow = loop {
            let Some(part) = stmts.get(next) else {
                break Flow::Next;
            };
            match self.exec(part)? {
                Flow::Next => next += 1,
                Flow::Goto(label, from) => match self.route(stmt, label) {
                    Some(part) => {
                        self.jump(label, from, &mut back)?;
                        next = self.skip(stmts, next + 1, part as usize)?;
                    }
                    None => break Flow::Goto(label, from),
                },
                flow => break flow,
            }
        };
        self.here.frames.truncate(depth);
        self.bury(mark);
        Ok(flow)
    }

    /// Locals whose declarations a jump skips come to life without their initialisers. Gives where the jump goes.
    fn skip(&mut self, stmts: &'p [Stmt], from: usize, to: usize) -> Done<usize> {
        for stmt in stmts.get(from..to).unwrap_or(&[]) {
            let mut stmt = stmt;
            while let StmtKind::Label(_, inner) = &stmt.kind {
                stmt = inner;
            }
            if let StmtKind::Declare { local, .. } = &stmt.kind {
                self.declare(*local, None)?;
            }
        }
        Ok(to)
    }

    fn repeat(&mut self, stmt: &'p Stmt, parts: &Loop<'p>) -> Done<Flow> {
        let depth = self.here.frames.len();
        let unwind = &self.options.unwind;
        let limit = unwind
            .loops
            .get(&(self.function(), parts.number))
            .copied()
            .or(unwind.limit);
        let mut count = 0u32;
        loop {
            self.tick(1)?;
            self.here.frames.push(Frame::Iteration(stmt.site, count));
            if parts.before
                && self.seeking.is_none()
                && let Some(condition) = parts.condition
                && !self.condition(condition)?
            {
                break;
            }
            match self.iteration(stmt, parts.body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow => {
                    self.here.frames.truncate(depth);
                    return Ok(flow);
                }
            }
            if let Some(step) = parts.step {
                self.eval(step)?;
            }
            if !parts.before
                && let Some(condition) = parts.condition
                && !self.condition(condition)?
            {
                break;
            }
            self.here.frames.truncate(depth);
            count = count.saturating_add(1);
            if limit.is_some_and(|limit| count >= limit) {
                return self.unwound(Class::Unwinding, stmt.site, stmt.span);
            }
        }
        self.here.frames.truncate(depth);
        Ok(Flow::Next)
    }

    /// The body of a loop or a switch once, with jumps inside of it.
    fn iteration(&mut self, stmt: &'p Stmt, body: &'p Stmt) -> Done<Flow> {
        let depth = self.here.frames.len();
        let mut back = Back::new(stmt, depth);
        loop {
            let flow = self.exec(body)?;
            match self.catch(stmt, flow) {
                Some((label, from)) => self.jump(label, from, &mut back)?,
                None => {
                    self.here.frames.truncate(depth);
                    return Ok(flow);
                }
            }
        }
    }

    /// A limit on loops or recursion is reached. The execution ends here, as its rest is not looked at.
    pub fn unwound<T>(&mut self, class: Class, site: Site, span: Span) -> Done<T> {
        if self.checks_at(site).unwinding {
            self.fail(class, site, span, || {
                match class {
                    Class::Recursion => "recursion unwinding assertion",
                    _ => "unwinding assertion",
                }
                .into()
            });
        }
        self.stop(End::Unwound(span))
    }

    fn switch(
        &mut self,
        stmt: &'p Stmt,
        value: &'p Expr,
        cases: &'p [SwitchCase],
        default: Option<LabelId>,
        body: &'p Stmt,
    ) -> Done<Flow> {
        if self.seeking.is_none() {
            let (bits, signed) = self.types.word(value.ty).unwrap_or((32, true));
            let chosen = match self.eval(value)? {
                Value::Int(word) => number(word, bits, signed),
                _ => return self.unsupported("a switch on no integer", stmt.span),
            };
            if self.options.events {
                let value = chosen.to_string();
                self.event(stmt.span, EventKind::Branch { value });
            }
            let case = cases
                .iter()
                .find(|case| case.low <= chosen && chosen <= case.high);
            let Some(label) = case.map(|case| case.label).or(default) else {
                return Ok(Flow::Next);
            };
            if self.route(stmt, label).is_none() {
                return self.unsupported("a case that is not in its switch", stmt.span);
            }
            self.seeking = Some(label);
        }
        let depth = self.here.frames.len();
        let flow = self.iteration(stmt, body)?;
        self.here.frames.truncate(depth);
        Ok(match flow {
            Flow::Break => Flow::Next,
            flow => flow,
        })
    }
}
