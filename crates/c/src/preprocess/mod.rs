//! Preprocessing: files and options in, tokens with places out.
//!
//! The system's compiler preprocesses (`cc -E`), so that a program means here what it means there. GCC's `-fdebug-cpp` writes before
//! every token where it is spelled, also in the body or in an argument of a macro. Other compilers say only from which line
//! a line of output comes; tokens are then found in that line where its start and its end agree with the output.

mod command;
mod marker;
mod places;
mod pragma;
mod scan;

use std::path::{Path, PathBuf};
use std::time::Instant;

use assay_source::{Diagnostic, SourceMap};

use crate::syntax::Token;

pub use command::compiler;
pub use places::Files;

/// What the preprocessor is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The compiler, if it is not the one that [`compiler`] names.
    pub compiler: Option<String>,
    /// As after `-D`: `SIZE=3`.
    pub defines: Vec<String>,
    /// As after `-U`.
    pub undefines: Vec<String>,
    /// As after `-I`.
    pub includes: Vec<PathBuf>,
    /// As after `-include`.
    pub forced: Vec<PathBuf>,
    /// Other options, handed on as they are: `-m32`, `-std=c99`, `-isystem DIR`.
    pub others: Vec<String>,
    /// Where the compiler runs; relative names start there.
    pub directory: Option<PathBuf>,
    /// When the compiler is ended; after ten minutes where there is none.
    pub deadline: Option<Instant>,
    /// Does without the places that only GCC tells.
    pub plain: bool,
}

impl Options {
    /// Adds what another place says. What comes later wins.
    pub fn add(&mut self, more: &Options) {
        self.defines.extend(more.defines.iter().cloned());
        self.undefines.extend(more.undefines.iter().cloned());
        self.includes.extend(more.includes.iter().cloned());
        self.forced.extend(more.forced.iter().cloned());
        self.others.extend(more.others.iter().cloned());
    }
}

/// Reads a file by the name that the compiler gives it.
pub type Reader<'a> = &'a dyn Fn(&Path) -> std::io::Result<Vec<u8>>;

/// The tokens of one translation unit. The last one is [`crate::TokenKind::End`].
pub fn preprocess(
    path: &Path,
    options: &Options,
    map: &mut SourceMap,
    files: &mut Files,
    read: Reader<'_>,
) -> Result<Vec<Token>, Vec<Diagnostic>> {
    let output = command::run(path, options, &mut |name| files.enter(name, map, read))?;
    scan::tokens(path, &output, map, files, read)
}

/// The tokens of a text that is preprocessed already. It may have line markers.
pub fn lex(name: &str, text: &str, map: &mut SourceMap) -> Result<Vec<Token>, Vec<Diagnostic>> {
    let mut files = Files::new();
    let output = command::Preprocessed {
        text: text.to_owned(),
        marked: false,
    };
    let read = |path: &Path| match path.to_str() {
        Some(asked) if asked == name => Ok(text.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    scan::tokens(Path::new(name), &output, map, &mut files, &read)
}
