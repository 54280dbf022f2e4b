//! Sifting: each block of variables moves through all places of the order and stays at the best one.
//!
//! Reference: Rudell: Dynamic Variable Ordering for Ordered Binary Decision Diagrams, ICCAD 1993. Two neighbours change places by rewriting
//! the nodes of the upper one that read the lower one; nothing else notices.

use super::store::{NONE, Node};
use super::{Diagrams, Edge, Of, Trouble};

/// A block goes no further in a direction in which the nodes become so many percent of what they were.
const GROWTH: usize = 120;
/// Blocks that are moved, those with the most nodes first.
const BLOCKS: usize = 1_000;

/// How often each node is referred to, by place.
struct Counts(Vec<u32>);

impl Diagrams {
    /// Looks for a better order. All that is not needed is freed before.
    pub fn sift(&mut self) -> Of<()> {
        self.collect();
        self.cache.clear();
        let mut counts = self.counts();
        let mut blocks = self.blocks();
        let mut by_size: Vec<(usize, u32)> = Vec::new();
        for vars in &blocks {
            let nodes = vars.iter().map(|&v| self.tables[v as usize].count).sum();
            by_size.push((nodes, self.block_of[vars[0] as usize]));
        }
        by_size.sort_by_key(|&(nodes, block)| (std::cmp::Reverse(nodes), block));
        let mut result = Ok(());
        for &(nodes, block) in by_size.iter().take(BLOCKS) {
            if self.stop.is_raised() {
                result = Err(Trouble::Stopped);
                break;
            }
            if nodes == 0 {
                break;
            }
            let place = blocks
                .iter()
                .position(|vars| self.block_of[vars[0] as usize] == block)
                .expect("blocks only change places");
            self.sift_block(&mut blocks, place, &mut counts);
        }
        self.sifting_is_done();
        result
    }

    /// Variables in their order, block by block.
    fn blocks(&self) -> Vec<Vec<u32>> {
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        for &var in &self.var_at {
            let block = self.block_of[var as usize];
            match blocks.last_mut() {
                Some(last) if self.block_of[last[0] as usize] == block => last.push(var),
                _ => blocks.push(vec![var]),
            }
        }
        blocks
    }

    fn counts(&mut self) -> Counts {
        let mut counts = Counts(vec![0; self.nodes.len()]);
        for root in self.roots() {
            counts.0[root.node()] += 1;
        }
        for table in &self.tables {
            for &first in &table.buckets {
                let mut place = first;
                while place != NONE {
                    let node = &self.nodes[place as usize];
                    counts.0[node.hi.node()] += 1;
                    counts.0[node.lo.node()] += 1;
                    place = node.chain;
                }
            }
        }
        counts
    }

    fn sift_block(&mut self, blocks: &mut [Vec<u32>], start: usize, counts: &mut Counts) {
        let last = blocks.len() - 1;
        let (mut best, mut best_place) = (self.count, start);
        let mut place = start;
        // The nearer end first.
        let down_first = last - start < start;
        for down in [down_first, !down_first] {
            loop {
                if place == if down { last } else { 0 } {
                    break;
                }
                let upper = if down { place } else { place - 1 };
                self.swap_blocks(blocks, upper, counts);
                place = if down { place + 1 } else { place - 1 };
                if self.count < best {
                    (best, best_place) = (self.count, place);
                }
                // On the way back through places that it comes from, it goes on.
                let is_new = if down { place > start } else { place < start };
                if is_new && self.count > best / 100 * GROWTH + GROWTH {
                    break;
                }
            }
        }
        while place != best_place {
            let upper = if place < best_place { place } else { place - 1 };
            self.swap_blocks(blocks, upper, counts);
            place = if place < best_place {
                place + 1
            } else {
                place - 1
            };
        }
    }

    /// A block and the one after it change places.
    fn swap_blocks(&mut self, blocks: &mut [Vec<u32>], upper: usize, counts: &mut Counts) {
        let top = self.level_of[blocks[upper][0] as usize] as usize;
        let (above, below) = (blocks[upper].len(), blocks[upper + 1].len());
        for moved in 0..below {
            for step in (0..above).rev() {
                self.swap(top + moved + step, counts);
            }
        }
        blocks.swap(upper, upper + 1);
    }

    /// The variables of a level and the one below change places.
    fn swap(&mut self, level: usize, counts: &mut Counts) {
        let (x, y) = (self.var_at[level], self.var_at[level + 1]);
        for place in self.take_readers(x, y) {
            let Node { hi, lo, .. } = self.nodes[place as usize];
            let halves = |d: &Diagrams, e: Edge| match d.nodes[e.node()] {
                node if node.var == y => (node.hi.along(e), node.lo.along(e)),
                _ => (e, e),
            };
            let ((f11, f10), (f01, f00)) = (halves(self, hi), halves(self, lo));
            let new_hi = self.child(x, f11, f01, counts);
            let new_lo = self.child(x, f10, f00, counts);
            self.release(hi, counts);
            self.release(lo, counts);
            let node = &mut self.nodes[place as usize];
            (node.var, node.hi, node.lo) = (y, new_hi, new_lo);
            self.enter(place);
        }
        self.var_at.swap(level, level + 1);
        self.level_of.swap(x as usize, y as usize);
    }

    /// Takes the nodes of x that read y out of the table of x.
    fn take_readers(&mut self, x: u32, y: u32) -> Vec<u32> {
        let table = &mut self.tables[x as usize];
        let mut readers = Vec::new();
        if table.count == 0 {
            return readers;
        }
        for bucket in &mut table.buckets {
            let mut before = NONE;
            let mut place = *bucket;
            while place != NONE {
                let Node { hi, lo, chain, .. } = self.nodes[place as usize];
                let reads = |e: Edge| self.nodes[e.node()].var == y;
                if reads(hi) || reads(lo) {
                    readers.push(place);
                    if before == NONE {
                        *bucket = chain;
                    } else {
                        self.nodes[before as usize].chain = chain;
                    }
                } else {
                    before = place;
                }
                place = chain;
            }
        }
        table.count -= readers.len();
        readers
    }

    /// The node of x with these halves, for one more reference.
    fn child(&mut self, x: u32, hi: Edge, lo: Edge, counts: &mut Counts) -> Edge {
        let turned = hi.is_complement();
        let (plain_hi, plain_lo) = if turned {
            (hi.not(), lo.not())
        } else {
            (hi, lo)
        };
        let edge = if hi == lo {
            hi
        } else {
            let found = self.find(x, plain_hi, plain_lo).unwrap_or_else(|| {
                let new = self.add(x, plain_hi, plain_lo);
                if counts.0.len() <= new.node() {
                    counts.0.resize(new.node() + 1, 0);
                }
                counts.0[new.node()] = 0;
                counts.0[plain_hi.node()] += 1;
                counts.0[plain_lo.node()] += 1;
                new
            });
            if turned { found.not() } else { found }
        };
        counts.0[edge.node()] += 1;
        edge
    }

    /// One reference less. What has none is freed.
    fn release(&mut self, edge: Edge, counts: &mut Counts) {
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            let count = &mut counts.0[edge.node()];
            *count -= 1;
            if *count > 0 || edge.is_constant() {
                continue;
            }
            let Node { hi, lo, .. } = self.nodes[edge.node()];
            self.remove(edge.node() as u32);
            stack.extend([hi, lo]);
        }
    }

    fn remove(&mut self, place: u32) {
        let Node {
            var, hi, lo, chain, ..
        } = self.nodes[place as usize];
        let table = &mut self.tables[var as usize];
        let bucket = table.bucket(hi, lo);
        table.count -= 1;
        if table.buckets[bucket] == place {
            table.buckets[bucket] = chain;
        } else {
            let mut before = table.buckets[bucket];
            while self.nodes[before as usize].chain != place {
                before = self.nodes[before as usize].chain;
            }
            self.nodes[before as usize].chain = chain;
        }
        self.nodes[place as usize].chain = self.free;
        self.free = place;
        self.count -= 1;
    }
}
