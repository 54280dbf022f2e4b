//! Values that depend on variables of a system.
//!
//! Invariants: a term of an integer lies within the interval beside it, whatever the variables are; where a function is undefined, the value
//! of its entry means nothing; the keys of a map and the elements of a set are solid values.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_term::{Interval, TermId};

use crate::syntax::Name;
use crate::value::Value;

/// A value that depends on variables.
#[derive(Clone, Debug)]
pub enum Sym {
    Bool(TermId),
    Int(Number),
    /// One of some values, by its number: elements of given sets and free types.
    Pick(Pick),
    Tuple(Vec<Sym>),
    /// In the order of the names.
    Binding(Vec<(Name, Sym)>),
    Set(SymSet),
}

/// An integer. It never wraps.
#[derive(Clone, Debug)]
pub struct Number {
    pub term: TermId,
    pub range: Interval,
}

#[derive(Clone, Debug)]
pub struct Pick {
    /// An integer from 0 to below the number of values.
    pub index: TermId,
    /// In their order, each once.
    pub of: Arc<[Value]>,
}

/// A set. Relations, functions, sequences and bags are sets of pairs.
#[derive(Clone, Debug)]
pub enum SymSet {
    /// The condition under which each of these values is an element. What is not listed is none.
    Bits(Arc<Bits>),
    /// A partial function. What is not listed is outside of its domain.
    Map(Arc<Map>),
}

pub type Bits = BTreeMap<Value, TermId>;

pub type Map = BTreeMap<Value, Entry>;

/// What a partial function has for one argument.
#[derive(Clone, Debug)]
pub struct Entry {
    pub defined: TermId,
    pub value: Sym,
}

/// A value, and the condition under which the expression has one.
#[derive(Clone, Debug)]
pub struct Defined {
    pub sym: Sym,
    pub when: TermId,
}

impl SymSet {
    pub fn bits(bits: Bits) -> SymSet {
        SymSet::Bits(Arc::new(bits))
    }

    pub fn map(map: Map) -> SymSet {
        SymSet::Map(Arc::new(map))
    }

    pub fn empty() -> SymSet {
        SymSet::bits(Bits::new())
    }
}

impl From<SymSet> for Sym {
    fn from(set: SymSet) -> Sym {
        Sym::Set(set)
    }
}

impl From<Bits> for Sym {
    fn from(bits: Bits) -> Sym {
        Sym::Set(SymSet::bits(bits))
    }
}

impl From<Map> for Sym {
    fn from(map: Map) -> Sym {
        Sym::Set(SymSet::map(map))
    }
}

impl Sym {
    /// Types make sure that it is one, here and below.
    pub fn as_bool(&self) -> TermId {
        match self {
            Sym::Bool(term) => *term,
            other => unreachable!("a truth value by its type, and not {other:?}"),
        }
    }

    pub fn as_int(&self) -> &Number {
        match self {
            Sym::Int(number) => number,
            other => unreachable!("an integer by its type, and not {other:?}"),
        }
    }

    pub fn as_set(&self) -> &SymSet {
        match self {
            Sym::Set(set) => set,
            other => unreachable!("a set by its type, and not {other:?}"),
        }
    }

    /// Both sides of a pair.
    pub fn sides(&self) -> (&Sym, &Sym) {
        match self {
            Sym::Tuple(parts) if parts.len() == 2 => (&parts[0], &parts[1]),
            other => unreachable!("a pair by its type, and not {other:?}"),
        }
    }
}
