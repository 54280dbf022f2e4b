//! An execution of a C program as lines that a person reads: what happens in which line, in order, up to the check that fails.
//!
//! What happens at one line of the source is one line of the run. What library models do inside is left out, and so are assumptions that
//! hold. A long run is cut in the middle, and says so.

use std::collections::BTreeMap;

use assay_source::{SourceMap, Span};
use assay_system::{LineKind, RunLine};

use super::parts::{part_name, signed};
use crate::context::Open;
use crate::interpret::{End, Event, EventKind, Run, Word};
use crate::program::{Program, Site, TypeId, Types};

/// Lines that are shown of the beginning, and of the end.
const FIRST: usize = 100;
const LAST: usize = 100;

/// The lines of a run, up to this failure of it, or to its end.
pub fn lines(
    program: &Program,
    map: &SourceMap,
    run: &Run,
    failure: Option<usize>,
) -> Vec<RunLine> {
    let mut teller = Teller {
        program,
        map,
        run,
        contents: contents(program),
        lines: Vec::new(),
        given: None,
        reads: Vec::new(),
    };
    for event in &run.events {
        teller.event(event);
        if let EventKind::Failed(number) = event.kind
            && Some(number) == failure
        {
            return shortened(teller.lines);
        }
    }
    teller.end();
    shortened(teller.lines)
}

/// What the variables of the entry function were set to last, in the order in which they were set first.
pub fn left_behind(run: &Run) -> Vec<String> {
    let mut values: Vec<(&str, &str)> = Vec::new();
    for event in run.events.iter().filter(|e| e.depth == 0) {
        let EventKind::Assign { name, value } = &event.kind else {
            continue;
        };
        match values.iter_mut().find(|(known, _)| known == name) {
            Some((_, last)) => *last = value,
            None => values.push((name, value)),
        }
    }
    let shown = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    shown.collect()
}

struct Teller<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    run: &'a Run,
    /// What is at first in an object, by the site that its key has.
    contents: BTreeMap<Site, Object<'a>>,
    lines: Vec<RunLine>,
    /// What the call that is logged next gets.
    given: Option<Open>,
    reads: Vec<String>,
}

/// A variable that can have an open value at first.
struct Object<'a> {
    name: &'a str,
    ty: TypeId,
    span: Span,
}

fn contents(program: &Program) -> BTreeMap<Site, Object<'_>> {
    let globals = program
        .globals
        .iter()
        .map(|g| (g.site, &g.name, g.ty, g.span));
    let locals = program.functions.iter().flat_map(|f| &f.locals);
    let locals = locals.filter(|l| !l.hidden);
    let locals = locals.map(|l| (l.site, &l.name, l.ty, l.span));
    globals
        .chain(locals)
        .map(|(site, name, ty, span)| (site, Object { name, ty, span }))
        .collect()
}

impl Teller<'_> {
    fn event(&mut self, event: &Event) {
        if self.program.function(event.function).library {
            return;
        }
        match &event.kind {
            EventKind::Assign { name, value } => {
                self.say(event, LineKind::Assign, format!("{name} = {value}"));
            }
            EventKind::Given { open, words } => self.given(event, *open, words),
            EventKind::Call {
                name,
                arguments,
                result,
            } => self.call(event, name, arguments, result.as_deref()),
            EventKind::Return { value } => {
                let text = match value {
                    Some(value) => format!("returns {value}"),
                    None => "returns".to_string(),
                };
                self.say(event, LineKind::Return, text);
            }
            EventKind::Branch { value } => {
                let condition = self.text(event.span);
                self.say(event, LineKind::Branch, format!("{condition} is {value}"));
            }
            EventKind::Reads(reads) => self.reads.clone_from(reads),
            EventKind::Failed(number) => {
                let reads = std::mem::take(&mut self.reads);
                let with = if reads.is_empty() {
                    String::new()
                } else {
                    format!(", where {}", reads.join(", "))
                };
                let failure = &self.run.failures[*number];
                let text = format!(
                    "fails ({}): {}{with}",
                    failure.class.as_str(),
                    failure.message
                );
                self.say(event, LineKind::Failure, text);
            }
        }
    }

    fn call(&mut self, event: &Event, name: &str, arguments: &[String], result: Option<&str>) {
        let given = self.given.take();
        if name.ends_with("_assume") || name == "assert" || name.ends_with("_assert") {
            return;
        }
        let call = format!("{name}({})", arguments.join(", "));
        match (given, result) {
            (Some(_), Some(result)) => {
                self.say(event, LineKind::Input, format!("{call} -> {result}"));
            }
            (_, Some(result)) => self.say(event, LineKind::Call, format!("{call} -> {result}")),
            (_, None) => self.say(event, LineKind::Call, call),
        }
    }

    fn given(&mut self, event: &Event, open: Open, words: &[(u64, Word)]) {
        match open {
            Open::Result(_) | Open::Failure(_) => self.given = Some(open),
            Open::Content(site) => {
                let Some(object) = self.contents.get(&site) else {
                    return;
                };
                let types = &self.program.types;
                let shown = words.iter().map(|(offset, word)| {
                    let (part, ty) = part_name(types, object.ty, *offset);
                    format!(
                        "{}{part} is {} at first",
                        object.name,
                        number(types, ty, *word)
                    )
                });
                let (texts, span): (Vec<String>, Span) = (shown.collect(), object.span);
                for text in texts {
                    self.line(span, event.depth, LineKind::Input, text);
                }
            }
            Open::Invalid(_) => {}
        }
    }

    fn say(&mut self, event: &Event, kind: LineKind, text: String) {
        self.line(event.span, event.depth, kind, text);
    }

    /// What happens at one line of the source one after the other is one line here.
    fn line(&mut self, span: Span, depth: u32, kind: LineKind, text: String) {
        if let Some(last) = self.lines.last_mut()
            && last.depth == depth
            && last.kind != LineKind::Failure
            && let Some(before) = last.span
            && at_line(self.map, before) == at_line(self.map, span)
        {
            last.text = format!("{}; {text}", last.text);
            last.kind = last.kind.max(kind);
            return;
        }
        self.lines.push(RunLine {
            span: Some(span),
            depth,
            kind,
            text,
        });
    }

    fn end(&mut self) {
        let (span, text) = match &self.run.end {
            End::Returned(Some(word)) => {
                let shown = signed(word.value, word.bits);
                (None, format!("the program ends with {shown}"))
            }
            End::Returned(None) | End::Exited => (None, "the program ends".to_string()),
            End::Assumed(at) => (Some(*at), "is false: the execution ends here".to_string()),
            End::Unwound(at) => (Some(*at), "goes beyond its bound".to_string()),
            End::TooLong => (None, "the rest is too long to be shown".to_string()),
            End::Unsupported(what, at) => (Some(*at), format!("not supported: {what}")),
        };
        self.lines.push(RunLine {
            span,
            depth: 0,
            kind: LineKind::End,
            text,
        });
    }

    fn text(&self, span: Span) -> String {
        let text = self.map.get(span.file).map_or("", |f| f.slice(span));
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    }
}

fn at_line(map: &SourceMap, span: Span) -> (u32, usize) {
    let line = map.get(span.file).map_or(0, |f| f.start(span).line);
    (span.file.0, line)
}

/// An integer as its type has it; anything else as its bits.
fn number(types: &Types, ty: Option<TypeId>, word: Word) -> String {
    match ty.and_then(|ty| types.word(ty)) {
        Some((bits, true)) if bits == word.bits => signed(word.value, bits).to_string(),
        Some((bits, false)) if bits == word.bits => word.value.to_string(),
        _ => format!("{:#x}", word.value),
    }
}

fn shortened(mut lines: Vec<RunLine>) -> Vec<RunLine> {
    let Some(omitted) = lines.len().checked_sub(FIRST + LAST + 1) else {
        return lines;
    };
    let last = lines.split_off(lines.len() - LAST);
    lines.truncate(FIRST);
    lines.push(RunLine {
        span: None,
        depth: 0,
        kind: LineKind::Omitted,
        text: format!("{} more lines", omitted + 1),
    });
    lines.extend(last);
    lines
}
