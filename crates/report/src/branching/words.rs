//! Why a part of a formula holds in a state, in plain English: a sentence for each branch, and one for the whole tree.

use std::cell::RefCell;

use assay_system::System;
use assay_system::branching::{BranchPath, Goes, Normal, NormalPart, Quantifier, Tree, Why};
use assay_term::Term;

use super::formula::{FormulaText, is_constant};
use super::tree::{conjuncts, names};
use super::written::negated;
use crate::style::visible;
use crate::{TraceView, value};

/// How many branches one after the other a sentence follows.
const DEEP: usize = 6;
/// How many conjuncts a sentence names.
const WIDE: usize = 5;
/// How many values stand beside an atom.
const VALUES: usize = 6;

pub(super) struct Words<'a> {
    system: &'a System,
    normal: &'a Normal,
    tree: &'a Tree,
    /// The step of each branch.
    steps: &'a [usize],
    texts: RefCell<Vec<Option<String>>>,
}

impl<'a> Words<'a> {
    pub fn new(
        system: &'a System,
        normal: &'a Normal,
        tree: &'a Tree,
        steps: &'a [usize],
    ) -> Words<'a> {
        Words {
            system,
            normal,
            tree,
            steps,
            texts: RefCell::new(vec![None; normal.parts.len()]),
        }
    }

    /// The text of a part.
    pub fn part(&self, part: usize) -> String {
        let mut texts = self.texts.borrow_mut();
        let text = texts[part]
            .get_or_insert_with(|| FormulaText::new(self.system, self.normal).part(part));
        text.clone()
    }

    /// The literal at the end of a path, where no branch says it.
    pub fn last_literal(&self, branch: usize) -> Option<String> {
        let Why::Path(path) = &self.tree.branches[branch].why else {
            return None;
        };
        let part = self.at_last(self.tree.branches[branch].part)?;
        let is_literal = path.until.is_some() && path.last.is_none();
        let by_operand = matches!(
            self.normal.parts[self.tree.branches[branch].part],
            NormalPart::Next(..)
        ) && path.operands.get(1).is_some_and(Option::is_some);
        (is_literal && !by_operand).then(|| self.part(part))
    }

    /// The operand that holds at the step that matters last.
    fn at_last(&self, part: usize) -> Option<usize> {
        match self.normal.parts[part] {
            NormalPart::Next(_, a) | NormalPart::Release(_, a, _) => Some(a),
            NormalPart::Until(_, _, b) => Some(b),
            _ => None,
        }
    }

    /// Why the branch holds.
    pub fn says(&self, branch: usize) -> String {
        let found = &self.tree.branches[branch];
        let step = self.steps[branch];
        match &found.why {
            Why::Literal => {
                let said = self.literal(found.part);
                format!("in step {step} {said}{}", self.values(branch))
            }
            Why::Both(..) => {
                let parts = conjuncts(self.tree, branch).unwrap_or_default();
                let count = match parts.len() {
                    2 => "both conjuncts hold".to_string(),
                    n => format!("all {n} conjuncts hold"),
                };
                format!("in step {step} {count}")
            }
            Why::One(side) => {
                let side = self.part(self.tree.branches[*side].part);
                format!("in step {step} one side holds: `{side}`")
            }
            Why::InSet => {
                let said = self.for_all(found.part, step);
                format!("{said}: no finite execution shows this, a set of states does")
            }
            Why::Path(path) => self.path(found.part, path, step),
        }
    }

    fn path(&self, part: usize, path: &BranchPath, step: usize) -> String {
        let said = match self.normal.parts[part] {
            NormalPart::Next(_, a) => {
                format!("step {} can come next, where {}", step + 1, self.holds(a))
            }
            NormalPart::Until(_, a, b) => {
                let end = step + path.until.unwrap_or(0);
                if end == step {
                    format!("already in step {step} {}", self.holds(b))
                } else if is_constant(&self.system.pool, self.normal, a, true) {
                    format!("a path leads to step {end}, where {}", self.holds(b))
                } else {
                    let way = span(step, end - 1);
                    format!(
                        "{} in {way}, and in step {end} {}",
                        self.holds(a),
                        self.holds(b)
                    )
                }
            }
            NormalPart::Release(_, a, b) => match path.until {
                Some(last) => format!(
                    "{} in {}, and in step {} {} too",
                    self.holds(b),
                    span(step, step + last),
                    step + last,
                    self.holds(a)
                ),
                None => {
                    let never = self.never(b, if step == 0 { "holds" } else { "follows" });
                    let said = never.unwrap_or_else(|| format!("{} for ever", self.holds(b)));
                    format!("from step {step} on {said}")
                }
            },
            _ => format!("`{}` holds in step {step}", self.part(part)),
        };
        format!("{said}{}", self.goes(path, step))
    }

    /// How the path goes on, where that is part of the reason.
    fn goes(&self, path: &BranchPath, step: usize) -> String {
        let last = step + path.trace.len() - 1;
        let fair = !self.system.fairness.is_empty();
        match (path.until, &path.goes) {
            (Some(until), _) if self.goes_on(path) => {
                format!("; a fair execution goes on from step {}", step + until)
            }
            (Some(_), _) | (None, Goes::Anyhow) => String::new(),
            (None, Goes::Round(back)) => {
                let fair = if fair {
                    ", in which every condition of fairness holds"
                } else {
                    ""
                };
                format!("; the path ends in the loop {}-{last}{fair}", step + back)
            }
            (None, Goes::InFair) => format!("; a fair execution goes on from step {last}"),
        }
    }

    /// Whether a fair execution goes on from the step that matters last, and no branch shows it: one that begins there is fair itself.
    pub fn goes_on(&self, path: &BranchPath) -> bool {
        let Some(until) = path.until else {
            return path.goes == Goes::InFair;
        };
        let there = [path.operands.get(until).copied().flatten(), path.last];
        !self.system.fairness.is_empty() && !there.into_iter().flatten().any(|b| self.has_path(b))
    }

    /// Whether a branch rests on a set of states alone.
    fn is_set(&self, branch: usize) -> bool {
        match &self.tree.branches[branch].why {
            Why::InSet => true,
            Why::One(side) => self.is_set(*side),
            _ => false,
        }
    }

    /// Whether a branch is a path of which what repeats for ever matters.
    fn is_endless(&self, branch: usize) -> bool {
        match &self.tree.branches[branch].why {
            Why::Path(path) => path.until.is_none(),
            Why::One(side) => self.is_endless(*side),
            _ => false,
        }
    }

    /// Whether a path begins in the state of a branch to show it.
    fn has_path(&self, branch: usize) -> bool {
        let mut stack = vec![branch];
        while let Some(b) = stack.pop() {
            match &self.tree.branches[b].why {
                Why::Path(_) => return true,
                Why::One(side) => stack.push(*side),
                Why::Both(..) => stack.extend(conjuncts(self.tree, b).unwrap_or_default()),
                Why::Literal | Why::InSet => {}
            }
        }
        false
    }

    /// What a statement about all executions says of a state.
    fn for_all(&self, part: usize, step: usize) -> String {
        let from = format!("from step {step}");
        match self.normal.parts[part] {
            NormalPart::Next(Quantifier::All, a) => {
                format!(
                    "in every state that can come after step {step} {}",
                    self.holds(a)
                )
            }
            NormalPart::Until(Quantifier::All, a, b)
                if is_constant(&self.system.pool, self.normal, a, true) =>
            {
                format!(
                    "every execution {from} comes to a state in which {}",
                    self.holds(b)
                )
            }
            NormalPart::Until(Quantifier::All, a, b) => format!(
                "on every execution {from} {} until {}, which it does at last",
                self.holds(a),
                self.holds(b)
            ),
            NormalPart::Release(Quantifier::All, a, b)
                if is_constant(&self.system.pool, self.normal, a, false) =>
            {
                match self.negative(b) {
                    Some(term) => {
                        format!("in no state that can be reached {from} `{term}` holds")
                    }
                    None => format!(
                        "in every state that can be reached {from} {}",
                        self.holds(b)
                    ),
                }
            }
            NormalPart::Release(Quantifier::All, a, b) => format!(
                "on every execution {from} {} up to the step in which {}, or for ever",
                self.holds(b),
                self.holds(a)
            ),
            _ => format!("in step {step} {}", self.holds(part)),
        }
    }

    /// "`p` holds", "`p` does not hold".
    fn holds(&self, part: usize) -> String {
        match self.normal.parts[part] {
            NormalPart::Literal(..) => self.literal(part),
            _ => format!("`{}` holds", self.part(part)),
        }
    }

    fn literal(&self, part: usize) -> String {
        match self.negative(part) {
            Some(term) => format!("`{term}` does not hold"),
            None => format!("`{}` holds", self.part(part)),
        }
    }

    /// The atom without its negation. A negated comparison is the opposite comparison.
    fn negative(&self, part: usize) -> Option<String> {
        let NormalPart::Literal(term, sign) = self.normal.parts[part] else {
            return None;
        };
        let pool = &self.system.pool;
        let (atom, sign) = match pool.as_not(term) {
            Some(inner) => (inner, !sign),
            None => (term, sign),
        };
        if !matches!(pool.get(atom), Term::Var(_)) {
            return None;
        }
        let text = FormulaText::new(self.system, self.normal).term(atom);
        match (sign, negated(&text)) {
            (true, Some(inner)) => Some(inner.to_string()),
            (false, None) => Some(text),
            _ => None,
        }
    }

    /// "`p` never follows", of a negated atom.
    fn never(&self, part: usize, verb: &str) -> Option<String> {
        let term = self.negative(part)?;
        Some(format!("`{term}` never {verb}"))
    }

    /// ` (a = 1, b = 2)`: what an atom reads, unless the atom says as much itself.
    fn values(&self, branch: usize) -> String {
        let found = &self.tree.branches[branch];
        let NormalPart::Literal(term, _) = self.normal.parts[found.part] else {
            return String::new();
        };
        let inner = self.system.pool.as_not(term).unwrap_or(term);
        let read = names(self.system, inner);
        let is_state = matches!(self.system.pool.get(inner), Term::Var(_)) && read.len() == 1;
        if is_state || read.is_empty() || read.len() > VALUES {
            return String::new();
        }
        let vars = self.system.var_ids();
        let vars = vars.filter(|&v| read.contains(&self.system.var(v).name));
        let state = &found.state;
        let view = TraceView::of(self.system, vars, 1, &state.functions, |step, var| {
            state.value(step, var).clone()
        });
        let values = view.signals.iter().map(|s| {
            let value = value::show(&s.kind, &s.values[0]);
            format!("{} = {}", visible(&s.name), visible(&value))
        });
        format!(" ({})", values.collect::<Vec<_>>().join(", "))
    }

    /// The whole tree in one sentence: "in step 3 `req` holds and `ack` never follows in the loop 4-6".
    pub fn reason(&self) -> String {
        let said = self.clause(0, DEEP);
        match self.tree.branches[0].why {
            Why::Literal | Why::Both(..) | Why::One(_) if !said.contains(" step") => {
                format!("in step 0 {said}")
            }
            _ => said,
        }
    }

    /// What a branch says, without its own step.
    fn clause(&self, branch: usize, deep: usize) -> String {
        let found = &self.tree.branches[branch];
        let step = self.steps[branch];
        let Some(deep) = deep.checked_sub(1) else {
            return self.holds(found.part);
        };
        match &found.why {
            Why::Literal => self.literal(found.part),
            Why::One(side) => self.clause(*side, deep),
            Why::InSet => self.for_all(found.part, step),
            Why::Both(..) => {
                let parts = conjuncts(self.tree, branch).unwrap_or_default();
                let paths = parts.iter().filter(|b| self.has_path(**b)).count();
                let mut said_paths = 0;
                // Paths in several directions are told apart.
                let clause = |&b: &usize| {
                    let said = self.clause(b, deep);
                    if paths < 2 || !self.has_path(b) {
                        return said;
                    }
                    said_paths += 1;
                    let which = if said_paths == 1 { "one" } else { "another" };
                    format!("on {which} path {said}")
                };
                let mut clauses: Vec<String> = parts.iter().take(WIDE).map(clause).collect();
                if parts.len() > WIDE {
                    clauses.push(format!("{} more conjuncts hold", parts.len() - WIDE));
                }
                // Clauses about other steps are told apart by a comma.
                let long = clauses.iter().any(|c| c.contains(" step"));
                clauses.join(if long { ", and " } else { " and " })
            }
            Why::Path(path) => self.path_clause(found.part, path, step, deep),
        }
    }

    fn path_clause(&self, part: usize, path: &BranchPath, step: usize, deep: usize) -> String {
        // What is said of all executions from a step on names the step.
        let then = |at: usize, branch: Option<usize>, part: usize| match branch {
            Some(b) if self.is_set(b) => self.clause(b, deep),
            Some(b) if self.is_endless(b) => {
                format!("from step {at} on {}", self.clause(b, deep))
            }
            Some(b) => format!("in step {at} {}", self.clause(b, deep)),
            None => format!("in step {at} {}", self.holds(part)),
        };
        match self.normal.parts[part] {
            NormalPart::Next(_, a) => {
                let operand = path.operands.get(1).copied().flatten().or(path.last);
                then(step + 1, operand, a)
            }
            NormalPart::Until(_, a, b) => {
                let end = step + path.until.unwrap_or(0);
                let said = then(end, path.last, b);
                if end == step || is_constant(&self.system.pool, self.normal, a, true) {
                    said
                } else {
                    format!("{} in {} and {said}", self.holds(a), span(step, end - 1))
                }
            }
            NormalPart::Release(_, a, b) => match (path.until, &path.goes) {
                (Some(last), _) => {
                    let end = step + last;
                    let way = span(step, end);
                    format!("{} in {way} and {}", self.holds(b), then(end, path.last, a))
                }
                (None, Goes::Round(back)) => {
                    let verb = if step == 0 { "holds" } else { "follows" };
                    let never = self.never(b, verb);
                    let said = never.unwrap_or_else(|| format!("{} for ever", self.holds(b)));
                    let last = step + path.trace.len() - 1;
                    format!("{said} in the loop {}-{last}", step + back)
                }
                (None, _) => format!("{} for ever", self.holds(b)),
            },
            _ => self.holds(part),
        }
    }
}

/// `step 3`, `steps 3-5`.
fn span(first: usize, last: usize) -> String {
    if first == last {
        format!("step {first}")
    } else {
        format!("steps {first}-{last}")
    }
}
