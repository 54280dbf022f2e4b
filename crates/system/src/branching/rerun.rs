//! Runs evidence of branching time in the terms of the language that a model is written in.
//!
//! The check room replays trees on the lowered system and evaluates their atoms there. A language that can run its own models follows each
//! path as well, and says which atoms hold in each of its states: however deep in a formula an atom stands, an error in lowering that changes
//! it, or that adds a transition, makes no verdict.

use assay_term::{Evaluator, TermId};

use super::{BranchPath, Fixpoint, Tree, Why};
use crate::{Formula, Replayer, System, Trace};

/// Evidence for a formula of a system, and who runs it. The system is the one of the language, perhaps with further variables behind its own.
pub struct Rerun<'a> {
    pub replayer: &'a dyn Replayer,
    pub system: &'a System,
    pub formula: &'a Formula,
}

impl Rerun<'_> {
    /// Who has run what could be run.
    pub const BY: &'static str = "interpreter";

    /// Runs all paths of a tree. Err if one is none of the model, or if an atom has another truth value in one of its states. False where the
    /// language cannot tell.
    pub fn tree(&self, tree: &Tree) -> Result<bool, String> {
        if let Some(sets) = &tree.sets {
            self.fixpoint(sets)?;
        }
        let Some(root) = tree.branches.first() else {
            return Ok(false);
        };
        for path in tree.branches.iter().filter_map(|branch| path(&branch.why)) {
            if !self.follows(&path.trace, false)? {
                return Ok(false);
            }
        }
        // What begins an execution may read inputs, and those of the first step are the ones of a path from the root.
        let mut firsts = vec![&*root.state];
        firsts.extend(from_root(tree).map(|path| &path.trace));
        let execution = tree.sets.as_ref().and_then(|sets| sets.execution.as_ref());
        firsts.extend(execution.map(|(trace, _)| &**trace));
        let mut why = None;
        for first in firsts {
            match self.follows(first, true) {
                Ok(known) => return Ok(known),
                Err(refused) => why = why.or(Some(refused)),
            }
        }
        Err(why.expect("the root was tried"))
    }

    /// The same of the executions that come with sets of states.
    pub fn fixpoint(&self, fixpoint: &Fixpoint) -> Result<bool, String> {
        let executed = match &fixpoint.execution {
            Some((trace, _)) => self.follows(trace, true)?,
            None => false,
        };
        match &fixpoint.example {
            Some(example) => self.tree(example),
            None => Ok(executed),
        }
    }

    /// The same of one execution from an initial state.
    pub fn execution(&self, trace: &Trace) -> Result<bool, String> {
        self.follows(trace, true)
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Result<bool, String> {
        let Some(followed) = self.replayer.follows(trace, initial) else {
            return Ok(false);
        };
        followed?;
        let mut atoms = self.formula.atoms();
        atoms.extend(self.system.fairness.iter().map(|f| f.term));
        atoms.sort_unstable();
        atoms.dedup();
        let said = self.replayer.atoms(trace, &atoms)?;
        for (at, (step, said)) in trace.steps.iter().zip(said).enumerate() {
            let mut here = Evaluator::new(&self.system.pool, step, &trace.functions);
            for (&atom, said) in atoms.iter().zip(said) {
                let Some(said) = said else { continue };
                let evaluated = here.eval_bool(atom).map_err(|error| error.to_string())?;
                if said != evaluated {
                    return Err(self.differs(at, atom, evaluated, said));
                }
            }
        }
        Ok(true)
    }

    fn differs(&self, at: usize, atom: TermId, evaluated: bool, said: bool) -> String {
        let text = self.system.pool.text(atom);
        format!("step {at}: `{text}` is {evaluated} in the system and {said} in the model's text")
    }
}

fn path(why: &Why) -> Option<&BranchPath> {
    match why {
        Why::Path(path) => Some(path),
        Why::Literal | Why::Both(..) | Why::One(_) | Why::InSet => None,
    }
}

/// The paths that begin with the state of the root.
fn from_root(tree: &Tree) -> impl Iterator<Item = &BranchPath> {
    let (mut stack, mut seen) = (vec![0], vec![false; tree.branches.len()]);
    let mut at = 0;
    while at < stack.len() {
        let index = stack[at];
        at += 1;
        let Some(branch) = tree.branches.get(index) else {
            continue;
        };
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        match branch.why {
            Why::Both(a, b) => stack.extend([a, b]),
            Why::One(a) => stack.push(a),
            Why::Literal | Why::InSet | Why::Path(_) => {}
        }
    }
    let reached = stack.into_iter();
    reached.filter_map(|index| path(&tree.branches.get(index)?.why))
}
