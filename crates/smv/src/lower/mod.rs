//! An elaborated model as a system.
//!
//! Each variable is a variable of the system, and each assignment and each conjunct of `TRANS` and `INVAR` is a wire, so that
//! elements can be taken away and mutants are patches of wires. A choice reads an input of its own. What no function
//! says is left to relations: one hidden state `valid` is true as long as `INIT` held in the first step and `TRANS` in every
//! step since then, and it is assumed. So the last step of an execution needs no successor, and assumptions read states
//! only.
//!
//! Initial values read no wires, because the system computes wires after them: definitions are written out there.
//!
//! Invariant: the same names are declared in the same order for a model and for each of its mutants. A mutant is lowered into the
//! same system ([`lower_mutant`]); what has a name that the original has is the same variable.

mod assigns;
mod choice;
mod expr;
mod properties;
mod relations;
mod values;
mod variables;
mod words;

use std::sync::Arc;

use assay_source::Span;
use assay_system::{
    Element, ElementKind, Instance, Property, Role, Shown, System, VarKind, Variable,
};
use assay_term::{BigInt, Sort, Term, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

pub use properties::Compute;
pub(crate) use properties::atoms;
pub use relations::VALID;

use crate::elaborate::{Assign, DefineIx, Flat, NodeId, Possible, VarIx};
use crate::tree::AssignKind;
use expr::Lowered as Low;

/// A system with what the language needs to know of it.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub system: System,
    /// By number of the variable in the elaborated model.
    pub vars: Vec<VarId>,
    /// What `COMPUTE` asks for.
    pub computes: Vec<Compute>,
    /// The conditions of fairness, properties and `COMPUTE`, in their order: each with the expression that it is.
    pub(crate) atoms: Vec<(TermId, NodeId)>,
    /// Wires that are the next values of states, and nothing else.
    pub(crate) next_wires: FxHashSet<VarId>,
    /// Elements by their assignment, definition or section, and by the number of the conjunct.
    pub(crate) sites: FxHashMap<(Span, usize), usize>,
    names: FxHashMap<String, VarId>,
    /// Of each section the number of its conjuncts.
    conjuncts: Vec<usize>,
}

/// When an expression is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum When {
    /// In the first step, where no wire is read.
    First,
    Now,
    /// In the step after.
    Next,
}

pub fn lower(flat: &Flat) -> Lowered {
    let mut lowering = Lowering::new(flat, System::new(), None);
    lowering.run();
    lowering.finish()
}

/// A mutant of what was lowered as `base`, into `system`, which holds the variables of `base` and those of other mutants. `fresh` is
/// put into the names of its own. The answer is what each variable is.
pub(crate) fn lower_mutant(
    flat: &Flat,
    base: &Lowered,
    system: &mut System,
    fresh: &str,
) -> FxHashMap<VarId, VarKind> {
    let mut lowering = Lowering::new(flat, std::mem::take(system), Some((base, fresh)));
    lowering.run();
    *system = lowering.system;
    let mut kinds = lowering.kinds;
    // An assumption that the mutant does not have is none.
    let yes = system.pool.bool(true);
    for constraint in &base.system.constraints {
        if let Term::Var(wire) = system.pool.get(constraint.term) {
            kinds.entry(*wire).or_insert(VarKind::Wire { def: yes });
        }
    }
    kinds
}

/// Properties of a system in another language, whose variables are these. The system gets their terms only.
pub(crate) fn lower_specs(flat: &Flat, vars: Vec<VarId>, system: &mut System) -> Vec<Property> {
    let own = std::mem::take(&mut system.properties);
    let mut lowering = Lowering::new(flat, std::mem::take(system), None);
    lowering.vars = vars;
    lowering.plain = true;
    lowering.define_properties();
    *system = lowering.system;
    let properties = std::mem::replace(&mut system.properties, own);
    properties.iter().cloned().collect()
}

pub(super) struct Lowering<'a> {
    flat: &'a Flat,
    system: System,
    base: Option<(&'a Lowered, &'a str)>,
    names: FxHashMap<String, VarId>,
    /// What each variable of this model is.
    kinds: FxHashMap<VarId, VarKind>,
    vars: Vec<VarId>,
    assigns: FxHashMap<(VarIx, AssignKind), Vec<&'a Assign>>,
    /// Conjuncts of `TRANS` that give a variable its next value.
    functions: FxHashMap<VarIx, (usize, usize)>,
    known: FxHashMap<(NodeId, When), Low>,
    possible: FxHashMap<NodeId, Possible>,
    defines: FxHashMap<DefineIx, Option<Low>>,
    nexts: FxHashMap<VarIx, TermId>,
    conjuncts: Vec<usize>,
    /// Atoms are terms and no wires.
    plain: bool,
    computes: Vec<Compute>,
    atoms: Vec<(TermId, NodeId)>,
    /// Atoms that have a wire by their texts, each with its definition.
    texts: FxHashMap<String, (TermId, TermId)>,
    /// Wires whose definitions are written out somewhere: taking the wire away does not take away all that it says.
    copied_vars: FxHashSet<VarIx>,
    copied_defines: FxHashSet<DefineIx>,
    elements: Vec<Made>,
    next_wires: FxHashSet<VarId>,
    sites: FxHashMap<(Span, usize), usize>,
}

impl<'a> Lowering<'a> {
    fn new(flat: &'a Flat, system: System, base: Option<(&'a Lowered, &'a str)>) -> Lowering<'a> {
        let mut assigns: FxHashMap<(VarIx, AssignKind), Vec<&Assign>> = FxHashMap::default();
        for assign in &flat.assigns {
            let of = assigns.entry((assign.var, assign.kind));
            of.or_default().push(assign);
        }
        Lowering {
            flat,
            system,
            base,
            names: FxHashMap::default(),
            kinds: FxHashMap::default(),
            vars: Vec::new(),
            assigns,
            functions: FxHashMap::default(),
            known: FxHashMap::default(),
            possible: FxHashMap::default(),
            defines: FxHashMap::default(),
            nexts: FxHashMap::default(),
            conjuncts: Vec::new(),
            plain: false,
            computes: Vec::new(),
            atoms: Vec::new(),
            texts: FxHashMap::default(),
            copied_vars: FxHashSet::default(),
            copied_defines: FxHashSet::default(),
            elements: Vec::new(),
            next_wires: FxHashSet::default(),
            sites: FxHashMap::default(),
        }
    }

    fn run(&mut self) {
        self.find_functions();
        self.declare_variables();
        self.define_variables();
        self.define_definitions();
        self.define_relations();
        self.define_properties();
    }

    fn finish(mut self) -> Lowered {
        for (var, kind) in &self.kinds {
            self.system.vars[var.index()].kind = kind.clone();
        }
        self.enter_elements();
        Lowered {
            system: self.system,
            vars: self.vars,
            computes: self.computes,
            atoms: self.atoms,
            next_wires: self.next_wires,
            sites: self.sites,
            names: self.names,
            conjuncts: self.conjuncts,
        }
    }

    /// The variable of this name: that of the original, where it has one like this, else a new one.
    fn declare(&mut self, sort: Sort, variable: Variable) -> VarId {
        let name = variable.name.clone();
        let id = match self.base {
            Some((base, fresh)) => match base.names.get(&name) {
                Some(&known) if self.is_like(known, sort, &variable) => known,
                _ => {
                    let name = format!("{name} {fresh}");
                    let range = match variable.kind {
                        // In the system of another mutant it may have any value.
                        VarKind::Wire { .. } => None,
                        _ => variable.range,
                    };
                    let own = Variable {
                        name,
                        range,
                        ..variable
                    };
                    self.system.add_var(sort, own)
                }
            },
            None => self.system.add_var(sort, variable),
        };
        self.names.insert(name, id);
        id
    }

    fn is_like(&self, known: VarId, sort: Sort, variable: &Variable) -> bool {
        let before = self.system.var(known);
        let same_kind =
            std::mem::discriminant(&before.kind) == std::mem::discriminant(&variable.kind);
        self.system.sort(known) == sort && same_kind && before.range == variable.range
    }

    fn define(&mut self, var: VarId, kind: VarKind) {
        match self.base {
            // What only mutants have is not part of a patch.
            Some((base, _)) if var.index() >= base.system.vars.len() => {
                self.system.vars[var.index()].kind = kind;
            }
            _ => {
                self.kinds.insert(var, kind);
            }
        }
    }

    /// A hidden wire, unless the name is taken by one that is the same.
    fn wire(&mut self, name: String, sort: Sort, def: TermId, like: Like) -> VarId {
        let var = self.declare(
            sort,
            Variable {
                name,
                kind: VarKind::Wire { def },
                role: like.role,
                range: like.range,
                shown: like.shown,
                span: like.span,
            },
        );
        self.define(var, VarKind::Wire { def });
        var
    }

    /// The elements, each with its occurrences in the instances of its module.
    fn enter_elements(&mut self) {
        for made in std::mem::take(&mut self.elements) {
            let copied = match made.origin {
                Origin::Var(ix) => self.copied_vars.contains(&ix),
                Origin::Define(ix) => self.copied_defines.contains(&ix),
                Origin::Other => false,
            };
            if copied {
                continue;
            }
            let at = *self.sites.entry(made.owner).or_insert_with(|| {
                self.system.elements.push(Element {
                    name: made.element,
                    kind: ElementKind::Equation,
                    instances: vec![],
                    span: Some(made.span),
                    listed: true,
                });
                self.system.elements.len() - 1
            });
            self.system.elements[at].instances.push(Instance {
                name: made.instance,
                var: made.var,
            });
        }
    }

    /// A hidden input.
    fn input(&mut self, name: String, sort: Sort, like: Like) -> TermId {
        let var = self.declare(
            sort,
            Variable {
                name,
                kind: VarKind::Input,
                role: Role::Internal,
                range: like.range,
                shown: like.shown,
                span: like.span,
            },
        );
        self.define(var, VarKind::Input);
        self.system.pool.var(var)
    }
}

/// An occurrence of an element.
struct Made {
    element: String,
    instance: String,
    var: VarId,
    /// Of the assignment, of the definition or of the section, and which conjunct.
    owner: (Span, usize),
    span: Span,
    origin: Origin,
}

enum Origin {
    Var(VarIx),
    Define(DefineIx),
    Other,
}

/// What a declared variable is like.
struct Like {
    role: Role,
    range: Option<(BigInt, BigInt)>,
    shown: Shown,
    span: Option<Span>,
}

impl Like {
    fn hidden(span: Span) -> Like {
        Like {
            role: Role::Internal,
            range: None,
            shown: Shown::Plain,
            span: Some(span),
        }
    }
}

/// Literals as the values 0, 1, ... are shown.
fn shown(values: &[crate::values::Value]) -> Shown {
    let texts: Vec<String> = values.iter().map(|v| v.to_string()).collect();
    Shown::Enum(Arc::from(texts))
}
