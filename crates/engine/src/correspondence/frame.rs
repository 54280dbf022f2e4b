//! Copies of the model's functions in which candidates are merged already, and a solver for the differences that this
//! leaves open: *speculative reduction* [1].
//!
//! Where a node is merged into its leader, what reads the node reads the leader. A node's own function that is another
//! literal than its leader's leaves a *gap*. In the step that is assumed the gaps are closed by clauses; in the step
//! after they are what has to be proved. To prove them all is to prove the candidates without any merging: the first
//! node, in the order of the graph, that differs from its leader reads only such as do not.
//!
//! [1] H. Mony, J. Baumgartner, V. Paruthi, R. Kanzelman: Exploiting Suspected Redundancy without Proving It. DAC
//!     2005.

use assay_aig::{Aig, AigLit, Node, Tseitin};
use assay_solver::cdcl::Cdcl;
use assay_solver::{Answer, Effort, Lit, StopFlag};

use super::classes::Classes;
use super::simulation::Situation;
use crate::bits::Model;

/// By node of the model's graph: its literal in the copy.
pub struct Frame(Vec<AigLit>);

impl Frame {
    pub fn get(&self, lit: AigLit) -> AigLit {
        self.0[lit.node()].invert_if(lit.is_inverted())
    }
}

/// A node whose own function may differ from its leader's.
pub struct Gap {
    pub node: usize,
    pub leader: AigLit,
    own: AigLit,
    other: AigLit,
}

pub struct Prover {
    aig: Aig,
    cnf: Tseitin,
    solver: Cdcl,
    pub questions: Effort,
}

impl Prover {
    pub fn new(stop: &StopFlag) -> Self {
        Prover {
            aig: Aig::new(),
            cnf: Tseitin::new(),
            solver: Cdcl::new(stop.clone()),
            questions: 0,
        }
    }

    pub fn input(&mut self) -> AigLit {
        self.aig.input()
    }

    /// A copy of the nodes of `order`. `leaf` says what a leaf is: None for one that is nothing but its leader.
    pub fn frame(
        &mut self,
        model: &Model,
        order: &[usize],
        classes: &Classes,
        mut leaf: impl FnMut(&mut Aig, usize) -> Option<AigLit>,
    ) -> (Frame, Vec<Gap>) {
        let aig = &mut self.aig;
        let mut frame = Frame(vec![AigLit::FALSE; model.aig.len()]);
        let mut gaps = Vec::new();
        for &node in order {
            let own = match model.aig.node(node) {
                Node::False => Some(AigLit::FALSE),
                Node::Input => leaf(aig, node),
                Node::And(a, b) => Some(aig.and(frame.get(a), frame.get(b))),
            };
            frame.0[node] = match (classes.leader(node), own) {
                (Some(leader), own) => {
                    let other = frame.get(leader);
                    if let Some(own) = own.filter(|&own| own != other) {
                        gaps.push(Gap {
                            node,
                            leader,
                            own,
                            other,
                        });
                    }
                    other
                }
                (None, own) => own.expect("a leaf that nothing stands for"),
            };
        }
        (frame, gaps)
    }

    fn lit(&mut self, lit: AigLit) -> Lit {
        Lit::from_code(self.cnf.lit(&self.aig, lit, &mut self.solver))
    }

    pub fn assert(&mut self, fact: AigLit) {
        if fact != AigLit::TRUE {
            let fact = self.lit(fact);
            self.solver.clause(&[fact]);
        }
    }

    /// Closes a gap for good.
    pub fn close(&mut self, gap: &Gap) {
        let (own, other) = (self.lit(gap.own), self.lit(gap.other));
        self.solver.clause(&[own, !other]);
        self.solver.clause(&[!own, other]);
    }

    /// Whether a gap can be open.
    pub fn opens(&mut self, gap: &Gap, limit: Effort) -> Answer {
        let (own, other) = (self.lit(gap.own), self.lit(gap.other));
        self.questions += 1;
        let answer = self.solver.solve(&[own, !other], Some(limit));
        if answer != Answer::Unsat {
            return answer;
        }
        self.questions += 1;
        self.solver.solve(&[!own, other], Some(limit))
    }

    /// Whether there is any assignment.
    pub fn satisfiable(&mut self, limit: Effort) -> Answer {
        self.questions += 1;
        self.solver.solve(&[], Some(limit))
    }

    fn value(&self, lit: AigLit) -> bool {
        let plain = AigLit::new(lit.node(), false);
        let found = match self.cnf.known(plain) {
            Some(code) => self.solver.model(Lit::from_code(code)).unwrap_or(false),
            None => false,
        };
        found != lit.is_inverted()
    }

    /// What was found, of one step.
    pub fn situation(&self, model: &Model, frame: &Frame) -> Situation {
        let latches = model.latches.iter().map(|l| l.current);
        let inputs = model.inputs.iter().copied();
        let value = |lit: AigLit| self.value(frame.get(lit));
        Situation {
            latches: latches.map(value).collect(),
            inputs: inputs.map(value).collect(),
        }
    }

    pub fn conflicts(&self) -> Effort {
        self.solver.conflicts()
    }

    /// How much was done, about: assignments and nodes.
    pub fn work(&self) -> u64 {
        self.solver.propagations() + self.aig.len() as u64
    }
}
