//! Trivial compiler equivalence [1]: mutants whose object code is that of the original, or that of another mutant.
//!
//! The compiler sees each program as it was parsed, without lines and names that differ. Equal code means equal behaviour only where the program
//! has no undefined behaviour, which compilers may do away with: an index out of bounds in a value that nobody reads, for example. So nothing is
//! concluded from it here.
//!
//! References: [1] Papadakis, Jia, Harman, Le Traon: Trivial Compiler Equivalence, ICSE 2015.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use assay_language::{Breaks, SameCode};
use assay_source::Diagnostic;
use rustc_hash::FxHashMap;

use super::model::CModel;
use super::mutants::offers_of;
use crate::child::ended;
use crate::compiler;
use crate::mutate::apply;
use crate::printer::{Parentheses, print};
use crate::tree::Unit;

/// For each mutant whose code is known already: whose it is.
pub fn same(
    model: &CModel,
    breaks: &Breaks,
) -> Result<BTreeMap<String, SameCode>, Box<Diagnostic>> {
    let folder = tempfile::tempdir().map_err(|error| failed(&error.to_string()))?;
    let own = &model.sources.units[..model.sources.own];
    let compile = |unit: &Unit| code(unit, folder.path(), model);
    let mut originals = Vec::with_capacity(own.len());
    for unit in own {
        let Some(code) = compile(unit)? else {
            return Err(failed("it does not compile the program"));
        };
        originals.push(code);
    }
    let mut known: FxHashMap<Vec<Vec<u8>>, String> = FxHashMap::default();
    let mut same = BTreeMap::new();
    for (id, offer) in offers_of(model, breaks)? {
        let changed = apply(own, &offer);
        let mut codes = originals.clone();
        let mut compiled = true;
        for &(at, _) in &offer.edits {
            match compile(&changed[at])? {
                Some(code) => codes[at] = code,
                None => compiled = false,
            }
        }
        if !compiled {
            continue;
        }
        if codes == originals {
            same.insert(id, SameCode::Original);
        } else if let Some(first) = known.get(&codes) {
            same.insert(id, SameCode::Mutant(first.clone()));
        } else {
            known.insert(codes, id);
        }
    }
    Ok(same)
}

/// The object code of a unit. None where the compiler refuses it. All units have the same name for the compiler, so that no name differs.
fn code(unit: &Unit, folder: &Path, model: &CModel) -> Result<Option<Vec<u8>>, Box<Diagnostic>> {
    let (source, object) = (folder.join("unit.i"), folder.join("unit.o"));
    let written = std::fs::write(&source, print(unit, Parentheses::Needed));
    written.map_err(|error| failed(&error.to_string()))?;
    let named = compiler();
    let mut words = named.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).args(["-w", "-O2", "-c"]);
    if model.linking.model == crate::program::DataModel::Ilp32 {
        command.arg("-m32");
    }
    command.arg(&source).arg("-o").arg(&object);
    command.current_dir(folder);
    let output = ended(command, model.options.deadline);
    let output = output.map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Ok(None);
    }
    let code = std::fs::read(&object);
    code.map(Some).map_err(|error| failed(&error.to_string()))
}

fn failed(why: &str) -> Box<Diagnostic> {
    let message = format!(
        "object code cannot be compared: the compiler `{}`: {why}",
        compiler()
    );
    let help = "leave `--tce` out, or name a compiler in the environment variable ASSAY_CC";
    Box::new(Diagnostic::error("C0325", message).help(help))
}
