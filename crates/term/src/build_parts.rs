//! Constructors for words that are put together and taken apart, and for arrays. As in `build.rs` each simplifies locally and then
//! interns.

use std::sync::Arc;

use crate::{ArrayValue, Bits, Op, Pool, Sort, Term, TermId, Value};

impl Pool {
    /// `high` above `low`. Nested to the right, constants that meet are joined, and neighbouring
    /// parts of one word are taken out together.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        if let Some(folded) = self.fold_words(high, low, Bits::concat) {
            return folded;
        }
        let width = self.width(high) + self.width(low);
        match (self.get(high), self.get(low)) {
            (Term::App(Op::Concat, args), _) => {
                let (first, second) = (args[0], args[1]);
                let rest = self.concat(second, low);
                return self.concat(first, rest);
            }
            (Term::Const(_), Term::App(Op::Concat, args)) if self.as_bits(args[0]).is_some() => {
                let (first, rest) = (args[0], args[1]);
                let joined = self.concat(high, first);
                return self.concat(joined, rest);
            }
            (
                Term::App(Op::Extract { hi, lo: middle }, x),
                Term::App(Op::Extract { hi: below, lo }, y),
            ) if x[0] == y[0] && *middle == below + 1 => {
                let (hi, lo, word) = (*hi, *lo, x[0]);
                return self.extract(hi, lo, word);
            }
            _ => {}
        }
        self.word(Op::Concat, vec![high, low], width)
    }

    /// Bits `lo` to `hi` of `a`, both included.
    pub fn extract(&mut self, hi: u32, lo: u32, a: TermId) -> TermId {
        let width = self.width(a);
        debug_assert!(lo <= hi && hi < width, "bits {hi} to {lo} of {width}");
        if (hi, lo) == (width - 1, 0) {
            return a;
        }
        match self.get(a) {
            Term::Const(Value::Bits(bits)) => {
                let part = bits.extract(hi, lo);
                return self.constant(part.into());
            }
            Term::App(Op::Extract { lo: base, .. }, args) => {
                let (base, word) = (*base, args[0]);
                return self.extract(base + hi, base + lo, word);
            }
            Term::App(Op::Concat, args) => {
                let (high, low) = (args[0], args[1]);
                let split = self.width(low);
                if hi < split {
                    return self.extract(hi, lo, low);
                }
                let upper = self.extract(hi - split, lo.saturating_sub(split), high);
                if lo >= split {
                    return upper;
                }
                let lower = self.extract(split - 1, lo, low);
                return self.concat(upper, lower);
            }
            _ => {}
        }
        self.word(Op::Extract { hi, lo }, vec![a], hi - lo + 1)
    }

    /// `by` zeros above `a`.
    pub fn zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        if by == 0 {
            return a;
        }
        let zeros = self.zero_word(by);
        self.concat(zeros, a)
    }

    /// `by` copies of the sign above `a`.
    pub fn sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        if by == 0 {
            return a;
        }
        let top = self.width(a) - 1;
        let sign = self.extract(top, top, a);
        let signs = self.repeat(by, sign);
        self.concat(signs, a)
    }

    fn array_widths(&self, array: TermId) -> (u32, u32) {
        match self.sort(array) {
            Sort::Array { index, element } => (index, element),
            _ => unreachable!("only arrays have an index"),
        }
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (_, element) = self.array_widths(array);
        debug_assert_eq!(self.width(index), self.array_widths(array).0);
        let mut array = array;
        loop {
            match self.get(array) {
                Term::Const(Value::Array(value)) => {
                    let known = match self.as_bits(index) {
                        Some(at) => Some(value.select(at)),
                        None if value.exceptions().len() == 0 => Some(value.default().clone()),
                        None => None,
                    };
                    if let Some(known) = known {
                        return self.constant(known.into());
                    }
                    break;
                }
                Term::App(Op::ConstArray { .. }, args) => return args[0],
                Term::App(Op::Store, args) if args[1] == index => return args[2],
                // Two different constants: this store is somewhere else.
                Term::App(Op::Store, args)
                    if self.as_bits(args[1]).is_some() && self.as_bits(index).is_some() =>
                {
                    array = args[0];
                }
                _ => break,
            }
        }
        self.word(Op::Select, vec![array, index], element)
    }

    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        debug_assert_eq!(
            self.array_widths(array),
            (self.width(index), self.width(value))
        );
        let array = match self.get(array) {
            // Overwritten at once.
            Term::App(Op::Store, args) if args[1] == index => args[0],
            _ => array,
        };
        // What is there already.
        if let Term::App(Op::Select, args) = self.get(value)
            && args[..] == [array, index]
        {
            return array;
        }
        if let (Term::Const(Value::Array(old)), Some(at), Some(element)) =
            (self.get(array), self.as_bits(index), self.as_bits(value))
        {
            let mut new = Arc::clone(old);
            Arc::make_mut(&mut new).store(at, element.clone());
            return self.constant(Value::Array(new));
        }
        self.app(Op::Store, vec![array, index, value], sort)
    }

    /// The array over indices of `index` bits that has `element` everywhere.
    pub fn const_array(&mut self, index: u32, element: TermId) -> TermId {
        if let Some(bits) = self.as_bits(element) {
            let array = ArrayValue::constant(index, bits.clone());
            return self.constant(array.into());
        }
        let width = self.width(element);
        let sort = Sort::Array {
            index,
            element: width,
        };
        let op = Op::ConstArray {
            index,
            element: width,
        };
        self.app(op, vec![element], sort)
    }
}
