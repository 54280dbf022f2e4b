//! A tree as text.
//!
//! Reading the text again gives the same tree: brackets stand where an operand is of a lower level than its place needs.
//! Comments and the user's own brackets are lost. The work is a list and not a recursion, because a tree may be as deep
//! as it is long.

use super::expr::{BinaryOp, ExprId, ExprKind, Exprs, PathQuantifier, Radix, UnaryOp, WordLiteral};
use super::grammar::{Grammar, LOOSEST, Level, SHIFT, TIGHTEST, UNARY};
use super::tree::{
    Assign, AssignKind, Extreme, Fairness, LiteralKind, Module, Section, SectionKind, Spec,
    SpecKind, Tree, Type, TypeKind, Variable,
};

/// The whole model.
pub fn print_tree(tree: &Tree) -> String {
    let mut printer = Printer {
        exprs: &tree.exprs,
        out: String::new(),
        indent: None,
    };
    for (at, module) in tree.modules.iter().enumerate() {
        if at > 0 {
            printer.out.push('\n');
        }
        printer.module(module);
    }
    printer.out
}

/// One expression of a model, constraint, CTL or LTL formula, in one line.
pub fn print_expr(exprs: &Exprs, id: ExprId) -> String {
    print_in(exprs, id, Grammar::Smv)
}

/// The same in either grammar.
pub fn print_in(exprs: &Exprs, id: ExprId, grammar: Grammar) -> String {
    let mut printer = Printer {
        exprs,
        out: String::new(),
        indent: None,
    };
    printer.expr(id, grammar);
    printer.out
}

/// A type as it is declared.
pub fn print_type(exprs: &Exprs, ty: &Type) -> String {
    let mut printer = Printer {
        exprs,
        out: String::new(),
        indent: None,
    };
    printer.ty(ty);
    printer.out
}

struct Printer<'a> {
    exprs: &'a Exprs,
    out: String,
    /// Blanks before the branches of a `case`; `None` to keep to one line.
    indent: Option<usize>,
}

/// What is left to write.
enum Work {
    Text(&'static str),
    Owned(String),
    Expr(ExprId, Place),
    /// A new line with so many blanks more or less than before.
    Line(isize),
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Place {
    grammar: Grammar,
    /// The lowest level that needs no brackets.
    min: Level,
    /// Directly in `E [p U q]`, where another `U` needs brackets.
    until: bool,
}

impl Place {
    fn at(self, min: Level) -> Place {
        Place { min, ..self }
    }

    /// Between brackets.
    fn free(self) -> Place {
        Place {
            min: LOOSEST,
            until: false,
            ..self
        }
    }
}

impl Printer<'_> {
    fn expr(&mut self, id: ExprId, grammar: Grammar) {
        let place = Place {
            grammar,
            min: LOOSEST,
            until: false,
        };
        let mut work = vec![Work::Expr(id, place)];
        while let Some(next) = work.pop() {
            match next {
                Work::Text(text) => self.out.push_str(text),
                Work::Owned(text) => self.out.push_str(&text),
                Work::Line(change) => self.line(change),
                Work::Expr(id, place) => {
                    let mut parts = self.parts(id, place);
                    parts.reverse();
                    work.append(&mut parts);
                }
            }
        }
    }

    fn line(&mut self, change: isize) {
        match &mut self.indent {
            Some(indent) => {
                *indent = indent.saturating_add_signed(change);
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', *indent));
            }
            None => self.out.push(' '),
        }
    }

    /// What an expression consists of, in brackets if its place needs them.
    fn parts(&self, id: ExprId, place: Place) -> Vec<Work> {
        let kind = &self.exprs[id].kind;
        let own = level(kind, place.grammar);
        let until = matches!(kind, ExprKind::Binary(BinaryOp::Until, ..));
        if own < place.min || (place.until && until) {
            return vec![
                Work::Text("("),
                Work::Expr(id, place.free()),
                Work::Text(")"),
            ];
        }
        match kind {
            ExprKind::Unary(op, operand) => {
                let mut parts = vec![Work::Text(op.text())];
                if own < UNARY {
                    parts.push(Work::Text(" "));
                }
                // Two dashes would start a comment.
                let minus = matches!(
                    self.exprs[*operand].kind,
                    ExprKind::Unary(UnaryOp::Minus, _)
                );
                let twice = *op == UnaryOp::Minus && minus;
                let min = if twice { TIGHTEST } else { own };
                parts.push(Work::Expr(*operand, place.at(min)));
                parts
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right, place),
            ExprKind::Conditional(condition, then, otherwise) => vec![
                Work::Expr(*condition, place.at(own + 1)),
                Work::Text(" ? "),
                Work::Expr(*then, place.free()),
                Work::Text(" : "),
                Work::Expr(*otherwise, place.at(own)),
            ],
            ExprKind::Bounded(op, bounds, operand) => {
                let (open, mid, close) = match op.text().len() {
                    1 => (" [", ",", "] "),
                    _ => (" ", "..", " "),
                };
                vec![
                    Work::Text(op.text()),
                    Work::Text(open),
                    Work::Expr(bounds.low, place.free()),
                    Work::Text(mid),
                    Work::Expr(bounds.high, place.free()),
                    Work::Text(close),
                    Work::Expr(*operand, place.at(own)),
                ]
            }
            ExprKind::ForAll(all) => {
                let mut parts = vec![Work::Owned(format!("forall {} in {{", all.variable))];
                for (at, value) in all.values.iter().enumerate() {
                    if at > 0 {
                        parts.push(Work::Text(", "));
                    }
                    match self.exprs[*value].kind {
                        ExprKind::Binary(BinaryOp::Range, low, high) => parts.extend([
                            Work::Expr(low, place.free()),
                            Work::Text(":"),
                            Work::Expr(high, place.free()),
                        ]),
                        _ => parts.push(Work::Expr(*value, place.free())),
                    }
                }
                parts.extend([Work::Text("} : "), Work::Expr(all.body, place.at(own))]);
                parts
            }
            _ => self.closed(kind, place.free()),
        }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId, place: Place) -> Vec<Work> {
        let infix = |left_place, right_place| {
            vec![
                Work::Expr(left, left_place),
                Work::Text(if op == BinaryOp::Range { "" } else { " " }),
                Work::Text(op.text()),
                Work::Text(if op == BinaryOp::Range { "" } else { " " }),
                Work::Expr(right, right_place),
            ]
        };
        match place.grammar.binary(op) {
            Some(binding) => infix(place.at(binding.left), place.at(binding.right)),
            // PSL's `[p U q]`.
            None => {
                let mut parts = infix(place.free(), place.free());
                parts.insert(0, Work::Text("["));
                parts.push(Work::Text("]"));
                parts
            }
        }
    }

    /// Expressions that need no brackets anywhere.
    fn closed(&self, kind: &ExprKind, free: Place) -> Vec<Work> {
        match kind {
            ExprKind::Bool(value) => vec![Work::Text(if *value { "TRUE" } else { "FALSE" })],
            ExprKind::Int(value) => vec![Work::Owned(value.to_string())],
            ExprKind::Word(word) => vec![Work::Owned(print_word(word))],
            ExprKind::Name(name) => vec![Work::Owned(name.to_string())],
            ExprKind::Itself => vec![Work::Text("self")],
            ExprKind::Field(base, field) => vec![
                Work::Expr(*base, free.at(TIGHTEST)),
                Work::Owned(format!(".{field}")),
            ],
            ExprKind::Index(base, index) => vec![
                Work::Expr(*base, free.at(TIGHTEST)),
                Work::Text("["),
                Work::Expr(*index, free),
                Work::Text("]"),
            ],
            ExprKind::Bits(base, high, low) => vec![
                Work::Expr(*base, free.at(TIGHTEST)),
                Work::Text("["),
                Work::Expr(*high, free),
                Work::Text(":"),
                Work::Expr(*low, free),
                Work::Text("]"),
            ],
            ExprKind::Set(items) => list("{", items, "}", free),
            ExprKind::Array(items) => list("[", items, "]", free),
            ExprKind::Call(function, items) => {
                let mut parts = list("(", items, ")", free);
                parts.insert(0, Work::Text(function.text()));
                parts
            }
            ExprKind::Next(operand) => list("next(", &[*operand], ")", free),
            ExprKind::Case(branches) => {
                let mut parts = vec![Work::Text("case")];
                for (at, branch) in branches.iter().enumerate() {
                    parts.extend([
                        Work::Line(if at == 0 { 2 } else { 0 }),
                        Work::Expr(branch.condition, free),
                        Work::Text(" : "),
                        Work::Expr(branch.value, free),
                        Work::Text(";"),
                    ]);
                }
                parts.extend([Work::Line(-2), Work::Text("esac")]);
                parts
            }
            ExprKind::PathUntil(until) => {
                let operand = Place {
                    until: true,
                    ..free
                };
                let paths = match until.paths {
                    PathQuantifier::All => "A [",
                    PathQuantifier::Some => "E [",
                };
                let mut parts = vec![Work::Text(paths), Work::Expr(until.left, operand)];
                match until.bounds {
                    Some(bounds) => parts.extend([
                        Work::Text(" BU "),
                        Work::Expr(bounds.low, free),
                        Work::Text(".."),
                        Work::Expr(bounds.high, free),
                        Work::Text(" "),
                    ]),
                    None => parts.push(Work::Text(" U ")),
                }
                parts.extend([Work::Expr(until.right, operand), Work::Text("]")]);
                parts
            }
            // Written by `parts`.
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional(..) => Vec::new(),
            ExprKind::Bounded(..) | ExprKind::ForAll(..) => Vec::new(),
        }
    }
}

fn list(open: &'static str, items: &[ExprId], close: &'static str, free: Place) -> Vec<Work> {
    let mut parts = vec![Work::Text(open)];
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            parts.push(Work::Text(", "));
        }
        parts.push(Work::Expr(*item, free));
    }
    parts.push(Work::Text(close));
    parts
}

/// The level of an expression in a grammar. What the grammar does not have is written where it must stand in brackets.
pub(crate) fn level(kind: &ExprKind, grammar: Grammar) -> Level {
    match kind {
        ExprKind::Unary(op, _) => grammar.unary(*op).unwrap_or(LOOSEST),
        ExprKind::Binary(op, ..) => grammar.binary(*op).map_or(TIGHTEST, |b| b.level),
        ExprKind::Conditional(..) => grammar.conditional(),
        ExprKind::Bounded(op, ..) => grammar.bounded(*op).unwrap_or(LOOSEST),
        ExprKind::ForAll(_) => grammar.forall(),
        _ => TIGHTEST,
    }
}

pub fn print_word(word: &WordLiteral) -> String {
    let sign = if word.signed { 's' } else { 'u' };
    let (radix, digits) = match word.radix {
        Radix::Binary => ('b', word.value.to_str_radix(2)),
        Radix::Octal => ('o', word.value.to_str_radix(8)),
        Radix::Decimal => ('d', word.value.to_str_radix(10)),
        Radix::Hexadecimal => ('h', word.value.to_str_radix(16)),
    };
    format!("0{sign}{radix}{}_{digits}", word.width)
}

impl Printer<'_> {
    fn module(&mut self, module: &Module) {
        self.out.push_str("MODULE ");
        self.out.push_str(&module.name.name);
        if !module.parameters.is_empty() {
            let names: Vec<&str> = module.parameters.iter().map(|p| &*p.name).collect();
            self.out.push_str(&format!("({})", names.join(", ")));
        }
        self.out.push('\n');
        for section in &module.sections {
            self.section(section);
        }
    }

    fn section(&mut self, section: &Section) {
        match &section.kind {
            SectionKind::Variables(kind, variables) => {
                self.heading(kind.keyword());
                for variable in variables {
                    self.variable(variable);
                }
            }
            SectionKind::Defines(defines) => {
                self.heading("DEFINE");
                for define in defines {
                    self.out.push_str(&format!("  {} := ", define.name));
                    self.value(define.value);
                    self.out.push_str(";\n");
                }
            }
            SectionKind::Constants(names) => {
                let names: Vec<&str> = names.iter().map(|n| &*n.name).collect();
                self.heading("CONSTANTS");
                self.out.push_str(&format!("  {};\n", names.join(", ")));
            }
            SectionKind::Assigns(assigns) => {
                self.heading("ASSIGN");
                for assign in assigns {
                    self.assign(assign);
                }
            }
            SectionKind::Constraint(kind, formula) => self.formula(kind.keyword(), *formula),
            SectionKind::Fairness(Fairness::Justice(formula)) => {
                self.formula("FAIRNESS", *formula);
            }
            SectionKind::Fairness(Fairness::Compassion(first, second)) => {
                self.heading("COMPASSION");
                self.out.push_str("  (");
                self.expr(*first, Grammar::Smv);
                self.out.push_str(", ");
                self.expr(*second, Grammar::Smv);
                self.out.push_str(");\n");
            }
            SectionKind::Isa(name) => self.out.push_str(&format!("ISA {name}\n")),
            SectionKind::Spec(spec) => self.spec(spec),
        }
    }

    fn heading(&mut self, keyword: &str) {
        self.out.push_str(keyword);
        self.out.push('\n');
    }

    fn formula(&mut self, keyword: &str, formula: ExprId) {
        self.heading(keyword);
        self.out.push_str("  ");
        self.value(formula);
        self.out.push_str(";\n");
    }

    /// An expression whose `case` may take several lines.
    fn value(&mut self, id: ExprId) {
        self.indent = Some(2);
        self.expr(id, Grammar::Smv);
        self.indent = None;
    }

    fn variable(&mut self, variable: &Variable) {
        self.out.push_str(&format!("  {} : ", variable.name));
        self.ty(&variable.ty);
        self.out.push_str(";\n");
    }

    fn assign(&mut self, assign: &Assign) {
        let (open, close) = match assign.kind {
            AssignKind::Current => ("", ""),
            AssignKind::Init => ("init(", ")"),
            AssignKind::Next => ("next(", ")"),
        };
        self.out.push_str("  ");
        self.out.push_str(open);
        self.expr(assign.target, Grammar::Smv);
        self.out.push_str(close);
        self.out.push_str(" := ");
        self.value(assign.value);
        self.out.push_str(";\n");
    }

    fn spec(&mut self, spec: &Spec) {
        let (keyword, grammar) = match spec.kind {
            SpecKind::Ctl(_) => ("CTLSPEC", Grammar::Smv),
            SpecKind::Ltl(_) => ("LTLSPEC", Grammar::Smv),
            SpecKind::Invariant(_) => ("INVARSPEC", Grammar::Smv),
            SpecKind::Psl(_) => ("PSLSPEC", Grammar::Psl),
            SpecKind::Compute(..) => ("COMPUTE", Grammar::Smv),
        };
        self.out.push_str(keyword);
        if let Some(name) = &spec.name {
            self.out.push_str(&format!(" NAME {name} :="));
        }
        self.out.push_str("\n  ");
        match spec.kind {
            SpecKind::Ctl(formula)
            | SpecKind::Ltl(formula)
            | SpecKind::Invariant(formula)
            | SpecKind::Psl(formula) => self.expr(formula, grammar),
            SpecKind::Compute(extreme, from, to) => {
                self.out.push_str(match extreme {
                    Extreme::Min => "MIN [",
                    Extreme::Max => "MAX [",
                });
                self.expr(from, grammar);
                self.out.push_str(", ");
                self.expr(to, grammar);
                self.out.push(']');
            }
        }
        if let Some(context) = spec.context {
            self.out.push_str(" IN ");
            self.expr(context, Grammar::Smv);
        }
        self.out.push_str(";\n");
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Boolean => self.out.push_str("boolean"),
            TypeKind::Range(low, high) => self.range(*low, *high),
            TypeKind::Enumeration(literals) => {
                let texts: Vec<String> = literals.iter().map(|l| print_literal(&l.kind)).collect();
                self.out.push_str(&format!("{{{}}}", texts.join(", ")));
            }
            TypeKind::Word { signed, width } => {
                self.out
                    .push_str(if *signed { "signed word[" } else { "word[" });
                self.expr(*width, Grammar::Smv);
                self.out.push(']');
            }
            TypeKind::Array { low, high, element } => {
                self.out.push_str("array ");
                self.range(*low, *high);
                self.out.push_str(" of ");
                self.ty(element);
            }
            TypeKind::Instance {
                process,
                module,
                arguments,
            } => {
                if *process {
                    self.out.push_str("process ");
                }
                self.out.push_str(&module.name);
                if arguments.is_empty() {
                    return;
                }
                self.out.push('(');
                for (at, argument) in arguments.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.expr(*argument, Grammar::Smv);
                }
                self.out.push(')');
            }
        }
    }

    /// The ends of a range, in brackets unless they bind as tightly as shifts.
    fn range(&mut self, low: ExprId, high: ExprId) {
        for (end, after) in [(low, ".."), (high, "")] {
            let brackets = level(&self.exprs[end].kind, Grammar::Smv) < SHIFT;
            self.out.push_str(if brackets { "(" } else { "" });
            self.expr(end, Grammar::Smv);
            self.out.push_str(if brackets { ")" } else { "" });
            self.out.push_str(after);
        }
    }
}

/// A value of an enumeration, as it is declared.
pub fn print_literal(literal: &LiteralKind) -> String {
    match literal {
        LiteralKind::Symbol(name) => name.to_string(),
        LiteralKind::Int(value) => value.to_string(),
        LiteralKind::Bool(true) => "TRUE".to_string(),
        LiteralKind::Bool(false) => "FALSE".to_string(),
    }
}
