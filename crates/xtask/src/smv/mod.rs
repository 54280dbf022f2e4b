//! SMV beside NuSMV: the corpus, the benchmark and random models.

pub mod answers;
pub mod bench;
pub mod corpus;
mod ctl;
mod expression;
mod kripke;
mod model;
mod nusmv;
pub mod random;
mod rows;
mod source;
