//! Random terms of words and arrays for differential tests.
//!
//! A tape of choices makes terms out of leaves, each by one public constructor over what is there already.
//! The same tape over leaves of the same sorts makes the same terms, so that the term over variables can be
//! compared with the one over constants.

use assay_term::{ArrayValue, Bits, Pool, Sort, TermId, Value};

use crate::Random;

/// The sorts of variables that tests use: every operator meets each width.
pub fn sorts() -> Vec<Sort> {
    let words = [1, 2, 3, 4, 5, 7, 8, 9, 33, 64, 65].map(Sort::BitVec);
    let arrays = [(1, 2), (2, 3), (3, 8)];
    let arrays = arrays.map(|(index, element)| Sort::Array { index, element });
    let bools = [Sort::Bool, Sort::Bool];
    words.into_iter().chain(arrays).chain(bools).collect()
}

/// One choice: an operator and three arguments.
pub type Choice = (u8, u8, u8, u8);

/// Whether the choice makes an array that has one element everywhere: some solvers want a constant there.
pub fn is_const_array(choice: &Choice) -> bool {
    choice.0 % OPERATORS == CONST_ARRAY
}

const OPERATORS: u8 = 30;
const CONST_ARRAY: u8 = 25;

/// Random digits for [`value`], the same for the same seed.
pub fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut random = Random::new(seed);
    move || random.bits()
}

/// A value of `sort` from random digits; about one in four is all zeros or all ones.
pub fn value(sort: Sort, next: &mut impl FnMut() -> u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(next() & 1 == 1),
        Sort::BitVec(width) => word(width, next).into(),
        Sort::Array { index, element } => {
            let default = word(element, next);
            let entries: Vec<(Bits, Bits)> = (0..next() % 5)
                .map(|_| (word(index, next), word(element, next)))
                .collect();
            ArrayValue::new(index, default, entries).into()
        }
        Sort::Int | Sort::Real => unreachable!("words, arrays and Booleans only"),
    }
}

fn word(width: u32, next: &mut impl FnMut() -> u64) -> Bits {
    match next() % 8 {
        0 => Bits::zero(width),
        1 => Bits::ones(width),
        // Divisors and amounts of shifts are small.
        2 | 3 => Bits::new(width, next() % 8),
        _ => {
            let bits: Vec<bool> = (0..width).map(|_| next() & 1 == 1).collect();
            Bits::from_bits(&bits)
        }
    }
}

/// No word gets wider.
const WIDEST: u32 = 80;

type Binary = fn(&mut Pool, TermId, TermId) -> TermId;

/// Operators from two words of one width to such a word.
const BINARY: [Binary; 11] = [
    Pool::bv_and,
    Pool::bv_or,
    Pool::bv_xor,
    Pool::bv_add,
    Pool::bv_sub,
    Pool::bv_mul,
    Pool::bv_udiv,
    Pool::bv_urem,
    Pool::bv_shl,
    Pool::bv_lshr,
    Pool::bv_ashr,
];

/// Comparisons of two words of one width.
const COMPARE: [Binary; 5] = [
    Pool::bv_ult,
    Pool::bv_ule,
    Pool::bv_slt,
    Pool::bv_sle,
    Pool::eq,
];

/// All terms that the tape makes, the leaves included.
pub fn grow(pool: &mut Pool, leaves: &[TermId], tape: &[Choice]) -> Vec<TermId> {
    let of = |pool: &Pool, kind: fn(Sort) -> bool| -> Vec<TermId> {
        let fits = |t: &TermId| kind(pool.sort(*t));
        leaves.iter().copied().filter(fits).collect()
    };
    let mut bools = of(pool, |s| s == Sort::Bool);
    let mut words = of(pool, |s| matches!(s, Sort::BitVec(_)));
    let mut arrays = of(pool, |s| matches!(s, Sort::Array { .. }));
    for &(op, x, y, z) in tape {
        // Counted from the end, so that terms get deep.
        let pick = |from: &[TermId], n: u8| from[from.len() - 1 - n as usize % from.len()];
        let (p, q) = (pick(&bools, x), pick(&bools, y));
        let a = pick(&words, x);
        let width = pool.width(a);
        let b = fit(pool, pick(&words, y), width);
        let array = pick(&arrays, z);
        let Sort::Array { index, element } = pool.sort(array) else {
            unreachable!("an array");
        };
        let at = fit(pool, a, index);
        match op % OPERATORS {
            n @ 0..=10 => words.push(BINARY[n as usize](pool, a, b)),
            n @ 11..=15 => bools.push(COMPARE[n as usize - 11](pool, a, b)),
            16 => words.push(pool.bv_not(a)),
            17 => words.push(pool.bv_neg(a)),
            18 => {
                let other = pick(&words, y);
                if width + pool.width(other) <= WIDEST {
                    words.push(pool.concat(a, other));
                }
            }
            19 => {
                let (i, j) = (u32::from(y) % width, u32::from(z) % width);
                words.push(pool.extract(i.max(j), i.min(j), a));
            }
            20 | 21 => {
                let by = u32::from(z) % 6;
                if width + by <= WIDEST {
                    words.push(match op % OPERATORS {
                        20 => pool.zero_extend(by, a),
                        _ => pool.sign_extend(by, a),
                    });
                }
            }
            22 => words.push(pool.ite(p, a, b)),
            23 => words.push(pool.select(array, at)),
            24 => {
                let stored = fit(pool, b, element);
                arrays.push(pool.store(array, at, stored));
            }
            CONST_ARRAY => {
                let everywhere = fit(pool, a, element);
                arrays.push(pool.const_array(index, everywhere));
            }
            26 => {
                let same = |t: &&TermId| pool.sort(**t) == pool.sort(array);
                let other = *arrays.iter().rfind(same).expect("itself");
                arrays.push(pool.ite(p, array, other));
                bools.push(pool.eq(array, other));
            }
            27 => words.push(pool.bv_of_bool(p)),
            28 => {
                let bit = fit(pool, a, 1);
                bools.push(pool.bool_of_bv(bit));
                words.push(pool.bits(width, u32::from(z)));
            }
            _ => bools.push(match z % 3 {
                0 => pool.and2(p, q),
                1 => pool.xor(p, q),
                _ => pool.not(p),
            }),
        }
    }
    words.into_iter().chain(arrays).chain(bools).collect()
}

/// `a` at another width.
fn fit(pool: &mut Pool, a: TermId, width: u32) -> TermId {
    let have = pool.width(a);
    if have > width {
        pool.extract(width - 1, 0, a)
    } else {
        pool.zero_extend(width - have, a)
    }
}
