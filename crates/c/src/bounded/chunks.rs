//! A list that is cheap to copy and cheap to merge: copies share chunks, and a merge looks only at chunks that differ.

use std::rc::Rc;

const CHUNK: usize = 16;

type Chunk<T> = Rc<Vec<Option<T>>>;

#[derive(Clone, Debug)]
pub struct Chunks<T> {
    root: Rc<Vec<Option<Chunk<T>>>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks {
            root: Rc::new(vec![]),
        }
    }
}

impl<T: Clone> Chunks<T> {
    pub fn get(&self, at: usize) -> Option<&T> {
        let chunk = self.root.get(at / CHUNK)?.as_ref()?;
        chunk.get(at % CHUNK)?.as_ref()
    }

    pub fn set(&mut self, at: usize, value: T) {
        let root = Rc::make_mut(&mut self.root);
        if root.len() <= at / CHUNK {
            root.resize(at / CHUNK + 1, None);
        }
        let chunk = root[at / CHUNK].get_or_insert_with(|| Rc::new(vec![None; CHUNK]));
        Rc::make_mut(chunk)[at % CHUNK] = Some(value);
    }

    /// What is there, in order.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &T)> {
        let chunks = self.root.iter().enumerate();
        let chunks = chunks.filter_map(|(at, chunk)| Some((at, chunk.as_ref()?)));
        chunks.flat_map(|(at, chunk)| {
            let inside = chunk.iter().enumerate();
            inside.filter_map(move |(i, entry)| Some((at * CHUNK + i, entry.as_ref()?)))
        })
    }

    /// Whether both are copies of one list that nobody has changed since.
    pub fn same(&self, other: &Chunks<T>) -> bool {
        Rc::ptr_eq(&self.root, &other.root)
    }

    /// Joins every pair of entries that may differ; `join` is told where the entry stands.
    pub fn merge<E>(
        &self,
        other: &Chunks<T>,
        mut join: impl FnMut(usize, Option<&T>, Option<&T>) -> Result<Option<T>, E>,
    ) -> Result<Chunks<T>, E> {
        if self.same(other) {
            return Ok(self.clone());
        }
        let length = self.root.len().max(other.root.len());
        let mut root = Vec::with_capacity(length);
        for at in 0..length {
            let (mine, theirs) = (of(&self.root, at), of(&other.root, at));
            let shared = match (mine, theirs) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            };
            if shared {
                root.push(mine.cloned());
                continue;
            }
            let mut chunk = Vec::with_capacity(CHUNK);
            for inside in 0..CHUNK {
                let entry = |c: Option<&Chunk<T>>| c.and_then(|c| c[inside].clone());
                let (a, b) = (entry(mine), entry(theirs));
                chunk.push(join(at * CHUNK + inside, a.as_ref(), b.as_ref())?);
            }
            root.push(Some(Rc::new(chunk)));
        }
        Ok(Chunks {
            root: Rc::new(root),
        })
    }
}

fn of<T>(root: &[Option<Chunk<T>>], at: usize) -> Option<&Chunk<T>> {
    root.get(at).and_then(Option::as_ref)
}
