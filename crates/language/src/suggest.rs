//! The name that a misspelt one most likely meant.

/// The name with the fewest edits to `wanted`, if they are few for its length. Ties go to the first in alphabetical
/// order, so that messages do not depend on the order of a hash table.
pub fn closest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = wanted.chars().count() / 3;
    known
        .filter(|name| name.len().abs_diff(wanted.len()) <= limit)
        .map(|name| {
            if name.eq_ignore_ascii_case(wanted) {
                // A name that differs only in case is the likeliest mistake.
                (0, name)
            } else {
                (edits(wanted, name), name)
            }
        })
        .filter(|(edits, _)| *edits <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Insertions, deletions, replacements and exchanges of neighbours that lead from one text to the other.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = vec![];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let replaced = row[j] + usize::from(a[i] != b[j]);
            let mut least = replaced.min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && (a[i], a[i - 1]) == (b[j - 1], b[j]) {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn a_slip_of_the_keys_is_near() {
        let known = ["idle", "busy", "acknowledge"];
        let near = |wanted| closest(wanted, known.into_iter());
        assert_eq!(near("idel"), Some("idle"));
        assert_eq!(near("BUSY"), Some("busy"));
        assert_eq!(near("acknowlegde"), Some("acknowledge"));
        assert_eq!(near("done"), None);
    }
}
