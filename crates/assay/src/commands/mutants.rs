//! `assay mutants`: the list, nothing run; or one mutant as a model of its own.

use std::path::Path;

use assay_report::{
    Header, ListedMutant, MutantsResult, document, mutants_to_json, mutants_to_text,
};
use assay_source::Diagnostic;
use assay_system::{Change, Mutant, Mutants};
use serde_json::{Map, Value};

use super::one::named;
use super::{Stop, header};
use crate::args::{BreakArgs, EngineArgs, ModelArgs, MutantsArgs};
use crate::document::Files;
use crate::engines::Selection as Wanted;
use crate::exit::Exit;
use crate::files;
use crate::front::Front;
use crate::input::Loaded;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::provenance::Solvers;
use crate::yosys::Limits;

pub fn run(args: &MutantsArgs, output: Output) -> Result<Exit, Stop> {
    match &args.write {
        Some(id) => write_one(args, id, output),
        None => list(&args.model, &args.breaks, output),
    }
}

/// Writes one mutant as a model of its own, so that its verdict can be checked by other tools.
fn write_one(args: &MutantsArgs, id: &str, output: Output) -> Result<Exit, Stop> {
    let limits = Limits {
        deadline: None,
        stop: &on_interrupt(),
    };
    let loaded = Loaded::new(&args.model, limits, output)?;
    let main = loaded.only_main()?;
    let (breaks, mutants) = named(&loaded, main, args.breaks.circuit, id)?;
    let front = &*loaded.front;
    let wanted = args.output.as_deref().and_then(Path::extension);
    let as_btor2 = wanted.is_some_and(|e| e == "btor2" || e == "btor");
    let as_btor2 = as_btor2.then(|| front.written_as_btor2(&mutants)).flatten();
    let mutant = &mutants.mutants[0];
    let remark = remark(loaded.map.file(mutant.span.file).name(), mutant);
    let text = match as_btor2 {
        Some(text) => text.map(|text| format!("; {remark}\n{text}")),
        None => {
            let text = front.written(main, &breaks, &mutants);
            text.map(|text| front.remarked(&text, &remark))
        }
    };
    let text = text.map_err(|why| unwritable(front, id, &why))?;
    match &args.output {
        Some(path) => files::write(path, &text)?,
        None => output.result(&text)?,
    }
    Ok(Exit::Holds)
}

fn unwritable(front: &dyn Front, id: &str, why: &str) -> Stop {
    let message = format!("mutant `{id}` cannot be written as a model of its own: {why}");
    let error = Diagnostic::error("A0021", message);
    Stop::bad_input(match front.is_circuit() {
        true => error.help("`--output FILE.btor2` writes the circuit with the change as BTOR2"),
        false => error,
    })
}

/// What the text says about itself, in one line.
fn remark(path: &str, m: &Mutant) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let change = match m.replacement.as_str() {
        "" => format!("`{}` removed", one_line(&m.original)),
        new => format!("`{}` becomes `{}`", one_line(&m.original), one_line(new)),
    };
    format!("Mutant {} of {path}: {change}", m.id)
}

/// What `assay cover --list` does too.
pub fn list(model: &ModelArgs, args: &BreakArgs, output: Output) -> Result<Exit, Stop> {
    let limits = Limits {
        deadline: None,
        stop: &on_interrupt(),
    };
    let mut loaded = Loaded::new(model, limits, output)?;
    loaded.say_specification();
    loaded.say_too_large();
    let main = loaded.only_main()?;
    let mutants = loaded.mutants(main, &args.breaks())?;
    let files = Files::of(&loaded, &mutants);
    let mut options = Map::new();
    options.insert("mutators".into(), Value::from(args.mutators.as_str()));
    let header = header(&loaded, &[main], options, Solvers::NONE);
    let result = MutantsResult {
        header: Header {
            input: files.input(header.input),
            ..header
        },
        mutants: mutants.mutants.iter().map(|m| listed(&files, m)).collect(),
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

fn listed(files: &Files<'_>, m: &Mutant) -> ListedMutant {
    let file = files.file(m.span);
    let (start, end) = (file.start(m.span), file.position(m.span.end as usize));
    ListedMutant {
        id: m.id.clone(),
        operator: m.operator.to_string(),
        element: m.element.clone(),
        fingerprint: m.fingerprint.clone(),
        file: files.name(m.span),
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
