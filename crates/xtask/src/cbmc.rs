//! One run of CBMC, measured: its verdict, its processor time, and the size of its formula.

use std::path::Path;
use std::time::Duration;

use crate::run::run;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Successful,
    Failed,
    /// It did not end in its time, or said something else.
    Nothing,
}

pub struct Asked {
    pub verdict: Verdict,
    pub cpu: Duration,
    /// Variables and clauses, where a formula was made.
    pub formula: Option<(u64, u64)>,
}

/// Runs CBMC. The last word has to be a file.
pub fn ask(cbmc: &Path, words: &[String], file: &Path, limit: Duration) -> Result<Asked, String> {
    let mut all = vec!["--verbosity".to_string(), "8".to_string()];
    all.extend_from_slice(words);
    let ran = run(cbmc, &all, file, limit)?;
    let verdict = match ran.exit {
        Some(0) if ran.stdout.contains("VERIFICATION SUCCESSFUL") => Verdict::Successful,
        Some(10) if ran.stdout.contains("VERIFICATION FAILED") => Verdict::Failed,
        _ => Verdict::Nothing,
    };
    Ok(Asked {
        verdict,
        cpu: ran.cpu,
        formula: ran.stdout.lines().find_map(formula),
    })
}

/// `172160 variables, 577687 clauses`
fn formula(line: &str) -> Option<(u64, u64)> {
    let (variables, rest) = line.split_once(" variables, ")?;
    let clauses = rest.strip_suffix(" clauses")?;
    Some((variables.parse().ok()?, clauses.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_formula_is_read() {
        let said = "172160 variables, 577687 clauses";
        assert_eq!(formula(said), Some((172_160, 577_687)));
        assert_eq!(formula("converting SSA"), None);
    }
}
