//! Types and groups of declared names.

use super::{Construct, Parse, Parser};
use crate::MAX_DEPTH;
use crate::syntax::ast::{Expr, ExprKind, TypeExpr, TypeExprKind, UnaryOp, VarDecl};
use crate::syntax::token::TokenKind;

const MACHINE_INTEGERS: &[&str] = &[
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "uint", "sint",
];

impl Parser<'_> {
    pub(super) fn type_expr(&mut self) -> Parse<TypeExpr> {
        let start = self.token().start;
        let kind = self.base_type()?;
        let span = self.since(start);
        let mut ty = TypeExpr { kind, span };
        let mut depth = 0;
        loop {
            let size = match self.kind() {
                TokenKind::Symbol("[") if !self.kind2() => {
                    self.advance();
                    let size = self.int_literal("the array's size")?;
                    self.expect("]")?;
                    size
                }
                TokenKind::Symbol("^") => {
                    self.advance();
                    // Not with a `^` of its own: types nest to the left.
                    self.nested(Self::postfix)?
                }
                _ => return Ok(ty),
            };
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(self.too_deep(ty.span));
            }
            let span = self.since(start);
            let kind = TypeExprKind::Array(Box::new(ty), Box::new(size));
            ty = TypeExpr { kind, span };
        }
    }

    fn base_type(&mut self) -> Parse<TypeExprKind> {
        let kind = match self.word() {
            "int" => TypeExprKind::Int,
            "bool" => TypeExprKind::Bool,
            "real" => TypeExprKind::Real,
            "subrange" => return self.subrange(),
            "struct" | "enum" => return Err(self.anonymous_type()),
            "subtype" if self.kind2() => return Err(self.refuse_here(Construct::RefinementType)),
            "history" if self.kind2() => return Err(self.refuse_here(Construct::History)),
            "map" | "set" if self.kind2() && self.is_at(1, "<") => {
                return Err(self.refuse_here(Construct::MapOrSet));
            }
            word if self.kind2() && MACHINE_INTEGERS.contains(&word) => {
                return Err(self.refuse_here(Construct::MachineInteger));
            }
            "" => {
                return Err(match self.kind() {
                    TokenKind::Symbol("[") if self.kind2() => {
                        self.refuse_here(Construct::TupleType)
                    }
                    TokenKind::Symbol("{") if self.kind2() => self.anonymous_type(),
                    _ => self.expected("a type"),
                });
            }
            _ => {
                let name = self.ident("a type")?;
                if self.kind2() && (self.is("<<") || self.is("<")) {
                    return Err(self.refuse_here(Construct::Polymorphism));
                }
                return Ok(TypeExprKind::Named(name));
            }
        };
        self.advance();
        Ok(kind)
    }

    fn anonymous_type(&mut self) -> super::Failed {
        if self.kind2() {
            self.refuse_here(Construct::AnonymousType)
        } else {
            self.error(
                "L0105",
                "record and enumeration types need a name: declare it with `type`".into(),
            )
        }
    }

    fn subrange(&mut self) -> Parse<TypeExprKind> {
        self.advance();
        self.expect("[")?;
        let low = self.bound()?;
        self.expect(",")?;
        let high = self.bound()?;
        self.expect("]")?;
        self.expect_word("of")?;
        self.expect_word("int")?;
        Ok(TypeExprKind::Subrange(Box::new(low), Box::new(high)))
    }

    fn bound(&mut self) -> Parse<Expr> {
        if self.kind2() {
            if self.is("*") {
                return Err(self.refuse_here(Construct::OpenSubrange));
            }
            return self.expr();
        }
        let start = self.token().start;
        let minus = self.is("-").then(|| self.take_span());
        let literal = self.int_literal("a bound")?;
        match minus {
            None => Ok(literal),
            Some(op_span) => {
                let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(literal));
                self.build(kind, start, op_span)
            }
        }
    }

    pub(super) fn int_literal(&mut self, what: &str) -> Parse<Expr> {
        match self.kind() {
            TokenKind::Int => self.literal(),
            _ => Err(self.expected(&format!("{what} (a number)"))),
        }
    }

    /// `a, b: T; c: U`, up to a closing token that is not taken. JKind allows no `;` at the end.
    pub(super) fn groups(&mut self, close: &'static str) -> Parse<Vec<VarDecl>> {
        let mut out = Vec::new();
        while !self.is(close) {
            self.group(&mut out)?;
            if !self.is(";") {
                break;
            }
            let separator = self.take_span();
            if self.is(close) && !self.kind2() {
                return Err(
                    self.only_kind2("a `;` after the last declaration is allowed", separator)
                );
            }
        }
        Ok(out)
    }

    /// `a, b: T`
    pub(super) fn group(&mut self, out: &mut Vec<VarDecl>) -> Parse<()> {
        let constant = self.word() == "const";
        if constant {
            let span = self.take_span();
            if !self.kind2() {
                return Err(self.only_kind2("`const` parameters exist", span));
            }
        }
        let mut names = vec![self.dotted("a name")?];
        while self.eat(",") {
            names.push(self.dotted("a name")?);
        }
        self.expect(":")?;
        let ty = self.type_expr()?;
        if self.kind2() && self.is("|") {
            return Err(self.refuse_here(Construct::ParameterCondition));
        }
        if self.kind2() && self.word() == "when" {
            return Err(self.refuse_here(Construct::Clock));
        }
        out.extend(names.into_iter().map(|name| VarDecl {
            name,
            ty: ty.clone(),
            constant,
        }));
        Ok(())
    }
}
