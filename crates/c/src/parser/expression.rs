//! Expressions.

use crate::parser::{Parsed, Parser};
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, GenericArm, UnaryOp};
use crate::syntax::{Keyword, TokenKind};

impl Parser {
    /// An expression with commas.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        let mut left = self.assignment()?;
        while self.is(",") {
            let operator = self.at;
            self.advance();
            let right = self.assignment()?;
            left = self.new_expr(ExprKind::Comma(left, right), first, operator);
        }
        Ok(left)
    }

    /// An expression without commas. A chain of assignments is a loop: its parts are collected and joined from the right.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        let mut targets = Vec::new();
        let mut value = loop {
            let first = self.at;
            let left = self.conditional()?;
            let TokenKind::Punct(text) = *self.kind() else {
                break left;
            };
            let Some(operator) = assignment_operator(text) else {
                break left;
            };
            targets.push((first, left, operator, self.at));
            self.advance();
        };
        for (first, target, operator, at) in targets.into_iter().rev() {
            value = self.new_expr(ExprKind::Assign(operator, target, value), first, at);
        }
        Ok(value)
    }

    /// An expression without commas and assignments, as constants are.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let mut heads = Vec::new();
        let mut value = loop {
            let first = self.at;
            let condition = self.implication()?;
            if !self.is("?") {
                break condition;
            }
            let operator = self.at;
            self.advance();
            let then = if self.is(":") {
                None
            } else {
                Some(self.nested(|parser| parser.expression())?)
            };
            self.expect(":")?;
            heads.push((first, condition, then, operator));
        };
        for (first, condition, then, operator) in heads.into_iter().rev() {
            let kind = ExprKind::Conditional(condition, then, value);
            value = self.new_expr(kind, first, operator);
        }
        Ok(value)
    }

    /// CBMC's `a ==> b`, which is `!a || b`. Chains are joined from the right.
    fn implication(&mut self) -> Parsed<ExprId> {
        let mut premises = Vec::new();
        let mut value = loop {
            let first = self.at;
            let value = self.binary()?;
            if !self.is_arrow() {
                break value;
            }
            let not = self.new_expr(ExprKind::Unary(UnaryOp::Not, value), first, self.at);
            premises.push((first, not, self.at));
            self.advance();
            self.advance();
        };
        for (first, premise, at) in premises.into_iter().rev() {
            value = self.new_expr(ExprKind::Binary(BinaryOp::Or, premise, value), first, at);
        }
        Ok(value)
    }

    /// Whether `==>` follows, which the preprocessor takes for two tokens.
    fn is_arrow(&self) -> bool {
        let touch = |parser: &Self| {
            let ends = parser.tokens[parser.at].span.end;
            ends == parser.tokens[parser.at + 1].span.start
        };
        self.is("==") && matches!(self.peek(1), TokenKind::Punct(">")) && touch(self)
    }

    /// Binary operators: a stack of operands that wait for what binds more strongly.
    fn binary(&mut self) -> Parsed<ExprId> {
        let mut waiting: Vec<(ExprId, usize, BinaryOp, usize)> = Vec::new();
        let mut first = self.at;
        let mut right = self.cast()?;
        loop {
            let next = match *self.kind() {
                _ if self.is_arrow() => None,
                TokenKind::Punct(text) => BinaryOp::from_str(text),
                _ => None,
            };
            while let Some(&(left, start, operator, at)) = waiting.last() {
                if next.is_some_and(|next| next.level() > operator.level()) {
                    break;
                }
                waiting.pop();
                right = self.new_expr(ExprKind::Binary(operator, left, right), start, at);
                first = start;
            }
            let Some(operator) = next else {
                return Ok(right);
            };
            waiting.push((right, first, operator, self.at));
            self.advance();
            first = self.at;
            right = self.cast()?;
        }
    }

    /// A cast, or what binds more strongly.
    fn cast(&mut self) -> Parsed<ExprId> {
        if !self.is("(") || !self.starts_type(1) {
            return self.unary();
        }
        let first = self.at;
        let name = self.parenthesized_type()?;
        if self.is("{") {
            let list = self.nested(|parser| parser.init_list())?;
            let kind = ExprKind::CompoundLiteral(Box::new(name), list);
            let literal = self.new_expr(kind, first, first);
            return self.suffixes(first, literal);
        }
        let value = self.nested(|parser| parser.cast())?;
        Ok(self.new_expr(ExprKind::Cast(Box::new(name), value), first, first))
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        let operator = match self.kind() {
            TokenKind::Punct("+") => UnaryOp::Plus,
            TokenKind::Punct("-") => UnaryOp::Minus,
            TokenKind::Punct("~") => UnaryOp::BitNot,
            TokenKind::Punct("!") => UnaryOp::Not,
            TokenKind::Punct("*") => UnaryOp::Deref,
            TokenKind::Punct("&") => UnaryOp::Address,
            TokenKind::Punct("++") => UnaryOp::PreIncrement,
            TokenKind::Punct("--") => UnaryOp::PreDecrement,
            TokenKind::Punct("&&") => return Err(self.unsupported("the address of a label")),
            TokenKind::Keyword(Keyword::Extension) => {
                self.advance();
                return self.nested(|parser| parser.cast());
            }
            TokenKind::Keyword(Keyword::Sizeof | Keyword::Alignof) => return self.size(),
            TokenKind::Keyword(word @ (Keyword::Real | Keyword::Imag)) => {
                return Err(self.unsupported(&format!("`{}`", word.as_str())));
            }
            _ => return self.postfix(),
        };
        self.advance();
        let value = self.nested(|parser| parser.cast())?;
        Ok(self.new_expr(ExprKind::Unary(operator, value), first, first))
    }

    /// `sizeof` and `_Alignof`, of a type or of an expression.
    fn size(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        let of_size = self.keyword() == Some(Keyword::Sizeof);
        self.advance();
        if self.is("(") && self.starts_type(1) {
            let start = self.at;
            let name = self.parenthesized_type()?;
            if !self.is("{") {
                let name = Box::new(name);
                let kind = if of_size {
                    ExprKind::SizeofType(name)
                } else {
                    ExprKind::AlignofType(name)
                };
                return Ok(self.new_expr(kind, first, first));
            }
            let list = self.nested(|parser| parser.init_list())?;
            let kind = ExprKind::CompoundLiteral(Box::new(name), list);
            let literal = self.new_expr(kind, start, start);
            let value = self.suffixes(start, literal)?;
            return Ok(self.size_of_value(of_size, value, first));
        }
        let value = self.nested(|parser| parser.unary())?;
        Ok(self.size_of_value(of_size, value, first))
    }

    fn size_of_value(&mut self, of_size: bool, value: ExprId, first: usize) -> ExprId {
        let kind = if of_size {
            ExprKind::SizeofExpr(value)
        } else {
            ExprKind::AlignofExpr(value)
        };
        self.new_expr(kind, first, first)
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        let value = self.primary()?;
        self.suffixes(first, value)
    }

    fn suffixes(&mut self, first: usize, mut value: ExprId) -> Parsed<ExprId> {
        loop {
            let operator = self.at;
            let TokenKind::Punct(text) = *self.kind() else {
                return Ok(value);
            };
            let kind = match text {
                "[" => {
                    self.advance();
                    let index = self.nested(|parser| parser.expression())?;
                    self.expect("]")?;
                    ExprKind::Index(value, index)
                }
                "(" => {
                    self.advance();
                    let arguments = self.nested(|parser| parser.arguments())?;
                    ExprKind::Call(value, arguments)
                }
                "." => {
                    self.advance();
                    ExprKind::Member(value, self.ident()?)
                }
                "->" => {
                    self.advance();
                    ExprKind::Arrow(value, self.ident()?)
                }
                "++" => {
                    self.advance();
                    ExprKind::Unary(UnaryOp::PostIncrement, value)
                }
                "--" => {
                    self.advance();
                    ExprKind::Unary(UnaryOp::PostDecrement, value)
                }
                _ => return Ok(value),
            };
            value = self.new_expr(kind, first, operator);
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        let kind = match self.kind().clone() {
            TokenKind::Name(name) => {
                if is_quantifier(&name) {
                    return Err(self.unsupported(&format!("the quantifier `{name}`")));
                }
                if matches!(&*name, "__try" | "__CPROVER_try") && self.next_is("{") {
                    return Err(self.unsupported(&format!("`{name}`")));
                }
                ExprKind::Name(name)
            }
            TokenKind::Int(literal) => ExprKind::Int(literal),
            TokenKind::Float(literal) => ExprKind::Float(literal),
            TokenKind::Char(literal) => ExprKind::Char(literal),
            TokenKind::String(_) => {
                let literal = self.string()?;
                return Ok(self.new_expr(ExprKind::String(literal), first, first));
            }
            TokenKind::Punct("(") if self.next_is("{") => return self.statement_expression(),
            TokenKind::Punct("(") => {
                self.advance();
                let value = self.nested(|parser| parser.expression())?;
                self.expect(")")?;
                return Ok(value);
            }
            TokenKind::Keyword(word) => return self.keyword_expression(word),
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(self.new_expr(kind, first, first))
    }

    fn statement_expression(&mut self) -> Parsed<ExprId> {
        let first = self.at;
        self.advance();
        if self.scopes.len() < 2 {
            return Err(self.unsupported("a statement expression outside of functions"));
        }
        let block = self.block()?;
        self.expect(")")?;
        Ok(self.new_expr(ExprKind::Statement(block), first, first))
    }

    /// Built-in functions that take types, and `_Generic`.
    fn keyword_expression(&mut self, word: Keyword) -> Parsed<ExprId> {
        let first = self.at;
        if !matches!(
            word,
            Keyword::Offsetof | Keyword::VaArg | Keyword::TypesCompatible | Keyword::Generic
        ) {
            return Err(self.expected("an expression"));
        }
        self.advance();
        self.expect("(")?;
        let kind = self.nested(|parser| match word {
            Keyword::Offsetof => parser.offsetof(),
            Keyword::VaArg => {
                let list = parser.assignment()?;
                parser.expect(",")?;
                Ok(ExprKind::VaArg(list, Box::new(parser.type_name()?)))
            }
            Keyword::TypesCompatible => {
                let one = parser.type_name()?;
                parser.expect(",")?;
                let other = parser.type_name()?;
                Ok(ExprKind::TypesCompatible(Box::new(one), Box::new(other)))
            }
            _ => parser.generic(),
        })?;
        self.expect(")")?;
        Ok(self.new_expr(kind, first, first))
    }

    /// `__builtin_offsetof(type, a.b[1])`: the first field has no dot.
    fn offsetof(&mut self) -> Parsed<ExprKind> {
        let name = self.type_name()?;
        self.expect(",")?;
        let field = crate::syntax::tree::Designator::Field(self.ident()?);
        let mut path = vec![field];
        path.append(&mut self.designators()?);
        Ok(ExprKind::Offsetof(Box::new(name), path))
    }

    fn generic(&mut self) -> Parsed<ExprKind> {
        let control = self.assignment()?;
        let mut arms = Vec::new();
        while self.eat(",") {
            let of = if self.eat_keyword(Keyword::Default) {
                None
            } else {
                Some(self.type_name()?)
            };
            self.expect(":")?;
            let value = self.assignment()?;
            arms.push(GenericArm { of, value });
        }
        Ok(ExprKind::Generic(control, arms))
    }
}

fn is_quantifier(name: &str) -> bool {
    matches!(name, "__CPROVER_forall" | "__CPROVER_exists")
}

/// None if it is no assignment; `=` has no operator of its own.
fn assignment_operator(text: &str) -> Option<Option<BinaryOp>> {
    if text == "=" {
        return Some(None);
    }
    let operator = text.strip_suffix('=')?;
    if matches!(operator, "=" | "!" | "<" | ">") {
        return None;
    }
    BinaryOp::from_str(operator).map(Some)
}
