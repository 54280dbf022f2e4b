//! A BTOR2 file as a tree: its lines in their order, with the ids resolved to places in that order.
//!
//! Invariants of a tree without errors: a line reads lines before it only; sorts fit; a state has at most one `init`
//! and one `next`; every id stands once. Comments that have a line to themselves are not part of it.

use std::fmt;

use assay_source::Span;

use super::Op;

/// The widest bit-vector that is read.
pub const MAX_WIDTH: u32 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Bits(u32),
    /// By the widths of index and element.
    Array {
        index: u32,
        element: u32,
    },
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bits(width) => write!(f, "bitvec {width}"),
            Sort::Array { index, element } => {
                write!(f, "array of bitvec {element} by bitvec {index}")
            }
        }
    }
}

/// A line by its place in [`Model::lines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineId(pub u32);

impl LineId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An argument: a node, or with a minus sign before its id the complement of all its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    pub line: LineId,
    pub inverted: bool,
}

/// How a constant is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    One,
    Ones,
    Zero,
    /// As many digits as the sort has bits.
    Binary(String),
    /// Possibly with a minus sign.
    Decimal(String),
    Hex(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    SortBits(u32),
    /// The lines of the sorts of index and element.
    SortArray {
        index: LineId,
        element: LineId,
    },
    Input,
    State,
    Constant(Literal),
    Op(Op, Vec<Arg>),
    Extend {
        signed: bool,
        arg: Arg,
        by: u32,
    },
    Slice {
        arg: Arg,
        upper: u32,
        lower: u32,
    },
    Init {
        state: LineId,
        value: Arg,
    },
    Next {
        state: LineId,
        value: Arg,
    },
    Bad(Arg),
    Constraint(Arg),
    Fair(Arg),
    Output(Arg),
    Justice(Vec<Arg>),
}

impl Kind {
    /// Whether the line is a value that others may read.
    pub fn is_node(&self) -> bool {
        matches!(
            self,
            Kind::Input
                | Kind::State
                | Kind::Constant(_)
                | Kind::Op(..)
                | Kind::Extend { .. }
                | Kind::Slice { .. }
        )
    }

    /// The nodes it reads, in order; of `init` and `next` the value.
    pub fn args(&self) -> &[Arg] {
        match self {
            Kind::SortBits(_)
            | Kind::SortArray { .. }
            | Kind::Input
            | Kind::State
            | Kind::Constant(_) => &[],
            Kind::Op(_, args) | Kind::Justice(args) => args,
            Kind::Extend { arg, .. }
            | Kind::Slice { arg, .. }
            | Kind::Init { value: arg, .. }
            | Kind::Next { value: arg, .. }
            | Kind::Bad(arg)
            | Kind::Constraint(arg)
            | Kind::Fair(arg)
            | Kind::Output(arg) => std::slice::from_ref(arg),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Line {
    /// As written. Ids need not be in order.
    pub id: u64,
    /// Where the line's sort is declared, for nodes and for `init` and `next`.
    pub sort: Option<LineId>,
    pub kind: Kind,
    pub symbol: Option<String>,
    /// Without the semicolon and the blanks around it.
    pub comment: Option<String>,
    /// From the id to the end of the symbol.
    pub span: Span,
}

/// Everything but the places.
impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        let key = |line: &Line| (line.id, line.sort);
        key(self) == key(other)
            && self.kind == other.kind
            && self.symbol == other.symbol
            && self.comment == other.comment
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub lines: Vec<Line>,
}

impl Model {
    pub fn line(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = LineId> + use<> {
        (0..self.lines.len() as u32).map(LineId)
    }

    /// The sort that a sort line declares.
    pub fn declared(&self, line: LineId) -> Option<Sort> {
        match self.line(line).kind {
            Kind::SortBits(width) => Some(Sort::Bits(width)),
            Kind::SortArray { index, element } => {
                match (self.declared(index)?, self.declared(element)?) {
                    (Sort::Bits(index), Sort::Bits(element)) => {
                        Some(Sort::Array { index, element })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The sort of a node, or of what `init` and `next` set.
    pub fn sort(&self, line: LineId) -> Option<Sort> {
        self.declared(self.line(line).sort?)
    }

    /// The width of a node that is a bit-vector.
    pub fn width(&self, line: LineId) -> Option<u32> {
        match self.sort(line)? {
            Sort::Bits(width) => Some(width),
            Sort::Array { .. } => None,
        }
    }

    /// For each state in order: its line, its initial value and its next one.
    pub fn states(&self) -> Vec<StateLines> {
        let mut at = vec![usize::MAX; self.lines.len()];
        let mut states: Vec<StateLines> = Vec::new();
        for id in self.ids() {
            match self.line(id).kind {
                Kind::State => {
                    at[id.index()] = states.len();
                    states.push(StateLines {
                        state: id,
                        init: None,
                        next: None,
                    });
                }
                Kind::Init { state, value } => states[at[state.index()]].init = Some((id, value)),
                Kind::Next { state, value } => states[at[state.index()]].next = Some((id, value)),
                _ => {}
            }
        }
        states
    }
}

/// A state with the lines that say what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateLines {
    pub state: LineId,
    pub init: Option<(LineId, Arg)>,
    pub next: Option<(LineId, Arg)>,
}
