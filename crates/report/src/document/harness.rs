//! How strong the mutants of a harness are [1], measured on the mutants of the program beside the harness itself.
//!
//! References: [1] Groce, Ahmed, Jensen, McKenney: How Verified is My Code? Falsification-Driven Verification, ASE 2015.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harness {
    /// Mutants of the program that the harness kills.
    pub killed: usize,
    pub survived: usize,
    /// Mutants of the program that are not decided; they are not compared.
    pub unknown: usize,
    /// The mutants of the harness that accept the program.
    pub neighbours: Vec<Neighbour>,
    /// How many more accept the program and were not looked at.
    pub left: usize,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// A mutant of the harness that accepts the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Neighbour {
    /// The id of the mutant.
    pub mutant: String,
    pub strength: Strength,
    /// Mutants of the program that it kills and the harness does not.
    pub gained: Vec<String>,
    /// Mutants of the program that the harness kills and it does not: of a weaker one only as many as show that.
    pub lost: Vec<String>,
}

/// By the number of mutants of the program that are killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    Stronger,
    Equal,
    Open,
    Weaker,
    /// No execution comes to an assertion: it accepts every program.
    Vacuous,
}

impl Harness {
    pub fn with(&self, strength: Strength) -> impl Iterator<Item = &Neighbour> {
        self.neighbours
            .iter()
            .filter(move |n| n.strength == strength)
    }
}
