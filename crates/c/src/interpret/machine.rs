//! The state of an execution, and its beginning and end.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_source::Span;
use rustc_hash::FxHashSet;

use super::convert::Spot;
use super::event::{Event, EventKind};
use super::jump::Plan;
use super::memory::{Kind, Memory, Pointer, State};
use super::place::{Base, Place};
use super::value::Value;
use super::{End, Failure, Options, Run, Word};
use crate::checks::{Checks, Class};
use crate::context::{Frame, Key, Open};
use crate::program::{FunctionId, Init, LabelId, Program, Site, TypeId, Types};

/// Enough to show what went wrong; a loop may fail in each iteration.
const MAX_FAILURES: usize = 1000;

/// What is left of the stack when the execution ends.
const RESERVE: usize = 1 << 20;

/// Why an evaluation does not give a value.
#[derive(Debug)]
pub enum Leave {
    /// The execution ended; the machine knows how.
    End,
    /// A statement expression jumped out of the expression.
    Flow(Flow),
}

pub type Done<T> = Result<T, Leave>;

/// Where the execution goes on after a statement.
#[derive(Clone, Copy, Debug)]
pub enum Flow {
    Next,
    Break,
    Continue,
    /// A jump to a label, and where it is.
    Goto(LabelId, Spot),
    Return,
}

/// A call that is under way.
pub struct Activation {
    pub function: FunctionId,
    pub plan: Rc<Plan>,
    /// Where its part of [`Machine::stack`] begins.
    pub bytes: usize,
    /// Where its part of [`Machine::numbers`] begins.
    pub numbers: usize,
    /// Objects that end with the call and not with a block.
    pub late: Vec<u32>,
    pub result: Option<Value>,
    /// Arguments behind the parameters.
    pub variadic: Vec<Value>,
    /// Differs between all calls of an execution.
    pub serial: u64,
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub types: &'p Types,
    pub options: &'p Options,
    pub known: &'p BTreeMap<Key, Word>,
    /// What has a known word anywhere.
    pub opens: FxHashSet<Open>,
    pub memory: Memory,
    /// Its frames are what is under way. The rest is scratch space for lookups.
    pub here: Key,
    /// Locals that no pointer can point to.
    pub stack: Vec<u8>,
    /// The object of each other local, 0 where there is none.
    pub numbers: Vec<u32>,
    /// Objects that end with the blocks that are under way.
    pub alive: Vec<u32>,
    pub activations: Vec<Activation>,
    pub plans: Vec<Option<Rc<Plan>>>,
    /// How often each function is under way.
    pub busy: Vec<u32>,
    /// The label that a jump is on the way to.
    pub seeking: Option<LabelId>,
    /// Of the last [`crate::program::StmtKind::Value`].
    pub value: Value,
    pub serial: u64,
    pub failures: Vec<Failure>,
    pub events: Vec<Event>,
    pub output: Vec<u8>,
    pub steps: u64,
    pub seen: bool,
    end: Option<End>,
    /// Whether this is only a look at the state: nothing fails and nothing is logged.
    quiet: bool,
    /// The stack of this thread may not grow below it.
    floor: usize,
}

/// Roughly where the stack of this thread ends now.
#[inline(always)]
fn stack_pointer() -> usize {
    let here = 0u8;
    std::hint::black_box(&raw const here) as usize
}

impl<'p> Machine<'p> {
    pub fn new(
        program: &'p Program,
        options: &'p Options,
        known: &'p BTreeMap<Key, Word>,
        stack: usize,
    ) -> Machine<'p> {
        let here = Key {
            frames: vec![],
            open: Open::Invalid(Site(0)),
            offset: 0,
        };
        Machine {
            program,
            types: &program.types,
            options,
            known,
            opens: known.keys().map(|key| key.open).collect(),
            memory: Memory::new(program.types.model),
            here,
            stack: vec![],
            numbers: vec![],
            alive: vec![],
            activations: vec![],
            plans: vec![None; program.functions.len()],
            busy: vec![0; program.functions.len()],
            seeking: None,
            value: Value::Void,
            serial: 0,
            failures: vec![],
            events: vec![],
            output: vec![],
            steps: 0,
            seen: false,
            end: None,
            quiet: false,
            floor: stack_pointer().saturating_sub(stack) + RESERVE,
        }
    }

    pub fn run(mut self) -> Run {
        let end = match self.execute() {
            Ok(word) => End::Returned(word),
            Err(_) => self.end.take().unwrap_or(End::Exited),
        };
        Run {
            failures: self.failures,
            end,
            steps: self.steps,
            seen: self.seen,
            events: self.events,
            output: self.output,
        }
    }

    fn execute(&mut self) -> Done<Option<Word>> {
        self.create_globals()?;
        let entry = self.options.entry;
        let function = self.program.function(entry);
        let Some(body) = &function.body else {
            return self.unsupported("the entry function has no body", function.span);
        };
        self.automatic(&self.program.constructors, false)?;
        self.enter(entry, vec![], vec![]);
        let value = self.body(entry, body)?;
        self.automatic(&self.program.destructors, true)?;
        if self.options.checks.leak {
            self.check_leaks(entry);
        }
        let ty = function.ty.result;
        let bits = self.types.size(ty).unwrap_or(0) as u32 * 8;
        Ok(match value {
            Some(Value::Void | Value::Bytes(_)) | None => None,
            Some(value) => Some(Word {
                bits,
                value: self.memory.word(&value),
            }),
        })
    }

    /// Calls what runs before or after the entry function.
    fn automatic(&mut self, functions: &'p [FunctionId], after: bool) -> Done<()> {
        for (number, &function) in functions.iter().enumerate() {
            let Some(body) = &self.program.function(function).body else {
                continue;
            };
            let frame = Frame::Automatic(after, number as u32);
            self.here.frames.push(frame);
            self.enter(function, vec![], vec![]);
            self.body(function, body)?;
            self.here.frames.pop();
        }
        Ok(())
    }

    fn check_leaks(&mut self, entry: FunctionId) {
        let objects = self.memory.objects();
        let leaked = |object: &super::memory::Object| {
            object.kind == Kind::Heap && object.state == State::Alive
        };
        if objects.iter().any(leaked) {
            let span = self.program.function(entry).span;
            self.record(entry, Class::Leak, Site(0), span, || {
                "dynamically allocated memory never freed".into()
            });
        }
    }

    /// Globals come first, then functions, so that initialisers can point to all of them.
    fn create_globals(&mut self) -> Done<()> {
        for (i, global) in self.program.globals.iter().enumerate() {
            let size = self.types.size(global.ty).unwrap_or(0);
            let kind = Kind::Global(crate::program::GlobalId(i as u32));
            let object = self
                .memory
                .create(kind, size + self.flexible(global.ty, &global.init));
            if !global.defined {
                self.fill_object(object, Open::Content(global.site));
            }
        }
        for i in 0..self.program.functions.len() {
            self.memory.create(Kind::Function(FunctionId(i as u32)), 0);
        }
        for (i, global) in self.program.globals.iter().enumerate() {
            if let Some(init) = &global.init {
                let place = Place::direct(Base::Object(i as u32 + 1));
                self.initialise(place, global.ty, init)?;
            }
        }
        Ok(())
    }

    /// How many bytes an initialiser of a flexible member adds to the object.
    fn flexible(&self, ty: TypeId, init: &Option<Init>) -> u64 {
        let Some(Init::Parts(parts)) = init else {
            return 0;
        };
        let size = self.types.size(ty).unwrap_or(0);
        let ends = parts.iter().filter_map(|(path, value)| {
            let (offset, _) = self.path(ty, path)?;
            (offset as u64).checked_add(self.types.size(value.ty)?)
        });
        ends.max().unwrap_or(0).saturating_sub(size)
    }

    pub fn function_pointer(&self, function: FunctionId) -> Pointer {
        Pointer {
            object: self.program.globals.len() as u32 + 1 + function.0,
            offset: 0,
        }
    }

    pub fn function(&self) -> FunctionId {
        self.activations
            .last()
            .map_or(self.options.entry, |activation| activation.function)
    }

    pub fn stop<T>(&mut self, end: End) -> Done<T> {
        self.end.get_or_insert(end);
        Err(Leave::End)
    }

    pub fn unsupported<T>(&mut self, what: impl Into<String>, span: Span) -> Done<T> {
        self.stop(End::Unsupported(what.into(), span))
    }

    #[inline]
    pub fn tick(&mut self, steps: u64) -> Done<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.options.max_steps {
            return self.stop(End::TooLong);
        }
        Ok(())
    }

    /// Ends the execution when the stack of the thread is nearly full.
    #[inline]
    pub fn guard(&mut self) -> Done<()> {
        if stack_pointer() < self.floor {
            return self.stop(End::TooLong);
        }
        Ok(())
    }

    /// The checks that are on at a place.
    pub fn checks_at(&self, site: Site) -> Checks {
        self.program.switches.at(site, self.options.checks)
    }

    pub fn fail(&mut self, class: Class, site: Site, span: Span, text: impl FnOnce() -> String) {
        self.record(self.function(), class, site, span, text);
    }

    fn record(
        &mut self,
        function: FunctionId,
        class: Class,
        site: Site,
        span: Span,
        text: impl FnOnce() -> String,
    ) {
        if self.quiet || self.failures.len() >= MAX_FAILURES {
            return;
        }
        if self.options.events {
            self.log_reads(function, site);
        }
        let number = self.failures.len();
        self.failures.push(Failure {
            class,
            function,
            site,
            span,
            message: text(),
            step: self.steps,
        });
        if self.options.events {
            self.event(span, EventKind::Failed(number));
        }
    }

    /// Looks at the state.
    pub fn quietly(&mut self, look: impl FnOnce(&mut Self)) {
        let (end, value) = (self.end.clone(), self.value.clone());
        self.quiet = true;
        look(self);
        self.quiet = false;
        (self.end, self.value) = (end, value);
    }

    pub fn event(&mut self, span: Span, kind: EventKind) {
        if self.quiet {
            return;
        }
        let event = Event {
            step: self.steps,
            function: self.function(),
            depth: self.activations.len().saturating_sub(1) as u32,
            span,
            kind,
        };
        self.events.push(event);
    }
}
