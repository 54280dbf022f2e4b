//! The store gives back what it was told, or nothing: whatever happens to its files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use assay_cover::sink::{Fact, Key, Memory, NamedStimulus, Question, Sink};
use assay_store::Store;
use proptest::prelude::*;

fn question(n: u8) -> Question {
    Question {
        key: Key([n; 32]),
        topic: Some(Key([n | 0x80; 32])),
    }
}

fn fact(n: u8) -> Arc<Fact> {
    Arc::new(Fact::Violated {
        stimulus: NamedStimulus {
            length: n.into(),
            values: vec![("x".into(), vec![n.to_string(); 20])],
            functions: vec![],
        },
        by: "replay".into(),
    })
}

/// A store, and what it has warned of.
fn open(directory: &Path, family: &str) -> (Store, Arc<Mutex<Vec<String>>>) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = said.clone();
    let warn = move |text: &str| heard.lock().unwrap().push(text.to_string());
    let patience = Duration::from_millis(400);
    let store = Store::with_limits(directory, family, 1 << 20, patience, warn);
    (store, said)
}

/// Tells a store these facts, in several goes, and closes it. Returns what it warned of.
fn tell(directory: &Path, facts: &[u8]) -> Vec<String> {
    let (mut store, said) = open(directory, "model");
    for some in facts.chunks(3) {
        store.record(some.iter().map(|&n| (question(n), fact(n))).collect());
    }
    drop(store);
    said.lock().unwrap().clone()
}

fn ask(directory: &Path, family: &str, questions: &[Question]) -> (Vec<Memory>, Vec<String>) {
    let (mut store, said) = open(directory, family);
    let memories = store.recall(questions);
    let said = said.lock().unwrap().clone();
    (memories, said)
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the directory is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            found.push(path)
        }
    }
    found.sort();
    found
}

/// The bytes of all files with facts.
fn size(directory: &Path) -> u64 {
    let all = files(&directory.join("facts"));
    all.iter()
        .map(|f| f.metadata().expect("a file").len())
        .sum()
}

#[test]
fn what_was_told_is_remembered() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path().join("deep/store");
    assert_eq!(tell(&place, &[1, 2, 3, 4, 5]), Vec::<String>::new());
    let questions: Vec<Question> = (1..=6).map(question).collect();
    let (memories, said) = ask(&place, "model", &questions);
    for n in 1..=5u8 {
        assert_eq!(memories[n as usize - 1], Memory::Same(fact(n)));
    }
    assert_eq!(memories[5], Memory::Nothing);
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn asking_alone_writes_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path().join("store");
    assert_eq!(ask(&place, "model", &[question(1)]).0, [Memory::Nothing]);
    assert!(!place.exists());
}

#[test]
fn another_key_of_the_same_topic_gives_a_hint_within_one_family() {
    let directory = tempfile::tempdir().expect("a directory");
    tell(directory.path(), &[1, 2]);
    let edited = Question {
        key: Key([99; 32]),
        ..question(2)
    };
    let (memories, _) = ask(directory.path(), "model", &[edited]);
    assert_eq!(memories, [Memory::Other(fact(2))]);
    let (memories, _) = ask(directory.path(), "another model", &[edited, question(2)]);
    assert_eq!(memories, [Memory::Nothing, Memory::Same(fact(2))]);
}

#[test]
fn the_last_fact_counts() {
    let directory = tempfile::tempdir().expect("a directory");
    tell(directory.path(), &[1]);
    let (mut store, _) = open(directory.path(), "model");
    store.record(vec![(question(1), fact(7))]);
    drop(store);
    let (memories, _) = ask(directory.path(), "model", &[question(1)]);
    assert_eq!(memories, [Memory::Same(fact(7))]);
}

#[test]
fn the_oldest_facts_make_room() {
    let directory = tempfile::tempdir().expect("a directory");
    tell(directory.path(), &[1]);
    let one = size(directory.path());
    for n in 2..=40 {
        let patience = Duration::from_secs(1);
        let store = Store::with_limits(directory.path(), "model", 8 * one, patience, |_| {});
        { store }.record(vec![(question(n), fact(n))]);
    }
    let total = size(directory.path());
    assert!(total <= 9 * one, "{total} bytes, {one} each");
    let (memories, said) = ask(directory.path(), "model", &[question(1), question(40)]);
    assert_eq!(memories, [Memory::Nothing, Memory::Same(fact(40))]);
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn a_place_where_nothing_can_be_written_costs_one_warning() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "not a directory").expect("written");
    for place in [file.clone(), file.join("below")] {
        let said = tell(&place, &[1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(said.len(), 1, "{said:?}");
        let start = format!("the store {} is not used: ", place.display());
        assert!(said[0].starts_with(&start), "{said:?}");
    }
    let text = std::fs::read_to_string(&file).expect("there");
    assert_eq!(text, "not a directory");
}

/// Writes one row into the index as another program would.
fn write_row(directory: &Path, table: &str, name: &str, value: u64) {
    let table: redb::TableDefinition<&str, u64> = redb::TableDefinition::new(table);
    let database = redb::Database::create(directory.join("index.redb")).expect("opened");
    let writing = database.begin_write().expect("begun");
    let mut rows = writing.open_table(table).expect("a table");
    rows.insert(name, value).expect("inserted");
    drop(rows);
    writing.commit().expect("committed");
}

#[test]
fn a_foreign_index_is_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    write_row(directory.path(), "theirs", "a", 1);
    let said = tell(directory.path(), &[1, 2, 3, 4]);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].ends_with("it is no index of this program; choose another directory"),
        "{said:?}"
    );
    let (memories, said) = ask(directory.path(), "model", &[question(1)]);
    assert_eq!((memories, said.len()), (vec![Memory::Nothing], 1));
    assert!(files(&directory.path().join("facts")).is_empty());
    // No database at all.
    let text = "text that is no database, of some length ".repeat(500);
    std::fs::write(directory.path().join("index.redb"), text).expect("written");
    assert_eq!(tell(directory.path(), &[1]).len(), 1);
    let (memories, said) = ask(directory.path(), "model", &[question(1)]);
    assert_eq!((memories, said.len()), (vec![Memory::Nothing], 1));
}

#[test]
fn an_index_of_another_version_is_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    tell(directory.path(), &[1]);
    write_row(directory.path(), "about", "version", 99);
    let (memories, said) = ask(directory.path(), "model", &[question(1)]);
    assert_eq!(memories, [Memory::Nothing]);
    assert!(said[0].contains("version 99"), "{said:?}");
}

#[test]
fn an_index_in_use_is_waited_for_and_then_done_without() {
    let directory = tempfile::tempdir().expect("a directory");
    tell(directory.path(), &[1]);
    let held = redb::Database::create(directory.path().join("index.redb")).expect("opened");
    let (memories, said) = ask(directory.path(), "model", &[question(1)]);
    assert_eq!(memories, [Memory::Nothing]);
    assert!(said[0].contains("another process is using it"), "{said:?}");
    // It is given back while a store waits, however long that takes.
    let warn = |text: &str| panic!("{text}");
    let patience = Duration::from_secs(60);
    let mut store = Store::with_limits(directory.path(), "model", 1 << 20, patience, warn);
    let owner = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        drop(held);
    });
    assert_eq!(store.recall(&[question(1)]), [Memory::Same(fact(1))]);
    owner.join().expect("ended");
}

#[test]
fn several_stores_share_a_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    std::thread::scope(|scope| {
        for thread in 0..4u8 {
            let place = directory.path();
            scope.spawn(move || {
                let patience = Duration::from_secs(60);
                let warn = |text: &str| panic!("{text}");
                let mut store = Store::with_limits(place, "model", 1 << 20, patience, warn);
                for n in 0..8 {
                    let n = thread * 8 + n + 1;
                    store.record(vec![(question(n), fact(n))]);
                    store.recall(&[question(n)]);
                }
            });
        }
    });
    let questions: Vec<Question> = (1..=32).map(question).collect();
    let (memories, said) = ask(directory.path(), "model", &questions);
    for n in 1..=32u8 {
        assert_eq!(memories[n as usize - 1], Memory::Same(fact(n)), "{n}");
    }
    assert!(said.is_empty(), "{said:?}");
}

/// What happens to a file.
#[derive(Clone, Debug)]
enum Damage {
    Flip(usize, u8),
    Cut(usize),
    Grow(usize),
    Replace,
    Remove,
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        6 => (any::<usize>(), 1..=255u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        // The beginning of a database says what is where.
        4 => (0..400usize, 1..=255u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        3 => any::<usize>().prop_map(Damage::Cut),
        1 => (1..5000usize).prop_map(Damage::Grow),
        1 => Just(Damage::Replace),
        1 => Just(Damage::Remove),
    ]
}

fn inflict(damage: &Damage, path: &Path) {
    let mut bytes = std::fs::read(path).expect("the file is there");
    match damage {
        Damage::Flip(at, bits) => {
            let at = at % bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= bits;
            }
        }
        Damage::Cut(at) => bytes.truncate(at % (bytes.len() + 1)),
        Damage::Grow(by) => bytes.extend(std::iter::repeat_n(0xa5, *by)),
        Damage::Replace => bytes = b"garbage".repeat(bytes.len() / 7),
        Damage::Remove => return std::fs::remove_file(path).expect("removed"),
    }
    std::fs::write(path, bytes).expect("written");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// After damage to any file a question has its own answer or none, new facts do no harm, and there
    /// is at most one warning at a time.
    #[test]
    fn damage_costs_answers_and_gives_no_wrong_ones(
        hits in proptest::collection::vec((any::<usize>(), damage()), 1..4),
    ) {
        let directory = tempfile::tempdir().expect("a directory");
        tell(directory.path(), &[1, 2, 3, 4, 5, 6, 7, 8]);
        for (which, damage) in &hits {
            let all = files(directory.path());
            if !all.is_empty() {
                inflict(damage, &all[which % all.len()]);
            }
        }
        let questions: Vec<Question> = (1..=9).map(question).collect();
        for _ in 0..2 {
            let (memories, said) = ask(directory.path(), "model", &questions);
            prop_assert!(said.len() <= 1, "{said:?}");
            for n in 1..=9u8 {
                match &memories[n as usize - 1] {
                    Memory::Same(found) => prop_assert_eq!(found, &fact(n)),
                    // A hint may be anything that was ever told: whoever takes it checks it.
                    Memory::Other(found) => prop_assert!((1..=9).any(|m| *found == fact(m))),
                    Memory::Nothing => {}
                }
            }
            let said = tell(directory.path(), &[9]);
            prop_assert!(said.len() <= 1, "{said:?}");
        }
    }
}
