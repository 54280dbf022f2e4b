//! Trees back to text.
//!
//! Invariant: printing and parsing again (in the program's dialect) gives the same tree but for spans
//! ([`super::tree::SameTree`]). Parentheses are written only where the tree would change without them, except around
//! a conditional or a Kind 2 minus inside an operator, which people misread.

use std::fmt::Write;

use assay_language::with_stack;

use super::ast::{
    CastOp, ConstDecl, Decl, Expr, ExprKind, FunctionDecl, Item, NodeDecl, PathStep, Program,
    Property, PropertyStyle, TypeBody, TypeDecl, TypeExpr, TypeExprKind, UnaryOp, VarDecl,
};
use super::parser::{ADDITIVE, LOOSEST, MULTIPLICATIVE};
use crate::{Dialect, STACK};

/// Levels above those of the binary operators.
const PREFIX: u8 = 8;
const FILL: u8 = 9;
const POSTFIX: u8 = 10;
const PRIMARY: u8 = 11;

/// The whole program as text.
pub fn print_program(program: &Program) -> String {
    with_stack(STACK, || {
        let mut printer = Printer::new(program.dialect);
        for (i, decl) in program.decls.iter().enumerate() {
            if i > 0
                && !matches!(
                    (&program.decls[i - 1], decl),
                    (Decl::Const(_), Decl::Const(_))
                )
            {
                printer.out.push('\n');
            }
            printer.decl(decl);
        }
        printer.out
    })
}

/// One expression as text.
pub fn print_expr(expr: &Expr, dialect: Dialect) -> String {
    with_stack(STACK, || {
        let mut printer = Printer::new(dialect);
        printer.expr(expr, LOOSEST);
        printer.out
    })
}

struct Printer {
    out: String,
    dialect: Dialect,
}

impl Printer {
    fn new(dialect: Dialect) -> Printer {
        Printer {
            out: String::new(),
            dialect,
        }
    }

    fn kind2(&self) -> bool {
        self.dialect == Dialect::Kind2
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn show(&mut self, value: impl std::fmt::Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.out, "{value}");
    }

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Type(ty) => self.type_decl(ty),
            Decl::Const(constant) => self.const_decl(constant),
            Decl::Function(function) => self.function(function),
            Decl::Node(node) => self.node(node),
        }
    }

    fn type_decl(&mut self, decl: &TypeDecl) {
        self.push("type ");
        self.show(&decl.name);
        self.push(" = ");
        match &decl.body {
            TypeBody::Alias(ty) => self.ty(ty),
            TypeBody::Record(fields) => {
                self.push("struct { ");
                self.groups(fields);
                self.push(" }");
            }
            TypeBody::Enum(literals) => {
                self.push("enum { ");
                self.separated(literals, |p, literal| p.show(literal));
                self.push(" }");
            }
        }
        self.push(";\n");
    }

    fn const_decl(&mut self, decl: &ConstDecl) {
        self.push("const ");
        self.show(&decl.name);
        if let Some(ty) = &decl.ty {
            self.push(" : ");
            self.ty(ty);
        }
        self.push(" = ");
        self.expr(&decl.value, LOOSEST);
        self.push(";\n");
    }

    fn function(&mut self, function: &FunctionDecl) {
        self.push("function ");
        self.show(&function.name);
        self.signature(&function.inputs, &function.outputs);
    }

    fn signature(&mut self, inputs: &[VarDecl], outputs: &[VarDecl]) {
        self.push("(");
        self.groups(inputs);
        self.push(") returns (");
        self.groups(outputs);
        self.push(");\n");
    }

    fn groups(&mut self, decls: &[VarDecl]) {
        for (i, decl) in decls.iter().enumerate() {
            if i > 0 {
                self.push("; ");
            }
            self.var_decl(decl);
        }
    }

    fn var_decl(&mut self, decl: &VarDecl) {
        if decl.constant {
            self.push("const ");
        }
        self.show(&decl.name);
        self.push(" : ");
        self.ty(&decl.ty);
    }

    fn node(&mut self, node: &NodeDecl) {
        self.push(if node.is_function {
            "function "
        } else {
            "node "
        });
        self.show(&node.name);
        self.signature(&node.inputs, &node.outputs);
        for constant in &node.constants {
            self.const_decl(constant);
        }
        if !node.locals.is_empty() {
            self.push("var\n");
        }
        for local in &node.locals {
            self.push("  ");
            self.var_decl(local);
            self.push(";\n");
        }
        self.push("let\n");
        for item in &node.items {
            self.push("  ");
            self.item(item);
            self.push("\n");
        }
        self.push("tel;\n");
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Equation(equation) => {
                match &equation.lhs[..] {
                    [] => self.push("()"),
                    lhs => self.separated(lhs, |p, name| p.show(name)),
                }
                self.push(" = ");
                self.expr(&equation.rhs, LOOSEST);
            }
            Item::Assert(assert) => {
                self.push("assert ");
                self.expr(&assert.expr, LOOSEST);
            }
            Item::Property(property) => {
                self.push(match property.style {
                    PropertyStyle::Annotation => "--%PROPERTY ",
                    PropertyStyle::Check => "check ",
                });
                if let Some(name) = &property.name {
                    self.show(format_args!("\"{name}\" "));
                }
                self.claim(property);
                if let Some(provided) = &property.provided {
                    self.push(" provided ");
                    self.expr(provided, LOOSEST);
                }
            }
            Item::Main(main) if main.value => self.push("--%MAIN"),
            Item::Main(_) => self.push("--!MAIN : false"),
            Item::Realizable(realizable) => {
                self.push("--%REALIZABLE ");
                self.separated(&realizable.inputs, |p, name| p.show(name));
            }
            Item::Ivc(ivc) => {
                self.push("--%IVC ");
                self.separated(&ivc.elements, |p, path| p.expr(path, LOOSEST));
            }
        }
        self.push(";");
    }

    /// The expression of a property. Kind 2 would read a name `invariant` or `reachable` at its start as a keyword.
    fn claim(&mut self, property: &Property) {
        let start = self.out.len();
        self.expr(&property.expr, LOOSEST);
        let claim = &self.out[start..];
        let word = claim
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next();
        if self.kind2() && matches!(word, Some("invariant" | "reachable")) {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    fn ty(&mut self, ty: &TypeExpr) {
        match &ty.kind {
            TypeExprKind::Bool => self.push("bool"),
            TypeExprKind::Int => self.push("int"),
            TypeExprKind::Real => self.push("real"),
            TypeExprKind::Named(name) => self.show(name),
            TypeExprKind::Subrange(low, high) => {
                self.push("subrange [");
                self.expr(low, LOOSEST);
                self.push(", ");
                self.expr(high, LOOSEST);
                self.push("] of int");
            }
            TypeExprKind::Array(element, size) => {
                self.ty(element);
                if self.kind2() {
                    self.push("^");
                    self.expr(size, POSTFIX);
                } else {
                    self.push("[");
                    self.expr(size, LOOSEST);
                    self.push("]");
                }
            }
        }
    }

    fn separated<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            each(self, item);
        }
    }

    /// How tightly an expression holds together; it needs parentheses where something tighter is wanted.
    fn level(&self, expr: &Expr) -> u8 {
        match &expr.kind {
            ExprKind::Binary(op, ..) => op.level(),
            ExprKind::Ite(..) => LOOSEST,
            ExprKind::Unary(UnaryOp::Neg, _) if self.kind2() => ADDITIVE,
            ExprKind::Unary(..) => PREFIX,
            ExprKind::Cast(..) if self.kind2() => PREFIX,
            ExprKind::Fill(..) => FILL,
            ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::RecordUpdate(..)
            | ExprKind::ArrayUpdate(..) => POSTFIX,
            _ => PRIMARY,
        }
    }

    fn expr(&mut self, expr: &Expr, wanted: u8) {
        let parentheses = self.level(expr) < wanted;
        if parentheses {
            self.push("(");
        }
        self.bare(expr);
        if parentheses {
            self.push(")");
        }
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Bool(value) => self.show(value),
            ExprKind::Int(value) => self.show(value),
            ExprKind::Real(_, text) => self.push(text),
            ExprKind::Name(name) => self.push(name),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => {
                let level = op.level();
                let (l, r) = if op.is_right_associative() {
                    (level + 1, level)
                } else {
                    (level, level + 1)
                };
                self.expr(left, l);
                self.show(format_args!(" {} ", op.text()));
                self.expr(right, r);
            }
            ExprKind::Ite(condition, positive, negative) => {
                self.push("if ");
                self.expr(condition, LOOSEST);
                self.push(" then ");
                self.expr(positive, LOOSEST);
                self.push(" else ");
                self.expr(negative, LOOSEST);
            }
            ExprKind::Cast(op, operand) => {
                self.push(match op {
                    CastOp::Real => "real(",
                    CastOp::Floor => "floor(",
                    CastOp::Int => "int(",
                });
                self.expr(operand, LOOSEST);
                self.push(")");
            }
            ExprKind::Call(call) => self.call(&call.callee.name, &call.args),
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => {
                self.push("condact(");
                self.expr(clock, LOOSEST);
                self.push(", ");
                self.call(&call.callee.name, &call.args);
                for default in defaults {
                    self.push(", ");
                    self.expr(default, LOOSEST);
                }
                self.push(")");
            }
            ExprKind::Record(name, fields) => {
                self.show(name);
                self.push(" { ");
                for (i, (field, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        self.push("; ");
                    }
                    self.show(format_args!("{field} = "));
                    self.expr(value, LOOSEST);
                }
                self.push(" }");
            }
            ExprKind::Field(base, field) => {
                self.expr(base, POSTFIX);
                self.show(format_args!(".{field}"));
            }
            ExprKind::RecordUpdate(base, field, value) => {
                self.expr(base, POSTFIX);
                self.show(format_args!("{{{field} := "));
                self.expr(value, LOOSEST);
                self.push("}");
            }
            ExprKind::Array(elements) => self.list("[", elements, "]"),
            ExprKind::Fill(base, size) => {
                self.expr(base, FILL);
                self.push("^");
                self.expr(size, POSTFIX);
            }
            ExprKind::Index(base, index) => {
                self.expr(base, POSTFIX);
                self.push("[");
                self.expr(index, LOOSEST);
                self.push("]");
            }
            ExprKind::ArrayUpdate(base, index, value) => {
                self.expr(base, POSTFIX);
                self.push("[");
                self.expr(index, LOOSEST);
                self.push(" := ");
                self.expr(value, LOOSEST);
                self.push("]");
            }
            ExprKind::With(base, path, value) => {
                self.push("(");
                self.expr(base, LOOSEST);
                self.push(" with ");
                for step in path {
                    match step {
                        PathStep::Field(field) => self.show(format_args!(".{field}")),
                        PathStep::Index(index) => {
                            self.push("[");
                            self.expr(index, LOOSEST);
                            self.push("]");
                        }
                    }
                }
                self.push(" = ");
                self.expr(value, LOOSEST);
                self.push(")");
            }
            ExprKind::Tuple(elements) => self.list("(", elements, ")"),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        let twice = op == UnaryOp::Neg && matches!(operand.kind, ExprKind::Unary(UnaryOp::Neg, _));
        self.push(match op {
            UnaryOp::Not => "not ",
            UnaryOp::Pre => "pre ",
            // Two minus signs in a row would start a comment.
            UnaryOp::Neg if twice => "- ",
            UnaryOp::Neg => "-",
        });
        let wanted = match op {
            UnaryOp::Neg if self.kind2() && twice => ADDITIVE,
            UnaryOp::Neg if self.kind2() => MULTIPLICATIVE,
            _ => PREFIX,
        };
        self.expr(operand, wanted);
    }

    fn call(&mut self, name: &str, args: &[Expr]) {
        self.push(name);
        self.list("(", args, ")");
    }

    fn list(&mut self, open: &str, elements: &[Expr], close: &str) {
        self.push(open);
        self.separated(elements, |p, e| p.expr(e, LOOSEST));
        self.push(close);
    }
}
