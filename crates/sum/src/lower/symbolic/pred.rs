//! Predicates as conditions. An atom with an undefined term is false.

use assay_term::TermId;

use super::rounds::{facts_of_exists, facts_of_forall};
use super::{Refusal, Sym, SymSet, Symbolic, at};
use crate::core::{Expr, Pred, PredKind, Relation, Scope};
use crate::syntax::Quantifier;

impl Symbolic {
    /// The condition under which a predicate holds.
    pub fn holds(&mut self, pred: &Pred) -> Result<TermId, Refusal> {
        match &*pred.kind {
            PredKind::True => Ok(self.terms.yes()),
            PredKind::False => Ok(self.terms.no()),
            PredKind::Relation {
                relation,
                left,
                right,
            } => self.or_by_cases(pred, |symbolic| symbolic.relation(*relation, left, right)),
            PredKind::Holds(expr) => self.or_by_cases(pred, |symbolic| {
                let value = symbolic.value(expr)?;
                Ok(symbolic.both(value.when, value.sym.as_bool()))
            }),
            PredKind::Not(part) => {
                let part = self.holds(part)?;
                Ok(self.terms.pool.not(part))
            }
            PredKind::And(parts) => self.connective(parts, false),
            PredKind::Or(parts) => self.connective(parts, true),
            PredKind::Implies(left, right) => {
                let left = self.holds(left)?;
                if self.terms.is(left, false) {
                    return Ok(self.terms.yes());
                }
                let right = self.holds(right)?;
                Ok(self.terms.pool.implies(left, right))
            }
            PredKind::Iff(left, right) => {
                let (left, right) = (self.holds(left)?, self.holds(right)?);
                Ok(self.terms.pool.eq(left, right))
            }
            PredKind::Quantified {
                quantifier,
                scope,
                body,
            } => self.or_by_cases(pred, |symbolic| {
                symbolic.quantified(*quantifier, scope, body)
            }),
            PredKind::Let { definitions, body } => {
                let (values, when) = self.definitions(definitions)?;
                let body = self.with(values, |symbolic| symbolic.holds(body))?;
                Ok(self.both(when, body))
            }
            PredKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.holds(condition)?;
                match self.terms.pool.as_bool(condition) {
                    Some(true) => self.holds(then),
                    Some(false) => self.holds(otherwise),
                    None => {
                        let (then, otherwise) = (self.holds(then)?, self.holds(otherwise)?);
                        Ok(self.terms.pool.ite(condition, then, otherwise))
                    }
                }
            }
        }
    }

    /// A conjunction (`decisive` is false) or a disjunction (true). What a decisive part makes superfluous is not looked at.
    fn connective(&mut self, parts: &[Pred], decisive: bool) -> Result<TermId, Refusal> {
        let mut conditions = Vec::with_capacity(parts.len());
        for part in parts {
            let condition = self.holds(part)?;
            if self.terms.is(condition, decisive) {
                return Ok(condition);
            }
            conditions.push(condition);
        }
        Ok(if decisive {
            self.terms.pool.or(conditions)
        } else {
            self.terms.pool.and(conditions)
        })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        scope: &Scope,
        body: &Pred,
    ) -> Result<TermId, Refusal> {
        let facts = match quantifier {
            Quantifier::Forall => facts_of_forall(body),
            Quantifier::Exists | Quantifier::ExistsOne => facts_of_exists(body),
        };
        let mut found = Vec::new();
        self.each(scope, &facts, &mut |symbolic, when| {
            let body = symbolic.holds(body)?;
            found.push(match quantifier {
                Quantifier::Forall => symbolic.terms.pool.implies(when, body),
                Quantifier::Exists | Quantifier::ExistsOne => symbolic.both(when, body),
            });
            Ok(())
        })?;
        Ok(match quantifier {
            Quantifier::Forall => self.terms.pool.and(found),
            Quantifier::Exists => self.terms.pool.or(found),
            Quantifier::ExistsOne => {
                let most = self.terms.at_most_one(&found);
                let some = self.terms.pool.or(found);
                self.both(most, some)
            }
        })
    }

    fn relation(
        &mut self,
        relation: Relation,
        left: &Expr,
        right: &Expr,
    ) -> Result<TermId, Refusal> {
        match relation {
            Relation::In | Relation::NotIn => {
                let value = self.value(left)?;
                let member = self.member(&value.sym, right)?;
                let truth = self.signed(member.truth, relation == Relation::In);
                return Ok(self.terms.pool.and([value.when, member.when, truth]));
            }
            Relation::Subset => {
                let value = self.value(left)?;
                let member = self.subset(value.sym.as_set(), right)?;
                let all = [value.when, member.when, member.truth];
                return Ok(self.terms.pool.and(all));
            }
            Relation::Disjoint => return self.disjoint(left),
            _ => {}
        }
        let (a, b) = (self.value(left)?, self.value(right)?);
        let when = self.both(a.when, b.when);
        if self.terms.is(when, false) {
            return Ok(when);
        }
        let span = left.span.to(right.span);
        let pool = &mut self.terms.pool;
        let order = |sym: &Sym| sym.as_int().term;
        let truth = match relation {
            Relation::Equal | Relation::NotEqual => {
                let same = at(span, self.terms.equal(&a.sym, &b.sym))?;
                self.signed(same, relation == Relation::Equal)
            }
            Relation::Less => pool.lt(order(&a.sym), order(&b.sym)),
            Relation::AtMost => pool.le(order(&a.sym), order(&b.sym)),
            Relation::Greater => pool.lt(order(&b.sym), order(&a.sym)),
            Relation::AtLeast => pool.le(order(&b.sym), order(&a.sym)),
            Relation::ProperSubset => {
                let inside = self.included(a.sym.as_set(), b.sym.as_set(), left)?;
                let same = at(span, self.terms.equal(&a.sym, &b.sym))?;
                let not = self.terms.pool.not(same);
                self.both(inside, not)
            }
            Relation::Prefix | Relation::Suffix | Relation::Infix => {
                return self.part_of(relation, &a.sym, &b.sym, when, left);
            }
            Relation::Partitions => {
                let parts = a.sym.as_set();
                let apart = self.apart(parts, left)?;
                let union = self.union_of_range(parts, left)?;
                let same = at(span, self.terms.equal(&union.into(), &b.sym))?;
                self.both(apart, same)
            }
            Relation::InBag | Relation::SubBag => {
                return super::expr::unsupported(span, "a bag");
            }
            Relation::In | Relation::NotIn | Relation::Subset | Relation::Disjoint => {
                unreachable!("answered above")
            }
        };
        Ok(self.both(when, truth))
    }

    fn signed(&mut self, truth: TermId, positive: bool) -> TermId {
        if positive {
            truth
        } else {
            self.terms.pool.not(truth)
        }
    }

    fn included(&mut self, a: &SymSet, b: &SymSet, at_expr: &Expr) -> Result<TermId, Refusal> {
        let mut conditions = Vec::new();
        for (element, when) in self.terms.elements(a) {
            let inside = at(at_expr.span, self.terms.contains(b, &element))?;
            conditions.push(self.terms.pool.implies(when, inside));
        }
        Ok(self.terms.pool.and(conditions))
    }

    fn part_of(
        &mut self,
        relation: Relation,
        a: &Sym,
        b: &Sym,
        when: TermId,
        left: &Expr,
    ) -> Result<TermId, Refusal> {
        let part = at(left.span, self.terms.items(a.as_set()))?;
        let whole = at(left.span, self.terms.items(b.as_set()))?;
        let (p, w) = (&part.items, &whole.items);
        let truth = match relation {
            Relation::Prefix => self.terms.begins_at(p, w, 0),
            Relation::Suffix => self.terms.ends_with(p, w),
            _ => {
                let ways: Result<Vec<TermId>, _> = (0..=w.len())
                    .map(|from| self.terms.begins_at(p, w, from))
                    .collect();
                ways.map(|ways| self.terms.pool.or(ways))
            }
        };
        let truth = at(left.span, truth)?;
        let all = [when, part.sequence, whole.sequence, truth];
        Ok(self.terms.pool.and(all))
    }

    fn disjoint(&mut self, sets: &Expr) -> Result<TermId, Refusal> {
        let value = self.value(sets)?;
        let apart = self.apart(value.sym.as_set(), sets)?;
        Ok(self.both(value.when, apart))
    }

    /// Whether the sets of an indexed family have no element in common, those of two indices.
    fn apart(&mut self, family: &SymSet, sets: &Expr) -> Result<TermId, Refusal> {
        let members = self.terms.elements(family);
        let mut conditions = Vec::new();
        for (number, (a, first)) in members.iter().enumerate() {
            for (b, second) in &members[..number] {
                let both = self.both(*first, *second);
                if self.terms.is(both, false) {
                    continue;
                }
                let same_index = at(sets.span, self.terms.equal(a.sides().0, b.sides().0))?;
                let a = a.sides().1.as_set();
                for (element, here) in self.terms.elements(a) {
                    let there = b.sides().1.as_set();
                    let there = at(sets.span, self.terms.contains(there, &element))?;
                    let shared = self.terms.pool.and([both, here, there]);
                    let not = self.terms.pool.not(shared);
                    conditions.push(self.terms.pool.or2(same_index, not));
                }
            }
        }
        Ok(self.terms.pool.and(conditions))
    }

    fn union_of_range(&mut self, family: &SymSet, sets: &Expr) -> Result<SymSet, Refusal> {
        let mut all = SymSet::empty();
        for (pair, when) in self.terms.elements(family) {
            let part = pair.sides().1.as_set();
            let always = vec![when; self.terms.elements(part).len()];
            let part = self.terms.restricted(part, &always);
            all = at(sets.span, self.terms.union(&all, &part))?;
        }
        Ok(all)
    }
}
