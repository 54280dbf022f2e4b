//! Netlists as languages of the tool: AIGER, BTOR2 and Verilog. The circuit is the one part.

mod aiger;
mod simulate;
mod verilog;
mod words;
mod yosys;

use std::path::Path;

use assay_language::{Breaks, Given, MutantsError, Mutator, OptionSpec, Scope};
use assay_system::{Change, Mutants, System, VarKind};

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

/// Gates are elements only where they are asked for: they would all stand in the table of a register.
fn with_gates(breaks: &Breaks) -> Option<Breaks> {
    if breaks.given.flag(NODES.long) {
        return None;
    }
    let mut more = breaks.clone();
    more.given.set(NODES.long, vec!["all".into()]);
    Some(more)
}

fn mutators() -> Vec<Mutator> {
    let mutator = |o: &crate::mutate::Operator| Mutator {
        name: o.name,
        role: o.role,
        says: o.says,
    };
    OPERATORS.iter().map(mutator).collect()
}

/// What to try where a circuit's own language cannot express a mutant.
const AS_BTOR2: &str = "`--output FILE.btor2` writes the circuit with the change as BTOR2";

/// The circuit that the one mutant is, as BTOR2. None for other formats.
fn written_as(extension: &str, mutants: &Mutants, remark: &str) -> Option<Result<String, String>> {
    let text = || Ok(format!("; {remark}\n{}", btor2::compose(&alone(mutants)?)?));
    matches!(extension, "btor2" | "btor").then(text)
}

/// The system that the one mutant is, without what only others read.
fn alone(mutants: &Mutants) -> Result<System, String> {
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

/// What a circuit is called where its language has no name for it: the file's name without its ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| path.display().to_string())
}
