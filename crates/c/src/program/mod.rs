//! A typed program: what the elaboration makes of one or several syntax trees, and what the bounded checker and the interpreter run.
//!
//! Every conversion is explicit, every name is resolved, every expression has a type. What stays open is the meaning: how
//! memory looks, what a check is, how far a loop is unrolled. That belongs to whoever runs the program.

mod calls;
mod expr;
mod stmt;
mod types;
mod walk;

use assay_source::Span;

use crate::checks::Switches;

pub use calls::reachable;
pub use expr::{
    BinaryOp, Callee, Expr, ExprKind, FloatValue, Lvalue, LvalueKind, Site, UnaryOp, Written,
};
pub use stmt::{Init, LabelId, LoopNumber, Step, Stmt, StmtKind, SwitchCase};
pub use types::{
    DataModel, Field, FloatKind, FunctionType, Length, Record, RecordId, Type, TypeId, Types,
};

/// A whole program: all translation units, linked.
#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    /// Where checks are switched on and off.
    pub switches: Switches,
    /// Objects with static storage: globals, static locals, string literals, compound literals at file scope.
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    /// What runs before the entry function, in this order: functions with the attribute `constructor`.
    pub constructors: Vec<FunctionId>,
    /// What runs after the entry function, in this order: functions with the attribute `destructor`.
    pub destructors: Vec<FunctionId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A local of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

impl Program {
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// A function by the name that it is linked by.
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        let found = self.functions.iter().position(|f| f.name == name)?;
        Some(FunctionId(found as u32))
    }
}

#[derive(Clone, Debug)]
pub struct Global {
    /// As it is linked. A static of a second unit with a name that is taken gets a suffix (`$link1`), a static local the name of its
    /// function before it (`f::x`), a string literal is named by its text in quotes.
    pub name: String,
    pub ty: TypeId,
    /// Zero where absent and `defined`; any value where it is declared `extern` and defined nowhere.
    pub init: Option<Init>,
    pub defined: bool,
    pub is_const: bool,
    /// Whether it is a string literal.
    pub literal: bool,
    pub span: Span,
    /// Of its name.
    pub site: Site,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// As it is linked, see [`Global::name`].
    pub name: String,
    pub ty: FunctionType,
    /// The parameters come first.
    pub locals: Vec<Local>,
    pub parameters: usize,
    /// None where no unit defines it.
    pub body: Option<Stmt>,
    /// How many labels it has: user labels and labels of cases alike.
    pub labels: u32,
    /// Whether its text comes from the library of models, not from the user.
    pub library: bool,
    /// Of its name.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: TypeId,
    /// Made by the elaboration, not written by the user.
    pub hidden: bool,
    /// Whether its address is taken anywhere, also by indexing it as an array.
    pub addressed: bool,
    pub span: Span,
    /// Of its name.
    pub site: Site,
}
