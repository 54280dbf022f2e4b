//! The entry points: text to tree, tree to model, and both.

use assay_language::with_stack;
use assay_source::{Diagnostic, SourceFile};

use crate::check::check_program;
use crate::model::Model;
use crate::syntax::detect::detect;
use crate::syntax::parser::parse_program;
use crate::{Dialect, STACK, ast};

/// What [`parse`] returns.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub ast: ast::Program,
    pub dialect: Dialect,
    /// In the order of the text. If one is an error, the tree is incomplete and must not be checked.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads a file in the given dialect, or in the one its content shows.
pub fn parse(file: &SourceFile, dialect: Option<Dialect>) -> Parsed {
    let dialect = dialect.unwrap_or_else(|| detect(file).dialect);
    let (ast, diagnostics) = with_stack(STACK, || parse_program(file, dialect));
    Parsed {
        ast,
        dialect,
        diagnostics,
    }
}

/// Types a tree that was parsed without errors and checks the static rules. With a model come warnings and notes,
/// without one at least one error.
pub fn check(program: &ast::Program) -> Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>> {
    with_stack(STACK, || check_program(program))
}

/// A file that was read and checked.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub ast: ast::Program,
    pub model: Model,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Errors that only say that Kind 2 allows more: its syntax, a variable without an equation, a second main node.
const KIND2_ALLOWS: &[&str] = &["L0103", "L0401", "L0411"];

/// [`parse`] and [`check`]. Without a given dialect, a file that shows no sign of either and breaks only such rules of
/// JKind's as Kind 2 does not have is tried as Kind 2's; if that fails too, the errors are those of JKind's reading.
pub fn load(file: &SourceFile, dialect: Option<Dialect>) -> Result<Loaded, Vec<Diagnostic>> {
    if let Some(dialect) = dialect {
        return load_as(file, dialect);
    }
    let detected = detect(file);
    let first = load_as(file, detected.dialect);
    let Err(errors) = first else { return first };
    let allowed = errors
        .iter()
        .filter(|e| e.is_error())
        .all(|e| KIND2_ALLOWS.contains(&e.code));
    if detected.certain || detected.dialect == Dialect::Kind2 || !allowed {
        return Err(errors);
    }
    let Ok(mut second) = load_as(file, Dialect::Kind2) else {
        return Err(errors);
    };
    second.diagnostics.insert(
        0,
        Diagnostic::note(
            "L0504",
            format!("`{}` is read in Kind 2's dialect", file.name()),
        )
        .help("it breaks the rules of JKind's: `--dialect jkind` tells where"),
    );
    Ok(second)
}

fn load_as(file: &SourceFile, dialect: Dialect) -> Result<Loaded, Vec<Diagnostic>> {
    let parsed = parse(file, Some(dialect));
    if !parsed.is_ok() {
        return Err(parsed.diagnostics);
    }
    let (model, warnings) = check(&parsed.ast)?;
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(warnings);
    Ok(Loaded {
        ast: parsed.ast,
        model,
        diagnostics,
    })
}
