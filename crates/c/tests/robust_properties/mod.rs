//! What holds of any text, for the tests and for the fuzz targets: it is refused with a place, or what is made of it keeps its meaning.

pub mod broken;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use assay_c::bounded::{self, Feasible, Inputs, Possible, Stop, execute};
use assay_c::checks::Class;
use assay_c::interpret::{self, End, Run, Unwind};
use assay_c::program::{DataModel, Program, Site};
use assay_c::tree::Unit;
use assay_c::{Parentheses, elaborate, lex, parse, print};
use assay_source::{Diagnostic, SourceMap};
use assay_term::{Pool, TermId};

/// Iterations and calls of an execution.
const UNWIND: u32 = 3;

/// How long the bounded execution of one text may take.
const TIME: Duration = Duration::from_secs(2);

fn tree(text: &str) -> Result<Unit, Vec<Diagnostic>> {
    let tokens = lex("text.c", text, &mut SourceMap::new())?;
    parse(tokens).map_err(|fault| vec![*fault])
}

/// Errors have codes, and places inside the text.
fn faults_are_sound(text: &str, faults: &[Diagnostic]) {
    assert!(!faults.is_empty(), "refused without a reason");
    for fault in faults {
        assert!(!fault.code.is_empty() && !fault.message.is_empty());
        let span = fault
            .span
            .unwrap_or_else(|| panic!("no place: {}", fault.message));
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(
            start <= end && end <= text.len(),
            "{}: {span:?}",
            fault.message
        );
    }
}

/// Refused with a place, or a tree that printing and parsing again keeps.
pub fn parses_soundly(text: &str) -> Option<Unit> {
    let unit = match tree(text) {
        Ok(unit) => unit,
        Err(faults) => {
            faults_are_sound(text, &faults);
            return None;
        }
    };
    for parentheses in [Parentheses::Needed, Parentheses::All] {
        let printed = print(&unit, parentheses);
        match tree(&printed) {
            Ok(again) => assert!(again == unit, "another tree:\n{printed}"),
            // More parentheses are deeper, and there is a limit.
            Err(faults) if parentheses == Parentheses::All && faults[0].code == "C0012" => {}
            Err(faults) => panic!("{}\n{printed}", faults[0].message),
        }
    }
    Some(unit)
}

/// Refused with a place, or a program.
pub fn elaborates_soundly(text: &str, unit: Unit) -> Option<Program> {
    match elaborate(&[unit], DataModel::Lp64) {
        Ok(done) => Some(done.program),
        Err(faults) => {
            faults_are_sound(text, &faults);
            None
        }
    }
}

/// On inputs that are known nothing is asked.
struct Known;

impl Feasible for Known {
    fn possible(&mut self, _: &Pool, _: TermId) -> Possible {
        Possible::Unknown
    }
}

/// Executed on all inputs, a program gives terms or is refused; executed on inputs that are all 0, it fails in the checks in which it
/// fails when it is interpreted.
pub fn executes_soundly(text: &str, program: &Program) {
    let Some(entry) = program.find("main") else {
        return;
    };
    if program.function(entry).body.is_none() {
        return;
    }
    let mut options = bounded::Options::new(entry);
    options.unwind = Some(UNWIND);
    options.capacity = 16;
    let mut execute_with = |mut inputs: Inputs| {
        options.deadline = Some(Instant::now() + TIME);
        let mut pool = Pool::new();
        let done = execute(program, &options, &mut pool, &mut inputs, &mut Known);
        done.map(|outcome| (outcome, pool))
    };
    if let Err(Stop::Unsupported(fault)) = execute_with(Inputs::new()) {
        faults_are_sound(text, &[*fault]);
        return;
    }
    let Ok((outcome, pool)) = execute_with(Inputs::fixed(BTreeMap::new())) else {
        return;
    };
    let run = interpreted(program, &options);
    let limited = outcome.checks.iter().any(|c| {
        c.class == Class::Capacity && c.holds.iter().any(|&h| pool.as_bool(h) != Some(true))
    });
    if limited || matches!(run.end, End::TooLong | End::Unsupported(..)) {
        return;
    }
    let failing: BTreeSet<(Class, Site)> = outcome
        .checks
        .iter()
        .filter(|check| check.holds.iter().any(|&h| pool.as_bool(h) == Some(false)))
        .map(|check| (check.class, check.site))
        .collect();
    let seen: BTreeSet<(Class, Site)> = run.failures.iter().map(|f| (f.class, f.site)).collect();
    assert!(
        failing == seen,
        "fails boundedly {failing:?} and in the interpreter {seen:?}:\n{text}"
    );
}

fn interpreted(program: &Program, bounded: &bounded::Options) -> Run {
    let options = interpret::Options {
        checks: bounded.checks,
        malloc_may_fail: bounded.malloc_may_fail,
        max_steps: 50_000,
        unwind: Unwind {
            limit: Some(UNWIND),
            ..Unwind::default()
        },
        ..interpret::Options::new(bounded.entry)
    };
    interpret::run(program, &options, &BTreeMap::new())
}

/// All of it.
pub fn survives(text: &str) -> bool {
    let program = parses_soundly(text).and_then(|unit| elaborates_soundly(text, unit));
    if let Some(program) = &program {
        executes_soundly(text, program);
    }
    program.is_some()
}
