//! Modules and paragraphs of Sum.
//!
//! An error in a body costs one line, an error in the first line of a paragraph costs that line.

use assay_source::{Diagnostic, SourceFile, Span};

use super::form::as_predicate;
use super::{Dialect, Failed, Parsed, Parser};
use crate::stack::with_deep_stack;
use crate::syntax::fixity::Operators;
use crate::syntax::lexer::lex;
use crate::syntax::{
    At, Claim, Expectation, Expr, ExprKind, FixityKind, Ident, Module, Name, Notation, Paragraph,
    ParagraphKind, Predicate, PredicateKind, SchemaText, SchemaValue, Specification, TokenKind,
    codes,
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

/// Words that other languages begin paragraphs with.
const PARAGRAPHS: &[(&str, &str)] = &[
    ("operation", "op"),
    ("function_op", "op"),
    ("proc", "op"),
    ("procedure", "op"),
    ("initial", "init"),
    ("initialisation", "init"),
    ("initialization", "init"),
    ("constant", "const"),
    ("constants", "const"),
    ("axiom", "const"),
    ("axdef", "const"),
    ("var", "state"),
    ("variables", "state"),
    ("invariant", "state"),
    ("include", "import"),
    ("uses", "import"),
    ("open", "import"),
    ("type", "T ::= a | b"),
    ("begin", "module"),
    ("spec", "module"),
];

/// Words that paragraphs and modules begin with.
const STARTS: &[&str] = &[
    "state", "init", "op", "const", "schema", "check", "import", "module",
];

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

    fn paragraph_kind(&mut self, module: Option<&Name>) -> Parsed<ParagraphKind> {
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Symbol("[") => self.bracketed_names().map(ParagraphKind::Given),
            TokenKind::Symbol("import") => self.import(),
            TokenKind::Symbol("state" | "init") => {
                self.advance();
                Ok(self.state_or_init(token.is("state"), token.span, module))
            }
            TokenKind::Symbol("const") => {
                self.advance();
                let parameters = if self.next_is("[") && !self.peek().starts_line {
                    self.bracketed_names()?
                } else {
                    Vec::new()
                };
                let text = self.body(&["const"], token.span, module);
                self.no_preconditions(&text.predicates);
                Ok(ParagraphKind::Axiomatic { parameters, text })
            }
            TokenKind::Symbol("op" | "schema") => self.operation_or_schema(module),
            TokenKind::Symbol("check") => self.check(module),
            TokenKind::Symbol("assume" | "conjecture") => self.claim(),
            TokenKind::Name(ref word) if self.fixity_follows() => {
                self.advance();
                let kind = match word.as_str() {
                    "function" => FixityKind::Function,
                    "relation" => FixityKind::Relation,
                    _ => FixityKind::Generic,
                };
                self.fixity(kind).map(ParagraphKind::Fixity)
            }
            TokenKind::Name(_) | TokenKind::Symbol("_" | "(") => self.defined(module),
            _ if self.pattern_length(self.position()).is_some() => self.defined(module),
            _ => Err(self.no_paragraph(module)),
        }
    }

    fn fixity_follows(&self) -> bool {
        let named = matches!(&self.peek().kind, TokenKind::Name(name)
            if matches!(name.as_str(), "function" | "relation" | "generic"));
        named && (matches!(self.ahead(1).kind, TokenKind::Number(_)) || self.ahead(1).is("("))
    }

    /// `T ::= ...`, `X == E`, `S ^= E`
    fn defined(&mut self, module: Option<&Name>) -> Parsed<ParagraphKind> {
        if self.ahead(1).is("::=") {
            return self.free_types().map(ParagraphKind::Free);
        }
        match self.sign_of_definition() {
            Some("==") => {
                let (name, parameters, value) = self.definition("==")?;
                Ok(ParagraphKind::Abbreviation {
                    name,
                    parameters,
                    value,
                })
            }
            Some("^=") => {
                let (name, parameters, value) = self.definition("^=")?;
                Ok(ParagraphKind::Schema {
                    name,
                    parameters,
                    value: SchemaValue::Is(value),
                })
            }
            _ => Err(self.no_paragraph(module)),
        }
    }

    /// The first of `==` and `^=` on the line.
    fn sign_of_definition(&self) -> Option<&'static str> {
        (0..)
            .map(|ahead| self.ahead(ahead))
            .enumerate()
            .take_while(|(at, token)| {
                token.kind != TokenKind::End && (*at == 0 || !token.starts_line)
            })
            .find_map(|(_, token)| match token.kind {
                TokenKind::Symbol(sign @ ("==" | "^=")) => Some(sign),
                _ => None,
            })
    }

    /// Reports that no paragraph begins like this, and goes behind what was probably meant as one.
    fn no_paragraph(&mut self, module: Option<&Name>) -> Failed {
        let found = self.describe();
        let mut diagnostic = Diagnostic::error(
            codes::PARAGRAPH,
            format!("no paragraph begins with {found}"),
        )
        .at(self.span());
        diagnostic.help = self.paragraph_hint();
        self.report(diagnostic);
        let start = self.position();
        let mut has_body = false;
        while !self.at_end() {
            let fresh = self.peek().starts_line && self.position() > start;
            if fresh && self.next_is("where") {
                has_body = true;
            }
            let next = self.ahead(1);
            let ends_module =
                matches!((&next.kind, module), (TokenKind::Name(name), Some(it)) if name == it);
            if self.next_is("end") && has_body && !ends_module {
                self.advance();
                if !self.peek().starts_line {
                    self.advance();
                }
                break;
            }
            let starts = self.next_is("end") || STARTS.iter().any(|it| self.next_is(it));
            if fresh && (starts || !has_body && self.defines_here()) {
                break;
            }
            self.advance();
        }
        Failed
    }

    fn defines_here(&self) -> bool {
        self.ahead(1).is("::=") || self.ahead(1).is("==") || self.ahead(1).is("^=")
    }

    fn paragraph_hint(&self) -> Option<String> {
        let next = self.ahead(1);
        if next.is("=") || next.is(":=") {
            return Some(
                "a constant is defined by `==`, a schema by `^=`, a free type by `::=`".into(),
            );
        }
        if next.is(":") || next.is(",") {
            return Some(
                "constants are declared in `const ... end`, variables in `state ... end`".into(),
            );
        }
        let meant = match &self.peek().kind {
            TokenKind::Name(word) => {
                let word = word.as_str().to_lowercase();
                let known = PARAGRAPHS
                    .iter()
                    .find(|(it, _)| *it == word)
                    .map(|(_, it)| *it);
                known.or_else(|| STARTS.iter().copied().find(|it| *it == word))
            }
            _ => None,
        };
        Some(match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "a paragraph begins with `state`, `init`, `op`, `const`, `schema`, `check`, `import`, or a name that it defines".into(),
        })
    }

    /// `import M[ARGUMENTS] as NAME {new/old}`
    fn import(&mut self) -> Parsed<ParagraphKind> {
        self.advance();
        let module = self.ident("the name of a module")?;
        let open = self.span();
        let arguments = if !self.at_break() && self.accept("[") {
            self.in_brackets(|parser| parser.list("]", open))?
        } else {
            Vec::new()
        };
        let instance = if self.accept("as") {
            Some(self.ident("the name of the instance")?)
        } else {
            None
        };
        let open = self.span();
        let renamings = if !self.at_break() && self.accept("{") {
            self.in_brackets(|parser| parser.renamings("}", open))?
        } else {
            Vec::new()
        };
        Ok(ParagraphKind::Import {
            module,
            arguments,
            instance,
            renamings,
        })
    }

    fn state_or_init(
        &mut self,
        state: bool,
        opening: Span,
        module: Option<&Name>,
    ) -> ParagraphKind {
        let text = self.body(&[if state { "state" } else { "init" }], opening, module);
        self.no_preconditions(&text.predicates);
        if state {
            ParagraphKind::State(text)
        } else {
            ParagraphKind::Init(text)
        }
    }

    /// `op NAME ...`, `schema NAME ...`, and in the old spelling `op schema NAME is ...`, `schema state is ...`.
    fn operation_or_schema(&mut self, module: Option<&Name>) -> Parsed<ParagraphKind> {
        let opening = self.span();
        let operation = self.accept("op");
        self.accept("schema");
        if !operation && let TokenKind::Symbol(word @ ("state" | "init")) = self.peek().kind {
            self.advance();
            return Ok(self.state_or_init(word == "state", opening, module));
        }
        let what = if operation {
            "the name of the operation"
        } else {
            "the name of the schema"
        };
        let name = match self.ident(what) {
            Ok(name) => name,
            Err(Failed) => {
                // Its body is read all the same, so that the rest of the module is.
                if !self.peek().starts_line {
                    self.skip_line();
                }
                self.body(&["op"], opening, module);
                return Err(Failed);
            }
        };
        let parameters = if !operation && self.next_is("[") && !self.at_break() {
            self.bracketed_names()?
        } else {
            Vec::new()
        };
        if self.next_is("(") && !self.at_break() {
            let diagnostic = Diagnostic::error(
                codes::UNEXPECTED,
                "a paragraph has no parameters in parentheses",
            )
            .at(self.span())
            .help("inputs and outputs are declared on lines of their own: `x? : int`");
            self.report(diagnostic);
            self.skip_line();
        }
        if self.accept("^=") {
            let context = super::Context {
                semicolon: true,
                ..self.context
            };
            let value = SchemaValue::Is(self.within(context, Parser::expression)?);
            return Ok(schema_paragraph(operation, name, parameters, value));
        }
        let kind = if operation { "op" } else { "schema" };
        let mut text = self.body(&[kind, name.name.as_str()], opening, module);
        if operation {
            text.predicates = std::mem::take(&mut text.predicates)
                .into_iter()
                .map(preconditions)
                .collect();
            for predicate in &text.predicates {
                self.nested_preconditions(predicate, true);
            }
        } else {
            self.no_preconditions(&text.predicates);
        }
        Ok(schema_paragraph(
            operation,
            name,
            parameters,
            SchemaValue::Box(text),
        ))
    }

    /// `decl* where pred* end`, in the old spelling `is dec decl* pred pred* end`. `opener` is what opens it: a word and perhaps a name.
    fn body(&mut self, opener: &[&str], opening: Span, module: Option<&Name>) -> SchemaText {
        self.old_spelling = self.accept("is");
        let start = self.span();
        if self.old_spelling && !matches!(self.ahead(1).kind, TokenKind::Symbol(":" | ",")) {
            self.accept_word("dec");
        }
        let declarations = self.with_strays(Parser::declarations);
        let mut predicates = Vec::new();
        if self.old_predicates_follow() {
            self.advance();
            predicates = self.with_strays(Parser::predicates);
        } else if self.accept("where") {
            predicates = self.with_strays(Parser::predicates);
        }
        let at = if declarations.is_empty() && predicates.is_empty() {
            At(opening)
        } else {
            self.since(start)
        };
        self.end_of(opener, opening, module);
        SchemaText {
            declarations,
            predicates,
            at,
        }
    }

    /// Items; a closing bracket without an opening one is reported and its line left out.
    fn with_strays<T>(&mut self, read: impl Fn(&mut Parser) -> Vec<T>) -> Vec<T> {
        let mut items = read(self);
        while matches!(
            self.peek().kind,
            TokenKind::Symbol("]" | "}" | ")" | "|" | "@")
        ) {
            let found = self.describe();
            let diagnostic = Diagnostic::error(
                codes::UNEXPECTED,
                format!("nothing is open that {found} belongs to"),
            )
            .at(self.span());
            self.report(diagnostic);
            self.skip_line();
            items.extend(read(self));
        }
        items
    }

    /// `end`, perhaps with the word or the name that it closes.
    fn end_of(&mut self, opener: &[&str], opening: Span, module: Option<&Name>) {
        let what = opener.join(" ").trim_end().to_string();
        if !self.next_is("end") {
            let found = self.describe();
            self.report(
                Diagnostic::error(
                    codes::NO_END,
                    format!("`{what}` is not closed: expected `end`, found {found}"),
                )
                .at(self.span())
                .secondary(opening, "opened here"),
            );
            return;
        }
        let next = self.ahead(1);
        let word = match next.word() {
            Some(word) if !next.starts_line && word.starts_with(char::is_alphabetic) => {
                word.to_string()
            }
            _ => {
                self.advance();
                return;
            }
        };
        let span = next.span;
        if module.is_some_and(|it| it.as_str() == word) && !opener.contains(&word.as_str()) {
            self.report(
                Diagnostic::error(
                    codes::NO_END,
                    format!("`{what}` is not closed: this `end` closes the module"),
                )
                .at(self.span().to(span))
                .secondary(opening, "opened here"),
            );
            return;
        }
        self.advance();
        self.advance();
        if !opener.contains(&word.as_str()) {
            self.report(
                Diagnostic::error(codes::OTHER_END, format!("`end {word}` closes `{what}`"))
                    .at(span)
                    .secondary(opening, "opened here"),
            );
        }
    }

    /// `check NAME ... end`: predicates, each perhaps with `else "what to say"`.
    fn check(&mut self, module: Option<&Name>) -> Parsed<ParagraphKind> {
        let opening = self.span();
        self.advance();
        let name = self.ident("the name of the check")?;
        self.accept("is");
        let checks = self.with_strays(|parser| {
            let ends = |parser: &Parser| {
                matches!(
                    parser.peek().kind,
                    TokenKind::End
                        | TokenKind::Symbol(
                            "end"
                                | "]"
                                | "}"
                                | ")"
                                | "|"
                                | "@"
                                | "module"
                                | "op"
                                | "state"
                                | "init"
                        )
                )
            };
            parser.items(ends, Parser::expectation)
        });
        for check in &checks {
            self.nested_preconditions(&check.predicate, false);
        }
        self.end_of(&["check", name.name.as_str()], opening, module);
        Ok(ParagraphKind::Check { name, checks })
    }

    fn expectation(&mut self) -> Parsed<Expectation> {
        let predicate = self.predicate()?;
        let mut otherwise = None;
        if self.accept("else") {
            let TokenKind::Text(text) = self.peek().kind.clone() else {
                return Err(self.unexpected("a text in quotes"));
            };
            self.advance();
            otherwise = Some(text);
        }
        Ok(Expectation {
            predicate,
            otherwise,
        })
    }

    /// `assume [X] P`, `conjecture [X] P`
    fn claim(&mut self) -> Parsed<ParagraphKind> {
        let claim = if self.advance().is("assume") {
            Claim::Constraint
        } else {
            Claim::Conjecture
        };
        let parameters = if self.next_is("[") && !self.text_opens() {
            self.bracketed_names()?
        } else {
            Vec::new()
        };
        let predicate = self.predicate()?;
        Ok(ParagraphKind::Claim {
            parameters,
            claim,
            predicate,
        })
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(&self.peek().kind, TokenKind::Name(name) if name.as_str() == word);
        if found {
            self.advance();
        }
        found
    }

    fn no_preconditions(&mut self, predicates: &[Predicate]) {
        for predicate in predicates {
            self.nested_preconditions(predicate, false);
        }
    }

    /// Reports each `pre(...)` that is no conjunct of an operation.
    fn nested_preconditions(&mut self, predicate: &Predicate, conjunct: bool) {
        match &*predicate.kind {
            PredicateKind::Pre(inner) => {
                if !conjunct {
                    self.report(
                        Diagnostic::error(codes::PRECONDITION, "`pre(...)` is a line of an operation, not part of another predicate")
                            .at(predicate.at.0)
                            .help("write the condition itself, or give the precondition a line of its own in the operation"),
                    );
                }
                self.nested_preconditions(inner, false);
            }
            PredicateKind::And(a, b) => {
                self.nested_preconditions(a, conjunct);
                self.nested_preconditions(b, conjunct);
            }
            PredicateKind::Or(a, b) | PredicateKind::Implies(a, b) | PredicateKind::Iff(a, b) => {
                self.nested_preconditions(a, false);
                self.nested_preconditions(b, false);
            }
            PredicateKind::Not(body)
            | PredicateKind::Quantified { body, .. }
            | PredicateKind::Let { body, .. } => self.nested_preconditions(body, false),
            PredicateKind::If {
                condition,
                then,
                otherwise,
            } => {
                for part in [condition, then, otherwise] {
                    self.nested_preconditions(part, false);
                }
            }
            PredicateKind::True
            | PredicateKind::False
            | PredicateKind::Relation { .. }
            | PredicateKind::Expression(_)
            | PredicateKind::ChangesOnly(_) => {}
        }
    }
}

fn schema_paragraph(
    operation: bool,
    name: Ident,
    parameters: Vec<Ident>,
    value: SchemaValue,
) -> ParagraphKind {
    if operation {
        ParagraphKind::Operation { name, value }
    } else {
        ParagraphKind::Schema {
            name,
            parameters,
            value,
        }
    }
}

/// A conjunct `pre(S)` of an operation is its precondition.
fn preconditions(it: Predicate) -> Predicate {
    let kind = match *it.kind {
        PredicateKind::Expression(expr) => match *expr.kind {
            ExprKind::Pre(schema) => PredicateKind::Pre(as_predicate(schema)),
            kind => PredicateKind::Expression(Expr {
                kind: Box::new(kind),
                at: expr.at,
            }),
        },
        PredicateKind::And(a, b) => PredicateKind::And(preconditions(a), preconditions(b)),
        kind => kind,
    };
    Predicate {
        kind: Box::new(kind),
        at: it.at,
    }
}
