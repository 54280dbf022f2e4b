//! A trace by hand passes; with any one value changed, a step removed or repeated it does not.

use assay_check::{Failure, check_trace};
use assay_system::{System, Trace};
use assay_term::{BigRational, Function, Functions, Sort, Value};
use assay_testkit::Build;

/// Every input is read by a wire and every wire by another variable, so nothing can change alone.
fn system() -> System {
    let mut b = System::new();
    let zero = b.pool.int(0);
    let i = b.input("i", (0, 4));
    let enable = b.input("enable", Sort::Bool);
    let p = b.rigid("p", Sort::Real);
    let open = b.state("open", Sort::Bool);
    let sum = b.state_from("sum", Sort::Int, Some(zero));
    let f = b.pool.declare_function(Function {
        name: "f".into(),
        args: vec![Sort::Int],
        result: Sort::Int,
    });
    let called = b.pool.call(f, vec![i]);
    let called = b.wire("called", called);
    let more = b.pool.ite(enable, called, zero);
    let more = b.wire("more", more);
    let scaled = b.pool.to_real(sum);
    let scaled = b.pool.mul(p, scaled);
    let offset = b.pool.add([scaled, p]);
    b.wire("offset", offset);
    let next_sum = b.pool.add([sum, more]);
    let toggled = b.pool.eq(open, enable);
    b.set_next(sum, next_sum);
    b.set_next(open, toggled);
    let five = b.pool.int(5);
    let small = b.pool.lt(sum, five);
    b.claim(small);
    let four = b.pool.int(4);
    let unlocked = b.pool.lt(i, four);
    let lawful = b.pool.or2(unlocked, enable);
    b.assume(lawful);
    b.wire("lawful", lawful);
    b.wire("toggled", toggled);
    b
}

/// i = 4, 4, 1 with f(4) = 3, f(1) = 7: the sum is 0, 3, 6.
fn trace() -> Trace {
    let real = |n: i64| Value::Real(BigRational::new(n.into(), 2.into()));
    let step = |i: i64, open: bool, sum: i64, called: i64| {
        let toggled = open;
        vec![
            Value::int(i),
            Value::Bool(true),
            real(1),
            Value::Bool(open),
            Value::int(sum),
            Value::int(called),
            Value::int(called),
            real(sum + 1),
            Value::Bool(true),
            Value::Bool(toggled),
        ]
    };
    let mut functions = Functions::default();
    let f = assay_term::FuncId(0);
    functions.insert(f, vec![Value::int(4)], Value::int(3));
    functions.insert(f, vec![Value::int(1)], Value::int(7));
    Trace {
        steps: vec![
            step(4, true, 0, 3),
            step(4, true, 3, 3),
            step(1, true, 6, 7),
        ],
        functions,
    }
}

#[test]
fn the_trace_is_a_violation() {
    assert_eq!(check_trace(&system(), &trace(), 0), Ok(()));
}

#[test]
fn every_changed_value_is_noticed() {
    let system = system();
    let mut changed = 0;
    for step in 0..3 {
        for var in 0..system.vars.len() {
            let mut trace = trace();
            let value = &mut trace.steps[step][var];
            *value = match value {
                Value::Bool(b) => Value::Bool(!*b),
                Value::Int(n) => Value::Int(&*n + 1),
                Value::Real(r) => Value::Real(&*r + BigRational::from_integer(1.into())),
                other => panic!("no {other} here"),
            };
            let name = &system.vars[var].name;
            assert!(check_trace(&system, &trace, 0).is_err(), "{name} at {step}");
            changed += 1;
        }
    }
    assert_eq!(changed, 30);
}

#[test]
fn steps_cannot_be_removed_repeated_or_swapped() {
    let system = system();
    for step in 0..3 {
        let mut shorter = trace();
        shorter.steps.remove(step);
        assert!(check_trace(&system, &shorter, 0).is_err(), "without {step}");
        let mut longer = trace();
        longer.steps.insert(step, longer.steps[step].clone());
        assert!(check_trace(&system, &longer, 0).is_err(), "twice {step}");
    }
    let mut swapped = trace();
    swapped.steps.swap(0, 1);
    assert!(check_trace(&system, &swapped, 0).is_err());
}

#[test]
fn a_changed_function_table_is_noticed() {
    let mut changed = trace();
    let f = assay_term::FuncId(0);
    changed
        .functions
        .insert(f, vec![Value::int(4)], Value::int(2));
    assert!(matches!(
        check_trace(&system(), &changed, 0),
        Err(Failure::Differs { step: 0, .. })
    ));
    changed
        .functions
        .insert(f, vec![Value::int(4)], Value::Bool(true));
    assert!(matches!(
        check_trace(&system(), &changed, 0),
        Err(Failure::NoValue { step: 0, .. })
    ));
}

#[test]
fn failures_say_what_is_wrong() {
    let system = system();
    let fails = |trace: &Trace, property: usize| check_trace(&system, trace, property).unwrap_err();
    assert_eq!(fails(&trace(), 1), Failure::NoSuchProperty(1));
    assert_eq!(fails(&Trace::default(), 0), Failure::Empty);

    let mut short = trace();
    short.steps[1].pop();
    assert_eq!(fails(&short, 0), Failure::Malformed { step: 1 });

    let mut sort = trace();
    sort.steps[2][0] = Value::Bool(true);
    assert_eq!(
        fails(&sort, 0).to_string(),
        "step 2: i has a value of another sort"
    );

    let mut range = trace();
    range.steps[0][0] = Value::int(5);
    assert_eq!(
        fails(&range, 0).to_string(),
        "step 0: i = 5 is out of its range"
    );

    let mut sum = trace();
    sum.steps[1][4] = Value::int(2);
    assert_eq!(
        fails(&sum, 0).to_string(),
        "step 1: sum is 2 in the trace but 3 in the system"
    );

    let mut early = trace();
    early.steps.pop();
    assert_eq!(
        fails(&early, 0).to_string(),
        "the property p0 holds at the last step"
    );
}

#[test]
fn a_violation_after_a_failed_constraint_does_not_count() {
    let mut system = system();
    let i = system.named("i");
    let three = system.pool.int(3);
    system.constraints[0].term = system.pool.le(i, three);
    assert_eq!(
        check_trace(&system, &trace(), 0),
        Err(Failure::ConstraintFails {
            step: 0,
            constraint: "c0".into()
        })
    );
}
