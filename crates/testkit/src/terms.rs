//! Random terms over Booleans and integers.

use assay_term::{Pool, Sort, TermId, VarId};

use crate::Random;

/// Which products and divisions there are. Divisors that are constant are always there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arithmetic {
    /// Products with a constant only.
    Linear,
    /// Products of any two terms.
    #[default]
    Products,
    /// Divisions by any term too. A divisor that is zero gives the dividend.
    Divisions,
}

/// What terms are made of.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub bools: Vec<TermId>,
    pub ints: Vec<TermId>,
    pub arithmetic: Arithmetic,
}

impl Terms {
    /// Terms over these variables.
    pub fn over(pool: &Pool, vars: impl IntoIterator<Item = VarId>) -> Terms {
        let mut terms = Terms::default();
        for var in vars {
            match pool.var_sort(var) {
                Sort::Bool => terms.bools.push(pool.var(var)),
                _ => terms.ints.push(pool.var(var)),
            }
        }
        terms
    }

    /// A term of the sort, which is Bool or Int.
    pub fn make(&self, pool: &mut Pool, random: &mut Random, sort: Sort, depth: usize) -> TermId {
        if sort == Sort::Bool {
            self.bool(pool, random, depth)
        } else {
            self.int(pool, random, depth)
        }
    }

    pub fn bool(&self, pool: &mut Pool, random: &mut Random, depth: usize) -> TermId {
        if depth == 0 || random.chance(10) {
            return if self.bools.is_empty() || random.chance(10) {
                pool.bool(random.chance(50))
            } else {
                random.pick(&self.bools)
            };
        }
        let kind = random.below(9);
        if matches!(kind, 6..9) {
            let x = self.int(pool, random, depth - 1);
            let y = self.int(pool, random, depth - 1);
            return match kind {
                6 => pool.eq(x, y),
                7 => pool.le(x, y),
                _ => pool.lt(x, y),
            };
        }
        let a = self.bool(pool, random, depth - 1);
        if kind == 0 {
            return pool.not(a);
        }
        let b = self.bool(pool, random, depth - 1);
        match kind {
            1 => pool.and2(a, b),
            2 => pool.or2(a, b),
            3 => pool.xor(a, b),
            4 => pool.eq(a, b),
            _ => {
                let c = self.bool(pool, random, depth - 1);
                pool.ite(a, b, c)
            }
        }
    }

    pub fn int(&self, pool: &mut Pool, random: &mut Random, depth: usize) -> TermId {
        if depth == 0 || random.chance(10) {
            return if self.ints.is_empty() || random.chance(25) {
                pool.int(random.below(5) as i64 - 2)
            } else {
                random.pick(&self.ints)
            };
        }
        let x = self.int(pool, random, depth - 1);
        match random.below(if self.arithmetic == Arithmetic::Divisions {
            9
        } else {
            7
        }) {
            0 => {
                let divisor = pool.int(random.below(3) as i64 + 2);
                pool.int_div(x, divisor)
            }
            1 => {
                let divisor = pool.int(random.below(4) as i64 + 2);
                pool.int_mod(x, divisor)
            }
            kind => {
                let y = self.int(pool, random, depth - 1);
                match kind {
                    2 => pool.add([x, y]),
                    3 => pool.sub(x, y),
                    4 if self.arithmetic == Arithmetic::Linear => {
                        let factor = pool.int(random.below(7) as i64 - 3);
                        pool.mul(factor, x)
                    }
                    4 => pool.mul(x, y),
                    5 | 6 => {
                        let condition = self.bool(pool, random, depth - 1);
                        pool.ite(condition, x, y)
                    }
                    _ => {
                        let quotient = if kind == 7 {
                            pool.int_div(x, y)
                        } else {
                            pool.int_mod(x, y)
                        };
                        let zero = pool.int(0);
                        let by_zero = pool.eq(y, zero);
                        pool.ite(by_zero, x, quotient)
                    }
                }
            }
        }
    }
}
