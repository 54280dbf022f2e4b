//! What is remembered between runs: facts with their evidence, under keys of everything that they depend on.
//!
//! [`sink`] is what a store implements; [`archive`] is one run's dealings with it; [`recall`] and [`parting`] enter what comes back.
//! [`key`], [`digest`] and [`names`] make keys and texts that outlive an edit.

pub(crate) mod archive;
mod digest;
pub mod key;
pub mod names;
pub(crate) mod parting;
pub(crate) mod recall;
pub mod sink;
