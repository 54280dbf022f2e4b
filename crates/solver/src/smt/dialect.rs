//! What the solvers do differently, found by trying.

use assay_term::{Op, Pool, Term, TermId, Value};
use num_traits::Zero;

use crate::SolverKind;

impl SolverKind {
    /// The commands that open a session.
    ///
    /// Yices needs a logic and decides by it what it accepts. z3 chooses better strategies for
    /// incremental use when none is set.
    pub(super) fn preamble(self) -> &'static str {
        match self {
            SolverKind::Yices => {
                "(set-option :print-success false)\n\
                 (set-option :produce-models true)\n\
                 (set-option :produce-unsat-assumptions true)\n\
                 (set-logic QF_UFLIRA)\n"
            }
            SolverKind::Z3 => {
                "(set-option :print-success false)\n\
                 (set-option :produce-models true)\n\
                 (set-option :produce-unsat-assumptions true)\n"
            }
            SolverKind::Cvc5 => {
                "(set-option :print-success false)\n\
                 (set-option :produce-models true)\n\
                 (set-option :produce-unsat-assumptions true)\n\
                 (set-logic ALL)\n"
            }
        }
    }

    /// Whether products of unknowns and unknown divisors are accepted, with cores and models that
    /// can be relied on. Yices (2.6.5) gives no cores there, and wrong models: with a product elsewhere
    /// it was seen to answer f(-3) = 0 where f(x) = x div 3 was asserted.
    pub fn takes_nonlinear(self) -> bool {
        self != SolverKind::Yices
    }

    /// Whether a name given by `define-fun` may be assumed. z3 expands such a name and reports the
    /// expansion in cores.
    pub(super) fn assumes_definitions(self) -> bool {
        self == SolverKind::Yices
    }
}

/// Whether a term is a product of unknowns or a division by an unknown (or by zero, which solvers
/// treat as an unknown function).
pub(super) fn is_nonlinear_node(pool: &Pool, id: TermId) -> bool {
    match pool.get(id) {
        Term::App(Op::Mul, args) => {
            args.iter().filter(|&&a| pool.as_const(a).is_none()).count() > 1
        }
        Term::App(Op::IntDiv | Op::Mod | Op::RealDiv, args) => match pool.as_const(args[1]) {
            Some(Value::Int(d)) => d.is_zero(),
            Some(Value::Real(d)) => d.is_zero(),
            _ => true,
        },
        _ => false,
    }
}

/// Whether a solver for these terms must take nonlinear arithmetic.
pub fn is_nonlinear(pool: &Pool, roots: &[TermId]) -> bool {
    pool.below(roots)
        .into_iter()
        .any(|id| is_nonlinear_node(pool, id))
}
