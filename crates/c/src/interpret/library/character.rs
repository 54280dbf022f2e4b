//! Classes of characters, as in the "C" locale.

use super::Native;
use crate::interpret::call::Call;
use crate::interpret::machine::{Done, Machine};
use crate::interpret::value::Value;

pub fn find(name: &str) -> Option<Native> {
    Some(match name {
        "isdigit" => |m, call, values| class(m, call, &values, u8::is_ascii_digit),
        "isalpha" => |m, call, values| class(m, call, &values, u8::is_ascii_alphabetic),
        "isalnum" => |m, call, values| class(m, call, &values, u8::is_ascii_alphanumeric),
        "isupper" => |m, call, values| class(m, call, &values, u8::is_ascii_uppercase),
        "islower" => |m, call, values| class(m, call, &values, u8::is_ascii_lowercase),
        "isxdigit" => |m, call, values| class(m, call, &values, u8::is_ascii_hexdigit),
        "ispunct" => |m, call, values| class(m, call, &values, u8::is_ascii_punctuation),
        "iscntrl" => |m, call, values| class(m, call, &values, u8::is_ascii_control),
        "isgraph" => |m, call, values| class(m, call, &values, u8::is_ascii_graphic),
        "isprint" => |m, call, values| class(m, call, &values, |c| (b' '..=b'~').contains(c)),
        "isspace" => {
            |m, call, values| class(m, call, &values, |c| matches!(c, b' ' | b'\t'..=b'\r'))
        }
        "isblank" => |m, call, values| class(m, call, &values, |c| matches!(c, b' ' | b'\t')),
        "toupper" => |m, call, values| map(m, call, &values, |c| c.to_ascii_uppercase()),
        "tolower" => |m, call, values| map(m, call, &values, |c| c.to_ascii_lowercase()),
        _ => return None,
    })
}

fn class<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    is: impl Fn(&u8) -> bool,
) -> Done<Value> {
    let number = m.number_of(call, values, 0);
    let inside = u8::try_from(number).is_ok_and(|byte| is(&byte));
    Ok(m.give(call, i128::from(inside)))
}

fn map<'p>(
    m: &mut Machine<'p>,
    call: &Call<'p>,
    values: &[Value],
    to: impl Fn(u8) -> u8,
) -> Done<Value> {
    let number = m.number_of(call, values, 0);
    let mapped = u8::try_from(number).map_or(number, |byte| i128::from(to(byte)));
    Ok(m.give(call, mapped))
}
