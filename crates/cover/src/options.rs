//! What a caller decides about a run.

use std::time::Duration;

use assay_engine::{ctl, director};
use assay_solver::Effort;

use crate::campaign::Killers;
use crate::result::Stage;

#[derive(Clone, Debug)]
pub struct CoverOptions {
    /// For the proof of the original.
    pub proof: director::Options,
    pub killers: Killers,
    pub jobs: usize,
    /// Depth of the last search for violations; None: the larger of 7 and twice the proof's k.
    pub kill_depth: Option<u32>,
    /// Effort for one question of the shared stages.
    pub question_budget: Option<Effort>,
    /// Effort of the whole portfolio for one mutant.
    pub prove_budget: Effort,
    /// A guard by the clock for one question, for solvers that have no budget of their own.
    pub patience: Duration,
    /// The same for all engines on one mutant.
    pub prove_patience: Duration,
    /// The same for one question about a difference.
    pub explain_patience: Duration,
    /// Nodes of decision diagrams at a time, for the formulas of branching time of the original. Mutants get a share of that.
    pub nodes: usize,
    /// Stages that are left out.
    pub skip: Vec<Stage>,
    /// Look for differences of survivors and prove equivalences.
    pub explain: bool,
    /// Find the cores of the proof, for at most so long.
    pub cores: Option<Duration>,
    /// Check certificates in the independent room. Traces are always checked.
    pub certify: bool,
    /// Stop once this share (per cent) of the mutants is decided.
    pub accuracy: Option<f64>,
    /// Stop once the mutants have taken so many times as long as the proof, by the clock.
    pub budget_ratio: Option<f64>,
    /// Stop once it is certain whether the score reaches this per cent.
    pub settle: Option<f64>,
    /// A mutant that is remembered as killed is not asked about further properties.
    pub iterate: bool,
}

impl Default for CoverOptions {
    fn default() -> Self {
        CoverOptions {
            proof: director::Options::default(),
            killers: Killers::All,
            jobs: std::thread::available_parallelism().map_or(1, |n| n.get()),
            kill_depth: None,
            question_budget: Some(200_000),
            prove_budget: 300_000,
            patience: Duration::from_secs(20),
            prove_patience: Duration::from_secs(20),
            explain_patience: Duration::from_secs(4),
            nodes: ctl::Limits::default().nodes,
            skip: Vec::new(),
            explain: true,
            cores: Some(Duration::from_secs(5)),
            certify: true,
            accuracy: None,
            budget_ratio: None,
            settle: None,
            iterate: false,
        }
    }
}

impl CoverOptions {
    /// So many times the effort for every question, mutant and difference.
    pub fn scale(&mut self, factor: f64) {
        let effort = |e: Effort| (e as f64 * factor).ceil() as Effort;
        self.question_budget = self.question_budget.map(effort);
        self.prove_budget = effort(self.prove_budget);
        for patience in [
            &mut self.patience,
            &mut self.prove_patience,
            &mut self.explain_patience,
        ] {
            *patience = patience.mul_f64(factor);
        }
    }

    pub fn runs(&self, stage: Stage) -> bool {
        !self.skip.contains(&stage)
    }
}
