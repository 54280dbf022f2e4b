//! Which cells an object has. A cell is a scalar of the declared type; a union and a run of bit-fields are cells of single bytes, since
//! they are read in more than one way.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::program::{Length, RecordId, Type, TypeId, Types};

/// A scalar part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// In bytes from the start of the unit.
    pub offset: u64,
    /// In bytes.
    pub size: u64,
    pub pointer: bool,
}

/// The cells of an object: those of a unit, repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub unit: Rc<Vec<Cell>>,
    /// In bytes.
    pub stride: u64,
}

/// More cells in one unit are not made.
const MOST_CELLS: u64 = 1 << 20;

/// A type whose objects have no cells, or too many.
#[derive(Debug)]
pub struct NoLayout(pub &'static str);

#[derive(Default)]
pub struct Layouts {
    known: FxHashMap<TypeId, Layout>,
}

impl Layouts {
    /// An array has the unit of its innermost elements.
    pub fn of(&mut self, types: &Types, ty: TypeId) -> Result<Layout, NoLayout> {
        if let Some(layout) = self.known.get(&ty) {
            return Ok(layout.clone());
        }
        let mut element = ty;
        while let Type::Array(of, _) = types.get(element) {
            element = *of;
        }
        let mut unit = Vec::new();
        cells(types, element, 0, &mut unit)?;
        let stride = types.size(element).unwrap_or(0).max(1);
        let layout = Layout {
            unit: Rc::new(unit),
            stride,
        };
        self.known.insert(ty, layout.clone());
        Ok(layout)
    }

    /// All cells of one value of a type, arrays in it written out.
    pub fn cells(&mut self, types: &Types, ty: TypeId) -> Result<Rc<Vec<Cell>>, NoLayout> {
        let mut all = Vec::new();
        cells(types, ty, 0, &mut all)?;
        Ok(Rc::new(all))
    }
}

impl Layout {
    /// The number and place of the cell that a byte is in; None for padding.
    pub fn at(&self, byte: u64) -> Option<(usize, Cell)> {
        let (repeat, inside) = (byte / self.stride, byte % self.stride);
        let after = self.unit.partition_point(|c| c.offset <= inside);
        let inner = after.checked_sub(1)?;
        let cell = self.unit[inner];
        if inside >= cell.offset + cell.size {
            return None;
        }
        let number = usize::try_from(repeat).ok()? * self.unit.len() + inner;
        Some((
            number,
            Cell {
                offset: repeat * self.stride + cell.offset,
                ..cell
            },
        ))
    }

    /// The cell that starts at a byte and has this form.
    pub fn exactly(&self, byte: u64, size: u64, pointer: bool) -> Option<usize> {
        let (number, cell) = self.at(byte)?;
        (cell.offset == byte && cell.size == size && cell.pointer == pointer).then_some(number)
    }

    /// The place of a cell by its number.
    pub fn cell(&self, number: usize) -> Cell {
        let (repeat, inner) = (number / self.unit.len(), number % self.unit.len());
        let cell = self.unit[inner];
        Cell {
            offset: repeat as u64 * self.stride + cell.offset,
            ..cell
        }
    }
}

fn cells(types: &Types, ty: TypeId, base: u64, all: &mut Vec<Cell>) -> Result<(), NoLayout> {
    if all.len() as u64 > MOST_CELLS {
        return Err(NoLayout("an object with more than a million parts"));
    }
    match types.get(ty) {
        Type::Void | Type::Function(_) => bytes(base, 1, all),
        Type::Bool | Type::Int { .. } | Type::Float(_) => all.push(Cell {
            offset: base,
            size: types.size(ty).unwrap_or(1),
            pointer: false,
        }),
        Type::VaList => bytes(base, types.size(ty).unwrap_or(1), all),
        Type::Pointer(_) => all.push(Cell {
            offset: base,
            size: types.size(ty).unwrap_or(8),
            pointer: true,
        }),
        Type::Array(of, length) => {
            let count = match length {
                Length::Known(n) => *n,
                Length::Open => 0,
                Length::Variable(_) => return Err(NoLayout("an array of variable length here")),
            };
            let size = types.size(*of).unwrap_or(0);
            if count.saturating_mul(size) > MOST_CELLS * 8 {
                return Err(NoLayout("an object with more than a million parts"));
            }
            for at in 0..count {
                cells(types, *of, base + at * size, all)?;
            }
        }
        Type::Record(id) => record(types, *id, base, all)?,
    }
    Ok(())
}

fn record(types: &Types, id: RecordId, base: u64, all: &mut Vec<Cell>) -> Result<(), NoLayout> {
    let record = types.record(id);
    if !record.complete {
        return Err(NoLayout("an object of an incomplete type"));
    }
    if record.is_union {
        if record.size > MOST_CELLS {
            return Err(NoLayout("a union of more than a million bytes"));
        }
        bytes(base, record.size, all);
        return Ok(());
    }
    // Bytes of bit-fields are cells of their own, each once.
    let mut bits_to = base;
    for field in &record.fields {
        match field.bits {
            Some((low, width)) => {
                let start = (base + field.offset).max(bits_to);
                let end = base + field.offset + u64::from(low + width).div_ceil(8);
                if end > start {
                    bytes(start, end - start, all);
                    bits_to = end;
                }
            }
            None => cells(types, field.ty, base + field.offset, all)?,
        }
    }
    Ok(())
}

fn bytes(base: u64, count: u64, all: &mut Vec<Cell>) {
    all.extend((0..count).map(|at| Cell {
        offset: base + at,
        size: 1,
        pointer: false,
    }));
}
