//! Executions of the original that satisfy the harness, run on every mutant before anything is asked of a solver [1, 2].
//!
//! Where they come from: for each check of the original, inputs that lead to it; inputs that the questions about paths left behind; small
//! variations of both; and small random numbers. An execution is a kill only if both the interpreter and the bounded
//! execution of the mutant on these inputs say that the same check fails.
//!
//! References:
//! [1] Untch, Offutt, Harrold: Mutation analysis using mutant schemata. ISSTA 1993.
//! [2] Wang, Xiong, Shi, Zhang, Hao: Faster mutation analysis via equivalence modulo states. ISSTA 2017.

use std::collections::{BTreeMap, BTreeSet};

use assay_system::Random;
use assay_term::{Bits, Pool, Value};
use num_traits::ToPrimitive;

use super::feasible::Asked;
use super::lower::{Assignment, Lowered};
use super::model::CModel;
use crate::bounded::{Check, Feasible, Inputs, Options, Outcome, Possible, Read, execute};
use crate::context::Key;
use crate::interpret::{self, End, Word};
use crate::program::Program;

/// So many executions are kept.
const MOST: usize = 384;

/// Paths to checks that are asked for.
const PATHS: usize = 256;

/// Random executions that are tried, and below what their numbers are.
const TRIES: usize = 512;
const SMALL: u64 = 5;

/// How many variations each execution gets.
const VARIATIONS: usize = 3;

/// Steps of one run on a mutant: one that goes on and on is left to the bounded execution.
const STEPS: u64 = 200_000;

type Execution = BTreeMap<Key, Word>;

pub struct Bank {
    executions: Vec<Execution>,
    known: BTreeSet<Execution>,
}

/// A mutant's execution on which checks fail.
pub struct Kill {
    pub outcome: Outcome,
    /// Those of the outcome's checks that fail.
    pub failing: Vec<usize>,
    pub read: Vec<Read>,
}

impl Bank {
    /// Executions of the original on which nothing fails.
    pub fn new(model: &CModel) -> Bank {
        let mut asked = Asked::seeded(model.found.clone());
        let lowered = &model.lowered;
        let reached = model.outcome.checks.iter().flat_map(|c| &c.reached);
        for &guard in reached.take(PATHS) {
            asked.possible(&lowered.system.pool, guard);
        }
        let mut bank = Bank {
            executions: vec![],
            known: BTreeSet::new(),
        };
        let mut random = Random::new(1);
        let found = asked.assignments();
        let found: Vec<Execution> = found.iter().map(|a| execution(lowered, a)).collect();
        for execution in &found {
            bank.add(model, execution.clone());
        }
        for execution in &found {
            for _ in 0..VARIATIONS {
                bank.add(model, varied(execution, &mut random));
            }
        }
        for _ in 0..TRIES {
            bank.add(model, small(lowered, &mut random));
        }
        bank
    }

    /// The executions as values of the system's inputs.
    pub fn assignments(&self, lowered: &Lowered) -> Vec<Assignment> {
        let assignment = |execution: &Execution| {
            let inputs = lowered.inputs.list.iter();
            let values = inputs.filter_map(|input| {
                let word = execution.get(&input.key)?;
                let bits = Bits::new(input.bits, word.value);
                Some((input.var, Value::Bits(bits)))
            });
            let mut values: Assignment = values.collect();
            values.sort_unstable_by_key(|(var, _)| *var);
            values
        };
        self.executions.iter().map(assignment).collect()
    }

    /// Adds an execution that the original has and on which it fails nowhere.
    pub fn add(&mut self, model: &CModel, execution: Execution) {
        if self.executions.len() >= MOST || !self.known.insert(execution.clone()) {
            return;
        }
        let options = options(&model.options);
        let run = interpret::run(&model.program, &options, &execution);
        if run.failures.is_empty() && matches!(run.end, End::Returned(_) | End::Exited) {
            self.executions.push(execution);
        }
    }

    /// An execution that kills this mutant. The next mutant is tried on it first.
    pub fn kill(&mut self, program: &Program, options_of: &Options) -> Option<Kill> {
        let options = options(options_of);
        for at in 0..self.executions.len() {
            let run = interpret::run(program, &options, &self.executions[at]);
            if run.failures.is_empty() {
                continue;
            }
            if let Some(kill) = confirmed(program, options_of, &self.executions[at], &run) {
                self.executions[..=at].rotate_right(1);
                return Some(kill);
            }
        }
        None
    }
}

/// The interpreter's options for a mutant.
fn options(of: &Options) -> interpret::Options {
    interpret::Options {
        checks: of.checks,
        malloc_may_fail: of.malloc_may_fail,
        max_steps: STEPS,
        unwind: interpret::Unwind {
            limit: Some(of.unwind.unwrap_or(of.max_unwind)),
            ..interpret::Unwind::default()
        },
        ..interpret::Options::new(of.entry)
    }
}

/// Executes the mutant boundedly on the same inputs: the checks that fail for both.
fn confirmed(
    program: &Program,
    options: &Options,
    execution: &Execution,
    run: &interpret::Run,
) -> Option<Kill> {
    let mut pool = Pool::new();
    let values = execution
        .iter()
        .map(|(key, word)| (key.clone(), word.value));
    let mut inputs = Inputs::fixed(values.collect());
    let outcome = execute(program, options, &mut pool, &mut inputs, &mut Anything).ok()?;
    let fails = |check: &Check| {
        let failed = |term: &assay_term::TermId| pool.as_bool(*term) == Some(false);
        let seen = run
            .failures
            .iter()
            .any(|f| f.class == check.class && f.site == check.site);
        seen && check.holds.iter().any(failed)
    };
    let checks = outcome.checks.iter().enumerate();
    let failing: Vec<usize> = checks.filter(|(_, c)| fails(c)).map(|(at, _)| at).collect();
    (!failing.is_empty()).then_some(Kill {
        outcome,
        failing,
        read: inputs.read,
    })
}

/// On one execution every condition is a constant, and nobody needs to be asked.
struct Anything;

impl Feasible for Anything {
    fn possible(&mut self, _pool: &Pool, _condition: assay_term::TermId) -> Possible {
        Possible::Unknown
    }
}

fn execution(lowered: &Lowered, assignment: &Assignment) -> Execution {
    let mut execution = Execution::new();
    for input in &lowered.inputs.list {
        let found = assignment.binary_search_by_key(&input.var, |(var, _)| *var);
        let value = found.ok().and_then(|at| assignment[at].1.as_bits());
        let value = value.and_then(|bits| bits.value().to_u128()).unwrap_or(0);
        let bits = input.bits;
        execution.insert(input.key.clone(), Word { bits, value });
    }
    execution
}

/// Small random numbers everywhere: they collide, and assumptions about sizes like them.
fn small(lowered: &Lowered, random: &mut Random) -> Execution {
    let inputs = lowered.inputs.list.iter();
    let values = inputs.map(|input| {
        let word = Word {
            bits: input.bits,
            value: u128::from(random.below(SMALL)) & mask(input.bits),
        };
        (input.key.clone(), word)
    });
    values.collect()
}

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

/// The same with one or two values changed: to the value of another input, a neighbour, or a small number.
fn varied(execution: &Execution, random: &mut Random) -> Execution {
    let mut varied = execution.clone();
    let keys: Vec<&Key> = execution.keys().collect();
    if keys.is_empty() {
        return varied;
    }
    for _ in 0..=random.below(2) {
        let count = keys.len() as u64;
        let (to, from) = (random.below(count) as usize, random.below(count) as usize);
        let (Some(old), Some(other)) = (execution.get(keys[to]), execution.get(keys[from])) else {
            continue;
        };
        let value = match random.below(4) {
            0 => other.value,
            1 => old.value.wrapping_add(1),
            2 => old.value.wrapping_sub(1),
            _ => u128::from(random.below(8)),
        };
        let value = value & mask(old.bits);
        varied.insert(keys[to].clone(), Word { value, ..*old });
    }
    varied
}
