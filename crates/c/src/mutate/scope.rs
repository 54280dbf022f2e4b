//! What of a program is mutated.

use assay_source::FileId;
use rustc_hash::FxHashSet;

use crate::syntax::Origin;
use crate::tree::{Item, Unit};

/// Which side is mutated: the program or the proof, which is the harness with its stubs.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    pub entry: &'a str,
    /// The units of the proof, with all files that no other unit has text of. Where there are none, the entry function alone is the harness.
    pub proof: &'a [usize],
    /// Mutates the harness and its assertions, not the program.
    pub harness: bool,
}

impl Scope<'_> {
    /// The files whose text is changed. System headers are never among them.
    pub(super) fn files(&self, units: &[Unit]) -> FxHashSet<FileId> {
        let side = |proof: bool| {
            let all = units.iter().enumerate();
            let of_side = all.filter(move |(at, _)| self.proof.contains(at) == proof);
            of_side.flat_map(|(_, unit)| own_files(unit)).collect()
        };
        let program: FxHashSet<FileId> = side(false);
        if self.harness && !self.proof.is_empty() {
            let proof: FxHashSet<FileId> = side(true);
            proof.difference(&program).copied().collect()
        } else {
            program
        }
    }

    /// Whether what the unit is made of counts as mutated; of a header that both sides include, only the use on one side does.
    pub(super) fn has_unit(&self, unit: usize) -> bool {
        self.proof.is_empty() || self.proof.contains(&unit) == self.harness
    }

    /// Whether a function, or what stands outside of functions, belongs to the side that is mutated.
    pub(super) fn has_item(&self, item: &Item) -> bool {
        !self.proof.is_empty() || (name(item) == Some(self.entry)) == self.harness
    }
}

/// Which unit has the body of a function.
pub fn unit_of(function: &str, units: &[Unit]) -> Option<usize> {
    let mut all = units.iter();
    all.position(|unit| unit.items.iter().any(|item| name(item) == Some(function)))
}

/// The name of a function.
pub(super) fn name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(function) => function.declarator.name.as_ref().map(|n| &*n.name),
        _ => None,
    }
}

fn own_files(unit: &Unit) -> FxHashSet<FileId> {
    let spelled = unit.tokens.iter();
    let spelled = spelled.filter(|t| !t.system && t.origin != Origin::Made);
    spelled.map(|t| t.span.file).collect()
}
