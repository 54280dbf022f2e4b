//! Evidence of branching time: what it is about, and its check by the independent room.
//!
//! A certificate for several mutants is about one system in which they are alternatives ([`Combined`]), and about the formula "it is none of
//! these, or the claim holds". So it is checked once, however many mutants it is for. That mutants have no fair execution is
//! shown in the same way, by the formula "it is none of these": the original is there too and has executions. That the original has none
//! is an answer of its own.
//!
//! All this is about states. Where formulas, constraints or fairness read inputs, evidence is about the system whose inputs are states
//! ([`Stating`]).
//!
//! That formulas hold means nothing without executions. A mutant has one of its own as evidence; but a system without constraints and
//! fairness always has executions: a next state is computed from every state.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, CheckOutcome};
use assay_engine::ctl::{any_of, of_chosen, of_none};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Fixpoint, Formula, Mutants, Part, Property, Question,
    System, VarKind, inputs_as_states, not_stated, without,
};
use assay_term::{TermId, VarId};

use crate::claims::extended;
use crate::combined::Combined;
use crate::evidence::{CUT, Checking, UNASKED, accepted};
use crate::parallel;
use crate::result::{Branching, BranchingOf, Checked, StoredBranching};

/// How long one check may take.
const LIMIT: Duration = Duration::from_secs(60);

/// A question to the check room, and its answer.
pub struct Claimed {
    pub system: Arc<System>,
    pub property: usize,
    pub answer: Answer,
}

/// Whether nothing but its transitions decides which executions count: then some always does.
pub(crate) fn is_free(system: &System) -> bool {
    system.constraints.is_empty() && system.fairness.is_empty()
}

/// What evidence of branching time about some mutants is about.
pub struct Branched<'a> {
    mutants: Cow<'a, Mutants>,
    stating: Stating,
}

impl<'a> Branched<'a> {
    pub fn new(mutants: &'a Mutants) -> Branched<'a> {
        let mutants = extended(mutants);
        Branched {
            stating: Stating::of(&mutants),
            mutants,
        }
    }

    /// What a piece of evidence answers, and of which system. None if it does not fit.
    pub fn claimed(&self, stored: &StoredBranching) -> Option<Claimed> {
        answers(&self.mutants, &self.stating, stored)
    }
}

fn answers(mutants: &Mutants, stating: &Stating, stored: &StoredBranching) -> Option<Claimed> {
    let (mut system, chosen) = subject(mutants, stating, &stored.about)?;
    let yes = system.pool.bool(true);
    let formula = |property: usize| match &system.properties.get(property)?.claim {
        Claim::Temporal(formula) => Some(formula.clone()),
        _ => None,
    };
    let name = match &stored.shows {
        Branching::Holds { property, .. } | Branching::Fails { property, .. } => {
            system.properties.get(*property)?.name.clone()
        }
        _ => "an execution".to_string(),
    };
    let engine = EngineName::Ctl;
    let holds = |fixpoint: &Arc<Fixpoint>| Answer::Holds {
        evidence: Evidence::Fixpoint(fixpoint.clone()),
        engine,
    };
    let (formula, answer) = match &stored.shows {
        Branching::Holds { property, fixpoint } => {
            let formula = formula(*property)?;
            let formula = match chosen {
                Some(chosen) => of_chosen(chosen, &formula),
                None => formula,
            };
            (formula, holds(fixpoint))
        }
        Branching::NoExecution { fixpoint } => match chosen {
            Some(chosen) => (of_none(chosen), holds(fixpoint)),
            None => {
                let fixpoint = fixpoint.clone();
                (
                    Formula::Atom(yes),
                    Answer::NoExecutions { fixpoint, engine },
                )
            }
        },
        Branching::Fails { property, tree } => {
            let evidence = Evidence::Tree(tree.clone());
            (formula(*property)?, Answer::Fails { evidence, engine })
        }
        // That what is always true holds needs no sets, but some execution.
        Branching::Execution { trace, back } => {
            let fixpoint = Fixpoint {
                terms: system.pool.export(&[]),
                fair: None,
                unfair: None,
                parts: Vec::new(),
                execution: Some((trace.clone(), *back)),
                example: None,
            };
            (Formula::Atom(yes), holds(&Arc::new(fixpoint)))
        }
    };
    let property = Property {
        claim: Claim::Temporal(formula),
        ..Property::invariant(name, yes)
    };
    system.properties = vec![property].into();
    Some(Claimed {
        system: Arc::new(system),
        property: 0,
        answer,
    })
}

/// Which inputs are states, so that formulas, constraints and conditions of fairness read states only.
///
/// If the original reads inputs in them, all inputs are states, of the original and of all mutants. Otherwise inputs label transitions, and no mutant may
/// change that: its own formulas would mean something else. But what a mutant sets free where a formula reads it is a part of the state.
pub(crate) struct Stating {
    inputs: Vec<VarId>,
    /// By mutant.
    needed: Vec<bool>,
    /// Whether the original needs it.
    always: bool,
}

impl Stating {
    pub fn of(mutants: &Mutants) -> Stating {
        let system = &mutants.system;
        let is_input = |v: &VarId| system.var(*v).kind == VarKind::Input;
        if !not_stated(system).is_empty() {
            return Stating {
                inputs: system.var_ids().filter(is_input).collect(),
                needed: vec![true; mutants.mutants.len()],
                always: true,
            };
        }
        let mut inputs = Vec::new();
        let needed = mutants.mutants.iter().enumerate().map(|(m, mutant)| {
            let Some(patch) = mutant.patch() else {
                return false;
            };
            if mutants.fresh(m).is_empty() {
                return false;
            }
            let mut fresh = not_stated(&patch.apply(system));
            fresh.retain(|v| v.index() >= mutants.fresh_from);
            inputs.extend_from_slice(&fresh);
            !fresh.is_empty()
        });
        let needed = needed.collect();
        inputs.sort_unstable();
        inputs.dedup();
        Stating {
            inputs,
            needed,
            always: false,
        }
    }

    pub fn is_needed(&self, m: usize) -> bool {
        self.needed[m]
    }

    fn apply(&self, system: &System, needed: bool) -> System {
        if needed {
            inputs_as_states(system, &self.inputs)
        } else {
            system.clone()
        }
    }

    /// Mutants as alternatives in one system. All of them need their inputs as states, or none does.
    pub fn together(&self, mutants: &Mutants, members: &[usize]) -> Combined {
        if !members.iter().any(|&m| self.is_needed(m)) {
            return Combined::new(mutants, members);
        }
        let stated = Mutants {
            system: self.apply(&mutants.system, true),
            ..mutants.clone()
        };
        Combined::new(&stated, members)
    }
}

/// The system, and the term that is true for the chosen ones of several mutants.
fn subject(
    mutants: &Mutants,
    stating: &Stating,
    about: &BranchingOf,
) -> Option<(System, Option<TermId>)> {
    let original = || stating.apply(&mutants.system, stating.always);
    Some(match about {
        BranchingOf::Original => (original(), None),
        BranchingOf::Without(wires) => {
            let part = Part {
                name: "what was changed".into(),
                wires: wires.clone(),
                constraints: vec![],
            };
            (without(&original(), &[part]), None)
        }
        BranchingOf::Mutant(m) => {
            let patched = mutants.mutants[*m].patch()?.apply(&mutants.system);
            (stating.apply(&patched, stating.is_needed(*m)), None)
        }
        BranchingOf::Several { members, chosen } => {
            let combined = stating.together(mutants, members);
            let mut system = System::clone(&combined.system);
            let place = |m: &usize| members.iter().position(|member| member == m);
            let chosen: Option<Vec<TermId>> = chosen
                .iter()
                .map(|m| Some(combined.chosen[place(m)?]))
                .collect();
            let chosen = any_of(&mut system.pool, chosen?);
            (system, Some(chosen))
        }
    })
}

/// Checks pieces of evidence, each on its own: trees and executions always, certificates if the caller wants it, until the run is stopped. Err if
/// one is refused: a bug.
pub(crate) fn check(
    mutants: &Mutants,
    list: &mut [StoredBranching],
    checking: &Checking<'_>,
) -> Result<(), String> {
    if list.is_empty() {
        return Ok(());
    }
    let means = checking.means;
    let stating = &Stating::of(mutants);
    let outcomes = parallel::each(list, means.options.jobs, |_, stored| {
        if let Checked::Yes(_) = stored.checked {
            return Ok(stored.checked.clone());
        }
        let is_replayed = matches!(
            stored.shows,
            Branching::Fails { .. } | Branching::Execution { .. }
        );
        if !is_replayed && !means.options.certify {
            return Ok(Checked::No(UNASKED.into()));
        }
        if !is_replayed && means.stop.is_raised() {
            return Ok(Checked::No(CUT.into()));
        }
        let what = format!("the evidence about {}", stored.about.told(mutants));
        let Some(Claimed {
            system,
            property,
            answer,
        }) = answers(mutants, stating, stored)
        else {
            return Err(format!("{what} does not fit its claim"));
        };
        let asked = Asked {
            system: &system,
            question: Question::Property(property),
            answer: &answer,
        };
        let outcome = checking.room.check_answers(&[asked], LIMIT).pop();
        let nobody = CheckOutcome::Inconclusive { reason: CUT.into() };
        accepted(outcome.unwrap_or(nobody), &what)
    });
    for (stored, outcome) in list.iter_mut().zip(outcomes) {
        stored.checked = outcome?;
    }
    Ok(())
}
