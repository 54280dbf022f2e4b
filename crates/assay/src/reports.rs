//! Writes the cover document in every format and to every place that was asked for.

use std::io::{self, Write};
use std::path::Path;

use assay_report::{
    Document, Style, cover_to_junit, cover_to_markdown, cover_to_sarif, cover_to_text,
    strength_to_text, write_html, write_stryker,
};
use assay_session::Stop;
use assay_source::Diagnostic;

use crate::args::{ReportArgs, ReportFormat, Sort};
use crate::files::write_with;
use crate::output::Output;

/// Lines of a text that goes to a file.
const FILE_WIDTH: usize = 100;

/// Refuses files that cannot be written, before a long run rather than after it.
pub fn refuse_bad_places(args: &ReportArgs) -> Result<(), Stop> {
    let files = args.reports.iter().map(|(_, file)| file);
    for file in files.chain(&args.output) {
        let parent = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let shown = file.display();
        let why = if !parent.is_dir() {
            format!("there is no directory `{}`", parent.display())
        } else if file.is_dir() {
            "it is a directory".to_string()
        } else {
            continue;
        };
        let message = format!("cannot write `{shown}`: {why}");
        return Err(Stop::bad_input(Diagnostic::error("A0006", message)));
    }
    Ok(())
}

/// The result goes out first, so that a file that cannot be written does not lose it.
pub fn write_all(document: &Document, args: &ReportArgs, output: Output) -> Result<(), Stop> {
    let main = match &args.output {
        None => {
            let style = output.style();
            output.result_with(|out| render(document, args.format, style, args, out))
        }
        Some(file) => write_to(file, document, args.format, args),
    };
    write_reports(main, document, args)
}

/// The same where nothing was decided: the text would say no more than the message does.
pub fn write_undecided(document: &Document, args: &ReportArgs, output: Output) -> Result<(), Stop> {
    match args.format {
        ReportFormat::Text => write_reports(Ok(()), document, args),
        _ => write_all(document, args, output),
    }
}

/// What was asked for beside the result. What could not be written does not keep the others back.
fn write_reports(
    main: Result<(), Stop>,
    document: &Document,
    args: &ReportArgs,
) -> Result<(), Stop> {
    let reports = args.reports.iter();
    let written = reports.map(|(format, file)| write_to(file, document, *format, args));
    written.fold(main, |done, next| done.and(next))
}

fn write_to(
    file: &Path,
    document: &Document,
    format: ReportFormat,
    args: &ReportArgs,
) -> Result<(), Stop> {
    let style = Style {
        color: false,
        width: FILE_WIDTH,
    };
    write_with(file, |out| render(document, format, style, args, out))
}

fn render(
    document: &Document,
    format: ReportFormat,
    style: Style,
    args: &ReportArgs,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = match format {
        ReportFormat::Json => return document.write_json(out),
        ReportFormat::Html => return write_html(document, out),
        ReportFormat::Stryker => return write_stryker(document, out),
        ReportFormat::Text => text(document, style, args),
        ReportFormat::Sarif => cover_to_sarif(document),
        ReportFormat::Junit => cover_to_junit(document),
        ReportFormat::Md => cover_to_markdown(document),
    };
    out.write_all(text.as_bytes())
}

fn text(document: &Document, style: Style, args: &ReportArgs) -> String {
    let text = cover_to_text(document, style, args.verbose);
    match args.sort {
        Some(Sort::Strength) => format!("{}\n{text}", strength_to_text(document, style)),
        None => text,
    }
}
