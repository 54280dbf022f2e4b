//! Which mutators run.

use assay_system::{Catalogue, Group};

use super::operators::all;

/// The mutators of Lustre.
#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, Group)> {
        all().map(|o| (o.name, o.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;
