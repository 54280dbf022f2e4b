//! Runs the compiler, and turns its complaints into diagnostics.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

use assay_source::{Diagnostic, SourceFile, Span};

use super::Options;
use super::marker;
use crate::child::ended;

/// Environment variables that name the compiler, in the order in which they are looked at.
const VARIABLES: [&str; 2] = ["ASSAY_CC", "CC"];

/// The compiler of this system: `ASSAY_CC`, `CC`, or `cc`. It may have arguments: `ccache gcc`.
pub fn compiler() -> String {
    VARIABLES
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| "cc".into())
}

/// What the preprocessor wrote.
pub(super) struct Preprocessed {
    pub text: String,
    /// Whether every token has a marker with its place.
    pub marked: bool,
}

type Enter<'a> = &'a mut dyn FnMut(&str) -> Option<SourceFile>;

pub(super) fn run(
    path: &Path,
    options: &Options,
    enter: Enter<'_>,
) -> Result<Preprocessed, Vec<Diagnostic>> {
    let compiler = options.compiler.clone().unwrap_or_else(compiler);
    let marked = !options.plain && writes_markers(&compiler);
    let mut command = start(&compiler);
    command.arg("-E");
    if marked {
        command.arg("-fdebug-cpp");
    }
    add_options(&mut command, options);
    command.arg("-x").arg("c").arg(path);
    let deadline = options.deadline;
    let output = ended(command, deadline).map_err(|error| vec![not_run(&compiler, &error)])?;
    if !output.status.success() {
        return Err(complaints(&compiler, &output, enter));
    }
    Ok(Preprocessed {
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        marked,
    })
}

fn add_options(command: &mut Command, options: &Options) {
    for define in &options.defines {
        command.arg("-D").arg(define);
    }
    for undefine in &options.undefines {
        command.arg("-U").arg(undefine);
    }
    for include in &options.includes {
        command.arg("-I").arg(include);
    }
    for forced in &options.forced {
        command.arg("-include").arg(forced);
    }
    command.args(&options.others);
    if let Some(directory) = &options.directory {
        command.current_dir(directory);
    }
}

fn start(compiler: &str) -> Command {
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).env("LC_ALL", "C");
    command
}

/// Whether a compiler knows `-fdebug-cpp`. Each compiler is asked once.
fn writes_markers(compiler: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let known = || {
        KNOWN
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    };
    if let Some(&answer) = known().get(compiler) {
        return answer;
    }
    let mut command = start(compiler);
    // Standard input is empty.
    command.args(["-E", "-fdebug-cpp", "-x", "c", "-"]);
    let answer = ended(command, None).is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout);
        output.status.success() && marker::read(&text).is_some()
    });
    known().insert(compiler.to_owned(), answer);
    answer
}

fn not_run(compiler: &str, error: &io::Error) -> Diagnostic {
    if error.kind() == io::ErrorKind::TimedOut {
        let message = format!("the C compiler `{compiler}` has not ended in time");
        return Diagnostic::error("C0006", message).help("`--timeout SECS` gives it another limit");
    }
    let message = format!("the C compiler `{compiler}` cannot be started: {error}");
    Diagnostic::error("C0001", message)
        .help("install a C compiler, or name one in the environment variable ASSAY_CC")
}

/// What the compiler wrote to standard error: each error with its place, or everything if there is none.
fn complaints(compiler: &str, output: &Output, enter: Enter<'_>) -> Vec<Diagnostic> {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in text.lines() {
        let Some((place, message)) = line
            .split_once(" fatal error: ")
            .or_else(|| line.split_once(" error: "))
        else {
            continue;
        };
        let message = format!("the preprocessor says: {message}");
        let error = Diagnostic::error("C0002", message);
        found.push(match span(place, enter) {
            Some(span) => error.at(span),
            None => error,
        });
    }
    if found.is_empty() {
        let said = text.trim();
        let said = if said.is_empty() { "nothing" } else { said };
        let message = format!("`{compiler} -E` failed ({}): {said}", output.status);
        found.push(Diagnostic::error("C0002", message));
    }
    found
}

/// The place of `file:line:column:`.
fn span(place: &str, enter: Enter<'_>) -> Option<Span> {
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let file = enter(parts.next()?)?;
    let start = super::places::line_start(file.text(), line)?;
    let at = start + column.saturating_sub(1);
    Some(Span::new(file.id, at, at + 1))
}
