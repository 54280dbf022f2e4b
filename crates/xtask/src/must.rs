//! `xtask corpus must`: the elements whose `equation_remove` mutant is killed are the MUST set, over
//! the same elements, with assumptions fixed and what either side leaves undecided left out. Two
//! programs compute the same set in different ways: the cascade over mutants, and the search for
//! cores. A third opinion are the published sets.
//!
//! Which elements a core may consist of does not matter here: MUST asks about each element alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::corpus::{executable, place};
use crate::listed::entry;
use crate::manifest;
use crate::published::{self, is_made_up, unnumbered};
use crate::run::run;

#[derive(clap::Args)]
pub struct MustArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Seconds for each run.
    #[arg(long, default_value_t = 30)]
    timeout: u64,
    /// Only files whose path contains this.
    #[arg(long)]
    only: Option<String>,
}

type Names = BTreeSet<String>;

/// What one file gave.
enum Outcome {
    /// In how many sets (one for each property and one for all together) how many elements were
    /// compared, at least one, and how many some side left undecided.
    Same {
        sets: usize,
        compared: usize,
        open: usize,
    },
    Different(Vec<String>),
    /// Why there is nothing to compare.
    Without(String),
}

pub fn compare(args: &MustArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref());
    if !corpus.join("lustre/manifest.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let published: BTreeMap<String, Names> = published::rows(&corpus)?
        .into_iter()
        .map(|row| (format!("elaghs-ivc660/{}", row.model), row.must))
        .collect();
    let mut entries = manifest::read(&corpus)?;
    entries.retain(|e| e.is_jkind() && e.expected == "all valid");
    if let Some(part) = &args.only {
        entries.retain(|e| e.file.contains(part.as_str()));
    }
    let (mut same, mut with_published, mut different, mut without) = (0, 0, 0, 0);
    let (mut compared_in_all, mut open_in_all) = (0, 0);
    println!("| file | sets | compared | undecided | published | |\n|---|---:|---:|---:|---|---|");
    for entry in &entries {
        let path = corpus.join("lustre").join(&entry.file);
        let known = published.get(&entry.file);
        match file(&assay, &path, args.timeout, known)? {
            Outcome::Same {
                sets,
                compared,
                open,
            } => {
                same += 1;
                with_published += usize::from(known.is_some());
                compared_in_all += compared;
                open_in_all += open;
                let third = if known.is_some() { "same" } else { "" };
                println!(
                    "| {} | {sets} | {compared} | {open} | {third} | same |",
                    entry.file
                );
            }
            Outcome::Different(why) => {
                different += 1;
                println!("| {} | | | | | DIFFERENT: {} |", entry.file, why.join("; "));
            }
            Outcome::Without(why) => {
                without += 1;
                println!("| {} | | | | | {why} |", entry.file);
            }
        }
    }
    println!(
        "\n{same} files the same ({compared_in_all} answers compared, {open_in_all} undecided by one side), {with_published} of them \
         also as published; {different} different; {without} without an answer to compare"
    );
    Ok(different == 0)
}

fn file(
    assay: &Path,
    path: &Path,
    timeout: u64,
    published: Option<&Names>,
) -> Result<Outcome, String> {
    let ask = |words: &[&str]| {
        let mut words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
        words.extend(["--format", "json", "--quiet", "--timeout"].map(String::from));
        words.push(timeout.to_string());
        run(assay, &words, path, Duration::from_secs(timeout * 3 + 30))
    };
    let core = ask(&["core"])?;
    let cover = ask(&[
        "cover",
        "--no-store",
        "--mutators",
        "equation_remove",
        "--no-explain",
        "--no-certify",
    ])?;
    let broken = |exit: Option<i32>| !matches!(exit, Some(0..=4));
    if broken(core.exit) || broken(cover.exit) {
        let why = format!("crashed: core {:?}, cover {:?}", core.exit, cover.exit);
        return Ok(Outcome::Different(vec![why]));
    }
    let (Some(core), Some(cover)) = (core.json(), cover.json()) else {
        return Ok(Outcome::Without("refused or nothing proved".into()));
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    // Such a line says which elements cores are about; others are no part of the comparison.
    let listed = text.contains("--%IVC");
    Ok(judge(&core, &cover, listed, published))
}

/// Compares the sets of all properties together and of each alone.
fn judge(core: &Value, cover: &Value, listed: bool, published: Option<&Names>) -> Outcome {
    let own: Names = list(&core["properties"])
        .iter()
        .filter_map(|p| p["name"].as_str().map(element_of))
        .collect();
    let mutants: Vec<&Value> = list(&cover["mutants"])
        .iter()
        .filter(|m| m["element"].as_str().is_some_and(|e| !own.contains(e)))
        .collect();
    if mutants.is_empty() {
        return Outcome::Without("no equation but those of properties".into());
    }
    let (mut sets, mut compared, mut open, mut why) = (0, 0, 0, Vec::new());
    let mut compare = |of: &str, core: &Value, verdict: &dyn Fn(&Value) -> Option<String>| {
        let slice = names(&core["slice"]);
        let must = names(&core["must"]);
        let unknown: Names = list(&core["unknown"])
            .iter()
            .filter_map(|u| u.as_str().or(u["name"].as_str()).map(String::from))
            .collect();
        sets += 1;
        for mutant in &mutants {
            let element = mutant["element"].as_str().unwrap_or_default();
            if listed && !slice.contains(element) {
                continue;
            }
            let verdict = verdict(mutant);
            if unknown.contains(element)
                || verdict.is_none()
                || verdict.as_deref() == Some("unknown")
            {
                open += 1;
                continue;
            }
            compared += 1;
            let killed = verdict.as_deref() == Some("killed");
            if killed != must.contains(element) {
                let word = if killed { "killed" } else { "not killed" };
                let other = if killed { "not in MUST" } else { "in MUST" };
                why.push(format!("{element} of {of} is {word} and {other}"));
            }
        }
    };
    if core["core"].is_null() {
        return Outcome::Without("nothing proved in the time".into());
    }
    compare("all properties", &core["core"], &|m| {
        m["verdict"].as_str().map(String::from)
    });
    for property in list(&core["properties"]) {
        let name = property["name"].as_str().unwrap_or_default();
        if property["core"].is_null() {
            continue;
        }
        compare(name, &property["core"], &|m| {
            let said = entry(cover, "notices", &m["notices"]);
            let notice = list(&said["all"]).iter().find(|n| n["property"] == name);
            notice.and_then(|n| n["verdict"].as_str().map(String::from))
        });
    }
    if let Some(published) = published {
        why.extend(against_published(core, &mutants, published));
    }
    if !why.is_empty() {
        Outcome::Different(why)
    } else if compared == 0 {
        // Agreement about nothing is none.
        Outcome::Without(format!("all {open} answers undecided by one side"))
    } else {
        Outcome::Same {
            sets,
            compared,
            open,
        }
    }
}

/// Published sets are about instances named by the path of calls. An element with one instance is
/// killed exactly if that instance is in MUST; one with several at least if one of them is.
fn against_published(core: &Value, mutants: &[&Value], published: &Names) -> Vec<String> {
    let mut instances: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in names(&core["core"]["instances"]["slice"]) {
        instances
            .entry(element_of(&name))
            .or_default()
            .push(unnumbered(&name));
    }
    let mut why = Vec::new();
    for mutant in mutants {
        let element = mutant["element"].as_str().unwrap_or_default();
        let Some(paths) = instances.get(element) else {
            continue;
        };
        // Left out of the published sets, see `published`.
        if is_made_up(element) {
            continue;
        }
        let in_must = paths.iter().any(|p| published.contains(p));
        match mutant["verdict"].as_str() {
            Some("killed") if !in_must && paths.len() == 1 => {
                why.push(format!("{element} is killed and not in the published MUST"));
            }
            Some("survived" | "equivalent" | "vacuous") if in_must => {
                why.push(format!("{element} survives and is in the published MUST"));
            }
            _ => {}
        }
    }
    why
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn names(value: &Value) -> Names {
    let words = list(value).iter().filter_map(Value::as_str);
    words.map(String::from).collect()
}

/// The source element of an instance: `a~0.b~12.x.f` -> `b.x.f`, `x` -> `x`.
fn element_of(instance: &str) -> String {
    let parts: Vec<&str> = instance.split('.').collect();
    let is_call = |part: &&str| unnumbered(part) != **part;
    match parts.iter().rposition(is_call) {
        Some(at) => unnumbered(&parts[at..].join(".")),
        None => instance.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_instance_belongs_to_the_element_of_its_innermost_node() {
        assert_eq!(element_of("a~0.b~12.x.f"), "b.x.f");
        assert_eq!(element_of("x.f"), "x.f");
    }

    fn sets(must: &[&str]) -> Value {
        let core = json!({"slice": ["a", "b"], "must": must, "unknown": []});
        json!({"core": core, "properties": [{"name": "p", "core": core}]})
    }

    fn mutants(of_a: &str) -> Value {
        let mutant = |element: &str, verdict: &str| json!({"element": element, "verdict": verdict, "notices": verdict});
        let said =
            |verdict: &str| json!({"id": verdict, "all": [{"property": "p", "verdict": verdict}]});
        json!({"mutants": [mutant("a", of_a), mutant("b", "survived"), mutant("p", "killed")],
               "notices": [said(of_a), said("survived"), said("killed")]})
    }

    #[test]
    fn a_difference_is_seen_and_an_unknown_is_none() {
        let found = |must: &[&str], of_a: &str, published: Option<&Names>| match judge(
            &sets(must),
            &mutants(of_a),
            false,
            published,
        ) {
            Outcome::Same { open, .. } => format!("same, {open} open"),
            Outcome::Different(why) => why.join("; "),
            Outcome::Without(why) => why,
        };
        assert_eq!(found(&["a"], "killed", None), "same, 0 open");
        assert_eq!(found(&["a"], "unknown", None), "same, 2 open");
        let nothing = json!({"mutants": [{"element": "a", "verdict": "unknown", "notices": []}]});
        let outcome = judge(&sets(&["a"]), &nothing, false, None);
        assert!(
            matches!(outcome, Outcome::Without(_)),
            "nothing is compared"
        );
        assert_eq!(
            found(&[], "killed", None),
            "a of all properties is killed and not in MUST; a of p is killed and not in MUST"
        );
        assert!(found(&["a"], "survived", None).contains("not killed and in MUST"));
    }

    #[test]
    fn a_published_set_is_compared_by_the_path_of_calls() {
        let core = json!({"core": {"instances": {"slice": ["n~0.x", "n~1.x", "m~0.y"]}}});
        let killed = |element: &str| json!({"element": element, "verdict": "killed"});
        let (x, y) = (killed("n.x"), killed("m.y"));
        // Several instances may be needed only together.
        let why = against_published(&core, &[&x, &y], &Names::from(["m.y".to_string()]));
        assert_eq!(why, Vec::<String>::new());
        let why = against_published(&core, &[&x, &y], &Names::from(["n.x".to_string()]));
        assert_eq!(why, ["m.y is killed and not in the published MUST"]);
        let core = json!({"core": {"instances": {"slice": ["~flatten0"]}}});
        let why = against_published(&core, &[&killed("~flatten0")], &Names::new());
        assert_eq!(why, Vec::<String>::new());
    }
}
