//! Names that are unique in a system.

use crate::System;
use rustc_hash::FxHashSet;

/// The names that are taken.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    pub fn of(system: &System) -> Names {
        Names {
            taken: system.vars.iter().map(|v| v.name.clone()).collect(),
        }
    }

    /// A name that nothing has yet: the wanted one, else the default, else that with as many strokes as it takes.
    pub fn claim(&mut self, wanted: Option<&str>, default: String) -> String {
        let mut name = match wanted {
            Some(wanted) if !self.taken.contains(wanted) => wanted.to_string(),
            _ => default,
        };
        while self.taken.contains(&name) {
            name.push('\'');
        }
        self.taken.insert(name.clone());
        name
    }
}
