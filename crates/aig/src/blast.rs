//! Bit-blasting: a term of Booleans, finite integers, words and small arrays as literals of a graph.

use std::fmt;
use std::sync::Arc;

use assay_term::{Op, Pool, Sort, Term, TermId, VarId};
use rustc_hash::FxHashMap;

use crate::vector;
use crate::word::ripple_add;
use crate::{Aig, AigLit, Blasted, Word};

/// Words beyond this width are refused: no subrange in practice needs them, and products of such words
/// would eat all memory before any solver saw them.
pub const MAX_BITS: usize = 1024;

/// Arrays with more bits than this in all their elements, and words as wide, have no bit-level
/// meaning: an SMT solver, which looks only at the elements that matter, does better.
pub const MAX_EXPANDED: usize = 1 << 16;

/// How many bits a word or an array has; None if they are too many.
pub fn expanded_bits(sort: Sort) -> Option<usize> {
    let bits = match sort {
        Sort::Array { index, element } => {
            let elements = 1usize.checked_shl(index).filter(|_| index < usize::BITS);
            elements?.checked_mul(element as usize)?
        }
        Sort::BitVec(width) => width as usize,
        Sort::Bool | Sort::Int | Sort::Real => return None,
    };
    (bits <= MAX_EXPANDED).then_some(bits)
}

/// Why a word or an array cannot be blasted whatever its arguments are; None if it can, or is
/// neither.
pub fn too_wide(pool: &Pool, id: TermId) -> Option<String> {
    let sort = pool.sort(id);
    if !matches!(sort, Sort::BitVec(_) | Sort::Array { .. }) {
        return None;
    }
    match (expanded_bits(sort), pool.get(id)) {
        (None, _) => Some(format!("it needs more than {MAX_EXPANDED} bits")),
        // A square of gates.
        (Some(width), Term::App(Op::BvMul | Op::BvUdiv | Op::BvUrem, _)) if width > MAX_BITS => {
            Some(format!(
                "it multiplies or divides more than {MAX_BITS} bits"
            ))
        }
        _ => None,
    }
}

/// A term that has no finite bit-level meaning. The message names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastError {
    pub message: String,
}

impl BlastError {
    pub fn new(message: impl Into<String>) -> Self {
        BlastError {
            message: message.into(),
        }
    }
}

impl fmt::Display for BlastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BlastError {}

/// The bit-level value of `root`. `var` gives the values of variables; `cache` holds what is known
/// from before under the same values of variables, and is extended.
pub fn blast(
    aig: &mut Aig,
    pool: &Pool,
    root: TermId,
    cache: &mut FxHashMap<TermId, Blasted>,
    var: &mut dyn FnMut(&mut Aig, VarId) -> Result<Blasted, BlastError>,
) -> Result<Blasted, BlastError> {
    // Only the part that the cache does not know, arguments before users.
    let mut missing = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if !cache.contains_key(&id) && seen.insert(id) {
            missing.push(id);
            stack.extend_from_slice(pool.get(id).args());
        }
    }
    missing.sort_unstable();
    for id in missing {
        if let Some(why) = too_wide(pool, id) {
            return Err(refuse(pool, id, &why));
        }
        let value = match pool.get(id) {
            Term::Const(value) => {
                Blasted::constant(value).ok_or_else(|| refuse(pool, id, "it is real"))?
            }
            Term::Var(v) => var(aig, *v)?,
            Term::Call(..) => return Err(refuse(pool, id, "its function is uninterpreted")),
            Term::App(op, args) => apply(aig, pool, id, *op, args, cache)?,
        };
        if pool.sort(id) == Sort::Int && value.bits().len() > MAX_BITS {
            let why = format!("it needs more than {MAX_BITS} bits");
            return Err(refuse(pool, id, &why));
        }
        cache.insert(id, value);
    }
    Ok(cache[&root].clone())
}

fn apply(
    aig: &mut Aig,
    pool: &Pool,
    id: TermId,
    op: Op,
    args: &[TermId],
    cache: &FxHashMap<TermId, Blasted>,
) -> Result<Blasted, BlastError> {
    let lit = |i: usize| -> AigLit {
        cache[&args[i]]
            .as_bool()
            .expect("terms are well sorted and Boolean arguments come first")
    };
    let word = |i: usize| -> &Arc<Word> {
        match &cache[&args[i]] {
            Blasted::Int(word) => word,
            _ => unreachable!("terms are well sorted"),
        }
    };
    let fold = |aig: &mut Aig, f: fn(&Word, &mut Aig, &Word) -> Word| {
        let mut result = (**word(0)).clone();
        for i in 1..args.len() {
            result = f(&result, aig, word(i));
            if result.bits().len() > MAX_BITS {
                break;
            }
        }
        Blasted::Int(Arc::new(result))
    };
    Ok(match op {
        Op::Not => Blasted::Bool(!lit(0)),
        Op::And => {
            let lits: Vec<AigLit> = (0..args.len()).map(lit).collect();
            Blasted::Bool(aig.and_all(lits))
        }
        Op::Or => {
            let lits: Vec<AigLit> = (0..args.len()).map(lit).collect();
            Blasted::Bool(aig.or_all(lits))
        }
        Op::Eq => Blasted::Bool(cache[&args[0]].equal(aig, &cache[&args[1]])),
        Op::Ite => Blasted::choose(aig, lit(0), &cache[&args[1]], &cache[&args[2]]),
        Op::Add => fold(aig, Word::add),
        Op::Mul => fold(aig, Word::mul),
        Op::Le => Blasted::Bool(word(0).le(aig, word(1))),
        Op::Lt => Blasted::Bool(word(0).lt(aig, word(1))),
        Op::IntDiv => Blasted::Int(Arc::new(word(0).div_mod(aig, word(1)).0)),
        Op::Mod => Blasted::Int(Arc::new(word(0).div_mod(aig, word(1)).1)),
        Op::RealDiv | Op::ToReal => return Err(refuse(pool, id, "it is real")),
        Op::Floor => return Err(refuse(pool, id, "it reads a real")),
        Op::BvAdd => {
            let bits = |id: TermId| cache[&id].bits();
            Blasted::Bits(Arc::new(
                match [args[0], args[1]].map(|a| negated(pool, a)) {
                    [_, Some(b)] => vector::subtract(aig, bits(args[0]), bits(b)),
                    [Some(a), _] => vector::subtract(aig, bits(args[1]), bits(a)),
                    _ => ripple_add(aig, bits(args[0]), bits(args[1]), AigLit::FALSE).0,
                },
            ))
        }
        Op::BvNot
        | Op::BvAnd
        | Op::BvXor
        | Op::BvNeg
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvShl
        | Op::BvLshr
        | Op::BvUlt
        | Op::Concat
        | Op::Extract { .. }
        | Op::Select
        | Op::Store
        | Op::ConstArray { .. } => {
            let args: Vec<&Blasted> = args.iter().map(|a| &cache[a]).collect();
            vector::apply(aig, op, &args)
        }
    })
}

/// The b of -b: adding it needs no adder of its own.
fn negated(pool: &Pool, id: TermId) -> Option<TermId> {
    match pool.get(id) {
        Term::App(Op::BvNeg, args) => Some(args[0]),
        _ => None,
    }
}

/// The error for a term, named by what a person can find again: its variables.
fn refuse(pool: &Pool, id: TermId, why: &str) -> BlastError {
    let what = match pool.get(id) {
        Term::Const(value) => format!("the constant {value}"),
        Term::Var(v) => format!("the variable {}", pool.var_name(*v)),
        Term::Call(f, _) => format!("a call of {}", pool.function(*f).name),
        Term::App(op, _) => format!("a term {op:?}"),
    };
    let names: Vec<&str> = match pool.get(id) {
        Term::Const(_) | Term::Var(_) => vec![],
        _ => pool
            .variables(&[id])
            .into_iter()
            .take(3)
            .map(|v| pool.var_name(v))
            .collect(),
    };
    let over = if names.is_empty() {
        String::new()
    } else {
        format!(" over {}", names.join(", "))
    };
    BlastError::new(format!("{what}{over} is not finite: {why}"))
}
