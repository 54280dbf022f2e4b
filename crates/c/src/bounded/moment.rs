//! What can be seen of an execution from outside of a function: an original and a mutant are told apart by it.
//!
//! A *moment* is a point at which code goes on that need not belong to the mutant's change: a call has returned, the entry function or the
//! program has ended, a local of the entry function got a value, or a function without a body was called. Its values are the result and everything in
//! memory that is alive; where the program exits, without locals, at which nobody can look any more. Where a mutant changes a function `f`, moments count whose caller `f` cannot reach: a harness could look at every value
//! of these. Locals of `f` itself and of what it calls do not count, unless `f` is the entry.
//!
//! Invariant: if all moments that count have the same conditions and values in two executions, then no statement outside of the changed function and of
//! what it calls can behave differently in them. By induction over the moments: between two of them the same code runs on the same values.

use std::sync::Arc;

use assay_source::Span;
use assay_term::TermId;
use rustc_hash::FxHashMap;

use super::chunks::Chunks;
use super::exec::{Exec, Home};
use super::memory::{Initial, ObjectKind};
use super::value::{Origin, Value};
use crate::context::{Frame, Key};
use crate::program::{FunctionId, Site};

/// What is recorded at most, in values. Beyond that only results and the end are.
const MOST: usize = 1 << 22;

/// Objects with more cells than this are recorded by the cells that were written.
const WHOLE: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A call of this function, at this place, has returned.
    Return(FunctionId, Site),
    /// A function without a body is called.
    Outside(FunctionId, Site),
    /// The entry function gives a value to a local.
    Local(Site),
    /// The entry function leaves a block with objects in it; the block starts at this statement.
    Scope(Site),
    /// The entry function has ended.
    End,
    /// The program ends by this function, called at this place: `exit`, `abort`.
    Exit(FunctionId, Site),
}

/// What a part of memory or a result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Word(TermId),
    /// An object and an offset.
    Pointer(TermId, TermId),
    /// Whatever this open value is, of so many bits; a pointer or not.
    Open(Key, u32, bool),
}

/// Which object it is, in whatever order objects are made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Identity {
    Static(String),
    Made(Vec<Frame>, Site),
}

/// What an object holds.
#[derive(Debug)]
pub struct Contents {
    pub alive: TermId,
    /// By offset in bytes, ascending.
    pub cells: Vec<(u64, Seen)>,
    /// What its other cells hold: zero, or their open values.
    pub initial: Option<Key>,
}

#[derive(Clone, Debug)]
pub struct Moment {
    pub frames: Vec<Frame>,
    pub event: Event,
    /// In which function execution goes on; None at the end.
    pub caller: Option<FunctionId>,
    pub span: Span,
    /// Under which condition the execution comes here.
    pub guard: TermId,
    /// What people call the values.
    pub name: String,
    pub values: Vec<Seen>,
    pub memory: Vec<(u32, Arc<Contents>)>,
}

/// All moments of an execution, and which objects they speak of.
#[derive(Debug, Default)]
pub struct Moments {
    pub list: Vec<Moment>,
    /// By the numbers of objects.
    pub objects: FxHashMap<u32, (Identity, String)>,
    recorded: usize,
    /// The contents that were recorded last, with the cells that they were made from.
    last: FxHashMap<u32, (Chunks<Value>, Arc<Contents>)>,
}

impl Moments {
    /// Without what only the recording needs.
    pub fn finished(self) -> Finished {
        Finished {
            list: self.list,
            objects: self.objects,
        }
    }
}

/// The moments of an execution that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    pub list: Vec<Moment>,
    pub objects: FxHashMap<u32, (Identity, String)>,
}

impl Exec<'_> {
    /// Records a moment on the current path.
    pub fn moment(&mut self, event: Event, span: Span, name: &str, values: &[&Value]) {
        if self.is_dead() {
            return;
        }
        let values: Vec<Seen> = values.iter().flat_map(|v| seen(v)).collect();
        let with_memory = match event {
            Event::Return(..) => self.moments.recorded < MOST,
            Event::End | Event::Exit(..) | Event::Scope(_) => true,
            Event::Outside(..) | Event::Local(_) => false,
        };
        let locals = !matches!(event, Event::Exit(..));
        let memory = if with_memory {
            self.memory(locals)
        } else {
            vec![]
        };
        let caller = match event {
            Event::End | Event::Exit(..) => None,
            _ => Some(self.function()),
        };
        self.moments.list.push(Moment {
            frames: self.frames.clone(),
            event,
            caller,
            span,
            guard: self.path.guard.term,
            name: name.to_string(),
            values,
            memory,
        });
    }

    /// Records that a local of the entry function got a value.
    pub fn note_local(&mut self, slot: usize, site: Site, span: Span, value: &Value) {
        if self.stack.len() != 1 || site == Site(u32::MAX) {
            return;
        }
        let activation = &self.stack[0];
        let home = |h: &Option<Home>| matches!(h, Some(Home::Slot(s)) if *s == slot);
        let Some(at) = activation.homes.iter().position(home) else {
            return;
        };
        let local = &self.program.function(activation.function).locals[at];
        if local.hidden {
            return;
        }
        let name = local.name.clone();
        self.moment(Event::Local(site), span, &name, &[value]);
    }

    fn memory(&mut self, locals: bool) -> Vec<(u32, Arc<Contents>)> {
        let mut memory = Vec::new();
        for number in 1..self.objects.len() as u32 {
            let info = &self.objects[number as usize];
            let counts = match info.kind {
                ObjectKind::Global => !info.literal,
                ObjectKind::Local => locals,
                ObjectKind::Heap => true,
                ObjectKind::Null | ObjectKind::Function(_) => false,
            };
            let Some(body) = self.path.bodies.get(number as usize) else {
                continue;
            };
            if !counts || self.pool.as_bool(body.alive) == Some(false) {
                continue;
            }
            let (alive, cells) = (body.alive, body.cells.clone());
            let known = self.moments.last.get(&number);
            let known = known.filter(|(made_of, c)| made_of.same(&cells) && c.alive == alive);
            let contents = match known {
                Some((_, contents)) => contents.clone(),
                None => {
                    let contents = Arc::new(self.contents(number, alive));
                    self.moments.recorded += contents.cells.len();
                    let entry = (cells, contents.clone());
                    self.moments.last.insert(number, entry);
                    self.name_object(number);
                    contents
                }
            };
            memory.push((number, contents));
        }
        memory
    }

    fn contents(&mut self, number: u32, alive: TermId) -> Contents {
        let info = &self.objects[number as usize];
        let initial = match &info.initial {
            Initial::Zero => None,
            Initial::Open(origin) => Some(key(origin, 0)),
        };
        let mut cells = Vec::new();
        if let Some(layout) = info.layout.clone()
            && !layout.unit.is_empty()
        {
            let count = (info.capacity / layout.stride) as usize * layout.unit.len();
            if count <= WHOLE {
                for at in 0..count {
                    let cell = layout.cell(at);
                    let value = self.cell(number, at, cell);
                    cells.extend(seen(&value).map(|s| (cell.offset, s)));
                }
            } else if let Some(body) = self.path.bodies.get(number as usize) {
                for (at, value) in body.cells.entries() {
                    let offset = layout.cell(at).offset;
                    cells.extend(seen(value).map(|s| (offset, s)));
                }
            }
        }
        cells.sort_by_key(|(offset, _)| *offset);
        Contents {
            alive,
            cells,
            initial,
        }
    }

    fn name_object(&mut self, number: u32) {
        let info = &self.objects[number as usize];
        let name = info.name.clone();
        let identity = match &info.made {
            Some((frames, site)) => Identity::Made(frames.clone(), *site),
            None => Identity::Static(name.clone()),
        };
        self.moments.objects.insert(number, (identity, name));
    }
}

fn key(origin: &Origin, offset: u64) -> Key {
    Key {
        frames: origin.frames.clone(),
        open: origin.open,
        offset,
    }
}

fn seen(value: &Value) -> impl Iterator<Item = Seen> + use<> {
    let all: Vec<Seen> = match value {
        Value::Void => vec![],
        Value::Word(word) => vec![Seen::Word(*word)],
        Value::Pointer(p) => vec![Seen::Pointer(p.object, p.offset)],
        Value::Record(parts) => parts.iter().flat_map(seen).collect(),
        Value::Open(open) => {
            vec![Seen::Open(
                key(&open.origin, open.offset),
                open.bits,
                open.pointer,
            )]
        }
    };
    all.into_iter()
}
