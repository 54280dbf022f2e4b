//! Membership in a set that is said by an expression. Infinite sets are asked, and not listed.

use assay_term::TermId;

use super::{Bits, Defined, Refusal, Sym, SymSet, Symbolic, Why, at};
use crate::core::{Builtin, Expr, ExprKind, Scope};

/// Whether a value is in a set, where the set is defined.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub truth: TermId,
    pub when: TermId,
}

impl Symbolic {
    /// Whether the set is defined and the value is in it.
    pub fn inside(&mut self, value: &Sym, set: &Expr) -> Result<TermId, Refusal> {
        let member = self.member(value, set)?;
        Ok(self.both(member.truth, member.when))
    }

    pub(super) fn member(&mut self, value: &Sym, set: &Expr) -> Result<Member, Refusal> {
        match &*set.kind {
            ExprKind::Integers | ExprKind::Booleans | ExprKind::Given(_) => Ok(self.certain(true)),
            ExprKind::Free(_) => Ok(self.certain(true)),
            ExprKind::Parameter(index) => {
                self.parameter(*index, |symbolic, set| symbolic.member(value, set))
            }
            ExprKind::Global { id, generics } => match self.definition(*id) {
                Some(definition) => {
                    self.inside_definition(generics, |symbolic| symbolic.member(value, &definition))
                }
                None => self.in_value(value, set),
            },
            ExprKind::Power(of) => self.subset(value.as_set(), of),
            ExprKind::Product(parts) => {
                let Sym::Tuple(values) = value else {
                    unreachable!("a tuple by its type")
                };
                let members = values.iter().zip(parts);
                let members: Result<Vec<Member>, Refusal> = members
                    .map(|(value, set)| self.member(value, set))
                    .collect();
                Ok(self.all_members(&members?))
            }
            ExprKind::Set(parts) => {
                let (parts, when) = self.all(parts)?;
                let mut same = Vec::new();
                for part in &parts {
                    same.push(at(set.span, self.terms.equal(value, part))?);
                }
                Ok(Member {
                    truth: self.terms.pool.or(same),
                    when,
                })
            }
            ExprKind::Comprehension { scope, result } => {
                match self.in_comprehension(value, scope, result)? {
                    Some(member) => Ok(member),
                    None => self.in_value(value, set),
                }
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.holds(condition)?;
                let (then, otherwise) = (self.member(value, then)?, self.member(value, otherwise)?);
                Ok(Member {
                    truth: self.terms.pool.ite(condition, then.truth, otherwise.truth),
                    when: self.terms.pool.ite(condition, then.when, otherwise.when),
                })
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.in_call(value, *function, arguments, set),
            _ => self.in_value(value, set),
        }
    }

    pub(super) fn certain(&mut self, truth: bool) -> Member {
        Member {
            truth: self.terms.pool.bool(truth),
            when: self.terms.yes(),
        }
    }

    pub(super) fn all_members(&mut self, members: &[Member]) -> Member {
        Member {
            truth: self.terms.pool.and(members.iter().map(|m| m.truth)),
            when: self.terms.pool.and(members.iter().map(|m| m.when)),
        }
    }

    /// Membership in a set that is evaluated.
    fn in_value(&mut self, value: &Sym, set: &Expr) -> Result<Member, Refusal> {
        let Defined { sym, when } = self.value(set)?;
        let truth = at(set.span, self.terms.contains(sym.as_set(), value))?;
        Ok(Member { truth, when })
    }

    /// `{ x : S | P }` with the value for `x`, and the same for tuples of variables.
    fn in_comprehension(
        &mut self,
        value: &Sym,
        scope: &Scope,
        result: &Expr,
    ) -> Result<Option<Member>, Refusal> {
        let when = self.terms.yes();
        let argument = Defined {
            sym: value.clone(),
            when,
        };
        let Some(values) = super::apply::matched(result, &argument, scope) else {
            return Ok(None);
        };
        self.with(values, |symbolic| {
            let (mut truth, mut defined) = (Vec::new(), Vec::new());
            for bound in &scope.bound {
                let value = symbolic.env[&bound.var].value.sym.clone();
                let member = symbolic.member(&value, &bound.set)?;
                truth.push(member.truth);
                defined.push(member.when);
            }
            for pred in &scope.such_that {
                truth.push(symbolic.holds(pred)?);
            }
            Ok(Some(Member {
                truth: symbolic.terms.pool.and(truth),
                when: symbolic.terms.pool.and(defined),
            }))
        })
    }

    fn in_call(
        &mut self,
        value: &Sym,
        function: Builtin,
        arguments: &[Expr],
        set: &Expr,
    ) -> Result<Member, Refusal> {
        match (function, arguments) {
            (Builtin::Naturals, []) => Ok(self.at_least(value, 0)),
            (Builtin::Positives, []) => Ok(self.at_least(value, 1)),
            (Builtin::Range, [low, high]) => {
                let (low, high) = (self.value(low)?, self.value(high)?);
                let number = value.as_int().term;
                let above = self.terms.pool.le(low.sym.as_int().term, number);
                let below = self.terms.pool.le(number, high.sym.as_int().term);
                Ok(Member {
                    truth: self.both(above, below),
                    when: self.both(low.when, high.when),
                })
            }
            (Builtin::Union | Builtin::Intersection | Builtin::Difference, [a, b]) => {
                let (a, b) = (self.member(value, a)?, self.member(value, b)?);
                let truth = match function {
                    Builtin::Union => self.terms.pool.or2(a.truth, b.truth),
                    Builtin::Intersection => self.both(a.truth, b.truth),
                    _ => {
                        let not = self.terms.pool.not(b.truth);
                        self.both(a.truth, not)
                    }
                };
                Ok(Member {
                    truth,
                    when: self.both(a.when, b.when),
                })
            }
            (Builtin::Finite, [of]) => self.subset(value.as_set(), of),
            (Builtin::NonEmptyPower | Builtin::NonEmptyFinite, [of]) => {
                let member = self.subset(value.as_set(), of)?;
                let empty = self.terms.is_empty(value.as_set());
                let filled = self.terms.pool.not(empty);
                Ok(Member {
                    truth: self.both(member.truth, filled),
                    ..member
                })
            }
            _ => match self.in_space(value, function, arguments, set)? {
                Some(member) => Ok(member),
                None => self.in_value(value, set),
            },
        }
    }

    fn at_least(&mut self, value: &Sym, least: i64) -> Member {
        let number = value.as_int();
        if number.range.lo >= least.into() {
            return self.certain(true);
        }
        let least = self.terms.pool.int(least);
        Member {
            truth: self.terms.pool.le(least, number.term),
            when: self.terms.yes(),
        }
    }

    /// Whether all elements of a set are in a set that is said by an expression.
    pub(super) fn subset(&mut self, value: &SymSet, of: &Expr) -> Result<Member, Refusal> {
        let (mut truth, mut defined) = (Vec::new(), None);
        for (element, when) in self.terms.elements(value) {
            if self.terms.is(when, false) {
                continue;
            }
            let member = self.member(&element, of)?;
            truth.push(self.terms.pool.implies(when, member.truth));
            defined = Some(member.when);
        }
        let when = match defined {
            Some(when) => when,
            None => self.defined_set(of)?,
        };
        Ok(Member {
            truth: self.terms.pool.and(truth),
            when,
        })
    }

    /// The condition under which a set is defined, where there is no element to ask about.
    pub(super) fn defined_set(&mut self, set: &Expr) -> Result<TermId, Refusal> {
        match self.value(set) {
            Ok(value) => Ok(value.when),
            Err(Refusal {
                why: Why::Infinite { .. } | Why::TooLarge { .. },
                ..
            }) => {
                let some =
                    self.some_value(set.ty.element().expect("a set by its type"), set.span)?;
                Ok(self.member(&some, set)?.when)
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Whether a set of single values lies in a set that is said by an expression.
    pub(super) fn bits_in(&mut self, bits: Bits, of: &Expr) -> Result<Member, Refusal> {
        self.subset(&SymSet::bits(bits), of)
    }
}
