//! Frames: F_i over-approximates the states that are reachable in at most i steps.
//!
//! Delta encoding as in [1]: a cube stands at the highest level at which it is known to be
//! unreachable, so F_i is the conjunction of the negated cubes of levels i and above.
//!
//! [1] N. Eén, A. Mishchenko, R. Brayton: Efficient Implementation of Property Directed
//!     Reachability. FMCAD 2011.

use super::cube::Cube;

#[derive(Clone, Debug)]
pub struct Frames {
    /// Level 0 stays empty: F_0 is the initial states.
    levels: Vec<Vec<Cube>>,
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

    pub fn at(&self, level: usize) -> &[Cube] {
        &self.levels[level]
    }

    /// The cubes of `level` and above: F_level.
    pub fn from(&self, level: usize) -> impl Iterator<Item = &Cube> {
        self.levels[level..].iter().flatten()
    }

    /// The highest level, `level` at least, at which a cube around this one is blocked.
    pub fn blocked_at(&self, cube: &Cube, level: usize) -> Option<usize> {
        (level..=self.top())
            .rev()
            .find(|&j| self.levels[j].iter().any(|c| c.subsumes(cube)))
    }

    /// Blocks `cube` up to `level` and drops what it makes redundant. Says how many were dropped.
    pub fn add(&mut self, cube: Cube, level: usize) -> usize {
        let mut dropped = 0;
        for cubes in &mut self.levels[1..=level] {
            let before = cubes.len();
            cubes.retain(|c| !cube.subsumes(c));
            dropped += before - cubes.len();
        }
        self.levels[level].push(cube);
        dropped
    }
}
