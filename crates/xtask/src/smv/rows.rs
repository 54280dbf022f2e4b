//! The answers of NuSMV that come with the corpus, and which claim each of them is about.

use std::collections::BTreeMap;
use std::path::Path;

use super::answers::of_kinds;
use super::nusmv::{self, Said, What};
use super::source::{Kind, Source, plain};

/// What is known of one file.
#[derive(Default)]
pub struct Known {
    /// `ok`, `timeout`, or why NuSMV refused the file.
    pub status: String,
    /// Verdicts, in NuSMV's order.
    pub verdicts: Vec<Said>,
    /// Verdicts with reordering; of files that it needs.
    pub dynamic: Vec<Said>,
    pub quantities: Vec<Said>,
}

impl Known {
    pub fn accepted(&self) -> bool {
        !self.status.starts_with("error")
    }
}

/// All files of the corpus, by name.
pub fn read(corpus: &Path) -> Result<BTreeMap<String, Known>, String> {
    let mut files: BTreeMap<String, Known> = BTreeMap::new();
    for (name, what) in [
        ("nusmv-verdicts.csv", What::Specification),
        ("nusmv-verdicts-dynamic.csv", What::Specification),
        ("nusmv-compute.csv", What::Quantity),
    ] {
        let path = corpus.join(name);
        let mut reader =
            csv::Reader::from_path(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for record in reader.deserialize() {
            let record: BTreeMap<String, String> = record.map_err(|e| e.to_string())?;
            let cell = |name: &str| record.get(name).map(String::as_str).unwrap_or_default();
            let known = files.entry(cell("file").to_string()).or_default();
            if name == "nusmv-verdicts.csv" {
                known.status = cell("status").to_string();
            }
            if cell("spec_no") == "-" {
                continue;
            }
            match name {
                "nusmv-compute.csv" if DOUBTED.contains(&cell("file")) => {}
                "nusmv-compute.csv" => known.quantities.extend(quantity(cell("formula"))),
                _ => {
                    let said = Said::new(what, cell("formula"), cell("verdict"));
                    match name {
                        "nusmv-verdicts.csv" => known.verdicts.push(said),
                        _ => known.dynamic.push(said),
                    }
                }
            }
        }
    }
    Ok(files)
}

/// Files of which the corpus has other quantities (infinity) than NuSMV 2.5.4 computes where it is run today (132, 132, 75, 75, as here).
const DOUBTED: [&str; 1] = ["nusmv-dist/smv-dist/pci4p.smv"];

/// `the result of MIN [ a , b ]  is 10`
fn quantity(text: &str) -> Option<Said> {
    let (formula, answer) = nusmv::answer(text.trim_end())?;
    let formula = formula.trim_start_matches("the result of ");
    Some(Said::new(What::Quantity, formula, answer))
}

/// For each row, which claim it is about, as an index into [`Source::instances`]. NuSMV answers claim after claim. A run that was stopped,
/// or whose output was not kept in full, has fewer rows: then each is about the next claim that looks like it. Err if a row fits no claim.
pub fn align(source: &Source, rows: &[Said], kinds: &[Kind]) -> Result<Vec<usize>, String> {
    let claims = of_kinds(source, kinds);
    let mut spare = claims
        .len()
        .checked_sub(rows.len())
        .ok_or_else(|| format!("{} answers for {} claims", rows.len(), claims.len()))?;
    let mut claims = claims.into_iter();
    let mut aligned = Vec::new();
    for row in rows {
        loop {
            let at = claims.next().ok_or("too many answers")?;
            match fits(source, at, row) {
                Ok(()) => {
                    aligned.push(at);
                    break;
                }
                Err(_) if spare > 0 => spare -= 1,
                Err(why) => return Err(why),
            }
        }
    }
    Ok(aligned)
}

/// Whether a row can be about a claim: the instance has to agree, and the text where NuSMV prints it as it stands, except for parentheses.
fn fits(source: &Source, at: usize, row: &Said) -> Result<(), String> {
    let instance = &source.instances[at];
    if instance.path != row.instance {
        let formula = &row.formula;
        return Err(format!(
            "`{formula}` is of `{}`, not of `{}`",
            row.instance, instance.path
        ));
    }
    let (said, written) = (
        plain(&row.formula),
        source.claims[instance.claim].text.as_str(),
    );
    if as_it_stands(written) && as_it_stands(&said) && folded(&said) != folded(written) {
        return Err(format!("`{said}` does not look like `{written}`"));
    }
    Ok(())
}

/// Whether there is nothing in the text that NuSMV writes in another way: sets, words, conditionals, `V` of LTL.
fn as_it_stands(text: &str) -> bool {
    let other = [
        "{", ":", "-", "?", "V", "\"", "union", "case", "0b", "0u", "0s", "0o", "0h",
    ];
    !other.iter().any(|part| text.contains(part))
}

/// Without what NuSMV writes in its own way.
fn folded(text: &str) -> String {
    text.replace("xnor", "<->")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smv::source;

    const MODEL: &str = "MODULE m\nVAR x : boolean;\nSPEC AG (x)\nMODULE main\nVAR a : m; b : m;\nSPEC EF (a.x & b.x)\nLTLSPEC F a.x\n";

    fn row(formula: &str) -> Said {
        Said::new(What::Specification, formula, "true")
    }

    #[test]
    fn rows_are_about_the_claims_in_their_order() {
        let source = source::read(MODEL);
        let kinds = [Kind::Ctl, Kind::Ltl];
        let rows = [
            row("AG x IN a"),
            row("AG x IN b"),
            row("EF (a.x & b.x)"),
            row("F a.x"),
        ];
        assert_eq!(align(&source, &rows, &kinds), Ok(vec![0, 1, 2, 3]));
        // A run that was stopped has the first answers only.
        assert_eq!(align(&source, &rows[..2], &kinds), Ok(vec![0, 1]));
        assert_eq!(
            align(&source, &rows[1..], &kinds),
            Ok(vec![1, 2, 3]),
            "one is lost"
        );
        let wrong = [row("AG x IN b"), row("AG x IN a")];
        assert!(align(&source, &wrong, &kinds).is_err(), "another instance");
        assert!(align(&source, &rows, &[Kind::Ctl]).is_err(), "too many");
        let other = [
            row("AG x IN a"),
            row("EF x IN b"),
            row("EF a.x"),
            row("F a.x"),
        ];
        assert!(align(&source, &other, &kinds).is_err(), "another formula");
    }

    #[test]
    fn quantities_are_read_from_their_text() {
        let said = quantity("the result of MIN [ a.b , c ]  is infinity").expect("a quantity");
        assert_eq!(
            (said.formula.as_str(), said.answer.as_str()),
            ("MIN [ a.b , c ]", "infinity")
        );
        assert_eq!(quantity("nothing"), None);
    }
}
