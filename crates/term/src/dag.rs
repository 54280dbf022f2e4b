//! Terms on the move: a self-contained copy of some terms that another pool can take in.

use crate::{Pool, Term, TermId};

/// Terms in topological order, arguments as indices into the same list, and the roots. Variables
/// and functions are named by their ids: both pools must have the same declarations, as clones of
/// one system's pool do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dag {
    nodes: Vec<Term>,
    roots: Vec<u32>,
}

impl Dag {
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The terms, arguments as indices into this list: for whoever has to look before importing.
    pub fn nodes(&self) -> &[Term] {
        &self.nodes
    }

    /// The roots as indices into [`Dag::nodes`].
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }
}

impl Pool {
    pub fn export(&self, roots: &[TermId]) -> Dag {
        let order = self.below(roots);
        let position = |id: &TermId| -> u32 {
            let at = order
                .binary_search(id)
                .expect("arguments are below their users");
            at as u32
        };
        let rebase = |args: &[TermId]| args.iter().map(|a| TermId(position(a))).collect();
        let nodes = order
            .iter()
            .map(|&id| match self.get(id) {
                Term::App(op, args) => Term::App(*op, rebase(args)),
                Term::Call(f, args) => Term::Call(*f, rebase(args)),
                leaf => leaf.clone(),
            })
            .collect();
        Dag {
            nodes,
            roots: roots.iter().map(position).collect(),
        }
    }

    pub fn import(&mut self, dag: &Dag) -> Vec<TermId> {
        let mut image: Vec<TermId> = Vec::with_capacity(dag.nodes.len());
        for node in &dag.nodes {
            let map = |args: &[TermId]| -> Vec<TermId> {
                args.iter().map(|a| image[a.index()]).collect()
            };
            let id = match node {
                Term::Const(value) => self.constant(value.clone()),
                Term::Var(v) => self.var(*v),
                Term::App(op, args) => {
                    let args = map(args);
                    self.apply(*op, &args)
                }
                Term::Call(f, args) => {
                    let args = map(args);
                    self.call(*f, args)
                }
            };
            image.push(id);
        }
        dag.roots.iter().map(|&r| image[r as usize]).collect()
    }
}
