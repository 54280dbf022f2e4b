//! How the document is laid out as text: indented as far as a person reads it, one line for each mutant and each piece of evidence. These are
//! most of a large document, and indenting them would double it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// The document and its lists.
const INDENTED: usize = 2;

pub(super) fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let formatter = Shallow {
        pretty: PrettyFormatter::new(),
        depth: 0,
    };
    let written = value.serialize(&mut Serializer::with_formatter(out, formatter));
    written.map_err(io::Error::from)
}

/// Indents the outer levels and leaves the inner ones on one line.
struct Shallow {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

impl Shallow {
    fn indents(&self) -> bool {
        self.depth <= INDENTED
    }

    fn separator<W: Write + ?Sized>(writer: &mut W, first: bool) -> io::Result<()> {
        if first {
            Ok(())
        } else {
            writer.write_all(b",")
        }
    }
}

impl Formatter for Shallow {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.indents() {
            self.pretty.begin_array(writer)
        } else {
            writer.write_all(b"[")
        }
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let indents = self.indents();
        self.depth -= 1;
        if indents {
            self.pretty.end_array(writer)
        } else {
            writer.write_all(b"]")
        }
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.indents() {
            self.pretty.begin_array_value(writer, first)
        } else {
            Shallow::separator(writer, first)
        }
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.indents() {
            self.pretty.end_array_value(writer)
        } else {
            Ok(())
        }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.indents() {
            self.pretty.begin_object(writer)
        } else {
            writer.write_all(b"{")
        }
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let indents = self.indents();
        self.depth -= 1;
        if indents {
            self.pretty.end_object(writer)
        } else {
            writer.write_all(b"}")
        }
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.indents() {
            self.pretty.begin_object_key(writer, first)
        } else {
            Shallow::separator(writer, first)
        }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.indents() {
            writer.write_all(b": ")
        } else {
            writer.write_all(b":")
        }
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.indents() {
            self.pretty.end_object_value(writer)
        } else {
            Ok(())
        }
    }
}
