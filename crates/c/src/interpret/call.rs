//! Calls, and the arguments of variadic functions.

use std::rc::Rc;

use assay_source::Span;

use super::event::EventKind;
use super::jump::Plan;
use super::machine::{Activation, Done, Flow, Machine};
use super::memory::{Kind, State};
use super::place::Purpose;
use super::value::{Value, from_little_endian};
use crate::checks::Class;
use crate::context::{Frame, Open};
use crate::program::{Callee, Expr, FunctionId, LocalId, Lvalue, Site, Stmt, Type, TypeId};

/// A call of a function without a body.
pub struct Call<'p> {
    /// Of the result.
    pub ty: TypeId,
    pub site: Site,
    pub span: Span,
    pub at: Span,
    pub arguments: &'p [Expr],
}

impl<'p> Machine<'p> {
    pub fn call(
        &mut self,
        expr: &'p Expr,
        callee: &'p Callee,
        arguments: &'p [Expr],
    ) -> Done<Value> {
        self.tick(1)?;
        let function = match callee {
            Callee::Direct(function) => Some(*function),
            Callee::Pointer(pointer) => {
                let pointer = self.eval(pointer)?;
                let pointer = self.as_pointer(pointer);
                match self.memory.get(pointer.object).map(|object| object.kind) {
                    Some(Kind::Function(function)) if pointer.offset == 0 => Some(function),
                    _ => None,
                }
            }
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.eval(argument)?);
        }
        let Some(function) = function else {
            if self.checks_at(expr.site).pointer {
                self.fail(Class::Pointer, expr.site, expr.at, || {
                    "the function pointer does not point to a function".into()
                });
            }
            return Ok(self.open_value(Open::Invalid(expr.site), expr.ty));
        };
        let code = self.program.function(function);
        match &code.body {
            Some(body) => {
                if self.options.events {
                    self.log_call(&code.name, &values, arguments, None, expr.span);
                }
                self.call_body(expr, function, body, values)
            }
            None => self.call_native(expr, function, arguments, values),
        }
    }

    fn call_body(
        &mut self,
        expr: &'p Expr,
        function: FunctionId,
        body: &'p Stmt,
        mut values: Vec<Value>,
    ) -> Done<Value> {
        let busy = self.busy.get(function.0 as usize).copied().unwrap_or(0);
        if let Some(limit) = self.options.unwind.limit
            && busy >= limit
        {
            return self.unwound(Class::Recursion, expr.site, expr.at);
        }
        let parameters = self.program.function(function).parameters;
        let variadic = values.split_off(parameters.min(values.len()));
        self.here.frames.push(Frame::Call(expr.site));
        self.enter(function, values, variadic);
        let value = self.body(function, body)?;
        self.here.frames.pop();
        if matches!(self.types.get(expr.ty), Type::Void) {
            return Ok(Value::Void);
        }
        Ok(match value {
            Some(value) if self.program.function(function).ty.result == expr.ty => value,
            Some(value) => self.reread(value, expr.ty),
            None => self.open_value(Open::Invalid(expr.site), expr.ty),
        })
    }

    /// Begins a call: parameters without an argument have an open value.
    pub fn enter(&mut self, function: FunctionId, values: Vec<Value>, variadic: Vec<Value>) {
        let plan: Rc<Plan> = self.plan(function);
        let code = self.program.function(function);
        let bytes = self.stack.len().next_multiple_of(16);
        let numbers = self.numbers.len();
        self.stack.resize(bytes + plan.bytes, 0);
        self.numbers.resize(numbers + code.locals.len(), 0);
        self.serial += 1;
        self.activations.push(Activation {
            function,
            plan,
            bytes,
            numbers,
            late: vec![],
            result: None,
            variadic,
            serial: self.serial,
        });
        if let Some(busy) = self.busy.get_mut(function.0 as usize) {
            *busy += 1;
        }
        let mut values = values.into_iter();
        for i in 0..code.parameters {
            let local = LocalId(i as u32);
            let Some(ty) = code.locals.get(i).map(|local| local.ty) else {
                break;
            };
            match values.next() {
                Some(value) => {
                    let place = self.local(local);
                    self.put(&place, ty, &value);
                }
                None => {
                    // A declaration without an initialiser evaluates nothing, so it cannot end the execution.
                    let _ = self.declare(local, None);
                }
            }
        }
    }

    /// Executes the body of the call that was begun last, and ends the call.
    pub fn body(&mut self, function: FunctionId, body: &'p Stmt) -> Done<Option<Value>> {
        let mark = self.alive.len();
        if !matches!(self.exec(body)?, Flow::Next | Flow::Return) {
            return self.unsupported("a jump to a label that is not there", body.span);
        }
        self.bury(mark);
        let Some(activation) = self.activations.pop() else {
            return Ok(None);
        };
        for object in activation.late {
            self.memory.end(object, State::Dead);
        }
        self.stack.truncate(activation.bytes);
        self.numbers.truncate(activation.numbers);
        if let Some(busy) = self.busy.get_mut(function.0 as usize) {
            *busy -= 1;
        }
        Ok(activation.result)
    }

    fn call_native(
        &mut self,
        expr: &'p Expr,
        function: FunctionId,
        arguments: &'p [Expr],
        values: Vec<Value>,
    ) -> Done<Value> {
        let call = Call {
            ty: expr.ty,
            site: expr.site,
            span: expr.span,
            at: expr.at,
            arguments,
        };
        let code = self.program.function(function);
        let plan = self.plan(function);
        let log = self
            .options
            .events
            .then(|| self.show_all(&values, arguments));
        let result = match plan.native {
            Some(native) => native(self, &call, values)?,
            None => {
                self.fail(Class::NoBody, call.site, call.at, || {
                    format!("no body for callee {}", code.name)
                });
                self.open_value(Open::Result(call.site), call.ty)
            }
        };
        if let Some(shown) = log {
            let result = (result != Value::Void).then(|| self.show(&result, expr.ty));
            let kind = EventKind::Call {
                name: code.name.clone(),
                arguments: shown,
                result,
            };
            self.event(expr.span, kind);
        }
        Ok(result)
    }

    fn show_all(&mut self, values: &[Value], arguments: &'p [Expr]) -> Vec<String> {
        let pairs = values.iter().zip(arguments);
        pairs.map(|(value, e)| self.show(value, e.ty)).collect()
    }

    fn log_call(
        &mut self,
        name: &str,
        values: &[Value],
        arguments: &'p [Expr],
        result: Option<String>,
        span: Span,
    ) {
        let arguments = self.show_all(values, arguments);
        let kind = EventKind::Call {
            name: name.to_owned(),
            arguments,
            result,
        };
        self.event(span, kind);
    }

    /// A `va_list` is the number of a call and how many of its arguments were taken.
    pub fn list_of(&self, taken: u64) -> Value {
        let serial = self.activations.last().map_or(0, |call| call.serial);
        let mut bytes = vec![0; 24];
        bytes[..8].copy_from_slice(&serial.to_le_bytes());
        bytes[8..16].copy_from_slice(&taken.to_le_bytes());
        Value::Bytes(bytes.into())
    }

    pub fn next_argument(&mut self, list: &'p Lvalue, expr: &'p Expr) -> Done<Value> {
        let place = self.place(list, Purpose::Access)?;
        let Value::Bytes(mut bytes) = self.load(&place, list) else {
            return self.unsupported("an argument of no list", expr.span);
        };
        if bytes.len() < 16 {
            return self.unsupported("an argument of no list", expr.span);
        }
        let serial = from_little_endian(&bytes[..8]) as u64;
        let taken = from_little_endian(&bytes[8..16]) as u64;
        bytes[8..16].copy_from_slice(&taken.wrapping_add(1).to_le_bytes());
        self.store(&place, list, Value::Bytes(bytes));
        let call = self.activations.iter().rev().find(|a| a.serial == serial);
        let value = call.and_then(|call| call.variadic.get(taken as usize).cloned());
        match value {
            Some(value) => Ok(self.reread(value, expr.ty)),
            None => {
                if self.checks_at(expr.site).pointer {
                    self.fail(Class::Pointer, expr.site, expr.at, || {
                        "there is no further variadic argument".into()
                    });
                }
                Ok(self.open_value(Open::Invalid(expr.site), expr.ty))
            }
        }
    }
}
