//! Expressions: each becomes one term for each leaf of its type.

use assay_system::{Role, Shown, VarKind, Variable};
use assay_term::{Function, Sort, Term, TermId, Value, VarId};
use num_traits::{ToPrimitive, Zero};
use std::ops::Range;

use super::clock::{Clock, ClockId};
use super::inline::{Lowering, Place};
use super::layout::{Leaf, scalars};
use super::{InstanceId, Result};
use crate::model::{self, BinaryOp, Call, CastOp, Expr, ExprKind, FunctionId, Type, UnaryOp};
use crate::pre_index::is_temporal;

impl<'m> Lowering<'m> {
    /// The term of an expression of scalar type.
    pub(crate) fn scalar(&mut self, at: Place, expr: &'m Expr) -> Result<TermId> {
        match &expr.kind {
            ExprKind::Unary(op, a) => {
                let a = self.scalar(at, a)?;
                Ok(match op {
                    UnaryOp::Not => self.system.pool.not(a),
                    UnaryOp::Neg => self.system.pool.neg(a),
                })
            }
            ExprKind::Binary(op, a, b) => self.binary(at, expr, *op, a, b),
            ExprKind::Cast(op, a) => {
                let a = self.scalar(at, a)?;
                Ok(match op {
                    CastOp::Real => self.system.pool.to_real(a),
                    CastOp::Floor | CastOp::Int => self.system.pool.floor(a),
                })
            }
            ExprKind::Ite(c, a, b) => {
                let c = self.scalar(at, c)?;
                let a = self.scalar(at, a)?;
                let b = self.scalar(at, b)?;
                Ok(self.system.pool.ite(c, a, b))
            }
            ExprKind::Arrow(a, b) => {
                let a = self.scalar(at, a)?;
                let b = self.scalar(at, b)?;
                let first = self.first(self.clock_of[at.instance]);
                Ok(self.system.pool.ite(first, a, b))
            }
            _ => {
                let leaves = self.leaves(at, expr)?;
                debug_assert_eq!(leaves.len(), 1);
                Ok(leaves[0])
            }
        }
    }

    /// The terms of the leaves of an expression.
    pub(crate) fn leaves(&mut self, at: Place, expr: &'m Expr) -> Result<Vec<TermId>> {
        if let Some(range) = self.path(at.instance, expr) {
            self.check_size(range.len(), expr.span)?;
            return Ok(self.read(at, range));
        }
        match &expr.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => {
                Ok(vec![self.scalar(at, expr)?])
            }
            ExprKind::Const(value) => Ok(self.value(value)),
            ExprKind::NamedConst(id) => {
                let value = &self.model.constant(*id).value;
                Ok(self.value(value))
            }
            ExprKind::Var(_) => unreachable!("a variable is a path"),
            ExprKind::Ite(c, a, b) => {
                let c = self.scalar(at, c)?;
                let a = self.leaves(at, a)?;
                let b = self.leaves(at, b)?;
                Ok(self.choose(c, &a, &b))
            }
            ExprKind::Arrow(a, b) => {
                let a = self.leaves(at, a)?;
                let b = self.leaves(at, b)?;
                let first = self.first(self.clock_of[at.instance]);
                Ok(self.choose(first, &a, &b))
            }
            ExprKind::Pre(operand) => self.pre(at, expr, operand),
            ExprKind::Call(call) => {
                let instance = self.plain_call(at.instance, call);
                Ok(self.outputs(at, instance))
            }
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => self.condact(at, clock, call, defaults),
            ExprKind::FunCall(function, args) => self.function_call(at, *function, args),
            ExprKind::Record(_, parts) | ExprKind::Array(parts) | ExprKind::Tuple(parts) => {
                let mut leaves = Vec::new();
                for part in parts {
                    leaves.extend(self.leaves(at, part)?);
                }
                Ok(leaves)
            }
            ExprKind::Field(record, field) => {
                let range = self.field_range(&record.ty, *field);
                Ok(self.leaves(at, record)?[range].to_vec())
            }
            ExprKind::RecordUpdate(record, field, value) => {
                let range = self.field_range(&record.ty, *field);
                let mut leaves = self.leaves(at, record)?;
                leaves.splice(range, self.leaves(at, value)?);
                Ok(leaves)
            }
            ExprKind::Index(array, index) => self.element(at, expr, array, index),
            ExprKind::ArrayUpdate(array, index, value) => {
                let mut leaves = self.leaves(at, array)?;
                let index = self.scalar(at, index)?;
                let value = self.leaves(at, value)?;
                for (i, element) in leaves.chunks_mut(value.len().max(1)).enumerate() {
                    let i = self.system.pool.int(i);
                    let here = self.system.pool.eq(index, i);
                    for (old, &new) in element.iter_mut().zip(&value) {
                        *old = self.system.pool.ite(here, new, *old);
                    }
                }
                self.check_size(leaves.len(), expr.span)?;
                Ok(leaves)
            }
        }
    }

    /// The variables that a variable, or a field or constant element of one, stands for.
    pub(super) fn path(&self, instance: InstanceId, expr: &Expr) -> Option<Range<u32>> {
        let mut offset = 0;
        let mut inner = expr;
        loop {
            match &inner.kind {
                ExprKind::Var(var) => {
                    let start = self.instances[instance].vars[var.index()].start + offset as u32;
                    return Some(start..start + self.layout.size(&expr.ty) as u32);
                }
                ExprKind::Field(record, field) => {
                    offset += self.field_range(&record.ty, *field).start;
                    inner = record;
                }
                ExprKind::Index(array, index) => {
                    let Type::Array(element, size) = &array.ty else {
                        unreachable!("only arrays are indexed");
                    };
                    let index = self.constant_index(index).filter(|i| i < size)?;
                    offset += index * self.layout.size(element);
                    inner = array;
                }
                _ => return None,
            }
        }
    }

    fn constant_index(&self, index: &Expr) -> Option<usize> {
        let value = match &index.kind {
            ExprKind::Const(value) => value,
            ExprKind::NamedConst(id) => &self.model.constant(*id).value,
            _ => return None,
        };
        match value {
            model::Value::Int(n) => n.to_usize(),
            _ => None,
        }
    }

    fn read(&mut self, at: Place, range: Range<u32>) -> Vec<TermId> {
        let clock = self.clock_of[at.instance];
        range
            .map(assay_term::VarId)
            .map(|var| {
                if at.past {
                    self.past(var, clock)
                } else {
                    self.system.pool.var(var)
                }
            })
            .collect()
    }

    fn field_range(&self, record: &Type, field: usize) -> Range<usize> {
        let Type::Record(id) = record else {
            unreachable!("only records have fields");
        };
        self.layout.field_offset(*id, field)..self.layout.field_offset(*id, field + 1)
    }

    fn value(&mut self, value: &model::Value) -> Vec<TermId> {
        let mut values = Vec::new();
        scalars(value, &mut values);
        let pool = &mut self.system.pool;
        values.into_iter().map(|v| pool.constant(v)).collect()
    }

    fn choose(&mut self, c: TermId, a: &[TermId], b: &[TermId]) -> Vec<TermId> {
        debug_assert_eq!(a.len(), b.len());
        let pool = &mut self.system.pool;
        a.iter().zip(b).map(|(&a, &b)| pool.ite(c, a, b)).collect()
    }

    fn binary(
        &mut self,
        at: Place,
        expr: &'m Expr,
        op: BinaryOp,
        a: &'m Expr,
        b: &'m Expr,
    ) -> Result<TermId> {
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Add => {
                // The whole chain at once: step by step, a long one would be copied for each of its operators.
                let mut operands = Vec::new();
                self.chain(at, expr, op, &mut operands)?;
                let pool = &mut self.system.pool;
                return Ok(match op {
                    BinaryOp::And => pool.and(operands),
                    BinaryOp::Or => pool.or(operands),
                    _ => pool.add(operands),
                });
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                let a = self.leaves(at, a)?;
                let b = self.leaves(at, b)?;
                debug_assert_eq!(a.len(), b.len());
                self.check_size(a.len(), expr.span)?;
                let pool = &mut self.system.pool;
                let equal: Vec<TermId> = a.iter().zip(&b).map(|(&a, &b)| pool.eq(a, b)).collect();
                let equal = pool.and(equal);
                return Ok(if op == BinaryOp::Eq {
                    equal
                } else {
                    pool.not(equal)
                });
            }
            _ => {}
        }
        let a = self.scalar(at, a)?;
        let b = self.scalar(at, b)?;
        let pool = &mut self.system.pool;
        Ok(match op {
            BinaryOp::Sub => pool.sub(a, b),
            BinaryOp::Mul => pool.mul(a, b),
            BinaryOp::Lt => pool.lt(a, b),
            BinaryOp::Le => pool.le(a, b),
            BinaryOp::Gt => pool.gt(a, b),
            BinaryOp::Ge => pool.ge(a, b),
            BinaryOp::Xor => pool.xor(a, b),
            BinaryOp::Implies => pool.implies(a, b),
            BinaryOp::Div | BinaryOp::IntDiv | BinaryOp::Mod => self.divide(op, a, b),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Add | BinaryOp::Eq | BinaryOp::Ne => {
                unreachable!("answered above")
            }
        })
    }

    /// The operands of nested applications of one associative operator, from left to right.
    fn chain(
        &mut self,
        at: Place,
        expr: &'m Expr,
        op: BinaryOp,
        operands: &mut Vec<TermId>,
    ) -> Result<()> {
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            match &next.kind {
                ExprKind::Binary(inner, a, b) if *inner == op => stack.extend([&**b, &**a]),
                _ => operands.push(self.scalar(at, next)?),
            }
        }
        Ok(())
    }

    fn divide(&mut self, op: BinaryOp, n: TermId, d: TermId) -> TermId {
        let pool = &mut self.system.pool;
        let is_zero = match pool.as_const(d) {
            Some(Value::Int(d)) => Some(d.is_zero()),
            Some(Value::Real(d)) => Some(d.is_zero()),
            _ => None,
        };
        if is_zero != Some(true) {
            let quotient = match op {
                BinaryOp::Div => pool.real_div(n, d),
                BinaryOp::IntDiv => pool.int_div(n, d),
                _ => pool.int_mod(n, d),
            };
            if is_zero == Some(false) {
                return quotient;
            }
            let zero = pool.constant(Value::default_of(pool.sort(d)));
            let by_zero = pool.eq(d, zero);
            let arbitrary = self.divide_by_zero(op, n);
            return self.system.pool.ite(by_zero, arbitrary, quotient);
        }
        self.divide_by_zero(op, n)
    }

    fn divide_by_zero(&mut self, op: BinaryOp, n: TermId) -> TermId {
        let function = match self.by_zero.get(&op) {
            Some(&function) => function,
            None => {
                let (name, sort) = match op {
                    BinaryOp::Div => ("%/0", Sort::Real),
                    BinaryOp::IntDiv => ("%div0", Sort::Int),
                    _ => ("%mod0", Sort::Int),
                };
                let function = self.system.pool.declare_function(Function {
                    name: name.to_owned(),
                    args: vec![sort],
                    result: sort,
                });
                self.by_zero.insert(op, function);
                function
            }
        };
        self.system.pool.call(function, vec![n])
    }

    fn element(
        &mut self,
        at: Place,
        expr: &'m Expr,
        array: &'m Expr,
        index: &'m Expr,
    ) -> Result<Vec<TermId>> {
        let elements = self.leaves(at, array)?;
        let index = self.scalar(at, index)?;
        self.check_size(elements.len(), expr.span)?;
        let leaves = self.layout.leaves(&expr.ty);
        let mut result: Vec<TermId> = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            let outside = self.system.pool.constant(leaf.default_value());
            result.push(outside);
        }
        for (i, element) in elements.chunks(leaves.len().max(1)).enumerate().rev() {
            let i = self.system.pool.int(i);
            let here = self.system.pool.eq(index, i);
            result = self.choose(here, element, &result);
        }
        Ok(result)
    }

    fn pre(&mut self, at: Place, expr: &'m Expr, operand: &'m Expr) -> Result<Vec<TermId>> {
        debug_assert!(!at.past, "only operands without `pre` are read in the past");
        if !is_temporal(operand) {
            return self.leaves(Place { past: true, ..at }, operand);
        }
        let terms = self.leaves(at, operand)?;
        let clock = self.clock_of[at.instance];
        let leaves = self.layout.leaves(&operand.ty);
        let mut states = Vec::with_capacity(terms.len());
        for (term, leaf) in terms.into_iter().zip(leaves) {
            states.push(self.memory(term, leaf.range, leaf.shown, clock));
        }
        let node = self.instances[at.instance].node;
        let result = states.iter().map(|&s| self.system.pool.var(s)).collect();
        if let Some(number) = self.pre_index(node).find(expr) {
            self.instances[at.instance].memories.insert(number, states);
        }
        Ok(result)
    }

    fn plain_call(&mut self, caller: InstanceId, call: &'m Call) -> InstanceId {
        let clock = self.clock_of[caller];
        self.call(caller, call, |_, _| clock)
    }

    fn outputs(&mut self, at: Place, instance: InstanceId) -> Vec<TermId> {
        let mut result = Vec::new();
        for &output in &self.node(instance).outputs {
            let range = self.instances[instance].vars[output.index()].clone();
            result.extend(self.read(at, range));
        }
        result
    }

    fn condact(
        &mut self,
        at: Place,
        condition: &'m Expr,
        call: &'m Call,
        defaults: &'m [Expr],
    ) -> Result<Vec<TermId>> {
        let is_true = match &condition.kind {
            ExprKind::Const(value) => *value == model::Value::Bool(true),
            ExprKind::NamedConst(id) => self.model.constant(*id).value == model::Value::Bool(true),
            _ => false,
        };
        if is_true {
            let instance = self.plain_call(at.instance, call);
            return Ok(self.outputs(at, instance));
        }
        let instance = self.call(at.instance, call, |lowering, prefix| {
            // `ticks` is set below; nothing of the instance is lowered before.
            lowering.clocks.push(Clock {
                ticks: None,
                first: None,
                prefix: prefix.to_owned(),
            });
            lowering.clocks.len() - 1
        });
        if self.instances[instance].held.is_empty() {
            self.hold(at.instance, instance, condition, defaults)?;
        }
        let clock = self.clock_of[at.instance];
        let held = self.instances[instance].held.clone();
        Ok(held
            .into_iter()
            .map(|wire| {
                if at.past {
                    self.past(wire, clock)
                } else {
                    self.system.pool.var(wire)
                }
            })
            .collect())
    }

    /// Sets the clock of a condact's instance and makes the wires that hold its outputs.
    fn hold(
        &mut self,
        caller: InstanceId,
        instance: InstanceId,
        condition: &'m Expr,
        defaults: &'m [Expr],
    ) -> Result<()> {
        let outer = self.clock_of[caller];
        let condition = self.scalar(Place::now(caller), condition)?;
        let around = self.clocks[outer].ticks;
        let ticks = self.system.pool.and(around.into_iter().chain([condition]));
        let clock_wire = self.named_clock(instance, ticks);
        let clock = self.clock_of[instance];
        self.clocks[clock].ticks = Some(self.system.pool.var(clock_wire));
        let mut default_terms = Vec::new();
        for default in defaults {
            default_terms.extend(self.leaves(Place::now(caller), default)?);
        }
        let mut default_terms = default_terms.into_iter();
        for &output in &self.node(instance).outputs {
            for var in self.instances[instance].leaves(output) {
                let default = default_terms.next().expect("defaults match the outputs");
                let computed = self.system.var(var).clone();
                let wire = self.add_var(
                    self.system.sort(var),
                    Variable {
                        name: format!("held {}", computed.name),
                        // Reads its own past, so that the definition follows.
                        kind: VarKind::Wire { def: default },
                        role: Role::Internal,
                        ..computed
                    },
                );
                let def = self.held(outer, clock_wire, wire, var, default);
                self.system.vars[wire.index()].kind = VarKind::Wire { def };
                self.instances[instance].held.push(wire);
            }
        }
        Ok(())
    }

    /// What a wire that holds an output is: the output while the clock ticks, else the value held
    /// before, which is the default in the first step.
    pub(super) fn held(
        &mut self,
        outer: ClockId,
        clock: VarId,
        wire: VarId,
        output: VarId,
        default: TermId,
    ) -> TermId {
        let first = self.first(outer);
        let kept = self.past(wire, outer);
        let pool = &mut self.system.pool;
        let idle = pool.ite(first, default, kept);
        let (ticks, now) = (pool.var(clock), pool.var(output));
        pool.ite(ticks, now, idle)
    }

    /// A wire for the clock, which every state of the instance reads and a mutant can redefine.
    fn named_clock(&mut self, instance: InstanceId, ticks: TermId) -> VarId {
        self.add_var(
            Sort::Bool,
            Variable {
                name: format!("{}%clock", self.instances[instance].prefix),
                kind: VarKind::Wire { def: ticks },
                role: Role::Internal,
                range: None,
                shown: Shown::Plain,
                span: None,
            },
        )
    }

    /// The wire of an instance's own clock; None if it runs on its caller's.
    pub(super) fn clock_wire(&self, instance: InstanceId) -> Option<VarId> {
        let ticks = self.clocks[self.clock_of[instance]].ticks?;
        match self.system.pool.get(ticks) {
            Term::Var(wire) if !self.instances[instance].held.is_empty() => Some(*wire),
            _ => None,
        }
    }

    fn function_call(
        &mut self,
        at: Place,
        function: FunctionId,
        args: &'m [Expr],
    ) -> Result<Vec<TermId>> {
        let mut terms = Vec::new();
        for arg in args {
            terms.extend(self.leaves(at, arg)?);
        }
        let outputs = &self.model.function(function).outputs;
        let mut leaves: Vec<(String, Leaf)> = Vec::new();
        for output in outputs {
            for leaf in self.layout.leaves(&output.ty) {
                leaves.push((format!("{}{}", output.name, leaf.suffix), leaf));
            }
        }
        if self.functions[function.index()].is_empty() {
            self.declare_function(function, &terms, &leaves);
        }
        let ids = self.functions[function.index()].clone();
        let mut result = Vec::with_capacity(leaves.len());
        for (id, (_, leaf)) in ids.into_iter().zip(leaves) {
            let pool = &mut self.system.pool;
            let mut value = pool.call(id, terms.clone());
            if let Some((low, high)) = leaf.range {
                let (low, high) = (pool.int(low), pool.int(high));
                let above = pool.le(low, value);
                let below = pool.le(value, high);
                let inside = pool.and2(above, below);
                value = pool.ite(inside, value, low);
            }
            result.push(value);
        }
        Ok(result)
    }

    fn declare_function(
        &mut self,
        function: FunctionId,
        args: &[TermId],
        leaves: &[(String, Leaf)],
    ) {
        let name = &self.model.function(function).name;
        let args: Vec<Sort> = args.iter().map(|&t| self.system.pool.sort(t)).collect();
        for (leaf_name, leaf) in leaves {
            let name = match leaves.len() {
                1 => name.to_string(),
                _ => format!("{name}.{leaf_name}"),
            };
            let name = self.unique_name(name);
            let id = self.system.pool.declare_function(Function {
                name,
                args: args.clone(),
                result: leaf.sort,
            });
            self.functions[function.index()].push(id);
        }
    }
}
