//! A model that was read, its parts as problems, and its mutants.

use std::collections::{BTreeMap, BTreeSet};

use assay_source::{Diagnostic, FileId, SourceMap, Span};
use assay_system::{
    Certificate, Formula, Mutants, OperatorRole, Replay, Replayer, Role, System, Trace,
};
use assay_term::TermId;

use crate::opinion::nobody;
use crate::{Animation, Audit, Given, Opinion, OpinionRequest, PassingQuestion, Tied};

/// A model that was read without errors.
pub trait Model {
    /// The files that a place may be in; the first is the one that the user named first.
    fn files(&self) -> Vec<FileId>;

    /// What can be asked about, by name: the nodes of a Lustre file.
    fn parts(&self) -> Vec<String>;

    /// Those of the parts that are meant where the user names none.
    fn mains(&self) -> Vec<usize>;

    /// What is to be proved of one part.
    fn problem(&self, part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>>;

    /// The part with its mutants.
    fn mutants(&self, part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError>;

    /// Which executions of a mutant no check notices; `required` are conditions of the user on what is left at the end. None for a language
    /// without such executions: those of its models do not end.
    fn passing(
        &self,
        _part: usize,
        _breaks: &Breaks,
        _mutant: &str,
        _required: &[String],
    ) -> Option<Result<PassingQuestion<'_>, Box<Diagnostic>>> {
        None
    }

    /// Breaks that make more mutants than these, for a user who names a mutant that these do not make.
    fn more_mutants(&self, _breaks: &Breaks) -> Option<Breaks> {
        None
    }

    /// The text of the one mutant as a model of its own, with a comment of one line. The error says why the language cannot
    /// express it.
    fn written(
        &self,
        part: usize,
        breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String>;

    /// The same in another format, by the ending of the file's name. None where there is no such format.
    fn written_as(
        &self,
        _extension: &str,
        _mutants: &Mutants,
        _remark: &str,
    ) -> Option<Result<String, String>> {
        None
    }

    /// What to try where a mutant cannot be written.
    fn written_hint(&self) -> Option<&'static str> {
        None
    }

    /// Where these breaks change what states the properties, a harness: the breaks of what is judged by it.
    fn judged(&self, _breaks: &Breaks) -> Option<Breaks> {
        None
    }

    /// The model with the change of one mutant. None where the language has no such models.
    fn changed(
        &self,
        _breaks: &Breaks,
        _mutant: &str,
    ) -> Option<Result<Changed<'_>, Box<Diagnostic>>> {
        None
    }

    /// Mutants whose object code is that of the original or of an earlier mutant. None where the language is not compiled.
    fn same_code(
        &self,
        _breaks: &Breaks,
    ) -> Option<Result<BTreeMap<String, SameCode>, Box<Diagnostic>>> {
        None
    }

    /// Asks another tool about the same checks.
    fn second_opinion(&self, _request: &OpinionRequest<'_>) -> Result<Opinion, Box<Diagnostic>> {
        Err(nobody())
    }

    /// A session with the part; `texts` are those that the model was read from. None where models of the language are not animated.
    fn animation(
        &self,
        _part: usize,
        _texts: SourceMap,
    ) -> Option<Result<Box<dyn Animation + '_>, Box<Diagnostic>>> {
        None
    }

    /// What a person wrote around a span: the whole equation or assertion.
    fn whole(&self, span: Span) -> Option<Span>;

    /// Where nothing is changed inside, because it is too large.
    fn too_large(&self) -> Vec<Span> {
        vec![]
    }

    /// What of the model was taken for specification without being marked as such.
    fn specification(&self) -> Vec<String> {
        vec![]
    }

    /// What the user may have forgotten, where this violated property looks like it.
    fn advice(
        &self,
        _system: &System,
        _property: usize,
        _trace: Option<&Trace>,
    ) -> Option<Diagnostic> {
        None
    }
}

/// One part of a model as a system, and how the language itself would run it.
pub trait Problem: Sync {
    /// Inputs, states, claims, goals, elements, and within what it speaks for the model.
    fn system(&self) -> &System;

    /// The system with equal calls as one, where the language has calls.
    fn merged(&self) -> Option<System> {
        None
    }

    /// Runs executions in the language's own terms.
    fn replayer(&self) -> &dyn Replayer;

    /// What its assumptions may hide. None for a language whose executions do not end: there assumptions are constraints of the system.
    fn audit(&self) -> Option<Audit> {
        None
    }

    /// Assumptions that together keep every execution from the assertion at this place; none where something else does.
    fn kept_away_by(&self, _assertion: Span) -> Vec<Span> {
        vec![]
    }

    /// What it computes by name, for a user who ties an element of another model to it. `system` is a copy of the problem's own, in
    /// which terms may be made.
    fn outputs(&self, system: &mut System) -> Vec<(String, TermId)> {
        named_variables(system)
    }

    /// The lengths of paths that the model asks for.
    fn path_lengths(&self) -> Vec<PathLength> {
        vec![]
    }

    /// A counterexample for other tools, where the language has a format for it.
    fn witness(&self, _property: usize, _trace: &Trace) -> Option<Foreign> {
        None
    }

    /// A proof for other tools, where the language has a format for it, or why this one does not fit it.
    fn proof(&self, _certificate: &Certificate) -> Option<Result<Foreign, String>> {
        None
    }

    /// Runs the part on a table of inputs, random ones where it has none.
    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError>;
}

/// A question about the paths from states in which one formula holds to states in which another one does.
#[derive(Clone, Debug)]
pub struct PathLength {
    pub name: String,
    /// Whether the longest path is asked for, or the shortest.
    pub longest: bool,
    pub from: Formula,
    pub to: Formula,
    pub span: Span,
}

/// The variables that a person named, each with its term.
pub fn named_variables(system: &System) -> Vec<(String, TermId)> {
    let named = system.vars.iter().zip(system.var_ids());
    let named = named.filter(|(v, _)| v.role != Role::Internal);
    named
        .map(|(v, id)| (v.name.clone(), system.pool.var(id)))
        .collect()
}

/// What is to be broken, and how.
#[derive(Clone, Debug)]
pub struct Breaks {
    /// Names and groups of mutators, separated by commas.
    pub mutators: String,
    /// The language's own options.
    pub given: Given,
    /// What the user ties to expressions; only where the language takes them.
    pub tied: Vec<Tied>,
    /// Fingerprints of mutants that nobody asks about. A language may leave them out where making them is expensive.
    pub settled: BTreeSet<String>,
    /// Only these mutants, by id, are wanted: a language may save itself the work for others.
    pub only: Option<BTreeSet<String>>,
}

/// Whose object code a mutant has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SameCode {
    Original,
    /// Of an earlier one, by its id.
    Mutant(String),
}

/// A model with the change of one mutant.
pub struct Changed<'m> {
    pub model: Box<dyn Model + 'm>,
    /// Whether some execution comes to an assertion of the user.
    pub reaches: bool,
}

/// A part with its mutants, and what runs them in the language's own terms, where it can.
pub struct Mutated<'m> {
    pub mutants: Mutants,
    pub replayer: Option<Box<dyn Replayer + 'm>>,
}

pub enum MutantsError {
    /// There is no such mutator; what there is.
    UnknownMutator(String, Vec<&'static str>),
    Refused(Box<Diagnostic>),
}

/// One mutator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutator {
    pub name: &'static str,
    pub role: OperatorRole,
    /// One line for people.
    pub says: &'static str,
}

/// A file in the format of other tools.
pub struct Foreign {
    pub extension: &'static str,
    pub text: String,
}

/// Columns of inputs as they were typed.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub heading: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A run, and when properties and constraints of the system first fail on it.
pub struct Run {
    pub trace: Trace,
    pub fails: Replay,
}

pub enum SimulateError {
    /// The table does not fit the model.
    Inputs(String),
    /// The model cannot be run.
    Refused(Box<Diagnostic>),
}
