//! Tseitin's encoding [1] of the cones of literals, on demand: each node gets a variable and its
//! clauses the first time a literal above it is asked for. Multiplexers and exclusive ors, which the
//! graph spells as three ands, are recognised and get one variable.
//!
//! [1] G. S. Tseitin: On the complexity of derivation in propositional calculus. 1968.

use crate::{Aig, AigLit, Node};

/// Where clauses go.
pub trait ClauseSink {
    /// A variable that was not used before: a positive number.
    fn fresh(&mut self) -> i32;
    fn clause(&mut self, lits: &[i32]);
}

/// Which nodes are encoded, and as what.
#[derive(Clone, Debug, Default)]
pub struct Tseitin {
    /// By node; 0 where there is nothing yet.
    codes: Vec<i32>,
}

/// What a node is to the encoding.
enum Gate {
    And(AigLit, AigLit),
    Ite(AigLit, AigLit, AigLit),
    Leaf,
}

impl Tseitin {
    pub fn new() -> Self {
        Self::default()
    }

    /// The code of a literal, if it is encoded.
    pub fn known(&self, lit: AigLit) -> Option<i32> {
        match self.codes.get(lit.node()) {
            None | Some(0) => None,
            Some(&code) => Some(if lit.is_inverted() { -code } else { code }),
        }
    }

    /// The code of a literal, with its cone encoded.
    pub fn lit(&mut self, aig: &Aig, lit: AigLit, sink: &mut impl ClauseSink) -> i32 {
        if self.codes.len() < aig.len() {
            self.codes.resize(aig.len(), 0);
        }
        let mut stack = vec![lit.node()];
        while let Some(&node) = stack.last() {
            if self.codes[node] != 0 {
                stack.pop();
                continue;
            }
            let gate = gate(aig, node);
            let below = stack.len();
            let mut need = |l: AigLit| {
                if self.codes[l.node()] == 0 {
                    stack.push(l.node());
                }
            };
            match gate {
                Gate::Leaf => {}
                Gate::And(a, b) => [a, b].into_iter().for_each(&mut need),
                Gate::Ite(c, t, e) => [c, t, e].into_iter().for_each(&mut need),
            }
            if stack.len() == below {
                stack.pop();
                self.encode(aig, node, gate, sink);
            }
        }
        self.code(lit)
    }

    fn code(&self, lit: AigLit) -> i32 {
        let code = self.codes[lit.node()];
        if lit.is_inverted() { -code } else { code }
    }

    /// Gives `node` a variable, and its clauses over those of its operands.
    fn encode(&mut self, aig: &Aig, node: usize, gate: Gate, sink: &mut impl ClauseSink) {
        let n = sink.fresh();
        self.codes[node] = n;
        match gate {
            Gate::Leaf => {
                if aig.node(node) == Node::False {
                    sink.clause(&[-n]);
                }
            }
            Gate::And(a, b) => {
                let (a, b) = (self.code(a), self.code(b));
                sink.clause(&[-n, a]);
                sink.clause(&[-n, b]);
                sink.clause(&[n, -a, -b]);
            }
            Gate::Ite(c, t, e) => {
                let exclusive = t == !e;
                let (c, t, e) = (self.code(c), self.code(t), self.code(e));
                sink.clause(&[-c, -t, n]);
                sink.clause(&[-c, t, -n]);
                sink.clause(&[c, -e, n]);
                sink.clause(&[c, e, -n]);
                if !exclusive {
                    // Implied, but they propagate what the four above do not.
                    sink.clause(&[-t, -e, n]);
                    sink.clause(&[t, e, -n]);
                }
            }
        }
    }
}

fn gate(aig: &Aig, node: usize) -> Gate {
    match (aig.multiplexer(node), aig.node(node)) {
        (Some((c, t, e)), _) => Gate::Ite(c, t, e),
        (None, Node::And(a, b)) => Gate::And(a, b),
        (None, _) => Gate::Leaf,
    }
}
