//! Operands, and the comparison of a circuit with a function.

use assay_c::float::Format;
use assay_term::{BigUint, Bits, Evaluator, Functions, Pool, Sort, TermId, Value};

/// The generator SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

pub const HALF: Format = Format {
    exponent: 5,
    fraction: 10,
};

/// Zeros, extremes of subnormal and normal numbers, small integers and their neighbours, ties, infinities and NaNs, of both signs.
pub fn specials(f: Format) -> Vec<u64> {
    let (bias, one_ulp) = (u64::from(f.bias()), 1u64 << f.fraction);
    let top = (1u64 << f.exponent) - 1;
    let at = |field: u64| field << f.fraction;
    let mut sizes = vec![
        0,
        1,
        2,
        3,
        one_ulp / 2,
        one_ulp - 1,
        at(1),
        at(1) + 1,
        at(2) - 1,
        at(2),
        at(top) - 1,
        at(top - 1),
        at(top),
        at(top) + 1,
        at(top) + one_ulp / 2,
        at(top) + one_ulp - 1,
    ];
    let fraction = u64::from(f.fraction);
    for exponent in [
        bias - 2,
        bias - 1,
        bias,
        bias + 1,
        bias + fraction - 1,
        bias + fraction,
    ] {
        sizes.extend([at(exponent) - 1, at(exponent), at(exponent) + 1]);
        sizes.push(at(exponent) + one_ulp / 2);
    }
    let sign = 1u64 << (f.width() - 1);
    sizes.iter().flat_map(|&size| [size, size | sign]).collect()
}

/// Any word, a word with few bits set in its fraction, or a word near another one.
pub fn random_word(f: Format, random: &mut Random, near: u64) -> u64 {
    let mask = u64::MAX >> (64 - f.width());
    let word = random.next() & mask;
    match random.below(4) {
        0 => word,
        1 => word & !((1u64 << random.below(u64::from(f.fraction))) - 1),
        2 => {
            let field = (near >> f.fraction) & ((1 << f.exponent) - 1);
            let field = (field + random.below(6)).saturating_sub(3) & ((1 << f.exponent) - 1);
            let low = (1u64 << f.fraction) - 1;
            (word & low) | (field << f.fraction) | (word & (1 << (f.width() - 1)))
        }
        _ => (near ^ (1 << (f.width() - 1))).wrapping_add(random.below(5)) & mask,
    }
}

/// Words for operations of two operands.
pub fn pairs(f: Format, count: usize, random: &mut Random) -> Vec<(u64, u64)> {
    let specials = specials(f);
    let mut pairs: Vec<(u64, u64)> = specials
        .iter()
        .flat_map(|&a| specials.iter().map(move |&b| (a, b)))
        .collect();
    for _ in 0..count {
        let a = random_word(f, random, specials[0]);
        let b = random_word(f, random, a);
        pairs.push((a, b));
        let special = specials[random.below(specials.len() as u64) as usize];
        pairs.push((b, special));
    }
    pairs
}

pub fn number(value: &Value) -> u128 {
    match value {
        Value::Bool(truth) => u128::from(*truth),
        Value::Bits(bits) => u128::try_from(bits.value().clone()).unwrap(),
        _ => panic!("neither a truth nor a word"),
    }
}

/// Builds a circuit for words of these widths, and compares it with a function in every case.
pub fn compare<const N: usize>(
    name: &str,
    widths: [u32; N],
    cases: impl IntoIterator<Item = [u128; N]>,
    build: impl Fn(&mut Pool, [TermId; N]) -> TermId,
    expected: impl Fn([u128; N]) -> u128,
) {
    let mut pool = Pool::new();
    let vars = widths.map(|width| pool.declare("x", Sort::BitVec(width)));
    let inputs = vars.map(|var| pool.var(var));
    let circuit = build(&mut pool, inputs);
    let functions = Functions::default();
    for (index, case) in cases.into_iter().enumerate() {
        let expected = expected(case);
        let word = |i: usize| Bits::new(widths[i], BigUint::from(case[i]));
        let values: Vec<Value> = (0..N).map(|i| word(i).into()).collect();
        let value = Evaluator::new(&pool, &values, &functions).eval(circuit);
        let value = number(&value.unwrap());
        assert!(
            value == expected,
            "{name} of {case:x?} is {value:x} and not {expected:x}"
        );
        // Folding walks the same constructors, so fewer cases are enough.
        if index % 4 == 0 {
            let mut folder = Pool::new();
            let mut constants = inputs;
            for (i, constant) in constants.iter_mut().enumerate() {
                *constant = folder.constant(word(i).into());
            }
            let folded = build(&mut folder, constants);
            let folded = folder.as_const(folded).expect("constants are folded");
            assert!(number(folded) == expected, "{name} of {case:x?} is folded");
        }
    }
}

/// Words for operations of one operand.
pub fn singles(f: Format, count: usize) -> Vec<[u128; 1]> {
    let mut random = Random(2);
    let pairs = pairs(f, count, &mut random);
    let mut words: Vec<u64> = pairs.iter().rev().take(2 * count).map(|p| p.0).collect();
    words.extend(specials(f));
    // Numbers of which some bits are behind the point.
    for _ in 0..count {
        let field = u64::from(f.bias()) - 3 + random.below(u64::from(f.fraction) + 6);
        let fraction = random_word(f, &mut random, 1) & ((1 << f.fraction) - 1);
        let sign = random.below(2) << (f.width() - 1);
        words.push(sign | (field << f.fraction) | fraction);
    }
    for half in 0..20u64 {
        let value = half as f64 / 2.0;
        words.push(match f.width() {
            32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        });
    }
    words.into_iter().map(|word| [u128::from(word)]).collect()
}

/// Integers of all lengths, and those between two numbers.
pub fn integers(width: u32) -> Vec<[u128; 1]> {
    let mut random = Random(5);
    let mask = u128::MAX >> (128 - width);
    let mut words = vec![0, 1, 2, 3, mask, mask - 1, mask >> 1, (mask >> 1) + 1];
    for _ in 0..1000 {
        let word = u128::from(random.next()) << 64 | u128::from(random.next());
        let shift = random.below(128) as u32;
        words.push((word >> shift) & mask);
        words.push((word >> shift).wrapping_neg() & mask);
        // Ties of both formats.
        let tie = random.next() >> [40, 11][random.below(2) as usize] | 1;
        let tie = u128::from(tie) << random.below(76);
        words.extend([tie & mask, (tie + 1) & mask, tie.wrapping_sub(1) & mask]);
    }
    words.into_iter().map(|word| [word]).collect()
}
