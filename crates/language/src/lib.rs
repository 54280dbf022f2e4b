//! The seam between a language and the tool.
//!
//! A language is one implementation of [`Language`]: its name, the files that it recognises, its own options, and how it reads a
//! model. A [`Model`] has parts (nodes, modules, functions). A part gives a [`Problem`]: a system with claims, goals, elements and
//! the bound or scope within which it speaks for the model, and what replays its executions. It also gives its mutants, together with
//! what replays those. Nothing behind this seam knows a language.
//!
//! This room defines data and traits. It reads no file and decides nothing.

mod model;
mod options;
mod read;

pub use model::{
    Breaks, Foreign, Inputs, Model, MutantsError, Mutated, Mutator, Problem, Run, SimulateError,
};
pub use options::{DEFINE, Given, INCLUDE, OptionSpec, Scope};
pub use read::{Ended, Files, Language, Limits, Patience, Read, ReadRequest, Unread};
