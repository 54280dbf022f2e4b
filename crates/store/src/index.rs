//! The index: in which file the fact for a key is. It is one redb file, opened for each reading and each writing.
//!
//! Invariant: a file is safely on disk before the index names it. A file that the index names may be gone later; its facts are
//! then unknown.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assay_cover::sink::Key;
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition};

use crate::files;

/// The version of the tables below.
const VERSION: u64 = 1;

type Bytes = [u8; 32];
/// The file's name, and the place in it.
type Place = ([u8; 32], u32);

const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
const ANSWERS: TableDefinition<&Bytes, Place> = TableDefinition::new("answers");
const TOPICS: TableDefinition<&Bytes, Place> = TableDefinition::new("topics");
/// For each file when it was written, as a running number, and its size.
const FILES: TableDefinition<&Bytes, (u64, u64)> = TableDefinition::new("files");

/// Why the index cannot be used.
#[derive(Debug)]
pub enum Trouble {
    /// Another process has it open: it may work later.
    Busy,
    Broken(String),
    /// It was written by another program, so that users are not told to delete it.
    Foreign,
}

impl<E: Into<redb::Error>> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        match error.into() {
            redb::Error::DatabaseAlreadyOpen => Trouble::Busy,
            other => Trouble::Broken(other.to_string()),
        }
    }
}

/// A new file of facts, and for each of its facts the key and the topic that lead to it.
pub struct Addition {
    pub file: Key,
    pub size: u64,
    pub places: Vec<(Key, Option<Key>)>,
}

pub struct Index {
    path: PathBuf,
    /// How long to wait while another process has the index open.
    patience: Duration,
}

impl Index {
    pub fn new(directory: &Path, patience: Duration) -> Index {
        Index {
            path: directory.join("index.redb"),
            patience,
        }
    }

    /// For each pair the place under the key and that under the topic.
    #[allow(clippy::type_complexity)]
    pub fn read(
        &self,
        wanted: &[(Key, Option<Key>)],
    ) -> Result<Vec<(Option<(Key, usize)>, Option<(Key, usize)>)>, Trouble> {
        if !self.path.exists() {
            return Ok(vec![(None, None); wanted.len()]);
        }
        guarded(|| {
            let database = self.open()?;
            let reading = database.begin_read()?;
            let (answers, topics) = (reading.open_table(ANSWERS)?, reading.open_table(TOPICS)?);
            let mut found = Vec::with_capacity(wanted.len());
            for (key, topic) in wanted {
                let place = |row: Option<redb::AccessGuard<'_, Place>>| {
                    row.map(|row| (Key(row.value().0), row.value().1 as usize))
                };
                let same = place(answers.get(&key.0)?);
                let other = match topic {
                    Some(topic) => place(topics.get(&topic.0)?),
                    None => None,
                };
                found.push((same, other));
            }
            Ok(found)
        })
    }

    /// Adds what is new. Where the files have become larger than `limit` together, the oldest are forgotten until half of
    /// it is free; returns these.
    pub fn write(&self, addition: &Addition, limit: u64) -> Result<Vec<Key>, Trouble> {
        guarded(|| {
            let database = self.open()?;
            let writing = database.begin_write()?;
            let mut forgotten = Vec::new();
            {
                let mut answers = writing.open_table(ANSWERS)?;
                let mut topics = writing.open_table(TOPICS)?;
                let mut files = writing.open_table(FILES)?;
                let mut all: Vec<(u64, u64, Bytes)> = Vec::new();
                for row in files.iter()? {
                    let (name, about) = row?;
                    let (number, size) = about.value();
                    all.push((number, size, *name.value()));
                }
                all.sort_unstable();
                let number = all.last().map_or(0, |(n, ..)| n.saturating_add(1));
                let sizes = all.iter().map(|(_, size, _)| *size);
                let mut total = sizes.fold(addition.size, u64::saturating_add);
                if total > limit {
                    for (_, size, name) in all {
                        if total <= limit / 2 {
                            break;
                        }
                        total = total.saturating_sub(size);
                        files.remove(&name)?;
                        forgotten.push(Key(name));
                    }
                    let kept = |place: Place| !forgotten.contains(&Key(place.0));
                    answers.retain(|_, place| kept(place))?;
                    topics.retain(|_, place| kept(place))?;
                }
                files.insert(&addition.file.0, (number, addition.size))?;
                for (at, (key, topic)) in addition.places.iter().enumerate() {
                    let place = (addition.file.0, at as u32);
                    answers.insert(&key.0, place)?;
                    if let Some(topic) = topic {
                        topics.insert(&topic.0, place)?;
                    }
                }
            }
            writing.commit()?;
            Ok(forgotten)
        })
    }

    /// Opens the file, making it if need be, and looks whether it is ours.
    fn open(&self) -> Result<Database, Trouble> {
        if !self.path.exists() {
            self.make()?;
        }
        let start = Instant::now();
        let database = loop {
            match Database::create(&self.path) {
                Ok(database) => break database,
                Err(DatabaseError::DatabaseAlreadyOpen) if start.elapsed() < self.patience => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => return Err(error.into()),
            }
        };
        match version(&database)? {
            VERSION => Ok(database),
            other => {
                let text = format!("it has version {other} and this program writes {VERSION}");
                Err(Trouble::Broken(text))
            }
        }
    }

    /// Makes an empty index. It gets its name when it is whole: a process that dies here must not leave half of one.
    fn make(&self) -> Result<(), Trouble> {
        let directory = self.path.parent().unwrap_or(Path::new("."));
        let unfinished = files::unfinished(directory)?;
        create_tables(&Database::create(&unfinished)?)?;
        // Where another process was faster, its index counts. Not every file system has links.
        let named = match std::fs::hard_link(&unfinished, &self.path) {
            Err(_) if !self.path.exists() => std::fs::rename(&unfinished, &self.path),
            _ => std::fs::remove_file(&unfinished),
        };
        Ok(named?)
    }
}

fn version(database: &Database) -> Result<u64, Trouble> {
    let reading = database.begin_read()?;
    let about = match reading.open_table(ABOUT) {
        Ok(table) => table,
        Err(_) => return Err(Trouble::Foreign),
    };
    let version = about.get("version")?.map(|v| v.value());
    version.ok_or(Trouble::Broken("it has no version".into()))
}

/// Makes the tables, all at once.
fn create_tables(database: &Database) -> Result<(), Trouble> {
    let writing = database.begin_write()?;
    {
        writing.open_table(ABOUT)?.insert("version", VERSION)?;
        writing.open_table(ANSWERS)?;
        writing.open_table(TOPICS)?;
        writing.open_table(FILES)?;
    }
    writing.commit()?;
    Ok(())
}

/// The name of threads that open the index: a panic there means no more than a broken file.
pub const THREAD: &str = "assay index";

/// Runs `work` on a thread of its own. The database panics on a broken file, and such a panic becomes trouble like any other.
fn guarded<T: Send>(work: impl FnOnce() -> Result<T, Trouble> + Send) -> Result<T, Trouble> {
    silence_panics();
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name(THREAD.into());
        match builder.spawn_scoped(scope, work) {
            Err(error) => Err(Trouble::Broken(error.to_string())),
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| Err(Trouble::Broken("it is damaged".into()))),
        }
    })
}

/// Keeps the panics of these threads from being printed: the trouble that they become is reported instead.
fn silence_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some(THREAD) {
                before(panic);
            }
        }));
    });
}
