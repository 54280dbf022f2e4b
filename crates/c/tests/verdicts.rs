//! Each program in `programs/` fails in the checks that its header names and in no others, and the interpreter replays every failure.

mod cases;
mod opened;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_c::C;
use assay_language::{Given, Language, Model};
use assay_solver::{Answer, Questions, StopFlag};
use assay_source::{SourceMap, Span};
use assay_system::{Replayer, System, Trace, execute};
use assay_term::{Functions, TermId, Value, VarId};
use cases::{Program, programs, refusal};

/// The options of the header, and the entry function; None where a word is not an option of the language.
fn given(words: &[String]) -> Option<(Given, Option<String>)> {
    let specs = C.options();
    let mut given = Given::default();
    let mut entry = None;
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let (long, value) = match word {
            "--32" => ("model", Some("ILP32".to_string())),
            "--function" => {
                entry = words.next().map(str::to_string);
                continue;
            }
            "-D" => ("define", words.next().map(str::to_string)),
            _ => match word.strip_prefix("-D") {
                Some(define) => ("define", Some(define.to_string())),
                None => (word.strip_prefix("--")?, None),
            },
        };
        let spec = specs.iter().find(|spec| spec.long == long)?;
        let mut values = given.values(long).to_vec();
        if spec.value.is_some() {
            values.push(value.or_else(|| words.next().map(str::to_string))?);
        }
        given.set(long, values);
    }
    Some((given, entry))
}

/// An execution of the system on which the term is false.
fn violating(system: &System, questions: &mut Questions, term: TermId) -> Option<Trace> {
    // A term that is false whatever the inputs are leaves no assignment behind.
    let mut assignments = questions.assignments();
    assignments.push(vec![]);
    assignments.into_iter().find_map(|values| {
        let value = |var: VarId| match values.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(at) => values[at].1.clone(),
            Err(_) => Value::default_of(system.sort(var)),
        };
        let trace = execute(system, 1, Functions::default(), |var, _| value(var)).ok()?;
        let functions = Functions::default();
        let mut evaluator =
            assay_term::Evaluator::new(&system.pool, trace.steps[0].as_slice(), &functions);
        (evaluator.eval_bool(term) == Ok(false)).then_some(trace)
    })
}

/// `class@place` as a header says it.
fn place(program: &Program, map: &SourceMap, class: &str, span: Option<Span>) -> String {
    // The count of bits of zero is a matter of bounds to the header, as to CBMC's flags.
    let class = if class == "bit_count" {
        "bounds"
    } else {
        class
    };
    let Some(span) = span.filter(|_| class != "leak") else {
        return format!("{class}@end");
    };
    let file = map.file(span.file);
    let unit = program
        .units
        .iter()
        .position(|u| file.name().ends_with(u.to_str().unwrap_or("?")));
    let line = file.start(span).line;
    match unit {
        // Every program starts with its header: this is the place of what is in no file.
        Some(0) if line == 1 => format!("{class}@library"),
        Some(0) => format!("{class}@{line}"),
        Some(at) => {
            let name = program.units[at].file_name().unwrap_or_default();
            format!("{class}@{}:{line}", name.display())
        }
        None => format!("{class}@library"),
    }
}

/// A place of a header. Which function of the library it is differs: models share parts.
fn own_place(failure: &str) -> String {
    match failure.split_once('@') {
        Some((class, place)) if place != "end" && !place.contains(|c: char| c.is_ascii_digit()) => {
            format!("{class}@library")
        }
        _ => failure.to_string(),
    }
}

/// What fails, and what is wrong with how it fails.
fn failing(
    program: &Program,
    model: &dyn Model,
    map: &SourceMap,
) -> Result<BTreeSet<String>, String> {
    let problem = model.problem(0).map_err(|why| why.message.clone())?;
    let mut system = problem.system().clone();
    let mut questions = Questions::new(StopFlag::new());
    let mut failing = BTreeSet::new();
    for at in 0..system.properties.len() {
        let term = system.properties[at].term;
        let fails = system.pool.not(term);
        match questions.ask(&system.pool, fails, None) {
            Ok(Answer::Unsat) => continue,
            Ok(Answer::Sat) => {}
            other => return Err(format!("no answer: {other:?}")),
        }
        let property = &system.properties[at];
        let trace = violating(&system, &mut questions, term)
            .ok_or_else(|| format!("{} fails without an execution", property.name))?;
        let replayed = replayed(problem.replayer(), &trace, at);
        replayed.map_err(|why| format!("{}: {why}", property.name))?;
        let class = property.class.as_str();
        failing.insert(place(program, map, class, property.span));
    }
    Ok(failing)
}

fn replayed(replayer: &dyn Replayer, trace: &Trace, at: usize) -> Result<(), String> {
    let replayed = replayer.replay(trace, at)?;
    match (replayed.violated, replayed.by) {
        (true, "C interpreter") => Ok(()),
        (true, by) => Err(format!("replayed by the {by}")),
        (false, _) => Err("the interpreter does not see it fail".into()),
    }
}

/// Programs on which we say something else, and why.
const OTHERWISE: [(&str, &str); 10] = [
    (
        "everyday/sorted_insert_at_end.c",
        "what is read through a null pointer may be any pointer",
    ),
    (
        "floats/to_integer_overflow.c",
        "conversions from floating point are not checked",
    ),
    (
        "heap/freed_in_loop.c",
        "what is read after the end of an object may be any pointer",
    ),
    (
        "heap/overwritten_size.c",
        "the size is too large for the model of the heap",
    ),
    ("inputs/main_arguments.c", "the arguments of main are open"),
    (
        "library/compare_null.c",
        "what is read through a null pointer may be any text",
    ),
    (
        "pointers/overflow_check.c",
        "a pointer that leaves its object is not checked",
    ),
    (
        "primitives/precondition.c",
        "the place is that of the condition, and not of the call",
    ),
    (
        "primitives/readable_after_free.c",
        "arguments of primitives are not checked",
    ),
    (
        "strings/literal_write.c",
        "literals may be written, as in CBMC",
    ),
];

/// What is wrong with the verdicts of a program; false if its header needs a flag that is refused, and is.
fn wrong(program: &Program) -> Result<bool, String> {
    let header = program.header();
    let args = header.args.unwrap_or_default();
    let (given, entry) = given(&args).ok_or_else(|| format!("no options: {args:?}"))?;
    let mut map = SourceMap::new();
    let model = match opened::model(&program.units, &given, entry.as_deref(), &mut map) {
        Ok(model) => model,
        Err(why) if refusal(program).is_some_and(|r| why.contains(&r)) => return Ok(false),
        Err(why) => return Err(why),
    };
    let found = failing(program, model.as_ref(), &map)?;
    let expected: BTreeSet<String> = header
        .fails
        .iter()
        .flatten()
        .map(|f| own_place(f))
        .collect();
    let follows: BTreeSet<String> = header.follows.iter().map(|f| own_place(f)).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let more: Vec<_> = found
        .difference(&expected)
        .filter(|failure| !follows.contains(*failure))
        .collect();
    if missing.is_empty() && more.is_empty() {
        Ok(true)
    } else {
        Err(format!("missing {missing:?}, and more {more:?}"))
    }
}

#[test]
fn programs_fail_as_their_headers_say_and_failures_are_replayed() {
    let programs = programs();
    let next = AtomicUsize::new(0);
    let (wrongs, skipped) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match wrong(program) {
                        Ok(true) => {}
                        Ok(false) => skipped.lock().unwrap().push(program.name.clone()),
                        Err(why) => {
                            let known = OTHERWISE.iter().find(|(name, _)| *name == program.name);
                            match known {
                                Some((name, reason)) => println!("{name}: {why}: {reason}"),
                                None => wrongs
                                    .lock()
                                    .unwrap()
                                    .push(format!("{}: {why}", program.name)),
                            }
                        }
                    }
                }
            });
        }
    });
    let skipped = skipped.into_inner().unwrap();
    println!(
        "{} programs, flags are refused for {skipped:?}",
        programs.len()
    );
    let mut wrongs = wrongs.into_inner().unwrap();
    wrongs.sort();
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    let refused = programs.iter().filter(|p| refusal(p).is_some()).count();
    assert_eq!(skipped.len(), refused, "{skipped:?}");
}
