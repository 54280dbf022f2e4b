//! Sets of small numbers: parts of a system, groups of parts.

/// A subset of 0 .. n for some n that the caller knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    words: Vec<u64>,
}

/// Words that are zero at the end do not count.
impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Set {
    pub fn all(n: usize) -> Set {
        (0..n).collect()
    }

    pub fn contains(&self, i: usize) -> bool {
        self.words
            .get(i / 64)
            .is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    pub fn insert(&mut self, i: usize) {
        if self.words.len() <= i / 64 {
            self.words.resize(i / 64 + 1, 0);
        }
        self.words[i / 64] |= 1 << (i % 64);
    }

    pub fn remove(&mut self, i: usize) {
        if let Some(w) = self.words.get_mut(i / 64) {
            *w &= !(1 << (i % 64));
        }
    }

    pub fn without(&self, i: usize) -> Set {
        let mut set = self.clone();
        set.remove(i);
        set
    }

    pub fn extend(&mut self, other: &Set) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (w, o) in self.words.iter_mut().zip(&other.words) {
            *w |= o;
        }
    }

    pub fn is_subset(&self, of: &Set) -> bool {
        let theirs = of.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter().zip(theirs).all(|(w, o)| w & !o == 0)
    }

    pub fn meets(&self, other: &Set) -> bool {
        self.words.iter().zip(&other.words).any(|(w, o)| w & o != 0)
    }

    /// Ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&i| self.contains(i))
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Set {
        let mut set = Set::default();
        for i in numbers {
            set.insert(i);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_as_a_set() {
        let small: Set = [1, 64].into_iter().collect();
        let large: Set = [1, 3, 64, 200].into_iter().collect();
        assert!(small.is_subset(&large) && !large.is_subset(&small));
        assert_eq!(large.without(200).without(3), small);
        assert!(large.without(200).without(3).is_subset(&small));
        assert!(small.meets(&large) && !small.meets(&Set::all(1)));
        let mut union = small.without(64);
        union.extend(&large);
        assert_eq!(union.iter().collect::<Vec<_>>(), [1, 3, 64, 200]);
    }
}
