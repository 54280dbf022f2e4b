//! SMV as a language of the tool: the main module is the one part, the interpreter replays.

mod mutants;
mod simulate;

use std::sync::Arc;

use assay_language::{
    Breaks, Inputs, Language, MutantsError, Mutated, Mutator, PathLength, Problem, Read,
    ReadRequest, Run, SimulateError, with_stack,
};
use assay_source::{Diagnostic, FileId, SourceFile, Span};
use assay_system::{Change, Formula, Mutants, Replayer, System};
use rustc_hash::FxHashMap;

use crate::elaborate::{Flat, MAIN, elaborate, warnings};
use crate::lower::{Compute, Lowered, lower};
use crate::mutate::{Offer, apply};
use crate::replayer::ModelReplayer;
use crate::syntax::printer::print_tree;
use crate::tree::{Extreme, SectionKind, Tree};
use crate::{STACK, parse};
use mutants::{Original, Selection};

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
        let mutator = |o: &crate::mutate::Operator| Mutator {
            name: o.name,
            role: o.role,
            says: o.says,
        };
        crate::mutate::operators().map(mutator).collect()
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
        let (tree, mut diagnostics) = parse(&file);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        let (flat, lowered, warned) = with_stack(STACK, || {
            let flat = elaborate(&tree, &file)?;
            let lowered = lower(&flat);
            let warned = warnings(&tree, &file, &flat);
            Ok::<_, Vec<Diagnostic>>((flat, lowered, warned))
        })?;
        diagnostics.extend(warned);
        let model = SmvModel {
            file,
            tree,
            flat: Arc::new(flat),
            lowered: Arc::new(lowered),
        };
        Ok((model, diagnostics))
    }

    fn original(&self) -> Original<'_> {
        Original {
            file: &self.file,
            tree: &self.tree,
            flat: &self.flat,
            lowered: &self.lowered,
        }
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

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        let selection = selection(breaks)?;
        let wanted = |id: &str| breaks.only.as_ref().is_none_or(|only| only.contains(id));
        let mutants = with_stack(STACK, || self.original().mutants(&selection, wanted));
        let offers = self.original().offers(&selection);
        let offers: FxHashMap<String, Offer> = offers.into_iter().collect();
        let change = move |id: &str| {
            let offer = offers.get(id)?;
            with_stack(STACK, || self.original().elaborated(offer).ok())
        };
        let (flat, lowered) = (self.flat.clone(), self.lowered.clone());
        let replayer = ModelReplayer::new(flat, lowered, Some(Box::new(change)));
        Ok(Mutated {
            mutants,
            replayer: Some(Box::new(replayer)),
        })
    }

    fn written(
        &self,
        _part: usize,
        breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        let mutant = &mutants.mutants[0];
        if let Change::Invalid(why) = &mutant.change {
            return Err(why.clone());
        }
        let selection = Selection::parse(&breaks.mutators).map_err(|(word, _)| word)?;
        let offers = self.original().offers(&selection);
        let mut offers = offers.into_iter().filter(|(id, _)| *id == mutant.id);
        let (_, offer) = offers.next().ok_or("there is no such mutant")?;
        let text = print_tree(&apply(&self.tree, &offer));
        Ok(format!("-- {remark}\n{text}"))
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

fn selection(breaks: &Breaks) -> Result<Selection, MutantsError> {
    Selection::parse(&breaks.mutators)
        .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))
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

    fn path_lengths(&self) -> Vec<PathLength> {
        let computes = self.model.lowered.computes.iter();
        let length = |compute: &Compute| PathLength {
            name: compute.name.clone(),
            longest: compute.extreme == Extreme::Max,
            from: Formula::Atom(compute.from),
            to: Formula::Atom(compute.to),
            span: compute.span,
        };
        computes.map(length).collect()
    }
}
