//! Makes the engines of a run: which of them take part, and with what.

use std::sync::Arc;

use assay_solver::{OracleError, StopFlag};
use assay_system::{EngineName, System};
use assay_term::Dag;

use super::{Kind, Options};
use crate::advice::Advice;
use crate::backend::Backend;
use crate::bmc::Bmc;
use crate::board::Board;
use crate::combinational::Combinational;
use crate::engine::Engine;
use crate::guard::guarded;
use crate::invariants::Invariants;
use crate::k_induction::KInduction;
use crate::rounds::Desk;
use crate::solo::{BitEngine, Correspondences, SpacerEngine};

/// The engines before they start, each with the board that it works with.
pub(super) struct Start<'a> {
    pub system: &'a Arc<System>,
    pub properties: &'a [usize],
    pub backend: &'a Backend,
    pub options: &'a Options,
    /// The one board of the race.
    pub shared: Option<&'a Arc<Board>>,
    pub desks: Vec<Desk>,
    pub failures: Vec<(EngineName, String)>,
}

impl Start<'_> {
    /// Adds an engine, unless its construction fails or panics.
    pub fn add(
        &mut self,
        name: EngineName,
        is_advice: bool,
        make: impl FnOnce(&Self, &StopFlag) -> Result<Box<dyn Engine>, OracleError>,
    ) {
        let board = match self.shared {
            Some(board) => board.clone(),
            None => {
                let provers = self.backend.provers();
                Arc::new(Board::new(self.system, provers, StopFlag::new()))
            }
        };
        let made = guarded(|| make(self, board.stop()));
        match made.unwrap_or_else(|panic| Err(OracleError(panic))) {
            Ok(engine) => self.desks.push(Desk::new(engine, board, is_advice)),
            Err(error) => self.failures.push((name, error.to_string())),
        }
    }

    /// What decides a system without states, whichever engines were chosen: there are no steps that they could search.
    pub fn combinational(&mut self) {
        self.add(EngineName::Combinational, false, |start, stop| {
            let engine =
                Combinational::new(start.system.clone(), start.properties, start.backend, stop)?;
            Ok(Box::new(engine))
        });
    }

    /// What checks the lemmas that the caller offers.
    pub fn advice(&mut self, advice: &Dag) {
        if !advice.is_empty() {
            self.add(EngineName::Invariants, true, |start, stop| {
                let system = start.system.clone();
                Ok(Box::new(Advice::new(system, advice, start.backend, stop)?))
            });
        }
    }

    /// Those that were chosen and apply.
    pub fn engines(&mut self, kind: Kind) {
        // Elsewhere a search for correspondences ends before it would pay.
        let correspondences = (kind == Kind::Circuit).then(Correspondences::default);
        for name in EngineName::ALL {
            if wanted(name, &self.options.engines) && applies(name, self.backend) {
                self.add(name, false, |start, stop| {
                    start.make(name, correspondences.as_ref(), stop)
                });
            }
        }
    }

    /// Where nothing but bounded model checking was chosen: what tells it that it need not go on.
    pub fn threshold(&mut self) {
        let alone = self.options.engines == [EngineName::Bmc];
        if alone && self.options.simple_path && self.backend.is_finite() {
            self.add(EngineName::Bmc, false, |start, stop| {
                let (system, max_k) = (start.system.clone(), start.options.max_k);
                let oracle = start.backend.oracle(stop)?;
                let engine = KInduction::threshold(system, start.properties, oracle, max_k)?;
                Ok(Box::new(engine))
            });
        }
    }

    fn make(
        &self,
        name: EngineName,
        correspondences: Option<&Correspondences>,
        stop: &StopFlag,
    ) -> Result<Box<dyn Engine>, OracleError> {
        let (system, properties) = (self.system.clone(), self.properties);
        let (backend, max_k) = (self.backend, self.options.max_k);
        Ok(match name {
            EngineName::Bmc => {
                let oracle = backend.oracle(stop)?;
                Box::new(Bmc::new(system, properties, oracle, max_k as usize + 1))
            }
            EngineName::KInduction => {
                let oracle = backend.oracle(stop)?;
                let engine = KInduction::new(system, properties, oracle, max_k);
                Box::new(if self.options.simple_path && backend.is_finite() {
                    engine.on_simple_paths()?
                } else {
                    engine
                })
            }
            EngineName::Invariants => Box::new(Invariants::new(
                system,
                properties,
                backend.clone(),
                stop.clone(),
            )),
            EngineName::Ic3 | EngineName::Interpolation | EngineName::Bdd => Box::new(
                BitEngine::new(name, system, properties, correspondences.cloned()),
            ),
            EngineName::Spacer => {
                let z3 = backend.z3().expect("spacer applies only where z3 is");
                Box::new(SpacerEngine::new(system, properties, z3.clone()))
            }
            EngineName::Combinational => {
                unreachable!("only systems without states have it, and no other engine")
            }
            EngineName::Ctl => unreachable!("it is not asked about invariants"),
        })
    }
}

/// BMC comes along with every engine that proves but does not look at the start (k-induction, generated
/// invariants) or refutes without a trace (interpolation, Spacer).
fn wanted(name: EngineName, chosen: &[EngineName]) -> bool {
    chosen.contains(&name)
        || name == EngineName::Bmc
            && chosen.iter().any(|e| {
                matches!(
                    e,
                    EngineName::KInduction
                        | EngineName::Invariants
                        | EngineName::Interpolation
                        | EngineName::Spacer
                )
            })
}

fn applies(name: EngineName, backend: &Backend) -> bool {
    match name {
        EngineName::Ic3 | EngineName::Interpolation | EngineName::Bdd => backend.is_finite(),
        EngineName::Spacer => !backend.is_finite() && backend.z3().is_some(),
        _ => true,
    }
}
