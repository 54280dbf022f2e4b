//! Terms as text: printing and reading back gives the same term, text stays linear, and bad text is
//! an error.

use assay_term::{
    BigInt, BigRational, FuncId, Function, Named, Pool, SexprTree, Sort, TermId, Value, VarId,
    read_value,
};
use proptest::prelude::*;

const NAMES: [(&str, Sort); 7] = [
    ("a", Sort::Bool),
    ("and", Sort::Bool),
    ("n", Sort::Int),
    ("x[0]", Sort::Int),
    ("?1", Sort::Int),
    ("node~0.r", Sort::Real),
    ("odd | name", Sort::Real),
];

fn pool() -> Pool {
    let mut pool = Pool::new();
    for (name, sort) in NAMES {
        pool.declare(name, sort);
    }
    pool.declare_function(Function {
        name: "f g".into(),
        args: vec![Sort::Int, Sort::Real],
        result: Sort::Bool,
    });
    pool
}

fn parse(pool: &mut Pool, text: &str) -> Result<TermId, assay_term::TextError> {
    let names = pool.clone();
    pool.parse(text, |name| {
        if name == "f g" {
            return Some(Named::Function(FuncId(0)));
        }
        (0..names.var_count() as u32)
            .map(VarId)
            .find(|v| names.var_name(*v) == name)
            .map(|v| Named::Term(names.var(v)))
    })
}

/// Grows a pool by random applications; every choice is a (selector, argument, argument, argument).
fn grow(pool: &mut Pool, choices: &[(u8, u16, u16, u16)]) -> TermId {
    let (mut bools, mut ints, mut reals) = (vec![], vec![], vec![]);
    for (i, (_, sort)) in NAMES.iter().enumerate() {
        let term = pool.var(VarId(i as u32));
        match sort {
            Sort::Bool => bools.push(term),
            Sort::Int => ints.push(term),
            Sort::Real => reals.push(term),
            Sort::BitVec(_) | Sort::Array { .. } => unreachable!("see words.rs"),
        }
    }
    for &(op, i, j, k) in choices {
        let pick = |from: &[TermId], n: u16| from[n as usize % from.len()];
        let (a, b, c) = (pick(&bools, i), pick(&bools, j), pick(&bools, k));
        let (m, n) = (pick(&ints, i), pick(&ints, j));
        let (r, s) = (pick(&reals, i), pick(&reals, j));
        let constant = i64::from(k) - 30_000;
        match op % 20 {
            0 => bools.push(pool.not(a)),
            1 => bools.push(pool.and([a, b, c])),
            2 => bools.push(pool.or([a, b, c])),
            3 => bools.push(pool.eq(a, b)),
            4 => bools.push(pool.eq(m, n)),
            5 => bools.push(pool.le(r, s)),
            6 => bools.push(pool.lt(m, n)),
            7 => bools.push(pool.call(FuncId(0), vec![m, r])),
            8 => bools.push(pool.ite(a, b, c)),
            9 => ints.push(pool.add([m, n])),
            10 => ints.push(pool.mul(m, n)),
            11 => ints.push(pool.int(constant)),
            12 => ints.push(pool.int_div(m, n)),
            13 => ints.push(pool.int_mod(m, n)),
            14 => ints.push(pool.floor(r)),
            15 => ints.push(pool.ite(a, m, n)),
            16 => reals.push(pool.real_div(r, s)),
            17 => reals.push(pool.to_real(m)),
            18 => {
                let value = BigRational::new(constant.into(), (i64::from(i) + 1).into());
                reals.push(pool.real(value));
            }
            _ => reals.push(pool.mul(r, s)),
        }
    }
    *bools.last().expect("there are Boolean variables")
}

proptest! {
    #[test]
    fn printing_then_parsing_gives_the_same_term(
        choices in prop::collection::vec(any::<(u8, u16, u16, u16)>(), 0..80)
    ) {
        let mut pool = pool();
        let term = grow(&mut pool, &choices);
        let text = pool.text(term);
        prop_assert_eq!(parse(&mut pool, &text), Ok(term), "{}", text);
    }

    #[test]
    fn any_text_parses_or_is_refused(text in "[ ()a|n+*/<=\"0-9.;_?!-]{0,40}") {
        let mut pool = pool();
        if let Ok(term) = parse(&mut pool, &text) {
            let printed = pool.text(term);
            prop_assert_eq!(parse(&mut pool, &printed), Ok(term));
        }
    }
}

#[test]
fn a_shared_term_is_written_once() {
    let mut pool = pool();
    let mut term = pool.var(VarId(2));
    for _ in 0..200 {
        let zero = pool.int(0);
        let positive = pool.lt(zero, term);
        let twice = pool.mul(term, term);
        term = pool.ite(positive, twice, term);
    }
    let zero = pool.int(0);
    let root = pool.eq(term, zero);
    let text = pool.text(root);
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert_eq!(parse(&mut pool, &text), Ok(root));
}

#[test]
fn depth_is_no_limit() {
    let mut pool = pool();
    let n = 100_000;
    let a = pool.var(VarId(0));
    let text = format!("{}a{}", "(ite |and| (not ".repeat(n), ") a)".repeat(n));
    let deep = parse(&mut pool, &text).unwrap();
    assert_ne!(deep, a);
    let printed = pool.text(deep);
    assert_eq!(parse(&mut pool, &printed), Ok(deep));
    assert!(SexprTree::read(&"(".repeat(n)).is_err());
    let lets = format!("{}a{}", "(let ((a (not a))) ".repeat(n), ")".repeat(n));
    assert_eq!(parse(&mut pool, &lets), Ok(a));
}

#[test]
fn lets_bind_in_parallel_and_inner_ones_shadow() {
    let mut pool = pool();
    let n = pool.var(VarId(2));
    let one = pool.int(1);
    let two = pool.int(2);
    let expected = pool.add([n, two]);
    let zero = pool.int(0);
    let expected = pool.lt(zero, expected);
    let text = "(let ((n (+ n 1)) (m n)) (let ((n (+ n 1))) (let ((m m)) (> n 0))))";
    assert_eq!(parse(&mut pool, text), Ok(expected));
    let sum = pool.add([n, one]);
    let same = pool.lt(n, sum);
    let text = "(let ((n (+ n 1)) (m n)) (< m n))";
    assert_eq!(parse(&mut pool, text), Ok(same));
}

#[test]
fn reads_what_solvers_write() {
    for (text, same) in [
        ("(=> a a |and|)", "(or (not a) (not a) |and|)"),
        ("(distinct n 1 2)", "(and (not (= n 1)) (not (= n 2)))"),
        ("(>= n 1 0)", "(and (<= 1 n) (<= 0 1))"),
        ("(= node~0.r (/ 7 2))", "(= node~0.r 3.5)"),
        ("(< n node~0.r)", "(< (to_real n) node~0.r)"),
        ("(= (- n 1 2) (* 2 n (- 3)))", "(= (+ n (- 3)) (* (- 6) n))"),
        ("((_ divisible 3) n)", "(= (mod n 3) 0)"),
        ("(xor a |and|)", "(not (= a |and|))"),
        (
            "(is_int node~0.r)",
            "(= (to_real (to_int node~0.r)) node~0.r)",
        ),
        ("(= (abs n) 1)", "(= (ite (<= 0 n) n (- n)) 1)"),
    ] {
        let mut pool = pool();
        let left = parse(&mut pool, text).unwrap();
        assert_eq!(parse(&mut pool, same), Ok(left), "{text}");
    }
}

#[test]
fn ill_sorted_text_is_refused() {
    for text in [
        "",
        "()",
        "(not n)",
        "(and a n)",
        "(= a n)",
        "(+ a 1)",
        "(ite n a a)",
        "(div 1.5 2)",
        "(let a)",
        "(let ((a)) a)",
        "(|f g| n)",
        "(|f g| a 1.0)",
        "unknown",
        "(unknown 1)",
        "1x",
        "1.",
        "\"s\"",
        "a a",
        "((_ divisible 0) n)",
        "(forall ((x Int)) a)",
        "(to_real a)",
        "(-)",
    ] {
        let mut pool = pool();
        assert!(parse(&mut pool, text).is_err(), "{text}");
    }
}

#[test]
fn values_of_each_sort() {
    let read = |text: &str, sort| {
        let tree = SexprTree::read(text).unwrap();
        read_value(tree.roots().next().unwrap(), sort).ok()
    };
    let seven_thirds = BigRational::new(BigInt::from(-7), BigInt::from(3));
    assert_eq!(read("true", Sort::Bool), Some(Value::Bool(true)));
    assert_eq!(read("(- 5)", Sort::Int), Some(Value::int(-5)));
    for text in ["(/ (- 7) 3)", "(- (/ 7.0 3.0))", "(/ (- 7.0) 3)"] {
        assert_eq!(
            read(text, Sort::Real),
            Some(Value::Real(seven_thirds.clone()))
        );
    }
    assert_eq!(read("(/ 1 2)", Sort::Int), None);
    assert_eq!(read("(/ 1 0)", Sort::Real), None);
    assert_eq!(read("5", Sort::Bool), None);
    assert_eq!(read("(root-obj (+ (^ x 2) (- 2)) 1)", Sort::Real), None);
}
