//! The declared name that a misspelt one most likely meant.

use std::sync::Arc;

/// The name with the fewest edits to `wanted`, if they are few for its length. Ties go to the first in alphabetical
/// order, so that messages do not depend on the order of a hash table.
pub(super) fn closest<'a>(
    wanted: &str,
    known: impl Iterator<Item = &'a Arc<str>>,
) -> Option<&'a str> {
    let limit = wanted.chars().count() / 3;
    known
        .filter(|name| name.len().abs_diff(wanted.len()) <= limit)
        .map(|name| {
            if name.eq_ignore_ascii_case(wanted) {
                // A name that differs only in case is the likeliest mistake.
                (0, &**name)
            } else {
                (edits(wanted, name), &**name)
            }
        })
        .filter(|(edits, _)| *edits <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Insertions, deletions and replacements that lead from one text to the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
