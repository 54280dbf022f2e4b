//! The mutators. Each is a name, a group, a role and one function; adding one is a function in one of these files and a line in the table.

mod argument;
mod condition;
mod constant;
mod delete;
mod index;
mod operation;
mod result;
mod unary;
mod variable;

use assay_system::{Group, OperatorRole};

use super::context::Context;
use super::found::Found;
use crate::tree::{ExprId, StmtId};

/// The function that looks at a node.
#[derive(Clone, Copy)]
pub(crate) enum Asks {
    Expr(fn(&Context<'_>, ExprId) -> Vec<Found>),
    Stmt(fn(&Context<'_>, StmtId) -> Vec<Found>),
}

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    pub role: OperatorRole,
    /// One line for people.
    pub says: &'static str,
    pub(crate) asks: Asks,
}

const fn operator(name: &'static str, group: Group, says: &'static str, asks: Asks) -> Operator {
    Operator {
        name,
        group,
        role: OperatorRole::Replacement,
        says,
        asks,
    }
}

static OPERATORS: [Operator; 13] = [
    operator(
        "rep_const",
        Group::Paper,
        "an integer constant C becomes 0, 1, -1, ((C)+1) or ((C)-1)",
        Asks::Expr(constant::integer),
    ),
    operator(
        "rep_op",
        Group::Paper,
        "an arithmetic, relational, logical or increment operator becomes another one of its kind, also in an assignment",
        Asks::Expr(operation::paper),
    ),
    operator(
        "negate",
        Group::Paper,
        "the condition of an if, while, do or for is negated",
        Asks::Stmt(condition::negate),
    ),
    operator(
        "del_stmt",
        Group::Paper,
        "a statement without braces is deleted, or several of one line",
        Asks::Stmt(delete::simple),
    ),
    operator(
        "del_block",
        Group::More,
        "a statement with braces is deleted: an if, a switch, a loop",
        Asks::Stmt(delete::compound),
    ),
    operator(
        "rep_bit",
        Group::More,
        "one of & | ^ becomes another one, also in an assignment",
        Asks::Expr(operation::bits),
    ),
    operator(
        "rep_shift",
        Group::More,
        "a shift goes the other way, also in an assignment",
        Asks::Expr(operation::shifts),
    ),
    operator(
        "del_unary",
        Group::More,
        "one of ! ~ - before an operand is deleted",
        Asks::Expr(unary::delete),
    ),
    operator(
        "rep_char",
        Group::More,
        "a character constant C becomes 0, ((C)+1) or ((C)-1)",
        Asks::Expr(constant::character),
    ),
    operator(
        "shift_index",
        Group::More,
        "an index is one more or one less",
        Asks::Expr(index::shift),
    ),
    operator(
        "rep_return",
        Group::More,
        "a function returns 0, 1 or -1",
        Asks::Stmt(result::replace),
    ),
    operator(
        "swap_args",
        Group::More,
        "two arguments side by side change places",
        Asks::Expr(argument::swap),
    ),
    operator(
        "rep_var",
        Group::More,
        "a local becomes another one of the same type",
        Asks::Expr(variable::replace),
    ),
];

/// Every mutator, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    OPERATORS.iter()
}
