//! Types: Z's, with truth values beside them.

use std::sync::Arc;

use crate::syntax::Name;

/// A given set, by its number in [`crate::core::Program::givens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GivenId(pub u32);

/// A free type, by its number in [`crate::core::Program::frees`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FreeId(pub u32);

/// The maximal set that a value belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Int,
    /// `bool` of Sum, and of the truth values that evaluation of predicates gives.
    Bool,
    /// Strings, which only messages have.
    Text,
    Given(GivenId),
    Free(FreeId),
    Power(Arc<Type>),
    /// Two or more.
    Product(Arc<[Type]>),
    /// Components by name, in the order of their names.
    Binding(Arc<[(Name, Type)]>),
    /// A generic parameter of the definition that it stands in.
    Parameter(u32),
    /// To be inferred. Only inside the type checker, never in a program.
    Unknown(u32),
}

impl Type {
    pub fn power(of: Type) -> Type {
        Type::Power(Arc::new(of))
    }

    pub fn pair(a: Type, b: Type) -> Type {
        Type::Product([a, b].into())
    }

    /// The type of relations and functions between two types.
    pub fn relation(a: Type, b: Type) -> Type {
        Type::power(Type::pair(a, b))
    }

    /// The type of sequences.
    pub fn sequence(of: Type) -> Type {
        Type::relation(Type::Int, of)
    }

    /// The type of the elements of a set.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Power(of) => Some(of),
            _ => None,
        }
    }
}
