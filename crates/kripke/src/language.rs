//! Kripke structures as a language of the tool. The structure is the one part.

use std::path::Path;
use std::sync::OnceLock;

use assay_language::{
    Breaks, Inputs, Language, Model, MutantsError, Mutated, Mutator, Problem, Read, ReadRequest,
    Run, SimulateError,
};
use assay_source::{Diagnostic, FileId, SourceFile, Span};
use assay_system::{Mutant, Mutants, Replayer, System};
use rustc_hash::FxHashMap;

use crate::interpret::{Interpreter, simulate};
use crate::lower::{Lowered, lower};
use crate::mutate::{Edit, MUTATORS, Selection, edits, mutants};
use crate::print::{to_dot, to_text};
use crate::structure::Structure;
use crate::{dot, parse};

/// Explicit Kripke structures in a text format or in DOT.
pub struct KripkeLanguage;

impl Language for KripkeLanguage {
    fn name(&self) -> &'static str {
        "kripke"
    }

    fn title(&self) -> &'static str {
        "Kripke structures"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["kripke", "dot", "gv"]
    }

    fn recognises(&self, start: &[u8]) -> bool {
        std::str::from_utf8(start).is_ok_and(dot::is_dot)
    }

    fn part(&self) -> &'static str {
        "structure"
    }

    fn how_to_state(&self) -> &'static str {
        "a property is a line `SPEC NAME := FORMULA` with a formula of CTL, such as `AG (request -> AF reply)`"
    }

    fn mutators(&self) -> Vec<Mutator> {
        let mutator = |m: &crate::mutate::Mutator| Mutator {
            name: m.name,
            role: m.role,
            says: m.says,
        };
        MUTATORS.iter().map(mutator).collect()
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let path = request.only_path(self)?.to_path_buf();
        let bytes = request.files.read(&path)?;
        let file = request.map.add_bytes(&path.display().to_string(), &bytes)?;
        let file = request.map.file(file).clone();
        let (structure, warnings) = parse::read(&file)?;
        let model = KripkeModel {
            name: stem(&path),
            lowered: lower(&structure),
            structure,
            file,
            known: OnceLock::new(),
        };
        Ok((Box::new(model), warnings))
    }
}

/// What a structure is called: the file's name without its ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| path.display().to_string())
}

/// A structure that was read.
pub(crate) struct KripkeModel {
    name: String,
    file: SourceFile,
    pub structure: Structure,
    pub lowered: Lowered,
    /// What each mutant changes, by its id.
    known: OnceLock<FxHashMap<String, Edit>>,
}

impl KripkeModel {
    pub fn edit(&self, mutant: &Mutant) -> Option<Edit> {
        let known = self.known.get_or_init(|| {
            let everything = Selection::parse("all").expect("a group of mutators");
            let edits = edits(&self.structure, &everything);
            let mutants = self.mutants_of(&edits).mutants.into_iter();
            mutants.map(|m| m.id).zip(edits).collect()
        });
        known.get(&mutant.id).copied()
    }

    fn mutants_of(&self, edits: &[Edit]) -> Mutants {
        mutants(&self.structure, &self.lowered, &self.file, edits)
    }

    /// The structure that the one mutant is.
    fn changed(&self, mutants: &Mutants) -> Result<Structure, String> {
        let edit = mutants.mutants.first().and_then(|m| self.edit(m));
        let edit = edit.ok_or("there is no such change of the structure")?;
        let changed = edit.apply(&self.structure);
        changed.ok_or_else(|| "a label that holds or does not is no label of a structure".into())
    }
}

impl Model for KripkeModel {
    fn files(&self) -> Vec<FileId> {
        vec![self.file.id]
    }

    fn parts(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(Box::new(Whole(self.interpreter())))
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        let selection = Selection::parse(&breaks.mutators)
            .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))?;
        let edits = edits(&self.structure, &selection);
        Ok(Mutated {
            mutants: self.mutants_of(&edits),
            replayer: Some(Box::new(self.interpreter())),
        })
    }

    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        Ok(to_text(&self.changed(mutants)?, Some(remark)))
    }

    fn written_as(
        &self,
        extension: &str,
        mutants: &Mutants,
        remark: &str,
    ) -> Option<Result<String, String>> {
        let is_dot = matches!(extension, "dot" | "gv");
        is_dot.then(|| Ok(to_dot(&self.changed(mutants)?, Some(remark))))
    }

    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
    }
}

impl KripkeModel {
    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter {
            model: self,
            change: None,
        }
    }
}

struct Whole<'m>(Interpreter<'m>);

impl Problem for Whole<'_> {
    fn system(&self) -> &System {
        &self.0.model.lowered.system
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.0
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        simulate(self.0.model, inputs, seed, steps)
    }
}
