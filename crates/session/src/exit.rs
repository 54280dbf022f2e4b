//! Exit codes: all there are, and what they mean.

/// How a run ended. A finding outranks an undecided property; a failed check outranks everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Holds = 0,
    Finding = 1,
    BadInput = 2,
    Undecided = 3,
    NothingProved = 4,
    FailedCheck = 70,
}

impl Exit {
    pub const ALL: [Exit; 6] = [
        Exit::Holds,
        Exit::Finding,
        Exit::BadInput,
        Exit::Undecided,
        Exit::NothingProved,
        Exit::FailedCheck,
    ];

    /// One line for `--help`.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Holds => "what was asked holds",
            Exit::Finding => {
                "a finding: a property is violated or vacuous, or a gate is not passed"
            }
            Exit::BadInput => "bad input or usage, or output that could not be written",
            Exit::Undecided => "undecided within the limits",
            Exit::NothingProved => {
                "no property, none that holds, or contradictory assumptions: the question has no meaning"
            }
            Exit::FailedCheck => "a verdict failed its own check: a bug in assay",
        }
    }

    pub fn code(self) -> i32 {
        self as i32
    }
}

/// The list as `--help` shows it.
pub fn table() -> String {
    let rows = Exit::ALL.map(|e| format!("  {:>2}  {}\n", e.code(), e.meaning()));
    format!("Exit codes:\n{}", rows.concat())
}
