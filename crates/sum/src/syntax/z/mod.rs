//! The paragraphs of Z, from blocks of tokens that either mark-up gives.
//!
//! A block is an environment of LaTeX or a box of Unicode, or a directive. The mark-up decides where blocks lie and what their tokens are; here they become
//! paragraphs of the tree, in the modules that ISO sections make. What stands inside a paragraph reads the parser that Sum has too.

mod lines;
mod template;

use assay_source::{Diagnostic, Span};

use super::fixity::{Operators, is_toolkit_word};
use super::parser::{Dialect, Parsed, Parser};
use super::{
    At, Claim, Fixity, FixityKind, Ident, Module, Name, Notation, Paragraph, ParagraphKind,
    SchemaText, SchemaValue, Specification, Token, TokenKind, codes,
};

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BlockKind {
    Schema,
    /// `axdef`, and `gendef`, which has parameters.
    Axiomatic,
    /// `zed`: one paragraph on each line.
    Zed,
    /// `syntax`: free types in columns.
    Syntax,
    /// A conjecture with a name.
    Theorem,
    /// The head of an ISO section.
    Section,
}

/// Each list of tokens ends with `End`.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Formal {
        kind: BlockKind,
        /// `Queue` or `Queue[X]` of a schema; empty where there is none.
        heading: Vec<Token>,
        /// `X, Y` without brackets; empty where there is none.
        parameters: Vec<Token>,
        body: Vec<Token>,
        span: Span,
    },
    /// `%%inop * 4`
    Directive {
        word: String,
        tokens: Vec<Token>,
        span: Span,
    },
}

/// Reads the blocks of a file. `decorated` are operators of the tool-kit with strokes or subscripts, as they are and without them.
pub(crate) fn read(
    blocks: Vec<Block>,
    decorated: &[(String, String)],
    notation: Notation,
    file: Span,
) -> (Specification, Vec<Diagnostic>) {
    let end = Token {
        kind: TokenKind::End,
        span: file.after(),
        starts_line: false,
        joined: false,
    };
    let mut reader = Reader {
        parser: Parser::new(vec![end], Operators::toolkit(), Dialect::Z),
        modules: vec![Module {
            name: None,
            parameters: Vec::new(),
            parents: Vec::new(),
            paragraphs: Vec::new(),
            at: At(file),
        }],
        faults: Vec::new(),
    };
    for (word, base) in decorated {
        reader.parser.operators.declare_like(word, base);
    }
    for block in blocks {
        reader.block(block);
    }
    let mut modules = reader.modules;
    // What stands before the first section is a section of its own only where there is something.
    if modules.len() > 1 && modules[0].paragraphs.is_empty() {
        modules.remove(0);
    }
    let specification = Specification { notation, modules };
    (specification, reader.faults)
}

struct Reader {
    parser: Parser,
    modules: Vec<Module>,
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn block(&mut self, block: Block) {
        match block {
            Block::Directive { word, tokens, span } => self.directive(&word, &tokens, span),
            Block::Formal {
                kind,
                heading,
                parameters,
                body,
                span,
            } => {
                for tokens in [&heading, &body] {
                    declare_decorated(&mut self.parser.operators, tokens);
                }
                self.formal(kind, heading, parameters, body, span);
                let faults = self.parser.take_diagnostics();
                self.faults.extend(faults);
            }
        }
    }

    fn push(&mut self, kind: ParagraphKind, span: Span) {
        let at = At(span);
        if let Some(module) = self.modules.last_mut() {
            module.paragraphs.push(Paragraph { kind, at });
        }
    }

    fn fault(&mut self, code: &'static str, message: String, span: Span) -> &mut Diagnostic {
        self.faults.push(Diagnostic::error(code, message).at(span));
        let last = self.faults.len() - 1;
        &mut self.faults[last]
    }

    fn formal(
        &mut self,
        kind: BlockKind,
        heading: Vec<Token>,
        parameters: Vec<Token>,
        body: Vec<Token>,
        span: Span,
    ) {
        match kind {
            BlockKind::Section => self.section(body, span),
            BlockKind::Schema => {
                let Ok((name, mut generic)) = self.heading(heading) else {
                    return;
                };
                generic.extend(self.names(parameters));
                let text = self.box_text(body);
                let kind = ParagraphKind::Schema {
                    name,
                    parameters: generic,
                    value: SchemaValue::Box(text),
                };
                self.push(kind, span);
            }
            BlockKind::Axiomatic => {
                let parameters = self.names(parameters);
                let text = self.box_text(body);
                self.push(ParagraphKind::Axiomatic { parameters, text }, span);
            }
            BlockKind::Theorem => {
                let parameters = self.names(parameters);
                self.conjecture(parameters, body);
            }
            BlockKind::Zed | BlockKind::Syntax => {
                let body = match kind {
                    BlockKind::Syntax => lines::without_columns(body),
                    _ => body,
                };
                for line in lines::split(body, &self.parser.operators) {
                    // What a line cannot be has been reported; the next one may be right.
                    let _ = self.line(line);
                }
            }
        }
    }

    /// The text of a box up to its end; what is left over is reported.
    fn box_text(&mut self, body: Vec<Token>) -> SchemaText {
        let divided = body.iter().any(|token| token.is("where") || token.is("|"));
        self.parser.load(lines::without_columns(body));
        let text = self.parser.schema_text();
        let _ = self.parser.finish();
        let mut faults = self.parser.take_diagnostics();
        for fault in faults
            .iter_mut()
            .filter(|fault| !divided && fault.code == codes::PREDICATE)
        {
            fault.help = Some("predicates stand behind `\\where`".into());
        }
        self.faults.append(&mut faults);
        text
    }

    /// `X, Y`
    fn names(&mut self, tokens: Vec<Token>) -> Vec<Ident> {
        let mut names = Vec::new();
        let mut expected = true;
        for token in tokens {
            match &token.kind {
                TokenKind::Name(name) if expected => {
                    names.push(Ident {
                        name: name.clone(),
                        at: At(token.span),
                    });
                    expected = false;
                }
                TokenKind::Symbol(",") if !expected => expected = true,
                TokenKind::End => {}
                _ => {
                    self.fault(
                        "Z1021",
                        "generic parameters are names with commas between them".into(),
                        token.span,
                    );
                    return names;
                }
            }
        }
        names
    }

    /// `Name`, `Name[X, Y]`, `\Delta Name`
    fn heading(&mut self, tokens: Vec<Token>) -> Parsed<(Ident, Vec<Ident>)> {
        let mut tokens = lines::greek_names(tokens);
        let failed = Err(super::parser::Failed);
        let first = match tokens.first() {
            Some(token) if !matches!(token.kind, TokenKind::End) => token.clone(),
            // That a schema has no name was said where it begins.
            _ => return failed,
        };
        let TokenKind::Name(name) = &first.kind else {
            self.fault("Z1022", "a schema's name is a word".into(), first.span);
            return failed;
        };
        if !name.strokes().is_empty() {
            let fault = self.fault(
                "Z1020",
                format!("the name `{name}` of a schema has strokes"),
                first.span,
            );
            fault.help = Some(format!(
                "`{name}` is the schema `{}` with decorated names",
                name.base()
            ));
        }
        let name = Ident {
            name: name.clone(),
            at: At(first.span),
        };
        tokens.remove(0);
        let bracketed = tokens.first().is_some_and(|token| token.is("["));
        let close = tokens.iter().position(|token| token.is("]"));
        match (bracketed, close) {
            (true, Some(close)) if close + 2 == tokens.len() => {
                let parameters = self.names(tokens[1..close].to_vec());
                Ok((name, parameters))
            }
            (false, _) if tokens.len() == 1 => Ok((name, Vec::new())),
            _ => {
                let span = tokens[0].span;
                self.fault(
                    "Z1022",
                    "behind a schema's name stand only generic parameters in brackets".into(),
                    span,
                );
                failed
            }
        }
    }

    /// One paragraph of a `zed` environment.
    fn line(&mut self, tokens: Vec<Token>) -> Parsed<()> {
        let span = tokens[0]
            .span
            .to(tokens[tokens.len().saturating_sub(2)].span);
        if let Some(close) = lines::unended_given(&tokens) {
            let behind = tokens[close + 1].span;
            let fault = self.fault("Z1027", "given sets are a line of their own".into(), behind);
            fault.help = Some("end the line with `\\\\`".into());
            return self.line(tokens[close + 1..].to_vec());
        }
        let form = lines::form(&tokens);
        if form == lines::Form::Template {
            return match template::read(&tokens) {
                Ok(fixity) => {
                    self.declare(fixity, span);
                    Ok(())
                }
                Err(fault) => {
                    self.faults.push(*fault);
                    Err(super::parser::Failed)
                }
            };
        }
        let tokens = match form {
            lines::Form::FreeTypes => tokens,
            _ => lines::without_columns(tokens),
        };
        self.parser.load(lines::greek_names_before(tokens, form));
        let kind = match form {
            lines::Form::Given => ParagraphKind::Given(self.parser.bracketed_names()?),
            lines::Form::FreeTypes => ParagraphKind::Free(self.parser.free_types()?),
            lines::Form::Abbreviation => {
                let (name, parameters, value) = self.parser.definition("==")?;
                ParagraphKind::Abbreviation {
                    name,
                    parameters,
                    value,
                }
            }
            lines::Form::Schema => {
                let (name, parameters, value) = self.parser.definition("^=")?;
                if !name.name.strokes().is_empty() {
                    self.fault(
                        "Z1020",
                        format!("the name `{}` of a schema has strokes", name.name),
                        name.at.0,
                    );
                }
                ParagraphKind::Schema {
                    name,
                    parameters,
                    value: SchemaValue::Is(value),
                }
            }
            lines::Form::Conjecture => {
                let mut parameters = Vec::new();
                if !self.parser.accept("|-?") {
                    parameters = self.parser.bracketed_names()?;
                    self.parser.accept("|-?");
                }
                self.claim(Claim::Conjecture, parameters)?
            }
            lines::Form::Predicate => self.claim(Claim::Constraint, Vec::new())?,
            lines::Form::Template => return Ok(()),
        };
        self.push(kind, span);
        self.parser.finish()
    }

    fn claim(&mut self, claim: Claim, parameters: Vec<Ident>) -> Parsed<ParagraphKind> {
        let predicate = self.parser.predicate()?;
        Ok(ParagraphKind::Claim {
            parameters,
            claim,
            predicate,
        })
    }

    /// The body of a theorem.
    fn conjecture(&mut self, parameters: Vec<Ident>, body: Vec<Token>) {
        let span = body[0].span.to(body[body.len() - 1].span);
        self.parser.load(lines::without_columns(body));
        self.parser.accept("|-?");
        if let Ok(kind) = self.claim(Claim::Conjecture, parameters) {
            self.push(kind, span);
            let _ = self.parser.finish();
        }
    }

    /// `\SECTION name \parents a, b`
    fn section(&mut self, body: Vec<Token>, span: Span) {
        let is = |token: &Token, word: &str| matches!(&token.kind, TokenKind::Name(name) if name.as_str() == word);
        let mut tokens = body.into_iter().peekable();
        if !tokens.next().is_some_and(|token| is(&token, "\\SECTION")) {
            self.fault(
                "Z1023",
                "the head of a section is `\\SECTION name \\parents a, b`".into(),
                span,
            );
            return;
        }
        let Some(Token {
            kind: TokenKind::Name(name),
            span: place,
            ..
        }) = tokens.next()
        else {
            self.fault(
                "Z1023",
                "the head of a section is `\\SECTION name \\parents a, b`".into(),
                span,
            );
            return;
        };
        if tokens.peek().is_some_and(|token| is(token, "\\parents")) {
            tokens.next();
        }
        let parents = self.names(tokens.collect());
        self.modules.push(Module {
            name: Some(Ident {
                name,
                at: At(place),
            }),
            parameters: Vec::new(),
            parents,
            paragraphs: Vec::new(),
            at: At(span),
        });
    }

    /// A directive of `fuzz` that says how words are read.
    fn directive(&mut self, word: &str, tokens: &[Token], span: Span) {
        let (kind, before, behind) = match word {
            "inop" => (FixityKind::Function, "_", "_"),
            "postop" => (FixityKind::Function, "_", ""),
            "inrel" => (FixityKind::Relation, "_", "_"),
            "prerel" => (FixityKind::Relation, "", "_"),
            "ingen" => (FixityKind::Generic, "_", "_"),
            "pregen" => (FixityKind::Generic, "", "_"),
            // Of what is printed or inferred there, and of commands, which have been settled.
            _ => return,
        };
        let mut words: Vec<&Token> = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::End)
            .collect();
        let mut priority = match kind {
            FixityKind::Generic => super::fixity::ARROW,
            _ => 0,
        };
        if word == "inop" {
            let last = words.pop().map(|token| &token.kind);
            let Some(TokenKind::Number(number)) = last else {
                self.fault(
                    "Z1007",
                    "this directive has to be `%%inop` with operators and a priority from 1 to 6"
                        .into(),
                    span,
                );
                return;
            };
            match u32::try_from(number) {
                Ok(number @ 1..=6) => priority = number * 10,
                _ => {
                    self.fault(
                        "Z1007",
                        format!("the priority {number} is not from 1 to 6"),
                        span,
                    );
                    return;
                }
            }
        }
        if words.is_empty() {
            self.fault(
                "Z1007",
                format!("this directive has to be `%%{word}` with operators"),
                span,
            );
        }
        for token in words {
            let Some(symbol) = token.word() else {
                self.fault(
                    "Z1007",
                    "an operator is a word or a symbol".into(),
                    token.span,
                );
                continue;
            };
            let fixity = Fixity {
                name: Name::new(&format!("{before}{symbol}{behind}")),
                kind,
                priority,
                right_associative: kind == FixityKind::Generic && before == behind,
            };
            self.declare(fixity, token.span);
        }
    }

    fn declare(&mut self, fixity: Fixity, span: Span) {
        self.parser.operators.declare(&fixity);
        self.push(ParagraphKind::Fixity(fixity), span);
    }
}

/// An operator with strokes or a subscript is read as the operator without them: `x +_0 y`.
fn declare_decorated(operators: &mut Operators, tokens: &[Token]) {
    for token in tokens {
        let TokenKind::Name(name) = &token.kind else {
            continue;
        };
        let word = name.as_str();
        let base = without_decoration(word);
        if base != word && !is_toolkit_word(base) && !operators.knows(word) {
            operators.declare_like(word, base);
        }
    }
}

/// The word without the strokes and subscripts at its end.
pub(crate) fn without_decoration(word: &str) -> &str {
    let mut base = word;
    loop {
        let shorter = base.trim_end_matches(['?', '!', '\'']);
        let digits = shorter.trim_end_matches(|c: char| c.is_ascii_digit());
        let shorter = match digits.strip_suffix('_') {
            Some(rest) if digits.len() < shorter.len() => rest,
            _ => shorter,
        };
        if shorter.len() == base.len() {
            return base;
        }
        base = shorter;
    }
}
