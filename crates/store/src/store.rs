//! The store as cover sees it: a sink that recalls facts and records new ones.
//!
//! A separate thread writes new facts, so that no stage of a run waits for the disk. Facts that arrive during a write are
//! written together in the next one. A process that is killed loses only the facts of these few milliseconds. Dropping the
//! store first writes the facts that are left.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use assay_cover::sink::{Fact, Key, Memory, Question, Sink};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::files::{self, Loaded};
use crate::index::{Addition, Index, THREAD, Trouble};

/// The greatest size of all files together, in bytes.
const LIMIT: u64 = 256 << 20;
/// How long to wait for another process that has the index open, which it has for milliseconds at a time.
const PATIENCE: Duration = Duration::from_secs(2);

type Facts = Vec<(Question, Arc<Fact>)>;

pub struct Store {
    shared: Arc<Shared>,
    files: FxHashMap<Key, Option<Loaded>>,
    /// The thread that writes, started with the first fact, and the way to it.
    writer: Option<(Sender<Facts>, JoinHandle<()>)>,
}

/// What the store shares with its writer.
struct Shared {
    directory: PathBuf,
    /// Names the model, across edits of it. Topics of different models are kept apart by it.
    family: String,
    limit: u64,
    /// Locked while the index is open: only one thread opens it at a time.
    state: Mutex<State>,
}

struct State {
    index: Index,
    usable: bool,
    warned: bool,
    warn: Box<dyn FnMut(&str) + Send>,
}

impl Store {
    /// The store in this directory, which need not exist. `family` says which model it is about, across edits of it;
    /// `warn` is told, once, if the store cannot be used.
    pub fn new(directory: &Path, family: &str, warn: impl FnMut(&str) + Send + 'static) -> Store {
        Store::with_limits(directory, family, LIMIT, PATIENCE, warn)
    }

    /// The same with a limit for the size of all files in bytes, and for waiting for other processes.
    pub fn with_limits(
        directory: &Path,
        family: &str,
        limit: u64,
        patience: Duration,
        warn: impl FnMut(&str) + Send + 'static,
    ) -> Store {
        let state = State {
            index: Index::new(directory, patience),
            usable: true,
            warned: false,
            warn: Box::new(warn),
        };
        let shared = Shared {
            directory: directory.to_path_buf(),
            family: family.to_string(),
            limit,
            state: Mutex::new(state),
        };
        Store {
            shared: Arc::new(shared),
            files: FxHashMap::default(),
            writer: None,
        }
    }

    fn answer(&mut self, place: Option<(Key, usize)>, key: Option<&Key>) -> Option<Arc<Fact>> {
        let (file, at) = place?;
        let directory = &self.shared.directory;
        let loaded = self.files.entry(file);
        let loaded = loaded.or_insert_with(|| files::read(directory, &file));
        loaded.as_ref()?.answer(at, key)
    }
}

impl Sink for Store {
    fn recall(&mut self, questions: &[Question]) -> Vec<Memory> {
        let places = self.shared.find(questions);
        let mut memories = Vec::with_capacity(questions.len());
        for (question, (same, other)) in questions.iter().zip(places) {
            memories.push(match self.answer(same, Some(&question.key)) {
                Some(fact) => Memory::Same(fact),
                None => match self.answer(other, None) {
                    Some(fact) => Memory::Other(fact),
                    None => Memory::Nothing,
                },
            });
        }
        memories
    }

    fn record(&mut self, facts: Facts) {
        if self.writer.is_none() {
            let (sender, receiver) = channel();
            let shared = self.shared.clone();
            let builder = std::thread::Builder::new().name(THREAD.into());
            match builder.spawn(move || shared.write_all(&receiver)) {
                Ok(thread) => self.writer = Some((sender, thread)),
                Err(error) => {
                    let trouble = Trouble::Broken(error.to_string());
                    self.shared
                        .state()
                        .trouble(&self.shared.directory, &trouble);
                }
            }
        }
        if let Some((sender, _)) = &self.writer {
            // Sending fails when the writer has given up, which it has warned of.
            let _ = sender.send(facts);
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some((sender, writer)) = self.writer.take() {
            drop(sender);
            let _ = writer.join();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|e| e.into_inner())
    }

    fn topic(&self, topic: Option<Key>) -> Option<Key> {
        let mut hasher = Sha256::new();
        hasher.update(topic?.0);
        hasher.update(self.family.as_bytes());
        Some(Key(hasher.finalize().into()))
    }

    /// For each question the place of its answer, and the place of the last answer with the same topic.
    #[allow(clippy::type_complexity)]
    fn find(&self, questions: &[Question]) -> Vec<(Option<(Key, usize)>, Option<(Key, usize)>)> {
        let wanted: Vec<(Key, Option<Key>)> = questions
            .iter()
            .map(|q| (q.key, self.topic(q.topic)))
            .collect();
        let mut state = self.state();
        let found = if state.usable && !wanted.is_empty() {
            state.index.read(&wanted)
        } else {
            Ok(vec![])
        };
        let mut places = found.unwrap_or_else(|trouble| {
            state.trouble(&self.directory, &trouble);
            vec![]
        });
        places.resize(questions.len(), (None, None));
        places
    }

    /// Writes facts as they arrive, until the store is dropped.
    fn write_all(&self, receiver: &Receiver<Facts>) {
        let mut waiting: Facts = Vec::new();
        loop {
            let more = receiver.recv();
            let over = more.is_err();
            waiting.extend(more.unwrap_or_default());
            waiting.extend(receiver.try_iter().flatten());
            if !waiting.is_empty() {
                match self.write(&waiting) {
                    Ok(()) => waiting.clear(),
                    Err(trouble) => {
                        let mut state = self.state();
                        state.trouble(&self.directory, &trouble);
                        if !state.usable {
                            return;
                        }
                    }
                }
            }
            if over {
                return;
            }
        }
    }

    fn write(&self, facts: &[(Question, Arc<Fact>)]) -> Result<(), Trouble> {
        let state = self.state();
        if !state.usable {
            return Ok(());
        }
        let broken = |e: std::io::Error| Trouble::Broken(e.to_string());
        if !self.directory.exists() {
            std::fs::create_dir_all(&self.directory).map_err(broken)?;
            // Git is not to take the store for a part of the model's sources.
            std::fs::write(self.directory.join(".gitignore"), "*\n").map_err(broken)?;
        }
        let (file, size) = files::write(&self.directory, facts).map_err(broken)?;
        let places = facts.iter().map(|(q, _)| (q.key, self.topic(q.topic)));
        let addition = Addition {
            file,
            size,
            places: places.collect(),
        };
        let forgotten = state.index.write(&addition, self.limit).inspect_err(|_| {
            files::remove(&self.directory, &[file]);
        })?;
        if !forgotten.is_empty() {
            files::remove(&self.directory, &forgotten);
        }
        Ok(())
    }
}

impl State {
    /// Warns of the first trouble. The store is used no longer unless the index was only busy.
    fn trouble(&mut self, directory: &Path, trouble: &Trouble) {
        let why = match trouble {
            Trouble::Busy => "another process is using it",
            Trouble::Broken(why) => {
                self.usable = false;
                why
            }
            Trouble::Foreign => {
                self.usable = false;
                "it is no index of this program"
            }
        };
        if !std::mem::replace(&mut self.warned, true) {
            let place = directory.display();
            let remedy = match trouble {
                Trouble::Busy => String::new(),
                Trouble::Foreign => "; choose another directory".to_string(),
                Trouble::Broken(_) => {
                    format!("; delete {place} to start a new one, which costs time only")
                }
            };
            (self.warn)(&format!("the store {place} is not used: {why}{remedy}"));
        }
    }
}
