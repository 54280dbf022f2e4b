//! What can be asked of a model, as plain data.

use std::path::PathBuf;
use std::sync::Arc;

use assay_cover::Killers;
use assay_language::{Given, Language};
use assay_system::EngineName;

use crate::Config;

/// A model to open.
#[derive(Clone, Debug, Default)]
pub struct ModelRequest {
    /// None where an option of the language names the files.
    pub paths: Vec<PathBuf>,
    /// By name; otherwise it is recognised.
    pub language: Option<String>,
    /// The part to work on; otherwise those that the model says.
    pub main: Option<String>,
    /// A file with properties beside those of the model, in the notation of SMV.
    pub spec: Option<PathBuf>,
    /// Options of the language.
    pub given: Given,
    /// Options of languages that hold where the language has them and nothing else is given: one configuration serves models of
    /// several languages.
    pub defaults: Given,
    /// The configuration file; otherwise `assay.toml` beside the model, if it is there. Of its tables, the lists are about the model;
    /// those of options are for whoever makes requests of them.
    pub config: Option<Arc<Config>>,
}

impl ModelRequest {
    pub fn file(path: impl Into<PathBuf>) -> ModelRequest {
        ModelRequest {
            paths: vec![path.into()],
            ..ModelRequest::default()
        }
    }

    /// With the defaults that a language has.
    pub(crate) fn settled(&self, language: &dyn Language) -> ModelRequest {
        let mut settled = self.clone();
        for option in language.options() {
            let default = self.defaults.iter().find(|(long, _)| *long == option.long);
            let is_given = self.given.iter().any(|(long, _)| long == option.long);
            if let Some((long, values)) = default.filter(|_| !is_given) {
                settled.given.set(long, values.to_vec());
            }
        }
        settled
    }

    /// The words that name the same model again on a command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let paths = self.paths.iter().map(|p| p.display().to_string());
        let mut words: Vec<String> = paths.collect();
        if let Some(language) = &self.language {
            words.extend(["--language".to_string(), language.clone()]);
        }
        if let Some(main) = &self.main {
            words.extend(["--main".to_string(), main.clone()]);
        }
        if let Some(path) = &self.spec {
            words.extend(["--spec".to_string(), path.display().to_string()]);
        }
        if let Some(path) = self.config.as_ref().and_then(|config| config.named()) {
            words.extend(["--config".to_string(), path.display().to_string()]);
        }
        words.extend(self.given.words());
        words
    }
}

/// Which properties, which engines, and for how long.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// All, where none is named.
    pub properties: Vec<String>,
    /// All, where none is named.
    pub engines: Vec<EngineName>,
    /// As many as there are processors, where nothing is said.
    pub jobs: Option<u16>,
    /// Seconds, counted from the opening of the model.
    pub timeout: Option<f64>,
    /// Solver effort.
    pub budget: Option<u64>,
    pub deterministic: bool,
    pub max_k: u32,
    /// Nodes of decision diagrams at a time; a default where nothing is said.
    pub bdd_nodes: Option<usize>,
    /// Whether certificates are checked. Traces always are.
    pub certify: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            properties: vec![],
            engines: vec![],
            jobs: None,
            timeout: None,
            budget: None,
            deterministic: false,
            max_k: 1000,
            bdd_nodes: None,
            certify: true,
        }
    }
}

/// Proves or refutes every property.
#[derive(Clone, Debug, Default)]
pub struct CheckRequest {
    pub engine: EngineOptions,
    pub simple_path: bool,
    pub allow_vacuous: bool,
    /// Look for counterexamples in which inputs change least often.
    pub smooth: bool,
    /// Whether the reply has the proved lemmas.
    pub lemmas: bool,
    /// A file of lemmas to try.
    pub advice: Option<PathBuf>,
    /// Whether the reply has evidence in the formats of other tools.
    pub witnesses: bool,
    /// Another tool to ask about the same checks: its name, or the path of its program.
    pub second_opinion: Option<String>,
    /// Whether executions come with programs that do the same, where the language can write them.
    pub programs: bool,
    /// Whether the states are counted.
    pub stats: bool,
    /// A formula of branching time to ask about in the place of the properties.
    pub formula: Option<String>,
    /// The state at which the formula is asked about: `x = 1, y = true`.
    pub at: Option<String>,
    /// Whether the labels of each round are shown: of the formula, or of the temporal properties.
    pub labels: bool,
    /// Whether the result says when and with what it was made.
    pub provenance: bool,
}

/// What is an element of a core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elements {
    #[default]
    Equations,
    /// Also the parameters of calls.
    All,
}

/// What a core may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoresOver {
    #[default]
    Elements,
    /// Also assertions.
    All,
}

/// Finds the elements that proofs need.
#[derive(Clone, Debug)]
pub struct CoreRequest {
    pub engine: EngineOptions,
    /// All minimal cores, not one.
    pub all: bool,
    pub limit: usize,
    pub elements: Elements,
    pub cores_over: CoresOver,
    pub provenance: bool,
}

impl Default for CoreRequest {
    fn default() -> CoreRequest {
        CoreRequest {
            engine: EngineOptions::default(),
            all: false,
            limit: 1000,
            elements: Elements::default(),
            cores_over: CoresOver::default(),
            provenance: false,
        }
    }
}

/// Lists mutants.
#[derive(Clone, Debug)]
pub struct MutantsRequest {
    /// Names and groups, separated by commas.
    pub mutators: String,
}

/// Which of the mutants are looked at.
#[derive(Clone, Debug, Default)]
pub struct NarrowRequest {
    /// Those of elements of one minimal core.
    pub core: bool,
    /// Those on lines that this diff adds or changes.
    pub in_diff: Option<PathBuf>,
    /// A random sample of so many.
    pub sample: Option<u32>,
    pub seed: u64,
    /// Stop when so many per cent are decided.
    pub accuracy: Option<f64>,
}

/// Conditions on the result.
#[derive(Clone, Debug, Default)]
pub struct GateRequest {
    pub min_score: Option<f64>,
    /// No survivor that the baseline does not have.
    pub no_new_survivors: bool,
    /// An earlier result.
    pub baseline: Option<PathBuf>,
}

impl GateRequest {
    /// The score that is wanted, if nothing else is.
    pub(crate) fn only_score(&self) -> Option<f64> {
        self.min_score.filter(|_| !self.no_new_survivors)
    }
}

/// Measures coverage.
#[derive(Clone, Debug)]
pub struct CoverRequest {
    pub engine: EngineOptions,
    pub mutators: String,
    pub killers: Killers,
    /// So many times the usual effort.
    pub effort: f64,
    pub explain: bool,
    /// Also measure which mutants generated invariants notice.
    pub against_invariants: bool,
    /// Stop when the mutants have taken so many times as long as the proof.
    pub budget_ratio: Option<f64>,
    /// Leave mutants alone that an earlier run has killed.
    pub iterate: bool,
    /// Whether the object code of mutants is compared.
    pub compare_code: bool,
    pub narrow: NarrowRequest,
    pub gates: GateRequest,
    /// The directory of the store.
    pub store: Option<PathBuf>,
    pub provenance: bool,
}

impl Default for CoverRequest {
    fn default() -> CoverRequest {
        CoverRequest {
            engine: EngineOptions::default(),
            mutators: "paper".into(),
            killers: Killers::All,
            effort: 1.0,
            explain: true,
            against_invariants: false,
            budget_ratio: None,
            iterate: false,
            compare_code: false,
            narrow: NarrowRequest::default(),
            gates: GateRequest::default(),
            store: None,
            provenance: false,
        }
    }
}

/// One mutant with its evidence.
#[derive(Clone, Debug)]
pub struct ExplainRequest {
    pub engine: EngineOptions,
    /// Its id.
    pub mutant: String,
    /// Another tool to ask about it: its name, or the path of its program.
    pub second_opinion: Option<String>,
    /// So many times the usual effort.
    pub effort: f64,
    /// Look for an execution that no property notices, also of a mutant that is killed.
    pub passing: bool,
    /// Conditions of the user on such an execution.
    pub required: Vec<String>,
    /// Whether executions come with programs that do the same, where the language can write them.
    pub programs: bool,
    /// The directory of the store.
    pub store: Option<PathBuf>,
    pub provenance: bool,
}

/// Runs a model.
#[derive(Clone, Debug)]
pub struct SimulateRequest {
    /// A CSV file; without one all inputs are random.
    pub inputs: Option<PathBuf>,
    /// As many as the file has, or 10.
    pub steps: Option<usize>,
    pub seed: u64,
}
