//! In which order the parts of a transition relation are multiplied, and which variables can be quantified after each.
//!
//! Reference: Ranjan, Aziz, Brayton, Plessier, Pixley: Efficient BDD Algorithms for FSM Synthesis and Verification, IWLS 1995. Deviation: the next part
//! is the one that lets most variables be quantified and brings the fewest new ones.

use super::diagram::{Diagrams, Func, Of, Var};

/// A part, and the variables that no later part reads.
pub(super) struct Part {
    pub relation: Func,
    pub cube: Func,
}

/// Parts in their order.
pub(super) struct Schedule {
    /// Variables to quantify that no part reads.
    pub unread: Func,
    pub parts: Vec<Part>,
}

/// Nodes of a part up to which others are multiplied into it.
const SIZE: usize = 2_000;

/// Neighbours in a good order become one part as long as they stay small.
pub(super) fn cluster(diagrams: &mut Diagrams, conjuncts: Vec<Func>, quantify: &[bool]) -> Of<Vec<Func>> {
    let supports: Vec<Vec<Var>> = conjuncts.iter().map(|f| diagrams.support(f)).collect();
    let mut clusters: Vec<Func> = Vec::new();
    let mut open: Option<Func> = None;
    for at in in_order(&supports, quantify) {
        let next = &conjuncts[at];
        let small = |d: &Diagrams, f: &Func| d.size(f) <= SIZE;
        match open.take() {
            Some(before) if small(diagrams, &before) && small(diagrams, next) => {
                let both = diagrams.and(&before, next)?;
                if small(diagrams, &both) {
                    open = Some(both);
                } else {
                    clusters.push(before);
                    open = Some(next.clone());
                }
            }
            before => {
                clusters.extend(before);
                open = Some(next.clone());
            }
        }
    }
    clusters.extend(open);
    Ok(clusters)
}

/// The order in which `quantify`, by variable, goes early.
pub(super) fn schedule(diagrams: &mut Diagrams, parts: &[Func], quantify: &[bool]) -> Of<Schedule> {
    let supports: Vec<Vec<Var>> = parts.iter().map(|f| diagrams.support(f)).collect();
    let order = in_order(&supports, quantify);
    let mut open = quantify.to_vec();
    let mut done: Vec<Vec<Var>> = vec![Vec::new(); parts.len()];
    for &at in order.iter().rev() {
        for &v in &supports[at] {
            if std::mem::replace(&mut open[v as usize], false) {
                done[at].push(v);
            }
        }
    }
    let mut list = Vec::new();
    for at in order {
        list.push(Part {
            relation: parts[at].clone(),
            cube: diagrams.cube(done[at].iter().copied())?,
        });
    }
    let unread = (0..open.len() as Var).filter(|&v| open[v as usize]);
    Ok(Schedule {
        unread: diagrams.cube(unread)?,
        parts: list,
    })
}

fn in_order(supports: &[Vec<Var>], quantify: &[bool]) -> Vec<usize> {
    let vars = quantify.len();
    let mut readers = vec![0usize; vars];
    for &v in supports.iter().flatten() {
        readers[v as usize] += 1;
    }
    let mut met = vec![false; vars];
    let mut left: Vec<usize> = (0..supports.len()).collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let score = |part: usize| {
            let support = &supports[part];
            let goes = |v: &&Var| quantify[**v as usize] && readers[**v as usize] == 1;
            let comes = |v: &&Var| !met[**v as usize];
            let (going, coming) = (
                support.iter().filter(goes).count() as i64,
                support.iter().filter(comes).count() as i64,
            );
            (2 * going - coming, std::cmp::Reverse(support.len()))
        };
        let mut best = 0;
        for at in 1..left.len() {
            if score(left[at]) > score(left[best]) {
                best = at;
            }
        }
        let part = left.remove(best);
        for &v in &supports[part] {
            readers[v as usize] -= 1;
            met[v as usize] = true;
        }
        order.push(part);
    }
    order
}
