//! Where results go, and in which format.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::values::report;

/// The formats of most commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct FormatArgs {
    /// The format of the result on standard output; docs/schema/result.json describes the JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// Where coverage is reported, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReportArgs {
    /// The format of the result: text for a terminal; JSON, which `assay report` reads (docs/schema/result.json); an HTML page;
    /// Stryker's JSON; SARIF for code scanning; JUnit for build servers; Markdown for a pull request
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Write the result to this file, not to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write the result to this file, in this format; can be repeated
    #[arg(
        long = "report",
        value_name = "FORMAT=FILE",
        value_parser = report,
        value_hint = ValueHint::FilePath
    )]
    pub reports: Vec<(ReportFormat, PathBuf)>,
    /// In text, also show every mutant with its evidence, and tables of elements, operators and stages
    #[arg(long)]
    pub verbose: bool,
    /// In text, first list the mutants in this order: survivors, then the kills that took most
    #[arg(long, value_enum, value_name = "ORDER")]
    pub sort: Option<Sort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    Strength,
}

impl ReportArgs {
    /// The files that are written.
    pub(super) fn files(&self) -> Vec<&PathBuf> {
        let reports = self.reports.iter().map(|(_, file)| file);
        reports.chain(&self.output).collect()
    }

    /// Whether some format is written that shows when and with what the result was made.
    pub fn shows_run(&self) -> bool {
        let mut formats = self.reports.iter().map(|(format, _)| *format);
        self.format != ReportFormat::Text || formats.any(|f| f != ReportFormat::Text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
    // Comments, not documentation: clap would turn the whole help into its long form.
    // One page that needs nothing else.
    Html,
    // The report of mutation-testing-elements, which Stryker's viewers read.
    Stryker,
    // SARIF 2.1.0: the survivors, for code scanning.
    Sarif,
    // JUnit XML: properties and gates as test cases.
    Junit,
    // Markdown: a summary for a pull request.
    Md,
}
