//! Which properties cores speak of.
//!
//! A core is made by taking elements away, and what is left has more executions. That says something about a claim only if more executions
//! can break it and never help it: if it is universal. And the judge knows such a claim only as a term that is true at every step.

use assay_system::{Claim, Property};

/// Why cores say nothing about the property; None if they do.
pub(super) fn refusal(property: &Property) -> Option<String> {
    let Property { name, claim, .. } = property;
    let kind = claim.as_str();
    if !claim.is_universal() {
        return Some(format!(
            "{name} has the claim {kind}, which is not about all executions: taking elements away may make it true"
        ));
    }
    match claim {
        Claim::Invariant | Claim::Obligation | Claim::Justice { .. } => None,
        Claim::Reachable | Claim::Temporal(_) | Claim::Unsupported(..) => Some(format!(
            "{name} has the claim {kind}, which is not decided as an invariant"
        )),
    }
}
