//! Sets: explicit ones, and large ones that are known by what they contain.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Int, Names, Value};
use crate::core::{Expr, FreeId, GlobalId, VarId};

/// Two representations may be the same set: [`crate::eval::Evaluator::same`] decides that. Explicit sets are equal exactly if their
/// elements are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Set {
    /// In their order, each once, all of them solid.
    Elements(Arc<[Value]>),
    Large(Arc<Large>),
}

/// A set that nobody has listed, because it is infinite or may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Large {
    Integers,
    Naturals,
    Positives,
    /// `a .. b`, not empty.
    Range(Int, Int),
    /// All subsets; without the empty one; only finite ones.
    Power {
        of: Set,
        non_empty: bool,
        finite: bool,
    },
    Product(Vec<Set>),
    /// All bindings of these names with values of these sets.
    Bindings(Names, Vec<Set>),
    Functions {
        kind: FunctionKind,
        from: Set,
        to: Set,
    },
    Sequences(SequenceKind, Set),
    Bags(Set),
    /// A free type that contains itself.
    Free(FreeId),
    /// A branch of a free type as a function.
    Injection(FreeId, u32),
    /// `{ D | P @ E }` and `lambda D | P @ E`.
    Comprehension(Closure),
    Lambda(Closure),
    /// A function that axioms define by equations.
    Rules(RulesOf),
    Identity(Set),
    Union(Set, Set),
    Intersection(Set, Set),
    Difference(Set, Set),
    /// The pairs of a relation whose first (or second) side is (or is not) in a set.
    Restriction {
        relation: Set,
        side: usize,
        by: Set,
        keep: bool,
    },
    /// `f <+ g`
    Override(Set, Set),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionKind {
    /// Otherwise a relation.
    pub function: bool,
    pub total: bool,
    pub injective: bool,
    pub surjective: bool,
    pub finite: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SequenceKind {
    Any,
    NonEmpty,
    Injective,
}

/// An expression with the values of the variables and generic parameters that it reads.
#[derive(Clone, Debug)]
pub struct Closure {
    pub expr: Expr,
    pub captured: Arc<[(VarId, Value)]>,
    pub parameters: Arc<[Value]>,
}

/// A global that rules define, applied to some arguments of a curried function already.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RulesOf {
    pub global: GlobalId,
    pub generics: Arc<[Value]>,
    pub arguments: Arc<[Value]>,
}

impl Closure {
    fn key(&self) -> (usize, &[(VarId, Value)], &[Value]) {
        (
            Arc::as_ptr(&self.expr.kind) as usize,
            &self.captured,
            &self.parameters,
        )
    }
}

impl PartialEq for Closure {
    fn eq(&self, other: &Closure) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Closure {}

impl PartialOrd for Closure {
    fn partial_cmp(&self, other: &Closure) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Closure {
    fn cmp(&self, other: &Closure) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Closure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Set {
    pub fn empty() -> Set {
        Set::Elements(Arc::from([]))
    }

    /// From solid values in any order.
    pub fn of(mut elements: Vec<Value>) -> Set {
        debug_assert!(elements.iter().all(Value::is_solid));
        if !elements.is_sorted_by(|a, b| a < b) {
            elements.sort_unstable();
            elements.dedup();
        }
        Set::Elements(elements.into())
    }

    pub fn large(large: Large) -> Set {
        Set::Large(Arc::new(large))
    }

    pub fn sequence(items: impl IntoIterator<Item = Value>) -> Set {
        let pairs: Vec<Value> = (1i64..)
            .zip(items)
            .map(|(index, item)| Value::pair(Value::int(index), item))
            .collect();
        Set::Elements(pairs.into())
    }

    pub fn range(low: Int, high: Int) -> Set {
        if low > high {
            Set::empty()
        } else {
            Set::large(Large::Range(low, high))
        }
    }
}

/// Operations on explicit sets, which are sorted slices.
pub(crate) mod sorted {
    use super::Value;
    use std::cmp::Ordering;

    /// Merges two sets, and keeps what is in the left one only, in the right one only, and in both, as asked.
    pub(crate) fn merge(
        a: &[Value],
        b: &[Value],
        left: bool,
        right: bool,
        both: bool,
    ) -> Vec<Value> {
        let mut merged = Vec::with_capacity(a.len() + if right { b.len() } else { 0 });
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.cmp(y),
                (Some(_), None) => Ordering::Less,
                (None, _) => Ordering::Greater,
            };
            let (from, keep) = match order {
                Ordering::Less => (&a[i], left),
                Ordering::Greater => (&b[j], right),
                Ordering::Equal => (&a[i], both),
            };
            if keep {
                merged.push(from.clone());
            }
            i += usize::from(order != Ordering::Greater);
            j += usize::from(order != Ordering::Less);
        }
        merged
    }

    pub(crate) fn contains(set: &[Value], value: &Value) -> bool {
        set.binary_search(value).is_ok()
    }

    pub(crate) fn is_subset(a: &[Value], b: &[Value]) -> bool {
        a.len() <= b.len() && a.iter().all(|value| contains(b, value))
    }

    /// The pairs of a relation that begin with a value.
    pub(crate) fn starting_with<'a>(relation: &'a [Value], first: &Value) -> &'a [Value] {
        let from = relation.partition_point(|pair| pair.sides().0 < first);
        let length = relation[from..]
            .iter()
            .take_while(|pair| pair.sides().0 == first)
            .count();
        &relation[from..from + length]
    }
}
