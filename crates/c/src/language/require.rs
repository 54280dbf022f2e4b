//! Conditions of the user on what an execution leaves behind: expressions of C over globals and the variables of the entry function.
//!
//! Each becomes a call of `__CPROVER_assert` before every `return` of the entry function and at its end. So the elaboration finds the
//! names as it finds all others, and the bounded execution makes a check of it.

use assay_source::{Diagnostic, SourceMap};

use crate::program::Site;
use crate::tree::{BlockItem, Function, Item, Stmt, StmtId, StmtKind, Unit};
use crate::{TokenKind, graft, lex};

/// Units with the conditions in them.
pub struct Instrumented {
    pub units: Vec<Unit>,
    /// For each condition the site of its check.
    pub sites: Vec<Site>,
    /// Sites from this one on are greater by `by` than in the units without conditions.
    pub from: u32,
    pub by: u32,
}

type Done<T> = Result<T, Box<Diagnostic>>;

/// Adds the conditions to the entry function of these units. `original` are the units as they were read.
pub fn instrumented(units: Vec<Unit>, entry: &str, conditions: &[String]) -> Done<Instrumented> {
    let mut done = Instrumented {
        units,
        sites: vec![],
        from: u32::MAX,
        by: 0,
    };
    if conditions.is_empty() {
        return Ok(done);
    }
    let found = done
        .units
        .iter()
        .position(|unit| function(unit, entry).is_some());
    let Some(at) = found else {
        return Err(refused("", &format!("there is no function `{entry}`")));
    };
    let before: u32 = done.units[..at].iter().map(|u| u.tokens.len() as u32).sum();
    let length = done.units[at].tokens.len() as u32;
    let mut checks: Vec<StmtId> = Vec::new();
    for condition in conditions {
        let first = done.units[at].tokens.len() as u32;
        let (unit, check) = with_check(&done.units[at], condition)?;
        // The site of a call is its parenthesis, the second token.
        done.sites.push(Site(before + first + 1));
        done.units[at] = unit;
        checks.push(check);
    }
    done.from = before + length;
    done.by = done.units[at].tokens.len() as u32 - length;
    insert(&mut done.units[at], entry, &checks);
    Ok(done)
}

fn function<'u>(unit: &'u Unit, name: &str) -> Option<&'u Function> {
    unit.items.iter().find_map(|item| match item {
        Item::Function(f) if f.declarator.name.as_ref().is_some_and(|n| *n.name == *name) => {
            Some(f)
        }
        _ => None,
    })
}

/// The unit with one more statement, which checks the condition.
fn with_check(unit: &Unit, condition: &str) -> Done<(Unit, StmtId)> {
    let lexed = |text: &str| {
        let tokens = lex("<require>", text, &mut SourceMap::new());
        tokens.map_err(|faults| refused(condition, &message(&faults)))
    };
    let tokens = lexed(condition)?;
    let mut kinds = tokens.iter().map(|t| &t.kind).peekable();
    while let Some(kind) = kinds.next() {
        let called = |next: Option<&&TokenKind>| matches!(next, Some(TokenKind::Punct("(")));
        match kind {
            TokenKind::Punct(text) if changes(text) => {
                return Err(refused(
                    condition,
                    &format!("`{text}` would change the program"),
                ));
            }
            TokenKind::Name(name) if called(kinds.peek()) => {
                return Err(refused(condition, &format!("it calls `{name}`")));
            }
            _ => {}
        }
    }
    let text = format!("__CPROVER_assert(({condition}), \"required\");");
    graft(unit, lexed(&text)?).map_err(|fault| refused(condition, &fault.message))
}

/// Whether a token changes something or ends the expression.
fn changes(text: &str) -> bool {
    let comparison = matches!(text, "==" | "!=" | "<=" | ">=");
    matches!(text, "++" | "--" | ";" | "{" | "}") || text.ends_with('=') && !comparison
}

/// Puts statements before each `return` of a function and at its end.
fn insert(unit: &mut Unit, entry: &str, checks: &[StmtId]) {
    let Some((body, place)) = function(unit, entry).map(|f| (f.body, f.place)) else {
        return;
    };
    let checked: Vec<BlockItem> = checks.iter().map(|c| BlockItem::Stmt(*c)).collect();
    for at in 0..unit.stmts.len() {
        let Stmt { kind, place: here } = unit.stmts[at].clone();
        let inside = place.first <= here.first && here.end <= place.end;
        if !inside || !matches!(kind, StmtKind::Return(_)) {
            continue;
        }
        let moved = unit.stmts.push(Stmt { kind, place: here });
        let mut items = checked.clone();
        items.push(BlockItem::Stmt(StmtId(moved as u32)));
        let kind = StmtKind::Block(items);
        unit.stmts.set(at, Stmt { kind, place: here });
    }
    let Stmt { kind, place } = unit.stmt(body).clone();
    if let StmtKind::Block(mut items) = kind {
        items.extend(checked);
        let kind = StmtKind::Block(items);
        unit.stmts.set(body.0 as usize, Stmt { kind, place });
    }
}

/// Why a condition cannot be asked for.
pub fn refused(condition: &str, why: &str) -> Box<Diagnostic> {
    let message = format!("`{condition}` cannot be required: {why}");
    let help = "write an expression of C over globals and the variables of the entry function, such as `size != 1`";
    Box::new(Diagnostic::error("C0330", message).help(help))
}

pub fn message(faults: &[Diagnostic]) -> String {
    faults
        .first()
        .map(|f| f.message.clone())
        .unwrap_or_default()
}
