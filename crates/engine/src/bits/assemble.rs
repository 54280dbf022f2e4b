//! Puts a model together from the bits of one step: which of them are latches, where these begin, and what holds one step later.

use std::sync::Arc;

use assay_aig::{Aig, AigLit, Blasted, Node, Word};
use assay_term::{Interval, TermId};
use rustc_hash::FxHashMap;

use super::cube::{Cube, LatchLit};
use super::model::{Bit, Claim, Latch, Model, Parts, Register};

/// The latches, and what is known of them, while registers are added one after the other.
struct Latches {
    list: Vec<Latch>,
    of: FxHashMap<AigLit, usize>,
    /// Initial states, as a conjunction.
    init: Vec<AigLit>,
    /// States within their ranges, where it takes a proof that they are.
    inside: Vec<AigLit>,
    /// Values that all initial states share: of latches, and of bits that others stand for.
    pinned: Vec<LatchLit>,
    shared: Vec<(AigLit, bool)>,
    /// Whether these are all there is to the initial states.
    only_pinned: bool,
}

pub(super) fn assemble(parts: Parts) -> Model {
    let Parts {
        mut aig,
        registers,
        mut constraints,
        mut known,
        claims,
        bad,
        current,
        upcoming,
    } = parts;
    let latches = latches(&mut aig, &registers, &mut known);
    let pinned = Cube::new(latches.pinned.clone());
    let only_pinned = latches.only_pinned && latches.are_pinned(&pinned);
    constraints.retain(|&c| c != AigLit::TRUE);
    let inside = aig.and_all(latches.inside.iter().copied());
    let mut unreachable = Vec::new();
    let mut otherwise = Vec::new();
    for &fact in &known {
        // Lemmas are claimed only of states within their ranges.
        let cube = (inside == AigLit::TRUE).then(|| cube_of(&aig, &latches.of, !fact));
        match cube.flatten() {
            Some(cube) => unreachable.push(cube),
            None => otherwise.push(fact),
        }
    }
    let known = aig.and_all(known);
    let known_otherwise = aig.and_all(otherwise);
    // Lemmas hold of all initial states anyway.
    let pinned_is_init = only_pinned
        && constraints.is_empty()
        && inside == AigLit::TRUE
        && known_otherwise == AigLit::TRUE;
    let init = aig.and_all(latches.init.iter().copied());
    let constraint = aig.and_all(constraints);
    let holds = aig.and(constraint, bad);
    let bad_here = aig.ite(inside, holds, AigLit::TRUE);
    let known_here = aig.ite(inside, known_otherwise, AigLit::TRUE);
    let Later {
        bad_next,
        known_next,
        claims,
        last,
    } = Later::new(
        &mut aig,
        &latches,
        constraint,
        (bad_here, known_here),
        &claims,
    );
    let inputs = (0..aig.len())
        .filter(|&n| aig.node(n) == Node::Input)
        .map(|n| AigLit::new(n, false))
        .filter(|l| !latches.of.contains_key(l))
        .collect();
    Model {
        aig,
        latches: latches.list,
        inputs,
        latch_of: latches.of,
        init,
        constraint,
        known,
        unreachable,
        known_otherwise,
        inside,
        bad,
        bad_next,
        known_next,
        claims,
        pinned,
        pinned_is_init,
        current,
        upcoming,
        last,
    }
}

/// The latches of all registers. Ranges that cannot be left are added to what is known.
fn latches(aig: &mut Aig, registers: &[Register], known: &mut Vec<AigLit>) -> Latches {
    let mut latches = Latches {
        list: Vec::new(),
        of: FxHashMap::default(),
        init: Vec::new(),
        inside: Vec::new(),
        pinned: Vec::new(),
        shared: Vec::new(),
        only_pinned: true,
    };
    for register in registers {
        let whole = widen(aig, register);
        let mut in_range = AigLit::TRUE;
        if let (Blasted::Int(whole), Blasted::Int(now)) = (&whole, &register.now) {
            in_range = whole.within(aig, now.range());
            let is_kept = whole.range() == now.range();
            let list = if is_kept {
                &mut *known
            } else {
                &mut latches.inside
            };
            list.push(in_range);
        }
        match &register.init {
            Some(value) => latches.init.push(whole.equal(aig, value)),
            None => {
                latches.init.push(in_range);
                latches.only_pinned &= in_range == AigLit::TRUE;
            }
        }
        latches.add(register, &whole);
    }
    latches
}

impl Latches {
    /// The bits of one register.
    fn add(&mut self, register: &Register, whole: &Blasted) {
        let width = whole.bits().len();
        for (index, &lit) in whole.bits().iter().enumerate() {
            let bit_of = |value: &Blasted| match value {
                Blasted::Bool(lit) => *lit,
                Blasted::Int(word) => word.bit(index),
                Blasted::Bits(_) | Blasted::Array(_) => value.bits()[index],
            };
            // A bit that is constant, or that another one stands for, is no latch.
            let is_latch =
                lit.as_constant().is_none() && !lit.is_inverted() && !self.of.contains_key(&lit);
            match register.init.as_ref().map(|v| bit_of(v).as_constant()) {
                Some(Some(value)) if is_latch => {
                    self.pinned.push(LatchLit::new(self.list.len(), value));
                }
                Some(Some(value)) => self.shared.push((lit, value)),
                Some(None) => self.only_pinned = false,
                None => {}
            }
            if !is_latch {
                continue;
            }
            self.of.insert(lit, self.list.len());
            let is_sign = matches!(whole, Blasted::Int(_)) && index + 1 == width;
            self.list.push(Latch {
                current: lit,
                next: bit_of(&register.next),
                bit: Bit {
                    var: register.var,
                    index,
                    is_sign,
                },
            });
        }
    }

    /// Whether the initial values of bits that others stand for follow from the pinned latches.
    fn are_pinned(&self, pinned: &Cube) -> bool {
        self.shared.iter().all(|&(lit, value)| {
            let value = value != lit.is_inverted();
            match self.of.get(&AigLit::new(lit.node(), false)) {
                Some(&latch) => pinned.contains(LatchLit::new(latch, value)),
                None => lit.node() == 0 && !value,
            }
        })
    }
}

/// What is said of the next step, whose inputs are the `last` ones.
struct Later {
    bad_next: AigLit,
    known_next: AigLit,
    claims: Vec<Claim>,
    last: FxHashMap<AigLit, AigLit>,
}

impl Later {
    fn new(
        aig: &mut Aig,
        latches: &Latches,
        constraint: AigLit,
        (bad_here, known_here): (AigLit, AigLit),
        claims: &[(TermId, AigLit)],
    ) -> Later {
        let mut last: FxHashMap<AigLit, AigLit> = FxHashMap::default();
        let mut here = vec![bad_here, known_here];
        // Executions end where the constraints do.
        here.extend(claims.iter().map(|(_, now)| aig.or(!constraint, *now)));
        let next = aig.substitute(&here, |aig, lit| match latches.of.get(&lit) {
            Some(&latch) => latches.list[latch].next,
            None => *last.entry(lit).or_insert_with(|| aig.input()),
        });
        let claims = claims.iter().zip(&next[2..]);
        let claims = claims.map(|(&(term, now), &next)| Claim {
            term,
            now,
            next,
            cubes: cubes_of(aig, &latches.of, now),
        });
        Later {
            bad_next: next[0],
            known_next: next[1],
            claims: claims.collect(),
            last,
        }
    }
}

/// The cube of latches that a literal is the conjunction of, if it is one that some state satisfies.
fn cube_of(aig: &Aig, latch_of: &FxHashMap<AigLit, usize>, lit: AigLit) -> Option<Cube> {
    let mut lits: Vec<LatchLit> = Vec::new();
    let mut stack = vec![lit];
    while let Some(lit) = stack.pop() {
        let positive = AigLit::new(lit.node(), false);
        if let Some(&latch) = latch_of.get(&positive) {
            lits.push(LatchLit::new(latch, !lit.is_inverted()));
        } else {
            let (a, b) = aig.operands(lit).filter(|_| !lit.is_inverted())?;
            stack.extend([a, b]);
        }
    }
    lits.sort_unstable();
    lits.dedup();
    let clash = lits.windows(2).any(|w| w[0].latch() == w[1].latch());
    (!clash).then(|| Cube::new(lits))
}

/// The cubes that a claim says no state is in, if that is all it says: it is a clause of latches, or says that two
/// latches are equal or different.
fn cubes_of(aig: &Aig, latch_of: &FxHashMap<AigLit, usize>, claim: AigLit) -> Option<Vec<Cube>> {
    if let Some(cube) = cube_of(aig, latch_of, !claim) {
        return Some(vec![cube]);
    }
    let (c, t, e) = aig.multiplexer(claim.node())?;
    if t != !e {
        return None;
    }
    // With the claim negated one of: c and t', not c and t, where t' is t or its negation.
    let wrong = t.invert_if(!claim.is_inverted());
    let cube = |a: AigLit, b: AigLit| {
        let lit = |l: AigLit| {
            let latch = *latch_of.get(&AigLit::new(l.node(), false))?;
            Some(LatchLit::new(latch, !l.is_inverted()))
        };
        Some(Cube::new(vec![lit(a)?, lit(b)?]))
    };
    Some(vec![cube(c, wrong)?, cube(!c, !wrong)?])
}

impl Register {
    /// Next and initial values, as far as they are integers, and the declared range.
    fn hull(&self) -> Option<Interval> {
        let Blasted::Int(now) = &self.now else {
            return None;
        };
        let mut hull: Interval = now.range().clone();
        for value in [Some(&self.next), self.init.as_ref()].into_iter().flatten() {
            if let Blasted::Int(word) = value {
                hull = hull.hull(word.range());
            }
        }
        (hull != *now.range()).then_some(hull)
    }

    /// Whether the declared range does not hold all of them.
    pub(super) fn widens(&self) -> bool {
        self.hull().is_some()
    }
}

/// The register's bits, with more of them where the declared range does not hold its next and initial
/// values.
fn widen(aig: &mut Aig, register: &Register) -> Blasted {
    let Blasted::Int(now) = &register.now else {
        return register.now.clone();
    };
    let Some(hull) = register.hull() else {
        return register.now.clone();
    };
    let fresh = Word::fresh(aig, hull.clone());
    let bits = fresh
        .bits()
        .iter()
        .enumerate()
        .map(|(i, &lit)| match now.bits().get(i) {
            Some(&bit) if lit.as_constant().is_none() && bit.as_constant().is_none() => bit,
            _ => lit,
        })
        .collect();
    Blasted::Int(Arc::new(Word::from_bits(bits, hull)))
}
