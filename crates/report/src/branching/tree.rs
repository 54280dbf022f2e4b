//! A tree of executions as people look at it: each branch with its formula, its state, what is said of it in words, and where it leads.
//!
//! Steps count from the initial state at the root, also on paths that begin at a later one: the step of a state says how far it is from the start.
//! Conjunctions of conjunctions are one branch with all conjuncts. A branch that several others lead to is there once.

use std::collections::BTreeSet;

use assay_system::branching::{BranchPath, Goes, Normal, NormalPart, Tree, Why};
use assay_system::{Formula, Role, System, Trace, VarKind};
use assay_term::{TermId, VarId};

use super::words::Words;
use crate::TraceView;

/// Why a formula holds in an initial state.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeView {
    /// What the tree shows: of a violated claim its negation, with negations at the atoms only.
    pub formula: String,
    /// In one sentence.
    pub reason: String,
    /// What no finite tree shows, where the tree ends in sets of states.
    pub unshown: Option<String>,
    /// The root first; each before those that it leads to.
    pub branches: Vec<BranchView>,
}

/// A state satisfies a part of the formula.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchView {
    /// The state is that of this step.
    pub step: usize,
    pub formula: String,
    /// Why it holds, in a sentence.
    pub says: String,
    /// The state as an execution of one step.
    pub state: TraceView,
    /// The variables that the formula is about, by name.
    pub reads: BTreeSet<String>,
    pub why: WhyView,
}

/// Further branches by index.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyView {
    /// An atom or its negation, which is evaluated.
    Literal,
    /// All conjuncts.
    All(Vec<usize>),
    /// One side of a disjunction.
    One(usize),
    /// Something about all executions: the state is in a set of the certificate.
    Set,
    Path(PathView),
}

/// A path from the state of the branch on.
#[derive(Clone, Debug, PartialEq)]
pub struct PathView {
    /// Its first step has the state of the branch; `back` is counted within it.
    pub trace: TraceView,
    /// The step that matters last, counted within the path; None if what repeats for ever does.
    pub until: Option<usize>,
    /// What holds on the way: the step within the path, and the branch.
    pub branches: Vec<(usize, usize)>,
    /// What literal holds at `until`, where no branch says it.
    pub last: Option<String>,
    pub goes: GoesView,
    /// Whether a fair execution goes on from its last step that matters, and no branch that begins there shows it.
    pub goes_on: bool,
}

/// How a path goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesView {
    /// It goes round: `back` of its trace says from where.
    Round,
    /// From its last state a fair execution starts, by the certificate.
    Fair,
    /// Every path of the system goes on.
    Anyhow,
}

impl TreeView {
    /// What shows the formula or, if `negated`, its negation. Err where the tree is none: a check has rejected it before.
    pub fn new(
        system: &System,
        formula: &Formula,
        negated: bool,
        yes: TermId,
        tree: &Tree,
    ) -> Result<TreeView, String> {
        let normal = Normal::of(formula, negated, yes).ok_or("the formula is not one of CTL")?;
        TreeView::of(system, &normal, tree)
    }

    /// The same for a formula in normal form.
    pub fn of(system: &System, normal: &Normal, tree: &Tree) -> Result<TreeView, String> {
        let order = Order::of(normal, tree)?;
        let words = Words::new(system, normal, tree, &order.steps);
        let reads = reads(system, normal);
        let branches: Vec<BranchView> = order
            .indices
            .iter()
            .map(|&b| {
                let branch = &tree.branches[b];
                BranchView {
                    step: order.steps[b],
                    formula: words.part(branch.part),
                    says: words.says(b),
                    state: state(system, &branch.state),
                    reads: reads[branch.part].clone(),
                    why: why(system, &words, tree, b, &order),
                }
            })
            .collect();
        Ok(TreeView {
            formula: words.part(tree.branches[0].part),
            reason: words.reason(),
            unshown: unshown(&branches),
            branches,
        })
    }

    /// Every path, with the step at which it begins and the formula that it shows.
    pub fn paths(&self) -> impl Iterator<Item = (&BranchView, &PathView)> {
        self.branches.iter().filter_map(|b| match &b.why {
            WhyView::Path(path) => Some((b, path)),
            _ => None,
        })
    }
}

impl PathView {
    /// The steps that matter.
    pub(super) fn read(&self) -> TraceView {
        match self.until {
            Some(until) if until + 1 < self.trace.length => self.trace.beginning(until + 1),
            _ => self.trace.clone(),
        }
    }

    /// Of these the signals that a reader has to see: those that change, and those that the formula is about.
    pub(super) fn told(&self, reads: &BTreeSet<String>) -> TraceView {
        let moves = |values: &[assay_term::Value]| values.windows(2).any(|w| w[0] != w[1]);
        let mut read = self.read();
        read.signals
            .retain(|s| moves(&s.values) || reads.contains(&s.name));
        read
    }
}

/// The branches that are shown, and the steps at which they stand.
struct Order {
    /// Indices of the tree's branches, each before those that it leads to.
    indices: Vec<usize>,
    /// For each branch of the tree; 0 for those that are not shown.
    steps: Vec<usize>,
    /// For each branch of the tree its place among those that are shown.
    places: Vec<Option<usize>>,
}

impl Order {
    /// Without recursion: trees are as deep as their formulas.
    fn of(normal: &Normal, tree: &Tree) -> Result<Order, String> {
        let size = tree.branches.len();
        let mut order = Order {
            indices: Vec::new(),
            steps: vec![0; size],
            places: vec![None; size],
        };
        let mut stack = vec![(0, 0)];
        while let Some((branch, step)) = stack.pop() {
            let Some(found) = tree.branches.get(branch) else {
                return Err(format!("there is no branch {branch}"));
            };
            if order.places[branch].is_some() {
                continue;
            }
            if found.part >= normal.parts.len() || found.state.is_empty() {
                return Err(format!("branch {branch} has no part or no state"));
            }
            if let Why::Path(path) = &found.why {
                sound(path)?;
            }
            order.places[branch] = Some(order.indices.len());
            order.steps[branch] = step;
            order.indices.push(branch);
            let next = leads_to(tree, branch)?;
            stack.extend(next.into_iter().rev().map(|(at, b)| (b, step + at)));
        }
        Ok(order)
    }

    fn place(&self, branch: usize) -> usize {
        self.places[branch].expect("every branch that is led to has a place")
    }
}

/// Whether all steps that a path names are there.
fn sound(path: &BranchPath) -> Result<(), String> {
    let length = path.trace.len();
    let inside = path.until.is_none_or(|k| k < length) && path.operands.len() <= length;
    let round = !matches!(path.goes, Goes::Round(back) if back + 1 >= length);
    if length > 0 && inside && round {
        Ok(())
    } else {
        Err("a path names a step that it does not have".to_string())
    }
}

/// The branches that a branch leads to, with their steps counted from its own.
fn leads_to(tree: &Tree, branch: usize) -> Result<Vec<(usize, usize)>, String> {
    Ok(match &tree.branches[branch].why {
        Why::Literal | Why::InSet => Vec::new(),
        Why::One(b) => vec![(0, *b)],
        Why::Both(..) => {
            let conjuncts = conjuncts(tree, branch)?;
            conjuncts.into_iter().map(|b| (0, b)).collect()
        }
        Why::Path(path) => {
            let operands = path.operands.iter().enumerate();
            let operands = operands.filter_map(|(at, b)| Some((at, (*b)?)));
            let last = path.until.zip(path.last);
            let mut next: Vec<(usize, usize)> = operands.chain(last).collect();
            next.sort_by_key(|(at, _)| *at);
            next
        }
    })
}

/// The conjuncts of a conjunction, from left to right.
pub(super) fn conjuncts(tree: &Tree, branch: usize) -> Result<Vec<usize>, String> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut stack = vec![branch];
    while let Some(b) = stack.pop() {
        let Some(part) = tree.branches.get(b) else {
            return Err(format!("there is no branch {b}"));
        };
        if !seen.insert(b) {
            continue;
        }
        match part.why {
            Why::Both(left, right) => stack.extend([right, left]),
            _ => found.push(b),
        }
    }
    Ok(found)
}

fn why(system: &System, words: &Words<'_>, tree: &Tree, branch: usize, order: &Order) -> WhyView {
    let next = leads_to(tree, branch).unwrap_or_default();
    let placed = |(at, b): (usize, usize)| (at, order.place(b));
    match &tree.branches[branch].why {
        Why::Literal => WhyView::Literal,
        Why::InSet => WhyView::Set,
        Why::One(b) => WhyView::One(order.place(*b)),
        Why::Both(..) => WhyView::All(next.into_iter().map(|n| placed(n).1).collect()),
        Why::Path(path) => WhyView::Path(PathView {
            trace: TraceView {
                back: match path.goes {
                    Goes::Round(back) => Some(back),
                    Goes::InFair | Goes::Anyhow => None,
                },
                ..TraceView::new(system, &path.trace)
            },
            until: path.until,
            branches: next.into_iter().map(placed).collect(),
            last: words.last_literal(branch),
            goes: match path.goes {
                Goes::Round(_) => GoesView::Round,
                Goes::InFair => GoesView::Fair,
                Goes::Anyhow => GoesView::Anyhow,
            },
            goes_on: words.goes_on(path),
        }),
    }
}

/// All variables but inputs, whose values belong to a transition. Evidence about a system whose inputs were made states
/// has more variables than the system, behind its own: there inputs belong to the state.
fn state(system: &System, state: &Trace) -> TraceView {
    let stated = state.steps[0].len() > system.vars.len();
    let vars = system.var_ids().filter(|&v| match system.var(v).role {
        Role::Internal => false,
        Role::Input => stated,
        Role::Output | Role::Local => true,
    });
    let value = |step: usize, var: VarId| state.value(step, var).clone();
    TraceView::of(system, vars, 1, &state.functions, value)
}

/// For each part the variables that its atoms read, also through definitions.
fn reads(system: &System, normal: &Normal) -> Vec<BTreeSet<String>> {
    let mut all: Vec<BTreeSet<String>> = Vec::with_capacity(normal.parts.len());
    for part in &normal.parts {
        let both = |a: usize, b: usize| all[a].union(&all[b]).cloned().collect();
        all.push(match *part {
            NormalPart::Literal(term, _) => names(system, term),
            NormalPart::And(a, b)
            | NormalPart::Or(a, b)
            | NormalPart::Until(_, a, b)
            | NormalPart::Release(_, a, b) => both(a, b),
            NormalPart::Next(_, a) => all[a].clone(),
        });
    }
    all
}

/// The variables that a term reads and that are shown. A definition is shown with what it reads.
pub(super) fn names(system: &System, term: TermId) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut stack = system.pool.variables(&[term]);
    while let Some(var) = stack.pop() {
        if !seen.insert(var) {
            continue;
        }
        if let VarKind::Wire { def } = system.var(var).kind {
            stack.extend(system.pool.variables(&[def]));
        }
    }
    let shown = seen
        .into_iter()
        .filter(|&v| system.var(v).role != Role::Internal);
    shown.map(|v| system.var(v).name.clone()).collect()
}

/// Says so where a tree rests on sets of states.
fn unshown(branches: &[BranchView]) -> Option<String> {
    let is_set = |b: &&BranchView| b.why == WhyView::Set;
    let first = branches.iter().find(is_set)?;
    Some(if first.step == 0 && branches.len() == 1 {
        "it is a statement about all executions, so no finite tree of executions shows it: a set of states does".to_string()
    } else {
        "where a branch is a statement about all executions, no finite tree shows it: the tree ends there, and a set of states shows the rest".to_string()
    })
}
