//! An execution in the words of a language, for people: what happens in which line, in order.

use assay_source::Span;

/// What happens at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunLine {
    /// None where it stands for several places, such as lines that are left out.
    pub span: Option<Span>,
    /// How many calls are under way.
    pub depth: u32,
    pub kind: LineKind,
    /// `a[1] = 5`
    pub text: String,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineKind {
    Assign,
    /// A value that the model leaves open.
    Input,
    Branch,
    Return,
    Call,
    /// Lines that are not shown.
    Omitted,
    /// How the execution ends.
    End,
    /// A check that fails.
    Failure,
}

impl LineKind {
    pub fn as_str(self) -> &'static str {
        match self {
            LineKind::Assign => "assign",
            LineKind::Input => "input",
            LineKind::Branch => "branch",
            LineKind::Return => "return",
            LineKind::Call => "call",
            LineKind::Omitted => "omitted",
            LineKind::End => "end",
            LineKind::Failure => "failure",
        }
    }
}
