//! What the solvers do differently, found by trying.

use assay_term::{Op, Pool, Sort, Term, TermId, Value};
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

    /// Whether more than linear arithmetic is accepted, with cores and models that can be relied on.
    /// Yices (2.6.5) gives no cores for products of unknowns and unknown divisors, and wrong models: with
    /// a product elsewhere it was seen to answer f(-3) = 0 where f(x) = x div 3 was asserted. Of arrays it
    /// knows no constant ones and prints no values (`@fun_7`), and words mixed with numbers need a
    /// logic in which it answers less well; words alone never come here, they are finite. cvc5 (1.0.3)
    /// takes constant arrays of constants only; an open element is an error that it reports.
    pub fn takes_beyond_linear(self) -> bool {
        self != SolverKind::Yices
    }

    /// Whether a name given by `define-fun` may be assumed. z3 expands such a name and reports the
    /// expansion in cores.
    pub(super) fn assumes_definitions(self) -> bool {
        self == SolverKind::Yices
    }
}

/// Whether a term is a product of unknowns, a division by an unknown (or by zero, which solvers
/// treat as an unknown function), or has to do with words or arrays.
pub(super) fn is_node_beyond_linear(pool: &Pool, id: TermId) -> bool {
    match pool.get(id) {
        Term::App(Op::Mul, args) => {
            args.iter().filter(|&&a| pool.as_const(a).is_none()).count() > 1
        }
        Term::App(Op::IntDiv | Op::Mod | Op::RealDiv, args) => match pool.as_const(args[1]) {
            Some(Value::Int(d)) => d.is_zero(),
            Some(Value::Real(d)) => d.is_zero(),
            _ => true,
        },
        _ => {
            let is_word = |&t: &TermId| is_word_or_array(pool.sort(t));
            is_word(&id) || pool.get(id).args().iter().any(is_word)
        }
    }
}

pub(super) fn is_word_or_array(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(_) | Sort::Array { .. })
}

/// Whether a solver for these terms must take more than linear arithmetic.
pub fn is_beyond_linear(pool: &Pool, roots: &[TermId]) -> bool {
    pool.below(roots)
        .into_iter()
        .any(|id| is_node_beyond_linear(pool, id))
}
