//! Vacuity: parts of a formula that do not matter for its truth.
//!
//! A single occurrence of a part does not matter if the formula still holds with the worst in its place: false where a greater part makes the formula
//! true more often, true where it stands under an odd number of negations [1, 2]. Of parts inside of each other the outermost is named. What stands in an
//! equivalence has both polarities and is left out; the equivalence itself is not.
//!
//! Where a part matters, the formula with the worst in its place fails, and the tree of that is an *interesting witness* [1]: executions on which
//! the part is needed.
//!
//! References: [1] Beer, Ben-David, Eisner, Rodeh: Efficient Detection of Vacuity in Temporal Model Checking, FMSD 2001. [2] Kupferman, Vardi:
//! Vacuity Detection in Temporal Model Checking, STTT 2003.

use std::sync::Arc;

use assay_solver::StopFlag;
use assay_system::branching::{Fixpoint, Normal, Tree};
use assay_system::{Formula, System};
use assay_term::TermId;

use super::kripke::{Failure, Kripke};
use super::{Decision, Limits, decide_one, deeply, formula, groups, open_reachable, reason};
use crate::symbolic::Of;

/// Occurrences that are asked about at most.
const MOST: usize = 64;

/// What is known of the parts of a formula that holds.
#[derive(Clone, Debug, Default)]
pub struct Vacuity {
    pub idle: Vec<Idle>,
    /// Of the first innermost part that matters.
    pub witness: Option<Witness>,
}

/// A part that does not matter.
#[derive(Clone, Debug)]
pub struct Idle {
    pub part: Formula,
    /// What may stand in its place.
    pub worst: bool,
    /// The formula with that in its place, which holds.
    pub instead: Formula,
    pub proof: Arc<Fixpoint>,
}

/// Executions on which a part is needed.
#[derive(Clone, Debug)]
pub struct Witness {
    pub part: Formula,
    /// The formula with the worst in its place, which fails.
    pub instead: Formula,
    pub tree: Arc<Tree>,
}

/// Which parts of a formula of branching time matter. None if it does not hold.
pub fn vacuity(
    system: &System,
    formula: &Formula,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Option<Vacuity>, String> {
    let compute = || -> Result<Option<Vacuity>, Failure> {
        let (mut kripke, yes) = open_reachable(system, &formula.atoms(), false, limits, stop)?;
        if !holds(&mut kripke, formula, yes)? {
            return Ok(None);
        }
        let mut vacuity = Vacuity::default();
        let mut idle: Vec<Vec<usize>> = Vec::new();
        for occurrence in occurrences(formula) {
            let path = &occurrence.path;
            if is_constant(system, occurrence.part) || idle.iter().any(|i| path.starts_with(i)) {
                continue;
            }
            ask(&mut kripke, formula, &occurrence, yes, &mut vacuity)?;
            if vacuity.idle.len() > idle.len() {
                idle.push(occurrence.path);
            }
        }
        Ok(Some(vacuity))
    };
    deeply(|| compute().map_err(|failure| reason(&failure, limits)))
}

/// A part that does not matter of each of these properties, which claim formulas of branching time that hold. What is too hard to say is not said.
pub fn idle_parts(
    system: &System,
    properties: &[usize],
    limits: &Limits,
    stop: &StopFlag,
) -> Vec<(usize, Idle)> {
    let mut found = Vec::new();
    for group in groups(system, properties) {
        let group: Vec<usize> = group.into_iter().map(|at| properties[at]).collect();
        let in_group = || idle_in_group(system, &group, limits, stop);
        found.extend(deeply(in_group).unwrap_or_default());
    }
    found
}

/// The same of properties that depend on the same variables.
fn idle_in_group(
    system: &System,
    properties: &[usize],
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Vec<(usize, Idle)>, Failure> {
    let formulas: Vec<(usize, &Formula)> = properties
        .iter()
        .filter_map(|&p| Some((p, formula(system, p)?)))
        .collect();
    let atoms: Vec<TermId> = formulas.iter().flat_map(|(_, f)| f.atoms()).collect();
    let (mut kripke, yes) = open_reachable(system, &atoms, false, limits, stop)?;
    let mut found = Vec::new();
    for (property, formula) in formulas {
        for occurrence in occurrences(formula) {
            if is_constant(system, occurrence.part) {
                continue;
            }
            match idle_part(&mut kripke, formula, &occurrence, yes) {
                Ok(Some(idle)) => found.push((property, idle)),
                Ok(None) => continue,
                Err(_) => {}
            }
            break;
        }
    }
    Ok(found)
}

/// The formula with the worst in the place of one of its parts.
fn with_worst(formula: &Formula, occurrence: &Occurrence<'_>, yes: TermId) -> Formula {
    let always = Formula::Atom(yes);
    let constant = if occurrence.negated {
        always
    } else {
        Formula::Not(Box::new(always))
    };
    replaced(formula, &occurrence.path, &constant)
}

/// The part, if it does not matter.
fn idle_part(
    kripke: &mut Kripke<'_>,
    formula: &Formula,
    occurrence: &Occurrence<'_>,
    yes: TermId,
) -> Of<Option<Idle>> {
    let instead = with_worst(formula, occurrence, yes);
    if !holds(kripke, &instead, yes)? {
        return Ok(None);
    }
    Ok(match decide_one(kripke, &instead, yes)? {
        Decision::Holds(proof) => Some(Idle {
            part: occurrence.part.clone(),
            worst: occurrence.negated,
            instead,
            proof,
        }),
        _ => None,
    })
}

fn ask(
    kripke: &mut Kripke<'_>,
    formula: &Formula,
    occurrence: &Occurrence<'_>,
    yes: TermId,
    vacuity: &mut Vacuity,
) -> Of<()> {
    if let Some(idle) = idle_part(kripke, formula, occurrence, yes)? {
        vacuity.idle.push(idle);
        return Ok(());
    }
    let is_leaf = matches!(occurrence.part, Formula::Atom(_));
    if is_leaf && vacuity.witness.is_none() {
        let instead = with_worst(formula, occurrence, yes);
        if let Decision::Fails(tree) = decide_one(kripke, &instead, yes)? {
            vacuity.witness = Some(Witness {
                part: occurrence.part.clone(),
                instead,
                tree,
            });
        }
    }
    Ok(())
}

fn holds(kripke: &mut Kripke<'_>, formula: &Formula, yes: TermId) -> Of<bool> {
    let starts = kripke.and(&kripke.init.clone(), &kripke.fair.clone())?;
    let normal = Normal::of(formula, false, yes).expect("it is of branching time");
    let set = kripke.label(&normal)?.pop().expect("the root");
    Ok(!starts.is_false() && kripke.relation.diagrams.implies(&starts, &set)?)
}

fn is_constant(system: &System, part: &Formula) -> bool {
    let term = match part {
        Formula::Atom(term) => term,
        _ => return false,
    };
    matches!(system.pool.get(*term), assay_term::Term::Const(_))
}

/// A part at its place: which operand to take, from the root on.
struct Occurrence<'f> {
    path: Vec<usize>,
    part: &'f Formula,
    /// It stands under an odd number of negations.
    negated: bool,
}

fn operands(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::Atom(_) => vec![],
        Formula::Not(a)
        | Formula::Next(_, a)
        | Formula::Finally(_, a)
        | Formula::Globally(_, a) => vec![a],
        Formula::And(a, b) | Formula::Or(a, b) | Formula::Iff(a, b) | Formula::Until(_, a, b) => {
            vec![a, b]
        }
    }
}

/// All but the whole and what stands in an equivalence, the outer ones first.
fn occurrences(formula: &Formula) -> Vec<Occurrence<'_>> {
    let root = Occurrence {
        path: Vec::new(),
        part: formula,
        negated: false,
    };
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() && found.len() <= MOST {
        let Occurrence {
            path,
            part,
            negated,
        } = &found[at];
        let (path, part, negated) = (path.clone(), *part, *negated);
        at += 1;
        if matches!(part, Formula::Iff(..)) {
            continue;
        }
        for (operand, inner) in operands(part).into_iter().enumerate() {
            found.push(Occurrence {
                path: [&path[..], &[operand]].concat(),
                part: inner,
                negated: negated ^ matches!(part, Formula::Not(_)),
            });
        }
    }
    // A negation and what it negates are one part.
    let is_negation = |o: &Occurrence<'_>| matches!(o.part, Formula::Not(_));
    found.retain(|o| !o.path.is_empty() && !is_negation(o));
    found
}

/// The formula with something else at a place.
fn replaced(formula: &Formula, path: &[usize], new: &Formula) -> Formula {
    let Some((&operand, rest)) = path.split_first() else {
        return new.clone();
    };
    let of = |at: usize, a: &Formula| {
        Box::new(if at == operand {
            replaced(a, rest, new)
        } else {
            a.clone()
        })
    };
    match formula {
        Formula::Atom(term) => Formula::Atom(*term),
        Formula::Not(a) => Formula::Not(of(0, a)),
        Formula::And(a, b) => Formula::And(of(0, a), of(1, b)),
        Formula::Or(a, b) => Formula::Or(of(0, a), of(1, b)),
        Formula::Iff(a, b) => Formula::Iff(of(0, a), of(1, b)),
        Formula::Next(paths, a) => Formula::Next(*paths, of(0, a)),
        Formula::Finally(paths, a) => Formula::Finally(*paths, of(0, a)),
        Formula::Globally(paths, a) => Formula::Globally(*paths, of(0, a)),
        Formula::Until(paths, a, b) => Formula::Until(*paths, of(0, a), of(1, b)),
    }
}
