//! What a person at a terminal hears while a command runs.

use std::sync::{Mutex, PoisonError};

use assay_report::{Bar, Counter};
use assay_session::{Events, Progress, Unit};
use assay_source::{Diagnostic, Severity, SourceMap};

use crate::output::Output;

/// Everything but the result goes to standard error.
pub struct Screen {
    output: Output,
    line: Mutex<Line>,
}

/// What moves at the bottom.
enum Line {
    Nothing,
    Properties(Counter),
    Mutants(Bar),
}

impl Screen {
    pub fn new(output: Output) -> Screen {
        Screen {
            output,
            line: Mutex::new(Line::Nothing),
        }
    }
}

impl Events for Screen {
    fn diagnostics(&self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        self.output.diagnostics(map, diagnostics);
    }

    fn message(&self, severity: Severity, text: &str) {
        match severity {
            Severity::Error => self.output.error(text),
            Severity::Warning => self.output.warning(text),
            Severity::Note => self.output.note(text),
        }
    }

    fn progress(&self, progress: Progress<'_>) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let quiet = self.output.quiet();
        match (progress, &*line) {
            (Progress::Begins { unit, total }, _) => {
                *line = match unit {
                    Unit::Properties => Line::Properties(Counter::new(total, quiet)),
                    Unit::Mutants => Line::Mutants(Bar::new(total, quiet)),
                };
            }
            (
                Progress::Decided {
                    count, property, ..
                },
                Line::Properties(counter),
            ) => {
                counter.decided(count);
                counter.message(property);
            }
            (Progress::Doing { stage, count }, Line::Mutants(bar)) => bar.decided(stage, count),
            (Progress::Ends, _) => *line = Line::Nothing,
            _ => {}
        }
    }
}
