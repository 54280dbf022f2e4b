//! A concrete interpreter of [`crate::program`]. It replays what the bounded executor found, so it shares no code with it.
//!
//! What the program leaves open (see [`crate::context`]) is looked up in a map of known words; what is not there is 0. A check that fails
//! is recorded and the execution goes on: a failed read gives an open value, a failed write does nothing, arithmetic wraps.
//!
//! Operands, arguments and the two sides of an assignment are evaluated from left to right. What an assignment with an operator reads is
//! read after its right side is evaluated.
//!
//! Each file is one concept: `memory` has the objects, `value` the values and their bytes; `place`, `local` and `access` are about lvalues;
//! `expression`, `operator` and `convert` evaluate, `statement` and `jump` execute, `call` calls, and `library` has what functions without
//! a body do.

mod access;
mod arithmetic;
mod call;
mod convert;
mod event;
mod expression;
mod jump;
mod library;
mod local;
mod machine;
mod memory;
mod name;
mod open;
mod operator;
mod place;
mod reads;
mod statement;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use assay_source::Span;
use rustc_hash::FxHashMap;

use crate::checks::{Checks, Class};
use crate::context::Key;
use crate::program::{FunctionId, LoopNumber, Program, Site};

pub use event::{Event, EventKind};

/// The value of something open: as many low bits count as `bits` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word {
    pub bits: u32,
    pub value: u128,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub entry: FunctionId,
    pub checks: Checks,
    pub malloc_may_fail: bool,
    /// Statements, iterations, calls, and bytes that library functions touch.
    pub max_steps: u64,
    pub unwind: Unwind,
    /// Statements that [`Run::seen`] is about, by site.
    pub watch: BTreeSet<Site>,
    /// Whether [`Run::events`] are wanted.
    pub events: bool,
}

impl Options {
    /// With the default checks and no limit on loops.
    pub fn new(entry: FunctionId) -> Options {
        Options {
            entry,
            checks: Checks::default(),
            malloc_may_fail: false,
            max_steps: 10_000_000,
            unwind: Unwind::default(),
            watch: BTreeSet::new(),
            events: false,
        }
    }
}

/// Limits on loops with the meaning of CBMC: a loop may not go back `limit` times, and a function may be under way `limit` times at most.
#[derive(Clone, Debug, Default)]
pub struct Unwind {
    /// For loops that are not in `loops`, for jumps back to a label, and for recursion.
    pub limit: Option<u32>,
    pub loops: FxHashMap<(FunctionId, LoopNumber), u32>,
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub class: Class,
    pub function: FunctionId,
    pub site: Site,
    pub span: Span,
    pub message: String,
    pub step: u64,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry function returned; a scalar as its bits.
    Returned(Option<Word>),
    /// An assumption was false: the execution does not exist.
    Assumed(Span),
    /// `exit`, `abort` or the like.
    Exited,
    /// A limit of [`Unwind`] was reached.
    Unwound(Span),
    /// Too many steps, or a recursion that is too deep.
    TooLong,
    Unsupported(String, Span),
}

#[derive(Clone, Debug)]
pub struct Run {
    /// In order. After the first thousand no more are kept.
    pub failures: Vec<Failure>,
    pub end: End,
    pub steps: u64,
    /// Whether a statement of [`Options::watch`] was executed.
    pub seen: bool,
    pub events: Vec<Event>,
    /// What the program printed, up to a megabyte.
    pub output: Vec<u8>,
}

/// Whether the interpreter knows what a function does that has no body.
pub fn knows(name: &str) -> bool {
    library::find(name).is_some()
}

/// Enough for tens of thousands of nested calls. Only pages that are used take memory.
const STACK: usize = 512 << 20;

/// Executes a program from its entry function on.
pub fn run(program: &Program, options: &Options, known: &BTreeMap<Key, Word>) -> Run {
    let work = || machine::Machine::new(program, options, known, STACK).run();
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(handle) => handle.join().map_err(|_| "a fault of the interpreter"),
            Err(_) => Err("no thread for the interpreter"),
        }
    });
    result.unwrap_or_else(|why| Run {
        failures: vec![],
        end: End::Unsupported(why.into(), program.function(options.entry).span),
        steps: 0,
        seen: false,
        events: vec![],
        output: vec![],
    })
}
