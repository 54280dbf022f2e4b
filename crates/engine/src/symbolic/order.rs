//! The order of variables to begin with.
//!
//! A walk from the functions that matter most, through the next-state functions, meets latches and inputs: what is computed from each other
//! comes close together. Then each variable moves to the centre of gravity of the functions that read it, as long as that makes the
//! functions span less [1].
//!
//! [1] Aloul, Markov, Sakallah: FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic, GLSVLSI 2003.

use assay_aig::{AigLit, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Machine;

/// Rounds of moving at most.
const ROUNDS: usize = 40;
/// Nodes that are visited to find out what functions read; after so many, the first order is kept.
const WORK: usize = 200_000_000;

/// A latch or an input of the machine, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unit {
    Latch(usize),
    Input(usize),
}

/// All latches and inputs in a good order. Those in `merged` are inputs that are the next value of a latch: they have no place of their
/// own.
pub(super) fn order(machine: &Machine<'_>, merged: &FxHashMap<usize, usize>) -> Vec<Unit> {
    let walked = walk(machine);
    let unit = |u: Unit| match u {
        Unit::Input(i) => merged.get(&i).map_or(u, |&latch| Unit::Latch(latch)),
        Unit::Latch(_) => u,
    };
    // Bits of a variable move together.
    let variable = |u: Unit| match u {
        Unit::Latch(i) => machine.of_variable[i],
        Unit::Input(i) => machine.of_variable[machine.latches.len() + i],
    };
    let mut members: Vec<Vec<Unit>> = Vec::new();
    let mut group: FxHashMap<usize, usize> = FxHashMap::default();
    let mut known: FxHashSet<Unit> = FxHashSet::default();
    for u in walked.into_iter().map(unit) {
        if known.insert(u) {
            let next = members.len();
            let at = *group.entry(variable(u)).or_insert(next);
            if at == next {
                members.push(Vec::new());
            }
            members[at].push(u);
        }
    }
    let group_of = |u: Unit| group[&variable(unit(u))];
    let mut edges = readers(machine, &group_of).unwrap_or_default();
    edges.retain(|e| e.len() > 1);
    edges.sort_unstable();
    edges.dedup();
    let places = force(members.len(), &edges);
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|&g| places[g]);
    for bits in &mut members {
        bits.sort_by_key(|u| match u {
            Unit::Latch(i) => (0, *i),
            Unit::Input(i) => (1, *i),
        });
    }
    order.into_iter().flat_map(|g| members[g].clone()).collect()
}

fn units(machine: &Machine<'_>) -> FxHashMap<usize, Unit> {
    let latches = machine.latches.iter().enumerate();
    let latches = latches.map(|(i, (now, _))| (now.node(), Unit::Latch(i)));
    let inputs = machine.inputs.iter().enumerate();
    let inputs = inputs.map(|(i, lit)| (lit.node(), Unit::Input(i)));
    latches.chain(inputs).collect()
}

/// In the order in which they are met.
fn walk(machine: &Machine<'_>) -> Vec<Unit> {
    let units = units(machine);
    let mut order = Vec::new();
    let mut seen = vec![false; machine.aig.len()];
    let mut queue = machine.first.clone();
    queue.extend(&machine.goes_on);
    queue.extend(machine.latches.iter().map(|(now, _)| *now));
    queue.extend(machine.inputs);
    queue.reverse();
    while let Some(root) = queue.pop() {
        let mut met: Vec<AigLit> = Vec::new();
        let mut stack = vec![root.node()];
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match machine.aig.node(node) {
                Node::And(a, b) => stack.extend([b.node(), a.node()]),
                Node::Input => {
                    if let Some(&unit) = units.get(&node) {
                        order.push(unit);
                        if let Unit::Latch(latch) = unit {
                            met.push(machine.latches[latch].1);
                        }
                    }
                }
                Node::False => {}
            }
        }
        queue.extend(met.into_iter().rev());
    }
    order
}

/// What each conjunct of the transition relation and each important function reads. None if that takes too long.
fn readers(machine: &Machine<'_>, group_of: &dyn Fn(Unit) -> usize) -> Option<Vec<Vec<usize>>> {
    let units = units(machine);
    let mut work = 0;
    let mut reads = |root: AigLit, own: Option<Unit>| {
        let mut groups: Vec<usize> = own.map(group_of).into_iter().collect();
        work += machine.aig.len();
        for node in machine.aig.cone(&[root]) {
            if let Some(&unit) = units.get(&node) {
                groups.push(group_of(unit));
            }
        }
        groups.sort_unstable();
        groups.dedup();
        (work < WORK).then_some(groups)
    };
    let mut edges = Vec::new();
    for (latch, (_, next)) in machine.latches.iter().enumerate() {
        edges.push(reads(*next, Some(Unit::Latch(latch)))?);
    }
    for lit in super::circuit::conjuncts(machine.aig, &machine.goes_on) {
        edges.push(reads(lit, None)?);
    }
    for &lit in &machine.first {
        edges.push(reads(lit, None)?);
    }
    Some(edges)
}

/// The place of each vertex.
fn force(vertices: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let mut place: Vec<usize> = (0..vertices).collect();
    let mut best = (span(edges, &place), place.clone());
    for _ in 0..ROUNDS {
        let mut sums = vec![(0f64, 0f64); vertices];
        for edge in edges {
            let centre = edge.iter().map(|&v| place[v] as f64).sum::<f64>() / edge.len() as f64;
            for &v in edge {
                sums[v].0 += centre;
                sums[v].1 += 1.0;
            }
        }
        let wish = |v: usize| match sums[v] {
            (_, 0.0) => place[v] as f64,
            (sum, count) => sum / count,
        };
        let mut order: Vec<usize> = (0..vertices).collect();
        order.sort_by(|&a, &b| wish(a).total_cmp(&wish(b)).then(place[a].cmp(&place[b])));
        for (at, v) in order.into_iter().enumerate() {
            place[v] = at;
        }
        let now = span(edges, &place);
        if now < best.0 {
            best = (now, place.clone());
        }
    }
    best.1
}

/// How far the functions reach.
fn span(edges: &[Vec<usize>], place: &[usize]) -> usize {
    let reach = |edge: &Vec<usize>| {
        let places = edge.iter().map(|&v| place[v]);
        places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
    };
    edges.iter().map(reach).sum()
}
