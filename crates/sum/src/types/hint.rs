//! Names that are not declared, with what may have been meant.

use std::collections::BTreeSet;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Meaning, partial};
use super::code;
use super::toolkit::tool_names;
use crate::syntax::Name;

impl Checker<'_> {
    /// A name that is not declared, with what may have been meant.
    pub fn undeclared(&mut self, name: &Name, span: Span) {
        if self.is_partial() {
            return;
        }
        if let Some(diagnostic) = self.other_state(name, span) {
            return self.report(diagnostic);
        }
        if let Some(later) = self.declared_later(name) {
            let later = Diagnostic::error(
                code::DECLARED_LATER,
                format!("`{name}` is used before it is declared"),
            )
            .at(span)
            .secondary(later, "declared here")
            .help("move the declaration before its first use");
            return self.report(later);
        }
        let message = format!("`{name}` is not declared");
        let mut diagnostic = Diagnostic::error(code::UNDECLARED, message).at(span);
        if let Some(module) = self.module_with(name) {
            diagnostic = diagnostic.help(format!(
                "it is in module `{module}`: write `{module}.{name}`"
            ));
        } else if let Some(near) = self.nearest(name) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
    }

    /// Whether something that is in scope is not known because of an error: nothing is said of names then.
    pub fn is_partial(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| frame.contains_key(&partial()))
    }

    /// The import through which a name could be reached.
    pub fn module_with(&self, name: &Name) -> Option<Name> {
        let here = self.instances.get(self.here)?;
        let mut imports: Vec<(&Name, usize)> = here
            .names
            .iter()
            .filter_map(|(import, entry)| match entry.meaning {
                Meaning::Instance(index) => Some((import, index)),
                _ => None,
            })
            .collect();
        imports.sort();
        let found = imports.into_iter().find(|(_, index)| {
            let instance = &self.instances[*index];
            instance.names.contains_key(name) || instance.declares_variable(name, &self.program)
        });
        found.map(|(import, _)| import.clone())
    }

    pub fn nearest(&self, name: &Name) -> Option<String> {
        let mut candidates: BTreeSet<String> = tool_names().map(String::from).collect();
        let locals = self.frames.iter().flat_map(|frame| frame.keys());
        let globals = self.instances.get(self.here).map(|i| i.names.keys());
        candidates.extend(
            locals
                .chain(globals.into_iter().flatten())
                .map(ToString::to_string),
        );
        let allowed = match name.as_str().chars().count() {
            0..=2 => 0,
            3..=5 => 1,
            _ => 2,
        };
        candidates
            .into_iter()
            .filter(|c| !c.contains(' '))
            .map(|c| (distance(c.as_str(), name.as_str()), c))
            .filter(|(d, _)| *d <= allowed)
            .min()
            .map(|(_, c)| c)
    }
}

/// The number of letters to insert, delete or replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
