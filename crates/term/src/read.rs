//! Terms from SMT-LIB text: what solvers print and what [`crate::text`] writes. Names are resolved
//! by the caller. Mixed arithmetic is made well sorted by `to_real`, as solvers mean it; everything
//! else that is not well sorted is an error. Iterative, so nesting is no limit.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Zero};
use rustc_hash::FxHashMap;

use crate::read_words::{literal, word_value};
use crate::sexpr::{Sexpr, SexprKind, SexprTree, Sexprs, TextError};
use crate::{FuncId, Pool, Sort, TermId, Value};

/// What a name in a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Term(TermId),
    Function(FuncId),
}

impl Pool {
    /// Reads exactly one term.
    pub fn parse(
        &mut self,
        text: &str,
        resolve: impl FnMut(&str) -> Option<Named>,
    ) -> Result<TermId, TextError> {
        let tree = SexprTree::read(text)?;
        let mut roots = tree.roots();
        match (roots.next(), roots.next()) {
            (Some(root), None) => self.read_term(root, resolve),
            (None, _) => Err(TextError::new(0, "a term is missing")),
            (_, Some(extra)) => Err(TextError::new(extra.at(), "text after the term")),
        }
    }

    /// The term that an s-expression denotes.
    pub fn read_term(
        &mut self,
        root: Sexpr<'_>,
        resolve: impl FnMut(&str) -> Option<Named>,
    ) -> Result<TermId, TextError> {
        let mut reader = Reader {
            pool: self,
            resolve,
            scopes: FxHashMap::default(),
        };
        reader.run(root)
    }
}

/// The value that a constant s-expression denotes, of the sort that the asker knows: solvers write
/// a whole real as `3`, `3.0` or `(/ 3 1)`.
pub fn read_value(root: Sexpr<'_>, sort: Sort) -> Result<Value, TextError> {
    let at = root.at();
    match sort {
        Sort::Bool if root.is_symbol("true") => Ok(Value::Bool(true)),
        Sort::Bool if root.is_symbol("false") => Ok(Value::Bool(false)),
        Sort::Bool => Err(TextError::new(at, "expected true or false")),
        Sort::Real => Ok(Value::Real(read_rational(root)?)),
        Sort::Int => {
            let r = read_rational(root)?;
            if r.is_integer() {
                Ok(Value::Int(r.to_integer()))
            } else {
                Err(TextError::new(at, "expected an integer"))
            }
        }
        Sort::BitVec(_) | Sort::Array { .. } => word_value(root, sort),
    }
}

fn read_rational(root: Sexpr<'_>) -> Result<BigRational, TextError> {
    // Depth of a value is at most (/ (- a) b): recursion is bounded by refusing more.
    fn go(s: Sexpr<'_>, depth: usize) -> Option<BigRational> {
        if let Some(text) = s.atom() {
            return (s.kind() == SexprKind::Number)
                .then(|| number(text))
                .flatten()
                .map(|(r, _)| r);
        }
        if depth == 0 {
            return None;
        }
        let mut items = s.items();
        let head = items.next()?;
        let first = go(items.next()?, depth - 1)?;
        let second = items.next();
        if items.next().is_some() {
            return None;
        }
        match second {
            None if head.is_symbol("-") => Some(-first),
            None if head.is_symbol("to_real") => Some(first),
            Some(second) if head.is_symbol("/") => {
                let divisor = go(second, depth - 1)?;
                (!divisor.is_zero()).then(|| first / divisor)
            }
            _ => None,
        }
    }
    go(root, 4).ok_or_else(|| TextError::new(root.at(), "expected a rational number"))
}

/// A numeral or a decimal, and whether it is a decimal.
fn number(text: &str) -> Option<(BigRational, bool)> {
    let digits = |s: &str| -> Option<BigInt> {
        (!s.is_empty() && s.bytes().all(|b| b.is_ascii_digit()))
            .then(|| s.parse().ok())
            .flatten()
    };
    match text.split_once('.') {
        None => Some((BigRational::from_integer(digits(text)?), false)),
        Some((whole, fraction)) => {
            digits(fraction)?;
            let scale = BigInt::from(10u32).pow(fraction.len());
            let all = digits(&format!("{whole}{fraction}"))?;
            digits(whole)?;
            Some((BigRational::new(all, scale), true))
        }
    }
}

pub(crate) struct Reader<'p, R> {
    pub(crate) pool: &'p mut Pool,
    resolve: R,
    /// Let-bound names, innermost last.
    scopes: FxHashMap<String, Vec<TermId>>,
}

enum Frame<'a> {
    /// An application whose arguments so far are `args`.
    Apply {
        head: Sexpr<'a>,
        args: Vec<TermId>,
        rest: Sexprs<'a>,
    },
    /// A let whose bindings are being read; they take effect together.
    Bind {
        names: Vec<String>,
        terms: Vec<TermId>,
        rest: Sexprs<'a>,
        body: Sexpr<'a>,
    },
    /// A let whose body is being read.
    Body { names: Vec<String> },
}

impl<R: FnMut(&str) -> Option<Named>> Reader<'_, R> {
    fn run(&mut self, root: Sexpr<'_>) -> Result<TermId, TextError> {
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut next = Some(root);
        let mut done: Option<TermId> = None;
        loop {
            if let Some(s) = next.take() {
                match (literal(s), s.atom()) {
                    (Some(bits), _) => done = Some(self.pool.constant(bits.into())),
                    (None, Some(text)) => done = Some(self.atom(s, text)?),
                    (None, None) => frames.push(open(s)?),
                }
            }
            let Some(frame) = frames.last_mut() else {
                return done.ok_or_else(|| TextError::new(root.at(), "a term is missing"));
            };
            match frame {
                Frame::Apply { head, args, rest } => {
                    args.extend(done.take());
                    next = rest.next();
                    if next.is_none() {
                        let (head, args) = (*head, std::mem::take(args));
                        frames.pop();
                        done = Some(self.apply_head(head, args)?);
                    }
                }
                Frame::Bind {
                    names,
                    terms,
                    rest,
                    body,
                } => {
                    terms.extend(done.take());
                    if let Some(binding) = rest.next() {
                        let (name, term) = binding_parts(binding)?;
                        names.push(name);
                        next = Some(term);
                        continue;
                    }
                    let (names, terms) = (std::mem::take(names), std::mem::take(terms));
                    for (name, term) in names.iter().zip(terms) {
                        self.scopes.entry(name.clone()).or_default().push(term);
                    }
                    next = Some(*body);
                    *frame = Frame::Body { names };
                }
                Frame::Body { names } => {
                    for name in names.iter() {
                        self.scopes.get_mut(name).map(Vec::pop);
                    }
                    frames.pop();
                }
            }
        }
    }

    fn atom(&mut self, s: Sexpr<'_>, text: &str) -> Result<TermId, TextError> {
        let wrong = |message: String| Err(TextError::new(s.at(), message));
        match s.kind() {
            SexprKind::Number => match number(text) {
                Some((r, true)) => Ok(self.pool.real(r)),
                Some((r, false)) => Ok(self.pool.int(r.to_integer())),
                None => wrong(format!("`{text}` is no number")),
            },
            SexprKind::Symbol if text == "true" => Ok(self.pool.bool(true)),
            SexprKind::Symbol if text == "false" => Ok(self.pool.bool(false)),
            SexprKind::Symbol | SexprKind::Quoted => {
                let name = s.name().expect("symbols have names");
                if let Some(&term) = self.scopes.get(&name).and_then(|terms| terms.last()) {
                    return Ok(term);
                }
                match (self.resolve)(&name) {
                    Some(Named::Term(term)) => Ok(term),
                    Some(Named::Function(f)) => self.call(s, f, vec![]),
                    None => wrong(format!("unknown name `{name}`")),
                }
            }
            SexprKind::String | SexprKind::List => wrong("expected a term".into()),
        }
    }

    fn call(&mut self, s: Sexpr<'_>, f: FuncId, args: Vec<TermId>) -> Result<TermId, TextError> {
        let function = self.pool.function(f).clone();
        if function.args.len() != args.len() {
            let message = format!(
                "`{}` takes {} arguments, not {}",
                function.name,
                function.args.len(),
                args.len()
            );
            return Err(TextError::new(s.at(), message));
        }
        let mut coerced = Vec::with_capacity(args.len());
        for (&arg, &sort) in args.iter().zip(&function.args) {
            coerced.push(match (self.pool.sort(arg), sort) {
                (have, want) if have == want => arg,
                (Sort::Int, Sort::Real) => self.pool.to_real(arg),
                _ => {
                    let message = format!("an argument of `{}` has a wrong sort", function.name);
                    return Err(TextError::new(s.at(), message));
                }
            });
        }
        Ok(self.pool.call(f, coerced))
    }

    fn apply_head(&mut self, head: Sexpr<'_>, args: Vec<TermId>) -> Result<TermId, TextError> {
        if head.kind() == SexprKind::Symbol
            && let Some(text) = head.atom()
            && let Some(result) = self.operator(text, &args)
        {
            return result.map_err(|what| TextError::new(head.at(), format!("`{text}` {what}")));
        }
        if head.kind() == SexprKind::List {
            return self.indexed(head, &args);
        }
        let Some(name) = head.name() else {
            return Err(TextError::new(head.at(), "expected a function"));
        };
        match (self.resolve)(&name) {
            Some(Named::Function(f)) => self.call(head, f, args),
            _ => Err(TextError::new(
                head.at(),
                format!("unknown function `{name}`"),
            )),
        }
    }

    /// `((_ divisible n) x)`, the one indexed operator of arithmetic that solvers print; others are
    /// of words.
    fn indexed(&mut self, head: Sexpr<'_>, args: &[TermId]) -> Result<TermId, TextError> {
        let parts: Vec<Sexpr<'_>> = head.items().take(4).collect();
        if let [underscore, word, n] = parts[..]
            && underscore.is_symbol("_")
            && word.is_symbol("divisible")
            && let Ok(Value::Int(n)) = read_value(n, Sort::Int)
            && let [x] = args[..]
            && self.pool.sort(x) == Sort::Int
            && !n.is_zero()
        {
            let n = self.pool.int(n);
            let zero = self.pool.int(0);
            let remainder = self.pool.int_mod(x, n);
            return Ok(self.pool.eq(remainder, zero));
        }
        self.indexed_operator(head, args)
    }

    /// An interpreted operator; None if it is none of ours, Err if the arguments do not fit.
    fn operator(&mut self, op: &str, args: &[TermId]) -> Option<Result<TermId, &'static str>> {
        let sorts: Vec<Sort> = args.iter().map(|&a| self.pool.sort(a)).collect();
        let all = |sort: Sort| sorts.iter().all(|&s| s == sort);
        Some(match op {
            "not" | "and" | "or" | "xor" | "=>" => {
                if !all(Sort::Bool) {
                    Err("needs Boolean arguments")
                } else if args.is_empty() || (op == "not" && args.len() != 1) {
                    Err("has a wrong number of arguments")
                } else {
                    Ok(self.logical(op, args))
                }
            }
            "=" | "distinct" => self.equality(op == "=", args),
            "ite" => match args {
                [c, a, b] if self.pool.sort(*c) == Sort::Bool => self
                    .same_sort(&[*a, *b])
                    .map(|m| self.pool.ite(*c, m[0], m[1])),
                _ => Err("needs a condition and two branches"),
            },
            "<=" | "<" | ">=" | ">" => self.comparison(op, args),
            "+" | "*" | "-" => self.arithmetic(op, args),
            "/" => {
                if args.len() < 2 || !sorts.iter().all(|&s| is_arithmetic(s)) {
                    Err("needs arithmetic arguments")
                } else {
                    let args: Vec<TermId> = args.iter().map(|&a| self.as_real(a)).collect();
                    Ok(self.fold(&args, Pool::real_div))
                }
            }
            "div" | "mod" => {
                if !all(Sort::Int) || args.len() < 2 || (op == "mod" && args.len() > 2) {
                    Err("needs integer arguments")
                } else if op == "div" {
                    Ok(self.fold(args, Pool::int_div))
                } else {
                    Ok(self.pool.int_mod(args[0], args[1]))
                }
            }
            "to_real" | "to_int" | "is_int" | "abs" => match (args, sorts.first()) {
                ([x], Some(Sort::Int | Sort::Real)) => Ok(self.conversion(op, *x)),
                _ => Err("needs one arithmetic argument"),
            },
            _ => return self.word_operator(op, args),
        })
    }

    fn logical(&mut self, op: &str, args: &[TermId]) -> TermId {
        match op {
            "not" => self.pool.not(args[0]),
            "and" => self.pool.and(args.iter().copied()),
            "or" => self.pool.or(args.iter().copied()),
            "xor" => self.fold(args, Pool::xor),
            _ => {
                let (&last, before) = args.split_last().expect("checked not to be empty");
                before
                    .iter()
                    .rev()
                    .fold(last, |right, &left| self.pool.implies(left, right))
            }
        }
    }

    fn equality(&mut self, same: bool, args: &[TermId]) -> Result<TermId, &'static str> {
        let args = self.same_sort(args)?;
        let mut parts = Vec::new();
        for i in 0..args.len() {
            let others = if same { i + 2 } else { args.len() };
            for j in i + 1..others.min(args.len()) {
                let equal = self.pool.eq(args[i], args[j]);
                parts.push(if same { equal } else { self.pool.not(equal) });
            }
        }
        Ok(self.pool.and(parts))
    }

    fn comparison(&mut self, op: &str, args: &[TermId]) -> Result<TermId, &'static str> {
        let args = self.arithmetic_args(args)?;
        let parts: Vec<TermId> = args
            .windows(2)
            .map(|pair| match op {
                "<=" => self.pool.le(pair[0], pair[1]),
                "<" => self.pool.lt(pair[0], pair[1]),
                ">=" => self.pool.ge(pair[0], pair[1]),
                _ => self.pool.gt(pair[0], pair[1]),
            })
            .collect();
        Ok(self.pool.and(parts))
    }

    fn arithmetic(&mut self, op: &str, args: &[TermId]) -> Result<TermId, &'static str> {
        let args = self.arithmetic_args(args)?;
        Ok(match (op, args.len()) {
            ("-", 1) => self.pool.neg(args[0]),
            ("-", _) => self.fold(&args, Pool::sub),
            ("+", _) => self.pool.add(args),
            _ => self.fold(&args, Pool::mul),
        })
    }

    fn conversion(&mut self, op: &str, x: TermId) -> TermId {
        match op {
            "to_real" => self.as_real(x),
            "to_int" if self.pool.sort(x) == Sort::Int => x,
            "to_int" => self.pool.floor(x),
            "is_int" => {
                let x = self.as_real(x);
                let whole = self.pool.floor(x);
                let whole = self.pool.to_real(whole);
                self.pool.eq(whole, x)
            }
            _ => {
                let zero = self.pool.constant(Value::default_of(self.pool.sort(x)));
                let positive = self.pool.le(zero, x);
                let minus = self.pool.neg(x);
                self.pool.ite(positive, x, minus)
            }
        }
    }

    pub(crate) fn fold(
        &mut self,
        args: &[TermId],
        mut f: impl FnMut(&mut Pool, TermId, TermId) -> TermId,
    ) -> TermId {
        let (&first, rest) = args.split_first().expect("checked not to be empty");
        rest.iter()
            .fold(first, |left, &right| f(self.pool, left, right))
    }

    fn as_real(&mut self, a: TermId) -> TermId {
        match self.pool.sort(a) {
            Sort::Int => self.pool.to_real(a),
            _ => a,
        }
    }

    fn arithmetic_args(&mut self, args: &[TermId]) -> Result<Vec<TermId>, &'static str> {
        let args = self.same_sort(args)?;
        match args.first() {
            Some(&a) if is_arithmetic(self.pool.sort(a)) => Ok(args),
            _ => Err("needs arithmetic arguments"),
        }
    }

    /// The arguments at one sort: integers among reals are converted.
    fn same_sort(&mut self, args: &[TermId]) -> Result<Vec<TermId>, &'static str> {
        let mut sorts: Vec<Sort> = args.iter().map(|&a| self.pool.sort(a)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        if sorts.len() <= 1 {
            return Ok(args.to_vec());
        }
        if !sorts.into_iter().all(is_arithmetic) {
            return Err("has arguments of different sorts");
        }
        Ok(args.iter().map(|&a| self.as_real(a)).collect())
    }
}

fn is_arithmetic(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Real)
}

fn open(s: Sexpr<'_>) -> Result<Frame<'_>, TextError> {
    let mut rest = s.items();
    let Some(head) = rest.next() else {
        return Err(TextError::new(s.at(), "`()` is no term"));
    };
    if !head.is_symbol("let") {
        return Ok(Frame::Apply {
            head,
            args: Vec::new(),
            rest,
        });
    }
    match (rest.next(), rest.next(), rest.next()) {
        (Some(bindings), Some(body), None) if bindings.kind() == SexprKind::List => {
            Ok(Frame::Bind {
                names: Vec::new(),
                terms: Vec::new(),
                rest: bindings.items(),
                body,
            })
        }
        _ => Err(TextError::new(s.at(), "`let` needs bindings and one body")),
    }
}

fn binding_parts(binding: Sexpr<'_>) -> Result<(String, Sexpr<'_>), TextError> {
    let mut items = binding.items();
    match (
        items.next().and_then(|n| n.name()),
        items.next(),
        items.next(),
    ) {
        (Some(name), Some(term), None) => Ok((name, term)),
        _ => Err(TextError::new(binding.at(), "expected (name term)")),
    }
}
