//! Leads lines of what yosys wrote back to the source: places, names, and what somebody wrote.
//!
//! - A register is shown where it is assigned, but not in the branch of a reset ([`assignments`]): the place that yosys gives
//!   is that of the whole `always` block. A memory is shown where it is written. What is not found is shown where it is
//!   declared.
//! - An operator is shown at its own place and called after it, `add@11:33`, the second one there `add@11:33.2`. In an
//!   instance, the place of the instance stands before it and is passed over.
//! - A `case` is shown by its head.
//! - An assertion without a label is called after its line, `assert@23`.
//! - Names with a `$` are yosys's; what the source calls a register is found by [`Named`].
//! - What stands in an included file is shown where the first file names that one: reports show one file.
//! - What only assertions and assumptions read is specification ([`specification`]), and no element.

use assay_source::{SourceFile, Span};
use rustc_hash::FxHashMap;

use super::assignments::{Assignment, assignments};
use super::location::{Location, locations};
use super::named::Named;
use super::nodes::phrases;
use super::phrase::{Phrase, is_case};
use super::specification;
use crate::btor2::{Kind, LineId, Loaded, Model, Names, is_operator, keyword};

pub(super) fn led_back(loaded: Loaded, files: &[SourceFile]) -> Loaded {
    let Loaded { mut model, .. } = loaded;
    let all: Vec<LineId> = model.ids().collect();
    let own: Vec<Option<Span>> = all.iter().map(|l| own_place(&model, *l, files)).collect();
    let mut places = own.clone();
    let lenders = Names::new(&model);
    let named = Named::new(&model, &lenders);
    let names = &named.names;
    let mut others: Vec<Vec<Span>> = vec![vec![]; all.len()];
    for state in model.states() {
        let at = state.state.index();
        let declared = own[at].or_else(|| lenders.lender(state.state).and_then(|l| own[l.index()]));
        let block = state.next.and_then(|(next, _)| own[next.index()]);
        let is_array = model.width(state.state).is_none();
        let searched = match is_array {
            // Of an array there is only the place of its declaration.
            true => declared.or(block).and_then(|d| rest_of_module(files, d)),
            false => block,
        };
        let mut assigned = named
            .element(state.state)
            .map_or(vec![], |name| assigned_at(files, searched, name))
            .into_iter();
        places[at] = assigned.next().or(declared).or(block);
        others[at] = assigned.collect();
    }
    for &line in &all {
        if let Kind::Constraint(arg) = model.line(line).kind {
            let first = first_placed(&model, arg.line, &own);
            places[line.index()] = first.and_then(|l| assumed_at(&model, files, l, own[l.index()]));
        }
    }
    let claims: Vec<Span> = all
        .iter()
        .filter(|l| matches!(model.line(**l).kind, Kind::Bad(_)))
        .filter_map(|l| own[l.index()])
        .collect();
    let registers: Vec<bool> = all
        .iter()
        .map(|l| is_register(&model, *l) && names[l.index()].is_some())
        .collect();
    let only_claims = specification::registers(&model, &registers);
    let design: Vec<bool> = registers
        .iter()
        .zip(&only_claims)
        .map(|(n, o)| *n && !o)
        .collect();
    let read = specification::read_by_the_model(&model, &design, &own, &claims);
    let written = all
        .iter()
        .map(|l| match &model.line(*l).kind {
            Kind::State => design[l.index()],
            kind => is_operator(kind) && read[l.index()] && own[l.index()].is_some(),
        })
        .collect();
    let phrases = phrases(&model, &named, &places, files);
    let elsewhere = all
        .iter()
        .map(|l| phrased(&phrases[l.index()], &others[l.index()], files))
        .collect();
    let symbols: Vec<Option<String>> = all
        .iter()
        .map(|l| symbol(&model, *l, &named, own[l.index()], files))
        .collect();
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for (line, symbol) in model.lines.iter_mut().zip(symbols) {
        // One `if` is a multiplexer for each register that it sets.
        line.symbol = symbol.map(|symbol| {
            let count = seen.entry(symbol.clone()).or_default();
            *count += 1;
            match *count {
                many if many > 1 && symbol.contains('@') => format!("{symbol}.{many}"),
                _ => symbol,
            }
        });
    }
    let places = places
        .into_iter()
        .map(|place| shown(files, place?))
        .collect();
    Loaded {
        model,
        places,
        written,
        phrases,
        elsewhere,
        called: named.called,
        clock: None,
    }
}

/// Places of the first file, each with how a change is written there.
fn phrased(phrase: &Option<Phrase>, places: &[Span], files: &[SourceFile]) -> Vec<(Span, Phrase)> {
    let (Some(phrase), Some(first)) = (phrase, files.first()) else {
        return vec![];
    };
    let here = places.iter().filter(|span| span.file == first.id);
    here.map(|span| {
        let text = first.slice(*span).to_string();
        let phrase = phrase.clone();
        (*span, Phrase { text, ..phrase })
    })
    .collect()
}

/// A place in the first file; one elsewhere is where the first file names that one, or at its start.
fn shown(files: &[SourceFile], place: Span) -> Option<Span> {
    let first = files.first()?;
    if place.file == first.id {
        return Some(place);
    }
    let other = files.iter().find(|f| f.id == place.file)?.name();
    let name = other.rsplit(['/', '\\']).next()?;
    let at = first.text().find(&format!("{name}\""));
    let at = at.map_or(0..0, |at| at..at + name.len());
    Some(Span::new(first.id, at.start, at.end))
}

/// The place that yosys gives a line.
fn own_place(model: &Model, line: LineId, files: &[SourceFile]) -> Option<Span> {
    let line = model.line(line);
    let symbol = line.symbol.as_deref().unwrap_or("");
    if matches!(line.kind, Kind::Bad(_)) && line.comment.is_none() {
        return Location::parse(symbol)?.span(files);
    }
    let all = locations(line.comment.as_deref()?);
    let chosen = match symbol.strip_prefix("$flatten\\") {
        // One place of an instance for each level of the hierarchy.
        Some(path) => {
            let levels = 1 + path.matches(".\\").count();
            smallest(
                all.get(levels..)
                    .filter(|own| !own.is_empty())
                    .unwrap_or(&all),
            )
        }
        None if symbol.starts_with('$') => smallest(&all),
        None => all.last().copied(),
    };
    let span = chosen?.span(files)?;
    let file = files.iter().find(|f| f.id == span.file)?;
    Some(head(file, span))
}

/// Of a `case` only what stands before its branches.
fn head(file: &SourceFile, span: Span) -> Span {
    let text = file.slice(span);
    if !is_case(text) {
        return span;
    }
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => {
                let start = span.start as usize;
                return Span::new(span.file, start, start + at + 1);
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    span
}

fn smallest<'a>(all: &[Location<'a>]) -> Option<Location<'a>> {
    all.iter().min_by_key(|l| l.size()).copied()
}

/// Whether a line is a state and no choice of the environment: `$anyconst` keeps one value for ever, and yosys writes it
/// as a register that holds its value.
fn is_register(model: &Model, line: LineId) -> bool {
    let line = model.line(line);
    let symbol = line.symbol.as_deref().unwrap_or("");
    line.kind == Kind::State && !symbol.contains("$anyconst$") && !symbol.contains("$allconst$")
}

/// The first line with a place on the way down from a line.
fn first_placed(model: &Model, line: LineId, own: &[Option<Span>]) -> Option<LineId> {
    let mut level = vec![line];
    // yosys wraps an assumption in two operators.
    for _ in 0..3 {
        if let Some(placed) = level.iter().find(|l| own[l.index()].is_some()) {
            return Some(*placed);
        }
        let below = level.iter().flat_map(|l| model.line(*l).kind.args());
        level = below.map(|a| a.line).collect();
    }
    None
}

/// Where `what` is assumed. An operator stands there; of a signal alone yosys knows only the declaration, so the text is searched
/// for the assumption.
fn assumed_at(
    model: &Model,
    files: &[SourceFile],
    what: LineId,
    own: Option<Span>,
) -> Option<Span> {
    let line = model.line(what);
    let file = files.iter().find(|f| own.is_some_and(|o| o.file == f.id));
    let (Some(file), Some(symbol), false) = (file, &line.symbol, is_operator(&line.kind)) else {
        return own;
    };
    let name = symbol.rsplit('.').next().unwrap_or(symbol);
    let text = file.text();
    let alone = text.match_indices("assume").find_map(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let rest = rest.strip_prefix("property").unwrap_or(rest).trim_start();
        let inner = rest.strip_prefix('(')?;
        let (inner, _) = inner.split_once(')')?;
        let start = text.len() - rest.len() + 1 + (inner.len() - inner.trim_start().len());
        (inner.trim() == name).then(|| Span::new(file.id, start, start + name.len()))
    });
    alone.or(own)
}

/// Where a text assigns to a name, resets last; no other places of a reset than the first.
fn assigned_at(files: &[SourceFile], text: Option<Span>, name: &str) -> Vec<Span> {
    let file = text.and_then(|t| files.iter().find(|f| f.id == t.file));
    let (Some(file), Some(searched)) = (file, text) else {
        return vec![];
    };
    // In an instance, the name has the path before it.
    let name = name.rsplit('.').next().unwrap_or(name);
    let all = assignments(file.slice(searched), name);
    let span = |a: &Assignment| {
        let from = searched.start as usize;
        Span::new(searched.file, from + a.at.start, from + a.at.end)
    };
    let work: Vec<Span> = all.iter().filter(|a| !a.reset).map(span).collect();
    match work.is_empty() {
        true => all.iter().take(1).map(span).collect(),
        false => work,
    }
}

/// From a place to the end of its module.
fn rest_of_module(files: &[SourceFile], from: Span) -> Option<Span> {
    let file = files.iter().find(|f| f.id == from.file)?;
    let rest = file.text().get(from.end as usize..)?;
    let end = rest.find("endmodule").unwrap_or(rest.len());
    Some(Span::new(
        from.file,
        from.end as usize,
        from.end as usize + end,
    ))
}

/// What a line is to be called.
fn symbol(
    model: &Model,
    line: LineId,
    named: &Named,
    place: Option<Span>,
    files: &[SourceFile],
) -> Option<String> {
    let own = model.line(line).symbol.clone();
    let kind = &model.line(line).kind;
    let position = |span: Span| {
        let file = files.iter().find(|f| f.id == span.file)?;
        Some(file.start(span))
    };
    match kind {
        Kind::State => {
            let id = model.line(line).id;
            let hidden = || Some(format!("$n{id}"));
            named.variable(line).or(own).or_else(hidden)
        }
        Kind::Bad(_)
            if own
                .as_deref()
                .is_none_or(|s| s.contains('$') || Location::parse(s).is_some()) =>
        {
            let at = position(place?)?;
            Some(format!("assert@{}", at.line))
        }
        kind if is_operator(kind) && own.as_deref().is_none_or(|s| s.starts_with('$')) => {
            let path = own.as_deref().and_then(|s| s.strip_prefix("$flatten\\"));
            let path = path
                .and_then(|p| Some(&p[..p.find(".$")? + 1]))
                .unwrap_or("");
            let at = position(place?)?;
            let name = keyword(kind);
            Some(format!(
                "{}{name}@{}:{}",
                path.replace('\\', ""),
                at.line,
                at.column
            ))
        }
        _ => own,
    }
}
