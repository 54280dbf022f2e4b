//! Floating-point circuits against the arithmetic of this machine: with variables as operands, evaluated, and with constants, folded.

mod cases;

use assay_c::float::{self, Format};
use assay_term::{Pool, TermId};

use cases::{HALF, Random, compare, integers, pairs, singles};

const CANONICAL_FLOAT: u32 = 0x7fc0_0000;
const CANONICAL_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

/// The word of a float, any NaN as the one that circuits give.
fn bits32(x: f32) -> u128 {
    let bits = if x.is_nan() {
        CANONICAL_FLOAT
    } else {
        x.to_bits()
    };
    u128::from(bits)
}

fn bits64(x: f64) -> u128 {
    let bits = if x.is_nan() {
        CANONICAL_DOUBLE
    } else {
        x.to_bits()
    };
    u128::from(bits)
}

fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

type Binary = fn(&mut Pool, Format, TermId, TermId) -> TermId;
type Unary = fn(&mut Pool, Format, TermId) -> TermId;

fn binary(
    name: &str,
    circuit: Binary,
    floats: fn(f32, f32) -> u128,
    doubles: fn(f64, f64) -> u128,
) {
    let mut random = Random(1);
    let wide = |(a, b): (u64, u64)| [u128::from(a), u128::from(b)];
    let cases = pairs(Format::FLOAT, 2000, &mut random)
        .into_iter()
        .map(wide);
    let build = |pool: &mut Pool, [a, b]: [TermId; 2]| circuit(pool, Format::FLOAT, a, b);
    let expected = |[a, b]: [u128; 2]| floats(f32_of(a), f32_of(b));
    compare(name, [32, 32], cases, build, expected);
    let cases = pairs(Format::DOUBLE, 2000, &mut random)
        .into_iter()
        .map(wide);
    let build = |pool: &mut Pool, [a, b]: [TermId; 2]| circuit(pool, Format::DOUBLE, a, b);
    let expected = |[a, b]: [u128; 2]| doubles(f64_of(a), f64_of(b));
    compare(name, [64, 64], cases, build, expected);
}

fn unary(name: &str, circuit: Unary, floats: fn(f32) -> u128, doubles: fn(f64) -> u128) {
    let build = |pool: &mut Pool, [a]: [TermId; 1]| circuit(pool, Format::FLOAT, a);
    let cases = singles(Format::FLOAT, 1500);
    compare(name, [32], cases, build, |[a]| floats(f32_of(a)));
    let build = |pool: &mut Pool, [a]: [TermId; 1]| circuit(pool, Format::DOUBLE, a);
    let cases = singles(Format::DOUBLE, 1500);
    compare(name, [64], cases, build, |[a]| doubles(f64_of(a)));
}

#[test]
fn addition() {
    binary(
        "add",
        float::add,
        |a, b| bits32(a + b),
        |a, b| bits64(a + b),
    );
    binary(
        "sub",
        float::sub,
        |a, b| bits32(a - b),
        |a, b| bits64(a - b),
    );
}

#[test]
fn multiplication() {
    binary(
        "mul",
        float::mul,
        |a, b| bits32(a * b),
        |a, b| bits64(a * b),
    );
}

#[test]
fn division() {
    binary(
        "div",
        float::div,
        |a, b| bits32(a / b),
        |a, b| bits64(a / b),
    );
}

#[test]
fn division_by_constants() {
    let numbers = [1.0, -2.0, 0.5, 1e-300, 3.0, 0.0, f64::INFINITY];
    let extremes = [f64::MIN_POSITIVE, 4.0 / f64::MIN_POSITIVE, -5e-324];
    for by in numbers.into_iter().chain(extremes) {
        let build = |pool: &mut Pool, [a]: [TermId; 1]| {
            let by = pool.bits(64, by.to_bits());
            float::div(pool, Format::DOUBLE, a, by)
        };
        let cases = singles(Format::DOUBLE, 200);
        compare("div", [64], cases, build, |[a]| bits64(f64_of(a) / by));
    }
}

/// The circuits are large, so there are fewer cases.
#[test]
fn remainder() {
    let (float, double) = (Format::FLOAT, Format::DOUBLE);
    let some = |f: Format, step: usize| {
        let pairs = pairs(f, 1000, &mut Random(6));
        let wide = |(a, b): (u64, u64)| [u128::from(a), u128::from(b)];
        pairs.into_iter().step_by(step).map(wide)
    };
    let build = |pool: &mut Pool, [a, b]: [TermId; 2]| float::rem(pool, float, a, b);
    let expected = |[a, b]: [u128; 2]| bits32(f32_of(a) % f32_of(b));
    compare("rem", [32, 32], some(float, 3), build, expected);
    let build = |pool: &mut Pool, [a, b]: [TermId; 2]| float::rem(pool, double, a, b);
    let expected = |[a, b]: [u128; 2]| bits64(f64_of(a) % f64_of(b));
    compare("rem", [64, 64], some(double, 19), build, expected);
}

#[test]
fn root() {
    unary(
        "sqrt",
        float::sqrt,
        |a| bits32(a.sqrt()),
        |a| bits64(a.sqrt()),
    );
}

#[test]
fn comparisons() {
    binary(
        "eq",
        float::eq,
        |a, b| (a == b).into(),
        |a, b| (a == b).into(),
    );
    binary(
        "lt",
        float::lt,
        |a, b| (a < b).into(),
        |a, b| (a < b).into(),
    );
    binary(
        "le",
        float::le,
        |a, b| (a <= b).into(),
        |a, b| (a <= b).into(),
    );
}

#[test]
fn classes_and_signs() {
    unary(
        "is_nan",
        float::is_nan,
        |a| a.is_nan().into(),
        |a| a.is_nan().into(),
    );
    unary(
        "is_inf",
        float::is_inf,
        |a| a.is_infinite().into(),
        |a| a.is_infinite().into(),
    );
    unary(
        "is_zero",
        float::is_zero,
        |a| (a == 0.0).into(),
        |a| (a == 0.0).into(),
    );
    unary(
        "is_normal",
        float::is_normal,
        |a| a.is_normal().into(),
        |a| a.is_normal().into(),
    );
    unary(
        "is_subnormal",
        float::is_subnormal,
        |a| a.is_subnormal().into(),
        |a| a.is_subnormal().into(),
    );
    unary(
        "sign",
        float::sign,
        |a| a.is_sign_negative().into(),
        |a| a.is_sign_negative().into(),
    );
    unary(
        "neg",
        float::neg,
        |a| (-a).to_bits().into(),
        |a| (-a).to_bits().into(),
    );
    unary(
        "abs",
        float::abs,
        |a| a.abs().to_bits().into(),
        |a| a.abs().to_bits().into(),
    );
}

#[test]
fn integral() {
    unary(
        "floor",
        float::floor,
        |a| bits32(a.floor()),
        |a| bits64(a.floor()),
    );
    unary(
        "ceil",
        float::ceil,
        |a| bits32(a.ceil()),
        |a| bits64(a.ceil()),
    );
    unary(
        "trunc",
        float::trunc,
        |a| bits32(a.trunc()),
        |a| bits64(a.trunc()),
    );
    unary(
        "round",
        float::round,
        |a| bits32(a.round()),
        |a| bits64(a.round()),
    );
    unary(
        "rint",
        float::rint,
        |a| bits32(a.round_ties_even()),
        |a| bits64(a.round_ties_even()),
    );
}

#[test]
fn formats() {
    let (float, double) = (Format::FLOAT, Format::DOUBLE);
    let build = |pool: &mut Pool, [a]: [TermId; 1]| float::convert(pool, float, double, a);
    let cases = singles(float, 1500);
    compare("widen", [32], cases, build, |[a]| {
        bits64(f64::from(f32_of(a)))
    });
    let build = |pool: &mut Pool, [a]: [TermId; 1]| float::convert(pool, double, float, a);
    let mut cases = singles(double, 1500);
    // Near the ends of the smaller format, and ties of it.
    let mut random = Random(3);
    for _ in 0..3000 {
        let field = [873 + random.below(28), 1147 + random.below(5)][random.below(2) as usize];
        let fraction = random.next() >> 12;
        let fraction = match random.below(3) {
            0 => fraction,
            1 => fraction >> 29 << 29,
            _ => (fraction >> 29 << 29) | 1 << 28,
        };
        cases.push([u128::from(random.below(2) << 63 | field << 52 | fraction)]);
    }
    compare("narrow", [64], cases, build, |[a]| bits32(f64_of(a) as f32));
}

/// A format without a type: the operation in double, rounded to the format, is the operation of the format, because double has more
/// than twice its precision.
#[test]
fn half_precision() {
    let operations: [(&str, Binary); 4] = [
        ("add", float::add),
        ("sub", float::sub),
        ("mul", float::mul),
        ("div", float::div),
    ];
    let convert = |pool: &mut Pool, from, to, a| float::convert(pool, from, to, a);
    for (name, operation) in operations {
        let cases = pairs(HALF, 2000, &mut Random(4));
        let build = |pool: &mut Pool, [a, b]: [TermId; 2]| {
            let direct = operation(pool, HALF, a, b);
            let a = convert(pool, HALF, Format::DOUBLE, a);
            let b = convert(pool, HALF, Format::DOUBLE, b);
            let wide = operation(pool, Format::DOUBLE, a, b);
            let rounded = convert(pool, Format::DOUBLE, HALF, wide);
            pool.eq(direct, rounded)
        };
        let cases = cases.iter().map(|&(a, b)| [u128::from(a), u128::from(b)]);
        compare(name, [16, 16], cases, build, |_| 1);
    }
    let build = |pool: &mut Pool, [a]: [TermId; 1]| {
        let direct = float::sqrt(pool, HALF, a);
        let a = convert(pool, HALF, Format::DOUBLE, a);
        let wide = float::sqrt(pool, Format::DOUBLE, a);
        let rounded = convert(pool, Format::DOUBLE, HALF, wide);
        pool.eq(direct, rounded)
    };
    let cases = (0..1u128 << 16).step_by(7).map(|word| [word]);
    compare("sqrt", [16], cases, build, |_| 1);
}

macro_rules! from_integers {
    ($($signed:ty, $unsigned:ty, $width:expr;)*) => {$(
        for f in [Format::FLOAT, Format::DOUBLE] {
            let single = f == Format::FLOAT;
            let build = |pool: &mut Pool, [a]: [TermId; 1]| float::from_signed(pool, f, a);
            compare("from_signed", [$width], integers($width), build, |[a]| {
                let word = a as $signed;
                if single { bits32(word as f32) } else { bits64(word as f64) }
            });
            let build = |pool: &mut Pool, [a]: [TermId; 1]| float::from_unsigned(pool, f, a);
            compare("from_unsigned", [$width], integers($width), build, |[a]| {
                let word = a as $unsigned;
                if single { bits32(word as f32) } else { bits64(word as f64) }
            });
        }
    )*};
}

#[test]
fn from_integers() {
    from_integers! {
        i8, u8, 8;
        i16, u16, 16;
        i32, u32, 32;
        i64, u64, 64;
        i128, u128, 128;
    }
}

/// Truncates; `None` is out of range. Casts saturate, so what a cast gives is in range if it is not at an end, or if it is that end.
macro_rules! to_integers {
    ($($integer:ty, $unsigned:ty, $circuit:path, $fits:path, $width:expr;)*) => {$(
        for f in [Format::FLOAT, Format::DOUBLE] {
            let single = f == Format::FLOAT;
            let inside = |a: u128| {
                let x = if single { f64::from(f32_of(a)) } else { f64_of(a) };
                let cast = x as $integer;
                // The highest value plus one is a power of two, and so is the lowest one.
                let high = ((<$integer>::MAX / 2 + 1) as f64) * 2.0;
                let low = <$integer>::MIN as f64;
                let x = x.trunc();
                (x >= low && x < high).then_some(cast)
            };
            let mut cases = singles(f, 1000);
            let ends = [<$integer>::MAX as f64, <$integer>::MIN as f64];
            for end in ends.into_iter().flat_map(|x| [x - 1.0, x - 0.5, x, x + 0.5, x + 1.0]) {
                cases.push([if single { bits32(end as f32) } else { bits64(end) }]);
            }
            let build = |pool: &mut Pool, [a]: [TermId; 1]| $fits(pool, f, a, $width);
            compare("fits", [f.width()], cases.clone(), build, |[a]| inside(a).is_some().into());
            let build = |pool: &mut Pool, [a]: [TermId; 1]| $circuit(pool, f, a, $width);
            compare("to integer", [f.width()], cases, build, |[a]| match inside(a) {
                Some(word) => u128::from(word as $unsigned),
                None => 1 << ($width - 1),
            });
        }
    )*};
}

#[test]
fn to_integers() {
    to_integers! {
        i8, u8, float::to_signed, float::fits_signed, 8;
        i16, u16, float::to_signed, float::fits_signed, 16;
        i32, u32, float::to_signed, float::fits_signed, 32;
        i64, u64, float::to_signed, float::fits_signed, 64;
        i128, u128, float::to_signed, float::fits_signed, 128;
        u8, u8, float::to_unsigned, float::fits_unsigned, 8;
        u16, u16, float::to_unsigned, float::fits_unsigned, 16;
        u32, u32, float::to_unsigned, float::fits_unsigned, 32;
        u64, u64, float::to_unsigned, float::fits_unsigned, 64;
        u128, u128, float::to_unsigned, float::fits_unsigned, 128;
    }
}
