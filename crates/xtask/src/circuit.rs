//! A circuit of the corpus, AIGER or BTOR2, read as the tool reads it.

use std::path::Path;

use assay_netlist::aiger::{self, Aiger, SymbolKind};
use assay_netlist::btor2;
use assay_source::{Diagnostic, SourceMap};
use assay_system::System;

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
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| format!("{shown}: {e}"))?;
        let refused = |d: &Diagnostic| format!("{shown}: {}: {}", d.code, d.message);
        let mut sources = SourceMap::new();
        let options = aiger::Options::default();
        if is_aiger(&shown) {
            let loaded = aiger::load(&mut sources, &shown, &bytes).map_err(|d| refused(&d))?;
            let lowered = aiger::lower(&loaded, options);
            return Ok(Circuit {
                system: lowered.system,
                aiger: Some((loaded.aiger, lowered.claims)),
            });
        }
        let file = sources.add_bytes(&shown, &bytes).map_err(|d| refused(&d))?;
        let loaded = btor2::load(sources.file(file)).map_err(|all| refused(&all[0]))?;
        Ok(Circuit {
            system: btor2::lower(&loaded, options).system,
            aiger: None,
        })
    }
}
