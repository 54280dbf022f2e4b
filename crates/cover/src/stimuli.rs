//! Random executions of the original to try on mutants. Numbers are drawn from the model's own
//! constants and their neighbours, where comparisons change their minds.

use std::ops::Range;
use std::sync::Arc;

use assay_system::{Random, Role, Stimulus, System, open};
use assay_term::{
    ArrayValue, BigInt, BigRational, BigUint, Bits, Functions, Sort, Term, TermId, Value, VarId,
};

const TRACES: u64 = 24;
const STEPS: usize = 12;
/// One for each way to hold inputs and to choose events.
const LONG_TRACES: u64 = 6;
const MAX_CONSTANTS: usize = 64;
/// Random arrays have fewer elements than this that differ from the others.
const ENTRIES: u64 = 8;

/// A fixed number of executions; the same for the same system.
pub fn random(system: &System) -> Vec<Arc<Stimulus>> {
    drawn(system, 0..TRACES, STEPS)
}

/// As many steps as [`random`] has, each an execution of its own: where there are no states, a step needs none before it.
pub fn single_steps(system: &System) -> Vec<Arc<Stimulus>> {
    drawn(system, 0..TRACES * STEPS as u64, 1)
}

/// A few executions of so many steps, for changes that show only after a while.
pub fn long(system: &System, steps: usize) -> Vec<Arc<Stimulus>> {
    drawn(system, TRACES..TRACES + LONG_TRACES, steps)
}

fn drawn(system: &System, seeds: Range<u64>, length: usize) -> Vec<Arc<Stimulus>> {
    let worth = Worth::of(system);
    seeds
        .map(|seed| {
            let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xa55a);
            // Some traces hold their inputs for a while: timers need that.
            let hold = [0, 50, 85][seed as usize % 3];
            let mut last: rustc_hash::FxHashMap<VarId, Value> = Default::default();
            let vars: Vec<VarId> = open(system).collect();
            let is_event =
                |v: VarId| system.sort(v) == Sort::Bool && system.var(v).role == Role::Input;
            let events: Vec<VarId> = vars.iter().copied().filter(|&v| is_event(v)).collect();
            // In every other trace at most one Boolean input is true at a time: protocols want one event a step.
            let single = seed / 3 % 2 == 1 && events.len() > 2;
            let steps = (0..length).map(|_| {
                let event =
                    single.then(|| events.get(random.below(events.len() as u64 + 1) as usize));
                let mut choose = |v: &VarId| {
                    if let Some(event) = event
                        && is_event(*v)
                    {
                        return Value::Bool(event == Some(v));
                    }
                    if random.below(100) < hold
                        && let Some(value) = last.get(v)
                    {
                        return value.clone();
                    }
                    let value = pick(system, *v, &worth, &mut random);
                    last.insert(*v, value.clone());
                    value
                };
                vars.iter().map(&mut choose).collect()
            });
            let steps = steps.collect();
            let functions = Functions::default();
            Arc::new(Stimulus {
                vars,
                steps,
                functions,
            })
        })
        .collect()
}

/// The numbers worth trying.
pub struct Worth {
    ints: Vec<BigInt>,
    reals: Vec<BigRational>,
    /// Cut to the width at hand.
    words: Vec<BigUint>,
}

impl Worth {
    pub fn of(system: &System) -> Worth {
        let mut worth = Worth {
            ints: (-2..=2).map(BigInt::from).collect(),
            reals: (-2..=2)
                .map(|n| BigRational::from_integer(BigInt::from(n)))
                .collect(),
            words: (0..=2u32).map(BigUint::from).collect(),
        };
        let roots: Vec<TermId> = system
            .var_ids()
            .flat_map(|v| system.defining_terms(v))
            .collect();
        for id in system.pool.below(&roots) {
            match system.pool.get(id) {
                Term::Const(Value::Int(n)) if worth.ints.len() < MAX_CONSTANTS => {
                    worth.ints.extend([n.clone(), n - 1, n + 1]);
                }
                Term::Const(Value::Real(r)) if worth.reals.len() < MAX_CONSTANTS => {
                    let one = BigRational::from_integer(BigInt::from(1));
                    worth.reals.extend([r.clone(), r - &one, r + &one]);
                }
                Term::Const(Value::Bits(b)) if worth.words.len() < MAX_CONSTANTS => {
                    let n = b.value();
                    let below = if b.is_zero() { n.clone() } else { n - 1u32 };
                    worth.words.extend([n.clone(), below, n + 1u32]);
                }
                _ => {}
            }
        }
        worth
    }

    /// The words worth trying, as bits of so many.
    pub fn bits(&self, width: u32) -> Vec<Vec<bool>> {
        let words = self.words.iter().map(|n| Bits::new(width, n.clone()));
        words
            .map(|word| (0..width).map(|i| word.bit(i)).collect())
            .collect()
    }

    /// As often a number worth trying as any.
    fn word(&self, width: u32, random: &mut Random) -> Bits {
        if random.below(2) == 0 {
            return Bits::new(width, one_of(&self.words, random));
        }
        let bits: Vec<bool> = (0..width).map(|_| random.below(2) == 1).collect();
        Bits::from_bits(&bits)
    }
}

fn one_of<T: Clone>(all: &[T], random: &mut Random) -> T {
    all[random.below(all.len() as u64) as usize].clone()
}

pub fn within((lo, hi): &(BigInt, BigInt), random: &mut Random) -> Value {
    let width: BigInt = hi - lo + 1;
    let width = u64::try_from(&width).unwrap_or(u64::MAX);
    Value::Int(lo + BigInt::from(random.below(width)))
}

fn pick(system: &System, var: VarId, worth: &Worth, random: &mut Random) -> Value {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(random.below(2) == 1),
        (Sort::Int, Some(range)) => within(range, random),
        (Sort::Int, None) => Value::Int(one_of(&worth.ints, random)),
        (Sort::Real, _) => Value::Real(one_of(&worth.reals, random)),
        (Sort::BitVec(width), _) => worth.word(width, random).into(),
        (Sort::Array { index, element }, _) => {
            let entries: Vec<(Bits, Bits)> = (0..random.below(ENTRIES))
                .map(|_| (worth.word(index, random), worth.word(element, random)))
                .collect();
            ArrayValue::new(index, worth.word(element, random), entries).into()
        }
    }
}
