//! Random small finite systems.

use std::ops::RangeInclusive;

use assay_system::System;
use assay_term::{Sort, TermId, Value, VarId};

use crate::build::{Build, Domain};
use crate::{Arithmetic, Random, Terms};

/// How large a system gets and what may happen in it. Chances are in percent.
#[derive(Clone, Debug)]
pub struct Shape {
    pub states: RangeInclusive<usize>,
    pub inputs: RangeInclusive<usize>,
    /// The chance of a rigid parameter.
    pub rigid: usize,
    pub wires: RangeInclusive<usize>,
    pub constraints: &'static [usize],
    pub properties: RangeInclusive<usize>,
    /// The ranges of integer variables; every other variable is Boolean.
    pub ranges: &'static [(i64, i64)],
    /// The chance that a state begins with any value, and that its initial value reads inputs or states before it.
    pub open_init: usize,
    pub reading_init: usize,
    /// The chance that nothing keeps the value of an integer state within its range.
    pub escapes: usize,
    /// How deep the terms of wires, states and constraints are.
    pub depth: usize,
    pub arithmetic: Arithmetic,
}

impl Shape {
    /// Everything that an engine has to see through: parameters, initial values that read inputs, ranges that are left.
    pub const GENERAL: Shape = Shape {
        states: 1..=3,
        inputs: 0..=2,
        rigid: 60,
        wires: 0..=2,
        constraints: &[0, 0, 1, 2],
        properties: 1..=1,
        ranges: &[(0, 3), (-2, 2), (0, 1), (1, 5), (-3, -1)],
        open_init: 25,
        reading_init: 25,
        escapes: 8,
        depth: 3,
        arithmetic: Arithmetic::Products,
    };

    /// Systems that keep their ranges and begin with constants, with several wires and properties: for proofs and mutants.
    pub const TYPED: Shape = Shape {
        states: 1..=4,
        inputs: 0..=3,
        rigid: 0,
        wires: 1..=4,
        constraints: &[0, 0, 1, 1],
        properties: 2..=3,
        ranges: &[(0, 2), (-1, 2), (0, 3)],
        open_init: 20,
        reading_init: 0,
        escapes: 0,
        depth: 3,
        arithmetic: Arithmetic::Products,
    };

    /// The system of this shape that the seed makes.
    pub fn system(&self, seed: u64) -> System {
        system(&mut Random::new(seed), self)
    }
}

/// A system of this shape: inputs `i0` ..., the parameter `p`, states `s0` ..., wires `w0` ....
pub fn system(random: &mut Random, shape: &Shape) -> System {
    let mut system = System::new();
    let count = |random: &mut Random, range: &RangeInclusive<usize>| {
        range.start() + random.below(range.end() - range.start() + 1)
    };
    let mut free: Vec<VarId> = Vec::new();
    for i in 0..count(random, &shape.inputs) {
        let domain = domain(random, shape);
        let input = system.input(&format!("i{i}"), domain);
        free.push(system.var_of(input));
    }
    if random.chance(shape.rigid) {
        let domain = domain(random, shape);
        let rigid = system.rigid("p", domain);
        free.push(system.var_of(rigid));
    }
    let mut states: Vec<(VarId, Domain)> = Vec::new();
    for i in 0..count(random, &shape.states) {
        let domain = domain(random, shape);
        let state = system.state(&format!("s{i}"), domain);
        states.push((system.var_of(state), domain));
    }
    for i in 0..count(random, &shape.wires) {
        let sort = random.pick(&[Sort::Bool, Sort::Int]);
        let def = term(&mut system, random, shape, sort);
        system.wire(&format!("w{i}"), def);
    }
    for (i, &(state, domain)) in states.iter().enumerate() {
        let value = term(&mut system, random, shape, domain.sort);
        let next = kept(&mut system, random, shape, domain, value);
        // An initial value reads inputs, the parameter and states before its own.
        let readable = free.iter().copied().chain(states[..i].iter().map(|s| s.0));
        let init = initial(&mut system, random, shape, domain, readable.collect());
        system.set_state(state, init, next);
    }
    for _ in 0..random.pick(shape.constraints) {
        let constraint = term(&mut system, random, shape, Sort::Bool);
        system.assume(constraint);
    }
    for _ in 0..count(random, &shape.properties) {
        // A disjunction holds more often, which keeps the two outcomes in balance.
        let shallow = Shape {
            depth: shape.depth.min(2),
            ..shape.clone()
        };
        let parts: Vec<TermId> = (0..1 + random.below(3))
            .map(|_| term(&mut system, random, &shallow, Sort::Bool))
            .collect();
        let property = system.pool.or(parts);
        system.claim(property);
    }
    system
}

fn domain(random: &mut Random, shape: &Shape) -> Domain {
    if random.chance(50) {
        Sort::Bool.into()
    } else {
        random.pick(shape.ranges).into()
    }
}

/// A term over all variables that there are.
fn term(system: &mut System, random: &mut Random, shape: &Shape, sort: Sort) -> TermId {
    let terms = Terms {
        arithmetic: shape.arithmetic,
        ..Terms::over(&system.pool, system.var_ids())
    };
    terms.make(&mut system.pool, random, sort, shape.depth)
}

/// The value, kept within the domain: by a remainder, which interval analysis sees, or by a comparison, which it does not.
fn kept(
    system: &mut System,
    random: &mut Random,
    shape: &Shape,
    domain: Domain,
    value: TermId,
) -> TermId {
    let Some((lo, hi)) = domain.range else {
        return value;
    };
    if random.chance(shape.escapes) {
        return value;
    }
    let pool = &mut system.pool;
    let (low, high) = (pool.int(lo), pool.int(hi));
    if random.chance(50) {
        let size = pool.int(hi - lo + 1);
        let rest = pool.int_mod(value, size);
        return pool.add([rest, low]);
    }
    let (above, below) = (pool.le(low, value), pool.le(value, high));
    let inside = pool.and2(above, below);
    let other = random.pick(&[low, high]);
    pool.ite(inside, value, other)
}

fn initial(
    system: &mut System,
    random: &mut Random,
    shape: &Shape,
    domain: Domain,
    readable: Vec<VarId>,
) -> Option<TermId> {
    if random.chance(shape.open_init) {
        return None;
    }
    if random.chance(shape.reading_init) {
        let terms = Terms::over(&system.pool, readable);
        let value = terms.make(&mut system.pool, random, domain.sort, 2);
        return Some(kept(system, random, shape, domain, value));
    }
    let constant = match domain.range {
        Some((lo, hi)) => Value::int(lo + random.below((hi - lo + 1) as usize) as i64),
        None => Value::Bool(random.chance(50)),
    };
    Some(system.pool.constant(constant))
}
