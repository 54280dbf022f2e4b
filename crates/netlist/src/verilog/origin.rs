//! Maps the lines that yosys wrote back to the source: their places and names, and which of them stand for something that
//! the source says.
//!
//! - A register is shown where it is assigned, but not in the branch of a reset ([`assignments`]): the place that yosys gives
//!   is that of the whole `always` block. A memory is shown where it is written. What is not found is shown where it is
//!   declared.
//! - An operator is shown at its own place and called after it, `add@11:33`, the second one there `add@11:33.2`. In an
//!   instance, the place of the instance stands before it and is passed over.
//! - A `case` is shown by its head.
//! - An assertion without a label is called after its line, `assert@23`.
//! - Names with a `$` are yosys's; what the source calls a register is found by [`Named`].
//! - Where the model has several files, names of operators and assertions have the file in them: `add@alu.sv:11:33`.
//! - What only assertions and assumptions read is specification ([`specification`]), and no element.

use std::collections::BTreeSet;

use assay_source::{FileId, LineColumn, SourceFile, Span};
use rustc_hash::FxHashMap;

use super::Files;
use super::assignments::{Assignment, assignments};
use super::location::{Location, locations};
use super::named::Named;
use super::nodes::phrases;
use super::phrase::{Phrase, is_case};
use super::specification;
use crate::btor2::{Kind, LineId, Loaded, Model, Names, is_operator, keyword};

pub(super) fn mapped_to_source(loaded: Loaded, files: &Files) -> Loaded {
    let Loaded { mut model, .. } = loaded;
    let all: Vec<LineId> = model.ids().collect();
    let own: Vec<Option<Span>> = all.iter().map(|l| own_place(&model, *l, files)).collect();
    let lenders = Names::new(&model);
    let named = Named::new(&model, &lenders);
    let (places, others) = places(&model, &own, &lenders, &named, files);
    let written = written(&model, &own, &named);
    let phrases = phrases(&model, &named, &places, files);
    let elsewhere = all
        .iter()
        .map(|l| phrased(&phrases[l.index()], &others[l.index()], files))
        .collect();
    let symbols = Symbols {
        model: &model,
        named: &named,
        files,
        several: has_several_files(files, &own),
    };
    let symbols: Vec<Option<String>> = all.iter().map(|l| symbols.of(*l, own[l.index()])).collect();
    set_symbols(&mut model, symbols);
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

/// By line: where it is shown, and the other places where a register is assigned.
fn places(
    model: &Model,
    own: &[Option<Span>],
    lenders: &Names,
    named: &Named,
    files: &Files,
) -> (Vec<Option<Span>>, Vec<Vec<Span>>) {
    let mut places = own.to_vec();
    let mut others: Vec<Vec<Span>> = vec![vec![]; own.len()];
    for state in model.states() {
        let at = state.state.index();
        let declared = own[at].or_else(|| lenders.lender(state.state).and_then(|l| own[l.index()]));
        let block = state.next.and_then(|(next, _)| own[next.index()]);
        let is_array = model.width(state.state).is_none();
        // Of an array, yosys gives only the place of its declaration.
        let searched = if is_array {
            declared.or(block).and_then(|d| rest_of_module(files, d))
        } else {
            block
        };
        let mut assigned = named
            .element(state.state)
            .map_or(vec![], |name| assigned_at(files, searched, name))
            .into_iter();
        places[at] = assigned.next().or(declared).or(block);
        others[at] = assigned.collect();
    }
    for line in model.ids() {
        if let Kind::Constraint(arg) = model.line(line).kind {
            let first = first_placed(model, arg.line, own);
            places[line.index()] = first.and_then(|l| assumed_at(model, files, l, own[l.index()]));
        }
    }
    (places, others)
}

/// By line: whether it stands for something that the source says about the design.
fn written(model: &Model, own: &[Option<Span>], named: &Named) -> Vec<bool> {
    let claims: Vec<Span> = model
        .ids()
        .filter(|l| matches!(model.line(*l).kind, Kind::Bad(_)))
        .filter_map(|l| own[l.index()])
        .collect();
    let registers: Vec<bool> = model
        .ids()
        .map(|l| is_register(model, l) && named.names[l.index()].is_some())
        .collect();
    let only_claims = specification::registers(model, &registers);
    let design: Vec<bool> = registers
        .iter()
        .zip(&only_claims)
        .map(|(n, o)| *n && !o)
        .collect();
    let read = specification::read_by_the_model(model, &design, own, &claims);
    let written = model.ids().map(|l| match &model.line(l).kind {
        Kind::State => design[l.index()],
        kind => is_operator(kind) && read[l.index()] && own[l.index()].is_some(),
    });
    written.collect()
}

/// Names the lines. Names of places are made unique: one `if` is a multiplexer for each register that it sets.
fn set_symbols(model: &mut Model, symbols: Vec<Option<String>>) {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for (line, symbol) in model.lines.iter_mut().zip(symbols) {
        line.symbol = symbol.map(|symbol| {
            let count = seen.entry(symbol.clone()).or_default();
            *count += 1;
            match *count {
                many if many > 1 && symbol.contains('@') => format!("{symbol}.{many}"),
                _ => symbol,
            }
        });
    }
}

/// Places, each with how a change is written there.
fn phrased(phrase: &Option<Phrase>, places: &[Span], files: &Files) -> Vec<(Span, Phrase)> {
    let Some(phrase) = phrase else {
        return vec![];
    };
    let phrased = places.iter().map(|span| {
        let text = files.slice(*span).to_string();
        let phrase = phrase.clone();
        (*span, Phrase { text, ..phrase })
    });
    phrased.collect()
}

/// Whether the model has more than one source file: those that the user named, and included ones that something stands in.
fn has_several_files(files: &Files, own: &[Option<Span>]) -> bool {
    let given = files.given().map(|f| f.id);
    let named = own.iter().flatten().map(|span| span.file);
    let ids: BTreeSet<FileId> = given.chain(named).collect();
    ids.len() > 1
}

/// The place that yosys gives a line.
fn own_place(model: &Model, line: LineId, files: &Files) -> Option<Span> {
    let line = model.line(line);
    let symbol = line.symbol.as_deref().unwrap_or("");
    if matches!(line.kind, Kind::Bad(_)) && line.comment.is_none() {
        // The places of the instances come first.
        return locations(symbol).last()?.span(files);
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
    let file = files.file(span.file)?;
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
fn assumed_at(model: &Model, files: &Files, what: LineId, own: Option<Span>) -> Option<Span> {
    let line = model.line(what);
    let file = own.and_then(|o| files.file(o.file));
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
fn assigned_at(files: &Files, text: Option<Span>, name: &str) -> Vec<Span> {
    let file = text.and_then(|t| files.file(t.file));
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
    if work.is_empty() {
        all.iter().take(1).map(span).collect()
    } else {
        work
    }
}

/// From a place to the end of its module.
fn rest_of_module(files: &Files, from: Span) -> Option<Span> {
    let file = files.file(from.file)?;
    let rest = file.text().get(from.end as usize..)?;
    let end = rest.find("endmodule").unwrap_or(rest.len());
    Some(Span::new(
        from.file,
        from.end as usize,
        from.end as usize + end,
    ))
}

/// What lines are to be called.
struct Symbols<'a> {
    model: &'a Model,
    named: &'a Named,
    files: &'a Files,
    /// Names of places have the file in them.
    several: bool,
}

impl Symbols<'_> {
    fn of(&self, line: LineId, place: Option<Span>) -> Option<String> {
        let own = self.model.line(line).symbol.as_deref();
        match &self.model.line(line).kind {
            Kind::State => {
                let id = self.model.line(line).id;
                let hidden = || Some(format!("$n{id}"));
                let named = self.named.variable(line);
                named.or_else(|| self.yosys_own(own)).or_else(hidden)
            }
            Kind::Bad(_) if own.is_none_or(|s| s.contains('$') || !locations(s).is_empty()) => {
                let (file, at) = self.position(place?)?;
                Some(format!("assert@{file}{}", at.line))
            }
            kind if is_operator(kind) && own.is_none_or(|s| s.starts_with('$')) => {
                let path = own.and_then(|s| s.strip_prefix("$flatten\\"));
                let path = path
                    .and_then(|p| Some(&p[..p.find(".$")? + 1]))
                    .unwrap_or("");
                let (file, at) = self.position(place?)?;
                let name = keyword(kind);
                let path = path.replace('\\', "");
                Some(format!("{path}{name}@{file}{}:{}", at.line, at.column))
            }
            _ => self.yosys_own(own),
        }
    }

    /// The file with a colon behind it, where there are several, and the position in it.
    fn position(&self, span: Span) -> Option<(String, LineColumn)> {
        let file = self.files.file(span.file)?;
        let name = if self.several {
            format!("{}:", file.name())
        } else {
            String::new()
        };
        Some((name, file.start(span)))
    }

    /// A name that yosys made up has a file in it: the name that the user knows, because the one for yosys may be that of a
    /// temporary file.
    fn yosys_own(&self, own: Option<&str>) -> Option<String> {
        let own = own?;
        Some(if own.contains('$') {
            let known = self.files.in_words_of_the_user(own);
            known.replace(char::is_whitespace, "_")
        } else {
            own.to_string()
        })
    }
}
