//! Operands: names, literals, brackets, `case`, functions.

use std::sync::Arc;

use assay_source::{Diagnostic, Span};

use super::{Parse, Parser};
use crate::MAX_DEPTH;
use crate::syntax::construct::Construct;
use crate::syntax::expr::{
    BinaryOp, Branch, ExprId, ExprKind, Function, Ident, PathQuantifier, PathUntil,
};
use crate::syntax::grammar::Grammar;
use crate::syntax::token::{TokenKind, reserved};

/// Functions of later versions and of other tools.
const FOREIGN_FUNCTIONS: &[&str] = &[
    "abs", "blackbox", "const", "cos", "exp", "floor", "ln", "max", "min", "pow", "sin", "tan",
    "typeof", "wconst",
];

impl Parser<'_> {
    /// An operand with what is selected from it.
    pub(super) fn primary(&mut self) -> Parse<ExprId> {
        let start = self.token().start;
        let mut expr = self.atom()?;
        let mut count = 0;
        while self.is(".") || self.is("[") {
            count += 1;
            if self.depth + count > MAX_DEPTH {
                return Err(self.too_deep());
            }
            if self.grammar == Grammar::Psl && self.at_repetition() {
                return Err(self.refuse_here(Construct::Sequence));
            }
            let kind = if self.is(".") {
                self.field(expr)?
            } else {
                self.selection(expr)?
            };
            let span = self.since(start);
            expr = self.exprs.add(kind, span);
        }
        Ok(expr)
    }

    fn field(&mut self, base: ExprId) -> Parse<ExprKind> {
        let named = matches!(
            self.exprs[base].kind,
            ExprKind::Name(_) | ExprKind::Itself | ExprKind::Field(..) | ExprKind::Index(..)
        );
        if !named {
            return Err(self.expected("an operator"));
        }
        self.advance();
        let name = match self.kind() {
            TokenKind::Int => {
                let name = Arc::from(self.text(self.token()));
                let span = self.take_span();
                Ident { name, span }
            }
            _ => self.ident("a name")?,
        };
        Ok(ExprKind::Field(base, name))
    }

    fn selection(&mut self, base: ExprId) -> Parse<ExprKind> {
        let open = self.take_span();
        let index = self.expr()?;
        let kind = if self.eat(":") {
            ExprKind::Bits(base, index, self.expr()?)
        } else {
            ExprKind::Index(base, index)
        };
        self.close("]", open)?;
        Ok(kind)
    }

    fn atom(&mut self) -> Parse<ExprId> {
        match self.kind() {
            TokenKind::Int => {
                let span = self.here();
                let value = self.integer()?;
                Ok(self.exprs.add(ExprKind::Int(value), span))
            }
            TokenKind::WordLiteral => {
                let span = self.here();
                let word = self.word_literal()?;
                Ok(self.exprs.add(ExprKind::Word(word), span))
            }
            TokenKind::Real => Err(self.refuse_here(Construct::Real)),
            TokenKind::Quoted => self.name(),
            TokenKind::Word => self.word_atom(),
            TokenKind::Symbol("(") => {
                let open = self.take_span();
                let expr = self.expr()?;
                self.close(")", open)?;
                Ok(expr)
            }
            TokenKind::Symbol("{") if self.grammar == Grammar::Psl => self.psl_braces(),
            TokenKind::Symbol("{") => self.set(),
            TokenKind::Symbol("[") if self.grammar == Grammar::Psl => self.psl_until(),
            _ => Err(self.expected("an expression")),
        }
    }

    fn word_atom(&mut self) -> Parse<ExprId> {
        let word = self.word();
        match word {
            "TRUE" | "FALSE" => {
                let span = self.take_span();
                Ok(self.exprs.add(ExprKind::Bool(word == "TRUE"), span))
            }
            "self" => {
                let span = self.take_span();
                Ok(self.exprs.add(ExprKind::Itself, span))
            }
            "case" => self.case(),
            "next" => self.next(),
            "E" | "A" => self.path_until(),
            "READ" | "WRITE" => Err(self.refuse_here(Construct::WordArray)),
            _ => match Function::ALL.iter().find(|f| f.text() == word) {
                Some(function) => self.call(*function),
                None => self.name(),
            },
        }
    }

    fn name(&mut self) -> Parse<ExprId> {
        let word = self.word();
        if word == "if" && (self.is_at(1, "(") || !self.word_at(1).is_empty()) {
            return self.conditional_habit();
        }
        if !word.is_empty() && !reserved(word) && self.is_at(1, "(") {
            if FOREIGN_FUNCTIONS.contains(&word) {
                return Err(self.refuse_here(Construct::Function));
            }
            let message = format!("`{word}` is no function");
            let diagnostic = Diagnostic::error("S0108", message)
                .at(self.here())
                .help("an operator may be missing behind the name");
            return Err(self.report(diagnostic));
        }
        if word.len() > 1 && reserved(word) {
            return Err(self.expected("an expression"));
        }
        let ident = self.ident("an expression")?;
        Ok(self.exprs.add(ExprKind::Name(ident.name), ident.span))
    }

    fn set(&mut self) -> Parse<ExprId> {
        let open = self.take_span();
        if self.is("}") {
            return Err(self.error("S0109", "a set needs at least one element".to_string()));
        }
        let mut items = vec![self.expr()?];
        while self.eat(",") {
            items.push(self.expr()?);
        }
        let close = self.close("}", open)?;
        Ok(self.exprs.add(ExprKind::Set(items), open.to(close)))
    }

    fn next(&mut self) -> Parse<ExprId> {
        let word = self.take_span();
        let open = self.expect("(")?;
        let operand = self.expr()?;
        let close = self.close(")", open)?;
        Ok(self.exprs.add(ExprKind::Next(operand), word.to(close)))
    }

    fn call(&mut self, function: Function) -> Parse<ExprId> {
        let word = self.take_span();
        let open = self.expect("(")?;
        let mut arguments = vec![self.expr()?];
        while self.eat(",") {
            arguments.push(self.expr()?);
        }
        let close = self.close(")", open)?;
        let span = word.to(close);
        if let Some(arity) = function.arity()
            && arity != arguments.len()
        {
            let arguments = match arity {
                1 => "one argument",
                _ => "two arguments",
            };
            let message = format!("`{}` takes {arguments}", function.text());
            return Err(self.report(Diagnostic::error("S0108", message).at(span)));
        }
        Ok(self.exprs.add(ExprKind::Call(function, arguments), span))
    }

    /// `E [p U q]`, `A [p BU 1..3 q]`
    fn path_until(&mut self) -> Parse<ExprId> {
        let paths = match self.word() {
            "A" => PathQuantifier::All,
            _ => PathQuantifier::Some,
        };
        let word = self.take_span();
        if !self.is("[") {
            let (message, quantifier) = (
                format!("expected `[`, found {}", self.found()),
                paths.text(),
            );
            let error = Diagnostic::error("S0101", message).at(self.here());
            let help = format!(
                "`{quantifier} [p U q]` has brackets; other formulas are `{quantifier}X p`, `{quantifier}F p`, `{quantifier}G p`"
            );
            return Err(self.report(error.help(help)));
        }
        let open = self.expect("[")?;
        let left = self.until_operand()?;
        let bounds = match self.word() {
            "U" => {
                self.advance();
                None
            }
            "BU" => {
                self.advance();
                Some(self.bounds()?)
            }
            _ => return Err(self.expected("`U` or `BU`")),
        };
        let right = self.until_operand()?;
        let close = self.close("]", open)?;
        let until = PathUntil {
            paths,
            left,
            right,
            bounds,
        };
        let span = word.to(close);
        Ok(self.exprs.add(ExprKind::PathUntil(until), span))
    }

    fn until_operand(&mut self) -> Parse<ExprId> {
        let before = std::mem::replace(&mut self.until_ends, true);
        let operand = self.nested(|p| p.level(crate::syntax::grammar::LOOSEST));
        self.until_ends = before;
        operand
    }

    /// `case condition : value; ... esac`. A branch with an error is skipped, so that the others are still read.
    fn case(&mut self) -> Parse<ExprId> {
        let open = self.take_span();
        let mut branches = Vec::new();
        let mut failed = None;
        while !self.at_case_end() {
            if self.at_section() || self.at_assignment() || self.is(";") {
                return Err(self.no_esac(open));
            }
            match self.branch() {
                Ok(branch) => branches.push(branch),
                Err(error) => {
                    failed = Some(error);
                    self.skip_branch();
                }
            }
        }
        if branches.is_empty() && failed.is_none() {
            failed = Some(self.error("S0109", "a `case` needs at least one branch".to_string()));
        }
        let close = self.take_span();
        match failed {
            Some(failed) => Err(failed),
            None => Ok(self.exprs.add(ExprKind::Case(branches), open.to(close))),
        }
    }

    fn at_case_end(&self) -> bool {
        self.word() == "esac" || (self.grammar == Grammar::Psl && self.word() == "endcase")
    }

    fn no_esac(&mut self, open: Span) -> super::Failed {
        let message = format!("expected a branch or `esac`, found {}", self.found());
        let diagnostic = Diagnostic::error("S0105", message)
            .at(self.here())
            .secondary(open, "this `case` is not closed")
            .help("`case` ends with `esac`");
        self.report(diagnostic)
    }

    fn branch(&mut self) -> Parse<Branch> {
        let start = self.token().start;
        let condition = self.expr()?;
        if !self.eat(":") {
            let message = format!("expected `:`, found {}", self.found());
            let diagnostic = Diagnostic::error("S0101", message).at(self.here()).help(
                match self.exprs[condition].kind {
                    ExprKind::Binary(BinaryOp::Implies, ..) if self.is(";") => {
                        "a branch is `condition : value;`, and `->` is an implication"
                    }
                    _ => "a branch is `condition : value;`",
                },
            );
            return Err(self.report(diagnostic));
        }
        let value = self.expr()?;
        if self.at_case_end() {
            // What is meant is clear, and so is what follows.
            let _ = self.expect_semicolon("each branch, also the last,");
        } else {
            self.expect_semicolon("each branch")?;
        }
        let span = self.since(start);
        Ok(Branch {
            condition,
            value,
            span,
        })
    }

    fn skip_branch(&mut self) {
        let mut nested = 0;
        loop {
            match self.word() {
                "case" => nested += 1,
                "esac" if nested == 0 => return,
                "esac" => nested -= 1,
                _ => {}
            }
            let at_item = self.at_section() || self.at_assignment();
            if at_item || (self.eat(";") && nested == 0) {
                return;
            }
            self.advance();
        }
    }
}
