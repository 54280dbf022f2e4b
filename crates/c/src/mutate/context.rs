//! What a mutator may look at besides its node.

use std::ops::Range;

use assay_source::SourceMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::locals::{Local, locals};
use super::scope::name;
use crate::syntax::TokenKind;
use crate::tree::{BinaryOp, ExprId, ExprKind, Item, Part, Place, StmtId, StmtKind, Unit};

pub(crate) struct Context<'a> {
    pub unit: &'a Unit,
    pub map: &'a SourceMap,
    /// The operation that an operand of a binary operator belongs to.
    parents: FxHashMap<ExprId, ExprId>,
    /// Names that are called.
    called: FxHashSet<ExprId>,
    /// Bodies of `do`.
    do_bodies: FxHashSet<StmtId>,
    functions: Vec<Function<'a>>,
}

/// A function that is defined in the unit.
pub(crate) struct Function<'a> {
    pub name: &'a str,
    pub tokens: Range<usize>,
    pub returns_pointer: bool,
    /// In the order of their declarations.
    pub locals: Vec<Local<'a>>,
}

impl<'a> Context<'a> {
    pub fn new(unit: &'a Unit, map: &'a SourceMap) -> Context<'a> {
        let mut parents = FxHashMap::default();
        let mut called = FxHashSet::default();
        for at in 0..unit.exprs.len() {
            match &unit.exprs[at].kind {
                ExprKind::Binary(_, a, b) => {
                    parents.insert(*a, ExprId(at as u32));
                    parents.insert(*b, ExprId(at as u32));
                }
                ExprKind::Call(callee, _) => {
                    called.insert(*callee);
                }
                _ => {}
            }
        }
        let do_bodies = unit.stmts.iter().filter_map(|stmt| match stmt.kind {
            StmtKind::DoWhile { body, .. } => Some(body),
            _ => None,
        });
        Context {
            unit,
            map,
            parents,
            called,
            do_bodies: do_bodies.collect(),
            functions: functions(unit),
        }
    }

    pub fn is_called(&self, id: ExprId) -> bool {
        self.called.contains(&id)
    }

    pub fn is_do_body(&self, id: StmtId) -> bool {
        self.do_bodies.contains(&id)
    }

    /// The function that a token is in.
    pub fn function(&self, token: usize) -> Option<&Function<'a>> {
        let after = self
            .functions
            .partition_point(|function| function.tokens.start <= token);
        let found = self.functions[..after].last()?;
        found.tokens.contains(&token).then_some(found)
    }

    pub fn is(&self, token: usize, text: &str) -> bool {
        let kind = self.unit.tokens.get(token).map(|token| &token.kind);
        matches!(kind, Some(TokenKind::Punct(found)) if *found == text)
    }

    /// Whether an expression has parentheses around it, its own or those of a statement or call.
    pub fn is_enclosed(&self, place: Place) -> bool {
        let (first, end) = range(place);
        first > 0 && self.is(first - 1, "(") && self.is(end, ")")
    }

    /// The tokens of an expression with all parentheses around it.
    pub fn enclosed(&self, place: Place) -> (usize, usize) {
        let (mut first, mut end) = range(place);
        while first > 0 && self.is(first - 1, "(") && self.is(end, ")") {
            (first, end) = (first - 1, end + 1);
        }
        (first, end)
    }

    /// The operator of a binary operation without parentheses around it.
    pub fn bare(&self, id: ExprId) -> Option<BinaryOp> {
        let expr = self.unit.expr(id);
        match expr.kind {
            ExprKind::Binary(op, ..) if !self.is_enclosed(expr.place) => Some(op),
            _ => None,
        }
    }

    /// The binary operation that an expression is an operand of, and whether it is the left one.
    pub fn parent(&self, id: ExprId) -> Option<(BinaryOp, bool)> {
        let parent = self.parents.get(&id)?;
        match self.unit.expr(*parent).kind {
            ExprKind::Binary(op, left, _) => Some((op, left == id)),
            _ => None,
        }
    }
}

/// The tokens of a place.
pub(crate) fn range(place: Place) -> (usize, usize) {
    (place.first as usize, place.end as usize)
}

fn functions(unit: &Unit) -> Vec<Function<'_>> {
    let mut found = Vec::new();
    for item in unit.items.iter() {
        let Item::Function(function) = item else {
            continue;
        };
        let (first, end) = range(function.place);
        if unit.tokens[first..end].iter().all(|token| token.system) {
            continue;
        }
        let result = function.declarator.parts.get(1);
        found.push(Function {
            name: name(item).unwrap_or(""),
            tokens: first..end,
            returns_pointer: matches!(result, Some(Part::Pointer { .. })),
            locals: locals(unit, function),
        });
    }
    found
}
