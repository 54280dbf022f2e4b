//! One step on a goal: decide it, take it apart, or read off the value of a variable.

use super::{Goal, Trail};
use crate::core::{Bound, Builtin, Expr, ExprKind, Pred, PredKind, Relation, Scope, VarId};
use crate::eval::{Evaluator, Stop};
use crate::syntax::Quantifier;
use crate::value::{Int, Large, Set, Value};

/// What became of a goal.
pub(super) enum Outcome {
    True,
    False,
    /// Nothing can be done before more variables are known.
    Keep,
    Replace(Vec<Goal>),
    Assign(VarId, Value),
}

impl Outcome {
    fn of(truth: bool) -> Outcome {
        if truth { Outcome::True } else { Outcome::False }
    }
}

impl Evaluator {
    pub(super) fn simplify(&mut self, goal: &Goal, trail: &mut Trail) -> Result<Outcome, Stop> {
        let vars = self.goal_vars(goal);
        if self.is_known(&vars) {
            return self.test(goal).map(Outcome::of);
        }
        match goal {
            Goal::Pred { pred, positive } => self.simplify_pred(pred, *positive, trail),
            Goal::Test(_) => Ok(Outcome::Keep),
            Goal::Equal { expr, value } => self.simplify_equal(expr, value),
            Goal::Member { expr, set } => self.simplify_member(expr, set),
        }
    }

    /// Whether a goal without unknown variables holds.
    pub(super) fn test(&mut self, goal: &Goal) -> Result<bool, Stop> {
        match goal {
            Goal::Pred { pred, positive } => Ok(self.truth(pred)? == *positive),
            Goal::Test(pred) => self.truth(pred),
            Goal::Equal { expr, value } => {
                let result = self.eval(expr).and_then(|other| self.same(&other, value));
                self.atom(result)
            }
            Goal::Member { expr, set } => {
                let result = self.eval(expr).and_then(|value| self.contains(set, &value));
                self.atom(result)
            }
        }
    }

    fn simplify_pred(
        &mut self,
        pred: &Pred,
        positive: bool,
        trail: &mut Trail,
    ) -> Result<Outcome, Stop> {
        let part = |pred: &Pred, positive: bool| Outcome::Replace(vec![Goal::pred(pred, positive)]);
        match &*pred.kind {
            PredKind::True | PredKind::False => Ok(Outcome::of(
                matches!(&*pred.kind, PredKind::True) == positive,
            )),
            PredKind::Not(inner) => Ok(part(inner, !positive)),
            PredKind::And(parts) if positive => Ok(Outcome::Replace(
                parts.iter().map(|part| Goal::pred(part, true)).collect(),
            )),
            PredKind::Or(parts) if !positive => Ok(Outcome::Replace(
                parts.iter().map(|part| Goal::pred(part, false)).collect(),
            )),
            PredKind::And(parts) | PredKind::Or(parts) => {
                self.simplify_alternatives(parts, positive)
            }
            PredKind::Implies(left, right) if !positive => Ok(Outcome::Replace(vec![
                Goal::pred(left, true),
                Goal::pred(right, false),
            ])),
            PredKind::Implies(left, right) => {
                if self.knows_pred(left) {
                    return Ok(if self.truth(left)? {
                        part(right, true)
                    } else {
                        Outcome::True
                    });
                }
                if self.knows_pred(right) {
                    return Ok(if self.truth(right)? {
                        Outcome::True
                    } else {
                        part(left, false)
                    });
                }
                Ok(Outcome::Keep)
            }
            PredKind::Iff(left, right) => {
                for (known, other) in [(left, right), (right, left)] {
                    if self.knows_pred(known) {
                        return Ok(part(other, self.truth(known)? == positive));
                    }
                }
                Ok(Outcome::Keep)
            }
            PredKind::If {
                condition,
                then,
                otherwise,
            } => {
                if !self.knows_pred(condition) {
                    return Ok(Outcome::Keep);
                }
                Ok(part(
                    if self.truth(condition)? {
                        then
                    } else {
                        otherwise
                    },
                    positive,
                ))
            }
            PredKind::Quantified {
                quantifier,
                scope,
                body,
            } => match (quantifier, positive) {
                (Quantifier::Exists, true) | (Quantifier::Forall, false) => {
                    self.open(scope, body, positive, trail)
                }
                (Quantifier::ExistsOne, true) => {
                    // There is at least one, which says more of the other variables than a test of the whole.
                    match self.open(scope, body, true, trail)? {
                        Outcome::Replace(mut goals) => {
                            goals.push(Goal::Test(pred.clone()));
                            Ok(Outcome::Replace(goals))
                        }
                        other => Ok(other),
                    }
                }
                _ => Ok(Outcome::Keep),
            },
            PredKind::Let { definitions, body } => {
                self.open_let(definitions, body, positive, trail)
            }
            PredKind::Holds(expr) if positive => {
                Ok(Outcome::Replace(vec![Goal::equal(expr, Value::Bool(true))]))
            }
            PredKind::Holds(expr) if self.variable_of(expr).is_some() => Ok(Outcome::Replace(
                vec![Goal::equal(expr, Value::Bool(false))],
            )),
            PredKind::Holds(_) => Ok(Outcome::Keep),
            PredKind::Relation {
                relation,
                left,
                right,
            } => self.simplify_relation(*relation, left, right, positive),
        }
    }

    /// A disjunction, or a conjunction that is false: the parts that are known are decided when at most one is not.
    fn simplify_alternatives(&mut self, parts: &[Pred], positive: bool) -> Result<Outcome, Stop> {
        let mut open = None;
        for part in parts {
            if !self.knows_pred(part) {
                if open.is_some() {
                    return Ok(Outcome::Keep);
                }
                open = Some(part);
            }
        }
        for part in parts {
            if self.knows_pred(part) && self.truth(part)? == positive {
                return Ok(Outcome::True);
            }
        }
        Ok(open.map_or(Outcome::False, |part| {
            Outcome::Replace(vec![Goal::pred(part, positive)])
        }))
    }

    /// Makes the variables of a quantifier unknown variables of the search.
    fn open(
        &mut self,
        scope: &Scope,
        body: &Pred,
        positive: bool,
        trail: &mut Trail,
    ) -> Result<Outcome, Stop> {
        for bound in &scope.bound {
            if !self.knows_expr(&bound.set) {
                return Ok(Outcome::Keep);
            }
        }
        let mut goals = match self.bound_goals(&scope.bound) {
            Ok(goals) => goals,
            Err(Stop::Undefined(undefined)) => {
                self.note_undefined(*undefined);
                return Ok(Outcome::False);
            }
            Err(stop) => return Err(stop),
        };
        goals.extend(scope.such_that.iter().map(|pred| Goal::pred(pred, true)));
        goals.push(Goal::pred(body, positive));
        for bound in &scope.bound {
            trail.open(self, bound.var);
        }
        trail.repeats = true;
        Ok(Outcome::Replace(goals))
    }

    /// `x in S` for each declaration.
    pub(super) fn bound_goals(&mut self, bound: &[Bound]) -> Result<Vec<Goal>, Stop> {
        let mut goals = Vec::with_capacity(bound.len());
        for Bound { var, set } in bound {
            let values = self.eval_set(set)?;
            let ty = self.program.vars[var.0 as usize].ty.clone();
            goals.push(Goal::Member {
                expr: Expr::new(ExprKind::Var(*var), ty, set.span),
                set: values,
            });
        }
        Ok(goals)
    }

    fn open_let(
        &mut self,
        definitions: &[(VarId, Expr)],
        body: &Pred,
        positive: bool,
        trail: &mut Trail,
    ) -> Result<Outcome, Stop> {
        let mut known = true;
        for (_, value) in definitions {
            known &= self.knows_expr(value);
        }
        if known {
            return match self.definitions(definitions) {
                Ok(values) => {
                    for (var, value) in values {
                        trail.open(self, var);
                        trail.assign(self, var, value);
                    }
                    Ok(Outcome::Replace(vec![Goal::pred(body, positive)]))
                }
                Err(Stop::Undefined(undefined)) => {
                    self.note_undefined(*undefined);
                    Ok(Outcome::of(!positive))
                }
                Err(stop) => Err(stop),
            };
        }
        if !positive {
            return Ok(Outcome::Keep);
        }
        let mut goals = Vec::new();
        for (var, value) in definitions {
            let left = Expr::new(ExprKind::Var(*var), value.ty.clone(), value.span);
            let kind = PredKind::Relation {
                relation: Relation::Equal,
                left,
                right: value.clone(),
            };
            goals.push(Goal::pred(&Pred::new(kind, value.span), true));
            trail.open(self, *var);
        }
        goals.push(Goal::pred(body, true));
        Ok(Outcome::Replace(goals))
    }

    fn simplify_relation(
        &mut self,
        relation: Relation,
        left: &Expr,
        right: &Expr,
        positive: bool,
    ) -> Result<Outcome, Stop> {
        let (relation, holds) = match (relation, positive) {
            (Relation::NotEqual, false) => (Relation::Equal, true),
            (Relation::NotEqual, true) => (Relation::Equal, false),
            (Relation::NotIn, false) => (Relation::In, true),
            (relation, positive) => (relation, positive),
        };
        let symmetric = relation == Relation::Equal;
        let (pattern, known) = match (self.knows_expr(left), self.knows_expr(right)) {
            (_, true) => (left, right),
            (true, _) if symmetric => (right, left),
            _ => return Ok(Outcome::Keep),
        };
        // A negation is also true where a term is undefined: only patterns that are always defined can be solved then.
        let negative = !positive || !holds;
        if negative && !self.is_total(pattern) {
            return Ok(Outcome::Keep);
        }
        let goal = match relation {
            Relation::Equal => {
                let value = self.eval(known);
                match (holds, value) {
                    (true, Ok(value)) => Ok(Goal::equal(pattern, value)),
                    (false, Ok(Value::Bool(value))) => {
                        Ok(Goal::equal(pattern, Value::Bool(!value)))
                    }
                    (false, Ok(_)) => return Ok(Outcome::Keep),
                    (_, Err(stop)) => Err(stop),
                }
            }
            Relation::In if holds => self.eval_set(known).map(|set| Goal::member(pattern, set)),
            Relation::Subset if holds => self.eval_set(known).map(|of| {
                Goal::member(
                    pattern,
                    Set::large(Large::Power {
                        of,
                        non_empty: false,
                        finite: false,
                    }),
                )
            }),
            Relation::Prefix | Relation::Suffix | Relation::Infix if holds => {
                let whole = self.eval(known);
                whole
                    .and_then(|whole| self.parts_of_sequence(relation, &whole))
                    .map(|set| Goal::member(pattern, set))
            }
            _ => return Ok(Outcome::Keep),
        };
        match goal {
            Ok(goal) => Ok(Outcome::Replace(vec![goal])),
            Err(Stop::Undefined(undefined)) => {
                self.note_undefined(*undefined);
                Ok(Outcome::of(!positive))
            }
            Err(stop) => Err(stop),
        }
    }

    /// `E = v` for a known v: reads E as a pattern.
    fn simplify_equal(&mut self, expr: &Expr, value: &Value) -> Result<Outcome, Stop> {
        if let Some(var) = self.variable_of(expr) {
            return Ok(Outcome::Assign(var, self.settled(value.clone())?));
        }
        let one = |expr: &Expr, value: Value| Ok(Outcome::Replace(vec![Goal::equal(expr, value)]));
        match (&*expr.kind, value) {
            (ExprKind::Tuple(parts), Value::Tuple(values)) => Ok(pairwise(parts, values)),
            (ExprKind::Binding(parts), Value::Binding(binding)) => Ok(Outcome::Replace(
                parts
                    .iter()
                    .zip(&*binding.values)
                    .map(|((_, part), value)| Goal::equal(part, value.clone()))
                    .collect(),
            )),
            (
                ExprKind::Call {
                    function: Builtin::Maplet,
                    arguments,
                },
                Value::Tuple(values),
            ) => Ok(pairwise(arguments, values)),
            (
                ExprKind::Apply { function, argument },
                Value::Branch {
                    branch,
                    argument: inner,
                    ..
                },
            ) => match &*function.kind {
                ExprKind::Branch { branch: other, .. } => match inner {
                    Some(inner) if branch == other => one(argument, Value::clone(inner)),
                    _ => Ok(Outcome::False),
                },
                _ => Ok(Outcome::Keep),
            },
            (ExprKind::Truth(pred), Value::Bool(value)) => {
                Ok(Outcome::Replace(vec![Goal::pred(pred, *value)]))
            }
            (
                ExprKind::If {
                    condition,
                    then,
                    otherwise,
                },
                _,
            ) if self.knows_pred(condition) => {
                let part = if self.truth(condition)? {
                    then
                } else {
                    otherwise
                };
                one(part, value.clone())
            }
            (ExprKind::Sequence(parts), Value::Set(_)) => match self.items_of(value) {
                Ok(items) if items.len() == parts.len() => Ok(pairwise(parts, &items)),
                Ok(_) | Err(Stop::Undefined(_)) => Ok(Outcome::False),
                Err(stop) => Err(stop),
            },
            (ExprKind::Set(parts), Value::Set(set)) if parts.len() == 1 => {
                match &*self.force(set)? {
                    [element] => one(&parts[0], element.clone()),
                    _ => Ok(Outcome::False),
                }
            }
            (
                ExprKind::Call {
                    function: Builtin::Concatenate,
                    arguments,
                },
                Value::Set(_),
            ) => self.split_sequence(arguments, value),
            (
                ExprKind::Call {
                    function,
                    arguments,
                },
                Value::Int(value),
            ) => self.invert(*function, arguments, value),
            _ => Ok(Outcome::Keep),
        }
    }

    /// Arithmetic with one unknown operand.
    fn invert(
        &mut self,
        function: Builtin,
        arguments: &[Expr],
        value: &Int,
    ) -> Result<Outcome, Stop> {
        let one = |expr: &Expr, value: Int| {
            Ok(Outcome::Replace(vec![Goal::equal(expr, Value::Int(value))]))
        };
        if function == Builtin::Negate {
            return one(&arguments[0], value.negated());
        }
        if function == Builtin::Successor {
            return one(&arguments[0], value.minus(&Int::ONE));
        }
        if !matches!(
            function,
            Builtin::Add | Builtin::Subtract | Builtin::Multiply
        ) {
            return Ok(Outcome::Keep);
        }
        let (left, right) = (&arguments[0], &arguments[1]);
        let (open, known, left_open) = match (self.knows_expr(left), self.knows_expr(right)) {
            (false, true) => (left, right, true),
            (true, false) => (right, left, false),
            _ => return Ok(Outcome::Keep),
        };
        let known = match self.eval(known) {
            Ok(known) => known,
            Err(stop) => return self.atom(Err(stop)).map(Outcome::of),
        };
        let known = known.as_int();
        match function {
            Builtin::Add => one(open, value.minus(known)),
            Builtin::Subtract if left_open => one(open, value.plus(known)),
            Builtin::Subtract => one(open, known.minus(value)),
            _ if known.is_zero() => Ok(Outcome::Keep),
            _ => match value.mod_floor(known) {
                Some(rest) if rest.is_zero() => {
                    one(open, value.div_floor(known).expect("not zero"))
                }
                _ => Ok(Outcome::False),
            },
        }
    }

    /// `<< a, b >> ^ s = v` and `s ^ << a, b >> = v`, also where one side is a known sequence.
    fn split_sequence(&mut self, arguments: &[Expr], value: &Value) -> Result<Outcome, Stop> {
        let items = match self.items_of(value) {
            Ok(items) => items,
            Err(Stop::Undefined(_)) => return Ok(Outcome::False),
            Err(stop) => return Err(stop),
        };
        for (place, side) in arguments.iter().enumerate() {
            let length = match &*side.kind {
                ExprKind::Sequence(parts) => parts.len(),
                _ if self.knows_expr(side) => {
                    match self.eval(side).and_then(|side| self.items_of(&side)) {
                        Ok(items) => items.len(),
                        Err(stop) => return self.atom(Err(stop)).map(Outcome::of),
                    }
                }
                _ => continue,
            };
            let Some(rest) = items.len().checked_sub(length) else {
                return Ok(Outcome::False);
            };
            let (first, second) = items.split_at(if place == 0 { length } else { rest });
            return Ok(Outcome::Replace(vec![
                Goal::equal(&arguments[0], Value::sequence(first.iter().cloned())),
                Goal::equal(&arguments[1], Value::sequence(second.iter().cloned())),
            ]));
        }
        Ok(Outcome::Keep)
    }

    fn simplify_member(&mut self, expr: &Expr, set: &Set) -> Result<Outcome, Stop> {
        match set {
            Set::Elements(elements) => match &**elements {
                [] => Ok(Outcome::False),
                [element] => Ok(Outcome::Replace(vec![Goal::equal(expr, element.clone())])),
                _ => Ok(Outcome::Keep),
            },
            Set::Large(large) => match (&**large, &*expr.kind) {
                (Large::Product(sets), ExprKind::Tuple(parts)) => Ok(Outcome::Replace(
                    parts
                        .iter()
                        .zip(sets)
                        .map(|(part, set)| Goal::member(part, set.clone()))
                        .collect(),
                )),
                (Large::Intersection(a, b), _) => Ok(Outcome::Replace(vec![
                    Goal::member(expr, a.clone()),
                    Goal::member(expr, b.clone()),
                ])),
                _ => Ok(Outcome::Keep),
            },
        }
    }
}

fn pairwise(parts: &[Expr], values: &[Value]) -> Outcome {
    Outcome::Replace(
        parts
            .iter()
            .zip(values)
            .map(|(part, value)| Goal::equal(part, value.clone()))
            .collect(),
    )
}
