//! Predicates, declarations, and expressions that begin with a word.

use super::sum::{CLOSED, OPEN, SumPrinter};
use crate::syntax::fixity::{Shape, shape};
use crate::syntax::parser::power::{AND, IFF, IMPLIES, NOT, OR, PRE, PREFIX, RELATION};
use crate::syntax::{
    Declaration, Expr, ExprKind, Ident, Predicate, PredicateKind, Quantifier, Renaming, SchemaText,
};

impl SumPrinter {
    /// Prints it so that it can stand beside operators that bind with `above`.
    pub(super) fn predicate(&mut self, predicate: &Predicate, above: i64) {
        let power = match &*predicate.kind {
            PredicateKind::Expression(expr) => return self.expr(expr, above),
            PredicateKind::Quantified { .. } | PredicateKind::Let { .. } => 0,
            PredicateKind::Iff(..) => IFF,
            PredicateKind::Implies(..) => IMPLIES,
            PredicateKind::Or(..) => OR,
            PredicateKind::And(..) => AND,
            PredicateKind::Not(_) => NOT,
            PredicateKind::Relation { .. } => RELATION,
            PredicateKind::Pre(_) | PredicateKind::ChangesOnly(_) => PRE,
            PredicateKind::If { .. } | PredicateKind::True | PredicateKind::False => PREFIX,
        };
        if i64::from(power) <= above {
            self.parentheses(|printer| printer.bare_predicate(predicate));
        } else {
            self.bare_predicate(predicate);
        }
    }

    fn logic(&mut self, a: &Predicate, symbol: &'static str, b: &Predicate, power: u32) {
        let power = i64::from(power);
        let right = power == i64::from(IMPLIES);
        self.predicate(a, if right { power } else { power - 1 });
        self.word_between(symbol);
        self.predicate(b, if right { power - 1 } else { power });
    }

    fn bare_predicate(&mut self, predicate: &Predicate) {
        match &*predicate.kind {
            PredicateKind::True => self.push("true"),
            PredicateKind::False => self.push("false"),
            PredicateKind::Iff(a, b) => self.logic(a, "<=>", b, IFF),
            PredicateKind::Implies(a, b) => self.logic(a, "=>", b, IMPLIES),
            PredicateKind::Or(a, b) => self.logic(a, "or", b, OR),
            PredicateKind::And(a, b) => self.logic(a, "and", b, AND),
            PredicateKind::Not(inner) => {
                let not = self.symbol("not");
                self.push(not);
                self.push(" ");
                self.predicate(inner, i64::from(NOT) - 1);
            }
            PredicateKind::Relation {
                relations,
                operands,
            } => {
                let prefix = operands.len() == relations.len();
                for (at, operand) in operands.iter().enumerate() {
                    let relation = if prefix {
                        relations.get(at)
                    } else {
                        at.checked_sub(1).map(|at| &relations[at])
                    };
                    if let Some(relation) = relation {
                        self.push(if at > 0 { " " } else { "" });
                        self.operator(relation);
                        self.push(" ");
                    }
                    self.expr(operand, i64::from(RELATION));
                }
            }
            PredicateKind::Quantified {
                quantifier,
                text,
                body,
            } => {
                self.quantifier(*quantifier, text);
                self.predicate(body, CLOSED);
            }
            PredicateKind::Let { definitions, body } => {
                self.definitions(definitions);
                self.predicate(body, CLOSED);
            }
            PredicateKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.loosely(false, |printer| {
                    printer.push("if ");
                    printer.predicate(condition, CLOSED);
                    printer.push(" then ");
                    printer.predicate(then, CLOSED);
                    printer.push(" else ");
                    printer.predicate(otherwise, CLOSED);
                    printer.push(" fi");
                });
            }
            PredicateKind::Expression(expr) => self.expr(expr, CLOSED),
            PredicateKind::Pre(inner) => {
                self.push("pre");
                self.parentheses(|printer| printer.predicate(inner, CLOSED));
            }
            PredicateKind::ChangesOnly(variables) => self.listed("changes_only {", variables, "}"),
        }
    }

    fn quantifier(&mut self, quantifier: Quantifier, text: &SchemaText) {
        let symbol = self.symbol(match quantifier {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
            Quantifier::ExistsOne => "exists_1",
        });
        self.push(symbol);
        self.push(" ");
        self.text(text);
        self.word_between("@");
    }

    fn definitions(&mut self, definitions: &[(Ident, Expr)]) {
        self.push("let ");
        self.loosely(false, |printer| {
            for (at, (name, value)) in definitions.iter().enumerate() {
                printer.push(if at > 0 { "; " } else { "" });
                printer.declared(name);
                printer.push(" == ");
                printer.expr(value, OPEN);
            }
        });
        self.word_between("@");
    }

    /// Expressions that begin with a word.
    pub(super) fn worded(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Quantified {
                quantifier,
                text,
                body,
            } => {
                self.quantifier(*quantifier, text);
                self.expr(body, CLOSED);
            }
            ExprKind::Let { definitions, body } => {
                self.definitions(definitions);
                self.expr(body, CLOSED);
            }
            ExprKind::Lambda { text, body } => {
                let lambda = self.symbol("lambda");
                self.push(lambda);
                self.push(" ");
                self.text(text);
                self.word_between("@");
                self.expr(body, CLOSED);
            }
            ExprKind::Mu { text, body } => {
                let mu = self.symbol("mu");
                self.push(mu);
                self.push(" ");
                self.text(text);
                if let Some(body) = body {
                    self.word_between("@");
                    self.expr(body, CLOSED);
                }
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.loosely(false, |printer| {
                printer.push("if ");
                printer.predicate(condition, CLOSED);
                printer.push(" then ");
                printer.expr(then, CLOSED);
                printer.push(" else ");
                printer.expr(otherwise, CLOSED);
                printer.push(" fi");
            }),
            _ => {}
        }
    }

    /// Declarations and predicates on one line.
    pub(super) fn text(&mut self, text: &SchemaText) {
        self.loosely(false, |printer| {
            for (at, declaration) in text.declarations.iter().enumerate() {
                printer.push(if at > 0 { "; " } else { "" });
                printer.declaration(declaration, OPEN);
            }
            for (at, predicate) in text.predicates.iter().enumerate() {
                printer.push(if at > 0 { "; " } else { " | " });
                printer.predicate(predicate, OPEN);
            }
        });
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration, above: i64) {
        match declaration {
            Declaration::Variables { names, set } => {
                self.commas(names, |printer, name| printer.declared(name));
                self.push(" : ");
                self.expr(set, above);
            }
            Declaration::Constant { name, value } => {
                self.declared(name);
                self.push(" == ");
                self.expr(value, above);
            }
            // In `{S | P}` what is included is seen by what follows it.
            Declaration::Inclusion(schema) => self.expr(schema, i64::from(RELATION)),
        }
    }

    pub(super) fn renamings(&mut self, renamings: &[Renaming]) {
        self.commas(renamings, |printer, renaming| {
            printer.declared(&renaming.new);
            printer.push("/");
            printer.declared(&renaming.old);
        });
    }

    /// Whether a line that begins like this would continue the line before: it begins with a prefix that is also an infix.
    pub(super) fn continues(&self, line: &str) -> bool {
        let line = line.trim_start();
        let word: String = match line.strip_prefix('`') {
            Some(rest) => rest.chars().take_while(|c| *c != '`').collect(),
            None if line.starts_with(['-', '−']) => "-".into(),
            None => line
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect(),
        };
        self.operators
            .infix(&word)
            .is_some_and(|it| matches!(shape(&it.name), Some(Shape::Infix(_))))
    }
}
