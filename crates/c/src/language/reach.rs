//! Which statements a change is in, and when they are executed.
//!
//! A change inside a statement can only be seen where some part of the statement is executed. So the condition is that of any of its
//! parts: a jump may lead into it.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_term::{Pool, TermId};

use crate::bounded::Outcome;
use crate::mutate::{Edit, Offer};
use crate::program::Site;
use crate::tree::{Place, Stmt, StmtKind, Unit};

/// The tokens of the statements that a change is in. None where some part of it is in no statement.
pub struct Changed(Vec<Range<u32>>);

impl Changed {
    /// `units` are the ones without the change.
    pub fn of(units: &[Unit], offer: &Offer) -> Option<Changed> {
        let inside = |(unit, edit): &(usize, Edit)| {
            let statement = innermost(&units[*unit], edit)?;
            let before: u32 = units[..*unit].iter().map(|u| u.tokens.len() as u32).sum();
            Some(before + statement.first..before + statement.end)
        };
        offer
            .edits
            .iter()
            .map(inside)
            .collect::<Option<_>>()
            .map(Changed)
    }

    /// The condition under which any of it is executed.
    pub fn reached(&self, pool: &mut Pool, outcome: &Outcome) -> TermId {
        let here = outcome
            .reached
            .iter()
            .filter(|(site, _)| self.contains(*site));
        pool.or(here.flat_map(|(_, guards)| guards.iter().copied()))
    }

    /// Those of the statements of an execution that belong to it.
    pub fn sites(&self, outcome: &Outcome) -> BTreeSet<Site> {
        let all = outcome.reached.iter().map(|(site, _)| *site);
        all.filter(|site| self.contains(*site)).collect()
    }

    fn contains(&self, site: Site) -> bool {
        self.0.iter().any(|range| range.contains(&site.0))
    }
}

/// The smallest statement around a place. A change of a case label is one of its `switch`: it decides where the execution goes on.
fn innermost(unit: &Unit, edit: &Edit) -> Option<Place> {
    let place = edit.place(unit);
    let around = |s: &&Stmt| s.place.first <= place.first && place.end <= s.place.end;
    let smallest = |s: &&Stmt| s.place.end - s.place.first;
    let statement = unit.stmts.iter().filter(around).min_by_key(smallest)?;
    if let (Edit::Expr(..), StmtKind::Labeled { .. }) = (edit, &statement.kind) {
        let switches = unit.stmts.iter().filter(around);
        let switches = switches.filter(|s| matches!(s.kind, StmtKind::Switch { .. }));
        return switches.min_by_key(smallest).map(|s| s.place);
    }
    Some(statement.place)
}
