//! One run of NuSMV, measured, and what it said.
//!
//! NuSMV answers kind by kind: CTL, quantities, LTL, PSL, invariants. Its own checks of LTL and PSL are left out, because they are not ours
//! to compare. What it prints of a formula is not what was written: it has other parentheses, `{a, b}` is `a union b`, and a `case`
//! runs over several lines. A formula of an instance ends with `IN instance`.

use std::path::Path;
use std::time::Duration;

use crate::run::run_within;

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub what: What,
    /// As NuSMV writes it.
    pub formula: String,
    /// The instance of a formula that stands in a module; empty in `main`.
    pub instance: String,
    /// `true`, `false`, a number, `infinity` or `undefined`.
    pub answer: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Specification,
    Quantity,
    Invariant,
}

pub struct Asked {
    pub said: Vec<Said>,
    pub cpu: Duration,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Stopped by the time limit.
    Stopped,
    /// Its first message.
    Refused(String),
}

/// Runs NuSMV without counterexamples, and without LTL and PSL.
pub fn ask(
    nusmv: &Path,
    words: &[&str],
    file: &Path,
    limit: Duration,
    cpu: Option<Duration>,
) -> Result<Asked, String> {
    let all = [&["-dcx", "-ils", "-ips"], words].concat();
    let all: Vec<String> = all.into_iter().map(String::from).collect();
    let ran = run_within(nusmv, &all, file, limit, cpu)?;
    let outcome = match ran.exit {
        Some(0) => Outcome::Done,
        _ => match message(&ran.stderr) {
            Some(message) => Outcome::Refused(message),
            None if ran.wall >= limit || cpu.is_some_and(|cpu| ran.cpu >= cpu) => Outcome::Stopped,
            None => Outcome::Refused(format!("exit {:?}", ran.exit)),
        },
    };
    Ok(Asked {
        said: said(&ran.stdout),
        cpu: ran.cpu,
        outcome,
    })
}

/// The first line of an error.
fn message(stderr: &str) -> Option<String> {
    let words = ["file ", "TYPE ERROR", "Assertion", "error"];
    let told = |line: &&str| words.iter().any(|word| line.contains(word));
    let mut lines = stderr.lines().filter(|line| !line.starts_with("***"));
    lines.find(told).map(str::to_string)
}

/// All answers, in the order in which they were printed.
pub fn said(stdout: &str) -> Vec<Said> {
    let mut all = Vec::new();
    let mut open: Option<(What, String)> = None;
    for line in stdout.lines() {
        let starts = [
            ("-- specification ", What::Specification),
            ("-- the result of ", What::Quantity),
            ("-- invariant ", What::Invariant),
        ];
        let started = starts
            .iter()
            .find_map(|(words, what)| Some((*what, line.strip_prefix(words)?)));
        let (what, mut text) = match (started, open.take()) {
            (Some((what, rest)), _) => (what, rest.to_string()),
            (None, Some((what, before))) => (what, format!("{before} {line}")),
            (None, None) => continue,
        };
        text.truncate(text.trim_end().len());
        match answer(&text) {
            Some((formula, answer)) => all.push(Said::new(what, formula, answer)),
            None => open = Some((what, text)),
        }
    }
    all
}

/// `FORMULA  is true`. Behind the instance of a quantity there is no blank: `MIN [ a , b ]  IN cis 3`.
pub fn answer(text: &str) -> Option<(&str, &str)> {
    let (formula, answer) = text.rsplit_once(' ')?;
    let formula = formula.strip_suffix("is")?;
    let known = ["true", "false", "infinity", "undefined"].contains(&answer);
    (known || answer.parse::<u64>().is_ok()).then_some((formula, answer))
}

impl Said {
    pub fn new(what: What, formula: &str, answer: &str) -> Said {
        let formula = formula.trim();
        let (formula, instance) = match formula.rsplit_once(" IN ") {
            Some((formula, instance)) if !instance.contains(' ') => (formula, instance),
            _ => (formula, ""),
        };
        Said {
            what,
            formula: formula.trim().to_string(),
            instance: instance.to_string(),
            answer: answer.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
*** This is NuSMV 2.5.4
WARNING *** Processes are still supported, but deprecated.      ***
-- specification AG (x -> AF y) IN a.b is true
-- specification (case
b : TRUE;
TRUE : x is
esac -> EF x)  is false
-- the result of MIN [ x , y ]  is 3
-- the result of MAX [ x , y ]  is infinity
-- the result of MAX [ x , y ]  IN vgais undefined
-- invariant x = is_it  is true
";

    #[test]
    fn answers_are_read_with_their_instances() {
        let all = said(OUTPUT);
        let short: Vec<(&str, &str, &str)> = all
            .iter()
            .map(|s| (s.formula.as_str(), s.instance.as_str(), s.answer.as_str()))
            .collect();
        assert_eq!(
            short,
            [
                ("AG (x -> AF y)", "a.b", "true"),
                ("(case b : TRUE; TRUE : x is esac -> EF x)", "", "false"),
                ("MIN [ x , y ]", "", "3"),
                ("MAX [ x , y ]", "", "infinity"),
                ("MAX [ x , y ]", "vga", "undefined"),
                ("x = is_it", "", "true"),
            ]
        );
        assert_eq!(all[5].what, What::Invariant);
    }

    #[test]
    fn a_formula_without_an_answer_is_no_answer() {
        assert_eq!(
            said("-- specification AG x\n-- specification AG y  is false\n").len(),
            1
        );
        assert_eq!(said("").len(), 0);
    }

    #[test]
    fn the_first_error_is_told() {
        let stderr = "*** Copyright\n\nfile q.smv: line 3: cannot assign value 6 to variable x\n\nNuSMV terminated by a signal\n";
        assert_eq!(
            message(stderr).as_deref(),
            Some("file q.smv: line 3: cannot assign value 6 to variable x")
        );
        assert_eq!(message("*** Copyright file\n"), None);
    }
}
