//! Systems by hand.

use assay_system::{
    Certificate, Constraint, ConstraintKind, Element, ElementKind, Instance, Property, Provers,
    Role, Shown, System, VarKind, Variable,
};
use assay_term::{BigInt, Sort, Term, TermId, VarId};

/// The values that a variable may have: those of a sort, or a range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    pub sort: Sort,
    pub range: Option<(i64, i64)>,
}

impl From<Sort> for Domain {
    fn from(sort: Sort) -> Domain {
        Domain { sort, range: None }
    }
}

impl From<(i64, i64)> for Domain {
    fn from(range: (i64, i64)) -> Domain {
        Domain {
            sort: Sort::Int,
            range: Some(range),
        }
    }
}

/// A variable, by its number or by the term that reads it.
pub trait Which: Copy {
    fn var(self, system: &System) -> VarId;
}

impl Which for VarId {
    fn var(self, _system: &System) -> VarId {
        self
    }
}

impl Which for TermId {
    fn var(self, system: &System) -> VarId {
        match system.pool.get(self) {
            Term::Var(v) => *v,
            other => panic!("{other:?} is not a variable"),
        }
    }
}

/// Adds to a system. What declares a variable returns the term that reads it.
pub trait Build {
    /// A variable of any kind.
    fn declare(&mut self, name: &str, domain: impl Into<Domain>, kind: VarKind) -> TermId;
    fn input(&mut self, name: &str, domain: impl Into<Domain>) -> TermId;
    fn rigid(&mut self, name: &str, domain: impl Into<Domain>) -> TermId;
    fn wire(&mut self, name: &str, def: TermId) -> TermId;
    /// A state that begins with any value and keeps it until [`Build::set_state`] or [`Build::set_next`] says otherwise.
    fn state(&mut self, name: &str, domain: impl Into<Domain>) -> TermId;
    /// The same with this initial value.
    fn state_from(&mut self, name: &str, domain: impl Into<Domain>, init: Option<TermId>)
    -> TermId;
    fn set_state(&mut self, state: impl Which, init: Option<TermId>, next: TermId);
    /// Keeps the initial value as it is.
    fn set_next(&mut self, state: impl Which, next: TermId);
    /// An assumption named `c0`, `c1` and so on.
    fn assume(&mut self, term: TermId);
    /// A property named `p0`, `p1` and so on.
    fn claim(&mut self, term: TermId);
    /// One equation of the model, with the wires that are its instances.
    fn element(&mut self, name: &str, wires: &[VarId]);
    /// A wire that is an equation of the main node.
    fn equation(&mut self, name: &str, def: TermId) -> TermId;
    /// The variable that a term reads.
    fn var_of(&self, term: TermId) -> VarId;
    /// The term that reads the variable with this name.
    fn named(&self, name: &str) -> TermId;
}

impl Build for System {
    fn declare(&mut self, name: &str, domain: impl Into<Domain>, kind: VarKind) -> TermId {
        let Domain { sort, range } = domain.into();
        let variable = Variable {
            name: name.into(),
            kind,
            role: Role::Local,
            range: range.map(|(lo, hi)| (BigInt::from(lo), BigInt::from(hi))),
            shown: Shown::Plain,
            span: None,
        };
        let var = self.add_var(sort, variable);
        self.pool.var(var)
    }

    fn input(&mut self, name: &str, domain: impl Into<Domain>) -> TermId {
        self.declare(name, domain, VarKind::Input)
    }

    fn rigid(&mut self, name: &str, domain: impl Into<Domain>) -> TermId {
        self.declare(name, domain, VarKind::Rigid)
    }

    fn wire(&mut self, name: &str, def: TermId) -> TermId {
        let sort = self.pool.sort(def);
        self.declare(name, sort, VarKind::Wire { def })
    }

    fn state(&mut self, name: &str, domain: impl Into<Domain>) -> TermId {
        self.state_from(name, domain, None)
    }

    fn state_from(
        &mut self,
        name: &str,
        domain: impl Into<Domain>,
        init: Option<TermId>,
    ) -> TermId {
        let state = self.declare(name, domain, VarKind::Rigid);
        self.set_state(state, init, state);
        state
    }

    fn set_state(&mut self, state: impl Which, init: Option<TermId>, next: TermId) {
        let var = state.var(self);
        self.vars[var.index()].kind = VarKind::State { init, next };
    }

    fn set_next(&mut self, state: impl Which, next: TermId) {
        let var = state.var(self);
        match self.vars[var.index()].kind {
            VarKind::State { init, .. } => self.set_state(var, init, next),
            ref other => panic!("{other:?} is not a state"),
        }
    }

    fn assume(&mut self, term: TermId) {
        self.constraints.push(Constraint {
            name: format!("c{}", self.constraints.len()),
            term,
            kind: ConstraintKind::Assertion,
            span: None,
        });
    }

    fn claim(&mut self, term: TermId) {
        let name = format!("p{}", self.properties.len());
        self.properties.push(Property::invariant(name, term));
    }

    fn element(&mut self, name: &str, wires: &[VarId]) {
        let instance = |&var: &VarId| Instance {
            name: self.var(var).name.clone(),
            var,
        };
        let element = Element {
            name: name.into(),
            kind: ElementKind::Equation,
            instances: wires.iter().map(instance).collect(),
            span: None,
            listed: true,
        };
        self.elements.push(element);
    }

    fn equation(&mut self, name: &str, def: TermId) -> TermId {
        let wire = self.wire(name, def);
        self.element(name, &[self.var_of(wire)]);
        wire
    }

    fn var_of(&self, term: TermId) -> VarId {
        term.var(self)
    }

    fn named(&self, name: &str) -> TermId {
        self.pool.var(self.find(name).expect("a declared variable"))
    }
}

/// A certificate with these lemmas, which nobody is named as the prover of.
pub fn certificate(
    system: &System,
    k: usize,
    lemmas: &[TermId],
    properties: &[usize],
) -> Certificate {
    Certificate {
        k,
        lemmas: system.pool.export(lemmas),
        properties: properties.to_vec(),
        simple_path: false,
        provers: Provers::none(),
    }
}
