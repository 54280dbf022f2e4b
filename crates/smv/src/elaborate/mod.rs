//! From the syntax tree to a model without modules: names, types, and the rules that NuSMV has for both.
//!
//! [`hierarchy`] makes an instance of each module wherever one is declared; a parameter stands for the expression that the
//! instance is given, in the scope of whoever gives it. [`expr`] types expressions. [`sections`] does what stands in
//! sections. [`cycles`] finds definitions that need themselves, [`faults`] assignments that leave their range and `case`
//! without a branch. [`warnings`] looks for what is right and seldom meant.
//!
//! Diagnostics: `S02xx` names, `S03xx` types, `S04xx` static rules, `S05xx` values, `S09xx` what is not supported.

mod cycles;
mod designator;
mod diagram;
mod expr;
mod faults;
mod flat;
mod functions;
mod hierarchy;
mod possible;
mod sections;
mod side;
mod specs;
mod types;
mod warnings;

use std::sync::Arc;

use assay_source::{Diagnostic, SourceFile, Span};
use rustc_hash::{FxHashMap, FxHashSet};

pub use flat::{
    Assign, Base, Constraint, Convert, Define, DefineIx, Domain, Fairness, Flat, Kind, Names, Node,
    NodeId, Reads, Spec, SpecKind, Type, Var, VarIx,
};
pub(crate) use possible::{Possible, possible};
pub(crate) use side::{Known, elaborate_specs};
pub use warnings::warnings;

use crate::tree::{self, ExprId, Tree, Variable};

/// The module that a model begins with.
pub const MAIN: &str = "main";

/// An expression, with the definitions that it reads, is at most this deep.
const MAX_DEPTH: u32 = 20_000;

/// Where values are listed one by one, there are at most this many integers among them.
pub(crate) const MAX_LISTED: i64 = 4096;

/// Elaborates the model from its main module on.
pub fn elaborate(tree: &Tree, file: &SourceFile) -> Result<Flat, Vec<Diagnostic>> {
    let mut elaborator = Elaborator::new(tree, file);
    elaborator.model();
    if elaborator.diagnostics.is_empty() {
        cycles::find(&elaborator.flat, &mut elaborator.diagnostics);
    }
    if elaborator.diagnostics.is_empty() {
        faults::find(&elaborator.flat, &mut elaborator.diagnostics);
    }
    if elaborator.diagnostics.is_empty() {
        Ok(elaborator.flat)
    } else {
        Err(elaborator.diagnostics)
    }
}

/// Something is wrong, and a diagnostic says so.
#[derive(Clone, Copy, Debug)]
struct Stop;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ScopeId(u32);

/// An instance of a module.
struct Scope {
    /// With a dot at its end; empty for the main module.
    prefix: String,
    module: usize,
    /// Index of the process that it runs in.
    process: usize,
    symbols: FxHashMap<Arc<str>, Symbol>,
    /// Whether names with dots or brackets are declared here.
    dotted: bool,
}

#[derive(Clone, Copy, Debug)]
enum Symbol {
    Variable(usize),
    Define(usize),
    Instance(ScopeId),
    Parameter(ExprId, ScopeId),
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Entity {
    Value(NodeId),
    Array { low: i64, elements: Vec<Entity> },
    Instance(ScopeId),
}

/// A declared variable. None until its type is known.
struct VariableCell<'t> {
    scope: ScopeId,
    declared: &'t Variable,
    entity: Option<Entity>,
}

struct DefineCell {
    /// Where its value is read.
    scope: ScopeId,
    /// Where it is declared: `above.token := t` is declared in the instance that `above` is.
    home: ScopeId,
    name: String,
    value: ExprId,
    /// Of the name, and of the whole.
    span: Span,
    whole: Span,
    state: DefineState,
}

#[derive(Clone)]
enum DefineState {
    New,
    Open,
    Done(Result<Entity, Stop>),
}

struct Elaborator<'t> {
    tree: &'t Tree,
    file: &'t SourceFile,
    flat: Flat,
    modules: FxHashMap<Arc<str>, usize>,
    scopes: Vec<Scope>,
    variables: Vec<VariableCell<'t>>,
    defines: Vec<DefineCell>,
    /// Symbols of enumerations and of `CONSTANTS`, each with its first place.
    literals: FxHashMap<Arc<str>, Span>,
    /// Names of the processes, as the selector has them.
    processes: Vec<String>,
    has_processes: bool,
    values: FxHashMap<(ExprId, ScopeId), Result<NodeId, Stop>>,
    /// Parameters whose expressions are being read.
    open: FxHashSet<(ExprId, ScopeId)>,
    /// Definitions of names with dots, each with the scope that they stand in.
    elsewhere: Vec<(ScopeId, &'t tree::Define)>,
    /// Whether a constant may stand for a word or a truth value.
    constants_convert: bool,
    diagnostics: Vec<Diagnostic>,
    nesting: u32,
}

impl<'t> Elaborator<'t> {
    fn new(tree: &'t Tree, file: &'t SourceFile) -> Elaborator<'t> {
        Elaborator {
            tree,
            file,
            flat: Flat::default(),
            modules: FxHashMap::default(),
            scopes: Vec::new(),
            variables: Vec::new(),
            defines: Vec::new(),
            literals: FxHashMap::default(),
            processes: vec![MAIN.to_string()],
            has_processes: false,
            values: FxHashMap::default(),
            open: FxHashSet::default(),
            elsewhere: Vec::new(),
            constants_convert: false,
            diagnostics: Vec::new(),
            nesting: 0,
        }
    }

    fn model(&mut self) {
        let declared = self.declare_all();
        if declared.is_err() || !self.diagnostics.is_empty() {
            return;
        }
        self.resolve_variables();
        if self.diagnostics.is_empty() {
            self.sections();
        }
    }

    fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    fn refuse(&mut self, diagnostic: Diagnostic) -> Stop {
        self.diagnostics.push(diagnostic);
        Stop
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Stop {
        self.refuse(Diagnostic::error(code, message).at(span))
    }

    fn span(&self, expr: ExprId) -> Span {
        self.tree.exprs[expr].span
    }

    fn text(&self, span: Span) -> String {
        let words: Vec<&str> = self.file.slice(span).split_whitespace().collect();
        words.join(" ")
    }
}
