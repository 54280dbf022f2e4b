//! `xtask corpus cores`: MUST and MAY sets against published ones.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::published::{self, comparable, unnumbered};
use crate::run::run;

/// Compares every row that the publication itself calls consistent. True if no complete answer
/// differs.
pub fn compare(corpus: &Path, assay: &Path, timeout: u64) -> Result<bool, String> {
    let (mut same, mut refuted, mut open, mut different) = (0, 0, 0, 0);
    for row in published::rows(corpus)? {
        let file = corpus.join("lustre/elaghs-ivc660").join(&row.model);
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
        let core = &json["core"]["instances"];
        let ours = |key: &str| names(core[key].as_array(), &row.property);
        let complete = core["complete"] == Value::Bool(true);
        let (must, may) = (ours("must"), ours("may"));
        let (must_agrees, may_agrees) = (must == row.must, may == row.may);
        // Every core that is listed has a certificate that was checked: one without an element that is
        // said to be in all of them shows that the publication is wrong, whatever else is open.
        let cores = core["all"].as_array().map(Vec::as_slice);
        let cores = cores.unwrap_or_default().iter();
        let without: Vec<String> = cores
            .map(|c| names(c.as_array(), &row.property))
            .flat_map(|c| row.must.difference(&c).cloned().collect::<Vec<_>>())
            .collect();
        let word = match (complete, must_agrees && may_agrees) {
            (true, true) => {
                same += 1;
                "same"
            }
            _ if !without.is_empty() => {
                refuted += 1;
                "refuted"
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
            "{:<48} {word:<10} {:>7.2} cpu s  must {} may {}",
            row.model,
            result.cpu.as_secs_f64(),
            if must_agrees { "=" } else { "/" },
            if may_agrees { "=" } else { "/" }
        );
        // What is in MUST has an execution without it that violates the property, and what is not has
        // a proof without it; open answers are in neither list.
        let open = ours("unknown");
        for name in row.must.difference(&must).filter(|n| !open.contains(*n)) {
            println!("    {name} can be removed, and is in the published MUST");
        }
        for name in BTreeSet::from_iter(&without) {
            println!("    a core that was checked does without {name}");
        }
        for name in must.difference(&row.must) {
            println!("    {name} cannot be removed, and is not in the published MUST");
        }
    }
    println!(
        "\n{same} the same, {refuted} in which a checked core refutes the published MUST, {open} incomplete within the \
         time, {different} different"
    );
    Ok(different == 0)
}

fn names(list: Option<&Vec<Value>>, property: &str) -> BTreeSet<String> {
    let all = list.map(Vec::as_slice).unwrap_or_default();
    let words = all.iter().filter_map(Value::as_str).map(unnumbered);
    comparable(words.collect(), property)
}
