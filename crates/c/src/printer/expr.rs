//! Expressions, with the parentheses that they need.

use super::Work::{self, Word};
use super::declarations::designator;
use super::words::{character, string};
use super::{ASSIGN, BINARY, CAST, COMMA, CONDITIONAL, POSTFIX, Parentheses, Printer, UNARY};
use crate::syntax::tree::*;

impl<'t> Printer<'t> {
    pub(super) fn expr(&self, id: ExprId, least: u8) -> Vec<Work<'t>> {
        let Expr {
            kind,
            operator,
            place,
            ..
        } = self.unit.expr(id);
        let level = level(kind);
        let all = self.parentheses == Parentheses::All && least >= BINARY && level < POSTFIX;
        let mut work = self.bare(kind, level, *operator);
        if level < least || all {
            work.insert(0, Word("("));
            work.push(Word(")"));
        }
        work.insert(0, Work::At(place.first));
        work
    }

    /// An expression without parentheses around it.
    pub(super) fn bare(&self, kind: &'t ExprKind, level: u8, operator: At) -> Vec<Work<'t>> {
        match kind {
            ExprKind::Name(name) => vec![Work::Text(name.to_string())],
            ExprKind::Int(literal) => vec![Work::Text(literal.text.to_string())],
            ExprKind::Float(literal) => vec![Work::Text(literal.text.to_string())],
            ExprKind::Char(literal) => vec![Work::Text(character(literal))],
            ExprKind::String(literal) => vec![Work::Text(string(literal))],
            ExprKind::Unary(op @ (UnaryOp::PostIncrement | UnaryOp::PostDecrement), value) => {
                vec![Work::Expr(*value, POSTFIX), Word(sign(*op))]
            }
            ExprKind::Unary(op, value) => {
                // `- -x` and `& &x` are not `--x` and `&&x`.
                let operand = &self.unit.expr(*value).kind;
                let space = if level == self::level(operand) {
                    " "
                } else {
                    ""
                };
                vec![Word(sign(*op)), Word(space), Work::Expr(*value, CAST)]
            }
            ExprKind::Binary(op, left, right) => vec![
                Work::Expr(*left, level),
                Work::At(operator.0),
                Work::Text(format!(" {} ", op.as_str())),
                Work::Expr(*right, level + 1),
            ],
            ExprKind::Assign(op, target, value) => vec![
                Work::Expr(*target, UNARY),
                Work::At(operator.0),
                Work::Text(format!(" {}= ", op.map_or("", BinaryOp::as_str))),
                Work::Expr(*value, ASSIGN),
            ],
            ExprKind::Conditional(condition, then, otherwise) => {
                let mut work = vec![Work::Expr(*condition, BINARY), Word(" ? ")];
                work.extend(then.map(|then| Work::Expr(then, COMMA)));
                work.extend([Word(" : "), Work::Expr(*otherwise, CONDITIONAL)]);
                work
            }
            ExprKind::Comma(left, right) => vec![
                Work::Expr(*left, COMMA),
                Word(", "),
                Work::Expr(*right, ASSIGN),
            ],
            ExprKind::Cast(name, value) => vec![
                Word("("),
                Work::Type(name),
                Word(")"),
                Work::Expr(*value, CAST),
            ],
            ExprKind::CompoundLiteral(name, list) => {
                vec![Word("("), Work::Type(name), Word(")"), Work::List(list)]
            }
            ExprKind::Call(function, arguments) => {
                let mut work = vec![Work::Expr(*function, POSTFIX), Word("(")];
                for (number, argument) in arguments.iter().enumerate() {
                    work.push(Word(if number == 0 { "" } else { ", " }));
                    work.push(Work::Expr(*argument, ASSIGN));
                }
                work.push(Word(")"));
                work
            }
            ExprKind::Index(array, index) => vec![
                Work::Expr(*array, POSTFIX),
                Word("["),
                Work::Expr(*index, COMMA),
                Word("]"),
            ],
            ExprKind::Member(value, field) => vec![
                Work::Expr(*value, POSTFIX),
                Work::Text(format!(".{}", field.name)),
            ],
            ExprKind::Arrow(value, field) => vec![
                Work::Expr(*value, POSTFIX),
                Work::Text(format!("->{}", field.name)),
            ],
            ExprKind::SizeofExpr(value) => vec![Word("sizeof "), Work::Expr(*value, UNARY)],
            ExprKind::AlignofExpr(value) => vec![Word("_Alignof "), Work::Expr(*value, UNARY)],
            ExprKind::SizeofType(name) => vec![Word("sizeof("), Work::Type(name), Word(")")],
            ExprKind::AlignofType(name) => vec![Word("_Alignof("), Work::Type(name), Word(")")],
            ExprKind::Statement(block) => vec![Word("("), Work::Stmt(*block), Word(")")],
            _ => self.built_in(kind),
        }
    }

    pub(super) fn built_in(&self, kind: &'t ExprKind) -> Vec<Work<'t>> {
        match kind {
            ExprKind::Offsetof(name, path) => {
                let mut work = vec![Word("__builtin_offsetof("), Work::Type(name), Word(", ")];
                let mut rest = path.iter();
                if let Some(Designator::Field(field)) = rest.next() {
                    work.push(Work::Text(field.name.to_string()));
                }
                work.extend(rest.flat_map(designator));
                work.push(Word(")"));
                work
            }
            ExprKind::VaArg(list, name) => vec![
                Word("__builtin_va_arg("),
                Work::Expr(*list, ASSIGN),
                Word(", "),
                Work::Type(name),
                Word(")"),
            ],
            ExprKind::TypesCompatible(one, other) => vec![
                Word("__builtin_types_compatible_p("),
                Work::Type(one),
                Word(", "),
                Work::Type(other),
                Word(")"),
            ],
            ExprKind::Generic(control, arms) => {
                let mut work = vec![Word("_Generic("), Work::Expr(*control, ASSIGN)];
                for arm in arms {
                    work.push(Word(", "));
                    work.push(arm.of.as_ref().map_or(Word("default"), Work::Type));
                    work.extend([Word(": "), Work::Expr(arm.value, ASSIGN)]);
                }
                work.push(Word(")"));
                work
            }
            _ => vec![],
        }
    }
}

fn level(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => COMMA,
        ExprKind::Assign(..) => ASSIGN,
        ExprKind::Conditional(..) => CONDITIONAL,
        ExprKind::Binary(op, ..) => op.level(),
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(UnaryOp::PostIncrement | UnaryOp::PostDecrement, _) => POSTFIX,
        ExprKind::Unary(..)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::AlignofType(_) => UNARY,
        _ => POSTFIX,
    }
}

fn sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::Address => "&",
        UnaryOp::PreIncrement | UnaryOp::PostIncrement => "++",
        UnaryOp::PreDecrement | UnaryOp::PostDecrement => "--",
    }
}
