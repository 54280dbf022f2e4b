//! Assumptions, assertions, nondeterministic values, and the end of the program.

use super::Native;
use crate::checks::Class;
use crate::context::Open;
use crate::interpret::End;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    const NONDET: [&str; 4] = [
        "nondet_",
        "__VERIFIER_nondet_",
        "__CPROVER_nondet_",
        "__CPROVER_uninterpreted_",
    ];
    if NONDET.iter().any(|prefix| name.starts_with(prefix)) {
        return Some(nondet);
    }
    Some(match name {
        "__CPROVER_assume" | "__VERIFIER_assume" => assume,
        "__CPROVER_assert" | "__CPROVER_postcondition" => assert_with_message,
        "__CPROVER_precondition" => precondition,
        "assert" | "__VERIFIER_assert" => assert,
        "__assert_fail"
        | "__assert_rtn"
        | "__assert"
        | "_assert"
        | "_wassert"
        | "__assert_perror_fail" => assert_fail,
        "reach_error" => error,
        "__VERIFIER_error" => fatal_error,
        "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" => exit,
        "__builtin_assume" => assume,
        "unreachable" => unreachable,
        "trap" => trap,
        "expect" | "expect_with_probability" => first,
        "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__CPROVER_input"
        | "__CPROVER_output"
        | "__CPROVER_printf"
        | "prefetch" => nothing,
        _ => return None,
    })
}

fn nondet<'p>(m: &mut Machine<'p>, call: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    Ok(m.open_value(Open::Result(call.site), call.ty))
}

fn assume<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    if values.first().is_some_and(Value::is_true) {
        return Ok(m.give(call, 0));
    }
    m.stop(End::Assumed(call.span))
}

fn check<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    class: Class,
    values: Vec<Value>,
) -> Done<Value> {
    if !values.first().is_some_and(Value::is_true) {
        let at = m.pointer_of(&values, 1);
        let text = message(m, at);
        m.fail(class, call.site, call.at, || text);
    }
    Ok(m.give(call, 0))
}

/// The text of an assertion, without checks.
fn message(m: &mut Machine<'_>, at: crate::interpret::memory::Pointer) -> String {
    let mut text = vec![];
    let mut byte = [0];
    while text.len() < 1000 {
        let next = super::moved(at, text.len() as u64);
        if m.memory.fault(next, 1).is_some() {
            break;
        }
        m.memory.read(next.object, next.offset as u64, &mut byte);
        if byte[0] == 0 {
            break;
        }
        text.push(byte[0]);
    }
    if text.is_empty() {
        return "assertion".into();
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn assert_with_message<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: Vec<Value>,
) -> Done<Value> {
    check(m, call, Class::Assertion, values)
}

fn precondition<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    check(m, call, Class::Precondition, values)
}

fn assert<'p>(m: &mut Machine<'p>, call: &Call<'p>, mut values: Vec<Value>) -> Done<Value> {
    values.truncate(1);
    check(m, call, Class::Assertion, values)
}

/// As CBMC has it, the execution goes on afterwards.
fn assert_fail<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let text = message(m, at);
    m.fail(Class::Assertion, call.site, call.at, || text);
    Ok(m.give(call, 0))
}

fn error<'p>(m: &mut Machine<'p>, call: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    m.fail(Class::Assertion, call.site, call.at, || {
        "the error function is called".into()
    });
    Ok(m.give(call, 0))
}

fn fatal_error<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    error(m, call, values)?;
    m.stop(End::Exited)
}

fn exit<'p>(m: &mut Machine<'p>, _: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    m.stop(End::Exited)
}

fn unreachable<'p>(m: &mut Machine<'p>, call: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    m.fail(Class::Assertion, call.site, call.at, || {
        "unreachable code is reached".into()
    });
    m.stop(End::Exited)
}

fn trap<'p>(m: &mut Machine<'p>, _: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    m.stop(End::Exited)
}

fn first<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let value = m.number_of(call, &values, 0);
    Ok(m.give(call, value))
}

fn nothing<'p>(m: &mut Machine<'p>, call: &Call<'p>, _: Vec<Value>) -> Done<Value> {
    Ok(m.give(call, 0))
}
