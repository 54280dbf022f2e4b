//! Transition systems, and what is said about them: traces, certificates, verdicts.
//!
//! A [`System`] has variables of four kinds: inputs, states, wires (defined in the same step by a
//! term), and rigid parameters (one value for a whole execution). Steps count from 0. At each step
//! every constraint is assumed; a property is *violated* at step n if some execution of n+1 steps
//! satisfies all constraints at all of its steps and falsifies the property at the last.
//!
//! Rigid parameters are how alternatives live inside one system: a wire whose definition is
//! `ite(p, original, replacement)` has its element switched by `p`, and one solver instance serves
//! every choice through assumptions on the parameters.
//!
//! This room knows no solver and no language.

pub mod branching;
mod certificate;
mod claim;
mod cone;
mod evidence;
mod execute;
mod generator;
mod instrument;
pub mod liveness;
mod mutant;
mod names;
mod never;
mod question;
mod random;
mod readable;
mod replay;
mod replayer;
mod select;
mod shared;
mod stated;
mod stimulus;
mod system;
mod trace;
mod verdict;
mod within;

pub use branching::{Fixpoint, Tree};
pub use certificate::{Certificate, Provers};
pub use claim::{Claim, Class, Formula, Goal, Logic, Paths, Property, Within};
pub use cone::Cone;
pub use evidence::{Answer, Evidence};
pub use execute::{execute, init_order};
pub use generator::{Generator, Untied};
pub use instrument::{Instrumented, Part, instrument, without};
pub use mutant::{Change, Mutant, Mutants, Patch, Target, fnv1a};
pub use names::Names;
pub use never::never;
pub use question::{Question, add_negations, always_as_invariants, with_negations};
pub use random::Random;
pub use readable::{LineKind, RunLine};
pub use replay::{Replay, ReplayError, replay};
pub use replayer::{Evaluated, Replayed, Replayer};
pub use select::{Catalogue, Group, OperatorRole, Selection};
pub use shared::{List, Table};
pub use stated::{inputs_as_states, is_stated, not_stated, stated};
pub use stimulus::{Stimulus, default_value, open};
pub use system::{
    Clause, ClauseWhen, Constraint, ConstraintKind, Element, ElementKind, Fairness, Instance, Role,
    Shown, System, VarKind, Variable,
};
pub use trace::Trace;
pub use verdict::{EngineName, Verdict};
pub use within::{within, within_certificate};
