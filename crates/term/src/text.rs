//! Terms as SMT-LIB text. The text is linear in the number of distinct subterms: what is used more
//! than once is bound by `let`. Bindings are grouped by how deep they depend on each other, so that
//! the lets nest no deeper than they must. [`crate::read`] is the inverse.

use std::borrow::Cow;
use std::fmt::Write as _;

use num_rational::BigRational;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use crate::sexpr::quote;
use crate::{Bits, Op, Pool, Sort, Term, TermId, Value};

/// The words a variable's name must be told apart from.
const RESERVED: [&str; 52] = [
    "true", "false", "not", "and", "or", "=>", "xor", "=", "distinct", "ite", "+", "-", "*", "<=",
    "<", ">=", ">", "div", "mod", "/", "to_real", "to_int", "is_int", "abs", "let", "_", "!",
    "bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem",
    "bvshl", "bvlshr", "bvashr", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt",
    "bvsge", "concat", "select", "store", "as",
];

impl Sort {
    /// Its name in SMT-LIB.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::BitVec(width) => return Cow::Owned(format!("(_ BitVec {width})")),
            Sort::Array { index, element } => {
                return Cow::Owned(format!("(Array (_ BitVec {index}) (_ BitVec {element}))"));
            }
        })
    }
}

impl Op {
    /// Its name in SMT-LIB.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Eq => "=",
            Op::Ite => "ite",
            Op::Add => "+",
            Op::Mul => "*",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::IntDiv => "div",
            Op::Mod => "mod",
            Op::RealDiv => "/",
            Op::ToReal => "to_real",
            Op::Floor => "to_int",
            Op::BvNot => "bvnot",
            Op::BvAnd => "bvand",
            Op::BvXor => "bvxor",
            Op::BvNeg => "bvneg",
            Op::BvAdd => "bvadd",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvUlt => "bvult",
            Op::Concat => "concat",
            Op::Extract { hi, lo } => return Cow::Owned(format!("(_ extract {hi} {lo})")),
            Op::Select => "select",
            Op::Store => "store",
            Op::ConstArray { index, element } => {
                let sort = Sort::Array { index, element };
                return Cow::Owned(format!("(as const {})", sort.name()));
            }
        })
    }
}

impl Value {
    /// As SMT-LIB text: `(- 3)`, `(/ 7.0 2.0)`, `#b00101`.
    pub fn text(&self) -> String {
        match self {
            Value::Bool(b) => b.to_string(),
            Value::Int(n) if n.is_negative() => format!("(- {})", n.magnitude()),
            Value::Int(n) => n.to_string(),
            Value::Real(r) => real_text(r),
            Value::Bits(bits) => bits_text(bits),
            Value::Array(array) => {
                let head = format!("((as const {}) ", array.sort().name());
                let mut text = "(store ".repeat(array.exceptions().len());
                text.push_str(&head);
                text.push_str(&bits_text(array.default()));
                text.push(')');
                for (at, element) in array.exceptions() {
                    let _ = write!(text, " {} {})", bits_text(&at), bits_text(&element));
                }
                text
            }
        }
    }
}

fn bits_text(bits: &Bits) -> String {
    if bits.width().is_multiple_of(4) {
        format!("#x{:0>1$x}", bits.value(), bits.width() as usize / 4)
    } else {
        format!("#b{:0>1$b}", bits.value(), bits.width() as usize)
    }
}

fn real_text(r: &BigRational) -> String {
    let numerator = if r.is_negative() {
        format!("(- {}.0)", r.numer().magnitude())
    } else {
        format!("{}.0", r.numer())
    };
    if r.denom().is_one() {
        numerator
    } else {
        format!("(/ {numerator} {}.0)", r.denom())
    }
}

/// A declared name as text that reads back as this name.
pub(crate) fn name_text(name: &str) -> String {
    quote(name, |n| RESERVED.contains(&n))
}

impl Pool {
    /// `root` as SMT-LIB text over the names of variables and functions.
    pub fn text(&self, root: TermId) -> String {
        let order = self.below(&[root]);
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for &id in &order {
            for &arg in self.get(id).args() {
                *uses.entry(arg).or_default() += 1;
            }
        }
        // Level of a term: how many let groups it needs around it.
        let mut level: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<TermId>> = Vec::new();
        for &id in &order {
            let args = self.get(id).args();
            let mut depth = 0;
            for arg in args {
                depth = depth.max(level[arg]);
            }
            if !args.is_empty() && uses.get(&id).is_some_and(|&n| n > 1) {
                if groups.len() == depth {
                    groups.push(Vec::new());
                }
                groups[depth].push(id);
                depth += 1;
            }
            level.insert(id, depth);
        }
        let prefix = self.free_prefix(&order);
        let mut bound: FxHashMap<TermId, String> = FxHashMap::default();
        let mut out = String::new();
        for group in &groups {
            out.push_str("(let (");
            for (i, &id) in group.iter().enumerate() {
                if i > 0 {
                    out.push(' ');
                }
                let name = format!("{prefix}{}", bound.len() + i);
                out.push('(');
                out.push_str(&name);
                out.push(' ');
                self.write_tree(id, &bound, &mut out);
                out.push(')');
            }
            out.push_str(") ");
            for &id in group {
                bound.insert(id, format!("{prefix}{}", bound.len()));
            }
        }
        self.write_tree(root, &bound, &mut out);
        for _ in &groups {
            out.push(')');
        }
        out
    }

    /// Writes a term, names instead of what is bound (the term itself excepted).
    fn write_tree(&self, root: TermId, bound: &FxHashMap<TermId, String>, out: &mut String) {
        enum Todo {
            Term(TermId),
            Close,
        }
        let mut todo = vec![Todo::Term(root)];
        let mut first = true;
        while let Some(next) = todo.pop() {
            let Todo::Term(id) = next else {
                out.push(')');
                continue;
            };
            if !std::mem::replace(&mut first, false) {
                out.push(' ');
            }
            if let Some(name) = bound.get(&id) {
                out.push_str(name);
                continue;
            }
            let head = match self.get(id) {
                Term::Const(value) => {
                    out.push_str(&value.text());
                    continue;
                }
                Term::Var(v) => {
                    out.push_str(&name_text(self.var_name(*v)));
                    continue;
                }
                Term::App(op, _) => op.name().into_owned(),
                Term::Call(f, _) => name_text(&self.function(*f).name),
            };
            let args = self.get(id).args();
            if args.is_empty() {
                out.push_str(&head);
                continue;
            }
            out.push('(');
            out.push_str(&head);
            todo.push(Todo::Close);
            todo.extend(args.iter().rev().map(|&a| Todo::Term(a)));
        }
    }

    /// A beginning that no name in these terms has.
    fn free_prefix(&self, terms: &[TermId]) -> String {
        let names: Vec<&str> = terms
            .iter()
            .filter_map(|&id| match self.get(id) {
                Term::Var(v) => Some(self.var_name(*v)),
                Term::Call(f, _) => Some(self.function(*f).name.as_str()),
                _ => None,
            })
            .collect();
        let mut prefix = String::from("?");
        while names.iter().any(|n| n.starts_with(&prefix)) {
            prefix.push('?');
        }
        prefix
    }
}
