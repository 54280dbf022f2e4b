//! Sifting: each block of variables moves through all places of the order and stays at the best one.
//!
//! Reference: Rudell: Dynamic Variable Ordering for Ordered Binary Decision Diagrams, ICCAD 1993. Two neighbours change places by rewriting
//! the nodes of the upper one that read the lower one; nothing else notices.

use super::store::{NONE, Node};
use super::{Diagrams, Edge, Of};

/// A block goes no further in a direction in which the nodes become so many percent of what they were.
const GROWTH: usize = 120;
/// Blocks that are moved, those with the most nodes first.
const BLOCKS: usize = 1_000;

/// How often each node is referred to, by place.
struct Counts {
    of: Vec<u32>,
    /// Places below are those of nodes from before. Results that are known may name them, so that they are not used again at once.
    old: Vec<bool>,
    retired: Vec<u32>,
}

/// Which variables some function reads both of. No node of one of two others leads to the other: they change places for nothing.
struct Meetings {
    /// Words of a row of bits.
    words: usize,
    /// A row for each variable. None: all may meet.
    rows: Option<Vec<u64>>,
}

impl Meetings {
    /// Words up to which the variables below each node are kept.
    const WORDS: usize = 1 << 24;

    fn of(diagrams: &mut Diagrams) -> Meetings {
        let vars = diagrams.var_at.len();
        let words = vars.div_ceil(64);
        if words * diagrams.nodes.len() > Self::WORDS {
            return Meetings { words, rows: None };
        }
        let mut below = vec![0u64; words * diagrams.nodes.len()];
        for &var in diagrams.var_at.iter().rev() {
            for &first in &diagrams.tables[var as usize].buckets {
                let mut place = first;
                while place != NONE {
                    let node = &diagrams.nodes[place as usize];
                    let own = place as usize * words;
                    for word in 0..words {
                        let [hi, lo] = [node.hi, node.lo].map(|e| below[e.node() * words + word]);
                        below[own + word] = hi | lo;
                    }
                    below[own + var as usize / 64] |= 1 << (var % 64);
                    place = node.chain;
                }
            }
        }
        let mut rows = vec![0u64; words * vars];
        let mut roots = diagrams.roots();
        roots.sort_unstable();
        roots.dedup_by_key(|edge| edge.node());
        for root in roots {
            let read = &below[root.node() * words..][..words];
            for var in (0..vars).filter(|v| read[v / 64] >> (v % 64) & 1 == 1) {
                for (all, one) in rows[var * words..][..words].iter_mut().zip(read) {
                    *all |= one;
                }
            }
        }
        Meetings {
            words,
            rows: Some(rows),
        }
    }

    fn has(&self, x: u32, y: u32) -> bool {
        let Some(rows) = &self.rows else {
            return true;
        };
        rows[x as usize * self.words + y as usize / 64] >> (y % 64) & 1 == 1
    }

    fn some(&self, xs: &[u32], ys: &[u32]) -> bool {
        xs.iter().any(|&x| ys.iter().any(|&y| self.has(x, y)))
    }
}

impl Diagrams {
    /// Looks for a better order. All that is not needed is freed before.
    pub fn sift(&mut self) -> Of<()> {
        self.collect();
        let before = self.count;
        let mut counts = self.counts();
        let meetings = Meetings::of(self);
        let mut blocks = self.blocks();
        let mut by_size: Vec<(usize, u32)> = Vec::new();
        for vars in &blocks {
            let nodes = vars.iter().map(|&v| self.tables[v as usize].count).sum();
            by_size.push((nodes, self.block_of[vars[0] as usize]));
        }
        by_size.sort_by_key(|&(nodes, block)| (std::cmp::Reverse(nodes), block));
        let mut result = Ok(());
        for &(nodes, block) in by_size.iter().take(BLOCKS) {
            if let Some(trouble) = self.halted() {
                result = Err(trouble);
                break;
            }
            if nodes == 0 {
                break;
            }
            let place = blocks
                .iter()
                .position(|vars| self.block_of[vars[0] as usize] == block)
                .expect("blocks only change places");
            self.sift_block(&mut blocks, place, &mut counts, &meetings);
        }
        let mut lives = vec![true; self.nodes.len()];
        for place in counts.retired {
            lives[place as usize] = false;
            self.nodes[place as usize].chain = self.free;
            self.free = place;
        }
        self.cache.retain(|edge| lives[edge.node()]);
        self.sifting_is_done(before);
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
        let mut counts = Counts {
            of: vec![0; self.nodes.len()],
            old: vec![true; self.nodes.len()],
            retired: Vec::new(),
        };
        let mut place = self.free;
        while place != NONE {
            counts.old[place as usize] = false;
            place = self.nodes[place as usize].chain;
        }
        for root in self.roots() {
            counts.of[root.node()] += 1;
        }
        for table in &self.tables {
            for &first in &table.buckets {
                let mut place = first;
                while place != NONE {
                    let node = &self.nodes[place as usize];
                    counts.of[node.hi.node()] += 1;
                    counts.of[node.lo.node()] += 1;
                    place = node.chain;
                }
            }
        }
        counts
    }

    fn sift_block(
        &mut self,
        blocks: &mut [Vec<u32>],
        start: usize,
        counts: &mut Counts,
        meetings: &Meetings,
    ) {
        let moved = blocks[start].clone();
        let nodes = |d: &Diagrams, vars: &[u32]| -> usize {
            vars.iter().map(|&v| d.tables[v as usize].count).sum()
        };
        let meets = |vars: &[u32]| meetings.some(&moved, vars);
        let last = blocks.len() - 1;
        let (mut best, mut best_place) = (self.count, start);
        let mut place = start;
        // The nearer end first.
        let down_first = last - start < start;
        for down in [down_first, !down_first] {
            self.move_block(blocks, &mut place, start, counts, meetings);
            let beyond = if down { start + 1..last + 1 } else { 0..start };
            let beyond = blocks[beyond].iter().filter(|vars| meets(vars));
            // Nodes that may vanish on the way: of the blocks that are still to be passed.
            let mut ahead: usize = beyond.map(|vars| nodes(self, vars)).sum();
            while place != if down { last } else { 0 } {
                // On the way up the nodes of the block itself may vanish too.
                let own = if down { 0 } else { nodes(self, &moved) };
                if self.count - ahead - own >= best || self.count > best / 100 * GROWTH + GROWTH {
                    break;
                }
                let next = if down { place + 1 } else { place - 1 };
                if meets(&blocks[next]) {
                    ahead -= nodes(self, &blocks[next]);
                }
                self.move_block(blocks, &mut place, next, counts, meetings);
                if self.count < best {
                    (best, best_place) = (self.count, place);
                }
            }
        }
        self.move_block(blocks, &mut place, best_place, counts, meetings);
    }

    /// The block moves from one place to another.
    fn move_block(
        &mut self,
        blocks: &mut [Vec<u32>],
        place: &mut usize,
        to: usize,
        counts: &mut Counts,
        meetings: &Meetings,
    ) {
        while *place != to {
            let upper = if *place < to { *place } else { *place - 1 };
            self.swap_blocks(blocks, upper, counts, meetings);
            *place = if *place < to { *place + 1 } else { *place - 1 };
        }
    }

    /// A block and the one after it change places.
    fn swap_blocks(
        &mut self,
        blocks: &mut [Vec<u32>],
        upper: usize,
        counts: &mut Counts,
        meetings: &Meetings,
    ) {
        let top = self.level_of[blocks[upper][0] as usize] as usize;
        let (above, below) = (blocks[upper].len(), blocks[upper + 1].len());
        for moved in 0..below {
            for step in (0..above).rev() {
                self.swap(top + moved + step, counts, meetings);
            }
        }
        blocks.swap(upper, upper + 1);
    }

    /// The variables of a level and the one below change places.
    fn swap(&mut self, level: usize, counts: &mut Counts, meetings: &Meetings) {
        let (x, y) = (self.var_at[level], self.var_at[level + 1]);
        let readers = if meetings.has(x, y) {
            self.take_readers(x, y)
        } else {
            Vec::new()
        };
        for place in readers {
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
                if counts.of.len() <= new.node() {
                    counts.of.resize(new.node() + 1, 0);
                }
                counts.of[new.node()] = 0;
                counts.of[plain_hi.node()] += 1;
                counts.of[plain_lo.node()] += 1;
                new
            });
            if turned { found.not() } else { found }
        };
        counts.of[edge.node()] += 1;
        edge
    }

    /// One reference less. What has none is freed.
    fn release(&mut self, edge: Edge, counts: &mut Counts) {
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            let count = &mut counts.of[edge.node()];
            *count -= 1;
            if *count > 0 || edge.is_constant() {
                continue;
            }
            let Node { hi, lo, .. } = self.nodes[edge.node()];
            self.unlink(edge.node() as u32);
            let place = edge.node() as u32;
            if counts.old.get(edge.node()) == Some(&true) {
                counts.retired.push(place);
            } else {
                self.nodes[edge.node()].chain = self.free;
                self.free = place;
            }
            stack.extend([hi, lo]);
        }
    }

    /// Takes a node out of the table of its variable.
    fn unlink(&mut self, place: u32) {
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
        self.count -= 1;
    }
}
