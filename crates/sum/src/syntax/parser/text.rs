//! Declarations and predicates: in brackets, where an error ends the text, and in bodies, where an error ends a line.

use assay_source::Diagnostic;

use super::form::Form;
use super::{Context, Dialect, Failed, Parsed, Parser};
use crate::syntax::{At, Declaration, Ident, Predicate, SchemaText, TokenKind, codes};

impl Parser {
    /// Whether a declaration starts here: names and `:`, or a name and `==`.
    pub(super) fn declares_here(&self) -> bool {
        self.declares_from(self.position())
    }

    pub(super) fn declares_from(&self, mut at: usize) -> bool {
        let is = |at: usize, symbol: &str| self.tokens.get(at).is_some_and(|it| it.is(symbol));
        loop {
            let parenthesised = is(at, "(");
            at += usize::from(parenthesised);
            match self.pattern_length(at) {
                Some(length) => at += length,
                None if matches!(
                    self.tokens.get(at).map(|it| &it.kind),
                    Some(TokenKind::Name(_))
                ) =>
                {
                    at += 1;
                }
                None => return false,
            }
            if parenthesised && !is(at, ")") {
                return false;
            }
            at += usize::from(parenthesised);
            if is(at, ":") || is(at, "==") {
                return true;
            }
            if !is(at, ",") {
                return false;
            }
            at += 1;
        }
    }

    pub(super) fn declaration(&mut self) -> Parsed<Declaration> {
        if !self.declares_here() {
            return self.inclusion();
        }
        let mut names = vec![self.declared_name()?];
        while self.accept(",") {
            names.push(self.declared_name()?);
        }
        if names.len() == 1 && self.accept("==") {
            let value = self.expression()?;
            return Ok(Declaration::Constant {
                name: names.remove(0),
                value,
            });
        }
        self.expect(":", "and the set of the variables")?;
        Ok(Declaration::Variables {
            names,
            set: self.expression()?,
        })
    }

    fn inclusion(&mut self) -> Parsed<Declaration> {
        if matches!(self.peek().kind, TokenKind::Symbol(_)) && self.ahead(1).is(":") {
            self.ident("the name of a variable")?;
        }
        match self.form(super::expr::power::LOWEST)? {
            Form::Expr(schema) => Ok(Declaration::Inclusion(schema)),
            Form::Predicate(predicate) => Err(self.report(
                Diagnostic::error(codes::UNEXPECTED, "expected a declaration, found a predicate")
                    .at(predicate.at.0)
                    .help("a variable is declared by `x : S`; predicates come behind `where`, and in a quantifier behind `|` or `@`"),
            )),
        }
    }

    pub(super) fn no_text(&self) -> SchemaText {
        SchemaText {
            declarations: Vec::new(),
            predicates: Vec::new(),
            at: At(self.span()),
        }
    }

    /// `D` or `D | P`, to whatever comes behind.
    pub(super) fn inner_text(&mut self, lines: bool) -> Parsed<SchemaText> {
        let context = Context {
            semicolon: false,
            ..self.context
        };
        self.within(context, |parser| parser.text_of(lines))
    }

    fn text_of(&mut self, lines: bool) -> Parsed<SchemaText> {
        let start = self.span();
        let mut text = self.no_text();
        // In Z a quantifier can have no variables.
        let nothing = self.dialect == Dialect::Z && self.next_is("@");
        while !nothing && !self.next_is("|") {
            text.declarations.push(self.declaration()?);
            if !self.separator(lines) || self.at_end_of_text() {
                break;
            }
        }
        if self.accept("|") {
            loop {
                text.predicates.push(self.predicate()?);
                if !self.separator(lines) || self.at_end_of_text() {
                    break;
                }
            }
        }
        text.at = self.since(start);
        Ok(text)
    }

    fn at_end_of_text(&self) -> bool {
        ["@", "]", "}"].iter().any(|symbol| self.next_is(symbol))
    }

    /// `;`, or the end of a line where that separates.
    fn separator(&mut self, lines: bool) -> bool {
        let mut found = lines && self.at_break();
        while self.accept(";") {
            found = true;
        }
        found
    }

    /// What no item of a body begins with.
    fn at_end_of_body(&self) -> bool {
        let starts_paragraph = || {
            self.peek().starts_line
                && matches!(
                    self.peek().kind,
                    TokenKind::Symbol(
                        "module"
                            | "state"
                            | "init"
                            | "op"
                            | "const"
                            | "schema"
                            | "check"
                            | "import"
                            | "assume"
                            | "conjecture"
                    )
                )
        };
        self.at_end()
            || matches!(self.peek().kind, TokenKind::Symbol("end" | "]" | "}" | ")"))
            || starts_paragraph()
    }

    /// Predicates separated by lines or `;`, to the end of the tokens or to a symbol that closes them. A line that cannot be read is
    /// reported and left out.
    pub fn predicates(&mut self) -> Vec<Predicate> {
        self.items(|parser| parser.at_end_of_body(), Parser::predicate)
    }

    /// Declarations separated by lines or `;`, to `|`, `where`, `@` or the end. With errors as [`Parser::predicates`].
    pub fn declarations(&mut self) -> Vec<Declaration> {
        let ends = |parser: &Parser| {
            parser.at_end_of_body()
                || matches!(parser.peek().kind, TokenKind::Symbol("|" | "where" | "@"))
                || parser.old_predicates_follow()
        };
        self.items(ends, Parser::declaration)
    }

    /// `pred` of the old spelling, which is no reserved word.
    pub(super) fn old_predicates_follow(&self) -> bool {
        self.old_spelling
            && self.peek().starts_line
            && matches!(&self.peek().kind, TokenKind::Name(name) if name.as_str() == "pred")
            && !matches!(self.ahead(1).kind, TokenKind::Symbol(":" | "," | "=="))
    }

    pub(super) fn items<T>(
        &mut self,
        ends: impl Fn(&Parser) -> bool,
        read: impl Fn(&mut Parser) -> Parsed<T>,
    ) -> Vec<T> {
        let mut items = Vec::new();
        let mut failed = false;
        while self.accept(";") {}
        while !ends(self) {
            self.height = 0;
            let start = self.position();
            let rest = |parser: &Parser| ends(parser) || failed && parser.at_rest_of_conditional();
            match read(self).and_then(|item| self.end_of_item(rest).map(|()| item)) {
                Ok(item) => items.push(item),
                Err(Failed) => {
                    failed = true;
                    self.recover(start);
                }
            }
            while failed && self.at_rest_of_conditional() {
                self.skip_line();
            }
            while self.accept(";") {}
        }
        items
    }

    /// What is left of an `if` over several lines that could not be read.
    fn at_rest_of_conditional(&self) -> bool {
        self.peek().starts_line
            && matches!(self.peek().kind, TokenKind::Symbol("then" | "else" | "fi"))
    }

    fn end_of_item(&mut self, ends: impl Fn(&Parser) -> bool) -> Parsed<()> {
        if self.next_is(";") || self.at_break() || ends(self) {
            return Ok(());
        }
        Err(self.unexpected("an operator or the end of the line"))
    }

    /// Declarations, and predicates behind `|` or `where` (the symbol that a reader gives for the line in a box).
    pub fn schema_text(&mut self) -> SchemaText {
        let start = self.span();
        let declarations = self.declarations();
        let predicates = if self.accept("where") || self.accept("|") {
            self.predicates()
        } else {
            Vec::new()
        };
        SchemaText {
            declarations,
            predicates,
            at: self.since(start),
        }
    }

    /// `[X, Y]`: given sets, or the generic parameters of a paragraph.
    pub fn bracketed_names(&mut self) -> Parsed<Vec<Ident>> {
        let open = self.span();
        self.expect("[", "before names")?;
        self.in_brackets(|parser| {
            let mut names = vec![parser.ident("a name")?];
            while parser.accept(",") {
                names.push(parser.ident("a name")?);
            }
            parser.close("]", open)?;
            Ok(names)
        })
    }
}
