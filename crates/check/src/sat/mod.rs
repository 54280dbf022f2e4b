//! Finite problems: our own bit-blasting, CaDiCaL, and a verified proof of every answer.
//!
//! `gates` is the circuit and its clauses, `word` the integers in it, `vector` its words that
//! wrap and its arrays, `encode` the obligations,
//! `cadical` the solver with its proof. Base and step are one question each, asked of a fresh
//! solver: is there an execution on which one of the obligations fails?

mod cadical;
mod encode;
mod gates;
pub(crate) mod vector;
mod word;

use std::time::{Duration, Instant};

use crate::checker::CheckOutcome;
use crate::lrat;
use crate::obligations::Problem;
use crate::unroll::unroll;
use cadical::Answer;
use encode::{Circuit, Question};

pub(crate) fn check(problem: &Problem, timeout: Duration) -> CheckOutcome {
    let deadline = Instant::now() + timeout;
    let mut circuit = Circuit::new(problem);
    if let Err(reason) = unroll(problem, &mut circuit) {
        return CheckOutcome::Inconclusive { reason };
    }
    for question in circuit.into_questions() {
        if let Some(trouble) = answer(&question, deadline) {
            return trouble;
        }
    }
    CheckOutcome::Accepted {
        by: "cadical+lrat".into(),
    }
}

/// None if the answer is no, with a proof that passes.
fn answer(question: &Question, deadline: Instant) -> Option<CheckOutcome> {
    if question.clauses.iter().any(<[i32]>::is_empty) {
        return None;
    }
    match cadical::solve(&question.clauses, deadline) {
        Answer::Unsat { ids, proof } => {
            let formula = ids.iter().copied().zip(question.clauses.iter());
            match lrat::check(formula, &proof) {
                Ok(()) => None,
                Err(refusal) => Some(CheckOutcome::Rejected {
                    obligation: question.describe_all(),
                    detail: format!("the proof of it was refused: {refusal}"),
                }),
            }
        }
        Answer::Sat { is_true } => {
            let (obligation, detail) = question.describe_failure(is_true);
            Some(CheckOutcome::Rejected { obligation, detail })
        }
        Answer::Undecided(reason) => Some(CheckOutcome::Inconclusive {
            reason: format!("cadical: {reason}"),
        }),
    }
}
