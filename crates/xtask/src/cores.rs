//! `xtask corpus cores`: MUST and MAY sets against published ones.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::run::run;

/// Compares every row that the publication itself calls consistent. True if no complete answer
/// differs.
pub fn compare(corpus: &Path, assay: &Path, timeout: u64) -> Result<bool, String> {
    let path = corpus.join("lustre/ivc-oracle.csv");
    let mut reader =
        csv::Reader::from_path(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let headers = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        headers
            .iter()
            .position(|h| h == name)
            .ok_or(format!("ivc-oracle.csv has no column {name}"))
    };
    let (model, consistent, present) = (
        column("model")?,
        column("must_consistent")?,
        column("in_corpus")?,
    );
    let (property, must, may) = (column("property")?, column("must")?, column("may")?);
    let (mut same, mut open, mut different) = (0, 0, 0);
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        if &record[consistent] != "1" || &record[present] != "1" {
            continue;
        }
        let name = &record[property];
        let file = corpus.join("lustre/elaghs-ivc660").join(&record[model]);
        let words = [
            "core",
            "--all",
            "--elements",
            "all",
            "--format",
            "json",
            "--quiet",
        ];
        let mut words: Vec<String> = words.map(String::from).to_vec();
        words.extend(["--timeout".to_string(), timeout.to_string()]);
        let result = run(assay, &words, &file, Duration::from_secs(timeout * 2 + 30))?;
        let json = result.json().unwrap_or_default();
        // The publication names variables by the path of calls, without the instances' numbers.
        let core = &json["core"]["instances"];
        let ours = |key: &str| names(core[key].as_array(), name);
        let published = |text: &str| -> BTreeSet<String> {
            let words = text.split_whitespace().map(String::from);
            words
                .filter(|w| w != name && !w.starts_with("~flatten"))
                .collect()
        };
        let complete = core["complete"] == Value::Bool(true);
        let must_agrees = ours("must") == published(&record[must]);
        let may_agrees = ours("may") == published(&record[may]);
        let word = match (complete, must_agrees && may_agrees) {
            (true, true) => {
                same += 1;
                "same"
            }
            (false, _) => {
                open += 1;
                "incomplete"
            }
            (true, false) => {
                different += 1;
                "DIFFERENT"
            }
        };
        println!(
            "{:<48} {word:<10} {:>7.2}s  must {} may {}",
            &record[model],
            result.wall.as_secs_f64(),
            if must_agrees { "=" } else { "/" },
            if may_agrees { "=" } else { "/" }
        );
    }
    println!("\n{same} the same, {open} incomplete within the time, {different} different");
    Ok(different == 0)
}

fn names(list: Option<&Vec<Value>>, property: &str) -> BTreeSet<String> {
    let all = list.map(Vec::as_slice).unwrap_or_default();
    let words = all.iter().filter_map(Value::as_str).map(unnumbered);
    words
        .filter(|w| w != property && !w.starts_with("~flatten"))
        .collect()
}

/// `a~0.b~12.x` -> `a.b.x`.
fn unnumbered(name: &str) -> String {
    let parts = name.split('.').map(|part| match part.rsplit_once('~') {
        Some((node, number)) if !node.is_empty() && number.parse::<u32>().is_ok() => node,
        _ => part,
    });
    parts.collect::<Vec<&str>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::unnumbered;

    #[test]
    fn instance_numbers_are_dropped_and_nothing_else() {
        assert_eq!(unnumbered("a~0.b~12.x"), "a.b.x");
        assert_eq!(unnumbered("~flatten0"), "~flatten0");
        assert_eq!(unnumbered("r.f"), "r.f");
    }
}
