//! `assay explain`: one mutant through the whole cascade, with its evidence.

use assay_report::document::{Document, Mutant, Verdict};
use assay_report::{mutant_to_text, pair_to_vcd, trace_to_vcd};
use assay_source::Diagnostic;
use assay_system::Mutants;

use super::cover::{Campaign, model_args, stop_and_clock};
use super::mutants::keep_asked;
use super::{Stop, header};
use crate::args::{ExplainArgs, KillersArg, NodesArg};
use crate::document::Run;
use crate::engines::{deadline, options_json};
use crate::exit::Exit;
use crate::files::write;
use crate::front::Breaks;
use crate::input::Loaded;
use crate::interrupt::Watching;
use crate::output::Output;
use crate::store;
use crate::yosys::Limits;

/// How many ids a hint names.
const HINTS: usize = 5;

pub fn run(args: &ExplainArgs, output: Output) -> Result<Exit, Stop> {
    let (stop, _clock) = stop_and_clock(&args.engine);
    let limits = Limits {
        deadline: deadline(&args.engine),
        stop: &stop,
    };
    let loaded = Loaded::new(&args.model, limits, output)?;
    let _watching = Watching::new();
    let main = loaded.only_main()?;
    let mut breaks = Breaks {
        mutators: "all".into(),
        circuit: args.circuit,
    };
    let mut mutants = loaded.mutants(main, &breaks)?;
    let known = mutants.mutants.iter().any(|m| m.id == args.mutant);
    if loaded.front.is_circuit() && args.circuit.nodes.is_none() && !known {
        // Only then: gates that are elements would all stand in the table of a register.
        breaks.circuit.nodes = Some(NodesArg::All);
        mutants = loaded.mutants(main, &breaks)?;
    }
    loaded.need_properties([&mutants.system])?;
    let mut mutants = only(mutants, &args.mutant)?;
    keep_asked(&mut mutants, &args.engine)?;
    let campaign = Campaign {
        engine: &args.engine,
        killers: KillersArg::All,
        effort: args.effort,
        explain: true,
        accuracy: None,
        budget_ratio: None,
        settle: None,
        iterate: false,
    };
    let store = store::open(&args.store, &loaded, main, output);
    let interpreter = loaded.interpreter(main, &breaks)?;
    let interpreter = interpreter.as_deref();
    let result = match campaign.run(&loaded, &mutants, interpreter, store, output, &stop)? {
        Ok(result) => result,
        Err(exit) => return Ok(exit),
    };
    let mut options = options_json(&args.engine);
    options.insert("mutant".into(), args.mutant.as_str().into());
    let document = Run {
        header: header(&loaded, &[main], options),
        loaded: &loaded,
        mutants: &mutants,
        result: &result,
        jobs: campaign.settings().jobs,
        model_args: model_args(&args.model, &args.circuit),
    }
    .document();
    let mutant = document
        .mutants
        .first()
        .ok_or_else(|| Stop::Bug("the mutant is gone".into()))?;
    output.result(&match output.json() {
        true => document.to_json(),
        false => mutant_to_text(&document, mutant, output.style()),
    })?;
    if let Some(file) = &args.vcd {
        match waves(&document, mutant) {
            Some(text) => write(file, &text)?,
            None => {
                let message = format!("{} has no execution to write", mutant.id);
                let none = Diagnostic::warning("A0112", message);
                output.diagnostics(&loaded.map, &[none]);
            }
        }
    }
    Ok(match mutant.verdict {
        Verdict::Unknown => Exit::Undecided,
        _ => Exit::Holds,
    })
}

fn waves(document: &Document, m: &Mutant) -> Option<String> {
    let top = document.input.mains.first().map_or("main", String::as_str);
    let signals = &document.signals;
    if let Some(d) = &m.difference {
        let (original, mutant) = (d.trace.view(signals), d.mutant_trace.view(signals));
        return Some(pair_to_vcd(&original, &mutant, top));
    }
    let excluded = m.excluded.as_ref().map(|e| &e.trace);
    let trace = m.trace.as_ref().or(excluded)?;
    Some(trace_to_vcd(&trace.view(signals), top))
}

/// The same model with this mutant alone.
fn only(mut mutants: Mutants, id: &str) -> Result<Mutants, Stop> {
    let all = &mutants.mutants;
    let Some(at) = all.iter().position(|m| m.id == id) else {
        let ids: Vec<&str> = all.iter().map(|m| m.id.as_str()).collect();
        return Err(unknown(id, &ids));
    };
    mutants.mutants = vec![mutants.mutants.swap_remove(at)];
    Ok(mutants)
}

fn unknown(id: &str, ids: &[&str]) -> Stop {
    let message = format!("there is no mutant `{id}`");
    let help = match ids.is_empty() {
        true => "the model has no mutants".to_string(),
        false => format!("the nearest are {}", nearest(id, ids).join(", ")),
    };
    Stop::bad_input(Diagnostic::error("A0011", message).help(help))
}

/// Ids at the nearest places; among those at one place, those of the same operator first.
fn nearest<'a>(id: &str, ids: &[&'a str]) -> Vec<&'a str> {
    let (line, column, operator) = parts(id);
    let mut ranked: Vec<&str> = ids.to_vec();
    ranked.sort_by_key(|other| {
        let (l, c, o) = parts(other);
        (
            l.abs_diff(line),
            c.abs_diff(column),
            o != operator,
            o.len().abs_diff(operator.len()),
        )
    });
    ranked.truncate(HINTS);
    ranked
}

/// `line:column:operator`; what is no number is far away.
fn parts(id: &str) -> (usize, usize, &str) {
    let mut words = id.splitn(3, ':');
    let number = |word: Option<&str>| word.and_then(|w| w.trim().parse().ok()).unwrap_or(0);
    let line = number(words.next());
    let column = number(words.next());
    (line, column, words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_near() {
        let ids = [
            "3:3:equal_true",
            "7:12:or2left",
            "7:12:or2xor",
            "7:20:const",
            "40:1:l2g",
        ];
        assert_eq!(
            nearest("7:12:or2right", &ids)[..2],
            ["7:12:or2left", "7:12:or2xor"]
        );
        assert_eq!(nearest("7:19:const", &ids)[0], "7:20:const");
        assert_eq!(nearest("nonsense", &ids).len(), 5);
        assert_eq!(nearest("", &[]), Vec::<&str>::new());
    }
}
