//! Changes that the user defines, from `assay.toml`: an element is tied to an expression, or to the output of a model.
//!
//! Expressions are the language's own business. A model of any language can be a generator, so these are tied here.

mod generator;

use std::collections::BTreeMap;
use std::path::Path;

use assay_language::{Tied, USER};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use serde::Deserialize;
use toml::Spanned;

use crate::{Exit, Opened, Stop};
use generator::Generated;

const HELP: &str = "a change has an `element`, and an `expression` or a `generator` with its `output`; it may have a `name`, \
                    and a generator `inputs`";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    element: Spanned<String>,
    expression: Option<Spanned<String>>,
    generator: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
    #[serde(default)]
    inputs: BTreeMap<String, Spanned<String>>,
    name: Option<Spanned<String>>,
}

/// What the user wants changed.
#[derive(Default)]
pub struct Changes {
    /// The model's texts and the file that the changes are in.
    map: SourceMap,
    pub tied: Vec<Tied>,
    generated: Vec<Generated>,
}

impl Changes {
    /// The changes of the configuration.
    pub fn read(opened: &Opened<'_>) -> Result<Changes, Stop> {
        let config = &opened.config;
        let Some((path, text)) = config.text() else {
            return Ok(Changes::default());
        };
        let entries: Vec<Entry> = config
            .entries("change", HELP)
            .map_err(|error| opened.session.refuse_config(&error))?;
        let mut changes = Changes {
            map: opened.map.clone(),
            ..Changes::default()
        };
        let file = changes.map.add_text(&path.display().to_string(), text);
        for entry in entries {
            let added = changes.add(entry, file, path, opened);
            added.map_err(|d| changes.refuse(opened, &d))?;
        }
        Ok(changes)
    }

    /// Ends the request with an error that has a place in the model or in the file of the changes.
    pub fn refuse(&self, opened: &Opened<'_>, diagnostic: &Diagnostic) -> Stop {
        let events = opened.events();
        events.diagnostics(&self.map, std::slice::from_ref(diagnostic));
        Stop::Said(Exit::BadInput)
    }

    fn add(
        &mut self,
        entry: Entry,
        file: FileId,
        path: &Path,
        opened: &Opened<'_>,
    ) -> Result<(), Box<Diagnostic>> {
        let place = |text: &Spanned<String>| Span::new(file, text.span().start, text.span().end);
        let element_span = place(&entry.element);
        let id = id(&entry).map_err(|why| {
            let at = entry.name.as_ref().map_or(element_span, place);
            Box::new(Diagnostic::error("A0013", why).at(at))
        })?;
        let tied = self.tied.iter().map(|t| &t.id);
        let mut known = tied.chain(self.generated.iter().map(|g| &g.id));
        if known.any(|other| *other == id) {
            let message = format!("`{id}` is defined twice");
            let error = Diagnostic::error("A0013", message).at(element_span);
            return Err(Box::new(error.help("give each a `name` of its own")));
        }
        let wrong = |why: &str| {
            let error = Diagnostic::error("A0013", why).at(element_span);
            Box::new(error.help(HELP))
        };
        let element = entry.element.into_inner();
        match (entry.expression, entry.generator, entry.output) {
            (Some(text), None, None) if entry.inputs.is_empty() => {
                let span = place(&text);
                if !opened.language.takes_expressions() {
                    let title = opened.language.title();
                    let message = format!("an element of {title} is tied to no expression");
                    let error = Diagnostic::error("A0027", message).at(span);
                    return Err(Box::new(error.help(
                        "write a model whose output it is, and name that with `generator` and `output`",
                    )));
                }
                let text = text.into_inner();
                self.tied.push(Tied {
                    id,
                    element,
                    element_span,
                    file: alone(self.map.file(file), span, &text),
                    text,
                    span,
                });
            }
            (None, Some(model), Some(output)) => {
                let inputs = entry.inputs.into_iter();
                self.generated.push(Generated {
                    id,
                    element,
                    element_span,
                    path: path.with_file_name(model.get_ref()),
                    model_span: place(&model),
                    model: model.into_inner(),
                    output_span: place(&output),
                    output: output.into_inner(),
                    inputs: inputs
                        .map(|(k, v)| (k, place(&v), v.into_inner()))
                        .collect(),
                });
            }
            (None, None, _) => return Err(wrong("a change ties its element to nothing")),
            (None, Some(_), None) => return Err(wrong("a generator needs its `output`")),
            (Some(_), Some(_), _) => {
                return Err(wrong("a change has an expression or a generator, not both"));
            }
            (Some(_), None, _) => {
                return Err(wrong("`output` and `inputs` are of a generator"));
            }
        }
        Ok(())
    }
}

/// `element:user`, with the name behind it where the user gives one.
fn id(entry: &Entry) -> Result<String, &'static str> {
    let element = entry.element.get_ref();
    let Some(name) = &entry.name else {
        return Ok(format!("{element}:{}", USER.name));
    };
    let name = name.get_ref();
    let unfit = |c: char| c.is_whitespace() || c.is_control();
    if name.is_empty() || name.contains(unfit) {
        return Err("a name is part of an id: it has no blanks");
    }
    Ok(format!("{element}:{}:{name}", USER.name))
}

/// The file up to the end of one string: the value of the string in its place, and blanks before it. Where the string has escapes, places behind
/// the first are a little before their own.
fn alone(file: &SourceFile, span: Span, value: &str) -> SourceFile {
    let text = file.text();
    let written = file.slice(span);
    let quotes = ["\"\"\"", "'''", "\"", "'"];
    let quote = quotes.into_iter().find(|q| written.starts_with(q));
    let mut inner = span.start as usize + quote.map_or(0, str::len);
    // A line that ends right behind the quotes is not part of the value.
    if quote.is_some_and(|q| q.len() == 3) {
        let rest = &text[inner..];
        let end = ["\r\n", "\n"].into_iter().find(|end| rest.starts_with(end));
        inner += end.map_or(0, str::len);
    }
    let blank = |part: &str| -> String {
        let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
        let chars = part.chars();
        chars
            .flat_map(|c| std::iter::repeat_n(blank(c), c.len_utf8()))
            .collect()
    };
    let only = format!("{}{value}", blank(&text[..inner]));
    SourceFile::new(file.id, file.name(), &only)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (SourceFile, String) {
        #[derive(Deserialize)]
        struct One {
            e: Spanned<String>,
        }
        let one: One = toml::from_str(text).unwrap();
        let file = SourceFile::new(FileId(3), "assay.toml", text);
        let span = Span::new(file.id, one.e.span().start, one.e.span().end);
        let value = one.e.into_inner();
        (alone(&file, span, &value), value)
    }

    #[test]
    fn an_expression_keeps_its_place() {
        for text in [
            "# ü\ne = \"a + b\"\nf = 1\n",
            "e = 'a + b'",
            "e = '''a + b'''",
            "e = \"\"\"\na + b\"\"\"\n",
        ] {
            let (file, value) = place(text);
            assert_eq!(file.text().trim(), value);
            assert_eq!(file.text().find("a + b"), text.find("a + b"), "{text}");
        }
    }

    #[test]
    fn an_escape_moves_only_what_is_behind_it() {
        let (file, value) = place("e = \"a \\u003c b\"\n");
        assert_eq!(value, "a < b");
        assert_eq!(file.text().find("a < b"), Some(5));
    }
}
