//! Values: what expressions stand for.
//!
//! Invariant: the elements of an explicit set are *solid*, which means that no large set is inside of them. So sets of sets are compared
//! without asking what a large set contains.

mod int;
mod print;
mod set;
mod shape;
mod size;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::core::{FreeId, GivenId};
use crate::syntax::Name;

pub use int::Int;
pub use print::{Printer, Spelling};
pub(crate) use set::sorted;
pub use set::{Closure, FunctionKind, Large, RulesOf, SequenceKind, Set};
pub use shape::Shape;
pub use size::Size;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Int(Int),
    Bool(bool),
    Text(Arc<str>),
    /// An element of a given set, counted from 0.
    Given(GivenId, u32),
    /// An element of a free type.
    Branch {
        free: FreeId,
        branch: u32,
        argument: Option<Arc<Value>>,
    },
    Tuple(Arc<[Value]>),
    Binding(Binding),
    /// Relations, functions, sequences and bags are sets of pairs.
    Set(Set),
}

/// Components in the order of their names. Bindings that are compared have the same names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binding {
    pub values: Arc<[Value]>,
    pub names: Names,
}

/// Names of components. The type says what they are, so they take no part in comparisons.
#[derive(Clone, Debug)]
pub struct Names(pub Arc<[Name]>);

impl PartialEq for Names {
    fn eq(&self, _: &Names) -> bool {
        true
    }
}

impl Eq for Names {}

impl PartialOrd for Names {
    fn partial_cmp(&self, other: &Names) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Names {
    fn cmp(&self, _: &Names) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl Hash for Names {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Binding {
    pub fn get(&self, name: &Name) -> Option<&Value> {
        let index = self.names.0.iter().position(|other| other == name)?;
        self.values.get(index)
    }
}

impl Value {
    pub fn int(value: i64) -> Value {
        Value::Int(Int::from(value))
    }

    pub fn pair(a: Value, b: Value) -> Value {
        Value::Tuple([a, b].into())
    }

    pub fn empty() -> Value {
        Value::Set(Set::empty())
    }

    /// A set of solid values, in any order.
    pub fn set(elements: Vec<Value>) -> Value {
        Value::Set(Set::of(elements))
    }

    pub fn sequence(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Set(Set::sequence(items))
    }

    /// Whether no large set is inside of it.
    pub fn is_solid(&self) -> bool {
        match self {
            Value::Int(_) | Value::Bool(_) | Value::Text(_) | Value::Given(..) => true,
            Value::Branch { argument, .. } => {
                argument.as_ref().is_none_or(|value| value.is_solid())
            }
            Value::Tuple(parts) => parts.iter().all(Value::is_solid),
            Value::Binding(binding) => binding.values.iter().all(Value::is_solid),
            Value::Set(set) => matches!(set, Set::Elements(_)),
        }
    }

    /// Both sides of a pair. Types make sure that it is one.
    pub fn sides(&self) -> (&Value, &Value) {
        match self {
            Value::Tuple(parts) if parts.len() == 2 => (&parts[0], &parts[1]),
            other => unreachable!("a pair by its type, and not {other:?}"),
        }
    }

    pub fn as_int(&self) -> &Int {
        match self {
            Value::Int(value) => value,
            other => unreachable!("an integer by its type, and not {other:?}"),
        }
    }

    pub fn as_set(&self) -> &Set {
        match self {
            Value::Set(set) => set,
            other => unreachable!("a set by its type, and not {other:?}"),
        }
    }
}
