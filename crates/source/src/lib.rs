//! Source files, spans and diagnostics, shared by every front end.
//!
//! This crate knows nothing of any language and does no input or output: the command line hands text or bytes over and
//! prints what [`Renderer`] returns.

mod diagnostic;
mod file;
mod render;
mod span;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use file::{LineColumn, SourceFile, SourceMap};
pub use render::{Color, Renderer};
pub use span::{FileId, Span};
