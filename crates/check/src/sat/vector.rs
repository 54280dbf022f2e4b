//! Words that wrap, and arrays, in the circuit: signals with the lowest bit first; an array is its
//! elements one after the other. Every operator has a value for all arguments, as in SMT-LIB.

use std::rc::Rc;

use assay_term::{ArrayValue, Bits, Op, Sort};

use super::encode::Wires;
use super::gates::{Gates, Signal};

/// More signals than this in one word or array are for an SMT solver.
const WIDEST: u64 = 1 << 16;
/// Products and quotients have a square of gates.
const WIDEST_FACTOR: u32 = 1024;

/// How many signals a word or an array needs, None if they are too many.
pub(crate) fn signals(sort: Sort) -> Option<u64> {
    let count = match sort {
        Sort::BitVec(width) => u64::from(width),
        Sort::Array { index, element } if index < 32 => u64::from(element) << index,
        _ => return None,
    };
    (count <= WIDEST).then_some(count)
}

/// Whether an operator with a result of `width` has few enough gates.
pub(crate) fn is_small(op: Op, width: u32) -> bool {
    !matches!(op, Op::BvMul | Op::BvUdiv | Op::BvUrem) || width <= WIDEST_FACTOR
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub index: u32,
    pub element: u32,
    pub signals: Rc<[Signal]>,
}

impl Table {
    pub fn constant(array: &ArrayValue) -> Table {
        let (index, element) = (array.index_width(), array.element_width());
        let all = (0..1u64 << index).flat_map(|i| word(&array.select(&Bits::new(index, i))));
        Table {
            index,
            element,
            signals: all.collect(),
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[Signal]> {
        self.signals.chunks_exact(self.element as usize)
    }

    /// For each element, whether `at` is its index.
    fn hits(&self, gates: &mut Gates, at: &[Signal]) -> Vec<Signal> {
        (0..1u64 << self.index)
            .map(|i| {
                let index = word(&Bits::new(self.index, i));
                equal(gates, &index, at)
            })
            .collect()
    }

    /// The disjunction, bit by bit, of the elements that are hit: exactly one.
    fn select(&self, gates: &mut Gates, at: &[Signal]) -> Vec<Signal> {
        let hits = self.hits(gates, at);
        let mut result = vec![Signal::FALSE; self.element as usize];
        for (row, hit) in self.rows().zip(hits) {
            for (bit, &signal) in result.iter_mut().zip(row) {
                let here = gates.and(hit, signal);
                *bit = gates.or(*bit, here);
            }
        }
        result
    }

    fn store(&self, gates: &mut Gates, at: &[Signal], element: &[Signal]) -> Table {
        let hits = self.hits(gates, at);
        let rows = self.rows().zip(hits);
        let signals = rows.flat_map(|(row, hit)| mux(gates, hit, element, row));
        Table {
            signals: signals.collect(),
            ..*self
        }
    }
}

pub(crate) fn word(bits: &Bits) -> Vec<Signal> {
    (0..bits.width()).map(|i| bits.bit(i).into()).collect()
}

pub(crate) fn mux(gates: &mut Gates, c: Signal, yes: &[Signal], no: &[Signal]) -> Vec<Signal> {
    let pairs = yes.iter().zip(no);
    pairs.map(|(&y, &n)| gates.mux(c, y, n)).collect()
}

pub(crate) fn equal(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    let mut equal = Signal::TRUE;
    for (&x, &y) in a.iter().zip(b) {
        let differ = gates.xor(x, y);
        equal = gates.and(equal, !differ);
    }
    equal
}

/// An operator of words or arrays; None if it is none or the arguments are of the wrong sorts.
pub(crate) fn apply(gates: &mut Gates, op: Op, args: &[&Wires]) -> Option<Wires> {
    use Wires::{Array, Vector};
    let bits = match (op, args) {
        (Op::BvNot, [Vector(a)]) => complement(a),
        (Op::BvNeg, [Vector(a)]) => sum(gates, &vec![Signal::FALSE; a.len()], &complement(a), true),
        (Op::Extract { hi, lo }, [Vector(a)]) => a.get(lo as usize..=hi as usize)?.to_vec(),
        (Op::Concat, [Vector(high), Vector(low)]) => [&low[..], &high[..]].concat(),
        (Op::ConstArray { index, element }, [Vector(a)]) => {
            return Some(Array(Table {
                index,
                element,
                signals: a.repeat(1 << index).into(),
            }));
        }
        (Op::Select, [Array(table), Vector(at)]) => table.select(gates, at),
        (Op::Store, [Array(table), Vector(at), Vector(element)]) => {
            return Some(Array(table.store(gates, at, element)));
        }
        (_, [Vector(a), Vector(b)]) if a.len() == b.len() => match op {
            Op::BvUlt => return Some(Wires::Bit(less(gates, a, b))),
            Op::BvAnd => a
                .iter()
                .zip(&b[..])
                .map(|(&x, &y)| gates.and(x, y))
                .collect(),
            Op::BvXor => a
                .iter()
                .zip(&b[..])
                .map(|(&x, &y)| gates.xor(x, y))
                .collect(),
            Op::BvAdd => sum(gates, a, b, false),
            Op::BvMul => product(gates, a, b),
            Op::BvUdiv => divide(gates, a, b).0,
            Op::BvUrem => divide(gates, a, b).1,
            Op::BvShl => shift(gates, a, b, |i, n| i.checked_sub(n)),
            Op::BvLshr => shift(gates, a, b, |i, n| i.checked_add(n)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Vector(bits.into()))
}

fn complement(a: &[Signal]) -> Vec<Signal> {
    a.iter().map(|&x| !x).collect()
}

fn sum(gates: &mut Gates, a: &[Signal], b: &[Signal], carry: bool) -> Vec<Signal> {
    let mut carry = Signal::from(carry);
    let mut result = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = gates.xor(x, y);
        result.push(gates.xor(half, carry));
        // Equal inputs decide the carry, different ones pass it on.
        carry = gates.mux(half, carry, x);
    }
    result
}

/// Horner's rule: from the highest bit of b down, double and add a.
fn product(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
    let mut total = vec![Signal::FALSE; a.len()];
    for &factor in b.iter().rev() {
        total.rotate_right(1);
        total[0] = Signal::FALSE;
        let row: Vec<Signal> = a.iter().map(|&x| gates.and(x, factor)).collect();
        total = sum(gates, &total, &row, false);
    }
    total
}

/// Quotient and remainder, bit by bit from the top; a zero divisor is a case of its own.
fn divide(gates: &mut Gates, n: &[Signal], d: &[Signal]) -> (Vec<Signal>, Vec<Signal>) {
    let width = n.len();
    let mut wide = d.to_vec();
    wide.push(Signal::FALSE);
    let opposite = complement(&wide);
    let mut rest = vec![Signal::FALSE; width + 1];
    let mut quotient = vec![Signal::FALSE; width];
    for i in (0..width).rev() {
        rest.rotate_right(1);
        rest[0] = n[i];
        let fits = !less(gates, &rest, &wide);
        let smaller = sum(gates, &rest, &opposite, true);
        rest = mux(gates, fits, &smaller, &rest);
        quotient[i] = fits;
    }
    let zero = equal(gates, d, &vec![Signal::FALSE; width]);
    (
        mux(gates, zero, &vec![Signal::TRUE; width], &quotient),
        mux(gates, zero, n, &rest),
    )
}

fn less(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    let mut less = Signal::FALSE;
    for (&x, &y) in a.iter().zip(b) {
        let differ = gates.xor(x, y);
        less = gates.mux(differ, y, less);
    }
    less
}

/// Bit i of the result is bit `from(i, amount)` of `a`, zero where that is none: stage by stage from
/// the greatest power of two that leaves something, unless an amount beyond them all clears everything.
fn shift(
    gates: &mut Gates,
    a: &[Signal],
    by: &[Signal],
    from: impl Fn(usize, usize) -> Option<usize>,
) -> Vec<Signal> {
    let mut far = Signal::FALSE;
    let mut bits = a.to_vec();
    for (stage, &on) in by.iter().enumerate().rev() {
        if stage >= 32 || 1usize << stage >= a.len() {
            far = gates.or(far, on);
            continue;
        }
        let moved: Vec<Signal> = (0..a.len())
            .map(|i| {
                let source = from(i, 1 << stage).and_then(|j| bits.get(j));
                source.copied().unwrap_or(Signal::FALSE)
            })
            .collect();
        bits = mux(gates, on, &moved, &bits);
    }
    bits.into_iter().map(|bit| gates.and(bit, !far)).collect()
}
