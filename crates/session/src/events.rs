//! What a caller hears while a request runs.

use assay_source::{Diagnostic, Severity, SourceMap};

/// Hears of everything that is said before the result is there. Progress may come from several threads.
pub trait Events: Send + Sync {
    /// Errors, warnings and notes with their places, as they come.
    fn diagnostics(&self, map: &SourceMap, diagnostics: &[Diagnostic]);

    /// Something without a place in a file.
    fn message(&self, severity: Severity, text: &str);

    fn progress(&self, _progress: Progress<'_>) {}
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Properties,
    Mutants,
}

/// How far a request has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    Begins {
        unit: Unit,
        total: usize,
    },
    /// A property has its verdict: `proved`, `violated` or `unknown`.
    Decided {
        count: usize,
        property: &'a str,
        verdict: &'static str,
    },
    /// What is done now, and how many are decided.
    Doing {
        stage: &'a str,
        count: usize,
    },
    Ends,
}

/// For callers who want the result alone.
pub struct Silent;

impl Events for Silent {
    fn diagnostics(&self, _map: &SourceMap, _diagnostics: &[Diagnostic]) {}

    fn message(&self, _severity: Severity, _text: &str) {}
}
