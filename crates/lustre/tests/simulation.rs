//! Simulation with given and random inputs.

use assay_lustre::interp::{Interpreter, Stimuli, Table, parse_value};
use assay_lustre::model::{EnumId, Model, Type, Value};
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use num_bigint::BigInt;
use num_rational::BigRational;

const TEXT: &str = "type c = enum { RED, GREEN };\n\
     type p = struct { k : c; n : subrange [0, 4] of int };\n\
     node main(a : p[2]; r : real; b : bool) returns (s : int; g : bool);\n\
     let s = 0 -> pre s + a[0].n; g = a[1].k = GREEN or b; --%PROPERTY g;\n assert r > 0.0; tel;";

fn model() -> Model {
    let mut map = SourceMap::new();
    let id = map.add_text("test.lus", TEXT);
    let loaded = load(map.file(id), Some(Dialect::JKind));
    loaded.unwrap_or_else(|errors| panic!("{errors:?}")).model
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn int(n: i64) -> Value {
    Value::Int(BigInt::from(n))
}

#[test]
fn given_inputs_are_used() {
    let model = model();
    let main = model.mains[0];
    let rows = [
        words("1 RED 0.5 true"),
        words("4 GREEN -1/3 0"),
        words("2 RED 7 0"),
    ];
    let table = Table::read(&model, main, &words("a[0].n a[1].k r b"), &rows);
    let table = table.expect("a good table");
    assert_eq!(table.len(), 3);
    let mut interpreter = Interpreter::new(&model, main).expect("not too large");
    let mut world = Stimuli::new(&model, &interpreter, table, 7);
    let (s, g) = (model.node(main).outputs[0], model.node(main).outputs[1]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        let step = interpreter.step(&mut world);
        let at = &step.values[0];
        assert_eq!(Value::Bool(step.properties[0][0]), at[g.index()]);
        seen.push((
            at[s.index()].clone(),
            step.properties[0][0],
            step.assertions[0][0],
        ));
    }
    assert_eq!(
        seen,
        [
            (int(0), true, true),
            (int(4), true, false),
            (int(6), false, true)
        ]
    );
}

#[test]
fn random_inputs_are_repeatable_and_in_range() {
    let model = model();
    let run = |seed: u64| {
        let mut interpreter = Interpreter::new(&model, model.mains[0]).expect("not too large");
        let mut world = Stimuli::new(&model, &interpreter, Table::default(), seed);
        (0..50)
            .map(|_| interpreter.step(&mut world).values)
            .collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    for values in run(3) {
        let Value::Array(records) = &values[0][0] else {
            panic!("an array");
        };
        for record in records {
            let Value::Record(_, fields) = record else {
                panic!("a record");
            };
            assert!(matches!(&fields[0], Value::Enum(_, 0 | 1)));
            assert!((0..=4).any(|n| fields[1] == int(n)));
        }
    }
}

#[test]
fn bad_tables_say_where() {
    let model = model();
    let read = |heading: &str, row: &str| {
        let table = Table::read(&model, model.mains[0], &words(heading), &[words(row)]);
        table.expect_err("a bad table").to_string()
    };
    assert_eq!(
        read("a[0].n", "5"),
        "row 1, `a[0].n`: 5 is not between 0 and 4"
    );
    assert_eq!(
        read("a[2].n", "1"),
        "column `a[2].n`: the node has no such input"
    );
    assert_eq!(read("b b", "1 1"), "column `b`: given twice");
    assert_eq!(read("b r", "1"), "row 1, `r`: no value");
    assert_eq!(
        read("a[0].k", "BLUE"),
        "row 1, `a[0].k`: `BLUE` is not a value of c"
    );
}

#[test]
fn values_are_read_by_type() {
    let model = model();
    let real = |n: i64, d: i64| Value::Real(BigRational::new(n.into(), d.into()));
    let good = [
        (Type::Bool, "1", Value::Bool(true)),
        (Type::Int, " -12 ", int(-12)),
        (Type::Real, "-0.25", real(-1, 4)),
        (Type::Real, "-1.5", real(-3, 2)),
        (Type::Real, "7/2", real(7, 2)),
        (Type::Real, "3", real(3, 1)),
        (Type::Enum(EnumId(0)), "GREEN", Value::Enum(EnumId(0), 1)),
    ];
    for (ty, text, value) in good {
        assert_eq!(parse_value(&model, &ty, text), Ok(value), "{text}");
    }
    let bad = [
        (Type::Bool, "yes"),
        (Type::Int, "1.5"),
        (Type::Int, ""),
        (Type::Real, "1/0"),
        (Type::Real, "1."),
        (Type::Real, "1.-5"),
        (Type::Real, "x"),
        (Type::Enum(EnumId(0)), "0"),
    ];
    for (ty, text) in bad {
        assert!(parse_value(&model, &ty, text).is_err(), "{text}");
    }
}
