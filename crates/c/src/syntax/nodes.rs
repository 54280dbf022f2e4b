//! The nodes of a unit, by number. A copy shares them: a mutant has the nodes of all headers and changes two or three.

use std::ops::Index;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Nodes<T> {
    shared: Arc<[T]>,
    /// What stands in the place of a shared node, by rising number.
    changed: Vec<(usize, T)>,
    /// Nodes with numbers after the shared ones.
    added: Vec<T>,
}

impl<T> Nodes<T> {
    pub fn len(&self) -> usize {
        self.shared.len() + self.added.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len()).map(|at| &self[at])
    }

    /// Puts another node in the place of one.
    pub fn set(&mut self, at: usize, node: T) {
        if let Some(added) = at.checked_sub(self.shared.len()) {
            self.added[added] = node;
            return;
        }
        match self.changed.binary_search_by_key(&at, |c| c.0) {
            Ok(found) => self.changed[found].1 = node,
            Err(free) => self.changed.insert(free, (at, node)),
        }
    }

    /// Adds a node and tells its number.
    pub fn push(&mut self, node: T) -> usize {
        self.added.push(node);
        self.len() - 1
    }
}

impl<T> Index<usize> for Nodes<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        if let Some(added) = at.checked_sub(self.shared.len()) {
            return &self.added[added];
        }
        match self.changed.binary_search_by_key(&at, |c| c.0) {
            Ok(found) => &self.changed[found].1,
            Err(_) => &self.shared[at],
        }
    }
}

impl<T> From<Vec<T>> for Nodes<T> {
    fn from(nodes: Vec<T>) -> Nodes<T> {
        Nodes {
            shared: nodes.into(),
            changed: vec![],
            added: vec![],
        }
    }
}

impl<T: PartialEq> PartialEq for Nodes<T> {
    fn eq(&self, other: &Nodes<T>) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_shares_what_does_not_change() {
        let nodes: Nodes<String> = ["a", "b", "c"].map(String::from).to_vec().into();
        let mut changed = nodes.clone();
        changed.set(2, "z".into());
        changed.set(0, "x".into());
        changed.set(0, "y".into());
        assert_eq!(changed.push("d".into()), 3);
        changed.set(3, "e".into());
        assert_eq!(changed.iter().collect::<Vec<_>>(), ["y", "b", "z", "e"]);
        assert_eq!(nodes.iter().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(std::ptr::eq(&nodes[1], &changed[1]));
        assert!(nodes != changed);
    }
}
