//! Statements.

use crate::parser::{Parsed, Parser};
use crate::syntax::tree::{BlockItem, ExprId, ForInit, Label, StmtId, StmtKind};
use crate::syntax::{Keyword, TokenKind};

impl Parser {
    /// A block in a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<StmtId> {
        let first = self.at;
        self.expect("{")?;
        let items = self.nested(|parser| parser.scoped(|parser| parser.block_items()))?;
        Ok(self.new_stmt(StmtKind::Block(items), first))
    }

    fn block_items(&mut self) -> Parsed<Vec<BlockItem>> {
        let mut items = Vec::new();
        while !self.eat("}") {
            items.push(if self.keyword() == Some(Keyword::Label) {
                return Err(self.unsupported("a local label (`__label__`)"));
            } else if self.keyword() == Some(Keyword::StaticAssert) {
                BlockItem::StaticAssert(self.static_assert()?)
            } else if self.starts_declaration() {
                BlockItem::Declaration(self.local_declaration()?)
            } else {
                BlockItem::Stmt(self.statement()?)
            });
        }
        Ok(items)
    }

    /// A name before a colon is a label even if it names a type. `__extension__` and `__attribute__` may also start a statement.
    fn starts_declaration(&self) -> bool {
        match self.kind() {
            TokenKind::Name(_) => !self.next_is(":") && self.starts_type(0),
            TokenKind::Keyword(Keyword::Attribute) => !self.is_fallthrough(),
            _ => self.starts_type(0),
        }
    }

    /// `__attribute__((fallthrough));`
    fn is_fallthrough(&self) -> bool {
        let is = |skip, text| matches!(self.peek(skip), TokenKind::Punct(p) if *p == text);
        is(1, "(") && is(2, "(") && is(4, ")") && is(5, ")") && is(6, ";")
    }

    pub(super) fn statement(&mut self) -> Parsed<StmtId> {
        self.nested(|parser| parser.any_statement())
    }

    fn any_statement(&mut self) -> Parsed<StmtId> {
        let first = self.at;
        if self.is("{") {
            return self.block();
        }
        if self.starts_label() {
            return self.labeled();
        }
        let kind = match self.keyword() {
            Some(Keyword::If) => return self.if_chain(),
            Some(Keyword::While) => {
                self.advance();
                let condition = self.condition()?;
                let body = self.statement()?;
                StmtKind::While { condition, body }
            }
            Some(Keyword::Do) => {
                self.advance();
                let body = self.statement()?;
                self.expect_keyword(Keyword::While)?;
                let condition = self.condition()?;
                self.expect(";")?;
                StmtKind::DoWhile { body, condition }
            }
            Some(Keyword::For) => self.scoped(|parser| parser.for_loop())?,
            Some(Keyword::Switch) => {
                self.advance();
                let value = self.condition()?;
                let body = self.statement()?;
                StmtKind::Switch { value, body }
            }
            Some(Keyword::Asm) => self.assembler()?,
            Some(Keyword::Attribute) if self.is_fallthrough() => {
                self.attributes()?;
                self.expect(";")?;
                StmtKind::Empty
            }
            _ => self.simple()?,
        };
        Ok(self.new_stmt(kind, first))
    }

    /// Statements that end with a semicolon.
    fn simple(&mut self) -> Parsed<StmtKind> {
        let kind = match self.keyword() {
            Some(Keyword::Goto) => {
                self.advance();
                if self.is("*") {
                    return Err(self.unsupported("a computed goto"));
                }
                StmtKind::Goto(self.ident()?)
            }
            Some(Keyword::Break) => {
                self.advance();
                StmtKind::Break
            }
            Some(Keyword::Continue) => {
                self.advance();
                StmtKind::Continue
            }
            Some(Keyword::Return) => {
                self.advance();
                let value = if self.is(";") {
                    None
                } else {
                    Some(self.expression()?)
                };
                StmtKind::Return(value)
            }
            _ if self.is(";") => StmtKind::Empty,
            _ => StmtKind::Expr(self.expression()?),
        };
        self.expect(";")?;
        Ok(kind)
    }

    fn condition(&mut self) -> Parsed<ExprId> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn starts_label(&self) -> bool {
        match self.kind() {
            TokenKind::Keyword(Keyword::Case | Keyword::Default) => true,
            TokenKind::Name(_) => self.next_is(":"),
            _ => false,
        }
    }

    /// All labels in a row belong to one statement.
    fn labeled(&mut self) -> Parsed<StmtId> {
        let first = self.at;
        let mut labels = Vec::new();
        while self.starts_label() {
            labels.push(if self.eat_keyword(Keyword::Case) {
                let low = self.conditional()?;
                if self.eat("...") {
                    Label::CaseRange(low, self.conditional()?)
                } else {
                    Label::Case(low)
                }
            } else if self.eat_keyword(Keyword::Default) {
                Label::Default
            } else {
                Label::Name(self.ident()?)
            });
            self.expect(":")?;
            if self.keyword() == Some(Keyword::Attribute) && !self.is_fallthrough() {
                // `unused` and the like.
                self.attributes()?;
            }
        }
        let body = if self.is("}") || self.starts_declaration() {
            // C23 and GCC: a label may stand before a declaration or at the end of a block.
            self.new_stmt(StmtKind::Empty, self.at - 1)
        } else {
            self.statement()?
        };
        Ok(self.new_stmt(StmtKind::Labeled { labels, body }, first))
    }

    /// `if` with all `else if` that follow, without recursion.
    fn if_chain(&mut self) -> Parsed<StmtId> {
        let mut heads = Vec::new();
        let mut last = None;
        loop {
            let first = self.at;
            self.expect_keyword(Keyword::If)?;
            let condition = self.condition()?;
            let then = self.statement()?;
            heads.push((first, condition, then));
            if !self.eat_keyword(Keyword::Else) {
                break;
            }
            if self.keyword() != Some(Keyword::If) {
                last = Some(self.statement()?);
                break;
            }
        }
        let mut chain = last;
        for (first, condition, then) in heads.into_iter().rev() {
            let kind = StmtKind::If {
                condition,
                then,
                otherwise: chain,
            };
            chain = Some(self.new_stmt(kind, first));
        }
        chain.ok_or_else(|| self.expected("`if`"))
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.advance();
        self.expect("(")?;
        let init = if self.eat(";") {
            ForInit::None
        } else if self.starts_type(0) {
            ForInit::Declaration(Box::new(self.local_declaration()?))
        } else {
            let init = self.expression()?;
            self.expect(";")?;
            ForInit::Expr(init)
        };
        let condition = self.optional(";")?;
        let step = self.optional(")")?;
        let body = self.statement()?;
        Ok(StmtKind::For {
            init,
            condition,
            step,
            body,
        })
    }

    /// An expression that may be absent, and what ends it.
    fn optional(&mut self, end: &str) -> Parsed<Option<ExprId>> {
        if self.eat(end) {
            return Ok(None);
        }
        let value = self.expression()?;
        self.expect(end)?;
        Ok(Some(value))
    }

    /// Inline assembler is skipped in system headers, whose functions are seldom called.
    fn assembler(&mut self) -> Parsed<StmtKind> {
        if !self.token().system {
            return Err(self.unsupported("inline assembler"));
        }
        while !self.is("(") {
            if matches!(self.kind(), TokenKind::End | TokenKind::Punct(";")) {
                return Err(self.expected("`(`"));
            }
            self.advance();
        }
        let mut open = 0;
        loop {
            match self.kind() {
                TokenKind::Punct("(") => open += 1,
                TokenKind::Punct(")") => open -= 1,
                TokenKind::End => return Err(self.expected("`)`")),
                _ => {}
            }
            self.advance();
            if open == 0 {
                break;
            }
        }
        self.expect(";")?;
        Ok(StmtKind::Asm)
    }
}
