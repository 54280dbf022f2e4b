//! Runs one script in one solver process and reads one answer for each obligation.
//!
//! Only `unsat` counts as proved, and every obligation needs its own: a solver that dies early
//! (yices ends with exit code 0 after an error), prints a message or runs out of time proves
//! nothing.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The dialects of SMT-LIB that are spoken here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Z3,
    Yices,
    Cvc5,
}

impl Family {
    /// From a name such as `z3 5.4` or `yices-smt2`.
    pub fn of(name: &str) -> Option<Family> {
        let name = name.to_ascii_lowercase();
        [
            ("z3", Family::Z3),
            ("yices", Family::Yices),
            ("cvc5", Family::Cvc5),
        ]
        .into_iter()
        .find(|(prefix, _)| name.starts_with(prefix))
        .map(|(_, family)| family)
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Family::Z3 => &["-in", "-smt2"],
            Family::Yices => &["--incremental"],
            Family::Cvc5 => &["--incremental", "--lang=smt2", "--quiet"],
        }
    }

    /// Options and logic. z3 picks its solver itself when no logic is named; yices is given the
    /// linear logic with functions, in which it refuses unknown factors and divisors.
    pub fn preamble(self, seed: Option<u32>) -> String {
        let option = match self {
            Family::Z3 | Family::Yices => "random-seed",
            Family::Cvc5 => "seed",
        };
        let seed = seed.map_or(String::new(), |s| format!("(set-option :{option} {s})\n"));
        let logic = match self {
            Family::Z3 => "",
            Family::Yices => "(set-logic QF_UFLIRA)\n",
            Family::Cvc5 => "(set-logic ALL)\n",
        };
        seed + logic
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// As many `unsat` as were asked for.
    AllUnsat,
    /// The question with this number was answered `sat`.
    Sat(usize),
    Undecided(String),
}

/// Ends the process when it goes out of scope, whatever it is doing.
struct Solver(Child);

impl Drop for Solver {
    fn drop(&mut self) {
        assay_process::kill(&mut self.0);
        let _ = self.0.wait();
    }
}

pub(crate) fn run(
    path: &Path,
    family: Family,
    script: String,
    questions: usize,
    timeout: Duration,
) -> Answers {
    let deadline = Instant::now() + timeout;
    let mut command = Command::new(path);
    command
        .args(family.arguments())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut solver = match assay_process::spawn(command) {
        Ok(child) => Solver(child),
        Err(error) => {
            return Answers::Undecided(format!("cannot start {}: {error}", path.display()));
        }
    };
    let mut stdin = solver.0.stdin.take().expect("stdin is piped");
    let stdout = solver.0.stdout.take().expect("stdout is piped");
    // Both ends need a thread: the script can be larger than a pipe, and reading needs a deadline.
    // A solver that ends early breaks the pipe, which shows as missing answers.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(script.as_bytes());
    });
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let answers = collect(&lines, questions, deadline, timeout);
    drop(lines);
    drop(solver);
    // Ending the process closed both pipes, so neither thread can block.
    let _ = writer.join();
    let _ = reader.join();
    answers
}

fn collect(
    lines: &mpsc::Receiver<String>,
    questions: usize,
    deadline: Instant,
    timeout: Duration,
) -> Answers {
    let mut proved = 0;
    while proved < questions {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => match line.trim() {
                "unsat" => proved += 1,
                "sat" => return Answers::Sat(proved),
                "unknown" => return Answers::Undecided("the solver answered unknown".into()),
                "" => {}
                other => return Answers::Undecided(format!("the solver said: {other}")),
            },
            Err(RecvTimeoutError::Timeout) => {
                return Answers::Undecided(format!("no answer within {} s", timeout.as_secs_f64()));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Answers::Undecided(format!(
                    "the solver ended after {proved} of {questions} answers"
                ));
            }
        }
    }
    Answers::AllUnsat
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the lines a solver might print.
    fn answers(printed: &[&str], questions: usize) -> Answers {
        let (sender, lines) = mpsc::channel();
        for line in printed {
            sender.send((*line).to_owned()).unwrap();
        }
        drop(sender);
        let timeout = Duration::from_secs(5);
        collect(&lines, questions, Instant::now() + timeout, timeout)
    }

    #[test]
    fn every_question_needs_its_own_unsat() {
        assert_eq!(answers(&["unsat", "unsat"], 2), Answers::AllUnsat);
        assert_eq!(answers(&["unsat", "sat"], 2), Answers::Sat(1));
        assert!(matches!(answers(&["unsat"], 2), Answers::Undecided(_)));
        assert!(matches!(answers(&[], 1), Answers::Undecided(_)));
        assert!(matches!(
            answers(&["unsat", "unknown"], 2),
            Answers::Undecided(_)
        ));
        assert!(matches!(
            answers(&["(error \"line 1\")", "unsat"], 1),
            Answers::Undecided(_)
        ));
    }

    #[test]
    fn a_missing_program_decides_nothing() {
        let nowhere = Path::new("no-such-directory/z3");
        let timeout = Duration::from_secs(5);
        let answer = run(nowhere, Family::Z3, "(exit)".into(), 1, timeout);
        assert!(matches!(answer, Answers::Undecided(reason) if reason.contains("cannot start")));
    }

    #[test]
    fn families_are_recognised_by_name() {
        assert_eq!(Family::of("z3 5.4"), Some(Family::Z3));
        assert_eq!(Family::of("yices-smt2 2.6.5"), Some(Family::Yices));
        assert_eq!(Family::of("Yices 2"), Some(Family::Yices));
        assert_eq!(Family::of("cvc5"), Some(Family::Cvc5));
        assert_eq!(Family::of("mathsat"), None);
    }
}
