//! Kind 2 constructs that are recognised but not supported.
//!
//! A file that uses one is refused as a whole, with the construct named and located, so that a corpus run can count
//! refusals by construct and no file is ever half-read.

use assay_source::{Diagnostic, Span};

macro_rules! constructs {
    ($($(#[$doc:meta])* $name:ident $code:literal $text:literal,)*) => {
        /// A construct of Kind 2's language that is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Construct {
            $($(#[$doc])* $name,)*
        }

        impl Construct {
            pub const ALL: &[Construct] = &[$(Construct::$name,)*];

            /// The stable code of the diagnostic.
            pub fn code(self) -> &'static str {
                match self {
                    $(Construct::$name => $code,)*
                }
            }

            /// A plural or collective noun for messages.
            pub fn text(self) -> &'static str {
                match self {
                    $(Construct::$name => $text,)*
                }
            }
        }
    };
}

constructs! {
    Contract "L0901" "contracts",
    /// `when`, `current`, `merge`, `activate`, `restart`.
    Clock "L0902" "clocks",
    MachineInteger "L0903" "machine integers and bit operations",
    RefinementType "L0904" "refinement types",
    Quantifier "L0905" "quantifiers",
    ImportedNode "L0906" "imported nodes",
    Include "L0907" "`include`",
    Polymorphism "L0908" "type parameters",
    MapOrSet "L0909" "maps and sets",
    /// `any`, `choose`.
    Choice "L0910" "nondeterministic choice",
    History "L0911" "history types",
    /// `A[i] = e`
    ArrayDefinition "L0912" "array definitions by index",
    /// Imperative `if ... fi`, `when ... end`, `cond`.
    ConditionalBlock "L0913" "conditional blocks",
    FrameBlock "L0914" "frame blocks",
    FreeConstant "L0915" "constants without a value",
    AbstractType "L0916" "abstract types",
    TupleType "L0917" "tuples as values of variables",
    Datatype "L0918" "algebraic datatypes and `match`",
    Lemma "L0919" "lemmas",
    Reachability "L0920" "reachability queries",
    OpenSubrange "L0921" "subranges with an open end",
    /// `A[i..j]`, `A | B`.
    ArrayOperator "L0922" "array slices and concatenation",
    Last "L0923" "`last`",
    AnonymousType "L0924" "record and enumeration types without a name",
    /// `#(a, b, c)`
    AtMostOne "L0925" "the at-most-one operator",
    /// A type whose size is a parameter of its node.
    SizeParameter "L0926" "sizes that depend on a parameter",
    /// A parameter with a condition: `(x: int | x > 0)`.
    ParameterCondition "L0927" "conditions on parameters",
    /// `fby(e, n, d)`
    DelayedFby "L0928" "`fby` with a delay",
    /// An int expression where a subrange is expected, other than as the right side of an equation.
    Narrowing "L0929" "unbounded integers used as subranges inside expressions",
    /// `(f(x) with .a.b = e)`: an update of an inner part of what is not a variable.
    NestedUpdate "L0930" "nested updates of expressions",
    /// `condact` without defaults.
    CondactWithoutDefault "L0931" "`condact` without default values",
    /// `node f = g<<T>>;`
    NodeInstance "L0932" "node instances",
    /// `function rec`
    Recursion "L0933" "recursive functions",
    /// `r[n := a]` of a record.
    RecordByIndex "L0934" "updates of a record in brackets",
}

impl Construct {
    /// The construct of a diagnostic's code, if it is a refusal.
    pub fn from_code(code: &str) -> Option<Construct> {
        Construct::ALL.iter().copied().find(|c| c.code() == code)
    }

    pub(crate) fn diagnostic(self, span: Span) -> Diagnostic {
        Diagnostic::error(self.code(), format!("not supported: {}", self.text()))
            .at(span)
            .label("refused")
    }
}
