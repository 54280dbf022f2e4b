//! The two names of a mutant: the id that people read and type, and the fingerprint that outlives unrelated edits.

use assay_source::SourceMap;
use assay_system::fnv1a;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Offer;
use super::context::Context;
use super::found::Found;

/// The ids of all offers, each once: `line:column:operator`, the variant where there are several at one place, and the name of the file
/// before it where several files are mutated.
pub fn ids(offers: &[Offer], map: &SourceMap) -> Vec<String> {
    let files: FxHashSet<_> = offers.iter().map(|offer| offer.span.file).collect();
    let mut known: FxHashSet<String> = FxHashSet::default();
    let unique = offers.iter().map(|offer| {
        let mut id = format!("{}:{}:{}", offer.line, offer.column, offer.operator);
        if !offer.variant.is_empty() {
            id = format!("{id}:{}", offer.variant);
        }
        if files.len() > 1 {
            id = format!("{}:{id}", map.file(offer.span.file).name());
        }
        while !known.insert(id.clone()) {
            id.push('\'');
        }
        id
    });
    unique.collect()
}

/// How many tokens of a clause count on each side. A table of numbers is one clause of thousands.
const NEAR: usize = 30;

/// Makes fingerprints: a hash of the function, the clause that is changed, where in the clause, and how. A clause is what stands between two
/// semicolons or braces, if that is not too long. Equal ones in one function are counted.
#[derive(Default)]
pub(super) struct Fingerprints {
    known: FxHashMap<String, usize>,
}

impl Fingerprints {
    pub fn next(&mut self, context: &Context<'_>, operator: &str, found: &Found) -> String {
        let ends = |token: &usize| [";", "{", "}"].iter().any(|end| context.is(*token, end));
        let at = found.tokens.start;
        let (least, most) = (
            at.saturating_sub(NEAR),
            (at + NEAR).min(context.unit.tokens.len()),
        );
        let first = (least..at).rev().find(ends);
        let first = first.map_or(least, |before| before + 1);
        let end = (at..most).find(ends).unwrap_or(most);
        let clause = context.unit.tokens[first..end].iter();
        let clause: Vec<&str> = clause.map(|token| context.slice(token.span)).collect();
        let function = context.function(at).map_or("", |function| function.name);
        let text = format!(
            "{function}\n{}\n{}\n{operator}\n{}\n{}",
            clause.join(" "),
            at - first,
            found.replacement,
            found.variant,
        );
        let count = self.known.entry(text.clone()).or_default();
        *count += 1;
        format!("{:016x}", fnv1a(format!("{text}\n{count}").as_bytes()))
    }
}
