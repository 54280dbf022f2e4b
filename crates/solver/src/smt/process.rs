//! A solver process and the two pipes to it: text in, s-expressions out.
//!
//! The asking thread writes and reads itself, so an answer costs no hand-over between threads. A
//! watchdog thread looks at the stop flag and at the time spent every few milliseconds while a
//! question is open and kills the process when it must; the reader then sees the end of the pipe.
//! Whether a question was answered or stopped is decided under one lock: a process is never killed
//! behind an answer that was already handed out, so what follows the answer (values, cores) can
//! still be read.
//!
//! Tried and dropped: a reader thread with a channel (two thread switches for each answer, which is
//! more than a small check takes).

use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use assay_term::{SexprKind, SexprTree};

use crate::{Found, SolverKind, Stop, StopFlag};

const WATCH_INTERVAL: Duration = Duration::from_millis(3);
/// While nothing is asked the watchdog sleeps longer and longer, up to this.
const LONGEST_SLEEP: Duration = Duration::from_millis(24);

/// A solver that gets less than one part in so many of a processor is not waited for.
const MOST_WAITING: u32 = 5;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The process was killed because of the stop flag or the deadline.
    Stopped(Stop),
    /// It died or answered with an error; its own words.
    Broken(String),
}

#[derive(Clone, Copy)]
enum Watch {
    Idle,
    Asking {
        patience: Option<Duration>,
        since: Instant,
        /// The processor time of the process when the watchdog first saw the question.
        before: Option<Duration>,
    },
    Done,
}

struct Guarded {
    child: Child,
    watch: Watch,
    killed: Option<Stop>,
}

/// One running solver. Killed and reaped on drop.
pub struct SmtProcess {
    guarded: Arc<Mutex<Guarded>>,
    watchdog: Thread,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
    /// Bytes that were read but belong to the next answer.
    unread: Vec<u8>,
    program: String,
}

fn lock(guarded: &Mutex<Guarded>) -> MutexGuard<'_, Guarded> {
    // Nothing that holds the lock can leave the state half changed.
    guarded.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SmtProcess {
    /// Starts the solver in its interactive, incremental mode.
    pub fn start(found: &Found, stop: &StopFlag) -> Result<SmtProcess, String> {
        let arguments: &[&str] = match found.kind {
            SolverKind::Yices => &["--incremental"],
            SolverKind::Z3 => &["-in", "-smt2"],
            SolverKind::Cvc5 => &["--incremental", "--lang=smt2", "--quiet"],
        };
        let program = found.path.display().to_string();
        let mut command = Command::new(&found.path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = assay_process::spawn(command)
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three pipes were asked for");
        };
        let guarded = Arc::new(Mutex::new(Guarded {
            child,
            watch: Watch::Idle,
            killed: None,
        }));
        let watched = Arc::clone(&guarded);
        let stop = stop.clone();
        let watchdog = std::thread::Builder::new()
            .name("solver-watchdog".into())
            .stack_size(64 * 1024)
            .spawn(move || watch(&watched, &stop))
            .map_err(|error| format!("cannot start a thread: {error}"));
        let watchdog = match watchdog {
            Ok(handle) => handle.thread().clone(),
            Err(error) => {
                reap(&guarded);
                return Err(error);
            }
        };
        Ok(SmtProcess {
            guarded,
            watchdog,
            stdin,
            stdout,
            stderr,
            unread: Vec::new(),
            program,
        })
    }

    /// Sends `text`, whose last command is the first that answers, and waits for the answer: one
    /// s-expression. With `interruptible` the stop flag and `patience` end the waiting, and the
    /// process with it.
    pub fn ask(
        &mut self,
        text: &str,
        interruptible: bool,
        patience: Option<Duration>,
    ) -> Result<String, NoAnswer> {
        if interruptible {
            lock(&self.guarded).watch = Watch::Asking {
                patience,
                since: Instant::now(),
                before: None,
            };
        }
        // A broken pipe shows again when reading, together with the solver's last words.
        let _ = self
            .stdin
            .write_all(text.as_bytes())
            .and_then(|()| self.stdin.flush());
        let answer = self.read_answer();
        let killed = {
            let mut guarded = lock(&self.guarded);
            guarded.watch = Watch::Idle;
            guarded.killed.clone()
        };
        match (killed, answer) {
            (Some(stop), _) => Err(NoAnswer::Stopped(stop)),
            (None, Some(answer)) => match error_message(&answer) {
                Some(message) => Err(NoAnswer::Broken(self.complaint(&message))),
                None => Ok(answer),
            },
            (None, None) => Err(NoAnswer::Broken(self.last_words())),
        }
    }

    /// The next answer, after an `ask` whose text has several.
    pub fn next_answer(&mut self) -> Result<String, NoAnswer> {
        self.ask("", false, None)
    }

    /// One complete s-expression, None at the end of the output.
    fn read_answer(&mut self) -> Option<String> {
        let mut scan = Scan::default();
        let mut scanned = 0;
        let mut chunk = [0u8; 16 * 1024];
        loop {
            while scanned < self.unread.len() {
                let byte = self.unread[scanned];
                scanned += 1;
                if scan.ends_with(byte) {
                    let rest = self.unread.split_off(scanned);
                    let answer = std::mem::replace(&mut self.unread, rest);
                    return Some(String::from_utf8_lossy(&answer).trim().to_owned());
                }
            }
            match self.stdout.read(&mut chunk) {
                Ok(0) | Err(_) => return None,
                Ok(n) => self.unread.extend_from_slice(&chunk[..n]),
            }
        }
    }

    /// What a process that ended had left to say.
    fn last_words(&mut self) -> String {
        reap(&self.guarded);
        let mut words = String::from_utf8_lossy(&self.unread).into_owned();
        let mut errors = Vec::new();
        if self.stderr.read_to_end(&mut errors).is_ok() {
            words.push_str(&String::from_utf8_lossy(&errors));
        }
        let lines: Vec<&str> = words.lines().filter(|l| !l.trim().is_empty()).collect();
        let tail = &lines[lines.len().saturating_sub(5)..];
        if tail.is_empty() {
            format!("{} ended without a word", self.program)
        } else {
            self.complaint(&tail.join("; "))
        }
    }

    fn complaint(&self, message: &str) -> String {
        format!("{} says: {message}", self.program)
    }
}

impl Drop for SmtProcess {
    fn drop(&mut self) {
        reap(&self.guarded);
        self.watchdog.unpark();
    }
}

/// Kills, waits (so that no zombie stays) and lets the watchdog go.
fn reap(guarded: &Mutex<Guarded>) {
    let mut guarded = lock(guarded);
    guarded.watch = Watch::Done;
    assay_process::kill(&mut guarded.child);
    let _ = guarded.child.wait();
}

/// Whether a question has had its time. That is processor time of the solver where it can be read, because the clock on the wall depends
/// on what else runs on the machine, and verdicts should not.
fn is_spent(
    patience: Duration,
    since: Instant,
    before: &mut Option<Duration>,
    process: u32,
) -> bool {
    let elapsed = since.elapsed();
    if before.is_none() {
        *before = processor_time(process);
    }
    if elapsed < patience {
        return false;
    }
    match (*before, processor_time(process)) {
        (Some(before), Some(now)) => {
            now.saturating_sub(before) >= patience || elapsed >= patience * MOST_WAITING
        }
        _ => true,
    }
}

/// What a process has used of the processor so far, where the system tells (Linux).
fn processor_time(process: u32) -> Option<Duration> {
    /// Linux counts in hundredths of a second, whatever its own clock does.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in parentheses and may contain anything.
    let after_name = &stat[stat.rfind(')')? + 1..];
    let mut fields = after_name.split_ascii_whitespace().skip(11);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(TICK * (user + system))
}

fn watch(guarded: &Mutex<Guarded>, stop: &StopFlag) {
    let mut sleep = WATCH_INTERVAL;
    loop {
        std::thread::park_timeout(sleep);
        let mut guarded = lock(guarded);
        let child = guarded.child.id();
        let spent = match &mut guarded.watch {
            Watch::Done => return,
            Watch::Idle => {
                sleep = (sleep * 2).min(LONGEST_SLEEP);
                continue;
            }
            Watch::Asking {
                patience,
                since,
                before,
            } => patience.is_some_and(|p| is_spent(p, *since, before, child)),
        };
        sleep = WATCH_INTERVAL;
        let reason = if stop.is_raised() {
            Stop::Interrupted
        } else if spent {
            Stop::GaveUp("timeout".into())
        } else {
            continue;
        };
        guarded.killed = Some(reason);
        assay_process::kill(&mut guarded.child);
        return;
    }
}

/// The message of an answer `(error "message")`.
fn error_message(answer: &str) -> Option<String> {
    if !answer.starts_with("(error") {
        return None;
    }
    let tree = SexprTree::read(answer).ok()?;
    let root = tree.roots().next()?;
    let message = root.items().find(|s| s.kind() == SexprKind::String)?;
    message.atom().map(str::to_owned)
}

/// Finds the end of the first s-expression in a stream of bytes.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_atom: bool,
    /// The delimiter that ends the string or quoted symbol we are in.
    quote: Option<u8>,
}

impl Scan {
    /// Takes one more byte; whether the expression is complete with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        if let Some(quote) = self.quote {
            if byte == quote {
                self.quote = None;
            }
            // `""` inside a string closes and opens again, which comes to the same.
            return false;
        }
        match byte {
            b'(' => self.depth += 1,
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            b'"' | b'|' => {
                self.quote = Some(byte);
                self.in_atom = true;
            }
            byte if byte.is_ascii_whitespace() => return self.in_atom && self.depth == 0,
            _ => self.in_atom = true,
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_end_of_an_answer() {
        for (text, end) in [
            ("sat\n(x", 4),
            ("\n unsat ", 8),
            ("((a 1)) b", 7),
            ("(\")\" |)|)x", 9),
        ] {
            let mut scan = Scan::default();
            let at = text.bytes().position(|b| scan.ends_with(b));
            assert_eq!(at.map(|n| n + 1), Some(end), "{text}");
        }
    }

    #[test]
    fn recognises_an_error() {
        let message = error_message("(error \"line 1: bad \"\"x\"\"\")");
        assert_eq!(message.as_deref(), Some("line 1: bad \"x\""));
        assert_eq!(error_message("((error 1))"), None);
    }
}
