//! Negation normal form: negations stand at atoms only.
//!
//! Equal parts are one part, so that a formula with equivalences stays small.

use assay_term::{Pool, TermId};
use rustc_hash::FxHashMap;

use crate::{Formula, Paths};

/// Whether an operator asks for all fair executions or for some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    All,
    Some,
}

/// One part of a formula; operands are earlier parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NormalPart {
    /// The term is true, or is false.
    Literal(TermId, bool),
    And(usize, usize),
    Or(usize, usize),
    /// AX, EX.
    Next(Quantifier, usize),
    /// A[a U b], E[a U b]. AF b and EF b have a true `a`.
    Until(Quantifier, usize, usize),
    /// A[a R b], E[a R b]: b holds up to and including the step at which a does, for ever if a never does. AG b and EG b have a false `a`.
    Release(Quantifier, usize, usize),
}

/// A formula as a list of parts; the last one is the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normal {
    pub parts: Vec<NormalPart>,
}

impl Normal {
    /// The formula, or its negation. `yes` is the term that is always true. None for a formula of LTL.
    pub fn of(formula: &Formula, negated: bool, yes: TermId) -> Option<Normal> {
        let mut builder = Builder {
            parts: Vec::new(),
            known: FxHashMap::default(),
            added: FxHashMap::default(),
            yes,
        };
        let root = builder.add(formula, negated)?;
        // The root is the last one also where it is equal to an earlier part.
        builder.parts.truncate(root + 1);
        Some(Normal {
            parts: builder.parts,
        })
    }

    pub fn root(&self) -> usize {
        self.parts.len() - 1
    }

    /// Whether it has no temporal operators.
    pub fn is_propositional(&self) -> bool {
        use NormalPart::{And, Literal, Or};
        let mut parts = self.parts.iter();
        parts.all(|p| matches!(p, Literal(..) | And(..) | Or(..)))
    }

    /// A formula without temporal operators as a term. Panics on any other.
    pub fn term(&self, pool: &mut Pool) -> TermId {
        let mut terms: Vec<TermId> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            terms.push(match *part {
                NormalPart::Literal(term, true) => term,
                NormalPart::Literal(term, false) => pool.not(term),
                NormalPart::And(a, b) => pool.and2(terms[a], terms[b]),
                NormalPart::Or(a, b) => pool.or2(terms[a], terms[b]),
                _ => panic!("a temporal operator is not a term"),
            });
        }
        terms[self.root()]
    }

    /// Whether every operator asks for some execution: then a finite tree of paths and loops shows that it holds in a state.
    pub fn is_existential(&self) -> bool {
        !self.parts.iter().any(|p| {
            matches!(
                p,
                NormalPart::Next(Quantifier::All, _)
                    | NormalPart::Until(Quantifier::All, ..)
                    | NormalPart::Release(Quantifier::All, ..)
            )
        })
    }
}

struct Builder {
    parts: Vec<NormalPart>,
    known: FxHashMap<NormalPart, usize>,
    /// Operands of equivalences, plain and negated, by their place in memory. Each is asked for in both ways, so that without this nested
    /// equivalences would take exponential time.
    added: FxHashMap<(*const Formula, bool), usize>,
    yes: TermId,
}

impl Builder {
    fn part(&mut self, part: NormalPart) -> usize {
        let parts = &mut self.parts;
        *self.known.entry(part).or_insert_with(|| {
            parts.push(part);
            parts.len() - 1
        })
    }

    fn add(&mut self, formula: &Formula, negated: bool) -> Option<usize> {
        Some(match formula {
            Formula::Atom(term) => self.part(NormalPart::Literal(*term, !negated)),
            Formula::Not(a) => self.add(a, !negated)?,
            Formula::And(a, b) | Formula::Or(a, b) => {
                let is_and = matches!(formula, Formula::And(..)) != negated;
                let (a, b) = (self.add(a, negated)?, self.add(b, negated)?);
                self.both(is_and, a, b)
            }
            Formula::Iff(a, b) => {
                let (a_true, b_true) = (self.add_once(a, false)?, self.add_once(b, negated)?);
                let (a_false, b_false) = (self.add_once(a, true)?, self.add_once(b, !negated)?);
                let together = self.both(true, a_true, b_true);
                let neither = self.both(true, a_false, b_false);
                self.both(false, together, neither)
            }
            Formula::Next(paths, a) => {
                let quantifier = quantifier(*paths, negated)?;
                let a = self.add(a, negated)?;
                self.part(NormalPart::Next(quantifier, a))
            }
            Formula::Finally(paths, b) => {
                let quantifier = quantifier(*paths, negated)?;
                let a = self.part(NormalPart::Literal(self.yes, !negated));
                let b = self.add(b, negated)?;
                self.until(negated, quantifier, a, b)
            }
            Formula::Globally(paths, b) => {
                let quantifier = quantifier(*paths, negated)?;
                let a = self.part(NormalPart::Literal(self.yes, negated));
                let b = self.add(b, negated)?;
                self.until(!negated, quantifier, a, b)
            }
            Formula::Until(paths, a, b) => {
                let quantifier = quantifier(*paths, negated)?;
                let (a, b) = (self.add(a, negated)?, self.add(b, negated)?);
                self.until(negated, quantifier, a, b)
            }
        })
    }

    fn add_once(&mut self, formula: &Formula, negated: bool) -> Option<usize> {
        let key = (std::ptr::from_ref(formula), negated);
        if let Some(&part) = self.added.get(&key) {
            return Some(part);
        }
        let part = self.add(formula, negated)?;
        self.added.insert(key, part);
        Some(part)
    }

    fn both(&mut self, is_and: bool, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        self.part(if is_and {
            NormalPart::And(a, b)
        } else {
            NormalPart::Or(a, b)
        })
    }

    fn until(&mut self, release: bool, quantifier: Quantifier, a: usize, b: usize) -> usize {
        self.part(if release {
            NormalPart::Release(quantifier, a, b)
        } else {
            NormalPart::Until(quantifier, a, b)
        })
    }
}

fn quantifier(paths: Paths, negated: bool) -> Option<Quantifier> {
    match (paths, negated) {
        (Paths::All, false) | (Paths::Some, true) => Some(Quantifier::All),
        (Paths::Some, false) | (Paths::All, true) => Some(Quantifier::Some),
        (Paths::This, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use NormalPart::*;
    use assay_term::Sort;

    #[test]
    fn negations_go_to_the_atoms() {
        let mut pool = Pool::new();
        let var = pool.declare("p", Sort::Bool);
        let p = pool.var(var);
        let yes = pool.bool(true);
        let atom = Box::new(Formula::Atom(p));
        let eventually = Box::new(Formula::Finally(Paths::All, atom.clone()));
        let claim = Formula::Globally(Paths::All, eventually);
        let Normal { parts } = Normal::of(&claim, true, yes).unwrap();
        let expected = [
            Literal(yes, true),
            Literal(yes, false),
            Literal(p, false),
            Release(Quantifier::Some, 1, 2),
            Until(Quantifier::Some, 0, 3),
        ];
        assert_eq!(parts, expected);
        let both = Formula::Iff(atom.clone(), atom.clone());
        let Normal { parts } = Normal::of(&both, false, yes).unwrap();
        assert_eq!(parts, [Literal(p, true), Literal(p, false), Or(0, 1)]);
        let linear = Formula::Next(Paths::This, atom);
        assert_eq!(Normal::of(&linear, false, yes), None);
    }

    #[test]
    fn nested_equivalences_are_shared() {
        let mut pool = Pool::new();
        let yes = pool.bool(true);
        let mut claim: Option<Formula> = None;
        // 2^200 steps without sharing.
        for i in 0..200 {
            let var = pool.declare(format!("p{i}"), Sort::Bool);
            let atom = Formula::Next(Paths::Some, Box::new(Formula::Atom(pool.var(var))));
            claim = Some(match claim {
                Some(claim) => Formula::Iff(Box::new(claim), Box::new(atom)),
                None => atom,
            });
        }
        let normal = Normal::of(&claim.unwrap(), false, yes).unwrap();
        // Two literals and two steps for each atom, six parts for each equivalence but for the last one, of which no negation is needed.
        assert_eq!(normal.parts.len(), 200 * 4 + 198 * 6 + 3);
    }
}
