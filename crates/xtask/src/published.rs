//! The published MUST and MAY sets of the corpus (`ivc-oracle.csv`).

use std::collections::BTreeSet;
use std::path::Path;

pub struct Published {
    pub model: String,
    pub property: String,
    /// Without the property itself and without what the tool made up (`~flatten`). Variables are
    /// named by the path of calls, without the instances' numbers.
    pub must: BTreeSet<String>,
    pub may: BTreeSet<String>,
}

/// The rows that the publication itself calls consistent and whose model is in the corpus.
pub fn rows(corpus: &Path) -> Result<Vec<Published>, String> {
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
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        if &record[consistent] != "1" || &record[present] != "1" {
            continue;
        }
        let name = &record[property];
        let set = |text: &str| text.split_whitespace().map(String::from).collect();
        rows.push(Published {
            model: record[model].to_string(),
            property: name.to_string(),
            must: comparable(set(&record[must]), name),
            may: comparable(set(&record[may]), name),
        });
    }
    Ok(rows)
}

/// Drops the property itself and what the tool made up.
pub fn comparable(mut names: BTreeSet<String>, property: &str) -> BTreeSet<String> {
    names.retain(|n| n != property && !is_made_up(n));
    names
}

/// Whether the tool that made the model made the variable too.
pub fn is_made_up(name: &str) -> bool {
    name.starts_with("~flatten")
}

/// `a~0.b~12.x` -> `a.b.x`.
pub fn unnumbered(name: &str) -> String {
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
