//! One mutant by the id that somebody typed.

use assay_language::{Breaks, Mutated};
use assay_source::Diagnostic;

use crate::{Opened, Stop};

/// How many ids a hint names.
const HINTS: usize = 5;

/// The model with this mutant alone, and what makes it.
pub fn named<'m>(
    opened: &'m Opened<'_>,
    main: usize,
    id: &str,
) -> Result<(Breaks, Mutated<'m>), Stop> {
    let mut breaks = opened.breaks("all")?;
    let alone = Breaks {
        only: Some([id.to_string()].into()),
        ..breaks.clone()
    };
    let mut mutated = opened.mutated(main, &alone)?;
    let is_known = |mutated: &Mutated<'_>| mutated.mutants.mutants.iter().any(|m| m.id == id);
    // The others are only needed for a hint.
    if !is_known(&mutated) {
        mutated = opened.mutated(main, &breaks)?;
    }
    let known = is_known(&mutated);
    if let (false, Some(more)) = (known, opened.model.more_mutants(&breaks)) {
        mutated = opened.mutated(main, &more)?;
        breaks = more;
    }
    let all = &mut mutated.mutants.mutants;
    let Some(at) = all.iter().position(|m| m.id == id) else {
        let ids: Vec<&str> = all.iter().map(|m| m.id.as_str()).collect();
        return Err(unknown(id, &ids));
    };
    *all = vec![all.swap_remove(at)];
    Ok((breaks, mutated))
}

fn unknown(id: &str, ids: &[&str]) -> Stop {
    let message = format!("there is no mutant `{id}`");
    let help = if ids.is_empty() {
        "the model has no mutants".to_string()
    } else {
        format!("the nearest are {}", nearest(id, ids).join(", "))
    };
    Stop::bad_input(Diagnostic::error("A0011", message).help(help))
}

/// Ids at the nearest places; among those at one place, those of the same operator first.
fn nearest<'a>(id: &str, ids: &[&'a str]) -> Vec<&'a str> {
    let (line, column, operator) = parts(id);
    let mut ranked: Vec<&str> = ids.to_vec();
    ranked.sort_by_key(|other| {
        let (l, c, o) = parts(other);
        (
            l.abs_diff(line),
            c.abs_diff(column),
            o != operator,
            o.len().abs_diff(operator.len()),
        )
    });
    ranked.truncate(HINTS);
    ranked
}

/// `line:column:operator`; what is no number is far away.
fn parts(id: &str) -> (usize, usize, &str) {
    let mut words = id.splitn(3, ':');
    let number = |word: Option<&str>| word.and_then(|w| w.trim().parse().ok()).unwrap_or(0);
    let line = number(words.next());
    let column = number(words.next());
    (line, column, words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_near() {
        let ids = [
            "3:3:equal_true",
            "7:12:or2left",
            "7:12:or2xor",
            "7:20:const",
            "40:1:l2g",
        ];
        assert_eq!(
            nearest("7:12:or2right", &ids)[..2],
            ["7:12:or2left", "7:12:or2xor"]
        );
        assert_eq!(nearest("7:19:const", &ids)[0], "7:20:const");
        assert_eq!(nearest("nonsense", &ids).len(), 5);
        assert_eq!(nearest("", &[]), Vec::<&str>::new());
    }
}
