//! In which order survivors are read.
//!
//! A person reads a few of them, so the first are to be those that most likely show a missing property. In order of
//! weight:
//! 1. changes of the model before changes of assumptions, which ask another question: what the proofs assume;
//! 2. what can be seen: a difference at an output, an execution that only one side has, a difference that no output showed as far as it was
//!    searched, one that reaches no output, and last what nobody has shown to differ at all;
//! 3. where it is: in the core of the proofs, in the slice, outside;
//! 4. elements of which no mutant is killed before those of which some are, the fewer the sooner;
//! 5. the removal of an element before its other mutants, then by place.
//!
//! Waived survivors have no rank.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::{Counts, Document, Element, Mutant, Role, Tag, Target, Verdict};

/// For each mutant its rank, from 1; only survivors that are not waived have one.
pub(super) fn ranks(document: &Document) -> Vec<Option<usize>> {
    let elements: HashMap<&str, &Element> = document
        .elements
        .iter()
        .map(|e| (e.name.as_str(), e))
        .collect();
    let removals = document.operators_that(Role::Removal);
    let mut order: Vec<usize> = (0..document.mutants.len())
        .filter(|&i| is_read(&document.mutants[i]))
        .collect();
    let weight = |i: usize| {
        let m = &document.mutants[i];
        let element = match m.target {
            Target::Element => elements.get(m.element.as_str()).copied(),
            Target::Assertion => None,
        };
        weight(m, element)
    };
    order.sort_by(|&a, &b| {
        let (x, y) = (&document.mutants[a], &document.mutants[b]);
        let element = |m: &Mutant| elements.get(m.element.as_str()).map(|e| e.counts);
        let file = |m: &Mutant| document.file_number(m.file());
        weight(a)
            .cmp(&weight(b))
            .then_with(|| killed_share(element(x), element(y)))
            .then_with(|| file(x).cmp(&file(y)))
            .then_with(|| place(x, &removals).cmp(&place(y, &removals)))
    });
    let mut ranks = vec![None; document.mutants.len()];
    for (rank, &i) in order.iter().enumerate() {
        ranks[i] = Some(rank + 1);
    }
    ranks
}

/// Whether it is on the list of survivors.
pub(super) fn is_read(m: &Mutant) -> bool {
    m.verdict == Verdict::Survived && m.waived.is_none()
}

/// The first three criteria; smaller is sooner.
fn weight(m: &Mutant, element: Option<&Element>) -> (bool, u8, u8) {
    let seen = match (&m.difference, &m.excluded) {
        (Some(_), _) if m.masked_within.is_none() && !m.has(Tag::Masked) => 0,
        (_, Some(_)) => 1,
        (Some(_), _) if !m.has(Tag::Masked) => 2,
        (Some(_), _) => 3,
        (None, None) => 4,
    };
    let place = match element.map(|e| (e.slice, e.core)) {
        Some((true, Some(true))) => 0,
        Some((true, None)) => 1,
        Some((true, Some(false))) => 2,
        Some((false, _)) => 3,
        None => 1,
    };
    (m.target == Target::Assertion, seen, place)
}

/// Compares killed / scored without rounding.
fn killed_share(a: Option<Counts>, b: Option<Counts>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => (a.killed * b.scored()).cmp(&(b.killed * a.scored())),
        _ => Ordering::Equal,
    }
}

fn place<'m>(
    m: &'m Mutant,
    removals: &HashSet<&str>,
) -> (usize, usize, bool, usize, usize, (usize, usize), &'m str) {
    // The element's own place first, so that its mutants stay together.
    let removal = removals.contains(m.operator.as_str());
    (
        m.span.start.0,
        m.line,
        !removal,
        m.span.start.1,
        m.column,
        m.span.end,
        &m.id,
    )
}
