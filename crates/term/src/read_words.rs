//! Words and arrays in SMT-LIB text: literals, indexed operators and the values that solvers print
//! for arrays.

use num_bigint::BigUint;

use crate::read::{Named, Reader};
use crate::sexpr::{Sexpr, SexprKind, TextError};
use crate::{ArrayValue, Bits, Pool, Sort, TermId, Value};

/// Beyond this a width is a mistake, not a word.
const WIDEST: u32 = 1 << 24;

type Unary = fn(&mut Pool, TermId) -> TermId;
type Binary = fn(&mut Pool, TermId, TermId) -> TermId;

/// `#b0101`, `#x2a` or `(_ bv42 8)`.
pub(crate) fn literal(s: Sexpr<'_>) -> Option<Bits> {
    if let Some(text) = s.atom() {
        if s.kind() != SexprKind::Symbol {
            return None;
        }
        let (radix, per_digit, digits) = if let Some(digits) = text.strip_prefix("#b") {
            (2, 1, digits)
        } else {
            (16, 4, text.strip_prefix("#x")?)
        };
        let width = width(u32::try_from(digits.len()).ok()?.checked_mul(per_digit)?)?;
        if !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        return Some(Bits::new(
            width,
            BigUint::parse_bytes(digits.as_bytes(), radix)?,
        ));
    }
    let (head, indices) = indexed(s)?;
    let digits = head.strip_prefix("bv")?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let [w] = indices[..] else { return None };
    Some(Bits::new(
        width(w)?,
        BigUint::parse_bytes(digits.as_bytes(), 10)?,
    ))
}

fn width(w: u32) -> Option<u32> {
    (1..=WIDEST).contains(&w).then_some(w)
}

/// The name and the indices of `(_ name i j)`.
fn indexed(s: Sexpr<'_>) -> Option<(&str, Vec<u32>)> {
    let mut items = s.items();
    items.next().filter(|u| u.is_symbol("_"))?;
    let name = items.next()?;
    let name = name.atom().filter(|_| name.kind() == SexprKind::Symbol)?;
    let number = |i: Sexpr<'_>| i.atom()?.parse().ok();
    let indices: Option<Vec<u32>> = items.take(3).map(number).collect();
    Some((name, indices?))
}

/// A sort's text, if it is one of ours.
pub fn read_sort(s: Sexpr<'_>) -> Option<Sort> {
    if let Some(text) = s.atom() {
        return match text {
            "Bool" => Some(Sort::Bool),
            "Int" => Some(Sort::Int),
            "Real" => Some(Sort::Real),
            _ => None,
        };
    }
    let word = |s: Sexpr<'_>| match indexed(s)? {
        ("BitVec", w) if w.len() == 1 => width(w[0]),
        _ => None,
    };
    if let Some(w) = word(s) {
        return Some(Sort::BitVec(w));
    }
    let parts: Vec<Sexpr<'_>> = s.items().take(4).collect();
    match parts[..] {
        [array, index, element] if array.is_symbol("Array") => Some(Sort::Array {
            index: word(index)?,
            element: word(element)?,
        }),
        _ => None,
    }
}

/// The sort of `(as const S)`.
fn const_sort(s: Sexpr<'_>) -> Option<(u32, u32)> {
    let parts: Vec<Sexpr<'_>> = s.items().take(4).collect();
    match parts[..] {
        [word, kind, sort] if word.is_symbol("as") && kind.is_symbol("const") => {
            match read_sort(sort)? {
                Sort::Array { index, element } => Some((index, element)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// An array value: stores of literals into a constant array, nested as deep as it has exceptions.
pub(crate) fn array_value(root: Sexpr<'_>) -> Option<ArrayValue> {
    let mut stores: Vec<(Bits, Bits)> = Vec::new();
    let mut s = root;
    loop {
        let parts: Vec<Sexpr<'_>> = s.items().take(5).collect();
        match parts[..] {
            [store, array, at, element] if store.is_symbol("store") => {
                stores.push((literal(at)?, literal(element)?));
                s = array;
            }
            [head, element] => {
                let (index, width) = const_sort(head)?;
                let default = literal(element).filter(|d| d.width() == width)?;
                let fits = |(i, e): &(Bits, Bits)| i.width() == index && e.width() == width;
                if !stores.iter().all(fits) {
                    return None;
                }
                return Some(ArrayValue::new(index, default, stores.into_iter().rev()));
            }
            _ => return None,
        }
    }
}

impl<R: FnMut(&str) -> Option<Named>> Reader<'_, R> {
    /// An operator of words or arrays; None if it is none of ours, Err if the arguments do not fit.
    pub(crate) fn word_operator(
        &mut self,
        op: &str,
        args: &[TermId],
    ) -> Option<Result<TermId, &'static str>> {
        if let Some(f) = unary(op) {
            return Some(match args {
                [a] if self.is_word(*a) => Ok(f(self.pool, *a)),
                _ => Err("needs one word"),
            });
        }
        if let Some((f, associative)) = binary(op) {
            let sort = args.first().map(|&a| self.pool.sort(a));
            let alike = args.iter().all(|&a| Some(self.pool.sort(a)) == sort);
            let count = args.len() == 2 || (associative && args.len() > 2);
            return Some(match sort {
                Some(Sort::BitVec(_)) if alike && count => Ok(self.fold(args, f)),
                _ => Err("needs words of one width"),
            });
        }
        Some(match (op, args) {
            ("concat", [_, _, ..]) if args.iter().all(|&a| self.is_word(a)) => {
                let total: u64 = args.iter().map(|&a| u64::from(self.pool.width(a))).sum();
                if total > u64::from(WIDEST) {
                    return Some(Err("is too wide"));
                }
                Ok(self.fold(args, Pool::concat))
            }
            ("concat", _) => Err("needs words"),
            ("select", [array, index]) => match self.pool.sort(*array) {
                Sort::Array { index: width, .. } if self.has_width(*index, width) => {
                    Ok(self.pool.select(*array, *index))
                }
                _ => Err("needs an array and an index"),
            },
            ("select", _) => Err("needs an array and an index"),
            ("store", [array, index, value]) => match self.pool.sort(*array) {
                Sort::Array {
                    index: width,
                    element,
                } if self.has_width(*index, width) && self.has_width(*value, element) => {
                    Ok(self.pool.store(*array, *index, *value))
                }
                _ => Err("needs an array, an index and an element"),
            },
            ("store", _) => Err("needs an array, an index and an element"),
            _ => return None,
        })
    }

    fn is_word(&self, a: TermId) -> bool {
        matches!(self.pool.sort(a), Sort::BitVec(_))
    }

    fn has_width(&self, a: TermId, width: u32) -> bool {
        self.pool.sort(a) == Sort::BitVec(width)
    }

    /// `((_ extract 7 0) x)` and its kind, and `((as const (Array ..)) x)`.
    pub(crate) fn indexed_operator(
        &mut self,
        head: Sexpr<'_>,
        args: &[TermId],
    ) -> Result<TermId, TextError> {
        let wrong = || TextError::new(head.at(), "expected a function");
        let [a] = args[..] else { return Err(wrong()) };
        if let Some((index, element)) = const_sort(head) {
            return if self.has_width(a, element) {
                Ok(self.pool.const_array(index, a))
            } else {
                Err(wrong())
            };
        }
        let (name, indices) = indexed(head).ok_or_else(wrong)?;
        let Sort::BitVec(w) = self.pool.sort(a) else {
            return Err(wrong());
        };
        match (name, &indices[..]) {
            ("extract", &[hi, lo]) if lo <= hi && hi < w => Ok(self.pool.extract(hi, lo, a)),
            ("zero_extend", &[by]) if by <= WIDEST - w => Ok(self.pool.zero_extend(by, a)),
            ("sign_extend", &[by]) if by <= WIDEST - w => Ok(self.pool.sign_extend(by, a)),
            _ => Err(wrong()),
        }
    }
}

fn unary(op: &str) -> Option<Unary> {
    Some(match op {
        "bvnot" => Pool::bv_not,
        "bvneg" => Pool::bv_neg,
        _ => return None,
    })
}

/// The operator and whether it takes more than two arguments.
fn binary(op: &str) -> Option<(Binary, bool)> {
    Some(match op {
        "bvand" => (Pool::bv_and, true),
        "bvor" => (Pool::bv_or, true),
        "bvxor" => (Pool::bv_xor, true),
        "bvadd" => (Pool::bv_add, true),
        "bvmul" => (Pool::bv_mul, true),
        "bvsub" => (Pool::bv_sub, false),
        "bvudiv" => (Pool::bv_udiv, false),
        "bvurem" => (Pool::bv_urem, false),
        "bvshl" => (Pool::bv_shl, false),
        "bvlshr" => (Pool::bv_lshr, false),
        "bvashr" => (Pool::bv_ashr, false),
        "bvult" => (Pool::bv_ult, false),
        "bvule" => (Pool::bv_ule, false),
        "bvugt" => (|p, a, b| p.bv_ult(b, a), false),
        "bvuge" => (|p, a, b| p.bv_ule(b, a), false),
        "bvslt" => (Pool::bv_slt, false),
        "bvsle" => (Pool::bv_sle, false),
        "bvsgt" => (|p, a, b| p.bv_slt(b, a), false),
        "bvsge" => (|p, a, b| p.bv_sle(b, a), false),
        _ => return None,
    })
}

/// The value of a word or an array, as solvers print it.
pub(crate) fn word_value(root: Sexpr<'_>, sort: Sort) -> Result<Value, TextError> {
    let value = match sort {
        Sort::BitVec(_) => literal(root).map(Value::Bits),
        _ => array_value(root).map(Value::from),
    };
    value
        .filter(|value| value.sort() == sort)
        .ok_or_else(|| TextError::new(root.at(), format!("expected a value of {}", sort.name())))
}
