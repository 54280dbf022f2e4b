//! Questions of the animator of specifications that its own search gives up on, decided by the engines. Whoever asks confirms every
//! solution.

use std::sync::Arc;
use std::time::Duration;

use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide};
use assay_solver::{StopFlag, discover};
use assay_sum::lower::question::{Decides, Found};
use assay_system::{Claim, Property, System, Verdict};

/// Asks one solver about one step.
pub struct Solver {
    pub stop: StopFlag,
    /// How long one question may take.
    pub timeout: Option<Duration>,
}

impl Decides for Solver {
    fn decide(&mut self, system: &System) -> Found {
        // That a solution can be reached is refuted by "never": a question about one step.
        let mut system = system.clone();
        let reached = system.properties[0].term;
        let term = system.pool.not(reached);
        system.properties = vec![Property {
            claim: Claim::Obligation,
            ..Property::invariant("no solution", term)
        }]
        .into();
        let system = Arc::new(system);
        let backend = match Backend::choose(&system, &[0], &discover()) {
            Ok(backend) => backend,
            Err(none) => return Found::Unknown(none.to_string()),
        };
        let nothing = system.pool.export(&[]);
        let options = Options {
            timeout: self.timeout,
            jobs: 1,
            ..Options::default()
        };
        let outcome = decide(
            &system,
            &[0],
            &nothing,
            &backend,
            &options,
            &self.stop,
            &mut |_, _| {},
        );
        let verdict = match outcome {
            Ok(outcome) => outcome
                .verdicts
                .into_iter()
                .next()
                .map(|(_, verdict, _)| verdict),
            Err(contradiction) => return Found::Unknown(contradiction.0),
        };
        match verdict {
            Some(Verdict::Violated { trace, .. }) => Found::Trace((*trace).clone()),
            Some(Verdict::Proved { .. }) => Found::Nothing,
            Some(Verdict::Unknown { reason, .. }) => Found::Unknown(reason),
            None => Found::Unknown("nobody answered".into()),
        }
    }
}
