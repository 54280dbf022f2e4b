//! Where a mutant begins: the states whose first values are not those of the original.
//!
//! An initial value may read the first values of other states, so that a mutant which begins one state elsewhere changes others, too, which its
//! patch does not name.

use rustc_hash::{FxHashMap, FxHashSet};

use super::number::{Number, apply};
use super::program::{Base, Code, Program, call, reads};

/// The slots of states that begin with another value, and the value. `begins` are the states that can: their slots, and those of their initial values in
/// the mutant.
pub fn elsewhere(program: &Program, begins: &[(u32, u32)], base: &Base) -> Vec<(u32, Number)> {
    let values = &base.steps[0];
    let mut other: FxHashMap<u32, Number> = FxHashMap::default();
    // Each round settles at least one more state, because none depends on itself.
    for _ in 0..=begins.len() {
        let mut stable = true;
        for &(state, init) in begins {
            let new = under(program, init, &other, base);
            let old = other.get(&state).copied().unwrap_or(values[state as usize]);
            if new != old {
                other.insert(state, new);
                stable = false;
            }
        }
        if stable {
            break;
        }
    }
    let mut other: Vec<(u32, Number)> = other.into_iter().collect();
    other.sort_unstable_by_key(|(slot, _)| *slot);
    other
}

/// The value of a slot in the first step, where some states have other values.
fn under(program: &Program, root: u32, other: &FxHashMap<u32, Number>, base: &Base) -> Number {
    let values = &base.steps[0];
    let (mut needed, mut stack) = (FxHashSet::default(), vec![root]);
    while let Some(slot) = stack.pop() {
        if needed.insert(slot) {
            stack.extend(reads(&program.code[slot as usize]));
        }
    }
    // A slot comes after those that it reads.
    let mut needed: Vec<u32> = needed.into_iter().collect();
    needed.sort_unstable();
    let mut known: FxHashMap<u32, Number> = FxHashMap::default();
    for slot in needed {
        let of = |slot: u32| known[&slot];
        let value = match &program.code[slot as usize] {
            Code::Const(_) | Code::Open(_) => values[slot as usize],
            Code::State(_) => other.get(&slot).copied().unwrap_or(values[slot as usize]),
            Code::Wire(def) => of(*def),
            Code::Apply(op, args) => apply(*op, args, of),
            Code::Call(f, args) => call(&base.functions, *f, args, of),
        };
        known.insert(slot, value);
    }
    known[&root]
}
