//! Expressions as decision diagrams over the variables' values, with failures among the leaves.
//!
//! References: [1] Bahar and others: Algebraic Decision Diagrams and their Applications, ICCAD 1993. A level has as many
//! children as its variable has values. Conditions about wide words are not looked into: each is a variable of its own.

use rustc_hash::FxHashMap;

use super::{Convert, Domain, Flat, Kind, NodeId, VarIx};
use crate::tree::BinaryOp;
use crate::values::{Failure, Value, binary, convert, negate, not};

/// Diagrams are given up at this many nodes, and levels at this many values.
const MAX_NODES: usize = 200_000;
pub(super) const MAX_VALUES: usize = 1024;

pub(super) type Leaf = Result<Value, Failure>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Diagram(u32);

/// Why there is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    TooLarge,
    /// It depends on a word, or on a range of many values.
    Wide,
}

/// What a level decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Level {
    Var(VarIx, bool),
    Condition(NodeId, bool),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Leaf(Leaf),
    Level(Level, Box<[Diagram]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Job {
    Binary(BinaryOp, Diagram, Diagram),
    Not(Diagram),
    Negate(Diagram),
    Convert(Convert, Diagram),
    Within(i64, i64, Diagram),
    /// Outside of the domain that is being looked at.
    Outside(Diagram),
    Choose(Diagram, Diagram, Diagram),
}

pub(super) struct Diagrams<'a> {
    flat: &'a Flat,
    parts: Vec<Part>,
    unique: FxHashMap<Part, Diagram>,
    jobs: FxHashMap<Job, Diagram>,
    made: FxHashMap<(NodeId, bool), Diagram>,
}

type Made = Result<Diagram, Unknown>;

impl<'a> Diagrams<'a> {
    pub fn new(flat: &'a Flat) -> Diagrams<'a> {
        Diagrams {
            flat,
            parts: Vec::new(),
            unique: FxHashMap::default(),
            jobs: FxHashMap::default(),
            made: FxHashMap::default(),
        }
    }

    /// The expression as a function of the variables.
    pub fn of(&mut self, node: NodeId, next: bool) -> Made {
        if let Some(made) = self.made.get(&(node, next)) {
            return Ok(*made);
        }
        let made = match self.make(node, next) {
            Err(Unknown::Wide) if self.flat.node(node).ty.is_bool() => {
                let (no, yes) = (self.truth(false)?, self.truth(true)?);
                self.level(Level::Condition(node, next), vec![no, yes])?
            }
            made => made?,
        };
        self.made.insert((node, next), made);
        Ok(made)
    }

    fn make(&mut self, node: NodeId, next: bool) -> Made {
        let flat = self.flat;
        match &flat.node(node).kind {
            Kind::Value(value) => self.leaf(Ok(value.clone())),
            Kind::Var(var) => {
                let values = flat.var(*var).domain.values(MAX_VALUES).ok_or(Unknown::Wide)?;
                let leaves = values.into_iter().map(|v| self.leaf(Ok(v)));
                let leaves = leaves.collect::<Result<Vec<Diagram>, Unknown>>()?;
                self.level(Level::Var(*var, next), leaves)
            }
            Kind::Define(define) => self.of(flat.define(*define).body, next),
            Kind::Next(a) => self.of(*a, true),
            Kind::Not(a) => {
                let a = self.of(*a, next)?;
                self.run(Job::Not(a), None)
            }
            Kind::Negate(a) => {
                let a = self.of(*a, next)?;
                self.run(Job::Negate(a), None)
            }
            Kind::Convert(how, a) => {
                let a = self.of(*a, next)?;
                self.run(Job::Convert(*how, a), None)
            }
            Kind::Binary(BinaryOp::In, a, set) => {
                let value = self.of(*a, next)?;
                self.member(value, *set, next)
            }
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.of(*a, next)?, self.of(*b, next)?);
                self.run(Job::Binary(*op, a, b), None)
            }
            Kind::Count(operands) => {
                let (mut sum, one) = (self.leaf(Ok(Value::Int(0)))?, self.leaf(Ok(Value::Int(1)))?);
                let zero = sum;
                for operand in operands {
                    let operand = self.of(*operand, next)?;
                    let here = self.run(Job::Choose(operand, one, zero), None)?;
                    sum = self.run(Job::Binary(BinaryOp::Add, sum, here), None)?;
                }
                Ok(sum)
            }
            Kind::Element {
                elements,
                low,
                index,
            } => {
                let index = self.of(*index, next)?;
                let mut result = self.leaf(Err(Failure::OutOfBounds))?;
                for (at, element) in elements.iter().enumerate().rev() {
                    let number = self.leaf(Ok(Value::Int(low + at as i64)))?;
                    let here = self.run(Job::Binary(BinaryOp::Equal, index, number), None)?;
                    let element = self.of(*element, next)?;
                    result = self.run(Job::Choose(here, element, result), None)?;
                }
                Ok(result)
            }
            _ => self.choose(node, next, &mut |this, value| this.of(value, next)),
        }
    }

    /// A choice between what `of` makes of the values.
    fn choose(
        &mut self,
        node: NodeId,
        next: bool,
        of: &mut dyn FnMut(&mut Self, NodeId) -> Made,
    ) -> Made {
        match &self.flat.node(node).kind {
            Kind::Conditional(c, a, b) => {
                let condition = self.of(*c, next)?;
                let (a, b) = (of(self, *a)?, of(self, *b)?);
                self.run(Job::Choose(condition, a, b), None)
            }
            Kind::Case(branches) => {
                let mut result = self.leaf(Err(Failure::NoBranch))?;
                for (condition, value) in branches.iter().rev() {
                    let condition = self.of(*condition, next)?;
                    let value = of(self, *value)?;
                    result = self.run(Job::Choose(condition, value, result), None)?;
                }
                Ok(result)
            }
            _ => self.leaf(Err(Failure::Untyped)),
        }
    }

    fn member(&mut self, value: Diagram, set: NodeId, next: bool) -> Made {
        let flat = self.flat;
        match &flat.node(set).kind {
            Kind::Range(low, high) => self.run(Job::Within(*low, *high, value), None),
            Kind::Set(items) => {
                let mut any = self.truth(false)?;
                for item in items {
                    let here = self.member(value, *item, next)?;
                    any = self.run(Job::Binary(BinaryOp::Or, any, here), None)?;
                }
                Ok(any)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                let (a, b) = (self.member(value, *a, next)?, self.member(value, *b, next)?);
                self.run(Job::Binary(BinaryOp::Or, a, b), None)
            }
            Kind::Define(define) if flat.node(set).ty.set => {
                self.member(value, flat.define(*define).body, next)
            }
            Kind::Case(_) | Kind::Conditional(..) if flat.node(set).ty.set => {
                self.choose(set, next, &mut |this, chosen| this.member(value, chosen, next))
            }
            _ => {
                let other = self.of(set, next)?;
                self.run(Job::Binary(BinaryOp::Equal, value, other), None)
            }
        }
    }

    /// Where the expression may choose a value outside of the domain.
    pub fn outside(&mut self, node: NodeId, domain: &Domain, next: bool) -> Made {
        // What was computed for another domain is not true of this one.
        self.jobs.retain(|job, _| !matches!(job, Job::Outside(_)));
        self.leaves(node, domain, next)
    }

    fn leaves(&mut self, node: NodeId, domain: &Domain, next: bool) -> Made {
        let flat = self.flat;
        match &flat.node(node).kind {
            Kind::Range(low, high) => {
                let ends = [*low, *high].into_iter();
                let within = match domain {
                    Domain::Range(..) => ends.map(Value::Int).all(|v| domain.contains(&v)),
                    Domain::Literals(all) => {
                        let few = high.saturating_sub(*low) < all.len() as i64;
                        few && (*low..=*high).all(|n| domain.contains(&Value::Int(n)))
                    }
                    _ => false,
                };
                self.truth(!within)
            }
            Kind::Set(items) => {
                let mut any = self.truth(false)?;
                for item in items {
                    let here = self.leaves(*item, domain, next)?;
                    any = self.run(Job::Binary(BinaryOp::Or, any, here), None)?;
                }
                Ok(any)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                let (a, b) = (self.leaves(*a, domain, next)?, self.leaves(*b, domain, next)?);
                self.run(Job::Binary(BinaryOp::Or, a, b), None)
            }
            Kind::Define(define) => self.leaves(flat.define(*define).body, domain, next),
            Kind::Next(a) => self.leaves(*a, domain, true),
            Kind::Case(_) | Kind::Conditional(..) => {
                self.choose(node, next, &mut |this, value| this.leaves(value, domain, next))
            }
            _ => {
                let value = self.of(node, next)?;
                self.run(Job::Outside(value), Some(domain))
            }
        }
    }

    fn truth(&mut self, b: bool) -> Made {
        self.leaf(Ok(Value::Bool(b)))
    }

    fn leaf(&mut self, leaf: Leaf) -> Made {
        self.intern(Part::Leaf(leaf))
    }

    fn level(&mut self, level: Level, children: Vec<Diagram>) -> Made {
        if children.iter().all(|c| *c == children[0]) {
            return Ok(children[0]);
        }
        self.intern(Part::Level(level, children.into()))
    }

    fn intern(&mut self, part: Part) -> Made {
        if let Some(known) = self.unique.get(&part) {
            return Ok(*known);
        }
        if self.parts.len() >= MAX_NODES {
            return Err(Unknown::TooLarge);
        }
        let id = Diagram(self.parts.len() as u32);
        self.parts.push(part.clone());
        self.unique.insert(part, id);
        Ok(id)
    }

    fn run(&mut self, job: Job, domain: Option<&Domain>) -> Made {
        if let Some(done) = self.jobs.get(&job) {
            return Ok(*done);
        }
        let operands: &[Diagram] = match &job {
            Job::Not(a) | Job::Negate(a) | Job::Convert(_, a) => &[*a],
            Job::Within(_, _, a) | Job::Outside(a) => &[*a],
            Job::Binary(_, a, b) => &[*a, *b],
            Job::Choose(c, a, b) => &[*c, *a, *b],
        };
        let result = match self.settled(job, domain) {
            Some(leaf) => match leaf {
                Settled::Leaf(leaf) => self.leaf(leaf)?,
                Settled::Operand(operand) => operand,
            },
            None => {
                let top = operands.iter().filter_map(|d| self.top(*d)).min();
                let (level, count) = top.expect("an operand is no leaf");
                let mut children = Vec::with_capacity(count);
                for at in 0..count {
                    let child = |d: Diagram| self.child(d, level, at);
                    let job = match job {
                        Job::Not(a) => Job::Not(child(a)),
                        Job::Negate(a) => Job::Negate(child(a)),
                        Job::Convert(how, a) => Job::Convert(how, child(a)),
                        Job::Within(low, high, a) => Job::Within(low, high, child(a)),
                        Job::Outside(a) => Job::Outside(child(a)),
                        Job::Binary(op, a, b) => Job::Binary(op, child(a), child(b)),
                        Job::Choose(c, a, b) => Job::Choose(child(c), child(a), child(b)),
                    };
                    children.push(self.run(job, domain)?);
                }
                self.level(level, children)?
            }
        };
        self.jobs.insert(job, result);
        Ok(result)
    }

    fn settled(&self, job: Job, domain: Option<&Domain>) -> Option<Settled> {
        let of = |d: Diagram| match &self.parts[d.0 as usize] {
            Part::Leaf(leaf) => Some(leaf),
            Part::Level(..) => None,
        };
        let map = |leaf: &Leaf, f: &dyn Fn(&Value) -> Leaf| {
            Settled::Leaf(leaf.as_ref().map_err(|e| *e).and_then(f))
        };
        Some(match job {
            Job::Not(a) => map(of(a)?, &not),
            Job::Negate(a) => map(of(a)?, &negate),
            Job::Convert(how, a) => map(of(a)?, &|v| convert(how, v)),
            Job::Within(low, high, a) => map(of(a)?, &|v| {
                let within = v.as_int().is_some_and(|n| low <= n && n <= high);
                Ok(Value::Bool(within))
            }),
            Job::Outside(a) => map(of(a)?, &|v| {
                Ok(Value::Bool(!domain.is_some_and(|d| d.contains(v))))
            }),
            Job::Binary(op, a, b) => {
                let truth = |d: Diagram| of(d)?.as_ref().ok()?.as_bool();
                let absorbs = match op {
                    BinaryOp::And => Some(false),
                    BinaryOp::Or => Some(true),
                    _ => None,
                };
                if let Some(absorbing) = absorbs {
                    if truth(a) == Some(absorbing) || truth(b) == Some(absorbing) {
                        return Some(Settled::Leaf(Ok(Value::Bool(absorbing))));
                    }
                    if truth(a).is_some() {
                        return Some(Settled::Operand(b));
                    }
                    if truth(b).is_some() {
                        return Some(Settled::Operand(a));
                    }
                }
                if op == BinaryOp::Implies && (truth(a) == Some(false) || truth(b) == Some(true)) {
                    return Some(Settled::Leaf(Ok(Value::Bool(true))));
                }
                match (of(a)?, of(b)?) {
                    (Ok(a), Ok(b)) => Settled::Leaf(binary(op, a, b)),
                    (Err(failure), _) | (_, Err(failure)) => Settled::Leaf(Err(*failure)),
                }
            }
            Job::Choose(c, a, b) => match of(c)? {
                Ok(Value::Bool(true)) => Settled::Operand(a),
                Ok(Value::Bool(false)) => Settled::Operand(b),
                Ok(_) => Settled::Leaf(Err(Failure::Untyped)),
                Err(failure) => Settled::Leaf(Err(*failure)),
            },
        })
    }

    /// The level at the top, and how many children it has.
    fn top(&self, diagram: Diagram) -> Option<(Level, usize)> {
        match &self.parts[diagram.0 as usize] {
            Part::Leaf(_) => None,
            Part::Level(level, children) => Some((*level, children.len())),
        }
    }

    fn child(&self, diagram: Diagram, level: Level, at: usize) -> Diagram {
        match &self.parts[diagram.0 as usize] {
            Part::Level(own, children) if *own == level => children[at],
            _ => diagram,
        }
    }

    /// Values that lead to a leaf which is wanted.
    pub fn find(&self, root: Diagram, wanted: impl Fn(&Leaf) -> bool) -> Option<Vec<(Level, usize)>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(root, Vec::new())];
        while let Some((diagram, path)) = stack.pop() {
            if !seen.insert(diagram) {
                continue;
            }
            match &self.parts[diagram.0 as usize] {
                Part::Leaf(leaf) if wanted(leaf) => return Some(path),
                Part::Leaf(_) => {}
                Part::Level(level, children) => {
                    for (at, child) in children.iter().enumerate().rev() {
                        let mut path: Vec<(Level, usize)> = path.clone();
                        path.push((*level, at));
                        stack.push((*child, path));
                    }
                }
            }
        }
        None
    }
}

/// What a job comes to without looking further.
enum Settled {
    Leaf(Leaf),
    Operand(Diagram),
}
