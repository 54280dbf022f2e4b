//! A second opinion: an installed CBMC is asked about the same checks, of the original or of a mutant.
//!
//! CBMC gets the program as it was parsed, printed with line markers, so that it sees the same text however the files were found, and the
//! change of a mutant wherever that is. It gets the same checks and bounds. Where no bound is given, it gets the greatest that is
//! tried here.

use std::path::Path;
use std::process::Command;

use assay_language::{Opinion, OpinionRequest, Said};
use assay_source::{Diagnostic, FileId, LineColumn, SourceMap, Span};

use super::model::CModel;
use super::mutants::changed_units;
use crate::bounded::Options;
use crate::checks::{Checks, Class};
use crate::child::ended;
use crate::print_with_lines;
use crate::program::DataModel;

/// The one tool that is known.
const CBMC: &str = "cbmc";

type Fault = Box<Diagnostic>;

pub fn ask(model: &CModel, request: &OpinionRequest<'_>) -> Result<Opinion, Fault> {
    if Path::new(request.tool)
        .file_name()
        .is_none_or(|n| n != CBMC)
    {
        let message = format!("`{}` cannot be asked for a second opinion", request.tool);
        let help = "name `cbmc`, or a path that ends with it";
        return Err(Box::new(Diagnostic::error("C0320", message).help(help)));
    }
    let version = version(request.tool)?;
    let units = match request.mutant {
        None => model.sources.units.clone(),
        Some((breaks, id)) => changed_units(model, breaks, id)?,
    };
    let own = &units[..model.sources.own];
    let folder = tempfile::tempdir().map_err(|error| not_written(&error))?;
    let mut command = Command::new(request.tool);
    for (number, unit) in own.iter().enumerate() {
        let path = folder.path().join(format!("unit{number}.i"));
        let text = print_with_lines(unit, &model.map);
        std::fs::write(&path, text).map_err(|error| not_written(&error))?;
        command.arg(path);
    }
    command.args(words(model));
    let answer = ended(command, request.deadline);
    let (said, silence) = match answer {
        Ok(output) => read(&String::from_utf8_lossy(&output.stdout), &model.map)
            .map_or_else(|| (vec![], Some(complaint(&output))), |said| (said, None)),
        Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            (vec![], Some("it has not ended in time".to_string()))
        }
        Err(error) => (vec![], Some(error.to_string())),
    };
    Ok(Opinion {
        tool: format!("{CBMC} {version}"),
        said,
        silence,
    })
}

fn version(program: &str) -> Result<String, Fault> {
    let mut command = Command::new(program);
    command.arg("--version");
    match ended(command, None) {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            Ok(text
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_string())
        }
        _ => {
            let message = format!("`{program}` cannot be run for a second opinion");
            let help = "install CBMC 6 (the package `cbmc` of Debian 13 and Ubuntu, or github.com/diffblue/cbmc/releases), or name its \
                        program: --second-opinion /path/to/cbmc";
            Err(Box::new(Diagnostic::error("C0321", message).help(help)))
        }
    }
}

fn not_written(error: &std::io::Error) -> Fault {
    let message = format!("the program for CBMC cannot be written: {error}");
    Box::new(Diagnostic::error("C0322", message))
}

/// What CBMC is told about checks and bounds.
fn words(model: &CModel) -> Vec<String> {
    let options = &model.options;
    let mut words = vec!["--function".to_string()];
    words.push(model.program.function(options.entry).name.clone());
    words.push(match model.linking.model {
        DataModel::Ilp32 => "--ILP32".into(),
        _ => "--LP64".into(),
    });
    words.extend(bounds(options));
    words.push("--no-standard-checks".into());
    words.extend(checks(&options.checks).map(String::from));
    if options.malloc_may_fail {
        words.extend(["--malloc-may-fail", "--malloc-fail-null"].map(String::from));
    } else {
        words.push("--no-malloc-may-fail".into());
    }
    words
}

fn bounds(options: &Options) -> Vec<String> {
    let unwind = options.unwind.unwrap_or(options.max_unwind);
    let mut words = vec!["--unwind".to_string(), unwind.to_string()];
    let single = options.unwindset.iter().map(|(l, n)| format!("{l}:{n}"));
    let single: Vec<String> = single.collect();
    if !single.is_empty() {
        words.extend(["--unwindset".to_string(), single.join(",")]);
    }
    words
}

fn checks(of: &Checks) -> impl Iterator<Item = &'static str> {
    let unwinding = if of.unwinding {
        "--unwinding-assertions"
    } else {
        "--no-unwinding-assertions"
    };
    [
        (of.bounds, "--bounds-check"),
        (of.pointer, "--pointer-check"),
        (of.division, "--div-by-zero-check"),
        (of.signed_overflow, "--signed-overflow-check"),
        (of.unsigned_overflow, "--unsigned-overflow-check"),
        (of.shift, "--undefined-shift-check"),
        (of.conversion, "--conversion-check"),
        (of.pointer_primitive, "--pointer-primitive-check"),
        (of.pointer_overflow, "--pointer-overflow-check"),
        (of.leak, "--memory-leak-check"),
        (of.nan, "--nan-check"),
        (of.float_overflow, "--float-overflow-check"),
        (true, unwinding),
    ]
    .into_iter()
    .filter_map(|(on, word)| on.then_some(word))
}

/// The list of results. None where there is no list, or where not all of its failures were understood.
fn read(text: &str, map: &SourceMap) -> Option<Vec<Said>> {
    let mut lines = text.lines();
    lines.by_ref().find(|line| line.trim() == "** Results:")?;
    let mut file = None;
    let mut said = Vec::new();
    for line in lines {
        if let Some(count) = failures(line) {
            let found = said.iter().filter(|s: &&Said| s.holds == Some(false));
            return (found.count() == count).then_some(said);
        }
        if let Some((name, _)) = line.split_once(" function ")
            && !line.starts_with('[')
        {
            file = entered(name);
        } else if let Some(one) = result(line, file, map) {
            said.push(one);
        }
    }
    None
}

/// `** 2 of 97 failed (3 iterations)`
fn failures(line: &str) -> Option<usize> {
    let (count, _) = line.strip_prefix("** ")?.split_once(" of ")?;
    count.parse().ok()
}

/// The file that a marker of [`print_with_lines`] names.
fn entered(name: &str) -> Option<FileId> {
    let name = name.rsplit('/').next()?;
    name.strip_prefix('f')?.parse().ok().map(FileId)
}

/// `[main.array_bounds.1] line 19 array lower bound in a[i]: SUCCESS`
fn result(line: &str, file: Option<FileId>, map: &SourceMap) -> Option<Said> {
    let (id, rest) = line.strip_prefix('[')?.split_once("] ")?;
    let (text, status) = rest.rsplit_once(": ")?;
    let kind = id.split('.').nth(1).unwrap_or_default();
    let mut class = Class::of_cbmc(kind);
    if class == Some(Class::Overflow) && text.contains("type conversion") {
        class = Some(Class::Conversion);
    }
    let (text, file) = match text.strip_prefix("file ") {
        Some(placed) => {
            let (name, text) = placed.split_once(' ')?;
            (text, entered(name))
        }
        None => (text, file),
    };
    let (number, text) = match text.strip_prefix("line ").and_then(|t| t.split_once(' ')) {
        Some((number, text)) => (number.parse().ok(), text),
        None => (None, text),
    };
    Some(Said {
        class: class.map(Class::as_str),
        line: place(map, file, number),
        holds: match status {
            "SUCCESS" => Some(true),
            "FAILURE" => Some(false),
            _ => None,
        },
        text: format!("{id}: {text}"),
    })
}

fn place(map: &SourceMap, file: Option<FileId>, line: Option<usize>) -> Option<Span> {
    let (file, line) = (map.get(file?)?, line?);
    let at = file.offset(LineColumn { line, column: 1 })?;
    Some(Span::new(file.id, at, at))
}

/// Why there are no results, in CBMC's words.
fn complaint(output: &std::process::Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().rfind(|line| !line.trim().is_empty());
    said.map_or_else(
        || format!("it ended without results ({})", output.status),
        |line| format!("it ended without results: {}", line.trim()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Said {
        let mut map = SourceMap::new();
        let file = map.add_text("sut.c", "one\ntwo\nthree\n");
        result(line, Some(file), &map).expect("a result")
    }

    #[test]
    fn a_result_has_a_class_a_line_and_a_verdict() {
        let one = said("[f.array_bounds.1] line 2 array 'a' upper bound in a[(x ? 1: 2)]: FAILURE");
        assert_eq!((one.class, one.holds), (Some("bounds"), Some(false)));
        assert_eq!(one.line.map(|span| span.start), Some(4));
        assert!(one.text.starts_with("f.array_bounds.1: array 'a'"));
        let open = said("[f.assertion.1] line 3 half: UNKNOWN");
        assert_eq!((open.class, open.holds), (Some("assertion"), None));
    }

    #[test]
    fn a_lost_value_of_a_conversion_is_no_overflow_of_arithmetic() {
        let text = "[f.overflow.1] line 1 arithmetic overflow on signed type conversion in (char)x: SUCCESS";
        assert_eq!(said(text).class, Some("conversion"));
    }

    #[test]
    fn a_list_without_one_of_its_failures_is_no_answer() {
        let map = SourceMap::new();
        let list = "** Results:\n[f.assertion.1] line 3 half: SUCCESS\n\n";
        assert!(read(&format!("{list}** 0 of 1 failed (1 iterations)"), &map).is_some());
        assert!(read(&format!("{list}** 1 of 2 failed (2 iterations)"), &map).is_none());
        assert!(read(list, &map).is_none());
    }
}
