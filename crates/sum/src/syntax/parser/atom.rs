//! Operands: names, numbers, what stands in brackets, and what follows an operand directly.

use assay_source::{Diagnostic, Span};
use num_traits::ToPrimitive;

use super::form::{Form, expr};
use super::{Dialect, Parsed, Parser};
use crate::syntax::fixity::PREFIX_NAMES;
use crate::syntax::latex::{CLOSE_POWER, OPEN_POWER};
use crate::syntax::{Expr, ExprKind, Ident, Name, Renaming, TokenKind, codes};

impl Parser {
    /// An atom with what follows it: `f(x)`, `D.state`, `S[a/b]`, `R~`.
    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        let form = self.operand_form()?;
        self.demand_expr(form)
    }

    /// The same, or a predicate in parentheses.
    pub(super) fn operand_form(&mut self) -> Parsed<Form> {
        let mut base = if self.next_is("(") && !self.section_opens() {
            match self.parenthesised()? {
                Form::Expr(base) => base,
                predicate => return Ok(predicate),
            }
        } else {
            self.atom()?
        };
        while self.has_suffix() {
            base = self.suffix(base)?;
            self.grow()?;
        }
        Ok(Form::Expr(base))
    }

    fn has_suffix(&self) -> bool {
        if self.at_break() {
            return false;
        }
        let sum = self.dialect == Dialect::Sum;
        match self.peek().kind {
            TokenKind::Symbol("(" | "{") => sum,
            TokenKind::Symbol("[") => !self.text_opens(),
            TokenKind::Symbol("." | OPEN_POWER) => true,
            TokenKind::Stroke(_) => self.stroke().is_some(),
            _ => self.peek().word().is_some_and(|word| {
                self.operators.postfix(word).is_some()
                    || sum && self.operators.bracket(word).is_some()
            }),
        }
    }

    fn suffix(&mut self, base: Expr) -> Parsed<Expr> {
        let (start, open) = (base.at.0, self.span());
        let kind = match self.peek().kind {
            TokenKind::Symbol("(") => {
                let argument = self.parenthesised()?;
                let argument = self.demand_expr(argument)?;
                ExprKind::Apply {
                    function: base,
                    argument,
                }
            }
            TokenKind::Symbol("{") => {
                self.advance();
                let values = self.in_brackets(|parser| parser.substitutions(open))?;
                ExprKind::Substituted {
                    schema: base,
                    values,
                }
            }
            TokenKind::Symbol("[") => return self.in_square(base),
            TokenKind::Symbol(".") => self.selection(base)?,
            TokenKind::Symbol(OPEN_POWER) => self.iteration(base)?,
            TokenKind::Stroke(_) => {
                let mut strokes = String::new();
                while let Some(stroke) = self.stroke() {
                    strokes.push(stroke);
                    self.advance();
                }
                ExprKind::Decorated {
                    schema: base,
                    strokes,
                }
            }
            _ => return self.postfix(base),
        };
        Ok(expr(kind, self.since(start)))
    }

    fn postfix(&mut self, base: Expr) -> Parsed<Expr> {
        let reading = self
            .peek()
            .word()
            .and_then(|word| self.operators.postfix(word));
        let Some(name) = reading.map(|reading| reading.name.clone()) else {
            return self.bracket_operator(base);
        };
        let start = base.at.0;
        self.advance();
        Ok(expr(
            ExprKind::Operator {
                name,
                operands: vec![base],
            },
            self.since(start),
        ))
    }

    /// `R^{n}` is `iter n R`.
    fn iteration(&mut self, base: Expr) -> Parsed<ExprKind> {
        let open = self.span();
        self.advance();
        let times = self.in_brackets(Parser::expression)?;
        self.close(CLOSE_POWER, open)?;
        let iter = ExprKind::Name {
            name: Name::new("iter"),
            generics: None,
        };
        let iterated = ExprKind::Apply {
            function: expr(iter, base.at),
            argument: times,
        };
        Ok(ExprKind::Apply {
            function: expr(iterated, self.since(base.at.0)),
            argument: base,
        })
    }

    /// `x? := 3, y! := 4` of Z/EVES and Jaza, and the bracket.
    fn assignments(&mut self, open: Span) -> Parsed<Vec<(Expr, Ident)>> {
        let mut values = Vec::new();
        loop {
            let name = self.ident("the name of a variable")?;
            self.expect(":=", "and the value of the variable")?;
            values.push((self.expression()?, name));
            if !self.accept(",") {
                self.close("]", open)?;
                return Ok(values);
            }
        }
    }

    /// `a.b`, `D.state`, `p.1`
    fn selection(&mut self, base: Expr) -> Parsed<ExprKind> {
        self.advance();
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Name(name) => {
                self.advance();
                Ok(ExprKind::Select { base, name })
            }
            TokenKind::Symbol(word @ ("state" | "init")) => {
                self.advance();
                Ok(ExprKind::Select {
                    base,
                    name: Name::new(word),
                })
            }
            TokenKind::Number(number) => match number.to_u32() {
                Some(index) => {
                    self.advance();
                    Ok(ExprKind::Element { base, index })
                }
                None => Err(self.report(
                    Diagnostic::error(codes::NUMBER, "no tuple has so many elements")
                        .at(token.span),
                )),
            },
            _ => Err(self.unexpected("the name of a component, or the number of an element")),
        }
    }

    /// `3/x?, y/z }`
    fn substitutions(&mut self, open: Span) -> Parsed<Vec<(Expr, Ident)>> {
        let mut values = Vec::new();
        loop {
            let value = self.value_to_substitute()?;
            self.expect("/", "and the variable that the value is for: `add{3/x?}`")?;
            values.push((value, self.variable_of_module()?));
            if !self.accept(",") {
                self.close("}", open)?;
                return Ok(values);
            }
        }
    }

    fn value_to_substitute(&mut self) -> Parsed<Expr> {
        match self.form(super::expr::power::LOWEST)? {
            Form::Expr(value) => Ok(value),
            Form::Predicate(predicate) => Err(self.report(
                Diagnostic::error(codes::UNEXPECTED, "expected a value, found a predicate")
                    .at(predicate.at.0)
                    .help("a value is substituted by `add{3/x?}`"),
            )),
        }
    }

    /// `x?`, and `T.value` of an instance.
    pub(super) fn variable_of_module(&mut self) -> Parsed<Ident> {
        let mut name = self.ident("the name of a variable")?;
        while self.accept(".") {
            let inner = self.ident("the name of a variable")?;
            name.name = inner.name.within(name.name.as_str());
            name.at = self.since(name.at.0);
        }
        Ok(name)
    }

    /// `f[X, Y]` or `S[new/old]`
    fn in_square(&mut self, base: Expr) -> Parsed<Expr> {
        let open = self.span();
        self.advance();
        let start = base.at.0;
        let renames = matches!(self.peek().kind, TokenKind::Name(_)) && self.ahead(1).is("/");
        let assigns = self.dialect == Dialect::Z && self.ahead(1).is(":=");
        let kind = self.in_brackets(|parser| {
            if renames {
                let renamings = parser.renamings("]", open)?;
                return Ok(ExprKind::Rename {
                    schema: base,
                    renamings,
                });
            }
            if assigns {
                let values = parser.assignments(open)?;
                return Ok(ExprKind::Substituted {
                    schema: base,
                    values,
                });
            }
            let generics = parser.list("]", open)?;
            match *base.kind {
                ExprKind::Name {
                    name,
                    generics: None,
                } => Ok(ExprKind::Name {
                    name,
                    generics: Some(generics),
                }),
                _ => Err(parser.report(
                    Diagnostic::error(
                        codes::UNEXPECTED,
                        "only a name has sets in square brackets behind it",
                    )
                    .at(open),
                )),
            }
        })?;
        Ok(expr(kind, self.since(start)))
    }

    /// `new/old, ...` and the bracket.
    pub(super) fn renamings(&mut self, close: &str, open: Span) -> Parsed<Vec<Renaming>> {
        let mut renamings = Vec::new();
        loop {
            let new = self.declared_name()?;
            self.expect("/", "and the old name")?;
            let old = self.declared_name()?;
            renamings.push(Renaming { new, old });
            if !self.accept(",") {
                self.close(close, open)?;
                return Ok(renamings);
            }
        }
    }

    /// Expressions and the bracket that closes them.
    pub(super) fn list(&mut self, close: &str, open: Span) -> Parsed<Vec<Expr>> {
        let mut items = Vec::new();
        if self.next_is(close) {
            self.close(close, open)?;
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            if !self.accept(",") {
                self.close(close, open)?;
                return Ok(items);
            }
        }
    }

    /// Whether the next token is the argument of an application of Z.
    pub(super) fn starts_argument(&self) -> bool {
        let token = self.peek();
        if self.at_break() || self.is_operator() {
            return false;
        }
        match token.kind {
            TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Text(_) => true,
            TokenKind::Symbol(symbol) => matches!(
                symbol,
                "(" | "{" | "[" | "<<" | "[[" | "lblot" | "theta" | "emptyset" | "true" | "false"
            ),
            _ => false,
        }
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let token = self.peek().clone();
        let kind = match token.kind {
            TokenKind::Number(number) => {
                self.advance();
                ExprKind::Number(number)
            }
            TokenKind::Text(text) => {
                self.advance();
                ExprKind::Text(text)
            }
            TokenKind::Name(name) if !self.is_operator() => {
                self.advance();
                return self.named(name, start);
            }
            TokenKind::Symbol(symbol) => return self.symbol_atom(symbol),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(expr(kind, self.since(start)))
    }

    /// A name, or in Sum `dom f`.
    fn named(&mut self, name: Name, start: Span) -> Parsed<Expr> {
        let prefixes = self.dialect == Dialect::Sum
            && PREFIX_NAMES.contains(&name.as_str())
            && !self.at_break()
            && !self.next_is("[");
        let function = expr(
            ExprKind::Name {
                name,
                generics: None,
            },
            self.since(start),
        );
        if !prefixes || !(self.starts_argument() || self.starts_prefix()) {
            return Ok(function);
        }
        let argument = self.expression_above(super::expr::power::PREFIX)?;
        Ok(expr(
            ExprKind::Apply { function, argument },
            self.since(start),
        ))
    }

    fn starts_prefix(&self) -> bool {
        let token = self.peek();
        ["Delta", "Xi", "if"].iter().any(|symbol| token.is(symbol))
            || token.word().is_some_and(|word| {
                self.operators.prefix(word).is_some() && self.operators.infix(word).is_none()
            })
    }

    /// The stroke that comes next. In Z a space may stand before it.
    fn stroke(&self) -> Option<char> {
        match self.peek().kind {
            TokenKind::Stroke(stroke) if self.peek().joined || self.dialect == Dialect::Z => {
                Some(stroke)
            }
            _ => None,
        }
    }

    /// Whether the next token is an operator in any place.
    fn is_operator(&self) -> bool {
        let token = self.peek();
        token.underlined().is_some() || token.word().is_some_and(|word| self.operators.knows(word))
    }

    fn symbol_atom(&mut self, symbol: &str) -> Parsed<Expr> {
        let start = self.span();
        let kind = match symbol {
            "(" => return self.section(),
            "{" => return self.braces(),
            "[" => return self.square(),
            "<<" => self.sequence(">>")?,
            "<" if !self.reversed_comparison() => self.sequence(">")?,
            "[[" => self.bag()?,
            "lblot" => self.binding("==", "rblot")?,
            "emptyset" => {
                self.advance();
                if self.has_suffix() && self.next_is("[") {
                    ExprKind::Name {
                        name: Name::new("emptyset"),
                        generics: None,
                    }
                } else {
                    ExprKind::Set(Vec::new())
                }
            }
            "true" | "false" => {
                self.advance();
                ExprKind::Name {
                    name: Name::new(symbol),
                    generics: None,
                }
            }
            "state" | "init" if !self.peek().starts_line => {
                self.advance();
                ExprKind::Name {
                    name: Name::new(symbol),
                    generics: None,
                }
            }
            "theta" | "Delta" | "Xi" => {
                self.advance();
                let inner = self.nest(Parser::operand)?;
                match symbol {
                    "theta" => ExprKind::Theta(inner),
                    "Delta" => ExprKind::Delta(inner),
                    _ => ExprKind::Xi(inner),
                }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(expr(kind, self.since(start)))
    }

    /// `=< 3` instead of `<= 3`.
    fn reversed_comparison(&self) -> bool {
        self.previous().is_some_and(|before| before.is("="))
            && self.peek().joined
            && !self.ahead(1).joined
    }

    /// `(P)`, `(E)`, `(a, b)`
    pub(super) fn parenthesised(&mut self) -> Parsed<Form> {
        let open = self.span();
        self.advance();
        self.in_brackets(|parser| {
            let first = parser.form(super::expr::power::LOWEST)?;
            if !parser.next_is(",") {
                parser.close(")", open)?;
                return Ok(first);
            }
            let mut items = vec![parser.demand_expr(first)?];
            while parser.accept(",") {
                items.push(parser.expression()?);
            }
            parser.close(")", open)?;
            Ok(expr(ExprKind::Tuple(items), parser.since(open)).into())
        })
    }
}
