//! Objects and functions of the whole program, and how units refer to each other's.

use assay_source::{Diagnostic, Span};

use super::scope::Entity;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{Function, FunctionId, Global, GlobalId, Length, Type};
use crate::syntax::tree::Ident;

/// What a name with external linkage stands for.
#[derive(Clone, Copy)]
pub(super) enum Linked {
    Function(FunctionId),
    Global(GlobalId),
}

/// What is known of a function besides what the program says.
pub(super) struct Signature {
    pub ty: Ty,
    /// It was called without a declaration.
    pub implicit: bool,
    /// Its definition is inline, so that another unit may have one too.
    pub inline: bool,
    pub defined: bool,
}

impl<'u> Elaborator<'u> {
    /// A name that the program does not have yet.
    pub fn unique(&mut self, name: &str) -> String {
        match self.taken.get_mut(name) {
            None => {
                self.taken.insert(name.to_owned(), 0);
                name.to_owned()
            }
            Some(count) => {
                *count += 1;
                let name = format!("{name}$link{count}");
                self.taken.insert(name.clone(), 0);
                name
            }
        }
    }

    fn linked_name(&mut self, name: &str, is_static: bool) -> String {
        if is_static {
            self.unique(name)
        } else {
            self.external_name(name)
        }
    }

    /// The name of something external, which stays as it is written. A static that has it already gets another one.
    fn external_name(&mut self, name: &str) -> String {
        if self.taken.contains_key(name) {
            let other = self.unique(name);
            let function = self.functions.iter_mut().find(|f| f.name == name);
            let global = self.globals.iter_mut().find(|g| g.name == name);
            match (function, global) {
                (Some(function), _) => function.name = other,
                (None, Some(global)) => global.name = other,
                (None, None) => {}
            }
        } else {
            self.taken.insert(name.to_owned(), 0);
        }
        name.to_owned()
    }

    /// What the name stands for outside of functions, if this unit or, for external names, another one declares it.
    fn known(&mut self, name: &'u str, is_static: bool) -> Option<Linked> {
        let outer = self.scopes.split_off(1);
        let named = self.in_this_scope(name);
        self.scopes.extend(outer);
        match named.map(|named| named.entity) {
            Some(Entity::Function(id)) => Some(Linked::Function(id)),
            Some(Entity::Global(id)) => Some(Linked::Global(id)),
            _ if is_static => None,
            _ => self.linked.get(name).copied(),
        }
    }

    fn conflict(&self, name: &Ident, one: Ty, other: Ty, before: Span) -> Box<Diagnostic> {
        let message = format!(
            "`{}` is declared as `{}`, but was declared as `{}` before",
            name.name,
            self.tys.show(one),
            self.tys.show(other)
        );
        let fault = self.fault(name.place, "C0102", message);
        Box::new(fault.secondary(before, "it was declared here"))
    }

    pub fn declare_function(
        &mut self,
        name: &'u Ident,
        ty: Ty,
        is_static: bool,
    ) -> Done<FunctionId> {
        let ty = if super::builtin::condition(&name.name) {
            self.condition_type()
        } else {
            ty
        };
        match self.known(&name.name, is_static) {
            Some(Linked::Function(id)) => {
                self.agree(id, name, ty)?;
                Ok(id)
            }
            Some(Linked::Global(id)) => {
                let (before, span) = (
                    self.global_tys[id.0 as usize],
                    self.globals[id.0 as usize].span,
                );
                Err(self.conflict(name, ty, before, span))
            }
            None => {
                let linked = self.linked_name(&name.name, is_static);
                let id = self.new_function(linked, ty, name.place.span);
                if !is_static {
                    self.linked.insert(&name.name, Linked::Function(id));
                }
                Ok(id)
            }
        }
    }

    /// Checks a declaration of a function against an earlier one, and keeps what both say.
    fn agree(&mut self, id: FunctionId, name: &'u Ident, ty: Ty) -> Done<()> {
        let signature = &self.signatures[id.0 as usize];
        let (before, implicit) = (signature.ty, signature.implicit);
        let span = self.functions[id.0 as usize].span;
        let all = if self.tys.compatible(self.tys.id(before), self.tys.id(ty)) {
            self.tys.composite(before, ty)
        } else if implicit {
            let message = format!(
                "`{}` was called before it was declared as `{}`",
                name.name,
                self.tys.show(ty)
            );
            self.warn(name.place, "C0150", message);
            ty
        } else {
            return Err(self.conflict(name, ty, before, span));
        };
        self.set_type(id, all);
        self.signatures[id.0 as usize].implicit = false;
        Ok(())
    }

    pub fn set_type(&mut self, id: FunctionId, ty: Ty) {
        self.signatures[id.0 as usize].ty = ty;
        if let Some(function) = self.tys.as_function(ty) {
            self.functions[id.0 as usize].ty = function.clone();
        }
    }

    pub fn new_function(&mut self, name: String, ty: Ty, span: Span) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        let function = self.tys.as_function(ty).cloned();
        let function = function.unwrap_or_else(|| crate::program::FunctionType {
            result: self.tys.id(ty),
            parameters: vec![],
            variadic: false,
            prototype: false,
        });
        self.functions.push(Function {
            name,
            ty: function,
            locals: vec![],
            parameters: 0,
            body: None,
            labels: 0,
            library: false,
            span,
        });
        self.signatures.push(Signature {
            ty,
            implicit: false,
            inline: false,
            defined: false,
        });
        id
    }

    pub fn new_global(&mut self, global: Global, ty: Ty) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(global);
        self.global_tys.push(ty);
        id
    }

    /// An object outside of functions, or one that is declared `extern`.
    pub fn declare_global(
        &mut self,
        name: &'u Ident,
        ty: Ty,
        is_static: bool,
        defined: bool,
    ) -> Done<GlobalId> {
        let id = match self.known(&name.name, is_static) {
            Some(Linked::Global(id)) => {
                let before = self.global_tys[id.0 as usize];
                if !self.tys.compatible(self.tys.id(before), self.tys.id(ty)) {
                    let span = self.globals[id.0 as usize].span;
                    return Err(self.conflict(name, ty, before, span));
                }
                let all = self.tys.composite(before, ty);
                self.set_global_type(id, all);
                id
            }
            Some(Linked::Function(id)) => {
                let before = self.signatures[id.0 as usize].ty;
                let span = self.functions[id.0 as usize].span;
                return Err(self.conflict(name, ty, before, span));
            }
            None => {
                let linked = self.linked_name(&name.name, is_static);
                let global = self.global_named(linked, name, ty);
                let id = self.new_global(global, ty);
                if !is_static {
                    self.linked.insert(&name.name, Linked::Global(id));
                }
                id
            }
        };
        let site = self.site(name.place.first);
        let global = &mut self.globals[id.0 as usize];
        if defined && !global.defined {
            global.defined = true;
            global.span = name.place.span;
            global.site = site;
        }
        Ok(id)
    }

    /// An object with static storage that has no value yet.
    pub fn global_named(&mut self, linked: String, name: &Ident, ty: Ty) -> Global {
        Global {
            name: linked,
            ty: self.tys.id(ty),
            init: None,
            defined: false,
            is_const: self.tys.is_const(ty),
            literal: false,
            span: name.place.span,
            site: self.site(name.place.first),
        }
    }

    pub fn set_global_type(&mut self, id: GlobalId, ty: Ty) {
        self.global_tys[id.0 as usize] = ty;
        self.globals[id.0 as usize].ty = self.tys.id(ty);
    }

    /// `int a[];` that no later declaration gives a length has one element.
    pub fn finish_unit(&mut self) {
        for number in 0..self.globals.len() {
            let ty = self.global_tys[number];
            let open = matches!(self.tys.get(ty), Type::Array(_, Length::Open));
            if let (true, true, Some(of)) = (open, self.globals[number].defined, self.tys.of(ty)) {
                let one = self.tys.array(of, Length::Known(1));
                self.set_global_type(GlobalId(number as u32), one);
            }
        }
    }
}
