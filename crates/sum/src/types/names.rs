//! What a name, or a name of an imported module, stands for where it is written.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Entry, Meaning, Stage};
use super::code;
use super::copy::instantiate;
use super::toolkit::{Tool, tool_named};
use crate::core::{Expr, ExprKind, Type};
use crate::syntax::{self, Name};

/// A resolved name.
pub(crate) struct Reference<'t> {
    pub name: Name,
    pub found: Found,
    /// Strokes behind the name of a schema: `S'`.
    pub strokes: String,
    pub generics: Option<&'t [syntax::Expr]>,
    pub span: Span,
}

#[derive(Clone)]
pub(crate) enum Found {
    Entry(Entry),
    Tool(&'static Tool),
}

impl Reference<'_> {
    pub fn meaning(&self) -> Option<&Meaning> {
        match &self.found {
            Found::Entry(entry) => Some(&entry.meaning),
            Found::Tool(_) => None,
        }
    }
}

impl Checker<'_> {
    /// The instance that a path of imports leads to.
    pub fn instance_of(&self, expr: &syntax::Expr) -> Option<usize> {
        let entry = match &*expr.kind {
            syntax::ExprKind::Name {
                name,
                generics: None,
            } => self.find(name)?,
            syntax::ExprKind::Select { base, name } => {
                let inner = self.instance_of(base)?;
                self.instances[inner].names.get(name)?.clone()
            }
            _ => return None,
        };
        match entry.meaning {
            Meaning::Instance(index) => Some(index),
            _ => None,
        }
    }

    /// None if the expression is no name. A name that is not declared is `Some(None)`.
    pub fn lookup<'t>(&self, expr: &'t syntax::Expr) -> Option<Option<Reference<'t>>> {
        let (name, generics, instance) = match &*expr.kind {
            syntax::ExprKind::Name { name, generics } => (name, generics.as_deref(), None),
            syntax::ExprKind::Select { base, name } => (name, None, Some(self.instance_of(base)?)),
            _ => return None,
        };
        let find = |name: &Name| match instance {
            Some(instance) => self.find_in(instance, name),
            None => self.find(name),
        };
        let reference = |found, strokes: &str| Reference {
            name: name.clone(),
            found,
            strokes: strokes.into(),
            generics,
            span: expr.at.0,
        };
        if let Some(entry) = find(name) {
            return Some(Some(reference(Found::Entry(entry), "")));
        }
        if instance.is_none()
            && let Some(tool) = tool_named(name.as_str())
        {
            return Some(Some(reference(Found::Tool(tool), "")));
        }
        let text = name.as_str();
        for (i, _) in text.char_indices().rev() {
            if i < name.base().len() {
                break;
            }
            if let Some(entry) = find(&Name::new(&text[..i]))
                && self.is_schema(&entry.meaning)
            {
                return Some(Some(reference(Found::Entry(entry), &text[i..])));
            }
        }
        Some(None)
    }

    /// The same with a diagnostic where the name is not declared.
    pub fn resolve<'t>(&mut self, expr: &'t syntax::Expr) -> Option<Option<Reference<'t>>> {
        let found = self.lookup(expr)?;
        if found.is_none() {
            match &*expr.kind {
                syntax::ExprKind::Select { base, name } => {
                    let instance = self.instance_of(base).expect("lookup found it");
                    self.undeclared_in(instance, name, expr.at.0);
                }
                syntax::ExprKind::Name { name, .. } => self.undeclared(name, expr.at.0),
                _ => {}
            }
        }
        Some(found)
    }

    fn find_in(&self, instance: usize, name: &Name) -> Option<Entry> {
        let of = &self.instances[instance];
        let full = match &of.prefix {
            Some(prefix) => name.within(prefix.as_str()),
            None => name.clone(),
        };
        let local = self.frames.iter().rev().find_map(|f| f.get(&full));
        local.or_else(|| of.names.get(name)).cloned()
    }

    /// Whether a name can stand for a schema.
    pub fn is_schema(&self, meaning: &Meaning) -> bool {
        let set_of_bindings = |ty: &Type| match self.unknowns.shallow(ty) {
            Type::Power(of) => matches!(
                self.unknowns.shallow(&of),
                Type::Binding(_) | Type::Unknown(_)
            ),
            Type::Unknown(_) => true,
            _ => false,
        };
        match meaning {
            Meaning::Schema(_) | Meaning::Operation(..) | Meaning::Error => true,
            Meaning::Variable(var) => set_of_bindings(self.var_type(*var)),
            Meaning::Value(value) => set_of_bindings(&value.ty),
            Meaning::Global(id) => set_of_bindings(&self.program.globals[id.0 as usize].ty),
            Meaning::Branch(..) | Meaning::Instance(_) => false,
        }
    }

    fn undeclared_in(&mut self, instance: usize, name: &Name, span: Span) {
        let of = &self.instances[instance];
        let prefix = of.prefix.clone().unwrap_or_else(|| Name::new(""));
        if of.declares_variable(name, &self.program) {
            let full = name.within(prefix.as_str());
            let diagnostic = match self.other_state(&full, span) {
                Some(diagnostic) => diagnostic,
                None => Diagnostic::error(
                    code::NOT_INCLUDED,
                    format!("the state of `{prefix}`, with `{full}`, is not included here"),
                )
                .at(span)
                .help(format!("write `{prefix}.state` among the declarations")),
            };
            return self.report(diagnostic);
        }
        let message = format!("`{prefix}` has no `{name}`");
        let near = of.names.keys().map(Name::as_str);
        let near = near
            .filter(|n| n.eq_ignore_ascii_case(name.as_str()) || n.starts_with(name.as_str()))
            .min()
            .map(|near| format!("did you mean `{prefix}.{near}`?"));
        let mut diagnostic = Diagnostic::error(code::UNDECLARED, message).at(span);
        if let Some(near) = near {
            diagnostic = diagnostic.help(near);
        }
        self.report(diagnostic);
    }

    /// What to say of a state variable that is not visible because the place is about the other state.
    pub fn other_state(&self, name: &Name, span: Span) -> Option<Diagnostic> {
        let visible = |name: &Name| self.find(name).is_some();
        let primed = name.unprimed();
        let (message, help) = match (self.stage, primed) {
            (Stage::State, Some(base)) if visible(&base) => (
                format!("`{name}` is of the next state, and this predicate is about one state"),
                format!("write `{base}`"),
            ),
            (Stage::Init, None) if visible(&name.stroked("'")) => (
                format!("`init` is about the primed variables, and there is no `{name}` before"),
                format!("write `{name}'`"),
            ),
            _ => return None,
        };
        Some(
            Diagnostic::error(code::OTHER_STATE, message)
                .at(span)
                .help(help),
        )
    }

    /// The value of a name.
    pub fn reference(&mut self, reference: &Reference) -> Expr {
        let span = reference.span;
        let entry = match &reference.found {
            Found::Tool(tool) => return self.tool_value(tool, reference.generics, span),
            Found::Entry(entry) => entry.clone(),
        };
        let value = match entry.meaning {
            Meaning::Variable(var) => self.var_expr(var, span),
            Meaning::Value(value) => Expr { span, ..value },
            Meaning::Global(id) => return self.global(id, reference),
            Meaning::Branch(free, branch) => {
                let of = &self.program.frees[free.0 as usize].branches[branch as usize];
                let of = of.argument.as_ref().map(|set| set.ty.clone());
                let argument = of.map(|ty| match self.unknowns.shallow(&ty) {
                    Type::Power(of) => (*of).clone(),
                    _ => self.unknowns.fresh(),
                });
                let ty = match argument {
                    Some(argument) => Type::relation(argument, Type::Free(free)),
                    None => Type::Free(free),
                };
                Expr::new(ExprKind::Branch { free, branch }, ty, span)
            }
            Meaning::Instance(_) => {
                let name = &reference.name;
                let message = format!("`{name}` is a module, not a value");
                self.error(code::MODULE_AS_VALUE, span, message);
                self.poison(span)
            }
            Meaning::Error => self.poison(span),
            Meaning::Schema(_) | Meaning::Operation(..) => {
                unreachable!("schemas have their own way")
            }
        };
        self.refuse_generics(reference);
        value
    }

    fn refuse_generics(&mut self, reference: &Reference) {
        if let Some(generics) = reference.generics {
            for set in generics {
                self.set(set, "a generic parameter");
            }
            let message = format!("`{}` has no generic parameters", reference.name);
            self.error(code::NOT_GENERIC, reference.span, message);
        }
    }

    fn global(&mut self, id: crate::core::GlobalId, reference: &Reference) -> Expr {
        let global = &self.program.globals[id.0 as usize];
        let (parameters, ty) = (global.parameters as usize, global.ty.clone());
        if parameters == 0 {
            self.refuse_generics(reference);
        }
        let generics = self.actuals(parameters, reference);
        let ty = instantiate(&ty, &generics, &mut Default::default());
        Expr::new(ExprKind::Global { id, generics }, ty, reference.span)
    }

    /// Sets for generic parameters: the ones that are written, or such as are to be inferred.
    pub fn actuals(&mut self, parameters: usize, reference: &Reference) -> Vec<Expr> {
        let span = reference.span;
        let mut actuals = Vec::new();
        match reference.generics {
            Some(written) if parameters > 0 => {
                if written.len() != parameters {
                    let message = format!(
                        "`{}` has {}, and {} given",
                        reference.name,
                        counted(parameters, "generic parameter"),
                        match written.len() {
                            1 => "1 is".into(),
                            n => format!("{n} are"),
                        }
                    );
                    self.error(code::GENERIC_COUNT, span, message);
                }
                for set in written.iter().take(parameters) {
                    actuals.push(self.set(set, "a generic parameter"));
                }
                while actuals.len() < parameters {
                    let ty = self.unknowns.fresh();
                    actuals.push(Self::carrier(ty, span));
                }
            }
            _ => {
                for _ in 0..parameters {
                    let ty = self.unknowns.fresh();
                    self.implicit(&ty, reference.name.to_string(), span);
                    actuals.push(Self::carrier(ty, span));
                }
            }
        }
        actuals
    }
}

pub(crate) fn counted(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
