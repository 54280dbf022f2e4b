//! The programs of Groce, Ahmed, Jensen, McKenney: How Verified is My Code? (ASE 2015), as part of `xtask corpus c`.
//!
//! * Quicksort: the mutants that its authors' tool made, row by row, have the verdict that they have here at each size. A row is found by
//!   its operator and by the line after the change.
//! * Merge: the harness of the paper accepts a wrong program, and the harness without its hole does not.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::run::run;

const CHECKS: [&str; 4] = [
    "--no-standard-checks",
    "--bounds-check",
    "--pointer-check",
    "--unwinding-assertions",
];

/// One valid mutant of the reference.
struct Row {
    number: String,
    operator: String,
    /// The line before and after the change, squeezed. Only a deleted statement tells how it was before.
    from: Option<String>,
    line: String,
    /// The size that kills it.
    killed: Option<usize>,
}

/// A mutant of ours, in the same words.
struct Mutated {
    operator: String,
    from: String,
    line: String,
    killed: Option<usize>,
}

/// `sizes`: up to which size the quicksort is measured. Prints what differs; whether nothing does.
pub fn compare(corpus: &Path, assay: &Path, sizes: usize) -> Result<bool, String> {
    let quicksort = quicksort(corpus, assay, sizes)?;
    let merge = merge(corpus, assay)?;
    Ok(quicksort && merge)
}

fn quicksort(corpus: &Path, assay: &Path, sizes: usize) -> Result<bool, String> {
    let paper = corpus.join("paper");
    let harness = paper.join("sort_harness.c").display().to_string();
    let mut words: Vec<String> = "cover --mutators paper --killers one --no-explain --no-certify --no-store --quiet --format json --unwind SIZE+1"
        .split_whitespace()
        .map(String::from)
        .collect();
    words.extend(["--sizes".to_string(), format!("SIZE=1..{sizes}")]);
    words.extend(CHECKS.map(String::from));
    words.push(harness);
    let file = paper.join("quicksort.c");
    let ran = run(assay, &words, &file, Duration::from_secs(1800))?;
    let result = ran.json().ok_or("quicksort: no result")?;
    let source = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
    let ours: Vec<Mutated> = result["mutants"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|mutant| mutated(&source, mutant))
        .collect();
    let (mut wrong, mut counts) = (Vec::new(), vec![0; sizes]);
    let rows = reference(&corpus.join("quicksort-reference-mutants.csv"), sizes)?;
    for row in &rows {
        let same = |mutant: &&Mutated| {
            mutant.operator == row.operator
                && mutant.line == row.line
                && row.from.as_ref().is_none_or(|from| *from == mutant.from)
        };
        match ours.iter().find(same) {
            None => wrong.push(format!("row {}: not offered", row.number)),
            Some(mutant) if mutant.killed != row.killed => wrong.push(format!(
                "row {}: killed at {:?}, the reference at {:?}",
                row.number, mutant.killed, row.killed
            )),
            Some(_) => {
                if let Some(size) = row.killed {
                    counts[size - 1] += 1;
                }
            }
        }
    }
    println!(
        "paper/quicksort: {} of {} rows of the reference as there, new kills by size {counts:?}, {} mutants here, {:.2} s",
        rows.len() - wrong.len(),
        rows.len(),
        ours.len(),
        ran.cpu.as_secs_f64()
    );
    for line in &wrong {
        println!("  {line}");
    }
    Ok(wrong.is_empty())
}

fn mutated(source: &str, mutant: &Value) -> Option<Mutated> {
    let span: Vec<usize> = mutant["span"]
        .as_array()?
        .iter()
        .filter_map(|n| Some(n.as_u64()? as usize))
        .collect();
    let [first, from, last, to] = span[..] else {
        return None;
    };
    let lines: Vec<&str> = source.lines().collect();
    let before = lines.get(first - 1)?.get(..from - 1)?;
    let after = lines.get(last - 1)?.get(to - 1..)?;
    let changed = format!("{before}{}{after}", mutant["replacement"].as_str()?);
    let killed = (mutant["verdict"] == "killed").then(|| mutant["size"].as_u64().unwrap_or(0));
    Some(Mutated {
        operator: mutant["operator"].as_str()?.to_string(),
        from: squeezed(lines.get(first - 1)?),
        line: squeezed(&changed),
        killed: killed.map(|size| size as usize),
    })
}

fn reference(path: &Path, sizes: usize) -> Result<Vec<Row>, String> {
    let mut reader =
        csv::Reader::from_path(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let verdicts: Vec<&str> = record.iter().skip(3).collect();
        if verdicts.first() == Some(&"invalid") {
            continue;
        }
        let killed = verdicts.iter().position(|v| *v == "killed").map(|n| n + 1);
        let uncommented = record[2].replace("/*", "").replace("*/", "");
        rows.push(Row {
            number: record[0].to_string(),
            operator: record[1].to_string(),
            from: (&record[1] == "del_stmt").then(|| squeezed(&uncommented)),
            line: squeezed(&record[2]),
            killed: killed.filter(|size| *size <= sizes),
        });
    }
    Ok(rows)
}

/// A line without blanks, comments, empty statements and the brace at its end.
fn squeezed(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.retain(|c| !c.is_whitespace());
    let mut text = text
        .trim_end_matches('{')
        .trim_start_matches(';')
        .to_owned();
    while text.contains(";;") {
        text = text.replace(";;", ";");
    }
    text
}

fn merge(corpus: &Path, assay: &Path) -> Result<bool, String> {
    let paper = corpus.join("paper");
    let mut right = true;
    for (harness, program, accepted) in [
        ("merge_harness.c", "merge.c", true),
        ("merge_harness.c", "merge_bug1.c", true),
        ("merge_harness_fixed.c", "merge.c", true),
        ("merge_harness_fixed.c", "merge_bug1.c", false),
    ] {
        let mut words: Vec<String> = "check --quiet --format json --unwind 6 -D SIZE=2 -D"
            .split_whitespace()
            .map(String::from)
            .collect();
        words.push(format!("SUT=\"{program}\""));
        let ran = run(
            assay,
            &words,
            &paper.join(harness),
            Duration::from_secs(600),
        )?;
        let exit = if accepted { Some(0) } else { Some(1) };
        println!(
            "paper/{harness} with {program}: exit code {:?}, {:.2} s",
            ran.exit,
            ran.cpu.as_secs_f64()
        );
        right &= ran.exit == exit;
    }
    Ok(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_compared_by_its_line() {
        let mutant = serde_json::json!({
            "operator": "rep_op", "span": [2, 6, 2, 7], "replacement": "<=", "verdict": "killed", "size": 2
        });
        let found = mutated("int f\nif (a<b) {\n", &mutant).unwrap();
        assert_eq!(found.operator, "rep_op");
        assert_eq!(found.from, "if(a<b)");
        assert_eq!(found.line, "if(a<=b)");
        assert_eq!(found.killed, Some(2));
        assert_eq!(squeezed("/* i = l; */ j = r+1;"), "j=r+1;");
    }
}
