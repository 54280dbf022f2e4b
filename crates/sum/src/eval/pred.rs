//! Predicates. An atom with an undefined term is false.

use super::{Evaluator, Flow, Stop};
use crate::core::{Expr, Pred, PredKind, Relation, Scope, VarId};
use crate::solve::Goal;
use crate::syntax::Quantifier;
use crate::value::{Large, Set, Value};

impl Evaluator {
    /// Whether a predicate holds. All its variables have values. It is never undefined.
    pub fn holds(&mut self, pred: &Pred) -> Result<bool, Stop> {
        self.entering(|evaluator| evaluator.truth(pred))
    }

    pub(crate) fn truth(&mut self, pred: &Pred) -> Result<bool, Stop> {
        self.step()?;
        match &*pred.kind {
            PredKind::True => Ok(true),
            PredKind::False => Ok(false),
            PredKind::Relation {
                relation,
                left,
                right,
            } => {
                let result = self.relation(*relation, left, right);
                self.atom(result)
            }
            PredKind::Holds(expr) => {
                let result = self.eval(expr).map(|value| value == Value::Bool(true));
                self.atom(result)
            }
            PredKind::Not(part) => Ok(!self.truth(part)?),
            PredKind::And(parts) => self.connective(parts, false),
            PredKind::Or(parts) => self.connective(parts, true),
            PredKind::Implies(left, right) => match self.truth(left) {
                Ok(false) => Ok(true),
                Ok(true) => self.truth(right),
                Err(stop @ Stop::Beyond(_)) => {
                    if self.truth(right)? {
                        Ok(true)
                    } else {
                        Err(stop)
                    }
                }
                Err(halted) => Err(halted),
            },
            PredKind::Iff(left, right) => Ok(self.truth(left)? == self.truth(right)?),
            PredKind::Quantified {
                quantifier,
                scope,
                body,
            } => self.quantified(*quantifier, scope, body),
            PredKind::Let { definitions, body } => match self.definitions(definitions) {
                Ok(values) => self.with(values, |evaluator| evaluator.truth(body)),
                Err(stop) => self.atom(Err(stop)),
            },
            PredKind::If {
                condition,
                then,
                otherwise,
            } => {
                if self.truth(condition)? {
                    self.truth(then)
                } else {
                    self.truth(otherwise)
                }
            }
        }
    }

    /// An undefined atom is false, and is noted.
    pub(crate) fn atom(&mut self, result: Result<bool, Stop>) -> Result<bool, Stop> {
        match result {
            Err(Stop::Undefined(undefined)) => {
                self.note_undefined(*undefined);
                Ok(false)
            }
            other => other,
        }
    }

    /// A conjunction (`decisive` is false) or a disjunction (true): one decisive part decides, whatever the others are.
    fn connective(&mut self, parts: &[Pred], decisive: bool) -> Result<bool, Stop> {
        let mut unknown = None;
        for part in parts {
            match self.truth(part) {
                Ok(value) if value == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(stop @ Stop::Beyond(_)) => unknown = Some(stop),
                Err(halted) => return Err(halted),
            }
        }
        unknown.map_or(Ok(!decisive), Err)
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        scope: &Scope,
        body: &Pred,
    ) -> Result<bool, Stop> {
        let limit = if quantifier == Quantifier::ExistsOne {
            2
        } else {
            1
        };
        let goal = Goal::pred(body, quantifier != Quantifier::Forall);
        let wanted: Vec<VarId> = if limit == 2 {
            scope.bound.iter().map(|bound| bound.var).collect()
        } else {
            Vec::new()
        };
        let mut found = 0;
        let incomplete = self.solve_scope(scope, vec![goal], &wanted, &mut |_| {
            found += 1;
            Ok(if found == limit {
                Flow::Break(())
            } else {
                Flow::Continue(())
            })
        });
        let incomplete = match incomplete {
            Ok(incomplete) => incomplete,
            // The set of a variable is undefined, so that `x in S` is false for all x.
            Err(Stop::Undefined(undefined)) => {
                self.note_undefined(*undefined);
                return Ok(quantifier == Quantifier::Forall);
            }
            Err(stop) => return Err(stop),
        };
        match (quantifier, found, incomplete) {
            (Quantifier::Forall, 1, _) => Ok(false),
            (Quantifier::Exists, 1, _) => Ok(true),
            (Quantifier::ExistsOne, 2, _) => Ok(false),
            (_, _, Some(reason)) => Err(Stop::Beyond(Box::new(reason))),
            (Quantifier::Forall, ..) => Ok(true),
            (Quantifier::Exists, ..) => Ok(false),
            (Quantifier::ExistsOne, found, _) => Ok(found == 1),
        }
    }

    fn relation(&mut self, relation: Relation, left: &Expr, right: &Expr) -> Result<bool, Stop> {
        let a = self.eval(left)?;
        if relation == Relation::Disjoint {
            return self.is_disjoint(&a);
        }
        let b = self.eval(right)?;
        self.at = left.span.to(right.span);
        match relation {
            Relation::Equal => self.same(&a, &b),
            Relation::NotEqual => Ok(!self.same(&a, &b)?),
            Relation::In => self.contains(b.as_set(), &a),
            Relation::NotIn => Ok(!self.contains(b.as_set(), &a)?),
            Relation::Subset => self.subset(a.as_set(), b.as_set()),
            Relation::ProperSubset => {
                Ok(self.subset(a.as_set(), b.as_set())? && !self.same(&a, &b)?)
            }
            Relation::Less => Ok(a.as_int() < b.as_int()),
            Relation::AtMost => Ok(a.as_int() <= b.as_int()),
            Relation::Greater => Ok(a.as_int() > b.as_int()),
            Relation::AtLeast => Ok(a.as_int() >= b.as_int()),
            Relation::Partitions => self.partitions(&a, &b),
            Relation::Disjoint => unreachable!("answered above"),
            Relation::Prefix | Relation::Suffix | Relation::Infix => {
                self.part_of_sequence(relation, &a, &b)
            }
            Relation::InBag => self.in_bag(&a, b.as_set()),
            Relation::SubBag => self.sub_bag(&a, &b),
        }
    }

    /// Equality. Sets of different representations are listed, where one of them can be.
    pub(crate) fn same(&mut self, a: &Value, b: &Value) -> Result<bool, Stop> {
        match (a, b) {
            (Value::Tuple(a), Value::Tuple(b)) => self.all_same(a, b),
            (Value::Binding(a), Value::Binding(b)) => self.all_same(&a.values, &b.values),
            (
                Value::Branch {
                    branch,
                    argument: Some(x),
                    ..
                },
                Value::Branch {
                    branch: other,
                    argument: Some(y),
                    ..
                },
            ) => Ok(branch == other && self.same(x, y)?),
            (Value::Set(a), Value::Set(b)) => self.same_set(a, b),
            _ => Ok(a == b),
        }
    }

    fn all_same(&mut self, a: &[Value], b: &[Value]) -> Result<bool, Stop> {
        let mut unknown = None;
        for (x, y) in a.iter().zip(b) {
            match self.same(x, y) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(stop @ Stop::Beyond(_)) => unknown = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
        unknown.map_or(Ok(true), Err)
    }

    fn same_set(&mut self, a: &Set, b: &Set) -> Result<bool, Stop> {
        if a == b {
            return Ok(true);
        }
        match (a, b) {
            (Set::Elements(_), Set::Elements(_)) => Ok(false),
            (Set::Elements(explicit), large @ Set::Large(_))
            | (large @ Set::Large(_), Set::Elements(explicit)) => {
                if self.certainly_infinite(large)? {
                    return Ok(false);
                }
                if let Set::Large(inner) = large
                    && !matches!(&**inner, Large::Comprehension(_) | Large::Lambda(_))
                    && self.exactly_sized(inner)
                    && self.size(large, false)?.to_usize() != Some(explicit.len())
                {
                    return Ok(false);
                }
                Ok(*self.force(large)? == **explicit)
            }
            _ => {
                if let (Some(x), Some(y)) = (self.interval_of(a), self.interval_of(b)) {
                    return Ok(x == y);
                }
                let (x, y) = (self.certainly_infinite(a)?, self.certainly_infinite(b)?);
                if x && y {
                    return Ok(self.subset(a, b)? && self.subset(b, a)?);
                }
                let left = if x {
                    return self.finite_is_not(b);
                } else {
                    self.force(a)?
                };
                let right = if y { return Ok(false) } else { self.force(b)? };
                Ok(left == right)
            }
        }
    }

    /// An infinite set is not one that can be listed.
    fn finite_is_not(&mut self, listed: &Set) -> Result<bool, Stop> {
        self.force(listed).map(|_| false)
    }
}
