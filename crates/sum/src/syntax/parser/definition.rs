//! Paragraphs that both notations have: definitions, free types, how operators are read.

use num_traits::ToPrimitive;

use super::{Context, Parsed, Parser};
use crate::syntax::fixity::{ARROW, shape};
use crate::syntax::{Branch, Expr, Fixity, FixityKind, FreeType, Ident, Name, TokenKind};

impl Parser {
    /// `X == E`, `X[T] == E`, `_ op _ == E`, `X op Y == E` with parameters X and Y; with `symbol` `^=` a schema definition. Gives the name,
    /// its parameters and its value.
    pub fn definition(&mut self, symbol: &str) -> Parsed<(Ident, Vec<Ident>, Expr)> {
        let (name, parameters) = match self.operator_definition(symbol) {
            Some(it) => it,
            None => {
                // A schema is no operator.
                let name = if symbol == "^=" {
                    self.ident("the name of a schema")?
                } else {
                    self.declared_name()?
                };
                let parameters = if self.next_is("[") {
                    self.bracketed_names()?
                } else {
                    Vec::new()
                };
                (name, parameters)
            }
        };
        self.expect(symbol, "and the value")?;
        let semicolon = symbol == "^=" && self.dialect == super::Dialect::Sum;
        let context = Context {
            semicolon,
            ..self.context
        };
        self.height = 0;
        let value = self.within(context, Parser::expression)?;
        Ok((name, parameters, value))
    }

    /// `X op Y ==` and `op X ==`: the operands are the generic parameters.
    fn operator_definition(&mut self, symbol: &str) -> Option<(Ident, Vec<Ident>)> {
        if symbol == "^=" {
            return None;
        }
        let start = self.span();
        let name = |parser: &Parser, ahead: usize| match &parser.ahead(ahead).kind {
            TokenKind::Name(name) => {
                let at = crate::syntax::At(parser.ahead(ahead).span);
                Some(Ident {
                    name: name.clone(),
                    at,
                })
            }
            _ => None,
        };
        let (operator, parameters, length) = if self.ahead(3).is(symbol) {
            let reading = self.operators.infix(self.ahead(1).word()?)?;
            (
                reading.name.clone(),
                vec![name(self, 0)?, name(self, 2)?],
                3,
            )
        } else if self.ahead(2).is(symbol) {
            let reading = self.operators.prefix(self.ahead(0).word()?)?;
            (reading.name.clone(), vec![name(self, 1)?], 2)
        } else {
            return None;
        };
        self.at += length;
        Some((
            Ident {
                name: operator,
                at: self.since(start),
            },
            parameters,
        ))
    }

    /// `T ::= a | b << E >>`, several joined by `&`.
    pub fn free_types(&mut self) -> Parsed<Vec<FreeType>> {
        let mut types = Vec::new();
        loop {
            let name = self.ident("the name of a free type")?;
            self.expect("::=", "and the elements of the type")?;
            let mut branches = vec![self.branch()?];
            while self.accept("|") {
                branches.push(self.branch()?);
            }
            types.push(FreeType { name, branches });
            if !self.accept("&") {
                return Ok(types);
            }
        }
    }

    fn branch(&mut self) -> Parsed<Branch> {
        let name = if self.next_is("(") {
            self.declared_name()?
        } else {
            self.ident("the name of an element or a constructor")?
        };
        let open = self.span();
        if self.at_break() || !self.accept("<<") {
            return Ok(Branch {
                name,
                argument: None,
            });
        }
        let context = Context {
            lines: false,
            pipe: false,
            ..self.context
        };
        let argument = self.within(context, |parser| {
            let argument = parser.expression()?;
            parser.close(">>", open)?;
            Ok(argument)
        })?;
        Ok(Branch {
            name,
            argument: Some(argument),
        })
    }

    /// `function 30 leftassoc (_ op _)`, behind its first word. The parser knows the operator from here on.
    pub fn fixity(&mut self, kind: FixityKind) -> Parsed<Fixity> {
        let mut priority = if kind == FixityKind::Generic {
            ARROW
        } else {
            0
        };
        if let TokenKind::Number(number) = &self.peek().kind {
            priority = number.to_u32().unwrap_or(u32::MAX);
            self.advance();
        }
        let mut right_associative = kind == FixityKind::Generic;
        if let TokenKind::Name(name) = &self.peek().kind
            && matches!(name.as_str(), "leftassoc" | "rightassoc")
        {
            right_associative = name.as_str() == "rightassoc";
            self.advance();
        }
        let open = self.span();
        self.expect("(", "and the pattern of the operator: `(_ op _)`")?;
        let name: Name = self.declared_name()?.name;
        if shape(&name).is_none() {
            return Err(self.unexpected("the pattern of an operator, such as `(_ op _)`"));
        }
        self.close(")", open)?;
        let fixity = Fixity {
            name,
            kind,
            priority,
            right_associative,
        };
        self.operators.declare(&fixity);
        Ok(fixity)
    }
}
