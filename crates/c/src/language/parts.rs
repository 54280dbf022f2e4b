//! Parts of objects and values of words, as C writes them.

use crate::program::{Length, Type, TypeId, Types};

/// `[2].x` and its type, for what is so many bytes behind the start of an object. None where that is the middle of a scalar.
pub fn part_name(types: &Types, ty: TypeId, offset: u64) -> (String, Option<TypeId>) {
    match types.get(ty) {
        Type::Array(of, length) => {
            let size = types.size(*of).unwrap_or(0);
            let Some(index) = offset.checked_div(size) else {
                return (plain(offset), None);
            };
            if matches!(length, Length::Known(count) if index >= *count) {
                return (plain(offset), None);
            }
            let (rest, ty) = part_name(types, *of, offset % size);
            (format!("[{index}]{rest}"), ty)
        }
        Type::Record(record) => {
            let fields = &types.record(*record).fields;
            let holds = |f: &&crate::program::Field| {
                let size = types.size(f.ty).unwrap_or(0);
                f.bits.is_none() && f.offset <= offset && offset < f.offset + size
            };
            match fields.iter().find(holds) {
                Some(field) => {
                    let (rest, ty) = part_name(types, field.ty, offset - field.offset);
                    (format!(".{}{rest}", field.name), ty)
                }
                None => (plain(offset), None),
            }
        }
        _ if offset == 0 => (String::new(), Some(ty)),
        _ => (plain(offset), None),
    }
}

/// The value of a word that has a sign.
pub fn signed(value: u128, bits: u32) -> i128 {
    let rest = 128 - bits.clamp(1, 128);
    ((value << rest) as i128) >> rest
}

fn plain(offset: u64) -> String {
    format!(" + {offset} bytes")
}
