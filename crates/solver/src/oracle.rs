//! The vocabulary that engines and solvers share.

use std::fmt;
use std::ops::Not;
use std::sync::{Arc, OnceLock};

use assay_term::{Functions, Pool, TermId, Value, VarId};

/// A point in time. Rigid variables live at [`Step::RIGID`], which is no step at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(pub u32);

impl Step {
    pub const RIGID: Step = Step(u32::MAX);

    pub fn next(self) -> Step {
        Step(self.0 + 1)
    }
}

/// A literal of one oracle: a positive number or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(i32);

impl Lit {
    /// `code` is not 0.
    pub fn from_code(code: i32) -> Lit {
        debug_assert_ne!(code, 0);
        Lit(code)
    }

    pub fn code(self) -> i32 {
        self.0
    }

    pub fn is_negated(self) -> bool {
        self.0 < 0
    }

    pub fn abs(self) -> Lit {
        Lit(self.0.abs())
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// Why an oracle did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The stop flag was raised.
    Interrupted,
    /// The budget for this question is spent.
    Budget,
    /// The solver gave up for a reason of its own.
    GaveUp(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is an assignment; `value` reads it.
    Sat,
    /// There is none; `core` says which assumptions clash.
    Unsat,
    Unknown(Stop),
}

/// A solver that broke or cannot express what was asked. Never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleError(pub String);

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OracleError {}

/// Who ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A person, or a caller that has what it wants.
    Interrupted,
    /// The time for the whole run is over.
    Timeout,
}

impl Cause {
    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Interrupted => "interrupted",
            Cause::Timeout => "timeout",
        }
    }
}

/// Raised once, seen by every oracle that was created with a clone of it, soon.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<OnceLock<Cause>>);

impl StopFlag {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn raise(&self) {
        self.raise_for(Cause::Interrupted);
    }

    /// The first cause counts.
    pub fn raise_for(&self, cause: Cause) {
        let _ = self.0.set(cause);
    }

    pub fn is_raised(&self) -> bool {
        self.cause().is_some()
    }

    pub fn cause(&self) -> Option<Cause> {
        self.0.get().copied()
    }
}

/// Solver effort in units of the back end (CaDiCaL conflicts, z3 rlimit, number of Yices checks):
/// repeatable, comparable only within one back end.
pub type Effort = u64;

/// One incremental solver. All terms come from one pool and its clones' common part; the pool is
/// passed along because engines grow it while they work.
///
/// Protocol: before a term is used at a step, each of its variables is introduced at that step with
/// `free` or `define` (rigid variables once, at [`Step::RIGID`]; every use of a rigid variable then
/// resolves there).
pub trait Oracle {
    /// Introduces `var` at `step` as unknown. `range` bounds an integer and is assumed; back ends
    /// for finite models need it.
    fn free(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        range: Option<(&assay_term::BigInt, &assay_term::BigInt)>,
    ) -> Result<(), OracleError>;

    /// Introduces `var` at `step` as another name for `term` at `at`.
    fn define(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
    ) -> Result<(), OracleError>;

    /// The same for an integer that is known to lie in `range`. The promise is the caller's; a back
    /// end for finite models relies on it to keep words short over many steps.
    fn define_within(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
        range: (&assay_term::BigInt, &assay_term::BigInt),
    ) -> Result<(), OracleError> {
        let _ = range;
        self.define(pool, var, step, term, at)
    }

    /// A literal that is true exactly if the Boolean `term` is true at `step`.
    fn literal(&mut self, pool: &Pool, term: TermId, step: Step) -> Result<Lit, OracleError>;

    /// A literal that nothing constrains yet.
    fn fresh(&mut self) -> Result<Lit, OracleError>;

    /// Asserts a disjunction for good. The empty clause makes every later answer `Unsat`.
    fn clause(&mut self, lits: &[Lit]) -> Result<(), OracleError>;

    /// Is there an assignment that satisfies all clauses and these assumptions? `budget` limits this
    /// one question.
    fn solve(&mut self, assumptions: &[Lit], budget: Option<Effort>)
    -> Result<Answer, OracleError>;

    /// After `Unsat`: a subset of the assumptions that is already contradictory, in the order they
    /// were given.
    fn core(&mut self) -> Result<Vec<Lit>, OracleError>;

    /// After `Sat`: the values of variables at steps. Asked in bulk because a process answers in
    /// bulk.
    fn values(&mut self, pool: &Pool, of: &[(VarId, Step)]) -> Result<Vec<Value>, OracleError>;

    /// After `Sat`: what the uninterpreted functions are at the arguments that occur in the encoded
    /// terms.
    fn functions(&mut self, pool: &Pool) -> Result<Functions, OracleError>;

    /// After `Sat`: the truth of literals.
    fn truths(&mut self, lits: &[Lit]) -> Result<Vec<bool>, OracleError>;

    /// How hard the question just answered was: about the number of conflicts, repeatable; 0 where a solver does
    /// not tell. For callers who may stop searching where questions become hard.
    fn last_effort(&mut self) -> Effort;

    /// Effort spent so far in all.
    fn spent(&self) -> Effort;

    /// What answers, for reports: `cadical 3.0.1`, `yices-smt2 2.6.5`.
    fn name(&self) -> &str;
}
