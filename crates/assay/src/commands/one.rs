//! One mutant by the id that somebody typed.

use assay_source::Diagnostic;
use assay_system::Mutants;

use super::Stop;
use crate::args::{CircuitArgs, NodesArg};
use crate::front::Breaks;
use crate::input::Loaded;

/// How many ids a hint names.
const HINTS: usize = 5;

/// The model with this mutant alone, and what makes it.
pub fn named(
    loaded: &Loaded,
    main: usize,
    circuit: CircuitArgs,
    id: &str,
) -> Result<(Breaks, Mutants), Stop> {
    let mut breaks = Breaks {
        mutators: "all".into(),
        circuit,
    };
    let mut mutants = loaded.mutants(main, &breaks)?;
    let known = mutants.mutants.iter().any(|m| m.id == id);
    if loaded.front.is_circuit() && circuit.nodes.is_none() && !known {
        // Only then: gates that are elements would all stand in the table of a register.
        breaks.circuit.nodes = Some(NodesArg::All);
        mutants = loaded.mutants(main, &breaks)?;
    }
    Ok((breaks, only(mutants, id)?))
}

/// The same model with this mutant alone.
fn only(mut mutants: Mutants, id: &str) -> Result<Mutants, Stop> {
    let all = &mutants.mutants;
    let Some(at) = all.iter().position(|m| m.id == id) else {
        let ids: Vec<&str> = all.iter().map(|m| m.id.as_str()).collect();
        return Err(unknown(id, &ids));
    };
    mutants.mutants = vec![mutants.mutants.swap_remove(at)];
    Ok(mutants)
}

fn unknown(id: &str, ids: &[&str]) -> Stop {
    let message = format!("there is no mutant `{id}`");
    let help = match ids.is_empty() {
        true => "the model has no mutants".to_string(),
        false => format!("the nearest are {}", nearest(id, ids).join(", ")),
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
