//! The codes of what can be wrong with names, types and modules. A code is never reused for another meaning.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: &str = $code;)*
        /// All of them, for a test that each has an example.
        pub const ALL: &[&str] = &[$($code),*];
    };
}

codes! {
    /// A name that nothing declares.
    UNDECLARED = "Z0201";
    /// A name that is declared further down.
    DECLARED_LATER = "Z0202";
    /// Two global declarations of one name.
    REDECLARED = "Z0203";
    /// One name in two declarations that are merged, with two types.
    CONFLICTING = "Z0204";
    /// A value where a set is expected.
    NOT_A_SET = "Z0205";
    /// An application of something that is no function.
    NOT_A_FUNCTION = "Z0206";
    /// An argument outside the function's type.
    ARGUMENT = "Z0207";
    /// Two sides of an equation.
    EQUATION = "Z0208";
    /// An element and a set.
    MEMBERSHIP = "Z0209";
    /// An operand of a relation.
    RELATION_OPERAND = "Z0210";
    /// Elements of one set, sequence or bag.
    DISPLAY = "Z0211";
    /// More or fewer sets than generic parameters.
    GENERIC_COUNT = "Z0212";
    /// Sets for something that is not generic.
    NOT_GENERIC = "Z0213";
    /// Something that is no schema where one is expected.
    NOT_A_SCHEMA = "Z0214";
    /// A component that is not there.
    NO_COMPONENT = "Z0215";
    /// An element that the tuple does not have.
    NO_ELEMENT = "Z0216";
    /// An element of something that is no tuple.
    NOT_A_TUPLE = "Z0217";
    /// A generic parameter that nothing determines.
    UNDETERMINED = "Z0218";
    /// A component to hide that is not there.
    NOTHING_TO_HIDE = "Z0219";
    /// A component to rename that is not there.
    NOTHING_TO_RENAME = "Z0220";
    /// One name twice in a binding or a renaming, or twice among generic parameters.
    TWICE = "Z0221";
    /// The two branches of a conditional.
    BRANCHES = "Z0222";
    /// A component of `theta` with another type than the schema says.
    THETA = "Z0223";
    /// A schema as a predicate or under `theta`, some of whose variables are not declared here.
    NOT_IN_SCOPE = "Z0224";
    /// A function of several arguments with another number of them.
    ARGUMENT_COUNT = "Z0225";
    /// A relation symbol that is no relation.
    NOT_A_RELATION = "Z0226";
    /// A value that is no truth value in the place of a predicate.
    NOT_A_PREDICATE = "Z0227";
    /// Variables that `;` or `>>` connects.
    COMPOSITION = "Z0228";
    /// A variable quantified over a schema that has it with another type.
    QUANTIFIED = "Z0229";
    /// An operand of an operator.
    OPERAND = "Z0230";
    /// A module or parent that is not in the file.
    NO_MODULE = "Z0231";
    /// More or fewer sets than a module has parameters.
    MODULE_ARGUMENTS = "Z0232";
    /// A module that imports itself.
    CYCLE = "Z0233";
    /// Two modules of one name.
    MODULE_TWICE = "Z0234";
    /// `pre` where no precondition can stand.
    MISPLACED_PRE = "Z0235";
    /// What comes out of an operation in its precondition.
    AFTER_IN_PRE = "Z0236";
    /// A primed or unprimed variable where there is only the other state.
    OTHER_STATE = "Z0237";
    /// `changes_only` where nothing changes, or with what is no state variable.
    CHANGES_ONLY = "Z0238";
    /// A substitution for a variable that is not there.
    NO_VARIABLE = "Z0239";
    /// An input of a referenced operation that has no value.
    INPUT = "Z0240";
    /// Two states or two initialisations, or one that has no state.
    STATE = "Z0241";
    /// Too deep or too large to be expanded.
    TOO_LARGE = "Z0242";
    /// Several schemas may be the state or the initialisation.
    AMBIGUOUS = "Z0243";
    /// What an option names is not there, or has the wrong shape.
    OPTION = "Z0244";
    /// A variable of an imported module whose state is not included.
    NOT_INCLUDED = "Z0245";
    /// A free type without an element to begin with.
    EMPTY_FREE = "Z0246";
    /// A component of a schema in the place of a predicate, which has another type here.
    COMPONENT_TYPE = "Z0248";
    /// The name of a module in the place of a value.
    MODULE_AS_VALUE = "Z0249";
    /// A type that nothing determines before it is needed.
    TYPE_NOT_KNOWN = "Z0247";
}
