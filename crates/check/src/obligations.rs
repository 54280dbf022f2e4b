//! From a system and a certificate to what has to be proved.
//!
//! With L the conjunction of the lemmas, the named properties and the ranges of the state
//! variables, C the constraints and T the definitions of variables:
//!
//! * base i, for each i < k: init, T at 0..=i, C at 0..=i, L at 0..i  imply  L at i;
//! * step: T at 0..=k, C at 0..=k, L at 0..k  imply  L at k.
//!
//! Of a certificate on simple paths:
//!
//! * base i, for each i <= k, the same;
//! * step: T at 0..=k, C at 0..=k, L at 0..k, and for each i < j <= k some state that differs between i
//!   and j  imply  L at k.
//!
//! `assay_system::Certificate` says why that suffices. States are compared by every state variable of the cone below, so
//! that what is equal has the same future under the same inputs, as far as L and C can tell.
//!
//! Where neither L nor C depends on a state, the step is left out. All steps of an execution are alike then, and base 0 says of any of
//! them that C implies L.
//!
//! Assumed without proof: ranges of inputs, of rigid parameters and, at the first step of an
//! execution, of states without an initial value. Never assumed: ranges of wires. A range that
//! typing promises of a state is proved here like any lemma.
//!
//! Only variables that L and C depend on take part (the cone of influence). Leaving the others out
//! is sound: they are defined for every execution and constrain nothing.

use std::fmt;

use assay_system::{Certificate, System, VarKind};
use assay_term::{Op, Pool, Sort, Term, TermId, VarId};

use crate::sat::vector::{is_small, signals};
use crate::sorts::check_lemmas;

/// One thing to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obligation {
    Base { step: usize },
    Step,
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obligation::Base { step } => write!(f, "base at step {step}"),
            Obligation::Step => write!(f, "induction step"),
        }
    }
}

/// One conjunct of L, with the name that a failure is reported by.
pub(crate) struct Conjunct {
    pub name: String,
    pub term: TermId,
}

/// The system, the lemmas taken into a pool of our own, and the order in which a step is built.
pub(crate) struct Problem<'a> {
    pub system: &'a System,
    pub pool: Pool,
    pub k: usize,
    /// How many steps from the start are to be shown one by one.
    pub base: usize,
    /// The state variables of the cone, where the step is about simple paths.
    pub apart: Option<Vec<VarId>>,
    pub conjuncts: Vec<Conjunct>,
    /// States of the cone that have a range.
    pub ranged: Vec<VarId>,
    /// Inputs, rigid parameters and states of the cone.
    pub sources: Vec<VarId>,
    /// Wires of the cone, each after the wires it reads.
    pub wires: Vec<VarId>,
    /// Wires and initialised states of the cone in an order in which the first step of an
    /// execution can be computed.
    pub first: Vec<VarId>,
}

impl<'a> Problem<'a> {
    /// Refuses, with a reason, what is not a certificate for this system at all.
    pub fn new(system: &'a System, certificate: &Certificate) -> Result<Self, String> {
        if certificate.k == 0 {
            return Err("k is 0".into());
        }
        if certificate.properties.is_empty() {
            return Err("no property is named".into());
        }
        if system.vars.len() != system.pool.var_count() {
            return Err("the system does not describe every declared variable".into());
        }
        check_lemmas(&system.pool, &certificate.lemmas)?;
        let mut pool = system.pool.clone();
        let lemmas = pool.import(&certificate.lemmas);
        let mut conjuncts = Vec::with_capacity(lemmas.len() + certificate.properties.len());
        for &index in &certificate.properties {
            let property = system
                .properties
                .get(index)
                .ok_or_else(|| format!("there is no property number {index}"))?;
            if !property.claim.is_invariant() {
                return Err(format!(
                    "a certificate proves invariants only, and the claim of the property {} is {}",
                    property.name,
                    property.claim.as_str()
                ));
            }
            conjuncts.push(Conjunct {
                name: format!("property {}", property.name),
                term: property.term,
            });
        }
        conjuncts.extend(lemmas.into_iter().enumerate().map(|(i, term)| Conjunct {
            name: format!("lemma {i}"),
            term,
        }));

        let roots: Vec<TermId> = conjuncts
            .iter()
            .map(|c| c.term)
            .chain(system.constraints.iter().map(|c| c.term))
            .collect();
        let member = cone(system, pool.variables(&roots));
        let cone: Vec<VarId> = system.var_ids().filter(|v| member[v.index()]).collect();
        let is_wire = |v: &VarId| matches!(system.var(*v).kind, VarKind::Wire { .. });
        let is_state = |v: &VarId| matches!(system.var(*v).kind, VarKind::State { .. });
        Ok(Problem {
            k: certificate.k,
            base: certificate.k + usize::from(certificate.simple_path),
            apart: certificate
                .simple_path
                .then(|| cone.iter().copied().filter(is_state).collect()),
            conjuncts,
            ranged: cone
                .iter()
                .copied()
                .filter(|v| is_state(v) && range_of(system, *v).is_some())
                .collect(),
            sources: cone.iter().copied().filter(|v| !is_wire(v)).collect(),
            wires: order(system, &cone, |v| match system.var(v).kind {
                VarKind::Wire { def } => Some(def),
                _ => None,
            })?,
            first: order(system, &cone, |v| match system.var(v).kind {
                VarKind::Wire { def } => Some(def),
                VarKind::State { init, .. } => init,
                VarKind::Input | VarKind::Rigid => None,
            })?,
            system,
            pool,
        })
    }

    /// Whether L or C depends on a state.
    pub fn has_states(&self) -> bool {
        let is_state = |v: &VarId| matches!(self.system.var(*v).kind, VarKind::State { .. });
        self.sources.iter().any(is_state)
    }

    /// The terms that are evaluated at some step: of L, of C and of definitions.
    pub fn terms(&self) -> Vec<TermId> {
        let mut roots: Vec<TermId> = self.conjuncts.iter().map(|c| c.term).collect();
        roots.extend(self.system.constraints.iter().map(|c| c.term));
        for &var in self.sources.iter().chain(&self.wires) {
            roots.extend(definitions(self.system, var));
        }
        self.pool.below(&roots)
    }

    /// Whether every value that takes part is Boolean, an integer with a finite range, or a word or
    /// an array with few enough bits.
    pub fn is_finite(&self) -> bool {
        let bounded = |v: &VarId| match self.system.sort(*v) {
            Sort::Bool => true,
            Sort::Int => range_of(self.system, *v).is_some(),
            Sort::Real => false,
            sort @ (Sort::BitVec(_) | Sort::Array { .. }) => signals(sort).is_some(),
        };
        self.sources.iter().all(bounded)
            && self.terms().into_iter().all(|id| {
                let fits = match self.pool.sort(id) {
                    Sort::Bool | Sort::Int => true,
                    Sort::Real => false,
                    sort @ (Sort::BitVec(_) | Sort::Array { .. }) => signals(sort).is_some(),
                };
                fits && match (self.pool.get(id), self.pool.sort(id)) {
                    (Term::Call(..), _) => false,
                    (Term::App(op, _), Sort::BitVec(width)) => is_small(*op, width),
                    _ => true,
                }
            })
    }

    /// Whether there is more than linear arithmetic: some product has two unknown factors, some
    /// division an unknown divisor, or there are words or arrays.
    pub fn is_beyond_linear(&self) -> bool {
        let unknown = |id: &&TermId| self.pool.as_const(**id).is_none();
        self.terms().into_iter().any(|id| match self.pool.get(id) {
            Term::App(Op::Mul, args) => args.iter().filter(unknown).count() > 1,
            Term::App(Op::IntDiv | Op::Mod | Op::RealDiv, args) => unknown(&&args[1]),
            _ => matches!(self.pool.sort(id), Sort::BitVec(_) | Sort::Array { .. }),
        })
    }
}

pub(crate) fn range_of(
    system: &System,
    var: VarId,
) -> Option<&(assay_term::BigInt, assay_term::BigInt)> {
    match system.sort(var) {
        Sort::Int => system.var(var).range.as_ref(),
        _ => None,
    }
}

fn definitions(system: &System, var: VarId) -> Vec<TermId> {
    match system.var(var).kind {
        VarKind::Input | VarKind::Rigid => vec![],
        VarKind::State { init, next } => init.into_iter().chain([next]).collect(),
        VarKind::Wire { def } => vec![def],
    }
}

/// `of` and everything that it is computed from, at whatever distance in time.
pub(crate) fn cone(system: &System, of: Vec<VarId>) -> Vec<bool> {
    let mut member = vec![false; system.vars.len()];
    let mut waiting = of;
    while let Some(var) = waiting.pop() {
        if !std::mem::replace(&mut member[var.index()], true) {
            waiting.extend(system.pool.variables(&definitions(system, var)));
        }
    }
    member
}

/// The variables that have a definition, each after those that its definition reads.
fn order(
    system: &System,
    cone: &[VarId],
    definition: impl Fn(VarId) -> Option<TermId>,
) -> Result<Vec<VarId>, String> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Unseen,
        Active,
        Placed,
    }
    let mut visit = vec![Visit::Unseen; system.vars.len()];
    let mut placed = Vec::new();
    for &start in cone {
        // `true` marks the way back: everything the variable reads has been placed.
        let mut stack = vec![(start, false)];
        while let Some((var, read)) = stack.pop() {
            let Some(term) = definition(var) else {
                continue;
            };
            match (read, visit[var.index()]) {
                (true, _) => {
                    visit[var.index()] = Visit::Placed;
                    placed.push(var);
                }
                (false, Visit::Placed) => {}
                (false, Visit::Active) => {
                    return Err(format!("{} is defined by itself", system.var(var).name));
                }
                (false, Visit::Unseen) => {
                    visit[var.index()] = Visit::Active;
                    stack.push((var, true));
                    let reads = system.pool.variables(&[term]);
                    stack.extend(
                        reads
                            .into_iter()
                            .filter(|v| visit[v.index()] != Visit::Placed)
                            .map(|v| (v, false)),
                    );
                }
            }
        }
    }
    Ok(placed)
}
