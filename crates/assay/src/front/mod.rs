//! The front ends: one module for each language, behind two traits. Commands know nothing of a language beyond them.

mod lustre;
mod netlist;
mod words;

use assay_cover::Interpreter;
use assay_netlist::btor2;
use assay_netlist::verilog::Unreset;
use assay_source::{Diagnostic, FileId, SourceMap, Span};
use assay_system::{Certificate, Change, Mutants, OperatorRole, Replay, System, Trace, VarKind};

use crate::args::{CircuitArgs, ModelArgs};
use crate::yosys::Limits;

/// A model with warnings and notes, or why there is none.
pub type Read = Result<(Box<dyn Front>, Vec<Diagnostic>), Unread>;

pub enum Unread {
    /// What is wrong with the text.
    Faulty(Vec<Diagnostic>),
    /// Reading took too long, or somebody ended it.
    Stopped(Box<Diagnostic>),
}

impl From<Vec<Diagnostic>> for Unread {
    fn from(faults: Vec<Diagnostic>) -> Unread {
        Unread::Faulty(faults)
    }
}

impl From<Box<Diagnostic>> for Unread {
    fn from(fault: Box<Diagnostic>) -> Unread {
        Unread::Faulty(vec![*fault])
    }
}

/// A model that was read without errors.
pub trait Front {
    /// What reports show first.
    fn file(&self) -> FileId;

    /// Whether [`CircuitArgs`] mean something.
    fn is_circuit(&self) -> bool {
        false
    }

    /// What can be asked about, by name: the nodes of a Lustre file.
    fn parts(&self) -> Vec<String>;

    /// Those of the parts that are meant where the user names none.
    fn mains(&self) -> Vec<usize>;

    /// The transition system of one part.
    fn subject(&self, part: usize) -> Result<Box<dyn Subject>, Box<Diagnostic>>;

    /// The part with its mutants.
    fn mutants(&self, part: usize, breaks: &Breaks) -> Result<Mutants, MutantsError>;

    /// What runs these mutants in the language's own terms, where it can.
    fn interpreter(
        &self,
        _part: usize,
        _breaks: &Breaks,
    ) -> Result<Option<Box<dyn Interpreter + '_>>, MutantsError> {
        Ok(None)
    }

    /// The text of the one mutant as a model of its own. The error says why the language cannot express it.
    fn written(&self, part: usize, breaks: &Breaks, mutants: &Mutants) -> Result<String, String>;

    /// The same as BTOR2, where the model is a circuit.
    fn written_as_btor2(&self, mutants: &Mutants) -> Option<Result<String, String>> {
        self.is_circuit().then(|| btor2::compose(&alone(mutants)?))
    }

    /// The text of a model with a comment of one line.
    fn remarked(&self, text: &str, remark: &str) -> String;

    /// Every mutator: its name, what it does, and one line for people.
    fn operators(&self) -> Vec<(&'static str, OperatorRole, &'static str)>;

    /// What a person wrote around a span: the whole equation or assertion.
    fn whole(&self, span: Span) -> Option<Span>;

    /// Where nothing is changed inside, because it is too large.
    fn too_large(&self) -> Vec<Span> {
        vec![]
    }

    /// A reset that nobody assumed and that this violated property may be about.
    fn unreset(
        &self,
        _system: &System,
        _property: usize,
        _trace: Option<&Trace>,
    ) -> Option<Unreset> {
        None
    }

    /// What of the model was taken for specification without being marked as such.
    fn specification(&self) -> Vec<String> {
        vec![]
    }
}

/// The system that the one mutant is, without what only others read.
pub fn alone(mutants: &Mutants) -> Result<System, String> {
    let patch = match &mutants.mutants[0].change {
        Change::Patch(patch) => patch,
        Change::Invalid(why) => return Err(why.clone()),
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

/// What is to be broken, and how.
#[derive(Clone, Debug)]
pub struct Breaks {
    /// Names and groups of mutators, separated by commas.
    pub mutators: String,
    pub circuit: CircuitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Aiger,
    Btor2,
    Verilog,
    Lustre,
}

/// What the file's name ends with; AIGER is known by its first word too, and Lustre is what is left.
fn language(args: &ModelArgs, bytes: &[u8]) -> Language {
    if args.files.is_empty() {
        return Language::Verilog;
    }
    let extension = args.file().extension().map(|e| e.to_ascii_lowercase());
    let extension = extension.as_ref().and_then(|e| e.to_str()).unwrap_or("");
    let aiger = bytes.starts_with(b"aag ") || bytes.starts_with(b"aig ");
    match extension {
        "aag" | "aig" => Language::Aiger,
        "btor2" | "btor" => Language::Btor2,
        "sv" | "v" | "sby" => Language::Verilog,
        "lus" => Language::Lustre,
        _ if aiger => Language::Aiger,
        _ => Language::Lustre,
    }
}

/// How a property is written in the language of this file.
pub fn how_to_state(args: &ModelArgs, bytes: &[u8]) -> &'static str {
    match language(args, bytes) {
        Language::Lustre => {
            "in Lustre, name a Boolean variable of the main node: `--%PROPERTY ok;`"
        }
        Language::Verilog => {
            "in Verilog, assert a condition in the top module: `always @(posedge clk) assert (count <= 9);`"
        }
        Language::Btor2 => "in BTOR2, a property is a line `N bad M`: node M must never be true",
        Language::Aiger => {
            "in AIGER, a property is an output, or a bad state of AIGER 1.9 (`B` in the header): it must never be true"
        }
    }
}

/// Reads a model. What was said about another language is refused: it would change nothing.
pub fn load(map: &mut SourceMap, args: &ModelArgs, bytes: &[u8], limits: Limits) -> Read {
    let language = language(args, bytes);
    for (given, about, flag) in [
        (args.top.is_some(), Language::Verilog, "--top"),
        (args.clock.is_some(), Language::Verilog, "--clock"),
        (args.reset.is_some(), Language::Verilog, "--reset"),
        (!args.lists.is_empty(), Language::Verilog, "-f"),
        (!args.lists_beside.is_empty(), Language::Verilog, "-F"),
        (!args.includes.is_empty(), Language::Verilog, "-I"),
        (!args.defines.is_empty(), Language::Verilog, "-D"),
        (!args.parameters.is_empty(), Language::Verilog, "--param"),
        (args.task.is_some(), Language::Verilog, "--task"),
        (args.dialect.is_some(), Language::Lustre, "--dialect"),
    ] {
        if given && language != about {
            let path = args.file().display();
            let message =
                format!("`{flag}` is about {about:?}, and `{path}` is read as {language:?}");
            let error = Diagnostic::error("A0014", message);
            return Err(vec![error.help(format!("leave `{flag}` out"))].into());
        }
    }
    if let (Some(second), true) = (args.files.get(1), language != Language::Verilog) {
        let message = format!(
            "`{}` is a second file, and a model in {language:?} is one file",
            second.display()
        );
        let error = Diagnostic::error("A0023", message);
        return Err(vec![error.help("only Verilog is read from several files")].into());
    }
    match language {
        Language::Aiger => netlist::load_aiger(map, args.file(), bytes),
        Language::Btor2 => words::load_btor2(map, args.file(), bytes),
        Language::Verilog => words::load_verilog(map, args, limits),
        Language::Lustre => lustre::load(map, args, bytes),
    }
}

/// One part of a model as a system, and how the language itself would run it.
pub trait Subject {
    fn system(&self) -> &System;

    /// The system with equal calls as one, where the language has calls.
    fn merged(&self) -> Option<System> {
        None
    }

    /// Runs a trace in the language's own terms: whether the property is violated at its end, or why the trace is no
    /// execution.
    fn violates(&self, trace: &Trace, property: usize) -> Result<bool, String>;

    /// Who replays: what a result names as the checker of a trace.
    fn replayer(&self) -> &'static str;

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

pub enum MutantsError {
    /// There is no such mutator; what there is.
    UnknownMutator(String, Vec<&'static str>),
    Refused(Box<Diagnostic>),
}
