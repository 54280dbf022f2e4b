//! Application of functions, and their domains, without listing them where they are large.

use std::sync::Arc;

use super::{Evaluator, Flow, Limit, MAX_APPLIED, Reason, Stop, beyond, undefined};
use crate::core::{Definition, Expr, ExprKind, Scope};
use crate::solve::Goal;
use crate::value::{Closure, Large, RulesOf, Set, Value, sorted};

impl Evaluator {
    /// `f(x)`: undefined unless there is exactly one pair for x.
    pub(crate) fn apply(&mut self, function: &Set, argument: &Value) -> Result<Value, Stop> {
        let at = self.at;
        match self.image_of(function, argument)? {
            Some(value) => Ok(value),
            None => undefined(
                at,
                Reason::NotInDomain {
                    argument: argument.clone(),
                },
            ),
        }
    }

    /// The value of a function, None where it has none.
    pub(crate) fn image_of(
        &mut self,
        function: &Set,
        argument: &Value,
    ) -> Result<Option<Value>, Stop> {
        let at = self.at;
        let large = match function {
            Set::Elements(pairs) => {
                let argument = self.solid(argument.clone())?;
                return match sorted::starting_with(pairs, &argument) {
                    [] => Ok(None),
                    [pair] => Ok(Some(pair.sides().1.clone())),
                    _ => undefined(at, Reason::NotFunctional { argument }),
                };
            }
            Set::Large(large) => large.clone(),
        };
        match &*large {
            Large::Lambda(closure) => self.image_of_lambda(closure, argument),
            Large::Rules(rules) => self.image_of_rules(rules, argument),
            Large::Injection(free, branch) => {
                let set = self.argument_set(*free, *branch)?;
                Ok(self.contains(&set, argument)?.then(|| Value::Branch {
                    free: *free,
                    branch: *branch,
                    argument: Some(Arc::new(argument.clone())),
                }))
            }
            Large::Identity(set) => Ok(self.contains(set, argument)?.then(|| argument.clone())),
            Large::Override(first, second) => match self.image_of(second, argument)? {
                Some(value) => Ok(Some(value)),
                None => self.image_of(first, argument),
            },
            Large::Restriction {
                relation,
                side: 0,
                by,
                keep,
            } => {
                if self.contains(by, argument)? == *keep {
                    self.image_of(relation, argument)
                } else {
                    Ok(None)
                }
            }
            Large::Union(a, b) => {
                let (x, y) = (self.image_of(a, argument)?, self.image_of(b, argument)?);
                match (x, y) {
                    (Some(x), Some(y)) if !self.same(&x, &y)? => undefined(
                        at,
                        Reason::NotFunctional {
                            argument: argument.clone(),
                        },
                    ),
                    (Some(value), _) | (None, Some(value)) => Ok(Some(value)),
                    (None, None) => Ok(None),
                }
            }
            Large::Comprehension(closure) => self.image_of_comprehension(closure, argument),
            _ => {
                let listed = self.force(function)?;
                self.at = at;
                self.image_of(&Set::Elements(listed), argument)
            }
        }
    }

    fn image_of_lambda(
        &mut self,
        closure: &Closure,
        argument: &Value,
    ) -> Result<Option<Value>, Stop> {
        let ExprKind::Lambda {
            scope,
            argument: pattern,
            result,
        } = &*closure.expr.kind
        else {
            unreachable!("the closure of a lambda");
        };
        let found = self.within(closure, |evaluator| {
            let goal = Goal::equal(pattern, argument.clone());
            evaluator.one_result(scope, vec![goal], result)
        });
        match found {
            // A result that is undefined is none, as where the pairs are listed.
            Err(Stop::Undefined(undefined)) => {
                self.note_undefined(*undefined);
                Ok(None)
            }
            other => other,
        }
    }

    /// `{ D | P @ (a, b) }` as a function: the right sides for a left side.
    fn image_of_comprehension(
        &mut self,
        closure: &Closure,
        argument: &Value,
    ) -> Result<Option<Value>, Stop> {
        let at = self.at;
        if let Some(listed) = self.listed.get(closure) {
            let listed = Set::Elements(listed.clone());
            return self.image_of(&listed, argument);
        }
        let ExprKind::Comprehension { scope, result } = &*closure.expr.kind else {
            unreachable!("the closure of a comprehension");
        };
        let ExprKind::Tuple(sides) = &*result.kind else {
            let listed = self.force(&Set::large(Large::Comprehension(closure.clone())))?;
            return self.image_of(&Set::Elements(listed), argument);
        };
        let found = self.within(closure, |evaluator| {
            evaluator.results(scope, Goal::equal(&sides[0], argument.clone()), &sides[1])
        })?;
        match found.len() {
            0 | 1 => Ok(found.into_iter().next()),
            _ => undefined(
                at,
                Reason::NotFunctional {
                    argument: argument.clone(),
                },
            ),
        }
    }

    /// At most two different values of an expression over the solutions of a scope.
    fn results(&mut self, scope: &Scope, goal: Goal, result: &Expr) -> Result<Vec<Value>, Stop> {
        let wanted = self.wanted(scope, &[result]);
        let mut found: Vec<Value> = Vec::new();
        let incomplete = self.solve_scope(scope, vec![goal], &wanted, &mut |evaluator| {
            match evaluator.eval(result) {
                Ok(value) if !found.contains(&value) => found.push(value),
                Ok(_) => {}
                Err(Stop::Undefined(undefined)) => evaluator.note_undefined(*undefined),
                Err(stop) => return Err(stop),
            }
            Ok(if found.len() > 1 {
                Flow::Break(())
            } else {
                Flow::Continue(())
            })
        })?;
        match incomplete {
            Some(reason) if found.len() < 2 => Err(Stop::Beyond(Box::new(reason))),
            _ => Ok(found),
        }
    }

    /// The value of an expression for the first solution.
    fn one_result(
        &mut self,
        scope: &Scope,
        goals: Vec<Goal>,
        result: &Expr,
    ) -> Result<Option<Value>, Stop> {
        let wanted = self.wanted(scope, &[result]);
        let mut found = None;
        let incomplete = self.solve_scope(scope, goals, &wanted, &mut |evaluator| {
            found = Some(evaluator.eval(result)?);
            Ok(Flow::Break(()))
        })?;
        match (found, incomplete) {
            (None, Some(reason)) => Err(Stop::Beyond(Box::new(reason))),
            (found, _) => Ok(found),
        }
    }

    /// A function that axioms define by equations: the first equation whose left side matches.
    fn image_of_rules(&mut self, of: &RulesOf, argument: &Value) -> Result<Option<Value>, Stop> {
        let at = self.at;
        let arguments: Arc<[Value]> = of.arguments.iter().chain([argument]).cloned().collect();
        let key = (of.global, of.generics.clone(), arguments.clone());
        if let Some(known) = self.applied.get(&key) {
            return known.clone().map(Some);
        }
        let rules = self.constants.rules[&of.global].clone();
        if rules
            .iter()
            .all(|rule| rule.patterns.len() > arguments.len())
        {
            return Ok(Some(Value::Set(Set::large(Large::Rules(RulesOf {
                arguments,
                ..of.clone()
            })))));
        }
        let parameters = std::mem::replace(&mut self.parameters, of.generics.clone());
        let result = self.first_rule(of, &rules, &arguments);
        self.parameters = parameters;
        self.at = at;
        match result {
            Ok(None) => Ok(None),
            Ok(Some(value)) => {
                self.remember_application(key, Ok(value.clone()));
                Ok(Some(value))
            }
            Err(stop @ Stop::Undefined(_)) => {
                self.remember_application(key, Err(stop.clone()));
                Err(stop)
            }
            Err(stop) => Err(stop),
        }
    }

    fn remember_application(&mut self, key: super::Application, result: Result<Value, Stop>) {
        if self.applied.len() >= MAX_APPLIED {
            self.applied.clear();
        }
        self.applied.insert(key, result);
    }

    fn first_rule(
        &mut self,
        of: &RulesOf,
        rules: &[super::constants::Rule],
        arguments: &[Value],
    ) -> Result<Option<Value>, Stop> {
        for rule in rules {
            let Some(patterns) = rule.patterns.get(..arguments.len()) else {
                continue;
            };
            let goals = patterns
                .iter()
                .zip(arguments)
                .map(|(pattern, argument)| Goal::equal(pattern, argument.clone()))
                .chain(
                    rule.conditions
                        .iter()
                        .map(|(pred, positive)| Goal::pred(pred, *positive)),
                )
                .collect();
            if let Some(value) = self.one_result(&rule.scope, goals, &rule.result)? {
                return Ok(Some(value));
            }
        }
        let global = self.program.clone();
        let global = &global.globals[of.global.0 as usize];
        // A total function has a value; that no equation reaches it means that the axioms leave it open.
        if let (Definition::In(set), [argument]) = (&global.definition, arguments)
            && let Set::Large(large) = self.eval_set(set)?
            && let Large::Functions { kind, from, .. } = &*large
            && kind.total
            && self.contains(from, argument)?
        {
            return beyond(
                self.at,
                Limit::Unspecified {
                    name: global.name.to_string(),
                },
            );
        }
        Ok(None)
    }

    pub(crate) fn in_domain(&mut self, relation: &Set, first: &Value) -> Result<bool, Stop> {
        match relation {
            Set::Elements(pairs) => {
                let first = self.solid(first.clone())?;
                Ok(!sorted::starting_with(pairs, &first).is_empty())
            }
            Set::Large(large) => match &**large {
                Large::Union(a, b) => Ok(self.in_domain(a, first)? || self.in_domain(b, first)?),
                Large::Override(a, b) => Ok(self.in_domain(b, first)? || self.in_domain(a, first)?),
                Large::Lambda(_) | Large::Rules(_) | Large::Injection(..) | Large::Identity(_) => {
                    Ok(self.image_of(relation, first)?.is_some())
                }
                _ => {
                    let listed = self.force(relation)?;
                    self.in_domain(&Set::Elements(listed), first)
                }
            },
        }
    }
}
