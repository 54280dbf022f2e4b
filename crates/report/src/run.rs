//! An execution as a language tells it: places, source lines and what happens there. It is shown in the place of the table of a trace.

use std::fmt::Write;

use assay_source::SourceMap;
use assay_system::{LineKind, RunLine};
use serde::{Deserialize, Serialize};

use crate::style::{Look, clipped, visible, width, wrapped};
use crate::{Place, Style};

/// Columns of source text that are shown beside what happens.
const SOURCE: usize = 44;
/// Columns that what happens gets at least.
const TEXT: usize = 30;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunView {
    pub lines: Vec<RunLineView>,
    /// A program that does the same without this tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Why there is no such program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_program: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunLineView {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Place>,
    /// How many calls are under way.
    pub depth: u32,
    pub kind: String,
    /// The line of the source that it happens in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    pub text: String,
}

impl RunView {
    /// The lines, and a program that does the same, or why there is none.
    pub fn new(
        lines: &[RunLine],
        program: Option<Result<String, String>>,
        map: &SourceMap,
    ) -> RunView {
        let line = |line: &RunLine| RunLineView {
            span: line.span.and_then(|span| Place::new(map, span)),
            depth: line.depth,
            kind: line.kind.as_str().to_string(),
            source: line
                .span
                .map_or(String::new(), |s| map.line_of(s).to_string()),
            text: line.text.clone(),
        };
        let (program, no_program) = match program {
            Some(Ok(program)) => (Some(program), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        RunView {
            lines: lines.iter().map(line).collect(),
            program,
            no_program,
        }
    }
}

/// Each line of the run with its place and its source.
pub(crate) fn run_lines(run: &RunView, style: Style) -> String {
    let place = |line: &RunLineView| match &line.span {
        Some(at) => visible(&format!("{}:{}", at.file, at.line)),
        None => String::new(),
    };
    let source = |line: &RunLineView| {
        let indent = "  ".repeat(line.depth.min(8) as usize);
        clipped(&format!("{indent}{}", visible(line.source.trim())), SOURCE)
    };
    let widest = |of: &dyn Fn(&RunLineView) -> String| {
        run.lines.iter().map(|l| width(&of(l))).max().unwrap_or(0)
    };
    let (places, sources) = (widest(&place), widest(&source));
    let room = style.width.saturating_sub(places + sources + 6).max(TEXT);
    let mut out = String::new();
    for line in &run.lines {
        let look = match line.kind.as_str() {
            kind if kind == LineKind::Failure.as_str() => Some(Look::Bad),
            kind if kind == LineKind::Input.as_str() => Some(Look::Bold),
            _ => None,
        };
        let (mut at, mut code) = (place(line), source(line));
        for text in wrapped(&visible(&line.text), room) {
            let shown = look.map_or(text.clone(), |look| style.paint(look, &text));
            let dim = style.paint(Look::Dim, &format!("{at:places$}"));
            let _ = writeln!(
                out,
                "  {}",
                format!("{dim}  {code:sources$}  {shown}").trim_end()
            );
            (at, code) = (String::new(), String::new());
        }
    }
    out
}
