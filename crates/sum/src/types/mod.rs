//! Names, types, and the way from a tree to a program.
//!
//! Types are those of Z (Spivey, The Z Notation, 2nd edition, chapter 2): sets of which every value has one largest. They are
//! inferred paragraph by paragraph; what a paragraph leaves open is an error. Schemas are expanded where they stand.
//!
//! | file | decides |
//! |---|---|
//! | `module`, `instance` | modules of Sum, imports, sections |
//! | `state`, `operation` | the paragraphs that make a machine of a module |
//! | `paragraph`, `text` | declarations |
//! | `checker`, `names`, `hint` | names, and names that are not there |
//! | `expr`, `part`, `apply`, `tool` | expressions, functions, the tool-kit |
//! | `pred`, `relation`, `reference` | predicates, relations, schemas as predicates |
//! | `schema`, `schematic`, `calculus`, `copy` | schemas |
//! | `unknown`, `toolkit`, `show` | types |
//! | `finish` | what was inferred |
//! | `find` | the machine of a file of Z |
//! | `query` | questions about a program |

mod apply;
mod calculus;
mod checker;
pub mod code;
mod copy;
mod expr;
mod find;
mod finish;
mod hint;
mod instance;
mod module;
mod names;
mod operation;
mod paragraph;
mod part;
mod pred;
mod query;
mod reference;
mod relation;
mod schema;
mod schematic;
mod show;
mod state;
mod text;
mod tool;
mod toolkit;
mod unknown;

pub use find::Found;
pub use query::{Call, Names, Question, View};
pub(crate) use unknown::Unknowns;

use assay_source::{Diagnostic, Span};

use self::checker::Checker;
use crate::core::{Init, Machine, Program};
use crate::stack::with_deep_stack;
use crate::syntax::{Name, Notation, ParagraphKind, Specification};

/// What a user says of a specification beside its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The module, or the section of ISO Z.
    pub module: Option<String>,
    /// In Z: the schema that is the state.
    pub state: Option<String>,
    /// In Z: the schema that says how it begins.
    pub init: Option<String>,
    /// In Z: the operations; all that are found where it is empty.
    pub operations: Vec<String>,
}

/// A specification with its names resolved and its types known.
pub struct Elaboration {
    /// Complete only if no diagnostic is an error.
    pub program: Program,
    pub diagnostics: Vec<Diagnostic>,
    /// In Z: what the machine was made of.
    pub found: Option<Found>,
    pub names: Names,
}

impl Elaboration {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A module of the file, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleSummary {
    pub name: Option<Name>,
    pub span: Span,
    pub parameters: Vec<Name>,
    pub has_state: bool,
    pub operations: Vec<Name>,
    /// Whether another module imports it.
    pub imported: bool,
}

pub fn modules(spec: &Specification) -> Vec<ModuleSummary> {
    let imported = module::imported(spec);
    let summary = |m: &crate::syntax::Module| {
        let kinds = || m.paragraphs.iter().map(|p| &p.kind);
        ModuleSummary {
            name: m.name.as_ref().map(|n| n.name.clone()),
            span: m.at.0,
            parameters: m.parameters.iter().map(|p| p.name.clone()).collect(),
            has_state: kinds().any(|k| matches!(k, ParagraphKind::State(_))),
            operations: kinds()
                .filter_map(|k| match k {
                    ParagraphKind::Operation { name, .. } => Some(name.name.clone()),
                    _ => None,
                })
                .collect(),
            imported: m.name.as_ref().is_some_and(|n| imported.contains(&n.name)),
        }
    };
    spec.modules.iter().map(summary).collect()
}

/// Resolves the names and infers the types of a specification. All modules are checked; the program is that of the chosen one, or of
/// the last that no other imports.
pub fn elaborate(spec: &Specification, options: &Options) -> Elaboration {
    with_deep_stack(|| elaborate_here(spec, options))
}

fn elaborate_here(spec: &Specification, options: &Options) -> Elaboration {
    let mut checker = Checker::new(spec);
    checker.modules_are_different();
    let chosen = choose(&mut checker, options);
    let mut found = None;
    if let Some(chosen) = chosen {
        checker.module(chosen, None, None);
        checker.here = 0;
        checker.free_types_begin();
        if !checker.diagnostics.iter().any(Diagnostic::is_error) {
            if spec.notation == Notation::Sum {
                checker.program.machine = machine(&mut checker, chosen);
            } else {
                found = checker.find_machine(options);
            }
        }
    }
    check_others(&mut checker, chosen);
    finished(checker, found)
}

fn finished(checker: Checker, found: Option<Found>) -> Elaboration {
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span.map_or(u32::MAX, |span| span.start));
    let wrong = diagnostics.iter().any(Diagnostic::is_error);
    debug_assert!(
        wrong || checker.program.broken().is_none(),
        "{:?}",
        checker.program.broken()
    );
    Elaboration {
        program: checker.program,
        diagnostics,
        found,
        names: Names {
            spec: checker.spec.clone(),
            instances: checker.instances,
            schema_names: checker.schema_names,
            schema_frames: checker.schema_frames,
            fixities: checker.fixities,
            sets: checker.sets,
        },
    }
}

/// The module that an option names, or the last one that no other imports.
fn choose(checker: &mut Checker, options: &Options) -> Option<usize> {
    let spec = checker.spec;
    let imported = module::imported(spec);
    let Some(wanted) = &options.module else {
        let free = |m: &crate::syntax::Module| match &m.name {
            Some(name) => !imported.contains(&name.name),
            None => true,
        };
        let last = spec.modules.iter().rposition(free);
        return last.or(spec.modules.len().checked_sub(1));
    };
    let named = |m: &crate::syntax::Module| {
        m.name
            .as_ref()
            .is_some_and(|n| n.name.as_str() == wanted.as_str())
    };
    let found = spec.modules.iter().position(named);
    if found.is_none() {
        let names: Vec<String> = spec
            .modules
            .iter()
            .filter_map(|m| m.name.as_ref())
            .map(|n| format!("`{}`", n.name))
            .collect();
        let message = format!("there is no module `{wanted}`");
        let mut diagnostic = Diagnostic::error(code::OPTION, message);
        if !names.is_empty() {
            diagnostic = diagnostic.help(format!("the file has {}", names.join(", ")));
        }
        checker.report(diagnostic);
    }
    found
}

/// Modules that were not chosen are read for their errors.
fn check_others(checker: &mut Checker, chosen: Option<usize>) {
    for index in 0..checker.spec.modules.len() {
        if Some(index) == chosen {
            continue;
        }
        let mut other = Checker::new(checker.spec);
        other.module(index, None, None);
        for diagnostic in other.diagnostics {
            checker.report(diagnostic);
        }
    }
}

/// The machine of a module of Sum: None where it has no state.
fn machine(checker: &mut Checker, module: usize) -> Option<Machine> {
    let of = &checker.spec.modules[module];
    let name = of.name.as_ref()?.name.clone();
    let span = of.at.0;
    let instance = &checker.instances[0];
    let state = instance.state.as_ref()?;
    let init = instance.init.clone().unwrap_or(Init {
        span,
        inputs: Vec::new(),
        predicates: Vec::new(),
    });
    Some(Machine {
        name,
        span,
        state: state.vars.clone(),
        invariant: state.invariant.clone(),
        invariant_after: state.invariant_after.clone(),
        init,
        operations: instance.operations.clone(),
        checks: instance.checks.clone(),
    })
}
