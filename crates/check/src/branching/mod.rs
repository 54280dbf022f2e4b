//! Claims of branching time: does the evidence show that a formula of CTL holds, or that it fails?
//!
//! * [`proofs`] turns a certificate of sets into obligations, over [`states`]: one question to a solver each.
//! * [`tree`] replays executions as a tree.
//!
//! That a claim holds is shown by a certificate whose set of the whole formula has every valid initial state, or all but unfair ones, and by a
//! fair execution: without any, everything would hold. That it fails is shown by a tree for the negation, from a fair initial state. That
//! there is no fair execution at all is shown by a certificate in which every valid initial state is unfair.
//!
//! Invariants, as absences: nothing of how the engines represent sets of states is known here.

mod proofs;
mod rewrite;
mod states;
mod tree;

use assay_system::branching::{Fixpoint, Normal, NormalPart};
use assay_system::{Certificate, Formula, Property, Provers, System, Trace, Tree, VarKind};
use assay_term::{Pool, TermId};

use crate::checker::CheckOutcome;
use crate::lasso::{goes_round, matters};
use crate::trace::{Failure, is_execution};
use proofs::Proofs;

/// Why evidence is refused: which part of it, and what is wrong with that.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub obligation: String,
    pub detail: String,
}

/// What is left to prove: properties of a system without states, each with a certificate that has nothing but its name.
#[derive(Debug)]
pub(crate) struct Questions {
    pub system: System,
    pub certificates: Vec<Certificate>,
    /// What was replayed already.
    pub replayed: Option<&'static str>,
}

impl Questions {
    fn new(proofs: Proofs<'_>, replayed: Option<&'static str>) -> Questions {
        let Proofs {
            states,
            obligations,
            ..
        } = proofs;
        let mut system = System {
            pool: states.pool,
            vars: states.system.vars.clone(),
            ..System::new()
        };
        for variable in system.vars.iter_mut() {
            variable.kind = VarKind::Input;
        }
        let nothing = system.pool.export(&[]);
        let certificates = (0..obligations.len()).map(|property| Certificate {
            k: 1,
            lemmas: nothing.clone(),
            properties: vec![property],
            simple_path: false,
            provers: Provers::none(),
        });
        Questions {
            certificates: certificates.collect(),
            system: System {
                properties: obligations
                    .into_iter()
                    .map(|o| Property::invariant(o.name, o.term))
                    .collect(),
                ..system
            },
            replayed,
        }
    }

    pub fn claims(&self) -> impl Iterator<Item = (&System, &Certificate)> {
        self.certificates.iter().map(|c| (&self.system, c))
    }

    /// The outcome of all of them, which come first among these.
    pub fn outcome(&self, answers: &mut impl Iterator<Item = CheckOutcome>) -> CheckOutcome {
        let mut by: Vec<String> = self.replayed.iter().map(|r| r.to_string()).collect();
        let (mut open, mut rejected) = (None, None);
        for (property, outcome) in self.system.properties.iter().zip(answers) {
            match outcome {
                CheckOutcome::Accepted { by: one } if by.contains(&one) => {}
                CheckOutcome::Accepted { by: one } => by.push(one),
                CheckOutcome::Rejected { detail, .. } => {
                    let obligation = property.name.clone();
                    rejected = rejected.or(Some(CheckOutcome::Rejected { obligation, detail }));
                }
                undecided => open = open.or(Some(undecided)),
            }
        }
        let accepted = || CheckOutcome::Accepted { by: by.join(", ") };
        rejected.or(open).unwrap_or_else(accepted)
    }
}

fn malformed(detail: String) -> Refusal {
    Refusal {
        obligation: "well-formedness".into(),
        detail,
    }
}

fn replay(what: &str) -> impl Fn(Failure) -> Refusal {
    let obligation = format!("replay of {what}");
    move |failure| Refusal {
        obligation: obligation.clone(),
        detail: failure.to_string(),
    }
}

/// The formula in normal form, and a pool that has its terms.
fn normal_form(
    system: &System,
    formula: &Formula,
    negated: bool,
) -> Result<(Normal, Pool), Refusal> {
    let mut pool = system.pool.clone();
    let yes = pool.bool(true);
    match Normal::of(formula, negated, yes) {
        Some(normal) => Ok((normal, pool)),
        None => Err(malformed(
            "the claim is no formula of branching time".into(),
        )),
    }
}

/// What has to be proved for the formula to hold.
pub(crate) fn holds(
    system: &System,
    formula: &Formula,
    fixpoint: &Fixpoint,
) -> Result<Vec<Questions>, Refusal> {
    let (normal, pool) = normal_form(system, formula, false)?;
    let mut proofs =
        Proofs::new(system, pool.clone(), &normal, Some(fixpoint)).map_err(malformed)?;
    let Some((trace, back)) = &fixpoint.execution else {
        return Err(Refusal {
            obligation: "some execution".into(),
            detail: "no fair execution is given, and without any every claim would hold".into(),
        });
    };
    fair_execution(system, trace, *back).map_err(replay("the execution"))?;
    let mut questions = Vec::new();
    match &fixpoint.example {
        // Its branches may end in the sets that are proved here.
        Some(example) if example.sets.is_none() => {
            tree::check(&normal, example, None, &proofs)?;
        }
        Some(example) => questions.push(shown(system, pool, &normal, example)?),
        None => {}
    }
    proofs.hold_at_the_start(&normal).map_err(malformed)?;
    proofs.keep_ranges().map_err(malformed)?;
    questions.push(Questions::new(proofs, Some("execution replayed")));
    Ok(questions)
}

/// What has to be proved for the system to have no fair execution from an initial state: that nothing, which holds nowhere, holds in
/// all of them but unfair ones.
pub(crate) fn no_executions(
    system: &System,
    fixpoint: &Fixpoint,
) -> Result<Vec<Questions>, Refusal> {
    let mut pool = system.pool.clone();
    let yes = pool.bool(true);
    let nothing = Normal {
        parts: vec![NormalPart::Literal(yes, false)],
    };
    let mut proofs = Proofs::new(system, pool, &nothing, Some(fixpoint)).map_err(malformed)?;
    proofs.hold_at_the_start(&nothing).map_err(malformed)?;
    proofs.keep_ranges().map_err(malformed)?;
    Ok(vec![Questions::new(proofs, None)])
}

/// What has to be proved for the formula to fail.
pub(crate) fn fails(
    system: &System,
    formula: &Formula,
    tree: &Tree,
) -> Result<Vec<Questions>, Refusal> {
    let (normal, pool) = normal_form(system, formula, true)?;
    Ok(vec![shown(system, pool, &normal, tree)?])
}

/// What has to be proved for the formula to hold in an initial state from which a fair execution starts.
fn shown(system: &System, pool: Pool, normal: &Normal, tree: &Tree) -> Result<Questions, Refusal> {
    let sets = tree.sets.as_deref();
    let mut proofs = Proofs::new(system, pool, normal, sets).map_err(malformed)?;
    let execution = sets.and_then(|sets| sets.execution.as_ref());
    let anyhow = tree::check(normal, tree, execution, &proofs)?;
    if anyhow || sets.is_some() {
        proofs.keep_ranges().map_err(malformed)?;
    }
    Ok(Questions::new(proofs, Some("tree replayed")))
}

/// Whether the trace is an execution that goes round for ever, and fair.
fn fair_execution(system: &System, trace: &Trace, back: usize) -> Result<(), Failure> {
    is_execution(system, trace)?;
    let conditions: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
    goes_round(
        system,
        trace,
        back,
        &conditions,
        &matters(system, &conditions),
    )
}
