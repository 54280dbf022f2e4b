//! A model without modules: variables, definitions, assignments, constraints and properties over typed expressions.
//!
//! Invariant: the operands of an expression have smaller numbers than the expression.

use std::sync::Arc;

use assay_source::Span;
use rustc_hash::FxHashSet;

use crate::tree::{
    AssignKind, BinaryOp, BoundedOp, ConstraintKind, Extreme, PathQuantifier, UnaryOp, VariableKind,
};
use crate::values::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarIx(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefineIx(pub u32);

/// The type of a value, without its range. `Mixed` has symbols and integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    Bool,
    Int,
    Symbol,
    Mixed,
    Word { signed: bool, width: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    pub base: Base,
    /// Any of several values: a choice in an assignment, the right operand of `in`.
    pub set: bool,
}

/// The values of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    Bool,
    Range(i64, i64),
    /// In the order in which they are written; integers that follow one another are a range.
    Literals(Arc<[Value]>),
    Word {
        signed: bool,
        width: u32,
    },
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub ty: Type,
    pub reads: Reads,
    /// Longest path to a leaf, definitions included.
    pub depth: u32,
    pub span: Span,
}

/// What occurs in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    pub next: bool,
    pub input: bool,
    pub branching: bool,
    pub linear: bool,
}

/// Functions from one scalar to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convert {
    Bool,
    Word1,
    Signed,
    Unsigned,
    ToInt,
    /// From `high` to `low`.
    Bits(u32, u32),
    /// To this width.
    Resize(u32),
}

#[derive(Clone, Debug)]
pub enum Kind {
    Value(Value),
    Var(VarIx),
    Define(DefineIx),
    Not(NodeId),
    Negate(NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    /// Constants.
    Range(i64, i64),
    /// The last one applies if no other does and its condition holds.
    Case(Box<[(NodeId, NodeId)]>),
    Conditional(NodeId, NodeId, NodeId),
    Set(Box<[NodeId]>),
    Next(NodeId),
    /// The element that the index chooses; the first has the index `low`.
    Element {
        elements: Box<[NodeId]>,
        low: i64,
        index: NodeId,
    },
    Convert(Convert, NodeId),
    Count(Box<[NodeId]>),
    /// `EX`, `AX`, `EF`, `AF`, `EG`, `AG`
    Path(UnaryOp, NodeId),
    Until(PathQuantifier, NodeId, NodeId),
    /// `E [p BU low..high q]`
    BoundedUntil(PathQuantifier, (u32, u32), NodeId, NodeId),
    Bounded(BoundedOp, (u32, u32), NodeId),
    /// Operators without a path quantifier.
    Linear(Box<[NodeId]>),
}

#[derive(Clone, Debug)]
pub struct Var {
    /// With the names of the instances that it is in: `sender.state`, `buffer[2]`.
    pub name: String,
    pub kind: VariableKind,
    pub domain: Domain,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Define {
    /// `c1.busy`
    pub name: String,
    /// `busy` in the main module, `cell.busy` in others.
    pub element: String,
    pub body: NodeId,
    pub span: Span,
}

/// What an assignment or a conjunct is called: by module and in its instance.
#[derive(Clone, Debug)]
pub struct Names {
    /// `next(x)` in the main module, `cell.next(x)` in others.
    pub element: String,
    /// `next(x)`, `c1.next(x)`
    pub instance: String,
}

#[derive(Clone, Debug)]
pub struct Assign {
    pub kind: AssignKind,
    pub var: VarIx,
    pub value: NodeId,
    /// That the variable has one of the values, for an assignment of the current step.
    pub relation: Option<NodeId>,
    /// Index in the selector's values, where the model has processes.
    pub process: usize,
    pub names: Names,
    /// Of the whole assignment, and of its left side.
    pub span: Span,
    pub target: Span,
}

/// One section; its conjuncts are elements.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub kind: ConstraintKind,
    pub node: NodeId,
    pub names: Names,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Fairness {
    pub condition: NodeId,
    /// Of `COMPASSION`.
    pub then: Option<NodeId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Spec {
    pub kind: SpecKind,
    pub name: String,
    pub text: String,
    /// Its parts without temporal operators, from left to right, with the instance that they are read in.
    pub atoms: Vec<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum SpecKind {
    Ctl(NodeId),
    Invariant(NodeId),
    Ltl(NodeId),
    /// Read, and not looked at.
    Psl,
    Compute(Extreme, NodeId, NodeId),
}

/// The elaborated model.
#[derive(Clone, Debug, Default)]
pub struct Flat {
    pub nodes: Vec<Node>,
    pub vars: Vec<Var>,
    pub defines: Vec<Define>,
    pub assigns: Vec<Assign>,
    pub constraints: Vec<Constraint>,
    pub fairness: Vec<Fairness>,
    pub specs: Vec<Spec>,
    /// The input that says which process runs; its values are the processes, `main` among them.
    pub selector: Option<VarIx>,
    /// Modules of the tree that have instances.
    pub modules: FxHashSet<usize>,
}

impl Flat {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn var(&self, id: VarIx) -> &Var {
        &self.vars[id.0 as usize]
    }

    pub fn define(&self, id: DefineIx) -> &Define {
        &self.defines[id.0 as usize]
    }

    /// The conjuncts of a condition, from left to right.
    pub fn conjuncts(&self, root: NodeId) -> Vec<NodeId> {
        let mut conjuncts = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            match self.node(id).kind {
                Kind::Binary(BinaryOp::And, a, b) => stack.extend([b, a]),
                _ => conjuncts.push(id),
            }
        }
        conjuncts
    }

    /// The parts of a formula without temporal operators, from left to right.
    pub fn atoms(&self, root: NodeId) -> Vec<NodeId> {
        let mut atoms = Vec::new();
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if self.node(node).reads.branching {
                let mut operands = Vec::new();
                self.each_operand(node, |operand| operands.push(operand));
                stack.extend(operands.into_iter().rev());
            } else {
                atoms.push(node);
            }
        }
        atoms
    }

    /// The operands, definitions not followed.
    pub fn each_operand(&self, id: NodeId, mut visit: impl FnMut(NodeId)) {
        match &self.node(id).kind {
            Kind::Value(_) | Kind::Var(_) | Kind::Define(_) | Kind::Range(..) => {}
            Kind::Not(a) | Kind::Negate(a) | Kind::Next(a) => visit(*a),
            Kind::Convert(_, a) | Kind::Path(_, a) | Kind::Bounded(_, _, a) => visit(*a),
            Kind::Binary(_, a, b) | Kind::Until(_, a, b) | Kind::BoundedUntil(_, _, a, b) => {
                [*a, *b].into_iter().for_each(visit);
            }
            Kind::Conditional(c, a, b) => [*c, *a, *b].into_iter().for_each(visit),
            Kind::Case(branches) => branches.iter().for_each(|(c, v)| {
                visit(*c);
                visit(*v);
            }),
            Kind::Set(items) | Kind::Count(items) | Kind::Linear(items) => {
                items.iter().copied().for_each(visit);
            }
            Kind::Element {
                elements, index, ..
            } => {
                elements.iter().copied().for_each(&mut visit);
                visit(*index);
            }
        }
    }
}

impl Type {
    pub const BOOL: Type = Type::of(Base::Bool);
    pub const INT: Type = Type::of(Base::Int);

    pub const fn of(base: Base) -> Type {
        Type { base, set: false }
    }

    pub fn is_bool(self) -> bool {
        self == Type::BOOL
    }

    pub fn is_int(self) -> bool {
        self == Type::INT
    }

    pub fn is_word(self) -> bool {
        !self.set && matches!(self.base, Base::Word { .. })
    }

    /// The type of what is of one of two types.
    pub fn join(self, other: Type) -> Option<Type> {
        let enumerated = |b: Base| matches!(b, Base::Int | Base::Symbol | Base::Mixed);
        let base = match (self.base, other.base) {
            (a, b) if a == b => a,
            (a, b) if enumerated(a) && enumerated(b) => Base::Mixed,
            _ => return None,
        };
        Some(Type {
            base,
            set: self.set || other.set,
        })
    }
}

/// As messages name it.
impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.base {
            Base::Bool => f.write_str("boolean")?,
            Base::Int => f.write_str("integer")?,
            Base::Symbol => f.write_str("enumeration")?,
            Base::Mixed => f.write_str("enumeration of integers and symbols")?,
            Base::Word { signed, width } => {
                let sign = if signed { "signed" } else { "unsigned" };
                write!(f, "{sign} word[{width}]")?;
            }
        }
        f.write_str(if self.set { " set" } else { "" })
    }
}

impl Domain {
    pub fn base(&self) -> Base {
        match self {
            Domain::Bool => Base::Bool,
            Domain::Range(..) => Base::Int,
            Domain::Word { signed, width } => Base::Word {
                signed: *signed,
                width: *width,
            },
            Domain::Literals(all) => {
                let symbols = all.iter().filter(|v| !matches!(v, Value::Int(_))).count();
                match symbols {
                    0 => Base::Int,
                    n if n == all.len() => Base::Symbol,
                    _ => Base::Mixed,
                }
            }
        }
    }

    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Domain::Bool, Value::Bool(_)) => true,
            (Domain::Range(low, high), Value::Int(n)) => low <= n && n <= high,
            (Domain::Literals(all), _) => all.contains(value),
            (Domain::Word { signed, width }, Value::Word(w)) => {
                (*signed, *width) == (w.signed, w.width)
            }
            _ => false,
        }
    }

    /// All values, where there are at most `limit`.
    pub fn values(&self, limit: usize) -> Option<Vec<Value>> {
        match self {
            Domain::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Domain::Range(low, high) => {
                let few = high.checked_sub(*low).is_some_and(|n| n < limit as i64);
                few.then(|| (*low..=*high).map(Value::Int).collect())
            }
            Domain::Literals(all) => (all.len() <= limit).then(|| all.to_vec()),
            Domain::Word { signed, width } => {
                let few = *width < 31 && 1usize << width <= limit;
                few.then(|| {
                    let word = |n: u32| {
                        Value::Word(crate::values::WordValue {
                            signed: *signed,
                            width: *width,
                            bits: n.into(),
                        })
                    };
                    (0..1u32 << width).map(word).collect()
                })
            }
        }
    }
}

/// As the language writes it.
impl std::fmt::Display for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Domain::Bool => f.write_str("boolean"),
            Domain::Range(low, high) => write!(f, "{low}..{high}"),
            Domain::Word { signed, width } => {
                write!(
                    f,
                    "{} word[{width}]",
                    if *signed { "signed" } else { "unsigned" }
                )
            }
            Domain::Literals(all) => {
                let all: Vec<String> = all.iter().map(Value::to_string).collect();
                write!(f, "{{{}}}", all.join(", "))
            }
        }
    }
}
