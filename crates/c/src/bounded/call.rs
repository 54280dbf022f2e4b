//! Calls.

use std::rc::Rc;

use assay_source::Span;

use super::builtin::ends_the_program;
use super::exec::{Activation, Exec, Home};
use super::memory::{ObjectKind, Path};
use super::moment::Event;
use super::value::{Origin, Unread, Value};
use super::{Done, unsupported};
use crate::checks::Class;
use crate::context::{Frame, Open};
use crate::program::{Callee, Expr, FunctionId, LocalId, Site, Type, TypeId};

/// Calls that are under way at once.
const MOST_CALLS: usize = 2_000;

/// An argument with its type.
pub type Argument = (TypeId, Value);

impl Exec<'_> {
    pub fn call(&mut self, expr: &Expr, callee: &Callee, arguments: &[Expr]) -> Done<Value> {
        match callee {
            Callee::Direct(function) => {
                let name = self.program.function(*function).name.as_str();
                let name = name.strip_prefix("__builtin_").unwrap_or(name);
                if let ("va_start" | "va_copy" | "va_end", [list, rest @ ..]) = (name, arguments) {
                    return self.va_operation(name, list, rest.first(), expr);
                }
                let arguments = self.arguments(arguments)?;
                self.invoke(*function, arguments, expr)
            }
            Callee::Pointer(pointer) => {
                let value = self.eval(pointer)?;
                let arguments = self.arguments(arguments)?;
                self.call_through(&value, arguments, expr)
            }
        }
    }

    fn arguments(&mut self, arguments: &[Expr]) -> Done<Vec<Argument>> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((argument.ty, self.eval(argument)?));
        }
        Ok(values)
    }

    /// Every function that the pointer can mean is called on a path of its own.
    fn call_through(
        &mut self,
        pointer: &Value,
        arguments: Vec<Argument>,
        expr: &Expr,
    ) -> Done<Value> {
        let pointer = self.pointer(pointer);
        let count = arguments.len();
        let mut candidates = Vec::new();
        let numbers: Vec<u32> = match self.sets.of(self.pool, pointer.object) {
            Some(set) => set.iter().map(|&n| n as u32).collect(),
            None => (0..self.objects.len() as u32).collect(),
        };
        let start = self.offset(0);
        let at_start = self.equal(pointer.offset, start);
        let mut known = self.pool.bool(false);
        for number in numbers {
            let Some(ObjectKind::Function(function)) =
                self.objects.get(number as usize).map(|o| o.kind)
            else {
                continue;
            };
            let ty = &self.program.function(function).ty;
            let fits = ty.parameters.len() == count
                || (ty.variadic && count >= ty.parameters.len())
                || !ty.prototype;
            if !fits || ty.result != expr.ty {
                continue;
            }
            let this = self.pool.bits(super::value::OBJECT_BITS, number);
            let means = self.equal(pointer.object, this);
            let means = self.pool.gate(means, at_start);
            known = super::guard::either(self.pool, known, means);
            candidates.push((function, means));
        }
        if self.checks_at(expr.site).pointer {
            self.check(
                Class::Pointer,
                expr.site,
                expr.at,
                "a pointer does not point to such a function",
                known,
            );
        }
        let mut results: Vec<(Path, Value, assay_term::TermId)> = Vec::new();
        for (function, means) in candidates {
            if self.is_dead() {
                break;
            }
            let other = self.pool.not(means);
            let rest = self.under(other);
            self.path = self.under(means);
            let value = self.invoke(function, arguments.clone(), expr)?;
            let path = std::mem::replace(&mut self.path, rest);
            results.push((path, value, means));
        }
        // What points to no function returns anything.
        let mut value = if self.is_dead() {
            self.default_value(expr.ty, expr.span)?
        } else {
            self.open_result(Open::Invalid(expr.site), "invalid", expr.ty, expr.span)?
        };
        for (path, result, means) in results.into_iter().rev() {
            let current = self.path.clone();
            let was_dead = current.guard.is_dead(self.pool);
            self.path = self.merge(path, current)?;
            value = if was_dead {
                result
            } else {
                self.choose(means, &result, &value)
            };
        }
        Ok(value)
    }

    pub fn invoke(
        &mut self,
        function: FunctionId,
        arguments: Vec<Argument>,
        expr: &Expr,
    ) -> Done<Value> {
        if self.is_dead() {
            return self.default_value(expr.ty, expr.span);
        }
        if self.program.function(function).body.is_none() {
            return self.builtin(function, &arguments, expr);
        }
        let name = &self.program.function(function).name;
        if self.program.function(function).library && ends_the_program(name) {
            self.note_exit(function, &arguments, expr);
        }
        let active = self.stack.iter().filter(|a| a.function == function).count() as u32;
        let (limit, given) = self.bound(name);
        if active > 0 && !self.possible() {
            self.kill();
            return self.default_value(expr.ty, expr.span);
        }
        if active >= limit {
            if !given {
                self.cut.push((expr.span, active));
            }
            if self.checks_at(expr.site).unwinding || !given {
                let never = self.pool.bool(false);
                let message = format!("`{name}` calls itself more than {active} times");
                self.check(Class::Recursion, expr.site, expr.at, &message, never);
            }
            self.kill();
            return self.default_value(expr.ty, expr.span);
        }
        if self.stack.len() >= MOST_CALLS {
            return Err(unsupported(
                "more than 2,000 calls inside of each other",
                expr.span,
            ));
        }
        let missing = self.missing_result(expr)?;
        self.frames.push(Frame::Call(expr.site));
        let value = self.run_body(function, arguments, missing.clone(), expr.span);
        self.frames.pop();
        let value = value?;
        if !self.program.function(function).library {
            let name = self.program.function(function).name.clone();
            let event = Event::Return(function, expr.site);
            self.moment(event, expr.span, &name, &[&value]);
        }
        self.has_run(function);
        // A function that is called as another one than it is.
        Ok(match value {
            Value::Void => missing,
            value => value,
        })
    }

    /// Executes the entry function with any arguments.
    pub fn enter(&mut self, function: FunctionId, span: Span) -> Done<Value> {
        let entry = self.program.function(function);
        if entry.body.is_none() {
            return Err(unsupported(format!("`{}` has no body", entry.name), span));
        }
        let mut arguments = Vec::new();
        for local in &entry.locals[..entry.parameters] {
            let value =
                self.open_result(Open::Content(local.site), &local.name, local.ty, local.span)?;
            arguments.push((local.ty, value));
        }
        // A program that does not say otherwise ends well.
        let result = self.default_value(entry.ty.result, span)?;
        self.run_body(function, arguments, result, span)
    }

    /// Calls what runs before or after the entry function.
    pub fn automatic(&mut self, functions: &[FunctionId], after: bool) -> Done<()> {
        for (number, &function) in functions.iter().enumerate() {
            let called = self.program.function(function);
            if called.body.is_none() || self.is_dead() {
                continue;
            }
            if called.parameters > 0 {
                let what = format!("a parameter of `{}`, which nobody calls", called.name);
                return Err(unsupported(what, called.span));
            }
            self.frames.push(Frame::Automatic(after, number as u32));
            self.run_body(function, vec![], Value::Void, called.span)?;
            self.frames.pop();
        }
        Ok(())
    }

    fn run_body(
        &mut self,
        function: FunctionId,
        arguments: Vec<Argument>,
        missing: Value,
        span: Span,
    ) -> Done<Value> {
        let called = self.program.function(function);
        let Some(body) = &called.body else {
            return self.default_value(called.ty.result, span);
        };
        let from = self.objects.len();
        self.slots += 1;
        let result = self.slots - 1;
        let extra: Vec<Argument> = arguments.iter().skip(called.parameters).cloned().collect();
        self.variadic.push(extra);
        self.stack.push(Activation {
            function,
            homes: vec![None; called.locals.len()],
            result,
            returns: vec![],
            jumps: vec![],
            breaks: vec![],
            continues: vec![],
            again: 0,
            variadic: self.variadic.len() - 1,
        });
        self.path.slots.set(result, missing);
        for (at, (_, value)) in arguments.into_iter().take(called.parameters).enumerate() {
            let local = LocalId(at as u32);
            let home = self.declare(local, span)?;
            let ty = called.locals[at].ty;
            self.set_local(home, ty, value, span)?;
        }
        self.exec(body)?;
        let activation = self.stack.pop();
        let returns = activation.map(|a| a.returns).unwrap_or_default();
        for path in returns.into_iter().rev() {
            let current = self.path.clone();
            self.path = self.merge(path, current)?;
        }
        let value = self.path.slots.get(result).cloned();
        if self.stack.is_empty() {
            // The locals of the entry function are still there.
            let name = called.name.clone();
            let values: Vec<&Value> = value.iter().collect();
            self.moment(Event::End, span, &name, &values);
        }
        self.end_locals(from);
        Ok(value.unwrap_or(Value::Void))
    }

    /// What a call gives whose function returns nothing although it should: anything.
    fn missing_result(&mut self, expr: &Expr) -> Done<Value> {
        let origin = Rc::new(Origin {
            frames: self.frames.clone(),
            open: Open::Invalid(expr.site),
            name: "invalid".into(),
            span: expr.span,
        });
        self.unread(origin, expr.ty, expr.span)
    }

    fn set_local(&mut self, home: Home, ty: TypeId, value: Value, span: Span) -> Done<()> {
        match home {
            Home::Slot(slot) => self.path.slots.set(slot, value),
            Home::Object(object) => {
                let spot = super::lvalue::Spot {
                    at: self.pointer_to(object),
                    valid: self.pool.bool(true),
                    deref: None,
                    bits: None,
                };
                self.store(
                    &super::lvalue::Loc::Memory(spot),
                    ty,
                    value,
                    Site(u32::MAX),
                    span,
                )?;
            }
        }
        Ok(())
    }

    /// A value that nobody determines, of any type.
    pub fn open_result(&mut self, open: Open, name: &str, ty: TypeId, span: Span) -> Done<Value> {
        let origin = Rc::new(Origin {
            frames: self.frames.clone(),
            open,
            name: name.to_string(),
            span,
        });
        let value = self.unread(origin, ty, span)?;
        Ok(match (value, self.program.types.get(ty)) {
            (value, Type::Bool) => {
                let word = self.word(&value);
                let low = self.pool.extract(0, 0, word);
                Value::Word(self.pool.zero_extend(7, low))
            }
            (value, _) => self.seen(value),
        })
    }

    /// The same, before anybody looks at it.
    fn unread(&mut self, origin: Rc<Origin>, ty: TypeId, span: Span) -> Done<Value> {
        let unread = |cell: super::layout::Cell| {
            Value::Open(Rc::new(Unread {
                origin: origin.clone(),
                offset: cell.offset,
                bits: cell.size as u32 * 8,
                pointer: cell.pointer,
            }))
        };
        Ok(match self.program.types.get(ty) {
            Type::Void | Type::Function(_) => Value::Void,
            Type::Record(_) | Type::Array(..) | Type::VaList => {
                let cells = self.cells_of(ty, span)?;
                let values = cells.iter().map(|&c| unread(c)).collect();
                Value::Record(Rc::new(values))
            }
            _ => unread(self.cell_of(ty)),
        })
    }
}
