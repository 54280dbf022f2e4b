//! Paragraphs of Sum by their first word.

use assay_source::{Diagnostic, Span};

use super::body::preconditions;
use super::{Failed, Parsed, Parser};
use crate::syntax::{
    Claim, Expectation, FixityKind, Ident, Name, ParagraphKind, SchemaValue, TokenKind, codes,
};

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
    pub(super) fn paragraph_kind(&mut self, module: Option<&Name>) -> Parsed<ParagraphKind> {
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
