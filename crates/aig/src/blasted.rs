//! Values at bit level.

use std::sync::Arc;

use assay_term::{BigInt, Bits, Interval, Pool, Sort, Value, VarId};

use crate::vector::{self, Memory};
use crate::{Aig, AigLit, BlastError, MAX_BITS, MAX_EXPANDED, Word, expanded_bits};

/// A value at bit level. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blasted {
    Bool(AigLit),
    Int(Arc<Word>),
    Bits(Arc<Vec<AigLit>>),
    Array(Arc<Memory>),
}

impl Blasted {
    /// A value that does not change; None if it is not finite.
    pub fn constant(value: &Value) -> Option<Blasted> {
        Some(match value {
            Value::Bool(b) => Blasted::Bool(AigLit::constant(*b)),
            Value::Int(n) => Blasted::Int(Arc::new(Word::constant(n.clone()))),
            Value::Real(_) => return None,
            Value::Bits(bits) => Blasted::Bits(Arc::new(vector::constant(bits))),
            Value::Array(array) => Blasted::Array(Arc::new(Memory::constant(array))),
        })
    }

    /// The bits: one of a Boolean, those of a word, those of all elements of an array.
    pub fn bits(&self) -> &[AigLit] {
        match self {
            Blasted::Bool(lit) => std::slice::from_ref(lit),
            Blasted::Int(word) => word.bits(),
            Blasted::Bits(bits) => bits,
            Blasted::Array(memory) => &memory.bits,
        }
    }

    pub fn as_bool(&self) -> Option<AigLit> {
        match self {
            Blasted::Bool(lit) => Some(*lit),
            _ => None,
        }
    }

    /// The value, given the truth of the bits.
    pub fn value(&self, mut truth: impl FnMut(AigLit) -> bool) -> Value {
        match self {
            Blasted::Bool(lit) => Value::Bool(truth(*lit)),
            Blasted::Int(word) => Value::Int(word.value(truth)),
            Blasted::Bits(bits) => {
                let bits: Vec<bool> = bits.iter().copied().map(truth).collect();
                Bits::from_bits(&bits).into()
            }
            Blasted::Array(memory) => memory.value(truth).into(),
        }
    }

    /// The same value with other literals in place of its bits.
    pub fn map(&self, image: impl FnMut(AigLit) -> AigLit) -> Blasted {
        let bits: Vec<AigLit> = self.bits().iter().copied().map(image).collect();
        match self {
            Blasted::Bool(_) => Blasted::Bool(bits[0]),
            Blasted::Int(word) => {
                Blasted::Int(Arc::new(Word::from_bits(bits, word.range().clone())))
            }
            Blasted::Bits(_) => Blasted::Bits(Arc::new(bits)),
            Blasted::Array(memory) => Blasted::Array(Arc::new(Memory { bits, ..**memory })),
        }
    }

    /// A literal that is true if the two are equal. Both are of one sort.
    pub fn equal(&self, aig: &mut Aig, other: &Blasted) -> AigLit {
        match (self, other) {
            (Blasted::Bool(a), Blasted::Bool(b)) => aig.iff(*a, *b),
            (Blasted::Int(a), Blasted::Int(b)) => a.equal(aig, b),
            (Blasted::Bits(_), Blasted::Bits(_)) | (Blasted::Array(_), Blasted::Array(_)) => {
                vector::equal(aig, self.bits(), other.bits())
            }
            _ => unreachable!("terms are well sorted"),
        }
    }

    /// `t` where `c` holds, else `e`. Both are of one sort.
    pub fn choose(aig: &mut Aig, c: AigLit, t: &Blasted, e: &Blasted) -> Blasted {
        match (t, e) {
            (Blasted::Bool(t), Blasted::Bool(e)) => Blasted::Bool(aig.ite(c, *t, *e)),
            (Blasted::Int(t), Blasted::Int(e)) => Blasted::Int(Arc::new(Word::ite(aig, c, t, e))),
            (Blasted::Bits(t), Blasted::Bits(e)) => {
                Blasted::Bits(Arc::new(vector::choose(aig, c, t, e)))
            }
            (Blasted::Array(t), Blasted::Array(e)) => Blasted::Array(Arc::new(Memory {
                bits: vector::choose(aig, c, &t.bits, &e.bits),
                ..**t
            })),
            _ => unreachable!("terms are well sorted"),
        }
    }

    /// A new Boolean, word or array for a variable of its sort and `range`. A word's value can leave the range
    /// within its width: assume [`Blasted::in_own_range`].
    pub fn fresh(
        aig: &mut Aig,
        pool: &Pool,
        var: VarId,
        range: Option<(&BigInt, &BigInt)>,
    ) -> Result<Blasted, BlastError> {
        let name = pool.var_name(var);
        match (pool.var_sort(var), range) {
            (Sort::Bool, _) => Ok(Blasted::Bool(aig.input())),
            (Sort::Int, Some((lo, hi))) if lo <= hi => {
                let range = Interval::new(lo.clone(), hi.clone());
                if Word::width_of(&range) > MAX_BITS {
                    return Err(BlastError::new(format!(
                        "the variable {name} needs more than {MAX_BITS} bits"
                    )));
                }
                Ok(Blasted::Int(Arc::new(Word::fresh(aig, range))))
            }
            (Sort::Int, Some((lo, hi))) => Err(BlastError::new(format!(
                "the variable {name} has the empty range {lo} .. {hi}"
            ))),
            (Sort::Int, None) => Err(BlastError::new(format!(
                "the variable {name} has no finite range"
            ))),
            (Sort::Real, _) => Err(BlastError::new(format!(
                "the variable {name} is not finite: it is real"
            ))),
            (sort @ (Sort::BitVec(_) | Sort::Array { .. }), _) => {
                let Some(count) = expanded_bits(sort) else {
                    return Err(BlastError::new(format!(
                        "the variable {name} needs more than {MAX_EXPANDED} bits"
                    )));
                };
                let bits: Vec<AigLit> = (0..count).map(|_| aig.input()).collect();
                Ok(match sort {
                    Sort::Array { index, element } => Blasted::Array(Arc::new(Memory {
                        index,
                        element,
                        bits,
                    })),
                    _ => Blasted::Bits(Arc::new(bits)),
                })
            }
        }
    }

    /// Whether an integer's bits stand for a value of its interval; true of all else.
    pub fn in_own_range(&self, aig: &mut Aig) -> AigLit {
        match self {
            Blasted::Int(word) => word.within(aig, word.range()),
            _ => AigLit::TRUE,
        }
    }
}
