//! Files that a request reads: each once, within the limit, and recorded with its digest.

use std::cell::RefCell;
use std::io::Read;
use std::path::{Path, PathBuf};

use assay_language::Files;
use assay_source::Diagnostic;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::provenance::hex;

/// How much is read of what has no size of its own, where the caller says nothing.
const LIMIT: u64 = 256 << 20;

/// Reads files. What was read is kept: a pipe cannot be read twice.
pub struct Reader {
    /// How many bytes of a pipe or a device are read.
    limit: u64,
    known: RefCell<FxHashMap<PathBuf, Vec<u8>>>,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new(LIMIT)
    }
}

impl Files for Reader {
    fn read(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        if let Some(bytes) = self.known.borrow().get(path) {
            return Ok(bytes.clone());
        }
        let bytes = self.read_now(path)?;
        let mut known = self.known.borrow_mut();
        known.insert(path.to_path_buf(), bytes.clone());
        Ok(bytes)
    }
}

impl Reader {
    pub fn new(limit: u64) -> Reader {
        Reader {
            limit,
            known: RefCell::default(),
        }
    }

    /// The text of a file that is no model, such as CSV.
    pub fn read_text(&self, path: &Path) -> Result<String, Box<Diagnostic>> {
        String::from_utf8(self.read_now(path)?).map_err(|_| {
            let message = format!("`{}` is not valid UTF-8", path.display());
            Box::new(Diagnostic::error("A0001", message))
        })
    }

    /// The SHA-256 of a file that was read.
    pub(crate) fn digest(&self, path: &Path) -> Option<String> {
        let known = self.known.borrow();
        known.get(path).map(|bytes| hex(&Sha256::digest(bytes)))
    }

    /// The bytes of a file, or a sentence about why not. A regular file is as long as its disk allows; a pipe or a device may never
    /// end, so of these only so much is read.
    fn read_now(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        let shown = path.display();
        let refuse = |why: String| Box::new(Diagnostic::error("A0001", why));
        if path.is_dir() {
            return Err(refuse(format!("`{shown}` is a directory, not a file")));
        }
        let why = |error: std::io::Error| {
            refuse(match error.kind() {
                std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
                _ => format!("cannot read `{shown}`: {error}"),
            })
        };
        if path.is_file() {
            return std::fs::read(path).map_err(why);
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(why)?;
        file.take(self.limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(why)?;
        if bytes.len() as u64 > self.limit {
            let message = format!("`{shown}` has more than {} bytes", self.limit);
            let error = Diagnostic::error("A0016", message);
            return Err(Box::new(error.help(
                "it is no regular file and may have no end; --max-input SIZE reads more of it",
            )));
        }
        Ok(bytes)
    }
}
