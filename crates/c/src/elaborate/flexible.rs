//! Objects whose flexible member is given elements.

use super::Elaborator;
use super::ty::Ty;
use crate::program::{Init, Length, RecordId, Step, Type, TypeId};

impl<'u> Elaborator<'u> {
    /// The type of an object whose flexible member is given elements: a record of its own, in which that member has a length.
    pub fn with_flexible(&mut self, ty: Ty, init: &Init) -> Option<TypeId> {
        let (Init::Parts(parts), Some(id)) = (init, self.tys.as_record(ty)) else {
            return None;
        };
        let mut record = self.tys.types.record(id).clone();
        let last = record.fields.len().checked_sub(1)?;
        let Type::Array(of, Length::Open) = *self.tys.types.get(record.fields[last].ty) else {
            return None;
        };
        let indices = parts.iter().filter_map(|(path, _)| match path.as_slice() {
            [Step::Field(field), Step::Index(index), ..] if *field as usize == last => Some(index),
            _ => None,
        });
        let count = indices.max()?.checked_add(1)?;
        let array = self.tys.types.intern(Type::Array(of, Length::Known(count)));
        let end = record.fields[last].offset + self.tys.types.size(array)?;
        record.fields[last].ty = array;
        record.size = record.size.max(end.checked_next_multiple_of(record.align)?);
        let mut types = self.tys.fields[id.0 as usize].clone();
        types[last] = self.tys.plain(array);
        let larger = RecordId(self.tys.types.records.len() as u32);
        self.tys.types.records.push(record);
        self.tys.fields.push(types);
        Some(self.tys.types.intern(Type::Record(larger)))
    }
}
