//! The seam between a language and the tool.
//!
//! A language is one implementation of [`Language`]: its name, the files that it recognises, its own options, and how it reads a
//! model. A [`Model`] has parts (nodes, modules, functions). A part gives a [`Problem`]: a system with claims, goals, elements and
//! the bound or scope within which it speaks for the model, and what replays its executions. It also gives its mutants, together with
//! what replays those. Nothing behind this seam knows a language.
//!
//! This room defines data and traits. It reads no file and decides nothing.

mod animation;
mod audit;
mod changes;
mod model;
mod opinion;
mod options;
mod passing;
mod read;
mod stack;
mod suggest;

pub use animation::{
    Animation, Change, Choice, Enabled, More, Moved, Note, OperationShown, Outcome, Reply, Shown,
    Visit, Why,
};
pub use audit::{Asserted, Audit, Cut};
pub use changes::{Tied, USER, find_element};
pub use model::{
    Breaks, Changed, Foreign, Inputs, Model, MutantsError, Mutated, Mutator, PathLength, Problem,
    Run, SameCode, SimulateError, named_variables,
};
pub use opinion::{Opinion, OpinionRequest, Said};
pub use options::{Check, DEFINE, Given, INCLUDE, OptionSpec, Scope};
pub use passing::PassingQuestion;
pub use read::{Ended, Files, Language, Limits, Patience, Read, ReadRequest, Signal, Unread};
pub use stack::with_stack;
pub use suggest::closest;
