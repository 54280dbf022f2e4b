//! What compilers write between tokens: GCC's places of `-fdebug-cpp`, and line markers.

use crate::syntax::literal::{Prefix, units};

/// `{P:file;F:includer;L:line;C:column;S:system;M:address;E:expansion,LOC:number,R:number}`: where the next token is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker<'a> {
    pub file: &'a str,
    pub line: usize,
    /// In bytes, from 1. 0 if GCC does not know it, as in very long files.
    pub column: usize,
    pub system: bool,
    /// GCC writes further markers around line markers, which are about an expansion and not about a token.
    pub virtual_place: bool,
}

/// The marker at the start of a text, and its length.
pub(super) fn read(text: &str) -> Option<(Marker<'_>, usize)> {
    let body = text.strip_prefix("{P:")?;
    let last = body.find(",R:")?;
    let end = last + body[last..].find('}')?;
    let body = &body[..end];
    let (head, rest) = body.rsplit_once(";L:")?;
    let (file, _includer) = head.split_once(";F:")?;
    let (line, rest) = rest.split_once(";C:")?;
    let (column, rest) = rest.split_once(";S:")?;
    let (system, rest) = rest.split_once(";M:")?;
    let (_, rest) = rest.split_once(";E:")?;
    let marker = Marker {
        file,
        // -1 for what the compiler defines itself.
        line: line.parse().unwrap_or(0),
        column: column.parse().unwrap_or(0),
        system: system == "1",
        virtual_place: rest.starts_with('1'),
    };
    Some((marker, "{P:".len() + end + 1))
}

/// `# 7 "file" 1 3`: the next line of output comes from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineMarker {
    pub line: usize,
    pub file: String,
    /// The file starts here, for the first or for a further time.
    pub enters: bool,
    pub system: bool,
}

/// Reads the text after `#`.
pub(super) fn line(text: &str) -> Option<LineMarker> {
    let text = text.trim_start();
    let text = text.strip_prefix("line ").unwrap_or(text);
    let (number, rest) = text.split_once(' ')?;
    let rest = rest.strip_prefix('"')?;
    let (name, flags) = rest.rsplit_once('"')?;
    let bytes: Vec<u8> = units(Prefix::None, name)
        .ok()?
        .into_iter()
        .filter_map(|unit| u8::try_from(unit).ok())
        .collect();
    let mut flags = flags.split_whitespace();
    Some(LineMarker {
        line: number.parse().ok()?,
        file: String::from_utf8_lossy(&bytes).into_owned(),
        enters: flags.clone().any(|flag| flag == "1"),
        system: flags.any(|flag| flag == "3"),
    })
}
