//! The tool as a library.
//!
//! A [`Session`] knows the languages, the caller's [`Events`] and what stops it. It opens a model; an [`Opened`] model takes requests
//! (check, cover, core, mutants, explain, simulate) and returns result documents. The command line, tests, benchmarks and servers
//! are callers: nothing here prints, reads arguments or ends the process. Files are read where a request names them, and nothing is
//! written but the store.

mod advice;
mod audit;
mod branching;
mod changes;
mod commands;
mod config;
mod dead_end;
mod diff;
mod document;
mod engines;
mod events;
mod evidence;
mod excerpt;
mod exit;
mod files;
mod gates;
mod languages;
mod narrow;
mod opened;
mod opinion;
mod passing;
mod provenance;
mod replay;
mod request;
mod session;
mod sizes;
mod solutions;
mod specified;
mod stop;
mod store;
mod vacuity;
mod waivers;
mod watching;

pub use commands::check::{CheckReply, WitnessFile};
pub use commands::cover::CoverReply;
pub use commands::read_document;
pub use commands::solvers::solvers;
pub use config::{CONFIG_FILE, Config, ConfigError, SHARED_TABLE, Setting, SettingValue, nearest};
pub use events::{Events, Progress, Silent, Unit};
pub use exit::{Exit, table as exit_table};
pub use files::Reader;
pub use languages::languages;
pub use opened::Opened;
pub use request::{
    CheckRequest, CoreRequest, CoresOver, CoverRequest, Elements, EngineOptions, ExplainRequest,
    GateRequest, ModelRequest, MutantsRequest, NarrowRequest, SimulateRequest,
};
pub use session::Session;
pub use solutions::Solver;
pub use stop::Stop;
pub use watching::is_watched;

pub use assay_cover::Killers;
