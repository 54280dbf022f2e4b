//! What functions without a body do, by name. A function that is defined in the program is executed instead.
//!
//! To add one, write a [`Native`] in the file of its subject and add its name to the `find` there.

mod allocation;
mod bits;
mod character;
mod copy;
mod math;
mod pointer;
mod print;
mod string;
mod variadic;
mod verifier;

use super::call::Call;
use super::machine::{Done, Machine};
use super::memory::Pointer;
use super::value::{Value, mask, number};
use crate::checks::Class;
use crate::program::Type;

/// Gets the values of the arguments, and gives the result.
pub type Native = for<'p> fn(&mut Machine<'p>, &Call<'p>, Vec<Value>) -> Done<Value>;

const TABLES: [fn(&str) -> Option<Native>; 10] = [
    verifier::find,
    allocation::find,
    copy::find,
    string::find,
    character::find,
    bits::find,
    math::find,
    pointer::find,
    print::find,
    variadic::find,
];

/// What only the compiler has: the name without `__builtin_` belongs to the user.
const COMPILER_ONLY: [&str; 25] = [
    "unreachable",
    "trap",
    "expect",
    "expect_with_probability",
    "prefetch",
    "constant_p",
    "assume_aligned",
    "object_size",
    "dynamic_object_size",
    "va_start",
    "va_end",
    "va_copy",
    "clz",
    "ctz",
    "popcount",
    "parity",
    "clrsb",
    "bswap16",
    "bswap32",
    "bswap64",
    "inf",
    "inff",
    "huge_val",
    "huge_valf",
    "isinf_sign",
];

pub fn find(name: &str) -> Option<Native> {
    let look = |name: &str| TABLES.iter().find_map(|find| find(name));
    let Some(plain) = name.strip_prefix("__builtin_") else {
        let reserved = COMPILER_ONLY.contains(&name) || name.contains("_overflow");
        return if reserved { None } else { look(name) };
    };
    // `__builtin___memcpy_chk` has the size of the destination behind the arguments.
    let checked = plain
        .strip_prefix("__")
        .and_then(|rest| rest.strip_suffix("_chk"));
    look(checked.unwrap_or(plain))
}

impl<'p> Machine<'p> {
    /// An argument as a number.
    fn number_of(&mut self, call: &Call<'p>, values: &[Value], index: usize) -> i128 {
        let word = self.word_of(values, index);
        let ty = call.arguments.get(index).map(|argument| argument.ty);
        match ty.and_then(|ty| self.types.word(ty)) {
            Some((bits, signed)) => number(word, bits, signed),
            None => word as i128,
        }
    }

    /// An argument as its bits.
    fn word_of(&mut self, values: &[Value], index: usize) -> u128 {
        values.get(index).map_or(0, |value| self.memory.word(value))
    }

    fn size_of(&mut self, values: &[Value], index: usize) -> u64 {
        self.word_of(values, index) as u64
    }

    fn pointer_of(&mut self, values: &[Value], index: usize) -> Pointer {
        let value = values.get(index).cloned().unwrap_or(Value::Int(0));
        self.as_pointer(value)
    }

    /// A number as the result of a call.
    fn give(&mut self, call: &Call<'p>, value: i128) -> Value {
        match self.types.get(call.ty) {
            Type::Bool => Value::of_bool(value != 0),
            Type::Int { bits, .. } => Value::Int(mask(value as u128, *bits)),
            Type::Void => Value::Void,
            _ => self.reread(Value::Int(value as u128), call.ty),
        }
    }

    /// Whether bytes can be accessed; a failure of the given class if not.
    fn check_bytes(
        &mut self,
        call: &Call<'p>,
        at: Pointer,
        size: u64,
        class: Class,
        what: &str,
    ) -> bool {
        match self.memory.fault(at, size) {
            Some(fault) if size > 0 => {
                if class != Class::Pointer || self.checks_at(call.site).pointer {
                    self.fail(class, call.site, call.at, || {
                        format!("{what}: {}", fault.as_str())
                    });
                }
                false
            }
            _ => true,
        }
    }

    /// One byte for a library function.
    fn byte_at(&mut self, call: &Call<'p>, at: Pointer) -> Done<Option<u8>> {
        self.tick(1)?;
        let mut byte = [0];
        if !self.check_bytes(call, at, 1, Class::Pointer, "dereference failure") {
            return Ok(None);
        }
        self.memory.read(at.object, at.offset as u64, &mut byte);
        Ok(Some(byte[0]))
    }

    /// Bytes up to a zero or a limit; None where they cannot be read.
    fn text_at(&mut self, call: &Call<'p>, at: Pointer, limit: u64) -> Done<Option<Vec<u8>>> {
        let mut text = vec![];
        while (text.len() as u64) < limit {
            match self.byte_at(call, moved(at, text.len() as u64))? {
                Some(0) => break,
                Some(byte) => text.push(byte),
                None => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    /// Writes bytes up to the end of the object.
    fn write_at(&mut self, call: &Call<'p>, at: Pointer, bytes: &[u8]) -> Done<()> {
        self.tick(bytes.len() as u64)?;
        let size = bytes.len() as u64;
        if self.check_bytes(call, at, size, Class::Pointer, "dereference failure") {
            self.memory.write(at.object, at.offset as u64, bytes);
        }
        Ok(())
    }
}

fn moved(at: Pointer, bytes: u64) -> Pointer {
    Pointer {
        object: at.object,
        offset: at.offset.wrapping_add(bytes as i64),
    }
}
