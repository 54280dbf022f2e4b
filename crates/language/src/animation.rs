//! A model that is animated: commands go in as text, replies come out as data. A language says what its commands are.

use std::fmt;

use assay_source::{Diagnostic, SourceMap, Span};

/// A session with a model. Nothing of it is printed, read from a file or written to one.
pub trait Animation {
    /// What is said at the beginning: what is animated, within which scope, and the initial state.
    fn opening(&mut self) -> Vec<Reply>;

    /// Carries out one command. An empty line and a comment give no reply.
    fn command(&mut self, line: &str) -> Option<Reply>;

    /// Words that may stand in the place of the one that ends at this byte, and where that one begins.
    fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>);

    /// The commands that lead to the present state, one a line: what a replay needs.
    fn recorded(&self) -> String;

    /// The texts that places in replies are in: those of the model, and every command.
    fn texts(&self) -> &SourceMap;

    /// The commands, each with a line for people.
    fn commands(&self) -> &'static [(&'static str, &'static str)];
}

/// The answer to one command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// As it was typed.
    pub command: String,
    pub outcome: Outcome,
    /// What the answer leaves to be said: terms that were undefined, sets that were searched in part.
    pub notes: Vec<Note>,
}

/// A remark, with the place that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `WD` for an undefined term, `scope` for a search that was cut.
    pub kind: &'static str,
    pub text: String,
    pub place: Option<Span>,
}

/// A name and its value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub name: String,
    pub value: String,
}

/// What a command came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A state was entered: by an operation, or as an initial state where there is none.
    Moved(Box<Moved>),
    /// There are several ways to go on. The command `choose N` takes one.
    Choose {
        what: String,
        choices: Vec<Choice>,
        more: More,
    },
    /// An operation has no execution here.
    Blocked {
        what: String,
        reasons: Vec<Why>,
    },
    /// What keeps an operation from being executed, for somebody who asked.
    Why {
        what: String,
        reasons: Vec<Why>,
    },
    /// The value of an expression.
    Value(String),
    /// The truth of a predicate.
    Truth(bool),
    /// The expression has no value.
    Undefined {
        reason: String,
        place: Option<Span>,
    },
    /// No answer within the scope or the budget, and why.
    Unknown(String),
    State {
        number: usize,
        variables: Vec<Shown>,
    },
    Operations(Vec<OperationShown>),
    History {
        visits: Vec<Visit>,
        present: usize,
    },
    /// An expectation of a script.
    Expected {
        held: bool,
        reasons: Vec<Why>,
    },
    /// A check of the model was asked: the lines that failed.
    Checked {
        name: String,
        lines: usize,
        failures: Vec<Why>,
    },
    /// Something was said to people.
    Said(String),
    /// The command cannot be read, or asks for what there is not.
    Faulty(Vec<Diagnostic>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// None for an initial state.
    pub operation: Option<String>,
    pub inputs: Vec<Shown>,
    pub outputs: Vec<Shown>,
    /// The variables that changed, with the value before; of an initial state all of them.
    pub changed: Vec<Change>,
    /// The number of the state that was entered.
    pub number: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    pub before: Option<String>,
    pub after: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub inputs: Vec<Shown>,
    pub outputs: Vec<Shown>,
    pub changed: Vec<Change>,
}

/// Whether the list is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    No,
    /// There may be others.
    Yes,
    /// The search could not tell, for this reason.
    Unknown(String),
}

/// A line of the model that is in the way, with the values that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    pub text: String,
    pub place: Option<Span>,
    pub values: Vec<Shown>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationShown {
    pub name: String,
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    pub enabled: Enabled,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// With some inputs, of which one is shown.
    Yes {
        example: Vec<Shown>,
    },
    No,
    Unknown(String),
}

/// A state of the history, and the command that led there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    pub command: String,
    pub state: Vec<Shown>,
}

impl Outcome {
    /// Whether something is not as a script says: an operation that cannot be executed, an expectation or a check that failed.
    pub fn is_failure(&self) -> bool {
        match self {
            Outcome::Blocked { .. } => true,
            Outcome::Expected { held, .. } => !held,
            Outcome::Checked { failures, .. } => !failures.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}
