//! The search for solutions.
//!
//! Goals are decided, taken apart and solved as soon as what they read is known ([`super::simplify`]). When nothing more follows, the
//! search branches: over the smallest set that an unknown variable has to be in, over the pairs of a known function, or over the parts of
//! a disjunction. A branch that a goal makes undecidable within the scope is left out, and the search is incomplete.

use rustc_hash::FxHashSet;

use super::Goal;
use super::goal::alternatives;
use super::narrow::Interval;
use super::simplify::Outcome;
use crate::core::{Expr, ExprKind, Scope, Type, VarId};
use crate::eval::{Beyond, Evaluator, Flow, Stop, range_size};
use crate::value::{Int, Set, Value, sorted};

/// Disjunctions are taken apart where the smallest set has more elements than this.
const SPLIT_FROM: usize = 8;
/// An infinite set is enumerated last, because the scope cuts it: its size counts as so many bits more.
const CUT_PENALTY: f64 = 30.0;

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

/// How a search goes on where nothing follows.
enum Branch {
    /// A variable over an interval, and the name of the infinite set that was cut.
    Interval {
        var: VarId,
        low: Int,
        high: Int,
        cut: Option<String>,
    },
    /// The expression of a goal over the elements of a set.
    Elements {
        goal: usize,
        expr: Expr,
        set: Set,
    },
    Alternatives {
        goal: usize,
        parts: Vec<Vec<Goal>>,
    },
    /// No value is left for a variable.
    Nothing,
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

    /// The branch with the fewest values.
    fn choose(&mut self, goals: &mut Vec<Goal>, unknown: &[VarId]) -> Result<Branch, Stop> {
        let mut best: Option<(f64, Branch)> = None;
        let intervals = self.intervals(goals, unknown);
        // A set that the scope cuts comes last even if its part in the scope is empty.
        let mut offer = |bits: f64, cut: bool, branch: Branch| {
            let bits = if cut {
                bits.max(0.0) + CUT_PENALTY
            } else {
                bits
            };
            if best.as_ref().is_none_or(|(least, _)| bits < *least) {
                best = Some((bits, branch));
            }
        };
        for (&var, interval) in &intervals {
            if interval.is_empty() {
                return Ok(Branch::Nothing);
            }
            if self.has_interval(var, goals) {
                let (low, high, cut) = self.within_scope(interval);
                let bits = range_size(&low, &high).bits();
                let is_cut = cut.is_some();
                offer(
                    bits,
                    is_cut,
                    Branch::Interval {
                        var,
                        low,
                        high,
                        cut,
                    },
                );
            }
        }
        let mut split = None;
        for (index, goal) in goals.iter().enumerate() {
            match goal {
                Goal::Member { expr, set } if self.interval_of(set).is_none() => {
                    let is_cut = self.clipped(set)?.is_some();
                    let bits = self.size(set, true)?.bits();
                    offer(
                        bits,
                        is_cut,
                        Branch::Elements {
                            goal: index,
                            expr: expr.clone(),
                            set: set.clone(),
                        },
                    );
                }
                Goal::Equal { expr, value } => {
                    if let Some((pattern, set)) = self.preimages(expr, value)? {
                        let bits = self.size(&set, true)?.bits();
                        offer(
                            bits,
                            false,
                            Branch::Elements {
                                goal: index,
                                expr: pattern,
                                set,
                            },
                        );
                    }
                }
                Goal::Pred { .. } if split.is_none() => {
                    split =
                        alternatives(goal).map(|parts| Branch::Alternatives { goal: index, parts });
                }
                _ => {}
            }
        }
        match (best, split) {
            (Some((bits, _)), Some(split)) if bits > (SPLIT_FROM as f64).log2() => Ok(split),
            (Some((_, branch)), _) => Ok(branch),
            (None, Some(split)) => Ok(split),
            (None, None) => self.over_carrier(goals, unknown),
        }
    }

    /// A variable about which nothing is known but its type.
    fn over_carrier(&mut self, goals: &mut Vec<Goal>, unknown: &[VarId]) -> Result<Branch, Stop> {
        let var = unknown[0];
        let program = self.program.clone();
        let declared = &program.vars[var.0 as usize];
        let expr = Expr::new(ExprKind::Var(var), declared.ty.clone(), declared.span);
        let set = self.carrier(&declared.ty)?;
        goals.push(Goal::member(&expr, set.clone()));
        Ok(Branch::Elements {
            goal: goals.len() - 1,
            expr,
            set,
        })
    }

    /// Whether the set of an integer variable is an interval, so that its bounds say all of it.
    fn has_interval(&self, var: VarId, goals: &[Goal]) -> bool {
        goals.iter().any(|goal| {
            matches!(goal, Goal::Member { expr, set }
                if self.variable_of(expr) == Some(var) && (self.interval_of(set).is_some() || expr.ty == Type::Int))
        })
    }

    fn within_scope(&self, interval: &Interval) -> (Int, Int, Option<String>) {
        let (least, greatest) = self.scope.ints.clone();
        match (&interval.low, &interval.high) {
            (Some(low), Some(high)) => (low.clone(), high.clone(), None),
            (Some(low), None) => {
                let name = if low.is_negative() || *low > Int::ONE {
                    "int"
                } else if low.is_zero() {
                    "nat"
                } else {
                    "nat_1"
                };
                (low.clone().max(least), greatest, Some(name.into()))
            }
            (None, Some(high)) => (least, high.clone().min(greatest), Some("int".into())),
            (None, None) => (least, greatest, Some("int".into())),
        }
    }

    /// `f(E) = v` for a known f: the arguments that f maps to v.
    fn preimages(&mut self, expr: &Expr, value: &Value) -> Result<Option<(Expr, Set)>, Stop> {
        let ExprKind::Apply { function, argument } = &*expr.kind else {
            return Ok(None);
        };
        if !self.knows_expr(function) {
            return Ok(None);
        }
        let Ok(Set::Elements(pairs)) = self.eval_set(function) else {
            return Ok(None);
        };
        let arguments = pairs
            .iter()
            .filter(|pair| {
                pair.sides().1 == value && sorted::starting_with(&pairs, pair.sides().0).len() == 1
            })
            .map(|pair| pair.sides().0.clone());
        Ok(Some((argument.clone(), Set::of(arguments.collect()))))
    }
}
