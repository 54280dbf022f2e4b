//! Mutants that a compiler cannot tell from the original, or from each other.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SameCode {
    /// The id of the mutant.
    pub mutant: String,
    /// The id of the mutant whose code it has; absent where it is the original's.
    #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
}
