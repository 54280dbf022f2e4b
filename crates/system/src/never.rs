//! "This is false in every execution", of a system whose executions have one step, as something that the independent room can check.

use assay_term::TermId;

use crate::{Certificate, Claim, Class, Property, Provers, System};

/// The system with these claims alone, and their certificate: without states there is nothing to prove beside them.
pub fn never(system: &System, terms: &[TermId]) -> (System, Certificate) {
    let mut claim = system.clone();
    claim.properties.clear();
    for &term in terms {
        let property = Property {
            name: "it never happens".into(),
            term: claim.pool.not(term),
            claim: Claim::Obligation,
            class: Class::new("assertion"),
            var: None,
            span: None,
        };
        claim.properties.push(property);
    }
    let certificate = Certificate {
        k: 1,
        lemmas: claim.pool.export(&[]),
        properties: (0..terms.len()).collect(),
        simple_path: false,
        provers: Provers::none(),
    };
    (claim, certificate)
}
