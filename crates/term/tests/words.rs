//! Words and arrays: each constructor against machine arithmetic, simplification against the evaluator,
//! text that reads back, and array values that are equal exactly if they are equal as functions.

use assay_term::{
    ArrayValue, Bits, Evaluator, Functions, Named, Pool, SexprTree, Sort, TermId, Value, VarId,
    read_sort, read_value,
};
use assay_testkit::words::{self, Choice, grow, numbers, sorts};
use proptest::prelude::*;

fn declared(pool: &mut Pool) -> Vec<TermId> {
    let sorts = sorts().into_iter().enumerate();
    let vars: Vec<VarId> = sorts
        .map(|(i, s)| pool.declare(format!("v{i}"), s))
        .collect();
    vars.into_iter().map(|v| pool.var(v)).collect()
}

proptest! {
    #[test]
    fn simplification_keeps_values(
        tape in prop::collection::vec(any::<Choice>(), 1..60),
        seed in any::<u64>(),
    ) {
        let mut next = numbers(seed);
        let mut open = Pool::new();
        let leaves = declared(&mut open);
        let terms = grow(&mut open, &leaves, &tape);
        for _ in 0..3 {
            let values: Vec<Value> = sorts().into_iter().map(|s| words::value(s, &mut next)).collect();
            let mut ground = Pool::new();
            let leaves: Vec<TermId> = values.iter().map(|v| ground.constant(v.clone())).collect();
            let constants = grow(&mut ground, &leaves, &tape);
            prop_assert_eq!(terms.len(), constants.len());
            let functions = Functions::default();
            let mut evaluator = Evaluator::new(&open, &values, &functions);
            for (&term, &constant) in terms.iter().zip(&constants) {
                prop_assert_eq!(open.sort(term), ground.sort(constant));
                let value = evaluator.eval(term).unwrap();
                prop_assert_eq!(Some(&value), ground.as_const(constant), "{}", open.text(term));
            }
        }
    }

    #[test]
    fn printing_then_parsing_gives_the_same_term(tape in prop::collection::vec(any::<Choice>(), 1..60)) {
        let mut pool = Pool::new();
        let leaves = declared(&mut pool);
        for term in grow(&mut pool, &leaves, &tape) {
            let text = pool.text(term);
            let names = pool.clone();
            let resolve = |name: &str| {
                let at: u32 = name.strip_prefix('v')?.parse().ok()?;
                Some(Named::Term(names.var(VarId(at))))
            };
            prop_assert_eq!(pool.parse(&text, resolve), Ok(term), "{}", text);
            let dag = pool.export(&[term]);
            prop_assert_eq!(pool.import(&dag), vec![term]);
        }
    }

    #[test]
    fn values_read_back(seed in any::<u64>()) {
        let mut next = numbers(seed);
        for sort in sorts() {
            let value = words::value(sort, &mut next);
            prop_assert_eq!(value.sort(), sort);
            let tree = SexprTree::read(&value.text()).unwrap();
            prop_assert_eq!(read_value(tree.roots().next().unwrap(), sort), Ok(value));
            let name = sort.name();
            let tree = SexprTree::read(&name).unwrap();
            prop_assert_eq!(read_sort(tree.roots().next().unwrap()), Some(sort));
        }
    }

    #[test]
    fn arrays_are_equal_as_functions(
        stores in prop::collection::vec((0u64..8, 0u64..3), 0..40),
        default in 0u64..3,
    ) {
        let (index, element) = (3, 2);
        let mut plain = [default; 8];
        let mut array = ArrayValue::constant(index, Bits::new(element, default));
        for (at, value) in stores {
            plain[at as usize] = value;
            array.store(&Bits::new(index, at), Bits::new(element, value));
            // The same function, put together from another default.
            let entries = (0u64..).zip(plain).map(|(i, v)| (Bits::new(index, i), Bits::new(element, v)));
            let other = ArrayValue::new(index, Bits::new(element, 3u32), entries);
            prop_assert_eq!(&other, &array);
            for (i, value) in (0u64..).zip(plain) {
                prop_assert_eq!(array.select(&Bits::new(index, i)), Bits::new(element, value));
            }
            prop_assert!(array.exceptions().all(|(_, v)| v != *array.default()));
        }
    }
}

type Constructor = fn(&mut Pool, TermId, TermId) -> TermId;
/// The result at a width, with the arguments as unsigned numbers below 2^width.
type Reference = fn(u32, u128, u128) -> u128;
type Relation = fn(u32, u128, u128) -> bool;

fn signed(width: u32, a: u128) -> i128 {
    (a as i128) << (128 - width) >> (128 - width)
}

const WORDS: [(&str, Constructor, Reference); 11] = [
    ("and", Pool::bv_and, |_, a, b| a & b),
    ("or", Pool::bv_or, |_, a, b| a | b),
    ("xor", Pool::bv_xor, |_, a, b| a ^ b),
    ("add", Pool::bv_add, |_, a, b| a + b),
    ("sub", Pool::bv_sub, |_, a, b| a.wrapping_sub(b)),
    ("mul", Pool::bv_mul, |_, a, b| a.wrapping_mul(b)),
    ("udiv", Pool::bv_udiv, |_, a, b| {
        a.checked_div(b).unwrap_or(u128::MAX)
    }),
    ("urem", Pool::bv_urem, |_, a, b| {
        a.checked_rem(b).unwrap_or(a)
    }),
    (
        "shl",
        Pool::bv_shl,
        |w, a, b| if b >= w.into() { 0 } else { a << b },
    ),
    ("lshr", Pool::bv_lshr, |w, a, b| {
        if b >= w.into() { 0 } else { a >> b }
    }),
    ("ashr", Pool::bv_ashr, |w, a, b| {
        (signed(w, a) >> b.min(w.into())) as u128
    }),
];

const TRUTHS: [(&str, Constructor, Relation); 5] = [
    ("eq", Pool::eq, |_, a, b| a == b),
    ("ult", Pool::bv_ult, |_, a, b| a < b),
    ("ule", Pool::bv_ule, |_, a, b| a <= b),
    ("slt", Pool::bv_slt, |w, a, b| signed(w, a) < signed(w, b)),
    ("sle", Pool::bv_sle, |w, a, b| signed(w, a) <= signed(w, b)),
];

#[test]
fn constructors_agree_with_the_machine() {
    let mut next = numbers(7);
    let mut pool = Pool::new();
    for width in [1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 64, 65] {
        let mask = u128::MAX >> (128 - width);
        for _ in 0..60 {
            let mut word = || match words::value(Sort::BitVec(width), &mut next) {
                Value::Bits(bits) => u128::try_from(bits.value()).unwrap(),
                _ => unreachable!(),
            };
            let (a, b) = (word(), word());
            let (x, y) = (pool.bits(width, a), pool.bits(width, b));
            for (name, build, reference) in WORDS {
                let expected = Bits::new(width, reference(width, a, b) & mask);
                let got = build(&mut pool, x, y);
                assert_eq!(
                    pool.as_bits(got),
                    Some(&expected),
                    "{name} {a} {b} at {width}"
                );
            }
            for (name, build, reference) in TRUTHS {
                let got = build(&mut pool, x, y);
                let expected = reference(width, a, b);
                assert_eq!(
                    pool.as_bool(got),
                    Some(expected),
                    "{name} {a} {b} at {width}"
                );
            }
            let constant = |width, n: u128| Some(Bits::new(width, n));
            let concat = pool.concat(x, y);
            let extended = pool.sign_extend(5, x);
            let (negated, inverted) = (pool.bv_neg(x), pool.bv_not(x));
            let got = |t: TermId| pool.as_bits(t).cloned();
            if width <= 64 {
                assert_eq!(got(concat), constant(2 * width, (a << width) | b));
            }
            let sign = signed(width, a) as u128;
            assert_eq!(
                got(extended),
                constant(width + 5, sign & (u128::MAX >> (123 - width)))
            );
            assert_eq!(got(negated), constant(width, a.wrapping_neg() & mask));
            assert_eq!(got(inverted), constant(width, !a & mask));
        }
    }
}

#[test]
fn bits_of_netlists_are_boolean_terms() {
    let mut pool = Pool::new();
    let p = pool.declare("p", Sort::Bool);
    let x = pool.declare("x", Sort::BitVec(1));
    let (p, x) = (pool.var(p), pool.var(x));
    let bit = pool.bv_of_bool(p);
    assert_eq!(pool.bool_of_bv(bit), p);
    let truth = pool.bool_of_bv(x);
    assert_eq!(pool.bv_of_bool(truth), x);
    let flipped = pool.bv_not(x);
    assert_eq!(pool.bv_not(flipped), x);
    let both = pool.bv_and(bit, flipped);
    let both = pool.bool_of_bv(both);
    assert_eq!(pool.text(both), "(and p (not (= x #b1)))");
}

#[test]
fn memories_forget_what_is_overwritten() {
    let mut pool = Pool::new();
    let sort = Sort::Array {
        index: 4,
        element: 8,
    };
    let m = pool.declare("m", sort);
    let i = pool.declare("i", Sort::BitVec(4));
    let (m, i) = (pool.var(m), pool.var(i));
    let (one, two, v) = (pool.bits(4, 1u32), pool.bits(4, 2u32), pool.bits(8, 7u32));
    let first = pool.store(m, one, v);
    assert_eq!(pool.select(first, one), v);
    let elsewhere = pool.select(first, two);
    assert_eq!(elsewhere, pool.select(m, two));
    let unknown = pool.select(first, i);
    assert_eq!(pool.text(unknown), "(select (store m #x1 #x07) i)");
    let there = pool.select(m, i);
    assert_eq!(pool.store(m, i, there), m);
}

#[test]
fn solvers_words_are_read() {
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::BitVec(8));
    let x = pool.var(x);
    let mut parse = |text: &str| pool.parse(text, |n| (n == "x").then_some(Named::Term(x)));
    for (text, same) in [
        ("(bvugt x #x05)", "(bvult (_ bv5 8) x)"),
        ("(bvsge x #x05)", "(not (bvslt x #b00000101))"),
        ("((_ zero_extend 4) x)", "(concat #x0 x)"),
        ("(bvadd x x #x01)", "(bvadd (bvadd x x) #x01)"),
        ("(bvor x #xf0)", "(bvnot (bvand (bvnot x) #x0f))"),
        ("((_ extract 7 0) x)", "x"),
    ] {
        let term = parse(text);
        assert!(term.is_ok() && term == parse(same), "{text}");
    }
    for text in [
        "(bvadd x #x1)",
        "(bvnot x x)",
        "(_ bv3 0)",
        "(_ bv 8)",
        "#b",
        "#xg",
        "#b+1",
        "((_ extract 8 0) x)",
        "((_ extract 0 1) x)",
        "(select x x)",
        "((as const (Array (_ BitVec 2) (_ BitVec 4))) x)",
        "((_ zero_extend 4000000000) x)",
        "(= x true)",
        "(+ x x)",
        "(bvadd x 1)",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}
