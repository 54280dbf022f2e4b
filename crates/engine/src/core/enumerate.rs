//! All minimal cores.
//!
//! References: [1] Liffiton, Previti, Malik, Marques-Silva: Fast, Flexible MUS Enumeration,
//! Constraints 2016 (MARCO). [2] Ghassabani, Whalen, Gacek: Efficient Generation of All Minimal
//! Inductive Validity Cores, FMCAD 2017.
//!
//! A map solver knows which sets of groups are still unexplored. A seed is a maximal unexplored set.
//! If it is adequate it is shrunk to a minimal core, and all supersets of that are explored. If it is
//! not, all subsets of it, and of what its counterexample respects, are: the seed is maximal, so it
//! need not be grown.
//!
//! Deviation: what stays undecided is asked again once everything else is known, with longer limits
//! each time, because by then there are more lemmas to try. What was decided is remembered by the
//! judge and costs nothing the second time.
//!
//! Invariant: a set is explored only if it is a superset of a known core or a subset of a set that
//! is inadequate or undecided; if the last pass has one of the latter the result is marked incomplete.

use assay_solver::sat::Solver;
use assay_solver::{Answer, Lit, StopFlag};

use super::judge::Adequacy;
use super::minimal::{Minimal, Search};
use super::set::Set;
use crate::director::Contradiction;

pub(super) struct All {
    pub cores: Vec<Minimal>,
    pub complete: bool,
}

struct Map {
    solver: Solver,
    lits: Vec<Lit>,
}

impl Map {
    fn new(groups: usize) -> Self {
        // The map's questions are small; it is never interrupted.
        let mut solver = Solver::plain(StopFlag::new());
        let lits = (0..groups).map(|_| solver.fresh()).collect();
        Map { solver, lits }
    }

    fn block_supersets(&mut self, core: &Set) {
        let clause: Vec<Lit> = core.iter().map(|g| !self.lits[g]).collect();
        self.solver.clause(&clause);
    }

    fn block_subsets(&mut self, set: &Set) {
        let others = (0..self.lits.len()).filter(|&g| !set.contains(g));
        let clause: Vec<Lit> = others.map(|g| self.lits[g]).collect();
        self.solver.clause(&clause);
    }

    /// A maximal unexplored set.
    fn seed(&mut self) -> Option<Set> {
        let mut seed = self.model(&[])?;
        for g in 0..self.lits.len() {
            if !seed.contains(g) {
                let mut wanted: Vec<Lit> = seed.iter().map(|g| self.lits[g]).collect();
                wanted.push(self.lits[g]);
                if let Some(larger) = self.model(&wanted) {
                    seed = larger;
                }
            }
        }
        Some(seed)
    }

    fn model(&mut self, wanted: &[Lit]) -> Option<Set> {
        (self.solver.solve(wanted, None) == Answer::Sat).then(|| {
            let lits = &self.lits;
            let solver = &mut self.solver;
            (0..lits.len()).filter(|&g| solver.value(lits[g])).collect()
        })
    }
}

/// How many times longer a set may take in each pass.
const PASSES: [u32; 3] = [1, 2, 8];

/// Every minimal core, at most `limit`, starting from one that is known.
pub(super) fn enumerate(
    search: &mut Search<'_, '_>,
    first: Minimal,
    must: &Set,
    limit: usize,
    stop: &StopFlag,
) -> Result<All, Contradiction> {
    let mut cores = vec![first];
    let mut complete = false;
    for patience in PASSES {
        search.judge.patience = patience;
        complete = pass(search, &mut cores, must, limit, stop)?;
        if complete || cores.len() >= limit.max(1) || stop.is_raised() {
            break;
        }
    }
    search.judge.patience = PASSES[0];
    // One that could not be made minimal at first may contain another, or be another.
    let sets: Vec<Set> = cores.iter().map(|c| c.groups.clone()).collect();
    let mut at = 0;
    cores.retain(|c| {
        at += 1;
        let smaller = |s: &Set| *s != c.groups && s.is_subset(&c.groups);
        !sets.iter().any(smaller) && !sets[..at - 1].contains(&c.groups)
    });
    Ok(All { cores, complete })
}

/// Explores everything, starting from known cores. True if nothing stayed open.
fn pass(
    search: &mut Search<'_, '_>,
    cores: &mut Vec<Minimal>,
    must: &Set,
    limit: usize,
    stop: &StopFlag,
) -> Result<bool, Contradiction> {
    let all = Set::all(search.len());
    let mut map = Map::new(search.len());
    for g in must.iter() {
        map.block_subsets(&all.without(g));
    }
    for core in cores.iter_mut() {
        if !core.unknown.is_empty() {
            *core = search.minimise(core.proof.clone(), must)?;
        }
        map.block_supersets(&core.groups);
    }
    let mut complete = cores.iter().all(|c| c.unknown.is_empty());
    while let Some(seed) = map.seed() {
        if cores.len() >= limit.max(1) || stop.is_raised() {
            return Ok(false);
        }
        match search.decide(&seed)? {
            Adequacy::Adequate(proof) => {
                let core = search.minimise(proof, must)?;
                complete &= core.unknown.is_empty();
                map.block_supersets(&core.groups);
                cores.push(core);
            }
            Adequacy::Inadequate(refutation) => {
                map.block_subsets(&search.respected(&refutation));
            }
            Adequacy::Unknown(_) => {
                complete = false;
                map.block_subsets(&seed);
            }
        }
    }
    Ok(complete)
}
