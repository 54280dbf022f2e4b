//! Random executions of the original to try on mutants. Numbers are drawn from the model's own
//! constants and their neighbours, where comparisons change their minds.

use std::sync::Arc;

use assay_system::{Random, Stimulus, System, open};
use assay_term::{BigInt, BigRational, Functions, Sort, Term, TermId, Value, VarId};

const TRACES: u64 = 24;
const STEPS: usize = 12;
const MAX_CONSTANTS: usize = 64;

/// A fixed number of executions; the same for the same system.
pub fn random(system: &System) -> Vec<Arc<Stimulus>> {
    let (ints, reals) = constants(system);
    (0..TRACES)
        .map(|seed| {
            let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xa55a);
            // Some traces hold their inputs for a while: timers need that.
            let hold = [0, 50, 85][seed as usize % 3];
            let mut last: rustc_hash::FxHashMap<VarId, Value> = Default::default();
            let vars: Vec<VarId> = open(system).collect();
            let steps = (0..STEPS).map(|_| {
                let mut choose = |v: &VarId| {
                    if random.below(100) < hold
                        && let Some(value) = last.get(v)
                    {
                        return value.clone();
                    }
                    let value = pick(system, *v, &ints, &reals, &mut random);
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
fn constants(system: &System) -> (Vec<BigInt>, Vec<BigRational>) {
    let mut ints: Vec<BigInt> = (-2..=2).map(BigInt::from).collect();
    let mut reals: Vec<BigRational> = (-2..=2)
        .map(|n| BigRational::from_integer(BigInt::from(n)))
        .collect();
    let roots: Vec<TermId> = system
        .var_ids()
        .flat_map(|v| system.defining_terms(v))
        .collect();
    for id in system.pool.below(&roots) {
        match system.pool.get(id) {
            Term::Const(Value::Int(n)) if ints.len() < MAX_CONSTANTS => {
                ints.extend([n.clone(), n - 1, n + 1]);
            }
            Term::Const(Value::Real(r)) if reals.len() < MAX_CONSTANTS => {
                let one = BigRational::from_integer(BigInt::from(1));
                reals.extend([r.clone(), r - &one, r + &one]);
            }
            _ => {}
        }
    }
    (ints, reals)
}

fn pick(
    system: &System,
    var: VarId,
    ints: &[BigInt],
    reals: &[BigRational],
    random: &mut Random,
) -> Value {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(random.below(2) == 1),
        (Sort::Int, Some((lo, hi))) => {
            let width: BigInt = hi - lo + 1;
            let width = u64::try_from(&width).unwrap_or(u64::MAX);
            Value::Int(lo + BigInt::from(random.below(width)))
        }
        (Sort::Int, None) => Value::Int(ints[random.below(ints.len() as u64) as usize].clone()),
        (Sort::Real, _) => Value::Real(reals[random.below(reals.len() as u64) as usize].clone()),
    }
}
