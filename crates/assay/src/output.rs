//! Where text goes, and how it may look there.

use std::io::{ErrorKind, IsTerminal, Write};

use assay_report::Style;
use assay_session::{Exit, Stop};
use assay_source::{Color, Diagnostic, Renderer, Severity, SourceMap};

use crate::args::{Global, When};
use crate::files::unwritten;

/// Lines of a report that no terminal sets a width for.
const DEFAULT_WIDTH: usize = 100;

/// Standard output for the result, standard error for everything else.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    global: Global,
    json: bool,
}

impl Output {
    pub fn new(global: Global, json: bool) -> Output {
        Output { global, json }
    }

    pub fn json(self) -> bool {
        self.json
    }

    /// How much is read of a pipe.
    pub fn max_input(self) -> u64 {
        self.global.max_input
    }

    pub fn quiet(self) -> bool {
        self.global.quiet
    }

    pub fn style(self) -> Style {
        let width = match terminal_size::terminal_size() {
            Some((terminal_size::Width(columns), _)) if std::io::stdout().is_terminal() => {
                usize::from(columns)
            }
            _ => DEFAULT_WIDTH,
        };
        Style {
            color: self.color(std::io::stdout().is_terminal()),
            width,
        }
    }

    /// https://no-color.org: any value but the empty one says no.
    fn color(self, terminal: bool) -> bool {
        match self.global.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
                terminal && !refused && !dumb
            }
        }
    }

    /// Writes the result. A reader that has gone away (`assay ... | head`) is no error of ours; anything else that keeps the
    /// result from being written is.
    pub fn result(self, text: &str) -> Result<(), Stop> {
        self.result_with(|out| out.write_all(text.as_bytes()))
    }

    /// Lets `work` write the result.
    pub fn result_with(
        self,
        work: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), Stop> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        match work(&mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(unwritten("to standard output", &error))
            }
            _ => Ok(()),
        }
    }

    /// Shows diagnostics; errors always, the rest unless quiet.
    pub fn diagnostics(self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        let color = if self.color(std::io::stderr().is_terminal()) {
            Color::Ansi
        } else {
            Color::Plain
        };
        let shown = diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error || !self.global.quiet);
        let text = Renderer::new(color).render_all(map, shown);
        // Nobody can be told that standard error is closed.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// A warning about what was asked for, without a place in a source file.
    pub fn warn_with_code(self, code: &'static str, message: &str) {
        self.diagnostics(&SourceMap::new(), &[Diagnostic::warning(code, message)]);
    }

    /// An error without a place in a source file.
    pub fn error(self, message: &str) {
        let _ = writeln!(std::io::stderr().lock(), "error: {message}");
    }

    /// Something that costs nothing but time or comfort.
    pub fn warning(self, message: &str) {
        if !self.global.quiet {
            let _ = writeln!(std::io::stderr().lock(), "warning: {message}");
        }
    }

    /// Something good to know.
    pub fn note(self, message: &str) {
        if !self.global.quiet {
            let _ = writeln!(std::io::stderr().lock(), "{message}");
        }
    }

    /// Says why there is no result.
    pub fn stopped(self, stop: Stop) -> Exit {
        match stop {
            Stop::Said(exit) => exit,
            Stop::BadInput(diagnostic) => {
                self.diagnostics(&SourceMap::new(), &[*diagnostic]);
                Exit::BadInput
            }
            Stop::Bug(message) => {
                self.bug(&message);
                Exit::FailedCheck
            }
        }
    }

    /// Something that must never happen has happened.
    pub fn bug(self, message: &str) {
        let _ = writeln!(
            std::io::stderr().lock(),
            "error: {message}\n  This is a bug in assay, and no verdict of this run is to be trusted.\n  \
             Please report it with the model, the command line and the output of `assay solvers`."
        );
    }
}
