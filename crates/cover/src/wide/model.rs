//! A finite system and the patches of some mutants as one graph of gates, for simulation of many patterns at once.
//!
//! A wire that some mutant changes is *cut*: its readers read nodes of its own, whose gates only pass on what drives them.
//! Structural hashing therefore never merges a changed wire with something that the change leaves alone, and a mutant is
//! a few nodes that are driven by something else.
//!
//! Invariants: a gate has a higher number than what it reads; nodes below `original` make up the original system and all
//! open variables, fresh ones included; those after them belong to patches and are read by nothing below.

use assay_aig::{AigLit, Blasted};
use assay_system::Mutants;
use assay_term::VarId;
use rustc_hash::FxHashMap;

use super::build::Builder;

/// Values of all nodes, twice, take 64 MB then.
const MAX_NODES: usize = 1 << 20;

/// Lists of numbers, one for each node.
#[derive(Default)]
pub struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new(nodes: usize, mut pairs: Vec<(u32, u32)>) -> Lists {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; nodes + 1];
        for (node, _) in &pairs {
            starts[*node as usize + 1] += 1;
        }
        for n in 0..nodes {
            starts[n + 1] += starts[n];
        }
        let items = pairs.into_iter().map(|(_, item)| item).collect();
        Lists { starts, items }
    }

    pub fn of(&self, node: usize) -> &[u32] {
        match self.starts.get(node..node + 2) {
            Some(at) => &self.items[at[0] as usize..at[1] as usize],
            None => &[],
        }
    }
}

/// One bit of a state.
#[derive(Clone, Copy, Debug)]
pub struct Latch {
    pub node: u32,
    pub next: AigLit,
    /// Over open variables alone; None if it is open itself.
    pub init: Option<AigLit>,
}

/// A variable whose values patterns give.
pub struct Open {
    pub var: VarId,
    pub value: Blasted,
    /// Where its bits that are not constant stand among all.
    pub bits: std::ops::Range<usize>,
}

/// What a mutant puts in place of the original.
#[derive(Clone, Debug)]
pub struct Change {
    /// Cut nodes, and what drives them now.
    pub cuts: Vec<(u32, AigLit)>,
    /// Latches by number, and what they remember now.
    pub nexts: Vec<(u32, AigLit)>,
    /// Latches by number, and where they begin now.
    pub inits: Vec<(u32, AigLit)>,
    /// Its assumptions, as [`Model::assumed`].
    pub assumed: AigLit,
    /// Properties by their index in the system, and what has to hold now.
    pub properties: Vec<(usize, AigLit)>,
    /// Gates that the original does not have, ascending.
    pub own: Vec<u32>,
}

pub struct Model {
    /// The operands of each gate; a cut node has its driver twice. Meaningless for other nodes.
    pub gates: Vec<(AigLit, AigLit)>,
    pub original: usize,
    /// The original's gates that matter, ascending.
    pub order: Vec<u32>,
    /// For each node the gates of the original that read it.
    pub users: Lists,
    pub latches: Vec<Latch>,
    /// For each node the latches that remember it, inverted or not.
    pub remembered_by: Lists,
    /// Inputs first; the others (rigid parameters, states without initial value) have a value at step 0 only.
    pub opens: Vec<Open>,
    pub inputs: usize,
    /// For each bit of an open variable its node.
    pub open_nodes: Vec<u32>,
    /// All constraints hold, and all values are within their ranges.
    pub assumed: AigLit,
    /// Index in the system, and what has to hold.
    pub properties: Vec<(usize, AigLit)>,
    /// For each mutant that was asked for and can be simulated.
    pub changes: FxHashMap<usize, Change>,
}

impl Model {
    /// The part of the system that the properties, the assumptions and these mutants depend on. None if it is not finite, or
    /// too large for that many patterns.
    pub fn new(mutants: &Mutants, properties: &[usize], members: &[usize]) -> Option<Model> {
        let model = Builder::new(mutants, properties, members).build().ok()?;
        (model.gates.len() <= MAX_NODES).then_some(model)
    }
}

impl Change {
    pub(super) fn roots(&self) -> impl Iterator<Item = AigLit> {
        let all = self.cuts.iter().chain(&self.nexts).chain(&self.inits);
        let properties = self.properties.iter().map(|(_, lit)| *lit);
        all.map(|(_, lit)| *lit)
            .chain(properties)
            .chain([self.assumed])
    }
}

impl Model {
    /// Finds what matters of the original, and who reads it.
    pub(super) fn link(&mut self) {
        let latch_at: FxHashMap<usize, &Latch> =
            self.latches.iter().map(|l| (l.node as usize, l)).collect();
        let mut needed = vec![false; self.gates.len()];
        let properties = self.properties.iter().map(|(_, lit)| *lit);
        let changed = self.changes.values().flat_map(Change::roots);
        let mut stack: Vec<AigLit> = [self.assumed]
            .into_iter()
            .chain(properties)
            .chain(changed)
            .collect();
        while let Some(lit) = stack.pop() {
            let node = lit.node();
            if std::mem::replace(&mut needed[node], true) {
                continue;
            }
            match latch_at.get(&node) {
                Some(latch) => stack.extend(latch.init.iter().chain([&latch.next])),
                None => stack.extend([self.gates[node].0, self.gates[node].1]),
            }
        }
        let is_gate = |n: &usize| self.gates[*n] != (AigLit::FALSE, AigLit::FALSE);
        let order = (1..self.original).filter(|n| needed[*n] && is_gate(n));
        self.order = order.map(|n| n as u32).collect();
        let mut users = Vec::new();
        for &n in &self.order {
            let (a, b) = self.gates[n as usize];
            users.extend([(a.node() as u32, n), (b.node() as u32, n)]);
        }
        self.users = Lists::new(self.original, users);
        let latches = (0u32..).zip(&self.latches);
        let remembered = latches.filter(|(_, l)| needed[l.node as usize]);
        let remembered: Vec<(u32, u32)> =
            remembered.map(|(i, l)| (l.next.node() as u32, i)).collect();
        self.remembered_by = Lists::new(self.original, remembered);
    }
}
