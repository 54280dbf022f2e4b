//! Sum and Z: specifications by states, operations and the sets that they speak of.
//!
//! ```text
//! text ──► syntax::Specification ──► core::Program ──► values and post-states (eval, solve)
//!          one tree for both          names resolved,    └► a session of animation (animate)
//!          notations, printed back    types known        └► a system within a scope (lower)
//! ```

pub mod animate;
pub mod core;
pub mod eval;
pub mod language;
pub mod lower;
pub mod scope;
pub mod solve;
mod stack;
pub mod syntax;
#[cfg(feature = "testgen")]
pub mod testgen;
pub mod types;
pub mod value;

pub use language::{Sum, Z};
pub use stack::with_deep_stack;
