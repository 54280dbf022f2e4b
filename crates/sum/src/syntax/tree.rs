//! One tree for Sum and for Z.
//!
//! It says what is written, not what it means: names are not resolved, `a.b` may be a component, or an item of a module, and a name in
//! the place of a predicate may be a schema, an operation or a truth value. Schema expressions are expressions, as in ISO Z.
//!
//! Equality of trees ignores places, so that a test can compare a text with its print.

use std::fmt;

use assay_source::Span;
use num_bigint::BigInt;

use super::Name;

/// Which notation a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Plain text, ASCII or Unicode.
    Sum,
    /// LaTeX with the environments of `fuzz`, `zed-csp`, `oz` or `czt`.
    Latex,
    /// The characters and boxes of ISO Z, as CZT reads and writes them.
    Unicode,
}

/// A place that takes no part in comparisons.
#[derive(Clone, Copy, Default)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start, self.0.end)
    }
}

/// A name where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Name,
    pub at: At,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    pub notation: Notation,
    /// Modules of Sum in their order. A file of Z has one module for each ISO section, and one without a name where it has none.
    pub modules: Vec<Module>,
}

/// A module of Sum, or a section of Z.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// None in a file of Z without sections.
    pub name: Option<Ident>,
    /// Sets that whoever imports it gives.
    pub parameters: Vec<Ident>,
    /// Parents of an ISO section.
    pub parents: Vec<Ident>,
    pub paragraphs: Vec<Paragraph>,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    pub kind: ParagraphKind,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParagraphKind {
    /// `[BOOK, PERSON]`
    Given(Vec<Ident>),
    /// `T ::= a | b << E >> & U ::= ...`: free types that may use each other.
    Free(Vec<FreeType>),
    /// `X == E`, `X[T] == E`. An operator pattern has its name: `_in_order_`.
    Abbreviation {
        name: Ident,
        parameters: Vec<Ident>,
        value: Expr,
    },
    /// Constants with what is known of them: `const ... end`, `axdef`, and with parameters `gendef`.
    Axiomatic {
        parameters: Vec<Ident>,
        text: SchemaText,
    },
    /// `schema S ... end`: a box. `S ^= E` is one with `value`.
    Schema {
        name: Ident,
        parameters: Vec<Ident>,
        value: SchemaValue,
    },
    /// The state of a module: `state ... end`.
    State(SchemaText),
    /// Its initial states: `init ... end`, about primed variables.
    Init(SchemaText),
    /// `op NAME ... end`, and `op NAME ^= E` of a redefinition.
    Operation { name: Ident, value: SchemaValue },
    /// `check NAME ... end`: what a user expects of the states in which it is asked.
    Check {
        name: Ident,
        checks: Vec<Expectation>,
    },
    /// `import M[ARGUMENTS] as NAME`, with names that are renamed: `{new/old, ...}`.
    Import {
        module: Ident,
        arguments: Vec<Expr>,
        instance: Option<Ident>,
        renamings: Vec<Renaming>,
    },
    /// A predicate by itself: a constraint in ZRM, a conjecture (`|-?`) in ISO Z.
    Claim {
        parameters: Vec<Ident>,
        claim: Claim,
        predicate: Predicate,
    },
    /// How a name is read from here on: `%%inop`, `\relation`, `function 30 leftassoc (_ op _)`.
    Fixity(Fixity),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is assumed to hold.
    Constraint,
    /// It is said to follow.
    Conjecture,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaValue {
    Box(SchemaText),
    Is(Expr),
}

/// One line of a `check`: a predicate, and what to say where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub predicate: Predicate,
    /// `else "STATE_ERR"`
    pub otherwise: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeType {
    pub name: Ident,
    pub branches: Vec<Branch>,
}

/// A constant, or a constructor with the set of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub name: Ident,
    pub argument: Option<Expr>,
}

/// A name becomes another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    pub new: Ident,
    pub old: Ident,
}

/// Declarations and predicates about them. The predicates are conjoined; each is what a person wrote on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaText {
    pub declarations: Vec<Declaration>,
    pub predicates: Vec<Predicate>,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// `x, y : E`
    Variables { names: Vec<Ident>, set: Expr },
    /// `x == E`
    Constant { name: Ident, value: Expr },
    /// A schema whose declarations and predicates are included: `S`, `Delta S`, `D.state`.
    Inclusion(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// Never negative.
    Number(BigInt),
    /// A string is a sequence of characters only for messages: it has no meaning in predicates.
    Text(String),
    /// A name, with sets for its generic parameters where they are written.
    Name {
        name: Name,
        generics: Option<Vec<Expr>>,
    },
    /// An operator with its operands: `_cup_`, `#_`, `_~`, `_(|_|)`, `power_`, `_ -> _`, those of the tool-kit and those of the user.
    /// Generic operators are among them. The name is the one of [`Name`], however it is spelt (`func_override` is `_<+_`).
    Operator {
        name: Name,
        operands: Vec<Expr>,
    },
    /// `(a, b, ...)`, two or more.
    Tuple(Vec<Expr>),
    /// `{a, b, ...}`
    Set(Vec<Expr>),
    /// `<< a, b, ... >>`
    Sequence(Vec<Expr>),
    /// `[[ a, b, ... ]]`
    Bag(Vec<Expr>),
    /// `<| x == 1, y == 2 |>` of ISO Z, `[x := 1]` of Possum.
    Binding(Vec<(Ident, Expr)>),
    /// `A cross B cross C`, flat.
    Product(Vec<Expr>),
    /// `{ D | P @ E }`; without E the characteristic tuple.
    Comprehension {
        text: SchemaText,
        result: Option<Expr>,
    },
    /// `lambda D | P @ E`
    Lambda {
        text: SchemaText,
        body: Expr,
    },
    /// `mu D | P @ E`; without E the characteristic tuple.
    Mu {
        text: SchemaText,
        body: Option<Expr>,
    },
    /// `let x == E; y == F @ body`
    Let {
        definitions: Vec<(Ident, Expr)>,
        body: Expr,
    },
    If {
        condition: Predicate,
        then: Expr,
        otherwise: Expr,
    },
    /// `f(x)`, `f x`
    Apply {
        function: Expr,
        argument: Expr,
    },
    /// `a.b`: a component of a binding, or an item of a module.
    Select {
        base: Expr,
        name: Name,
    },
    /// `a.1`
    Element {
        base: Expr,
        index: u32,
    },
    /// `theta S'`: the strokes are part of the schema expression.
    Theta(Expr),

    // Schema expressions.
    /// `[D | P]`
    SchemaText(SchemaText),
    /// `S'`, `S?` for a schema that is not a plain name.
    Decorated {
        schema: Expr,
        strokes: String,
    },
    Delta(Expr),
    Xi(Expr),
    /// `pre S` of the calculus. `pre(P)` of an operation of Sum is [`PredicateKind::Pre`].
    Pre(Expr),
    Not(Expr),
    And(Expr, Expr),
    Or(Expr, Expr),
    Implies(Expr, Expr),
    Iff(Expr, Expr),
    /// `S \ (x, y)`
    Hide {
        schema: Expr,
        names: Vec<Ident>,
    },
    /// `S |\ T`
    Project(Expr, Expr),
    /// `S ; T`, `S comp T`
    Compose(Expr, Expr),
    /// `S >> T`
    Pipe(Expr, Expr),
    /// `S[new/old, ...]`
    Rename {
        schema: Expr,
        renamings: Vec<Renaming>,
    },
    /// `exists D | P @ S` and the other quantifiers over a schema.
    Quantified {
        quantifier: Quantifier,
        text: SchemaText,
        body: Expr,
    },
    /// `add{3/x?}`: a value for a variable.
    Substituted {
        schema: Expr,
        values: Vec<(Expr, Ident)>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    Forall,
    Exists,
    /// Exactly one.
    ExistsOne,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    pub kind: Box<PredicateKind>,
    pub at: At,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PredicateKind {
    True,
    False,
    /// `a = b`, `a in S`, `a < b <= c`, `disjoint S`: operands and, between two of them, the relation. A prefix relation has one operand.
    Relation {
        relations: Vec<Name>,
        operands: Vec<Expr>,
    },
    Not(Predicate),
    And(Predicate, Predicate),
    Or(Predicate, Predicate),
    Implies(Predicate, Predicate),
    Iff(Predicate, Predicate),
    Quantified {
        quantifier: Quantifier,
        text: SchemaText,
        body: Predicate,
    },
    Let {
        definitions: Vec<(Ident, Expr)>,
        body: Predicate,
    },
    If {
        condition: Predicate,
        then: Predicate,
        otherwise: Predicate,
    },
    /// A schema, an operation or a truth value in the place of a predicate.
    Expression(Expr),
    /// `pre(P)` of an operation.
    Pre(Predicate),
    /// `changes_only {x, D.state}`
    ChangesOnly(Vec<Expr>),
}

/// How an operator is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixity {
    /// `_op_`, `op_`, `_op`, or of several words `_(|_|)`.
    pub name: Name,
    pub kind: FixityKind,
    /// As ISO Z counts, 10 the weakest of the tool-kit's functions and 60 the strongest; 1 to 6 of ZRM are 10 to 60.
    pub priority: u32,
    pub right_associative: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FixityKind {
    Function,
    Relation,
    Generic,
}
