//! A specification that was read, and its modules as problems.

use std::sync::Arc;

use assay_language::{
    Animation, Breaks, Given, Inputs, Model, MutantsError, Mutated, Problem, Run, SimulateError,
};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Mutants, Replayer, System};

use super::scope::{scope_for, within};
use crate::animate::Session;
use crate::core::{Init, Machine};
use crate::lower::Style;
use crate::lower::replay::SpecReplayer;
use crate::lower::symbolic::{Symbolic, Terms};
use crate::lower::system::scoped;
use crate::syntax::{Name, Notation, ParagraphKind, Specification};
use crate::types::{Elaboration, Options, elaborate, modules};
use crate::with_deep_stack;

/// The codes of what cannot be asked of a specification.
pub mod code {
    /// A module without a state.
    pub const NO_STATE: &str = "Z0411";
    /// The state has more variables than the limits allow.
    pub const TOO_LARGE: &str = "Z0412";
    /// A command that specifications do not have yet.
    pub const NOT_YET: &str = "Z0413";
}

pub(super) struct SpecModel {
    spec: Specification,
    file: SourceFile,
    given: Given,
    /// Names of the modules, with their places.
    parts: Vec<(String, Option<Span>)>,
    main: usize,
}

impl SpecModel {
    /// The model, and what is wrong with names and types in any module.
    pub fn new(
        spec: Specification,
        file: SourceFile,
        stem: String,
        given: Given,
        part: Option<&str>,
    ) -> (SpecModel, Vec<Diagnostic>) {
        let summaries = modules(&spec);
        let mut parts: Vec<(String, Option<Span>)> = Vec::new();
        let mut main = 0;
        for summary in &summaries {
            let name = summary
                .name
                .as_ref()
                .map_or(stem.clone(), |name| name.to_string());
            let whole = spec.notation == Notation::Sum;
            if !summary.imported {
                main = parts.len();
            }
            parts.push((name, whole.then_some(summary.span)));
        }
        if parts.is_empty() {
            parts.push((stem, None));
        }
        let model = SpecModel {
            spec,
            file,
            given,
            parts,
            main,
        };
        let chosen = part.and_then(|name| model.parts.iter().position(|(other, _)| other == name));
        let found = elaborate(&model.spec, &model.options(chosen.unwrap_or(model.main)));
        (model, found.diagnostics)
    }

    fn options(&self, part: usize) -> Options {
        let named = self
            .spec
            .modules
            .get(part)
            .and_then(|module| module.name.as_ref());
        Options {
            module: named.map(|ident| ident.name.to_string()),
            state: self.given.value("state").map(str::to_string),
            init: self.given.value("init").map(str::to_string),
            operations: self.given.values("operation").to_vec(),
        }
    }

    fn elaborated(&self, part: usize) -> Result<Elaboration, Box<Diagnostic>> {
        let elaboration = elaborate(&self.spec, &self.options(part));
        match elaboration.diagnostics.iter().find(|d| d.is_error()) {
            Some(error) => Err(Box::new(error.clone())),
            None => Ok(elaboration),
        }
    }

    fn no_state(&self, part: usize) -> Box<Diagnostic> {
        let (name, span) = &self.parts[part];
        let error = Diagnostic::error(code::NO_STATE, format!("`{name}` has no state"));
        let error = span.map_or(error.clone(), |span| error.at(span));
        Box::new(match self.spec.notation {
            Notation::Sum => error.help("`--module NAME` chooses another module"),
            _ => error.help("`--state NAME` says which schema is the state"),
        })
    }

    /// A session with a part.
    fn session(&self, part: usize, texts: SourceMap) -> Result<Session, Box<Diagnostic>> {
        let elaboration = self.elaborated(part)?;
        let span = self.parts[part].1;
        let scope = scope_for(
            &elaboration.program,
            (&self.spec, span),
            &self.file,
            &self.given,
        )?;
        Session::new(elaboration.program, elaboration.names, scope, texts)
            .ok_or_else(|| self.no_state(part))
    }

    fn not_yet(what: &str) -> Box<Diagnostic> {
        let message = format!("{what} of a specification is not supported yet");
        let error = Diagnostic::error(code::NOT_YET, message);
        Box::new(error.help("`assay check` and `assay simulate` are"))
    }
}

impl Model for SpecModel {
    fn files(&self) -> Vec<FileId> {
        vec![self.file.id]
    }

    fn parts(&self) -> Vec<String> {
        self.parts.iter().map(|(name, _)| name.clone()).collect()
    }

    fn mains(&self) -> Vec<usize> {
        vec![self.main]
    }

    fn problem(&self, part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        let (name, span) = &self.parts[part];
        let program = Arc::new(self.elaborated(part)?.program);
        let conjectures = (!program.conjectures.is_empty()).then(|| stateless(name, *span));
        let Some(machine) = program.machine.clone().or(conjectures) else {
            return Err(self.no_state(part));
        };
        let scope = scope_for(&program, (&self.spec, *span), &self.file, &self.given)?;
        let machine = Arc::new(machine);
        let place = machine.span;
        let style = match self.spec.notation {
            Notation::Sum => Style::Beside,
            Notation::Latex | Notation::Unicode => Style::Included,
        };
        let scoped = with_deep_stack(|| {
            let terms = Terms::new(Default::default(), Default::default());
            let symbolic = Symbolic::new(program.clone(), scope.clone(), terms);
            scoped(symbolic, (machine, style), |used| {
                within(&program, &scope, used)
            })
        });
        let scoped = scoped.map_err(|refusal| {
            let span = if refusal.span.is_empty() {
                place
            } else {
                refusal.span
            };
            let error = Diagnostic::error(code::TOO_LARGE, refusal.to_string()).at(span);
            Box::new(error.help("a smaller scope may do: `--scope`, `--ints` and `--seq`"))
        })?;
        Ok(Box::new(SpecProblem {
            replayer: SpecReplayer {
                scoped: Arc::new(scoped),
                program,
                scope,
                style,
                file: self.file.clone(),
            },
        }))
    }

    fn mutants(&self, _part: usize, _breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        Err(MutantsError::Refused(SpecModel::not_yet(
            "breaking conjuncts",
        )))
    }

    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        _mutants: &Mutants,
        _remark: &str,
    ) -> Result<String, String> {
        Err("specifications have no mutants yet".into())
    }

    fn animation(
        &self,
        part: usize,
        texts: SourceMap,
    ) -> Option<Result<Box<dyn Animation + '_>, Box<Diagnostic>>> {
        let session = self.session(part, texts);
        Some(session.map(|session| Box::new(session) as Box<dyn Animation>))
    }

    /// The whole paragraph.
    fn whole(&self, span: Span) -> Option<Span> {
        let paragraphs = self
            .spec
            .modules
            .iter()
            .flat_map(|module| &module.paragraphs);
        let mut wholes = paragraphs.filter(|p| !matches!(p.kind, ParagraphKind::Fixity(_)));
        let whole = wholes.find(|p| p.at.0.start <= span.start && span.end <= p.at.0.end);
        whole.map(|paragraph| paragraph.at.0)
    }
}

/// A machine that does nothing, for conjectures without a state.
fn stateless(name: &str, span: Option<Span>) -> Machine {
    let span = span.unwrap_or_default();
    Machine {
        name: Name::new(name),
        span,
        state: vec![],
        invariant: vec![],
        invariant_after: vec![],
        init: Init {
            span,
            inputs: vec![],
            predicates: vec![],
        },
        operations: vec![],
        checks: vec![],
    }
}

struct SpecProblem {
    replayer: SpecReplayer,
}

impl Problem for SpecProblem {
    fn system(&self) -> &System {
        &self.replayer.scoped.system
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.replayer
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        with_deep_stack(|| super::simulate::simulate(&self.replayer, inputs, seed, steps))
    }
}
