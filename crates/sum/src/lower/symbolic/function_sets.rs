//! Sets of relations, functions, sequences and bags: membership in them, and what they contain within the scope.

use assay_term::TermId;

use super::member::Member;
use super::{Bits, Refusal, Sym, SymSet, Symbolic, at};
use crate::core::{Builtin, Expr};
use crate::value::{FunctionKind, Size, Value};

/// What kind of functions a set of the tool-kit has. None for other sets.
pub(super) fn kind_of(function: Builtin) -> Option<FunctionKind> {
    use Builtin as B;
    let kind = |total, injective, surjective| FunctionKind {
        function: true,
        total,
        injective,
        surjective,
        finite: matches!(
            function,
            B::FinitePartialFunctions | B::FinitePartialInjections
        ),
    };
    Some(match function {
        B::Relations => FunctionKind {
            function: false,
            ..kind(false, false, false)
        },
        B::PartialFunctions | B::FinitePartialFunctions => kind(false, false, false),
        B::TotalFunctions => kind(true, false, false),
        B::PartialInjections | B::FinitePartialInjections => kind(false, true, false),
        B::TotalInjections => kind(true, true, false),
        B::PartialSurjections => kind(false, false, true),
        B::TotalSurjections => kind(true, false, true),
        B::Bijections => kind(true, true, true),
        _ => return None,
    })
}

impl Symbolic {
    /// None where the set is no set of functions.
    pub(super) fn in_space(
        &mut self,
        value: &Sym,
        function: Builtin,
        arguments: &[Expr],
        set: &Expr,
    ) -> Result<Option<Member>, Refusal> {
        if let (Some(kind), [from, to]) = (kind_of(function), arguments) {
            return Ok(Some(self.in_functions(
                value.as_set(),
                kind,
                from,
                to,
                set,
            )?));
        }
        let (non_empty, injective) = match function {
            Builtin::Sequences => (false, false),
            Builtin::NonEmptySequences => (true, false),
            Builtin::InjectiveSequences => (false, true),
            _ => return Ok(None),
        };
        let [of] = arguments else { return Ok(None) };
        let value = value.as_set();
        let items = at(set.span, self.terms.items(value))?;
        let mut conditions = vec![items.sequence];
        if non_empty {
            let empty = self.terms.is_empty(value);
            conditions.push(self.terms.pool.not(empty));
        }
        if injective {
            conditions.push(at(set.span, self.terms.is_injective(value))?);
        }
        let range = at(set.span, self.terms.range_of(value))?;
        let inside = self.bits_in(range, of)?;
        conditions.push(inside.truth);
        Ok(Some(Member {
            truth: self.terms.pool.and(conditions),
            when: inside.when,
        }))
    }

    fn in_functions(
        &mut self,
        value: &SymSet,
        kind: FunctionKind,
        from: &Expr,
        to: &Expr,
        set: &Expr,
    ) -> Result<Member, Refusal> {
        let mut conditions = Vec::new();
        if kind.function {
            conditions.push(at(set.span, self.terms.is_functional(value))?);
        }
        if kind.injective {
            conditions.push(at(set.span, self.terms.is_injective(value))?);
        }
        let domain = at(set.span, self.terms.domain(value))?;
        let mut whens = vec![self.second_sides_in(value, to, &mut conditions, set)?];
        if kind.surjective {
            let range = at(set.span, self.terms.range_of(value))?;
            self.covers(range, to, &mut conditions)?;
        }
        if kind.total {
            self.covers(domain.clone(), from, &mut conditions)?;
        }
        let inside = self.bits_in(domain, from)?;
        conditions.push(inside.truth);
        whens.push(inside.when);
        Ok(Member {
            truth: self.terms.pool.and(conditions),
            when: self.terms.pool.and(whens),
        })
    }

    /// Whether all values are in a set. Of a function each value is asked once, whatever it may be.
    fn second_sides_in(
        &mut self,
        value: &SymSet,
        to: &Expr,
        conditions: &mut Vec<TermId>,
        set: &Expr,
    ) -> Result<TermId, Refusal> {
        let SymSet::Map(map) = value else {
            let range = at(set.span, self.terms.range_of(value))?;
            let inside = self.bits_in(range, to)?;
            conditions.push(inside.truth);
            return Ok(inside.when);
        };
        if map.is_empty() {
            return Ok(self.bits_in(Bits::new(), to)?.when);
        }
        let mut when = self.terms.yes();
        for entry in map.values() {
            let inside = self.member(&entry.value, to)?;
            conditions.push(self.terms.pool.implies(entry.defined, inside.truth));
            when = inside.when;
        }
        Ok(when)
    }

    /// Every element of a set that is said by an expression is one of these. An infinite set is covered by nothing.
    fn covers(
        &mut self,
        bits: Bits,
        set: &Expr,
        conditions: &mut Vec<TermId>,
    ) -> Result<(), Refusal> {
        if super::domain::is_infinite(self, set) {
            conditions.push(self.terms.no());
            return Ok(());
        }
        let all = self.value(set)?;
        let all = at(set.span, self.terms.as_bits(all.sym.as_set()))?;
        let no = self.terms.no();
        for (value, &needed) in all.iter() {
            let there = bits.get(value).copied().unwrap_or(no);
            conditions.push(self.terms.pool.implies(needed, there));
        }
        Ok(())
    }

    /// All functions from some values to some values.
    pub(super) fn functions(
        &mut self,
        kind: FunctionKind,
        from: &Bits,
        to: &Bits,
        set: &Expr,
    ) -> Result<Bits, Refusal> {
        if !kind.function {
            let pairs = self.pairs(from, to, set)?;
            return self.subsets(&pairs, set);
        }
        let size = Size::number(to.len() + 1).to_the(&Size::number(from.len()));
        at(set.span, self.terms.within("a set of functions", &size))?;
        let mut rows: Vec<(Vec<Value>, TermId)> = vec![(Vec::new(), self.terms.yes())];
        for (key, &here) in from {
            let mut longer = Vec::new();
            let absent = self.terms.pool.not(here);
            for (row, when) in rows {
                let without = if kind.total {
                    self.both(when, absent)
                } else {
                    when
                };
                if !self.terms.is(without, false) {
                    longer.push((row.clone(), without));
                }
                for (value, &there) in to {
                    if kind.injective && row.iter().any(|pair| pair.sides().1 == value) {
                        continue;
                    }
                    let both = self.terms.pool.and([when, here, there]);
                    if !self.terms.is(both, false) {
                        let mut row = row.clone();
                        row.push(Value::pair(key.clone(), value.clone()));
                        longer.push((row, both));
                    }
                }
            }
            rows = longer;
        }
        let mut all = Bits::new();
        for (row, mut when) in rows {
            if kind.surjective {
                for (value, &there) in to {
                    if !row.iter().any(|pair| pair.sides().1 == value) {
                        let not = self.terms.pool.not(there);
                        when = self.both(when, not);
                    }
                }
            }
            all.insert(Value::set(row), when);
        }
        Ok(all)
    }

    pub(super) fn pairs(&mut self, from: &Bits, to: &Bits, set: &Expr) -> Result<Bits, Refusal> {
        let size = Size::number(from.len()).times(&Size::number(to.len()));
        at(set.span, self.terms.within("a set of pairs", &size))?;
        let mut pairs = Bits::new();
        for (a, &first) in from {
            for (b, &second) in to {
                let both = self.both(first, second);
                pairs.insert(Value::pair(a.clone(), b.clone()), both);
            }
        }
        Ok(pairs)
    }

    pub(super) fn subsets(&mut self, of: &Bits, set: &Expr) -> Result<Bits, Refusal> {
        let size = Size::number(of.len()).subsets();
        at(set.span, self.terms.within("a set of sets", &size))?;
        let mut rows: Vec<(Vec<Value>, TermId)> = vec![(Vec::new(), self.terms.yes())];
        for (value, &bit) in of {
            for (row, when) in rows.clone() {
                let with = self.both(when, bit);
                let mut row = row;
                row.push(value.clone());
                rows.push((row, with));
            }
        }
        let sets = rows.into_iter().map(|(row, when)| (Value::set(row), when));
        Ok(sets.collect())
    }

    /// All sequences of some values up to the length of the scope.
    pub(super) fn sequences(
        &mut self,
        of: &Bits,
        non_empty: bool,
        injective: bool,
        set: &Expr,
    ) -> Result<Bits, Refusal> {
        let longest = self.scope.sequences as usize;
        let size = Size::number(of.len() + 1).to_the(&Size::number(longest));
        at(set.span, self.terms.within("a set of sequences", &size))?;
        let mut rows: Vec<(Vec<Value>, TermId)> = vec![(Vec::new(), self.terms.yes())];
        let mut all = Bits::new();
        for length in 0..=longest {
            if !(non_empty && length == 0) {
                for (row, when) in &rows {
                    all.insert(Value::sequence(row.iter().cloned()), *when);
                }
            }
            let mut longer = Vec::new();
            for (row, when) in &rows {
                for (value, &bit) in of {
                    if injective && row.contains(value) {
                        continue;
                    }
                    let with = self.both(*when, bit);
                    let mut row = row.clone();
                    row.push(value.clone());
                    longer.push((row, with));
                }
            }
            rows = longer;
        }
        Ok(all)
    }
}
