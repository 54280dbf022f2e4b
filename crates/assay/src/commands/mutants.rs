//! `assay mutants`: the list, nothing run.

use assay_report::{ListedMutant, MutantsResult, document, mutants_to_json, mutants_to_text};
use assay_source::SourceFile;
use assay_system::{Change, Mutant, Mutants};
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::args::{BreakArgs, EngineArgs, ModelArgs, MutantsArgs};
use crate::engines::Selection as Wanted;
use crate::exit::Exit;
use crate::input::Loaded;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::provenance::Solvers;
use crate::yosys::Limits;

pub fn run(args: &MutantsArgs, output: Output) -> Result<Exit, Stop> {
    list(&args.model, &args.breaks, output)
}

/// What `assay cover --list` does too.
pub fn list(model: &ModelArgs, args: &BreakArgs, output: Output) -> Result<Exit, Stop> {
    let limits = Limits {
        deadline: None,
        stop: &on_interrupt(),
    };
    let mut loaded = Loaded::new(model, limits, output)?;
    loaded.say_specification();
    let main = loaded.only_main()?;
    let mutants = loaded.mutants(main, &args.breaks())?;
    let file = loaded.file();
    let mut options = Map::new();
    options.insert("mutators".into(), Value::from(args.mutators.as_str()));
    let result = MutantsResult {
        header: header(&loaded, &[main], options, Solvers::NONE),
        mutants: mutants.mutants.iter().map(|m| listed(file, m)).collect(),
    };
    output.result(&match output.json() {
        true => document(&mutants_to_json(&result)),
        false => mutants_to_text(&result, output.style()),
    })?;
    Ok(Exit::Holds)
}

/// Keeps only the properties that were asked for. The others stay specification: their equations are not mutated.
pub fn keep_asked(mutants: &mut Mutants, args: &EngineArgs) -> Result<(), Stop> {
    let mut wanted = Wanted::new(args);
    let system = &mut mutants.system;
    let asked = wanted.pick(system, "");
    wanted.all_met()?;
    let mut index = 0;
    system.properties.retain(|_| {
        index += 1;
        asked.contains(&(index - 1))
    });
    Ok(())
}

fn listed(file: &SourceFile, m: &Mutant) -> ListedMutant {
    let (start, end) = (file.start(m.span), file.position(m.span.end as usize));
    ListedMutant {
        id: m.id.clone(),
        operator: m.operator.to_string(),
        element: m.element.clone(),
        fingerprint: m.fingerprint.clone(),
        line: m.line,
        column: m.column,
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        original: m.original.clone(),
        replacement: m.replacement.clone(),
        invalid: match &m.change {
            Change::Invalid(why) => Some(why.clone()),
            Change::Patch(_) => None,
        },
    }
}
