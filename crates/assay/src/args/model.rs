//! What every command that reads a model takes: the model, the engines, another tool, the store.

use std::path::PathBuf;
use std::sync::Arc;

use assay_language::Given;
use assay_session::{Config, EngineOptions, ModelRequest};
use assay_system::EngineName;
use clap::Args;

use crate::values::{engine, seconds};

/// What every command that reads a model needs.
#[derive(Clone, Debug, Args)]
pub struct ModelArgs {
    // Its help lists the languages, and a list of files may stand in its place: see `language_options`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The main node of a Lustre file (default: the one marked `--%MAIN`, else the last), the module at the top of a circuit
    /// (default: the one that no other uses), the function of a C program that is checked (default: `main`), or the module of a
    /// specification (default: the last that no other imports)
    #[arg(long, value_name = "NAME", visible_aliases = ["top", "function", "module"])]
    pub main: Option<String>,
    /// A file with further properties over the variables of the model: lines `NAME: CTLSPEC FORMULA;` and `NAME: INVARSPEC EXPRESSION;`
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
    // Its values are the names of the languages: see `language_options`.
    /// The language of the model (default: what the name of the file says)
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// The file with options, changes and waivers (default: `assay.toml` beside the first file of the model, if it exists)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Options of the language that were typed.
    #[arg(skip)]
    pub given: Given,
    /// Options of languages that the configuration file has.
    #[arg(skip)]
    pub defaults: Given,
    /// What was read of the file with options and waivers.
    #[arg(skip)]
    pub configured: Arc<Config>,
}

impl ModelArgs {
    pub fn request(&self) -> ModelRequest {
        ModelRequest {
            paths: self.files.clone(),
            language: self.language.clone(),
            main: self.main.clone(),
            spec: self.spec.clone(),
            given: self.given.clone(),
            defaults: self.defaults.clone(),
            config: Some(self.configured.clone()),
        }
    }
}

/// Which engines run, and for how long.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Use only this property; can be repeated
    #[arg(long = "property", value_name = "NAME")]
    pub properties: Vec<String>,
    /// Use only this engine; can be repeated
    #[arg(long = "engine", value_name = "ENGINE", value_parser = engine)]
    pub engines: Vec<EngineName>,
    /// How many engines run at the same time (default: the number of processors, at least 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    /// Stop after this much solver effort; unlike a time limit it gives the same result each time. Implies --deterministic
    #[arg(long, value_name = "N")]
    pub budget: Option<u64>,
    /// Let the engines take turns in a fixed order, so that the same input gives the same evidence
    #[arg(long)]
    pub deterministic: bool,
    /// The greatest depth of BMC and k-induction
    #[arg(long, value_name = "K", default_value_t = 1000)]
    pub max_k: u32,
    /// Nodes that decision diagrams may have at a time, about 32 bytes each (default: 30000000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub bdd_nodes: Option<u32>,
    /// Do not check certificates with a second solver (traces are always replayed)
    #[arg(long)]
    pub no_certify: bool,
}

impl EngineArgs {
    pub fn options(&self) -> EngineOptions {
        EngineOptions {
            properties: self.properties.clone(),
            engines: self.engines.clone(),
            jobs: self.jobs,
            timeout: self.timeout,
            budget: self.budget,
            deterministic: self.deterministic,
            max_k: self.max_k,
            bdd_nodes: self.bdd_nodes.map(|n| n as usize),
            certify: !self.no_certify,
        }
    }
}

/// Whom else to ask.
#[derive(Clone, Debug, Args)]
pub struct OpinionArgs {
    /// For C: ask an installed CBMC (`cbmc`, or the path of its program) about the same checks, and compare; exit code 1 if it says
    /// something else
    #[arg(long = "second-opinion", value_name = "TOOL")]
    pub tool: Option<String>,
}

/// Results of earlier runs
#[derive(Debug, Args)]
#[command(next_help_heading = "Store")]
pub struct StoreArgs {
    /// The directory in which results are stored and found again; deleting it loses only time
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".assay",
        conflicts_with = "no_store"
    )]
    pub store: PathBuf,
    /// Do not store results, and do not use stored ones
    #[arg(long)]
    pub no_store: bool,
}

impl StoreArgs {
    pub(super) fn directory(&self) -> Option<PathBuf> {
        (!self.no_store).then(|| self.store.clone())
    }
}
