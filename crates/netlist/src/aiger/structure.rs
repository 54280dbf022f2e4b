//! What a variable stands for, and whether the gates are a circuit: everything defined once, nothing in terms of itself.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Aiger, Lit};

/// What defines a variable: its index in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Input(usize),
    Latch(usize),
    And(usize),
}

impl Node {
    fn item(self) -> Item {
        match self {
            Node::Input(i) => Item::Input(i),
            Node::Latch(i) => Item::Latch(i),
            Node::And(i) => Item::And(i),
        }
    }
}

/// A part of a circuit that has a place in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    Input(usize),
    Latch(usize),
    Output(usize),
    Bad(usize),
    Constraint(usize),
    /// A literal of a justice property.
    Justice(usize, usize),
    Fairness(usize),
    And(usize),
}

/// Why a tree is no circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// A negation, a constant or a variable beyond the greatest is defined.
    BadDefinition { at: Item, lit: Lit },
    /// What is defined here is defined elsewhere too.
    DefinedTwice { at: Item, lit: Lit },
    /// The literal is used and nothing defines it.
    Undefined { at: Item, lit: Lit },
    /// The gate needs its own value.
    Cycle { at: Item, lit: Lit },
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsound::BadDefinition { lit, .. } => {
                write!(f, "the literal {} cannot be defined", lit.0)
            }
            Unsound::DefinedTwice { lit, .. } => write!(f, "{} is defined twice", lit.0),
            Unsound::Undefined { lit, .. } => write!(f, "nothing defines {}", lit.0),
            Unsound::Cycle { lit, .. } => {
                write!(f, "the gate {} depends on itself within a step", lit.0)
            }
        }
    }
}

impl Aiger {
    /// The definition of each variable that has one. A map and not a table: the greatest variable is a number that a
    /// file can claim at no cost.
    pub fn definitions(&self) -> Result<FxHashMap<u32, Node>, Unsound> {
        let inputs = self.inputs.iter().enumerate();
        let latches = self.latches.iter().enumerate();
        let ands = self.ands.iter().enumerate();
        let all = inputs
            .map(|(i, l)| (*l, Node::Input(i)))
            .chain(latches.map(|(i, l)| (l.lit, Node::Latch(i))))
            .chain(ands.map(|(i, a)| (a.lhs, Node::And(i))));
        let mut defined = FxHashMap::default();
        for (lit, at) in all {
            if lit.is_negated() || lit.var() == 0 || lit.var() > self.max_var {
                let at = at.item();
                return Err(Unsound::BadDefinition { at, lit });
            }
            if defined.insert(lit.var(), at).is_some() {
                let at = at.item();
                return Err(Unsound::DefinedTwice { at, lit });
            }
        }
        Ok(defined)
    }

    /// The gates by index, each after the gates it reads.
    pub fn gate_order(&self, defined: &FxHashMap<u32, Node>) -> Result<Vec<usize>, Unsound> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let gate = |lit: Lit| match defined.get(&lit.var()) {
            Some(Node::And(i)) => Some(*i),
            _ => None,
        };
        let mut mark = vec![Mark::New; self.ands.len()];
        let mut order = Vec::with_capacity(self.ands.len());
        let mut stack = Vec::new();
        for start in 0..self.ands.len() {
            stack.push(start);
            while let Some(&at) = stack.last() {
                if mark[at] == Mark::Done {
                    stack.pop();
                    continue;
                }
                let reads = [self.ands[at].left, self.ands[at].right];
                let below = reads.into_iter().filter_map(gate);
                if mark[at] == Mark::Open {
                    mark[at] = Mark::Done;
                    order.push(at);
                    stack.pop();
                    continue;
                }
                mark[at] = Mark::Open;
                for next in below {
                    match mark[next] {
                        Mark::New => stack.push(next),
                        Mark::Open => {
                            let (at, lit) = (Item::And(next), self.ands[next].lhs);
                            return Err(Unsound::Cycle { at, lit });
                        }
                        Mark::Done => {}
                    }
                }
            }
        }
        Ok(order)
    }

    /// Whether the tree is a circuit.
    pub fn check(&self) -> Result<(), Unsound> {
        let defined = self.definitions()?;
        let used = |at: Item, lit: Lit| {
            if lit.var() == 0 || defined.contains_key(&lit.var()) {
                Ok(())
            } else {
                Err(Unsound::Undefined { at, lit })
            }
        };
        for (i, latch) in self.latches.iter().enumerate() {
            used(Item::Latch(i), latch.next)?;
        }
        let outputs = positions(&self.outputs, Item::Output);
        let bad = positions(&self.bad, Item::Bad);
        let constraints = positions(&self.constraints, Item::Constraint);
        let fairness = positions(&self.fairness, Item::Fairness);
        for (item, lit) in outputs.chain(bad).chain(constraints).chain(fairness) {
            used(item, lit)?;
        }
        for (i, justice) in self.justice.iter().enumerate() {
            for (j, &lit) in justice.iter().enumerate() {
                used(Item::Justice(i, j), lit)?;
            }
        }
        for (i, and) in self.ands.iter().enumerate() {
            used(Item::And(i), and.left)?;
            used(Item::And(i), and.right)?;
        }
        self.gate_order(&defined).map(|_| ())
    }
}

fn positions(list: &[Lit], item: fn(usize) -> Item) -> impl Iterator<Item = (Item, Lit)> + '_ {
    list.iter().enumerate().map(move |(i, lit)| (item(i), *lit))
}
