//! Blocks, jumps and `switch`.
//!
//! A jump leaves its path at the label. A path that comes to the label takes along what waits there. A block whose label is jumped to after
//! it was passed is executed again from the label on, as a loop.

use assay_source::Span;
use rustc_hash::FxHashSet;

use super::Done;
use super::exec::{Exec, Jump};
use super::memory::Path;
use super::moment::Event;
use crate::checks::Class;
use crate::context::Frame;
use crate::program::{Expr, ExprKind, LabelId, Site, Stmt, StmtKind, SwitchCase};

impl Exec<'_> {
    /// The body of a loop or a `switch`, whose site is given. One that is no block catches jumps back as a block does.
    pub fn body(&mut self, site: Site, body: &Stmt) -> Done<()> {
        let mut labels = Vec::new();
        if !matches!(body.kind, StmtKind::Block(_)) {
            collect(body, &mut labels);
        }
        if labels.is_empty() {
            return self.exec(body);
        }
        self.block(site, std::slice::from_ref(body))
    }

    pub fn block(&mut self, site: Site, statements: &[Stmt]) -> Done<()> {
        let from = self.objects.len();
        self.statements(statements)?;
        let mut count = 0;
        while let Some(label) = self.behind(statements) {
            count += 1;
            let (limit, given) = self.bound(&format!("label.{}", label.0));
            if count >= limit.max(1) {
                self.cut_jumps(statements, given, count);
                break;
            }
            self.frames.push(Frame::Again(site, count));
            if let Some(activation) = self.stack.last_mut() {
                activation.again += 1;
            }
            let rest = self.path.clone();
            self.kill();
            self.statements(statements)?;
            let path = self.path.clone();
            self.path = self.merge(path, rest)?;
            self.frames.pop();
            if let Some(activation) = self.stack.last_mut() {
                activation.again -= 1;
            }
        }
        if self.stack.len() == 1
            && self.objects.len() > from
            && let Some(first) = statements.first()
        {
            self.moment(Event::Scope(first.site), first.span, "the block", &[]);
        }
        self.end_locals(from);
        self.end_declared(statements);
        Ok(())
    }

    fn statements(&mut self, statements: &[Stmt]) -> Done<()> {
        for stmt in statements {
            self.exec(stmt)?;
        }
        Ok(())
    }

    /// A label of these statements that is still waited for, now that they were executed. Paths that cannot be taken are dropped.
    fn behind(&mut self, statements: &[Stmt]) -> Option<LabelId> {
        if self.stack.last().is_none_or(|a| a.jumps.is_empty()) {
            return None;
        }
        let mut labels = Vec::new();
        for stmt in statements {
            collect(stmt, &mut labels);
        }
        for label in labels {
            let mut possible = false;
            for jump in self.take(label) {
                let current = std::mem::replace(&mut self.path, jump.path);
                let taken = self.possible();
                let path = std::mem::replace(&mut self.path, current);
                if let (true, Some(activation)) = (taken, self.stack.last_mut()) {
                    possible = true;
                    activation.jumps.push(Jump { path, ..jump });
                }
            }
            if possible {
                return Some(label);
            }
        }
        None
    }

    fn cut_jumps(&mut self, statements: &[Stmt], given: bool, count: u32) {
        let mut labels = Vec::new();
        for stmt in statements {
            collect(stmt, &mut labels);
        }
        let rest = self.path.clone();
        for label in labels {
            for jump in self.take(label) {
                self.path = jump.path;
                let (site, span) = jump.from;
                if !given {
                    self.cut.push((span, count));
                }
                if self.checks_at(site).unwinding || !given {
                    let never = self.pool.bool(false);
                    let message = format!("a jump back goes on after {count} iterations");
                    self.check(Class::Unwinding, site, span, &message, never);
                }
            }
        }
        self.path = rest;
    }

    fn take(&mut self, label: LabelId) -> Vec<Jump> {
        let Some(activation) = self.stack.last_mut() else {
            return vec![];
        };
        let all = std::mem::take(&mut activation.jumps);
        let (taken, left) = all.into_iter().partition(|j| j.to == label);
        activation.jumps = left;
        taken
    }

    pub fn jump(&mut self, label: LabelId, from: (Site, Span)) -> Done<()> {
        if self.is_dead() {
            return Ok(());
        }
        self.enter_scopes(label, from.0)?;
        let path = self.path.clone();
        if let Some(activation) = self.stack.last_mut() {
            activation.jumps.push(Jump {
                to: label,
                path,
                from,
            });
        }
        self.kill();
        Ok(())
    }

    /// Everything that waits at a label goes on from here.
    pub fn arrive(&mut self, label: LabelId) -> Done<()> {
        for jump in self.take(label).into_iter().rev() {
            let current = self.path.clone();
            self.path = self.merge(jump.path, current)?;
        }
        Ok(())
    }

    /// Whether a jump waits at a label in this statement.
    pub fn awaited(&self, stmt: &Stmt) -> bool {
        let Some(activation) = self.stack.last() else {
            return false;
        };
        if activation.jumps.is_empty() {
            return false;
        }
        let waiting: FxHashSet<LabelId> = activation.jumps.iter().map(|j| j.to).collect();
        contains(stmt, &waiting)
    }

    pub fn switch(
        &mut self,
        stmt: &Stmt,
        value: &Expr,
        cases: &[SwitchCase],
        default: Option<LabelId>,
        body: &Stmt,
    ) -> Done<()> {
        let mut behind: Option<Path> = None;
        // Locals of the body come to life where the switch jumps over their declarations.
        let from = self.objects.len();
        if !self.is_dead() {
            let (bits, signed) = self.word_of(value.ty);
            let chosen = self.eval(value)?;
            let word = self.word(&chosen);
            let at_start = self.path.clone();
            for case in cases {
                let mask = super::sets::mask(bits);
                let low = self.pool.bits(bits, case.low as u128 & mask);
                let truth = if case.low == case.high {
                    self.equal(word, low)
                } else {
                    let high = self.pool.bits(bits, case.high as u128 & mask);
                    let (above, below) = if signed {
                        (self.pool.bv_sle(low, word), self.pool.bv_sle(word, high))
                    } else {
                        (self.pool.bv_ule(low, word), self.pool.bv_ule(word, high))
                    };
                    self.pool.gate(above, below)
                };
                let truth = self.settled(truth);
                self.branch(stmt.site, body.span, truth);
                let other = self.pool.not(truth);
                let rest = self.under(other);
                self.path = self.under(truth);
                self.jump(case.label, (stmt.site, stmt.span))?;
                self.path = rest;
            }
            match default {
                Some(label) => self.jump(label, (stmt.site, stmt.span))?,
                None => behind = Some(self.path.clone()),
            }
            self.path = at_start;
            self.kill();
        }
        if let Some(activation) = self.stack.last_mut() {
            activation.breaks.push(vec![]);
        }
        self.body(stmt.site, body)?;
        let breaks = self.stack.last_mut().and_then(|a| a.breaks.pop());
        let mut leaving: Vec<Path> = breaks.unwrap_or_default();
        leaving.extend(behind);
        while let Some(path) = leaving.pop() {
            let current = self.path.clone();
            self.path = self.merge(path, current)?;
        }
        self.end_locals(from);
        self.end_declared([body]);
        Ok(())
    }
}

/// The labels of a statement, in order.
fn collect(stmt: &Stmt, labels: &mut Vec<LabelId>) {
    if let StmtKind::Label(label, _) = &stmt.kind {
        labels.push(*label);
    }
    for inner in parts(stmt) {
        collect(inner, labels);
    }
}

fn contains(stmt: &Stmt, wanted: &FxHashSet<LabelId>) -> bool {
    match &stmt.kind {
        StmtKind::Label(label, inner) => wanted.contains(label) || contains(inner, wanted),
        _ => parts(stmt).into_iter().any(|inner| contains(inner, wanted)),
    }
}

pub fn parts(stmt: &Stmt) -> Vec<&Stmt> {
    match &stmt.kind {
        StmtKind::Block(inner) => inner.iter().collect(),
        StmtKind::If {
            then, otherwise, ..
        } => {
            let mut parts: Vec<&Stmt> = vec![then];
            parts.extend(otherwise.as_deref());
            parts
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Label(_, body) => vec![body],
        StmtKind::Expr(Expr {
            kind: ExprKind::Block(block),
            ..
        }) => vec![block],
        _ => vec![],
    }
}
