//! Which mutants are folded under another one, because reading that one is enough.
//!
//! Survivors fold only under a survivor with a better rank that is not folded itself, and only within one element. Exactly
//! these are folded:
//! * *removal*: if an element may be removed and no property notices, all survivors of the element: without its equation it
//!   may take the values that they give it, so one of them says it all (mostly the removal, which is ranked first among equals). Not
//!   where one equation defines several elements, whose mutants change more than the one they are listed under;
//! * *place*: survivors of the same element that replace the same text;
//! * *shape*: survivors of the same element whose differences look alike: the same observable, and the same variables
//!   differ at the same steps. Values may be others.
//!
//! Killed mutants fold by subsumption, where their killers are known exactly (every proved property was decided): m' folds under m if
//! every property that kills m kills m' too, so that whoever kills m kills m'. Of mutants with equal killers the first stands
//! for the others. Nothing else is folded: not waived ones, not the unknown.
//!
//! Invariant: what something is folded under is not folded.

use std::collections::{HashMap, HashSet};

use super::rank::is_read;
use super::{Difference, Document, Element, Mutant, Role, Target, Verdict};

/// For each mutant the id of the one it is folded under.
pub(super) fn folded(document: &Document) -> Vec<Option<String>> {
    let mutants = &document.mutants[..];
    let mut under: Vec<Option<usize>> = vec![None; mutants.len()];
    fold_survivors(document, &alone(&document.elements), &mut under);
    fold_killed(mutants, &mut under);
    let id = |leader: Option<usize>| leader.map(|l| mutants[l].id.clone());
    under.into_iter().map(id).collect()
}

/// Which cells of a difference differ.
type Shape<'a> = (&'a str, Vec<(usize, usize)>);

/// Elements that have an equation of their own.
fn alone(elements: &[Element]) -> HashSet<&str> {
    type Span<'e> = (Option<&'e str>, [usize; 4]);
    fn span(e: &Element) -> Span<'_> {
        let place = [e.line, e.column, e.end_line, e.end_column];
        (e.file.as_deref(), place)
    }
    let mut at: HashMap<Span<'_>, usize> = HashMap::new();
    for e in elements {
        *at.entry(span(e)).or_default() += 1;
    }
    let own = elements.iter().filter(|e| at[&span(e)] == 1);
    own.map(|e| e.name.as_str()).collect()
}

fn fold_survivors(document: &Document, alone: &HashSet<&str>, under: &mut [Option<usize>]) {
    let mutants = &document.mutants[..];
    let removals = document.operators_that(Role::Removal);
    let mut order: Vec<usize> = (0..mutants.len())
        .filter(|&i| is_read(&mutants[i]))
        .collect();
    order.sort_by_key(|&i| mutants[i].rank);
    let removed: HashSet<&str> = order
        .iter()
        .map(|&i| &mutants[i])
        .filter(|m| removals.contains(m.operator.as_str()) && m.target == Target::Element)
        .map(|m| m.element.as_str())
        .filter(|element| alone.contains(element))
        .collect();
    let mut leaders: HashMap<&str, usize> = HashMap::new();
    let mut places = HashMap::new();
    let mut shapes: HashMap<(&str, Shape<'_>), usize> = HashMap::new();
    for &i in &order {
        let m = &mutants[i];
        let element = m.element.as_str();
        if m.target == Target::Element && removed.contains(element) {
            let leader = *leaders.entry(element).or_insert(i);
            under[i] = (leader != i).then_some(leader);
            continue;
        }
        let span = (m.file(), m.span);
        let shape = m.difference.as_ref().map(|d| (element, shape(d)));
        let same_place = places.get(&(element, span)).copied();
        let same_shape = shape.as_ref().and_then(|s| shapes.get(s).copied());
        match same_place.or(same_shape) {
            Some(leader) => under[i] = Some(leader),
            None => {
                places.insert((element, span), i);
                if let Some(shape) = shape {
                    shapes.insert(shape, i);
                }
            }
        }
    }
}

fn shape(d: &Difference) -> Shape<'_> {
    let rows = d.trace.steps.iter().zip(&d.mutant_trace.steps);
    let cells = rows.enumerate().flat_map(|(step, (a, b))| {
        let names = a.iter().zip(b).enumerate();
        names
            .filter(|(_, (x, y))| x != y)
            .map(move |(at, _)| (step, at))
    });
    (&d.observable, cells.collect())
}

fn fold_killed(mutants: &[Mutant], under: &mut [Option<usize>]) {
    // The first mutant with each set of killers, in order.
    let mut first: Vec<(HashSet<&str>, usize)> = Vec::new();
    let mut number: HashMap<Vec<&str>, usize> = HashMap::new();
    let mut members: Vec<(usize, usize)> = Vec::new();
    for (i, m) in mutants.iter().enumerate() {
        if m.verdict != Verdict::Killed || !m.killers_are_exact() {
            continue;
        }
        let killers: Vec<&str> = m.killed_by().iter().map(String::as_str).collect();
        let set = *number.entry(killers.clone()).or_insert_with(|| {
            first.push((killers.into_iter().collect(), i));
            first.len() - 1
        });
        members.push((i, set));
    }
    // Leaders are the minimal sets: a smallest subset of a set is minimal itself.
    let leader: Vec<usize> = first
        .iter()
        .map(|(set, _)| {
            let subsets = first.iter().filter(|(other, _)| other.is_subset(set));
            let least = subsets.min_by_key(|(other, at)| (other.len(), *at));
            least.expect("a set is a subset of itself").1
        })
        .collect();
    for (i, set) in members {
        under[i] = (leader[set] != i).then_some(leader[set]);
    }
}
