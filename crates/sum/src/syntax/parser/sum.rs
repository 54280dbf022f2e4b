//! Files, queries and modules of Sum.
//!
//! An error in a body costs one line, an error in the first line of a paragraph costs that line.

use assay_source::{Diagnostic, SourceFile, Span};

use super::{Dialect, Failed, Parsed, Parser};
use crate::stack::with_deep_stack;
use crate::syntax::fixity::Operators;
use crate::syntax::lexer::lex;
use crate::syntax::{
    Expr, Ident, Module, Name, Notation, Paragraph, Predicate, Specification, codes,
};

/// Reads a file of Sum. What could not be read is missing in the tree.
pub fn parse_sum(file: &SourceFile) -> (Specification, Vec<Diagnostic>) {
    with_parser(file, &Operators::toolkit(), |parser| {
        let modules = parser.modules(file);
        Specification {
            notation: Notation::Sum,
            modules,
        }
    })
}

/// What a user asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    Expr(Expr),
    Predicate(Predicate),
}

/// Reads an expression or a predicate of Sum, with the operators of the specification that it is about.
pub fn parse_query(file: &SourceFile, operators: &Operators) -> (Option<Query>, Vec<Diagnostic>) {
    with_parser(file, operators, |parser| {
        let form = parser.form(super::expr::power::LOWEST).ok()?;
        parser.finish().ok()?;
        Some(match form {
            super::form::Form::Expr(expr) => Query::Expr(expr),
            super::form::Form::Predicate(predicate) => Query::Predicate(predicate),
        })
    })
}

/// Reads one paragraph of Sum, such as the redefinition `op add ^= [add | x? in 1..3]`.
pub fn parse_paragraph(
    file: &SourceFile,
    operators: &Operators,
) -> (Option<Paragraph>, Vec<Diagnostic>) {
    with_parser(file, operators, |parser| {
        let paragraph = parser.paragraph(None).ok()?;
        parser.finish().ok()?;
        Some(paragraph)
    })
}

fn with_parser<T: Send>(
    file: &SourceFile,
    operators: &Operators,
    read: impl FnOnce(&mut Parser) -> T + Send,
) -> (T, Vec<Diagnostic>) {
    with_deep_stack(|| {
        let (tokens, mut diagnostics) = lex(file);
        let mut parser = Parser::new(tokens, operators.clone(), Dialect::Sum);
        let result = read(&mut parser);
        let line = |it: &Diagnostic| it.span.map(|span| file.start(span).line);
        // What is no token also makes the rest of its line hard to read.
        let broken: Vec<_> = diagnostics.iter().map(line).collect();
        let parsed = parser.take_diagnostics();
        diagnostics.extend(parsed.into_iter().filter(|it| !broken.contains(&line(it))));
        diagnostics.sort_by_key(|it| it.span.map(|span| span.start));
        (result, diagnostics)
    })
}

impl Parser {
    fn modules(&mut self, file: &SourceFile) -> Vec<Module> {
        let mut modules = Vec::new();
        if self.at_end() {
            self.report(
                Diagnostic::error(codes::EMPTY, "there is no module in this file")
                    .at(Span::new(file.id, 0, 0))
                    .help("a module is written `module NAME is ... end NAME`"),
            );
        }
        while !self.at_end() {
            if self.next_is("module") {
                modules.push(self.module());
                continue;
            }
            let start = self.span();
            let paragraphs = self.paragraphs(None);
            if !paragraphs.is_empty() {
                modules.push(Module {
                    name: None,
                    parameters: Vec::new(),
                    parents: Vec::new(),
                    paragraphs,
                    at: self.since(start),
                });
            }
            if self.next_is("end") {
                let diagnostic = Diagnostic::error(
                    codes::UNEXPECTED,
                    "there is no module that this `end` could close",
                )
                .at(self.span())
                .help("a module begins with `module NAME is`");
                self.report(diagnostic);
                self.skip_line();
            }
        }
        modules
    }

    /// `module NAME [PARAMETERS] is ... end NAME`
    fn module(&mut self) -> Module {
        let start = self.span();
        self.advance();
        let beginning = self.position();
        let header = self.module_header();
        if header.is_err() {
            self.recover(beginning.saturating_sub(1));
        }
        let (name, parameters, parents) = header.unwrap_or_default();
        let opening = self.since(start).0;
        let paragraphs = self.paragraphs(name.as_ref().map(|it| &it.name));
        let shown = name
            .as_ref()
            .map_or_else(String::new, |it| it.name.to_string());
        self.end_of(&["module", &shown], opening, None);
        Module {
            name,
            parameters,
            parents,
            paragraphs,
            at: self.since(start),
        }
    }

    #[allow(clippy::type_complexity)]
    fn module_header(&mut self) -> Parsed<(Option<Ident>, Vec<Ident>, Vec<Ident>)> {
        let name = self.ident("the name of the module")?;
        let parameters = if self.next_is("[") {
            self.bracketed_names()?
        } else {
            Vec::new()
        };
        let mut parents = Vec::new();
        if self.accept_word("parents") {
            parents.push(self.ident("the name of a parent")?);
            while self.accept(",") {
                parents.push(self.ident("the name of a parent")?);
            }
        }
        if self.expect("is", "after the name of the module").is_err() && !self.peek().starts_line {
            self.skip_line();
        }
        Ok((Some(name), parameters, parents))
    }

    fn paragraphs(&mut self, module: Option<&Name>) -> Vec<Paragraph> {
        let mut paragraphs = Vec::new();
        while !self.at_end() && !self.next_is("end") && !self.next_is("module") {
            let start = self.position();
            match self
                .paragraph(module)
                .and_then(|it| self.end_of_paragraph().map(|()| it))
            {
                Ok(paragraph) => paragraphs.push(paragraph),
                Err(Failed) => self.recover(start),
            }
            while self.accept(";") {}
        }
        paragraphs
    }

    fn end_of_paragraph(&mut self) -> Parsed<()> {
        if self.at_break() || self.at_end() || self.next_is("end") || self.next_is(";") {
            return Ok(());
        }
        Err(self.unexpected("an operator or the end of the line"))
    }

    fn paragraph(&mut self, module: Option<&Name>) -> Parsed<Paragraph> {
        let start = self.span();
        self.height = 0;
        let kind = self.paragraph_kind(module)?;
        Ok(Paragraph {
            kind,
            at: self.since(start),
        })
    }
}
