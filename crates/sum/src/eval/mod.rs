//! Evaluation of expressions and predicates.
//!
//! An atom with an undefined term is false, and what was undefined is noted with its place. Other ends of an evaluation are passed on:
//! see [`Stop`]. Connectives and quantifiers are strong: `false and P` is false whatever happens to P.
//!
//! Every variable has one number in a program, so values are kept in one slot for each. Whoever binds a variable puts the old value back.
//! A set that is not listed at once captures the values that its expression reads.

mod apply;
mod constants;
mod each;
mod expr;
mod force;
mod free_types;
mod free_vars;
mod inside;
mod measure;
mod member;
mod pred;
mod stop;
mod toolkit;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::{GivenId, GlobalId, Program, VarId};
use crate::scope::SearchScope;
use crate::value::{Closure, Set, Value};

pub(crate) use constants::Constants;
pub(crate) use free_vars::{FIRST_CONSTANT, FreeVars};
pub(crate) use measure::range_size;
pub use stop::{Beyond, Halt, Limit, Reason, Stop, Undefined};
pub(crate) use stop::{beyond, undefined};

/// Whether an enumeration goes on.
pub type Flow = std::ops::ControlFlow<()>;

/// How far evaluation goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// Steps for one question.
    pub budget: u64,
    /// The greatest number of elements of a set that is listed.
    pub listed: usize,
    /// Bytes of the stack that recursion may use. The caller's thread has to have them.
    pub stack: usize,
    /// What happens where a search over an infinite set ends without an answer.
    pub outside: Outside,
    /// Set by others to end the evaluation.
    pub interrupt: Option<Arc<AtomicBool>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The answer is "out of scope".
    Refuse,
    /// The answer is about the scope, and the sets that were cut are noted.
    Note,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: 20_000_000,
            listed: 1 << 20,
            stack: 1 << 20,
            outside: Outside::Refuse,
            interrupt: None,
        }
    }
}

/// What an evaluation leaves beside its value.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Terms without a value that made an atom false, each place and reason once.
    pub undefined: Vec<Undefined>,
    /// Infinite sets of which only the part in the scope was searched.
    pub clipped: Vec<String>,
}

/// Greatest number of notes of a kind that are kept.
const MAX_NOTES: usize = 64;
/// Comprehensions that were listed are remembered up to this number.
const MAX_LISTED: usize = 4096;
/// Values of functions that are defined by equations are remembered up to this number.
const MAX_APPLIED: usize = 1 << 16;

type Application = (GlobalId, Arc<[Value]>, Arc<[Value]>);

pub struct Evaluator {
    pub(crate) program: Arc<Program>,
    pub(crate) scope: SearchScope,
    pub(crate) options: Options,
    pub notes: Notes,
    slots: Vec<Option<Value>>,
    /// Values of constants that are chosen or given.
    chosen: Vec<Option<Value>>,
    /// Values of the generic parameters of the definition that is being evaluated.
    pub(crate) parameters: Arc<[Value]>,
    /// The expression that is being evaluated, for messages.
    pub(crate) at: Span,
    pub(crate) free: FreeVars,
    pub(crate) constants: Constants,
    globals: FxHashMap<(GlobalId, Arc<[Value]>), Value>,
    in_progress: FxHashSet<(GlobalId, Arc<[Value]>)>,
    listed: FxHashMap<Closure, Arc<[Value]>>,
    applied: FxHashMap<Application, Result<Value, Stop>>,
    carriers: Vec<Set>,
    frees: Vec<Option<Set>>,
    steps: u64,
    base: usize,
    entered: u32,
}

impl Evaluator {
    pub fn new(program: Arc<Program>, scope: SearchScope, options: Options) -> Evaluator {
        let carriers = (0..program.givens.len() as u32)
            .map(|number| {
                let given = GivenId(number);
                let size = scope.carrier(&program, given).len();
                Set::Elements((0..size).map(|index| Value::Given(given, index)).collect())
            })
            .collect();
        let constants = Constants::of(&program, &scope);
        Evaluator {
            slots: vec![None; program.vars.len()],
            chosen: vec![None; program.globals.len()],
            frees: vec![None; program.frees.len()],
            free: FreeVars::new(&program, &constants),
            constants,
            carriers,
            program,
            scope,
            options,
            notes: Notes::default(),
            parameters: Arc::from([]),
            at: Span::default(),
            globals: FxHashMap::default(),
            in_progress: FxHashSet::default(),
            listed: FxHashMap::default(),
            applied: FxHashMap::default(),
            steps: 0,
            base: 0,
            entered: 0,
        }
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn scope(&self) -> &SearchScope {
        &self.scope
    }

    /// The same program with variables that were added for queries.
    pub fn extend(&mut self, program: Arc<Program>) {
        self.slots.resize(program.vars.len(), None);
        self.program = program;
    }

    pub(crate) fn slot(&self, var: VarId) -> &Option<Value> {
        match var.0.checked_sub(FIRST_CONSTANT) {
            None => &self.slots[var.0 as usize],
            Some(global) => &self.chosen[global as usize],
        }
    }

    pub(crate) fn slot_mut(&mut self, var: VarId) -> &mut Option<Value> {
        match var.0.checked_sub(FIRST_CONSTANT) {
            None => &mut self.slots[var.0 as usize],
            Some(global) => &mut self.chosen[global as usize],
        }
    }

    /// Gives a variable a value, for all that follows.
    pub fn set(&mut self, var: VarId, value: Value) {
        *self.slot_mut(var) = Some(value);
    }

    /// Takes the value of a variable away.
    pub fn unset(&mut self, var: VarId) {
        *self.slot_mut(var) = None;
    }

    pub fn take_notes(&mut self) -> Notes {
        std::mem::take(&mut self.notes)
    }

    /// Steps that the last question took.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Starts a question: its budget of steps and of stack counts from here. Questions inside of a question share both.
    pub(crate) fn entering<T>(&mut self, work: impl FnOnce(&mut Evaluator) -> T) -> T {
        if self.entered == 0 {
            let marker = 0u8;
            self.base = std::ptr::from_ref(&marker) as usize;
            self.steps = 0;
            self.entered = 1;
            self.choose_constants();
            self.steps = 0;
            self.entered = 0;
        }
        self.entered += 1;
        let result = work(self);
        self.entered -= 1;
        result
    }

    /// Counts a step.
    pub(crate) fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        let marker = 0u8;
        let here = std::ptr::from_ref(&marker) as usize;
        if self.base.abs_diff(here) > self.options.stack {
            return Err(Stop::Halted(Halt::Depth));
        }
        if self.steps > self.options.budget {
            return Err(Stop::Halted(Halt::Budget));
        }
        if self.steps.is_multiple_of(1024)
            && let Some(interrupt) = &self.options.interrupt
            && interrupt.load(Ordering::Relaxed)
        {
            return Err(Stop::Halted(Halt::Interrupted));
        }
        Ok(())
    }

    /// Notes a term that made an atom false.
    pub(crate) fn note_undefined(&mut self, undefined: Undefined) {
        if self.notes.undefined.len() < MAX_NOTES && !self.notes.undefined.contains(&undefined) {
            self.notes.undefined.push(undefined);
        }
    }

    /// Evaluates with other values of variables, and puts the old ones back.
    pub(crate) fn with<T>(
        &mut self,
        values: impl IntoIterator<Item = (VarId, Value)>,
        work: impl FnOnce(&mut Evaluator) -> T,
    ) -> T {
        let old: Vec<(VarId, Option<Value>)> = values
            .into_iter()
            .map(|(var, value)| (var, self.slot_mut(var).replace(value)))
            .collect();
        let result = work(self);
        for (var, value) in old.into_iter().rev() {
            *self.slot_mut(var) = value;
        }
        result
    }

    /// Evaluates where the variables and parameters have the values that a closure captured.
    pub(crate) fn within<T>(
        &mut self,
        closure: &Closure,
        work: impl FnOnce(&mut Evaluator) -> T,
    ) -> T {
        let parameters = std::mem::replace(&mut self.parameters, closure.parameters.clone());
        let result = self.with(closure.captured.iter().cloned(), work);
        self.parameters = parameters;
        result
    }
}
