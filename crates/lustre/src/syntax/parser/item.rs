//! What stands between `let` and `tel`: equations, assertions, properties and other annotations.

use std::sync::Arc;

use super::{Construct, Parse, Parser};
use crate::syntax::ast::{
    Assert, Equation, Expr, ExprKind, Ident, Item, Ivc, Main, Property, PropertyStyle, Realizable,
};
use crate::syntax::token::{Annotation, TokenKind};

impl Parser<'_> {
    /// One item; `None` for what only had to be skipped.
    pub(super) fn item(&mut self) -> Parse<Option<Item>> {
        let start = self.token().start;
        let item = match self.kind() {
            TokenKind::Refused(construct) => {
                self.refuse_here(construct);
                self.advance();
                return Ok(None);
            }
            TokenKind::Annotation(annotation) => self.annotation(annotation)?,
            TokenKind::Block(annotation) => self.block(annotation)?,
            TokenKind::Symbol("(") => self.equation()?,
            _ => match self.word() {
                "assert" => {
                    self.advance();
                    let expr = self.expr()?;
                    self.expect(";")?;
                    let span = self.since(start);
                    Item::Assert(Assert { expr, span })
                }
                "check" if self.kind2() => {
                    self.advance();
                    self.property(start, PropertyStyle::Check)?
                }
                "if" | "when" | "cond" if self.kind2() && !self.is_at(1, "=") => {
                    return Err(self.refuse_here(Construct::ConditionalBlock));
                }
                "frame" if self.kind2() => return Err(self.refuse_here(Construct::FrameBlock)),
                "" => return Err(self.expected("an equation, `assert`, an annotation or `tel`")),
                _ => self.equation()?,
            },
        };
        Ok(Some(item))
    }

    fn equation(&mut self) -> Parse<Item> {
        let start = self.token().start;
        let mut lhs = Vec::new();
        let parenthesised = self.eat("(");
        if !(parenthesised && self.is(")")) {
            lhs.push(self.assigned()?);
            while self.eat(",") {
                lhs.push(self.assigned()?);
            }
        }
        if parenthesised {
            self.expect(")")?;
        }
        self.expect("=")?;
        let rhs = self.expr()?;
        self.expect(";")?;
        let span = self.since(start);
        Ok(Item::Equation(Equation { lhs, rhs, span }))
    }

    fn assigned(&mut self) -> Parse<Ident> {
        let name = self.dotted("a variable")?;
        if self.kind2() && self.is("[") {
            return Err(self.refuse(Construct::ArrayDefinition, name.span));
        }
        if self.kind2() && self.is("(") {
            return Err(self.refuse(Construct::Lemma, name.span));
        }
        Ok(name)
    }

    fn annotation(&mut self, annotation: Annotation) -> Parse<Item> {
        let start = self.advance().start;
        match annotation {
            Annotation::Main => {
                let mut value = true;
                if self.kind2() {
                    if self.eat(":") {
                        value = self.boolean()?;
                    }
                    self.expect(";")?;
                } else {
                    self.eat(";");
                }
                let span = self.since(start);
                Ok(Item::Main(Main { value, span }))
            }
            Annotation::Property if self.kind2() => self.property(start, PropertyStyle::Annotation),
            Annotation::Property => {
                let expr = self.path()?;
                self.expect(";")?;
                Ok(Item::Property(Property {
                    style: PropertyStyle::Annotation,
                    name: None,
                    expr,
                    provided: None,
                    span: self.since(start),
                }))
            }
            Annotation::Realizable => {
                let mut inputs = Vec::new();
                if !self.is(";") {
                    inputs.push(self.ident("an input")?);
                    while self.eat(",") {
                        inputs.push(self.ident("an input")?);
                    }
                }
                self.expect(";")?;
                let span = self.since(start);
                Ok(Item::Realizable(Realizable { inputs, span }))
            }
            Annotation::Ivc => {
                let mut elements = Vec::new();
                if !self.is(";") {
                    elements.push(self.path()?);
                    while self.eat(",") {
                        elements.push(self.path()?);
                    }
                }
                self.expect(";")?;
                let span = self.since(start);
                Ok(Item::Ivc(Ivc { elements, span }))
            }
        }
    }

    /// `(*%MAIN ... *)`, `(*%PROPERTY ... *)` and the `/*` forms.
    fn block(&mut self, annotation: Annotation) -> Parse<Item> {
        let start = self.advance().start;
        let item = match annotation {
            Annotation::Main => {
                let value = if self.eat(":") { self.boolean()? } else { true };
                self.eat(";");
                let span = self.since(start);
                Item::Main(Main { value, span })
            }
            _ => self.property(start, PropertyStyle::Annotation)?,
        };
        match self.kind() {
            TokenKind::BlockEnd => {
                self.advance();
                Ok(item)
            }
            _ => Err(self.expected("the end of the comment")),
        }
    }

    fn boolean(&mut self) -> Parse<bool> {
        match self.word() {
            "true" => {
                self.advance();
                Ok(true)
            }
            "false" => {
                self.advance();
                Ok(false)
            }
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// Kind 2: `[invariant] ["name"] [:] expr [provided expr];` behind `check` or the annotation.
    fn property(&mut self, start: u32, style: PropertyStyle) -> Parse<Item> {
        match self.word() {
            "reachable" if !self.ends_expr(1) => {
                return Err(self.refuse_here(Construct::Reachability));
            }
            "invariant" if !self.ends_expr(1) => {
                self.advance();
            }
            _ => {}
        }
        let mut name = None;
        if self.kind() == TokenKind::Text {
            let token = self.advance();
            let text = self.text(token);
            name = Some(Arc::from(text.trim_matches('"')));
        }
        self.eat(":");
        let expr = self.expr()?;
        let provided = if self.eat_word("provided") {
            Some(self.expr()?)
        } else {
            None
        };
        self.expect(";")?;
        let span = self.since(start);
        Ok(Item::Property(Property {
            style,
            name,
            expr,
            provided,
            span,
        }))
    }

    /// Whether the token ahead shows that the word before it was a name and not a keyword.
    fn ends_expr(&self, ahead: usize) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Symbol(s) if s != "(" && s != "-" && s != "[")
    }

    /// `x`, `x.f`, `x[2]`: a variable or a part of one, by constant steps.
    fn path(&mut self) -> Parse<Expr> {
        let name = self.ident("a variable")?;
        let start = name.span.start;
        let mut path = self.build(ExprKind::Name(name.name), start, name.span)?;
        loop {
            if self.is(".") {
                let op_span = self.take_span();
                let field = self.ident("a field")?;
                path = self.build(ExprKind::Field(Box::new(path), field), start, op_span)?;
            } else if self.is("[") {
                let op_span = self.take_span();
                let index = self.int_literal("an index")?;
                self.expect("]")?;
                let kind = ExprKind::Index(Box::new(path), Box::new(index));
                path = self.build(kind, start, op_span)?;
            } else {
                return Ok(path);
            }
        }
    }
}
