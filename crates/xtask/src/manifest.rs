//! The corpus manifest: which files there are and what other tools said of them.

use std::collections::BTreeMap;
use std::path::Path;

/// What a tool said of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Valid,
    Invalid,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub file: String,
    pub dialect: String,
    pub expected: String,
    /// Whether JKind refused the file.
    pub jkind_rejects: bool,
    /// Decided properties by name.
    pub jkind: BTreeMap<String, Said>,
    pub kind2: BTreeMap<String, Said>,
}

impl Entry {
    pub fn is_jkind(&self) -> bool {
        self.dialect.starts_with("jkind")
    }

    /// Whether `expected` says something about verdicts.
    pub fn has_verdict(&self) -> bool {
        matches!(
            self.expected.as_str(),
            "all valid" | "valid" | "invalid" | "some invalid" | "mixed"
        )
    }
}

pub fn read(corpus: &Path) -> Result<Vec<Entry>, String> {
    let path = corpus.join("lustre/manifest.csv");
    let mut reader =
        csv::Reader::from_path(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let headers = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        headers
            .iter()
            .position(|h| h == name)
            .ok_or(format!("manifest.csv has no column {name}"))
    };
    let (file, dialect, expected) = (column("file")?, column("dialect")?, column("expected")?);
    let (jkind, kind2) = (column("jkind")?, column("kind2")?);
    let mut entries = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        entries.push(Entry {
            file: record[file].to_string(),
            dialect: record[dialect].to_string(),
            expected: record[expected].to_string(),
            jkind_rejects: record[jkind].trim_start().starts_with("reject"),
            jkind: said(&record[jkind]),
            kind2: said(&record[kind2]),
        });
    }
    Ok(entries)
}

/// `p=valid(k=0); q=invalid(2); r=unknown(...)` -> the decided ones.
fn said(text: &str) -> BTreeMap<String, Said> {
    let mut out = BTreeMap::new();
    for part in text.split(';') {
        let Some((name, verdict)) = part.trim().rsplit_once('=').or(None) else {
            continue;
        };
        // `k=0` inside the parentheses has an equals sign too: cut at the verdict word.
        let (name, verdict) = match name.split_once('=') {
            Some((n, v)) => (n, v),
            None => (name, verdict),
        };
        if verdict.starts_with("valid") {
            out.insert(name.to_string(), Said::Valid);
        } else if verdict.starts_with("invalid") {
            out.insert(name.to_string(), Said::Invalid);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_from_the_free_text() {
        let said = said("a=valid(k=0); b~0.c=invalid(3); d=unknown(true for 9); e=valid");
        let list: Vec<(&str, Said)> = said.iter().map(|(n, s)| (n.as_str(), *s)).collect();
        assert_eq!(
            list,
            [
                ("a", Said::Valid),
                ("b~0.c", Said::Invalid),
                ("e", Said::Valid)
            ]
        );
    }
}
