//! Types of variables.

use super::{Parse, Parser};
use crate::syntax::construct::Construct;
use crate::syntax::expr::{ExprId, Ident};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Literal, LiteralKind, Type, TypeKind};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parse<Type> {
        let start = self.token().start;
        let kind = self.nested(|p| p.type_kind())?;
        let span = self.since(start);
        Ok(Type { kind, span })
    }

    fn type_kind(&mut self) -> Parse<TypeKind> {
        match self.word() {
            "boolean" => {
                self.advance();
                Ok(TypeKind::Boolean)
            }
            "integer" | "Integer" => Err(self.refuse_here(Construct::UnboundedInteger)),
            "real" | "Real" => Err(self.refuse_here(Construct::Real)),
            "word" | "Word" => self.word_type(false),
            "unsigned" | "signed" => {
                let signed = self.word() == "signed";
                self.advance();
                match self.word() {
                    "word" | "Word" => self.word_type(signed),
                    _ => Err(self.expected("`word`")),
                }
            }
            "array" => self.array(),
            "process" => {
                self.advance();
                self.instance(true)
            }
            "bool" | "bool1" => Err(self.other_name("boolean")),
            "int" => Err(self.other_name("a range such as `0..255`")),
            _ if self.is("{") => self.enumeration(),
            word if !word.is_empty() && (self.is_at(1, "(") || self.is_at(1, ";")) => {
                self.instance(false)
            }
            _ => self.range(),
        }
    }

    fn other_name(&mut self, smv: &str) -> super::Failed {
        let failed = self.expected("a type");
        self.explain(&match smv {
            "boolean" => "the type is called `boolean`".to_string(),
            _ => format!("give {smv}"),
        });
        failed
    }

    /// Adds a help text to the last error.
    pub(super) fn explain(&mut self, help: &str) {
        if let Some(error) = self.errors.pop() {
            self.errors.push(error.help(help));
        }
    }

    fn word_type(&mut self, signed: bool) -> Parse<TypeKind> {
        self.advance();
        if !self.is("[") {
            let failed = self.expected("`[`");
            self.explain("the width stands in brackets: `word[8]`");
            return Err(failed);
        }
        let open = self.take_span();
        let width = self.expr()?;
        self.close("]", open)?;
        Ok(TypeKind::Word { signed, width })
    }

    fn range(&mut self) -> Parse<TypeKind> {
        let named = !self.word().is_empty();
        let low = self.shift()?;
        if !self.is("..") {
            let failed = self.expected(if named { "`(`, `;` or `..`" } else { "`..`" });
            return Err(failed);
        }
        self.advance();
        let high = self.shift()?;
        Ok(TypeKind::Range(low, high))
    }

    fn array(&mut self) -> Parse<TypeKind> {
        self.advance();
        if matches!(self.word(), "word" | "Word") {
            return Err(self.refuse_here(Construct::WordArray));
        }
        let low = self.shift()?;
        self.expect("..")?;
        let high = self.shift()?;
        if !self.eat_word("of") {
            return Err(self.expected("`of`"));
        }
        let element = Box::new(self.ty()?);
        Ok(TypeKind::Array { low, high, element })
    }

    fn instance(&mut self, process: bool) -> Parse<TypeKind> {
        let module = self.ident("the name of a module")?;
        let arguments = self.arguments()?;
        Ok(TypeKind::Instance {
            process,
            module,
            arguments,
        })
    }

    fn arguments(&mut self) -> Parse<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if !self.is("(") {
            return Ok(arguments);
        }
        let open = self.take_span();
        if !self.is(")") {
            loop {
                arguments.push(self.expr()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.close(")", open)?;
        Ok(arguments)
    }

    fn enumeration(&mut self) -> Parse<TypeKind> {
        let open = self.take_span();
        let mut literals = Vec::new();
        loop {
            literals.push(self.literal()?);
            if !self.eat(",") {
                break;
            }
        }
        self.close("}", open)?;
        Ok(TypeKind::Enumeration(literals))
    }

    fn literal(&mut self) -> Parse<Literal> {
        let start = self.token().start;
        let kind = match self.word() {
            "TRUE" | "FALSE" => {
                let value = self.word() == "TRUE";
                self.advance();
                LiteralKind::Bool(value)
            }
            "" if self.kind() != TokenKind::Quoted => {
                let minus = self.eat("-");
                if !minus {
                    self.eat("+");
                }
                if self.kind() != TokenKind::Int {
                    return Err(self.expected("a symbol or an integer"));
                }
                let value = self.integer()?;
                LiteralKind::Int(if minus { -value } else { value })
            }
            _ => LiteralKind::Symbol(self.symbol()?.name),
        };
        let span = self.since(start);
        Ok(Literal { kind, span })
    }

    /// A symbolic constant, possibly with dots.
    pub(super) fn symbol(&mut self) -> Parse<Ident> {
        let mut ident = self.ident("a symbol or an integer")?;
        while self.is(".") {
            self.advance();
            let part = self.ident("a name")?;
            ident = Ident {
                name: format!("{}.{}", ident.name, part.name).into(),
                span: self.since(ident.span.start),
            };
        }
        Ok(ident)
    }
}
