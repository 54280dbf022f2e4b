//! Hash-consed terms over Bool, Int, Real, words and arrays of words, their values, and one evaluator.
//!
//! A [`Pool`] owns terms; a [`TermId`] means something only together with its pool. Pools are
//! cloned, not shared: an engine that invents lemmas does so in its own clone, and hands them over
//! as a [`Dag`], which any other pool with the same declarations can import. That keeps term
//! numbering, and with it everything derived from it, independent of thread timing.
//!
//! Invariants: the arguments of a term have smaller ids than the term itself, so walking ids upwards
//! is a topological walk; every term is well sorted; constructors simplify, so two calls with equal
//! arguments give the same id.
//!
//! This room knows nothing of steps, transition systems, solvers or languages.

mod array;
mod bits;
mod build;
mod build_parts;
mod build_words;
mod dag;
mod eval;
mod interval;
mod pool;
mod read;
mod read_words;
mod sexpr;
mod text;
mod value;

pub use array::ArrayValue;
pub use bits::Bits;
pub use dag::Dag;
pub use eval::{Assignment, EvalError, Evaluator, Functions};
pub use interval::{Interval, Intervals};
pub use pool::{FuncId, Function, Op, Pool, Sort, Term, TermId, VarId};
pub use read::{Named, read_value};
pub use read_words::read_sort;
pub use sexpr::{Sexpr, SexprKind, SexprTree, Sexprs, TextError};
pub use value::Value;

pub use num_bigint::{BigInt, BigUint};
pub use num_rational::BigRational;
