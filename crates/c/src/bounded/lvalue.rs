//! Lvalues: where an expression says that something is stored.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;

use super::arith::Here;
use super::exec::{Exec, Home};
use super::layout::{Cell, NoLayout};
use super::value::{OFFSET_BITS, Pointer, Value};
use super::{Done, unsupported};
use crate::checks::Class;
use crate::program::{Field, Length, LocalId, Lvalue, LvalueKind, Site, Type, TypeId};

/// Where something is stored.
#[derive(Clone, Debug)]
pub enum Loc {
    Slot(usize),
    Memory(Spot),
    /// A part of a value that is stored nowhere.
    Part {
        cells: Rc<Vec<Cell>>,
        values: Rc<Vec<Value>>,
        offset: u64,
        bits: Option<(u32, u32)>,
    },
}

#[derive(Clone, Debug)]
pub struct Spot {
    pub at: Pointer,
    /// Whether all indices on the way are inside of their arrays.
    pub valid: TermId,
    /// The dereference that has to be checked when something is read or written.
    pub deref: Option<(Site, Span)>,
    /// Lowest bit and width of a bit-field.
    pub bits: Option<(u32, u32)>,
}

/// What an lvalue is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Access,
    Address,
}

impl Exec<'_> {
    /// The home of a local of the current function. One whose declaration was jumped over gets it here.
    pub fn home(&mut self, local: LocalId, span: Span) -> Done<Home> {
        let home = self.stack.last().and_then(|a| a.homes[local.0 as usize]);
        match home {
            Some(home) => Ok(home),
            None => self.declare(local, span),
        }
    }

    pub fn locate(&mut self, lvalue: &Lvalue) -> Done<Loc> {
        self.locate_for(lvalue, Purpose::Access)
    }

    pub fn locate_for(&mut self, lvalue: &Lvalue, purpose: Purpose) -> Done<Loc> {
        let yes = self.pool.bool(true);
        Ok(match &lvalue.kind {
            LvalueKind::Local(local) => match self.home(*local, lvalue.span)? {
                Home::Slot(slot) => Loc::Slot(slot),
                Home::Object(object) => self.whole(object, yes),
            },
            LvalueKind::Global(global) => self.whole(global.0 + 1, yes),
            LvalueKind::Deref(pointer) => {
                let value = self.eval(pointer)?;
                let at = self.pointer(&value);
                Loc::Memory(Spot {
                    at,
                    valid: yes,
                    deref: Some((lvalue.site, lvalue.at)),
                    bits: None,
                })
            }
            LvalueKind::Index(array, index) => {
                let base = self.locate_for(array, purpose)?;
                let (bits, signed) = self.word_of(index.ty);
                let value = self.eval(index)?;
                let word = self.word(&value);
                debug_assert_eq!(self.pool.width(word), bits);
                self.element(base, array.ty, (word, signed), lvalue, purpose)?
            }
            LvalueKind::Field(record, number) => {
                let base = self.locate_for(record, purpose)?;
                let Type::Record(id) = self.program.types.get(record.ty) else {
                    return Err(unsupported("a member of what is no record", lvalue.span));
                };
                let field = self.program.types.record(*id).fields[*number as usize].clone();
                self.member(base, &field)
            }
            LvalueKind::Temporary(expr) => {
                let value = self.eval(expr)?;
                let cells = self.cells_of(expr.ty, lvalue.span)?;
                let values = match value {
                    Value::Record(values) => values,
                    scalar => Rc::new(vec![scalar]),
                };
                Loc::Part {
                    cells,
                    values,
                    offset: 0,
                    bits: None,
                }
            }
            LvalueKind::Literal(local, init) => {
                let home = self.declare(*local, lvalue.span)?;
                self.initialise_local(*local, home, init)?;
                match home {
                    Home::Slot(slot) => Loc::Slot(slot),
                    Home::Object(object) => self.whole(object, yes),
                }
            }
        })
    }

    fn whole(&mut self, object: u32, valid: TermId) -> Loc {
        Loc::Memory(Spot {
            at: self.pointer_to(object),
            valid,
            deref: None,
            bits: None,
        })
    }

    fn member(&mut self, base: Loc, field: &Field) -> Loc {
        match base {
            Loc::Memory(spot) => Loc::Memory(Spot {
                at: self.moved(spot.at, field.offset),
                bits: field.bits,
                ..spot
            }),
            Loc::Part {
                cells,
                values,
                offset,
                ..
            } => Loc::Part {
                cells,
                values,
                offset: offset + field.offset,
                bits: field.bits,
            },
            Loc::Slot(slot) => Loc::Slot(slot),
        }
    }

    fn element(
        &mut self,
        base: Loc,
        array: TypeId,
        (index, signed): (TermId, bool),
        lvalue: &Lvalue,
        purpose: Purpose,
    ) -> Done<Loc> {
        let Type::Array(of, length) = self.program.types.get(array).clone() else {
            return Err(unsupported("an index into what is no array", lvalue.span));
        };
        let size = self.size_term(of, lvalue.span)?;
        let by = self.scaled(index, signed, size);
        let spot = match base {
            Loc::Memory(spot) => spot,
            Loc::Part {
                cells,
                values,
                offset,
                ..
            } => {
                let Some(by) = self.constant(by) else {
                    return Err(unsupported(
                        "an index into an array that a function returned",
                        lvalue.span,
                    ));
                };
                return Ok(Loc::Part {
                    cells,
                    values,
                    offset: offset + by,
                    bits: None,
                });
            }
            Loc::Slot(_) => return Err(unsupported("an index into a scalar", lvalue.span)),
        };
        let at = Pointer {
            object: spot.at.object,
            offset: self.pool.bv_add(spot.at.offset, by),
        };
        // An address may be anywhere; whoever uses it is checked.
        if purpose == Purpose::Address {
            return Ok(Loc::Memory(Spot { at, ..spot }));
        }
        let wide = self.resized(index, signed, OFFSET_BITS);
        let inside = match length {
            Length::Known(n) if n > 0 => {
                let count = self.offset(n);
                self.pool.bv_ult(wide, count)
            }
            Length::Variable(local) => {
                let count = self.length_of(local, lvalue.span)?;
                self.pool.bv_ult(wide, count)
            }
            _ => self.has_room(spot.at, at, wide, size),
        };
        let inside = self.settled(inside);
        if self.checks_at(lvalue.site).bounds {
            self.check(
                Class::Bounds,
                lvalue.site,
                lvalue.at,
                "an index is outside of its array",
                inside,
            );
        }
        Ok(Loc::Memory(Spot {
            at,
            valid: self.pool.gate(spot.valid, inside),
            ..spot
        }))
    }

    /// Whether an array without a length, which goes on to the end of its object, has an element there. Of an object that is gone the
    /// pointer is wrong, and not the index.
    fn has_room(&mut self, array: Pointer, at: Pointer, index: TermId, size: TermId) -> TermId {
        let start = Pointer {
            offset: self.offset(0),
            ..array
        };
        let alive = self.valid_bytes(start, 0);
        let gone = self.pool.not(alive);
        // No object is so large, and smaller products do not wrap.
        let most = self.offset(1 << 48);
        let small = self.pool.bv_ult(index, most);
        let fits = self.valid(at, size);
        let fits = self.pool.gate(small, fits);
        super::guard::either(self.pool, gone, fits)
    }

    /// Bits and sign of an integer type.
    pub fn word_of(&self, ty: TypeId) -> (u32, bool) {
        self.program.types.word(ty).unwrap_or((64, false))
    }

    pub fn cells_of(&mut self, ty: TypeId, span: Span) -> Done<Rc<Vec<Cell>>> {
        let cells = self.layouts.cells(&self.program.types, ty);
        cells.map_err(|NoLayout(what)| unsupported(what, span))
    }

    /// How many elements an array of variable length has.
    pub fn length_of(&mut self, local: LocalId, span: Span) -> Done<TermId> {
        let value = match self.home(local, span)? {
            Home::Slot(slot) => self.path.slots.get(slot).cloned(),
            Home::Object(object) => {
                let layout = self.objects[object as usize].layout.clone();
                let cell = layout.map(|l| l.cell(0));
                cell.map(|cell| self.cell(object, 0, cell))
            }
        };
        let value = value.unwrap_or(Value::Void);
        let word = self.word(&value);
        Ok(self.resized(word, false, OFFSET_BITS))
    }

    /// The size of a type in bytes, as a word of 64 bits.
    pub fn size_term(&mut self, ty: TypeId, span: Span) -> Done<TermId> {
        if let Some(size) = self.program.types.size(ty) {
            return Ok(self.offset(size));
        }
        match self.program.types.get(ty).clone() {
            Type::Array(of, Length::Variable(local)) => {
                let element = self.size_term(of, span)?;
                let count = self.length_of(local, span)?;
                Ok(self.scaled(count, false, element))
            }
            Type::Array(of, Length::Known(n)) => {
                let element = self.size_term(of, span)?;
                let count = self.offset(n);
                Ok(self.scaled(count, false, element))
            }
            Type::Array(_, Length::Open) => Ok(self.offset(0)),
            _ => Err(unsupported("an object of an incomplete type", span)),
        }
    }

    /// The one cell of a scalar type.
    pub fn cell_of(&self, ty: TypeId) -> Cell {
        Cell {
            offset: 0,
            size: self.program.types.size(ty).unwrap_or(1),
            pointer: matches!(self.program.types.get(ty), Type::Pointer(_)),
        }
    }

    fn is_record(&self, ty: TypeId) -> bool {
        matches!(
            self.program.types.get(ty),
            Type::Record(_) | Type::Array(..) | Type::VaList
        )
    }

    /// What is stored there, as a value of a type.
    pub fn load(&mut self, loc: &Loc, ty: TypeId, site: Site, span: Span) -> Done<Value> {
        match loc {
            Loc::Slot(slot) => {
                let value = self.path.slots.get(*slot).cloned();
                let value = value.unwrap_or_else(|| self.zero(self.cell_of(ty)));
                Ok(self.seen(value))
            }
            Loc::Memory(spot) => self.load_spot(spot, ty, site, span),
            Loc::Part {
                cells,
                values,
                offset,
                bits,
            } => self.load_part(cells, values, *offset, *bits, ty, span),
        }
    }

    /// Checks the dereference of an access, and says whether the access is valid.
    fn checked(&mut self, spot: &Spot, bytes: u64) -> TermId {
        let Some((site, span)) = spot.deref else {
            return spot.valid;
        };
        let valid = self.valid_bytes(spot.at, bytes);
        if self.checks_at(site).pointer {
            // An index that is out of bounds has a check of its own.
            let outside = self.pool.not(spot.valid);
            let holds = super::guard::either(self.pool, outside, valid);
            self.check(
                Class::Pointer,
                site,
                span,
                "a pointer does not point to an object",
                holds,
            );
        }
        self.pool.gate(spot.valid, valid)
    }

    fn load_spot(&mut self, spot: &Spot, ty: TypeId, site: Site, span: Span) -> Done<Value> {
        if let Some((low, width)) = spot.bits {
            let cell = Cell {
                offset: 0,
                size: u64::from(low + width).div_ceil(8),
                pointer: false,
            };
            let valid = self.checked(spot, cell.size);
            let value = self.load_or_invalid(spot.at, cell, valid, site, span)?;
            let word = self.word(&value);
            let field = self.pool.extract(low + width - 1, low, word);
            let (bits, signed) = self.word_of(ty);
            return Ok(Value::Word(self.resized(field, signed, bits)));
        }
        if self.is_record(ty) {
            let cells = self.cells_of(ty, span)?;
            let bytes = self.program.types.size(ty).unwrap_or(0);
            let valid = self.checked(spot, bytes);
            let mut values = Vec::with_capacity(cells.len());
            for &cell in cells.iter() {
                let at = self.moved(spot.at, cell.offset);
                values.push(self.load_or_invalid(at, cell, valid, site, span)?);
            }
            return Ok(Value::Record(Rc::new(values)));
        }
        let cell = self.cell_of(ty);
        let valid = self.checked(spot, cell.size);
        self.load_or_invalid(spot.at, cell, valid, site, span)
    }

    pub fn load_or_invalid(
        &mut self,
        at: Pointer,
        cell: Cell,
        valid: TermId,
        site: Site,
        span: Span,
    ) -> Done<Value> {
        let found = self.load_scalar(at, cell, Here { site, span });
        Ok(match (found, self.pool.as_bool(valid)) {
            (Some(value), Some(true)) => value,
            (None, _) | (_, Some(false)) => self.invalid(site, span, cell),
            (Some(value), None) => {
                let invalid = self.invalid(site, span, cell);
                self.choose(valid, &value, &invalid)
            }
        })
    }

    fn load_part(
        &mut self,
        cells: &[Cell],
        values: &[Value],
        offset: u64,
        bits: Option<(u32, u32)>,
        ty: TypeId,
        span: Span,
    ) -> Done<Value> {
        if let Some((low, width)) = bits {
            let bytes = u64::from(low + width).div_ceil(8);
            let word = self.part_bytes(cells, values, offset, bytes);
            let field = self.pool.extract(low + width - 1, low, word);
            let (bits, signed) = self.word_of(ty);
            return Ok(Value::Word(self.resized(field, signed, bits)));
        }
        if self.is_record(ty) {
            let inner = self.cells_of(ty, span)?;
            let mut parts = Vec::with_capacity(inner.len());
            for &cell in inner.iter() {
                let there = Cell {
                    offset: offset + cell.offset,
                    ..cell
                };
                parts.push(self.part_cell(cells, values, there));
            }
            return Ok(Value::Record(Rc::new(parts)));
        }
        let cell = Cell {
            offset,
            ..self.cell_of(ty)
        };
        Ok(self.part_cell(cells, values, cell))
    }

    fn part_cell(&mut self, cells: &[Cell], values: &[Value], wanted: Cell) -> Value {
        if let Some(at) = cells.iter().position(|c| *c == wanted) {
            return values[at].clone();
        }
        let word = self.part_bytes(cells, values, wanted.offset, wanted.size);
        self.scalar(word, wanted.pointer)
    }

    fn part_bytes(&mut self, cells: &[Cell], values: &[Value], offset: u64, size: u64) -> TermId {
        let mut word: Option<TermId> = None;
        for byte in offset..offset + size {
            let found = cells
                .iter()
                .position(|c| (c.offset..c.offset + c.size).contains(&byte));
            let part = match found {
                Some(at) => {
                    let whole = self.word(&values[at]);
                    let low = (byte - cells[at].offset) as u32 * 8;
                    self.pool.extract(low + 7, low, whole)
                }
                None => self.pool.bits(8, 0u32),
            };
            word = Some(match word {
                Some(low) => self.pool.concat(part, low),
                None => part,
            });
        }
        word.unwrap_or_else(|| self.pool.bits(8, 0u32))
    }

    /// Stores a value of a type. What comes back is what was stored: of a bit-field only as many bits as it has.
    pub fn store(
        &mut self,
        loc: &Loc,
        ty: TypeId,
        value: Value,
        site: Site,
        span: Span,
    ) -> Done<Value> {
        match loc {
            Loc::Slot(slot) => {
                self.note_local(*slot, site, span, &value);
                self.path.slots.set(*slot, value.clone());
                Ok(value)
            }
            Loc::Memory(spot) => self.store_spot(spot, ty, value, site, span),
            Loc::Part { .. } => Err(unsupported("an assignment to what is stored nowhere", span)),
        }
    }

    fn store_spot(
        &mut self,
        spot: &Spot,
        ty: TypeId,
        value: Value,
        site: Site,
        span: Span,
    ) -> Done<Value> {
        if let Some((low, width)) = spot.bits {
            let cell = Cell {
                offset: 0,
                size: u64::from(low + width).div_ceil(8),
                pointer: false,
            };
            let valid = self.checked(spot, cell.size);
            let old = self.load_or_invalid(spot.at, cell, valid, site, span)?;
            let old = self.word(&old);
            let word = self.word(&value);
            let field = self.pool.extract(width - 1, 0, word);
            let mut new = field;
            if low > 0 {
                let below = self.pool.extract(low - 1, 0, old);
                new = self.pool.concat(new, below);
            }
            let total = cell.size as u32 * 8;
            if low + width < total {
                let above = self.pool.extract(total - 1, low + width, old);
                new = self.pool.concat(above, new);
            }
            self.store_scalar(spot.at, cell, &Value::Word(new), valid, Here { site, span });
            let (bits, signed) = self.word_of(ty);
            return Ok(Value::Word(self.resized(field, signed, bits)));
        }
        match &value {
            Value::Record(values) => {
                let cells = self.cells_of(ty, span)?;
                let bytes = self.program.types.size(ty).unwrap_or(0);
                let valid = self.checked(spot, bytes);
                for (&cell, part) in cells.iter().zip(values.iter()) {
                    let at = self.moved(spot.at, cell.offset);
                    self.store_scalar(at, cell, part, valid, Here { site, span });
                }
            }
            _ => {
                let cell = self.cell_of(ty);
                let valid = self.checked(spot, cell.size);
                self.store_scalar(spot.at, cell, &value, valid, Here { site, span });
            }
        }
        Ok(value)
    }
}
