//! What the checker knows while it reads a specification: the program so far, the names in scope, and what is to be inferred.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::instance::Instance;
use super::show::Shown;
use super::{Unknowns, code};
use crate::core::{
    ConjunctRole, Expr, ExprKind, FreeId, GlobalId, Pred, PredKind, Program, Relation, Type, Var,
    VarId,
};
use crate::syntax::{FixityKind, Name, Notation, Specification};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Variable(VarId),
    /// A given set, a free type, a generic parameter, or a constant inside its own definition.
    Value(Expr),
    Global(GlobalId),
    Branch(FreeId, u32),
    /// By its number in the program.
    Schema(usize),
    /// By the number of the instance and its own.
    Operation(usize, usize),
    Instance(usize),
    /// It was declared with an error: nothing more is said of it.
    Error,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub meaning: Meaning,
    pub span: Span,
}

pub(crate) type Frame = HashMap<Name, Entry>;

/// A conjunct, and why it is there.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub pred: Pred,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It was written in `pre(...)`.
    Pre,
    Post,
    Frame,
}

impl Role {
    pub fn of_conjunct(self) -> ConjunctRole {
        match self {
            Role::Frame => ConjunctRole::Frame,
            Role::Pre | Role::Post => ConjunctRole::Post,
        }
    }
}

impl Line {
    pub fn post(pred: Pred) -> Line {
        Line {
            pred,
            role: Role::Post,
        }
    }
}

/// Which states the predicates at hand are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// None: constants, schemas of Z.
    Global,
    /// An invariant or a check: the unprimed one.
    State,
    /// The primed one.
    Init,
    Operation,
}

/// A generic parameter that has to be determined until the paragraph ends.
pub(crate) struct Pending {
    pub ty: Type,
    pub what: String,
    pub span: Span,
}

/// How many nodes the expanded schemas of a program may have in all.
pub(crate) const LARGEST: usize = 1_000_000;

pub(crate) struct Checker<'s> {
    pub spec: &'s Specification,
    pub program: Program,
    pub diagnostics: Vec<Diagnostic>,
    pub unknowns: Unknowns,
    pub pending: Vec<Pending>,
    /// Local names, the innermost frame last.
    pub frames: Vec<Frame>,
    pub instances: Vec<Instance>,
    /// The instance of a module that is being read.
    pub here: usize,
    pub stage: Stage,
    /// How many texts are around the predicate at hand, inside an operation.
    pub nested: usize,
    /// Generic parameters of the paragraph at hand.
    pub parameters: Vec<Name>,
    /// Names of schemas by their components, to print types.
    pub schema_names: HashMap<Vec<Name>, Name>,
    /// The lines of a schema that say that nothing changes.
    pub schema_frames: HashMap<usize, Vec<usize>>,
    /// What the user declares as operators.
    pub fixities: HashMap<Name, FixityKind>,
    /// Where each variable ranges.
    pub sets: HashMap<VarId, Expr>,
    /// A type was not known yet: the predicate is to be read again after the others.
    pub deferred: bool,
    pub last_chance: bool,
    /// Whether the declarations that were read last include a schema with an error.
    pub failed_inclusion: bool,
    /// Nodes that expansion of schemas made.
    pub copied: usize,
    /// How many diagnostics there were before the paragraph.
    pub errors_before: usize,
    /// Sections of ISO Z that were read, with their instances.
    pub sections: HashMap<usize, usize>,
    /// Modules on the way to the one at hand, against cycles.
    pub importing: Vec<usize>,
}

impl<'s> Checker<'s> {
    pub fn new(spec: &'s Specification) -> Checker<'s> {
        Checker {
            spec,
            program: Program::default(),
            diagnostics: Vec::new(),
            unknowns: Unknowns::default(),
            pending: Vec::new(),
            frames: Vec::new(),
            instances: Vec::new(),
            here: 0,
            stage: Stage::Global,
            nested: 0,
            parameters: Vec::new(),
            schema_names: HashMap::new(),
            schema_frames: HashMap::new(),
            fixities: HashMap::new(),
            sets: HashMap::new(),
            deferred: false,
            last_chance: false,
            failed_inclusion: false,
            copied: 0,
            errors_before: 0,
            sections: HashMap::new(),
            importing: Vec::new(),
        }
    }

    pub fn is_sum(&self) -> bool {
        self.spec.notation == Notation::Sum
    }

    // Diagnostics.

    pub fn report(&mut self, diagnostic: Diagnostic) {
        let known = |d: &Diagnostic| {
            d.code == diagnostic.code
                && d.span == diagnostic.span
                && d.message == diagnostic.message
        };
        if !self.diagnostics.iter().any(known) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, message).at(span));
    }

    pub fn is_correct(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub fn show(&self, ty: &Type) -> String {
        let shown = Shown {
            program: &self.program,
            unknowns: &self.unknowns,
            notation: self.spec.notation,
            parameters: &self.parameters,
            schemas: &self.schema_names,
        };
        shown.ty(ty)
    }

    /// An expression whose type fits everywhere, in the place of one with an error.
    pub fn poison(&mut self, span: Span) -> Expr {
        let ty = self.unknowns.fresh();
        Expr::new(ExprKind::Set(Vec::new()), ty, span)
    }

    // Names.

    fn prefix(&self) -> Option<&Name> {
        self.instances.get(self.here)?.prefix.as_ref()
    }

    /// The name with the instance before it, as the program calls what this module declares.
    pub fn full(&self, name: &Name) -> Name {
        match self.prefix() {
            Some(prefix) => name.within(prefix.as_str()),
            None => name.clone(),
        }
    }

    /// The declaration of a local or global name of the module, not of the tool-kit.
    pub fn find(&self, name: &Name) -> Option<Entry> {
        let full = self.full(name);
        for frame in self.frames.iter().rev() {
            if let Some(entry) = frame.get(name).or_else(|| frame.get(&full)) {
                return Some(entry.clone());
            }
        }
        self.instances.get(self.here)?.names.get(name).cloned()
    }

    /// Adds a name to the module; false if it was there.
    pub fn declare_global(&mut self, name: &Name, meaning: Meaning, span: Span) -> bool {
        let here = self.here;
        if let Some(first) = self.instances[here].names.get(name) {
            if !matches!(first.meaning, Meaning::Error) || first.span != span {
                let first = first.span;
                self.report(
                    Diagnostic::error(code::REDECLARED, format!("`{name}` is declared twice"))
                        .at(span)
                        .secondary(first, "first declared here")
                        .help("give one of them another name"),
                );
            }
            return false;
        }
        let entry = Entry { meaning, span };
        self.instances[here].names.insert(name.clone(), entry);
        true
    }

    // Variables and small expressions.

    pub fn new_var(&mut self, name: &Name, set: Expr, span: Span) -> VarId {
        let ty = match self.unknowns.shallow(&set.ty) {
            Type::Power(of) => (*of).clone(),
            _ => self.unknowns.fresh(),
        };
        let var = VarId(self.program.vars.len() as u32);
        self.program.vars.push(Var {
            name: name.clone(),
            ty,
            span,
        });
        self.sets.insert(var, set);
        var
    }

    pub fn var_name(&self, var: VarId) -> &Name {
        &self.program.vars[var.0 as usize].name
    }

    pub fn var_type(&self, var: VarId) -> &Type {
        &self.program.vars[var.0 as usize].ty
    }

    pub fn var_expr(&self, var: VarId, span: Span) -> Expr {
        Expr::new(ExprKind::Var(var), self.var_type(var).clone(), span)
    }

    /// All values of a type. It is written out when the type is known: until then it is a product of nothing.
    pub fn carrier(ty: Type, span: Span) -> Expr {
        Expr::new(ExprKind::Product(Vec::new()), Type::power(ty), span)
    }

    /// A generic parameter that nobody wrote.
    pub fn implicit(&mut self, ty: &Type, what: impl Into<String>, span: Span) {
        self.pending.push(Pending {
            ty: ty.clone(),
            what: what.into(),
            span,
        });
    }

    /// Notes that an expansion made so many nodes more; false where it is too much.
    pub fn spend(&mut self, nodes: usize, span: Span) -> bool {
        self.copied = self.copied.saturating_add(nodes);
        if self.copied <= LARGEST {
            return true;
        }
        if !self.diagnostics.iter().any(|d| d.code == code::TOO_LARGE) {
            let message = format!("schemas expand to more than {LARGEST} terms here");
            self.report(
                Diagnostic::error(code::TOO_LARGE, message)
                    .at(span)
                    .help("each schema that includes another one twice doubles it"),
            );
        }
        false
    }
}

pub(crate) fn relation(relation: Relation, left: Expr, right: Expr, span: Span) -> Pred {
    let kind = PredKind::Relation {
        relation,
        left,
        right,
    };
    Pred::new(kind, span)
}

/// The name that a frame has when a schema that it includes has an error.
pub(crate) fn partial() -> Name {
    Name::new("")
}

/// The conjunction, which for one predicate is itself.
pub(crate) fn conjunction(mut parts: Vec<Pred>, span: Span) -> Pred {
    match parts.len() {
        0 => Pred::new(PredKind::True, span),
        1 => parts.remove(0),
        _ => Pred::new(PredKind::And(parts), span),
    }
}
