//! Random systems over a few small variables.

use assay_term::{Sort, TermId};

use super::Builder;
use super::explicit::{Explicit, is_true};

/// Knuth's linear congruential generator; the high half is good enough here.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Grows terms over the given variables.
struct Grower<'a> {
    random: &'a mut Random,
    bools: Vec<TermId>,
    ints: Vec<TermId>,
}

impl Grower<'_> {
    fn bool(&mut self, b: &mut Builder, depth: usize) -> TermId {
        if depth == 0 {
            return self.random.pick(&self.bools);
        }
        match self.random.below(7) {
            0 => {
                let a = self.bool(b, depth - 1);
                b.pool().not(a)
            }
            1 => {
                let (x, y) = (self.bool(b, depth - 1), self.bool(b, depth - 1));
                b.pool().and2(x, y)
            }
            2 => {
                let (x, y) = (self.bool(b, depth - 1), self.bool(b, depth - 1));
                b.pool().or2(x, y)
            }
            3 => {
                let (x, y) = (self.int(b, depth - 1), self.int(b, depth - 1));
                b.pool().eq(x, y)
            }
            4 => {
                let (x, y) = (self.bool(b, depth - 1), self.bool(b, depth - 1));
                b.pool().eq(x, y)
            }
            5 => {
                let (x, y) = (self.int(b, depth - 1), self.int(b, depth - 1));
                b.pool().le(x, y)
            }
            _ => {
                let (x, y) = (self.int(b, depth - 1), self.int(b, depth - 1));
                b.pool().lt(x, y)
            }
        }
    }

    fn int(&mut self, b: &mut Builder, depth: usize) -> TermId {
        if depth == 0 {
            return match self.random.below(2) {
                0 => self.random.pick(&self.ints),
                _ => {
                    let n = self.random.below(5) as i64 - 1;
                    b.pool().int(n)
                }
            };
        }
        let (x, y) = (self.int(b, depth - 1), self.int(b, depth - 1));
        match self.random.below(6) {
            0 => b.pool().add([x, y]),
            1 => b.pool().sub(x, y),
            2 => b.pool().mul(x, y),
            kind @ (3 | 4) => {
                let zero = b.pool().int(0);
                let by_zero = b.pool().eq(y, zero);
                let result = match kind {
                    3 => b.pool().int_div(x, y),
                    _ => b.pool().int_mod(x, y),
                };
                b.pool().ite(by_zero, x, result)
            }
            _ => {
                let c = self.bool(b, depth - 1);
                b.pool().ite(c, x, y)
            }
        }
    }
}

/// Three states, two inputs, a rigid parameter, two wires, sometimes a constraint, two properties.
pub fn system(random: &mut Random) -> (Builder, Vec<TermId>) {
    let mut b = Builder::default();
    let flip = b.input("flip", Sort::Bool, None);
    let i = b.input("i", Sort::Int, Some((-1, 2)));
    let p = b.rigid("p", Sort::Bool, None);
    let (no, one) = (b.pool().bool(false), b.pool().int(1));
    let s = b.state("s", Sort::Bool, None, Some(no));
    let t_init = random.pick(&[None, Some(flip), Some(s)]);
    let t = b.state("t", Sort::Bool, None, t_init);
    let n_init = random.pick(&[None, Some(one), Some(i)]);
    let n = b.state("n", Sort::Int, Some((0, 3)), n_init);
    let mut grow = Grower {
        random,
        bools: vec![flip, p, s, t],
        ints: vec![i, n],
    };
    let def = grow.bool(&mut b, 2);
    let w = b.wire("w", def, None);
    grow.bools.push(w);
    let def = grow.int(&mut b, 2);
    let v = b.wire("v", def, None);
    grow.ints.push(v);
    let (next_s, next_t) = (grow.bool(&mut b, 2), grow.bool(&mut b, 1));
    b.next(s, next_s);
    b.next(t, next_t);
    let mut next_n = grow.int(&mut b, 1);
    if grow.random.below(4) > 0 {
        let four = b.pool().int(4);
        next_n = b.pool().int_mod(next_n, four);
    }
    b.next(n, next_n);
    if grow.random.below(3) == 0 {
        let constraint = grow.bool(&mut b, 2);
        b.constraint(constraint);
    }
    for _ in 0..2 {
        let property = grow.bool(&mut b, 2);
        let other = grow.bool(&mut b, 1);
        // A disjunction holds more often, which keeps the two outcomes in balance.
        let property = b.pool().or2(property, other);
        b.property(property);
    }
    let lemmas = (0..grow.random.below(3))
        .map(|_| {
            let (x, y) = (grow.bool(&mut b, 1), grow.bool(&mut b, 2));
            b.pool().or2(x, y)
        })
        .collect();
    (b, lemmas)
}

/// Terms over the states alone that hold in every reachable configuration but not in every
/// configuration: lemmas that say something. Property 0 becomes the first of them.
pub fn strengthen(b: &mut Builder, random: &mut Random) -> Vec<TermId> {
    let states = ["p", "s", "t", "n"].map(|name| b.system.pool.var(super::var(&b.system, name)));
    let mut grow = Grower {
        random,
        bools: states[..3].to_vec(),
        ints: states[3..].to_vec(),
    };
    let candidates: Vec<TermId> = (0..12).map(|_| grow.bool(b, 2)).collect();
    let explicit = Explicit::new(&b.system);
    let anywhere = explicit.anywhere();
    let lemmas: Vec<TermId> = candidates
        .into_iter()
        .filter(|c| is_true(&explicit, *c) && !anywhere.iter().all(|v| explicit.holds(v, *c)))
        .collect();
    if let Some(first) = lemmas.first() {
        b.system.properties[0].term = *first;
    }
    lemmas
}
