//! Evidence that is stored once and referred to by its id.
//!
//! Thousands of mutants are killed by the same execution, or looked at by the properties in the same way. The document has a list of each
//! kind of evidence, and mutants name the members: `"t12"` is the trace with that id. In memory they share it.
//!
//! Invariant: after [`super::Sharing::finish`] or a successful read, the id of evidence is its place in the document's list.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What can be stored in a list of the document.
pub trait Listed: Default {
    /// What ids begin with.
    const LETTER: char;
}

/// A member of such a list, where something refers to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared<T> {
    number: usize,
    value: Arc<T>,
}

impl<T> From<T> for Shared<T> {
    /// Not in a list yet.
    fn from(value: T) -> Shared<T> {
        Shared {
            number: 0,
            value: Arc::new(value),
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

fn id<T: Listed>(number: usize) -> String {
    format!("{}{number}", T::LETTER)
}

impl<T: Listed> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&id::<T>(self.number))
    }
}

impl<'de, T: Listed> Deserialize<'de> for Shared<T> {
    /// The id alone: [`List::resolve`] puts the value in.
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Shared<T>, D::Error> {
        let text = String::deserialize(d)?;
        let number = text.strip_prefix(T::LETTER).and_then(|n| n.parse().ok());
        let number = number.ok_or_else(|| D::Error::custom(format!("`{text}` is no id")))?;
        Ok(Shared {
            number,
            value: Arc::default(),
        })
    }
}

/// All evidence of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(Vec<Arc<T>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<T: Listed> List<T> {
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|v| &**v)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the member in that is referred to. Err: its id, if there is none.
    pub(super) fn resolve(&self, reference: &mut Shared<T>) -> Result<(), String> {
        let found = self.0.get(reference.number);
        reference.value = found.ok_or_else(|| id::<T>(reference.number))?.clone();
        Ok(())
    }

    /// Parts of the list as they are written, for readers that want only some.
    pub(crate) fn parts(&self, size: usize) -> impl Iterator<Item = impl Serialize + '_>
    where
        T: Serialize,
    {
        let parts = self.0.chunks(size).enumerate();
        parts.map(move |(at, part)| entries(at * size, part).collect::<Vec<_>>())
    }
}

/// A member of a list where the list is written.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    id: String,
    #[serde(flatten)]
    value: T,
}

fn entries<T: Listed>(from: usize, part: &[Arc<T>]) -> impl Iterator<Item = Entry<&T>> {
    part.iter().zip(from..).map(|(value, number)| Entry {
        id: id::<T>(number),
        value: &**value,
    })
}

impl<T: Listed + Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(entries(0, &self.0))
    }
}

impl<'de, T: Listed + Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<List<T>, D::Error> {
        let read: Vec<Entry<T>> = Vec::deserialize(d)?;
        let mut list = Vec::with_capacity(read.len());
        for (number, entry) in read.into_iter().enumerate() {
            if entry.id != id::<T>(number) {
                let wrong = format!("`{}` stands where {} should", entry.id, id::<T>(number));
                return Err(D::Error::custom(wrong));
            }
            list.push(Arc::new(entry.value));
        }
        Ok(List(list))
    }
}

/// Makes a list: equal evidence becomes one member.
pub struct Collector<T> {
    list: Vec<Arc<T>>,
    known: HashMap<Arc<T>, usize>,
}

impl<T> Default for Collector<T> {
    fn default() -> Self {
        Collector {
            list: Vec::new(),
            known: HashMap::new(),
        }
    }
}

impl<T: Listed + Eq + Hash> Collector<T> {
    pub fn collect(&mut self, evidence: &mut Shared<T>) {
        let next = self.list.len();
        match self.known.get_key_value(&evidence.value) {
            Some((value, number)) => {
                *evidence = Shared {
                    number: *number,
                    value: value.clone(),
                }
            }
            None => {
                self.list.push(evidence.value.clone());
                self.known.insert(evidence.value.clone(), next);
                evidence.number = next;
            }
        }
    }

    pub fn list(self) -> List<T> {
        List(self.list)
    }
}
