//! The model's functions as clauses, once for all solvers, and the cones that questions are about.
//!
//! A variable stands for a latch, an input, a multiplexer or an and of any number of literals: ands that
//! only one other and reads are merged into it, because a variable less is a decision or an implication
//! less in each of a million questions.

use std::sync::Arc;

use assay_aig::{Aig, AigLit, Node};
use assay_solver::cdcl::Cdcl;
use assay_solver::{Lit, StopFlag};

use crate::bits::Model;

#[derive(Clone)]
pub struct Circuit {
    /// By node of the graph: its variable, 0 where it has none.
    codes: Vec<i32>,
    /// Each ends with a 0.
    clauses: Vec<i32>,
    /// By variable, from 1: where its operands start in `operands`.
    starts: Vec<u32>,
    operands: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
}

enum Gate {
    And(Vec<AigLit>),
    Ite(AigLit, AigLit, AigLit),
    Leaf,
}

impl Circuit {
    pub fn new(model: &Model) -> Self {
        let aig = &model.aig;
        let latches = model.latches.iter().flat_map(|l| [l.current, l.next]);
        let mut roots: Vec<AigLit> = latches.collect();
        roots.extend([
            model.init,
            model.constraint,
            model.known_otherwise,
            model.inside,
            model.bad,
            model.bad_next,
            model.known_next,
            AigLit::FALSE,
        ]);
        roots.extend(model.claims.iter().flat_map(|c| [c.now, c.next]));
        let shape = Shape::new(aig, &roots);
        let mut circuit = Circuit {
            codes: vec![0; aig.len()],
            clauses: Vec::new(),
            starts: vec![0, 0],
            operands: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
        };
        for node in shape.needed() {
            circuit.encode(node, shape.gate(node));
        }
        circuit.stamps = vec![0; circuit.starts.len()];
        circuit
    }

    /// A solver with all variables and clauses.
    pub fn load(&self, solver: &mut Cdcl) {
        for _ in 1..self.starts.len() - 1 {
            solver.fresh();
        }
        for clause in self.clauses.split(|&c| c == 0) {
            let lits: Vec<Lit> = clause.iter().map(|&c| Lit::from_code(c)).collect();
            if !lits.is_empty() {
                solver.clause(&lits);
            }
        }
    }

    /// The literal of a function of the model.
    pub fn lit(&self, lit: AigLit) -> Lit {
        Lit::from_code(self.code(lit))
    }

    /// The literal of an input, if some function reads it.
    pub fn known(&self, input: AigLit) -> Option<Lit> {
        (self.codes[input.node()] != 0).then(|| self.lit(input))
    }

    fn code(&self, lit: AigLit) -> i32 {
        let code = self.codes[lit.node()];
        debug_assert_ne!(code, 0, "asked of a root, an input or a latch");
        if lit.is_inverted() { -code } else { code }
    }

    /// The variables that some literals depend on, themselves included.
    pub fn cone(&mut self, roots: &[Lit]) -> Vec<Lit> {
        self.stamp += 1;
        let mut cone: Vec<Lit> = Vec::new();
        let mut next = 0;
        for root in roots {
            self.enter(root.abs().code() as u32, &mut cone);
        }
        while next < cone.len() {
            let var = cone[next].code() as usize;
            next += 1;
            for at in self.starts[var]..self.starts[var + 1] {
                self.enter(self.operands[at as usize], &mut cone);
            }
        }
        cone
    }

    fn enter(&mut self, var: u32, cone: &mut Vec<Lit>) {
        if std::mem::replace(&mut self.stamps[var as usize], self.stamp) != self.stamp {
            cone.push(Lit::from_code(var as i32));
        }
    }

    /// Whether the cone that was asked for last has this variable.
    pub fn in_cone(&self, lit: Lit) -> bool {
        self.stamps[lit.code().unsigned_abs() as usize] == self.stamp
    }

    fn encode(&mut self, node: usize, gate: Gate) {
        let n = self.starts.len() as i32 - 1;
        self.codes[node] = n;
        match gate {
            Gate::Leaf => {
                if node == 0 {
                    self.clause(&[-n]);
                }
            }
            Gate::And(operands) => {
                let operands: Vec<i32> = operands.iter().map(|&l| self.code(l)).collect();
                for &o in &operands {
                    self.clause(&[-n, o]);
                    self.operands.push(o.unsigned_abs());
                }
                let mut long = vec![n];
                long.extend(operands.iter().map(|o| -o));
                self.clause(&long);
            }
            Gate::Ite(c, t, e) => {
                let exclusive = t == !e;
                let (c, t, e) = (self.code(c), self.code(t), self.code(e));
                self.clause(&[-c, -t, n]);
                self.clause(&[-c, t, -n]);
                self.clause(&[c, -e, n]);
                self.clause(&[c, e, -n]);
                if !exclusive {
                    // Implied, but they propagate what the four above do not.
                    self.clause(&[-t, -e, n]);
                    self.clause(&[t, e, -n]);
                }
                let operands = [c, t, e].map(i32::unsigned_abs);
                self.operands.extend(operands);
            }
        }
        self.starts.push(self.operands.len() as u32);
    }

    fn clause(&mut self, lits: &[i32]) {
        self.clauses.extend_from_slice(lits);
        self.clauses.push(0);
    }
}

/// A model as clauses, for any number of solvers to begin with.
#[derive(Clone)]
pub struct Laid {
    pub model: Arc<Model>,
    pub circuit: Circuit,
    /// All variables and the clauses of the gates.
    pub plain: Cdcl,
}

impl Laid {
    pub fn new(model: Arc<Model>, stop: &StopFlag) -> Laid {
        let circuit = Circuit::new(&model);
        let mut plain = Cdcl::new(stop.clone());
        circuit.load(&mut plain);
        Laid {
            model,
            circuit,
            plain,
        }
    }

    /// By latch: now and at the next step.
    pub fn latches(&self) -> (Vec<Lit>, Vec<Lit>) {
        let latches = self.model.latches.iter();
        let pairs = latches.map(|l| (self.circuit.lit(l.current), self.circuit.lit(l.next)));
        pairs.unzip()
    }
}

/// Which nodes of the graph get a variable, and what they are.
struct Shape<'a> {
    aig: &'a Aig,
    /// How often a node is read, by other nodes and as a root.
    readers: Vec<u32>,
    needed: Vec<bool>,
}

impl<'a> Shape<'a> {
    fn new(aig: &'a Aig, roots: &[AigLit]) -> Self {
        let mut shape = Shape {
            aig,
            readers: vec![0; aig.len()],
            needed: vec![false; aig.len()],
        };
        for node in aig.cone(roots) {
            if let Node::And(a, b) = aig.node(node) {
                shape.readers[a.node()] += 1;
                shape.readers[b.node()] += 1;
            }
        }
        for root in roots {
            // More than one, so that a root is never merged into what reads it.
            shape.readers[root.node()] += 2;
            shape.needed[root.node()] = true;
        }
        for node in (0..aig.len()).rev() {
            if shape.needed[node] {
                match shape.gate(node) {
                    Gate::And(operands) => operands.iter().for_each(|l| shape.need(*l)),
                    Gate::Ite(c, t, e) => [c, t, e].iter().for_each(|l| shape.need(*l)),
                    Gate::Leaf => {}
                }
            }
        }
        shape
    }

    fn need(&mut self, lit: AigLit) {
        self.needed[lit.node()] = true;
    }

    /// Operands first.
    fn needed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.needed.len()).filter(|&n| self.needed[n])
    }

    fn gate(&self, node: usize) -> Gate {
        let Some((c, t, e)) = self.aig.multiplexer(node) else {
            let mut operands = Vec::new();
            self.gather(node, &mut operands);
            return if operands.is_empty() {
                Gate::Leaf
            } else {
                Gate::And(operands)
            };
        };
        Gate::Ite(c, t, e)
    }

    /// The operands of an and, with those of the ands that only it reads.
    fn gather(&self, node: usize, operands: &mut Vec<AigLit>) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let Node::And(a, b) = self.aig.node(node) else {
                continue;
            };
            for lit in [a, b] {
                let inner = lit.node();
                let merge = !lit.is_inverted()
                    && self.readers[inner] == 1
                    && matches!(self.aig.node(inner), Node::And(..))
                    && self.aig.multiplexer(inner).is_none();
                if merge {
                    stack.push(inner);
                } else {
                    operands.push(lit);
                }
            }
        }
    }
}
