//! Values at bit level.

use std::sync::Arc;

use assay_term::{BigInt, Interval, Pool, Sort, Value, VarId};

use crate::{Aig, AigLit, BlastError, MAX_BITS, Word};

/// A value at bit level. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blasted {
    Bool(AigLit),
    Int(Arc<Word>),
}

impl Blasted {
    /// The bits: one of a Boolean, those of a word.
    pub fn bits(&self) -> &[AigLit] {
        match self {
            Blasted::Bool(lit) => std::slice::from_ref(lit),
            Blasted::Int(word) => word.bits(),
        }
    }

    pub fn as_bool(&self) -> Option<AigLit> {
        match self {
            Blasted::Bool(lit) => Some(*lit),
            Blasted::Int(_) => None,
        }
    }

    /// The value, given the truth of the bits.
    pub fn value(&self, mut truth: impl FnMut(AigLit) -> bool) -> Value {
        match self {
            Blasted::Bool(lit) => Value::Bool(truth(*lit)),
            Blasted::Int(word) => Value::Int(word.value(truth)),
        }
    }

    /// A literal that is true if the two are equal. Both are of one sort.
    pub fn equal(&self, aig: &mut Aig, other: &Blasted) -> AigLit {
        match (self, other) {
            (Blasted::Bool(a), Blasted::Bool(b)) => aig.iff(*a, *b),
            (Blasted::Int(a), Blasted::Int(b)) => a.equal(aig, b),
            _ => unreachable!("terms are well sorted"),
        }
    }

    /// A new Boolean or word for a variable of its sort and `range`. A word's value can leave the range
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
        }
    }

    /// Whether an integer's bits stand for a value of its interval; true of a Boolean.
    pub fn in_own_range(&self, aig: &mut Aig) -> AigLit {
        match self {
            Blasted::Bool(_) => AigLit::TRUE,
            Blasted::Int(word) => word.within(aig, word.range()),
        }
    }
}
