//! Bodies of paragraphs, their ends, and where `pre(...)` may stand in them.

use assay_source::{Diagnostic, Span};

use super::Parser;
use super::form::as_predicate;
use crate::syntax::{
    At, Expr, ExprKind, Name, Predicate, PredicateKind, SchemaText, TokenKind, codes,
};

impl Parser {
    /// `decl* where pred* end`, in the old spelling `is dec decl* pred pred* end`. `opener` is what opens it: a word and perhaps a name.
    pub(super) fn body(
        &mut self,
        opener: &[&str],
        opening: Span,
        module: Option<&Name>,
    ) -> SchemaText {
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
    pub(super) fn with_strays<T>(&mut self, read: impl Fn(&mut Parser) -> Vec<T>) -> Vec<T> {
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
    pub(super) fn end_of(&mut self, opener: &[&str], opening: Span, module: Option<&Name>) {
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

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(&self.peek().kind, TokenKind::Name(name) if name.as_str() == word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn no_preconditions(&mut self, predicates: &[Predicate]) {
        for predicate in predicates {
            self.nested_preconditions(predicate, false);
        }
    }

    /// Reports each `pre(...)` that is no conjunct of an operation.
    pub(super) fn nested_preconditions(&mut self, predicate: &Predicate, conjunct: bool) {
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

/// A conjunct `pre(S)` of an operation is its precondition.
pub(super) fn preconditions(it: Predicate) -> Predicate {
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
