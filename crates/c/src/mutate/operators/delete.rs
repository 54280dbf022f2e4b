//! Statements are deleted. A semicolon stays, so that an `if` still has a branch and a label something to stand before.

use assay_source::Span;

use crate::mutate::context::{Context, range};
use crate::mutate::edit::Edit;
use crate::mutate::found::Found;
use crate::syntax::Origin;
use crate::tree::{BlockItem, StmtId, StmtKind};

/// A line with more statements is deleted as a whole only: four have eleven ways to delete two or more.
const MOST_IN_LINE: usize = 4;

pub fn simple(context: &Context<'_>, id: StmtId) -> Vec<Found> {
    let stmt = context.unit.stmt(id);
    match &stmt.kind {
        StmtKind::Block(items) => return lines(context, items),
        StmtKind::DoWhile { body, .. } if is_simple(context, *body) => {
            let found = [whole(context, id), do_body(context, id)];
            return found.into_iter().flatten().collect();
        }
        _ => {}
    }
    if !is_simple(context, id) || context.is_do_body(id) {
        return vec![];
    }
    whole(context, id).into_iter().collect()
}

pub fn compound(context: &Context<'_>, id: StmtId) -> Vec<Found> {
    if !can_go(context, id) || is_simple(context, id) {
        return vec![];
    }
    whole(context, id).into_iter().collect()
}

/// Blocks go with the statement that they belong to; what a label stands before goes without the label.
fn can_go(context: &Context<'_>, id: StmtId) -> bool {
    !matches!(
        context.unit.stmt(id).kind,
        StmtKind::Empty | StmtKind::Block(_) | StmtKind::Labeled { .. } | StmtKind::Asm
    )
}

/// Whether no brace is written in it. One that a macro brings is not seen by who reads the text.
fn is_simple(context: &Context<'_>, id: StmtId) -> bool {
    let (first, end) = range(context.unit.stmt(id).place);
    let Some(text) = context.text(first, end) else {
        return false;
    };
    let is_written = |token: usize| {
        let span = context.unit.tokens[token].span;
        span.file == text.span.file && text.span.to(span) == text.span
    };
    let mut braces = (first..end).filter(|&token| context.is(token, "{"));
    can_go(context, id) && !braces.any(is_written)
}

fn whole(context: &Context<'_>, id: StmtId) -> Option<Found> {
    let (first, end) = range(context.unit.stmt(id).place);
    let text = context.text(first, end)?;
    Some(Found {
        text,
        at: text.span,
        replacement: ";".to_owned(),
        variant: String::new(),
        tokens: first..end,
        edits: vec![Edit::Stmt(id, StmtKind::Empty)],
    })
}

/// `do x; while (c);` becomes `while (c);`.
fn do_body(context: &Context<'_>, id: StmtId) -> Option<Found> {
    let stmt = context.unit.stmt(id);
    let StmtKind::DoWhile { body, condition } = stmt.kind else {
        return None;
    };
    let (first, end) = (
        stmt.place.first as usize,
        context.unit.stmt(body).place.end as usize,
    );
    let text = context.text(first, end)?;
    Some(Found {
        text,
        at: text.span,
        replacement: String::new(),
        variant: "do".to_owned(),
        tokens: first..end,
        edits: vec![
            Edit::Stmt(id, StmtKind::While { condition, body }),
            Edit::Stmt(body, StmtKind::Empty),
        ],
    })
}

/// Two or more statements of one line.
fn lines(context: &Context<'_>, items: &[BlockItem]) -> Vec<Found> {
    let mut rows: Vec<(usize, Vec<(StmtId, Span)>)> = Vec::new();
    for item in items {
        let BlockItem::Stmt(id) = item else {
            continue;
        };
        let Some((line, span)) = in_one_line(context, *id) else {
            continue;
        };
        match rows.last_mut() {
            Some((last, row)) if *last == line => row.push((*id, span)),
            _ => rows.push((line, vec![(*id, span)])),
        }
    }
    let mut found = Vec::new();
    for (_, row) in rows.iter().filter(|(_, row)| row.len() > 1) {
        if row.len() > MOST_IN_LINE {
            found.push(several(context, row, |_| true));
            continue;
        }
        let chosen = (1_usize..1 << row.len()).filter(|chosen| chosen.count_ones() > 1);
        found.extend(chosen.map(|chosen| several(context, row, |at| chosen >> at & 1 == 1)));
    }
    found.into_iter().flatten().collect()
}

/// Line and span of a statement that stands in one line of a file.
fn in_one_line(context: &Context<'_>, id: StmtId) -> Option<(usize, Span)> {
    let (first, end) = range(context.unit.stmt(id).place);
    let tokens = &context.unit.tokens;
    let direct = tokens[first].origin == Origin::Direct && tokens[end - 1].origin == Origin::Direct;
    if !direct || !is_simple(context, id) {
        return None;
    }
    let span = context.text(first, end)?.span;
    let line = context.map.file(span.file).start(span).line;
    (!context.slice(span).contains('\n')).then_some((line, span))
}

fn several(
    context: &Context<'_>,
    row: &[(StmtId, Span)],
    goes: impl Fn(usize) -> bool,
) -> Option<Found> {
    let gone: Vec<usize> = (0..row.len()).filter(|&at| goes(at)).collect();
    let (first, last) = (row[*gone.first()?], row[*gone.last()?]);
    let mut replacement = String::new();
    let mut at = first.1.start;
    for &number in &gone {
        let span = row[number].1;
        let kept = Span::new(span.file, at as usize, span.start as usize);
        replacement.push_str(context.slice(kept));
        replacement.push(';');
        at = span.end;
    }
    let tokens =
        range(context.unit.stmt(first.0).place).0..range(context.unit.stmt(last.0).place).1;
    let numbers: Vec<String> = gone.iter().map(|at| (at + 1).to_string()).collect();
    let edits = gone
        .iter()
        .map(|&at| Edit::Stmt(row[at].0, StmtKind::Empty));
    Some(Found {
        text: context.text(tokens.start, tokens.end)?,
        at: first.1,
        replacement,
        variant: numbers.join("+"),
        edits: edits.collect(),
        tokens,
    })
}
