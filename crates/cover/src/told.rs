//! What evidence is about, in the words of users: for messages about evidence that fails its check.

use assay_system::{Mutants, System};
use assay_term::VarId;

use crate::result::{BranchingOf, CertificateOf};

/// Names in one message.
const FEW: usize = 3;

impl CertificateOf {
    pub(crate) fn told(&self, mutants: &Mutants) -> String {
        match self {
            CertificateOf::Original => "the original".to_string(),
            CertificateOf::Without(wires) => without(&mutants.system, wires),
            CertificateOf::Mutant(mutant) => several(mutants, &[*mutant]),
            CertificateOf::Equivalence(same) => {
                format!("the original, with {} equal to it", several(mutants, same))
            }
            CertificateOf::Within { mutant, steps } => {
                format!("{} within {steps} steps", several(mutants, &[*mutant]))
            }
            CertificateOf::Masked { mutant, .. } => {
                format!(
                    "the outputs of the original and of {}",
                    several(mutants, &[*mutant])
                )
            }
        }
    }
}

impl BranchingOf {
    pub(crate) fn told(&self, mutants: &Mutants) -> String {
        match self {
            BranchingOf::Original => "the original".to_string(),
            BranchingOf::Without(wires) => without(&mutants.system, wires),
            BranchingOf::Mutant(mutant) => several(mutants, &[*mutant]),
            BranchingOf::Several { chosen, .. } => several(mutants, chosen),
        }
    }
}

fn without(system: &System, wires: &[VarId]) -> String {
    let names = wires.iter().map(|wire| system.var(*wire).name.clone());
    format!("the original without {}", listed(names.collect()))
}

fn several(mutants: &Mutants, which: &[usize]) -> String {
    let ids = which.iter().filter_map(|m| mutants.mutants.get(*m));
    let ids: Vec<String> = ids.map(|m| m.id.clone()).collect();
    let word = if ids.len() == 1 { "mutant" } else { "mutants" };
    format!("the {word} {}", listed(ids))
}

fn listed(names: Vec<String>) -> String {
    let few = names.iter().take(FEW).map(|n| format!("`{n}`"));
    let few = few.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(FEW) {
        0 => few,
        more => format!("{few} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_system::{Change, Mutant, Target};

    #[test]
    fn evidence_is_named_by_what_a_user_knows() {
        let mutant = |id: &str| Mutant {
            id: id.into(),
            operator: "negate",
            target: Target::Assertion,
            element: "x".into(),
            span: assay_source::Span::default(),
            line: 1,
            column: 1,
            original: String::new(),
            replacement: String::new(),
            fingerprint: String::new(),
            change: Change::Invalid(String::new()),
        };
        let mutants = Mutants {
            system: System::new(),
            fresh_from: 0,
            mutants: ["1:1:a", "2:1:b", "3:1:c", "4:1:d", "5:1:e"]
                .map(mutant)
                .into(),
            executions: vec![],
        };
        let several = BranchingOf::Several {
            members: vec![4, 3, 2, 1, 0],
            chosen: vec![4, 3, 2, 0],
        };
        assert_eq!(
            several.told(&mutants),
            "the mutants `5:1:e`, `4:1:d`, `3:1:c` and 1 more"
        );
        let within = CertificateOf::Within {
            mutant: 1,
            steps: 4,
        };
        assert_eq!(within.told(&mutants), "the mutant `2:1:b` within 4 steps");
    }
}
