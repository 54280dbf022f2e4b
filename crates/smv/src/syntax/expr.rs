//! Expressions of a model, all in one table.
//!
//! One kind of expression serves assignments, constraints and all specification languages: which operators may stand
//! where is for those who read the tree to say. Expressions refer to each other by [`ExprId`], so that dropping, copying
//! and comparing never recurse: `a & b & ...` with 100,000 operands is a tree as deep as it is long. Who walks such a tree
//! uses [`Exprs::post_order`] or [`Exprs::fold`], or [`Exprs::operands`] for a chain of one operator.
//!
//! Invariants: an expression refers only to expressions of the same table, and the parser puts operands before what they
//! are operands of (edits do not keep that). A span leaves out parentheses around the whole expression.

use std::sync::Arc;

use assay_source::Span;
use num_bigint::BigUint;

/// A name with the place where it stands. Equality ignores the place.
#[derive(Clone, Debug)]
pub struct Ident {
    /// As written, except that blanks around dots and brackets of a dotted name are left out: `a.b[3]`.
    pub name: Arc<str>,
    pub span: Span,
}

impl PartialEq for Ident {
    fn eq(&self, other: &Ident) -> bool {
        self.name == other.name
    }
}

impl Eq for Ident {}

impl std::fmt::Display for Ident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// The number of an expression in its model's [`Exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `TRUE`, `FALSE`
    Bool(bool),
    /// Never negative: `-3` is a minus with an operand. At most `i32::MAX`, as in NuSMV.
    Int(i64),
    /// `0ub8_1010`
    Word(WordLiteral),
    /// A variable, definition, parameter, instance or symbolic constant: one identifier without dots.
    Name(Arc<str>),
    /// `self`
    Itself,
    /// `base.field`; the field may be a number.
    Field(ExprId, Ident),
    /// `base[index]`: an element of an array, or an indexed instance.
    Index(ExprId, ExprId),
    /// `word[high:low]`
    Bits(ExprId, ExprId, ExprId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// `condition ? then : otherwise`
    Conditional(ExprId, ExprId, ExprId),
    /// `case c1 : e1; ... esac`, at least one branch.
    Case(Vec<Branch>),
    /// `{a, b}`, at least one element; elements may be [`BinaryOp::Range`].
    Set(Vec<ExprId>),
    /// `[a, b]`: the value of an array definition. Elements may be arrays.
    Array(Vec<ExprId>),
    /// `next(e)`
    Next(ExprId),
    /// `word1(e)`, `extend(e, n)` ...
    Call(Function, Vec<ExprId>),
    /// `E [p U q]`, `A [p BU 2..5 q]`
    PathUntil(PathUntil),
    /// `EBF 2..5 p`, `F [2,5] p`
    Bounded(BoundedOp, Bounds, ExprId),
    /// PSL's `forall i in {..} : p`
    ForAll(ForAll),
}

/// One `condition : value;` of a `case`.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    pub condition: ExprId,
    pub value: ExprId,
    /// From the condition to the `;`.
    pub span: Span,
}

impl PartialEq for Branch {
    fn eq(&self, other: &Branch) -> bool {
        (self.condition, self.value) == (other.condition, other.value)
    }
}

impl Eq for Branch {}

/// A constant of type word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordLiteral {
    pub signed: bool,
    /// Number of bits, at least 1; given, or as many as the digits need.
    pub width: u32,
    /// The bits as a number without sign, below `2^width`.
    pub value: BigUint,
    pub radix: Radix,
}

/// How a word literal is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathUntil {
    pub paths: PathQuantifier,
    pub left: ExprId,
    pub right: ExprId,
    /// `BU a..b`
    pub bounds: Option<Bounds>,
}

/// Of states on paths: `A` or `E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathQuantifier {
    All,
    Some,
}

impl PathQuantifier {
    pub fn text(self) -> &'static str {
        match self {
            PathQuantifier::All => "A",
            PathQuantifier::Some => "E",
        }
    }
}

/// From `low` to `high` steps. Constants in NuSMV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: ExprId,
    pub high: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForAll {
    pub variable: Ident,
    /// Each value, or PSL's `a:b` as [`BinaryOp::Range`].
    pub values: Vec<ExprId>,
    pub body: ExprId,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// As the language writes it.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

words! {
    /// Operators with one operand behind them.
    UnaryOp {
        Not "!", Minus "-",
        // CTL.
        Ex "EX", Ax "AX", Ef "EF", Af "AF", Eg "EG", Ag "AG",
        // LTL, future and past.
        Next "X", Finally "F", Globally "G",
        Yesterday "Y", WeakYesterday "Z", Historically "H", Once "O",
        // PSL. `next` is written `next p` there, without strength it is the weak one.
        Always "always", Never "never", EventuallyStrong "eventually!",
        PslNext "next", PslNextStrong "next!", StrongNext "X!",
    }
}

words! {
    /// Operators between two operands.
    BinaryOp {
        Implies "->", Iff "<->",
        Or "|", Xor "xor", Xnor "xnor", And "&",
        Equal "=", NotEqual "!=", Less "<", LessEqual "<=", Greater ">", GreaterEqual ">=",
        In "in", Union "union", Range "..",
        ShiftLeft "<<", ShiftRight ">>",
        Add "+", Subtract "-",
        Multiply "*", Divide "/", Modulo "mod",
        Concat "::",
        // LTL, future and past.
        Until "U", Releases "V", Since "S", Triggered "T",
        // PSL.
        PslUntil "until", PslUntilStrong "until!", PslUntilOverlap "until_", PslUntilStrongOverlap "until!_",
        PslBefore "before", PslBeforeStrong "before!", PslBeforeOverlap "before_", PslBeforeStrongOverlap "before!_",
        WeakUntil "W", Abort "abort",
    }
}

words! {
    /// Temporal operators with a number of steps.
    BoundedOp {
        // CTL, `EBF a..b p`.
        Ebf "EBF", Abf "ABF", Ebg "EBG", Abg "ABG",
        // LTL, `F [a,b] p`.
        Finally "F", Globally "G", Once "O", Historically "H",
    }
}

words! {
    /// Functions that the language has.
    Function {
        Bool "bool", Word1 "word1", Signed "signed", Unsigned "unsigned", ToInt "toint", SizeOf "sizeof",
        Extend "extend", Resize "resize", SignedConstant "swconst", UnsignedConstant "uwconst", Count "count",
    }
}

impl Function {
    /// How many arguments it takes; `None` for any number from one.
    pub fn arity(self) -> Option<usize> {
        match self {
            Function::Bool | Function::Word1 | Function::Signed | Function::Unsigned => Some(1),
            Function::ToInt | Function::SizeOf => Some(1),
            Function::Extend | Function::Resize => Some(2),
            Function::SignedConstant | Function::UnsignedConstant => Some(2),
            Function::Count => None,
        }
    }
}

impl ExprKind {
    /// Calls `visit` with each operand, to put another one in its place.
    pub fn each_operand_mut(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        match self {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Word(_) => {}
            ExprKind::Name(_) | ExprKind::Itself => {}
            ExprKind::Field(base, _) => visit(base),
            ExprKind::Unary(_, operand) | ExprKind::Next(operand) => visit(operand),
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
                [left, right].into_iter().for_each(visit);
            }
            ExprKind::Bits(a, b, c) | ExprKind::Conditional(a, b, c) => {
                [a, b, c].into_iter().for_each(visit);
            }
            ExprKind::Case(branches) => {
                for branch in branches {
                    visit(&mut branch.condition);
                    visit(&mut branch.value);
                }
            }
            ExprKind::Set(items) | ExprKind::Array(items) | ExprKind::Call(_, items) => {
                items.iter_mut().for_each(visit);
            }
            ExprKind::PathUntil(until) => {
                visit(&mut until.left);
                if let Some(bounds) = &mut until.bounds {
                    visit(&mut bounds.low);
                    visit(&mut bounds.high);
                }
                visit(&mut until.right);
            }
            ExprKind::Bounded(_, bounds, operand) => {
                [&mut bounds.low, &mut bounds.high, operand]
                    .into_iter()
                    .for_each(visit);
            }
            ExprKind::ForAll(all) => {
                all.values.iter_mut().for_each(&mut visit);
                visit(&mut all.body);
            }
        }
    }
}

/// All expressions of a model.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    table: Vec<Expr>,
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;

    fn index(&self, id: ExprId) -> &Expr {
        &self.table[id.0 as usize]
    }
}

impl Exprs {
    pub fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let id = ExprId(u32::try_from(self.table.len()).expect("fewer than 2^32 expressions"));
        self.table.push(Expr { kind, span });
        id
    }

    /// Puts another expression in the place of `id`, for everything that refers to it.
    pub fn replace(&mut self, id: ExprId, expr: Expr) {
        self.table[id.0 as usize] = expr;
    }

    pub fn len(&self) -> usize {
        self.table.len()
    }

    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The operands, in the order in which they are written.
    pub fn children(&self, id: ExprId) -> Vec<ExprId> {
        let mut children = Vec::new();
        self.each_child(id, |child| children.push(child));
        children
    }

    /// Calls `visit` with each operand, in the order in which they are written.
    pub fn each_child(&self, id: ExprId, mut visit: impl FnMut(ExprId)) {
        match &self[id].kind {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Word(_) => {}
            ExprKind::Name(_) | ExprKind::Itself => {}
            ExprKind::Field(base, _) => visit(*base),
            ExprKind::Unary(_, operand) | ExprKind::Next(operand) => visit(*operand),
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
                [*left, *right].into_iter().for_each(visit);
            }
            ExprKind::Bits(a, b, c) | ExprKind::Conditional(a, b, c) => {
                [*a, *b, *c].into_iter().for_each(visit);
            }
            ExprKind::Case(branches) => {
                for branch in branches {
                    visit(branch.condition);
                    visit(branch.value);
                }
            }
            ExprKind::Set(items) | ExprKind::Array(items) | ExprKind::Call(_, items) => {
                items.iter().copied().for_each(visit);
            }
            ExprKind::PathUntil(until) => {
                visit(until.left);
                if let Some(bounds) = until.bounds {
                    [bounds.low, bounds.high].into_iter().for_each(&mut visit);
                }
                visit(until.right);
            }
            ExprKind::Bounded(_, bounds, operand) => {
                [bounds.low, bounds.high, *operand]
                    .into_iter()
                    .for_each(visit);
            }
            ExprKind::ForAll(all) => {
                all.values.iter().copied().for_each(&mut visit);
                visit(all.body);
            }
        }
    }

    /// The expressions of a tree, operands before what they are operands of, left before right.
    pub fn post_order(&self, root: ExprId) -> Vec<ExprId> {
        // The reverse of visiting parents first and operands from the right.
        let mut order = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            order.push(id);
            self.each_child(id, |child| stack.push(child));
        }
        order.reverse();
        order
    }

    /// Computes a value for each expression of a tree from the values of its operands, without recursion.
    pub fn fold<T>(&self, root: ExprId, mut step: impl FnMut(ExprId, &Expr, Vec<T>) -> T) -> T {
        let mut values: Vec<T> = Vec::new();
        for id in self.post_order(root) {
            let mut count = 0;
            self.each_child(id, |_| count += 1);
            let operands = values.split_off(values.len() - count);
            values.push(step(id, &self[id], operands));
        }
        values.pop().expect("the root has a value")
    }

    /// The operands of a chain: of `a & b & c` under `And`, the three, also if it is bracketed otherwise. An expression
    /// that is no such chain is its only operand.
    pub fn operands(&self, root: ExprId, op: BinaryOp) -> Vec<ExprId> {
        let mut operands = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            match self[id].kind {
                ExprKind::Binary(found, left, right) if found == op => {
                    stack.push(right);
                    stack.push(left);
                }
                _ => operands.push(id),
            }
        }
        operands
    }

    /// Whether two trees, possibly of different tables, are the same apart from places.
    pub fn same(&self, left: ExprId, others: &Exprs, right: ExprId) -> bool {
        let mut stack = vec![(left, right)];
        while let Some((left, right)) = stack.pop() {
            let (mine, theirs) = (self.children(left), others.children(right));
            if mine.len() != theirs.len() || !same_node(&self[left].kind, &others[right].kind) {
                return false;
            }
            stack.extend(mine.into_iter().zip(theirs));
        }
        true
    }
}

/// Whether two expressions are the same apart from their operands.
fn same_node(left: &ExprKind, right: &ExprKind) -> bool {
    use ExprKind as K;
    match (left, right) {
        (K::Field(_, left), K::Field(_, right)) => left == right,
        (K::Unary(left, _), K::Unary(right, _)) => left == right,
        (K::Binary(left, ..), K::Binary(right, ..)) => left == right,
        (K::Call(left, _), K::Call(right, _)) => left == right,
        (K::Bounded(left, ..), K::Bounded(right, ..)) => left == right,
        (K::ForAll(left), K::ForAll(right)) => left.variable == right.variable,
        (K::PathUntil(left), K::PathUntil(right)) => {
            (left.paths, left.bounds.is_some()) == (right.paths, right.bounds.is_some())
        }
        (K::Bool(_) | K::Int(_) | K::Word(_) | K::Name(_), _) => left == right,
        _ => std::mem::discriminant(left) == std::mem::discriminant(right),
    }
}
