//! Replays a tree of executions: does each branch show what it says of its state?
//!
//! Every branch is checked on its own: what it refers to are branches of earlier parts of the formula, so that nothing rests on
//! itself. That a state is in a set is evaluated; what the sets are is proved elsewhere ([`super::proofs`]).
//!
//! The root has to be the first state of an execution that counts. A step that begins with it shows that it is initial: its own, or the first one of a path
//! from it. That some fair execution starts there is shown by a path from it, by the set of fair states, or by the execution of the
//! certificate.

use assay_system::branching::{Branch, BranchPath, Goes, Normal, NormalPart, Quantifier, Why};
use assay_system::{System, Trace, Tree, VarKind};
use assay_term::TermId;

use super::proofs::Proofs;
use super::{Refusal, fair_execution};
use crate::eval::Valuation;
use crate::lasso::goes_round;
use crate::trace::{Failure, is_path};

struct Replay<'a> {
    system: &'a System,
    normal: &'a Normal,
    tree: &'a Tree,
    proofs: &'a Proofs<'a>,
    /// Whether a path goes on because every path does.
    anyhow: bool,
}

/// Whether the tree shows that the formula holds in an initial state. The answer is whether that asks for transitions to keep ranges.
pub(super) fn check<'a>(
    normal: &'a Normal,
    tree: &'a Tree,
    execution: Option<&(std::sync::Arc<Trace>, usize)>,
    proofs: &'a Proofs<'a>,
) -> Result<bool, Refusal> {
    let mut replay = Replay {
        system: proofs.states.system,
        normal,
        tree,
        proofs,
        anyhow: false,
    };
    let refused = |what: String| {
        move |detail: String| Refusal {
            obligation: format!("replay of {what}"),
            detail,
        }
    };
    let Some(root) = tree.branches.first() else {
        return Err(refused("the tree".into())("it has no branches".into()));
    };
    for (index, branch) in tree.branches.iter().enumerate() {
        let checked = replay.branch(branch);
        checked.map_err(refused(format!("branch {index}")))?;
    }
    replay
        .root(root, execution)
        .map_err(refused("the root".into()))?;
    Ok(replay.anyhow)
}

fn said(failure: Failure) -> String {
    failure.to_string()
}

impl<'a> Replay<'a> {
    fn branch(&mut self, branch: &'a Branch) -> Result<(), String> {
        let part = self.normal.parts.get(branch.part);
        let part = *part.ok_or_else(|| format!("there is no part {}", branch.part))?;
        if branch.state.len() != 1 {
            return Err("its state is not one step".into());
        }
        self.path(&branch.state)?;
        match (&branch.why, part) {
            (Why::Literal, NormalPart::Literal(..)) => {
                self.holds_at(branch.part, &branch.state, 0, None)
            }
            (Why::Both(left, right), NormalPart::And(a, b)) => {
                self.holds_at(a, &branch.state, 0, Some(*left))?;
                self.holds_at(b, &branch.state, 0, Some(*right))
            }
            (Why::One(side), NormalPart::Or(a, b)) => {
                let is_a = self.at(*side)?.part == a;
                let part = if is_a { a } else { b };
                self.holds_at(part, &branch.state, 0, Some(*side))
            }
            (Why::InSet, _) => {
                let set = self.proofs.holds[branch.part];
                if self.is_in(&branch.state, 0, set)? {
                    Ok(())
                } else {
                    Err("the state is not in the set of the part".into())
                }
            }
            (Why::Path(path), _) => self.along(branch, path, part),
            _ => Err("its reason is one of another operator".into()),
        }
    }

    fn at(&self, branch: usize) -> Result<&'a Branch, String> {
        let found = self.tree.branches.get(branch);
        found.ok_or_else(|| format!("there is no branch {branch}"))
    }

    /// Whether a trace is a part of an execution, with the functions of the whole tree.
    fn path(&self, trace: &Trace) -> Result<(), String> {
        is_path(self.system, trace, false).map_err(said)?;
        if trace.functions != self.tree.branches[0].state.functions {
            return Err("a function is not the one at the root".into());
        }
        Ok(())
    }

    /// Whether the part holds at a step: by another branch, or evaluated where it is a literal.
    fn holds_at(
        &self,
        part: usize,
        trace: &Trace,
        step: usize,
        shown: Option<usize>,
    ) -> Result<(), String> {
        let Some(shown) = shown else {
            let NormalPart::Literal(term, positive) = self.normal.parts[part] else {
                return Err(format!("step {step}: nothing shows that part {part} holds"));
            };
            return match self.is_in(trace, step, term)? {
                truth if truth == positive => Ok(()),
                _ => Err(format!("step {step}: part {part} does not hold")),
            };
        };
        let branch = self.at(shown)?;
        if branch.part != part {
            return Err(format!("branch {shown} is not about part {part}"));
        }
        if branch.state.len() != 1 {
            return Err(format!("the state of branch {shown} is not one step"));
        }
        self.same_state(trace, step, &branch.state)
    }

    /// Whether the first state of `other` is the one at a step.
    fn same_state(&self, trace: &Trace, step: usize, other: &Trace) -> Result<(), String> {
        let system = self.system;
        if other.steps[0].len() != system.vars.len() {
            return Err("a state does not have one value for each variable".into());
        }
        for var in system.var_ids() {
            let kind = &system.var(var).kind;
            if matches!(kind, VarKind::State { .. } | VarKind::Rigid)
                && trace.value(step, var) != other.value(0, var)
            {
                let name = &system.var(var).name;
                return Err(format!(
                    "step {step}: {name} has another value in the branch that begins here"
                ));
            }
        }
        Ok(())
    }

    fn is_in(&self, trace: &Trace, step: usize, set: TermId) -> Result<bool, String> {
        let pool = &self.proofs.states.pool;
        Valuation::new(pool, &trace.steps[step], &trace.functions).truth(set)
    }

    fn along(
        &mut self,
        branch: &Branch,
        path: &BranchPath,
        part: NormalPart,
    ) -> Result<(), String> {
        use Quantifier::Some as Exists;
        let trace = &path.trace;
        self.path(trace)?;
        self.same_state(trace, 0, &branch.state)?;
        let last = trace.len() - 1;
        if path.until.is_some_and(|until| until > last) {
            return Err("the step that matters is not on the path".into());
        }
        // The steps at which the operand is asked for, with its part, and what is asked for at the end.
        let (steps, operand, ends) = match (part, path.until) {
            (NormalPart::Next(Exists, a), Some(1)) => (1..2, a, None),
            (NormalPart::Next(Exists, _), _) => return Err("the step that matters is not 1".into()),
            (NormalPart::Until(Exists, a, b), Some(until)) => (0..until, a, Some((b, until))),
            (NormalPart::Until(Exists, ..), None) => return Err("it never ends".into()),
            (NormalPart::Release(Exists, a, b), Some(until)) => (0..until + 1, b, Some((a, until))),
            (NormalPart::Release(Exists, _, b), None) => match path.goes {
                // The last step is the first of the next round.
                Goes::Round(_) => (0..last, b, None),
                _ => return Err("it neither ends nor goes round".into()),
            },
            _ => return Err("its reason is one of another operator".into()),
        };
        let given = |step: usize| path.operands.get(step).copied().flatten();
        for step in steps.clone() {
            self.holds_at(operand, trace, step, given(step))?;
        }
        if let Some(step) =
            (0..path.operands.len()).find(|s| !steps.contains(s) && given(*s).is_some())
        {
            return Err(format!("nothing is asked for at step {step}"));
        }
        match ends {
            Some((end, until)) => self.holds_at(end, trace, until, path.last)?,
            None if path.last.is_some() => return Err("nothing is asked for at the end".into()),
            None => {}
        }
        self.goes(trace, &path.goes)
    }

    /// Whether a path is the beginning of a fair execution.
    fn goes(&mut self, trace: &Trace, goes: &Goes) -> Result<(), String> {
        let system = self.system;
        match goes {
            Goes::Round(back) => {
                let back = *back;
                let conditions: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
                let matters = &self.proofs.states.matters;
                goes_round(system, trace, back, &conditions, matters).map_err(said)
            }
            Goes::InFair if self.is_in(trace, trace.len() - 1, self.proofs.fair)? => Ok(()),
            Goes::InFair => Err("the last state is not in the set of fair states".into()),
            Goes::Anyhow if self.goes_anyhow() => {
                self.anyhow = true;
                Ok(())
            }
            Goes::Anyhow => Err("there are constraints or conditions of fairness".into()),
        }
    }

    fn goes_anyhow(&self) -> bool {
        self.system.constraints.is_empty() && self.system.fairness.is_empty()
    }

    /// Whether the root is about the whole formula and the first state of a fair execution.
    fn root(
        &mut self,
        root: &'a Branch,
        execution: Option<&(std::sync::Arc<Trace>, usize)>,
    ) -> Result<(), String> {
        if root.part != self.normal.root() {
            return Err("it is not about the whole formula".into());
        }
        let paths = self.paths_from_root()?;
        let mut begins: Vec<&Trace> = paths.iter().map(|path| &path.trace).collect();
        let execution = execution
            .filter(|(trace, back)| fair_execution(self.system, trace, *back).is_ok())
            .filter(|(trace, _)| self.same_state(trace, 0, &root.state).is_ok());
        begins.extend(execution.map(|(trace, _)| &**trace));
        let own = is_path(self.system, &root.state, true);
        if own.is_err() && !begins.iter().any(|trace| self.is_initial(trace)) {
            return own.map_err(said);
        }
        if execution.is_some()
            || !paths.is_empty()
            || self.is_in(&root.state, 0, self.proofs.fair)?
        {
            return Ok(());
        }
        if self.goes_anyhow() {
            self.anyhow = true;
            return Ok(());
        }
        Err("nothing shows that a fair execution starts in it".into())
    }

    fn is_initial(&self, trace: &Trace) -> bool {
        let first = Trace {
            steps: trace.steps[..1].to_vec(),
            functions: trace.functions.clone(),
        };
        is_path(self.system, &first, true).is_ok()
    }

    /// The paths of branches at the root's state: of the root, and of the conjuncts and disjuncts that it is made of.
    fn paths_from_root(&self) -> Result<Vec<&'a BranchPath>, String> {
        let mut paths = Vec::new();
        let mut seen = vec![false; self.tree.branches.len()];
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let branch = self.at(index)?;
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            match &branch.why {
                Why::Both(a, b) => stack.extend([*a, *b]),
                Why::One(a) => stack.push(*a),
                Why::Path(path) => paths.push(path),
                Why::Literal | Why::InSet => {}
            }
        }
        Ok(paths)
    }
}
