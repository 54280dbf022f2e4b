//! The syntax tree of a translation unit, as it is after preprocessing.
//!
//! Expressions and statements live in two lists of the unit and refer to each other by number. A number is a key for whatever a
//! later step knows of a node, such as its type. In a unit that was parsed, children come before their parents, so that a loop over the
//! list goes from the leaves up, and a sum of a million terms needs no recursion to walk over or to drop. In a mutant this does not hold:
//! a changed node stands where the original one stood, and its new children come after all others.
//!
//! Parentheses are no nodes. Equality ignores places, so that a tree equals what its printed text is parsed to.

use std::sync::Arc;

use assay_source::Span;

use super::{CharLiteral, FloatLiteral, IntLiteral, Nodes, StringLiteral, Token};

/// Where a node stands. Any two places are equal.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// From its first to its last token where they are spelled in one file in that order. Otherwise, where macros are used from the
    /// first to the last, or the first token alone.
    pub span: Span,
    /// Its tokens: the first, and the one after the last. Numbers into [`Unit::tokens`].
    pub first: u32,
    pub end: u32,
}

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

/// The number of one token: of an operator, for example. Any two are equal, as places are.
#[derive(Clone, Copy, Debug)]
pub struct At(pub u32);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StmtId(pub u32);

/// One translation unit. A copy is cheap.
#[derive(Clone, Debug)]
pub struct Unit {
    pub tokens: Arc<[Token]>,
    pub exprs: Nodes<Expr>,
    pub stmts: Nodes<Stmt>,
    pub items: Arc<[Item]>,
}

impl PartialEq for Unit {
    fn eq(&self, other: &Unit) -> bool {
        self.items == other.items && self.exprs == other.exprs && self.stmts == other.stmts
    }
}

impl Unit {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }

    pub fn token(&self, at: At) -> &Token {
        &self.tokens[at.0 as usize]
    }

    /// The tokens of a node.
    pub fn tokens_of(&self, place: Place) -> &[Token] {
        &self.tokens[place.first as usize..place.end as usize]
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    pub name: Arc<str>,
    pub place: Place,
}

/// What stands outside of functions.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Declaration(Declaration),
    Function(Function),
    StaticAssert(StaticAssert),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declared: Vec<Declared>,
    pub place: Place,
}

/// One name of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    pub declarator: Declarator,
    /// `__asm__("name")`: the name for the linker.
    pub label: Option<StringLiteral>,
    pub attributes: Vec<Attribute>,
    pub initializer: Option<Initializer>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub attributes: Vec<Attribute>,
    /// Always a [`StmtKind::Block`].
    pub body: StmtId,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StaticAssert {
    pub condition: ExprId,
    pub message: Option<StringLiteral>,
    pub place: Place,
}

/// `__attribute__((name(arguments)))`. The arguments are tokens without the parentheses around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Without underscores around it.
    pub name: Arc<str>,
    pub arguments: Vec<crate::TokenKind>,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// What a declaration starts with.
#[derive(Clone, Debug, PartialEq)]
pub struct Specifiers {
    pub storage: Option<Storage>,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    pub qualifiers: Qualifiers,
    pub base: Base,
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Alignment {
    Type(Box<TypeName>),
    Expr(ExprId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    Float16,
    Float32,
    Float32x,
    Float64,
    Float64x,
    Float128,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// No type is written: `int`, as it was before C99.
    Implicit,
    Void,
    Arithmetic(Arithmetic),
    Complex(Arithmetic),
    Record(Box<Record>),
    Enum(Box<Enum>),
    Named(Ident),
    TypeofExpr(ExprId),
    TypeofType(Box<TypeName>),
    Atomic(Box<TypeName>),
    AutoType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Ident>,
    /// None if only its tag is written.
    pub members: Option<Vec<Member>>,
    pub attributes: Vec<Attribute>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    Fields(Fields),
    StaticAssert(StaticAssert),
}

/// One line of fields. Without any field it is an anonymous structure or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields {
    pub specifiers: Specifiers,
    pub fields: Vec<Field>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// None for a bit-field without a name.
    pub declarator: Option<Declarator>,
    pub bits: Option<ExprId>,
    pub attributes: Vec<Attribute>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub tag: Option<Ident>,
    pub values: Option<Vec<Enumerator>>,
    pub attributes: Vec<Attribute>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    pub name: Ident,
    pub attributes: Vec<Attribute>,
    pub value: Option<ExprId>,
}

/// A name and how its type is derived from the specifiers. `parts` are in reading order from the name on: `int *(*f)(void)` is
/// a pointer to a function that returns a pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Declarator {
    pub name: Option<Ident>,
    pub parts: Vec<Part>,
    pub place: Place,
}

impl Declarator {
    /// The parameters, if the name is that of a function.
    pub fn function(&self) -> Option<&Parameters> {
        match self.parts.first() {
            Some(Part::Function(parameters)) => Some(parameters),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Pointer {
        qualifiers: Qualifiers,
        attributes: Vec<Attribute>,
    },
    Array(ArrayPart),
    Function(Parameters),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ArrayPart {
    pub size: ArraySize,
    /// Of a parameter: `int a[static const 3]`.
    pub qualifiers: Qualifiers,
    pub is_static: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySize {
    /// `[]`
    Open,
    /// `[*]`
    Star,
    Expr(ExprId),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Empty for `()` and for `(void)`; `prototype` tells them apart.
    pub list: Vec<Parameter>,
    pub variadic: bool,
    /// False for `()`, which says nothing of parameters.
    pub prototype: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub attributes: Vec<Attribute>,
    pub place: Place,
}

/// A type in an expression. Its declarator has no name.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Initializer {
    Expr(ExprId),
    List(InitList),
}

#[derive(Clone, Debug, PartialEq)]
pub struct InitList {
    pub items: Vec<InitItem>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InitItem {
    pub designators: Vec<Designator>,
    pub value: Initializer,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Designator {
    Field(Ident),
    Index(ExprId),
    /// GNU: `[1 ... 3]`, both ends included.
    Range(ExprId, ExprId),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Block(Vec<BlockItem>),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        condition: ExprId,
    },
    For {
        init: ForInit,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch {
        value: ExprId,
        body: StmtId,
    },
    /// One or more labels and what they stand before.
    Labeled {
        labels: Vec<Label>,
        body: StmtId,
    },
    Goto(Ident),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Inline assembler, in a system header only. A step that reaches it has to refuse it.
    Asm,
}

#[derive(Clone, Debug, PartialEq)]
pub enum BlockItem {
    Declaration(Declaration),
    StaticAssert(StaticAssert),
    Stmt(StmtId),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ForInit {
    None,
    Expr(ExprId),
    Declaration(Box<Declaration>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    Name(Ident),
    Case(ExprId),
    /// GNU: `case 1 ... 3`, both ends included.
    CaseRange(ExprId, ExprId),
    Default,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub place: Place,
    /// The token of the operator: `?` of a conditional, `(` of a call, `[` of an index. For the rest the first token.
    pub operator: At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
    Deref,
    Address,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl BinaryOp {
    pub fn as_str(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }

    /// How strongly it binds: a product more than a sum.
    pub(crate) fn level(self) -> u8 {
        match self {
            BinaryOp::Or => 3,
            BinaryOp::And => 4,
            BinaryOp::BitOr => 5,
            BinaryOp::BitXor => 6,
            BinaryOp::BitAnd => 7,
            BinaryOp::Eq | BinaryOp::Ne => 8,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 9,
            BinaryOp::Shl | BinaryOp::Shr => 10,
            BinaryOp::Add | BinaryOp::Sub => 11,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 12,
        }
    }

    pub(crate) fn from_str(text: &str) -> Option<BinaryOp> {
        Some(match text {
            "*" => BinaryOp::Mul,
            "/" => BinaryOp::Div,
            "%" => BinaryOp::Rem,
            "+" => BinaryOp::Add,
            "-" => BinaryOp::Sub,
            "<<" => BinaryOp::Shl,
            ">>" => BinaryOp::Shr,
            "<" => BinaryOp::Lt,
            ">" => BinaryOp::Gt,
            "<=" => BinaryOp::Le,
            ">=" => BinaryOp::Ge,
            "==" => BinaryOp::Eq,
            "!=" => BinaryOp::Ne,
            "&" => BinaryOp::BitAnd,
            "^" => BinaryOp::BitXor,
            "|" => BinaryOp::BitOr,
            "&&" => BinaryOp::And,
            "||" => BinaryOp::Or,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Name(Arc<str>),
    Int(IntLiteral),
    Float(FloatLiteral),
    Char(CharLiteral),
    /// Adjacent strings are one.
    String(StringLiteral),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// `=`, or with an operator `+=` and the like.
    Assign(Option<BinaryOp>, ExprId, ExprId),
    /// GNU allows the middle to be absent.
    Conditional(ExprId, Option<ExprId>, ExprId),
    Comma(ExprId, ExprId),
    Cast(Box<TypeName>, ExprId),
    CompoundLiteral(Box<TypeName>, InitList),
    Call(ExprId, Vec<ExprId>),
    Index(ExprId, ExprId),
    /// `a.b`
    Member(ExprId, Ident),
    /// `a->b`
    Arrow(ExprId, Ident),
    SizeofExpr(ExprId),
    SizeofType(Box<TypeName>),
    AlignofExpr(ExprId),
    AlignofType(Box<TypeName>),
    Offsetof(Box<TypeName>, Vec<Designator>),
    VaArg(ExprId, Box<TypeName>),
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    Generic(ExprId, Vec<GenericArm>),
    /// GNU: `({ ... })`. Always a [`StmtKind::Block`].
    Statement(StmtId),
}

/// One association of `_Generic`; no type means `default`.
#[derive(Clone, Debug, PartialEq)]
pub struct GenericArm {
    pub of: Option<TypeName>,
    pub value: ExprId,
}
