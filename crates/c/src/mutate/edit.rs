//! Changes of a tree. New nodes have the place of the node that they replace, so that the tokens of all others keep their numbers.

use crate::tree::{BinaryOp, Expr, ExprId, ExprKind, Place, Stmt, StmtId, StmtKind, UnaryOp, Unit};

#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    Expr(ExprId, New),
    Stmt(StmtId, StmtKind),
}

impl Edit {
    /// Where it is made.
    pub fn place(&self, unit: &Unit) -> Place {
        match self {
            Edit::Expr(at, _) => unit.expr(*at).place,
            Edit::Stmt(at, _) => unit.stmt(*at).place,
        }
    }
}

/// An expression that is made of original ones.
#[derive(Clone, Debug, PartialEq)]
pub enum New {
    /// An original expression. It may be the one that is replaced.
    Old(ExprId),
    /// A node over original expressions.
    Kind(ExprKind),
    Unary(UnaryOp, Box<New>),
    Binary(BinaryOp, Box<New>, Box<New>),
}

/// The units with the change made. Nodes that do not change are shared.
pub fn apply(units: &[Unit], offer: &super::Offer) -> Vec<Unit> {
    let mut changed = units.to_vec();
    for (unit, edit) in &offer.edits {
        let of = &mut changed[*unit];
        match edit {
            Edit::Expr(at, new) => {
                let kind = kind(of, *at, new);
                let node = of.expr(*at).clone();
                of.exprs.set(at.0 as usize, Expr { kind, ..node });
            }
            Edit::Stmt(at, kind) => {
                let place = of.stmt(*at).place;
                let kind = kind.clone();
                of.stmts.set(at.0 as usize, Stmt { kind, place });
            }
        }
    }
    changed
}

/// What a new node at `at` is. Its children are in the unit afterwards.
fn kind(unit: &mut Unit, at: ExprId, new: &New) -> ExprKind {
    match new {
        New::Old(id) => unit.expr(*id).kind.clone(),
        New::Kind(kind) => kind.clone(),
        New::Unary(op, value) => ExprKind::Unary(*op, child(unit, at, value)),
        New::Binary(op, a, b) => {
            let a = child(unit, at, a);
            ExprKind::Binary(*op, a, child(unit, at, b))
        }
    }
}

/// The number of a child of the node that replaces `at`.
fn child(unit: &mut Unit, at: ExprId, new: &New) -> ExprId {
    let node = match new {
        New::Old(id) if *id != at => return *id,
        _ => Expr {
            kind: kind(unit, at, new),
            ..unit.expr(at).clone()
        },
    };
    ExprId(unit.exprs.push(node) as u32)
}
