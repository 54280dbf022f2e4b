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
//! Formulas of branching time go to fixpoints over sets of states ([`crate::ctl`]). That AG p holds, for p without temporal operators, is an
//! invariant too ([`Question::invariant`]): where every path goes on for ever and is fair, the engines of invariants are asked first,
//! elsewhere where the fixpoints found nothing. Other temporal formulas stay open, with the reason.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_solver::{Effort, StopFlag};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Logic, Property, Question, System, Trace, Verdict, stated,
    with_negations,
};
use assay_term::{Dag, Value, VarId};
use rustc_hash::FxHashMap;

use crate::backend::Backend;
use crate::ctl;
use crate::director::{self, Contradiction, Options};
use crate::until::until;

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
    let is_free = system.constraints.is_empty() && system.fairness.is_empty();
    let always = |p: usize| Question::Property(p).invariant(system);
    let end = options.timeout.map(|t| Instant::now() + t);
    let limits = ctl::Limits {
        nodes: options.nodes,
        ..ctl::Limits::default()
    };
    let early = if options.diagrams_first && is_free {
        let all = properties.iter().copied();
        let universal = all.filter(|&p| is_branching(&system.properties[p]) && always(p).is_some());
        easy(system, &universal.collect::<Vec<_>>(), &limits, (end, stop))
    } else {
        Vec::new()
    };
    let left = |p: &usize| !early.iter().any(|(known, ..)| known == p);
    // What the engines are asked about, and for which property.
    let asked: Vec<(usize, usize)> = properties
        .iter()
        .filter(|p| left(p))
        .filter_map(|&p| {
            Some((
                invariant_of(system, p).or(always(p).filter(|_| is_free))?,
                p,
            ))
        })
        .collect();
    let invariants: Vec<usize> = asked.iter().map(|(invariant, _)| *invariant).collect();
    let property_of = |invariant: usize| {
        let found = asked.iter().find(|(i, _)| *i == invariant);
        found.expect("only these are asked").1
    };
    let mut on_verdict = |invariant: usize, verdict: &Verdict| {
        let p = property_of(invariant);
        let answer = answer(&system.properties[p], verdict);
        // Those of branching time have another chance.
        if !is_open(&answer) || !is_branching(&system.properties[p]) {
            on_answer(p, &answer);
        }
    };
    let at_once: Vec<usize> = properties
        .iter()
        .copied()
        .filter(left)
        .filter(|&p| is_branching(&system.properties[p]) && !asked.iter().any(|(_, q)| *q == p))
        .collect();
    let (decided, mut branching) = std::thread::scope(|scope| {
        let fixpoints = scope.spawn(|| ctl_answers(system, &at_once, &limits, (end, stop)));
        let decided = if invariants.is_empty() {
            Ok(director::Outcome::undecided(&[], system.pool.export(&[])))
        } else {
            director::decide(
                &extended,
                &invariants,
                advice,
                backend,
                options,
                stop,
                &mut on_verdict,
            )
        };
        let fixpoints = fixpoints.join();
        (
            decided,
            fixpoints.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        )
    });
    let mut decided = decided?;
    let of_invariants = std::mem::take(&mut decided.verdicts);
    let mut answers: FxHashMap<usize, (Answer, Duration)> = FxHashMap::default();
    for (invariant, verdict, when) in of_invariants {
        let p = property_of(invariant);
        answers.insert(p, (answer(&system.properties[p], &verdict), when));
    }
    let again: Vec<usize> = properties
        .iter()
        .copied()
        .filter(|p| is_branching(&system.properties[*p]))
        .filter(|p| answers.get(p).is_some_and(|(answer, _)| is_open(answer)))
        .collect();
    branching.extend(ctl_answers(system, &again, &limits, (end, stop)));
    branching.extend(early);
    answers.extend(branching.into_iter().map(|(p, a, when)| (p, (a, when))));
    let mut list = Vec::with_capacity(properties.len());
    for &p in properties {
        let property = &system.properties[p];
        let nothing = || (no_engine(property), Duration::ZERO);
        let (answer, when) = answers.get(&p).cloned().unwrap_or_else(nothing);
        if is_open(&answer) || is_of_fixpoints(&answer) {
            on_answer(p, &answer);
        }
        list.push((p, answer, when));
    }
    Ok(Outcome {
        system: extended,
        answers: list,
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

fn is_open(answer: &Answer) -> bool {
    matches!(answer, Answer::Open { .. })
}

fn is_of_fixpoints(answer: &Answer) -> bool {
    match answer {
        Answer::Holds { engine, .. }
        | Answer::Fails { engine, .. }
        | Answer::NoExecutions { engine, .. } => *engine == EngineName::Ctl,
        Answer::Open { .. } => false,
    }
}

fn is_branching(property: &Property) -> bool {
    matches!(&property.claim, Claim::Temporal(formula) if formula.logic() == Logic::Ctl)
}

/// What fixpoints over sets of states say, with the time that all took.
fn ctl_answers(
    system: &Arc<System>,
    properties: &[usize],
    limits: &ctl::Limits,
    (end, stop): (Option<Instant>, &StopFlag),
) -> Vec<(usize, Answer, Duration)> {
    let start = Instant::now();
    let decisions = until(end, stop, |stop| {
        ctl::decide(&stated(system), properties, limits, stop)
    });
    let is_late = end.is_some_and(|end| Instant::now() >= end) && !stop.is_raised();
    let answers = properties.iter().zip(decisions);
    answers
        .map(|(&p, decision)| {
            let answer = match decision.answer() {
                Answer::Open { true_for, .. } if is_late => Answer::Open {
                    reason: "timeout".into(),
                    true_for,
                },
                answer => answer,
            };
            (p, answer, start.elapsed())
        })
        .collect()
}

/// Nodes of decision diagrams that are filled sooner than all engines have begun.
const EASY: usize = 20_000;

/// Those of the properties that hold and that small decision diagrams decide. Violations are left to the engines, whose executions are shortest.
fn easy(
    system: &Arc<System>,
    properties: &[usize],
    limits: &ctl::Limits,
    (end, stop): (Option<Instant>, &StopFlag),
) -> Vec<(usize, Answer, Duration)> {
    let limits = ctl::Limits {
        nodes: limits.nodes.min(EASY),
        ..*limits
    };
    let mut answers = ctl_answers(system, properties, &limits, (end, stop));
    answers.retain(|(_, answer, _)| matches!(answer, Answer::Holds { .. }));
    answers
}

fn no_engine(property: &Property) -> Answer {
    let reason = match &property.claim {
        Claim::Temporal(_) => "no engine decides LTL claims".to_string(),
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
        // Of branching time only AG p comes here, where every path goes on for ever.
        Claim::Invariant | Claim::Obligation | Claim::Temporal(_) => {
            of_invariant(verdict, Evidence::Trace)
        }
        Claim::Justice { save, .. } => of_invariant(verdict, |trace| lasso(trace, *save)),
        Claim::Reachable => of_negation(verdict),
        Claim::Unsupported(..) => unreachable!("nothing is asked about it"),
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
        Answer::NoExecutions { .. } => unreachable!("invariants are about finite executions"),
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
