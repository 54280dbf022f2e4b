//! Decides goals: can these terms become true? A goal is reached, with a trace at whose end it is true; infeasible, with a certificate
//! that it never is; or open.
//!
//! All goals are asked in one run of the director: they share lemmas, unrollings and solvers.

use std::sync::Arc;

use assay_solver::{Found, StopFlag};
use assay_system::{Answer, Question, System, with_negations};
use assay_term::Dag;

use crate::backend::Backend;
use crate::claims::of_negation;
use crate::director::{self, Contradiction, Options};

/// What became of the goals.
#[derive(Clone, Debug)]
pub struct Goals {
    /// What the evidence is about: the given system and, as properties, that each goal is never reached.
    pub system: Arc<System>,
    /// One for each goal asked, in the order asked.
    pub answers: Vec<(usize, Answer)>,
}

/// Decides the goals with these indices as far as the limits allow. `lemmas` are offered to the engines as advice.
pub fn decide(
    system: &Arc<System>,
    goals: &[usize],
    lemmas: &Dag,
    solvers: &[Found],
    options: &Options,
    stop: &StopFlag,
) -> Result<Goals, Contradiction> {
    let extended = with_negations(system);
    if goals.is_empty() {
        return Ok(Goals {
            system: extended,
            answers: Vec::new(),
        });
    }
    let negation = |&goal: &usize| Question::Goal(goal).negation(system);
    let negations = goals.iter().map(|g| negation(g).expect("a goal of it"));
    let negations: Vec<usize> = negations.collect();
    let answers: Vec<Answer> = match Backend::choose(&extended, &negations, solvers) {
        Err(error) => {
            let open = Answer::Open {
                reason: error.to_string(),
                true_for: 0,
            };
            vec![open; goals.len()]
        }
        Ok(backend) => {
            let decided = director::decide(
                &extended,
                &negations,
                lemmas,
                &backend,
                options,
                stop,
                &mut |_, _| {},
            )?;
            let verdicts = decided.verdicts.iter();
            verdicts.map(|(_, v, _)| of_negation(v)).collect()
        }
    };
    Ok(Goals {
        system: extended,
        answers: goals.iter().copied().zip(answers).collect(),
    })
}
