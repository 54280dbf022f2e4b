//! `va_start`, `va_end` and `va_copy`. They get the addresses of lists.

use super::Native;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::place::Place;
use crate::interpret::value::Value;
use crate::program::{Type, TypeId};

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "va_start" | "c23_va_start" => start,
        "va_end" => |_, _, _| Ok(Value::Void),
        "va_copy" => copy,
        _ => return None,
    })
}

/// Where the list is that an argument stands for.
fn list<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    index: usize,
) -> Done<(Place, TypeId)> {
    let argument = call.arguments.get(index);
    if let Some(to) = argument.and_then(|argument| m.types.pointee(argument.ty))
        && matches!(m.types.get(to), Type::VaList)
    {
        return Ok((Place::behind(m.pointer_of(values, index)), to));
    }
    m.unsupported("this argument as a list of arguments", call.span)
}

fn start<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (place, ty) = list(m, call, &values, 0)?;
    let value = m.list_of(0);
    m.put(&place, ty, &value);
    Ok(Value::Void)
}

fn copy<'p>(m: &mut Machine<'p>, call: &Call<'p>, values: Vec<Value>) -> Done<Value> {
    let (to, ty) = list(m, call, &values, 0)?;
    let (from, _) = list(m, call, &values, 1)?;
    if let Some(value) = m.fetch(&from, ty) {
        m.put(&to, ty, &value);
    }
    Ok(Value::Void)
}
