//! The nodes: a table for each variable in which equal ones are found again, and the collection of those that nobody needs.

use std::sync::{Arc, Weak};

use assay_solver::StopFlag;

use super::cache::{Cache, Key};
use super::{Edge, Func, Halt, Of, Trouble, Var};

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;
/// The level of constants.
pub(super) const BOTTOM: u32 = u32::MAX;

/// The function that is `hi` where the variable is true and `lo` elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub var: Var,
    pub hi: Edge,
    pub lo: Edge,
    /// The next node in the same bucket, or on the list of free places.
    pub chain: u32,
}

/// The nodes of one variable by a hash of their edges.
#[derive(Default)]
pub(super) struct Table {
    pub buckets: Vec<u32>,
    pub count: usize,
}

impl Table {
    pub fn bucket(&self, hi: Edge, lo: Edge) -> usize {
        let hash = u64::from(hi.0) << 32 | u64::from(lo.0);
        let hash = (hash ^ (hash >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }
}

/// Nodes that may be created before somebody looks at the flag.
const PATIENCE: usize = 1 << 12;
/// Collections are not worth it below.
const GARBAGE: usize = 1 << 15;
/// Sifting is first tried at so many live nodes.
const FIRST_SIFT: usize = 20_000;
/// New nodes of one operation below which it is not given up for sifting.
const LONG: usize = 50_000;

/// All functions over some variables.
pub struct Diagrams {
    pub(super) nodes: Vec<Node>,
    pub(super) free: u32,
    /// Nodes that are not free.
    pub(super) count: usize,
    pub(super) tables: Vec<Table>,
    pub(super) level_of: Vec<u32>,
    pub(super) var_at: Vec<Var>,
    /// The block that a variable belongs to: variables of a block stay side by side.
    pub(super) block_of: Vec<u32>,
    pub(super) cache: Cache,
    handles: Vec<(Edge, Weak<()>)>,
    /// Results of parts of an operation that was given up for sifting: it begins again from them.
    partial: Vec<Edge>,
    /// Handles after the last look at them.
    handles_kept: usize,
    limit: usize,
    /// The greatest number of nodes so far.
    peak: usize,
    stop: StopFlag,
    patience: usize,
    /// Nodes that were created so far, and those that may be.
    created: u64,
    allowed: u64,
    /// Before an operation with so many nodes, those that nobody needs are collected.
    look_at: usize,
    /// None: the order is fixed.
    sift_at: Option<usize>,
    /// Where the operation at hand is given up for sifting.
    give_up_at: usize,
    pub(super) substitutions: u32,
    /// How often the variables were sifted.
    pub(super) sifted: usize,
}

impl Diagrams {
    /// With at most `limit` nodes. The order changes by itself.
    pub fn new(limit: usize, stop: &StopFlag) -> Diagrams {
        let constant = Node {
            var: NONE,
            hi: Edge::TRUE,
            lo: Edge::TRUE,
            chain: NONE,
        };
        Diagrams {
            nodes: vec![constant],
            free: NONE,
            count: 1,
            tables: Vec::new(),
            level_of: Vec::new(),
            var_at: Vec::new(),
            block_of: Vec::new(),
            cache: Cache::new(),
            handles: Vec::new(),
            partial: Vec::new(),
            handles_kept: 0,
            // Places are numbers of 31 bits.
            limit: limit.min(1 << 30),
            peak: 1,
            stop: stop.clone(),
            patience: PATIENCE,
            created: 0,
            allowed: u64::MAX,
            look_at: FIRST_SIFT,
            sift_at: Some(FIRST_SIFT),
            give_up_at: usize::MAX,
            substitutions: 0,
            sifted: 0,
        }
    }

    /// From now on, so many nodes may be created, by sifting too; None: as many as it takes. This is an effort that can be repeated.
    pub fn allow(&mut self, effort: Option<u64>) {
        self.allowed = effort.map_or(u64::MAX, |e| self.created.saturating_add(e));
    }

    /// Why nothing further is to be done.
    pub(super) fn halted(&self) -> Option<Trouble> {
        if self.stop.is_raised() {
            return Some(Trouble::Stopped);
        }
        (self.created >= self.allowed).then_some(Trouble::Spent)
    }

    /// The order stays as it is.
    pub fn fix_order(&mut self) {
        self.sift_at = None;
    }

    /// New variables, below all others, that stay side by side.
    pub fn add_block(&mut self, vars: usize) -> Vec<Var> {
        let block = self.block_of.last().map_or(0, |b| b + 1);
        let first = self.level_of.len() as Var;
        let vars: Vec<Var> = (first..first + vars as Var).collect();
        for &var in &vars {
            self.level_of.push(var);
            self.var_at.push(var);
            self.block_of.push(block);
            self.tables.push(Table {
                buckets: vec![NONE; 16],
                count: 0,
            });
        }
        vars
    }

    pub fn vars(&self) -> usize {
        self.level_of.len()
    }

    /// Nodes at present, those that nobody needs any more among them.
    pub fn node_count(&self) -> usize {
        self.count
    }

    /// The greatest number of nodes that there were at a time.
    pub fn peak(&self) -> usize {
        self.peak.max(self.count)
    }

    pub fn sifted(&self) -> usize {
        self.sifted
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn constant(&mut self, value: bool) -> Func {
        self.handle(if value { Edge::TRUE } else { Edge::FALSE })
    }

    pub fn var(&mut self, var: Var) -> Of<Func> {
        self.operate(|d| d.make(var, Edge::TRUE, Edge::FALSE))
    }

    pub(super) fn handle(&mut self, edge: Edge) -> Func {
        let alive = Arc::new(());
        if !edge.is_constant() {
            self.handles.push((edge, Arc::downgrade(&alive)));
        }
        Func { edge, alive }
    }

    /// Where the functions of the outside world begin.
    pub(super) fn roots(&mut self) -> Vec<Edge> {
        self.handles.retain(|(_, alive)| alive.strong_count() > 0);
        self.handles_kept = self.handles.len();
        let handles = self.handles.iter().map(|(edge, _)| *edge);
        handles.chain(self.partial.iter().copied()).collect()
    }

    pub(super) fn level(&self, edge: Edge) -> u32 {
        match self.nodes[edge.node()].var {
            NONE => BOTTOM,
            var => self.level_of[var as usize],
        }
    }

    /// The halves of a function with respect to the variable at a level, which is its own or above it.
    pub(super) fn halves(&self, edge: Edge, level: u32) -> (Edge, Edge) {
        if self.level(edge) != level {
            return (edge, edge);
        }
        let node = &self.nodes[edge.node()];
        (node.hi.along(edge), node.lo.along(edge))
    }

    /// The node with these halves.
    pub(super) fn make(&mut self, var: Var, hi: Edge, lo: Edge) -> Result<Edge, Halt> {
        if hi == lo {
            return Ok(hi);
        }
        if hi.is_complement() {
            return Ok(self.find_or_add(var, hi.not(), lo.not())?.not());
        }
        self.find_or_add(var, hi, lo)
    }

    fn find_or_add(&mut self, var: Var, hi: Edge, lo: Edge) -> Result<Edge, Halt> {
        if let Some(found) = self.find(var, hi, lo) {
            return Ok(found);
        }
        if self.count >= self.limit.min(self.give_up_at) {
            self.partial.extend([hi, lo]);
            let is_full = self.count >= self.limit;
            return Err(if is_full { Halt::Full } else { Halt::Sift });
        }
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            match self.halted() {
                Some(Trouble::Stopped) => return Err(Halt::Stopped),
                Some(_) => return Err(Halt::Spent),
                None => {}
            }
        }
        Ok(self.add(var, hi, lo))
    }

    pub(super) fn find(&self, var: Var, hi: Edge, lo: Edge) -> Option<Edge> {
        let table = &self.tables[var as usize];
        let mut place = table.buckets[table.bucket(hi, lo)];
        while place != NONE {
            let node = &self.nodes[place as usize];
            if node.hi == hi && node.lo == lo {
                return Some(Edge(place << 1));
            }
            place = node.chain;
        }
        None
    }

    pub(super) fn add(&mut self, var: Var, hi: Edge, lo: Edge) -> Edge {
        let node = Node {
            var,
            hi,
            lo,
            chain: NONE,
        };
        let place = if self.free == NONE {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        } else {
            let place = self.free;
            self.free = self.nodes[place as usize].chain;
            self.nodes[place as usize] = node;
            place
        };
        self.count += 1;
        self.created += 1;
        self.enter(place);
        Edge(place << 1)
    }

    /// Puts a node into the table of its variable.
    pub(super) fn enter(&mut self, place: u32) {
        let Node { var, hi, lo, .. } = self.nodes[place as usize];
        let table = &mut self.tables[var as usize];
        table.count += 1;
        if table.count > 2 * table.buckets.len() {
            let size = 4 * table.buckets.len();
            let old = std::mem::replace(&mut table.buckets, vec![NONE; size]);
            for mut place in old {
                while place != NONE {
                    let node = &mut self.nodes[place as usize];
                    let bucket = table.bucket(node.hi, node.lo);
                    let next = std::mem::replace(&mut node.chain, table.buckets[bucket]);
                    table.buckets[bucket] = place;
                    place = next;
                }
            }
        }
        let bucket = table.bucket(hi, lo);
        self.nodes[place as usize].chain = table.buckets[bucket];
        table.buckets[bucket] = place;
    }

    /// An operation: tidies up before it if that is due, and goes on after it where it was given up.
    pub(super) fn operate(
        &mut self,
        mut run: impl FnMut(&mut Self) -> Result<Edge, Halt>,
    ) -> Of<Func> {
        self.tidy()?;
        let mut tries = 0;
        let result = loop {
            self.give_up_at = match self.sift_at {
                Some(_) => self.count + (self.count.max(LONG) << tries.min(20)),
                None => usize::MAX,
            };
            self.cache.fit(self.count);
            match run(self) {
                Ok(edge) => break Ok(edge),
                Err(Halt::Stopped) => break Err(Trouble::Stopped),
                Err(Halt::Spent) => break Err(Trouble::Spent),
                Err(Halt::Full) if tries > 0 || self.sift_at.is_none() => break Err(Trouble::Full),
                Err(Halt::Full | Halt::Sift) => {
                    tries += 1;
                    self.peak = self.peak();
                    self.collect();
                    if self.sift_at.is_some_and(|at| self.count >= at)
                        && let Err(trouble) = self.sift()
                    {
                        break Err(trouble);
                    }
                }
            }
        };
        self.partial.clear();
        self.peak = self.peak();
        Ok(self.handle(result?))
    }

    /// Part of an operation has this result. If the other part is given up for sifting, it is kept.
    pub(super) fn after(&mut self, done: Edge, rest: Result<Edge, Halt>) -> Result<Edge, Halt> {
        if matches!(rest, Err(Halt::Sift | Halt::Full)) {
            self.partial.push(done);
        }
        rest
    }

    fn tidy(&mut self) -> Of<()> {
        if let Some(trouble) = self.halted() {
            return Err(trouble);
        }
        if self.handles.len() > 2 * self.handles_kept + 1024 {
            self.roots();
        }
        if self.count >= self.look_at {
            self.peak = self.peak();
            self.collect();
            if self.sift_at.is_some_and(|at| self.count >= at) {
                self.sift()?;
            }
        }
        Ok(())
    }

    /// Sifting is due again when there are twice as many nodes; later where it was no use.
    pub(super) fn sifting_is_done(&mut self, before: usize) {
        let was_of_use = self.count < before - before / 8;
        let factor = if was_of_use { 2 } else { 4 };
        self.sift_at = self.sift_at.map(|_| FIRST_SIFT.max(factor * self.count));
        self.look_later();
        self.sifted += 1;
    }

    /// When the next collection is due, which may lead to sifting. Garbage alone is no reason to look again at the very next operation.
    fn look_later(&mut self) {
        let live = self.count;
        self.look_at = GARBAGE.max(2 * live);
        if let Some(at) = self.sift_at {
            self.look_at = self.look_at.min(at.max(live + live / 4 + GARBAGE / 2));
        }
    }

    /// Frees the nodes that nobody needs.
    pub(super) fn collect(&mut self) {
        let mut needed = vec![false; self.nodes.len()];
        needed[0] = true;
        let mut stack = self.roots();
        while let Some(edge) = stack.pop() {
            if !std::mem::replace(&mut needed[edge.node()], true) {
                let node = &self.nodes[edge.node()];
                stack.extend([node.hi, node.lo]);
            }
        }
        for var in 0..self.tables.len() {
            let table = &mut self.tables[var];
            let mut kept = 0;
            for bucket in &mut table.buckets {
                let mut place = std::mem::replace(bucket, NONE);
                while place != NONE {
                    let node = &mut self.nodes[place as usize];
                    let next = node.chain;
                    if needed[place as usize] {
                        node.chain = *bucket;
                        *bucket = place;
                        kept += 1;
                    } else {
                        node.chain = self.free;
                        self.free = place;
                    }
                    place = next;
                }
            }
            self.count -= table.count - kept;
            table.count = kept;
        }
        self.cache.retain(|edge| needed[edge.node()]);
        self.look_later();
    }

    pub(super) fn known(&self, op: u32, a: Edge, b: Edge, c: Edge) -> Option<Edge> {
        self.cache.get(Key { op, a, b, c })
    }

    pub(super) fn remember(&mut self, op: u32, a: Edge, b: Edge, c: Edge, result: Edge) {
        self.cache.put(Key { op, a, b, c }, result);
    }
}
