//! Bits back to the model's variables: an invariant as terms, a path as a trace.

use assay_aig::{Aig, AigLit, Node};
use assay_system::{Certificate, Provers, System, Trace, VarKind, execute, replay};
use assay_term::{BigInt, Functions, Pool, Sort, TermId, Value, VarId};

use rustc_hash::FxHashMap;

use super::cube::{Cube, LatchLit};
use super::model::{Bit, Model};
use assay_system::default_value;

/// The negation of each cube.
pub fn certificate(system: &System, model: &Model, property: usize, cubes: &[Cube]) -> Certificate {
    let pool = &mut system.pool.clone();
    let lemmas: Vec<TermId> = cubes.iter().map(|c| outside(pool, model, c)).collect();
    inductive(pool, property, &lemmas)
}

/// The term that says that the state is not in the cube.
pub fn outside(pool: &mut Pool, model: &Model, cube: &Cube) -> TermId {
    let lits = cube.lits().iter();
    let negated: Vec<TermId> = lits.map(|&lit| negation(pool, model, lit)).collect();
    pool.or(negated)
}

/// A function of the latches, of the model's graph or one that grew out of it.
pub fn certificate_of(
    system: &System,
    model: &Model,
    property: usize,
    (aig, invariant): (&Aig, AigLit),
) -> Certificate {
    let pool = &mut system.pool.clone();
    let lemmas = terms_of(pool, model, aig, &[invariant]);
    inductive(pool, property, &lemmas)
}

/// Pairs of literals of the model's graph as terms, the two of a pair side by side.
pub fn pairs(pool: &mut Pool, model: &Model, pairs: &[(AigLit, AigLit)]) -> Vec<TermId> {
    let lits: Vec<AigLit> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    terms_of(pool, model, &model.aig, &lits)
}

/// Literals of the model's graph, or of one that grew out of it, as terms over the bits of variables.
fn terms_of(pool: &mut Pool, model: &Model, aig: &Aig, lits: &[AigLit]) -> Vec<TermId> {
    let bits = model.bits();
    let mut terms: FxHashMap<usize, TermId> = FxHashMap::default();
    let of = |pool: &mut Pool, terms: &FxHashMap<usize, TermId>, lit: AigLit| {
        let term = terms[&lit.node()];
        if lit.is_inverted() {
            pool.not(term)
        } else {
            term
        }
    };
    for node in aig.cone(lits) {
        let term = match aig.node(node) {
            Node::False => pool.bool(false),
            Node::Input => bit_term(pool, bits[&node]),
            Node::And(a, b) => {
                let (a, b) = (of(pool, &terms, a), of(pool, &terms, b));
                pool.gate(a, b)
            }
        };
        terms.insert(node, term);
    }
    lits.iter().map(|&lit| of(pool, &terms, lit)).collect()
}

/// The certificate of lemmas that are inductive with the property.
pub fn inductive(pool: &Pool, property: usize, lemmas: &[TermId]) -> Certificate {
    Certificate {
        k: 1,
        lemmas: pool.export(lemmas),
        properties: vec![property],
        simple_path: false,
        provers: Provers::none(),
    }
}

fn negation(pool: &mut Pool, model: &Model, lit: LatchLit) -> TermId {
    let bit = bit_term(pool, model.latches[lit.latch()].bit);
    if lit.value() { pool.not(bit) } else { bit }
}

/// The bit as a term: of an integer, division by a power of two rounds down, so this is two's
/// complement for negative numbers too.
pub(crate) fn bit_term(pool: &mut Pool, bit: Bit) -> TermId {
    let var = pool.var(bit.var);
    match pool.sort(var) {
        Sort::Bool => return var,
        Sort::BitVec(_) => return word_bit(pool, var, bit.index),
        Sort::Array { index, element } => {
            let element = element as usize;
            let at = pool.bits(index, bit.index / element);
            let selected = pool.select(var, at);
            return word_bit(pool, selected, bit.index % element);
        }
        Sort::Int | Sort::Real => {}
    }
    if bit.is_sign {
        let zero = pool.int(0);
        return pool.lt(var, zero);
    }
    let weight = pool.int(BigInt::from(1) << bit.index);
    let (one, two) = (pool.int(1), pool.int(2));
    let shifted = pool.int_div(var, weight);
    let low = pool.int_mod(shifted, two);
    pool.eq(low, one)
}

fn word_bit(pool: &mut Pool, word: TermId, index: usize) -> TermId {
    let index = index as u32;
    let bit = pool.extract(index, index, word);
    pool.bool_of_bv(bit)
}

/// The execution along a path, cut after the first violation of the property; None if there is no
/// violation on it.
pub fn trace(
    system: &System,
    model: &Model,
    property: usize,
    fixed: &[(VarId, bool)],
    (start, inputs, one_more): (&[bool], &[Vec<bool>], bool),
) -> Option<Trace> {
    let choose = |var: VarId, step: usize| {
        if let Some((_, value)) = fixed.iter().find(|(v, _)| *v == var) {
            return Value::Bool(*value);
        }
        // A remembered input is chosen one step ahead, except for the first step.
        let ahead = step
            .checked_sub(1)
            .filter(|_| matches!(system.var(var).kind, VarKind::Input))
            .and_then(|before| model.upcoming(var, start, &inputs[before]));
        ahead
            .or_else(|| match inputs.get(step) {
                Some(inputs) => model.value(var, start, inputs),
                None => model.last(var, inputs.last()?),
            })
            .unwrap_or_else(|| default_value(system, var))
    };
    let length = inputs.len() + one_more as usize;
    let mut trace = execute(system, length, Functions::default(), choose).ok()?;
    while !trace.is_empty() {
        // A state that leaves its range ends the path: the steps before it may still show a
        // violation.
        if let Ok(outcome) = replay(system, &trace) {
            let fails = outcome.property_fails[property]?;
            trace.steps.truncate(fails + 1);
            let cut = replay(system, &trace).ok()?;
            return cut.violates(property).then_some(trace);
        }
        trace.steps.pop();
    }
    None
}
