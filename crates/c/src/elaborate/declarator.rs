//! Types that declarators derive: pointers, arrays, functions.

use super::attributes::Wishes;
use super::scope::Entity;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{Length, Type};
use crate::syntax::tree::{
    ArrayPart, ArraySize, Declarator, Parameter, Parameters, Part, Place, TypeName,
};

/// A type derived in more steps than this is refused: programs that walk over types recurse.
const MAX_PARTS: usize = 200;

impl<'u> Elaborator<'u> {
    pub fn type_name(&mut self, name: &'u TypeName) -> Done<Ty> {
        self.nested(name.place, |this| {
            let base = this.base(&name.specifiers)?;
            let ty = this.declared_type(base, &name.declarator)?;
            let wishes = this.specifier_wishes(&name.specifiers)?;
            Ok(this.adjusted(ty, wishes))
        })
    }

    /// The type of the name in a declarator.
    pub fn declared_type(&mut self, base: Ty, declarator: &'u Declarator) -> Done<Ty> {
        self.derived_type(base, declarator, false)
    }

    /// The outermost array of a parameter is a pointer, whatever its length.
    fn derived_type(
        &mut self,
        base: Ty,
        declarator: &'u Declarator,
        is_parameter: bool,
    ) -> Done<Ty> {
        let place = declarator.place;
        if declarator.parts.len() > MAX_PARTS {
            let message = format!("the type is derived in more than {MAX_PARTS} steps");
            return Err(self.fault(place, "C0114", message));
        }
        let mut ty = base;
        for (number, part) in declarator.parts.iter().enumerate().rev() {
            ty = match part {
                Part::Array(array) if is_parameter && number == 0 => {
                    self.require_element(ty, place)?;
                    let pointer = self.tys.pointer(ty);
                    self.qualified(pointer, array.qualifiers, place)?
                }
                Part::Pointer {
                    qualifiers,
                    attributes,
                } => {
                    let pointer = self.tys.pointer(ty);
                    self.wishes(attributes, &mut Wishes::default())?;
                    self.qualified(pointer, *qualifiers, place)?
                }
                Part::Array(array) => self.array(ty, array, place)?,
                Part::Function(parameters) => {
                    if matches!(self.tys.get(ty), Type::Array(..) | Type::Function(_)) {
                        let message = format!("a function cannot return `{}`", self.tys.show(ty));
                        return Err(self.fault(place, "C0112", message));
                    }
                    self.scoped(|this| this.function_type(ty, parameters))?
                }
            };
        }
        Ok(ty)
    }

    fn array(&mut self, of: Ty, part: &'u ArrayPart, place: Place) -> Done<Ty> {
        if matches!(self.tys.get(of), Type::Function(_) | Type::Void) {
            let message = format!("an array cannot hold `{}`", self.tys.show(of));
            return Err(self.fault(place, "C0112", message));
        }
        self.require_element(of, place)?;
        let length = match part.size {
            ArraySize::Open | ArraySize::Star => Length::Open,
            ArraySize::Expr(id) => self.length(id, of)?,
        };
        Ok(self.tys.array(of, length))
    }

    fn length(&mut self, id: crate::tree::ExprId, of: Ty) -> Done<Length> {
        let place = self.unit.expr(id).place;
        let value = self.value(id)?;
        if !self.tys.is_integer(value.ty) {
            let message = format!(
                "the length of an array has the type `{}`",
                self.tys.show(value.ty)
            );
            return Err(self.fault(place, "C0112", message));
        }
        match self.fold(&value.expr) {
            Some(count) if count < 0 => {
                let message = format!("the length of an array is negative: {count}");
                Err(self.fault(place, "C0112", message))
            }
            Some(count) => {
                let size = self.tys.types.size(self.tys.id(of)).unwrap_or(1);
                let bytes = u64::try_from(count).ok().and_then(|n| n.checked_mul(size));
                match bytes {
                    Some(bytes) if bytes <= i64::MAX as u64 => Ok(Length::Known(count as u64)),
                    _ => Err(self.fault(place, "C0112", "the array is too large")),
                }
            }
            None if self.body.active => {
                let size = self.tys.basic.size;
                let count = self.convert(value, size);
                Ok(Length::Variable(self.hidden(count.expr, size, place)))
            }
            // The parameters of a declaration without a body.
            None if !self.is_file_scope() => Ok(Length::Open),
            None => {
                let message = "the length of an array outside of functions is not constant";
                Err(self.fault(place, "C0109", message))
            }
        }
    }

    /// The type of a function whose parameters are declared in the innermost scope.
    fn function_type(&mut self, result: Ty, parameters: &'u Parameters) -> Done<Ty> {
        let mut list = Vec::new();
        // Lengths of parameters are only known in a definition, which has its own way.
        let body = std::mem::take(&mut self.body);
        let mut done = Ok(());
        for parameter in &parameters.list {
            match self.parameter_type(parameter) {
                Ok(ty) => {
                    list.push(ty);
                    if let Some(name) = &parameter.declarator.name {
                        let local = self.add_local(&name.name, ty, name.place);
                        self.bind(&name.name, Entity::Local(local), name.place.span);
                    }
                }
                Err(fault) => {
                    done = Err(fault);
                    break;
                }
            }
        }
        self.body = body;
        done?;
        let result = self.tys.bare(result);
        Ok(self
            .tys
            .function(result, &list, parameters.variadic, parameters.prototype))
    }

    pub fn parameter_type(&mut self, parameter: &'u Parameter) -> Done<Ty> {
        let base = self.base(&parameter.specifiers)?;
        let ty = self.derived_type(base, &parameter.declarator, true)?;
        if self.tys.is_void(ty) {
            return Err(self.fault(parameter.place, "C0112", "a parameter has the type `void`"));
        }
        Ok(self.decayed(ty))
    }

    /// Arrays and functions as the pointers that they become.
    pub fn decayed(&mut self, ty: Ty) -> Ty {
        match (self.tys.get(ty), self.tys.of(ty)) {
            (Type::Array(..), Some(of)) => self.tys.pointer(of),
            (Type::Function(_), _) => self.tys.pointer(ty),
            _ => ty,
        }
    }

    /// What an array holds has to be complete. Lengths that depend on parameters of a declaration are not known.
    fn require_element(&self, ty: Ty, place: Place) -> Done<()> {
        let open = matches!(self.tys.get(ty), Type::Array(_, Length::Open));
        if open && !self.body.active && !self.is_file_scope() {
            return Ok(());
        }
        self.require_complete(ty, place)
    }

    pub fn require_complete(&self, ty: Ty, place: Place) -> Done<()> {
        if self.tys.is_complete(ty) {
            return Ok(());
        }
        let message = format!("the type `{}` is incomplete here", self.tys.show(ty));
        Err(self.fault(place, "C0107", message))
    }
}
