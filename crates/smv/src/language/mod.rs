//! SMV as a language of the tool: the main module is the one part, the interpreter replays.

mod simulate;

use std::sync::Arc;

use assay_language::{
    Breaks, Inputs, Language, MutantsError, Mutated, Mutator, Problem, Read, ReadRequest, Run,
    SimulateError,
};
use assay_source::{Diagnostic, FileId, SourceFile, Span};
use assay_system::{Mutants, Replayer, System};

use crate::elaborate::{Flat, MAIN, elaborate};
use crate::lower::{Compute, Lowered, lower};
use crate::replayer::ModelReplayer;
use crate::tree::{SectionKind, Tree};
use crate::{parse, with_deep_stack};

/// The language of NuSMV.
pub struct Smv;

impl Language for Smv {
    fn name(&self) -> &'static str {
        "smv"
    }

    fn title(&self) -> &'static str {
        "SMV"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["smv"]
    }

    fn part(&self) -> &'static str {
        "module"
    }

    fn how_to_state(&self) -> &'static str {
        "in SMV, write `CTLSPEC AG (request -> AF grant)`, or `INVARSPEC x < 5` for what holds in every state"
    }

    fn mutators(&self) -> Vec<Mutator> {
        vec![]
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let path = request.only_path(self)?;
        let bytes = request.files.read(path)?;
        let file = request.map.add_lossy(&path.display().to_string(), &bytes)?;
        let file = request.map.file(file).clone();
        let (model, notes) = SmvModel::read(file)?;
        Ok((Box::new(model), notes))
    }
}

/// A model that was read.
pub struct SmvModel {
    file: SourceFile,
    tree: Tree,
    flat: Arc<Flat>,
    lowered: Arc<Lowered>,
}

impl SmvModel {
    /// Reads the text of a file; with notes, or the faults.
    pub fn read(file: SourceFile) -> Result<(SmvModel, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (tree, diagnostics) = parse(&file);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let (flat, lowered) = with_deep_stack(|| {
            let flat = elaborate(&tree, &file)?;
            let lowered = lower(&flat);
            Ok::<_, Vec<Diagnostic>>((flat, lowered))
        })?;
        let model = SmvModel {
            file,
            tree,
            flat: Arc::new(flat),
            lowered: Arc::new(lowered),
        };
        Ok((model, diagnostics))
    }

    pub fn flat(&self) -> &Flat {
        &self.flat
    }

    pub fn system(&self) -> &System {
        &self.lowered.system
    }

    /// What `COMPUTE` asks for; the terms are of [`SmvModel::system`].
    pub fn computes(&self) -> &[Compute] {
        &self.lowered.computes
    }
}

impl assay_language::Model for SmvModel {
    fn files(&self) -> Vec<FileId> {
        vec![self.file.id]
    }

    fn parts(&self) -> Vec<String> {
        vec![MAIN.to_string()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(Box::new(Whole {
            replayer: ModelReplayer::new(self.flat.clone(), self.lowered.clone(), None),
            model: self,
        }))
    }

    fn mutants(&self, _part: usize, _breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        Ok(Mutated {
            mutants: Mutants {
                system: self.lowered.system.clone(),
                fresh_from: self.lowered.system.vars.len(),
                mutants: vec![],
                executions: vec![],
            },
            replayer: None,
        })
    }

    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        _mutants: &Mutants,
        _remark: &str,
    ) -> Result<String, String> {
        Err("there is no such mutant".into())
    }

    /// The whole assignment, definition or section.
    fn whole(&self, span: Span) -> Option<Span> {
        let sections = self.tree.modules.iter().flat_map(|m| &m.sections);
        let wholes = sections.flat_map(|section| match &section.kind {
            SectionKind::Assigns(assigns) => assigns.iter().map(|a| a.span).collect(),
            SectionKind::Defines(defines) => defines.iter().map(|d| d.span).collect(),
            _ => vec![section.span],
        });
        let mut wholes = wholes.filter(|w| w.start <= span.start && span.end <= w.end);
        wholes.next()
    }
}

/// The main module with all instances.
struct Whole<'m> {
    model: &'m SmvModel,
    replayer: ModelReplayer<'m>,
}

impl Problem for Whole<'_> {
    fn system(&self) -> &System {
        &self.model.lowered.system
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.replayer
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        let model = self.model;
        simulate::simulate(&model.flat, &model.lowered, inputs, seed, steps)
    }
}
