//! The search for solutions.
//!
//! Goals are decided, taken apart and solved as soon as what they read is known ([`super::simplify`]). When nothing more follows, the
//! search branches: over the smallest set that an unknown variable has to be in, over the pairs of a known function, or over the parts of
//! a disjunction. A branch that a goal makes undecidable within the scope is left out, and the search is incomplete.

use rustc_hash::FxHashSet;

use super::Goal;
use super::branch::Branch;
use super::simplify::Outcome;
use crate::core::{Scope, VarId};
use crate::eval::{Beyond, Evaluator, Flow, Stop};
use crate::value::Value;

/// What takes solutions: the variables of the search have their values.
pub(crate) type Found<'a> = dyn FnMut(&mut Evaluator) -> Result<Flow, Stop> + 'a;

struct Search<'a> {
    /// Solutions are told apart by these.
    wanted: &'a [VarId],
    found: &'a mut Found<'a>,
    /// Why solutions may be missing.
    missing: Option<Beyond>,
    /// Whether a solution may be found more than once.
    repeats: bool,
    seen: FxHashSet<Vec<Value>>,
    /// One solution is enough, whatever the values of the remaining variables.
    last: bool,
}

/// What a node of the search did to variables.
pub(super) struct Trail {
    old: Vec<(VarId, Option<Value>)>,
    opened: Vec<VarId>,
    pub repeats: bool,
}

impl Trail {
    fn new() -> Trail {
        Trail {
            old: Vec::new(),
            opened: Vec::new(),
            repeats: false,
        }
    }

    /// Makes a variable unknown.
    pub(super) fn open(&mut self, evaluator: &mut Evaluator, var: VarId) {
        self.old.push((var, evaluator.slot_mut(var).take()));
        self.opened.push(var);
    }

    pub(super) fn assign(&mut self, evaluator: &mut Evaluator, var: VarId, value: Value) {
        self.old.push((var, evaluator.slot_mut(var).replace(value)));
    }

    fn undo(self, evaluator: &mut Evaluator) {
        for (var, value) in self.old.into_iter().rev() {
            *evaluator.slot_mut(var) = value;
        }
    }
}

impl Evaluator {
    /// Gives the solutions of a scope with further goals, told apart by the wanted variables. Returns why there may be others. The set of
    /// a variable may be undefined.
    pub(crate) fn solve_scope(
        &mut self,
        scope: &Scope,
        goals: Vec<Goal>,
        wanted: &[VarId],
        found: &mut Found,
    ) -> Result<Option<Beyond>, Stop> {
        let mut all = self.bound_goals(&scope.bound)?;
        // Goals before conditions: those that match an argument determine variables.
        let (conditions, matches): (Vec<Goal>, Vec<Goal>) = goals
            .into_iter()
            .partition(|goal| matches!(goal, Goal::Pred { .. }));
        all.extend(matches);
        all.extend(scope.such_that.iter().map(|pred| Goal::pred(pred, true)));
        all.extend(conditions);
        let unknown: Vec<VarId> = scope.bound.iter().map(|bound| bound.var).collect();
        self.run(all, unknown, wanted, found)
    }

    /// Gives the solutions of goals.
    pub(crate) fn solve_goals(
        &mut self,
        goals: Vec<Goal>,
        unknown: &[VarId],
        found: &mut Found,
    ) -> Result<Option<Beyond>, Stop> {
        self.run(goals, unknown.to_vec(), unknown, found)
    }

    pub(super) fn run(
        &mut self,
        goals: Vec<Goal>,
        unknown: Vec<VarId>,
        wanted: &[VarId],
        found: &mut Found,
    ) -> Result<Option<Beyond>, Stop> {
        let mut trail = Trail::new();
        for &var in &unknown {
            trail.open(self, var);
        }
        let mut search = Search {
            wanted,
            found: &mut |evaluator| found(evaluator),
            missing: None,
            repeats: false,
            seen: FxHashSet::default(),
            last: false,
        };
        let flow = self.search(goals, unknown, &mut search);
        let missing = search.missing;
        trail.undo(self);
        Ok(if flow?.is_break() { None } else { missing })
    }

    fn search(
        &mut self,
        goals: Vec<Goal>,
        unknown: Vec<VarId>,
        search: &mut Search,
    ) -> Result<Flow, Stop> {
        let mut trail = Trail::new();
        let result = self.node(goals, unknown, &mut trail, search);
        trail.undo(self);
        result
    }

    fn node(
        &mut self,
        mut goals: Vec<Goal>,
        mut unknown: Vec<VarId>,
        trail: &mut Trail,
        search: &mut Search,
    ) -> Result<Flow, Stop> {
        self.step()?;
        if !self.propagate(&mut goals, &mut unknown, trail, search)? {
            return Ok(Flow::Continue(()));
        }
        if goals.is_empty() && unknown.is_empty() {
            return self.emit(search);
        }
        if !search.last && search.wanted.iter().all(|var| !unknown.contains(var)) {
            return self.search_witness(goals, unknown, search);
        }
        if unknown.is_empty() {
            // Goals about variables that nobody gave a value.
            for goal in &goals {
                if !self.test(goal)? {
                    return Ok(Flow::Continue(()));
                }
            }
            return self.emit(search);
        }
        match self.choose(&mut goals, &unknown)? {
            Branch::Nothing => Ok(Flow::Continue(())),
            Branch::Interval {
                var,
                low,
                high,
                cut,
            } => {
                let flow = self.each_int(&low, &high, &mut |evaluator, value| {
                    evaluator.search_with(var, value, &goals, &unknown, search)
                })?;
                if flow.is_continue()
                    && let Some(name) = cut
                    && let Some(reason) = self.cut_named(name)
                {
                    search.missing.get_or_insert(reason);
                }
                Ok(flow)
            }
            Branch::Elements { goal, expr, set } => {
                goals.remove(goal);
                let var = self.variable_of(&expr).filter(|var| unknown.contains(var));
                let mut flow = Flow::Continue(());
                let missing = self.each(&set, &mut |evaluator, value| {
                    flow = match var {
                        Some(var) => evaluator.search_with(var, value, &goals, &unknown, search)?,
                        None => {
                            let mut goals = goals.clone();
                            goals.insert(0, Goal::equal(&expr, value));
                            evaluator.search(goals, unknown.clone(), search)?
                        }
                    };
                    Ok(flow)
                })?;
                if flow.is_continue()
                    && let Some(reason) = missing
                {
                    search.missing.get_or_insert(reason);
                }
                Ok(flow)
            }
            Branch::Alternatives { goal, parts } => {
                goals.remove(goal);
                search.repeats = true;
                for part in parts {
                    let mut goals = goals.clone();
                    goals.splice(goal..goal, part);
                    if self.search(goals, unknown.clone(), search)?.is_break() {
                        return Ok(Flow::Break(()));
                    }
                }
                Ok(Flow::Continue(()))
            }
        }
    }

    fn search_with(
        &mut self,
        var: VarId,
        value: Value,
        goals: &[Goal],
        unknown: &[VarId],
        search: &mut Search,
    ) -> Result<Flow, Stop> {
        let old = self.slot_mut(var).replace(value);
        let others = unknown
            .iter()
            .copied()
            .filter(|other| *other != var)
            .collect();
        let flow = self.search(goals.to_vec(), others, search);
        *self.slot_mut(var) = old;
        flow
    }

    fn emit(&mut self, search: &mut Search) -> Result<Flow, Stop> {
        if search.repeats && !search.last {
            let values = search
                .wanted
                .iter()
                .filter_map(|var| self.slot(*var).clone())
                .collect();
            if !search.seen.insert(values) {
                return Ok(Flow::Continue(()));
            }
        }
        (search.found)(self)
    }

    /// All wanted variables are known: looks for one solution of the rest.
    fn search_witness(
        &mut self,
        goals: Vec<Goal>,
        unknown: Vec<VarId>,
        search: &mut Search,
    ) -> Result<Flow, Stop> {
        let mut witness = false;
        let mut found = |_: &mut Evaluator| {
            witness = true;
            Ok(Flow::Break(()))
        };
        let mut rest = Search {
            wanted: &[],
            found: &mut found,
            missing: None,
            repeats: false,
            seen: FxHashSet::default(),
            last: true,
        };
        let result = self.search(goals, unknown, &mut rest);
        let missing = rest.missing;
        let _ = result?;
        if witness {
            return self.emit(search);
        }
        if let Some(reason) = missing {
            search.missing.get_or_insert(reason);
        }
        Ok(Flow::Continue(()))
    }

    /// Simplifies until nothing changes. False where a goal fails.
    fn propagate(
        &mut self,
        goals: &mut Vec<Goal>,
        unknown: &mut Vec<VarId>,
        trail: &mut Trail,
        search: &mut Search,
    ) -> Result<bool, Stop> {
        let mut changed = true;
        while changed {
            changed = false;
            let mut index = 0;
            while index < goals.len() {
                let outcome = match self.simplify(&goals[index], trail) {
                    Ok(outcome) => outcome,
                    Err(Stop::Beyond(reason)) => {
                        search.missing.get_or_insert(*reason);
                        return Ok(false);
                    }
                    Err(Stop::Undefined(undefined)) => {
                        unreachable!("an atom catches what is undefined: {undefined:?}")
                    }
                    Err(halted) => return Err(halted),
                };
                match outcome {
                    Outcome::Keep => index += 1,
                    Outcome::False => return Ok(false),
                    Outcome::True => {
                        goals.remove(index);
                    }
                    Outcome::Replace(parts) => {
                        goals.splice(index..=index, parts);
                        changed = true;
                    }
                    Outcome::Assign(var, value) => {
                        goals.remove(index);
                        trail.assign(self, var, value);
                        unknown.retain(|other| *other != var);
                        changed = true;
                    }
                }
                if !trail.opened.is_empty() {
                    let opened = std::mem::take(&mut trail.opened);
                    unknown.extend(opened.into_iter().filter(|var| self.slot(*var).is_none()));
                }
                search.repeats |= trail.repeats;
            }
        }
        Ok(true)
    }
}
