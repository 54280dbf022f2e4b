//! A symbolic value as values of the variables that another one is made of: the state after a step becomes the state before the next.

use assay_term::{BigInt, TermId, VarId};
use rustc_hash::FxHashMap;

use super::refusal::Why;
use super::sym::{Sym, SymSet};
use super::terms::Terms;
use super::variables::{Declared, Shape};
use crate::value::{Size, Value};

/// The terms of variables, and the condition under which the value can be made of them: it lies in the scope.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub terms: FxHashMap<VarId, TermId>,
    pub fits: TermId,
}

impl Terms {
    pub fn fit(&mut self, declared: &Declared, sym: &Sym) -> Result<Fitted, Why> {
        let mut fit = Fit {
            terms: self,
            declared,
            found: FxHashMap::default(),
            conditions: Vec::new(),
        };
        fit.shape(&declared.shape, sym)?;
        let (found, conditions) = (fit.found, fit.conditions);
        Ok(Fitted {
            terms: found,
            fits: self.pool.and(conditions),
        })
    }

    /// The term for a variable's default.
    pub fn default_of(&mut self, declared: &Declared, var: VarId) -> TermId {
        match declared.leaves.iter().find(|leaf| leaf.var == var) {
            Some(leaf) => match &leaf.range {
                Some((low, _)) => self.pool.int(low.clone()),
                None => self.pool.bool(false),
            },
            None => unreachable!("a variable of this value"),
        }
    }
}

struct Fit<'t> {
    terms: &'t mut Terms,
    declared: &'t Declared,
    found: FxHashMap<VarId, TermId>,
    conditions: Vec<TermId>,
}

impl Fit<'_> {
    fn shape(&mut self, shape: &Shape, sym: &Sym) -> Result<(), Why> {
        match (shape, sym) {
            (Shape::Bool(var), Sym::Bool(term)) => {
                self.found.insert(*var, *term);
            }
            (Shape::Int(var), Sym::Int(number)) => {
                let (low, high) = self.range(*var);
                if low > number.range.lo {
                    let low = self.terms.pool.int(low);
                    self.conditions.push(self.terms.pool.le(low, number.term));
                }
                if high < number.range.hi {
                    let high = self.terms.pool.int(high);
                    self.conditions.push(self.terms.pool.le(number.term, high));
                }
                self.found.insert(*var, number.term);
            }
            (Shape::Chosen(var, values), sym) => self.chosen(*var, values, sym)?,
            (Shape::Tuple(shapes), Sym::Tuple(parts)) => {
                for (shape, part) in shapes.iter().zip(parts) {
                    self.shape(shape, part)?;
                }
            }
            (Shape::Binding(_, shapes), Sym::Binding(parts)) => {
                for (shape, (_, part)) in shapes.iter().zip(parts) {
                    self.shape(shape, part)?;
                }
            }
            (Shape::Set(possible), Sym::Set(set)) => self.set(possible, set)?,
            (Shape::Map(entries), Sym::Set(set)) => self.map(entries, set)?,
            (shape, sym) => unreachable!("{sym:?} is no value of {shape:?}"),
        }
        Ok(())
    }

    fn range(&self, var: VarId) -> (BigInt, BigInt) {
        let mut leaves = self.declared.leaves.iter();
        let leaf = leaves.find(|leaf| leaf.var == var);
        leaf.and_then(|leaf| leaf.range.clone())
            .expect("an integer has a range")
    }

    fn chosen(&mut self, var: VarId, values: &[Value], sym: &Sym) -> Result<(), Why> {
        let mut index = self.terms.pool.int(0);
        let mut some = Vec::new();
        for (value, when) in self.terms.cases(sym)? {
            if let Ok(at) = values.binary_search(&value) {
                let at = self.terms.pool.int(at);
                index = self.terms.pool.ite(when, at, index);
                some.push(when);
            }
        }
        self.conditions.push(self.terms.pool.or(some));
        self.found.insert(var, index);
        Ok(())
    }

    fn set(&mut self, possible: &[(Value, VarId)], set: &SymSet) -> Result<(), Why> {
        let bits = self.terms.as_bits(set)?;
        for (value, var) in possible {
            let no = self.terms.no();
            self.found
                .insert(*var, bits.get(value).copied().unwrap_or(no));
        }
        for (value, &bit) in bits.iter() {
            if possible
                .binary_search_by(|(other, _)| other.cmp(value))
                .is_err()
            {
                self.conditions.push(self.terms.pool.not(bit));
            }
        }
        Ok(())
    }

    /// What a relation has for an argument is its one value, or it does not fit.
    fn map(
        &mut self,
        entries: &[(Value, Option<VarId>, Declared)],
        set: &SymSet,
    ) -> Result<(), Why> {
        let functional = self.terms.is_functional(set)?;
        self.conditions.push(functional);
        let map = match self.terms.as_map(set) {
            Some(map) => (*map).clone(),
            None => self.terms.function(set)?,
        };
        for (key, entry) in &map {
            if entries
                .binary_search_by(|(other, ..)| other.cmp(key))
                .is_err()
            {
                self.conditions.push(self.terms.pool.not(entry.defined));
            }
        }
        self.terms
            .within("a function", &Size::number(entries.len()))?;
        for (key, there, inner) in entries {
            let (defined, fitted) = match map.get(key) {
                None => (self.terms.no(), None),
                Some(entry) => (entry.defined, Some(self.terms.fit(inner, &entry.value)?)),
            };
            match there {
                Some(var) => {
                    self.found.insert(*var, defined);
                }
                None => self.conditions.push(defined),
            }
            for leaf in &inner.leaves {
                let default = self.terms.default_of(inner, leaf.var);
                let term = match &fitted {
                    Some(fitted) => self
                        .terms
                        .pool
                        .ite(defined, fitted.terms[&leaf.var], default),
                    None => default,
                };
                self.found.insert(leaf.var, term);
            }
            if let Some(fitted) = fitted {
                self.conditions
                    .push(self.terms.pool.implies(defined, fitted.fits));
            }
        }
        Ok(())
    }
}
