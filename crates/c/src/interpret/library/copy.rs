//! Blocks of memory: `memcpy` and the like.

use super::{Native, moved};
use crate::checks::Class;
use crate::context::Open;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::memory::NULL;
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "memcpy" => memcpy,
        "memmove" => memmove,
        "mempcpy" => mempcpy,
        "memset" => memset,
        "bzero" => bzero,
        "memcmp" | "bcmp" => memcmp,
        "memchr" => memchr,
        "__CPROVER_array_copy" => array_copy,
        _ => return None,
    })
}

fn copy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: &[Value], name: &str) -> Done<()> {
    let (to, from) = (m.pointer_of(values, 0), m.pointer_of(values, 1));
    let count = m.size_of(values, 2);
    let readable = format!("{name} source region readable");
    let writable = format!("{name} destination region writeable");
    let class = Class::Precondition;
    if m.check_bytes(call, from, count, class, &readable)
        & m.check_bytes(call, to, count, class, &writable)
    {
        m.tick(count)?;
        let mut bytes = vec![0; count as usize];
        m.memory.read(from.object, from.offset as u64, &mut bytes);
        m.memory.write(to.object, to.offset as u64, &bytes);
    }
    Ok(())
}

fn memcpy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (to, from) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    let count = m.size_of(&values, 2);
    if to.object == from.object && count > 0 && to.offset.abs_diff(from.offset) < count {
        m.fail(Class::Precondition, call.site, call.at, || {
            "memcpy src/dst overlap".into()
        });
    }
    copy(m, call, &values, "memcpy")?;
    Ok(Value::Pointer(to))
}

fn memmove<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    copy(m, call, &values, "memmove")?;
    Ok(Value::Pointer(m.pointer_of(&values, 0)))
}

fn mempcpy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    copy(m, call, &values, "mempcpy")?;
    let count = m.size_of(&values, 2);
    Ok(Value::Pointer(moved(m.pointer_of(&values, 0), count)))
}

fn set<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    byte: u8,
    count: u64,
) -> Done<()> {
    let to = m.pointer_of(values, 0);
    let what = "memset destination region writeable";
    if m.check_bytes(call, to, count, Class::Precondition, what) {
        m.tick(count)?;
        let bytes = vec![byte; count as usize];
        m.memory.write(to.object, to.offset as u64, &bytes);
    }
    Ok(())
}

fn memset<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let byte = m.word_of(&values, 1) as u8;
    let count = m.size_of(&values, 2);
    set(m, call, &values, byte, count)?;
    Ok(Value::Pointer(m.pointer_of(&values, 0)))
}

fn bzero<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let count = m.size_of(&values, 1);
    set(m, call, &values, 0, count)?;
    Ok(Value::Void)
}

fn memcmp<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (a, b) = (m.pointer_of(&values, 0), m.pointer_of(&values, 1));
    let count = m.size_of(&values, 2);
    let class = Class::Precondition;
    if !(m.check_bytes(call, a, count, class, "memcmp region 1 readable")
        & m.check_bytes(call, b, count, class, "memcmp region 2 readable"))
    {
        return Ok(m.open_value(Open::Invalid(call.site), call.ty));
    }
    for i in 0..count {
        let (x, y) = (m.byte_at(call, moved(a, i))?, m.byte_at(call, moved(b, i))?);
        if let (Some(x), Some(y)) = (x, y)
            && x != y
        {
            return Ok(m.give(call, i128::from(x) - i128::from(y)));
        }
    }
    Ok(m.give(call, 0))
}

fn memchr<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let at = m.pointer_of(&values, 0);
    let wanted = m.word_of(&values, 1) as u8;
    for i in 0..m.size_of(&values, 2) {
        match m.byte_at(call, moved(at, i))? {
            Some(byte) if byte == wanted => return Ok(Value::Pointer(moved(at, i))),
            Some(_) => {}
            None => break,
        }
    }
    Ok(Value::Pointer(NULL))
}

/// The whole of an object to another.
fn array_copy<'p>(m: &mut Machine<'p>, call: &Call<'p>, mut values: Vec<Value>) -> Done<Value> {
    values.truncate(2);
    let from = m.pointer_of(&values, 1);
    let size = m.memory.get(from.object).map_or(0, |object| object.size);
    let rest = size.saturating_sub(from.offset.max(0) as u64);
    values.push(Value::Int(u128::from(rest)));
    copy(m, call, &values, "array_copy")?;
    Ok(Value::Void)
}
