//! Functions of a circuit as diagrams.

use assay_aig::{Aig, AigLit, Node};
use rustc_hash::FxHashMap;

use super::diagram::{Diagrams, Func, Of, Var};

/// The diagrams of the nodes of a graph that were asked for so far.
pub(super) struct Circuit<'a> {
    aig: &'a Aig,
    of: FxHashMap<usize, Func>,
}

impl<'a> Circuit<'a> {
    /// Of the inputs of the graph alone.
    pub fn new(
        diagrams: &mut Diagrams,
        aig: &'a Aig,
        inputs: impl IntoIterator<Item = (AigLit, Var)>,
    ) -> Of<Circuit<'a>> {
        let mut of: FxHashMap<usize, Func> = FxHashMap::default();
        of.insert(0, diagrams.constant(false));
        for (lit, var) in inputs {
            of.insert(lit.node(), diagrams.var(var)?);
        }
        Ok(Circuit { aig, of })
    }

    /// The function of a literal.
    pub fn build(&mut self, diagrams: &mut Diagrams, root: AigLit) -> Of<Func> {
        // Nodes that were built before are not entered again.
        let mut stack = vec![root.node()];
        while let Some(&node) = stack.last() {
            if self.of.contains_key(&node) {
                stack.pop();
                continue;
            }
            let Node::And(a, b) = self.aig.node(node) else {
                unreachable!("inputs and the constant are known");
            };
            match (self.of.get(&a.node()), self.of.get(&b.node())) {
                (Some(f), Some(g)) => {
                    let (f, g) = (inverted(f, a), inverted(g, b));
                    let both = diagrams.and(&f, &g)?;
                    self.of.insert(node, both);
                }
                (None, _) => stack.push(a.node()),
                (_, None) => stack.push(b.node()),
            }
        }
        Ok(inverted(&self.of[&root.node()], root))
    }
}

fn inverted(f: &Func, lit: AigLit) -> Func {
    if lit.is_inverted() {
        f.not()
    } else {
        f.clone()
    }
}

/// The literals whose conjunction this one is, as far as the graph shows.
pub(super) fn conjuncts(aig: &Aig, roots: &[AigLit]) -> Vec<AigLit> {
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<AigLit> = roots.iter().rev().copied().collect();
    while let Some(lit) = stack.pop() {
        if lit == AigLit::TRUE || !seen.insert(lit) {
            continue;
        }
        match aig.operands(lit).filter(|_| !lit.is_inverted()) {
            Some((a, b)) => stack.extend([b, a]),
            None => found.push(lit),
        }
    }
    found
}
