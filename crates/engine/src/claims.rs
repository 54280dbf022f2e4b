//! Decides properties of any claim.
//!
//! The engines know one kind of question: is this term true at every step? The other claims are led back to it, and the evidence is
//! turned round:
//!
//! * "the term can become true" is the negation of "it is never true" ([`assay_system::with_negations`]): a violation of that is a trace that
//!   reaches the term, and its proof is the certificate that nothing does;
//! * justice is translated to an invariant before it comes here ([`assay_system::liveness`]): a violation is an execution that
//!   returns to the state that was saved.
//!
//! Temporal formulas stay open, with the reason: there is no engine for them.

use std::sync::Arc;
use std::time::Duration;

use assay_solver::{Effort, StopFlag};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Logic, Property, Question, System, Trace, Verdict,
    with_negations,
};
use assay_term::{Dag, Value, VarId};

use crate::backend::Backend;
use crate::director::{self, Contradiction, Options};

/// What became of the claims.
#[derive(Debug)]
pub struct Outcome {
    /// What the evidence is about: the given system with the negations of what is asked to be reachable.
    pub system: Arc<System>,
    /// One for each property asked, in the order asked, with the time of its decision.
    pub answers: Vec<(usize, Answer, Duration)>,
    /// Every lemma that was proved, as one list.
    pub lemmas: Dag,
    /// Those of them that say what corresponds.
    pub equalities: Dag,
    pub spent: Vec<(EngineName, Effort)>,
    /// Engines that broke, and how: they cost answers, never truth.
    pub failures: Vec<(EngineName, String)>,
}

impl Outcome {
    /// Nothing was asked of any engine.
    pub fn not_asked(system: &Arc<System>, properties: &[usize]) -> Outcome {
        let open = |&p: &usize| {
            let answer = Answer::Open {
                reason: "not asked".into(),
                true_for: 0,
            };
            (p, answer, Duration::ZERO)
        };
        Outcome {
            system: with_negations(system),
            answers: properties.iter().map(open).collect(),
            lemmas: system.pool.export(&[]),
            equalities: system.pool.export(&[]),
            spent: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// Decides the claims of `properties` as far as the limits allow, all in one run of the director. `backend` is chosen for these
/// properties. `on_answer` is told each answer once, as it comes; those that stay open at the end.
pub fn decide(
    system: &Arc<System>,
    properties: &[usize],
    advice: &Dag,
    backend: &Backend,
    options: &Options,
    stop: &StopFlag,
    on_answer: &mut dyn FnMut(usize, &Answer),
) -> Result<Outcome, Contradiction> {
    let extended = with_negations(system);
    // What the engines are asked about, and for which property.
    let asked: Vec<(usize, usize)> = properties
        .iter()
        .filter_map(|&p| Some((invariant_of(system, p)?, p)))
        .collect();
    let invariants: Vec<usize> = asked.iter().map(|(invariant, _)| *invariant).collect();
    let property_of = |invariant: usize| {
        let found = asked.iter().find(|(i, _)| *i == invariant);
        found.expect("only these are asked").1
    };
    let mut on_verdict = |invariant: usize, verdict: &Verdict| {
        let p = property_of(invariant);
        on_answer(p, &answer(&system.properties[p], verdict));
    };
    let decided = if invariants.is_empty() {
        director::Outcome::undecided(&[], system.pool.export(&[]))
    } else {
        director::decide(
            &extended,
            &invariants,
            advice,
            backend,
            options,
            stop,
            &mut on_verdict,
        )?
    };
    let mut verdicts = decided.verdicts.into_iter();
    let mut answers = Vec::with_capacity(properties.len());
    for &p in properties {
        let property = &system.properties[p];
        let (answer, when) = match invariant_of(system, p) {
            Some(_) => {
                let (_, verdict, when) = verdicts.next().expect("one for each that was asked");
                (answer(property, &verdict), when)
            }
            None => (no_engine(property), Duration::ZERO),
        };
        if let Answer::Open { .. } = answer {
            on_answer(p, &answer);
        }
        answers.push((p, answer, when));
    }
    Ok(Outcome {
        system: extended,
        answers,
        lemmas: decided.lemmas,
        equalities: decided.equalities,
        spent: decided.spent,
        failures: decided.failures,
    })
}

/// The property of the extended system whose truth at every step decides the claim; None where no engine decides it.
fn invariant_of(system: &System, property: usize) -> Option<usize> {
    match system.properties[property].claim {
        Claim::Invariant | Claim::Obligation | Claim::Justice { .. } => Some(property),
        Claim::Reachable => Question::Property(property).negation(system),
        Claim::Temporal(_) | Claim::Unsupported(..) => None,
    }
}

fn no_engine(property: &Property) -> Answer {
    let reason = match &property.claim {
        Claim::Temporal(formula) => match formula.logic() {
            Logic::Ctl => "no engine decides CTL claims".to_string(),
            Logic::Ltl | Logic::Psl => "no engine decides LTL claims".to_string(),
        },
        Claim::Unsupported(_, reason) => reason.clone(),
        _ => unreachable!("only temporal claims have no engine"),
    };
    Answer::Open {
        reason,
        true_for: 0,
    }
}

/// What a verdict on the invariant says of the claim.
fn answer(property: &Property, verdict: &Verdict) -> Answer {
    match &property.claim {
        Claim::Invariant | Claim::Obligation => of_invariant(verdict, Evidence::Trace),
        Claim::Justice { save, .. } => of_invariant(verdict, |trace| lasso(trace, *save)),
        Claim::Reachable => of_negation(verdict),
        Claim::Temporal(_) | Claim::Unsupported(..) => unreachable!("temporal claims have no verdict"),
    }
}

/// The claim is the invariant.
fn of_invariant(verdict: &Verdict, violation: impl Fn(Arc<Trace>) -> Evidence) -> Answer {
    match verdict {
        Verdict::Proved {
            certificate,
            engine,
        } => Answer::Holds {
            evidence: Evidence::Certificate(certificate.clone()),
            engine: *engine,
        },
        Verdict::Violated { trace, engine } => Answer::Fails {
            evidence: violation(trace.clone()),
            engine: *engine,
        },
        Verdict::Unknown { reason, true_for } => Answer::Open {
            reason: reason.clone(),
            true_for: *true_for,
        },
    }
}

/// The invariant is that something never becomes true, and what is asked is whether it does.
pub(crate) fn of_negation(verdict: &Verdict) -> Answer {
    match of_invariant(verdict, Evidence::Trace) {
        Answer::Holds { evidence, engine } => Answer::Fails { evidence, engine },
        Answer::Fails { evidence, engine } => Answer::Holds { evidence, engine },
        // So many steps are known not to reach it. That does not agree with the claim; it says nothing about it.
        Answer::Open { reason, .. } => Answer::Open {
            reason,
            true_for: 0,
        },
    }
}

/// The state is saved at the first step at which `save` is true, and the violation is where it is met again.
fn lasso(trace: Arc<Trace>, save: VarId) -> Evidence {
    let saved = |step: &usize| *trace.value(*step, save) == Value::Bool(true);
    let back = (0..trace.len()).find(saved);
    let back = back.expect("without a saved state nothing is violated");
    Evidence::Lasso { trace, back }
}
