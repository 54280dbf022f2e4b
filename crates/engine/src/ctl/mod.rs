//! Branching time: decides formulas of CTL by fixpoints over sets of states, as decision diagrams.
//!
//! * `model.rs`: a system as bits, states apart from transitions;
//! * `kripke.rs`: its reachable and its fair states;
//! * `labels.rs`: where the parts of a formula hold;
//! * `rings.rs`: how far states are from a goal;
//! * `certificate.rs`, `terms.rs`, `choice.rs`: what shows that a formula holds;
//! * `tree.rs`, `walk.rs`: executions that show that it fails;
//! * `alternatives.rs`: claims about many alternatives at once;
//! * `coverage.rs`: which states matter for a formula;
//! * `distance.rs`: shortest and longest ways;
//! * `vacuity.rs`: which parts of a formula matter;
//! * `survey.rs`: statistics, deadlocks, sets of states for people.
//!
//! A system meets the precondition if constraints, conditions of fairness and formulas read states only, and if no input is read both by an
//! initial value and by a next one; `assay_system::stated` makes such a system. Otherwise the answer is open, with the reason.
//!
//! Whatever the answer is, it is only given together with its evidence.

mod alternatives;
mod certificate;
mod choice;
mod coverage;
mod distance;
mod kripke;
mod labels;
mod model;
mod rings;
mod survey;
mod terms;
mod tree;
mod vacuity;
mod walk;

use std::sync::Arc;

use assay_solver::StopFlag;
use assay_system::branching::{Fixpoint, Normal, NormalPart, Quantifier, Tree};
use assay_system::{Answer, Claim, Cone, EngineName, Evidence, Formula, System};
use assay_term::{TermId, Value, VarId};

use crate::symbolic::{Func, Of, Trouble};
pub use alternatives::{Alternative, Fate, Fates, alternatives, any_of, of_chosen, of_none};
use certificate::Certificate;
pub use coverage::{Coverage, Uncoverable, coverage, flipped};
pub use distance::{Distance, distance};
use kripke::{Failure, Kripke};
pub use survey::{Deadlock, Space, States, Stats, deadlock, explore, holds_at, stats};
use tree::{Growing, has_path};
pub use vacuity::{Idle, Vacuity, Witness, idle_parts, vacuity};

/// How much the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of decision diagrams at a time: about 32 bytes each.
    pub nodes: usize,
    /// Nodes that the search for reachable states may create before all valid states are tried in their place, which is done in turns then. With 0,
    /// reachable states are not looked for.
    pub effort: u64,
    /// Nodes that may be created in all, beside those of the transitions; None: as many as it takes. An effort that can be repeated.
    pub total: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: 30_000_000,
            effort: 4_000_000,
            total: None,
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Decision {
    Holds(Arc<Fixpoint>),
    Fails(Arc<Tree>),
    /// No fair execution starts in any initial state: neither the claim nor its negation means anything. The certificate has no
    /// part of the formula.
    NoExecutions(Arc<Fixpoint>),
    Open(String),
}

impl Decision {
    /// The same as an answer to a claim.
    pub fn answer(self) -> Answer {
        let engine = EngineName::Ctl;
        match self {
            Decision::Holds(fixpoint) => Answer::Holds {
                evidence: Evidence::Fixpoint(fixpoint),
                engine,
            },
            Decision::Fails(tree) => Answer::Fails {
                evidence: Evidence::Tree(tree),
                engine,
            },
            Decision::NoExecutions(fixpoint) => Answer::NoExecutions { fixpoint, engine },
            Decision::Open(reason) => Answer::Open {
                reason,
                true_for: 0,
            },
        }
    }
}

/// What is the case, without evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Holds,
    Fails,
    NoExecutions,
}

/// Recursion goes as deep as there are variables.
const STACK: usize = 1 << 28;

/// Decides these properties, which claim formulas of branching time. One answer for each, in order.
pub fn decide(
    system: &System,
    properties: &[usize],
    limits: &Limits,
    stop: &StopFlag,
) -> Vec<Decision> {
    let mut decisions: Vec<Option<Decision>> = vec![None; properties.len()];
    for group in groups(system, properties) {
        let decided = deeply(|| decide_group(system, &group, properties, limits, stop));
        for (at, decision) in decided {
            decisions[at] = Some(decision);
        }
    }
    decisions
        .into_iter()
        .map(|d| d.unwrap_or_else(|| Decision::Open("it is no formula of branching time".into())))
        .collect()
}

/// Whether each property holds for each choice of values of rigid parameters, all in one diagram. Parameters that are not named may have any value.
/// The result has a list for each property, with one entry for each choice.
pub fn truths(
    system: &System,
    properties: &[usize],
    choices: &[Vec<(VarId, bool)>],
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Vec<Vec<Truth>>, String> {
    deeply(|| {
        let formulas: Option<Vec<&Formula>> =
            properties.iter().map(|&p| formula(system, p)).collect();
        let formulas = formulas.ok_or("it is no formula of branching time")?;
        let atoms: Vec<TermId> = formulas.iter().flat_map(|f| f.atoms()).collect();
        let computed = truths_of(system, &formulas, &atoms, choices, limits, stop);
        computed.map_err(|failure| reason(&failure, limits))
    })
}

fn truths_of(
    system: &System,
    formulas: &[&Formula],
    atoms: &[TermId],
    choices: &[Vec<(VarId, bool)>],
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Vec<Vec<Truth>>, Failure> {
    let (mut kripke, yes) = open_reachable(system, atoms, false, limits, stop)?;
    let init = kripke.init.clone();
    let starts = kripke.and(&init, &kripke.fair.clone())?;
    let mut all = Vec::with_capacity(formulas.len());
    for formula in formulas {
        let normal = Normal::of(formula, true, yes).expect("it is a formula of branching time");
        let fails = kripke.label(&normal)?.pop().expect("the root");
        let fails = kripke.and(&starts, &fails)?;
        let mut truths = Vec::with_capacity(choices.len());
        for choice in choices {
            let chosen = kripke.with_parameters(choice)?;
            let with = |kripke: &mut Kripke<'_>, set: &Func| -> Of<bool> {
                Ok(!kripke.and(set, &chosen)?.is_false())
            };
            truths.push(if !with(&mut kripke, &starts)? {
                Truth::NoExecutions
            } else if with(&mut kripke, &fails)? {
                Truth::Fails
            } else {
                Truth::Holds
            });
        }
        all.push(truths);
    }
    Ok(all)
}

/// The states and transitions, with the term that is always true.
fn open<'a>(
    system: &'a System,
    atoms: &[TermId],
    whole: bool,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<(Kripke<'a>, TermId), Failure> {
    // Normal forms name this term.
    let yes = system.pool.clone().bool(true);
    let mut kripke = Kripke::new(system, atoms, whole, limits, stop)?;
    kripke.relation.diagrams.allow(limits.total);
    let always = kripke.relation.diagrams.constant(true);
    kripke.replace_atom(yes, always);
    Ok((kripke, yes))
}

/// The same with all reachable states.
fn open_reachable<'a>(
    system: &'a System,
    atoms: &[TermId],
    whole: bool,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<(Kripke<'a>, TermId), Failure> {
    let (mut kripke, yes) = open(system, atoms, whole, limits, stop)?;
    kripke.reach()?;
    kripke.work_in(true)?;
    Ok((kripke, yes))
}

fn formula(system: &System, property: usize) -> Option<&Formula> {
    match &system.properties[property].claim {
        Claim::Temporal(formula) if formula.logic() == assay_system::Logic::Ctl => Some(formula),
        _ => None,
    }
}

/// Indices of properties that depend on the same variables.
fn groups(system: &System, properties: &[usize]) -> Vec<Vec<usize>> {
    let fairness: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
    let mut groups: Vec<(Vec<VarId>, Vec<usize>)> = Vec::new();
    for (at, &property) in properties.iter().enumerate() {
        let Some(formula) = formula(system, property) else {
            continue;
        };
        let mut roots = formula.atoms();
        roots.extend(&fairness);
        let vars: Vec<VarId> = Cone::of(system, &roots)
            .vars()
            .filter(|&v| !matches!(system.var(v).kind, assay_system::VarKind::Wire { .. }))
            .collect();
        match groups.iter_mut().find(|(known, _)| *known == vars) {
            Some((_, group)) => group.push(at),
            None => groups.push((vars, vec![at])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// On a thread with a large stack.
fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, work);
        let result = thread.expect("there is memory for a thread").join();
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn not_branching() -> Failure {
    Failure::Refused("it is no formula of branching time".into())
}

fn reason(failure: &Failure, limits: &Limits) -> String {
    match failure {
        Failure::Refused(why) => why.clone(),
        Failure::Trouble(Trouble::Stopped) => "interrupted".into(),
        Failure::Trouble(Trouble::Spent) => "the effort is spent".into(),
        Failure::Trouble(Trouble::Full) => {
            format!(
                "the decision diagrams need more than {} nodes",
                limits.nodes
            )
        }
    }
}

/// Decides properties that depend on the same variables.
fn decide_group(
    system: &System,
    group: &[usize],
    properties: &[usize],
    limits: &Limits,
    stop: &StopFlag,
) -> Vec<(usize, Decision)> {
    let formulas: Vec<(usize, &Formula)> = group
        .iter()
        .filter_map(|&at| Some((at, formula(system, properties[at])?)))
        .collect();
    let atoms: Vec<TermId> = formulas.iter().flat_map(|(_, f)| f.atoms()).collect();
    let open_all = |why: String| {
        let open = |&at: &usize| (at, Decision::Open(why.clone()));
        group.iter().map(open).collect()
    };
    let (mut kripke, yes) = match open(system, &atoms, false, limits, stop) {
        Ok(opened) => opened,
        Err(failure) => return open_all(reason(&failure, limits)),
    };
    let mut decided = Vec::with_capacity(group.len());
    let mut left = formulas;
    let total = limits.total.unwrap_or(u64::MAX);
    let (mut effort, mut reach_is_open) = (limits.effort.min(total), limits.effort > 0);
    // Reachable states first; where they take long, all valid states are tried with the same effort.
    while !left.is_empty() {
        kripke.relation.diagrams.allow(Some(effort));
        let reached = if reach_is_open {
            kripke.reach()
        } else {
            Err(Trouble::Full)
        };
        reach_is_open &= reached != Err(Trouble::Full);
        let is_complete = reached.is_ok();
        let allowed = (reach_is_open && !is_complete).then_some(effort);
        kripke.relation.diagrams.allow(allowed.or(limits.total));
        let ready = kripke.work_in(is_complete);
        left.retain(|&(at, formula)| {
            let decision = ready.and_then(|()| decide_one(&mut kripke, formula, yes));
            let more_may_help = match decision {
                Err(Trouble::Spent) => !is_complete && effort < total,
                Err(Trouble::Full) => !is_complete && reach_is_open,
                _ => false,
            };
            if more_may_help {
                return true;
            }
            let open = |trouble: Trouble| Decision::Open(reason(&trouble.into(), limits));
            decided.push((at, decision.unwrap_or_else(open)));
            false
        });
        effort = effort.saturating_mul(4).min(total);
    }
    decided
}

fn decide_one(kripke: &mut Kripke<'_>, formula: &Formula, yes: TermId) -> Of<Decision> {
    let starts = kripke.and(&kripke.init.clone(), &kripke.fair.clone())?;
    if starts.is_false() {
        return Ok(Decision::NoExecutions(Arc::new(no_executions(kripke)?)));
    }
    let normal = Normal::of(formula, false, yes).expect("it is a formula of branching time");
    let sets = kripke.label(&normal)?;
    let holds = &sets[normal.root()];
    if kripke.relation.diagrams.implies(&starts, holds)? {
        let fixpoint = fixpoint(kripke, &normal, &sets, &starts)?;
        return Ok(Decision::Holds(Arc::new(fixpoint)));
    }
    drop(sets);
    let normal = Normal::of(formula, true, yes).expect("it is a formula of branching time");
    let sets = kripke.label(&normal)?;
    let fails = kripke.and(&starts, &sets[normal.root()])?;
    let first = kripke.first_step(&fails)?;
    let first = first.expect("the claim fails in some initial state");
    let tree = counterexample(kripke, &normal, &sets, &first)?;
    Ok(Decision::Fails(Arc::new(tree)))
}

/// That every initial state is one from which no fair execution starts.
fn no_executions(kripke: &mut Kripke<'_>) -> Of<Fixpoint> {
    let nothing = Normal { parts: Vec::new() };
    let mut certificate = Certificate::new(kripke, &nothing);
    certificate.unfair(kripke)?;
    Ok(certificate.finish())
}

fn fixpoint(
    kripke: &mut Kripke<'_>,
    normal: &Normal,
    sets: &[Func],
    starts: &Func,
) -> Of<Fixpoint> {
    let mut certificate = Certificate::new(kripke, normal);
    certificate.prove(kripke, normal, sets, normal.root())?;
    // Initial states that are not fair are excused.
    certificate.unfair(kripke)?;
    let both = kripke.and(starts, &sets[normal.root()])?;
    let first = kripke.first_step(&both)?;
    let first = first.expect("a fair execution starts in some initial state");
    let mut example = None;
    if asks_for_executions(normal) {
        let mut growing = Growing::new(kripke, normal, sets, &mut certificate);
        example = Some(growing.grow(&first)?).filter(has_path);
    }
    let (trace, back) = kripke.execution(&first)?;
    Ok(Fixpoint {
        execution: Some((Arc::new(trace), back)),
        example: example.map(Arc::new),
        ..certificate.finish()
    })
}

/// Whether an execution from the initial state itself is asked for.
fn asks_for_executions(normal: &Normal) -> bool {
    let mut stack = vec![normal.root()];
    while let Some(part) = stack.pop() {
        match normal.parts[part] {
            NormalPart::And(a, b) | NormalPart::Or(a, b) => stack.extend([a, b]),
            NormalPart::Next(Quantifier::Some, _)
            | NormalPart::Until(Quantifier::Some, ..)
            | NormalPart::Release(Quantifier::Some, ..) => return true,
            _ => {}
        }
    }
    false
}

fn counterexample(
    kripke: &mut Kripke<'_>,
    normal: &Normal,
    sets: &[Func],
    first: &[Value],
) -> Of<Tree> {
    let mut certificate = Certificate::new(kripke, normal);
    let mut growing = Growing::new(kripke, normal, sets, &mut certificate);
    let mut tree = growing.grow(first)?;
    let mut uses_sets = growing.uses_sets;
    let mut execution = None;
    if !has_path(&tree) && !kripke.is_free {
        let (trace, back) = kripke.execution(first)?;
        execution = Some((Arc::new(trace), back));
        uses_sets = true;
    }
    if uses_sets {
        let fixpoint = Fixpoint {
            execution,
            ..certificate.finish()
        };
        tree.sets = Some(Arc::new(fixpoint));
    }
    Ok(tree)
}
