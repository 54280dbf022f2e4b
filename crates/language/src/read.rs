//! How a language is registered, and how it reads a model.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use assay_source::{Diagnostic, SourceMap};

use crate::{Given, Model, Mutator, OptionSpec};

/// One language. Registering it in the list of languages is all that the tool needs.
pub trait Language: Sync {
    /// What `--language` takes: `lustre`.
    fn name(&self) -> &'static str;

    /// As people write it: `Lustre`.
    fn title(&self) -> &'static str;

    /// What names of its files end with, in lower case and without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a file whose name says nothing is known by its first bytes.
    fn recognises(&self, _start: &[u8]) -> bool {
        false
    }

    /// Whether a path is known by more than the ending of its name: a directory, a file that belongs to another tool.
    fn takes(&self, _path: &Path) -> bool {
        false
    }

    /// Its own options.
    fn options(&self) -> Vec<OptionSpec> {
        vec![]
    }

    /// The option that gives a size of the model a value, as `NAME=VALUE`. None where models have no sizes by name.
    fn sizes(&self) -> Option<&'static str> {
        None
    }

    /// What a part of a model is called: `node`.
    fn part(&self) -> &'static str;

    /// How a property is written, for users whose model has none.
    fn how_to_state(&self) -> &'static str;

    /// Every mutator that it has.
    fn mutators(&self) -> Vec<Mutator>;

    /// Whether a user may tie an element to an expression in this language ([`crate::Breaks::tied`]).
    fn takes_expressions(&self) -> bool {
        false
    }

    fn read(&self, request: ReadRequest<'_>) -> Read;
}

/// What is to be read, and with what.
pub struct ReadRequest<'a> {
    /// As the user gave them. None where an option of the language names the files.
    pub paths: &'a [PathBuf],
    /// The language's own options.
    pub given: &'a Given,
    /// The part that the user named, for a language that has to know it before it reads.
    pub part: Option<&'a str>,
    /// Where every text that a place may be in is entered, also that of a file with faults.
    pub map: &'a mut SourceMap,
    pub files: &'a dyn Files,
    pub limits: Limits<'a>,
}

impl ReadRequest<'_> {
    /// The one file of a language whose models are one file each.
    pub fn only_path(&self, language: &dyn Language) -> Result<&Path, Box<Diagnostic>> {
        match self.paths {
            [path] => Ok(path),
            _ => {
                let second = self.paths.get(1).map(|p| p.display().to_string());
                let message = format!(
                    "a model in {} is one file, and `{}` is a second one",
                    language.title(),
                    second.unwrap_or_default()
                );
                let error = Diagnostic::error("A0022", message);
                Err(Box::new(error.help("give one file")))
            }
        }
    }
}

/// Reads files on behalf of a language, so that limits hold and what was read is recorded.
pub trait Files {
    /// The bytes of a file, or why there are none.
    fn read(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>>;
}

/// What ends a program that a language starts for reading.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Of the whole run, where it has one.
    pub deadline: Option<Instant>,
    pub patience: &'a dyn Patience,
}

/// Why reading has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Interrupted,
    Timeout,
}

/// Says whether somebody has ended the run, and is told when that is looked at.
pub trait Patience: Sync {
    fn ended(&self) -> Option<Ended>;

    /// The same for a model that outlives its reading.
    fn signal(&self) -> Signal;

    /// From `true` to `false`, [`Patience::ended`] is asked often, so that an interrupt needs no force.
    fn watched(&self, on: bool);
}

/// Whether somebody has ended the run, for long work on a model.
#[derive(Clone)]
pub struct Signal(Arc<dyn Fn() -> Option<Ended> + Send + Sync>);

impl Signal {
    pub fn new(ended: impl Fn() -> Option<Ended> + Send + Sync + 'static) -> Signal {
        Signal(Arc::new(ended))
    }

    /// Nobody ends the run.
    pub fn never() -> Signal {
        Signal::new(|| None)
    }

    pub fn ended(&self) -> Option<Ended> {
        (self.0)()
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Signal").field(&self.ended()).finish()
    }
}

/// A model with warnings and notes, or why there is none.
pub type Read = Result<(Box<dyn Model>, Vec<Diagnostic>), Unread>;

pub enum Unread {
    /// What is wrong with the text.
    Faulty(Vec<Diagnostic>),
    /// Reading took too long, or somebody ended it.
    Stopped(Box<Diagnostic>),
}

impl From<Vec<Diagnostic>> for Unread {
    fn from(faults: Vec<Diagnostic>) -> Unread {
        Unread::Faulty(faults)
    }
}

impl From<Box<Diagnostic>> for Unread {
    fn from(fault: Box<Diagnostic>) -> Unread {
        Unread::Faulty(vec![*fault])
    }
}
