//! Cases: the concrete values that a symbolic one can be.

use assay_term::{BigInt, TermId};

use super::refusal::Why;
use super::sym::{Number, Sym, SymSet};
use super::terms::{Terms, binding};
use crate::value::{Int, Size, Value};

impl Terms {
    /// How many cases a value has, or more.
    pub fn case_count(&self, sym: &Sym) -> Size {
        let product = |sizes: &mut dyn Iterator<Item = Size>| {
            sizes.fold(Size::number(1), |all, size| all.times(&size))
        };
        match sym {
            Sym::Bool(term) => match self.pool.as_bool(*term) {
                Some(_) => Size::number(1),
                None => Size::number(2),
            },
            Sym::Int(number) => {
                let count: BigInt = &number.range.hi - &number.range.lo + 1;
                Size::Number(count.to_biguint().unwrap_or_default())
            }
            Sym::Pick(pick) => match self.pool.as_const(pick.index) {
                Some(_) => Size::number(1),
                None => Size::number(pick.of.len()),
            },
            Sym::Tuple(parts) => product(&mut parts.iter().map(|part| self.case_count(part))),
            Sym::Binding(parts) => {
                product(&mut parts.iter().map(|(_, part)| self.case_count(part)))
            }
            Sym::Set(SymSet::Bits(bits)) => {
                let open = bits
                    .values()
                    .filter(|bit| self.pool.as_bool(**bit).is_none());
                Size::number(open.count()).subsets()
            }
            Sym::Set(SymSet::Map(map)) => {
                product(
                    &mut map
                        .values()
                        .map(|entry| match self.pool.as_bool(entry.defined) {
                            Some(false) => Size::number(1),
                            Some(true) => self.case_count(&entry.value),
                            None => self.case_count(&entry.value).plus(&Size::number(1)),
                        }),
                )
            }
        }
    }

    /// All cases, in no particular order. Impossible ones are left out.
    pub fn cases(&mut self, sym: &Sym) -> Result<Vec<(Value, TermId)>, Why> {
        let count = self.case_count(sym);
        self.within("a value", &count)?;
        self.bounded()?;
        let yes = self.yes();
        let mut cases = match sym {
            Sym::Bool(term) => {
                let not = self.pool.not(*term);
                vec![(Value::Bool(true), *term), (Value::Bool(false), not)]
            }
            Sym::Int(number) => self.int_cases(number),
            Sym::Pick(pick) => {
                let of = pick.of.clone();
                let values = of.iter().enumerate();
                values
                    .map(|(at, value)| (value.clone(), self.is_number(pick.index, &at.into())))
                    .collect()
            }
            Sym::Tuple(parts) => {
                let rows = self.rows(parts.iter())?;
                let tuple = |(row, when): (Vec<Value>, TermId)| (Value::Tuple(row.into()), when);
                rows.into_iter().map(tuple).collect()
            }
            Sym::Binding(parts) => {
                let rows = self.rows(parts.iter().map(|(_, part)| part))?;
                let rows = rows.into_iter();
                rows.map(|(row, when)| (binding(parts, row), when))
                    .collect()
            }
            Sym::Set(set) => {
                let choices = self.element_cases(set)?;
                let mut rows = vec![(Vec::new(), yes)];
                for choice in &choices {
                    rows = self.extended(&rows, choice);
                }
                let set = |(row, when): (Vec<Option<Value>>, TermId)| {
                    (Value::set(row.into_iter().flatten().collect()), when)
                };
                rows.into_iter().map(set).collect()
            }
        };
        cases.retain(|(_, when)| !self.is(*when, false));
        Ok(cases)
    }

    fn int_cases(&mut self, number: &Number) -> Vec<(Value, TermId)> {
        let mut cases = Vec::new();
        let mut value = number.range.lo.clone();
        while value <= number.range.hi {
            let when = self.is_number(number.term, &value);
            cases.push((Value::Int(Int::from(&value)), when));
            value += 1;
        }
        cases
    }

    /// What each possible element of a set comes to: in it with some value, or not in it.
    #[allow(clippy::type_complexity)]
    fn element_cases(&mut self, set: &SymSet) -> Result<Vec<Vec<(Option<Value>, TermId)>>, Why> {
        let mut choices = Vec::new();
        match set {
            SymSet::Bits(bits) => {
                for (value, &bit) in bits.iter() {
                    let not = self.pool.not(bit);
                    choices.push(vec![(Some(value.clone()), bit), (None, not)]);
                }
            }
            SymSet::Map(map) => {
                for (key, entry) in map.iter() {
                    let not = self.pool.not(entry.defined);
                    let mut choice = vec![(None, not)];
                    for (value, when) in self.cases(&entry.value)? {
                        let when = self.pool.and2(entry.defined, when);
                        choice.push((Some(Value::pair(key.clone(), value)), when));
                    }
                    choices.push(choice);
                }
            }
        }
        Ok(choices)
    }

    fn rows<'s>(
        &mut self,
        parts: impl Iterator<Item = &'s Sym>,
    ) -> Result<Vec<(Vec<Value>, TermId)>, Why> {
        let mut rows = vec![(Vec::new(), self.yes())];
        for part in parts {
            let cases = self.cases(part)?;
            rows = self.extended(&rows, &cases);
        }
        Ok(rows)
    }

    fn extended<T: Clone>(
        &mut self,
        rows: &[(Vec<T>, TermId)],
        cases: &[(T, TermId)],
    ) -> Vec<(Vec<T>, TermId)> {
        let mut extended = Vec::with_capacity(rows.len() * cases.len());
        for (row, when) in rows {
            for (value, also) in cases {
                let both = self.pool.and2(*when, *also);
                if !self.is(both, false) {
                    let mut row = row.clone();
                    row.push(value.clone());
                    extended.push((row, both));
                }
            }
        }
        extended
    }
}
