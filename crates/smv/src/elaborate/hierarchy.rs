//! Instances of modules, and what is declared in them.

use std::sync::Arc;

use assay_language::closest;
use assay_source::{Diagnostic, Span};

use super::types::{constant_width, domain_of_literals};
use super::{
    DefineCell, DefineState, Domain, Elaborator, Entity, MAIN, Scope, ScopeId, Stop, Symbol, Var,
    VarIx, VariableCell,
};
use crate::tree::{
    Define, ExprId, ExprKind, Ident, LiteralKind, Module, Section, SectionKind, Type, TypeKind,
    Variable, VariableKind,
};
use crate::values::Value;

/// Instances may be this deep in one another.
const MAX_INSTANCES_DEEP: usize = 200;
/// A model has at most this many instances, and variables once its arrays are taken apart.
const MAX_INSTANCES: usize = 100_000;
const MAX_VARIABLES: usize = 1_000_000;

impl<'t> Elaborator<'t> {
    /// Makes the instances from the main module on and enters what they declare.
    pub(super) fn declare_all(&mut self) -> Result<(), Stop> {
        for (at, module) in self.tree.modules.iter().enumerate() {
            if let Some(other) = self.modules.insert(module.name.name.clone(), at) {
                let message = format!("the module `{}` is defined twice", module.name);
                let other = self.tree.modules[other].name.span;
                let error = Diagnostic::error("S0201", message).at(module.name.span);
                self.refuse(error.secondary(other, "the other definition"));
            }
        }
        let Some(&main) = self.modules.get(MAIN) else {
            let end = self.tree.modules.last().map(|m| m.name.span);
            let mut error = Diagnostic::error("S0202", "there is no module `main`")
                .help("SMV starts with the module that is named `main`");
            if let Some(span) = end {
                error = error.at(span);
            }
            return Err(self.refuse(error));
        };
        let module = &self.tree.modules[main];
        if let Some(first) = module.parameters.first() {
            let message = "the module `main` has parameters that nothing gives a value";
            return Err(self.error("S0203", first.span, message));
        }
        self.instantiate(main, String::new(), 0, &[], module.name.span, &mut vec![])?;
        self.declare_elsewhere();
        self.compare_literals();
        Ok(())
    }

    /// A definition `a` of the main module and a symbol `a` would be the same name.
    fn compare_literals(&mut self) {
        let mut clashes: Vec<(Span, String)> = Vec::new();
        for (name, symbol) in &self.scopes[0].symbols {
            if let Symbol::Define(at) = *symbol
                && self.literals.contains_key(name)
            {
                clashes.push((self.defines[at].span, name.to_string()));
            }
        }
        clashes.sort();
        for (span, name) in clashes {
            self.clash(&name, span);
        }
    }

    pub(super) fn clash(&mut self, name: &str, span: Span) -> Stop {
        let literal = self.literals[name];
        let message = format!("`{name}` is a value of an enumeration too");
        let error = Diagnostic::error("S0204", message).at(span);
        self.refuse(error.secondary(literal, "the value"))
    }

    fn instantiate(
        &mut self,
        module: usize,
        prefix: String,
        process: usize,
        arguments: &[(ExprId, ScopeId)],
        span: Span,
        path: &mut Vec<usize>,
    ) -> Result<ScopeId, Stop> {
        let definition = &self.tree.modules[module];
        if path.contains(&module) {
            let message = format!("the module `{}` contains itself", definition.name);
            return Err(self.error("S0205", span, message));
        }
        if path.len() >= MAX_INSTANCES_DEEP || self.scopes.len() >= MAX_INSTANCES {
            return Err(self.error("S0206", span, "there are too many instances"));
        }
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(Scope {
            prefix,
            module,
            process,
            symbols: Default::default(),
            dotted: false,
        });
        if arguments.len() != definition.parameters.len() {
            let message = format!(
                "the module `{}` takes {}, and {} given",
                definition.name,
                plural(definition.parameters.len(), "parameter"),
                if arguments.len() == 1 {
                    "1 is".into()
                } else {
                    format!("{} are", arguments.len())
                }
            );
            return Err(self.error("S0207", span, message));
        }
        for (parameter, (expr, scope)) in definition.parameters.iter().zip(arguments) {
            self.enter(id, parameter, Symbol::Parameter(*expr, *scope));
        }
        path.push(module);
        let declared = self.declare(id, definition, path);
        path.pop();
        declared.map(|()| id)
    }

    /// The sections of a module, with those that `ISA` brings in, in their order.
    pub(super) fn sections_of(&self, module: &'t Module) -> Vec<&'t Section> {
        let mut sections = Vec::new();
        for section in &module.sections {
            match &section.kind {
                SectionKind::Isa(name) => {
                    // What is wrong with it was said when the instance was made.
                    if let Some(&other) = self.modules.get(&name.name) {
                        sections.extend(self.sections_of(&self.tree.modules[other]));
                    }
                }
                _ => sections.push(section),
            }
        }
        sections
    }

    /// Whether every `ISA` of a module leads to a module, and not back.
    fn check_isa(&mut self, module: &'t Module, path: &mut Vec<Arc<str>>) -> Result<(), Stop> {
        path.push(module.name.name.clone());
        if let Some(&at) = self.modules.get(&module.name.name) {
            self.flat.modules.insert(at);
        }
        for section in &module.sections {
            let SectionKind::Isa(name) = &section.kind else {
                continue;
            };
            let other = self.module(name)?;
            if path.contains(&name.name) {
                let message = format!("the module `{name}` contains itself");
                return Err(self.error("S0205", name.span, message));
            }
            let other = &self.tree.modules[other];
            if let Some(parameter) = other.parameters.first() {
                let message = format!("`ISA {name}` gives the parameter `{parameter}` no value");
                return Err(self.error("S0207", name.span, message));
            }
            self.check_isa(other, path)?;
        }
        path.pop();
        Ok(())
    }

    fn module(&mut self, name: &Ident) -> Result<usize, Stop> {
        if let Some(&module) = self.modules.get(&name.name) {
            return Ok(module);
        }
        let names = self.tree.modules.iter().map(|m| &*m.name.name);
        let near = closest(&name.name, names).map(str::to_string);
        let error =
            Diagnostic::error("S0208", format!("there is no module `{name}`")).at(name.span);
        let types = ["boolean", "bool"].into_iter();
        Err(self.refuse(match near {
            Some(near) => error.help(format!("there is `{near}`")),
            None if closest(&name.name, types).is_some() => {
                error.help("the type is called `boolean`")
            }
            None => error,
        }))
    }

    fn declare(
        &mut self,
        id: ScopeId,
        module: &'t Module,
        path: &mut Vec<usize>,
    ) -> Result<(), Stop> {
        self.check_isa(module, &mut vec![])?;
        for section in self.sections_of(module) {
            match &section.kind {
                SectionKind::Variables(_, variables) => {
                    for variable in variables {
                        self.declare_variable(id, variable, path)?;
                    }
                }
                SectionKind::Defines(defines) => {
                    for define in defines {
                        if define.name.name.contains('.') {
                            self.elsewhere.push((id, define))
                        } else {
                            self.enter_define(id, id, &define.name, define)
                        }
                    }
                }
                SectionKind::Constants(names) => {
                    for name in names {
                        let literals = &mut self.literals;
                        literals.entry(name.name.clone()).or_insert(name.span);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn enter_define(&mut self, scope: ScopeId, home: ScopeId, name: &Ident, define: &Define) {
        let symbol = Symbol::Define(self.defines.len());
        self.enter(home, name, symbol);
        self.defines.push(DefineCell {
            scope,
            home,
            name: format!("{}{name}", self.scope(home).prefix),
            value: define.value,
            span: name.span,
            whole: define.span,
            state: DefineState::New,
        });
    }

    /// `above.token := t`, where `above` is an instance, defines a name there. Otherwise the whole is a name, as in flattened models.
    fn declare_elsewhere(&mut self) {
        for (scope, define) in std::mem::take(&mut self.elsewhere) {
            let name = define.name.name.clone();
            let mut parts: Vec<&str> = name.split('.').collect();
            let last = parts.pop().unwrap_or_default();
            match self.instance(scope, &parts) {
                Some(home) => {
                    let name = Ident {
                        name: last.into(),
                        span: define.name.span,
                    };
                    self.enter_define(scope, home, &name, define);
                }
                None => self.enter_define(scope, scope, &define.name, define),
            }
        }
    }

    /// The instance that these names lead to.
    fn instance(&mut self, scope: ScopeId, parts: &[&str]) -> Option<ScopeId> {
        let mut at = scope;
        for part in parts {
            at = match *self.scope(at).symbols.get(*part)? {
                Symbol::Instance(instance) => instance,
                Symbol::Parameter(expr, scope) => self.instance_of(scope, expr, 0)?,
                _ => return None,
            };
        }
        Some(at)
    }

    fn instance_of(&self, scope: ScopeId, expr: ExprId, depth: usize) -> Option<ScopeId> {
        if depth > MAX_INSTANCES_DEEP {
            return None;
        }
        let (from, name) = match &self.tree.exprs[expr].kind {
            ExprKind::Itself => return Some(scope),
            ExprKind::Name(name) => (scope, name),
            ExprKind::Field(base, field) => {
                (self.instance_of(scope, *base, depth + 1)?, &field.name)
            }
            _ => return None,
        };
        match *self.scope(from).symbols.get(name)? {
            Symbol::Instance(instance) => Some(instance),
            Symbol::Parameter(expr, scope) => self.instance_of(scope, expr, depth + 1),
            _ => None,
        }
    }

    fn declare_variable(
        &mut self,
        id: ScopeId,
        variable: &'t Variable,
        path: &mut Vec<usize>,
    ) -> Result<(), Stop> {
        let mut ty = &variable.ty;
        while let TypeKind::Array { element, .. } = &ty.kind {
            ty = element;
        }
        match &ty.kind {
            TypeKind::Instance {
                process,
                module,
                arguments,
            } => {
                if ty.span != variable.ty.span {
                    let message = "arrays of modules are not supported";
                    return Err(self.error("S0921", variable.ty.span, message));
                }
                let found = self.module(module)?;
                let name = format!("{}{}", self.scope(id).prefix, variable.name);
                let mut runs = self.scope(id).process;
                if *process {
                    runs = self.processes.len();
                    self.processes.push(name.clone());
                    self.has_processes = true;
                }
                let arguments: Vec<_> = arguments.iter().map(|a| (*a, id)).collect();
                let (prefix, span) = (format!("{name}."), variable.ty.span);
                let instance = self.instantiate(found, prefix, runs, &arguments, span, path)?;
                self.enter(id, &variable.name, Symbol::Instance(instance));
            }
            _ => {
                if let TypeKind::Enumeration(literals) = &ty.kind {
                    for literal in literals {
                        if let LiteralKind::Symbol(name) = &literal.kind {
                            let known = &mut self.literals;
                            known.entry(name.clone()).or_insert(literal.span);
                        }
                    }
                }
                if id.0 == 0 && self.literals.contains_key(&variable.name.name) {
                    self.clash(&variable.name.name, variable.name.span);
                }
                let symbol = Symbol::Variable(self.variables.len());
                self.enter(id, &variable.name, symbol);
                self.variables.push(VariableCell {
                    scope: id,
                    declared: variable,
                    entity: None,
                });
            }
        }
        Ok(())
    }

    fn enter(&mut self, id: ScopeId, name: &Ident, symbol: Symbol) {
        let scope = &mut self.scopes[id.0 as usize];
        scope.dotted |= name.name.contains(['.', '[']);
        if let Some(before) = scope.symbols.insert(name.name.clone(), symbol) {
            let what = match before {
                Symbol::Parameter(..) => "is a parameter already",
                _ => "is declared twice",
            };
            let message = format!("`{name}` {what}");
            self.error("S0209", name.span, message);
        }
    }

    /// Gives each variable its type. Arrays are taken apart.
    pub(super) fn resolve_variables(&mut self) {
        let kinds = self.variable_kinds();
        if self.has_processes {
            let values = self
                .processes
                .iter()
                .map(|p| Value::Symbol(p.as_str().into()));
            let span = self.tree.modules[self.scopes[0].module].name.span;
            self.flat.selector = Some(VarIx(0));
            self.flat.vars.push(Var {
                name: "_process_selector_".into(),
                kind: VariableKind::Input,
                domain: Domain::Literals(values.collect()),
                span,
            });
        }
        for (at, kind) in kinds.into_iter().enumerate() {
            let cell = &self.variables[at];
            let (scope, declared) = (cell.scope, cell.declared);
            let name = format!("{}{}", self.scope(scope).prefix, declared.name);
            let entity = self.variable(scope, kind, name, &declared.ty, declared.name.span);
            self.variables[at].entity = entity.ok();
        }
    }

    /// By the section that each variable is declared in.
    fn variable_kinds(&self) -> Vec<VariableKind> {
        let mut kinds: rustc_hash::FxHashMap<Span, VariableKind> = Default::default();
        for section in self.tree.modules.iter().flat_map(|m| &m.sections) {
            if let SectionKind::Variables(kind, variables) = &section.kind {
                kinds.extend(variables.iter().map(|v| (v.name.span, *kind)));
            }
        }
        let cells = self.variables.iter();
        cells.map(|c| kinds[&c.declared.name.span]).collect()
    }

    fn variable(
        &mut self,
        scope: ScopeId,
        kind: VariableKind,
        name: String,
        ty: &'t Type,
        span: Span,
    ) -> Result<Entity, Stop> {
        let domain = match &ty.kind {
            TypeKind::Array { low, high, element } => {
                let (low, high) = (self.constant(*low, scope)?, self.constant(*high, scope)?);
                let count = high.saturating_sub(low).saturating_add(1);
                if count < 1 {
                    let message = format!("`{name}` is an array without elements");
                    return Err(self.error("S0501", ty.span, message));
                }
                let room = MAX_VARIABLES.saturating_sub(self.flat.vars.len());
                if count as u64 > room as u64 {
                    return Err(self.error("S0922", ty.span, "the array is too large"));
                }
                let elements = (low..=high)
                    .map(|n| self.variable(scope, kind, format!("{name}[{n}]"), element, span));
                let elements = elements.collect::<Result<Vec<Entity>, Stop>>()?;
                return Ok(Entity::Array { low, elements });
            }
            TypeKind::Boolean => Domain::Bool,
            TypeKind::Range(low, high) => {
                let (from, to) = (self.constant(*low, scope)?, self.constant(*high, scope)?);
                if from > to {
                    let message = format!("the range {from}..{to} of `{name}` is empty");
                    return Err(self.error("S0501", ty.span, message));
                }
                Domain::Range(from, to)
            }
            TypeKind::Enumeration(literals) => match domain_of_literals(literals) {
                Ok(domain) => domain,
                Err((span, message)) => return Err(self.error("S0502", span, message)),
            },
            TypeKind::Word { signed, width } => {
                let bits = self.constant(*width, scope)?;
                match constant_width(bits) {
                    Some(width) => Domain::Word {
                        signed: *signed,
                        width,
                    },
                    None => {
                        let message = format!("a word cannot have {bits} bits");
                        return Err(self.error("S0503", self.span(*width), message));
                    }
                }
            }
            TypeKind::Instance { .. } => unreachable!("instances are declared as such"),
        };
        let var = VarIx(self.flat.vars.len() as u32);
        self.flat.vars.push(Var {
            name,
            kind,
            domain,
            span,
        });
        Ok(Entity::Value(self.var_node(var, span)))
    }
}

fn plural(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
