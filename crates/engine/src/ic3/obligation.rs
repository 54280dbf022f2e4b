//! Proof obligations: cubes that lead to a violation and must be shown unreachable.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bits::Cube;

/// Every state of the cube, with these inputs, satisfies the constraints and goes on to the
/// successor's cube, or to a violation if there is none.
#[derive(Clone, Debug)]
pub struct Obligation {
    pub cube: Cube,
    pub inputs: Vec<bool>,
    pub successor: Option<usize>,
    /// Steps to the state before the violation.
    pub depth: usize,
}

/// The obligations of one bad state, and those of them that are open, lowest level first: what is
/// closest to the initial states decides soonest.
#[derive(Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    open: BinaryHeap<Reverse<(usize, usize, usize)>>,
}

impl Obligations {
    pub fn add(&mut self, obligation: Obligation, level: usize) -> usize {
        let id = self.all.len();
        self.all.push(obligation);
        self.reopen(id, level);
        id
    }

    /// Asks for the obligation to be blocked up to `level` as well.
    pub fn reopen(&mut self, id: usize, level: usize) {
        let depth = self.all[id].depth;
        self.open.push(Reverse((level, depth, id)));
    }

    /// An open obligation and its level.
    pub fn pop(&mut self) -> Option<(usize, usize)> {
        self.open.pop().map(|Reverse((level, _, id))| (id, level))
    }

    pub fn get(&self, id: usize) -> &Obligation {
        &self.all[id]
    }
}
