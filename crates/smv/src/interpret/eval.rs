//! The value of an expression in a step, and of what is under `next` in the step after it.

use rustc_hash::FxHashMap;

use crate::elaborate::{DefineIx, Flat, Kind, NodeId, VarIx};
use crate::tree::BinaryOp;
use crate::values::{Failure, Value, binary, convert, count, negate, not};

/// Values of variables in two steps.
pub(crate) trait Valuation {
    fn value(&self, var: VarIx, next: bool) -> Option<Value>;
}

struct Nothing;

impl Valuation for Nothing {
    fn value(&self, _var: VarIx, _next: bool) -> Option<Value> {
        None
    }
}

/// The value of an expression that reads no variables.
pub(crate) fn constant(flat: &Flat, node: NodeId) -> Option<Value> {
    Evaluator::new(flat, &Nothing).value(node, false).ok()
}

pub(crate) struct Evaluator<'a> {
    flat: &'a Flat,
    valuation: &'a dyn Valuation,
    defines: FxHashMap<(DefineIx, bool), Value>,
    /// The innermost expression that failed.
    pub failed: Option<NodeId>,
}

impl<'a> Evaluator<'a> {
    pub fn new(flat: &'a Flat, valuation: &'a dyn Valuation) -> Evaluator<'a> {
        Evaluator {
            flat,
            valuation,
            defines: FxHashMap::default(),
            failed: None,
        }
    }

    pub fn truth(&mut self, node: NodeId) -> Result<bool, Failure> {
        let value = self.value(node, false)?;
        value.as_bool().ok_or(Failure::Untyped)
    }

    pub fn value(&mut self, node: NodeId, next: bool) -> Result<Value, Failure> {
        let value = self.compute(node, next);
        if value.is_err() && self.failed.is_none() {
            self.failed = Some(node);
        }
        value
    }

    fn compute(&mut self, node: NodeId, next: bool) -> Result<Value, Failure> {
        let flat = self.flat;
        match &flat.node(node).kind {
            Kind::Value(value) => Ok(value.clone()),
            Kind::Var(var) => self.valuation.value(*var, next).ok_or(Failure::Untyped),
            Kind::Define(define) => {
                if let Some(known) = self.defines.get(&(*define, next)) {
                    return Ok(known.clone());
                }
                let value = self.value(flat.define(*define).body, next)?;
                self.defines.insert((*define, next), value.clone());
                Ok(value)
            }
            Kind::Not(a) => not(&self.value(*a, next)?),
            Kind::Negate(a) => negate(&self.value(*a, next)?),
            Kind::Binary(BinaryOp::In, a, set) => {
                for value in self.members(*a, next)? {
                    if !self.contains(*set, &value, next)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Ok(Value::Bool(true))
            }
            Kind::Binary(op, a, b) => self.operator(*op, *a, *b, next),
            Kind::Case(branches) => match self.branch(branches, next)? {
                Some(value) => self.value(value, next),
                None => Err(Failure::NoBranch),
            },
            Kind::Conditional(c, a, b) => {
                let chosen = if self.condition(*c, next)? { *a } else { *b };
                self.value(chosen, next)
            }
            Kind::Next(a) => self.value(*a, true),
            Kind::Element {
                elements,
                low,
                index,
            } => {
                let index = self.value(*index, next)?;
                let index = index.as_int().ok_or(Failure::Untyped)?;
                let at = usize::try_from(index.saturating_sub(*low));
                let element = at.ok().and_then(|at| elements.get(at));
                match element {
                    Some(element) => self.value(*element, next),
                    None => Err(Failure::OutOfBounds),
                }
            }
            Kind::Convert(how, a) => convert(*how, &self.value(*a, next)?),
            Kind::Count(operands) => {
                let values = operands.iter().map(|o| self.value(*o, next));
                count(&values.collect::<Result<Vec<Value>, Failure>>()?)
            }
            _ => Err(Failure::Untyped),
        }
    }

    /// What one operand settles, the other does not change, not even by having no value.
    fn operator(
        &mut self,
        op: BinaryOp,
        a: NodeId,
        b: NodeId,
        next: bool,
    ) -> Result<Value, Failure> {
        let settles = match op {
            BinaryOp::And => Some((false, false, false)),
            BinaryOp::Or => Some((true, true, true)),
            BinaryOp::Implies => Some((false, true, true)),
            _ => None,
        };
        let left = self.value(a, next);
        let Some((first, second, result)) = settles else {
            return binary(op, &left?, &self.value(b, next)?);
        };
        if left == Ok(Value::Bool(first)) {
            return Ok(Value::Bool(result));
        }
        let right = self.value(b, next)?;
        if right == Value::Bool(second) {
            return Ok(Value::Bool(result));
        }
        binary(op, &left?, &right)
    }

    fn condition(&mut self, node: NodeId, next: bool) -> Result<bool, Failure> {
        self.value(node, next)?.as_bool().ok_or(Failure::Untyped)
    }

    fn branch(
        &mut self,
        branches: &[(NodeId, NodeId)],
        next: bool,
    ) -> Result<Option<NodeId>, Failure> {
        for (condition, value) in branches {
            if self.condition(*condition, next)? {
                return Ok(Some(*value));
            }
        }
        Ok(None)
    }

    /// Whether the value is one of those that an expression may choose.
    pub fn contains(&mut self, set: NodeId, value: &Value, next: bool) -> Result<bool, Failure> {
        let flat = self.flat;
        match &flat.node(set).kind {
            Kind::Range(low, high) => Ok(value.as_int().is_some_and(|n| (*low..=*high).contains(&n))),
            Kind::Set(items) => {
                for item in items {
                    if self.contains(*item, value, next)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                Ok(self.contains(*a, value, next)? || self.contains(*b, value, next)?)
            }
            Kind::Case(branches) => match self.branch(branches, next)? {
                Some(chosen) => self.contains(chosen, value, next),
                None => {
                    self.failed.get_or_insert(set);
                    Err(Failure::NoBranch)
                }
            },
            Kind::Conditional(c, a, b) => {
                let chosen = if self.condition(*c, next)? { *a } else { *b };
                self.contains(chosen, value, next)
            }
            Kind::Define(define) if flat.node(set).ty.set => {
                self.contains(flat.define(*define).body, value, next)
            }
            Kind::Next(a) if flat.node(set).ty.set => self.contains(*a, value, true),
            _ => Ok(self.value(set, next)? == *value),
        }
    }

    /// The values that an expression may choose, from the left.
    pub fn members(&mut self, set: NodeId, next: bool) -> Result<Vec<Value>, Failure> {
        let flat = self.flat;
        if !flat.node(set).ty.set {
            return Ok(vec![self.value(set, next)?]);
        }
        match &flat.node(set).kind {
            Kind::Range(low, high) => Ok((*low..=*high).map(Value::Int).collect()),
            Kind::Set(items) => {
                let mut members = Vec::new();
                for item in items {
                    members.extend(self.members(*item, next)?);
                }
                Ok(members)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                let mut members = self.members(*a, next)?;
                members.extend(self.members(*b, next)?);
                Ok(members)
            }
            Kind::Case(branches) => match self.branch(branches, next)? {
                Some(chosen) => self.members(chosen, next),
                None => {
                    self.failed.get_or_insert(set);
                    Err(Failure::NoBranch)
                }
            },
            Kind::Conditional(c, a, b) => {
                let chosen = if self.condition(*c, next)? { *a } else { *b };
                self.members(chosen, next)
            }
            Kind::Define(define) => self.members(flat.define(*define).body, next),
            Kind::Next(a) => self.members(*a, true),
            _ => Err(Failure::Untyped),
        }
    }
}
