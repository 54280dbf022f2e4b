//! The functions and relations of the mathematical tool-kit.
//!
//! Spivey, The Z Notation: A Reference Manual, 2nd edition, chapter 4, is the reference.

/// A function, or something that makes sets, with one name in the tool-kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Builtin {
    // Numbers.
    Negate,
    Add,
    Subtract,
    Multiply,
    /// Towards minus infinity, as in ZRM; undefined for 0.
    Divide,
    /// With the sign of the divisor; undefined for 0.
    Modulo,
    Successor,
    /// `a .. b`
    Range,
    /// `nat`, `nat_1`: sets without arguments.
    Naturals,
    Positives,
    Minimum,
    Maximum,

    // Sets.
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
    GeneralUnion,
    GeneralIntersection,
    Count,
    NonEmptyPower,
    Finite,
    NonEmptyFinite,

    // Pairs and relations.
    First,
    Second,
    /// `a |-> b`
    Maplet,
    Domain,
    RangeOf,
    Identity,
    /// `R comp S`, first R
    Compose,
    /// `R o S`, first S
    ComposeBackwards,
    DomainRestriction,
    RangeRestriction,
    DomainSubtraction,
    RangeSubtraction,
    Inverse,
    Image,
    Override,
    TransitiveClosure,
    ReflexiveTransitiveClosure,
    /// `iter n R`, `R^n`
    Iterate,

    // Sets of relations and functions.
    Relations,
    PartialFunctions,
    TotalFunctions,
    PartialInjections,
    TotalInjections,
    PartialSurjections,
    TotalSurjections,
    Bijections,
    FinitePartialFunctions,
    FinitePartialInjections,

    // Sequences.
    Sequences,
    NonEmptySequences,
    InjectiveSequences,
    Concatenate,
    Reverse,
    Head,
    Last,
    Tail,
    Front,
    Extract,
    Filter,
    Squash,
    DistributedConcatenate,

    // Bags.
    Bags,
    BagCount,
    /// `b otimes n`: each count times n
    BagScale,
    BagUnion,
    BagDifference,
    Items,
}

/// A relation of the tool-kit between two terms. `disjoint F` has F on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    Equal,
    NotEqual,
    In,
    NotIn,
    Subset,
    ProperSubset,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// `F partitions S`
    Partitions,
    /// `disjoint F`
    Disjoint,
    /// `s prefix t`, `s suffix t`, `s inseq t`
    Prefix,
    Suffix,
    Infix,
    /// `x inbag b`
    InBag,
    SubBag,
}
