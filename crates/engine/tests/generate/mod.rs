//! Random small finite systems.

use assay_system::{System, VarKind};
use assay_term::{Pool, Sort, TermId, VarId};

/// A linear congruential generator: the same systems everywhere, every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66);
        random.below(2);
        random
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// Systems by hand.
pub mod build {
    use assay_system::{Property, Role, Shown, System, VarKind, Variable};
    use assay_term::{BigInt, Sort, TermId, VarId};

    /// A variable: Boolean without a range, an integer with one.
    fn variable(
        system: &mut System,
        sort: Sort,
        name: &str,
        range: Option<(i64, i64)>,
        kind: VarKind,
    ) -> VarId {
        let range = range.map(|(lo, hi)| (BigInt::from(lo), BigInt::from(hi)));
        let variable = Variable {
            name: name.into(),
            kind,
            role: Role::Local,
            range,
            shown: Shown::Plain,
            span: None,
        };
        system.add_var(sort, variable)
    }

    fn sort_of(range: Option<(i64, i64)>) -> Sort {
        if range.is_some() {
            Sort::Int
        } else {
            Sort::Bool
        }
    }

    pub fn input(system: &mut System, name: &str, range: Option<(i64, i64)>) -> VarId {
        variable(system, sort_of(range), name, range, VarKind::Input)
    }

    pub fn rigid(system: &mut System, name: &str, range: Option<(i64, i64)>) -> VarId {
        variable(system, sort_of(range), name, range, VarKind::Rigid)
    }

    pub fn wire(system: &mut System, name: &str, def: TermId) -> VarId {
        let sort = system.pool.sort(def);
        variable(system, sort, name, None, VarKind::Wire { def })
    }

    /// A state that keeps its value; see `set_state`.
    pub fn state(system: &mut System, name: &str, range: Option<(i64, i64)>) -> VarId {
        let var = variable(system, sort_of(range), name, range, VarKind::Rigid);
        let next = system.pool.var(var);
        set_state(system, var, None, next);
        var
    }

    pub fn set_state(system: &mut System, var: VarId, init: Option<TermId>, next: TermId) {
        system.vars[var.index()].kind = VarKind::State { init, next };
    }

    pub fn property(system: &mut System, term: TermId) {
        system.properties.push(Property::invariant(
            format!("p{}", system.properties.len()),
            term,
        ));
    }
}

pub fn constrain(system: &mut System, term: TermId) {
    system.constraints.push(assay_system::Constraint {
        name: format!("c{}", system.constraints.len()),
        term,
        kind: assay_system::ConstraintKind::Assertion,
        span: None,
    });
}

const RANGES: [(i64, i64); 5] = [(0, 3), (-2, 2), (0, 1), (1, 5), (-3, -1)];

fn range(random: &mut Random) -> Option<(i64, i64)> {
    (random.below(2) == 0).then(|| RANGES[random.below(RANGES.len())])
}

/// A term over the variables: the last of a sort among `steps` grown ones.
fn term(pool: &mut Pool, random: &mut Random, vars: &[VarId], sort: Sort, steps: usize) -> TermId {
    let mut bools = vec![];
    let mut ints = vec![];
    for &v in vars {
        let list = if pool.var_sort(v) == Sort::Bool {
            &mut bools
        } else {
            &mut ints
        };
        list.push(pool.var(v));
    }
    bools.push(pool.bool(random.below(2) == 0));
    ints.push(pool.int(random.below(5) as i64 - 2));
    for _ in 0..steps {
        let mut pick = |list: &[TermId]| list[random.below(list.len())];
        let (a, b, x, y) = (pick(&bools), pick(&bools), pick(&ints), pick(&ints));
        match random.below(11) {
            0 => bools.push(pool.not(a)),
            1 => bools.push(pool.and([a, b])),
            2 => bools.push(pool.or([a, b])),
            3 => bools.push(pool.xor(a, b)),
            4 => bools.push(pool.le(x, y)),
            5 => bools.push(pool.eq(x, y)),
            6 => ints.push(pool.add([x, y])),
            7 => ints.push(pool.ite(a, x, y)),
            8 => {
                let c = pool.int(random.below(7) as i64 - 3);
                ints.push(pool.mul(c, x));
            }
            9 => {
                let c = pool.int(random.below(4) as i64 + 2);
                ints.push(pool.int_mod(x, c));
            }
            _ => {
                let c = pool.int(random.below(3) as i64 + 2);
                ints.push(pool.int_div(x, c));
            }
        }
    }
    *if sort == Sort::Bool { &bools } else { &ints }
        .last()
        .expect("each list starts with a constant")
}

/// A term whose value lies in the range: by a remainder, which interval analysis sees, or by a
/// comparison, which it does not. Once in a while nothing keeps it there.
fn ranged(
    pool: &mut Pool,
    random: &mut Random,
    vars: &[VarId],
    range: Option<(i64, i64)>,
) -> TermId {
    let Some((lo, hi)) = range else {
        return term(pool, random, vars, Sort::Bool, 6);
    };
    let value = term(pool, random, vars, Sort::Int, 6);
    let (low, high, size) = (pool.int(lo), pool.int(hi), pool.int(hi - lo + 1));
    match random.below(12) {
        0..=5 => {
            let rest = pool.int_mod(value, size);
            pool.add([rest, low])
        }
        6..=10 => {
            let (above, below) = (pool.le(low, value), pool.le(value, high));
            let inside = pool.and([above, below]);
            let other = if random.below(2) == 0 { low } else { high };
            pool.ite(inside, value, other)
        }
        _ => value,
    }
}

/// Up to three states, two inputs, one parameter, two wires, two constraints; one property.
pub fn system(random: &mut Random) -> System {
    let mut system = System::new();
    let mut free: Vec<VarId> = Vec::new();
    for i in 0..random.below(3) {
        let range = range(random);
        free.push(build::input(&mut system, &format!("i{i}"), range));
    }
    if random.below(3) == 0 {
        let range = range(random);
        free.push(build::rigid(&mut system, "p", range));
    }
    let mut states = Vec::new();
    for i in 0..random.below(3) + 1 {
        let range = range(random);
        states.push((build::state(&mut system, &format!("s{i}"), range), range));
    }
    let mut vars: Vec<VarId> = free.clone();
    vars.extend(states.iter().map(|(v, _)| *v));
    for i in 0..random.below(3) {
        let sort = if random.below(2) == 0 {
            Sort::Bool
        } else {
            Sort::Int
        };
        let def = term(&mut system.pool, random, &vars, sort, 5);
        vars.push(build::wire(&mut system, &format!("w{i}"), def));
    }
    for (i, &(var, range)) in states.iter().enumerate() {
        let next = ranged(&mut system.pool, random, &vars, range);
        let init = match random.below(4) {
            0 => None,
            1 => {
                // From inputs, the parameter and states before this one.
                let mut readable = free.clone();
                readable.extend(states[..i].iter().map(|(v, _)| *v));
                Some(ranged(&mut system.pool, random, &readable, range))
            }
            _ => Some(ranged(&mut system.pool, random, &[], range)),
        };
        build::set_state(&mut system, var, init, next);
    }
    for _ in 0..[0, 0, 1, 2][random.below(4)] {
        let constraint = term(&mut system.pool, random, &vars, Sort::Bool, 5);
        constrain(&mut system, constraint);
    }
    // A disjunction, so that more than trivial properties hold.
    let parts: Vec<TermId> = (0..2 + random.below(2))
        .map(|_| term(&mut system.pool, random, &vars, Sort::Bool, 6))
        .collect();
    let property = system.pool.or(parts);
    build::property(&mut system, property);
    debug_assert!(
        system
            .vars
            .iter()
            .all(|v| !matches!(v.kind, VarKind::Wire { .. }) || v.range.is_none())
    );
    system
}
