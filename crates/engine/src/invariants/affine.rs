//! Linear equations between numeric variables: the smallest affine space that holds all samples.
//!
//! References: [1] Karr: Affine Relationships Among Variables of a Program, Acta Informatica 1976.
//! [2] Reps, Sagiv, Yorsh: Symbolic Implementation of the Best Transformer, VMCAI 2004 (a solver's
//! models, joined until none is left, give the best abstraction).
//!
//! What is conserved (the caches of a protocol, the tokens of a queue) is such an equation, and
//! neither orders between two variables nor a solver's interpolants find it readily. It often holds
//! only while the environment behaves, so each space is about the samples in which a *guard* holds.
//!
//! Each sample outside a space raises its dimension, so no space is refined more often than it has
//! variables.

use assay_term::{BigInt, BigRational, Pool, TermId, Value};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Greater factors come from too few samples; what designers write has small ones.
const MAX_FACTOR: i64 = 64;

/// The points on which every row, applied to them, is zero. Row echelon form: each row has a
/// variable of its own, with factor 1, and otherwise only variables that no row owns.
#[derive(Clone, Debug)]
pub struct Hull {
    width: usize,
    /// None: no point yet. Factors of the variables, then the constant.
    rows: Option<Vec<Vec<BigRational>>>,
}

impl Hull {
    pub fn new(width: usize) -> Self {
        Hull { width, rows: None }
    }

    pub fn add(&mut self, point: &[BigRational]) {
        debug_assert_eq!(point.len(), self.width);
        let Some(rows) = &mut self.rows else {
            let only = |i: usize| {
                let mut row = vec![BigRational::zero(); point.len() + 1];
                row[i] = BigRational::one();
                row[point.len()] = -point[i].clone();
                row
            };
            self.rows = Some((0..point.len()).map(only).collect());
            return;
        };
        let mut misses: Vec<BigRational> = rows.iter().map(|row| apply(row, point)).collect();
        // The last is farthest from the properties: its variable is given up.
        let Some(given_up) = misses.iter().rposition(|miss| !miss.is_zero()) else {
            return;
        };
        let gone = rows.remove(given_up);
        let by = misses.remove(given_up);
        for (row, miss) in rows.iter_mut().zip(misses) {
            if miss.is_zero() {
                continue;
            }
            let factor = miss / &by;
            for (a, b) in row.iter_mut().zip(&gone) {
                if !b.is_zero() {
                    *a -= &factor * b;
                }
            }
        }
    }

    /// The equations with small factors as terms over `members`; false where there is no point yet. With
    /// more points there may be one that combines others with large factors, which were not given out.
    pub fn equations(&self, pool: &mut Pool, members: &[TermId]) -> Vec<TermId> {
        let limit = BigInt::from(MAX_FACTOR);
        let Some(rows) = &self.rows else {
            return vec![pool.bool(false)];
        };
        let whole = rows.iter().map(|row| integers(row));
        whole
            .filter(|row| row[..members.len()].iter().all(|f| f.abs() <= limit))
            .map(|row| equation(pool, members, row))
            .collect()
    }
}

fn apply(row: &[BigRational], point: &[BigRational]) -> BigRational {
    let mut sum = row[point.len()].clone();
    for (factor, value) in row.iter().zip(point) {
        if !factor.is_zero() {
            sum += factor * value;
        }
    }
    sum
}

/// The same equation without fractions.
fn integers(row: &[BigRational]) -> Vec<BigInt> {
    let mut scale = BigInt::one();
    for factor in row {
        scale = scale.lcm(factor.denom());
    }
    row.iter().map(|f| f.numer() * &scale / f.denom()).collect()
}

/// Terms with positive factors on the left, the others on the right.
fn equation(pool: &mut Pool, members: &[TermId], row: Vec<BigInt>) -> TermId {
    let real = pool.sort(members[0]) == assay_term::Sort::Real;
    let number = |pool: &mut Pool, n: BigInt| {
        if real {
            pool.constant(Value::Real(BigRational::from_integer(n)))
        } else {
            pool.int(n)
        }
    };
    let mut sides: [Vec<TermId>; 2] = [Vec::new(), Vec::new()];
    for (i, factor) in row.into_iter().enumerate() {
        if factor.is_zero() {
            continue;
        }
        let side = usize::from(factor.is_negative());
        let size = number(pool, factor.abs());
        let term = match members.get(i) {
            Some(&member) => pool.mul(size, member),
            None => size,
        };
        sides[side].push(term);
    }
    let [left, right] = sides.map(|mut terms| {
        if terms.is_empty() {
            terms.push(number(pool, BigInt::zero()));
        }
        match terms.as_slice() {
            [only] => *only,
            _ => pool.add(terms),
        }
    });
    pool.eq(left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::{Evaluator, Functions, Sort, VarId};
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    fn point(values: &[i64]) -> Vec<BigRational> {
        let whole = |n: &i64| BigRational::from_integer(BigInt::from(*n));
        values.iter().map(whole).collect()
    }

    fn members(pool: &mut Pool, n: usize) -> (Vec<VarId>, Vec<TermId>) {
        let vars: Vec<VarId> = (0..n)
            .map(|i| pool.declare(format!("x{i}"), Sort::Int))
            .collect();
        let terms = vars.iter().map(|&v| pool.var(v)).collect();
        (vars, terms)
    }

    #[test]
    fn a_conserved_sum_is_found() {
        let mut pool = Pool::new();
        let (_, terms) = members(&mut pool, 3);
        let mut hull = Hull::new(3);
        for p in [[5, 0, 0], [4, 1, 0], [3, 1, 1], [0, 5, 0]] {
            hull.add(&point(&p));
        }
        let five = pool.int(5);
        let sum = pool.add(terms.clone());
        let expected = pool.eq(sum, five);
        assert_eq!(hull.equations(&mut pool, &terms), vec![expected]);
    }

    #[test]
    fn without_a_point_nothing_is_possible() {
        let mut pool = Pool::new();
        let (_, terms) = members(&mut pool, 2);
        let no = pool.bool(false);
        assert_eq!(Hull::new(2).equations(&mut pool, &terms), vec![no]);
    }

    #[test]
    fn points_in_general_position_leave_no_equation() {
        let mut pool = Pool::new();
        let (_, terms) = members(&mut pool, 2);
        let mut hull = Hull::new(2);
        for p in [[0, 0], [1, 0], [0, 1]] {
            hull.add(&point(&p));
        }
        assert!(hull.equations(&mut pool, &terms).is_empty());
    }

    /// Solvers do badly with them, and models do not have them.
    #[test]
    fn large_factors_are_left_out() {
        let mut pool = Pool::new();
        let (_, terms) = members(&mut pool, 2);
        let mut hull = Hull::new(2);
        hull.add(&point(&[0, 0]));
        hull.add(&point(&[1000, 1]));
        assert!(hull.equations(&mut pool, &terms).is_empty());
    }

    proptest! {
        /// Every point that was added satisfies every equation, and as many equations are left as
        /// the dimension says: one more point loses at most one.
        #[test]
        fn all_points_satisfy_all_equations(points in prop::collection::vec(prop::collection::vec(-4i64..5, 4), 1..8)) {
            let mut pool = Pool::new();
            let (vars, terms) = members(&mut pool, 4);
            let mut hull = Hull::new(4);
            let mut before = 5;
            for p in &points {
                hull.add(&point(p));
                let rows = hull.rows.as_ref().unwrap().len();
                prop_assert!(rows + 1 >= before || before == 5);
                before = rows;
            }
            let equations = hull.equations(&mut pool, &terms);
            for p in &points {
                let values: FxHashMap<VarId, Value> =
                    vars.iter().copied().zip(p.iter().map(|&n| Value::int(n))).collect();
                let functions = Functions::default();
                let mut evaluator = Evaluator::new(&pool, &values, &functions);
                for &e in &equations {
                    prop_assert!(evaluator.eval_bool(e).unwrap());
                }
            }
        }
    }
}
