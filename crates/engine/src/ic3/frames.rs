//! Frames: F_i over-approximates the states that are reachable in at most i steps.
//!
//! Delta encoding as in [1]: a lemma stands at the highest level at which its cube is known to be
//! unreachable, so F_i is the conjunction of the negated cubes of levels i and above.
//!
//! [1] N. Eén, A. Mishchenko, R. Brayton: Efficient Implementation of Property Directed
//!     Reachability. FMCAD 2011.

use assay_solver::cdcl::ClauseId;

use crate::bits::Cube;

/// A cube that is unreachable, and its negation in the solver.
pub struct Lemma {
    pub cube: Cube,
    pub clause: Option<ClauseId>,
}

pub struct Frames {
    /// Level 0 stays empty: F_0 is the initial states.
    levels: Vec<Vec<Lemma>>,
}

impl Frames {
    /// Level 0 and an empty level 1.
    pub fn new() -> Self {
        Frames {
            levels: vec![vec![], vec![]],
        }
    }

    pub fn top(&self) -> usize {
        self.levels.len() - 1
    }

    pub fn open_level(&mut self) {
        self.levels.push(vec![]);
    }

    pub fn at(&self, level: usize) -> &[Lemma] {
        &self.levels[level]
    }

    /// The cubes of `level` and above: F_level.
    pub fn from(&self, level: usize) -> impl Iterator<Item = &Cube> {
        self.levels[level..].iter().flatten().map(|l| &l.cube)
    }

    /// The highest level, `level` at least, at which a cube around this one is blocked.
    pub fn blocked_at(&self, cube: &Cube, level: usize) -> Option<usize> {
        (level..=self.top())
            .rev()
            .find(|&j| self.levels[j].iter().any(|l| l.cube.subsumes(cube)))
    }

    /// A cube around this one that is blocked at `level` and no higher: what generalisation may
    /// come back to.
    pub fn parent(&self, cube: &Cube, level: usize) -> Option<&Cube> {
        let around = |l: &&Lemma| l.cube.subsumes(cube);
        self.levels[level].iter().find(around).map(|l| &l.cube)
    }

    /// Blocks a cube up to `level` and hands back the clauses that it makes redundant.
    pub fn add(&mut self, lemma: Lemma, level: usize) -> Vec<ClauseId> {
        let mut dropped = Vec::new();
        for lemmas in &mut self.levels[1..=level] {
            lemmas.retain(|l| {
                let redundant = lemma.cube.subsumes(&l.cube);
                dropped.extend(l.clause.filter(|_| redundant));
                !redundant
            });
        }
        self.levels[level].push(lemma);
        dropped
    }
}
