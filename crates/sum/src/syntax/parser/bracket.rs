//! What stands in brackets, and what begins with a word and reaches as far as it can: quantifiers, `lambda`, `mu`, `let`, `if`.

use assay_source::Diagnostic;

use super::form::{Form, expr, predicate};
use super::{Context, Dialect, Parsed, Parser};
use crate::syntax::{
    Expr, ExprKind, Ident, Name, PredicateKind, Quantifier, SchemaText, TokenKind, codes,
};

impl Parser {
    /// `{a, b}` or `{D | P @ E}`
    pub(super) fn braces(&mut self) -> Parsed<Expr> {
        let open = self.span();
        self.advance();
        self.in_brackets(|parser| {
            let kind = if parser.text_follows("}") {
                let text = parser.inner_text(parser.dialect == Dialect::Z)?;
                let result = if parser.accept("@") {
                    Some(parser.expression()?)
                } else {
                    None
                };
                parser.close("}", open)?;
                ExprKind::Comprehension { text, result }
            } else {
                ExprKind::Set(parser.list("}", open)?)
            };
            Ok(expr(kind, parser.since(open)))
        })
    }

    /// Whether declarations follow: one is seen to be one, or what is included comes before `|`, `;` or `@`.
    fn text_follows(&self, close: &str) -> bool {
        if self.declares_here() || self.next_is("|") {
            return true;
        }
        let mut open: Vec<&str> = Vec::new();
        for at in 0.. {
            let token = self.ahead(at);
            let TokenKind::Symbol(symbol) = token.kind else {
                if token.kind == TokenKind::End {
                    return false;
                }
                continue;
            };
            if open.is_empty() {
                match symbol {
                    "," | "forall" | "exists" | "exists_1" | "mu" | "lambda" | "let" => {
                        return false;
                    }
                    _ if symbol == close => return false,
                    "|" | ";" | "@" => return true,
                    _ => {}
                }
            }
            match symbol {
                "(" | "{" | "[" | "<<" | "(|" | "lblot" | "if" => open.push(symbol),
                "[[" => open.extend(["[", "["]),
                // It pipes, if no sequence is open.
                ">>" if open.last() != Some(&"<<") => {}
                "]]" => open.truncate(open.len().saturating_sub(2)),
                ")" | "}" | "]" | ">>" | "|)" | "rblot" | "fi" => drop(open.pop()),
                // No bracket reaches beyond a body.
                "end" | "where" if token.starts_line => return false,
                _ => {}
            }
        }
        false
    }

    /// `[D | P]`, or a binding `[x := 1]` of Sum.
    pub(super) fn square(&mut self) -> Parsed<Expr> {
        let open = self.span();
        let named = matches!(self.ahead(1).kind, TokenKind::Name(_));
        if named && self.ahead(2).is(":=") || self.ahead(1).is(":=") {
            let kind = self.binding(":=", "]")?;
            return Ok(expr(kind, self.since(open)));
        }
        self.advance();
        let context = Context {
            lines: true,
            semicolon: false,
            pipe: true,
            greater: true,
        };
        let text = self.within(context, |parser| {
            let text = if parser.next_is("]") {
                parser.no_text()
            } else {
                parser.inner_text(true)?
            };
            parser.close("]", open)?;
            Ok(text)
        })?;
        Ok(expr(ExprKind::SchemaText(text), self.since(open)))
    }

    /// Whether `[` opens a schema text, and not sets for a generic name.
    pub(super) fn text_opens(&self) -> bool {
        self.next_is("[") && (self.declares_from(self.position() + 1) || self.ahead(1).is("|"))
    }

    /// `<< a, b >>`, `<a, b>`
    pub(super) fn sequence(&mut self, close: &str) -> Parsed<ExprKind> {
        let open = self.span();
        self.advance();
        let context = Context {
            lines: false,
            semicolon: self.dialect == Dialect::Sum,
            pipe: close != ">>",
            greater: close != ">",
        };
        self.within(context, |parser| parser.list(close, open))
            .map(ExprKind::Sequence)
    }

    /// `[[ a, b ]]`, whose end may be two brackets.
    pub(super) fn bag(&mut self) -> Parsed<ExprKind> {
        let open = self.span();
        self.advance();
        self.in_brackets(|parser| {
            let mut items = Vec::new();
            while !parser.next_is("]") && !parser.next_is("]]") {
                if !items.is_empty() && !parser.accept(",") {
                    break;
                }
                items.push(parser.expression()?);
            }
            if parser.accept("]") {
                parser.close("]", open)?;
            } else {
                parser.close("]]", open)?;
            }
            Ok(ExprKind::Bag(items))
        })
    }

    /// `<| x == 1, y == 2 |>` of Z, `[x := 1, y := 2]` of Sum.
    pub(super) fn binding(&mut self, sign: &str, close: &str) -> Parsed<ExprKind> {
        let open = self.span();
        self.advance();
        self.in_brackets(|parser| {
            let mut components = Vec::new();
            if parser.next_is(":=") && parser.ahead(1).is(close) {
                parser.advance();
            }
            while !parser.next_is(close) {
                let name = parser.declared_name()?;
                parser.expect(sign, "and the value of the component")?;
                components.push((name, parser.expression()?));
                if !parser.accept(",") {
                    break;
                }
            }
            parser.close(close, open)?;
            Ok(ExprKind::Binding(components))
        })
    }

    /// Whether `(` opens the name of an operator: `(_ + _)`.
    pub(super) fn section_opens(&self) -> bool {
        self.ahead(1).is("_")
            || self.ahead(2).is(")") && self.stands_alone(self.position() + 1)
            || self.ahead(2).is("_")
                && self.ahead(3).is(")")
                && self
                    .ahead(1)
                    .word()
                    .is_some_and(|word| self.operators.prefix(word).is_some())
    }

    /// `(_ + _)`
    pub(super) fn section(&mut self) -> Parsed<Expr> {
        let open = self.span();
        let Ident { name, .. } = self.declared_name()?;
        Ok(expr(
            ExprKind::Name {
                name,
                generics: None,
            },
            self.since(open),
        ))
    }

    /// `forall D | P @ Q`
    pub(super) fn quantified(&mut self, symbol: &str) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let quantifier = match symbol {
            "forall" => Quantifier::Forall,
            "exists" => Quantifier::Exists,
            _ => Quantifier::ExistsOne,
        };
        let text = self.quantifier_text()?;
        self.bullet()?;
        let body = self.form(super::expr::power::LOWEST)?;
        let at = self.since(start);
        Ok(match body {
            Form::Expr(body) => expr(
                ExprKind::Quantified {
                    quantifier,
                    text,
                    body,
                },
                at,
            )
            .into(),
            Form::Predicate(body) => predicate(
                PredicateKind::Quantified {
                    quantifier,
                    text,
                    body,
                },
                at,
            )
            .into(),
        })
    }

    fn bullet(&mut self) -> Parsed<()> {
        if self.accept("@") {
            return Ok(());
        }
        let found = self.describe_place();
        let mut diagnostic =
            Diagnostic::error(codes::UNEXPECTED, format!("expected `@`, found {found}"))
                .at(self.span());
        diagnostic.help = self.hint(false).or_else(|| {
            Some("a quantifier is written `forall x : S @ P`, with a condition on x `forall x : S | C @ P`".into())
        });
        Err(self.report(diagnostic))
    }

    /// Declarations before `@`. In Sum a line that ends here is a mistake: `@` is missing.
    fn quantifier_text(&mut self) -> Parsed<SchemaText> {
        let lines = self.context.lines && self.dialect == Dialect::Z;
        self.inner_text(lines)
    }

    pub(super) fn lambda(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let text = self.quantifier_text()?;
        self.expect("@", "and the value of the function")?;
        let body = self.value()?;
        Ok(expr(ExprKind::Lambda { text, body }, self.since(start)).into())
    }

    /// What `lambda` and `mu` give. In Z it ends before a relation: `lambda x: N @ 1 = f` compares functions.
    fn value(&mut self) -> Parsed<Expr> {
        match self.dialect {
            Dialect::Sum => self.expression(),
            Dialect::Z => self.expression_above(super::expr::power::RELATION),
        }
    }

    pub(super) fn mu(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let text = self.quantifier_text()?;
        let body = if self.accept("@") {
            Some(self.value()?)
        } else {
            None
        };
        Ok(expr(ExprKind::Mu { text, body }, self.since(start)).into())
    }

    /// `let x == E; y == F @ body`
    pub(super) fn local(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let mut definitions = Vec::new();
        let context = Context {
            semicolon: false,
            ..self.context
        };
        loop {
            let name = self.declared_name()?;
            self.expect("==", "and the value of the name")?;
            definitions.push((name, self.within(context, Parser::expression)?));
            if !self.accept(";") {
                break;
            }
        }
        self.expect("@", "and what the names are used in")?;
        let body = self.form(super::expr::power::LOWEST)?;
        let at = self.since(start);
        Ok(match body {
            Form::Expr(body) => expr(ExprKind::Let { definitions, body }, at).into(),
            Form::Predicate(body) => predicate(PredicateKind::Let { definitions, body }, at).into(),
        })
    }

    /// `if P then A else B fi`, in Z without `fi`.
    pub(super) fn conditional(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let condition = self.predicate()?;
        self.expect("then", "after the condition")?;
        let then = self.form(super::expr::power::LOWEST)?;
        self.expect("else", "and the other case")?;
        let otherwise = self.form(super::expr::power::LOWEST)?;
        if self.dialect == Dialect::Sum {
            self.expect("fi", "at the end of `if`")?;
        }
        let at = self.since(start);
        Ok(match (then, otherwise) {
            (Form::Expr(then), Form::Expr(otherwise)) => expr(
                ExprKind::If {
                    condition,
                    then,
                    otherwise,
                },
                at,
            )
            .into(),
            (then, otherwise) => {
                let (then, otherwise) = (then.into_predicate(), otherwise.into_predicate());
                predicate(
                    PredicateKind::If {
                        condition,
                        then,
                        otherwise,
                    },
                    at,
                )
                .into()
            }
        })
    }

    /// `changes_only {x, D.state}`
    pub(super) fn changes_only(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        let open = self.span();
        self.expect("{", "and the variables that may change")?;
        let variables = self.in_brackets(|parser| parser.list("}", open))?;
        Ok(predicate(PredicateKind::ChangesOnly(variables), self.since(start)).into())
    }

    /// A name as it stands before `:`, `==` or `/`, also as the pattern of an operator: `_ op _`, `(_ op _)`.
    pub fn declared_name(&mut self) -> Parsed<Ident> {
        let start = self.span();
        if self.next_is("(") {
            self.advance();
            let name = self.declared_name()?;
            self.close(")", start)?;
            return Ok(Ident {
                at: self.since(start),
                ..name
            });
        }
        let Some(length) = self.pattern_length(self.position()) else {
            return self.ident("a name");
        };
        let mut name = String::new();
        for _ in 0..length {
            let token = self.advance();
            name.push_str(token.word().unwrap_or_default());
        }
        if length == 1 && name != "emptyset" {
            name.push('_');
        }
        Ok(Ident {
            name: Name::new(&name),
            at: self.since(start),
        })
    }

    /// How many tokens the pattern of an operator has; None where none stands.
    pub(super) fn pattern_length(&self, at: usize) -> Option<usize> {
        let token = |ahead: usize| self.tokens.get(at + ahead);
        let gap = |ahead: usize| token(ahead).is_some_and(|it| it.is("_"));
        let word = |ahead: usize| {
            token(ahead).is_some_and(|it| match it.kind {
                TokenKind::Name(_) => true,
                TokenKind::Symbol(symbol) => {
                    self.operators.knows(symbol)
                        || !matches!(
                            symbol,
                            "," | ":" | "==" | ")" | "_" | "(" | ";" | "]" | "[" | "}" | "/"
                        )
                }
                _ => false,
            })
        };
        match (gap(0), gap(1), gap(2)) {
            (true, false, true) if word(1) && word(3) && self.closes_pattern(at) => Some(4),
            (true, false, true) if word(1) => Some(3),
            (true, false, false) if word(1) => Some(2),
            (false, true, _) if word(0) => Some(2),
            _ if self.stands_alone(at) => Some(1),
            _ => None,
        }
    }

    /// In Z a prefix operator stands for itself where nothing can be its operand: `(-)`, `-: Z --> Z`. So does the empty set
    /// where it is defined.
    fn stands_alone(&self, at: usize) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(at), self.tokens.get(at + 1)) else {
            return false;
        };
        let ends = [":", ",", ")", "=="].iter().any(|symbol| next.is(symbol));
        let is_prefix = |word| self.operators.prefix(word).is_some();
        let operator = ends && token.word().is_some_and(is_prefix);
        let defines = token.is("emptyset") && self.tokens.iter().any(|it| it.is("=="));
        self.dialect == Dialect::Z && (operator || defines && (next.is("[") || ends))
    }

    /// `_ (| _ |)`: the third word is a mark that closes, as the first opens.
    fn closes_pattern(&self, at: usize) -> bool {
        let marks = |token: &crate::syntax::Token| {
            token
                .word()
                .is_some_and(|word| !word.ends_with(char::is_alphanumeric))
        };
        let (open, close) = (&self.tokens[at + 1], &self.tokens[at + 3]);
        marks(open)
            && marks(close)
            && self
                .operators
                .infix(close.word().unwrap_or_default())
                .is_none()
    }
}
