//! Calls, and built-in functions that are no functions.

use assay_source::Diagnostic;

use super::convert::Target;
use super::expr::{Operand, Spot, Value};
use super::link::Linked;
use super::scope::{Entity, Named};
use super::ty::Ty;
use super::{Done, Elaborator, builtin};
use crate::program::{Callee, ExprKind, FloatValue, FunctionId, LvalueKind, Type};
use crate::syntax::tree::{self, ExprId, Place, TypeName};

impl<'u> Elaborator<'u> {
    pub fn call(
        &mut self,
        callee: ExprId,
        arguments: &'u [ExprId],
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let function = self.unit.expr(callee);
        let operand = match &function.kind {
            tree::ExprKind::Name(name) if self.lookup(name).is_none() => {
                if let Some(value) = self.special(name, arguments, place, spot)? {
                    return Ok(value);
                }
                let at = self.spot(function);
                let id = self.undeclared_function(name, function.place)?;
                Operand::Function(id, at)
            }
            _ => self.operand(callee)?,
        };
        let (callee, ty, name) = match operand {
            Operand::Function(id, _) => {
                let ty = self.signatures[id.0 as usize].ty;
                (
                    Callee::Direct(id),
                    ty,
                    Some(self.functions[id.0 as usize].name.clone()),
                )
            }
            other => {
                let value = self.rvalue(other, function.place)?;
                let Some(ty) = self.tys.pointee(value.ty) else {
                    return Err(self.no_function(value.ty, function.place));
                };
                (Callee::Pointer(Box::new(value.expr)), ty, None)
            }
        };
        let (Some(of), Some(result)) = (self.tys.as_function(ty), self.tys.of(ty)) else {
            return Err(self.no_function(ty, function.place));
        };
        let (parameters, variadic, prototype) = (of.parameters.clone(), of.variadic, of.prototype);
        let (count, least) = (arguments.len(), parameters.len());
        if prototype && (count < least || count > least && !variadic) {
            return Err(self.wrong_count(&callee, name.as_deref(), count, least, place));
        }
        if !self.tys.is_void(result) {
            self.require_complete(result, place)?;
        }
        let keeps = name.as_deref().is_some_and(builtin::condition);
        let mut list = Vec::with_capacity(count);
        for (number, &argument) in arguments.iter().enumerate() {
            let at = self.unit.expr(argument).place;
            let value = self.value(argument)?;
            let value = match parameters.get(number) {
                Some(&ty) if prototype => {
                    let ty = self.tys.plain(ty);
                    let target = Target::Argument(number + 1, name.as_deref());
                    self.store(value, ty, target, at)?
                }
                _ if keeps => {
                    if !self.tys.is_scalar(value.ty) {
                        let message =
                            format!("a condition has the type `{}`", self.tys.show(value.ty));
                        return Err(self.fault(at, "C0104", message));
                    }
                    value
                }
                _ => {
                    if self.tys.is_void(value.ty) {
                        return Err(self.fault(at, "C0103", "an argument has no value"));
                    }
                    self.promote_argument(value)
                }
            };
            list.push(value.expr);
        }
        if let (Some(name), [only]) = (&name, list.as_slice())
            && let Some(value) = self.count_bits(name, only)
        {
            return Ok(self.int(value, result, spot));
        }
        Ok(self.make(ExprKind::Call(callee, list), result, spot))
    }

    /// The value of a built-in function that counts the bits of a constant, so that it may be a constant itself.
    fn count_bits(&self, name: &str, of: &crate::program::Expr) -> Option<i128> {
        let short = name.strip_prefix("__builtin_")?.trim_end_matches('l');
        if !matches!(short, "clz" | "ctz" | "ffs" | "popcount" | "parity") {
            return None;
        }
        let (bits, _) = self.tys.types.word(of.ty)?;
        let value = self.fold(of)? as u128 & (u128::MAX >> (128 - bits));
        Some(match short {
            "ffs" if value == 0 => 0,
            "ffs" => i128::from(value.trailing_zeros()) + 1,
            "popcount" => value.count_ones().into(),
            "parity" => (value.count_ones() % 2).into(),
            // Not defined for zero.
            _ if value == 0 => return None,
            "ctz" => value.trailing_zeros().into(),
            _ => i128::from(value.leading_zeros()) - i128::from(128 - bits),
        })
    }

    fn no_function(&self, ty: Ty, place: Place) -> Box<Diagnostic> {
        let ty = self.tys.show(ty);
        let message = format!("what is called is no function, but of type `{ty}`");
        let fault = self.fault(place, "C0104", message);
        Box::new(fault.help("if this is meant as no call, a `;` or an operator is missing here"))
    }

    fn wrong_count(
        &self,
        callee: &Callee,
        name: Option<&str>,
        count: usize,
        least: usize,
        place: Place,
    ) -> Box<Diagnostic> {
        let name = name.map_or("the function".to_owned(), |name| format!("`{name}`"));
        let plural = if least == 1 { "" } else { "s" };
        let message = format!("{name} takes {least} argument{plural}, but is given {count}");
        let fault = self.fault(place, "C0108", message);
        let before = match callee {
            Callee::Direct(id) => self.functions[id.0 as usize].span,
            Callee::Pointer(_) => return fault,
        };
        if before.is_empty() {
            return fault;
        }
        Box::new(fault.secondary(before, "it is declared here"))
    }

    /// A function that is called without a declaration.
    fn undeclared_function(&mut self, name: &'u str, place: Place) -> Done<FunctionId> {
        if let Some(id) = self.builtin(name) {
            return Ok(id);
        }
        let reserved = ["__builtin_", "__CPROVER_", "__sync_", "__atomic_"];
        if reserved.iter().any(|start| name.starts_with(start)) {
            return Err(self.unsupported(place, &format!("`{name}`")));
        }
        let ty = match builtin::library(name) {
            Some(signature) => self.signature_type(signature),
            None => self.tys.function(self.tys.basic.int, &[], false, false),
        };
        let id = match self.linked.get(name) {
            Some(Linked::Function(id)) => *id,
            _ => {
                let linked = self.unique(name);
                let id = self.new_function(linked, ty, place.span);
                self.signatures[id.0 as usize].implicit = true;
                self.linked.insert(name, Linked::Function(id));
                id
            }
        };
        let message = format!("the function `{name}` is called without a declaration");
        self.warn(place, "C0150", message);
        let entity = Entity::Function(id);
        let span = place.span;
        self.scopes[0].names.insert(name, Named { entity, span });
        Ok(id)
    }

    /// Built-in functions whose arguments are no plain values, or that are decided here.
    fn special(
        &mut self,
        name: &str,
        arguments: &'u [ExprId],
        place: Place,
        spot: Spot,
    ) -> Done<Option<Value>> {
        let b = self.tys.basic;
        let value = match (name, arguments) {
            ("__builtin_constant_p", [of]) => {
                let known = self.is_known(*of)?;
                self.int(known.into(), b.int, spot)
            }
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                let chosen = self.constant(*condition, "the condition of a choice")?;
                self.value(if chosen != 0 { *then } else { *otherwise })?
            }
            ("__builtin_va_start" | "__builtin_va_end" | "__builtin_va_copy", [_, ..]) => {
                self.va_call(name, arguments, place, spot)?
            }
            ("__builtin_inf" | "__builtin_huge_val", []) => {
                self.float(f64::INFINITY, b.double, spot)
            }
            ("__builtin_inff" | "__builtin_huge_valf", []) => {
                self.float(f64::INFINITY, b.float, spot)
            }
            ("__builtin_infl" | "__builtin_huge_vall", []) => {
                self.float(f64::INFINITY, b.ldouble, spot)
            }
            ("__builtin_nan" | "__builtin_nans", [_]) => self.float(f64::NAN, b.double, spot),
            ("__builtin_nanf" | "__builtin_nansf", [_]) => self.float(f64::NAN, b.float, spot),
            ("__builtin_nanl" | "__builtin_nansl", [_]) => self.float(f64::NAN, b.ldouble, spot),
            _ => return self.atomic(name, arguments, place, spot),
        };
        Ok(Some(value))
    }

    fn float(&self, value: f64, ty: Ty, spot: Spot) -> Value {
        self.make(ExprKind::Float(FloatValue(value)), ty, spot)
    }

    /// `va_start` and the like get the addresses of lists. The last parameter, which `va_start` names, is not passed.
    fn va_call(
        &mut self,
        name: &str,
        arguments: &'u [ExprId],
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let lists = if name == "__builtin_va_copy" { 2 } else { 1 };
        if arguments.len() < lists {
            let message = format!("`{name}` takes {lists} arguments");
            return Err(self.fault(place, "C0108", message));
        }
        let mut list = Vec::new();
        for &argument in &arguments[..lists] {
            let lvalue = self.va_list(argument)?;
            self.mark_addressed(&lvalue);
            let pointer = self.tys.pointer(self.tys.basic.va_list);
            let kind = ExprKind::Address(Box::new(lvalue));
            list.push(self.make(kind, pointer, spot).expr);
        }
        let id = self.builtin(name).ok_or_else(|| self.reported())?;
        let kind = ExprKind::Call(Callee::Direct(id), list);
        Ok(self.make(kind, self.tys.basic.void, spot))
    }

    /// An object of type `va_list`.
    fn va_list(&mut self, id: ExprId) -> Done<crate::program::Lvalue> {
        let place = self.unit.expr(id).place;
        match self.operand(id)? {
            Operand::Place(lvalue, ty) if matches!(self.tys.get(ty), Type::VaList) => Ok(lvalue),
            Operand::Value(value) if matches!(self.tys.get(value.ty), Type::VaList) => {
                let kind = LvalueKind::Temporary(Box::new(value.expr));
                match self.lvalue(kind, value.ty, self.spot(self.unit.expr(id))) {
                    Operand::Place(lvalue, _) => Ok(lvalue),
                    _ => Err(self.reported()),
                }
            }
            Operand::Place(_, ty) => Err(self.no_list(ty, place)),
            Operand::Value(value) => Err(self.no_list(value.ty, place)),
            Operand::Function(id, _) => Err(self.no_list(self.signatures[id.0 as usize].ty, place)),
        }
    }

    fn no_list(&self, ty: Ty, place: Place) -> Box<Diagnostic> {
        let message = format!(
            "a `va_list` is needed, but this is of type `{}`",
            self.tys.show(ty)
        );
        self.fault(place, "C0104", message)
    }

    pub fn va_arg(
        &mut self,
        list: ExprId,
        of: &'u TypeName,
        place: Place,
        spot: Spot,
    ) -> Done<Value> {
        let lvalue = self.va_list(list)?;
        let ty = self.type_name(of)?;
        self.require_complete(ty, place)?;
        let ty = self.tys.bare(ty);
        Ok(self.make(ExprKind::VaArg(Box::new(lvalue)), ty, spot))
    }
}
