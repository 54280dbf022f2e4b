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
//! The terms of a step become bits in `build.rs`, what is known to be equal in every reachable state (`equal`) is merged in `merge.rs`, and
//! `assemble.rs` puts the model together. A latch that is another one, its negation or constant has no place in the model then; its variable is
//! read through what stands for it.

use std::sync::Arc;

use assay_aig::{Aig, AigLit, BlastError, Blasted};
use assay_system::System;
use assay_term::{Bits, Dag, Pool, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::Reason;
use super::build::{Source, build};
use super::cube::Cube;

/// Which bit of which variable a latch is.
#[derive(Clone, Copy, Debug)]
pub struct Bit {
    pub var: VarId,
    pub index: usize,
    /// The most significant one of an integer.
    pub is_sign: bool,
}

impl Bit {
    /// The bit of a value of the variable.
    pub fn of(&self, value: &Value) -> bool {
        match value {
            Value::Bool(value) => *value,
            Value::Int(value) => value.bit(self.index as u64),
            Value::Bits(bits) => bits.bit(self.index as u32),
            Value::Array(array) => {
                let width = array.element_width() as usize;
                let at = Bits::new(array.index_width(), self.index / width);
                array.select(&at).bit((self.index % width) as u32)
            }
            Value::Real(_) => unreachable!("a real has no bits"),
        }
    }
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
    pub(super) latch_of: FxHashMap<AigLit, usize>,
    /// Initial states, over latches.
    pub init: AigLit,
    /// The system's constraints, and the ranges of inputs.
    pub constraint: AigLit,
    /// What is known of every reachable state: given lemmas and ranges that cannot be left.
    pub known: AigLit,
    /// The same in two parts, for engines that work with clauses: cubes that no reachable state is in, and the rest.
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
    pub(super) current: FxHashMap<VarId, Blasted>,
    /// Remembered inputs at the next step, over inputs.
    pub(super) upcoming: FxHashMap<VarId, Blasted>,
    /// What stands for an input in `bad_next`.
    pub(super) last: FxHashMap<AigLit, AigLit>,
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
    /// The model of `property` in the part of the system that it depends on. `fixed` rigid parameters are constants; `lemmas` hold
    /// always, and the terms of `equal` are always equal, two by two.
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
        let model = build(&Source {
            system,
            pool: &pool,
            property,
            fixed,
            lemmas: &given,
            equal: &equal,
            claims: &[],
        });
        model.map(Arc::new).map_err(hopeless)
    }

    /// With terms of `pool`, a clone of the system's pool, as claims; those beyond the cone of the property are left out.
    pub fn with_claims(
        system: &System,
        pool: &Pool,
        property: usize,
        claims: &[TermId],
    ) -> Result<Arc<Model>, Reason> {
        let model = build(&Source {
            system,
            pool,
            property,
            fixed: &[],
            lemmas: &[],
            equal: &[],
            claims,
        });
        model.map(Arc::new).map_err(hopeless)
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

    /// For each latch, then for each input, the number of the variable that it is a bit of.
    pub fn variables_of_bits(&self) -> Vec<usize> {
        let mut of: FxHashMap<usize, usize> = FxHashMap::default();
        for (var, value) in self.current.iter().chain(&self.upcoming) {
            of.extend(value.bits().iter().map(|lit| (lit.node(), var.index())));
        }
        of.extend(self.latches.iter().map(|l| (l.current.node(), l.bit.var.index())));
        let variables = self.latches.len() + self.inputs.len() + self.current.len();
        let latches = self.latches.iter().map(|l| &l.current);
        let all = latches.chain(&self.inputs).enumerate();
        // What is a bit of no variable stands alone, with a number that no variable has.
        let alone = |i: usize| (1 << 32) + variables + i;
        all.map(|(i, lit)| of.get(&lit.node()).copied().unwrap_or_else(|| alone(i)))
            .collect()
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
