//! Declarations, outside of functions and in them.

use super::scope::Entity;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{GlobalId, Local, LocalId, Stmt, StmtKind, Type};
use crate::syntax::tree::{
    Base, Declaration, Declared, Ident, Initializer, Member, Place, Specifiers, Storage,
};

impl<'u> Elaborator<'u> {
    pub fn file_declaration(&mut self, declaration: &'u Declaration) -> Done<()> {
        if self.is_system(declaration.place) && !self.defines_names(&declaration.specifiers) {
            let plain =
                (declaration.declared.iter()).all(|declared| declared.initializer.is_none());
            if plain && self.postpone(declaration) {
                return Ok(());
            }
        }
        self.declaration(declaration, &mut vec![])
    }

    /// Whether specifiers declare a tag or enumeration constants, also inside of a record.
    fn defines_names(&self, specifiers: &Specifiers) -> bool {
        match &specifiers.base {
            Base::Enum(of) => of.values.is_some(),
            Base::Record(record) => match (&record.tag, &record.members) {
                (Some(tag), None) => self.find_tag(&tag.name).is_none(),
                (Some(_), Some(_)) => true,
                (None, members) => members.iter().flatten().any(|member| match member {
                    Member::Fields(fields) => self.defines_names(&fields.specifiers),
                    Member::StaticAssert(_) => false,
                }),
            },
            _ => false,
        }
    }

    /// Keeps the names of a declaration until they are used. False if one is known already, so that types have to be compared.
    fn postpone(&mut self, declaration: &'u Declaration) -> bool {
        let scope = &self.scopes[0].names;
        let names = || {
            declaration
                .declared
                .iter()
                .filter_map(|d| d.declarator.name.as_ref())
        };
        let used = |name: &Ident| match scope.get(&*name.name).map(|named| named.entity) {
            None | Some(Entity::Declared(..)) => false,
            Some(_) => true,
        };
        if names().any(used) {
            return false;
        }
        for (which, name) in names().enumerate() {
            if !self.scopes[0].names.contains_key(&*name.name) {
                let entity = Entity::Declared(declaration, which);
                self.bind(&name.name, entity, name.place.span);
            }
        }
        true
    }

    /// Elaborates one name of a declaration that was kept.
    pub fn late_declaration(&mut self, declaration: &'u Declaration, which: usize) -> Done<()> {
        let base = self.base(&declaration.specifiers)?;
        match declaration.declared.get(which) {
            Some(declared) => self.declared(declaration, declared, base, &mut vec![]),
            None => Ok(()),
        }
    }

    /// Elaborates a declaration; what happens at run time is added to the statements.
    pub fn declaration(&mut self, declaration: &'u Declaration, out: &mut Vec<Stmt>) -> Done<()> {
        let specifiers = &declaration.specifiers;
        let base = match specifiers.base {
            Base::AutoType => self.auto_type(declaration),
            _ => self.tag_or_base(declaration),
        };
        let mut first = Ok(());
        for declared in &declaration.declared {
            let done = match &base {
                Ok(base) => self.declared(declaration, declared, *base, out),
                Err(_) => Err(self.reported()),
            };
            if done.is_err()
                && let Some(name) = &declared.declarator.name
            {
                self.bind(&name.name, Entity::Faulty, name.place.span);
            }
            match first {
                Ok(()) => first = done,
                Err(_) => self.note(done),
            }
        }
        base?;
        first
    }

    /// `struct s;` declares a tag of this scope even if an outer one has it.
    fn tag_or_base(&mut self, declaration: &'u Declaration) -> Done<Ty> {
        if let (Base::Record(record), []) = (
            &declaration.specifiers.base,
            declaration.declared.as_slice(),
        ) && let (Some(tag), None) = (&record.tag, &record.members)
            && self.tag_in_this_scope(&tag.name).is_none()
        {
            let id = self.new_tag(record);
            return Ok(self.tys.record(id));
        }
        self.base(&declaration.specifiers)
    }

    /// `__auto_type x = value;` takes the type of the value.
    fn auto_type(&mut self, declaration: &'u Declaration) -> Done<Ty> {
        match declaration.declared.as_slice() {
            [only] => match only.initializer {
                Some(Initializer::Expr(id)) => {
                    let ty = self.type_of_value(id)?;
                    let qualifiers = declaration.specifiers.qualifiers;
                    self.qualified(ty, qualifiers, declaration.place)
                }
                _ => Err(self.unsupported(declaration.place, "`__auto_type` without a value")),
            },
            _ => Err(self.unsupported(declaration.place, "`__auto_type` with several names")),
        }
    }

    fn declared(
        &mut self,
        declaration: &'u Declaration,
        declared: &'u Declared,
        base: Ty,
        out: &mut Vec<Stmt>,
    ) -> Done<()> {
        let specifiers = &declaration.specifiers;
        let Some(name) = &declared.declarator.name else {
            return Ok(());
        };
        let ty = self.declared_type(base, &declared.declarator)?;
        let mut wishes = self.specifier_wishes(specifiers)?;
        self.wishes(&declared.attributes, &mut wishes)?;
        let ty = self.adjusted(ty, wishes);
        out.append(&mut self.body.pending);
        if specifiers.storage == Some(Storage::Typedef) {
            return self.new_typedef(name, ty);
        }
        let is_static = specifiers.storage == Some(Storage::Static);
        if matches!(self.tys.get(ty), Type::Function(_)) {
            if declared.initializer.is_some() {
                let message = format!("the function `{}` has a value", name.name);
                return Err(self.fault(declared.place, "C0113", message));
            }
            let id = self.declare_function(name, ty, is_static)?;
            self.note_automatic(id, &specifiers.attributes)?;
            self.note_automatic(id, &declared.attributes)?;
            self.bind(&name.name, Entity::Function(id), name.place.span);
            return Ok(());
        }
        if self.tys.is_void(ty) {
            let message = format!("`{}` has the type `void`", name.name);
            return Err(self.fault(name.place, "C0112", message));
        }
        let is_extern = specifiers.storage == Some(Storage::Extern);
        if (is_extern || is_static) && self.tys.mentions_variable(ty) {
            let what = "a variable length in the type of an object with static storage";
            return Err(self.unsupported(name.place, what));
        }
        match &declared.initializer {
            _ if !self.is_file_scope() && !is_extern && !is_static => {
                self.local(name, ty, declared, out)
            }
            _ if !self.is_file_scope() && is_static => self.static_local(name, ty, declared),
            init => {
                let defined = init.is_some() || !is_extern;
                let id = self.declare_global(name, ty, is_static, defined)?;
                self.bind(&name.name, Entity::Global(id), name.place.span);
                self.global_value(id, name, declared)
            }
        }
    }

    fn global_value(&mut self, id: GlobalId, name: &Ident, declared: &'u Declared) -> Done<()> {
        let Some(init) = &declared.initializer else {
            return Ok(());
        };
        if self.globals[id.0 as usize].init.is_some() {
            let before = self.globals[id.0 as usize].span;
            let message = format!("`{}` is given a value a second time", name.name);
            let fault = self.fault(name.place, "C0102", message);
            return Err(Box::new(fault.secondary(before, "it is defined here")));
        }
        let ty = self.global_tys[id.0 as usize];
        let (init, ty) = self.initializer(ty, init, true, declared.place)?;
        self.set_global_type(id, ty);
        if let Some(larger) = self.with_flexible(ty, &init) {
            self.globals[id.0 as usize].ty = larger;
        }
        self.globals[id.0 as usize].init = Some(init);
        Ok(())
    }

    fn static_local(&mut self, name: &'u Ident, ty: Ty, declared: &'u Declared) -> Done<()> {
        self.declare_once(name)?;
        let linked = format!("{}::{}", self.body.name, name.name);
        let linked = self.unique(&linked);
        let mut global = self.global_named(linked, name, ty);
        global.defined = true;
        let id = self.new_global(global, ty);
        self.bind(&name.name, Entity::Global(id), name.place.span);
        self.global_value(id, name, declared)?;
        self.require_complete(self.global_tys[id.0 as usize], name.place)
    }

    fn local(
        &mut self,
        name: &'u Ident,
        ty: Ty,
        declared: &'u Declared,
        out: &mut Vec<Stmt>,
    ) -> Done<()> {
        self.declare_once(name)?;
        let id = self.add_local(&name.name, ty, name.place);
        self.bind(&name.name, Entity::Local(id), name.place.span);
        let mut init = None;
        if let Some(value) = &declared.initializer {
            if self.tys.is_variable(ty) {
                let message = format!("`{}` has a variable length and a value", name.name);
                return Err(self.fault(name.place, "C0113", message));
            }
            let (value, ty) = self.initializer(ty, value, false, declared.place)?;
            self.body.tys[id.0 as usize] = ty;
            self.body.locals[id.0 as usize].ty = self.tys.id(ty);
            init = Some(value);
        }
        self.require_complete(self.body.tys[id.0 as usize], name.place)?;
        out.append(&mut self.body.pending);
        out.push(Stmt {
            kind: StmtKind::Declare { local: id, init },
            span: declared.place.span,
            site: self.site(declared.place.first),
        });
        Ok(())
    }

    pub fn add_local(&mut self, name: &str, ty: Ty, place: Place) -> LocalId {
        let id = LocalId(self.body.locals.len() as u32);
        self.body.locals.push(Local {
            name: name.to_owned(),
            ty: self.tys.id(ty),
            hidden: false,
            addressed: false,
            span: place.span,
            site: self.site(place.first),
        });
        self.body.tys.push(ty);
        id
    }

    /// A local that the user did not write. Before the statement that is under way it is given a value.
    pub fn hidden(&mut self, value: crate::program::Expr, ty: Ty, place: Place) -> LocalId {
        let id = self.add_local("", ty, place);
        self.body.locals[id.0 as usize].hidden = true;
        let (span, site) = (place.span, self.site(place.first));
        let init = Some(crate::program::Init::Value(value));
        let kind = StmtKind::Declare { local: id, init };
        self.body.pending.push(Stmt { kind, span, site });
        id
    }

    fn new_typedef(&mut self, name: &'u Ident, ty: Ty) -> Done<()> {
        if let Some(before) = self.in_this_scope(&name.name) {
            let same = match before.entity {
                Entity::Typedef(other) => self.tys.compatible(self.tys.id(other), self.tys.id(ty)),
                _ => false,
            };
            if !same {
                return Err(self.twice(name, before.span));
            }
        }
        self.bind(&name.name, Entity::Typedef(ty), name.place.span);
        Ok(())
    }

    /// A name that a scope may have only once.
    pub fn declare_once(&mut self, name: &'u Ident) -> Done<()> {
        match self.in_this_scope(&name.name) {
            Some(before) => Err(self.twice(name, before.span)),
            None => Ok(()),
        }
    }

    fn twice(&self, name: &Ident, before: assay_source::Span) -> Box<assay_source::Diagnostic> {
        let message = format!("`{}` is declared a second time in its scope", name.name);
        let fault = self.fault(name.place, "C0102", message);
        Box::new(fault.secondary(before, "it is declared here"))
    }
}
