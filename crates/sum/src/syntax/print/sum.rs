//! Expressions of Sum, in ASCII and Unicode, with the parentheses that reading needs.
//!
//! `power` says how strongly the weakest operator of an expression binds, in the numbers of the parser. What reaches as far to the
//! right as it can (a quantifier, `lambda`, `mu`, `let`) stands in parentheses, unless something closes it anyway.

use crate::syntax::fixity::{CROSS, Operators, PREFIX_NAMES, Shape, operator, shape};
use crate::syntax::parser::function_power;
use crate::syntax::parser::power::{
    AND, APPLY, COMPOSE, HIDE, IFF, IMPLIES, NOT, OR, PIPE, PRE, PREFIX, PROJECT,
};
use crate::syntax::{Expr, ExprKind, Name, Predicate, Specification};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    Ascii,
    Unicode,
}

/// Something closes the expression: it needs no parentheses.
pub(super) const CLOSED: i64 = -1;
/// Nothing closes it: what reaches far needs parentheses.
pub(super) const OPEN: i64 = 0;

/// How an expression may stand among operators.
pub(super) struct Binding {
    pub(super) power: i64,
    pub(super) right_associative: bool,
}

pub struct SumPrinter {
    pub(super) out: String,
    pub(super) spelling: Spelling,
    pub(super) operators: Operators,
    /// `;` and `>>` are read as operators of schemas here.
    pub(super) loose: bool,
}

/// A specification as text of Sum.
pub fn print_sum(specification: &Specification, spelling: Spelling) -> String {
    let mut printer = SumPrinter::new(spelling, Operators::toolkit());
    printer.specification(specification);
    printer.finish()
}

pub fn print_expr(expr: &Expr, spelling: Spelling, operators: &Operators) -> String {
    let mut printer = SumPrinter::new(spelling, operators.clone());
    printer.expr(expr, CLOSED);
    printer.finish()
}

pub fn print_predicate(predicate: &Predicate, spelling: Spelling, operators: &Operators) -> String {
    let mut printer = SumPrinter::new(spelling, operators.clone());
    printer.predicate(predicate, CLOSED);
    printer.finish()
}

impl SumPrinter {
    pub fn new(spelling: Spelling, operators: Operators) -> SumPrinter {
        SumPrinter {
            out: String::new(),
            spelling,
            operators,
            loose: false,
        }
    }

    pub fn finish(self) -> String {
        self.out
    }

    pub(super) fn push(&mut self, text: &str) {
        // `[[` opens a bag, `--` a comment.
        let last = self.out.chars().next_back();
        if matches!(
            (last, text.chars().next()),
            (Some('['), Some('[')) | (Some('-'), Some('-'))
        ) {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    pub(super) fn word_between(&mut self, symbol: &'static str) {
        let symbol = self.symbol(symbol);
        self.push(" ");
        self.push(symbol);
        self.push(" ");
    }

    pub(super) fn loosely<T>(
        &mut self,
        loose: bool,
        print: impl FnOnce(&mut SumPrinter) -> T,
    ) -> T {
        let saved = std::mem::replace(&mut self.loose, loose);
        let result = print(self);
        self.loose = saved;
        result
    }

    pub(super) fn parentheses(&mut self, print: impl FnOnce(&mut SumPrinter)) {
        self.push("(");
        self.loosely(true, print);
        self.push(")");
    }

    /// Prints it so that it can stand beside operators that bind with `above`.
    pub(super) fn expr(&mut self, expr: &Expr, above: i64) {
        let tight = matches!(*expr.kind, ExprKind::Compose(..) | ExprKind::Pipe(..)) && !self.loose;
        if tight || self.binding(expr).power <= above {
            self.parentheses(|printer| printer.bare(expr));
        } else {
            self.bare(expr);
        }
    }

    fn binding(&self, expr: &Expr) -> Binding {
        let power = match &*expr.kind {
            ExprKind::Lambda { .. }
            | ExprKind::Mu { .. }
            | ExprKind::Let { .. }
            | ExprKind::Quantified { .. } => 0,
            ExprKind::Iff(..) => IFF,
            ExprKind::Implies(..) => IMPLIES,
            ExprKind::Or(..) => OR,
            ExprKind::And(..) => AND,
            ExprKind::Not(_) => NOT,
            ExprKind::Compose(..) => COMPOSE,
            ExprKind::Pipe(..) => PIPE,
            ExprKind::Hide { .. } => HIDE,
            ExprKind::Project(..) => PROJECT,
            ExprKind::Pre(_) => PRE,
            ExprKind::Product(_) => function_power(CROSS),
            ExprKind::Operator { name, .. } => return self.operator_binding(name),
            ExprKind::Theta(_) | ExprKind::Delta(_) | ExprKind::Xi(_) | ExprKind::If { .. } => {
                PREFIX
            }
            ExprKind::Apply { function, .. } if is_prefix_name(function) => PREFIX,
            _ => APPLY,
        };
        Binding {
            power: i64::from(power),
            right_associative: power == IMPLIES,
        }
    }

    fn operator_binding(&self, name: &Name) -> Binding {
        let (power, right_associative) = match shape(name) {
            Some(Shape::Infix(word)) => match self.operators.infix(word) {
                Some(reading) => (function_power(reading.priority), reading.right_associative),
                None => (0, false),
            },
            Some(Shape::Prefix(_)) => (PREFIX, false),
            _ => (APPLY, false),
        };
        Binding {
            power: i64::from(power),
            right_associative,
        }
    }

    /// `left op right` as the operator associates.
    fn infix(&mut self, of: &Expr, left: &Expr, right: &Expr, word: impl FnOnce(&mut SumPrinter)) {
        let Binding {
            power,
            right_associative,
        } = self.binding(of);
        self.left(of, left);
        self.push(" ");
        word(self);
        self.push(" ");
        self.expr(right, if right_associative { power - 1 } else { power });
    }

    /// The left operand of an infix operator.
    fn left(&mut self, of: &Expr, left: &Expr) {
        let Binding {
            power,
            right_associative,
        } = self.binding(of);
        let beside = self.binding(left);
        // An operator that associates to the right would take what comes behind it.
        let takes = beside.power == power && beside.right_associative;
        self.expr(
            left,
            if right_associative || takes {
                power
            } else {
                power - 1
            },
        );
    }

    fn schema_infix(&mut self, of: &Expr, left: &Expr, right: &Expr, symbol: &'static str) {
        self.infix(of, left, right, |printer| {
            let symbol = printer.symbol(symbol);
            printer.push(symbol);
        });
    }

    fn bare(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Iff(a, b) => self.schema_infix(expr, a, b, "<=>"),
            ExprKind::Implies(a, b) => self.schema_infix(expr, a, b, "=>"),
            ExprKind::Or(a, b) => self.schema_infix(expr, a, b, "or"),
            ExprKind::And(a, b) => self.schema_infix(expr, a, b, "and"),
            ExprKind::Compose(a, b) => self.schema_infix(expr, a, b, ";"),
            // `⟩` closes a sequence: the pipe has no character.
            ExprKind::Pipe(a, b) => self.infix(expr, a, b, |printer| printer.push(">>")),
            ExprKind::Project(a, b) => self.infix(expr, a, b, |printer| printer.push("|\\")),
            ExprKind::Operator { name, operands } => self.operation(expr, name, operands),
            ExprKind::Not(inner) => {
                let not = self.symbol("not");
                self.push(not);
                self.push(" ");
                self.expr(inner, i64::from(NOT) - 1);
            }
            ExprKind::Pre(schema) => {
                self.push("pre ");
                self.parentheses(|printer| printer.expr(schema, CLOSED));
            }
            ExprKind::Hide { schema, names } => {
                self.expr(schema, i64::from(HIDE) - 1);
                self.word_between("hide");
                self.push("(");
                self.commas(names, |printer, name| printer.plain_name(&name.name));
                self.push(")");
            }
            ExprKind::Product(factors) => {
                for (at, factor) in factors.iter().enumerate() {
                    if at > 0 {
                        self.word_between("cross");
                    }
                    self.expr(factor, i64::from(function_power(CROSS)));
                }
            }
            ExprKind::Theta(_) | ExprKind::Delta(_) | ExprKind::Xi(_) => self.schema_prefix(expr),
            ExprKind::Lambda { .. }
            | ExprKind::Mu { .. }
            | ExprKind::Let { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::If { .. } => self.worded(expr),
            _ => self.operand(expr),
        }
    }

    fn schema_prefix(&mut self, expr: &Expr) {
        let (symbol, inner) = match &*expr.kind {
            ExprKind::Theta(inner) => ("theta", inner),
            ExprKind::Delta(inner) => ("Delta", inner),
            ExprKind::Xi(inner) => ("Xi", inner),
            _ => return,
        };
        let symbol = self.symbol(symbol);
        self.push(symbol);
        self.push(" ");
        self.base(inner);
    }

    fn operation(&mut self, expr: &Expr, name: &Name, operands: &[Expr]) {
        match (shape(name), operands) {
            // `S \ (x, y)` hides.
            (Some(Shape::Infix("\\")), [left, right])
                if matches!(*right.kind, ExprKind::Tuple(_)) =>
            {
                self.left(expr, left);
                self.push(" ");
                self.operator(name);
                self.push(" ");
                self.parentheses(|printer| printer.bare(right));
            }
            (Some(Shape::Infix(_)), [left, right]) => {
                self.infix(expr, left, right, |printer| printer.operator(name));
            }
            (Some(Shape::Prefix(word)), [operand]) => {
                self.operator(name);
                if word.ends_with(char::is_alphanumeric) || operator(name).is_none() {
                    self.push(" ");
                }
                self.expr(operand, i64::from(PREFIX) - 1);
            }
            (Some(Shape::Postfix(_)), [operand]) => {
                self.base(operand);
                if operator(name).is_none() {
                    self.push(" ");
                }
                self.operator(name);
            }
            (Some(Shape::Bracket(..)), [left, right]) => {
                self.base(left);
                if operator(name).is_none() {
                    self.push(" ");
                }
                self.operator(name);
                self.push(" ");
                self.loosely(true, |printer| printer.expr(right, CLOSED));
                self.push(" ");
                self.closing(name);
            }
            _ => {
                self.name(name);
                self.listed("(", operands, ")");
            }
        }
    }

    /// What something follows directly: a name, or something in brackets.
    fn base(&mut self, expr: &Expr) {
        self.expr(expr, i64::from(PREFIX));
    }

    /// `open a, b close`
    pub(super) fn listed(&mut self, open: &str, items: &[Expr], close: &str) {
        self.push(open);
        self.loosely(false, |printer| {
            printer.commas(items, |printer, item| printer.expr(item, CLOSED));
        });
        self.push(close);
    }

    pub(super) fn commas<T>(&mut self, items: &[T], mut print: impl FnMut(&mut SumPrinter, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            print(self, item);
        }
    }

    /// What begins and ends with a name or a bracket.
    fn operand(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Number(number) => self.push(&number.to_string()),
            ExprKind::Text(text) => {
                let text = text.replace('"', "'").replace(['\n', '\r'], " ");
                self.push(&format!("\"{text}\""));
            }
            ExprKind::Name {
                name,
                generics: None,
            } => self.name(name),
            ExprKind::Name {
                name,
                generics: Some(generics),
            } => {
                if name.as_str() == "emptyset" {
                    let symbol = self.symbol("emptyset");
                    self.push(symbol);
                } else {
                    self.name(name);
                }
                self.listed("[", generics, "]");
            }
            ExprKind::Tuple(items) => self.listed("(", items, ")"),
            ExprKind::Set(items) if items.is_empty() && self.spelling == Spelling::Unicode => {
                self.push("∅");
            }
            ExprKind::Set(items) => self.listed("{", items, "}"),
            ExprKind::Sequence(items) => match (self.spelling, items.is_empty()) {
                (Spelling::Unicode, _) => self.listed("⟨", items, "⟩"),
                (_, true) => self.push("<<>>"),
                _ => self.listed("<< ", items, " >>"),
            },
            ExprKind::Bag(items) => match self.spelling {
                Spelling::Unicode => self.listed("⟦", items, "⟧"),
                Spelling::Ascii if items.is_empty() => self.push("[[]]"),
                Spelling::Ascii => self.listed("[[ ", items, " ]]"),
            },
            ExprKind::Apply { function, argument } => self.application(function, argument),
            ExprKind::Select { base, name } => {
                self.base(base);
                self.push(".");
                match name.as_str() {
                    word @ ("state" | "init") => self.push(word),
                    _ => self.plain_name(name),
                }
            }
            ExprKind::Element { base, index } => {
                self.base(base);
                self.push(&format!(".{index}"));
            }
            ExprKind::Decorated { schema, strokes } => {
                // A name, or the word of an operator, would take the strokes.
                let takes = matches!(
                    *schema.kind,
                    ExprKind::Name { generics: None, .. }
                        | ExprKind::Select { .. }
                        | ExprKind::Decorated { .. }
                        | ExprKind::Operator { .. }
                );
                if takes {
                    self.parentheses(|printer| printer.expr(schema, CLOSED));
                } else {
                    self.base(schema);
                }
                self.push(strokes);
            }
            ExprKind::Rename { schema, renamings } => {
                // `∅[X]` is the empty set of elements of X.
                if matches!(&*schema.kind, ExprKind::Set(items) if items.is_empty()) {
                    self.push("{}");
                } else {
                    self.base(schema);
                }
                self.push("[");
                self.renamings(renamings);
                self.push("]");
            }
            _ => self.braced(expr),
        }
    }

    fn application(&mut self, function: &Expr, argument: &Expr) {
        if is_prefix_name(function) {
            self.bare(function);
            self.push(" ");
            let start = self.out.len();
            self.expr(argument, i64::from(PREFIX) - 1);
            // `dom [S]` would be a generic instance.
            if self.out[start..].starts_with('[') {
                self.out.insert(start, '(');
                self.out.push(')');
            }
            return;
        }
        self.base(function);
        match &*argument.kind {
            ExprKind::Tuple(items) => self.listed("(", items, ")"),
            _ => self.parentheses(|printer| printer.expr(argument, CLOSED)),
        }
    }

    fn braced(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Binding(components) => self.components(components),
            ExprKind::Comprehension { text, result } => {
                self.push("{");
                self.text(text);
                match result {
                    Some(result) => {
                        self.word_between("@");
                        self.loosely(false, |printer| printer.expr(result, CLOSED));
                    }
                    // Without it this would be a set of one element.
                    None if text.predicates.is_empty() => self.push(";"),
                    None => {}
                }
                self.push("}");
            }
            ExprKind::SchemaText(text) => {
                self.push("[");
                self.text(text);
                self.push("]");
            }
            ExprKind::Substituted { schema, values } => {
                if is_prefix_name(schema) {
                    self.parentheses(|printer| printer.bare(schema));
                } else {
                    self.base(schema);
                }
                self.push("{");
                self.loosely(false, |printer| {
                    printer.commas(values, |printer, (value, variable)| {
                        printer.expr(value, OPEN);
                        printer.push("/");
                        printer.dotted(&variable.name);
                    });
                });
                self.push("}");
            }
            _ => {}
        }
    }

    fn components(&mut self, components: &[(crate::syntax::Ident, Expr)]) {
        let (open, sign, close) = match self.spelling {
            Spelling::Ascii => ("[", " := ", "]"),
            Spelling::Unicode => ("⦉", " == ", "⦊"),
        };
        self.push(open);
        if components.is_empty() && self.spelling == Spelling::Ascii {
            self.push(":=");
        }
        self.loosely(false, |printer| {
            printer.commas(components, |printer, (name, value)| {
                printer.declared(name);
                printer.push(sign);
                printer.expr(value, CLOSED);
            });
        });
        self.push(close);
    }
}

/// `dom` and the others, whose argument stands without parentheses.
fn is_prefix_name(expr: &Expr) -> bool {
    matches!(&*expr.kind, ExprKind::Name { name, generics: None } if PREFIX_NAMES.contains(&name.as_str()))
}
