//! Candidate classes: nodes that no simulation has told apart yet, up to negation.
//!
//! Invariant: a class has at least two members, its leader first. The leader is the constant if there is one, then
//! the first latch, then the first gate, as it has to be for merging (`bits/merge.rs`). Classes are only ever split.

use assay_aig::{Aig, AigLit, Patterns, Simulator};
use rustc_hash::FxHashMap;

use crate::bits::rank;

pub struct Classes {
    classes: Vec<Vec<usize>>,
    /// By node: whether it is compared by its negation.
    inverted: Vec<bool>,
    /// By node: its leader; itself where it is alone.
    leaders: Vec<usize>,
}

impl Classes {
    /// Everything is alone.
    pub fn none(aig: &Aig) -> Self {
        Classes {
            classes: Vec::new(),
            inverted: vec![false; aig.len()],
            leaders: (0..aig.len()).collect(),
        }
    }

    /// One class of all members, the constant among them, such that all have one value under `pattern`.
    pub fn new(aig: &Aig, mut members: Vec<usize>, values: &Simulator, pattern: usize) -> Self {
        members.sort_unstable_by_key(|&n| rank(aig, n));
        let mut classes = Classes::none(aig);
        for &node in &members {
            classes.inverted[node] = values.bit(AigLit::new(node, false), pattern);
        }
        classes.enter(members);
        classes
    }

    fn enter(&mut self, members: Vec<usize>) {
        for &node in &members {
            self.leaders[node] = members[0];
        }
        if members.len() > 1 {
            self.classes.push(members);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// What stands for a node: the literal that it seems to be equal to, unless it leads its class or is alone.
    pub fn leader(&self, node: usize) -> Option<AigLit> {
        let leader = self.leaders[node];
        (leader != node).then(|| AigLit::new(leader, self.inverted[node] != self.inverted[leader]))
    }

    /// Nodes that something stands for.
    pub fn followers(&self) -> impl Iterator<Item = usize> + '_ {
        self.classes
            .iter()
            .flat_map(|class| class[1..].iter().copied())
    }

    /// Splits classes whose members differ under one of the patterns of `live`. False if there is none.
    pub fn refine(&mut self, values: &Simulator, live: Patterns) -> bool {
        let value = |inverted: &[bool], node: usize| -> Patterns {
            let value = values.get(AigLit::new(node, inverted[node]));
            std::array::from_fn(|i| value[i] & live[i])
        };
        let mut changed = false;
        for class in std::mem::take(&mut self.classes) {
            let first = value(&self.inverted, class[0]);
            if class.iter().all(|&n| value(&self.inverted, n) == first) {
                self.classes.push(class);
                continue;
            }
            changed = true;
            let mut places: FxHashMap<Patterns, usize> = FxHashMap::default();
            let mut parts: Vec<Vec<usize>> = Vec::new();
            for node in class {
                let place = *places
                    .entry(value(&self.inverted, node))
                    .or_insert(parts.len());
                if place == parts.len() {
                    parts.push(Vec::new());
                }
                parts[place].push(node);
            }
            for part in parts {
                self.enter(part);
            }
        }
        changed
    }

    /// The patterns under which all classes hold.
    pub fn agreement(&self, values: &Simulator) -> Patterns {
        let mut agree: Patterns = [u64::MAX; assay_aig::WORDS];
        for node in self.followers() {
            let leader = self.leader(node).expect("a follower");
            let (a, b) = (values.get(AigLit::new(node, false)), values.get(leader));
            for i in 0..agree.len() {
                agree[i] &= !(a[i] ^ b[i]);
            }
        }
        agree
    }

    /// Takes nodes out of their classes.
    pub fn isolate(&mut self, nodes: &[usize]) {
        for class in std::mem::take(&mut self.classes) {
            let (out, rest): (Vec<usize>, Vec<usize>) =
                class.into_iter().partition(|n| nodes.contains(n));
            for node in out {
                self.enter(vec![node]);
            }
            if !rest.is_empty() {
                self.enter(rest);
            }
        }
    }
}
