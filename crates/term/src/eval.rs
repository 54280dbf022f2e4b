//! The evaluator: the value of a term under an assignment. It is what replays traces, so it is kept
//! plain; speed on many patterns is the simulators' business.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::build::euclid;
use crate::{ArrayValue, Bits, FuncId, Op, Pool, Term, TermId, Value, VarId};

/// Where the evaluator finds the values of variables.
pub trait Assignment {
    fn value(&self, var: VarId) -> Option<&Value>;
}

impl Assignment for [Value] {
    fn value(&self, var: VarId) -> Option<&Value> {
        self.get(var.index())
    }
}

impl Assignment for Vec<Value> {
    fn value(&self, var: VarId) -> Option<&Value> {
        self.get(var.index())
    }
}

impl Assignment for FxHashMap<VarId, Value> {
    fn value(&self, var: VarId) -> Option<&Value> {
        self.get(&var)
    }
}

/// A finite table for every uninterpreted function; arguments outside it have the default value of
/// the result's sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    tables: BTreeMap<FuncId, BTreeMap<Vec<Value>, Value>>,
}

impl Functions {
    pub fn insert(&mut self, function: FuncId, args: Vec<Value>, result: Value) {
        self.tables
            .entry(function)
            .or_default()
            .insert(args, result);
    }

    pub fn get(&self, function: FuncId, args: &[Value]) -> Option<&Value> {
        self.tables.get(&function)?.get(args)
    }

    pub fn iter(&self) -> impl Iterator<Item = (FuncId, &BTreeMap<Vec<Value>, Value>)> {
        self.tables.iter().map(|(f, table)| (*f, table))
    }

    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// The assignment has no value for this variable.
    Unassigned(VarId),
    /// A division whose divisor is zero was reached.
    DivisionByZero,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Unassigned(v) => write!(f, "variable #{} has no value", v.0),
            EvalError::DivisionByZero => write!(f, "division by zero"),
        }
    }
}

impl std::error::Error for EvalError {}

/// Evaluates terms of one pool under one assignment, remembering what it has computed.
/// A branch of an `ite` that is not taken is not evaluated, so a guarded division is safe.
pub struct Evaluator<'a, A: Assignment + ?Sized> {
    pool: &'a Pool,
    assignment: &'a A,
    functions: &'a Functions,
    memo: FxHashMap<TermId, Value>,
}

impl<'a, A: Assignment + ?Sized> Evaluator<'a, A> {
    pub fn new(pool: &'a Pool, assignment: &'a A, functions: &'a Functions) -> Self {
        Evaluator {
            pool,
            assignment,
            functions,
            memo: FxHashMap::default(),
        }
    }

    /// From here on the variable has this value, whatever the assignment says. Nothing that reads it has been
    /// evaluated yet.
    pub fn assume(&mut self, var: VarId, value: Value) {
        self.memo.insert(self.pool.var(var), value);
    }

    pub fn eval(&mut self, root: TermId) -> Result<Value, EvalError> {
        // An explicit stack: terms of machine-written models are deep.
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.memo.contains_key(&id) {
                stack.pop();
                continue;
            }
            let needed = self.needed(id);
            if needed.is_empty() {
                let value = self.compute(id)?;
                self.memo.insert(id, value);
                stack.pop();
            } else {
                stack.extend(needed);
            }
        }
        Ok(self.memo[&root].clone())
    }

    pub fn eval_bool(&mut self, root: TermId) -> Result<bool, EvalError> {
        Ok(self
            .eval(root)?
            .as_bool()
            .expect("a Boolean term has a Boolean value"))
    }

    /// The arguments that must be computed before `id` and are not yet.
    fn needed(&self, id: TermId) -> Vec<TermId> {
        let args = self.pool.get(id).args();
        if let Term::App(Op::Ite, _) = self.pool.get(id) {
            let next = match self.memo.get(&args[0]) {
                None => args[0],
                Some(Value::Bool(true)) => args[1],
                Some(_) => args[2],
            };
            return if self.memo.contains_key(&next) {
                vec![]
            } else {
                vec![next]
            };
        }
        args.iter()
            .copied()
            .filter(|a| !self.memo.contains_key(a))
            .collect()
    }

    fn compute(&self, id: TermId) -> Result<Value, EvalError> {
        let arg = |i: usize| &self.memo[&self.pool.get(id).args()[i]];
        let truth = |a: &TermId| self.memo[a] == Value::Bool(true);
        Ok(match self.pool.get(id) {
            Term::Const(value) => value.clone(),
            Term::Var(v) => self
                .assignment
                .value(*v)
                .ok_or(EvalError::Unassigned(*v))?
                .clone(),
            Term::Call(f, args) => {
                let values: Vec<Value> = args.iter().map(|a| self.memo[a].clone()).collect();
                match self.functions.get(*f, &values) {
                    Some(value) => value.clone(),
                    None => Value::default_of(self.pool.function(*f).result),
                }
            }
            Term::App(op, args) => match op {
                Op::Not => Value::Bool(!truth(&args[0])),
                Op::And => Value::Bool(args.iter().all(truth)),
                Op::Or => Value::Bool(args.iter().any(truth)),
                Op::Eq => Value::Bool(arg(0) == arg(1)),
                Op::Ite => (if truth(&args[0]) { arg(1) } else { arg(2) }).clone(),
                Op::Le => Value::Bool(arg(0) <= arg(1)),
                Op::Lt => Value::Bool(arg(0) < arg(1)),
                Op::Add | Op::Mul => {
                    let mut values = args.iter().map(|a| &self.memo[a]);
                    let first = values.next().expect("at least two arguments").clone();
                    values.fold(first, |acc, v| match (acc, v, op) {
                        (Value::Int(x), Value::Int(y), Op::Add) => Value::Int(x + y),
                        (Value::Int(x), Value::Int(y), _) => Value::Int(x * y),
                        (Value::Real(x), Value::Real(y), Op::Add) => Value::Real(x + y),
                        (Value::Real(x), Value::Real(y), _) => Value::Real(x * y),
                        _ => unreachable!("terms are well sorted"),
                    })
                }
                Op::IntDiv | Op::Mod => match (arg(0), arg(1)) {
                    (Value::Int(_), Value::Int(d)) if d.is_zero() => {
                        return Err(EvalError::DivisionByZero);
                    }
                    (Value::Int(n), Value::Int(d)) => {
                        let (q, r) = euclid(n, d);
                        Value::Int(if *op == Op::IntDiv { q } else { r })
                    }
                    _ => unreachable!("terms are well sorted"),
                },
                Op::RealDiv => match (arg(0), arg(1)) {
                    (Value::Real(_), Value::Real(d)) if d.is_zero() => {
                        return Err(EvalError::DivisionByZero);
                    }
                    (Value::Real(n), Value::Real(d)) => Value::Real(n / d),
                    _ => unreachable!("terms are well sorted"),
                },
                Op::ToReal => match arg(0) {
                    Value::Int(n) => Value::Real(crate::BigRational::from_integer(n.clone())),
                    _ => unreachable!("terms are well sorted"),
                },
                Op::Floor => match arg(0) {
                    Value::Real(r) => Value::Int(r.floor().to_integer()),
                    _ => unreachable!("terms are well sorted"),
                },
                Op::BvNot => word(arg(0)).not().into(),
                Op::BvAnd => word(arg(0)).and(word(arg(1))).into(),
                Op::BvXor => word(arg(0)).xor(word(arg(1))).into(),
                Op::BvNeg => word(arg(0)).neg().into(),
                Op::BvAdd => word(arg(0)).add(word(arg(1))).into(),
                Op::BvMul => word(arg(0)).mul(word(arg(1))).into(),
                Op::BvUdiv => word(arg(0)).udiv(word(arg(1))).into(),
                Op::BvUrem => word(arg(0)).urem(word(arg(1))).into(),
                Op::BvShl => word(arg(0)).shl(word(arg(1))).into(),
                Op::BvLshr => word(arg(0)).lshr(word(arg(1))).into(),
                Op::BvUlt => Value::Bool(word(arg(0)).value() < word(arg(1)).value()),
                Op::Concat => word(arg(0)).concat(word(arg(1))).into(),
                Op::Extract { hi, lo } => word(arg(0)).extract(*hi, *lo).into(),
                Op::Select => match arg(0) {
                    Value::Array(array) => array.select(word(arg(1))).into(),
                    _ => unreachable!("terms are well sorted"),
                },
                Op::Store => match arg(0) {
                    Value::Array(array) => {
                        let mut array = Arc::clone(array);
                        Arc::make_mut(&mut array).store(word(arg(1)), word(arg(2)).clone());
                        Value::Array(array)
                    }
                    _ => unreachable!("terms are well sorted"),
                },
                Op::ConstArray { index, .. } => {
                    ArrayValue::constant(*index, word(arg(0)).clone()).into()
                }
            },
        })
    }
}

fn word(value: &Value) -> &Bits {
    value.as_bits().expect("terms are well sorted")
}
