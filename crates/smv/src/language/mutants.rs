//! Mutants as patches. Each is an edit of the tree; the whole tree is elaborated again and lowered into the system of the
//! original, and what differs is the patch. So a change of a parameter or of a definition reaches everything that reads it.

use assay_source::{SourceFile, Span};
use assay_system::{
    Change, Mutant, Mutants, OperatorRole, Patch, Role, System, Target, VarKind, Variable,
};
use assay_term::VarId;

use crate::elaborate::{Flat, elaborate};
use crate::lower::{Lowered, lower_mutant};
use crate::mutate::{Declared, Edit, Offer, apply, fingerprint, offers, operators, shown_ids};
use crate::tree::Tree;

/// The mutators of SMV.
#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl assay_system::Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, assay_system::Group)> {
        operators().map(|o| (o.name, o.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;

/// What mutants are made of.
pub(super) struct Original<'m> {
    pub file: &'m SourceFile,
    pub tree: &'m Tree,
    pub flat: &'m Flat,
    pub lowered: &'m Lowered,
}

impl Original<'_> {
    /// What is offered in the modules that the model uses, with its ids.
    pub fn offers(&self, selection: &Selection) -> Vec<(String, Offer)> {
        let types = Declared::new(self.tree);
        let mut found = offers(self.file, self.tree, &types, |o| selection.has(o.name));
        found.retain(|offer| self.flat.modules.contains(&offer.site.module));
        let ids = shown_ids(self.file, &found);
        ids.into_iter().zip(found).collect()
    }

    /// Those that `wanted` wants, by their ids.
    pub fn mutants(&self, selection: &Selection, wanted: impl Fn(&str) -> bool) -> Mutants {
        let mut system = self.lowered.system.clone();
        let fresh_from = system.vars.len();
        let mut mutants = Vec::new();
        for (id, offer) in self.offers(selection) {
            if wanted(&id) {
                let change = self.change(&id, &offer, &mut system);
                mutants.push(self.mutant(id, &offer, change));
            }
        }
        Mutants {
            system,
            fresh_from,
            mutants,
            executions: vec![],
        }
    }

    /// The mutant, elaborated; or why it is no model.
    pub fn elaborated(&self, offer: &Offer) -> Result<Flat, String> {
        let tree = apply(self.tree, offer);
        elaborate(&tree, self.file).map_err(|faults| match faults.into_iter().next() {
            Some(fault) => fault.message,
            None => "it is no model".into(),
        })
    }

    fn change(&self, id: &str, offer: &Offer, system: &mut System) -> Change {
        let flat = match self.elaborated(offer) {
            Ok(flat) => flat,
            Err(why) => return Change::Invalid(why),
        };
        if let Some(patch) = self.removal(id, offer, system) {
            return Change::Patch(patch);
        }
        let kinds = lower_mutant(&flat, self.lowered, system, id);
        let differs = kinds.into_iter();
        let differs = differs.filter(|(var, kind)| self.lowered.system.var(*var).kind != *kind);
        let mut vars: Vec<(VarId, VarKind)> = differs.collect();
        vars.sort_by_key(|(var, _)| *var);
        for (var, kind) in &mut vars {
            self.keep_initialised(id, *var, kind, system);
        }
        Change::Patch(Patch {
            vars,
            ..Patch::default()
        })
    }

    /// A patch does not change whether a state has an initial value: one that may begin with any value reads it from an input.
    fn keep_initialised(&self, id: &str, var: VarId, kind: &mut VarKind, system: &mut System) {
        let VarKind::State {
            init: init @ None, ..
        } = kind
        else {
            return;
        };
        let original = self.lowered.system.var(var);
        if !matches!(original.kind, VarKind::State { init: Some(_), .. }) {
            return;
        }
        let first = Variable {
            name: format!("first {} {id}", original.name),
            kind: VarKind::Input,
            role: Role::Internal,
            ..original.clone()
        };
        let first = system.add_var(self.lowered.system.sort(var), first);
        *init = Some(system.pool.var(first));
    }

    /// An assignment to the next value of a variable that is gone: the wires take any value. Where there are processes, the variable would
    /// take any value while the others run, too, which is more than that.
    fn removal(&self, id: &str, offer: &Offer, system: &mut System) -> Option<Patch> {
        let at = *self.lowered.sites.get(&site(offer))?;
        let instances = &self.lowered.system.elements[at].instances;
        let next = instances
            .iter()
            .all(|i| self.lowered.next_wires.contains(&i.var));
        let processes = self.flat.selector.is_some();
        if offer.operator.role != OperatorRole::Removal || !next || processes {
            return None;
        }
        let mut patch = Patch::default();
        for instance in instances {
            let wire = self.lowered.system.var(instance.var).clone();
            let free = Variable {
                name: format!("any {} {id}", wire.name),
                kind: VarKind::Input,
                ..wire
            };
            let free = system.add_var(self.lowered.system.sort(instance.var), free);
            let def = system.pool.var(free);
            patch.vars.push((instance.var, VarKind::Wire { def }));
        }
        patch.vars.sort_by_key(|(var, _)| *var);
        Some(patch)
    }

    /// The element, where nothing but its own wires changes.
    fn element(&self, offer: &Offer, change: &Change) -> Option<usize> {
        let at = *self.lowered.sites.get(&site(offer))?;
        let own = &self.lowered.system.elements[at].instances;
        match change {
            Change::Invalid(_) | Change::Unmade(_) => Some(at),
            Change::Patch(patch) => {
                let mut changed = patch.vars.iter().map(|(var, _)| *var);
                changed
                    .all(|var| own.iter().any(|i| i.var == var))
                    .then_some(at)
            }
        }
    }

    fn mutant(&self, id: String, offer: &Offer, change: Change) -> Mutant {
        let (target, element) = match self.element(offer, &change) {
            Some(at) => {
                let name = self.lowered.system.elements[at].name.clone();
                (Target::Element(at), name)
            }
            // Initial values, definitions that are written out where they are read, and functions that become relations.
            None => (Target::Assertion, self.name(offer)),
        };
        let at = self.file.start(offer.at);
        Mutant {
            id,
            operator: offer.operator.name,
            target,
            element,
            span: offer.span,
            line: at.line,
            column: at.column,
            original: offer.original.clone(),
            replacement: match offer.edit {
                // The variable that the text of the mutant has in its place may take any value.
                Edit::OpenDefine(_) => String::new(),
                _ => offer.replacement.clone(),
            },
            fingerprint: fingerprint(self.tree, offer),
            change,
        }
    }

    fn name(&self, offer: &Offer) -> String {
        let module = &self.tree.modules[offer.site.module].name;
        let conjunct = offer
            .conjunct
            .map_or(String::new(), |n| format!(".{}", n + 1));
        match &*module.name {
            crate::elaborate::MAIN => format!("{}{conjunct}", offer.element),
            module => format!("{module}.{}{conjunct}", offer.element),
        }
    }
}

fn site(offer: &Offer) -> (Span, usize) {
    (offer.owner, offer.conjunct.unwrap_or(0))
}
