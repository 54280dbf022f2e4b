//! A circuit of the corpus, AIGER or BTOR2, read as the tool reads it.

use std::path::Path;

use assay_netlist::aiger::{self, Aiger, SymbolKind};
use assay_source::SourceMap;
use assay_system::System;

use crate::open::open;

pub struct Circuit {
    pub system: System,
    /// Where it is an AIGER file: the file, and what each property of the system is in it.
    pub aiger: Option<(Aiger, Vec<(SymbolKind, usize)>)>,
}

pub fn is_aiger(name: &str) -> bool {
    name.ends_with(".aig") || name.ends_with(".aag")
}

impl Circuit {
    pub fn load(path: &Path) -> Result<Circuit, String> {
        Ok(Circuit {
            system: open(path, |opened| opened.system())?,
            aiger: aiger_of(path),
        })
    }
}

/// What ABC is given: the file itself, and what each property is in it.
fn aiger_of(path: &Path) -> Option<(Aiger, Vec<(SymbolKind, usize)>)> {
    let shown = path.display().to_string();
    if !is_aiger(&shown) {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let loaded = aiger::load(&mut SourceMap::new(), &shown, &bytes).ok()?;
    let lowered = aiger::lower(&loaded, aiger::Options::default());
    Some((loaded.aiger, lowered.claims))
}
