//! What neither the properties nor the generated invariants notice. An element is called so only if every mutant of it was
//! asked about and decided: what nobody asked is not known.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Document, FileLines, Mutant, Target, Verdict};

/// Fills in what follows from the mutants' own `invariants`.
pub(super) fn derive(document: &mut Document) {
    let Some(mut invariants) = document.invariants.take() else {
        return;
    };
    let scored: Vec<&Mutant> = document.mutants.iter().filter(|m| is_scored(m)).collect();
    // Documents of earlier versions say it of elements only.
    if scored.iter().any(|m| m.invariants.is_some()) {
        let mut of_element: HashMap<&str, Vec<&Mutant>> = HashMap::new();
        for m in scored.iter().filter(|m| m.target == Target::Element) {
            of_element.entry(&m.element).or_default().push(m);
        }
        let mut neither = Vec::new();
        for element in &mut document.elements {
            let mutants = of_element.get(element.name.as_str());
            element.invariants = mutants.and_then(|all| notice_any(all));
            let unnoticed = |all: &Vec<&Mutant>| all.iter().all(|m| m.is_unnoticed());
            if mutants.is_some_and(unnoticed) {
                neither.push(element.name.clone());
            }
        }
        let asked = scored.iter().filter(|m| m.invariants.is_some());
        let noticed = scored.iter().filter(|m| m.invariants == Some(true));
        let unnoticed: Vec<&&Mutant> = scored.iter().filter(|m| m.is_unnoticed()).collect();
        let mut lines: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for m in &unnoticed {
            let file = document.file_number(m.file());
            lines.entry(file).or_default().insert(m.line);
        }
        invariants.asked = asked.count();
        invariants.noticed = noticed.count();
        invariants.neither = neither;
        invariants.unnoticed = unnoticed.len();
        let of_first = lines.get(&0).into_iter().flatten();
        invariants.lines = of_first.copied().collect();
        invariants.files = if document.has_several_files() {
            file_lines(document, lines)
        } else {
            vec![]
        };
    }
    document.invariants = Some(invariants);
}

fn file_lines(document: &Document, lines: BTreeMap<usize, BTreeSet<usize>>) -> Vec<FileLines> {
    let of_file = |(number, lines): (usize, BTreeSet<usize>)| {
        let file = document.files().nth(number)?.to_string();
        let lines = lines.into_iter().collect();
        Some(FileLines { file, lines })
    };
    lines.into_iter().filter_map(of_file).collect()
}

fn is_scored(m: &Mutant) -> bool {
    matches!(
        m.verdict,
        Verdict::Killed | Verdict::Survived | Verdict::Unknown
    )
}

/// Whether the invariants notice some mutant; None where they may.
fn notice_any(mutants: &[&Mutant]) -> Option<bool> {
    if mutants.iter().any(|m| m.invariants == Some(true)) {
        Some(true)
    } else {
        let none = mutants.iter().all(|m| m.invariants == Some(false));
        none.then_some(false)
    }
}
