//! Unified diffs: which lines of the model they add or change. A diff is made in the root of a repository, the program runs anywhere,
//! so the names in a diff are compared with the model's place in the file system.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_language::Files;
use assay_source::Diagnostic;

use crate::{Reader, Stop};

/// How many names of a diff a message shows.
const SHOWN: usize = 5;
/// What git and others write before the names of the new files.
const PREFIXES: [&str; 6] = ["a", "b", "i", "w", "c", "o"];

/// What a diff says about the files of one model.
pub struct Changed {
    /// For each file of the model the lines that the diff adds or changes, counted as in the new file.
    pub lines: Vec<BTreeSet<usize>>,
    /// The files it names; none if it is empty.
    pub files: Vec<String>,
    /// Whether one of them belongs to the model.
    pub names_model: bool,
}

/// Reads a diff. An empty one is a diff: nothing has changed.
pub fn read_diff(path: &Path, models: &[&Path], reader: &Reader) -> Result<Changed, Stop> {
    let refuse = |message: String| Stop::bad_input(Diagnostic::error("A0020", message));
    // The diff may be about files in any encoding; its own lines are ASCII.
    let bytes = reader.read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let files = parse(&text).map_err(|(line, why)| {
        let place = format!("{}:{line}", path.display());
        refuse(format!("{place}: {why}"))
    })?;
    if files.is_empty() && !text.trim().is_empty() {
        let shown = path.display();
        return Err(refuse(format!(
            "{shown} is no unified diff: no line begins with `+++ `"
        )));
    }
    let mut names_model = false;
    let lines = models.iter().map(|model| {
        let model = Model::new(model);
        let likeness: Vec<Likeness> = files.iter().map(|f| model.likeness(&f.name)).collect();
        let best = likeness.iter().copied().max().unwrap_or(Likeness::Other);
        names_model |= best != Likeness::Other;
        let ours = |l: &Likeness| *l == best && best != Likeness::Other;
        let lines = files.iter().zip(&likeness).filter(|(_, l)| ours(l));
        lines.flat_map(|(f, _)| f.lines.iter().copied()).collect()
    });
    Ok(Changed {
        lines: lines.collect(),
        names_model,
        files: files.into_iter().map(|f| f.name).collect(),
    })
}

impl Changed {
    /// What the user should know where the diff leaves nothing to look at.
    pub fn remark(&self, diff: &Path, model: &str) -> Option<Diagnostic> {
        let diff = diff.display();
        if self.files.is_empty() {
            let message =
                format!("`{diff}` is empty: no line has changed, so no mutant is looked at");
            return Some(Diagnostic::note("A0116", message));
        }
        if self.names_model {
            return None;
        }
        let message = format!("`{diff}` does not name `{model}`, so no mutant is looked at");
        let mut names: Vec<&str> = self.files.iter().map(String::as_str).take(SHOWN).collect();
        if self.files.len() > SHOWN {
            names.push("...");
        }
        let help = format!(
            "it names {}; names are looked for from the root of the repository and from the current directory",
            names.join(", ")
        );
        Some(Diagnostic::warning("A0117", message).help(help))
    }
}

struct Named {
    name: String,
    lines: BTreeSet<usize>,
}

/// The files of a diff by their new names, or the line at which it is none.
fn parse(text: &str) -> Result<Vec<Named>, (usize, String)> {
    let mut files: Vec<Named> = Vec::new();
    // The next line of the new file, and how many lines of the hunk are still to come.
    let (mut next, mut old_left, mut new_left) = (0usize, 0usize, 0usize);
    for (number, line) in text.lines().enumerate() {
        if old_left > 0 || new_left > 0 {
            match line.bytes().next() {
                Some(b'+') => {
                    if let Some(file) = files.last_mut() {
                        file.lines.insert(next);
                    }
                    next += 1;
                    new_left = new_left.saturating_sub(1);
                }
                Some(b'-') => old_left = old_left.saturating_sub(1),
                Some(b'\\') => {}
                _ => {
                    next += 1;
                    old_left = old_left.saturating_sub(1);
                    new_left = new_left.saturating_sub(1);
                }
            }
        } else if let Some(name) = line.strip_prefix("+++ ") {
            let name = new_name(name);
            // What git says of a file before its hunks names it too.
            if files
                .last()
                .is_none_or(|f| f.name != name || !f.lines.is_empty())
            {
                files.push(Named {
                    name,
                    lines: BTreeSet::new(),
                });
            }
        } else if let Some(name) = line.strip_prefix("rename to ") {
            // A file that was only renamed has no hunks.
            files.push(Named {
                name: unquoted(name.trim()),
                lines: BTreeSet::new(),
            });
        } else if line.starts_with("Binary files ") || line.starts_with("new mode ") {
            // Neither has lines, and the name of the latter stands in the line `diff --git` in two ways.
            files.push(Named {
                name: line.to_string(),
                lines: BTreeSet::new(),
            });
        } else if let Some(hunk) = line.strip_prefix("@@ ") {
            let Some((old, new)) = hunk_header(hunk) else {
                return Err((number + 1, format!("not the head of a hunk: {line}")));
            };
            (next, old_left, new_left) = (new.0, old, new.1);
        }
    }
    Ok(files)
}

/// `b/m.lus<TAB>date`: the name.
fn new_name(text: &str) -> String {
    unquoted(text.split('\t').next().unwrap_or_default().trim())
}

/// Git quotes names with characters beyond ASCII as C does.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) else {
        return text.to_string();
    };
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'\\' => match rest.next() {
                Some(b'n') => bytes.push(b'\n'),
                Some(b't') => bytes.push(b'\t'),
                Some(first @ b'0'..=b'7') => {
                    let more = [rest.next(), rest.next()].into_iter().flatten();
                    let digits = std::iter::once(first).chain(more);
                    let value = digits.fold(0u8, |v, d| {
                        v.wrapping_mul(8).wrapping_add(d.wrapping_sub(b'0'))
                    });
                    bytes.push(value);
                }
                Some(other) => bytes.push(other),
                None => {}
            },
            plain => bytes.push(plain),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `-1,4 +1,5 @@`: how many old lines, the first new line and how many of them.
fn hunk_header(text: &str) -> Option<(usize, (usize, usize))> {
    let range = |word: &str| -> Option<(usize, usize)> {
        match word.split_once(',') {
            Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
            None => Some((word.parse().ok()?, 1)),
        }
    };
    let mut words = text.split(' ');
    let old = range(words.next()?.strip_prefix('-')?)?;
    let new = range(words.next()?.strip_prefix('+')?)?;
    Some((old.1, new))
}

/// How far a name of a diff is that of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Other,
    /// It ends like the model's name as it was given, and nothing else of that name is here.
    Alike,
    /// It leads to the model.
    Same,
}

struct Model {
    /// As it was given.
    given: PathBuf,
    /// With neither links nor dots.
    place: PathBuf,
    /// From where a name of a diff may lead: the current directory and the roots of repositories.
    bases: Vec<PathBuf>,
}

impl Model {
    fn new(given: &Path) -> Model {
        let here = std::env::current_dir().unwrap_or_default();
        let place = std::fs::canonicalize(given).unwrap_or_else(|_| here.join(given));
        let root = |of: &Path| {
            of.ancestors()
                .find(|d| d.join(".git").exists())
                .map(PathBuf::from)
        };
        let bases = [root(&place), root(&here), Some(here)];
        Model {
            given: given.to_path_buf(),
            place,
            bases: bases.into_iter().flatten().collect(),
        }
    }

    fn likeness(&self, named: &str) -> Likeness {
        let mut best = Likeness::Other;
        for name in readings(Path::new(named)) {
            let mut here = self.bases.iter().map(|base| base.join(name));
            let mut found = here
                .by_ref()
                .filter_map(|p| std::fs::canonicalize(p).ok())
                .peekable();
            let this = match found.peek().is_some() {
                true if found.any(|p| p == self.place) => Likeness::Same,
                // It names another file that is here.
                true => return best,
                false if name.is_relative() && self.place.ends_with(name) => Likeness::Same,
                false if name.ends_with(&self.given) => Likeness::Alike,
                false => continue,
            };
            best = best.max(this);
        }
        best
    }
}

/// The name as it stands, and without the prefix that it seems to have.
fn readings(name: &Path) -> impl Iterator<Item = &Path> {
    let first = name.iter().next().and_then(|f| f.to_str()).unwrap_or("");
    let short = PREFIXES
        .contains(&first)
        .then(|| name.strip_prefix(first).ok());
    [short.flatten(), Some(name)]
        .into_iter()
        .flatten()
        .filter(|n| n.file_name().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(given: &str, place: &str) -> Model {
        Model {
            given: given.into(),
            place: place.into(),
            bases: vec![],
        }
    }

    #[test]
    fn heads_of_hunks() {
        assert_eq!(hunk_header("-1,4 +2,5 @@ node"), Some((4, (2, 5))));
        assert_eq!(hunk_header("-1 +2 @@"), Some((1, (2, 1))));
        assert_eq!(hunk_header("1 +2 @@"), None);
    }

    #[test]
    fn names_with_and_without_prefixes_lead_to_the_model() {
        let model = model("tank.lus", "/home/me/plant/models/tank.lus");
        for name in [
            "b/models/tank.lus",
            "models/tank.lus",
            "w/tank.lus",
            "tank.lus",
        ] {
            assert_eq!(model.likeness(name), Likeness::Same, "{name}");
        }
        assert_eq!(model.likeness("b/other/tank.lus"), Likeness::Alike);
        for name in ["b/models/pump.lus", "/dev/null", "b/tank.lus.orig"] {
            assert_eq!(model.likeness(name), Likeness::Other, "{name}");
        }
    }

    #[test]
    fn quoted_names_and_dates() {
        assert_eq!(new_name("b/m.lus\t2026-01-01"), "b/m.lus");
        assert_eq!(new_name("\"b/caf\\303\\251.lus\""), "b/café.lus");
        assert_eq!(new_name("\"b/a\\\"b\\\\.lus\""), "b/a\"b\\.lus");
    }

    #[test]
    fn a_rename_without_changes_names_a_file() {
        let text = "diff --git a/old.lus b/new.lus\nsimilarity index 100%\nrename from old.lus\nrename to new.lus\n";
        let files = parse(text).expect("it is a diff");
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].name, "new.lus");
        assert!(files[0].lines.is_empty());
    }
}
