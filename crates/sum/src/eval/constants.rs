//! What axioms say of constants.
//!
//! Three kinds of constants are told apart. A *direct* one has an equation `c = E`, or an equivalence that says what its elements are. A
//! function with *rules* has equations about its values, `forall D | P @ f(E) = F`, and is applied by matching its argument. All others
//! are *chosen*: a value within the scope that agrees with the remaining axioms. The same program and scope give the same choice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Evaluator, Flow, FreeVars};
use crate::core::{
    Bound, Definition, Expr, ExprKind, Global, GlobalId, Pred, PredKind, Program, Relation, Scope,
    VarId,
};
use crate::scope::SearchScope;
use crate::solve::Goal;
use crate::syntax::Quantifier;

#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    pub direct: BTreeMap<GlobalId, Expr>,
    pub rules: BTreeMap<GlobalId, Arc<[Rule]>>,
    pub chosen: BTreeSet<GlobalId>,
    /// Axioms that are neither.
    constraints: Vec<Pred>,
    /// Constants whose values are being looked for.
    pub open: Vec<VarId>,
    ready: bool,
}

/// `forall scope | conditions @ f(patterns[0])(patterns[1])... = result`
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub scope: Scope,
    pub conditions: Vec<(Pred, bool)>,
    pub patterns: Vec<Expr>,
    pub result: Expr,
}

impl Rule {
    pub(super) fn reads(&self, free: &FreeVars, found: &mut Vec<VarId>) {
        for bound in &self.scope.bound {
            free.expr_into(&bound.set, found);
        }
        for pred in self
            .scope
            .such_that
            .iter()
            .chain(self.conditions.iter().map(|(pred, _)| pred))
        {
            free.pred_into(pred, found);
        }
        for expr in self.patterns.iter().chain([&self.result]) {
            free.expr_into(expr, found);
        }
    }
}

/// The quantifiers and premises around an equation.
#[derive(Clone, Default)]
struct Context {
    bound: Vec<Bound>,
    such_that: Vec<Pred>,
    conditions: Vec<(Pred, bool)>,
}

struct Reading<'a> {
    program: &'a Program,
    scope: &'a SearchScope,
    rules: BTreeMap<GlobalId, Vec<Rule>>,
    direct: BTreeMap<GlobalId, Expr>,
}

impl Constants {
    pub(crate) fn of(program: &Program, scope: &SearchScope) -> Constants {
        let mut reading = Reading {
            program,
            scope,
            rules: BTreeMap::new(),
            direct: BTreeMap::new(),
        };
        let mut constraints = Vec::new();
        for axiom in &program.axioms {
            let mut conjuncts = Vec::new();
            flatten(&axiom.predicate, &mut conjuncts);
            for conjunct in conjuncts {
                if !reading.learn(&conjunct, &Context::default()) {
                    constraints.push(conjunct);
                }
            }
        }
        let Reading {
            mut rules, direct, ..
        } = reading;
        rules.retain(|id, _| !direct.contains_key(id));
        let chosen = (0..program.globals.len() as u32)
            .map(GlobalId)
            .filter(|id| {
                let global = &program.globals[id.0 as usize];
                matches!(global.definition, Definition::In(_))
                    && global.parameters == 0
                    && !direct.contains_key(id)
                    && !rules.contains_key(id)
                    && !scope.constants.contains_key(&global.name)
            })
            .collect();
        let rules = rules
            .into_iter()
            .map(|(id, rules)| (id, rules.into()))
            .collect();
        Constants {
            direct,
            rules,
            chosen,
            constraints,
            ..Constants::default()
        }
    }
}

fn flatten(pred: &Pred, into: &mut Vec<Pred>) {
    match &*pred.kind {
        PredKind::And(parts) => parts.iter().for_each(|part| flatten(part, into)),
        PredKind::True => {}
        _ => into.push(pred.clone()),
    }
}

impl Reading<'_> {
    /// Takes what a predicate says of a constant. False where it has no such form, or has it only in part.
    fn learn(&mut self, pred: &Pred, context: &Context) -> bool {
        match &*pred.kind {
            PredKind::Quantified {
                quantifier: Quantifier::Forall,
                scope,
                body,
            } => {
                let mut inner = context.clone();
                inner.bound.extend(scope.bound.iter().cloned());
                inner.such_that.extend(scope.such_that.iter().cloned());
                self.learn(body, &inner)
            }
            PredKind::And(parts) => {
                let mut all = true;
                for part in parts {
                    all &= self.learn(part, context);
                }
                all
            }
            PredKind::Implies(condition, then) => {
                let mut inner = context.clone();
                inner.conditions.push((condition.clone(), true));
                self.learn(then, &inner)
            }
            PredKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (mut yes, mut no) = (context.clone(), context.clone());
                yes.conditions.push((condition.clone(), true));
                no.conditions.push((condition.clone(), false));
                self.learn(then, &yes) & self.learn(otherwise, &no)
            }
            PredKind::Relation {
                relation: Relation::Equal,
                left,
                right,
            } => {
                self.learn_equation(left, right, context)
                    || self.learn_equation(right, left, context)
            }
            PredKind::Iff(left, right) => {
                self.learn_members(left, right, context, pred)
                    || self.learn_members(right, left, context, pred)
            }
            _ => false,
        }
    }

    /// `f(x)(y) = E`, or `c = E`.
    fn learn_equation(&mut self, left: &Expr, right: &Expr, context: &Context) -> bool {
        let mut patterns = Vec::new();
        let Some(id) = self.head(left, &mut patterns) else {
            return false;
        };
        patterns.reverse();
        if patterns.is_empty() {
            let plain = context.bound.is_empty()
                && context.conditions.is_empty()
                && context.such_that.is_empty();
            if !plain || self.direct.contains_key(&id) || mentions(right, id) {
                return false;
            }
            self.direct.insert(id, right.clone());
            return true;
        }
        let scope = Scope {
            bound: context.bound.clone(),
            such_that: context.such_that.clone(),
        };
        let rule = Rule {
            scope,
            conditions: context.conditions.clone(),
            patterns,
            result: right.clone(),
        };
        self.rules.entry(id).or_default().push(rule);
        true
    }

    /// `forall D @ E in S <=> P`: S is `{ D | P @ E }`.
    fn learn_members(
        &mut self,
        atom: &Pred,
        condition: &Pred,
        context: &Context,
        whole: &Pred,
    ) -> bool {
        let PredKind::Relation {
            relation: Relation::In,
            left,
            right,
        } = &*atom.kind
        else {
            return false;
        };
        let mut patterns = Vec::new();
        let Some(id) = self.head(right, &mut patterns) else {
            return false;
        };
        if !patterns.is_empty()
            || context.bound.is_empty()
            || !context.conditions.is_empty()
            || self.direct.contains_key(&id)
        {
            return false;
        }
        let mut such_that = context.such_that.clone();
        such_that.push(condition.clone());
        let scope = Scope {
            bound: context.bound.clone(),
            such_that,
        };
        let kind = ExprKind::Comprehension {
            scope,
            result: left.clone(),
        };
        self.direct
            .insert(id, Expr::new(kind, right.ty.clone(), whole.span));
        true
    }

    /// The constant that is applied to arguments, if it is one that axioms may define.
    fn head(&self, expr: &Expr, patterns: &mut Vec<Expr>) -> Option<GlobalId> {
        match &*expr.kind {
            ExprKind::Apply { function, argument } => {
                patterns.push(argument.clone());
                self.head(function, patterns)
            }
            ExprKind::Global { id, generics } => {
                let global: &Global = &self.program.globals[id.0 as usize];
                let own = (0u32..).zip(generics).all(|(index, generic)| {
                    matches!(&*generic.kind, ExprKind::Parameter(parameter) if *parameter == index)
                });
                let declared = matches!(global.definition, Definition::In(_));
                (own && declared && !self.scope.constants.contains_key(&global.name)).then_some(*id)
            }
            _ => None,
        }
    }
}

/// Whether an expression reads a constant, without looking into the definitions of others.
fn mentions(expr: &Expr, id: GlobalId) -> bool {
    format!("{:?}", expr.kind).contains(&format!("{id:?}"))
}

impl Evaluator {
    /// Finds values for the constants that are chosen. Those without a value within the scope stay without.
    pub(crate) fn choose_constants(&mut self) {
        if std::mem::replace(&mut self.constants.ready, true) {
            return;
        }
        let program = self.program.clone();
        for (index, global) in (0u32..).zip(&program.globals) {
            if let Some(value) = self.scope.constants.get(&global.name) {
                let var = self.free.of_global(GlobalId(index));
                *self.slot_mut(var) = Some(value.clone());
            }
        }
        for (constants, goals) in self.groups() {
            self.constants.open.clone_from(&constants);
            let mut found = Vec::new();
            let result = self.solve_goals(goals, &constants, &mut |evaluator| {
                found = constants
                    .iter()
                    .map(|var| evaluator.slot(*var).clone())
                    .collect();
                Ok(Flow::Break(()))
            });
            self.constants.open.clear();
            if result.is_ok() {
                for (var, value) in constants.into_iter().zip(found) {
                    *self.slot_mut(var) = value;
                }
            }
        }
        self.notes = super::Notes::default();
    }

    /// Constants that constraints bring together, with what is known of them.
    fn groups(&mut self) -> Vec<(Vec<VarId>, Vec<Goal>)> {
        let program = self.program.clone();
        let mut groups: Vec<(Vec<VarId>, Vec<Goal>)> = Vec::new();
        for &id in &self.constants.chosen.clone() {
            let global = &program.globals[id.0 as usize];
            let Definition::In(set) = &global.definition else {
                unreachable!("a declared constant")
            };
            let constant = Expr::new(
                ExprKind::Global {
                    id,
                    generics: Vec::new(),
                },
                global.ty.clone(),
                global.span,
            );
            let member = PredKind::Relation {
                relation: Relation::In,
                left: constant,
                right: set.clone(),
            };
            self.join(&mut groups, &Pred::new(member, global.span));
        }
        for constraint in self.constants.constraints.clone() {
            self.join(&mut groups, &constraint);
        }
        groups
    }

    /// Adds a predicate to the group that its constants are in, and makes one group of several.
    fn join(&mut self, groups: &mut Vec<(Vec<VarId>, Vec<Goal>)>, pred: &Pred) {
        let vars: Vec<VarId> = self
            .free
            .pred(pred)
            .iter()
            .copied()
            .filter(|var| self.free.is_constant(*var))
            .collect();
        if vars.is_empty() {
            return;
        }
        let (touched, others) =
            std::mem::take(groups)
                .into_iter()
                .partition::<Vec<_>, _>(|(members, _)| {
                    members.iter().any(|member| vars.contains(member))
                });
        let mut joined = (vars, Vec::new());
        for (members, goals) in touched {
            joined.0.extend(members);
            joined.1.extend(goals);
        }
        joined.0.sort_unstable();
        joined.0.dedup();
        joined.1.push(Goal::pred(pred, true));
        *groups = others;
        groups.push(joined);
    }
}
