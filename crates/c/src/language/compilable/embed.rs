//! The file that a test has to contain, because something changes inside of it: values that are set, and the change of a mutant.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use assay_source::{SourceMap, Span};

use super::super::require::message;
use super::Execution;
use super::given::Given;
use crate::mutate::apply;
use crate::tree::{BlockItem, Function, Item, Stmt, StmtKind, Unit};
use crate::{Origin, Parentheses, TokenKind, graft, lex, print};

/// A unit as text, with its number.
pub struct Embedded {
    pub unit: usize,
    pub text: String,
}

/// The one unit that has to be changed; None where none has to be.
pub fn embedded(execution: &Execution<'_>, given: &Given) -> Result<Option<Embedded>, String> {
    let sources = execution.sources;
    let mut units = match execution.offer {
        Some(offer) => apply(&sources.units, offer),
        None => sources.units.clone(),
    };
    // By unit: the tokens that are changed.
    let mut changed: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (unit, edit) in execution.offer.iter().flat_map(|o| &o.edits) {
        changed
            .entry(*unit)
            .or_default()
            .push(edit.place(&units[*unit]).first);
    }
    for (number, site) in given.locals.keys().enumerate() {
        let Some((unit, token)) = sources.token(*site) else {
            return Err("a local of a library function has an open value".into());
        };
        set(&mut units[unit], token, number)?;
        changed.entry(unit).or_default().push(token);
    }
    let mut all = changed.into_iter();
    let Some((unit, tokens)) = all.next() else {
        return Ok(None);
    };
    if all.next().is_some() || unit >= sources.own {
        return Err("something has to be changed in more than one file".into());
    }
    let text = written(&units[unit], &sources.units[unit], &tokens, execution.map)?;
    Ok(Some(Embedded { unit, text }))
}

/// Sets the local that is declared at this token after its declaration.
fn set(unit: &mut Unit, token: u32, number: usize) -> Result<(), String> {
    let TokenKind::Name(name) = &unit.tokens[token as usize].kind else {
        return Err("a local without a name has an open value".into());
    };
    let text = format!("assay_set(&{name}, {number}u);");
    let declares = |item: &BlockItem| match item {
        BlockItem::Declaration(d) => (d.place.first..d.place.end).contains(&token),
        _ => false,
    };
    let inner = |place: &crate::tree::Place| (place.first..place.end).contains(&token);
    let blocks = unit.stmts.iter().enumerate().filter_map(|(at, stmt)| {
        let StmtKind::Block(items) = &stmt.kind else {
            return None;
        };
        let item = items.iter().position(declares)?;
        inner(&stmt.place).then_some((at, item, stmt.place.end - stmt.place.first))
    });
    let Some((at, item, _)) = blocks.min_by_key(|(_, _, length)| *length) else {
        return Err(format!(
            "`{name}` has an open value and is declared where nothing can follow"
        ));
    };
    let tokens = lex("<test>", &text, &mut SourceMap::new()).map_err(|faults| message(&faults))?;
    let (grafted, statement) = graft(unit, tokens).map_err(|fault| fault.message)?;
    *unit = grafted;
    let Stmt { kind, place } = unit.stmts[at].clone();
    if let StmtKind::Block(mut items) = kind {
        items.insert(item + 1, BlockItem::Stmt(statement));
        let kind = StmtKind::Block(items);
        unit.stmts.set(at, Stmt { kind, place });
    }
    Ok(())
}

/// The unit as text. Functions that have a changed token are printed from the tree, and everything else as its tokens are spelled.
fn written(
    changed: &Unit,
    original: &Unit,
    tokens: &[u32],
    map: &SourceMap,
) -> Result<String, String> {
    let functions = original.items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    let (mut out, mut from) = (Text::new(map), 0);
    let mut found = 0;
    for function in functions {
        let range = function.place.first..function.place.end;
        let here = tokens.iter().filter(|t| range.contains(t)).count();
        if here == 0 {
            continue;
        }
        found += here;
        out.tokens(original, from..range.start as usize);
        out.function(changed, function);
        from = range.end as usize;
    }
    if found < tokens.len() {
        return Err("something has to be changed outside of functions".into());
    }
    out.tokens(original, from..original.tokens.len());
    Ok(out.text)
}

struct Text<'m> {
    map: &'m SourceMap,
    text: String,
    /// The file and line that the compiler believes to be in.
    at: (u32, usize),
}

impl<'m> Text<'m> {
    fn new(map: &'m SourceMap) -> Text<'m> {
        Text {
            map,
            text: String::new(),
            at: (u32::MAX, 0),
        }
    }

    fn tokens(&mut self, unit: &Unit, range: Range<usize>) {
        for token in &unit.tokens[range] {
            if token.kind == TokenKind::End {
                continue;
            }
            self.line(token.used);
            let spelled = match (&token.kind, token.origin) {
                (kind, Origin::Made) => crate::printer::spelled(kind),
                _ => self
                    .map
                    .get(token.span.file)
                    .map_or(String::new(), |f| f.slice(token.span).to_string()),
            };
            let _ = write!(self.text, "{spelled} ");
        }
        self.text.push('\n');
        self.at.1 += 1;
    }

    fn function(&mut self, unit: &Unit, function: &Function) {
        self.line(function.place.span);
        let alone = Unit {
            items: [Item::Function(function.clone())].into(),
            ..unit.clone()
        };
        let text = print(&alone, Parentheses::Needed);
        self.at.1 += text.lines().count();
        self.text.push_str(&text);
        self.text.push('\n');
        // What the printer made has other lines.
        self.at.0 = u32::MAX;
    }

    /// Goes on in the line of a span.
    fn line(&mut self, span: Span) {
        let Some(file) = self.map.get(span.file) else {
            return;
        };
        let line = file.start(span).line;
        if self.at == (span.file.0, line) {
            return;
        }
        if self.at == (span.file.0, line.wrapping_sub(1)) {
            self.text.push('\n');
        } else {
            let name = file.name().replace(['"', '\\'], "_");
            let _ = write!(self.text, "\n#line {line} \"{name}\"\n");
        }
        self.at = (span.file.0, line);
    }
}
