//! Netlists as languages of the tool: AIGER, BTOR2 and Verilog. The circuit is the one part.

mod aiger;
mod simulate;
mod verilog;
mod words;
mod yosys;

use std::path::Path;

use assay_language::{
    Breaks, Given, Model, MutantsError, Mutated, Mutator, OptionSpec, Problem, Scope,
};
use assay_source::{Diagnostic, FileId, Span};
use assay_system::{Change, Mutants, System, Trace, VarKind};

pub use aiger::AigerLanguage;
pub use verilog::VerilogLanguage;
pub use words::Btor2Language;

use crate::aiger::{Cut, Nodes, Options};
use crate::btor2;
use crate::mutate::{Grain, OPERATORS, Selection};

const NODES: OptionSpec = OptionSpec {
    choices: &["registers", "gates", "all"],
    scope: Scope::Mutants,
    ..OptionSpec::value(
        "nodes",
        "WHICH",
        "What is changed: registers (the default), gates, or both",
    )
};

const CUT: OptionSpec = OptionSpec {
    choices: &["next", "output"],
    scope: Scope::Mutants,
    ..OptionSpec::value(
        "cut",
        "WHERE",
        "Where a register is changed: `next` (the default) changes its next-state function and keeps its initial value; \
         `output` changes the value that is read, from the first step on",
    )
};

const BITS: OptionSpec = OptionSpec {
    scope: Scope::Mutants,
    ..OptionSpec::flag("bits", "Change each bit of a word alone")
};

/// A netlist that was read: what differs between the formats.
trait Netlist {
    /// The texts that places are in; the first is the one that the user named first.
    fn files(&self) -> Vec<FileId>;
    /// What the circuit is called.
    fn name(&self) -> &str;
    fn problem(&self) -> Box<dyn Problem + '_>;
    fn mutants(&self, breaks: &Breaks) -> Result<Mutants, MutantsError>;
    /// The circuit that the one mutant is, in its own format, with a comment of one line.
    fn written(&self, mutants: &Mutants, remark: &str) -> Result<String, String>;
    /// Registers that only assertions and assumptions read.
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

/// A netlist as a model: the circuit is its one part.
struct One<N>(N);

impl<N: Netlist> Model for One<N> {
    fn files(&self) -> Vec<FileId> {
        self.0.files()
    }

    fn parts(&self) -> Vec<String> {
        vec![self.0.name().to_string()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(self.0.problem())
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        Ok(Mutated {
            mutants: self.0.mutants(breaks)?,
            replayer: None,
        })
    }

    /// Gates are elements only where they are asked for: they would all stand in the table of a register.
    fn more_mutants(&self, breaks: &Breaks) -> Option<Breaks> {
        if breaks.given.flag(NODES.long) {
            return None;
        }
        let mut more = breaks.clone();
        more.given.set(NODES.long, vec!["all".into()]);
        Some(more)
    }

    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        self.0.written(mutants, remark)
    }

    /// Every circuit can be written as BTOR2.
    fn written_as(
        &self,
        extension: &str,
        mutants: &Mutants,
        remark: &str,
    ) -> Option<Result<String, String>> {
        matches!(extension, "btor2" | "btor").then(|| as_btor2(mutants, remark))
    }

    fn written_hint(&self) -> Option<&'static str> {
        Some("`--output FILE.btor2` writes the circuit with the change as BTOR2")
    }

    /// What a person wrote is the register or the gate.
    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
    }

    fn specification(&self) -> Vec<String> {
        self.0.specification()
    }

    fn advice(
        &self,
        system: &System,
        property: usize,
        trace: Option<&Trace>,
    ) -> Option<Diagnostic> {
        self.0.advice(system, property, trace)
    }
}

/// What is changed in a circuit: the options of every netlist.
const CIRCUIT: [OptionSpec; 3] = [NODES, CUT, BITS];

/// What the options say about elements.
fn options(given: &Given) -> Options {
    Options {
        nodes: match given.value(NODES.long) {
            Some("gates") => Nodes::Gates,
            Some("all") => Nodes::All,
            _ => Nodes::Registers,
        },
        cut: match given.value(CUT.long) {
            Some("output") => Cut::Output,
            _ => Cut::Next,
        },
    }
}

fn grain(given: &Given) -> Grain {
    if given.flag(BITS.long) {
        Grain::Bits
    } else {
        Grain::Words
    }
}

fn selection(breaks: &Breaks) -> Result<Selection, MutantsError> {
    Selection::parse(&breaks.mutators)
        .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))
}

fn mutators() -> Vec<Mutator> {
    let mutator = |o: &crate::mutate::Operator| Mutator {
        name: o.name,
        role: o.role,
        says: o.says,
    };
    OPERATORS.iter().map(mutator).collect()
}

/// The circuit that the one mutant is, as BTOR2.
fn as_btor2(mutants: &Mutants, remark: &str) -> Result<String, String> {
    Ok(format!("; {remark}\n{}", btor2::compose(&alone(mutants)?)?))
}

/// The system that the one mutant is, without what only others read.
fn alone(mutants: &Mutants) -> Result<System, String> {
    let patch = match &mutants.mutants[0].change {
        Change::Patch(patch) => patch,
        Change::Invalid(why) | Change::Unmade(why) => return Err(why.clone()),
    };
    let mut system = patch.apply(&mutants.system);
    let own = mutants.fresh(0);
    let mut other = Vec::new();
    for var in system.var_ids() {
        if var.index() >= mutants.fresh_from && !own.contains(&var) {
            other.push(var);
        }
    }
    // Variables keep their numbers: a wire that nothing reads is not written.
    let no = system.pool.bool(false);
    for var in other {
        system.vars[var.index()].kind = VarKind::Wire { def: no };
    }
    Ok(system)
}

/// What a circuit is called where its language has no name for it: the file's name without its ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| path.display().to_string())
}
