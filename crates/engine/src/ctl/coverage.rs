//! Coverage of states: which states matter for a formula, where one signal is observed?
//!
//! A state is *covered* for a signal q if the formula fails once q has the other value in the label of this state alone; transitions stay as they
//! are [2]. That is computed for all states at once: rigid parameters are a copy of the state, and in an atom q becomes "q, unless the state is the
//! copy". One fixpoint computation gives the copies for which the formula fails.
//!
//! Beside it stands the recursion of [1] for its part of CTL without existential operators. It counts the states whose label the formula
//! asks for, operator by operator, which is the definition for a transformed formula: of A[a U b] it asks for a where b does not hold yet, and for b where it
//! holds first. So it depends on how the formula is written, and may count more states: those that another part of the formula speaks
//! for.
//!
//! References: [1] Hoskote, Kam, Ho, Zhao: Coverage Estimation for Symbolic Model Checking, DAC 1999. [2] Chockler, Kupferman, Vardi:
//! Coverage Metrics for Temporal Logic Model Checking, TACAS 2001.

use std::sync::Arc;

use assay_solver::StopFlag;
use assay_system::branching::{Normal, NormalPart, Quantifier};
use assay_system::{Formula, Role, System, Trace, VarKind, Variable};
use assay_term::{Dag, Sort, TermId, VarId};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::kripke::{Failure, Kripke};
use super::terms::Terms;
use super::{Limits, deeply, open_reachable, reason};
use crate::symbolic::{Func, Of, Var};

/// Uncovered states that are shown.
const EXAMPLES: usize = 3;

/// What the formula covers.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Reachable valid states of the whole model.
    pub reachable: BigUint,
    pub covered: BigUint,
    /// The covered states as a term over states.
    pub set: Dag,
    /// By the recursion of Hoskote and others; Err says why the formula is outside of its part of CTL.
    pub recursion: Result<BigUint, String>,
    /// Shortest executions to some states that are not covered.
    pub uncovered: Vec<Arc<Trace>>,
    /// One to a state that is covered.
    pub example: Option<Arc<Trace>>,
}

impl Coverage {
    /// Covered states of a hundred reachable ones, to a hundredth.
    pub fn percent(&self) -> f64 {
        let whole = self.reachable.clone().max(BigUint::from(1u32));
        let hundredths = &self.covered * 10_000u32 / whole;
        f64::from(u32::try_from(hundredths).unwrap_or(10_000)) / 100.0
    }
}

/// Why a formula covers nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncoverable {
    /// It fails, so that a flip shows nothing.
    Fails,
    NoExecutions,
    /// The signal is not Boolean.
    NotBoolean,
    Open(String),
}

/// What a formula of branching time covers for a signal: a Boolean state or wire. States, formula and wires up to the signal read no inputs.
pub fn coverage(
    system: &System,
    formula: &Formula,
    signal: VarId,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Coverage, Uncoverable> {
    if system.sort(signal) != Sort::Bool {
        return Err(Uncoverable::NotBoolean);
    }
    let copied = Copied::new(system, formula, signal);
    let compute = || -> Result<Result<Coverage, Uncoverable>, Failure> {
        let mut atoms = formula.atoms();
        atoms.extend(&copied.atoms);
        atoms.extend(copied.flipped.values());
        let (kripke, yes) = open_reachable(&copied.system, &atoms, true, limits, stop)?;
        Ok(Covering::new(kripke, yes, &copied)?.compute(system, formula)?)
    };
    let computed = deeply(|| compute().map_err(|failure| reason(&failure, limits)));
    computed.unwrap_or_else(|why| Err(Uncoverable::Open(why)))
}

/// The term with the signal negated, through wires.
pub fn flipped(system: &mut System, term: TermId, signal: VarId) -> TermId {
    let wires = system.wire_order();
    let signal_term = system.pool.var(signal);
    let negated = system.pool.not(signal_term);
    let mut becomes: FxHashMap<VarId, TermId> = FxHashMap::default();
    becomes.insert(signal, negated);
    for wire in wires {
        if wire == signal {
            continue;
        }
        let VarKind::Wire { def } = system.var(wire).kind else {
            continue;
        };
        let new = system.pool.substitute(&[def], |v| becomes.get(&v).copied())[0];
        if new != def {
            becomes.insert(wire, new);
        }
    }
    system
        .pool
        .substitute(&[term], |v| becomes.get(&v).copied())[0]
}

/// The system with a rigid copy of each state.
struct Copied {
    system: System,
    /// The formula in which the signal is flipped where the state is the copy, and its atoms.
    formula: Formula,
    atoms: Vec<TermId>,
    /// For each atom of the original what it is with the signal flipped.
    flipped: FxHashMap<TermId, TermId>,
    copy_of: FxHashMap<VarId, VarId>,
}

impl Copied {
    fn new(original: &System, formula: &Formula, signal: VarId) -> Copied {
        let mut system = original.clone();
        let is_state = |v: &VarId| {
            matches!(
                original.var(*v).kind,
                VarKind::State { .. } | VarKind::Rigid
            )
        };
        let mut copy_of = FxHashMap::default();
        let mut same = Vec::new();
        for var in original.var_ids().filter(is_state) {
            let copy = Variable {
                name: format!("copy of {}", original.var(var).name),
                kind: VarKind::Rigid,
                role: Role::Internal,
                ..original.var(var).clone()
            };
            let copy = system.add_var(original.sort(var), copy);
            copy_of.insert(var, copy);
            let (a, b) = (system.pool.var(var), system.pool.var(copy));
            same.push(system.pool.eq(a, b));
        }
        let here = system.pool.and(same);
        let mut flips = FxHashMap::default();
        let mut becomes = FxHashMap::default();
        let mut atoms = Vec::new();
        for atom in formula.atoms() {
            let other = flipped(&mut system, atom, signal);
            let new = system.pool.ite(here, other, atom);
            flips.insert(atom, other);
            becomes.insert(atom, new);
            atoms.push(new);
        }
        Copied {
            formula: with_atoms(formula, &becomes),
            system,
            atoms,
            flipped: flips,
            copy_of,
        }
    }
}

/// The formula over other atoms.
fn with_atoms(formula: &Formula, becomes: &FxHashMap<TermId, TermId>) -> Formula {
    let of = |a: &Formula| Box::new(with_atoms(a, becomes));
    match formula {
        Formula::Atom(term) => Formula::Atom(becomes[term]),
        Formula::Not(a) => Formula::Not(of(a)),
        Formula::And(a, b) => Formula::And(of(a), of(b)),
        Formula::Or(a, b) => Formula::Or(of(a), of(b)),
        Formula::Iff(a, b) => Formula::Iff(of(a), of(b)),
        Formula::Next(paths, a) => Formula::Next(*paths, of(a)),
        Formula::Finally(paths, a) => Formula::Finally(*paths, of(a)),
        Formula::Globally(paths, a) => Formula::Globally(*paths, of(a)),
        Formula::Until(paths, a, b) => Formula::Until(*paths, of(a), of(b)),
    }
}

struct Covering<'k, 'c> {
    kripke: Kripke<'k>,
    yes: TermId,
    copied: &'c Copied,
    /// Bits of states, each with that of its copy. There are no copies where the formula does not depend on the signal.
    bits: Vec<(Var, Option<Var>)>,
    /// All bits of copies, and all bits of states.
    copies: Func,
    states: Func,
    starts: Func,
}

impl<'k, 'c> Covering<'k, 'c> {
    fn new(mut kripke: Kripke<'k>, yes: TermId, copied: &'c Copied) -> Of<Covering<'k, 'c>> {
        let mut place: FxHashMap<(VarId, usize), Var> = FxHashMap::default();
        for (latch, &var) in kripke.model.latches.iter().zip(kripke.relation.now()) {
            place.insert((latch.bit.var, latch.bit.index), var);
        }
        let is_copy = |var: &VarId| var.index() >= kripke.system.vars.len() - copied.copy_of.len();
        let (mut copies, mut states, mut bits) = (Vec::new(), Vec::new(), Vec::new());
        for (&(var, index), &at) in &place {
            if is_copy(&var) {
                copies.push(at);
                continue;
            }
            states.push(at);
            let copy = copied.copy_of[&var];
            bits.push((at, place.get(&(copy, index)).copied()));
        }
        bits.sort_unstable();
        let diagrams = &mut kripke.relation.diagrams;
        let (copies, states) = (diagrams.cube(copies)?, diagrams.cube(states)?);
        let starts = kripke.and(&kripke.init.clone(), &kripke.fair.clone())?;
        Ok(Covering {
            kripke,
            yes,
            copied,
            bits,
            copies,
            states,
            starts,
        })
    }

    fn label(&mut self, formula: &Formula) -> Of<Func> {
        let normal = Normal::of(formula, false, self.yes).expect("it is of branching time");
        Ok(self.kripke.label(&normal)?.pop().expect("the root"))
    }

    fn compute(
        mut self,
        original: &System,
        formula: &Formula,
    ) -> Of<Result<Coverage, Uncoverable>> {
        if self.starts.is_false() {
            return Ok(Err(Uncoverable::NoExecutions));
        }
        let holds = self.label(formula)?;
        let starts = self.starts.clone();
        if !self.kripke.relation.diagrams.implies(&starts, &holds)? {
            return Ok(Err(Uncoverable::Fails));
        }
        let changed = self.label(&self.copied.formula)?;
        let falsified = self.kripke.minus(&starts, &changed)?;
        // The copies for which some initial state falsifies it, as states.
        let diagrams = &mut self.kripke.relation.diagrams;
        let copies = diagrams.exists(&falsified, &self.states)?;
        let mut to_state = Vec::with_capacity(self.bits.len());
        for &(state, copy) in &self.bits {
            if let Some(copy) = copy {
                to_state.push((copy, diagrams.var(state)?));
            }
        }
        let to_state = diagrams.substitution(to_state);
        let covered = diagrams.substitute(&copies, &to_state)?;
        let all = self.without_copies(&self.kripke.reached.clone())?;
        let covered = self.kripke.and(&covered, &all)?;
        let recursion = match self.recursion(formula)? {
            Ok(set) => Ok(self.count(&set)),
            Err(why) => Err(why),
        };
        let own = original.vars.len();
        let mut terms = Terms::new(&original.pool);
        terms.set(&self.kripke, &covered);
        let mut left = self.kripke.minus(&all, &covered)?;
        let mut uncovered = Vec::new();
        while uncovered.len() < EXAMPLES
            && let Some((trace, state)) = self.way_to(&left, own)?
        {
            uncovered.push(trace);
            left = self.kripke.minus(&left, &state)?;
        }
        let example = self.way_to(&covered, own)?.map(|(trace, _)| trace);
        Ok(Ok(Coverage {
            reachable: self.count(&all),
            covered: self.count(&covered),
            set: terms.export(),
            recursion,
            uncovered,
            example,
        }))
    }

    fn without_copies(&mut self, set: &Func) -> Of<Func> {
        self.kripke.relation.diagrams.exists(set, &self.copies)
    }

    fn count(&self, set: &Func) -> BigUint {
        let states: Vec<Var> = self.bits.iter().map(|(state, _)| *state).collect();
        self.kripke.relation.diagrams.count(set, &states)
    }

    /// A shortest execution to one of these states, without copies, and the set of this state.
    fn way_to(&mut self, set: &Func, own: usize) -> Of<Option<(Arc<Trace>, Func)>> {
        let Some(mut trace) = self.kripke.path_to(set)? else {
            return Ok(None);
        };
        let last = self
            .kripke
            .latches_of(trace.steps.last().expect("it has steps"));
        let state = self.kripke.relation.state(&last)?;
        let state = self.without_copies(&state)?;
        for step in &mut trace.steps {
            step.truncate(own);
        }
        Ok(Some((Arc::new(trace), state)))
    }

    /// The states that the recursion counts; Err if it does not know an operator.
    fn recursion(&mut self, formula: &Formula) -> Of<Result<Func, String>> {
        let normal = Normal::of(formula, false, self.yes).expect("it is of branching time");
        let sets = self.kripke.label(&normal)?;
        let kept: Vec<(TermId, Func)> = self
            .copied
            .flipped
            .iter()
            .map(|(&atom, &other)| Ok((atom, self.kripke.atom(other)?)))
            .collect::<Of<Vec<_>>>()?;
        let mut before = Vec::with_capacity(kept.len());
        for (atom, other) in kept {
            before.push((atom, self.kripke.replace_atom(atom, other)));
        }
        // Of parts without temporal operators, what they are with the signal flipped.
        let flipped = self.kripke.label(&normal)?;
        for (atom, set) in before {
            self.kripke.replace_atom(atom, set);
        }
        let is_plain = plain_parts(&normal);
        let mut recursion = Recursion {
            kripke: &mut self.kripke,
            normal: &normal,
            sets: &sets,
            flipped: &flipped,
            is_plain: &is_plain,
        };
        let starts = self.starts.clone();
        match recursion.covered(&starts, normal.root())? {
            Ok(set) => Ok(Ok(self.without_copies(&set)?)),
            Err(why) => Ok(Err(why)),
        }
    }
}

/// Which parts have no temporal operators.
fn plain_parts(normal: &Normal) -> Vec<bool> {
    let mut plain: Vec<bool> = Vec::with_capacity(normal.parts.len());
    for part in &normal.parts {
        plain.push(match *part {
            NormalPart::Literal(..) => true,
            NormalPart::And(a, b) | NormalPart::Or(a, b) => plain[a] && plain[b],
            _ => false,
        });
    }
    plain
}

/// The recursion of [1], over fair states.
struct Recursion<'r, 'k> {
    kripke: &'r mut Kripke<'k>,
    normal: &'r Normal,
    sets: &'r [Func],
    flipped: &'r [Func],
    is_plain: &'r [bool],
}

impl Recursion<'_, '_> {
    /// What the part covers where it is asked for in these states.
    fn covered(&mut self, from: &Func, part: usize) -> Of<Result<Func, String>> {
        use Quantifier::All;
        if self.is_plain[part] {
            let depends = self.kripke.minus(&self.sets[part], &self.flipped[part])?;
            return self.kripke.and(from, &depends).map(Ok);
        }
        match self.normal.parts[part] {
            NormalPart::And(a, b) => {
                let a = self.covered(from, a)?;
                let b = self.covered(from, b)?;
                self.both(a, b)
            }
            // An implication: what is on the left only selects states.
            NormalPart::Or(a, b) if self.is_plain[a] || self.is_plain[b] => {
                let (left, right) = if self.is_plain[a] { (a, b) } else { (b, a) };
                let from = self.kripke.minus(from, &self.sets[left])?;
                self.covered(&from, right)
            }
            NormalPart::Next(All, a) => {
                let after = self.kripke.after(from)?;
                let after = self.kripke.and(&after, &self.kripke.fair.clone())?;
                self.covered(&after, a)
            }
            NormalPart::Release(All, a, b) if self.sets[a].is_false() => {
                let fair = self.kripke.fair.clone();
                let all = self.forward(from, &fair)?;
                self.covered(&all, b)
            }
            NormalPart::Until(All, a, b) => {
                let fair = self.kripke.fair.clone();
                let waiting = self.kripke.minus(&fair, &self.sets[b])?;
                let begins = self.kripke.and(from, &waiting)?;
                let traversed = self.forward(&begins, &waiting)?;
                let first = self.kripke.after(&traversed)?;
                let first = self.kripke.or(&first, from)?;
                let first = self.kripke.and(&first, &self.sets[b])?;
                let first = self.kripke.and(&first, &fair)?;
                let a = self.covered(&traversed, a)?;
                let b = self.covered(&first, b)?;
                self.both(a, b)
            }
            NormalPart::Or(..) => Ok(Err("it has a disjunction of temporal formulas".into())),
            NormalPart::Release(All, ..) => Ok(Err("it has the negation of an until".into())),
            _ => Ok(Err("it asks for the existence of executions".into())),
        }
    }

    fn both(
        &mut self,
        a: Result<Func, String>,
        b: Result<Func, String>,
    ) -> Of<Result<Func, String>> {
        match (a, b) {
            (Ok(a), Ok(b)) => self.kripke.or(&a, &b).map(Ok),
            (Err(why), _) | (_, Err(why)) => Ok(Err(why)),
        }
    }

    /// What is reached from these states within a set.
    fn forward(&mut self, from: &Func, within: &Func) -> Of<Func> {
        let mut reached = self.kripke.and(from, within)?;
        let mut ring = reached.clone();
        while !ring.is_false() {
            let after = self.kripke.after(&ring)?;
            let after = self.kripke.and(&after, within)?;
            ring = self.kripke.minus(&after, &reached)?;
            reached = self.kripke.or(&reached, &ring)?;
        }
        Ok(reached)
    }
}
