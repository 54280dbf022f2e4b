//! Function definitions.

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::scope::Entity;
use super::switch::Switch;
use super::ty::Ty;
use super::{Done, Elaborator, UNSUPPORTED};
use crate::program::{FunctionId, GlobalId, LabelId, Local, Stmt, StmtKind};
use crate::syntax::tree::{self, Ident, Storage};

/// The code of the fault that ends the elaboration of a body with inline assembler.
pub(super) const ASSEMBLER: &str = "C0116";

/// Whether a fault makes a function of a system header one without a body. The user cannot change such a header.
pub(super) fn gives_up(fault: &Diagnostic) -> bool {
    fault.code == ASSEMBLER || fault.code == UNSUPPORTED
}

/// A user label.
pub(super) struct Label<'u> {
    pub id: LabelId,
    /// Where it stands, once that is known.
    pub span: Option<Span>,
    /// The first jump to it.
    pub used: Option<&'u Ident>,
}

/// The function that is under way. Outside of functions it is not active.
#[derive(Default)]
pub(super) struct Body<'u> {
    pub active: bool,
    /// Whether it stands in a system header.
    pub is_system: bool,
    pub name: String,
    pub result: Option<Ty>,
    pub locals: Vec<Local>,
    pub tys: Vec<Ty>,
    pub labels: FxHashMap<&'u str, Label<'u>>,
    pub label_count: u32,
    /// How many loops have ended.
    pub loops: u32,
    pub switches: Vec<Switch>,
    /// How many loops there are around the current statement, and how many statements that `break` ends.
    pub in_loops: u32,
    pub in_breakable: u32,
    /// Declarations of hidden locals that belong before the current statement.
    pub pending: Vec<Stmt>,
    /// The object behind `__func__`.
    pub func: Option<GlobalId>,
}

impl<'u> Elaborator<'u> {
    pub fn function_item(&mut self, function: &'u tree::Function) -> Done<()> {
        let Some(name) = &function.declarator.name else {
            return Ok(());
        };
        let known = self.scopes[0].names.contains_key(&*name.name);
        if self.is_system(name.place) && !known {
            self.bind(&name.name, Entity::Defined(function), name.place.span);
            return Ok(());
        }
        let id = self.function_head(function, name)?;
        self.function_body(id, function)
    }

    /// A function of a system header is used: its body waits for the end of the unit.
    pub fn late_function(&mut self, function: &'u tree::Function) -> Done<()> {
        let Some(name) = &function.declarator.name else {
            return Ok(());
        };
        let id = self.function_head(function, name)?;
        self.waiting.push((id, function));
        Ok(())
    }

    fn function_head(&mut self, function: &'u tree::Function, name: &'u Ident) -> Done<FunctionId> {
        let done = self.head(function, name);
        if done.is_err() {
            self.bind(&name.name, Entity::Faulty, name.place.span);
        }
        done
    }

    fn head(&mut self, function: &'u tree::Function, name: &'u Ident) -> Done<FunctionId> {
        let base = self.base(&function.specifiers)?;
        let ty = self.declared_type(base, &function.declarator)?;
        let is_static = function.specifiers.storage == Some(Storage::Static);
        let id = self.declare_function(name, ty, is_static)?;
        self.note_automatic(id, &function.specifiers.attributes)?;
        self.note_automatic(id, &function.attributes)?;
        self.bind(&name.name, Entity::Function(id), name.place.span);
        Ok(id)
    }

    pub fn function_body(&mut self, id: FunctionId, function: &'u tree::Function) -> Done<()> {
        let Some(name) = &function.declarator.name else {
            return Ok(());
        };
        let inline = function.specifiers.inline;
        let signature = &self.signatures[id.0 as usize];
        if signature.defined {
            if inline {
                return Ok(());
            }
            if !signature.inline {
                let before = self.functions[id.0 as usize].span;
                let message = format!("the function `{}` is defined a second time", name.name);
                let fault = self.fault(name.place, "C0102", message);
                return Err(Box::new(fault.secondary(before, "it is defined here")));
            }
        }
        self.signatures[id.0 as usize].defined = true;
        self.signatures[id.0 as usize].inline = inline;
        self.functions[id.0 as usize].span = name.place.span;
        let saved = std::mem::take(&mut self.body);
        self.body.active = true;
        self.body.is_system = self.is_system(name.place);
        self.body.name = self.functions[id.0 as usize].name.clone();
        let done = self.scoped(|this| this.define_function(id, function));
        let body = std::mem::replace(&mut self.body, saved);
        match done {
            Ok((parameters, statement)) => {
                let function = &mut self.functions[id.0 as usize];
                function.parameters = parameters;
                function.locals = body.locals;
                function.labels = body.label_count;
                function.body = Some(statement);
                Ok(())
            }
            // A function of a header with assembler is one that nobody has the text of.
            Err(fault) if gives_up(&fault) && self.is_system(name.place) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    fn define_function(
        &mut self,
        id: FunctionId,
        function: &'u tree::Function,
    ) -> Done<(usize, Stmt)> {
        let result = self.tys.of(self.signatures[id.0 as usize].ty);
        let result = result.ok_or_else(|| self.reported())?;
        if !self.tys.is_void(result) {
            self.require_complete(result, function.declarator.place)?;
        }
        self.body.result = Some(result);
        let list = function
            .declarator
            .function()
            .map(|parameters| &parameters.list);
        let list = list.into_iter().flatten();
        let mut parameters = 0;
        // All parameters get their numbers before lengths of arrays make hidden locals.
        for parameter in list.clone() {
            let name = parameter.declarator.name.as_ref();
            let place = name.map_or(parameter.place, |name| name.place);
            let text = name.map_or("", |name| &name.name);
            self.add_local(text, self.tys.basic.int, place);
            parameters += 1;
        }
        for (number, parameter) in list.enumerate() {
            let ty = self.parameter_type(parameter)?;
            self.require_complete(ty, parameter.place)?;
            self.body.tys[number] = ty;
            self.body.locals[number].ty = self.tys.id(ty);
            if let Some(name) = &parameter.declarator.name {
                self.declare_once(name)?;
                let local = crate::program::LocalId(number as u32);
                self.bind(&name.name, Entity::Local(local), name.place.span);
            }
        }
        let mut items = std::mem::take(&mut self.body.pending);
        let body = self.unit.stmt(function.body);
        if let tree::StmtKind::Block(list) = &body.kind {
            self.block_items(list, &mut items)?;
        }
        self.check_labels()?;
        let statement = Stmt {
            kind: StmtKind::Block(items),
            span: body.place.span,
            site: self.site(body.place.first),
        };
        Ok((parameters, statement))
    }

    fn check_labels(&mut self) -> Done<()> {
        let missing = (self.body.labels.iter())
            .filter(|(_, label)| label.span.is_none())
            .filter_map(|(_, label)| label.used);
        let Some(first) = missing.min_by_key(|name| name.place.first) else {
            return Ok(());
        };
        let message = format!("there is no label `{}` in this function", first.name);
        let fault = self.fault(first.place, "C0110", message);
        let known = self
            .body
            .labels
            .iter()
            .filter(|(_, label)| label.span.is_some());
        let near = super::scope::nearest(&first.name, known.map(|(name, _)| *name));
        Err(Box::new(match near {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => *fault,
        }))
    }
}
