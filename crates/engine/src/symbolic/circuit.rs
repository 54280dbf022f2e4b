//! Functions of a circuit as diagrams.

use assay_aig::{Aig, AigLit, Node};
use rustc_hash::FxHashMap;

use super::diagram::{Diagrams, Func, Of, Var};

/// The diagrams of the nodes of a graph that are still needed.
pub(super) struct Circuit<'a> {
    aig: &'a Aig,
    of: FxHashMap<usize, Func>,
    /// How often each node is still asked for.
    uses: FxHashMap<usize, usize>,
}

impl<'a> Circuit<'a> {
    /// For these functions, each of which is to be built once.
    pub fn new(
        diagrams: &mut Diagrams,
        aig: &'a Aig,
        inputs: impl IntoIterator<Item = (AigLit, Var)>,
        roots: &[AigLit],
    ) -> Of<Circuit<'a>> {
        let mut of: FxHashMap<usize, Func> = FxHashMap::default();
        of.insert(0, diagrams.constant(false));
        for (lit, var) in inputs {
            of.insert(lit.node(), diagrams.var(var)?);
        }
        let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
        for root in roots {
            *uses.entry(root.node()).or_default() += 1;
        }
        for node in aig.cone(roots) {
            if let Node::And(a, b) = aig.node(node) {
                *uses.entry(a.node()).or_default() += 1;
                *uses.entry(b.node()).or_default() += 1;
            }
        }
        Ok(Circuit { aig, of, uses })
    }

    /// The function of a literal.
    pub fn build(&mut self, diagrams: &mut Diagrams, root: AigLit) -> Of<Func> {
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
                    self.used(a);
                    self.used(b);
                    let both = diagrams.and(&f, &g)?;
                    self.of.insert(node, both);
                }
                (None, _) => stack.push(a.node()),
                (_, None) => stack.push(b.node()),
            }
        }
        let built = inverted(&self.of[&root.node()], root);
        self.used(root);
        Ok(built)
    }

    /// A function is dropped after its last use, so that its nodes are not sifted with the others.
    fn used(&mut self, lit: AigLit) {
        if let Some(uses) = self.uses.get_mut(&lit.node()) {
            *uses -= 1;
            if *uses == 0 && self.aig.operands(lit).is_some() {
                self.of.remove(&lit.node());
            }
        }
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
