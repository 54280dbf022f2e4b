//! Constructs that are recognised but not supported.
//!
//! A file that uses one is refused as a whole, with the construct named and located, so that refusals can be counted by
//! construct and no file is ever half-read.

use assay_source::{Diagnostic, Span};

macro_rules! constructs {
    ($($(#[$doc:meta])* $name:ident $code:literal $text:literal $verb:literal,)*) => {
        /// A construct that is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Construct {
            $($(#[$doc])* $name,)*
        }

        impl Construct {
            pub const ALL: &[Construct] = &[$(Construct::$name,)*];

            /// The stable code of the diagnostic.
            pub fn code(self) -> &'static str {
                match self { $(Construct::$name => $code,)* }
            }

            /// A noun for messages.
            pub fn text(self) -> &'static str {
                match self { $(Construct::$name => $text,)* }
            }

            fn verb(self) -> &'static str {
                match self { $(Construct::$name => $verb,)* }
            }
        }
    };
}

constructs! {
    /// `#define` and others of `cpp`.
    Preprocessor "S0901" "preprocessor directives" "are",
    /// `integer`
    UnboundedInteger "S0902" "the type `integer`" "is",
    /// `real`, `1.5`, `2e3`
    Real "S0903" "real numbers" "are",
    /// `array word[2] of word[8]`, `READ`, `WRITE`
    WordArray "S0904" "arrays indexed by words" "are",
    /// `PRED`, `MIRROR`
    Predicate "S0905" "predicates for abstraction (`PRED`, `MIRROR`)" "are",
    /// `abs(x)`: of later versions, or of other tools.
    Function "S0906" "functions other than NuSMV 2.5's" "are",
    /// `{a; b[*]} |-> {c}`
    Sequence "S0907" "sequences of PSL" "are",
    /// `next_event`, `next_a`, `within`, `whilenot`, `next[3] (p)`, `rose` ...
    PslOperator "S0908" "this operator of PSL" "is",
    /// `<<<`, `>>>`
    Rotation "S0909" "rotation of words" "is",
    /// `GAME`, `CONSTRAINT`, `PARAMETER` ...
    Section "S0910" "sections of other tools" "are",
    /// `m4`'s `define(...)`, `ifelse(...)`
    Macro "S0911" "macros of `m4`" "are",
}

impl Construct {
    pub(crate) fn diagnostic(self, span: Span) -> Diagnostic {
        let (text, verb) = (self.text(), self.verb());
        let message = format!("{text} {verb} not supported");
        let diagnostic = Diagnostic::error(self.code(), message).at(span);
        match self {
            Construct::Preprocessor => diagnostic.help("run the preprocessor first: `cpp -P FILE`"),
            Construct::Macro => diagnostic.help("run the preprocessor first: `m4 FILE`"),
            Construct::UnboundedInteger => diagnostic.help("give the range: `0..255`"),
            _ => diagnostic,
        }
    }
}
