//! Designators in initialisers: `.field`, `[index]` and ranges of GNU C.

use super::init::{Filling, Frame, MAX_PARTS};
use super::{Done, Elaborator};
use crate::program::Step;
use crate::syntax::tree::{Designator, ExprId, Place};

impl<'u> Elaborator<'u> {
    /// Goes to what designators name. For a range, gives the depth of its step in paths and its last index.
    pub fn designate(
        &mut self,
        filling: &mut Filling,
        designators: &'u [Designator],
        place: Place,
    ) -> Done<Option<(usize, u64)>> {
        let mut range = None;
        for (number, designator) in designators.iter().enumerate() {
            if number > 0 {
                self.enter(filling, place)?;
            }
            match designator {
                Designator::Field(name) => {
                    let ty = filling.frames.last().map(|frame| frame.ty);
                    let record = ty.and_then(|ty| self.tys.as_record(ty));
                    let Some(record) = record else {
                        let message =
                            format!("`.{}` names a field, but this is no record", name.name);
                        return Err(self.fault(name.place, "C0113", message));
                    };
                    for (depth, field) in self.field_path(record, name)?.into_iter().enumerate() {
                        if depth > 0 {
                            self.enter(filling, place)?;
                        }
                        set(filling, field.into());
                    }
                }
                Designator::Index(id) => {
                    let index = self.designated_index(filling, *id)?;
                    set(filling, index);
                }
                Designator::Range(low, high) => {
                    let low_value = self.designated_index(filling, *low)?;
                    let high_value = self.designated_index(filling, *high)?;
                    if low_value > high_value {
                        return Err(self.fault(place, "C0113", "the range of elements is empty"));
                    }
                    if range.is_some() {
                        return Err(self.unsupported(place, "a range of elements in a range"));
                    }
                    let depth = filling.prefix.len() + filling.frames.len() - 1;
                    range = Some((depth, high_value));
                    set(filling, low_value);
                }
            }
        }
        Ok(range)
    }

    /// Makes the part that comes next the innermost record or array.
    fn enter(&mut self, filling: &mut Filling, place: Place) -> Done<()> {
        let top = filling.frames.last();
        let part = top.and_then(|top| self.part_type(top.ty, top.next));
        match part {
            Some(ty) if self.is_aggregate(ty) => {
                filling.frames.push(Frame { ty, next: 0 });
                Ok(())
            }
            _ => Err(self.fault(place, "C0113", "a part of a scalar is named")),
        }
    }

    fn designated_index(&mut self, filling: &Filling, id: ExprId) -> Done<u64> {
        let place = self.unit.expr(id).place;
        let ty = filling.frames.last().map(|frame| frame.ty);
        let Some(ty) = ty.filter(|&ty| self.tys.is_array(ty)) else {
            return Err(self.fault(place, "C0113", "an element is named, but this is no array"));
        };
        let index = self.constant(id, "the index of an element")?;
        match u64::try_from(index) {
            Ok(index) if index < self.count(ty) => Ok(index),
            _ => {
                let message = format!("the array `{}` has no element {index}", self.tys.show(ty));
                Err(self.fault(place, "C0113", message))
            }
        }
    }

    /// Copies what was stored for the first index of a range to the others.
    pub fn repeat(
        &mut self,
        filling: &mut Filling,
        start: usize,
        depth: usize,
        high: u64,
        place: Place,
    ) -> Done<()> {
        let first = filling.parts[start..].to_vec();
        let Some(Step::Index(low)) = first.first().and_then(|(path, _)| path.get(depth)).copied()
        else {
            return Ok(());
        };
        let count = (high - low).saturating_mul(first.len() as u64);
        if count > MAX_PARTS as u64 {
            let what = format!("an initialiser of more than {MAX_PARTS} parts");
            return Err(self.unsupported(place, &what));
        }
        for index in low + 1..=high {
            for (path, value) in &first {
                let mut path = path.clone();
                path[depth] = Step::Index(index);
                filling.parts.push((path, value.clone()));
            }
        }
        let level = depth - filling.prefix.len();
        let innermost = level + 1 == filling.frames.len();
        if let Some(frame) = filling.frames.get_mut(level) {
            frame.next = high + u64::from(innermost);
        }
        if level == 0 {
            filling.extent = filling.extent.max(high + 1);
        }
        Ok(())
    }
}

fn set(filling: &mut Filling, number: u64) {
    if let Some(top) = filling.frames.last_mut() {
        top.next = number;
    }
}
