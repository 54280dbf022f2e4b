//! Verdicts on properties. The words Sat and Unsat belong to solvers and do not appear here.

use std::fmt;
use std::sync::Arc;

use crate::{Certificate, Trace};

/// Who found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EngineName {
    Bmc,
    KInduction,
    Invariants,
    Ic3,
    Interpolation,
    Bdd,
    Spacer,
    /// One question to a solver: what decides a system without states.
    Combinational,
    /// Fixpoints over sets of states: what decides claims of branching time.
    Ctl,
}

impl EngineName {
    /// Those that a user can choose from: the ones that search for executions or proofs over steps.
    pub const ALL: [EngineName; 7] = [
        EngineName::Bmc,
        EngineName::KInduction,
        EngineName::Invariants,
        EngineName::Ic3,
        EngineName::Interpolation,
        EngineName::Bdd,
        EngineName::Spacer,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            EngineName::Bmc => "bmc",
            EngineName::KInduction => "k-induction",
            EngineName::Invariants => "invariants",
            EngineName::Ic3 => "ic3",
            EngineName::Interpolation => "interpolation",
            EngineName::Bdd => "bdd",
            EngineName::Spacer => "spacer",
            EngineName::Combinational => "combinational",
            EngineName::Ctl => "ctl",
        }
    }

    /// The engine that a result names.
    pub fn named(name: &str) -> Option<EngineName> {
        let all = EngineName::ALL.into_iter();
        all.chain([EngineName::Combinational, EngineName::Ctl])
            .find(|e| e.as_str() == name)
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[derive(Clone, Debug)]
pub enum Verdict {
    /// Holds in every reachable state; the certificate says why. Properties proved together share
    /// one certificate.
    Proved {
        certificate: Arc<Certificate>,
        engine: EngineName,
    },
    /// The property is false at the trace's last step.
    Violated {
        trace: Arc<Trace>,
        engine: EngineName,
    },
    /// Not decided; `true_for` steps from the start were shown to satisfy it.
    Unknown { reason: String, true_for: usize },
}
