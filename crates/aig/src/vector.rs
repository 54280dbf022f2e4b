//! Words of a fixed width and arrays of them, as slices of literals with the lowest bit first. Unlike
//! [`crate::Word`] these wrap, and every operation has a result for every argument, as SMT-LIB wants it.
//!
//! An array is all of its elements side by side. That costs as many bits as the array has, so
//! [`crate::expanded_bits`] sets a limit.

use std::sync::Arc;

use assay_term::{ArrayValue, Bits, Op};

use crate::divide::long_division;
use crate::word::ripple_add;
use crate::{Aig, AigLit, Blasted};

/// The elements of an array, that at index 0 first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub(crate) index: u32,
    pub(crate) element: u32,
    pub(crate) bits: Vec<AigLit>,
}

impl Memory {
    pub(crate) fn constant(array: &ArrayValue) -> Memory {
        let mut bits = constant(array.default()).repeat(1 << array.index_width());
        let width = array.element_width() as usize;
        for (at, element) in array.exceptions() {
            let at = position(&at) * width;
            bits[at..at + width].copy_from_slice(&constant(&element));
        }
        Memory {
            index: array.index_width(),
            element: array.element_width(),
            bits,
        }
    }

    fn elements(&self) -> impl Iterator<Item = &[AigLit]> {
        self.bits.chunks_exact(self.element as usize)
    }

    pub(crate) fn value(&self, truth: impl FnMut(AigLit) -> bool) -> ArrayValue {
        let truths: Vec<bool> = self.bits.iter().copied().map(truth).collect();
        let elements = truths.chunks_exact(self.element as usize).enumerate();
        let entries = elements.map(|(i, bits)| (Bits::new(self.index, i), Bits::from_bits(bits)));
        ArrayValue::new(self.index, Bits::zero(self.element), entries)
    }

    /// A tree of multiplexers, one level for each bit of the index from the lowest up.
    fn select(&self, aig: &mut Aig, index: &[AigLit]) -> Vec<AigLit> {
        let mut level: Vec<Vec<AigLit>> = self.elements().map(<[AigLit]>::to_vec).collect();
        for &bit in index {
            level = level
                .chunks_exact(2)
                .map(|pair| choose(aig, bit, &pair[1], &pair[0]))
                .collect();
        }
        level.swap_remove(0)
    }

    fn store(&self, aig: &mut Aig, index: &[AigLit], element: &[AigLit]) -> Memory {
        let mut hits = vec![AigLit::TRUE];
        for &bit in index.iter().rev() {
            hits = hits
                .into_iter()
                .flat_map(|hit| [aig.and(hit, !bit), aig.and(hit, bit)])
                .collect();
        }
        let mut bits = Vec::with_capacity(self.bits.len());
        for (old, hit) in self.elements().zip(hits) {
            bits.extend(choose(aig, hit, element, old));
        }
        Memory { bits, ..*self }
    }
}

pub(crate) fn constant(bits: &Bits) -> Vec<AigLit> {
    (0..bits.width())
        .map(|i| AigLit::constant(bits.bit(i)))
        .collect()
}

/// A constant index that the limit on expanded bits has bounded.
fn position(at: &Bits) -> usize {
    (0..at.width()).fold(0, |n, i| n | usize::from(at.bit(i)) << i)
}

pub(crate) fn choose(aig: &mut Aig, c: AigLit, t: &[AigLit], e: &[AigLit]) -> Vec<AigLit> {
    t.iter().zip(e).map(|(&t, &e)| aig.ite(c, t, e)).collect()
}

pub(crate) fn equal(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let same: Vec<AigLit> = a.iter().zip(b).map(|(&a, &b)| aig.iff(a, b)).collect();
    aig.and_all(same)
}

/// An operator of words and arrays, addition apart; its arguments are of the sorts that it needs.
pub(crate) fn apply(aig: &mut Aig, op: Op, args: &[&Blasted]) -> Blasted {
    let a = args[0].bits();
    let b = || args[1].bits();
    let memory = || match args[0] {
        Blasted::Array(memory) => memory,
        _ => unreachable!("terms are well sorted"),
    };
    let bits: Vec<AigLit> = match op {
        Op::BvNot => inverted(a),
        Op::BvAnd => bitwise(aig, a, b(), Aig::and),
        Op::BvXor => bitwise(aig, a, b(), Aig::xor),
        Op::BvNeg => {
            let zero = vec![AigLit::FALSE; a.len()];
            ripple_add(aig, &zero, &inverted(a), AigLit::TRUE).0
        }
        Op::BvMul => multiply(aig, a, b()),
        // With a divisor of zero every subtraction fits: the quotient is all ones and the
        // remainder the dividend, as it should be.
        Op::BvUdiv => long_division(aig, a, b()).0,
        Op::BvUrem => {
            let mut rest = long_division(aig, a, b()).1;
            rest.truncate(a.len());
            rest
        }
        Op::BvShl => {
            let reversed: Vec<AigLit> = a.iter().rev().copied().collect();
            let mut shifted = shift_down(aig, &reversed, b());
            shifted.reverse();
            shifted
        }
        Op::BvLshr => shift_down(aig, a, b()),
        Op::Concat => b().iter().chain(a).copied().collect(),
        Op::Extract { hi, lo } => a[lo as usize..=hi as usize].to_vec(),
        Op::Select => memory().select(aig, b()),
        Op::BvUlt => return Blasted::Bool(less(aig, a, b())),
        Op::Store => {
            let new = memory().store(aig, b(), args[2].bits());
            return Blasted::Array(Arc::new(new));
        }
        Op::ConstArray { index, element } => {
            let bits = a.repeat(1 << index);
            return Blasted::Array(Arc::new(Memory {
                index,
                element,
                bits,
            }));
        }
        _ => unreachable!("an operator of words or arrays"),
    };
    Blasted::Bits(Arc::new(bits))
}

/// a + (-b), where the negation is the adder's carry.
pub(crate) fn subtract(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> Vec<AigLit> {
    ripple_add(aig, a, &inverted(b), AigLit::TRUE).0
}

fn inverted(a: &[AigLit]) -> Vec<AigLit> {
    a.iter().map(|&bit| !bit).collect()
}

fn bitwise(
    aig: &mut Aig,
    a: &[AigLit],
    b: &[AigLit],
    f: fn(&mut Aig, AigLit, AigLit) -> AigLit,
) -> Vec<AigLit> {
    a.iter().zip(b).map(|(&a, &b)| f(aig, a, b)).collect()
}

/// One row for each bit of the factor with fewer open bits; constants make most rows vanish.
fn multiply(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> Vec<AigLit> {
    let open = |w: &[AigLit]| w.iter().filter(|b| b.as_constant().is_none()).count();
    let (a, b) = if open(a) < open(b) { (b, a) } else { (a, b) };
    let mut sum = vec![AigLit::FALSE; a.len()];
    for (i, &bit) in b.iter().enumerate() {
        if bit == AigLit::FALSE {
            continue;
        }
        let row: Vec<AigLit> = a[..a.len() - i].iter().map(|&x| aig.and(x, bit)).collect();
        let upper = ripple_add(aig, &sum[i..], &row, AigLit::FALSE).0;
        sum[i..].copy_from_slice(&upper);
    }
    sum
}

/// A barrel shifter towards the lowest bit, zeros come in.
fn shift_down(aig: &mut Aig, a: &[AigLit], by: &[AigLit]) -> Vec<AigLit> {
    let width = a.len();
    let mut bits = a.to_vec();
    let mut too_far = Vec::new();
    for (stage, &on) in by.iter().enumerate() {
        let places = u32::try_from(stage)
            .ok()
            .and_then(|s| 1usize.checked_shl(s));
        match places.filter(|&n| n < width) {
            Some(n) => {
                let shifted: Vec<AigLit> = (0..width)
                    .map(|i| bits.get(i + n).copied().unwrap_or(AigLit::FALSE))
                    .collect();
                bits = choose(aig, on, &shifted, &bits);
            }
            None => too_far.push(on),
        }
    }
    let stays = !aig.or_all(too_far);
    bits.into_iter().map(|bit| aig.and(bit, stays)).collect()
}

fn less(aig: &mut Aig, a: &[AigLit], b: &[AigLit]) -> AigLit {
    let mut less = AigLit::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        let differ = aig.xor(a, b);
        less = aig.ite(differ, b, less);
    }
    less
}
