//! Scopes of quantifiers and comprehensions, unrolled: a *round* is one choice of values for their variables.
//!
//! What a variable ranges over is found in this order: what a conjunct of the scope's predicates says (`x in s`, `x = E`), if its own set is
//! infinite or a set of sets; otherwise its set; of an infinite set the part in the scope. In rounds that are left out a conjunct is false, so
//! they count for nothing.

use assay_source::Span;
use assay_term::TermId;

use super::{Bits, Defined, Refusal, Sym, SymSet, Symbolic, at};
use crate::core::{Bound, Builtin, Expr, ExprKind, Pred, PredKind, Relation, Scope, Type, VarId};
use crate::value::Size;

/// Values of a variable with their conditions, and the condition under which the variable's set is defined.
type Range = (Vec<(Sym, TermId)>, TermId);

/// What is done in each round, with the condition under which the round counts.
type Work<'w> = &'w mut dyn FnMut(&mut Symbolic, TermId) -> Result<(), Refusal>;

struct Rounds<'s> {
    bound: &'s [Bound],
    /// Each predicate with the number of the variable after which it can be evaluated.
    tests: Vec<(usize, &'s Pred)>,
    /// What holds in every round that counts.
    facts: Vec<Pred>,
    /// Ranges that are the same in all rounds.
    fixed: Vec<Option<Range>>,
    done: usize,
    span: Span,
}

impl Symbolic {
    /// Goes through the rounds. `facts` hold in every round that counts, beside the scope's own predicates. Returns the condition
    /// under which the sets of all variables are defined.
    pub(super) fn each(
        &mut self,
        scope: &Scope,
        facts: &[Pred],
        work: Work<'_>,
    ) -> Result<TermId, Refusal> {
        let mut all = Vec::new();
        for pred in scope.such_that.iter().chain(facts) {
            conjuncts(pred, &mut all);
        }
        let span = scope.bound.first().map_or(Span::default(), |b| b.set.span);
        let mut rounds = Rounds {
            bound: &scope.bound,
            tests: Vec::new(),
            facts: all,
            fixed: Vec::new(),
            done: 0,
            span,
        };
        for pred in &scope.such_that {
            rounds.tests.push((self.level(&scope.bound, pred), pred));
        }
        let mut defined = Vec::new();
        let mut size = Size::number(1);
        for level in 0..scope.bound.len() {
            let range = self.fixed_range(&rounds, level)?;
            if let Some((values, when)) = &range {
                size = size.times(&Size::number(values.len()));
                defined.push(*when);
            }
            rounds.fixed.push(range);
        }
        at(span, self.terms.within("a quantifier", &size))?;
        let yes = self.terms.yes();
        self.level_rounds(&mut rounds, 0, yes, work)?;
        Ok(self.terms.pool.and(defined))
    }

    /// After which variable a predicate can be evaluated: 0 before the first.
    fn level(&mut self, bound: &[Bound], pred: &Pred) -> usize {
        let free = self.explicit.free.pred(pred);
        let last = bound.iter().rposition(|b| free.contains(&b.var));
        last.map_or(0, |last| last + 1)
    }

    fn level_rounds(
        &mut self,
        rounds: &mut Rounds<'_>,
        level: usize,
        when: TermId,
        work: Work<'_>,
    ) -> Result<(), Refusal> {
        let mut conditions = vec![when];
        for (_, pred) in rounds.tests.clone().iter().filter(|(at, _)| *at == level) {
            let holds = self.holds(pred)?;
            if self.terms.is(holds, false) {
                return Ok(());
            }
            conditions.push(holds);
        }
        let when = self.terms.pool.and(conditions);
        if self.terms.is(when, false) {
            return Ok(());
        }
        let Some(bound) = rounds.bound.get(level) else {
            rounds.done += 1;
            let size = Size::number(rounds.done);
            at(rounds.span, self.terms.within("a quantifier", &size))?;
            return work(self, when);
        };
        let values = match &rounds.fixed[level] {
            Some((values, _)) => values.clone(),
            None => {
                let range = self.narrowed(rounds, level)?;
                range.expect("it was found to be narrowed").0
            }
        };
        for (sym, condition) in values {
            let when = self.both(when, condition);
            if self.terms.is(when, false) {
                continue;
            }
            let yes = self.terms.yes();
            let value = Defined { sym, when: yes };
            self.with([(bound.var, value)], |symbolic| {
                symbolic.level_rounds(rounds, level + 1, when, work)
            })?;
        }
        Ok(())
    }

    /// The range of a variable, if no variable before it changes that.
    fn fixed_range(&mut self, rounds: &Rounds<'_>, level: usize) -> Result<Option<Range>, Refusal> {
        let bound = &rounds.bound[level];
        if is_wide(&bound.set) {
            match self.narrowing(rounds, level) {
                Some((_, _, true)) => return Ok(None),
                Some(_) => return self.narrowed(rounds, level),
                None => {}
            }
        }
        let (bits, when) = self.domain(&bound.set)?;
        Ok(Some((self.guarded(&bits, when), when)))
    }

    fn guarded(&mut self, bits: &Bits, when: TermId) -> Vec<(Sym, TermId)> {
        let mut values = Vec::new();
        for (value, &bit) in bits {
            let bit = self.both(when, bit);
            if !self.terms.is(bit, false) {
                values.push((self.terms.solid(value), bit));
            }
        }
        values
    }

    /// A fact that says what a variable is in, or equal to, and whether variables before it are read.
    fn narrowing(&mut self, rounds: &Rounds<'_>, level: usize) -> Option<(Relation, Expr, bool)> {
        let var = rounds.bound[level].var;
        let own = |v: &VarId| rounds.bound.iter().position(|b| b.var == *v);
        for fact in &rounds.facts {
            let Some((relation, expr)) = narrows(fact, var) else {
                continue;
            };
            if relation == Relation::In && is_wide(&expr) {
                continue;
            }
            let free = self.explicit.free.expr(&expr);
            let read: Vec<usize> = free.iter().filter_map(own).collect();
            let known = |v: &VarId| {
                own(v).is_some() || self.env.contains_key(v) || self.explicit.free.is_constant(*v)
            };
            if read.iter().all(|at| *at < level) && free.iter().all(known) {
                return Some((relation, expr, !read.is_empty()));
            }
        }
        None
    }

    fn narrowed(&mut self, rounds: &Rounds<'_>, level: usize) -> Result<Option<Range>, Refusal> {
        let Some((relation, expr, _)) = self.narrowing(rounds, level) else {
            return Ok(None);
        };
        let value = self.value(&expr)?;
        let candidates = match (relation, &value.sym) {
            (Relation::In, Sym::Set(set)) => self.terms.elements(set),
            (_, sym) => vec![(sym.clone(), self.terms.yes())],
        };
        let (mut values, mut defined) = (Vec::new(), self.terms.yes());
        for (sym, when) in candidates {
            let inside = self.member(&sym, &rounds.bound[level].set)?;
            // The set is defined or not, whatever is asked.
            defined = inside.when;
            let when = self
                .terms
                .pool
                .and([value.when, when, inside.truth, inside.when]);
            if !self.terms.is(when, false) {
                values.push((sym, when));
            }
        }
        Ok(Some((values, defined)))
    }

    /// The values of an expression over the solutions of a scope, and the condition under which the scope is defined. A value that is undefined is
    /// none.
    pub(super) fn results(
        &mut self,
        scope: &Scope,
        result: &mut dyn FnMut(&mut Symbolic) -> Result<Defined, Refusal>,
    ) -> Result<(Vec<(Sym, TermId)>, TermId), Refusal> {
        let mut found = Vec::new();
        let when = self.each(scope, &[], &mut |symbolic, when| {
            let value = result(symbolic)?;
            let when = symbolic.both(when, value.when);
            if !symbolic.terms.is(when, false) {
                found.push((value.sym, when));
            }
            Ok(())
        })?;
        Ok((found, when))
    }

    /// Elements of a set within the scope, and the condition under which the set is defined.
    pub(super) fn domain(&mut self, set: &Expr) -> Result<(Bits, TermId), Refusal> {
        if let Some((bits, when)) = self.scoped(set)? {
            return Ok((bits, when));
        }
        let value = self.value(set)?;
        let bits = at(set.span, self.terms.as_bits(value.sym.as_set()))?;
        Ok(((*bits).clone(), value.when))
    }
}

/// Whether a set is infinite, or has sets as elements, so that it is better to know more before it is enumerated.
fn is_wide(set: &Expr) -> bool {
    let nested = matches!(set.ty.element(), Some(Type::Power(_) | Type::Free(_)));
    nested
        || match &*set.kind {
            ExprKind::Integers => true,
            ExprKind::Call { function, .. } => {
                matches!(function, Builtin::Naturals | Builtin::Positives)
            }
            ExprKind::Product(parts) => parts.iter().any(is_wide),
            _ => false,
        }
}

fn conjuncts(pred: &Pred, found: &mut Vec<Pred>) {
    match &*pred.kind {
        PredKind::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        _ => found.push(pred.clone()),
    }
}

/// What an atom says that a variable is in, or equal to.
fn narrows(fact: &Pred, var: VarId) -> Option<(Relation, Expr)> {
    let PredKind::Relation {
        relation,
        left,
        right,
    } = &*fact.kind
    else {
        return None;
    };
    let is = |expr: &Expr| matches!(&*expr.kind, ExprKind::Var(v) if *v == var);
    match relation {
        Relation::In | Relation::Equal if is(left) => Some((*relation, right.clone())),
        Relation::Equal if is(right) => Some((*relation, left.clone())),
        _ => None,
    }
}

/// Facts of a quantifier's body: what has to hold for a round to count.
pub(super) fn facts_of_forall(body: &Pred) -> Vec<Pred> {
    match &*body.kind {
        PredKind::Implies(condition, _) => vec![condition.clone()],
        _ => Vec::new(),
    }
}

pub(super) fn facts_of_exists(body: &Pred) -> Vec<Pred> {
    vec![body.clone()]
}

/// The set as a symbolic value.
impl From<(Bits, TermId)> for Defined {
    fn from((bits, when): (Bits, TermId)) -> Defined {
        Defined {
            sym: SymSet::bits(bits).into(),
            when,
        }
    }
}
