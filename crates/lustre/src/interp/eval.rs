//! Evaluation of expressions and variables, and the end of a step.
//!
//! A tuple is evaluated one component at a time: `a, b = (b + 1, 3)` is well defined, and `a` needs only the first
//! component.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::program::{Hint, is_true};
use super::value::default_value;
use super::{InstanceId, Interpreter, Unknown, World};
use crate::model::{BinaryOp, Call, CallId, CastOp, Expr, ExprKind, Type, UnaryOp, Value, VarId};

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
struct Place {
    instance: InstanceId,
    /// In the arbitrary state before the first step.
    before: bool,
}

impl<'m> Interpreter<'m> {
    /// Makes sure that a variable has its value, mentioned variables first.
    pub(super) fn demand(&mut self, world: &mut dyn World, instance: InstanceId, var: VarId) {
        let mut stack = vec![(instance, var)];
        while let Some(&(instance, var)) = stack.last() {
            let scratch = &mut self.scratch[instance];
            if scratch.values[var.index()].is_some() {
                stack.pop();
            } else if std::mem::replace(&mut scratch.open[var.index()], true) {
                stack.pop();
                self.variable(world, instance, var);
            } else {
                self.hint(instance, var, &mut stack);
            }
        }
    }

    /// Pushes what the definition of a variable mentions and has not been looked at.
    fn hint(&mut self, instance: InstanceId, var: VarId, stack: &mut Vec<(InstanceId, VarId)>) {
        let program = self.program(instance);
        let argument;
        let (owner, hints) = match self.instances[instance].caller {
            Some((caller, call)) if program.definitions[var.index()].is_none() => {
                argument = self.program(caller);
                let site = argument.sites[call.index()].as_ref();
                (caller, &site.expect("the call exists").hints)
            }
            _ => (instance, &program.hints[var.index()]),
        };
        for hint in hints {
            let (at, vars) = match hint {
                Hint::Own(var) => (owner, std::slice::from_ref(var)),
                Hint::Call(call) => {
                    let callee = self.callee(owner, *call);
                    let node = self.model.node(self.instances[callee].node);
                    (callee, &node.outputs[..])
                }
            };
            let scratch = &self.scratch[at];
            stack.extend(
                vars.iter()
                    .filter(|v| !scratch.open[v.index()] && scratch.values[v.index()].is_none())
                    .map(|&v| (at, v)),
            );
        }
    }

    fn callee(&self, caller: InstanceId, call: CallId) -> InstanceId {
        self.instances[caller].calls[call.index()].expect("every call has an instance")
    }

    /// The value of a variable in this step.
    fn variable(&mut self, world: &mut dyn World, instance: InstanceId, var: VarId) -> Value {
        if let Some(value) = &self.scratch[instance].values[var.index()] {
            return value.clone();
        }
        let program = self.program(instance);
        let here = |instance| Place {
            instance,
            before: false,
        };
        let node = self.model.node(self.instances[instance].node);
        let value = if let Some((rhs, component)) = program.definitions[var.index()] {
            self.eval(world, here(instance), rhs, component)
        } else if let Some(input) = node.inputs.iter().position(|&v| v == var)
            && let Some((caller, call)) = self.instances[instance].caller
        {
            let calling = self.program(caller);
            let site = calling.sites[call.index()].as_ref();
            let args = &site.expect("the call exists").call.args;
            self.component(world, here(caller), args, input)
        } else {
            world.input(self.step, instance, var)
        };
        self.scratch[instance].values[var.index()] = Some(value.clone());
        value
    }

    /// Whether the clock of an instance ticks in this step.
    pub(super) fn ticks(&mut self, world: &mut dyn World, instance: InstanceId) -> bool {
        if let Some(ticks) = self.scratch[instance].ticks {
            return ticks;
        }
        let ticks = match self.instances[instance].caller {
            None => true,
            Some((caller, call)) => {
                let program = self.program(caller);
                let site = program.sites[call.index()].as_ref();
                match site.expect("the call exists").condact {
                    Some((clock, _)) => {
                        self.ticks(world, caller) && self.truth(world, caller, clock)
                    }
                    None => self.ticks(world, caller),
                }
            }
        };
        self.scratch[instance].ticks = Some(ticks);
        ticks
    }

    pub(super) fn truth(
        &mut self,
        world: &mut dyn World,
        instance: InstanceId,
        expr: &'m Expr,
    ) -> bool {
        let at = Place {
            instance,
            before: false,
        };
        self.bool(world, at, expr)
    }

    fn bool(&mut self, world: &mut dyn World, at: Place, expr: &'m Expr) -> bool {
        match self.eval(world, at, expr, 0) {
            Value::Bool(b) => b,
            other => unreachable!("a Boolean expression has the value {other:?}"),
        }
    }

    /// All of an expression's value.
    fn whole(&mut self, world: &mut dyn World, at: Place, expr: &'m Expr) -> Value {
        match &expr.ty {
            Type::Tuple(types) => Value::Tuple(
                (0..types.len())
                    .map(|i| self.eval(world, at, expr, i))
                    .collect(),
            ),
            _ => self.eval(world, at, expr, 0),
        }
    }

    /// The n-th component of a list of expressions, tuples flattened.
    fn component(
        &mut self,
        world: &mut dyn World,
        at: Place,
        list: &'m [Expr],
        mut n: usize,
    ) -> Value {
        for expr in list {
            let count = expr.ty.components().len();
            if n < count {
                return self.eval(world, at, expr, n);
            }
            n -= count;
        }
        unreachable!("the components match")
    }

    /// One component of an expression; that of what is no tuple has the number 0.
    fn eval(
        &mut self,
        world: &mut dyn World,
        at: Place,
        expr: &'m Expr,
        component: usize,
    ) -> Value {
        match &expr.kind {
            ExprKind::Const(value) => select(value, component),
            ExprKind::NamedConst(id) => select(&self.model.constant(*id).value, component),
            ExprKind::Var(var) if at.before => {
                world.before(at.instance, Unknown::Var(*var), &expr.ty)
            }
            ExprKind::Var(var) => self.variable(world, at.instance, *var),
            ExprKind::Unary(op, a) => unary(*op, self.eval(world, at, a, 0)),
            ExprKind::Binary(op, a, b) => self.binary(world, at, *op, a, b),
            ExprKind::Cast(op, a) => cast(*op, self.eval(world, at, a, 0)),
            ExprKind::Ite(c, a, b) => {
                let chosen = if self.bool(world, at, c) { a } else { b };
                self.eval(world, at, chosen, component)
            }
            ExprKind::Arrow(a, b) => {
                let chosen = if self.states[at.instance].started {
                    b
                } else {
                    a
                };
                self.eval(world, at, chosen, component)
            }
            ExprKind::Pre(operand) => self.pre(world, at, expr, operand, component),
            ExprKind::Call(call) => {
                let callee = self.callee(at.instance, call.id);
                let output = self.model.node(call.node).outputs[component];
                self.output(world, at, callee, output)
            }
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => self.condact(world, at, clock, call, defaults, component),
            ExprKind::FunCall(function, args) => {
                let mut values = Vec::new();
                for arg in args {
                    match self.whole(world, at, arg) {
                        Value::Tuple(parts) => values.extend(parts),
                        value => values.push(value),
                    }
                }
                world.function(*function, &values, component)
            }
            ExprKind::Tuple(parts) => self.component(world, at, parts, component),
            ExprKind::Record(id, fields) => {
                let fields = fields.iter().map(|f| self.eval(world, at, f, 0));
                Value::Record(*id, fields.collect())
            }
            ExprKind::Array(elements) => {
                let elements = elements.iter().map(|e| self.eval(world, at, e, 0));
                Value::Array(elements.collect())
            }
            ExprKind::Field(..)
            | ExprKind::RecordUpdate(..)
            | ExprKind::Index(..)
            | ExprKind::ArrayUpdate(..) => self.part(world, at, expr),
        }
    }

    fn pre(
        &mut self,
        world: &mut dyn World,
        at: Place,
        expr: &'m Expr,
        operand: &'m Expr,
        component: usize,
    ) -> Value {
        let program = self.program(at.instance);
        let number = program.index.number(expr);
        if let Some(value) = &self.states[at.instance].memory[number as usize] {
            return select(value, component);
        }
        let site = program.pres[number as usize].as_ref();
        if site.expect("it is evaluated here").temporal {
            let value = world.before(at.instance, Unknown::Memory(number), &operand.ty);
            return select(&value, component);
        }
        let before = Place { before: true, ..at };
        self.eval(world, before, operand, component)
    }

    /// One output of a condact: computed while the clock ticks, else the one of the last tick, else the default.
    fn condact(
        &mut self,
        world: &mut dyn World,
        at: Place,
        clock: &'m Expr,
        call: &'m Call,
        defaults: &'m [Expr],
        component: usize,
    ) -> Value {
        let callee = self.callee(at.instance, call.id);
        let output = self.model.node(call.node).outputs[component];
        if is_true(self.model, clock) {
            self.output(world, at, callee, output)
        } else if at.before {
            let ty = &self.model.node(call.node).variable(output).ty;
            world.before(callee, Unknown::Held(component), ty)
        } else if self.ticks(world, callee) {
            self.variable(world, callee, output)
        } else if let Some(held) = &self.states[callee].held {
            held[component].clone()
        } else {
            self.component(world, at, defaults, component)
        }
    }

    /// A part of a record or array, or the record or array with another value for a part. An index out of bounds reads the
    /// default and updates nothing.
    fn part(&mut self, world: &mut dyn World, at: Place, expr: &'m Expr) -> Value {
        match &expr.kind {
            ExprKind::Field(record, field) => match self.eval(world, at, record, 0) {
                Value::Record(_, mut fields) => fields.swap_remove(*field),
                other => unreachable!("a field of {other:?}"),
            },
            ExprKind::RecordUpdate(record, field, value) => {
                let value = self.eval(world, at, value, 0);
                match self.eval(world, at, record, 0) {
                    Value::Record(id, mut fields) => {
                        fields[*field] = value;
                        Value::Record(id, fields)
                    }
                    other => unreachable!("a field of {other:?}"),
                }
            }
            ExprKind::Index(array, index) => {
                let index = self.index(world, at, index);
                match self.eval(world, at, array, 0) {
                    Value::Array(mut elements) => match index {
                        Some(i) if i < elements.len() => elements.swap_remove(i),
                        _ => default_value(self.model, &expr.ty),
                    },
                    other => unreachable!("an element of {other:?}"),
                }
            }
            ExprKind::ArrayUpdate(array, index, value) => {
                let index = self.index(world, at, index);
                let value = self.eval(world, at, value, 0);
                match self.eval(world, at, array, 0) {
                    Value::Array(mut elements) => {
                        if let Some(slot) = index.and_then(|i| elements.get_mut(i)) {
                            *slot = value;
                        }
                        Value::Array(elements)
                    }
                    other => unreachable!("an element of {other:?}"),
                }
            }
            other => unreachable!("{other:?} has no parts"),
        }
    }

    /// An output of a call that no condact stands before.
    fn output(
        &mut self,
        world: &mut dyn World,
        at: Place,
        callee: InstanceId,
        output: VarId,
    ) -> Value {
        if !at.before {
            return self.variable(world, callee, output);
        }
        let node = self.model.node(self.instances[callee].node);
        world.before(callee, Unknown::Var(output), &node.variable(output).ty)
    }

    fn index(&mut self, world: &mut dyn World, at: Place, index: &'m Expr) -> Option<usize> {
        match self.eval(world, at, index, 0) {
            Value::Int(n) => usize::try_from(n).ok(),
            other => unreachable!("the index {other:?}"),
        }
    }

    fn binary(
        &mut self,
        world: &mut dyn World,
        at: Place,
        op: BinaryOp,
        a: &'m Expr,
        b: &'m Expr,
    ) -> Value {
        match op {
            BinaryOp::And => {
                return Value::Bool(self.bool(world, at, a) && self.bool(world, at, b));
            }
            BinaryOp::Or => return Value::Bool(self.bool(world, at, a) || self.bool(world, at, b)),
            BinaryOp::Implies => {
                return Value::Bool(!self.bool(world, at, a) || self.bool(world, at, b));
            }
            BinaryOp::Xor => {
                return Value::Bool(self.bool(world, at, a) != self.bool(world, at, b));
            }
            BinaryOp::Eq => {
                return Value::Bool(self.whole(world, at, a) == self.whole(world, at, b));
            }
            BinaryOp::Ne => {
                return Value::Bool(self.whole(world, at, a) != self.whole(world, at, b));
            }
            _ => {}
        }
        let x = self.eval(world, at, a, 0);
        let y = self.eval(world, at, b, 0);
        match (op, x, y) {
            (BinaryOp::Div, x, Value::Real(d)) if d.is_zero() => world.by_zero(op, &x),
            (BinaryOp::IntDiv | BinaryOp::Mod, x, Value::Int(d)) if d.is_zero() => {
                world.by_zero(op, &x)
            }
            (_, Value::Int(x), Value::Int(y)) => match op {
                BinaryOp::Add => Value::Int(x + y),
                BinaryOp::Sub => Value::Int(x - y),
                BinaryOp::Mul => Value::Int(x * y),
                BinaryOp::IntDiv => Value::Int((&x - remainder(&x, &y)) / y),
                BinaryOp::Mod => Value::Int(remainder(&x, &y)),
                BinaryOp::Lt => Value::Bool(x < y),
                BinaryOp::Le => Value::Bool(x <= y),
                BinaryOp::Gt => Value::Bool(x > y),
                BinaryOp::Ge => Value::Bool(x >= y),
                _ => unreachable!("{op:?} of integers"),
            },
            (_, Value::Real(x), Value::Real(y)) => match op {
                BinaryOp::Add => Value::Real(x + y),
                BinaryOp::Sub => Value::Real(x - y),
                BinaryOp::Mul => Value::Real(x * y),
                BinaryOp::Div => Value::Real(x / y),
                BinaryOp::Lt => Value::Bool(x < y),
                BinaryOp::Le => Value::Bool(x <= y),
                BinaryOp::Gt => Value::Bool(x > y),
                BinaryOp::Ge => Value::Bool(x >= y),
                _ => unreachable!("{op:?} of reals"),
            },
            (_, x, y) => unreachable!("{op:?} of {x:?} and {y:?}"),
        }
    }

    /// Moves the state to the next step. Everything is read before anything is written.
    pub(super) fn advance(&mut self, world: &mut dyn World) {
        let mut memories = Vec::new();
        let mut holds = Vec::new();
        for instance in 0..self.instances.len() {
            if !self.ticks(world, instance) {
                continue;
            }
            let at = Place {
                instance,
                before: false,
            };
            let program = self.program(instance);
            for (number, pre) in program.pres.iter().enumerate() {
                let Some(pre) = pre else { continue };
                memories.push((instance, number, self.whole(world, at, pre.operand)));
            }
            for site in program.sites.iter().flatten() {
                if let Some((_, defaults)) = site.condact {
                    let callee = self.callee(instance, site.call.id);
                    holds.push((callee, self.seen(world, at, callee, defaults)));
                }
            }
        }
        for (instance, number, value) in memories {
            self.states[instance].memory[number] = Some(value);
        }
        for (callee, outputs) in holds {
            self.states[callee].held = Some(outputs);
        }
        for (state, scratch) in self.states.iter_mut().zip(&self.scratch) {
            state.started |= scratch.ticks == Some(true);
        }
    }

    /// The outputs of a condact as its caller sees them in this step.
    fn seen(
        &mut self,
        world: &mut dyn World,
        at: Place,
        callee: InstanceId,
        defaults: &'m [Expr],
    ) -> Vec<Value> {
        let outputs = &self.model.node(self.instances[callee].node).outputs;
        if self.ticks(world, callee) {
            let values = outputs.iter().map(|&o| self.variable(world, callee, o));
            values.collect()
        } else if let Some(held) = &self.states[callee].held {
            held.clone()
        } else {
            let count = 0..outputs.len();
            let values = count.map(|i| self.component(world, at, defaults, i));
            values.collect()
        }
    }
}

fn select(value: &Value, component: usize) -> Value {
    match value {
        Value::Tuple(parts) => parts[component].clone(),
        other => other.clone(),
    }
}

/// The remainder that is never negative.
fn remainder(n: &BigInt, d: &BigInt) -> BigInt {
    n.mod_floor(&d.abs())
}

fn unary(op: UnaryOp, value: Value) -> Value {
    match (op, value) {
        (UnaryOp::Not, Value::Bool(b)) => Value::Bool(!b),
        (UnaryOp::Neg, Value::Int(n)) => Value::Int(-n),
        (UnaryOp::Neg, Value::Real(r)) => Value::Real(-r),
        (_, other) => unreachable!("{op:?} of {other:?}"),
    }
}

fn cast(op: CastOp, value: Value) -> Value {
    match (op, value) {
        (CastOp::Real, Value::Int(n)) => Value::Real(BigRational::from_integer(n)),
        (CastOp::Floor | CastOp::Int, Value::Real(r)) => Value::Int(r.floor().to_integer()),
        (_, other) => unreachable!("{op:?} of {other:?}"),
    }
}
