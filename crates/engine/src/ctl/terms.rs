//! Sets of states, ranks and choices of inputs as terms: what certificates are made of.

use assay_system::branching::{Choice, Rank, Ranking, Set};
use assay_term::{BigInt, Dag, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;

use super::choice::Chosen;
use super::kripke::Kripke;
use super::rings::Rings;
use crate::bits::bit_term;
use crate::symbolic::{Func, Of, Var};

/// Terms of a certificate while it grows.
pub(super) struct Terms {
    pool: Pool,
    roots: Vec<TermId>,
    index: FxHashMap<TermId, usize>,
    /// Terms of functions by their edges. They mean the same as long as the functions are kept and no variables are sifted.
    known: FxHashMap<u32, TermId>,
    kept: Vec<Func>,
    sifted: usize,
}

impl Terms {
    pub fn new(pool: &Pool) -> Terms {
        Terms {
            pool: pool.clone(),
            roots: Vec::new(),
            index: FxHashMap::default(),
            known: FxHashMap::default(),
            kept: Vec::new(),
            sifted: 0,
        }
    }

    pub fn export(&self) -> Dag {
        self.pool.export(&self.roots)
    }

    fn root(&mut self, term: TermId) -> usize {
        let roots = &mut self.roots;
        *self.index.entry(term).or_insert_with(|| {
            roots.push(term);
            roots.len() - 1
        })
    }

    fn term(&mut self, kripke: &Kripke<'_>, set: &Func) -> TermId {
        let sifted = kripke.relation.diagrams.sifted();
        if sifted != self.sifted {
            self.known.clear();
            self.kept.clear();
            self.sifted = sifted;
        }
        self.kept.push(set.clone());
        let pool = std::cell::RefCell::new(&mut self.pool);
        kripke.relation.diagrams.fold(
            set,
            &mut self.known,
            &mut |value| pool.borrow_mut().bool(value),
            &mut |var, &yes, &no| {
                let mut pool = pool.borrow_mut();
                let bit = bit_term(&mut pool, kripke.latch(var).bit);
                pool.ite(bit, yes, no)
            },
        )
    }

    pub fn set(&mut self, kripke: &Kripke<'_>, set: &Func) -> Set {
        let term = self.term(kripke, set);
        self.root(term)
    }

    /// Bits of the numbers that the sets stand for; the sets are disjoint.
    pub fn number(&mut self, kripke: &mut Kripke<'_>, sets: &[(usize, Func)]) -> Of<Rank> {
        let greatest = sets.iter().map(|(n, _)| *n).max().unwrap_or(0);
        let mut rank = Vec::new();
        for bit in 0..(usize::BITS - greatest.leading_zeros()) {
            let mut all = kripke.none();
            for (number, set) in sets {
                if number >> bit & 1 == 1 {
                    all = kripke.or(&all, set)?;
                }
            }
            rank.push(self.set(kripke, &all));
        }
        Ok(rank)
    }

    pub fn rank(&mut self, kripke: &mut Kripke<'_>, rings: &Rings) -> Of<Rank> {
        let sets: Vec<(usize, Func)> = rings.list.iter().cloned().enumerate().collect();
        self.number(kripke, &sets)
    }

    /// Stages of the removal of a set, with the condition that each waits for.
    pub fn ranking(
        &mut self,
        kripke: &mut Kripke<'_>,
        stages: &[(usize, Func)],
    ) -> Of<Ranking> {
        let sets: Vec<(usize, Func)> = stages
            .iter()
            .enumerate()
            .map(|(n, (_, set))| (n, set.clone()))
            .collect();
        let rank = self.number(kripke, &sets)?;
        let waits = if kripke.conditions.len() > 1 {
            self.number(kripke, stages)?
        } else {
            Vec::new()
        };
        Ok(Ranking { rank, waits })
    }

    /// The inputs that are chosen, put together from their bits.
    pub fn choice(&mut self, kripke: &Kripke<'_>, chosen: &Chosen) -> Choice {
        let inputs = &kripke.model.inputs;
        let mut vars: Vec<VarId> = inputs.iter().map(|(_, var)| *var).collect();
        vars.dedup();
        let place_of: FxHashMap<_, Var> = inputs
            .iter()
            .map(|(lit, _)| *lit)
            .zip(kripke.relation.inputs().iter().copied())
            .collect();
        let mut choice = Vec::new();
        for var in vars {
            let value = &kripke.model.current[&var];
            let mut any = false;
            let mut bits = Vec::new();
            for lit in value.bits() {
                let function = place_of.get(lit).and_then(|place| chosen.get(*place));
                any |= function.is_some();
                bits.push(match (lit.as_constant(), function) {
                    (Some(constant), _) => self.pool.bool(constant),
                    (None, Some(function)) => self.term(kripke, function),
                    (None, None) => self.pool.bool(false),
                });
            }
            // What takes no part may be anything.
            if any {
                let sort = self.pool.var_sort(var);
                let term = assemble(&mut self.pool, sort, &bits);
                choice.push((var, self.root(term)));
            }
        }
        choice
    }
}

/// The value with these bits as a term.
fn assemble(pool: &mut Pool, sort: Sort, bits: &[TermId]) -> TermId {
    match sort {
        Sort::Bool => bits[0],
        Sort::Int | Sort::Real => {
            let zero = pool.int(0);
            let mut sum = vec![zero];
            for (index, &bit) in bits.iter().enumerate() {
                let weight = BigInt::from(1) << index;
                let is_sign = index + 1 == bits.len();
                let weight = pool.int(if is_sign { -weight } else { weight });
                sum.push(pool.ite(bit, weight, zero));
            }
            pool.add(sum)
        }
        Sort::BitVec(_) => word(pool, bits),
        Sort::Array { index, element } => {
            let zero = pool.bits(element, 0u32);
            let mut array = pool.const_array(index, zero);
            for (at, element) in bits.chunks(element as usize).enumerate() {
                let (at, element) = (pool.bits(index, at), word(pool, element));
                array = pool.store(array, at, element);
            }
            array
        }
    }
}

/// The least bit first.
fn word(pool: &mut Pool, bits: &[TermId]) -> TermId {
    let mut word = pool.bv_of_bool(bits[0]);
    for &bit in &bits[1..] {
        let high = pool.bv_of_bool(bit);
        word = pool.concat(high, word);
    }
    debug_assert!(matches!(pool.sort(word), Sort::BitVec(_)));
    word
}
