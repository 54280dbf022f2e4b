//! Units to one program, with what the tools of proof folders do to it: functions that lose their bodies, and static functions that a
//! harness calls by another name.

use std::collections::BTreeSet;

use assay_source::{Diagnostic, SourceMap};

use crate::program::{DataModel, Function, Program};
use crate::tree::Unit;
use crate::{Elaborated, elaborate};

/// How units become a program.
#[derive(Clone, Debug)]
pub struct Linking {
    pub model: DataModel,
    /// Functions that return anything and change nothing.
    pub without_body: Vec<String>,
    /// Functions whose bodies are models of the library.
    pub library: BTreeSet<String>,
}

impl Linking {
    pub fn program(&self, units: &[Unit], map: &SourceMap) -> Result<Elaborated, Vec<Diagnostic>> {
        let mut elaborated = elaborate(units, self.model)?;
        let program = &mut elaborated.program;
        export_statics(program, map);
        for function in &mut program.functions {
            function.library |= self.library.contains(&function.name);
            if self.without_body.contains(&function.name) {
                function.body = None;
            }
        }
        Ok(elaborated)
    }
}

/// `goto-cc --export-file-local-symbols` lets other files call the static function `put` of `ring.c` by the name
/// `__CPROVER_file_local_ring_c_put`.
fn export_statics(program: &mut Program, map: &SourceMap) {
    let asked = program.functions.iter().enumerate().filter_map(|(at, f)| {
        let wanted = f.name.strip_prefix("__CPROVER_file_local_")?;
        let found = program.functions.iter().find(|other| {
            let same = other.ty.parameters.len() == f.ty.parameters.len();
            same && other.body.is_some() && exported(other, map) == wanted
        });
        f.body.is_none().then_some((at, found?.clone()))
    });
    let asked: Vec<(usize, Function)> = asked.collect();
    for (at, found) in asked {
        let name = std::mem::take(&mut program.functions[at].name);
        program.functions[at] = Function { name, ..found };
    }
}

/// `ring_c_put`
fn exported(function: &Function, map: &SourceMap) -> String {
    let path = map.file(function.span.file).name();
    let file = path.rsplit('/').next().unwrap_or(path);
    let file = file.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    // A second static function of the same name is linked by another one.
    let name = function.name.split('$').next().unwrap_or_default();
    format!("{file}_{name}")
}
