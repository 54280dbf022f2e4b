//! Simulation of 64 input patterns at once: one machine word for each node.

use crate::{Aig, AigLit, Node};

#[derive(Clone, Debug, Default)]
pub struct Simulator {
    words: Vec<u64>,
}

impl Simulator {
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an input's 64 patterns; inputs that are never set are 0.
    pub fn set(&mut self, input: AigLit, patterns: u64) {
        if self.words.len() <= input.node() {
            self.words.resize(input.node() + 1, 0);
        }
        self.words[input.node()] = if input.is_inverted() {
            !patterns
        } else {
            patterns
        };
    }

    /// Computes every and of the graph from the inputs.
    pub fn run(&mut self, aig: &Aig) {
        self.words.resize(aig.len(), 0);
        for node in 0..aig.len() {
            if let Node::And(a, b) = aig.node(node) {
                self.words[node] = self.get(a) & self.get(b);
            }
        }
    }

    /// The 64 values of a literal after [`Simulator::run`].
    pub fn get(&self, lit: AigLit) -> u64 {
        let word = self.words[lit.node()];
        if lit.is_inverted() { !word } else { word }
    }

    /// The value of a literal under one of the patterns.
    pub fn bit(&self, lit: AigLit, pattern: usize) -> bool {
        self.get(lit) >> pattern & 1 == 1
    }
}
