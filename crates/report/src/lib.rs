//! Results as plain data, and their writers.
//!
//! The command line fills a [`CheckResult`], [`CoreResult`], [`SimulateResult`] or [`Document`]; a writer turns it into text for a
//! terminal, a JSON document, or a trace into CSV or VCD. The JSON is specified by `docs/schema/result.json`, which
//! tests validate against.
//!
//! Writers return strings, or write to what they are given where the whole may be large, and never print. This room knows no engine, no solver, no language and no file: whether
//! colours are wanted and how wide the terminal is, it is told.

/// The version of the JSON of every result, `docs/schema/result.json`. Results without one are older; they are still read.
pub const SCHEMA: u32 = 3;

mod animation;
pub mod branching;
mod claim;
mod cover;
mod csv;
pub mod document;
mod formats;
mod html;
mod json;
mod mutants;
mod opinion;
mod progress;
mod result;
mod run;
pub mod states;
mod style;
mod table;
mod terminal;
mod trace;
mod value;
mod vcd;
mod verdict;
pub mod waivers;

pub use animation::{reply_to_json, reply_to_text};
pub use branching::TreeView;
pub use claim::{ClaimView, WithinView, named as class_name};
pub use cover::{cover_to_text, mutant_to_text, strength_to_text};
pub use csv::trace_to_csv;
pub use document::Document;
pub use formats::{cover_to_junit, cover_to_markdown, cover_to_sarif, write_stryker};
pub use html::write_page as write_html;
pub use json::{check_to_json, core_to_json, document, simulate_to_json, solvers_to_json};
pub use mutants::{ListedMutant, MutantsResult, mutants_to_json, mutants_to_text};
pub use opinion::{Differing, SecondOpinion};
pub use progress::{Bar, Counter};
pub use result::{
    CertificateView, CheckResult, Checked, CoreResult, CoreSets, CoreView, Failure, Header, Input,
    InputFile, Message, Place, PropertyCore, PropertyRun, Provenance, SimulateResult, SolverEntry,
    SolverRecord, SolversResult,
};
pub use run::{RunLineView, RunView};
pub use style::Style;
pub use table::trace_table;
pub use terminal::{check_to_text, core_to_text, simulate_to_text, solvers_to_text};
pub use trace::{FunctionTable, Kind, Signal, TraceView, loop_start, value_text};
pub use vcd::{pair_to_vcd, trace_to_vcd};
pub use verdict::{EvidenceView, GoalOutcome, GoalResult, Outcome, PropertyResult};
