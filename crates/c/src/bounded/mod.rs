//! Bounded execution of a typed program: every path at once, as terms over words.
//!
//! What it makes: for each check of the program a term that is true where the check holds on every path that comes to it. A value that the
//! program does not determine is a variable of the pool. Whoever asks a solver about these terms has a bounded model checker.
//!
//! How it works: statements are executed in order on one *path*, a condition ([`guard::Guard`]) with the memory that belongs to it.
//! Where the program branches, the path is copied; where branches meet, memories are merged with the branch's condition [1].
//! Jumps leave their path at the label they go to. Loops and calls are unrolled. Before a further iteration or call a solver
//! ([`Feasible`]) is asked whether the path can be taken at all, so that loops end where the program's own bounds end them.
//!
//! Invariants: a check's term speaks of assumptions that stand before it and never of later ones. Nothing that a solver answers is part of a
//! term: a path that cannot be taken is only left out, and what is left out is implied by the terms that are there.
//!
//! References:
//! [1] Clarke, Kroening, Lerda: A tool for checking ANSI-C programs. TACAS 2004.

mod access;
mod arith;
mod blocks;
mod builtin;
mod call;
mod chunks;
mod convert;
mod exec;
mod expr;
mod flow;
mod guard;
mod heap;
mod initial;
mod inputs;
mod layout;
mod lvalue;
mod memory;
mod moment;
mod scopes;
mod sets;
mod stmt;
mod value;
mod variadic;

use std::time::Instant;

use assay_language::Signal;
use assay_source::{Diagnostic, Span};
use assay_term::{Pool, TermId};

pub use inputs::{Input, Inputs, Read};
pub use moment::{Contents, Event, Finished, Identity, Moment, Seen};

use crate::checks::{Checks, Class};
use crate::program::{FunctionId, Program, Site};

/// What a solver says about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possible {
    Yes,
    No,
    Unknown,
}

/// Asks whether a condition can be true.
pub trait Feasible {
    fn possible(&mut self, pool: &Pool, condition: TermId) -> Possible;
}

#[derive(Clone, Debug)]
pub struct Options {
    pub entry: FunctionId,
    pub checks: Checks,
    /// For every loop and recursion that `unwindset` does not name.
    pub unwind: Option<u32>,
    /// `f.0` with its bound.
    pub unwindset: Vec<(String, u32)>,
    /// For loops without a bound.
    pub max_unwind: u32,
    pub malloc_may_fail: bool,
    /// Assumptions that are left out, by the site of their call.
    pub without: Vec<Site>,
    /// How many places of an object are told apart where nothing else limits them.
    pub capacity: u64,
    pub deadline: Option<Instant>,
    /// Ends the execution as the deadline does.
    pub signal: Signal,
}

impl Options {
    pub fn new(entry: FunctionId) -> Options {
        Options {
            entry,
            checks: Checks::default(),
            unwind: None,
            unwindset: vec![],
            max_unwind: 64,
            malloc_may_fail: true,
            without: vec![],
            capacity: 1024,
            deadline: None,
            signal: Signal::never(),
        }
    }
}

impl Options {
    /// Whether the time is over, or somebody has ended the run.
    pub fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        late || self.signal.ended().is_some()
    }
}

/// One check of the program, with all its occurrences.
#[derive(Clone, Debug)]
pub struct Check {
    pub class: Class,
    pub function: FunctionId,
    pub site: Site,
    pub span: Span,
    /// What fails, in words.
    pub message: String,
    /// True where the check holds, for each time that a path comes to it.
    pub holds: Vec<TermId>,
    /// The conditions of these paths.
    pub reached: Vec<TermId>,
}

/// A branch of the program that was executed, and under what condition each side is taken.
#[derive(Clone, Debug)]
pub struct Branch {
    pub site: Site,
    pub span: Span,
    pub taken: Vec<TermId>,
    pub not_taken: Vec<TermId>,
}

/// An assumption of the entry function that paths come to after they have run another function of the user.
#[derive(Clone, Debug)]
pub struct Assumption {
    pub site: Site,
    pub span: Span,
    /// The conditions of the paths that come to it, and of those that go on.
    pub reached: Vec<TermId>,
    pub passed: Vec<TermId>,
    /// How many open values there were when that function had run. What the program asks for later does not change what it has done.
    pub inputs: usize,
}

/// What an execution came to.
#[derive(Debug)]
pub struct Outcome {
    /// In the order in which paths first come to them.
    pub checks: Vec<Check>,
    /// What can be seen of the execution, in order.
    pub moments: Finished,
    /// For each statement that was executed, in the order of sites: the conditions under which it is reached.
    pub reached: Vec<(Site, Vec<TermId>)>,
    pub branches: Vec<Branch>,
    /// The conditions of the paths on which the program ends by itself, with every assumption on the way.
    pub ends: Vec<TermId>,
    pub assumptions: Vec<Assumption>,
    /// Functions without a body that were called, and where first.
    pub without_body: Vec<(String, Span)>,
    /// Loops that were cut at `max_unwind`, and how far.
    pub cut: Vec<(Span, u32)>,
}

/// Why there is no outcome.
#[derive(Debug)]
pub enum Stop {
    /// The program does what is not supported.
    Unsupported(Box<Diagnostic>),
    /// The time is over.
    Deadline,
}

pub type Done<T> = Result<T, Stop>;

/// How large the stack of the executing thread is. Deep expressions and calls are limited far below it.
const STACK: usize = 1 << 30;

/// Executes a program from its entry function on.
pub fn execute(
    program: &Program,
    options: &Options,
    pool: &mut Pool,
    inputs: &mut Inputs,
    feasible: &mut (dyn Feasible + Send),
) -> Done<Outcome> {
    std::thread::scope(|scope| {
        let run = std::thread::Builder::new()
            .name("c-execution".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                exec::Exec::new(program, options, pool, inputs, feasible).run()
            });
        match run.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("no thread could be started: {error}");
                Err(Stop::Unsupported(Box::new(Diagnostic::error(
                    "C0300", message,
                ))))
            }
        }
    })
}

/// The refusal of something that the execution does not support.
fn unsupported(what: impl Into<String>, span: Span) -> Stop {
    let message = format!("not supported: {}", what.into());
    Stop::Unsupported(Box::new(Diagnostic::error("C0301", message).at(span)))
}
