//! Questions about pointers and objects.

use super::Native;
use crate::checks::Class;
use crate::context::Open;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::memory::{Fault, Kind, NULL, Pointer, State};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok" => is_accessible,
        "__CPROVER_OBJECT_SIZE" => object_size,
        "__CPROVER_POINTER_OBJECT" => pointer_object,
        "__CPROVER_POINTER_OFFSET" => pointer_offset,
        "__CPROVER_same_object" => same_object,
        "__CPROVER_DYNAMIC_OBJECT" => dynamic_object,
        "__CPROVER_LIVE_OBJECT" => live_object,
        "__CPROVER_is_invalid_pointer" => invalid_pointer,
        "__CPROVER_havoc_object" => havoc_object,
        "__CPROVER_havoc_slice" => havoc_slice,
        "object_size" | "dynamic_object_size" => unknown_size,
        "assume_aligned" => |m, _, values| Ok(Value::Pointer(m.pointer_of(&values, 0))),
        "constant_p" => |m, call, _| Ok(m.give(call, 0)),
        _ => return None,
    })
}

/// The pointer has to be null or to point into a live object, or one past it.
fn check_primitive<'p>(m: &mut Machine<'p>, call: &Call<'p>, at: Pointer) {
    let fault = m.memory.fault(at, 0);
    let wrong = matches!(
        fault,
        Some(Fault::Invalid | Fault::Dead | Fault::Freed | Fault::Outside)
    );
    if wrong && m.checks_at(call.site).pointer_primitive {
        m.fail(Class::Pointer, call.site, call.at, || {
            "the pointer is neither NULL nor valid".into()
        });
    }
}

fn is_accessible<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    check_primitive(m, call, at);
    let size = match values.len() {
        // Without a size it is that of what is pointed to.
        0 | 1 => {
            let ty = call.arguments.first().map(|argument| argument.ty);
            let to = ty.and_then(|ty| m.types.pointee(ty));
            to.map_or(1, |to| m.size(to))
        }
        _ => m.size_of(&values, 1),
    };
    let ok = m.memory.fault(at, size).is_none();
    Ok(m.give(call, i128::from(ok)))
}

fn object_size<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    check_primitive(m, call, at);
    let size = m.memory.get(at.object).map_or(0, |object| object.size);
    Ok(m.give(call, i128::from(size)))
}

fn pointer_object<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    Ok(m.give(call, i128::from(at.object)))
}

fn pointer_offset<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    Ok(m.give(call, i128::from(at.offset)))
}

fn same_object<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (a, b) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    Ok(m.give(call, i128::from(a.object == b.object)))
}

fn dynamic_object<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let object = m.memory.get(at.object);
    let dynamic = object.is_some_and(|object| object.kind == Kind::Heap);
    Ok(m.give(call, i128::from(dynamic)))
}

fn live_object<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let alive = m.memory.is_alive(at.object);
    Ok(m.give(call, i128::from(alive)))
}

fn invalid_pointer<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let none = m.memory.get(at.object).is_none() || at.object == 0 && at != NULL;
    Ok(m.give(call, i128::from(none)))
}

/// The whole object gets an open content.
fn havoc_object<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    if let Some(object) = m.memory.get(at.object)
        && object.state == State::Alive
    {
        let size = object.size;
        m.tick(size)?;
        m.memory.write(at.object, 0, &vec![0; size as usize]);
        m.fill_object(at.object, Open::Content(call.site));
    }
    Ok(Value::Void)
}

/// A part of an object gets an open content; offsets count from its start.
fn havoc_slice<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let size = m.size_of(&values, 1);
    let what = "assertion havoc_slice region writeable";
    if m.check_bytes(call, at, size, Class::Precondition, what) {
        m.tick(size)?;
        let mut bytes = vec![0; size as usize];
        m.fill_bytes(Open::Content(call.site), &mut bytes);
        m.memory.write(at.object, at.offset as u64, &bytes);
    }
    Ok(Value::Void)
}

/// GCC without optimisation does not know the size: -1, or 0 for the kinds that ask for a minimum.
fn unknown_size<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let minimum = m.word_of(&values, 1) & 2 != 0;
    Ok(m.give(call, if minimum { 0 } else { -1 }))
}
