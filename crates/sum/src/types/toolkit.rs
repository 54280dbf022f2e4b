//! The types of the tool-kit's names.
//!
//! A type is written in a small notation: `Z` integers, `B` truth values, `P t` a set, `(t*u)` a product, `S t` a sequence, `G t` a bag
//! and capitals from `T` to `Y` a generic parameter. Of a function or a relation the types of its operands come first.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Unknowns;
use crate::core::{Builtin, Relation, Type};

/// What a name of the tool-kit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Integers,
    Booleans,
    Truth(bool),
    EmptySet,
    /// Of as many arguments as its signature says; with none it is a set.
    Call(Builtin),
    /// `iter n R`: a function that gives a function.
    Curried(Builtin),
    Relation(Relation),
}

pub(crate) struct Tool {
    pub name: &'static str,
    pub meaning: Meaning,
    /// Separated by commas; the type of the result is last, except for relations.
    pub signature: &'static str,
    /// Names of generic parameters that ZRM lets a user give: `{}[T]`, `first[X, Y]`.
    pub parameters: &'static str,
}

const fn tool(
    name: &'static str,
    meaning: Meaning,
    signature: &'static str,
    parameters: &'static str,
) -> Tool {
    Tool {
        name,
        meaning,
        signature,
        parameters,
    }
}

const fn call(
    name: &'static str,
    function: Builtin,
    signature: &'static str,
    parameters: &'static str,
) -> Tool {
    tool(name, Meaning::Call(function), signature, parameters)
}

const fn relation(
    name: &'static str,
    relation: Relation,
    signature: &'static str,
    parameters: &'static str,
) -> Tool {
    tool(name, Meaning::Relation(relation), signature, parameters)
}

#[rustfmt::skip]
const TOOLS: &[Tool] = &[
    tool("int", Meaning::Integers, "PZ", ""),
    tool("arithmos", Meaning::Integers, "PZ", ""),
    tool("bool", Meaning::Booleans, "PB", ""),
    tool("true", Meaning::Truth(true), "B", ""),
    tool("false", Meaning::Truth(false), "B", ""),
    tool("empty", Meaning::EmptySet, "PX", "X"),
    tool("emptyset", Meaning::EmptySet, "PX", "X"),
    call("nat", Builtin::Naturals, "PZ", ""),
    call("nat_1", Builtin::Positives, "PZ", ""),
    call("-_", Builtin::Negate, "Z,Z", ""),
    call("_+_", Builtin::Add, "Z,Z,Z", ""),
    call("_-_", Builtin::Subtract, "Z,Z,Z", ""),
    call("_*_", Builtin::Multiply, "Z,Z,Z", ""),
    call("_div_", Builtin::Divide, "Z,Z,Z", ""),
    call("_mod_", Builtin::Modulo, "Z,Z,Z", ""),
    call("succ", Builtin::Successor, "Z,Z", ""),
    call("succ_", Builtin::Successor, "Z,Z", ""),
    call("_.._", Builtin::Range, "Z,Z,PZ", ""),
    call("min", Builtin::Minimum, "PZ,Z", ""),
    call("max", Builtin::Maximum, "PZ,Z", ""),
    call("_cup_", Builtin::Union, "PX,PX,PX", "X"),
    call("_cap_", Builtin::Intersection, "PX,PX,PX", "X"),
    call("_\\_", Builtin::Difference, "PX,PX,PX", "X"),
    call("_symdiff_", Builtin::SymmetricDifference, "PX,PX,PX", "X"),
    call("bigcup", Builtin::GeneralUnion, "PPX,PX", "X"),
    call("bigcap", Builtin::GeneralIntersection, "PPX,PX", "X"),
    call("#_", Builtin::Count, "PX,Z", "X"),
    call("#", Builtin::Count, "PX,Z", "X"),
    call("power_1_", Builtin::NonEmptyPower, "PX,PPX", ""),
    call("finset_", Builtin::Finite, "PX,PPX", ""),
    call("finset_1_", Builtin::NonEmptyFinite, "PX,PPX", ""),
    call("first", Builtin::First, "(X*Y),X", "XY"),
    call("fst", Builtin::First, "(X*Y),X", "XY"),
    call("second", Builtin::Second, "(X*Y),Y", "XY"),
    call("snd", Builtin::Second, "(X*Y),Y", "XY"),
    call("_|->_", Builtin::Maplet, "X,Y,(X*Y)", "XY"),
    call("dom", Builtin::Domain, "P(X*Y),PX", "XY"),
    call("ran", Builtin::RangeOf, "P(X*Y),PY", "XY"),
    call("id_", Builtin::Identity, "PX,P(X*X)", ""),
    call("_comp_", Builtin::Compose, "P(X*Y),P(Y*W),P(X*W)", "XYW"),
    call("_circ_", Builtin::ComposeBackwards, "P(Y*W),P(X*Y),P(X*W)", "XYW"),
    call("_<|_", Builtin::DomainRestriction, "PX,P(X*Y),P(X*Y)", "XY"),
    call("_|>_", Builtin::RangeRestriction, "P(X*Y),PY,P(X*Y)", "XY"),
    call("_<<|_", Builtin::DomainSubtraction, "PX,P(X*Y),P(X*Y)", "XY"),
    call("_|>>_", Builtin::RangeSubtraction, "P(X*Y),PY,P(X*Y)", "XY"),
    call("_~", Builtin::Inverse, "P(X*Y),P(Y*X)", "XY"),
    call("_(|_|)", Builtin::Image, "P(X*Y),PX,PY", "XY"),
    call("_<+_", Builtin::Override, "P(X*Y),P(X*Y),P(X*Y)", "XY"),
    call("_^+", Builtin::TransitiveClosure, "P(X*X),P(X*X)", "X"),
    call("_^*", Builtin::ReflexiveTransitiveClosure, "P(X*X),P(X*X)", "X"),
    tool("iter", Meaning::Curried(Builtin::Iterate), "Z,P(X*X),P(X*X)", "X"),
    call("_<->_", Builtin::Relations, "PX,PY,PP(X*Y)", ""),
    call("_+->_", Builtin::PartialFunctions, "PX,PY,PP(X*Y)", ""),
    call("_-->_", Builtin::TotalFunctions, "PX,PY,PP(X*Y)", ""),
    call("_>+>_", Builtin::PartialInjections, "PX,PY,PP(X*Y)", ""),
    call("_>->_", Builtin::TotalInjections, "PX,PY,PP(X*Y)", ""),
    call("_+->>_", Builtin::PartialSurjections, "PX,PY,PP(X*Y)", ""),
    call("_-->>_", Builtin::TotalSurjections, "PX,PY,PP(X*Y)", ""),
    call("_>->>_", Builtin::Bijections, "PX,PY,PP(X*Y)", ""),
    call("_-||->_", Builtin::FinitePartialFunctions, "PX,PY,PP(X*Y)", ""),
    call("_>-||->_", Builtin::FinitePartialInjections, "PX,PY,PP(X*Y)", ""),
    call("seq_", Builtin::Sequences, "PX,PSX", ""),
    call("seq_1_", Builtin::NonEmptySequences, "PX,PSX", ""),
    call("iseq_", Builtin::InjectiveSequences, "PX,PSX", ""),
    call("_^_", Builtin::Concatenate, "SX,SX,SX", "X"),
    call("rev", Builtin::Reverse, "SX,SX", "X"),
    call("head", Builtin::Head, "SX,X", "X"),
    call("last", Builtin::Last, "SX,X", "X"),
    call("tail", Builtin::Tail, "SX,SX", "X"),
    call("front", Builtin::Front, "SX,SX", "X"),
    call("_extract_", Builtin::Extract, "PZ,SX,SX", "X"),
    call("_filter_", Builtin::Filter, "SX,PX,SX", "X"),
    call("squash", Builtin::Squash, "SX,SX", "X"),
    call("dcat", Builtin::DistributedConcatenate, "SSX,SX", "X"),
    call("bag_", Builtin::Bags, "PX,PGX", ""),
    call("_bcount_", Builtin::BagCount, "GX,X,Z", "X"),
    tool("count", Meaning::Curried(Builtin::BagCount), "GX,X,Z", "X"),
    call("_otimes_", Builtin::BagScale, "Z,GX,GX", "X"),
    call("_uplus_", Builtin::BagUnion, "GX,GX,GX", "X"),
    call("_uminus_", Builtin::BagDifference, "GX,GX,GX", "X"),
    call("items", Builtin::Items, "SX,GX", "X"),
    relation("_=_", Relation::Equal, "X,X", "X"),
    relation("_/=_", Relation::NotEqual, "X,X", "X"),
    relation("_in_", Relation::In, "X,PX", "X"),
    relation("_notin_", Relation::NotIn, "X,PX", "X"),
    relation("_subseteq_", Relation::Subset, "PX,PX", "X"),
    relation("_subset_", Relation::ProperSubset, "PX,PX", "X"),
    relation("_<_", Relation::Less, "Z,Z", ""),
    relation("_<=_", Relation::AtMost, "Z,Z", ""),
    relation("_>_", Relation::Greater, "Z,Z", ""),
    relation("_>=_", Relation::AtLeast, "Z,Z", ""),
    relation("_partitions_", Relation::Partitions, "P(Y*PX),PX", "YX"),
    relation("disjoint_", Relation::Disjoint, "P(Y*PX)", "YX"),
    relation("_prefix_", Relation::Prefix, "SX,SX", "X"),
    relation("_suffix_", Relation::Suffix, "SX,SX", "X"),
    relation("_inseq_", Relation::Infix, "SX,SX", "X"),
    relation("_inbag_", Relation::InBag, "X,GX", "X"),
    relation("_subbageq_", Relation::SubBag, "GX,GX", "X"),
];

pub(crate) fn tool_named(name: &str) -> Option<&'static Tool> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static Tool>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| TOOLS.iter().map(|t| (t.name, t)).collect());
    by_name.get(name).copied()
}

pub(crate) fn tool_names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|t| t.name)
}

/// A signature with its own unknowns.
pub(crate) struct Instance {
    pub operands: Vec<Type>,
    /// Of a relation, the truth value.
    pub result: Type,
    /// The unknowns of the generic parameters, in the order of [`Tool::parameters`].
    pub parameters: Vec<Type>,
}

impl Tool {
    pub fn instance(&self, unknowns: &mut Unknowns) -> Instance {
        let mut letters = HashMap::new();
        let parameters = self.parameters.chars().map(|letter| {
            let fresh = unknowns.fresh();
            letters.insert(letter, fresh.clone());
            fresh
        });
        let parameters: Vec<Type> = parameters.collect();
        let mut read = |text: &str| parse(&mut text.chars().peekable(), &mut letters, unknowns);
        let mut operands: Vec<Type> = self.signature.split(',').map(&mut read).collect();
        let result = match self.meaning {
            Meaning::Relation(_) => Type::Bool,
            _ => operands.pop().expect("a signature has a result"),
        };
        Instance {
            operands,
            result,
            parameters,
        }
    }

    /// Whether it makes a set of sets: `_ <-> _`, `seq _`. ZRM calls its operands generic parameters.
    pub fn makes_sets(&self) -> bool {
        self.parameters.is_empty()
            && self.arity() > 0
            && self.signature.starts_with('P')
            && self.signature.contains('X')
    }

    /// The number of operands.
    pub fn arity(&self) -> usize {
        let types = self.signature.split(',').count();
        match self.meaning {
            Meaning::Relation(_) => types,
            _ => types - 1,
        }
    }
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn parse(text: &mut Letters, known: &mut HashMap<char, Type>, unknowns: &mut Unknowns) -> Type {
    match text.next().expect("the notation of signatures") {
        'Z' => Type::Int,
        'B' => Type::Bool,
        'P' => Type::power(parse(text, known, unknowns)),
        'S' => Type::sequence(parse(text, known, unknowns)),
        'G' => Type::relation(parse(text, known, unknowns), Type::Int),
        '(' => {
            let mut parts = vec![parse(text, known, unknowns)];
            while text.next() == Some('*') {
                parts.push(parse(text, known, unknowns));
            }
            Type::Product(parts.into())
        }
        letter => known
            .entry(letter)
            .or_insert_with(|| unknowns.fresh())
            .clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_is_in_the_notation_and_has_as_many_operands_as_the_name_has_places() {
        for tool in TOOLS {
            let mut unknowns = Unknowns::default();
            let instance = tool.instance(&mut unknowns);
            assert_eq!(instance.operands.len(), tool.arity(), "{}", tool.name);
            let bare = tool.name.trim_matches(|c: char| c.is_alphanumeric());
            let places = match bare.strip_suffix("_1_") {
                Some(_) => 1,
                None => tool.name.matches('_').count() - tool.name.matches("_1").count(),
            };
            if places > 0 && tool.name.contains(['_']) && !tool.name.ends_with("_1") {
                let places = if tool.name.ends_with("_1_") {
                    1
                } else {
                    places
                };
                assert_eq!(instance.operands.len(), places, "{}", tool.name);
            }
        }
    }

    #[test]
    fn one_letter_is_one_type() {
        let mut unknowns = Unknowns::default();
        let cup = tool_named("_cup_").unwrap().instance(&mut unknowns);
        unknowns
            .unify(&cup.operands[0], &Type::power(Type::Int))
            .unwrap();
        let known = unknowns.resolve_with(&cup.result, &mut Default::default());
        assert_eq!(known, Type::power(Type::Int));
    }
}
