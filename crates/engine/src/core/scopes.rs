//! The switched system at two sizes, for the question which parts a proof uses. Proofs with nearly all
//! parts go to solvers that know all parts; proofs with a few go to solvers that know little more
//! than these, because definitions that no question can put in force are weight.
//!
//! A scope is a set of parts that have switches; the others are removed for good. It answers for
//! all its subsets.

use std::sync::Arc;

use assay_solver::OracleError;
use assay_system::{Instrumented, System, instrument, without};
use assay_term::{Pool, VarId};

use super::attribute::Probes;
use super::judge::Case;
use super::set::Set;
use crate::backend::Backend;

pub(super) struct Scopes<'a> {
    case: Case<'a>,
    instrumented: Arc<System>,
    switches: Vec<VarId>,
    wide: Option<Probes>,
    narrow: Option<(Set, Probes)>,
}

impl<'a> Scopes<'a> {
    pub fn new(case: Case<'a>) -> Self {
        let Instrumented { system, switches } = instrument(case.original, case.parts);
        Scopes {
            case,
            instrumented: Arc::new(system),
            switches,
            wide: None,
            narrow: None,
        }
    }

    /// The terms of every scope.
    pub fn pool(&self) -> &Pool {
        &self.instrumented.pool
    }

    /// Ends the solvers: the next question starts them afresh.
    pub fn reset(&mut self) {
        self.wide = None;
        self.narrow = None;
    }

    /// Solvers that answer for `on`; None if no solver takes the switched system.
    pub fn over(&mut self, on: &Set) -> Result<Option<&mut Probes>, OracleError> {
        let size = on.iter().count();
        if near(size, self.case.parts.len()) {
            if self.wide.is_none() {
                self.wide = self.probes(self.instrumented.clone())?;
            }
            return Ok(self.wide.as_mut());
        }
        let serves = |scope: &Set| on.is_subset(scope) && near(size, scope.iter().count());
        if !matches!(&self.narrow, Some((scope, _)) if serves(scope)) {
            let off = (0..self.case.parts.len()).filter(|&i| !on.contains(i));
            let system = without(&self.instrumented, off.map(|i| &self.case.parts[i]));
            let probes = self.probes(Arc::new(system))?;
            self.narrow = probes.map(|probes| (on.clone(), probes));
        }
        Ok(self.narrow.as_mut().map(|(_, probes)| probes))
    }

    fn probes(&self, system: Arc<System>) -> Result<Option<Probes>, OracleError> {
        let case = &self.case;
        let Ok(backend) = Backend::choose(&system, case.properties, case.found) else {
            return Ok(None);
        };
        let switched = (&system, self.switches.as_slice());
        Probes::new(switched, case.goals, &backend, case.options, case.stop).map(Some)
    }
}

/// Whether solvers for `scope` parts serve questions about `size` of them well enough.
fn near(size: usize, scope: usize) -> bool {
    3 * size >= 2 * scope
}
