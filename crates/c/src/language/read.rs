//! Files to a typed program: preprocessing, parsing, models of library functions, elaboration.

use std::collections::BTreeSet;
use std::path::Path;

use assay_language::{Read, ReadRequest, Unread};
use assay_source::{Diagnostic, FileId};

use super::linking::Linking;
use super::model::{CModel, MAIN};
use super::options;
use super::plan::Plan;
use crate::mutate::unit_of;
use crate::program::{Program, Site};
use crate::project::same;
use crate::tree::Unit;
use crate::{Files, Origin, lex, library, parse, preprocess};

/// The texts of a program, and what they mean.
pub struct Sources {
    pub units: Vec<Unit>,
    /// How many of the units the user gave; models of library functions follow.
    pub own: usize,
    /// The units that are not under test: the harness and its stubs.
    pub proof: Vec<usize>,
    pub files: Vec<FileId>,
}

impl Sources {
    /// The unit of a site, and the token there.
    pub fn token(&self, site: Site) -> Option<(usize, u32)> {
        let mut token = site.0;
        for (at, unit) in self.units.iter().enumerate() {
            let count = unit.tokens.len() as u32;
            if token < count {
                return (at < self.own).then_some((at, token));
            }
            token -= count;
        }
        None
    }
}

pub fn read(mut request: ReadRequest<'_>) -> Read {
    let plan = Plan::of(&mut request)?;
    let mut warnings = plan.project.notes.clone();
    let (mut units, files) = parsed(&plan, &mut request)?;
    let mut linking = Linking {
        model: options::model(&plan.given),
        without_body: options::without_body(&plan.given),
        library: BTreeSet::new(),
    };
    let files = with_headers(files, &units);
    let own = units.len();
    let elaborated = linking.program(&units, request.map)?;
    let mut program = elaborated.program;
    warnings.extend(elaborated.warnings);
    linking.library = modelled(&program, &linking);
    if let Some(text) = library::models(&linking.library) {
        let tokens = lex("<library>", &text, request.map)?;
        units.push(parse(tokens)?);
        program = linking.program(&units, request.map)?.program;
    }
    if let Some(deadline) = request.limits.deadline
        && std::time::Instant::now() >= deadline
    {
        return Err(Unread::Stopped(Box::new(timeout())));
    }
    let sources = Sources {
        proof: proof(&plan, &units[..own]),
        units,
        own,
        files,
    };
    let (model, found) = CModel::new(sources, (program, linking), &plan, &request)?;
    warnings.extend(found);
    Ok((Box::new(model), warnings))
}

/// The trees of all files, and these files.
fn parsed(plan: &Plan, request: &mut ReadRequest<'_>) -> Result<(Vec<Unit>, Vec<FileId>), Unread> {
    let mut files = Files::new();
    let mut units = Vec::new();
    let mut named: Vec<FileId> = Vec::new();
    let mut faults: Vec<Diagnostic> = Vec::new();
    let reader = |path: &Path| -> std::io::Result<Vec<u8>> {
        let bytes = request.files.read(path);
        bytes.map_err(|error| std::io::Error::other(error.message.clone()))
    };
    for source in &plan.project.sources {
        // A file that cannot be read is told as for every language, before the compiler complains.
        request.files.read(&source.path)?;
        let (path, options) = (&source.path, &source.options);
        let tokens = match preprocess(path, options, request.map, &mut files, &reader) {
            Ok(tokens) => tokens,
            Err(found) => {
                faults.extend(found);
                continue;
            }
        };
        if let Some(file) = files.enter(&path.display().to_string(), request.map, &reader) {
            named.push(file.id);
        }
        match parse(tokens) {
            Ok(unit) => units.push(unit),
            Err(found) => faults.push(*found),
        }
    }
    if faults.is_empty() {
        Ok((units, named))
    } else {
        Err(faults.into())
    }
}

/// With the headers that are not the system's: mutants may be in them.
fn with_headers(mut files: Vec<FileId>, units: &[Unit]) -> Vec<FileId> {
    for token in units.iter().flat_map(|unit| &*unit.tokens) {
        let is_own = !token.system && token.origin != Origin::Made;
        if is_own && !files.contains(&token.span.file) {
            files.push(token.span.file);
        }
    }
    files
}

/// The units that are not under test: where the project does not say it, the one with the entry function. None if that leaves no other.
fn proof(plan: &Plan, units: &[Unit]) -> Vec<usize> {
    let (sources, under_test) = (&plan.project.sources, &plan.project.under_test);
    let is_named = |path: &Path| under_test.iter().any(|known| same(known, path));
    let of_project: Vec<usize> = (0..units.len())
        .filter(|&at| !is_named(&sources[at].path))
        .collect();
    if of_project.len() < units.len() {
        return of_project;
    }
    let entry = plan.entry.as_deref().unwrap_or(MAIN);
    let harness = unit_of(entry, units).filter(|_| units.len() > 1);
    harness.into_iter().collect()
}

pub fn timeout() -> Diagnostic {
    Diagnostic::error("C0302", "the time was over before the program was executed")
        .help("`--timeout SECS` gives it another limit")
}

/// Functions that nobody defines and that have a model.
fn modelled(program: &Program, linking: &Linking) -> BTreeSet<String> {
    let functions = program.functions.iter().filter(|f| f.body.is_none());
    let names = functions.map(|f| f.name.clone());
    names
        .filter(|name| library::has_model(name) && !linking.without_body.contains(name))
        .collect()
}
