//! The programs in `programs/` and what the comments at their start say. The README there has the format.

use std::path::{Path, PathBuf};

/// What the comments at the start of a program say.
#[derive(Debug, Default)]
pub struct Header {
    pub args: Option<Vec<String>>,
    pub expect: Option<String>,
    pub fails: Option<Vec<String>>,
    pub follows: Vec<String>,
    pub doubt: Option<String>,
}

pub fn header(text: &str) -> Header {
    let mut header = Header::default();
    for line in text.lines() {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|l| l.split_once(':')) else {
            break;
        };
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match key {
            "args" => header.args = Some(words()),
            "expect" => header.expect = Some(value.trim().into()),
            "fails" => header.fails = Some(words()),
            "follows" => header.follows = words(),
            "doubt" => header.doubt = Some(value.trim().into()),
            _ => break,
        }
    }
    header
}

/// A program by its name, with its units; the first has the header.
pub struct Program {
    pub name: String,
    pub units: Vec<PathBuf>,
}

impl Program {
    pub fn header(&self) -> Header {
        header(&std::fs::read_to_string(&self.units[0]).unwrap())
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    found
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "c")
}

/// All programs: files, and folders with a `main.c`.
pub fn programs() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut found = Vec::new();
    for feature in entries(&root).iter().filter(|path| path.is_dir()) {
        for path in entries(feature) {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            if path.is_dir() {
                let main = path.join("main.c");
                let mut units = vec![main.clone()];
                units.extend(entries(&path).into_iter().filter(|p| is_c(p) && *p != main));
                found.push(Program { name, units });
            } else if is_c(&path) {
                let units = vec![path];
                found.push(Program { name, units });
            }
        }
    }
    found
}

/// Programs that are refused, and for which flag in their headers.
const REFUSED: [(&str, &str); 2] = [
    ("globals/nondet_static.c", "nondet-static"),
    ("loops/partial_loops.c", "partial-loops"),
];

/// What the refusal of a program says; None if it is accepted.
pub fn refusal(program: &Program) -> Option<String> {
    let refused = REFUSED.iter().find(|(name, _)| *name == program.name)?;
    Some(format!("C0201]: `--{}` is not supported", refused.1))
}
