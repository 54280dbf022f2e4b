//! How the document is laid out as text: indented as far as a person reads it, one line for everything inside a field of a mutant. Traces are most
//! of a large document, and indenting each of their values would double it.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// The document, its lists, their members.
const INDENTED: usize = 3;

pub(super) fn to_string(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let formatter = Shallow {
        pretty: PrettyFormatter::new(),
        depth: 0,
    };
    value
        .serialize(&mut Serializer::with_formatter(&mut out, formatter))
        .expect("all keys of a document are strings, and a vector takes every byte");
    String::from_utf8(out).expect("JSON is UTF-8")
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
        match first {
            true => Ok(()),
            false => writer.write_all(b", "),
        }
    }
}

impl Formatter for Shallow {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        match self.indents() {
            true => self.pretty.begin_array(writer),
            false => writer.write_all(b"["),
        }
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let indents = self.indents();
        self.depth -= 1;
        match indents {
            true => self.pretty.end_array(writer),
            false => writer.write_all(b"]"),
        }
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match self.indents() {
            true => self.pretty.begin_array_value(writer, first),
            false => Shallow::separator(writer, first),
        }
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        match self.indents() {
            true => self.pretty.end_array_value(writer),
            false => Ok(()),
        }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        match self.indents() {
            true => self.pretty.begin_object(writer),
            false => writer.write_all(b"{"),
        }
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let indents = self.indents();
        self.depth -= 1;
        match indents {
            true => self.pretty.end_object(writer),
            false => writer.write_all(b"}"),
        }
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match self.indents() {
            true => self.pretty.begin_object_key(writer, first),
            false => Shallow::separator(writer, first),
        }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        match self.indents() {
            true => self.pretty.end_object_value(writer),
            false => Ok(()),
        }
    }
}
