//! Which variable of the diagrams stands for what.
//!
//! The order is the one in which a walk from the functions that matter most, through the next-state functions, meets latches and
//! inputs: what is computed from each other ends up close together. Where that is a bad order, the diagrams grow too large and other
//! engines have to do.

use assay_aig::{AigLit, Node};
use rustc_hash::FxHashMap;

use super::Machine;

/// A latch has its present value at its place and its next value one below.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub latch: Vec<u32>,
    pub input: Vec<u32>,
    /// How many variables there are.
    pub count: u32,
}

/// The place is not given yet.
const NONE: u32 = u32::MAX;

impl Order {
    pub fn new(machine: &Machine<'_>) -> Order {
        let latches = machine.latches.iter().enumerate();
        let latch_of: FxHashMap<usize, usize> =
            latches.map(|(i, (now, _))| (now.node(), i)).collect();
        let inputs = machine.inputs.iter().enumerate();
        let input_of: FxHashMap<usize, usize> = inputs.map(|(i, l)| (l.node(), i)).collect();
        let mut order = Order {
            latch: vec![NONE; machine.latches.len()],
            input: vec![NONE; machine.inputs.len()],
            count: 0,
        };
        let mut seen = vec![false; machine.aig.len()];
        let mut queue = machine.first.clone();
        queue.extend(machine.latches.iter().map(|(now, _)| *now));
        queue.reverse();
        while let Some(root) = queue.pop() {
            let mut met: Vec<AigLit> = Vec::new();
            let mut stack = vec![root.node()];
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut seen[node], true) {
                    continue;
                }
                match machine.aig.node(node) {
                    Node::And(a, b) => stack.extend([b.node(), a.node()]),
                    Node::Input => match (latch_of.get(&node), input_of.get(&node)) {
                        (Some(&latch), _) => {
                            order.latch[latch] = order.take(2);
                            met.push(machine.latches[latch].1);
                        }
                        (None, Some(&input)) => order.input[input] = order.take(1),
                        (None, None) => {}
                    },
                    Node::False => {}
                }
            }
            queue.extend(met.into_iter().rev());
        }
        // What no function reads comes last.
        for input in 0..order.input.len() {
            if order.input[input] == NONE {
                order.input[input] = order.take(1);
            }
        }
        order
    }

    /// The next places.
    fn take(&mut self, places: u32) -> u32 {
        self.count += places;
        self.count - places
    }
}
