//! The bit-level model of one property: latches, inputs, next-state functions, initial states.
//!
//! A latch is a bit of a state (of an array: a bit of one of its elements), of a rigid parameter (its next value is its own), or of an input
//! that some initial value reads: such an input is remembered as a latch whose next value is a new
//! input, so that the initial states are a predicate on latches alone and the first transition uses
//! the very inputs that the initial values came from.
//!
//! Ranges. A state's current value is read from the bits that its declared range needs. Where its
//! next or initial value is not bounded by that range, the state has as many latches as the hull
//! needs, and `inside` says whether all such states are within their ranges. Typing promises that
//! `inside` always holds; IC3 proves it along with the property instead of relying on it.
//!
//! The violation after one step has inputs of its own, the `last` ones.
//!
//! What is known to be equal in every reachable state (`equal`) is merged before the model is put together, see
//! `merge.rs`. A latch that is another one, its negation or constant has no place in the model then; its variable is
//! read through what stands for it.

use std::sync::Arc;

use assay_aig::{Aig, AigLit, BlastError, Blasted, Word, blast};
use assay_system::{Cone, System, VarKind};
use assay_term::{Dag, Interval, Pool, TermId, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Reason;
use super::cube::{Cube, LatchLit};
use super::merge;
use crate::unroll::within;

/// Which bit of which variable a latch is.
#[derive(Clone, Copy, Debug)]
pub struct Bit {
    pub var: VarId,
    pub index: usize,
    /// The most significant one of an integer.
    pub is_sign: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Latch {
    pub current: AigLit,
    pub next: AigLit,
    pub bit: Bit,
}

#[derive(Debug)]
pub struct Model {
    pub aig: Aig,
    pub latches: Vec<Latch>,
    /// The inputs of the graph that are not latches.
    pub inputs: Vec<AigLit>,
    latch_of: FxHashMap<AigLit, usize>,
    /// Initial states, over latches.
    pub init: AigLit,
    /// The system's constraints, and the ranges of inputs.
    pub constraint: AigLit,
    /// What is known of every reachable state: given lemmas and ranges that cannot be left.
    pub known: AigLit,
    /// The same in two parts, for whom clauses are at home: cubes that no reachable state is in, and the rest.
    pub unreachable: Vec<Cube>,
    pub known_otherwise: AigLit,
    /// See above; constant true for most systems.
    pub inside: AigLit,
    pub bad: AigLit,
    /// The next state violates the property while the constraints hold, or has left its range.
    pub bad_next: AigLit,
    /// `known_otherwise` of the next state, as long as it is within its range.
    pub known_next: AigLit,
    /// What is asked about beside the property, and need not hold.
    pub claims: Vec<Claim>,
    /// Latch values that all initial states share.
    pub pinned: Cube,
    /// Whether `pinned` is all there is to the initial states, constraints included.
    pub pinned_is_init: bool,
    /// Values of the current step: states, rigid parameters and remembered inputs over latches, plain
    /// inputs over inputs.
    current: FxHashMap<VarId, Blasted>,
    /// Remembered inputs at the next step, over inputs.
    upcoming: FxHashMap<VarId, Blasted>,
    /// What stands for an input in `bad_next`.
    last: FxHashMap<AigLit, AigLit>,
}

/// A function of one step that is to be proved: now, and at the next step with the `last` inputs if the constraints hold of them.
#[derive(Clone, Debug)]
pub struct Claim {
    pub term: TermId,
    pub now: AigLit,
    pub next: AigLit,
    /// Where it says no more than that no state is in these cubes.
    pub cubes: Option<Vec<Cube>>,
}

/// A variable with latches, while the model is being built.
pub(super) struct Register {
    pub var: VarId,
    pub now: Blasted,
    pub next: Blasted,
    pub init: Option<Blasted>,
}

/// All that a model is made of.
pub(super) struct Parts {
    pub aig: Aig,
    pub registers: Vec<Register>,
    pub constraints: Vec<AigLit>,
    pub known: Vec<AigLit>,
    pub claims: Vec<(TermId, AigLit)>,
    pub bad: AigLit,
    /// Of variables that are no wires.
    pub current: FxHashMap<VarId, Blasted>,
    pub upcoming: FxHashMap<VarId, Blasted>,
}

impl Model {
    /// As [`Model::build`], with lemmas that come from other pools.
    pub fn of(
        system: &System,
        property: usize,
        fixed: &[(VarId, bool)],
        lemmas: &[Arc<Dag>],
        equal: &[Arc<Dag>],
    ) -> Result<Arc<Model>, Reason> {
        let mut pool = system.pool.clone();
        let given: Vec<TermId> = lemmas.iter().flat_map(|l| pool.import(l)).collect();
        let equal: Vec<TermId> = equal.iter().flat_map(|e| pool.import(e)).collect();
        let model = Model::build(system, &pool, property, fixed, &given, &equal, &[]);
        model.map(Arc::new).map_err(hopeless)
    }

    /// With terms of `pool`, a clone of the system's pool, as claims; those beyond the cone of the property are left out.
    pub fn with_claims(
        system: &System,
        pool: &Pool,
        property: usize,
        claims: &[TermId],
    ) -> Result<Arc<Model>, Reason> {
        let model = Model::build(system, pool, property, &[], &[], &[], claims);
        model.map(Arc::new).map_err(hopeless)
    }

    /// The model of `property` in the part of the system that it depends on. `fixed` rigid parameters
    /// are constants; `lemmas` are terms of `pool`, a clone of the system's pool, and hold always. The terms of
    /// `equal` are always equal, two by two.
    pub fn build(
        system: &System,
        pool: &Pool,
        property: usize,
        fixed: &[(VarId, bool)],
        lemmas: &[TermId],
        equal: &[TermId],
        claims: &[TermId],
    ) -> Result<Model, BlastError> {
        let goal = system.properties[property].term;
        let cone = Cone::of(system, &[goal]);
        // A lemma about other variables would only make the model bigger.
        let asked = lemmas.iter().chain(equal).chain(claims);
        let in_cone = within(pool, &cone, asked.copied());
        let lemmas: Vec<TermId> = lemmas
            .iter()
            .filter(|t| in_cone.contains(t))
            .copied()
            .collect();
        let mut aig = Aig::new();
        let mut current: FxHashMap<VarId, Blasted> = FxHashMap::default();
        let mut upcoming: FxHashMap<VarId, Blasted> = FxHashMap::default();
        let remembered = inputs_of_initial_values(system, &cone);
        let mut constraints: Vec<AigLit> = Vec::new();
        for var in cone.vars() {
            let variable = system.var(var);
            let range = variable.range.as_ref().map(|(lo, hi)| (lo, hi));
            let constant = fixed.iter().find(|(v, _)| *v == var);
            let value = match (&variable.kind, constant) {
                (VarKind::Wire { .. }, _) => continue,
                (VarKind::Rigid, Some((_, value))) => Blasted::Bool(AigLit::constant(*value)),
                _ => Blasted::fresh(&mut aig, pool, var, range)?,
            };
            if matches!(variable.kind, VarKind::Input) {
                constraints.push(value.in_own_range(&mut aig));
                if remembered.contains(&var) {
                    let next = Blasted::fresh(&mut aig, pool, var, range)?;
                    constraints.push(next.in_own_range(&mut aig));
                    upcoming.insert(var, next);
                }
            }
            current.insert(var, value);
        }
        let mut cache = FxHashMap::default();
        for &wire in cone.wires() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                let value = blast_now(&mut aig, pool, def, &mut cache, &current)?;
                current.insert(wire, value);
            }
        }
        let mut bit = |aig: &mut Aig, term: TermId| -> Result<AigLit, BlastError> {
            let value = blast_now(aig, pool, term, &mut cache, &current)?;
            Ok(value
                .as_bool()
                .expect("properties, constraints and lemmas are Boolean"))
        };
        for c in &system.constraints {
            constraints.push(bit(&mut aig, c.term)?);
        }
        let mut known = Vec::new();
        for lemma in lemmas {
            known.push(bit(&mut aig, lemma)?);
        }
        let mut claimed = Vec::new();
        for &claim in claims.iter().filter(|t| in_cone.contains(t)) {
            claimed.push((claim, bit(&mut aig, claim)?));
        }
        let bad = !bit(&mut aig, goal)?;
        let mut merged = Vec::new();
        for pair in equal.chunks_exact(2) {
            if pair.iter().all(|t| in_cone.contains(t)) {
                merged.push((bit(&mut aig, pair[0])?, bit(&mut aig, pair[1])?));
            }
        }
        let mut registers = Vec::new();
        for var in cone.vars() {
            let now = current[&var].clone();
            match &system.var(var).kind {
                VarKind::State { init, next } => {
                    let next = blast_now(&mut aig, pool, *next, &mut cache, &current)?;
                    let init = match init {
                        Some(init) => Some(blast_now(&mut aig, pool, *init, &mut cache, &current)?),
                        None => None,
                    };
                    registers.push(Register {
                        var,
                        now,
                        next,
                        init,
                    });
                }
                VarKind::Rigid => registers.push(Register {
                    var,
                    next: now.clone(),
                    now,
                    init: None,
                }),
                VarKind::Input => {
                    if let Some(next) = upcoming.get(&var) {
                        let next = next.clone();
                        registers.push(Register {
                            var,
                            now,
                            next,
                            init: None,
                        });
                    }
                }
                VarKind::Wire { .. } => {}
            }
        }
        current.retain(|&v, _| !matches!(system.var(v).kind, VarKind::Wire { .. }));
        let parts = Parts {
            aig,
            registers,
            constraints,
            known,
            claims: claimed,
            bad,
            current,
            upcoming,
        };
        Ok(assemble(
            match merged.is_empty() || parts.registers.iter().any(Register::widens) {
                true => parts,
                false => merge::merge(parts, &merged),
            },
        ))
    }

    /// The latches that are the only bit of their variable, or its last; for Boolean parameters.
    pub fn parameters(&self) -> FxHashMap<VarId, usize> {
        let latches = self.latches.iter().enumerate();
        latches.map(|(at, l)| (l.bit.var, at)).collect()
    }

    /// Which bit of which variable an input of the graph is; those of the next step are none.
    pub fn bits(&self) -> FxHashMap<usize, Bit> {
        let mut bits: FxHashMap<usize, Bit> = FxHashMap::default();
        for (&var, value) in &self.current {
            let width = value.bits().len();
            for (index, lit) in value.bits().iter().enumerate() {
                let is_sign = matches!(value, Blasted::Int(_)) && index + 1 == width;
                let bit = Bit {
                    var,
                    index,
                    is_sign,
                };
                if lit.as_constant().is_none() && !lit.is_inverted() {
                    bits.insert(lit.node(), bit);
                }
            }
        }
        bits.extend(self.latches.iter().map(|l| (l.current.node(), l.bit)));
        bits
    }

    /// The value of a variable at the current step, if it is part of the model and not a wire.
    pub fn value(&self, var: VarId, latches: &[bool], inputs: &[bool]) -> Option<Value> {
        Some(self.read(self.current.get(&var)?, latches, inputs))
    }

    /// The value of a remembered input at the next step.
    pub fn upcoming(&self, var: VarId, latches: &[bool], inputs: &[bool]) -> Option<Value> {
        Some(self.read(self.upcoming.get(&var)?, latches, inputs))
    }

    /// The value of a plain input at the step that `bad_next` is about. Bits that do not matter
    /// are false.
    pub fn last(&self, var: VarId, inputs: &[bool]) -> Option<Value> {
        let value = self.current.get(&var)?;
        Some(
            value.value(|lit| match (lit.as_constant(), self.last.get(&lit)) {
                (Some(constant), _) => constant,
                (None, Some(last)) => inputs[self.input_index(*last)],
                (None, None) => false,
            }),
        )
    }

    /// The values of variables that are not wires are made of constants, latches and inputs, inverted only
    /// where a latch stands for its negation.
    fn read(&self, value: &Blasted, latches: &[bool], inputs: &[bool]) -> Value {
        value.value(|lit| {
            let plain = lit.invert_if(lit.is_inverted());
            match (lit.as_constant(), self.latch_of.get(&plain)) {
                (Some(constant), _) => constant,
                (None, Some(&latch)) => latches[latch] != lit.is_inverted(),
                (None, None) => inputs[self.input_index(lit)],
            }
        })
    }

    fn input_index(&self, lit: AigLit) -> usize {
        let found = self.inputs.binary_search(&lit);
        found.expect("inputs of the graph that are not latches are listed, ascending")
    }
}

fn hopeless(error: BlastError) -> Reason {
    Reason::Hopeless(error.message)
}

fn inputs_of_initial_values(system: &System, cone: &Cone) -> FxHashSet<VarId> {
    let inits: Vec<TermId> = cone
        .states(system)
        .filter_map(|v| match system.var(v).kind {
            VarKind::State { init, .. } => init,
            _ => None,
        })
        .collect();
    let mut read = system.pool.variables(&inits);
    read.retain(|&v| matches!(system.var(v).kind, VarKind::Input));
    read.into_iter().collect()
}

fn blast_now(
    aig: &mut Aig,
    pool: &Pool,
    term: TermId,
    cache: &mut FxHashMap<TermId, Blasted>,
    current: &FxHashMap<VarId, Blasted>,
) -> Result<Blasted, BlastError> {
    blast(aig, pool, term, cache, &mut |_, v| {
        current.get(&v).cloned().ok_or_else(|| {
            BlastError::new(format!("{} is read before it is defined", pool.var_name(v)))
        })
    })
}

fn assemble(parts: Parts) -> Model {
    let Parts {
        mut aig,
        registers,
        mut constraints,
        mut known,
        claims,
        bad,
        current,
        upcoming,
    } = parts;
    let mut latches: Vec<Latch> = Vec::new();
    let mut latch_of: FxHashMap<AigLit, usize> = FxHashMap::default();
    // Values that all initial states share, of all bits, those that others stand for included.
    let mut shared: Vec<(AigLit, bool)> = Vec::new();
    let mut init = Vec::new();
    let mut inside = Vec::new();
    let mut pinned = Vec::new();
    let mut only_pinned = true;
    for register in &registers {
        let whole = widen(&mut aig, register);
        let mut in_range = AigLit::TRUE;
        if let (Blasted::Int(whole), Blasted::Int(now)) = (&whole, &register.now) {
            in_range = whole.within(&mut aig, now.range());
            let kept = whole.range() == now.range();
            if kept { &mut known } else { &mut inside }.push(in_range);
        }
        match &register.init {
            Some(value) => init.push(whole.equal(&mut aig, value)),
            None => {
                init.push(in_range);
                only_pinned &= in_range == AigLit::TRUE;
            }
        }
        let width = whole.bits().len();
        for (index, &lit) in whole.bits().iter().enumerate() {
            let bit_of = |value: &Blasted| match value {
                Blasted::Bool(lit) => *lit,
                Blasted::Int(word) => word.bit(index),
                Blasted::Bits(_) | Blasted::Array(_) => value.bits()[index],
            };
            // A bit that is constant, or that another one stands for, is no latch.
            let is_latch =
                lit.as_constant().is_none() && !lit.is_inverted() && !latch_of.contains_key(&lit);
            match register.init.as_ref().map(|v| bit_of(v).as_constant()) {
                Some(Some(value)) if is_latch => pinned.push(LatchLit::new(latches.len(), value)),
                Some(Some(value)) => shared.push((lit, value)),
                Some(None) => only_pinned = false,
                None => {}
            }
            if !is_latch {
                continue;
            }
            latch_of.insert(lit, latches.len());
            let is_sign = matches!(whole, Blasted::Int(_)) && index + 1 == width;
            latches.push(Latch {
                current: lit,
                next: bit_of(&register.next),
                bit: Bit {
                    var: register.var,
                    index,
                    is_sign,
                },
            });
        }
    }
    let pinned = Cube::new(pinned);
    only_pinned &= shared.iter().all(|&(lit, value)| {
        let value = value != lit.is_inverted();
        match latch_of.get(&AigLit::new(lit.node(), false)) {
            Some(&latch) => pinned.contains(LatchLit::new(latch, value)),
            None => lit.node() == 0 && !value,
        }
    });
    constraints.retain(|&c| c != AigLit::TRUE);
    let inside = aig.and_all(inside);
    let mut unreachable = Vec::new();
    let mut otherwise = Vec::new();
    for &fact in &known {
        // Lemmas are claimed only of states within their ranges.
        match inside == AigLit::TRUE {
            true => match cube_of(&aig, &latch_of, !fact) {
                Some(cube) => unreachable.push(cube),
                None => otherwise.push(fact),
            },
            false => otherwise.push(fact),
        }
    }
    let known = aig.and_all(known);
    let known_otherwise = aig.and_all(otherwise);
    // Lemmas hold of all initial states anyway.
    let pinned_is_init = only_pinned
        && constraints.is_empty()
        && inside == AigLit::TRUE
        && known_otherwise == AigLit::TRUE;
    let init = aig.and_all(init);
    let constraint = aig.and_all(constraints);
    let holds = aig.and(constraint, bad);
    let bad_here = aig.ite(inside, holds, AigLit::TRUE);
    let known_here = aig.ite(inside, known_otherwise, AigLit::TRUE);
    let mut last: FxHashMap<AigLit, AigLit> = FxHashMap::default();
    let mut here = vec![bad_here, known_here];
    // Executions end where the constraints do.
    let under = claims.iter().map(|(_, now)| aig.or(!constraint, *now));
    here.extend(under.collect::<Vec<AigLit>>());
    let next = aig.substitute(&here, |aig, lit| match latch_of.get(&lit) {
        Some(&latch) => latches[latch].next,
        None => *last.entry(lit).or_insert_with(|| aig.input()),
    });
    let claims = claims.iter().zip(&next[2..]);
    let claims = claims.map(|(&(term, now), &next)| Claim {
        term,
        now,
        next,
        cubes: cubes_of(&aig, &latch_of, now),
    });
    let claims = claims.collect();
    let inputs = (0..aig.len())
        .filter(|&n| aig.node(n) == assay_aig::Node::Input)
        .map(|n| AigLit::new(n, false))
        .filter(|l| !latch_of.contains_key(l))
        .collect();
    Model {
        aig,
        latches,
        inputs,
        latch_of,
        init,
        constraint,
        known,
        unreachable,
        known_otherwise,
        inside,
        bad,
        bad_next: next[0],
        known_next: next[1],
        claims,
        pinned,
        pinned_is_init,
        current,
        upcoming,
        last,
    }
}

/// The cube of latches that a literal is the conjunction of, if it is one that some state satisfies.
fn cube_of(aig: &Aig, latch_of: &FxHashMap<AigLit, usize>, lit: AigLit) -> Option<Cube> {
    let mut lits: Vec<LatchLit> = Vec::new();
    let mut stack = vec![lit];
    while let Some(lit) = stack.pop() {
        let positive = AigLit::new(lit.node(), false);
        if let Some(&latch) = latch_of.get(&positive) {
            lits.push(LatchLit::new(latch, !lit.is_inverted()));
        } else {
            let (a, b) = aig.operands(lit).filter(|_| !lit.is_inverted())?;
            stack.extend([a, b]);
        }
    }
    lits.sort_unstable();
    lits.dedup();
    let clash = lits.windows(2).any(|w| w[0].latch() == w[1].latch());
    (!clash).then(|| Cube::new(lits))
}

/// The cubes that a claim says no state is in, if that is all it says: it is a clause of latches, or says that two
/// latches are equal or different.
fn cubes_of(aig: &Aig, latch_of: &FxHashMap<AigLit, usize>, claim: AigLit) -> Option<Vec<Cube>> {
    if let Some(cube) = cube_of(aig, latch_of, !claim) {
        return Some(vec![cube]);
    }
    let (c, t, e) = aig.multiplexer(claim.node())?;
    if t != !e {
        return None;
    }
    // With the claim negated one of: c and t', not c and t, where t' is t or its negation.
    let wrong = t.invert_if(!claim.is_inverted());
    let cube = |a: AigLit, b: AigLit| {
        let lit = |l: AigLit| {
            let latch = *latch_of.get(&AigLit::new(l.node(), false))?;
            Some(LatchLit::new(latch, !l.is_inverted()))
        };
        Some(Cube::new(vec![lit(a)?, lit(b)?]))
    };
    Some(vec![cube(c, wrong)?, cube(!c, !wrong)?])
}

impl Register {
    /// Next and initial values, as far as they are integers, and the declared range.
    fn hull(&self) -> Option<Interval> {
        let Blasted::Int(now) = &self.now else {
            return None;
        };
        let mut hull: Interval = now.range().clone();
        for value in [Some(&self.next), self.init.as_ref()].into_iter().flatten() {
            if let Blasted::Int(word) = value {
                hull = hull.hull(word.range());
            }
        }
        (hull != *now.range()).then_some(hull)
    }

    /// Whether the declared range does not hold all of them.
    fn widens(&self) -> bool {
        self.hull().is_some()
    }
}

/// The register's bits, with more of them where the declared range does not hold its next and initial
/// values.
fn widen(aig: &mut Aig, register: &Register) -> Blasted {
    let Blasted::Int(now) = &register.now else {
        return register.now.clone();
    };
    let Some(hull) = register.hull() else {
        return register.now.clone();
    };
    let fresh = Word::fresh(aig, hull.clone());
    let bits = fresh
        .bits()
        .iter()
        .enumerate()
        .map(|(i, &lit)| match now.bits().get(i) {
            Some(&bit) if lit.as_constant().is_none() && bit.as_constant().is_none() => bit,
            _ => lit,
        })
        .collect();
    Blasted::Int(Arc::new(Word::from_bits(bits, hull)))
}
