//! Which mutators run.

use super::operators::{Group, Operator, all};

/// A set of mutators, by name and group.
#[derive(Clone, Debug)]
pub struct Selection {
    names: Vec<&'static str>,
}

impl Selection {
    /// The paper's set: what runs when nothing is said.
    pub fn paper() -> Selection {
        Selection {
            names: names(|o| o.group == Group::Paper),
        }
    }

    /// Reads `paper`, `more`, `all` or names, separated by commas. The error is the unknown word and
    /// the words that there are.
    pub fn parse(text: &str) -> Result<Selection, (String, Vec<&'static str>)> {
        let mut chosen: Vec<&'static str> = Vec::new();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let found = match word {
                "paper" => names(|o| o.group == Group::Paper),
                // `more` adds to the paper's set.
                "more" | "all" => names(|_| true),
                name => names(|o| o.name == name),
            };
            if found.is_empty() {
                let mut known: Vec<&'static str> = vec!["paper", "more", "all"];
                known.extend(names(|_| true));
                return Err((word.to_string(), known));
            }
            chosen.extend(found);
        }
        let names = names(|o| chosen.contains(&o.name));
        Ok(Selection { names })
    }

    pub fn has(&self, operator: &str) -> bool {
        self.names.contains(&operator)
    }

    pub fn names(&self) -> &[&'static str] {
        &self.names
    }
}

fn names(wanted: impl Fn(&Operator) -> bool) -> Vec<&'static str> {
    all().filter(|o| wanted(o)).map(|o| o.name).collect()
}
