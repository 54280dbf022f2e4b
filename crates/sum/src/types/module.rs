//! Modules of Sum: parameters and imports, state, initialisation, operations and checks. Sections of ISO Z with their parents.

use std::collections::HashSet;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Entry, Meaning};
use super::code;
use super::instance::Instance;
use super::names::counted;
use crate::core::Expr;
use crate::syntax::{self, Ident, Name, ParagraphKind, Renaming};

/// Modules inside modules deeper than this are refused.
const DEEPEST_IMPORT: usize = 64;

impl Checker<'_> {
    /// Reads a module under a name, with sets for its parameters; without sets they are given sets.
    pub fn module(
        &mut self,
        module: usize,
        prefix: Option<Name>,
        arguments: Option<Vec<Expr>>,
    ) -> usize {
        let index = self.instances.len();
        self.instances.push(Instance {
            prefix,
            ..Instance::default()
        });
        let outer_frames = std::mem::take(&mut self.frames);
        let outer_here = std::mem::replace(&mut self.here, index);
        self.importing.push(module);
        let spec = self.spec;
        let of = &spec.modules[module];
        match arguments {
            Some(sets) => {
                for (ident, set) in of.parameters.iter().zip(sets) {
                    self.declare_global(&ident.name, Meaning::Value(set), ident.at.0);
                }
            }
            None => of.parameters.iter().for_each(|name| self.given(name)),
        }
        self.parents(module);
        for paragraph in &of.paragraphs {
            self.paragraph(paragraph);
        }
        self.importing.pop();
        self.here = outer_here;
        self.frames = outer_frames;
        index
    }

    /// What the parents of a section declare is declared in it.
    fn parents(&mut self, module: usize) {
        let spec = self.spec;
        for parent in &spec.modules[module].parents {
            let (name, span) = (&parent.name, parent.at.0);
            if is_toolkit_section(name.as_str()) {
                continue;
            }
            let named = |m: &syntax::Module| m.name.as_ref().is_some_and(|n| n.name == *name);
            let Some(index) = spec.modules.iter().position(named) else {
                let message = format!("there is no section `{name}`");
                self.error(code::NO_MODULE, span, message);
                continue;
            };
            if self.importing.contains(&index) {
                let message = format!("section `{name}` is an ancestor of itself");
                self.error(code::CYCLE, span, message);
                continue;
            }
            let instance = match self.sections.get(&index) {
                Some(instance) => *instance,
                None => {
                    let instance = self.module(index, None, None);
                    self.sections.insert(index, instance);
                    instance
                }
            };
            let mut names: Vec<(Name, Entry)> =
                self.instances[instance].names.clone().into_iter().collect();
            names.sort_by(|a, b| a.0.cmp(&b.0));
            for (name, entry) in names {
                self.inherit(name, entry, span);
            }
        }
    }

    fn inherit(&mut self, name: Name, entry: Entry, span: Span) {
        let here = self.here;
        match self.instances[here].names.get(&name) {
            Some(there) if there.span != entry.span => {
                let (first, second) = (there.span, entry.span);
                let message = format!("two parents declare `{name}`");
                self.report(
                    Diagnostic::error(code::REDECLARED, message)
                        .at(span)
                        .secondary(first, "here")
                        .secondary(second, "and here"),
                );
            }
            _ => drop(self.instances[here].names.insert(name, entry)),
        }
    }

    pub fn import(
        &mut self,
        module: &Ident,
        arguments: &[syntax::Expr],
        name: Option<&Ident>,
        renamings: &[Renaming],
        span: Span,
    ) {
        let name = name.unwrap_or(module);
        let mark = self.mark();
        let sets: Vec<Expr> = arguments
            .iter()
            .map(|set| self.set(set, "an argument of a module"))
            .collect();
        let sets = self.finish_exprs(mark, sets);
        let spec = self.spec;
        let named = |m: &syntax::Module| m.name.as_ref().is_some_and(|n| n.name == module.name);
        let Some(index) = spec.modules.iter().position(named) else {
            self.no_module(module);
            return self.declare_error(name);
        };
        let parameters = spec.modules[index].parameters.len();
        if self.importing.contains(&index) || self.importing.len() > DEEPEST_IMPORT {
            let message = format!("module `{}` imports itself", module.name);
            self.error(code::CYCLE, module.at.0, message);
            return self.declare_error(name);
        }
        if sets.len() != parameters {
            let message = format!(
                "`{}` has {}, and {} given",
                module.name,
                counted(parameters, "parameter"),
                sets.len()
            );
            let at = spec.modules[index].at.0;
            self.report(
                Diagnostic::error(code::MODULE_ARGUMENTS, message)
                    .at(span)
                    .secondary(at, "the module"),
            );
            return self.declare_error(name);
        }
        let prefix = self.full(&name.name);
        let instance = self.module(index, Some(prefix), Some(sets));
        self.rename_import(instance, renamings);
        self.declare_global(&name.name, Meaning::Instance(instance), name.at.0);
    }

    pub fn declare_error(&mut self, name: &Ident) {
        self.declare_global(&name.name, Meaning::Error, name.at.0);
    }

    fn no_module(&mut self, module: &Ident) {
        let names: Vec<String> = self
            .spec
            .modules
            .iter()
            .filter_map(|m| m.name.as_ref())
            .map(|n| format!("`{}`", n.name))
            .collect();
        let message = format!("there is no module `{}`", module.name);
        self.report(
            Diagnostic::error(code::NO_MODULE, message)
                .at(module.at.0)
                .help(format!("the file has {}", names.join(", "))),
        );
    }

    /// `import M {new/old}`
    fn rename_import(&mut self, instance: usize, renamings: &[Renaming]) {
        let prefix = self.instances[instance].prefix.clone();
        let prefix = prefix.expect("an import has a name");
        for Renaming { new, old } in renamings {
            let (old_name, new_name) = (&old.name, &new.name);
            let entry = self.instances[instance].names.remove(old_name);
            let variable = self.instances[instance].declares_variable(old_name, &self.program);
            if entry.is_none() && !variable {
                let message = format!("`{prefix}` has no `{old_name}` to rename");
                self.error(code::NOTHING_TO_RENAME, old.at.0, message);
            }
            if let Some(entry) = entry {
                if let Meaning::Operation(owner, index) = entry.meaning {
                    let full = new_name.within(prefix.as_str());
                    self.instances[owner].operations[index].name = full;
                }
                let names = &mut self.instances[instance].names;
                names.insert(new_name.clone(), entry);
            }
            if variable {
                let old_full = old_name.within(prefix.as_str());
                let new_full = new_name.within(prefix.as_str());
                for var in &mut self.program.vars {
                    if var.name == old_full {
                        var.name = new_full.clone();
                    } else if var.name == old_full.stroked("'") {
                        var.name = new_full.stroked("'");
                    }
                }
                let state = self.instances[instance].state.as_mut();
                for v in state.into_iter().flat_map(|s| &mut s.vars) {
                    if v.name == old_full {
                        v.name = new_full.clone();
                    }
                }
            }
        }
    }

    // State and initialisation.

    // Operations and checks.

    /// Two modules of one name, and what modules that were not chosen have wrong.
    pub fn modules_are_different(&mut self) {
        let mut seen: HashSet<&Name> = HashSet::new();
        let spec = self.spec;
        for name in spec.modules.iter().filter_map(|m| m.name.as_ref()) {
            if !seen.insert(&name.name) {
                let message = format!("there is a second module `{}`", name.name);
                self.error(code::MODULE_TWICE, name.at.0, message);
            }
        }
    }
}

fn is_toolkit_section(name: &str) -> bool {
    name == "prelude" || name.ends_with("_toolkit") || name.ends_with("toolkit")
}

/// The modules that others import.
pub(crate) fn imported(spec: &syntax::Specification) -> HashSet<&Name> {
    let paragraphs = spec.modules.iter().flat_map(|m| &m.paragraphs);
    let imports = paragraphs.filter_map(|p| match &p.kind {
        ParagraphKind::Import { module, .. } => Some(&module.name),
        _ => None,
    });
    let parents = spec.modules.iter().flat_map(|m| &m.parents);
    imports.chain(parents.map(|p| &p.name)).collect()
}
