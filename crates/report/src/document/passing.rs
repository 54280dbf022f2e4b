//! An execution of a mutant that no property notices, as reports show it.

use serde::{Deserialize, Serialize};

use super::Checked;
use crate::RunView;

/// What is known of such executions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    pub verdict: PassingVerdict,
    /// What the user asked for beyond that, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// Where there is none, or none was found: how many of the conditions can be met together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<usize>,
    /// Whether it leaves another state behind than the original; absent where that was too hard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Sides>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunView>,
    pub checked: Checked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassingVerdict {
    Found,
    /// Proved: there is none.
    None,
    Unknown,
}

/// Sides of branches that an execution takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    pub taken: usize,
    pub total: usize,
    /// Whether no other such execution takes more.
    pub greatest: bool,
}

impl Passing {
    /// In one or two sentences.
    pub fn told(&self) -> String {
        let failing = self.met.and_then(|met| self.required.get(met));
        match (self.verdict, failing) {
            (PassingVerdict::None, None) => {
                "no execution runs the changed code and satisfies every assumption and every property to the end".into()
            }
            (PassingVerdict::None, Some(condition)) => format!(
                "there are executions that no property notices, but none of them{} has `{condition}` at its end",
                match self.met {
                    Some(0) | None => "",
                    Some(_) => " that meets the conditions before it",
                }
            ),
            (PassingVerdict::Unknown, _) => {
                "whether there is an execution that no property notices was too hard to decide".into()
            }
            (PassingVerdict::Found, _) => format!(
                "no property notices this execution: it runs the changed code, satisfies every assumption and ends{}{}",
                match self.differs {
                    Some(true) => " in another state than the original",
                    Some(false) => "; none of them ends in another observed state than the original",
                    None => "; whether one ends in another state than the original was too hard to decide",
                },
                self.branches.map(|b| b.told()).unwrap_or_default()
            ),
        }
    }
}

impl Sides {
    fn told(self) -> String {
        let most = if self.greatest {
            "the most possible"
        } else {
            "the most that was found"
        };
        format!(
            ". It takes {} of {} sides of branches, {most}",
            self.taken, self.total
        )
    }
}
