//! Asks all mutators about all nodes, and joins what is found at one spelling to one offer.

use assay_source::{FileId, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::context::Context;
use super::found::{Found, Key};
use super::identity::Fingerprints;
use super::operators::{self, Asks, Operator};
use super::protect::{forbids, guards};
use super::{Offer, Scope, Selection};
use crate::syntax::{Origin, Token, TokenKind};
use crate::tree::{ExprId, StmtId, Unit};

/// One text that becomes another one, at all places where it comes into the program.
struct Group {
    operator: &'static Operator,
    places: Vec<Place>,
}

struct Place {
    unit: usize,
    /// Whether it is on the side that is mutated, and not protected.
    open: bool,
    found: Found,
}

pub(super) fn offers(
    units: &[Unit],
    scope: &Scope<'_>,
    selection: &Selection,
    map: &SourceMap,
) -> Vec<Offer> {
    let files = scope.files(units);
    let contexts: Vec<Context<'_>> = units.iter().map(|unit| Context::new(unit, map)).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut known: FxHashMap<(Span, &str, String), usize> = FxHashMap::default();
    for (unit, context) in contexts.iter().enumerate() {
        let guards = guards(context.unit, scope, map);
        for (operator, found) in found_in(context, &files, selection) {
            let stays = forbids(&guards[found.tokens.clone()]);
            let open = scope.has_unit(unit) && !stays;
            let name = (found.text.span, operator.name, found.replacement.clone());
            let at = *known.entry(name).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Group {
                    operator,
                    places: vec![],
                });
            }
            groups[at].places.push(Place { unit, open, found });
        }
    }
    let counts = counts(units, map);
    let mut fingerprints = Fingerprints::default();
    let offers = groups.into_iter().filter_map(|group| {
        let shown = group.places.iter().position(|place| place.open)?;
        let key = group.places[shown].found.text.key;
        // Elsewhere the same text is something that the mutator does not change.
        if counts.get(&key) != Some(&group.places.len()) {
            return None;
        }
        let context = &contexts[group.places[shown].unit];
        Some(offer(group, shown, context, &mut fingerprints))
    });
    let mut offers: Vec<Offer> = offers.collect();
    offers.sort_by_key(|offer| (offer.span.file, offer.line, offer.column, offer.span.end));
    offers
}

/// What the selected mutators find in one unit, in files that are mutated.
fn found_in(
    context: &Context<'_>,
    files: &FxHashSet<FileId>,
    selection: &Selection,
) -> Vec<(&'static Operator, Found)> {
    let selected = operators::all().filter(|operator| selection.has(operator.name));
    let selected: Vec<&'static Operator> = selected.collect();
    let mut out = Vec::new();
    let unit = context.unit;
    let near = |token: u32| {
        let token = &unit.tokens[token as usize];
        files.contains(&token.span.file) || files.contains(&token.used.file)
    };
    for (at, expr) in unit.exprs.iter().enumerate() {
        if !near(expr.operator.0) && !near(expr.place.first) {
            continue;
        }
        for operator in &selected {
            if let Asks::Expr(find) = operator.asks {
                let found = find(context, ExprId(at as u32));
                out.extend(found.into_iter().map(|found| (*operator, found)));
            }
        }
    }
    for (at, stmt) in unit.stmts.iter().enumerate() {
        if !near(stmt.place.first) && !near(stmt.place.end - 1) {
            continue;
        }
        for operator in &selected {
            if let Asks::Stmt(find) = operator.asks {
                let found = find(context, StmtId(at as u32));
                out.extend(found.into_iter().map(|found| (*operator, found)));
            }
        }
    }
    out.retain(|(_, found)| files.contains(&found.text.span.file));
    out
}

/// How often each token that is spelled somewhere, and each use of a macro, comes into the program. Tokens of macros that look as if `##`
/// made another token of them count once more, so that they do not change: a changed text would make another token.
fn counts(units: &[Unit], map: &SourceMap) -> FxHashMap<Key, usize> {
    let mut counts = FxHashMap::default();
    for unit in units {
        for run in unit.tokens.chunk_by(|a, b| a.used == b.used) {
            *counts.entry(Key::Used(run[0].used)).or_default() += 1;
            let made: Vec<&str> = run.iter().filter_map(pasted).collect();
            for token in run.iter().filter(|token| token.origin != Origin::Made) {
                let count = counts.entry(Key::Spelled(token.span)).or_default();
                *count += 1;
                if !made.is_empty() {
                    let text = map.file(token.span.file).slice(token.span);
                    *count += usize::from(made.iter().any(|name| name.contains(text)));
                }
            }
        }
    }
    counts
}

/// A name that the preprocessor made.
fn pasted(token: &Token) -> Option<&str> {
    match &token.kind {
        TokenKind::Name(name) if token.origin == Origin::Made => Some(name),
        _ => None,
    }
}

/// `shown` is the place that the offer is described by.
fn offer(
    group: Group,
    shown: usize,
    context: &Context<'_>,
    fingerprints: &mut Fingerprints,
) -> Offer {
    let found = &group.places[shown].found;
    let span = found.text.span;
    let at = context.map.file(span.file).start(found.at);
    let function = context.function(found.tokens.start);
    Offer {
        operator: group.operator.name,
        span,
        line: at.line,
        column: at.column,
        original: context.slice(span).to_owned(),
        replacement: found.replacement.clone(),
        variant: found.variant.clone(),
        function: function.map(|function| function.name.to_owned()),
        fingerprint: fingerprints.next(context, group.operator.name, found),
        edits: group
            .places
            .into_iter()
            .flat_map(|place| {
                let edits = place.found.edits.into_iter();
                edits.map(move |edit| (place.unit, edit))
            })
            .collect(),
    }
}
