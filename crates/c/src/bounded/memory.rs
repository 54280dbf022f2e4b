//! Objects, and what a path knows of them.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;

use super::Done;
use super::chunks::Chunks;
use super::exec::Exec;
use super::guard::Guard;
use super::layout::{Cell, Layout};
use super::value::{OBJECT_BITS, Origin, Unread, Value};
use crate::context::Frame;
use crate::program::{FunctionId, Site};

/// A path: its condition and its memory.
#[derive(Clone, Debug)]
pub struct Path {
    pub guard: Guard,
    /// Scalar locals whose address nobody takes, and results of calls.
    pub slots: Chunks<Value>,
    pub bodies: Chunks<Body>,
}

/// What a path knows of an object.
#[derive(Clone, Debug)]
pub struct Body {
    /// Whether the object exists.
    pub alive: TermId,
    /// Cells that were written, by number.
    pub cells: Chunks<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// Object 0: what a null pointer points to.
    Null,
    Global,
    Function(FunctionId),
    Local,
    Heap,
}

/// What is known of an object on every path.
#[derive(Clone, Debug)]
pub struct Info {
    pub kind: ObjectKind,
    pub name: String,
    /// In bytes, a word of 64 bits.
    pub size: TermId,
    /// An upper bound of the size.
    pub capacity: u64,
    /// None until the first access says what it holds.
    pub layout: Option<Layout>,
    pub initial: Initial,
    /// A string literal: what is written to it is lost.
    pub literal: bool,
    /// Where it was made, unless it is there from the start.
    pub made: Option<(Vec<Frame>, Site)>,
}

/// What cells hold that nobody has written.
#[derive(Clone, Debug)]
pub enum Initial {
    Zero,
    Open(Rc<Origin>),
}

/// The most objects that a pointer can tell apart.
const MOST_OBJECTS: usize = 1 << OBJECT_BITS;

impl Exec<'_> {
    pub fn new_object(&mut self, info: Info, span: Span) -> Done<u32> {
        let number = self.objects.len();
        if number >= MOST_OBJECTS {
            return Err(super::unsupported(
                "more than 65,535 objects in one execution",
                span,
            ));
        }
        self.objects.push(info);
        let alive = self.pool.bool(true);
        let body = Body {
            alive,
            cells: Chunks::default(),
        };
        self.path.bodies.set(number, body);
        Ok(number as u32)
    }

    /// What a cell holds.
    pub fn cell(&mut self, object: u32, number: usize, cell: Cell) -> Value {
        let body = self.path.bodies.get(object as usize);
        if let Some(value) = body.and_then(|b| b.cells.get(number)) {
            return value.clone();
        }
        self.initially(object, cell)
    }

    fn initially(&mut self, object: u32, cell: Cell) -> Value {
        match self.objects[object as usize].initial.clone() {
            Initial::Zero => self.zero(cell),
            Initial::Open(origin) => Value::Open(Rc::new(Unread {
                origin,
                offset: cell.offset,
                bits: cell.size as u32 * 8,
                pointer: cell.pointer,
            })),
        }
    }

    pub fn zero(&mut self, cell: Cell) -> Value {
        if cell.pointer {
            Value::Pointer(self.null())
        } else {
            Value::Word(self.pool.bits(cell.size as u32 * 8, 0u32))
        }
    }

    pub fn set_cell(&mut self, object: u32, number: usize, value: Value) {
        if let Some(body) = self.path.bodies.get(object as usize) {
            let mut body = body.clone();
            body.cells.set(number, value);
            self.path.bodies.set(object as usize, body);
        }
    }

    pub fn set_alive(&mut self, object: u32, alive: TermId) {
        if let Some(body) = self.path.bodies.get(object as usize) {
            let mut body = body.clone();
            body.alive = alive;
            self.path.bodies.set(object as usize, body);
        }
    }

    /// Ends the locals among the objects from this number on.
    pub fn end_locals(&mut self, from: usize) {
        if self.is_dead() {
            return;
        }
        let dead = self.pool.bool(false);
        for object in from..self.objects.len() {
            let kind = self.objects[object].kind;
            let known = self.path.bodies.get(object).map(|b| b.alive);
            if kind == ObjectKind::Local && known.is_some_and(|alive| alive != dead) {
                self.set_alive(object as u32, dead);
            }
        }
    }

    /// One path of two that meet.
    pub fn merge(&mut self, a: Path, b: Path) -> Done<Path> {
        if a.guard.is_dead(self.pool) {
            return Ok(b);
        }
        if b.guard.is_dead(self.pool) {
            return Ok(a);
        }
        let (guard, first) = a.guard.join(&b.guard, self.pool);
        let slots = a
            .slots
            .merge(&b.slots, |_, x, y| self.either(first, x, y))?;
        let nothing = self.pool.bool(false);
        let bodies = a.bodies.merge(&b.bodies, |number, x, y| {
            Ok(match (x, y) {
                (Some(x), Some(y)) => {
                    let alive = self.pool.ite(first, x.alive, y.alive);
                    let cells = x.cells.merge(&y.cells, |cell, p, q| {
                        let own = |v: Option<&Value>, exec: &mut Self| match (
                            v,
                            &exec.objects[number].layout,
                        ) {
                            (Some(v), _) => Some(v.clone()),
                            (None, Some(layout)) => {
                                let cell = layout.cell(cell);
                                Some(exec.initially(number as u32, cell))
                            }
                            (None, None) => None,
                        };
                        if p.is_none() && q.is_none() {
                            return Ok(None);
                        }
                        let (p, q) = (own(p, self), own(q, self));
                        self.either(first, p.as_ref(), q.as_ref())
                    })?;
                    Some(Body { alive, cells })
                }
                (Some(x), None) => {
                    let alive = self.pool.ite(first, x.alive, nothing);
                    Some(Body {
                        alive,
                        cells: x.cells.clone(),
                    })
                }
                (None, Some(y)) => {
                    let alive = self.pool.ite(first, nothing, y.alive);
                    Some(Body {
                        alive,
                        cells: y.cells.clone(),
                    })
                }
                (None, None) => None,
            })
        })?;
        Ok(Path {
            guard,
            slots,
            bodies,
        })
    }

    /// A slot that one of the paths does not have is read on the other one only.
    fn either(
        &mut self,
        first: TermId,
        a: Option<&Value>,
        b: Option<&Value>,
    ) -> Done<Option<Value>> {
        Ok(match (a, b) {
            (Some(a), Some(b)) => Some(self.choose(first, a, b)),
            (a, b) => a.or(b).cloned(),
        })
    }
}
