//! ARCHITECTURE.md stays true: its dependency table is what cargo says, and the paths it names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace")
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// Crate -> crates of this workspace that it depends on, by short names, dev-dependencies aside.
fn actual() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo metadata");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let short = |name: &str| name.strip_prefix("assay-").unwrap_or(name).to_string();
    let packages = json["packages"].as_array().expect("packages");
    let ours: BTreeSet<&str> = packages.iter().filter_map(|p| p["name"].as_str()).collect();
    packages
        .iter()
        .map(|p| {
            let uses = p["dependencies"]
                .as_array()
                .expect("dependencies")
                .iter()
                .filter(|d| d["kind"].is_null())
                .filter_map(|d| d["name"].as_str())
                .filter(|n| ours.contains(n))
                .map(short)
                .collect();
            (short(p["name"].as_str().expect("a name")), uses)
        })
        .collect()
}

/// The table under "Who may use whom".
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = page();
    let section = page
        .split("## Who may use whom")
        .nth(1)
        .expect("the section");
    let section = section.split("\n## ").next().expect("its end");
    section
        .lines()
        .filter(|l| l.starts_with('|') && !l.contains("---") && !l.contains("| uses |"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let uses = cells[1].split(',').map(str::trim).filter(|c| !c.is_empty());
            (cells[0].to_string(), uses.map(String::from).collect())
        })
        .collect()
}

#[test]
fn the_dependency_table_is_what_cargo_says() {
    assert_eq!(documented(), actual());
}

#[test]
fn only_tests_use_the_testkit() {
    let table = actual();
    assert!(table.contains_key("testkit"));
    for (name, uses) in table {
        assert!(!uses.contains("testkit"), "{name} uses the testkit");
    }
}

#[test]
fn every_path_that_the_page_names_exists() {
    let page = page();
    let mut named = 0;
    for word in page.split('`').skip(1).step_by(2) {
        if word.starts_with("crates/") {
            named += 1;
            assert!(root().join(word).exists(), "ARCHITECTURE.md names {word}");
        }
    }
    assert!(named > 10, "the page names its rooms");
}
