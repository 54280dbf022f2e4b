//! Merging of what is equal in every reachable state: one stands for the other wherever it is read, and what nothing
//! reads any more is gone.
//!
//! Soundness. In a state in which the equalities hold, the merged model goes where the original one goes. So an
//! invariant of the merged model is, together with the equalities, one of the original. The equalities hold in initial
//! states and under constraints only, so these read gates as they were, and latches alone through what stands for them:
//! a constraint that is merged with the constant that it always is would be none. With that a path of the merged model
//! from an initial state is a path of the original.
//!
//! Constants stand for all else, latches for gates, and among latches and among gates the first one for the rest: a
//! gate is never replaced by what depends on it. Inputs, remembered ones included, stay: a trace is chosen by them.
//! What is known (`known`) loses the equalities on purpose: on the merged model most say nothing, and the others would
//! make every question of IC3 one about all gates.

use assay_aig::{Aig, AigLit, Blasted, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Parts, Register};

fn of(image: &[AigLit], lit: AigLit) -> AigLit {
    image[lit.node()].invert_if(lit.is_inverted())
}

/// Where a node comes among those that may stand for each other.
pub fn rank(aig: &Aig, node: usize) -> (bool, usize) {
    (matches!(aig.node(node), Node::And(..)), node)
}

pub(super) fn merge(parts: Parts, equal: &[(AigLit, AigLit)]) -> Parts {
    let old = &parts.aig;
    let states = parts.registers.iter();
    let states = states.filter(|r| !parts.upcoming.contains_key(&r.var));
    let latches: FxHashSet<usize> = states
        .flat_map(|r| r.now.bits().iter().map(|l| l.node()))
        .collect();
    let stays = |node| matches!(old.node(node), Node::Input) && !latches.contains(&node);
    let mut stands: FxHashMap<usize, AigLit> = FxHashMap::default();
    for &(a, b) in equal {
        let (first, then) = if rank(old, a.node()) < rank(old, b.node()) {
            (a, b)
        } else {
            (b, a)
        };
        if first.node() != then.node() && !stays(then.node()) {
            let first = first.invert_if(then.is_inverted());
            stands.entry(then.node()).or_insert(first);
        }
    }
    let mut aig = Aig::new();
    let mut merged = vec![AigLit::FALSE; old.len()];
    for node in (0..old.len()).filter(|&n| matches!(old.node(n), Node::Input)) {
        merged[node] = match stands.get(&node) {
            Some(&other) => of(&merged, other),
            None => aig.input(),
        };
    }
    let mut plain = merged.clone();
    let inits = parts.registers.iter().filter_map(|r| r.init.as_ref());
    let mut facts: Vec<AigLit> = inits.flat_map(|v| v.bits().iter().copied()).collect();
    facts.extend(&parts.constraints);
    for node in old.cone(&facts) {
        if let Node::And(a, b) = old.node(node) {
            plain[node] = aig.and(of(&plain, a), of(&plain, b));
        }
    }
    let nexts = parts.registers.iter().flat_map(|r| r.next.bits());
    let mut roots: Vec<AigLit> = nexts.copied().collect();
    roots.push(parts.bad);
    roots.extend(&parts.known);
    roots.extend(parts.claims.iter().map(|(_, now)| now));
    roots.extend(stands.values());
    for node in old.cone(&roots) {
        if let Node::And(a, b) = old.node(node) {
            merged[node] = match stands.get(&node) {
                Some(&other) => of(&merged, other),
                None => aig.and(of(&merged, a), of(&merged, b)),
            };
        }
    }
    let lit = |lit: AigLit| of(&merged, lit);
    let fact = |lit: AigLit| of(&plain, lit);
    let value = |value: &Blasted| value.map(lit);
    let register = |r: &Register| Register {
        var: r.var,
        now: value(&r.now),
        next: value(&r.next),
        init: r.init.as_ref().map(|v| v.map(fact)),
    };
    Parts {
        registers: parts.registers.iter().map(register).collect(),
        constraints: parts.constraints.iter().copied().map(fact).collect(),
        known: parts.known.iter().copied().map(lit).collect(),
        claims: parts.claims.iter().map(|&(t, l)| (t, lit(l))).collect(),
        bad: lit(parts.bad),
        current: parts.current.iter().map(|(&v, b)| (v, value(b))).collect(),
        upcoming: parts.upcoming.iter().map(|(&v, b)| (v, value(b))).collect(),
        aig,
    }
}
