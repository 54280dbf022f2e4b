//! Single bits of words.

use assay_term::{Pool, Sort, TermId};

/// One bit of a word, as a Boolean term.
pub fn bit(pool: &mut Pool, word: TermId, bit: u32) -> TermId {
    let slice = pool.extract(bit, bit, word);
    pool.bool_of_bv(slice)
}

/// The word with one bit replaced.
pub fn with_bit(pool: &mut Pool, word: TermId, bit: u32, value: TermId) -> TermId {
    let width = pool.width(word);
    let mut parts = vec![pool.bv_of_bool(value)];
    if bit + 1 < width {
        parts.insert(0, pool.extract(width - 1, bit + 1, word));
    }
    if bit > 0 {
        parts.push(pool.extract(bit - 1, 0, word));
    }
    let first = parts[0];
    parts[1..]
        .iter()
        .fold(first, |high, low| pool.concat(high, *low))
}

/// All bits turned over; nothing for arrays.
pub fn complement(pool: &mut Pool, term: TermId) -> Option<TermId> {
    match pool.sort(term) {
        Sort::Bool => Some(pool.not(term)),
        Sort::BitVec(_) => Some(pool.bv_not(term)),
        _ => None,
    }
}
