//! Expressions.

use super::convert::Spot;
use super::event::EventKind;
use super::machine::{Done, Flow, Leave, Machine};
use super::memory::Pointer;
use super::place::{Base, Purpose};
use super::value::{Value, extend, mask};
use crate::program::{BinaryOp, Expr, ExprKind, FloatKind, Lvalue, Stmt, Type, TypeId};

impl Expr {
    fn spot(&self) -> Spot {
        Spot {
            site: self.site,
            at: self.at,
        }
    }
}

impl<'p> Machine<'p> {
    pub fn eval(&mut self, expr: &'p Expr) -> Done<Value> {
        self.guard()?;
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.integer(*value, expr.ty)),
            ExprKind::Float(value) => self.float(value.0, expr),
            ExprKind::Load(lvalue) => {
                let place = self.place(lvalue, Purpose::Access)?;
                Ok(self.load(&place, lvalue))
            }
            ExprKind::Address(lvalue) => self.address(lvalue, expr),
            ExprKind::Function(function) => Ok(Value::Pointer(self.function_pointer(*function))),
            ExprKind::Unary(op, operand) => {
                let value = self.eval(operand)?;
                self.unary(*op, operand.ty, value, expr.spot())
            }
            ExprKind::Binary(op, a, b) => {
                let left = self.eval(a)?;
                let right = self.eval(b)?;
                self.binary(*op, (a.ty, b.ty), left, right, expr.spot())
            }
            ExprKind::PointerAdd {
                pointer,
                index,
                minus,
            } => {
                let ty = pointer.ty;
                let pointer = self.eval(pointer)?;
                let pointer = self.as_pointer(pointer);
                let index_value = self.eval(index)?;
                let index = (index_value, index.ty);
                self.pointer_add(pointer, ty, index, *minus, expr.spot())
                    .map(Value::Pointer)
            }
            ExprKind::PointerSub(a, b) => {
                let ty = a.ty;
                let a = self.eval(a)?;
                let a = self.as_pointer(a);
                let b = self.eval(b)?;
                let b = self.as_pointer(b);
                Ok(self.pointer_sub((a, b), ty, expr.ty, expr.spot()))
            }
            ExprKind::And(a, b) => Ok(Value::of_bool(
                self.eval(a)?.is_true() && self.eval(b)?.is_true(),
            )),
            ExprKind::Or(a, b) => Ok(Value::of_bool(
                self.eval(a)?.is_true() || self.eval(b)?.is_true(),
            )),
            ExprKind::Conditional(condition, a, b) => {
                if self.eval(condition)?.is_true() {
                    self.eval(a)
                } else {
                    self.eval(b)
                }
            }
            ExprKind::Elvis(a, b) => {
                let value = self.eval(a)?;
                if value.is_true() {
                    self.convert(value, a.ty, expr.ty, expr.spot())
                } else {
                    self.eval(b)
                }
            }
            ExprKind::Convert(operand, _) => {
                let value = self.eval(operand)?;
                self.convert(value, operand.ty, expr.ty, expr.spot())
            }
            ExprKind::Assign(to, value) => self.assign(to, value, expr),
            ExprKind::AssignOp { to, op, at, value } => self.assign_op(to, *op, *at, value, expr),
            ExprKind::Step { of, up, before } => self.step(of, *up, *before, expr),
            ExprKind::Comma(a, b) => {
                self.eval(a)?;
                self.eval(b)
            }
            ExprKind::Call(callee, arguments) => self.call(expr, callee, arguments),
            ExprKind::Block(block) => self.statement_expression(block),
            ExprKind::VaArg(list) => self.next_argument(list, expr),
            ExprKind::Nothing => Ok(Value::Void),
        }
    }

    /// An integer constant of a type.
    fn integer(&mut self, value: u128, ty: TypeId) -> Value {
        match self.types.get(ty) {
            Type::Int { bits, .. } => Value::Int(mask(value, *bits)),
            Type::Pointer(_) => {
                let address = mask(value, self.types.model.pointer_bits());
                Value::Pointer(self.memory.pointer(address as u64))
            }
            _ => Value::Int(value),
        }
    }

    fn float(&mut self, value: f64, expr: &Expr) -> Done<Value> {
        match self.types.get(expr.ty) {
            Type::Float(FloatKind::Float) => Ok(Value::Single(value as f32)),
            Type::Float(FloatKind::Double) => Ok(Value::Double(value)),
            Type::Float(FloatKind::LongDouble) => Ok(Value::Extended(extend(value))),
            _ => self.unsupported("a floating constant of no floating type", expr.span),
        }
    }

    fn address(&mut self, lvalue: &'p Lvalue, expr: &Expr) -> Done<Value> {
        let place = self.place(lvalue, Purpose::Address)?;
        match place.base {
            Base::Object(object) => Ok(Value::Pointer(Pointer {
                object,
                offset: place.offset,
            })),
            Base::Slot { .. } => {
                self.unsupported("the address of a local that is not addressed", expr.span)
            }
        }
    }

    fn assign(&mut self, to: &'p Lvalue, value: &'p Expr, expr: &'p Expr) -> Done<Value> {
        let name = self.options.events.then(|| self.lvalue_name(to));
        let place = self.place(to, Purpose::Access)?;
        let value = self.eval(value)?;
        let stored = self.store(&place, to, value);
        self.log_assign(name, &stored, to, expr);
        Ok(stored)
    }

    fn log_assign(&mut self, name: Option<String>, value: &Value, to: &Lvalue, expr: &Expr) {
        if let Some(name) = name {
            let value = self.show(value, to.ty);
            self.event(expr.span, EventKind::Assign { name, value });
        }
    }

    fn assign_op(
        &mut self,
        to: &'p Lvalue,
        op: BinaryOp,
        at: TypeId,
        value: &'p Expr,
        expr: &'p Expr,
    ) -> Done<Value> {
        let name = self.options.events.then(|| self.lvalue_name(to));
        let place = self.place(to, Purpose::Access)?;
        let right = self.eval(value)?;
        let old = self.load(&place, to);
        let spot = expr.spot();
        let new = match old {
            Value::Pointer(pointer) if self.types.pointee(at).is_some() => {
                let minus = op == BinaryOp::Sub;
                let moved = self.pointer_add(pointer, at, (right, value.ty), minus, spot)?;
                Value::Pointer(moved)
            }
            old => {
                let old = self.convert(old, to.ty, at, spot)?;
                let new = self.binary(op, (at, value.ty), old, right, spot)?;
                self.convert(new, at, to.ty, spot)?
            }
        };
        let stored = self.store(&place, to, new);
        self.log_assign(name, &stored, to, expr);
        Ok(stored)
    }

    /// `++` and `--`. A type that is narrower than `int` is stepped as an `int`, so only its conversion can fail.
    fn step(&mut self, of: &'p Lvalue, up: bool, before: bool, expr: &'p Expr) -> Done<Value> {
        let name = self.options.events.then(|| self.lvalue_name(of));
        let place = self.place(of, Purpose::Access)?;
        let old = self.load(&place, of);
        let spot = expr.spot();
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = match (&old, self.types.get(of.ty)) {
            (Value::Pointer(pointer), _) => {
                let bytes = match self.types.pointee(of.ty) {
                    Some(to) => self.size(to) as i64,
                    None => 1,
                };
                let bytes = if up { bytes } else { bytes.wrapping_neg() };
                Value::Pointer(self.pointer_move(*pointer, bytes, spot))
            }
            (Value::Int(word), Type::Bool) => Value::of_bool(up || *word == 0),
            (Value::Int(_), _) => {
                self.binary(op, (of.ty, of.ty), old.clone(), Value::Int(1), spot)?
            }
            (Value::Single(_), _) => {
                self.binary(op, (of.ty, of.ty), old.clone(), Value::Single(1.0), spot)?
            }
            (Value::Double(_), _) => {
                self.binary(op, (of.ty, of.ty), old.clone(), Value::Double(1.0), spot)?
            }
            _ => return self.unsupported("a step of this type", expr.at),
        };
        let stored = self.store(&place, of, new);
        self.log_assign(name, &stored, of, expr);
        Ok(if before { stored } else { old })
    }

    fn statement_expression(&mut self, block: &'p Stmt) -> Done<Value> {
        self.value = Value::Void;
        match self.exec(block)? {
            Flow::Next => Ok(std::mem::replace(&mut self.value, Value::Void)),
            flow => Err(Leave::Flow(flow)),
        }
    }
}
