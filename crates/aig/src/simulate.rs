//! Simulation of many input patterns at once: a few machine words for each node.

use crate::{Aig, AigLit, Node};

/// Words for each node. Four fill a vector register; more make a run longer and find little that is new.
pub const WORDS: usize = 4;

/// How many patterns that is.
pub const PATTERNS: usize = 64 * WORDS;

/// The values of a literal under all patterns.
pub type Patterns = [u64; WORDS];

#[derive(Clone, Debug, Default)]
pub struct Simulator {
    words: Vec<Patterns>,
}

impl Simulator {
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an input's patterns; inputs that are never set are 0.
    pub fn set(&mut self, input: AigLit, patterns: Patterns) {
        if self.words.len() <= input.node() {
            self.words.resize(input.node() + 1, [0; WORDS]);
        }
        self.words[input.node()] = invert_if(patterns, input.is_inverted());
    }

    /// Computes every and of the graph from the inputs.
    pub fn run(&mut self, aig: &Aig) {
        self.run_from(aig, 0);
    }

    /// Computes the ands from this node on; those before it are as they were.
    pub fn run_from(&mut self, aig: &Aig, first: usize) {
        self.words.resize(aig.len(), [0; WORDS]);
        for node in first..aig.len() {
            if let Node::And(a, b) = aig.node(node) {
                let (a, b) = (self.get(a), self.get(b));
                self.words[node] = std::array::from_fn(|i| a[i] & b[i]);
            }
        }
    }

    /// The values of a literal after [`Simulator::run`].
    pub fn get(&self, lit: AigLit) -> Patterns {
        invert_if(self.words[lit.node()], lit.is_inverted())
    }

    /// The value of a literal under one of the patterns.
    pub fn bit(&self, lit: AigLit, pattern: usize) -> bool {
        self.get(lit)[pattern / 64] >> (pattern % 64) & 1 == 1
    }
}

fn invert_if(patterns: Patterns, invert: bool) -> Patterns {
    let mask = if invert { u64::MAX } else { 0 };
    patterns.map(|word| word ^ mask)
}
