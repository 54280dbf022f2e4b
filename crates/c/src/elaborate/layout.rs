//! Where fields lie: the System V ABI as GCC has it, with bit-fields, `packed` and `aligned`.

use crate::program::{Field, Record};

/// A field before it has a place.
pub(super) struct Wanted {
    pub name: String,
    pub ty: crate::program::TypeId,
    /// In bytes; 0 for a flexible member.
    pub size: u64,
    /// Of its type, or larger where an attribute wants that.
    pub align: u64,
    pub packed: bool,
    /// Of a bit-field: its width, and whether it has a name.
    pub bits: Option<(u32, bool)>,
}

/// Gives fields their places, and the record its size and alignment. None if the record is too large.
pub(super) fn lay_out(record: &mut Record, wanted: Vec<Wanted>, align: u64) -> Option<()> {
    // Positions are in bits.
    let mut at: u64 = 0;
    let mut end: u64 = 0;
    let mut most = align.max(1);
    for field in wanted {
        if record.is_union {
            at = 0;
        }
        let unit = field.align.checked_mul(8)?;
        match field.bits {
            Some((0, _)) => at = at.checked_next_multiple_of(unit)?,
            Some((width, named)) => {
                let size = field.size * 8;
                let width = u64::from(width);
                // A bit-field does not cross the boundaries of its type, unless the record is packed.
                let crosses = (at % unit + width).div_ceil(unit) > size / unit;
                if !field.packed && crosses {
                    at = at.checked_next_multiple_of(unit)?;
                }
                if named {
                    // Bit-fields without a name do not align their record.
                    if !field.packed {
                        most = most.max(field.align);
                    }
                    record.fields.push(Field {
                        name: field.name,
                        ty: field.ty,
                        offset: at / 8,
                        bits: Some(((at % 8) as u32, width as u32)),
                    });
                }
                at = at.checked_add(width)?;
            }
            None => {
                at = at.checked_next_multiple_of(unit)?;
                most = most.max(field.align);
                record.fields.push(Field {
                    name: field.name,
                    ty: field.ty,
                    offset: at / 8,
                    bits: None,
                });
                at = at.checked_add(field.size.checked_mul(8)?)?;
            }
        }
        end = end.max(at);
    }
    record.align = most;
    record.size = end.div_ceil(8).checked_next_multiple_of(most)?;
    record.complete = true;
    Some(())
}
