//! Lists that are cheap to clone.
//!
//! A mutant is a copy of its system with a few changed definitions, and a campaign makes thousands of copies. So a clone shares what it
//! does not change: [`Table`] in chunks, for the variables, of which a patch changes a few of many; [`List`] as a whole, for lists that are
//! short or that do not change after the model is read.

use std::iter::FlatMap;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice;
use std::sync::Arc;

/// How many items a chunk has: what is copied where one of them changes.
const CHUNK: usize = 64;

/// A list in chunks. A clone shares all of them; a change copies the chunk that it is in, unless no other table has it.
#[derive(Clone, Debug)]
pub struct Table<T> {
    /// All are full but the last.
    chunks: Vec<Arc<Vec<T>>>,
}

type Items<'a, T> = FlatMap<
    slice::Iter<'a, Arc<Vec<T>>>,
    slice::Iter<'a, T>,
    fn(&'a Arc<Vec<T>>) -> slice::Iter<'a, T>,
>;
type ItemsMut<'a, T> = FlatMap<
    slice::IterMut<'a, Arc<Vec<T>>>,
    slice::IterMut<'a, T>,
    fn(&'a mut Arc<Vec<T>>) -> slice::IterMut<'a, T>,
>;

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { chunks: Vec::new() }
    }
}

impl<T> Table<T> {
    pub fn len(&self) -> usize {
        match self.chunks.as_slice() {
            [] => 0,
            [full @ .., last] => full.len() * CHUNK + last.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn iter(&self) -> Items<'_, T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

impl<T> Table<T> {
    /// The items from this index on.
    pub fn since(&self, start: usize) -> impl Iterator<Item = &T> {
        let chunks = self.chunks.get(start / CHUNK..).unwrap_or_default();
        let items = chunks.iter().flat_map(|chunk| chunk.iter());
        items.skip(start % CHUNK)
    }
}

impl<T: Clone> Table<T> {
    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Arc::make_mut(last).push(item),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(item);
                self.chunks.push(Arc::new(chunk));
            }
        }
    }

    pub fn last_mut(&mut self) -> Option<&mut T> {
        Arc::make_mut(self.chunks.last_mut()?).last_mut()
    }

    /// Copies every chunk that is shared.
    pub fn iter_mut(&mut self) -> ItemsMut<'_, T> {
        let chunks = self.chunks.iter_mut();
        chunks.flat_map(|chunk| Arc::make_mut(chunk).iter_mut())
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T: Clone> IndexMut<usize> for Table<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK]
    }
}

impl<T: Clone> Extend<T> for Table<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Clone> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut table = Table::default();
        table.extend(items);
        table
    }
}

impl<'a, T> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = Items<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Table<T> {
    type Item = &'a mut T;
    type IntoIter = ItemsMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// A vector that a clone shares until one of the two changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(Arc<Vec<T>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Arc::default())
    }
}

impl<T: Clone> List<T> {
    /// As that of a vector. The item may be made from the list.
    pub fn push(&mut self, item: T) {
        Arc::make_mut(&mut self.0).push(item);
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        List(Arc::new(items))
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List(Arc::new(items.into_iter().collect()))
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut List<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        Arc::make_mut(&mut self.0).iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_a_vector() {
        for count in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5] {
            let mut table: Table<usize> = (0..count).collect();
            let mut vector: Vec<usize> = (0..count).collect();
            for at in (0..count).step_by(7) {
                table[at] += 1000;
                vector[at] += 1000;
            }
            if let Some(last) = table.last_mut() {
                *last = 5;
                *vector.last_mut().unwrap() = 5;
            }
            for item in &mut table {
                *item *= 2;
            }
            vector.iter_mut().for_each(|item| *item *= 2);
            assert_eq!(table.len(), vector.len());
            assert_eq!(table.is_empty(), vector.is_empty());
            assert!(table.iter().eq(&vector) && (&table).into_iter().eq(&vector));
            assert!(table.iter().rev().eq(vector.iter().rev()));
            let tail = |start: usize| vector.iter().skip(start);
            assert!((0..count + 2).all(|start| table.since(start).eq(tail(start))));
            assert!((0..count + CHUNK).all(|at| table.get(at) == vector.get(at)));
        }
    }

    #[test]
    fn a_change_copies_one_chunk_and_leaves_the_clone_alone() {
        let table: Table<usize> = (0..10 * CHUNK).collect();
        let mut other = table.clone();
        other[3 * CHUNK + 1] = 7;
        assert_eq!(table[3 * CHUNK + 1], 3 * CHUNK + 1);
        let same = table.chunks.iter().zip(&other.chunks);
        assert_eq!(same.filter(|(a, b)| Arc::ptr_eq(a, b)).count(), 9);
        let list: List<usize> = vec![1, 2].into();
        let mut longer = list.clone();
        longer.push(3);
        assert_eq!((list.len(), longer.len()), (2, 3));
    }
}
