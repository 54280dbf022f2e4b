//! Trees of executions that kill mutants.

use assay_cover::result::{Branching, MutantResult, Notice};
use assay_report::branching::{Drawing, tree_to_text};
use assay_report::{Style, TreeView, document};
use assay_system::Claim;

use super::Facts;

/// Columns of the text of a tree.
const WIDTH: usize = 120;

impl Facts<'_> {
    /// The tree of the first formula of branching time that kills the mutant.
    pub(super) fn tree(&self, r: &MutantResult) -> Option<document::Tree> {
        let (at, number) = r.notices.iter().enumerate().find_map(|(at, n)| match n {
            Notice::Kills { evidence, .. } => Some((at, evidence.branching()?)),
            _ => None,
        })?;
        let stored = &self.result.branching[number];
        let Branching::Fails { tree, .. } = &stored.shows else {
            return None;
        };
        let claimed = self.branched.claimed(stored)?;
        let property = &claimed.system.properties[claimed.property];
        let Claim::Temporal(formula) = &property.claim else {
            return None;
        };
        let view = TreeView::new(&claimed.system, formula, true, property.term, tree).ok()?;
        let style = Style {
            color: false,
            width: WIDTH,
        };
        Some(document::Tree {
            property: self.claim(at).name.clone(),
            formula: view.formula.clone(),
            reason: view.reason.clone(),
            text: tree_to_text(&view, style),
            picture: Some(Drawing::of_tree(&self.claim(at).name, &view)),
        })
    }
}
