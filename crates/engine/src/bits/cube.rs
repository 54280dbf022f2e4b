//! Cubes: conjunctions of latch literals, the sets of states that IC3 reasons about.

/// A latch, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatchLit(u32);

impl LatchLit {
    pub fn new(latch: usize, value: bool) -> LatchLit {
        LatchLit((latch as u32) << 1 | !value as u32)
    }

    pub fn latch(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The value that the literal demands of its latch.
    pub fn value(self) -> bool {
        self.0 & 1 == 0
    }
}

/// Sorted literals, at most one of each latch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    lits: Box<[LatchLit]>,
    /// One bit for each literal, hashed: a cube whose signature is not contained in another's
    /// cannot be a subset of it.
    signature: u64,
}

impl Cube {
    pub fn new(mut lits: Vec<LatchLit>) -> Cube {
        lits.sort_unstable();
        lits.dedup();
        debug_assert!(lits.windows(2).all(|w| w[0].latch() != w[1].latch()));
        let signature = lits.iter().fold(0, |s, l| s | 1 << (l.0 % 64));
        Cube {
            lits: lits.into_boxed_slice(),
            signature,
        }
    }

    pub fn lits(&self) -> &[LatchLit] {
        &self.lits
    }

    pub fn is_empty(&self) -> bool {
        self.lits.is_empty()
    }

    pub fn contains(&self, lit: LatchLit) -> bool {
        self.lits.binary_search(&lit).is_ok()
    }

    pub fn without(&self, lit: LatchLit) -> Cube {
        Cube::new(self.lits.iter().copied().filter(|&l| l != lit).collect())
    }

    /// Whether every state of `other` is one of this cube: its literals are a subset of the other's.
    pub fn subsumes(&self, other: &Cube) -> bool {
        if self.lits.len() > other.lits.len() || self.signature & !other.signature != 0 {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|l| rest.any(|o| o == l))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(lits: &[(usize, bool)]) -> Cube {
        Cube::new(lits.iter().map(|&(i, v)| LatchLit::new(i, v)).collect())
    }

    #[test]
    fn fewer_literals_are_more_states() {
        let small = cube(&[(5, true), (1, false)]);
        let large = cube(&[(1, false), (3, true), (5, true)]);
        assert!(small.subsumes(&large) && !large.subsumes(&small));
        assert!(cube(&[]).subsumes(&small) && small.subsumes(&small));
        assert!(!cube(&[(5, false)]).subsumes(&large));
        assert!(!cube(&[(69, true)]).subsumes(&large), "equal signatures");
    }

    #[test]
    fn literals_come_and_go() {
        let c = cube(&[(2, true), (0, false)]);
        assert_eq!(c.without(LatchLit::new(2, true)), cube(&[(0, false)]));
        assert_eq!(c.without(LatchLit::new(2, false)), c);
    }
}
