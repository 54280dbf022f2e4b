//! The functions of the mathematical tool-kit.

use assay_source::Span;
use assay_term::{BigInt, TermId};

use super::domain::is_infinite;
use super::expr::unsupported;
use super::sequences::Items;
use super::{Bits, Defined, Entry, Number, Refusal, Sym, SymSet, Symbolic, Terms, at};
use crate::core::{Builtin, Expr, Type};
use crate::value::{Int, Size, Value};

impl Symbolic {
    pub(super) fn call(
        &mut self,
        function: Builtin,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        use Builtin as B;
        let span = expr.span;
        match function {
            B::Naturals | B::Positives => super::expr::infinite(expr.span, "a set of numbers"),
            B::Count if is_infinite(self, &arguments[0]) => self.nothing(expr),
            B::DomainRestriction => {
                self.kept((&arguments[1], Some(0)), (&arguments[0], true), span)
            }
            B::RangeRestriction => self.kept((&arguments[0], Some(1)), (&arguments[1], true), span),
            B::DomainSubtraction => {
                self.kept((&arguments[1], Some(0)), (&arguments[0], false), span)
            }
            B::RangeSubtraction => {
                self.kept((&arguments[0], Some(1)), (&arguments[1], false), span)
            }
            B::Image => {
                let kept = self.kept((&arguments[0], Some(0)), (&arguments[1], true), span)?;
                let range = at(span, self.terms.range_of(kept.sym.as_set()))?;
                Ok(defined(range, kept.when))
            }
            B::Intersection if is_infinite(self, &arguments[0]) => {
                self.kept((&arguments[1], None), (&arguments[0], true), span)
            }
            B::Intersection => self.kept((&arguments[0], None), (&arguments[1], true), span),
            B::Difference => self.kept((&arguments[0], None), (&arguments[1], false), span),
            B::NonEmptyPower | B::Finite | B::NonEmptyFinite => self.set_of(expr),
            _ if super::function_sets::kind_of(function).is_some() => self.set_of(expr),
            B::Sequences | B::NonEmptySequences | B::InjectiveSequences => self.set_of(expr),
            B::Bags | B::BagCount | B::BagScale | B::BagUnion | B::BagDifference | B::Items => {
                unsupported(expr.span, "a bag")
            }
            _ => {
                let (arguments, when) = self.all(arguments)?;
                let called = self.call_on_values(function, &arguments, expr)?;
                Ok(Defined {
                    sym: called.sym,
                    when: self.both(when, called.when),
                })
            }
        }
    }

    fn call_on_values(
        &mut self,
        function: Builtin,
        arguments: &[Sym],
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        use Builtin as B;
        let span = expr.span;
        let set = |index: usize| arguments[index].as_set();
        let number = |index: usize| arguments[index].as_int();
        let terms = &mut self.terms;
        let sym: Sym = match function {
            B::Negate => Sym::Int(terms.negated(number(0))),
            B::Add => Sym::Int(terms.sum(number(0), number(1))),
            B::Subtract => {
                let minus = terms.negated(number(1));
                Sym::Int(terms.sum(number(0), &minus))
            }
            B::Successor => {
                let one = terms.int(&Int::ONE);
                Sym::Int(terms.sum(number(0), &one))
            }
            B::Multiply => Sym::Int(terms.product(number(0), number(1))),
            B::Divide | B::Modulo => {
                let (sym, when) = terms.divided(number(0), number(1), function == B::Divide);
                return Ok(defined(Sym::Int(sym), when));
            }
            B::Range => self.range(number(0), number(1), span)?.into(),
            B::Minimum | B::Maximum => {
                let found = at(span, terms.extremum(set(0), function == B::Minimum))?;
                return self.or_nothing(found, expr);
            }
            B::Union => at(span, terms.union(set(0), set(1)))?.into(),
            B::SymmetricDifference => at(span, terms.symmetric_difference(set(0), set(1)))?.into(),
            B::GeneralUnion => at(span, terms.union_of(set(0)))?.into(),
            B::GeneralIntersection => self.intersection_of(set(0), span)?.into(),
            B::Count => Sym::Int(terms.cardinality(set(0))),
            B::First => arguments[0].sides().0.clone(),
            B::Second => arguments[0].sides().1.clone(),
            B::Maplet => Sym::Tuple(arguments.to_vec()),
            B::Domain => at(span, terms.domain(set(0)))?.into(),
            B::RangeOf => at(span, terms.range_of(set(0)))?.into(),
            B::Identity => at(span, terms.identity(set(0)))?.into(),
            B::Compose => at(span, terms.compose(set(0), set(1)))?.into(),
            B::ComposeBackwards => at(span, terms.compose(set(1), set(0)))?.into(),
            B::Inverse => at(span, terms.inverse(set(0)))?.into(),
            B::Override => at(span, terms.overridden(set(0), set(1)))?.into(),
            B::TransitiveClosure => at(span, terms.closure(set(0)))?.into(),
            B::ReflexiveTransitiveClosure => {
                let closed = at(span, terms.closure(set(0)))?;
                let same = self.identity_of(&expr.ty, span)?;
                at(span, self.terms.union(&closed, &same))?.into()
            }
            B::Iterate => self.iterate(number(0), set(1), expr)?.into(),
            _ => return self.sequence_call(function, arguments, expr),
        };
        Ok(self.always(sym))
    }

    fn or_nothing(
        &mut self,
        found: Option<(Sym, TermId)>,
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        match found {
            Some((sym, when)) => Ok(Defined { sym, when }),
            None => self.nothing(expr),
        }
    }

    /// The elements of a set that are in another one, or are not; of pairs one side may be asked. The other set may be infinite.
    fn kept(
        &mut self,
        (set, side): (&Expr, Option<usize>),
        (by, keep): (&Expr, bool),
        span: Span,
    ) -> Result<Defined, Refusal> {
        let value = self.value(set)?;
        let set = value.sym.as_set();
        let (mut conditions, mut by_defined) = (Vec::new(), None);
        for (element, when) in self.terms.elements(set) {
            if self.terms.is(when, false) {
                conditions.push(when);
                continue;
            }
            let asked = match side {
                None => &element,
                Some(0) => element.sides().0,
                Some(_) => element.sides().1,
            };
            let member = self.member(asked, by)?;
            by_defined = Some(member.when);
            conditions.push(if keep {
                member.truth
            } else {
                self.terms.pool.not(member.truth)
            });
        }
        let by = match by_defined {
            Some(when) => when,
            None => self.defined_set(by)?,
        };
        let kept = self.terms.restricted(set, &conditions);
        at(span, self.terms.bounded())?;
        Ok(defined(kept, self.both(value.when, by)))
    }

    /// `a .. b`
    fn range(&mut self, low: &Number, high: &Number, span: Span) -> Result<Bits, Refusal> {
        let (least, greatest) = (Int::from(&low.range.lo), Int::from(&high.range.hi));
        let (all, _) = self.interval(&least, &greatest, span)?;
        let mut bits = Bits::new();
        for value in all.into_keys() {
            let number = self.terms.int(value.as_int());
            let above = self.terms.pool.le(low.term, number.term);
            let below = self.terms.pool.le(number.term, high.term);
            let inside = self.both(above, below);
            if !self.terms.is(inside, false) {
                bits.insert(value, inside);
            }
        }
        Ok(bits)
    }

    /// What all sets have that are elements. With no set it would be the whole type.
    fn intersection_of(&mut self, sets: &SymSet, span: Span) -> Result<SymSet, Refusal> {
        let empty = self.terms.is_empty(sets);
        if !self.terms.is(empty, false) {
            return unsupported(span, "the intersection of what may be no set at all");
        }
        let all = at(span, self.terms.union_of(sets))?;
        let members = self.terms.elements(sets);
        let mut conditions = Vec::new();
        for (element, _) in self.terms.elements(&all) {
            let mut inside = Vec::new();
            for (set, when) in &members {
                let has = at(span, self.terms.contains(set.as_set(), &element))?;
                inside.push(self.terms.pool.implies(*when, has));
            }
            conditions.push(self.terms.pool.and(inside));
        }
        Ok(self.terms.restricted(&all, &conditions))
    }

    /// The identity on the type that a relation is on.
    fn identity_of(&mut self, ty: &Type, span: Span) -> Result<SymSet, Refusal> {
        let given = match ty.element() {
            Some(Type::Product(sides)) => match &sides[0] {
                Type::Given(given) => *given,
                _ => return super::expr::infinite(span, "the type of the relation"),
            },
            _ => unreachable!("the type of a relation"),
        };
        let size = self.scope.carrier(&self.program, given).len();
        let yes = self.terms.yes();
        let values = (0..size).map(|index| (Value::Given(given, index), yes));
        at(span, self.terms.identity(&SymSet::bits(values.collect())))
    }

    /// `R^n` for each n that is possible.
    fn iterate(
        &mut self,
        exponent: &Number,
        relation: &SymSet,
        expr: &Expr,
    ) -> Result<SymSet, Refusal> {
        let span = expr.span;
        let count = &exponent.range.hi - &exponent.range.lo + BigInt::from(1);
        let size = Size::Number(count.to_biguint().unwrap_or_default());
        at(span, self.terms.within("an exponent", &size))?;
        let mut powers = Vec::new();
        let mut next = exponent.range.lo.clone();
        while next <= exponent.range.hi {
            let power = self.power(&next, relation, expr)?;
            let here = self.terms.is_number(exponent.term, &next);
            powers.push((Sym::from(power), here));
            next += 1;
        }
        let chosen = at(span, self.terms.select(&powers))?;
        Ok(chosen.expect("an interval is not empty").as_set().clone())
    }

    fn power(&mut self, n: &BigInt, relation: &SymSet, expr: &Expr) -> Result<SymSet, Refusal> {
        let zero = BigInt::from(0);
        if *n == zero {
            return self.identity_of(&expr.ty, expr.span);
        }
        let base = if *n < zero {
            at(expr.span, self.terms.inverse(relation))?
        } else {
            relation.clone()
        };
        let mut power = base.clone();
        let times = u32::try_from(n.magnitude()).unwrap_or(u32::MAX);
        for _ in 1..times {
            power = at(expr.span, self.terms.compose(&power, &base))?;
            at(expr.span, self.terms.bounded())?;
        }
        Ok(power)
    }

    fn sequence_call(
        &mut self,
        function: Builtin,
        arguments: &[Sym],
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        use Builtin as B;
        let span = expr.span;
        let sequence = |symbolic: &mut Symbolic, index: usize| -> Result<Items, Refusal> {
            at(span, symbolic.terms.items(arguments[index].as_set()))
        };
        let (items, when) = match function {
            B::Concatenate => {
                let (a, b) = (sequence(self, 0)?, sequence(self, 1)?);
                let joined = at(span, self.terms.concatenated(&a.items, &b.items))?;
                (joined, self.both(a.sequence, b.sequence))
            }
            B::Reverse => {
                let a = sequence(self, 0)?;
                (at(span, self.terms.reversed(&a.items))?, a.sequence)
            }
            B::Head | B::Last => {
                let a = sequence(self, 0)?;
                return self.end_item(function == B::Head, &a, expr);
            }
            B::Tail | B::Front => {
                let a = sequence(self, 0)?;
                let Some(first) = a.items.first() else {
                    return self.nothing(expr);
                };
                let when = self.both(a.sequence, first.defined);
                let rest = if function == B::Front {
                    Terms::front(&a.items)
                } else {
                    a.items[1..].to_vec()
                };
                (rest, when)
            }
            B::Extract => {
                let places = arguments[0].as_set().clone();
                let a = sequence(self, 1)?;
                let mut kept = Vec::new();
                for (place, item) in (1i64..).zip(&a.items) {
                    let place = self.terms.solid(&Value::int(place));
                    kept.push(self.kept_item(item, &places, &place, span)?);
                }
                (at(span, self.terms.squashed(&kept))?, a.sequence)
            }
            B::Filter => {
                let a = sequence(self, 0)?;
                let wanted = arguments[1].as_set().clone();
                let mut kept = Vec::new();
                for item in &a.items {
                    kept.push(self.kept_item(item, &wanted, &item.value, span)?);
                }
                (at(span, self.terms.squashed(&kept))?, a.sequence)
            }
            B::Squash => {
                let relation = arguments[0].as_set();
                let (entries, when) = at(span, self.terms.squashable(relation))?;
                (at(span, self.terms.squashed(&entries))?, when)
            }
            B::DistributedConcatenate => {
                let outer = sequence(self, 0)?;
                let (mut all, mut when) = (Vec::new(), vec![outer.sequence]);
                for item in &outer.items {
                    let inner = at(span, self.terms.items(item.value.as_set()))?;
                    when.push(self.terms.pool.implies(item.defined, inner.sequence));
                    let there = inner.items.iter().map(|entry| Entry {
                        defined: self.terms.pool.and2(item.defined, entry.defined),
                        value: entry.value.clone(),
                    });
                    let there: Vec<Entry> = there.collect();
                    all = at(span, self.terms.concatenated(&all, &there))?;
                }
                (all, self.terms.pool.and(when))
            }
            _ => return unsupported(span, "a function of the tool-kit"),
        };
        Ok(defined(Terms::sequence(items), when))
    }

    fn kept_item(
        &mut self,
        item: &Entry,
        wanted: &SymSet,
        value: &Sym,
        span: Span,
    ) -> Result<Entry, Refusal> {
        let inside = at(span, self.terms.contains(wanted, value))?;
        Ok(Entry {
            defined: self.both(item.defined, inside),
            value: item.value.clone(),
        })
    }

    fn end_item(&mut self, head: bool, of: &Items, expr: &Expr) -> Result<Defined, Refusal> {
        let Some(first) = of.items.first() else {
            return self.nothing(expr);
        };
        let when = self.both(of.sequence, first.defined);
        let sym = if head {
            Some(first.value.clone())
        } else {
            at(expr.span, self.terms.last(&of.items))?
        };
        self.or_nothing(sym.map(|sym| (sym, when)), expr)
    }
}

fn defined(sym: impl Into<Sym>, when: TermId) -> Defined {
    Defined {
        sym: sym.into(),
        when,
    }
}
