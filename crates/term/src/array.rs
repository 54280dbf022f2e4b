//! Array values: total functions from words to words, kept as a default and its exceptions.
//!
//! Invariant: the default is the most frequent element, the smallest of those if there are several,
//! and no exception equals it. That makes the form of a function unique, so that equality of values
//! is equality of functions, also where the exceptions cover half of a small index space.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;

use crate::{Bits, Sort};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayValue {
    index: u32,
    default: Bits,
    exceptions: BTreeMap<BigUint, BigUint>,
}

impl ArrayValue {
    /// The array that has `default` everywhere.
    pub fn constant(index: u32, default: Bits) -> Self {
        assert!(index >= 1, "an index has at least one bit");
        ArrayValue {
            index,
            default,
            exceptions: BTreeMap::new(),
        }
    }

    /// `default` everywhere but at these; of two entries for one index the later one counts.
    pub fn new(
        index: u32,
        default: Bits,
        exceptions: impl IntoIterator<Item = (Bits, Bits)>,
    ) -> Self {
        let mut array = ArrayValue::constant(index, default);
        for (at, element) in exceptions {
            array.set(&at, element);
        }
        array.balance();
        array
    }

    pub fn sort(&self) -> Sort {
        Sort::Array {
            index: self.index,
            element: self.default.width(),
        }
    }

    pub fn index_width(&self) -> u32 {
        self.index
    }

    pub fn element_width(&self) -> u32 {
        self.default.width()
    }

    pub fn default(&self) -> &Bits {
        &self.default
    }

    /// Where the array differs from its default, by ascending index.
    pub fn exceptions(&self) -> impl ExactSizeIterator<Item = (Bits, Bits)> {
        let (index, element) = (self.index, self.element_width());
        self.exceptions.iter().map(move |(at, value)| {
            (
                Bits::new(index, at.clone()),
                Bits::new(element, value.clone()),
            )
        })
    }

    pub fn select(&self, at: &Bits) -> Bits {
        debug_assert_eq!(at.width(), self.index);
        match self.exceptions.get(at.value()) {
            Some(value) => Bits::new(self.element_width(), value.clone()),
            None => self.default.clone(),
        }
    }

    pub fn store(&mut self, at: &Bits, element: Bits) {
        self.set(at, element);
        self.balance();
    }

    fn set(&mut self, at: &Bits, element: Bits) {
        debug_assert_eq!(at.width(), self.index);
        debug_assert_eq!(element.width(), self.element_width());
        if element == self.default {
            self.exceptions.remove(at.value());
        } else {
            self.exceptions
                .insert(at.value().clone(), element.value().clone());
        }
    }

    /// Restores the invariant where the default may not be the most frequent element any more.
    fn balance(&mut self) {
        let known = self.exceptions.len();
        let half = (self.index < usize::BITS).then(|| 1usize << (self.index - 1));
        if half.is_none_or(|half| known < half) {
            return;
        }
        // At least half of the indices are listed, so going through all of them costs no more.
        let size = 1u64 << self.index;
        let mut counts: BTreeMap<BigUint, u64> = BTreeMap::new();
        counts.insert(self.default.value().clone(), size - known as u64);
        for value in self.exceptions.values() {
            *counts.entry(value.clone()).or_default() += 1;
        }
        let mut best = (self.default.value(), 0);
        for (value, &count) in &counts {
            if count > best.1 {
                best = (value, count);
            }
        }
        let new = best.0.clone();
        if new == *self.default.value() {
            return;
        }
        let old = self.default.value().clone();
        for at in 0..size {
            let slot = self.exceptions.entry(BigUint::from(at));
            let element = slot.or_insert_with(|| old.clone());
            if *element == new {
                self.exceptions.remove(&BigUint::from(at));
            }
        }
        self.default = Bits::new(self.default.width(), new);
    }
}

/// `[0x00; 0b01: 0x2a]`: the default, then what differs from it.
impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}", self.default)?;
        for (i, (at, element)) in self.exceptions().enumerate() {
            let sep = if i == 0 { ';' } else { ',' };
            write!(f, "{sep} {at}: {element}")?;
        }
        write!(f, "]")
    }
}
