//! Expressions, predicates and declarations as LaTeX.
//!
//! Every part is written with the strength of what stands around it, and gets parentheses where it binds more weakly. The strengths are those of
//! the parser.

use super::latex_name::{declared, decoration, ident, list_of_names, pattern, word};
use crate::syntax::fixity::{CROSS, Operators, PRODUCT, Reading, Shape, shape};
use crate::syntax::parser::{function_power, power};
use crate::syntax::{
    Declaration, Expr, ExprKind, FixityKind, Ident, Name, Predicate, PredicateKind, Quantifier,
    SchemaText,
};

/// Of what stands alone on a line or in brackets: even a quantifier needs no parentheses.
const ALONE: u32 = 0;
/// Of everything that reaches as far to the right as it can.
const GREEDY: u32 = 1;
/// Of an operand with something directly behind it: `S[a/b]`, `R \inv`.
const SUFFIXED: u32 = power::APPLY + 10;
const ATOM: u32 = power::APPLY + 20;

/// One more than the strength of the parser, which leaves room for [`ALONE`] below and [`GREEDY`] above.
fn lift(strength: u32) -> u32 {
    strength + GREEDY
}

pub(super) struct Printer {
    pub(super) operators: Operators,
}

fn parenthesised(text: String, own: u32, needed: u32) -> String {
    if own < needed {
        format!("({text})")
    } else {
        text
    }
}

impl Printer {
    /// A predicate on a line of its own.
    pub(super) fn line(&self, predicate: &Predicate) -> String {
        let text = self.predicate(predicate, ALONE);
        // A line that starts with `-` would go on with the line before.
        if text.starts_with('-') {
            format!("({text})")
        } else {
            text
        }
    }

    /// What stands behind `==` or `\defs`.
    pub(super) fn value(&self, value: &Expr) -> String {
        self.expr(value, ALONE)
    }

    /// Between `\langle` and `\rangle`, or in a branch of a free type, where a pipe would close it.
    pub(super) fn inside_angles(&self, expr: &Expr) -> String {
        self.expr(expr, lift(power::PIPE + 1))
    }

    pub(super) fn declaration(&self, declaration: &Declaration) -> String {
        match declaration {
            Declaration::Variables { names, set } => {
                let names: Vec<String> = names.iter().map(|it| declared(&it.name)).collect();
                format!("{} : {}", names.join(", "), self.expr(set, lift(GREEDY)))
            }
            Declaration::Constant { name, value } => {
                format!(
                    "{} == {}",
                    declared(&name.name),
                    self.expr(value, lift(GREEDY))
                )
            }
            Declaration::Inclusion(schema) => self.expr(schema, lift(GREEDY)),
        }
    }

    fn declarations(&self, text: &SchemaText) -> String {
        let declarations: Vec<String> = text
            .declarations
            .iter()
            .map(|it| self.declaration(it))
            .collect();
        declarations.join("; ")
    }

    /// `D | P`
    fn text(&self, text: &SchemaText) -> String {
        let predicates: Vec<String> = text
            .predicates
            .iter()
            .map(|it| self.predicate(it, lift(GREEDY)))
            .collect();
        let declarations = self.declarations(text);
        match (declarations.is_empty(), predicates.is_empty()) {
            (_, true) => declarations,
            (true, false) => format!("| {}", predicates.join("; ")),
            (false, false) => format!("{declarations} | {}", predicates.join("; ")),
        }
    }

    fn definitions(&self, definitions: &[(Ident, Expr)], separator: &str) -> String {
        let definitions: Vec<String> = definitions
            .iter()
            .map(|(name, value)| {
                format!(
                    "{} == {}",
                    declared(&name.name),
                    self.expr(value, lift(GREEDY))
                )
            })
            .collect();
        definitions.join(separator)
    }

    fn list(&self, items: &[Expr]) -> String {
        let items: Vec<String> = items.iter().map(|it| self.expr(it, lift(GREEDY))).collect();
        items.join(", ")
    }

    fn quantified(&self, quantifier: Quantifier, text: &SchemaText, body: String) -> String {
        let symbol = match quantifier {
            Quantifier::Forall => "\\forall",
            Quantifier::Exists => "\\exists",
            Quantifier::ExistsOne => "\\exists_1",
        };
        format!("{symbol} {} @ {body}", self.text(text))
    }

    /// A predicate where at least the strength `needed` is needed.
    fn predicate(&self, predicate: &Predicate, needed: u32) -> String {
        let logic =
            |left: &Predicate, sign: &str, right: &Predicate, strength: u32, right_first: bool| {
                let (near, far) = (lift(strength), lift(strength + 1));
                let (left_needs, right_needs) = if right_first {
                    (far, near)
                } else {
                    (near, far)
                };
                let text = format!(
                    "{} {sign} {}",
                    self.predicate(left, left_needs),
                    self.predicate(right, right_needs)
                );
                (text, lift(strength))
            };
        let (text, own) = match &*predicate.kind {
            PredicateKind::True => ("true".into(), ATOM),
            PredicateKind::False => ("false".into(), ATOM),
            PredicateKind::Relation {
                relations,
                operands,
            } => (self.relation(relations, operands), lift(power::RELATION)),
            PredicateKind::Not(a) => (
                format!("\\lnot {}", self.predicate(a, lift(power::NOT))),
                lift(power::NOT),
            ),
            PredicateKind::And(a, b) => logic(a, "\\land", b, power::AND, false),
            PredicateKind::Or(a, b) => logic(a, "\\lor", b, power::OR, false),
            PredicateKind::Implies(a, b) => logic(a, "\\implies", b, power::IMPLIES, true),
            PredicateKind::Iff(a, b) => logic(a, "\\iff", b, power::IFF, false),
            PredicateKind::Quantified {
                quantifier,
                text,
                body,
            } => (
                self.quantified(*quantifier, text, self.predicate(body, ALONE)),
                GREEDY,
            ),
            PredicateKind::Let { definitions, body } => {
                let definitions = self.definitions(definitions, "; ");
                (
                    format!("(\\LET {definitions} @ {})", self.predicate(body, ALONE)),
                    ATOM,
                )
            }
            PredicateKind::If {
                condition,
                then,
                otherwise,
            } => {
                let part = |it: &Predicate| self.predicate(it, lift(GREEDY));
                let text = format!(
                    "(\\IF {} \\THEN {} \\ELSE {})",
                    part(condition),
                    part(then),
                    part(otherwise)
                );
                (text, ATOM)
            }
            PredicateKind::Expression(expr) => return self.expr(expr, needed),
            PredicateKind::Pre(inner) => (
                format!("\\pre {}", self.predicate(inner, ATOM)),
                lift(power::PRE),
            ),
            // It is not of Z: the reader finds a name that it does not know.
            PredicateKind::ChangesOnly(variables) => (
                format!("changes\\_only~\\{{{}\\}}", self.list(variables)),
                lift(power::APPLY),
            ),
        };
        parenthesised(text, own, needed)
    }

    fn relation(&self, relations: &[Name], operands: &[Expr]) -> String {
        let operand = |it: &Expr| self.expr(it, lift(power::RELATION + 1));
        let sign = |name: &Name| match shape(name) {
            Some(Shape::Infix(it) | Shape::Prefix(it)) => word(it),
            _ => ident(name),
        };
        if let ([relation], [only]) = (relations, operands) {
            return format!("{} {}", sign(relation), operand(only));
        }
        let mut out = String::new();
        for (i, it) in operands.iter().enumerate() {
            if i > 0 {
                out.push_str(&format!(
                    " {} ",
                    relations.get(i - 1).map_or(String::new(), sign)
                ));
            }
            out.push_str(&operand(it));
        }
        out
    }

    /// An expression where at least the strength `needed` is needed.
    pub(super) fn expr(&self, expr: &Expr, needed: u32) -> String {
        let (text, own) = self
            .atom(expr)
            .or_else(|| self.schema(expr))
            .unwrap_or_else(|| self.compound(expr));
        parenthesised(text, own, needed)
    }

    /// What needs no parentheses anywhere.
    fn atom(&self, expr: &Expr) -> Option<(String, u32)> {
        let text = match &*expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Text(text) => format!("``{text}''"),
            ExprKind::Name {
                name,
                generics: None,
            } => match shape(name) {
                // `\\emptyset` alone is a set; this is a word of the document.
                Some(_) => format!("({})", pattern(name)),
                None => ident(name),
            },
            ExprKind::Name {
                name,
                generics: Some(generics),
            } => {
                let name = match shape(name) {
                    _ if name.as_str() == "emptyset" => "\\emptyset".into(),
                    Some(_) => format!("({})", pattern(name)),
                    None => ident(name),
                };
                return Some((format!("{name}[{}]", self.list(generics)), SUFFIXED));
            }
            ExprKind::Tuple(items) => format!("({})", self.list(items)),
            ExprKind::Set(items) => format!("\\{{{}\\}}", self.list(items)),
            ExprKind::Sequence(items) => {
                let items: Vec<String> = items.iter().map(|it| self.inside_angles(it)).collect();
                format!("\\langle {} \\rangle", items.join(", "))
            }
            ExprKind::Bag(items) => format!("\\lbag {} \\rbag", self.list(items)),
            ExprKind::Binding(components) => {
                format!("\\lblot {} \\rblot", self.definitions(components, ", "))
            }
            ExprKind::Comprehension { text, result } => match result {
                // Without `;` it would be the set of one schema.
                None if matches!(text.declarations[..], [Declaration::Inclusion(_)])
                    && text.predicates.is_empty() =>
                {
                    format!("\\{{ {}; \\}}", self.text(text))
                }
                None => format!("\\{{ {} \\}}", self.text(text)),
                Some(result) => format!(
                    "\\{{ {} @ {} \\}}",
                    self.text(text),
                    self.expr(result, ALONE)
                ),
            },
            ExprKind::Lambda { text, body } => {
                format!(
                    "(\\lambda {} @ {})",
                    self.text(text),
                    self.expr(body, ALONE)
                )
            }
            ExprKind::Mu { text, body } => match body {
                None => format!("(\\mu {})", self.text(text)),
                Some(body) => format!("(\\mu {} @ {})", self.text(text), self.expr(body, ALONE)),
            },
            ExprKind::Let { definitions, body } => {
                format!(
                    "(\\LET {} @ {})",
                    self.definitions(definitions, "; "),
                    self.expr(body, ALONE)
                )
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => format!(
                "(\\IF {} \\THEN {} \\ELSE {})",
                self.predicate(condition, lift(GREEDY)),
                self.expr(then, lift(GREEDY)),
                self.expr(otherwise, lift(GREEDY))
            ),
            _ => return None,
        };
        Some((text, ATOM))
    }

    /// What the schema calculus has.
    fn schema(&self, expr: &Expr) -> Option<(String, u32)> {
        let binary = |left: &Expr, sign: &str, right: &Expr, strength: u32, right_first: bool| {
            let (near, far) = (lift(strength), lift(strength + 1));
            let (left_needs, right_needs) = if right_first {
                (far, near)
            } else {
                (near, far)
            };
            let text = format!(
                "{} {sign} {}",
                self.expr(left, left_needs),
                self.expr(right, right_needs)
            );
            (text, lift(strength))
        };
        let greek = |command: &str, schema: &Expr| {
            (
                format!("{command} {}", self.expr(schema, SUFFIXED)),
                lift(power::APPLY),
            )
        };
        Some(match &*expr.kind {
            ExprKind::Theta(schema) => greek("\\theta", schema),
            ExprKind::Delta(schema) => greek("\\Delta", schema),
            ExprKind::Xi(schema) => greek("\\Xi", schema),
            ExprKind::SchemaText(text) => (format!("[{}]", self.text(text)), SUFFIXED),
            ExprKind::Decorated { schema, strokes } => {
                // The strokes of two decorations would be one decoration.
                let decorated = matches!(*schema.kind, ExprKind::Decorated { .. });
                let schema = self.expr(schema, if decorated { ATOM } else { SUFFIXED });
                (format!("{schema}~{}", decoration(strokes)), SUFFIXED)
            }
            ExprKind::Pre(schema) => (
                format!("\\pre {}", self.expr(schema, lift(power::PRE + 1))),
                lift(power::PRE),
            ),
            ExprKind::Not(schema) => (
                format!("\\lnot {}", self.expr(schema, lift(power::NOT))),
                lift(power::NOT),
            ),
            ExprKind::And(a, b) => binary(a, "\\land", b, power::AND, false),
            ExprKind::Or(a, b) => binary(a, "\\lor", b, power::OR, false),
            ExprKind::Implies(a, b) => binary(a, "\\implies", b, power::IMPLIES, true),
            ExprKind::Iff(a, b) => binary(a, "\\iff", b, power::IFF, false),
            ExprKind::Project(a, b) => binary(a, "\\project", b, power::PROJECT, false),
            ExprKind::Compose(a, b) => binary(a, "\\semi", b, power::COMPOSE, false),
            ExprKind::Pipe(a, b) => binary(a, "\\pipe", b, power::PIPE, false),
            ExprKind::Hide { schema, names } => {
                let schema = self.expr(schema, lift(power::HIDE));
                (
                    format!("{schema} \\hide ({})", list_of_names(names)),
                    lift(power::HIDE),
                )
            }
            ExprKind::Rename { schema, renamings } => {
                let renamings: Vec<String> = renamings
                    .iter()
                    .map(|it| format!("{}/{}", declared(&it.new.name), declared(&it.old.name)))
                    .collect();
                (
                    format!("{}[{}]", self.expr(schema, SUFFIXED), renamings.join(", ")),
                    SUFFIXED,
                )
            }
            ExprKind::Substituted { schema, values } => {
                let values: Vec<String> = values
                    .iter()
                    .map(|(value, name)| {
                        format!(
                            "{} := {}",
                            ident(&name.name),
                            self.expr(value, lift(GREEDY))
                        )
                    })
                    .collect();
                (
                    format!("{}[{}]", self.expr(schema, SUFFIXED), values.join(", ")),
                    SUFFIXED,
                )
            }
            ExprKind::Quantified {
                quantifier,
                text,
                body,
            } => (
                self.quantified(*quantifier, text, self.expr(body, ALONE)),
                GREEDY,
            ),
            _ => return None,
        })
    }

    /// Operators and applications.
    fn compound(&self, expr: &Expr) -> (String, u32) {
        match &*expr.kind {
            ExprKind::Operator { name, operands } => self.operator(name, operands),
            ExprKind::Product(factors) => {
                let strength = function_power(CROSS);
                let factors: Vec<String> = factors
                    .iter()
                    .map(|it| self.expr(it, lift(strength + 1)))
                    .collect();
                (factors.join(&format!(" {} ", PRODUCT.2)), lift(strength))
            }
            ExprKind::Apply { function, argument } => {
                let function = self.expr(function, lift(power::APPLY));
                let argument = match &*argument.kind {
                    ExprKind::SchemaText(_) => format!("({})", self.expr(argument, ALONE)),
                    _ => self.expr(argument, SUFFIXED),
                };
                let gap = if argument.starts_with('(') { "" } else { "~" };
                (format!("{function}{gap}{argument}"), lift(power::APPLY))
            }
            ExprKind::Select { base, name } => (
                format!("{}.{}", self.expr(base, SUFFIXED), ident(name)),
                SUFFIXED,
            ),
            ExprKind::Element { base, index } => {
                (format!("{}.{index}", self.expr(base, SUFFIXED)), SUFFIXED)
            }
            other => unreachable!("{other:?} is an atom or a schema"),
        }
    }

    fn operator(&self, name: &Name, operands: &[Expr]) -> (String, u32) {
        match (shape(name), operands) {
            (Some(Shape::Infix(it)), [left, right]) => {
                let reading = self.reading(it, Operators::infix);
                let strength = reading.map_or(power::FUNCTION, |it| function_power(it.priority));
                let from_right = reading.is_some_and(|it| it.right_associative);
                let (near, far) = (lift(strength), lift(strength + 1));
                let (left_needs, right_needs) = if from_right { (far, near) } else { (near, far) };
                // An operator that associates to the right would take what follows with it.
                let left_needs = if self.is_from_right(left, strength) {
                    far
                } else {
                    left_needs
                };
                let (left, right) = (self.expr(left, left_needs), self.expr(right, right_needs));
                (format!("{left} {} {right}", word(it)), lift(strength))
            }
            (Some(Shape::Prefix(it)), [operand]) => (
                format!("{} {}", word(it), self.expr(operand, lift(power::PREFIX))),
                lift(power::PREFIX),
            ),
            (Some(Shape::Postfix(it)), [operand]) => (
                format!("{} {}", self.expr(operand, SUFFIXED), word(it)),
                SUFFIXED,
            ),
            (Some(Shape::Bracket(open, close)), [left, right]) => {
                let left = self.expr(left, lift(power::APPLY));
                let right = self.expr(right, ALONE);
                (
                    format!("{left} {} {right} {}", word(open), word(close)),
                    lift(power::APPLY),
                )
            }
            _ => (
                format!("{}({})", ident(name), self.list(operands)),
                lift(power::APPLY),
            ),
        }
    }

    /// Whether an expression is an infix operator of this strength that associates to the right.
    fn is_from_right(&self, expr: &Expr, strength: u32) -> bool {
        let ExprKind::Operator { name, .. } = &*expr.kind else {
            return false;
        };
        let Some(Shape::Infix(it)) = shape(name) else {
            return false;
        };
        self.reading(it, Operators::infix)
            .is_some_and(|it| it.right_associative && function_power(it.priority) == strength)
    }

    /// How a word is read, with strokes as without.
    fn reading(
        &self,
        it: &str,
        find: for<'a> fn(&'a Operators, &str) -> Option<&'a Reading>,
    ) -> Option<&Reading> {
        let base = crate::syntax::z::without_decoration(it);
        find(&self.operators, it)
            .or_else(|| find(&self.operators, base))
            .filter(|it| it.kind != FixityKind::Relation)
    }
}
