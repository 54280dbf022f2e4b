//! The graph: inputs and two-input ands, hash-consed, with local rewriting at construction.
//!
//! The rewriting rules are the two-level rules of [1], levels 1 to 4: each looks at the operands and
//! at the operands' operands only, and none adds a node that a plain construction would not.
//!
//! Invariant: the operands of an and have smaller indices than the and itself and are ordered, so
//! walking indices upwards is a topological walk.
//!
//! [1] R. Brummayer, A. Biere: Local Two-Level And-Inverter Graph Minimization without Blowup.
//!     MEMICS 2006.

use rustc_hash::FxHashMap;

use crate::AigLit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Node 0 only.
    False,
    Input,
    And(AigLit, AigLit),
}

#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    table: FxHashMap<(AigLit, AigLit), AigLit>,
}

impl Default for Aig {
    fn default() -> Self {
        Aig {
            nodes: vec![Node::False],
            table: FxHashMap::default(),
        }
    }
}

/// One rewriting step of a conjunction.
enum Step {
    /// The conjunction is this literal.
    Done(AigLit),
    /// The conjunction equals that of these two.
    Again(AigLit, AigLit),
    /// No rule applies.
    Stuck,
}

impl Aig {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes there are; indices run from 0 to below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: node 0 always exists.
    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// The operands of a literal's node, if that is an and.
    pub fn operands(&self, lit: AigLit) -> Option<(AigLit, AigLit)> {
        match self.nodes[lit.node()] {
            Node::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// The condition and the two choices of a node that is a multiplexer or an exclusive or, both of
    /// which are spelt as three ands.
    pub fn multiplexer(&self, node: usize) -> Option<(AigLit, AigLit, AigLit)> {
        let Node::And(a, b) = self.nodes[node] else {
            return None;
        };
        if !a.is_inverted() || !b.is_inverted() {
            return None;
        }
        let ((a0, a1), (b0, b1)) = (self.operands(a)?, self.operands(b)?);
        // !(c & x) & !(!c & y) = c ? !x : !y
        [(a0, a1), (a1, a0)].into_iter().find_map(|(c, x)| {
            if c == !b0 {
                Some((c, !x, !b1))
            } else if c == !b1 {
                Some((c, !x, !b0))
            } else {
                None
            }
        })
    }

    pub fn input(&mut self) -> AigLit {
        self.nodes.push(Node::Input);
        AigLit::new(self.nodes.len() - 1, false)
    }

    pub fn and(&mut self, a: AigLit, b: AigLit) -> AigLit {
        let (mut a, mut b) = (a, b);
        loop {
            // Each rule replaces an operand by one of its own operands, so this ends.
            match self.rewrite(a, b) {
                Step::Done(lit) => return lit,
                Step::Again(x, y) => (a, b) = (x, y),
                Step::Stuck => break,
            }
        }
        let key = if a < b { (a, b) } else { (b, a) };
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        self.nodes.push(Node::And(key.0, key.1));
        let lit = AigLit::new(self.nodes.len() - 1, false);
        self.table.insert(key, lit);
        lit
    }

    fn rewrite(&self, a: AigLit, b: AigLit) -> Step {
        if a == AigLit::FALSE || b == AigLit::FALSE || a == !b {
            return Step::Done(AigLit::FALSE);
        }
        if a == AigLit::TRUE || a == b {
            return Step::Done(b);
        }
        if b == AigLit::TRUE {
            return Step::Done(a);
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.rewrite_asymmetric(x, y) {
                Step::Stuck => {}
                step => return step,
            }
        }
        let (Some((a0, a1)), Some((b0, b1))) = (self.operands(a), self.operands(b)) else {
            return Step::Stuck;
        };
        match (a.is_inverted(), b.is_inverted()) {
            (false, false) => {
                // Contradiction: (x & _) & (!x & _).
                if a0 == !b0 || a0 == !b1 || a1 == !b0 || a1 == !b1 {
                    return Step::Done(AigLit::FALSE);
                }
                // Idempotence: (x & y) & (x & z) = (x & y) & z.
                if b0 == a0 || b0 == a1 {
                    return Step::Again(a, b1);
                }
                if b1 == a0 || b1 == a1 {
                    return Step::Again(a, b0);
                }
                Step::Stuck
            }
            (true, true) => {
                // Resolution: !(x & y) & !(x & !y) = !x.
                for (x, y) in [(a0, a1), (a1, a0)] {
                    if (x == b0 && y == !b1) || (x == b1 && y == !b0) {
                        return Step::Done(!x);
                    }
                }
                Step::Stuck
            }
            (true, false) => self.rewrite_mixed((a0, a1), b, (b0, b1)),
            (false, true) => self.rewrite_mixed((b0, b1), a, (a0, a1)),
        }
    }

    /// Rules that look into `x` only.
    fn rewrite_asymmetric(&self, x: AigLit, y: AigLit) -> Step {
        let Some((x0, x1)) = self.operands(x) else {
            return Step::Stuck;
        };
        if x.is_inverted() {
            // Subsumption: !(!y & _) & y = y.
            if x0 == !y || x1 == !y {
                return Step::Done(y);
            }
            // Substitution: !(y & z) & y = !z & y.
            if x0 == y {
                return Step::Again(!x1, y);
            }
            if x1 == y {
                return Step::Again(!x0, y);
            }
        } else {
            // Contradiction and idempotence.
            if x0 == !y || x1 == !y {
                return Step::Done(AigLit::FALSE);
            }
            if x0 == y || x1 == y {
                return Step::Done(x);
            }
        }
        Step::Stuck
    }

    /// `!(n0 & n1) & p` with p = p0 & p1.
    fn rewrite_mixed(
        &self,
        (n0, n1): (AigLit, AigLit),
        p: AigLit,
        (p0, p1): (AigLit, AigLit),
    ) -> Step {
        if n0 == !p0 || n0 == !p1 || n1 == !p0 || n1 == !p1 {
            return Step::Done(p);
        }
        if n0 == p0 || n0 == p1 {
            return Step::Again(!n1, p);
        }
        if n1 == p0 || n1 == p1 {
            return Step::Again(!n0, p);
        }
        Step::Stuck
    }

    pub fn or(&mut self, a: AigLit, b: AigLit) -> AigLit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: AigLit, b: AigLit) -> AigLit {
        let both = self.and(a, b);
        let none = self.and(!a, !b);
        self.and(!both, !none)
    }

    pub fn iff(&mut self, a: AigLit, b: AigLit) -> AigLit {
        !self.xor(a, b)
    }

    pub fn ite(&mut self, c: AigLit, t: AigLit, e: AigLit) -> AigLit {
        if t == e {
            return t;
        }
        if t == !e {
            return self.iff(c, t);
        }
        let then = self.and(c, t);
        let otherwise = self.and(!c, e);
        self.or(then, otherwise)
    }

    /// A balanced conjunction, so that depth grows with the logarithm.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = AigLit>) -> AigLit {
        let mut layer: Vec<AigLit> = lits.into_iter().collect();
        while layer.len() > 1 {
            layer = layer
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => self.and(*a, *b),
                    rest => rest[0],
                })
                .collect();
        }
        layer.first().copied().unwrap_or(AigLit::TRUE)
    }

    pub fn or_all(&mut self, lits: impl IntoIterator<Item = AigLit>) -> AigLit {
        let inverted: Vec<AigLit> = lits.into_iter().map(|l| !l).collect();
        !self.and_all(inverted)
    }

    /// The nodes that `roots` depend on, roots included, ascending.
    pub fn cone(&self, roots: &[AigLit]) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<usize> = roots.iter().map(|r| r.node()).collect();
        while let Some(n) = stack.pop() {
            if !std::mem::replace(&mut seen[n], true)
                && let Node::And(a, b) = self.nodes[n]
            {
                stack.extend([a.node(), b.node()]);
            }
        }
        (0..seen.len()).filter(|&n| seen[n]).collect()
    }

    /// The functions of `roots` with other literals in place of the inputs they read.
    pub fn substitute(
        &mut self,
        roots: &[AigLit],
        mut replacement: impl FnMut(&mut Aig, AigLit) -> AigLit,
    ) -> Vec<AigLit> {
        let mut image: FxHashMap<usize, AigLit> = FxHashMap::default();
        let of = |image: &FxHashMap<usize, AigLit>, lit: AigLit| {
            image[&lit.node()].invert_if(lit.is_inverted())
        };
        for node in self.cone(roots) {
            let new = match self.nodes[node] {
                Node::False => AigLit::FALSE,
                Node::Input => replacement(self, AigLit::new(node, false)),
                Node::And(a, b) => {
                    let (a, b) = (of(&image, a), of(&image, b));
                    self.and(a, b)
                }
            };
            image.insert(node, new);
        }
        roots.iter().map(|&r| of(&image, r)).collect()
    }
}
