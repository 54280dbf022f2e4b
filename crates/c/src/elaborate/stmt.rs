//! Statements.

use assay_source::Diagnostic;

use super::convert::Target;
use super::function::{ASSEMBLER, Label, gives_up};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{LabelId, LoopNumber, Stmt, StmtKind};
use crate::syntax::tree::{self, BlockItem, ExprId, ForInit, Ident, Place, StmtId};

impl<'u> Elaborator<'u> {
    pub fn make_stmt(&self, kind: StmtKind, place: Place) -> Stmt {
        Stmt {
            kind,
            span: place.span,
            site: self.site(place.first),
        }
    }

    /// The items of a block, in the current scope. A faulty item is reported and left out.
    pub fn block_items(&mut self, items: &'u [BlockItem], out: &mut Vec<Stmt>) -> Done<()> {
        for item in items {
            let done = match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration, out),
                BlockItem::StaticAssert(check) => self.static_assert(check),
                BlockItem::Stmt(id) => self.stmt_into(*id, out),
            };
            self.recover(done)?;
        }
        Ok(())
    }

    /// Keeps a fault and goes on, unless the whole function is given up.
    fn recover(&mut self, done: Done<()>) -> Done<()> {
        match done {
            Err(fault) if self.body.is_system && gives_up(&fault) => Err(fault),
            done => {
                self.note(done);
                Ok(())
            }
        }
    }

    fn stmt_into(&mut self, id: StmtId, out: &mut Vec<Stmt>) -> Done<()> {
        let statement = self.plain_stmt(id)?;
        out.append(&mut self.body.pending);
        out.push(statement);
        Ok(())
    }

    /// A statement with the hidden declarations that it needs.
    pub fn stmt(&mut self, id: StmtId) -> Done<Stmt> {
        let outer = std::mem::take(&mut self.body.pending);
        let done = self.plain_stmt(id);
        let mut needed = std::mem::replace(&mut self.body.pending, outer);
        let statement = done?;
        if needed.is_empty() {
            return Ok(statement);
        }
        needed.push(statement);
        let place = self.unit.stmt(id).place;
        Ok(self.make_stmt(StmtKind::Block(needed), place))
    }

    fn plain_stmt(&mut self, id: StmtId) -> Done<Stmt> {
        let statement = self.unit.stmt(id);
        self.nested(statement.place, |this| this.any_stmt(statement))
    }

    fn any_stmt(&mut self, statement: &'u tree::Stmt) -> Done<Stmt> {
        use tree::StmtKind as K;
        let place = statement.place;
        let kind = match &statement.kind {
            K::Empty => StmtKind::Empty,
            K::Expr(id) => StmtKind::Expr(self.value(*id)?.expr),
            K::Block(items) => {
                let mut out = Vec::new();
                self.scoped(|this| this.block_items(items, &mut out))?;
                StmtKind::Block(out)
            }
            K::If {
                condition,
                then,
                otherwise,
            } => match self.assertion_of_if(*condition, *then, *otherwise)? {
                Some(assertion) => StmtKind::Expr(assertion.expr),
                None => {
                    let condition = self.condition(*condition)?.expr;
                    let then = Box::new(self.stmt(*then)?);
                    let otherwise = match otherwise {
                        Some(id) => Some(Box::new(self.stmt(*id)?)),
                        None => None,
                    };
                    StmtKind::If {
                        condition,
                        then,
                        otherwise,
                    }
                }
            },
            K::While { condition, body } => {
                let condition = self.condition(*condition)?.expr;
                let body = Box::new(self.loop_body(*body)?);
                StmtKind::While {
                    number: self.loop_ends(),
                    condition,
                    body,
                }
            }
            K::DoWhile { body, condition } => {
                let body = Box::new(self.loop_body(*body)?);
                let condition = self.condition(*condition)?.expr;
                StmtKind::DoWhile {
                    number: self.loop_ends(),
                    body,
                    condition,
                }
            }
            K::For {
                init,
                condition,
                step,
                body,
            } => self.scoped(|this| this.for_loop(init, *condition, *step, *body))?,
            K::Switch { value, body } => self.switch(*value, *body)?,
            K::Labeled { labels, body } => return self.labeled(labels, *body, place),
            K::Goto(name) => StmtKind::Goto(self.jump(name)),
            K::Break => {
                if self.body.in_breakable == 0 {
                    return Err(self.misplaced("break", "a loop or `switch`", place));
                }
                StmtKind::Break
            }
            K::Continue => {
                if self.body.in_loops == 0 {
                    return Err(self.misplaced("continue", "a loop", place));
                }
                StmtKind::Continue
            }
            K::Return(value) => return self.returns(*value, place),
            K::Asm => {
                let message = "inline assembler is not supported";
                return Err(self.fault(place, ASSEMBLER, message));
            }
        };
        Ok(self.make_stmt(kind, place))
    }

    pub fn misplaced(&self, word: &str, of: &str, place: Place) -> Box<Diagnostic> {
        self.fault(place, "C0110", format!("`{word}` stands outside of {of}"))
    }

    fn loop_ends(&mut self) -> LoopNumber {
        let number = LoopNumber(self.body.loops);
        self.body.loops += 1;
        number
    }

    fn loop_body(&mut self, id: StmtId) -> Done<Stmt> {
        self.body.in_loops += 1;
        self.body.in_breakable += 1;
        let done = self.stmt(id);
        self.body.in_loops -= 1;
        self.body.in_breakable -= 1;
        done
    }

    fn for_loop(
        &mut self,
        init: &'u ForInit,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Done<StmtKind> {
        let mut first = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(id) => {
                let place = self.unit.expr(*id).place;
                let value = self.value(*id)?;
                first.append(&mut self.body.pending);
                first.push(self.make_stmt(StmtKind::Expr(value.expr), place));
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut first)?,
        }
        let condition = match condition {
            Some(id) => Some(self.condition(id)?.expr),
            None => None,
        };
        // The step is elaborated where it is executed, so that loops in it are counted in order.
        let body = Box::new(self.loop_body(body)?);
        let step = match step {
            Some(id) => Some(self.value(id)?.expr),
            None => None,
        };
        first.append(&mut self.body.pending);
        Ok(StmtKind::For {
            number: self.loop_ends(),
            init: first,
            condition,
            step,
            body,
        })
    }

    fn jump(&mut self, name: &'u Ident) -> LabelId {
        let id = self.label(name);
        if let Some(label) = self.body.labels.get_mut(&*name.name) {
            if label.span.is_some() {
                // A jump backwards is a loop that ends here.
                self.body.loops += 1;
            }
            label.used = label.used.or(Some(name));
        }
        id
    }

    /// The number of a user label, whether it was seen already or not.
    pub fn label(&mut self, name: &'u Ident) -> LabelId {
        if let Some(label) = self.body.labels.get(&*name.name) {
            return label.id;
        }
        let id = self.new_label();
        let label = Label {
            id,
            span: None,
            used: None,
        };
        self.body.labels.insert(&name.name, label);
        id
    }

    pub fn new_label(&mut self) -> LabelId {
        let id = LabelId(self.body.label_count);
        self.body.label_count += 1;
        id
    }

    fn returns(&mut self, value: Option<ExprId>, place: Place) -> Done<Stmt> {
        let result = self.body.result.ok_or_else(|| self.reported())?;
        let is_void = self.tys.is_void(result);
        let Some(id) = value else {
            if !is_void {
                let ty = self.tys.show(result);
                let message = format!("nothing is returned, but the function returns `{ty}`");
                self.warn(place, "C0153", message);
            }
            return Ok(self.make_stmt(StmtKind::Return(None), place));
        };
        let value = self.value(id)?;
        let value_place = self.unit.expr(id).place;
        if !is_void {
            let value = self.store(value, result, Target::Return, value_place)?;
            return Ok(self.make_stmt(StmtKind::Return(Some(value.expr)), place));
        }
        if !self.tys.is_void(value.ty) {
            let ty = self.tys.show(value.ty);
            let message = format!("a value of type `{ty}` is returned, but the function is `void`");
            self.warn(value_place, "C0153", message);
        }
        let first = self.make_stmt(StmtKind::Expr(value.expr), value_place);
        let then = self.make_stmt(StmtKind::Return(None), place);
        Ok(self.make_stmt(StmtKind::Block(vec![first, then]), place))
    }

    /// The block of a statement expression, and the type of its value.
    pub fn value_block(&mut self, id: StmtId) -> Done<(Stmt, Ty)> {
        let block = self.unit.stmt(id);
        let tree::StmtKind::Block(items) = &block.kind else {
            return Err(self.reported());
        };
        self.scoped(|this| {
            let mut out = Vec::new();
            let mut ty = this.tys.basic.void;
            let last = match items.as_slice() {
                [rest @ .., BlockItem::Stmt(last)] => match &this.unit.stmt(*last).kind {
                    tree::StmtKind::Expr(value) => {
                        this.block_items(rest, &mut out)?;
                        Some((*value, this.unit.stmt(*last).place))
                    }
                    _ => None,
                },
                _ => None,
            };
            match last {
                Some((value, place)) => {
                    let value = this.value(value)?;
                    ty = value.ty;
                    out.append(&mut this.body.pending);
                    out.push(this.make_stmt(StmtKind::Value(value.expr), place));
                }
                None => this.block_items(items, &mut out)?,
            }
            Ok((this.make_stmt(StmtKind::Block(out), block.place), ty))
        })
    }
}
