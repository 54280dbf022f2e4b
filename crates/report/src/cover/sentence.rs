//! What a group of survivors says about the properties, in one sentence.
//!
//! A mutant that gives an element one value for ever, and survives, says that no property requires any other value. Such a
//! sentence is about the properties and not about the mutant, so it is what a reader wants to know. It is said only where it is
//! true as it stands: not of mutants that exclude executions of the original, because on those the properties say nothing.

use super::places::why;
use crate::document::{Document, Mutant, Role, Tag, Target};
use crate::style::visible;

/// What a mutant makes of an element as a whole.
#[derive(PartialEq, Eq)]
enum Whole<'a> {
    /// It takes any value.
    Free,
    /// It has this value at every step.
    Always(&'a str),
}

/// The member that a sentence is about, and the sentence. The first member is the one with the best rank.
pub(super) fn of_group<'a>(
    document: &Document,
    group: &[&'a Mutant],
) -> (&'a Mutant, Option<String>) {
    match of_element(document, group) {
        // What is known about the difference tells whether the requirement is worth writing.
        Some((m, text)) if m.has(Tag::Masked) || m.masked_within.is_some() => {
            let difference = why(m).map(|w| format!("; {w}")).unwrap_or_default();
            (m, Some(text + &difference))
        }
        Some((m, text)) => (m, Some(text)),
        None => (group[0], why(group[0])),
    }
}

/// What the properties do not require of the element as a whole.
fn of_element<'a>(document: &Document, group: &[&'a Mutant]) -> Option<(&'a Mutant, String)> {
    let wholes: Vec<(&Mutant, Whole<'_>)> = group
        .iter()
        .filter_map(|m| whole(document, m).map(|w| (*m, w)))
        .collect();
    let that = |wanted: Whole<'_>| wholes.iter().find(|(_, w)| *w == wanted).map(|(m, _)| *m);
    let properties = property(document);
    let name = |m: &Mutant| format!("`{}`", visible(&m.element));
    if let Some(m) = that(Whole::Free) {
        let text = format!("no {properties} restricts the value of {}", name(m));
        return Some((m, text));
    }
    match (that(Whole::Always("false")), that(Whole::Always("true"))) {
        (Some(m), Some(_)) => {
            let name = name(m);
            let text = format!(
                "each {properties} holds with {name} always false, and with {name} always true"
            );
            return Some((m, text));
        }
        (Some(m), None) => {
            let text = format!("no {properties} requires {} ever to be true", name(m));
            return Some((m, text));
        }
        (None, Some(m)) => {
            let text = format!("no {properties} requires {} ever to be false", name(m));
            return Some((m, text));
        }
        (None, None) => {}
    }
    if let Some((m, Whole::Always(value))) = wholes.first() {
        let text = format!(
            "each {properties} holds with {} always {}",
            name(m),
            visible(value)
        );
        return Some((m, text));
    }
    None
}

/// What a survivor is about: every property, or those that hold on the original.
pub(super) fn property(document: &Document) -> &'static str {
    if document.proved().count() == document.baseline.len() {
        "property"
    } else {
        "proved property"
    }
}

/// Known from what the operator does, and from the text that takes the place.
fn whole<'a>(document: &Document, m: &'a Mutant) -> Option<Whole<'a>> {
    if m.target != Target::Element || m.has(Tag::Restricted) {
        return None;
    }
    // A bit of an element is no element.
    document.elements.iter().find(|e| e.name == m.element)?;
    let text = m.replacement.as_str();
    let constant = matches!(text, "true" | "false") || text.parse::<f64>().is_ok();
    let operator = document.operators.iter().find(|o| o.name == m.operator)?;
    match operator.role {
        Role::Removal => Some(Whole::Free),
        Role::StuckAt if constant => Some(Whole::Always(text)),
        _ => None,
    }
}
