//! Keys change with what a fact depends on, and with nothing else.

use std::collections::{BTreeMap, BTreeSet};

use assay_cover::key::Keys;
use assay_cover::names::Names;
use assay_cover::sink::Key;
use assay_lustre::load;
use assay_lustre::mutate::{Selection, mutate};
use assay_source::{FileId, SourceFile};
use assay_system::{Mutant, Mutants};

/// `count` is in the cone of `small` and of the assertion's own variable nothing else; `idle` is in the cone of
/// `quiet` only; `spare` is in no cone.
const MODEL: &str = "\
node main(tick: bool; load: int) returns (small, quiet: bool);
var count, idle, spare: int;
let
  assert load < 7;
  count = 0 -> if tick then pre count + 1 else pre (count - load);
  idle = 3 -> pre (idle + 0 * 1 - 1 + 1);
  spare = pre (load + 1) - 2;
  small = count < 10;
  quiet = idle > 2;
  --%PROPERTY small;
  --%PROPERTY quiet;
tel;
";

fn mutants(text: &str) -> Mutants {
    let file = SourceFile::new(FileId(0), "model.lus", text);
    let loaded = load(&file, None).unwrap_or_else(|errors| panic!("{errors:?}"));
    let selection = Selection::parse("all").expect("there is such a group");
    let main = loaded.model.mains[0];
    let mutated = mutate(&file, &loaded.model, main, &selection);
    mutated.unwrap_or_else(|e| panic!("{e:?}")).mutants
}

/// For each mutant with a patch, by fingerprint, and for the original under no name: the keys by property.
fn holds(mutants: &Mutants) -> BTreeMap<String, BTreeMap<String, Key>> {
    let keys = Keys::new(mutants, &Names::new(&mutants.system));
    let properties: Vec<usize> = (0..mutants.system.properties.len()).collect();
    let name = |p: &usize| mutants.system.properties[*p].name.clone();
    let original = properties.iter().map(|p| (name(p), keys.original(*p).key));
    let mut all = BTreeMap::from([(String::new(), original.collect())]);
    for (m, mutant) in mutants.mutants.iter().enumerate() {
        if mutant.patch().is_some() {
            let questions = keys.mutant(m, &properties);
            let by_name = properties
                .iter()
                .map(name)
                .zip(questions.iter().map(|q| q.key));
            let before = all.insert(mutant.fingerprint.clone(), by_name.collect());
            assert!(before.is_none(), "two mutants {}", mutant.fingerprint);
        }
    }
    all
}

fn partings(mutants: &Mutants) -> BTreeMap<String, Key> {
    let keys = Keys::new(mutants, &Names::new(&mutants.system));
    let properties: Vec<usize> = (0..mutants.system.properties.len()).collect();
    let key = |m: usize| Some(keys.parting(m, &properties, 7)?.key);
    let all = mutants.mutants.iter().enumerate();
    all.filter_map(|(m, mutant)| Some((mutant.fingerprint.clone(), key(m)?)))
        .collect()
}

fn edited(from: &str, to: &str) -> String {
    assert_eq!(MODEL.matches(from).count(), 1, "{from}");
    MODEL.replace(from, to)
}

/// How many keys for this property are the same in both versions, and how many differ, over the mutants that both have.
fn compare(a: &str, b: &str, property: &str) -> (usize, usize) {
    let (a, b) = (holds(&mutants(a)), holds(&mutants(b)));
    let both = a
        .iter()
        .filter_map(|(name, keys)| Some((keys.get(property)?, b.get(name)?.get(property)?)));
    let (same, other): (Vec<_>, Vec<_>) = both.partition(|(x, y)| x == y);
    (same.len(), other.len())
}

#[test]
fn each_mutant_has_keys_of_its_own() {
    let all = mutants(MODEL);
    assert!(all.mutants.len() > 60, "{}", all.mutants.len());
    let keys = holds(&all);
    let mut different: BTreeSet<&BTreeMap<String, Key>> = BTreeSet::new();
    let mut patches = Vec::new();
    for mutant in &all.mutants {
        if let Some(patch) = mutant.patch()
            && !patch.is_empty()
            && !patches.contains(&patch)
        {
            patches.push(patch);
            different.insert(&keys[&mutant.fingerprint]);
        }
    }
    assert_eq!(different.len(), patches.len());
    assert!(
        !different.contains(&keys[""]),
        "a mutant has the original's keys"
    );
}

#[test]
fn comments_layout_and_order_change_no_key() {
    let text = edited("  spare =", "  -- a comment\n\n      spare  =");
    let text = text.replace("  quiet = idle > 2;\n", "");
    let text = text.replace("  count = 0", "  quiet = idle > 2;\n  count = 0");
    let (before, after) = (mutants(MODEL), mutants(&text));
    assert_eq!(holds(&before), holds(&after));
    assert_eq!(partings(&before), partings(&after));
}

#[test]
fn what_a_property_does_not_see_changes_none_of_its_keys() {
    // Another definition, with another memory that moves the numbers of those behind it.
    for spare in [
        "pre (load + 2) - 2",
        "7",
        "0 -> pre (load - 5 + pre (1 - spare))",
    ] {
        let text = edited("pre (load + 1) - 2", spare);
        let ours = |p| compare(MODEL, &text, p);
        let (same, other) = ours("small");
        // Mutants of the edited equation itself differ: they have a place of their own for their evidence.
        let own = mutants(&text)
            .mutants
            .iter()
            .filter(|m| m.element == "spare")
            .count();
        assert!(
            other <= own && same > 40,
            "{spare}: {same} same, {other} differ"
        );
        assert!(ours("quiet").1 <= own && ours("quiet").0 > 40);
    }
    // Another property, another element: nobody's keys.
    let text = edited(
        "  --%PROPERTY quiet;\n",
        "  --%PROPERTY quiet;\n  --%PROPERTY more;\n",
    );
    let text = text.replace("var count", "var more: bool; count");
    let text = text.replace("let\n", "let\n  more = pre (true and not tick) or true;\n");
    for property in ["small", "quiet"] {
        let (same, other) = compare(MODEL, &text, property);
        assert!(
            same > 60 && other == 0,
            "{property}: {same} same, {other} differ"
        );
    }
}

#[test]
fn what_a_property_sees_changes_its_keys_and_those_of_no_other() {
    for (from, to) in [
        ("count < 10", "count < 11"),
        ("pre count + 1", "pre count + 2"),
        ("pre (count - load)", "pre (load - count)"),
    ] {
        let text = edited(from, to);
        let (same, other) = compare(MODEL, &text, "small");
        // What replaces the edited part altogether is the same mutant of both.
        assert!(other > 40 && same < 12, "{to}: {same} same, {other} differ");
        let (same, other) = compare(MODEL, &text, "quiet");
        let own = |m: &&Mutant| m.element == "count" || m.element == "small";
        let own = mutants(&text).mutants.iter().filter(own).count();
        assert!(
            same > 20 && other <= own,
            "{to}: {same} same, {other} differ"
        );
    }
}

#[test]
fn an_assumption_is_part_of_every_key() {
    for text in [
        edited("assert load < 7", "assert load < 8"),
        edited("  assert load < 7;\n", ""),
        edited("assert load < 7;", "assert load < 7; assert load > -7;"),
    ] {
        for property in ["small", "quiet"] {
            let (same, other) = compare(MODEL, &text, property);
            // Only the mutants of the assertion itself may meet.
            assert!(
                same <= 6 && other > 60,
                "{same} same, {other} differ in\n{text}"
            );
        }
    }
}

#[test]
fn the_type_of_an_input_is_part_of_the_keys() {
    let text = edited("load: int", "load: subrange [0, 6] of int");
    let (same, other) = compare(MODEL, &text, "small");
    assert!(same == 0 && other > 60, "{same} same, {other} differ");
}

#[test]
fn how_mutants_part_depends_on_what_they_influence() {
    let before = partings(&mutants(MODEL));
    let own = |text: &str, element: &str| -> BTreeSet<String> {
        let all = mutants(text).mutants;
        // A mutant may read the edited variable in place of another.
        let changes =
            |m: &Mutant| m.patch().is_some_and(|p| !p.is_empty()) && m.replacement != "quiet";
        let of = all
            .into_iter()
            .filter(|m| m.element == element && changes(m));
        of.map(|m| m.fingerprint).collect()
    };
    let text = edited("idle > 2", "idle > 1");
    let after = partings(&mutants(&text));
    let (idle, count) = (own(&text, "idle"), own(&text, "count"));
    assert!(idle.len() > 5 && count.len() > 5);
    for (name, key) in &after {
        if idle.contains(name) {
            assert_ne!(
                before.get(name),
                Some(key),
                "{name} influences what was edited"
            );
        } else if count.contains(name) {
            assert_eq!(before.get(name), Some(key), "{name} does not");
        }
    }
}
