//! From the tree to the typed model: names, types, constants, static rules.
//!
//! The phases, each of which ends the check if it found errors, so that later ones can rely on it:
//! 1. [`globals`]: types, enumeration literals and constants, resolved on demand since they may refer to each other in
//!    any order; signatures of nodes and functions;
//! 2. [`node`]: variables, equations, assertions, properties and annotations of each node, with [`expr`] for types;
//! 3. [`causality`]: no recursive node, no variable that needs itself within a step;
//! 4. [`temporal`]: unguarded `pre` (a warning), stateless functions.

pub(crate) mod causality;
mod compound;
mod constant;
mod expr;
mod globals;
mod mains;
mod node;
mod operator;
mod oracles;
mod ranges;
mod temporal;
mod types;

pub(crate) use types::type_text;

use std::sync::Arc;

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use crate::model::{
    ConstId, Constant, EnumId, EnumType, Function, FunctionId, Model, NodeId, RecordId, RecordType,
    Type, VarId,
};
use crate::syntax::ast;
use crate::{Construct, Dialect};

/// After this many errors the rest is not worth reporting.
const MAX_ERRORS: usize = 50;

/// Checks a tree that was parsed without errors. The diagnostics of a success are warnings and notes.
pub(crate) fn check_program(
    program: &ast::Program,
) -> Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut checker = Checker::new(program);
    let model = checker.run();
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span.map_or(0, |s| s.start));
    match model {
        Some(model) => Ok((model, diagnostics)),
        None => Err(diagnostics),
    }
}

/// What a name stands for outside of a node's own variables.
#[derive(Clone, Copy)]
enum Global {
    Constant(usize),
    Literal(EnumId, u32),
}

#[derive(Clone, Copy)]
enum Callable {
    Node(NodeId),
    Function(FunctionId),
}

/// The progress of something that is resolved on demand.
#[derive(Clone)]
enum Progress<T> {
    Untouched,
    /// Being resolved: meeting it again is a cycle.
    Open,
    Done(T),
    /// Reported already.
    Failed,
}

/// The types of a node's parameters.
#[derive(Clone, Default)]
struct Signature {
    inputs: Vec<Type>,
    outputs: Vec<Type>,
    /// Which inputs are `const`.
    constant: Vec<bool>,
}

/// The names of the node being checked.
#[derive(Default)]
struct Scope {
    node: Option<Arc<str>>,
    variables: FxHashMap<Arc<str>, VarId>,
    types: Vec<Type>,
    constants: FxHashMap<Arc<str>, ConstId>,
    /// The `const` parameters.
    constants_in: Vec<VarId>,
    /// Some variable has a dotted name, as in JKind's flattened files.
    dotted: bool,
    calls: u32,
}

struct Checker<'a> {
    program: &'a ast::Program,
    dialect: Dialect,
    diagnostics: Vec<Diagnostic>,
    errors: usize,

    type_names: FxHashMap<Arc<str>, usize>,
    type_decls: Vec<&'a ast::TypeDecl>,
    type_progress: Vec<Progress<Type>>,
    const_decls: Vec<&'a ast::ConstDecl>,
    const_progress: Vec<Progress<ConstId>>,
    globals: FxHashMap<Arc<str>, Global>,
    callables: FxHashMap<Arc<str>, Callable>,
    signatures: Vec<Signature>,

    enums: Vec<EnumType>,
    records: Vec<RecordType>,
    /// Number of scalar leaves of each record.
    record_leaves: Vec<u64>,
    constants: Vec<Constant>,
    functions: Vec<Function>,

    scope: Scope,
    /// Depth of resolving declarations through each other.
    pending: u32,
}

impl<'a> Checker<'a> {
    fn new(program: &'a ast::Program) -> Checker<'a> {
        Checker {
            program,
            dialect: program.dialect,
            diagnostics: Vec::new(),
            errors: 0,
            type_names: FxHashMap::default(),
            type_decls: Vec::new(),
            type_progress: Vec::new(),
            const_decls: Vec::new(),
            const_progress: Vec::new(),
            globals: FxHashMap::default(),
            callables: FxHashMap::default(),
            signatures: Vec::new(),
            enums: Vec::new(),
            records: Vec::new(),
            record_leaves: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            scope: Scope::default(),
            pending: 0,
        }
    }

    fn run(&mut self) -> Option<Model> {
        self.declare();
        self.resolve_globals();
        if self.errors > 0 {
            return None;
        }
        let program = self.program;
        let decls = program.decls.iter().filter_map(|decl| match decl {
            ast::Decl::Node(node) => Some(node),
            _ => None,
        });
        let mut nodes = Vec::new();
        for (decl, id) in decls.clone().zip(0..) {
            if let Some(node) = self.node(decl, NodeId(id)) {
                nodes.push(node);
            }
        }
        if self.errors > 0 {
            return None;
        }
        let call_order = self.call_order(&nodes)?;
        self.temporal_rules(&nodes);
        self.free_first_values(&mut nodes);
        self.instantaneous(&mut nodes, &call_order);
        let decls: Vec<_> = decls.collect();
        let mains = self.main_nodes(&decls, &nodes);
        if self.errors > 0 {
            return None;
        }
        Some(Model {
            file: program.file,
            dialect: self.dialect,
            enums: std::mem::take(&mut self.enums),
            records: std::mem::take(&mut self.records),
            constants: std::mem::take(&mut self.constants),
            functions: std::mem::take(&mut self.functions),
            nodes,
            mains,
            call_order,
        })
    }

    fn kind2(&self) -> bool {
        self.dialect == Dialect::Kind2
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.errors += 1;
            if self.errors > MAX_ERRORS {
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(code, message).at(span));
    }

    fn refuse(&mut self, construct: Construct, span: Span) {
        if self.diagnostics.iter().all(|d| d.code != construct.code()) {
            self.report(construct.diagnostic(span));
        }
    }

    fn record(&self, id: RecordId) -> &RecordType {
        &self.records[id.index()]
    }
}
