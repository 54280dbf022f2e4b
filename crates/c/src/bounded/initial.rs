//! Objects come to life: globals, locals, initialisers.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;

use super::arith::Here;
use super::chunks::Chunks;
use super::exec::{Exec, Home};
use super::layout::{Cell, NoLayout};
use super::lvalue::{Loc, Spot};
use super::memory::{Body, Info, Initial, ObjectKind};
use super::value::{Origin, Unread, Value};
use super::{Done, Possible, unsupported};
use crate::checks::Class;
use crate::context::Open;
use crate::program::{Expr, GlobalId, Init, LocalId, Site, Step, Type, TypeId};

/// Upper bounds of sizes that are tried.
const SIZES: [u64; 4] = [16, 64, 256, 1024];

impl Exec<'_> {
    pub fn new_global(&mut self, at: usize) -> Done<()> {
        let global = &self.program.globals[at];
        let size = self.program.types.size(global.ty).unwrap_or(0);
        let initial = if global.defined {
            Initial::Zero
        } else {
            Initial::Open(Rc::new(Origin {
                frames: vec![],
                open: Open::Content(global.site),
                name: global.name.clone(),
                span: global.span,
            }))
        };
        let layout = match self.layouts.of(&self.program.types, global.ty) {
            Ok(layout) if !layout.unit.is_empty() => Some(layout),
            _ => None,
        };
        let info = Info {
            kind: ObjectKind::Global,
            name: global.name.clone(),
            size: self.offset(size),
            capacity: size,
            layout,
            initial,
            literal: false,
            made: None,
        };
        self.new_object(info, global.span).map(|_| ())
    }

    pub fn initialise_globals(&mut self) -> Done<()> {
        for (at, global) in self.program.globals.iter().enumerate() {
            if let Some(init) = &global.init {
                let object = at as u32 + 1;
                self.initialise(
                    object,
                    global.ty,
                    init,
                    GlobalId(at as u32).into_site(self),
                    global.span,
                )?;
            }
            self.objects[at + 1].literal = global.literal;
        }
        Ok(())
    }

    /// A local comes to life with whatever it holds.
    pub fn declare(&mut self, local: LocalId, span: Span) -> Done<Home> {
        let function = self.function();
        let described = &self.program.function(function).locals[local.0 as usize];
        let (ty, site, name) = (described.ty, described.site, described.name.clone());
        let scalar = self.program.types.is_scalar(ty) && !described.addressed;
        let known = self.stack.last().and_then(|a| a.homes[local.0 as usize]);
        let again = self.stack.last().is_some_and(|a| a.again > 0) || self.has_jumps();
        let origin = Rc::new(Origin {
            frames: self.frames.clone(),
            open: Open::Content(site),
            name,
            span,
        });
        let home = match known {
            Some(Home::Object(object)) if again => {
                self.begin_again(object, ty, &origin)?;
                return Ok(Home::Object(object));
            }
            Some(home) if scalar => home,
            _ if scalar => {
                self.slots += 1;
                Home::Slot(self.slots - 1)
            }
            _ => {
                let (size, capacity) = self.bounded_size(ty, span)?;
                let layout = self.layouts.of(&self.program.types, ty);
                let layout = layout.map_err(|NoLayout(what)| unsupported(what, span))?;
                let info = Info {
                    kind: ObjectKind::Local,
                    name: origin.name.clone(),
                    size,
                    capacity,
                    layout: (!layout.unit.is_empty()).then_some(layout),
                    initial: Initial::Open(origin.clone()),
                    literal: false,
                    made: Some((origin.frames.clone(), site)),
                };
                Home::Object(self.new_object(info, span)?)
            }
        };
        if let Home::Slot(slot) = home {
            let cell = self.cell_of(ty);
            let open = Unread {
                origin: origin.clone(),
                offset: 0,
                bits: cell.size as u32 * 8,
                pointer: cell.pointer,
            };
            self.path.slots.set(slot, Value::Open(Rc::new(open)));
        }
        if let Some(activation) = self.stack.last_mut() {
            activation.homes[local.0 as usize] = Some(home);
        }
        Ok(home)
    }

    /// A local that keeps its home comes to life again: every cell holds whatever it holds. The current path may be one that never met the
    /// local before.
    fn begin_again(&mut self, object: u32, ty: TypeId, origin: &Rc<Origin>) -> Done<()> {
        let (size, _) = self.bounded_size(ty, origin.span)?;
        if size != self.objects[object as usize].size {
            let what = "an array of variable length that a jump gives another length";
            return Err(unsupported(what, origin.span));
        }
        let body = Body {
            alive: self.pool.bool(true),
            cells: Chunks::default(),
        };
        self.path.bodies.set(object as usize, body);
        let info = &self.objects[object as usize];
        let (Some(layout), capacity) = (info.layout.clone(), info.capacity) else {
            return Ok(());
        };
        let cells = (capacity.min(1 << 16) / layout.stride) as usize * layout.unit.len();
        for number in 0..cells {
            let cell = layout.cell(number);
            let open = Unread {
                origin: origin.clone(),
                offset: cell.offset,
                bits: cell.size as u32 * 8,
                pointer: cell.pointer,
            };
            self.set_cell(object, number, Value::Open(Rc::new(open)));
        }
        Ok(())
    }

    /// The size of a type in bytes, and an upper bound of it.
    fn bounded_size(&mut self, ty: TypeId, span: Span) -> Done<(TermId, u64)> {
        let size = self.size_term(ty, span)?;
        Ok((size, self.upper_bound(size)))
    }

    /// An upper bound of a size in bytes on this path, as far as one can be found.
    pub fn upper_bound(&mut self, size: TermId) -> u64 {
        if let Some(size) = self.constant(size) {
            return size;
        }
        if let Some(most) = self
            .sets
            .of(self.pool, size)
            .and_then(|s| s.last().copied())
        {
            return u64::try_from(most).unwrap_or(u64::MAX);
        }
        let guard = self.path.guard.term;
        for bound in SIZES {
            let limit = self.offset(bound);
            let larger = self.pool.bv_ult(limit, size);
            let larger = self.pool.gate(guard, larger);
            if self.feasible.possible(self.pool, larger) == Possible::No {
                return bound;
            }
        }
        u64::MAX
    }

    /// An upper bound of a number of bytes that are touched one by one. Where there is none, a check of its own says that they are few.
    pub fn limited(&mut self, bytes: TermId, here: Here) -> u64 {
        let bound = self.upper_bound(bytes);
        if bound <= self.options.capacity {
            return bound;
        }
        let limit = self.offset(self.options.capacity);
        let fits = self.pool.bv_ule(bytes, limit);
        let message = format!(
            "more than {} bytes are touched at once",
            self.options.capacity
        );
        self.check(Class::Capacity, here.site, here.span, &message, fits);
        self.assume(fits);
        self.options.capacity
    }

    pub fn initialise_local(&mut self, local: LocalId, home: Home, init: &Init) -> Done<()> {
        let function = self.function();
        let described = &self.program.function(function).locals[local.0 as usize];
        let (ty, site, span) = (described.ty, described.site, described.span);
        match (home, init) {
            (Home::Object(object), init) => self.initialise(object, ty, init, site, span),
            (Home::Slot(slot), Init::Value(value)) => {
                let value = self.eval(value)?;
                self.note_local(slot, site, span, &value);
                self.path.slots.set(slot, value);
                Ok(())
            }
            (Home::Slot(slot), Init::Parts(parts)) => {
                let cell = self.cell_of(ty);
                let mut value = self.zero(cell);
                if let Some((_, expr)) = parts.last() {
                    value = self.eval(expr)?;
                }
                self.path.slots.set(slot, value);
                Ok(())
            }
        }
    }

    fn initialise(
        &mut self,
        object: u32,
        ty: TypeId,
        init: &Init,
        site: Site,
        span: Span,
    ) -> Done<()> {
        match init {
            Init::Value(value) => self.initialise_part(object, &[], ty, value, site),
            Init::Parts(parts) => {
                self.clear(object, span)?;
                for (path, value) in parts {
                    self.initialise_part(object, path, ty, value, site)?;
                }
                Ok(())
            }
        }
    }

    /// Zero everywhere.
    fn clear(&mut self, object: u32, span: Span) -> Done<()> {
        let info = &self.objects[object as usize];
        if matches!(info.initial, Initial::Zero) {
            return Ok(());
        }
        let (Some(layout), capacity) = (info.layout.clone(), info.capacity) else {
            return Ok(());
        };
        let cells = (capacity / layout.stride).saturating_mul(layout.unit.len() as u64);
        if cells > 1 << 20 {
            return Err(unsupported(
                "an initialiser of more than a million parts",
                span,
            ));
        }
        for number in 0..cells as usize {
            let zero = self.zero(layout.cell(number));
            self.set_cell(object, number, zero);
        }
        Ok(())
    }

    fn initialise_part(
        &mut self,
        object: u32,
        path: &[Step],
        ty: TypeId,
        value: &Expr,
        site: Site,
    ) -> Done<()> {
        let (mut offset, mut part, mut bits) = (0u64, ty, None);
        for step in path {
            match (step, self.program.types.get(part).clone()) {
                (Step::Field(number), Type::Record(id)) => {
                    let field = &self.program.types.record(id).fields[*number as usize];
                    offset += field.offset;
                    part = field.ty;
                    bits = field.bits;
                }
                (Step::Index(index), Type::Array(of, _)) => {
                    offset += index * self.program.types.size(of).unwrap_or(0);
                    part = of;
                    bits = None;
                }
                _ => return Err(unsupported("this initialiser", value.span)),
            }
        }
        let content = self.eval(value)?;
        let start = self.pointer_to(object);
        let spot = Spot {
            at: self.moved(start, offset),
            valid: self.pool.bool(true),
            deref: None,
            bits,
        };
        self.store(&Loc::Memory(spot), part, content, site, value.span)?;
        Ok(())
    }

    /// A value that means nothing, for an expression without one.
    pub fn default_value(&mut self, ty: TypeId, span: Span) -> Done<Value> {
        Ok(match self.program.types.get(ty) {
            Type::Void | Type::Function(_) => Value::Void,
            Type::Record(_) | Type::Array(..) | Type::VaList => {
                let cells = self.cells_of(ty, span)?;
                Value::Record(Rc::new(cells.iter().map(|&c| self.zero(c)).collect()))
            }
            _ => {
                let cell: Cell = self.cell_of(ty);
                self.zero(cell)
            }
        })
    }
}

impl GlobalId {
    fn into_site(self, exec: &Exec<'_>) -> Site {
        exec.program.global(self).site
    }
}
