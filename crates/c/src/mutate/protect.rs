//! What is not mutated: the other side of the program, assertions and assumptions unless the harness is mutated, and what is never evaluated.

use assay_source::SourceMap;

use super::context::range;
use super::scope::{Scope, name};
use crate::syntax::{Origin, TokenKind};
use crate::tree::{BlockItem, ExprKind, Item, Place, StmtKind, Unit};

/// Whether a token may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    Open,
    /// A change would mean nothing: the operand of `sizeof`, a static assertion. It may go with the statement around it.
    Idle,
    /// It has to stay, with all that it stands in.
    Closed,
}

/// Whether a change of these tokens is to be left out.
pub(super) fn forbids(tokens: &[Guard]) -> bool {
    let idle = tokens.iter().all(|&guard| guard == Guard::Idle);
    idle || tokens.contains(&Guard::Closed)
}

/// Functions and macros that state what is to hold, or what may be assumed.
fn is_claim(name: &str) -> bool {
    const NAMES: [&str; 10] = [
        "assert",
        "__assert_fail",
        "__assert_rtn",
        "__assert_func",
        "__assert",
        "__CPROVER_assert",
        "__CPROVER_assume",
        "__CPROVER_precondition",
        "__CPROVER_postcondition",
        "reach_error",
    ];
    let verifier = name.strip_prefix("__VERIFIER_");
    NAMES.contains(&name) || verifier.is_some_and(|rest| !rest.starts_with("nondet"))
}

/// For each token of a unit.
pub(super) fn guards(unit: &Unit, scope: &Scope<'_>, map: &SourceMap) -> Vec<Guard> {
    let mut guards = vec![Guard::Open; unit.tokens.len()];
    let mut set = |place: Place, guard: Guard| {
        let (first, end) = range(place);
        guards[first..end].fill(guard);
    };
    for place in idle(unit) {
        set(place, Guard::Idle);
    }
    for item in unit.items.iter() {
        let claim = !scope.harness && name(item).is_some_and(is_claim);
        if claim || !scope.has_item(item) {
            set(item_place(item), Guard::Closed);
        }
    }
    if scope.harness {
        return guards;
    }
    for expr in unit.exprs.iter() {
        if let ExprKind::Call(callee, _) = &expr.kind
            && let ExprKind::Name(name) = &unit.expr(*callee).kind
            && is_claim(name)
        {
            set(expr.place, Guard::Closed);
        }
    }
    // A macro that expands to a claim is one, whatever it is called.
    let mut first = 0;
    for run in unit.tokens.chunk_by(|a, b| a.used == b.used) {
        let end = first + run.len();
        let named = |kind: &TokenKind| matches!(kind, TokenKind::Name(name) if is_claim(name));
        let used = run[0].used;
        let by_name = || {
            map.get(used.file)
                .is_some_and(|file| is_claim(file.slice(used)))
        };
        let from_macro = run[0].origin != Origin::Direct;
        if from_macro && (run.iter().any(|token| named(&token.kind)) || by_name()) {
            guards[first..end].fill(Guard::Closed);
        }
        first = end;
    }
    guards
}

fn idle(unit: &Unit) -> Vec<Place> {
    let mut found = Vec::new();
    for expr in unit.exprs.iter() {
        if let ExprKind::SizeofExpr(operand) | ExprKind::AlignofExpr(operand) = expr.kind {
            found.push(unit.expr(operand).place);
        }
    }
    for stmt in unit.stmts.iter() {
        if let StmtKind::Block(items) = &stmt.kind {
            found.extend(items.iter().filter_map(|item| match item {
                BlockItem::StaticAssert(assert) => Some(assert.place),
                _ => None,
            }));
        }
    }
    found.extend(unit.items.iter().filter_map(|item| match item {
        Item::StaticAssert(assert) => Some(assert.place),
        _ => None,
    }));
    found
}

fn item_place(item: &Item) -> Place {
    match item {
        Item::Declaration(declaration) => declaration.place,
        Item::Function(function) => function.place,
        Item::StaticAssert(assert) => assert.place,
    }
}
