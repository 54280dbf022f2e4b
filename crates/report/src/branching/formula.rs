//! Formulas and terms as text that people can read, in the notation of SMV: `AG (req -> AF ack)`, `state = busy`.
//!
//! The terms of a formula are what a language made of the text, so this is not always the text that was written. Terms share parts and may be
//! huge as trees: a text has at most so many names and operators, and `...` stands for the rest.

use assay_system::branching::{Normal, NormalPart, Quantifier};
use assay_system::{Formula, Paths, Role, Shown, System, VarKind};
use assay_term::{BigInt, Op, Pool, Term, TermId, Value, VarId};

use super::written::{binding, negation};
use crate::Kind;
use crate::style::visible;
use crate::value::{Plain, show};

/// Names and operators of one text.
const LONGEST: usize = 120;
/// How deep a text nests.
const DEEPEST: usize = 60;

/// How tightly an operator binds; what binds less than its surroundings asks for stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binds {
    /// What asks for it takes anything as it is.
    Least,
    Choice,
    Implies,
    Or,
    And,
    Compares,
    Adds,
    Multiplies,
    Unary,
    /// Names and what stands in brackets.
    Whole,
}

/// The texts of the parts of one formula.
pub struct FormulaText<'a> {
    system: &'a System,
    normal: &'a Normal,
}

impl<'a> FormulaText<'a> {
    pub fn new(system: &'a System, normal: &'a Normal) -> FormulaText<'a> {
        FormulaText { system, normal }
    }

    /// A part of the formula.
    pub fn part(&self, part: usize) -> String {
        let mut writer = Writer::new(self.system);
        writer.part(self.normal, part, Binds::Least, 0);
        writer.out
    }

    /// A literal's term without its sign.
    pub fn term(&self, term: TermId) -> String {
        let mut writer = Writer::new(self.system);
        writer.term(term, Binds::Least, 0);
        writer.out
    }
}

/// A formula as it was claimed.
pub fn formula_text(system: &System, formula: &Formula) -> String {
    let mut writer = Writer::new(system);
    writer.formula(formula, Binds::Least, 0);
    writer.out
}

struct Writer<'a> {
    system: &'a System,
    pool: &'a Pool,
    out: String,
    left: usize,
}

impl<'a> Writer<'a> {
    fn new(system: &'a System) -> Writer<'a> {
        Writer {
            system,
            pool: &system.pool,
            out: String::new(),
            left: LONGEST,
        }
    }

    /// Whether there is room for one more name or operator; otherwise dots stand for it.
    fn room(&mut self, depth: usize) -> bool {
        if self.left == 0 || depth > DEEPEST {
            self.out.push_str("...");
            return false;
        }
        self.left -= 1;
        true
    }

    /// What `write` writes, in parentheses where it binds less than is asked for.
    fn bound(&mut self, binds: Binds, wanted: Binds, write: impl FnOnce(&mut Self)) {
        let open = binds < wanted;
        if open {
            self.out.push('(');
        }
        write(self);
        if open {
            self.out.push(')');
        }
    }

    fn part(&mut self, normal: &Normal, part: usize, wanted: Binds, depth: usize) {
        if !self.room(depth) {
            return;
        }
        let depth = depth + 1;
        match normal.parts[part] {
            NormalPart::Literal(term, true) => self.term(term, wanted, depth),
            NormalPart::Literal(term, false) => self.not(term, wanted, depth),
            NormalPart::And(a, b) => self.bound(Binds::And, wanted, |w| {
                w.part(normal, a, Binds::And, depth);
                w.out.push_str(" & ");
                w.part(normal, b, Binds::And, depth);
            }),
            NormalPart::Or(a, b) => self.bound(Binds::Or, wanted, |w| {
                w.part(normal, a, Binds::Or, depth);
                w.out.push_str(" | ");
                w.part(normal, b, Binds::Or, depth);
            }),
            NormalPart::Next(q, a) => {
                self.out.push_str(&format!("{}X ", letter(q)));
                self.part(normal, a, Binds::Unary, depth);
            }
            NormalPart::Until(q, a, b) if is_constant(self.pool, normal, a, true) => {
                self.out.push_str(&format!("{}F ", letter(q)));
                self.part(normal, b, Binds::Unary, depth);
            }
            NormalPart::Release(q, a, b) if is_constant(self.pool, normal, a, false) => {
                self.out.push_str(&format!("{}G ", letter(q)));
                self.part(normal, b, Binds::Unary, depth);
            }
            NormalPart::Until(q, a, b) | NormalPart::Release(q, a, b) => {
                let release = matches!(normal.parts[part], NormalPart::Release(..));
                self.out.push_str(&format!("{}[", letter(q)));
                self.part(normal, a, Binds::Choice, depth);
                self.out.push_str(if release { " R " } else { " U " });
                self.part(normal, b, Binds::Choice, depth);
                self.out.push(']');
            }
        }
    }

    fn formula(&mut self, formula: &Formula, wanted: Binds, depth: usize) {
        if !self.room(depth) {
            return;
        }
        let depth = depth + 1;
        let two = |w: &mut Self, a: &Formula, sign: &str, b: &Formula, left, right| {
            w.formula(a, left, depth);
            w.out.push_str(sign);
            w.formula(b, right, depth);
        };
        match formula {
            Formula::Atom(term) => self.term(*term, wanted, depth),
            Formula::Not(a) => match &**a {
                Formula::Atom(term) => self.not(*term, wanted, depth),
                a => {
                    self.out.push('!');
                    self.formula(a, Binds::Unary, depth);
                }
            },
            Formula::And(a, b) => self.bound(Binds::And, wanted, |w| {
                two(w, a, " & ", b, Binds::And, Binds::And);
            }),
            Formula::Or(a, b) => match &**a {
                Formula::Not(a) => self.bound(Binds::Implies, wanted, |w| {
                    two(w, a, " -> ", b, Binds::Or, Binds::Implies);
                }),
                _ => self.bound(Binds::Or, wanted, |w| {
                    two(w, a, " | ", b, Binds::Or, Binds::Or);
                }),
            },
            Formula::Iff(a, b) => self.bound(Binds::Implies, wanted, |w| {
                two(w, a, " <-> ", b, Binds::Or, Binds::Or);
            }),
            Formula::Next(paths, a) => self.operator(*paths, 'X', a, depth),
            Formula::Finally(paths, a) => self.operator(*paths, 'F', a, depth),
            Formula::Globally(paths, a) => self.operator(*paths, 'G', a, depth),
            Formula::Until(paths, a, b) => {
                let (open, close) = match paths {
                    Paths::All => ("A[", "]"),
                    Paths::Some => ("E[", "]"),
                    Paths::This => ("(", ")"),
                };
                self.out.push_str(open);
                two(self, a, " U ", b, Binds::Choice, Binds::Choice);
                self.out.push_str(close);
            }
        }
    }

    fn operator(&mut self, paths: Paths, letter: char, a: &Formula, depth: usize) {
        let quantifier = match paths {
            Paths::All => "A",
            Paths::Some => "E",
            Paths::This => "",
        };
        self.out.push_str(&format!("{quantifier}{letter} "));
        self.formula(a, Binds::Unary, depth);
    }

    /// The text of an atom that has a wire of its own.
    fn written(&self, var: VarId) -> Option<&'a str> {
        let variable = self.system.var(var);
        let hidden = variable.role == Role::Internal;
        (hidden && matches!(variable.kind, VarKind::Wire { .. })).then_some(&variable.name)
    }

    /// The negation of a term: of a comparison the opposite one.
    fn not(&mut self, term: TermId, wanted: Binds, depth: usize) {
        let opposite = match self.pool.get(term) {
            Term::Var(var) => {
                if let Some(text) = self.written(*var) {
                    let (text, binds) = negation(text);
                    return self.bound(binds, wanted, |w| w.out.push_str(&visible(&text)));
                }
                None
            }
            Term::App(Op::Eq, args) => Some((" != ", args.to_vec())),
            Term::App(Op::Le, args) => Some((" > ", args.to_vec())),
            Term::App(Op::Lt, args) => Some((" >= ", args.to_vec())),
            Term::App(Op::Not, args) => return self.term(args[0], wanted, depth),
            Term::Const(Value::Bool(b)) => {
                self.out.push_str(if *b { "false" } else { "true" });
                return;
            }
            _ => None,
        };
        match opposite {
            Some((sign, args)) => self.comparison(sign, &args, wanted, depth),
            None => {
                self.out.push('!');
                self.term(term, Binds::Unary, depth);
            }
        }
    }

    fn term(&mut self, term: TermId, wanted: Binds, depth: usize) {
        if !self.room(depth) {
            return;
        }
        let pool = self.pool;
        match pool.get(term) {
            Term::Const(value) => self.out.push_str(&visible(&Plain(value).to_string())),
            Term::Var(var) => match self.written(*var) {
                Some(text) => self.bound(binding(text), wanted, |w| w.out.push_str(&visible(text))),
                None => self.out.push_str(&visible(pool.var_name(*var))),
            },
            Term::Call(function, args) => {
                let name = visible(&pool.function(*function).name);
                self.called(&name, args, depth + 1);
            }
            Term::App(op, args) => self.applied(*op, args, wanted, depth + 1),
        }
    }

    fn applied(&mut self, op: Op, args: &[TermId], wanted: Binds, depth: usize) {
        let infix = |sign, binds| Some((sign, binds));
        let sign = match op {
            Op::And | Op::BvAnd => infix(" & ", Binds::And),
            Op::Or => infix(" | ", Binds::Or),
            Op::BvXor => infix(" xor ", Binds::Or),
            Op::Add | Op::BvAdd => infix(" + ", Binds::Adds),
            Op::Mul | Op::BvMul => infix(" * ", Binds::Multiplies),
            Op::IntDiv | Op::RealDiv | Op::BvUdiv => infix(" / ", Binds::Multiplies),
            Op::Mod | Op::BvUrem => infix(" mod ", Binds::Multiplies),
            Op::BvShl => infix(" << ", Binds::Adds),
            Op::BvLshr => infix(" >> ", Binds::Adds),
            Op::Concat => infix(" :: ", Binds::Adds),
            _ => None,
        };
        if let Some((sign, binds)) = sign {
            return self.bound(binds, wanted, |w| w.chain(sign, args, binds, depth));
        }
        match op {
            Op::Not => self.not(args[0], wanted, depth),
            Op::Eq => self.comparison(" = ", args, wanted, depth),
            Op::Le => self.comparison(" <= ", args, wanted, depth),
            Op::Lt | Op::BvUlt => self.comparison(" < ", args, wanted, depth),
            Op::Ite => self.bound(Binds::Choice, wanted, |w| {
                w.term(args[0], Binds::Implies, depth);
                w.out.push_str(" ? ");
                w.term(args[1], Binds::Implies, depth);
                w.out.push_str(" : ");
                w.term(args[2], Binds::Choice, depth);
            }),
            Op::BvNot => {
                self.out.push('!');
                self.term(args[0], Binds::Unary, depth);
            }
            Op::BvNeg => {
                self.out.push('-');
                self.term(args[0], Binds::Unary, depth);
            }
            Op::Extract { hi, lo } => {
                self.term(args[0], Binds::Unary, depth);
                self.out.push_str(&format!("[{hi}:{lo}]"));
            }
            Op::Select => {
                self.term(args[0], Binds::Unary, depth);
                self.out.push('[');
                self.term(args[1], Binds::Least, depth);
                self.out.push(']');
            }
            other => self.called(&other.name(), args, depth),
        }
    }

    /// Arguments with signs between them. What is added with the factor -1 is subtracted.
    fn chain(&mut self, sign: &str, args: &[TermId], binds: Binds, depth: usize) {
        for (i, &arg) in args.iter().enumerate() {
            // An operator is its own neighbour only on the left: `a - (b + c)`.
            let wanted = if i == 0 || matches!(binds, Binds::And | Binds::Or) {
                binds
            } else {
                Binds::Unary
            };
            match self.subtracted(sign, arg) {
                Some(positive) if i > 0 => {
                    self.out.push_str(" - ");
                    match positive {
                        Ok(term) => self.term(term, Binds::Unary, depth),
                        Err(number) => self.out.push_str(&number),
                    }
                }
                _ => {
                    if i > 0 {
                        self.out.push_str(sign);
                    }
                    self.term(arg, wanted, depth);
                }
            }
        }
    }

    /// What an argument of a sum takes away: a term, or a number.
    fn subtracted(&self, sign: &str, arg: TermId) -> Option<Result<TermId, String>> {
        if sign != " + " {
            return None;
        }
        match self.pool.get(arg) {
            Term::Const(Value::Int(n)) if *n < BigInt::from(0) => Some(Err((-n).to_string())),
            Term::App(Op::Mul, args) => match (args.as_ref(), self.pool.as_const(args[0])) {
                ([_, other], Some(Value::Int(n))) if *n == BigInt::from(-1) => Some(Ok(*other)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Values of an enumeration are shown as its literals.
    fn comparison(&mut self, sign: &str, args: &[TermId], wanted: Binds, depth: usize) {
        // The constant comes last, as people write it.
        let mut args = args.to_vec();
        if matches!(sign, " = " | " != ")
            && args.len() == 2
            && self.pool.as_const(args[0]).is_some()
        {
            args.swap(0, 1);
        }
        let literals = args.iter().find_map(|&arg| self.literals(arg));
        self.bound(Binds::Compares, wanted, |w| {
            for (i, &arg) in args.iter().enumerate() {
                if i > 0 {
                    w.out.push_str(sign);
                }
                match (&literals, w.pool.as_const(arg)) {
                    (Some(kind), Some(value)) => w.out.push_str(&visible(&show(kind, value))),
                    _ => w.term(arg, Binds::Adds, depth),
                }
            }
        });
    }

    /// Of a variable with an enumerated type, its literals.
    fn literals(&self, term: TermId) -> Option<Kind> {
        let Term::Var(var) = self.pool.get(term) else {
            return None;
        };
        match &self.system.var(*var).shown {
            Shown::Enum(literals) => Some(Kind::Enum(literals.clone())),
            Shown::Plain => None,
        }
    }

    fn called(&mut self, name: &str, args: &[TermId], depth: usize) {
        self.out.push_str(name);
        self.out.push('(');
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.term(arg, Binds::Least, depth);
        }
        self.out.push(')');
    }
}

fn letter(quantifier: Quantifier) -> char {
    match quantifier {
        Quantifier::All => 'A',
        Quantifier::Some => 'E',
    }
}

/// Whether a part is the constant.
pub(super) fn is_constant(pool: &Pool, normal: &Normal, part: usize, wanted: bool) -> bool {
    match normal.parts[part] {
        NormalPart::Literal(term, sign) => pool.as_bool(term) == Some(sign == wanted),
        _ => false,
    }
}
