//! Leads lines of what yosys wrote back to the source: places, names, and what somebody wrote.
//!
//! - A register is shown where it is first assigned: the place that yosys gives is that of the whole `always` block, and in
//!   it we look for its name before an assignment. A memory, and what is not found, is shown where it is declared.
//! - An operator is shown at its own place and called after it, `add@11:33`, the second one there `add@11:33.2`. In an
//!   instance, the place of the instance stands before it and is passed over.
//! - A `case` is shown by its head.
//! - An assertion without a label is called after its line, `assert@23`.
//! - Names with a `$` are yosys's. A register with such a name belongs to an assertion or to an asynchronous reset; the
//!   latter goes by the name of what reads it, with `.reg` behind it, because that one is the value that the source sees.
//! - What stands in an included file is shown where the first file names that one: reports show one file.
//! - What only assertions and assumptions read is specification ([`specification`]), and no element.

use assay_source::{SourceFile, Span};
use rustc_hash::FxHashMap;

use super::location::{Location, locations};
use super::nodes::phrases;
use super::phrase::is_case;
use super::specification;
use crate::btor2::{Kind, LineId, Loaded, Model, Names, is_operator, keyword};

pub(super) fn led_back(loaded: Loaded, files: &[SourceFile]) -> Loaded {
    let Loaded { mut model, .. } = loaded;
    let all: Vec<LineId> = model.ids().collect();
    let own: Vec<Option<Span>> = all.iter().map(|l| own_place(&model, *l, files)).collect();
    let mut places = own.clone();
    let lenders = Names::new(&model);
    let names = public_names(&model, &lenders);
    for state in model.states() {
        let at = state.state.index();
        let declared = own[at].or_else(|| lenders.lender(state.state).and_then(|l| own[l.index()]));
        let block = state.next.and_then(|(next, _)| own[next.index()]);
        let assigned = names[at]
            .as_deref()
            .and_then(|name| assignment(files, block?, name.trim_end_matches(".reg")));
        places[at] = assigned.or(declared).or(block);
    }
    for &line in &all {
        if let Kind::Constraint(arg) = model.line(line).kind {
            places[line.index()] = first_place(&model, arg.line, &own);
        }
    }
    let claims: Vec<Span> = all
        .iter()
        .filter(|l| matches!(model.line(**l).kind, Kind::Bad(_)))
        .filter_map(|l| own[l.index()])
        .collect();
    let named: Vec<bool> = all
        .iter()
        .map(|l| is_register(&model, *l) && names[l.index()].is_some())
        .collect();
    let only_claims = specification::registers(&model, &named);
    let design: Vec<bool> = named
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
    let phrases = phrases(&model, &names, &places, files);
    let symbols: Vec<Option<String>> = all
        .iter()
        .map(|l| symbol(&model, *l, &names, own[l.index()], files))
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
    }
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

/// By line: the name that the source has for a state or input.
fn public_names(model: &Model, names: &Names) -> Vec<Option<String>> {
    let public = |line: LineId| {
        let own = model
            .line(line)
            .symbol
            .as_deref()
            .filter(|s| !s.starts_with('$'));
        own.or_else(|| names.lent(line)).map(str::to_string)
    };
    let mut found: Vec<Option<String>> = model
        .ids()
        .map(|l| match model.line(l).kind {
            Kind::State | Kind::Input => public(l),
            _ => None,
        })
        .collect();
    // An asynchronous reset: what the source sees is either the register or the value of the reset.
    for line in model.ids() {
        let Kind::Op(_, args) = &model.line(line).kind else {
            continue;
        };
        if model
            .line(line)
            .symbol
            .as_deref()
            .is_none_or(|s| !s.starts_with("$auto$async2sync"))
        {
            continue;
        }
        let Some(seen) = names.lent(line) else {
            continue;
        };
        for arg in args {
            let at = arg.line.index();
            if model.line(arg.line).kind == Kind::State && found[at].is_none() {
                found[at] = Some(format!("{seen}.reg"));
            }
        }
    }
    found
}

/// The first place on the way down from a line.
fn first_place(model: &Model, line: LineId, own: &[Option<Span>]) -> Option<Span> {
    let mut level = vec![line];
    // yosys wraps an assumption in two operators.
    for _ in 0..3 {
        if let Some(place) = level.iter().find_map(|l| own[l.index()]) {
            return Some(place);
        }
        let below = level.iter().flat_map(|l| model.line(*l).kind.args());
        level = below.map(|a| a.line).collect();
    }
    None
}

/// Where a block assigns to a name for the first time: `name <=`, `name[3:0] <=`, `name =`.
fn assignment(files: &[SourceFile], block: Span, name: &str) -> Option<Span> {
    let file = files.iter().find(|f| f.id == block.file)?;
    let text = file.slice(block);
    // In an instance, the name has the path before it.
    let name = name.rsplit('.').next()?;
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let mut after = &text[at + name.len()..];
        if before.is_some_and(|c| word(c) || c == '.') || after.starts_with(word) {
            continue;
        }
        after = after.trim_start();
        while let Some(index) = after.strip_prefix('[') {
            after = match index.split_once(']') {
                Some((_, rest)) => rest.trim_start(),
                None => return None,
            };
        }
        let assigns =
            after.starts_with("<=") || (after.starts_with('=') && !after.starts_with("=="));
        // `x <= y` is an assignment only at the start of a statement.
        let start = text[..at].trim_end();
        let statement = [";", "begin", "else", ")", ":"]
            .iter()
            .any(|end| start.ends_with(end));
        if assigns && (statement || start.is_empty()) {
            let end = after
                .find(';')
                .map_or(at + name.len(), |length| text.len() - after.len() + length);
            let from = block.start as usize;
            return Some(Span::new(block.file, from + at, from + end));
        }
    }
    None
}

/// What a line is to be called.
fn symbol(
    model: &Model,
    line: LineId,
    names: &[Option<String>],
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
            names[line.index()].clone().or(own).or_else(hidden)
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
