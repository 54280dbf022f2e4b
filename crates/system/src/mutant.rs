//! Mutants: what a front end hands over. A mutant is not a new system but a patch of one: new
//! definitions for some variables, perhaps over fresh variables that nothing else reads.

use assay_source::Span;
use assay_term::{TermId, VarId};

use crate::{Stimulus, System, VarKind};

/// What kind of thing is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A part of the model: its index in [`System::elements`].
    Element(usize),
    /// An assumption. Weaker or stronger, it changes which executions there are.
    Assertion,
}

/// New definitions. Everything that is not named keeps its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// Wires and states by variable, each with its new kind (still a wire, still a state).
    pub vars: Vec<(VarId, VarKind)>,
    /// Constraints by index, each with its new term.
    pub constraints: Vec<(usize, TermId)>,
    /// Properties by index, each with its new term: a change of the model may change what is checked of it.
    pub properties: Vec<(usize, TermId)>,
    /// Where it is given, the patch describes the mutant on this execution only: a violation on it is one of the mutant, and nothing else may
    /// be concluded. A language that ran the mutant on an execution which kills it saves itself the rest.
    pub only_on: Option<Stimulus>,
    /// The condition under which an execution runs the changed text at all, where the language tells. Original and mutant are the same as long
    /// as it is false.
    pub runs: Option<TermId>,
}

impl Patch {
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.constraints.is_empty() && self.properties.is_empty()
    }

    /// The system with the patch applied; ids stay as they are. What the patch does not change is shared, not copied.
    pub fn apply(&self, system: &System) -> System {
        let mut patched = system.clone();
        for (var, kind) in &self.vars {
            patched.vars[var.index()].kind = kind.clone();
        }
        for &(at, term) in &self.constraints {
            patched.constraints[at].term = term;
        }
        for &(at, term) in &self.properties {
            patched.properties[at].term = term;
        }
        patched
    }

    /// Every term that the patch brings in.
    pub fn terms(&self) -> Vec<TermId> {
        let asked = self.constraints.iter().chain(&self.properties);
        let mut terms: Vec<TermId> = asked.map(|(_, t)| *t).collect();
        for (_, kind) in &self.vars {
            match kind {
                VarKind::Wire { def } => terms.push(*def),
                VarKind::State { init, next } => terms.extend(init.iter().chain([next])),
                VarKind::Input | VarKind::Rigid => {}
            }
        }
        terms
    }
}

/// What the change comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Patch(Patch),
    /// The mutant is no model: it fails typing, a range, a divisor or causality. Counted, never
    /// solved.
    Invalid(String),
    /// There was no time to make it, with the reason: nothing is known of it.
    Unmade(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Shown and typed by people: `line:column:operator`, with `:replacement` where an operator has
    /// several at one place. Unique.
    pub id: String,
    pub operator: &'static str,
    pub target: Target,
    /// The element's name, or what the assertion is called.
    pub element: String,
    /// Of the text that is replaced.
    pub span: Span,
    pub line: usize,
    pub column: usize,
    pub original: String,
    pub replacement: String,
    /// Survives unrelated edits: made of node, element, path in the expression, operator and
    /// replacement.
    pub fingerprint: String,
    pub change: Change,
}

impl Mutant {
    pub fn patch(&self) -> Option<&Patch> {
        match &self.change {
            Change::Patch(patch) => Some(patch),
            Change::Invalid(_) | Change::Unmade(_) => None,
        }
    }
}

/// FNV-1a, 64 bits, of what a mutant is: stable across platforms and versions, which is all that a
/// fingerprint asks of it.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A system with its mutants. The fresh variables of the patches stand at the end of the system's
/// variables; the system itself reads none of them.
#[derive(Clone, Debug)]
pub struct Mutants {
    pub system: System,
    /// Variables from this index on belong to patches only.
    pub fresh_from: usize,
    pub mutants: Vec<Mutant>,
    /// Executions of the original that the language knows, to be tried on the mutants.
    pub executions: Vec<Stimulus>,
}

impl Mutants {
    /// The variables that only this mutant's patch reads, directly or through one another; ascending.
    pub fn fresh(&self, mutant: usize) -> Vec<VarId> {
        let Some(patch) = self.mutants[mutant].patch() else {
            return vec![];
        };
        let mut fresh: Vec<VarId> = Vec::new();
        let mut stack = self.system.pool.variables(&patch.terms());
        while let Some(v) = stack.pop() {
            if v.index() >= self.fresh_from && !fresh.contains(&v) {
                fresh.push(v);
                let terms = self.system.defining_terms(v);
                stack.extend(self.system.pool.variables(&terms));
            }
        }
        fresh.sort_unstable();
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constraint, ConstraintKind, Property, Role, Shown, Variable};
    use assay_term::Sort;

    /// As many inputs, a wire that is the first of them, constraints and properties.
    fn large(count: usize) -> System {
        let mut system = System::new();
        let yes = system.pool.bool(true);
        let mut variable = |name: String, kind: VarKind| {
            let variable = Variable {
                name,
                kind,
                role: Role::Local,
                range: None,
                shown: Shown::Plain,
                span: None,
            };
            system.add_var(Sort::Bool, variable)
        };
        for n in 0..count {
            let def = if n == 0 {
                VarKind::Wire { def: yes }
            } else {
                VarKind::Input
            };
            variable(
                format!("a variable with a name of some length, number {n}"),
                def,
            );
        }
        for n in 0..100 {
            let name = format!("c{n}");
            system.properties.push(Property::invariant(&*name, yes));
            system.constraints.push(Constraint {
                name,
                term: yes,
                kind: ConstraintKind::Assertion,
                span: None,
            });
        }
        system
    }

    #[test]
    fn applying_a_patch_copies_what_it_changes_and_little_else() {
        let mut system = large(100_000);
        let no = system.pool.bool(false);
        let patch = Patch {
            vars: vec![(VarId(0), VarKind::Wire { def: no })],
            constraints: vec![(3, no)],
            ..Patch::default()
        };
        let patched = patch.apply(&system);
        assert_eq!(patched.vars[0].kind, VarKind::Wire { def: no });
        assert_ne!(system.vars[0].kind, patched.vars[0].kind);
        let both = system.vars.iter().zip(&patched.vars);
        let copied = both.filter(|(a, b)| !std::ptr::eq(*a, *b)).count();
        assert!(copied <= 64, "{copied} of 100,000 variables were copied");
        assert_eq!(patched.constraints[3].term, no);
        assert!(std::ptr::eq(&system.properties[0], &patched.properties[0]));
        assert!(!std::ptr::eq(
            &system.constraints[0],
            &patched.constraints[0]
        ));
    }
}
