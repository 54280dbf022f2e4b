//! Random choices that are the same on every machine and in every run.

/// A source of choices, by the generator of the system crate.
#[derive(Clone, Debug)]
pub struct Random {
    numbers: assay_system::Random,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random {
            numbers: assay_system::Random::new(seed),
        }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.numbers.bits()
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.numbers.below(n as u64) as usize
    }

    /// True in this many cases of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
