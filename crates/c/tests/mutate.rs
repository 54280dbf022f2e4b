//! Files in `mutate/` have their mutants listed. Every mutant's text is read again, and its tree is the one that the mutator made.

use std::path::{Path, PathBuf};

use assay_c::mutate::{Offer, Scope, Selection, apply, ids, offers, written};
use assay_c::tree::Unit;
use assay_c::{Files, Options, Parentheses, parse, preprocess, print};
use assay_source::SourceMap;

struct Loaded {
    units: Vec<Unit>,
    map: SourceMap,
}

/// None for what the front end refuses.
fn try_load(paths: &[PathBuf]) -> Option<Loaded> {
    let (mut map, mut files) = (SourceMap::new(), Files::new());
    let options = Options::default();
    let units = paths.iter().map(|path| {
        let tokens = preprocess(path, &options, &mut map, &mut files, &|path| {
            std::fs::read(path)
        });
        parse(tokens.ok()?).ok()
    });
    let units = units.collect::<Option<Vec<Unit>>>()?;
    Some(Loaded { units, map })
}

fn load(paths: &[PathBuf]) -> Loaded {
    try_load(paths).expect("C")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutate")
}

fn all() -> Selection {
    Selection::parse("all").unwrap()
}

/// Of a harness and a program, in this order.
const PROGRAM: Scope<'static> = Scope {
    entry: "main",
    proof: &[0],
    harness: false,
};
const HARNESS: Scope<'static> = Scope {
    harness: true,
    ..PROGRAM
};
/// Of one file.
const ALONE: Scope<'static> = Scope {
    proof: &[],
    ..PROGRAM
};

/// One line for each mutant.
fn listed(loaded: &Loaded, offers: &[Offer]) -> String {
    let rows = ids(offers, &loaded.map).into_iter().zip(offers);
    let rows = rows.map(|(id, offer)| {
        let function = offer.function.as_deref().unwrap_or("-");
        let line = |text: &str| text.replace('\n', "\\n");
        let (from, to) = (line(&offer.original), line(&offer.replacement));
        format!(
            "{id} in {function}: {from} => {to} ({})\n",
            offer.edits.len()
        )
    });
    rows.collect()
}

/// A copy of the folder, in which texts can be changed.
fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    copy
}

/// The text of the mutant has the tree of the mutant.
fn same_tree(loaded: &Loaded, offer: &Offer, paths: &[PathBuf]) {
    let file = loaded.map.file(offer.span.file);
    std::fs::write(file.name(), written(file.text(), offer)).unwrap();
    let again = try_load(paths)
        .unwrap_or_else(|| panic!("no C: {offer:?}"))
        .units;
    std::fs::write(file.name(), file.text()).unwrap();
    let applied = apply(&loaded.units, offer);
    for (one, other) in applied.iter().zip(&again) {
        let [one, other] = [one, other].map(|unit| print(unit, Parentheses::All));
        let differs = one.lines().zip(other.lines()).find(|(a, b)| a != b);
        assert!(one == other, "{offer:?}\n{differs:?}");
    }
}

/// The list of mutants, after the tests that hold for every list.
fn checked(names: &[&str], scope: &Scope<'_>, selection: &Selection) -> String {
    let copy = copied(&folder());
    let paths: Vec<PathBuf> = names.iter().map(|name| copy.path().join(name)).collect();
    let loaded = load(&paths);
    let offers = offers(&loaded.units, scope, selection, &loaded.map);
    let mut known = std::collections::HashSet::new();
    for (id, offer) in ids(&offers, &loaded.map).iter().zip(&offers) {
        assert!(known.insert(id.clone()), "{id}");
        assert!(known.insert(offer.fingerprint.clone()), "{id}");
        assert_ne!(offer.original, offer.replacement, "{id}");
        same_tree(&loaded, offer, &paths);
    }
    listed(&loaded, &offers).replace(&format!("{}/", copy.path().display()), "")
}

#[test]
fn every_mutator() {
    let list = checked(&["every.c"], &ALONE, &all());
    for operator in assay_c::mutate::operators() {
        let named = format!(":{}", operator.name);
        assert!(list.contains(&named), "no place for {}", operator.name);
    }
    insta::assert_snapshot!(list);
}

#[test]
fn precedence() {
    let selection = Selection::parse("rep_op,rep_bit,rep_const").unwrap();
    insta::assert_snapshot!(checked(&["precedence.c"], &ALONE, &selection));
}

#[test]
fn statements() {
    insta::assert_snapshot!(checked(&["statements.c"], &ALONE, &all()));
}

#[test]
fn program_beside_a_harness() {
    let list = checked(&["harness.c", "program.c"], &PROGRAM, &all());
    insta::assert_snapshot!(list);
}

#[test]
fn harness() {
    let list = checked(&["harness.c", "program.c"], &HARNESS, &all());
    insta::assert_snapshot!(list);
}

#[test]
fn fingerprints_outlive_edits_of_other_statements() {
    let copy = copied(&folder());
    let path = copy.path().join("every.c");
    let prints = |loaded: &Loaded| -> Vec<String> {
        let offers = offers(&loaded.units, &ALONE, &all(), &loaded.map);
        offers.into_iter().map(|offer| offer.fingerprint).collect()
    };
    let before = prints(&load(std::slice::from_ref(&path)));
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text.replace("  do --i;", "  count = 17;\n  do --i;");
    assert_ne!(text, edited);
    std::fs::write(&path, edited).unwrap();
    let after = prints(&load(&[path]));
    assert!(after.len() > before.len());
    assert!(before.iter().all(|print| after.contains(print)));
}

#[test]
fn the_entry_of_one_file_is_its_harness() {
    let loaded = load(&[folder().join("every.c")]);
    let harness = Scope {
        harness: true,
        ..ALONE
    };
    let offers = offers(&loaded.units, &harness, &Selection::paper(), &loaded.map);
    let of = |offer: &Offer| offer.function.clone();
    assert!(
        offers
            .iter()
            .any(|offer| offer.original.starts_with("assert"))
    );
    // The text of macros is shared.
    let outside = offers
        .iter()
        .filter(|offer| of(offer).as_deref() != Some("main"));
    assert_eq!(outside.count(), 0);
}

/// Numbers that look random, the same in every run.
fn random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

fn corpus() -> Option<PathBuf> {
    let given = std::env::var_os("ASSAY_CORPUS").map(PathBuf::from);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = given.unwrap_or(shared).join("c");
    if !corpus.is_dir() {
        eprintln!("skipped: there is no corpus at {}", corpus.display());
        return None;
    }
    Some(corpus)
}

/// All C files below a folder, in order.
fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut entries: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "c") {
            found.push(path);
        }
    }
}

#[test]
fn random_mutants_of_the_corpus_are_what_their_text_says() {
    const EVERY: usize = 4;
    const PICKS: usize = 5;
    let Some(corpus) = corpus() else {
        return;
    };
    let mut files = Vec::new();
    c_files(&corpus, &mut files);
    let (mut seed, mut tried, mut all_offers) = (7, 0, 0);
    for path in files.iter().step_by(EVERY) {
        let copy = copied(path.parent().unwrap());
        let paths = [copy.path().join(path.file_name().unwrap())];
        let Some(loaded) = try_load(&paths) else {
            continue;
        };
        let scope = Scope {
            entry: "",
            proof: &[],
            harness: false,
        };
        let offers = offers(&loaded.units, &scope, &all(), &loaded.map);
        all_offers += offers.len();
        // A deleted line moves `__LINE__`.
        let offers: Vec<&Offer> = offers
            .iter()
            .filter(|o| !o.original.contains('\n'))
            .collect();
        for _ in 0..offers.len().min(PICKS) {
            same_tree(&loaded, offers[random(&mut seed) % offers.len()], &paths);
            tried += 1;
        }
    }
    println!("{tried} of {all_offers} mutants compared");
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
    let text = text.trim_end_matches('{').trim_start_matches(';');
    let mut text = text.to_owned();
    while text.contains(";;") {
        text = text.replace(";;", ";");
    }
    text
}

#[test]
fn the_reference_mutants_are_offered() {
    let Some(corpus) = corpus() else {
        return;
    };
    let table = std::fs::read_to_string(corpus.join("quicksort-reference-mutants.csv")).unwrap();
    let paths = ["sort_harness.c", "quicksort.c"].map(|name| corpus.join("paper").join(name));
    let loaded = load(&paths);
    let offers = offers(&loaded.units, &PROGRAM, &Selection::paper(), &loaded.map);
    let rows = offers.iter().map(|offer| {
        let text = loaded.map.file(offer.span.file).text();
        let changed = written(text, offer);
        let line = |text: &str| squeezed(text.lines().nth(offer.line - 1).unwrap());
        (offer.operator, line(text), line(&changed))
    });
    let rows: Vec<(&str, String, String)> = rows.collect();
    let mut missing = Vec::new();
    let mut valid = 0;
    for row in table.lines().skip(1) {
        let (_, row) = row.split_once(',').unwrap();
        let (operator, row) = row.split_once(',').unwrap();
        // The mutated line is in quotes where it has commas.
        let (line, results) = match row.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap(),
            None => row.split_once(',').unwrap(),
        };
        if results.starts_with("invalid") {
            continue;
        }
        valid += 1;
        let original = squeezed(&line.replace("/*", "").replace("*/", ""));
        let found = rows.iter().any(|(by, from, to)| {
            let deletes = operator == "del_stmt";
            *by == operator && *to == squeezed(line) && (!deletes || *from == original)
        });
        if !found {
            missing.push(format!("{operator} {line}"));
        }
    }
    assert_eq!(valid, 75);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    println!("{} mutants for {valid} of the reference", offers.len());
}
