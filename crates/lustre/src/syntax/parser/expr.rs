//! Expressions, by precedence climbing.
//!
//! From loose to tight: `->` and `fby` (right), `=>` (right), `or xor`, `and`, comparisons, `+ -`, `* / div mod`,
//! prefix operators, Kind 2's `^`, postfix. An `else` branch reaches as far right as it can. Unary minus is a prefix
//! operator in JKind's dialect (`-a mod b` is `(-a) mod b`); in Kind 2's it has the level of the binary minus
//! (`-a mod b` is `-(a mod b)`).

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Construct, Parse, Parser, Span};
use crate::MAX_DEPTH;
use crate::syntax::ast::{BinaryOp, Call, CastOp, Expr, ExprKind, Ident, PathStep, UnaryOp};
use crate::syntax::token::TokenKind;

/// Numbers with more characters than this are refused: nobody wrote them, and arithmetic on them would not end.
const MAX_DIGITS: usize = 10_000;
/// The same for decimal exponents.
const MAX_EXPONENT: u32 = 10_000;

/// Binding strength of binary operators; see [`BinaryOp::level`].
pub(crate) const LOOSEST: u8 = 1;
pub(crate) const ADDITIVE: u8 = 6;
pub(crate) const MULTIPLICATIVE: u8 = 7;

impl BinaryOp {
    pub(crate) fn level(self) -> u8 {
        match self {
            BinaryOp::Arrow | BinaryOp::Fby => LOOSEST,
            BinaryOp::Implies => 2,
            BinaryOp::Or | BinaryOp::Xor => 3,
            BinaryOp::And => 4,
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => 5,
            BinaryOp::Add | BinaryOp::Sub => ADDITIVE,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::IntDiv | BinaryOp::Mod => MULTIPLICATIVE,
        }
    }

    pub(crate) fn is_right_associative(self) -> bool {
        self.level() <= 2
    }

    /// Whether parentheses in a chain of it change nothing. Numbers are exact here, so `+` and `*` are among them.
    fn is_associative(self) -> bool {
        matches!(
            self,
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
        )
    }

    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::IntDiv => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "=",
            BinaryOp::Ne => "<>",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::Implies => "=>",
            BinaryOp::Arrow => "->",
            BinaryOp::Fby => "fby",
        }
    }
}

/// An operand of a chain, with its parentheses.
struct Link {
    expr: Expr,
    span: Span,
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        self.binary(LOOSEST)
    }

    /// An expression node over the text from `start` to the last token taken.
    pub(super) fn build(&mut self, kind: ExprKind, start: u32, op_span: Span) -> Parse<Expr> {
        let span = self.since(start);
        self.build_over(kind, span, op_span)
    }

    fn build_over(&mut self, kind: ExprKind, span: Span, op_span: Span) -> Parse<Expr> {
        let depth = 1 + kind.children().map(|c| c.depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(self.too_deep(op_span));
        }
        Ok(Expr {
            kind,
            span,
            op_span,
            depth,
        })
    }

    fn binary(&mut self, level: u8) -> Parse<Expr> {
        let start = self.token().start;
        let mut left = self.nested(Self::prefix)?;
        while let Some(op) = self.operator()? {
            let own = op.level();
            if own < level {
                break;
            }
            // Left-associative chains are loops; right-associative ones recurse, within the depth limit.
            if op.is_right_associative() {
                let op_span = self.take_span();
                let right = self.nested(|p| p.binary(own))?;
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                left = self.build(kind, start, op_span)?;
            } else {
                left = self.chain(op, left, start)?;
            }
        }
        Ok(left)
    }

    /// `left op a op b ...`, as long as the operator stays the same. A chain that would nest too deeply becomes a balanced tree where
    /// that means the same.
    fn chain(&mut self, op: BinaryOp, left: Expr, start: u32) -> Parse<Expr> {
        let mut links = vec![Link {
            span: self.since(start),
            expr: left,
        }];
        let mut operators = Vec::new();
        while self.operator()? == Some(op) {
            operators.push(self.take_span());
            let start = self.token().start;
            let expr = self.binary(op.level() + 1)?;
            let span = self.since(start);
            links.push(Link { expr, span });
        }
        let deepest = links.iter().map(|l| l.expr.depth).max().unwrap_or(0);
        if op.is_associative() && deepest as usize + operators.len() > MAX_DEPTH as usize {
            let all = self.balanced(op, &mut links.into_iter(), &operators)?;
            return Ok(all.expr);
        }
        let mut links = links.into_iter();
        let mut left = links.next().expect("a chain begins with an operand");
        for (right, op_span) in links.zip(operators) {
            left = self.joined(op, left, right, op_span)?;
        }
        Ok(left.expr)
    }

    /// The next operands, one more than operators, as a tree that is as flat as can be.
    fn balanced(
        &mut self,
        op: BinaryOp,
        links: &mut impl Iterator<Item = Link>,
        operators: &[Span],
    ) -> Parse<Link> {
        if operators.is_empty() {
            return Ok(links.next().expect("an operand more than operators"));
        }
        let middle = operators.len() / 2;
        let left = self.balanced(op, links, &operators[..middle])?;
        let right = self.balanced(op, links, &operators[middle + 1..])?;
        self.joined(op, left, right, operators[middle])
    }

    fn joined(&mut self, op: BinaryOp, left: Link, right: Link, op_span: Span) -> Parse<Link> {
        let span = Span {
            end: right.span.end,
            ..left.span
        };
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        let expr = self.build_over(kind, span, op_span)?;
        Ok(Link { expr, span })
    }

    fn operator(&mut self) -> Parse<Option<BinaryOp>> {
        // A symbol in one dialect, a word in the other, where names may begin with it.
        let mark = self.is("!") || self.word() == "!";
        if mark && self.is_at(1, "=") {
            return Err(self.habit("expected an operator, found `!`", "<>"));
        }
        let op = match self.kind() {
            TokenKind::Symbol(symbol) => match symbol {
                "+" => BinaryOp::Add,
                "-" => BinaryOp::Sub,
                "*" => BinaryOp::Mul,
                "/" => BinaryOp::Div,
                "<" => BinaryOp::Lt,
                "<=" => BinaryOp::Le,
                ">" => BinaryOp::Gt,
                ">=" => BinaryOp::Ge,
                "=" => BinaryOp::Eq,
                "<>" => BinaryOp::Ne,
                "=>" => BinaryOp::Implies,
                "->" => BinaryOp::Arrow,
                "|" => return Err(self.refuse_habit(Construct::ArrayOperator, "or")),
                "||" => return Err(self.refuse_habit(Construct::MachineInteger, "or")),
                "&&" | "&" => return Err(self.refuse_habit(Construct::MachineInteger, "and")),
                "++" => return Err(self.refuse_here(Construct::MachineInteger)),
                _ => return Ok(None),
            },
            _ => match self.word() {
                "div" => BinaryOp::IntDiv,
                "mod" => BinaryOp::Mod,
                "and" => BinaryOp::And,
                "or" => BinaryOp::Or,
                "xor" => BinaryOp::Xor,
                "fby" if self.kind2() => BinaryOp::Fby,
                "when" if self.kind2() => return Err(self.refuse_here(Construct::Clock)),
                "lsh" | "rsh" if self.kind2() => {
                    return Err(self.refuse_here(Construct::MachineInteger));
                }
                "in" if self.kind2() => return Err(self.refuse_here(Construct::MapOrSet)),
                _ => return Ok(None),
            },
        };
        Ok(Some(op))
    }

    fn prefix(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op = match self.kind() {
            TokenKind::Symbol("-") if self.kind2() => {
                let op_span = self.take_span();
                let operand = self.binary(MULTIPLICATIVE)?;
                let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(operand));
                return self.build(kind, start, op_span);
            }
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("!") => {
                return Err(self.refuse_habit(Construct::MachineInteger, "not"));
            }
            _ => match self.word() {
                "not" => UnaryOp::Not,
                "pre" => UnaryOp::Pre,
                "if" => return self.conditional(),
                "int" if self.kind2() => return self.prefix_cast(CastOp::Int),
                "real" if self.kind2() => return self.prefix_cast(CastOp::Real),
                _ => return self.operand(),
            },
        };
        let op_span = self.take_span();
        let operand = self.nested(Self::prefix)?;
        self.build(ExprKind::Unary(op, Box::new(operand)), start, op_span)
    }

    fn prefix_cast(&mut self, op: CastOp) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.take_span();
        let operand = self.nested(Self::prefix)?;
        self.build(ExprKind::Cast(op, Box::new(operand)), start, op_span)
    }

    fn conditional(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.take_span();
        let condition = self.expr()?;
        self.expect_word("then")?;
        let positive = self.expr()?;
        self.expect_word("else")?;
        let negative = self.expr()?;
        let kind = ExprKind::Ite(Box::new(condition), Box::new(positive), Box::new(negative));
        self.build(kind, start, op_span)
    }

    /// A primary expression with its postfix operators, and Kind 2's `^`.
    fn operand(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let mut base = self.postfix()?;
        while self.kind2() && self.is("^") {
            let op_span = self.take_span();
            let size = self.nested(Self::postfix)?;
            let kind = ExprKind::Fill(Box::new(base), Box::new(size));
            base = self.build(kind, start, op_span)?;
        }
        Ok(base)
    }

    pub(super) fn postfix(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let mut base = self.primary()?;
        loop {
            let op_span = self.here();
            let kind = match self.kind() {
                TokenKind::Symbol(".") => {
                    self.advance();
                    let field = self.ident("a field")?;
                    ExprKind::Field(Box::new(base), field)
                }
                TokenKind::Symbol(".%") => return Err(self.refuse_here(Construct::TupleType)),
                TokenKind::Symbol("{") => {
                    self.advance();
                    let field = self.ident("a field")?;
                    self.expect(":=")?;
                    let value = self.expr()?;
                    self.expect("}")?;
                    ExprKind::RecordUpdate(Box::new(base), field, Box::new(value))
                }
                TokenKind::Symbol("[") => {
                    self.advance();
                    let index = self.expr()?;
                    if self.is("..") {
                        return Err(self.refuse_here(Construct::ArrayOperator));
                    }
                    if self.eat(":=") {
                        let value = self.expr()?;
                        if self.kind2() && self.is(";") {
                            return Err(self.refuse_here(Construct::MapOrSet));
                        }
                        self.expect("]")?;
                        ExprKind::ArrayUpdate(Box::new(base), Box::new(index), Box::new(value))
                    } else {
                        self.expect("]")?;
                        ExprKind::Index(Box::new(base), Box::new(index))
                    }
                }
                // A call of a function with a dotted name.
                TokenKind::Symbol("(") if !self.kind2() && base.is_dotted() => {
                    let name = base.dotted_name().unwrap_or_default();
                    let callee = Ident {
                        name: Arc::from(name),
                        span: base.span,
                    };
                    let args = self.arguments()?;
                    base = self.build(ExprKind::Call(Call { callee, args }), start, base.span)?;
                    continue;
                }
                TokenKind::Symbol("<<" | "@") => {
                    return Err(self.refuse_here(Construct::Polymorphism));
                }
                _ => return Ok(base),
            };
            base = self.build(kind, start, op_span)?;
        }
    }

    fn primary(&mut self) -> Parse<Expr> {
        match self.kind() {
            TokenKind::Int | TokenKind::Real => self.literal(),
            TokenKind::Symbol("(") => self.parenthesised(),
            TokenKind::Symbol("[") => {
                let start = self.token().start;
                let op_span = self.take_span();
                let elements = self.list("]")?;
                if elements.is_empty() {
                    return Err(self.error_at(
                        "L0106",
                        "an array needs an element".into(),
                        self.since(start),
                    ));
                }
                self.build(ExprKind::Array(elements), start, op_span)
            }
            TokenKind::Symbol("{" | "'") if self.kind2() => {
                Err(self.refuse_here(Construct::TupleType))
            }
            TokenKind::Symbol("#") => Err(self.refuse_here(Construct::AtMostOne)),
            TokenKind::Symbol("::") => Err(self.refuse_here(Construct::Contract)),
            _ => self.worded(),
        }
    }

    /// A primary that starts with a word.
    fn worded(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.here();
        let kind = match self.word() {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "condact" => return self.condact(),
            "real" if !self.kind2() => return self.cast(CastOp::Real),
            "floor" if !self.kind2() => return self.cast(CastOp::Floor),
            word if self.kind2() && refused(word).is_some() => {
                let construct = refused(word).unwrap_or(Construct::Choice);
                return Err(self.refuse_here(construct));
            }
            "map" if self.kind2() && self.is_at(1, "[") => {
                return Err(self.refuse_here(Construct::MapOrSet));
            }
            "match" if self.kind2() => return Err(self.refuse_here(Construct::Datatype)),
            _ if self.is("=") => {
                return Err(self.habit("expected an expression, found `=`", "="));
            }
            _ => {
                let name = self.ident("an expression")?;
                if self.is("(") {
                    let args = self.arguments()?;
                    return self.build(ExprKind::Call(Call { callee: name, args }), start, op_span);
                }
                if self.is("{") && !self.is_at(1, "}") && !self.is_at(2, ":=") {
                    return self.record(name);
                }
                return self.build(ExprKind::Name(name.name), start, op_span);
            }
        };
        self.advance();
        self.build(kind, start, op_span)
    }

    fn record(&mut self, name: Ident) -> Parse<Expr> {
        self.expect("{")?;
        let mut fields = Vec::new();
        loop {
            let field = self.ident("a field")?;
            self.expect("=")?;
            fields.push((field, self.expr()?));
            if !self.eat(";") || (self.kind2() && self.is("}")) {
                break;
            }
        }
        self.expect("}")?;
        let (start, op_span) = (name.span.start, name.span);
        self.build(ExprKind::Record(name, fields), start, op_span)
    }

    /// `real(e)` and `floor(e)`.
    fn cast(&mut self, op: CastOp) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.take_span();
        self.expect("(")?;
        let operand = self.expr()?;
        self.expect(")")?;
        self.build(ExprKind::Cast(op, Box::new(operand)), start, op_span)
    }

    fn condact(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.take_span();
        self.expect("(")?;
        let clock = Box::new(self.expr()?);
        self.expect(",")?;
        if self.kind2() && self.is("(") {
            return Err(self.refuse_here(Construct::Clock));
        }
        let callee = self.ident("a node")?;
        let args = self.arguments()?;
        let mut defaults = Vec::new();
        while self.eat(",") {
            defaults.push(self.expr()?);
        }
        self.expect(")")?;
        let kind = ExprKind::Condact {
            clock,
            call: Call { callee, args },
            defaults,
        };
        self.build(kind, start, op_span)
    }

    fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect("(")?;
        self.list(")")
    }

    /// Expressions separated by commas, up to and with the closing token; may be empty.
    fn list(&mut self, close: &'static str) -> Parse<Vec<Expr>> {
        let mut out = Vec::new();
        if !self.is(close) {
            out.push(self.expr()?);
            while self.eat(",") {
                out.push(self.expr()?);
            }
        }
        self.expect(close)?;
        Ok(out)
    }

    /// `(e)`, a tuple, or Kind 2's `(e with .f = e)`.
    fn parenthesised(&mut self) -> Parse<Expr> {
        let start = self.token().start;
        let op_span = self.take_span();
        if self.eat(")") {
            return self.build(ExprKind::Tuple(Vec::new()), start, op_span);
        }
        let first = self.expr()?;
        if self.kind2() && self.word() == "with" {
            return self.with_update(first, start);
        }
        if self.eat(")") {
            return Ok(first);
        }
        let mut elements = vec![first];
        while self.eat(",") {
            elements.push(self.expr()?);
        }
        if elements.len() == 1 {
            return Err(self.expected("an operator, `,` or `)`"));
        }
        self.expect(")")?;
        self.build(ExprKind::Tuple(elements), start, op_span)
    }

    fn with_update(&mut self, base: Expr, start: u32) -> Parse<Expr> {
        let op_span = self.take_span();
        let mut path = Vec::new();
        loop {
            if self.eat(".") {
                path.push(PathStep::Field(self.ident("a field")?));
            } else if self.is("[") {
                self.advance();
                let index = self.expr()?;
                self.expect("]")?;
                path.push(PathStep::Index(index));
            } else if self.is(".%") {
                return Err(self.refuse_here(Construct::TupleType));
            } else if path.is_empty() {
                return Err(self.expected("`.` or `[`"));
            } else {
                break;
            }
        }
        self.expect("=")?;
        let value = self.expr()?;
        self.expect(")")?;
        let kind = ExprKind::With(Box::new(base), path, Box::new(value));
        self.build(kind, start, op_span)
    }

    pub(super) fn literal(&mut self) -> Parse<Expr> {
        let token = self.token();
        let text = self.text(token);
        let kind = match token.kind {
            TokenKind::Int => parse_int(text).map(ExprKind::Int),
            _ => parse_real(text).map(|value| ExprKind::Real(value, Arc::from(text))),
        };
        let Some(kind) = kind else {
            let message = format!("this number has more than {MAX_DIGITS} digits");
            let failed = self.error("L0107", message);
            self.advance();
            return Err(failed);
        };
        let op_span = self.take_span();
        self.build(kind, token.start, op_span)
    }
}

/// Words of Kind 2 that start an unsupported expression.
fn refused(word: &str) -> Option<Construct> {
    Some(match word {
        "forall" | "exists" => Construct::Quantifier,
        "merge" | "current" | "activate" | "restart" | "when" => Construct::Clock,
        "any" | "choose" => Construct::Choice,
        "last" => Construct::Last,
        "history" => Construct::History,
        "fby" => Construct::DelayedFby,
        "int8" | "int16" | "int32" | "int64" | "uint8" | "uint16" | "uint32" | "uint64" => {
            Construct::MachineInteger
        }
        _ => return None,
    })
}

fn parse_int(text: &str) -> Option<BigInt> {
    if text.len() > MAX_DIGITS {
        return None;
    }
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // In decimal, as the printer writes it, the number is longer by a fifth.
        Some(digits) if digits.len() > MAX_DIGITS / 5 * 4 => None,
        Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16),
        None => text.parse().ok(),
    }
}

/// `12.5`, and in Kind 2 `1.5e-3`.
fn parse_real(text: &str) -> Option<BigRational> {
    if text.len() > MAX_DIGITS {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    if exponent.unsigned_abs() > MAX_EXPONENT {
        return None;
    }
    let (whole, fraction) = mantissa.split_once('.')?;
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let scale = exponent - i32::try_from(fraction.len()).ok()?;
    let power = BigInt::from(10).pow(scale.unsigned_abs());
    Some(if scale < 0 {
        BigRational::new(digits, power)
    } else {
        BigRational::from(digits * power)
    })
}
