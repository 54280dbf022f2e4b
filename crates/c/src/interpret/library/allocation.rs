//! The heap.

use super::Native;
use crate::checks::Class;
use crate::context::Open;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::memory::{Kind, NULL, Pointer, State};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "malloc" | "__CPROVER_malloc" => malloc,
        "calloc" => calloc,
        "realloc" => realloc,
        "aligned_alloc" | "memalign" => aligned,
        "free" | "cfree" => free,
        "__CPROVER_deallocate" => deallocate,
        "alloca" | "alloca_with_align" => alloca,
        "__CPROVER_allocate" => allocate,
        "strdup" | "__strdup" => strdup,
        _ => return None,
    })
}

/// A new heap object; null where the allocation fails.
fn new<'p>(m: &mut Machine<'p>, call: &Call<'p>, size: u64, open: bool) -> Pointer {
    if size > m.memory.max_size() {
        return NULL;
    }
    if m.options.malloc_may_fail && m.open_bit(Open::Failure(call.site)) {
        return NULL;
    }
    let object = m.memory.create(Kind::Heap, size);
    if open {
        m.fill_object(object, Open::Content(call.site));
    }
    Pointer { object, offset: 0 }
}

fn malloc<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let size = m.size_of(&values, 0);
    Ok(Value::Pointer(new(m, call, size, true)))
}

fn aligned<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let size = m.size_of(&values, 1);
    Ok(Value::Pointer(new(m, call, size, true)))
}

fn calloc<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (count, size) = (m.size_of(&values, 0), m.size_of(&values, 1));
    let size = count.saturating_mul(size);
    Ok(Value::Pointer(new(m, call, size, false)))
}

/// `__CPROVER_allocate(size, zero)`, which does not fail.
fn allocate<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let size = m.size_of(&values, 0).min(m.memory.max_size());
    let object = m.memory.create(Kind::Heap, size);
    if !values.get(1).is_some_and(Value::is_true) {
        m.fill_object(object, Open::Content(call.site));
    }
    Ok(Value::Pointer(Pointer { object, offset: 0 }))
}

fn realloc<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let old = m.pointer_of(&values, 0);
    let size = m.size_of(&values, 1);
    if !may_free(m, call, old, "realloc") {
        return Ok(Value::Pointer(NULL));
    }
    let new = new(m, call, size, true);
    if new != NULL && old != NULL {
        let old_size = m.memory.get(old.object).map_or(0, |object| object.size);
        let count = old_size.min(size);
        m.tick(count)?;
        let mut bytes = vec![0; count as usize];
        m.memory.read(old.object, 0, &mut bytes);
        m.memory.write(new.object, 0, &bytes);
        m.memory.end(old.object, State::Freed);
    }
    Ok(Value::Pointer(new))
}

/// Whether a pointer is null or the start of a heap object that is alive.
fn may_free<'p>(m: &mut Machine<'p>, call: &Call<'p>, at: Pointer, name: &str) -> bool {
    if at == NULL {
        return true;
    }
    let problem = match m.memory.get(at.object) {
        None => "must be NULL or a valid pointer",
        Some(object) if object.kind != Kind::Heap => "must be a dynamic object",
        Some(object) if object.state != State::Alive => "must not be deallocated already",
        Some(_) if at.offset != 0 => "must have offset zero",
        Some(_) => return true,
    };
    m.fail(Class::Precondition, call.site, call.at, || {
        format!("{name} argument {problem}")
    });
    false
}

fn free<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    if may_free(m, call, at, "free") && at != NULL {
        m.memory.end(at.object, State::Freed);
    }
    Ok(Value::Void)
}

/// Without the checks of `free`.
fn deallocate<'p>(m: &mut Machine<'p>, _: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    if at.object != 0 {
        m.memory.end(at.object, State::Freed);
    }
    Ok(Value::Void)
}

/// Memory that ends with the call of the function.
fn alloca<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let size = m.size_of(&values, 0).min(m.memory.max_size());
    let object = m.memory.create(Kind::Temporary, size);
    m.fill_object(object, Open::Content(call.site));
    if let Some(activation) = m.activations.last_mut() {
        activation.late.push(object);
    }
    Ok(Value::Pointer(Pointer { object, offset: 0 }))
}

fn strdup<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let from = m.pointer_of(&values, 0);
    let Some(mut text) = m.text_at(call, from, u64::MAX)? else {
        return Ok(Value::Pointer(NULL));
    };
    text.push(0);
    let new = new(m, call, text.len() as u64, false);
    if new != NULL {
        m.memory.write(new.object, 0, &text);
    }
    Ok(Value::Pointer(new))
}
