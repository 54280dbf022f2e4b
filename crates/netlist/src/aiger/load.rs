//! From the bytes of a file to a circuit that reports can point into.
//!
//! A place in an ASCII file is shown as in any text. A binary file has nothing to show: a fault in it is told by its
//! byte (and, in its textual part, line and column), and a circuit read from one is listed in ASCII under the file's
//! name, so that its registers and gates have lines too. The listing is read again for the places, which costs little
//! and says once more that both formats mean the same circuit.

use std::ops::Range;

use assay_source::{Diagnostic, FileId, SourceMap, Span};

use super::{Aiger, Fault, Format, Item, Places, read, write_ascii};

/// A circuit with its text.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub aiger: Aiger,
    pub format: Format,
    /// The text that is shown: the file itself, or the listing of a binary one.
    pub file: FileId,
    places: Places,
}

impl Loaded {
    /// Lists a circuit that came from no file. Panics if the tree is none ([`Aiger::check`]) or a name has two lines.
    pub fn list(sources: &mut SourceMap, name: &str, aiger: Aiger) -> Loaded {
        let text = write_ascii(&aiger);
        let places = match read(&text) {
            Ok(listing) => listing.places,
            Err(fault) => unreachable!("a circuit can be listed: {}", fault.message),
        };
        let file = sources.add_text(name, &String::from_utf8_lossy(&text));
        Loaded {
            aiger,
            format: Format::Ascii,
            file,
            places,
        }
    }

    pub fn span(&self, item: Item) -> Option<Span> {
        let at = self.places.of(item)?;
        Some(Span::new(self.file, at.start, at.end))
    }
}

/// Reads a file of either format and adds its text to the sources.
pub fn load(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Result<Loaded, Box<Diagnostic>> {
    let ascii = !bytes.starts_with(b"aig ");
    match read(bytes) {
        Ok(read) if read.format == Format::Binary => Ok(Loaded {
            format: Format::Binary,
            ..Loaded::list(sources, name, read.aiger)
        }),
        Ok(read) => Ok(Loaded {
            aiger: read.aiger,
            format: Format::Ascii,
            // Only the comment may be something else than UTF-8, and it comes last: offsets stay as they are.
            file: sources.add_text(name, &String::from_utf8_lossy(bytes)),
            places: read.places,
        }),
        Err(fault) if ascii => {
            let file = sources.add_text(name, &String::from_utf8_lossy(bytes));
            let span = Span::new(file, fault.at.start, fault.at.end);
            let label = format!("byte {}", fault.at.start);
            Err(Box::new(
                Diagnostic::error(fault.code, fault.message)
                    .at(span)
                    .label(label),
            ))
        }
        Err(fault) => Err(Box::new(without_snippet(name, bytes, fault))),
    }
}

fn without_snippet(name: &str, bytes: &[u8], fault: Fault) -> Diagnostic {
    let Range { start, .. } = fault.at;
    let before = &bytes[..start.min(bytes.len())];
    let position = if fault.in_text {
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        format!(" (line {line}, column {column})")
    } else {
        String::new()
    };
    let message = format!("`{name}`, byte {start}{position}: {}", fault.message);
    Diagnostic::error(fault.code, message)
}
