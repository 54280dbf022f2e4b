//! Files of facts: written once, under the digest of their content, and never changed.
//!
//! Invariant: a file with a right name is whole. It is written under another name first, made
//! durable, and then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use assay_cover::sink::{Fact, Key, Question};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the content. A file of another version is not read.
const VERSION: u32 = 2;
/// A file that is unfinished after this long was left behind by a process that died.
const ABANDONED: Duration = Duration::from_secs(3600);

/// What one file holds: facts, each once, and which of them answers which key.
#[derive(Serialize, Deserialize)]
struct Written<F> {
    version: u32,
    facts: Vec<F>,
    answers: Vec<(String, usize)>,
}

/// A file that was read and found whole.
pub struct Loaded {
    facts: Vec<Arc<Fact>>,
    answers: Vec<(Key, usize)>,
}

impl Loaded {
    /// The fact at this place, if it was kept under this key.
    pub fn answer(&self, place: usize, key: Option<&Key>) -> Option<Arc<Fact>> {
        let (kept, fact) = self.answers.get(place)?;
        match key {
            Some(key) if key != kept => None,
            _ => self.facts.get(*fact).cloned(),
        }
    }
}

fn path(directory: &Path, name: &Key) -> PathBuf {
    directory.join("facts").join(format!("{}.json", hex(name)))
}

/// Writes the facts; the answer at place n is that to the n-th question. Returns the file's name and size.
pub fn write(directory: &Path, facts: &[(Question, Arc<Fact>)]) -> io::Result<(Key, u64)> {
    let mut kept: FxHashMap<String, usize> = FxHashMap::default();
    let mut written: Written<&Fact> = Written {
        version: VERSION,
        facts: Vec::new(),
        answers: Vec::new(),
    };
    for (question, fact) in facts {
        let text = serde_json::to_string(&**fact)?;
        let at = *kept.entry(text).or_insert_with(|| {
            written.facts.push(&**fact);
            written.facts.len() - 1
        });
        written.answers.push((hex(&question.key), at));
    }
    let bytes = serde_json::to_vec(&written)?;
    let name = Key(Sha256::digest(&bytes).into());
    let target = path(directory, &name);
    let unfinished = unfinished(directory)?;
    let result = durable(&unfinished, &bytes).and_then(|()| fs::rename(&unfinished, &target));
    if result.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    result?;
    // Only a power failure can lose the renaming, and a directory cannot be synchronised everywhere.
    let _ = File::open(directory.join("facts")).and_then(|f| f.sync_all());
    Ok((name, bytes.len() as u64))
}

/// A name for a file that is being written.
pub fn unfinished(directory: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let folder = directory.join("facts");
    fs::create_dir_all(&folder)?;
    let unique = COUNT.fetch_add(1, Ordering::Relaxed);
    Ok(folder.join(format!("unfinished-{}-{unique}", std::process::id())))
}

fn durable(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// None if the file is not there, or is not what its name says.
pub fn read(directory: &Path, name: &Key) -> Option<Loaded> {
    let bytes = fs::read(path(directory, name)).ok()?;
    if Sha256::digest(&bytes)[..] != name.0 {
        return None;
    }
    let written: Written<Fact> = serde_json::from_slice(&bytes).ok()?;
    if written.version != VERSION {
        return None;
    }
    let answers = written.answers.iter();
    let answers: Option<Vec<(Key, usize)>> =
        answers.map(|(k, at)| Some((unhex(k)?, *at))).collect();
    Some(Loaded {
        facts: written.facts.into_iter().map(Arc::new).collect(),
        answers: answers?,
    })
}

/// Removes a file, and what processes that died have left behind.
pub fn remove(directory: &Path, names: &[Key]) {
    for name in names {
        let _ = fs::remove_file(path(directory, name));
    }
    let Ok(entries) = fs::read_dir(directory.join("facts")) else {
        return;
    };
    for entry in entries.flatten() {
        let left = entry
            .file_name()
            .to_string_lossy()
            .starts_with("unfinished-");
        let changed = entry.metadata().and_then(|m| m.modified()).ok();
        let age = changed.and_then(|at| SystemTime::now().duration_since(at).ok());
        if left && age.is_some_and(|a| a > ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn hex(key: &Key) -> String {
    key.0.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Option<Key> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(Key(bytes))
}
