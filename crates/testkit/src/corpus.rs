//! The corpus of models that others wrote. Tests do not need it: what can use it prints a note where it is absent.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A folder of the corpus, which is at `ASSAY_CORPUS` or beside the project. None, with a note, where there is no such folder.
pub fn folder(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("ASSAY_CORPUS") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
    };
    let folder = root.join(name);
    if !folder.is_dir() {
        println!("skipped: there is no corpus; set ASSAY_CORPUS to its folder");
        return None;
    }
    Some(folder)
}

/// All files below a folder whose name ends with one of these extensions, in order.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut stack = vec![folder.to_path_buf()];
    while let Some(folder) = stack.pop() {
        for entry in std::fs::read_dir(&folder).expect("the corpus is readable") {
            let path = entry.expect("the corpus is readable").path();
            let extension = path.extension().and_then(|e| e.to_str());
            if path.is_dir() {
                stack.push(path);
            } else if extension.is_some_and(|e| extensions.contains(&e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A line of a manifest: its cells by the names of their columns.
pub struct Row(HashMap<String, String>);

impl Row {
    pub fn get(&self, column: &str) -> &str {
        let cell = self.0.get(column);
        cell.unwrap_or_else(|| panic!("the manifest has no column {column}"))
    }
}

/// What `manifest.csv` of a folder says of its files.
pub fn manifest(folder: &Path) -> Vec<Row> {
    let reader = csv::Reader::from_path(folder.join("manifest.csv")).expect("a manifest");
    let rows = reader.into_deserialize::<HashMap<String, String>>();
    rows.map(|row| Row(row.expect("a row"))).collect()
}
