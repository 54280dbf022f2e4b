//! Proofs as they are found: what the solver adds, derives and forgets, with antecedents, in the
//! order in which an LRAT checker wants it.

use cadical_sys::ProofTracer;

/// Receives a proof. Clauses are lists of literal codes; ids are positive and name one clause for
/// good. Antecedents are in the order of reverse unit propagation: assuming the clause's negation,
/// each of them becomes unit in turn and the last one is falsified.
pub trait ProofSink: Send {
    /// A clause that was given to the solver.
    fn original(&mut self, id: i64, clause: &[i32]);

    /// A clause that follows from earlier ones, the negation of a failed core included.
    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64]);

    /// The solver let go of a clause. It may come back through [`ProofSink::restored`], so a checker
    /// that wants to follow incremental solving keeps it.
    fn deleted(&mut self, id: i64);

    /// A deleted clause, original or derived, that is in use again.
    fn restored(&mut self, id: i64, clause: &[i32]);

    /// The answer is "unsatisfiable" because of these clauses: the empty clause, the negation of
    /// the failed assumptions, or one clause for each literal of a one-time clause.
    fn concluded(&mut self, ids: &[i64]);
}

/// Hands CaDiCaL's events to a sink.
pub(super) struct Tracer(pub Box<dyn ProofSink>);

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        if restored {
            self.0.restored(id, clause);
        } else {
            self.0.original(id, clause);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        _witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        // Only bounded variable addition has a witness, and it is switched off.
        self.0.derived(id, clause, antecedents);
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        self.0.deleted(id);
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.0.derived(id, clause, antecedents);
    }

    fn conclude_unsat(&mut self, _kind: i32, ids: &[i64]) {
        self.0.concluded(ids);
    }

    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _kind: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
