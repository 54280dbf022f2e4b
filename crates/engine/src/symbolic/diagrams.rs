//! Functions of a circuit as diagrams.

use assay_aig::{Aig, AigLit, Node};
use oxidd::bcdd::{BCDDFunction, new_manager};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, Manager, ManagerRef};
use rustc_hash::FxHashMap;

use super::Machine;
use super::order::Order;

/// Nodes that there may be at a time, and the size of the cache of results.
const NODES: usize = 1 << 19;
const CACHE: usize = 1 << 17;

/// The diagrams of the nodes of a graph that were asked for so far.
pub(super) struct Diagrams<'a> {
    aig: &'a Aig,
    /// By place.
    pub vars: Vec<BCDDFunction>,
    of: FxHashMap<usize, BCDDFunction>,
    yes: BCDDFunction,
}

impl<'a> Diagrams<'a> {
    /// Of the variables alone.
    pub fn new(machine: &Machine<'a>, order: &Order) -> AllocResult<Diagrams<'a>> {
        let manager = new_manager(NODES, CACHE, 1);
        let vars: Vec<BCDDFunction> = manager.with_manager_exclusive(|m| {
            m.add_vars(order.count);
            (0..order.count)
                .map(|v| BCDDFunction::var(m, v))
                .collect::<AllocResult<_>>()
        })?;
        let (no, yes) = manager.with_manager_shared(|m| (BCDDFunction::f(m), BCDDFunction::t(m)));
        let mut of: FxHashMap<usize, BCDDFunction> = FxHashMap::default();
        of.insert(0, no);
        let latches = machine.latches.iter().map(|(now, _)| now);
        let nodes = latches.zip(&order.latch);
        for (lit, &place) in nodes.chain(machine.inputs.iter().zip(&order.input)) {
            of.insert(lit.node(), vars[place as usize].clone());
        }
        Ok(Diagrams {
            aig: machine.aig,
            vars,
            of,
            yes,
        })
    }

    /// Of these functions, and of what they are made of.
    pub fn build(&mut self, roots: &[AigLit]) -> AllocResult<()> {
        for node in self.aig.cone(roots) {
            if let Node::And(a, b) = self.aig.node(node)
                && !self.of.contains_key(&node)
            {
                let both = self.get(a)?.and(&self.get(b)?)?;
                self.of.insert(node, both);
            }
        }
        Ok(())
    }

    /// A function that was built.
    pub fn get(&self, lit: AigLit) -> AllocResult<BCDDFunction> {
        let of = &self.of[&lit.node()];
        if lit.is_inverted() {
            of.not()
        } else {
            Ok(of.clone())
        }
    }

    /// The conjunction of variables, which is how a set of them to quantify is given.
    pub fn cube(&self, places: impl IntoIterator<Item = u32>) -> AllocResult<BCDDFunction> {
        let mut cube = self.yes.clone();
        for place in places {
            cube = cube.and(&self.vars[place as usize])?;
        }
        Ok(cube)
    }
}
