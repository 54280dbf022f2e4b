//! What assumptions of a program may hide, as questions: a language says which terms, others decide them.

use assay_source::Span;
use assay_system::System;
use assay_term::{TermId, VarId};

/// Terms over the inputs of a problem without states.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The problem's system, with the terms in its pool.
    pub system: System,
    /// Assertions that a user wrote, in functions that executions run.
    pub asserted: Vec<Asserted>,
    /// The condition under which an execution satisfies every assumption and ends.
    pub ends: TermId,
    /// Assumptions that executions come to after they have run the code under test.
    pub cuts: Vec<Cut>,
}

/// An assertion that a user wrote.
#[derive(Clone, Copy, Debug)]
pub struct Asserted {
    pub span: Span,
    /// Its property; None where so clearly no path leads to it that it became none.
    pub property: Option<usize>,
    /// The condition under which an execution comes to it.
    pub reached: TermId,
}

/// An assumption that executions come to after they have run the code under test.
#[derive(Clone, Debug)]
pub struct Cut {
    pub span: Span,
    /// The condition under which an execution comes to it, and under which it goes on.
    pub reached: TermId,
    pub passed: TermId,
    /// Inputs that are read after the code under test has run: they do not change what it does.
    pub later: Vec<VarId>,
}
