//! The value of a term at one step, computed afresh from the definition of each operator. It shares
//! nothing with `assay_term`'s evaluator on purpose: two that agree are worth more than one.
//!
//! A branch of an `ite` that is not taken is not looked at, so a division behind its guard is safe;
//! a division by zero that is reached has no value and is a failure.

use assay_term::{FuncId, Functions, Op, Pool, Term, TermId, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;

use crate::words;

pub(crate) struct Valuation<'a> {
    pool: &'a Pool,
    values: &'a [Value],
    functions: &'a Functions,
    known: FxHashMap<TermId, Value>,
}

impl<'a> Valuation<'a> {
    pub fn new(pool: &'a Pool, values: &'a [Value], functions: &'a Functions) -> Self {
        Valuation {
            pool,
            values,
            functions,
            known: FxHashMap::default(),
        }
    }

    pub fn truth(&mut self, term: TermId) -> Result<bool, String> {
        match self.value(term)? {
            Value::Bool(b) => Ok(b),
            other => Err(format!("expected a truth value, found {other}")),
        }
    }

    /// Post-order over an explicit stack; each entry counts the arguments already visited.
    pub fn value(&mut self, root: TermId) -> Result<Value, String> {
        let mut stack = vec![(root, 0usize)];
        while let Some((id, visited)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            let term = self.pool.get(id);
            let args = term.args();
            let wanted = match (term, visited) {
                (Term::App(Op::Ite, _), 0) => Some(args[0]),
                (Term::App(Op::Ite, _), 1) => Some(match self.known[&args[0]] {
                    Value::Bool(true) => args[1],
                    Value::Bool(false) => args[2],
                    _ => return Err("a condition that is not Boolean".into()),
                }),
                (Term::App(Op::Ite, _), _) => None,
                _ => args.get(visited).copied(),
            };
            match wanted {
                Some(arg) => {
                    stack.push((id, visited + 1));
                    stack.push((arg, 0));
                }
                None => {
                    let value = self.combine(term)?;
                    self.known.insert(id, value);
                }
            }
        }
        Ok(self.known[&root].clone())
    }

    /// The value of `term` from the values of the arguments it needs.
    fn combine(&self, term: &Term) -> Result<Value, String> {
        let op = match term {
            Term::Const(value) => return Ok(value.clone()),
            Term::Var(v) => {
                return self
                    .values
                    .get(v.index())
                    .cloned()
                    .ok_or_else(|| format!("variable #{} has no value", v.0));
            }
            Term::Call(f, args) => {
                let args: Vec<Value> = args.iter().map(|a| self.known[a].clone()).collect();
                return called(self.pool, self.functions, *f, &args);
            }
            Term::App(op, _) => *op,
        };
        if op == Op::Ite {
            let [condition, yes, no] = term.args() else {
                return Err("an ite needs three arguments".into());
            };
            let taken = self.known[condition] == Value::Bool(true);
            return Ok(self.known[if taken { yes } else { no }].clone());
        }
        let args: Vec<&Value> = term.args().iter().map(|a| &self.known[a]).collect();
        apply(op, &args)
    }
}

/// The value of an uninterpreted function.
pub(crate) fn called(
    pool: &Pool,
    functions: &Functions,
    f: FuncId,
    args: &[Value],
) -> Result<Value, String> {
    let result = pool.function(f).result;
    match functions.get(f, args) {
        Some(value) if value.sort() == result => Ok(value.clone()),
        Some(_) => Err("a function value of another sort".into()),
        None => Ok(Value::default_of(result)),
    }
}

pub(crate) fn apply(op: Op, args: &[&Value]) -> Result<Value, String> {
    use Value::{Bool, Int, Real};
    Ok(match (op, args) {
        (Op::Not, [Bool(a)]) => Bool(!a),
        (Op::And | Op::Or, _) => {
            let mut truths = Vec::with_capacity(args.len());
            for arg in args {
                truths.push(arg.as_bool().ok_or("a junction of non-Booleans")?);
            }
            Bool(match op {
                Op::And => truths.into_iter().all(|b| b),
                _ => truths.into_iter().any(|b| b),
            })
        }
        (Op::Eq, [a, b]) if a.sort() == b.sort() => Bool(a == b),
        (Op::Le, [Int(a), Int(b)]) => Bool(a <= b),
        (Op::Le, [Real(a), Real(b)]) => Bool(a <= b),
        (Op::Lt, [Int(a), Int(b)]) => Bool(a < b),
        (Op::Lt, [Real(a), Real(b)]) => Bool(a < b),
        (Op::Add | Op::Mul, [Int(_), ..]) => {
            let mut total = BigInt::from(i32::from(op == Op::Mul));
            for arg in args {
                let n = arg.as_int().ok_or("arithmetic on mixed sorts")?;
                if op == Op::Mul {
                    total *= n;
                } else {
                    total += n;
                }
            }
            Int(total)
        }
        (Op::Add | Op::Mul, [Real(_), ..]) => {
            let start = BigInt::from(i32::from(op == Op::Mul));
            let mut total = BigRational::from_integer(start);
            for arg in args {
                let r = arg.as_real().ok_or("arithmetic on mixed sorts")?;
                if op == Op::Mul {
                    total *= r;
                } else {
                    total += r;
                }
            }
            Real(total)
        }
        (Op::IntDiv | Op::Mod, [Int(_), Int(d)]) if d.is_zero() => {
            return Err("division by zero".into());
        }
        (Op::IntDiv, [Int(n), Int(d)]) => Int(euclidean_quotient(n, d)),
        (Op::Mod, [Int(n), Int(d)]) => Int(n - d * euclidean_quotient(n, d)),
        (Op::RealDiv, [Real(_), Real(d)]) if d.is_zero() => {
            return Err("division by zero".into());
        }
        (Op::RealDiv, [Real(n), Real(d)]) => Real(n / d),
        (Op::ToReal, [Int(n)]) => Real(BigRational::from_integer(n.clone())),
        (Op::Floor, [Real(r)]) => Int(r.numer().div_floor(r.denom())),
        _ => words::apply(op, args)
            .ok_or_else(|| format!("{op:?} on arguments of the wrong sorts"))?,
    })
}

/// The q with n = d q + r and 0 <= r < |d|: round down for a positive divisor, up for a negative.
pub(crate) fn euclidean_quotient(n: &BigInt, d: &BigInt) -> BigInt {
    if d.is_positive() {
        n.div_floor(d)
    } else {
        -n.div_floor(&-d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::{Evaluator, Sort};

    #[test]
    fn euclidean_division_has_a_small_non_negative_remainder() {
        for n in -20i32..=20 {
            for d in (-6i32..=6).filter(|d| *d != 0) {
                let q = euclidean_quotient(&n.into(), &d.into());
                assert_eq!(q, BigInt::from(n.div_euclid(d)), "{n} div {d}");
            }
        }
    }

    #[test]
    fn agrees_with_the_other_evaluator_on_every_operator() {
        let mut pool = Pool::new();
        let (b, c) = (pool.declare("b", Sort::Bool), pool.declare("c", Sort::Bool));
        let (x, y) = (pool.declare("x", Sort::Int), pool.declare("y", Sort::Int));
        let r = pool.declare("r", Sort::Real);
        let (b, c, x, y, r) = (
            pool.var(b),
            pool.var(c),
            pool.var(x),
            pool.var(y),
            pool.var(r),
        );
        let one = pool.int(1);
        let sum = pool.add([x, y, one]);
        let product = pool.mul(x, y);
        let zero = pool.int(0);
        let divides = pool.eq(y, zero);
        let (quotient, rest) = (pool.int_div(sum, y), pool.int_mod(sum, y));
        let guarded = pool.ite(divides, zero, quotient);
        let guarded_rest = pool.ite(divides, one, rest);
        let real = pool.to_real(product);
        let real_sum = pool.add([real, r]);
        let real_product = pool.mul(r, real);
        let floor = pool.floor(real_sum);
        let (le, lt) = (pool.le(real_sum, r), pool.lt(floor, guarded));
        let (and, or) = (pool.and([b, c, le]), pool.or([b, lt]));
        let eq = pool.eq(and, or);
        let roots = [
            sum,
            product,
            guarded,
            guarded_rest,
            real_sum,
            real_product,
            floor,
            le,
            lt,
            and,
            or,
            eq,
        ];
        let functions = Functions::default();
        let mut compared = 0;
        for bits in 0..4 {
            for x in -3..=3 {
                for y in -3..=3 {
                    let values = [
                        Value::Bool(bits & 1 == 1),
                        Value::Bool(bits & 2 == 2),
                        Value::int(x),
                        Value::int(y),
                        Value::Real(BigRational::new(BigInt::from(2 * y - 3), 2.into())),
                    ];
                    let mut ours = Valuation::new(&pool, &values, &functions);
                    let mut theirs = Evaluator::new(&pool, &values[..], &functions);
                    for root in roots {
                        assert_eq!(ours.value(root), Ok(theirs.eval(root).unwrap()));
                        compared += 1;
                    }
                }
            }
        }
        assert_eq!(compared, 4 * 49 * roots.len());
    }

    #[test]
    fn an_unguarded_division_by_zero_has_no_value() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        let x = pool.var(x);
        let one = pool.int(1);
        let quotient = pool.int_div(one, x);
        let functions = Functions::default();
        let values = [Value::int(0)];
        let mut valuation = Valuation::new(&pool, &values, &functions);
        assert_eq!(valuation.value(quotient), Err("division by zero".into()));
    }

    #[test]
    fn deep_terms_do_not_exhaust_the_stack() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        let (mut term, two) = (pool.var(x), pool.int(2));
        for i in 0..200_000 {
            term = if i % 2 == 0 {
                pool.mul(term, term)
            } else {
                pool.int_mod(term, two)
            };
        }
        let functions = Functions::default();
        let values = [Value::int(1)];
        let mut valuation = Valuation::new(&pool, &values, &functions);
        assert_eq!(valuation.value(term), Ok(Value::int(1)));
    }
}
