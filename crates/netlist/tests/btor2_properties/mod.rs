//! What holds of BTOR2 whatever the text: it is refused with a place, or it is a model that writing keeps and that its
//! lowering does as the interpreter of the tree does.
#![allow(dead_code, reason = "each test uses a part")]

use assay_netlist::aiger::{Cut, Nodes, Options};
use assay_netlist::btor2::{LineId, Loaded, Lowered, Model, Run, Sort, load, lower, parse, print};
use assay_source::SourceMap;
use assay_system::{Random, execute};
use assay_term::{ArrayValue, Bits, Evaluator, Functions, Value};

/// Steps of an execution.
pub const LENGTH: usize = 4;

/// Models with more bits than this in all their lines are read and written but not run.
const MAX_BITS: u64 = 1 << 14;

/// Any text is answered. `write` is the writer, which may have a bug on purpose.
pub fn reading_is_sound(text: &str, write: impl Fn(&Model) -> String) {
    let mut map = SourceMap::new();
    let id = map.add_text("any", text);
    let (model, diagnostics) = parse(map.file(id));
    assert!(model.lines.len() <= text.lines().count());
    for diagnostic in &diagnostics {
        match diagnostic.span {
            Some(span) => assert!(span.end as usize <= text.len(), "{diagnostic:?}"),
            None => assert_eq!(diagnostic.code, "N0199"),
        }
    }
    if !diagnostics.is_empty() {
        return;
    }
    let written = write(&model);
    let again = loaded(&written);
    assert_eq!(again.model, model, "{written}");
    let bits = |line: LineId| match model.sort(line) {
        Some(Sort::Bits(width)) => u64::from(width),
        Some(Sort::Array { index, element }) => u64::from(index + element),
        None => 0,
    };
    if model.ids().map(bits).sum::<u64>() > MAX_BITS {
        return;
    }
    for (nodes, cut) in [(Nodes::All, Cut::Next), (Nodes::Registers, Cut::Output)] {
        let lowered = lower(&again, Options { nodes, cut });
        agree(&again, &lowered, LENGTH, |line, step| {
            value(&model, line, step, 7)
        });
    }
}

pub fn loaded(text: &str) -> Loaded {
    let mut map = SourceMap::new();
    let id = map.add_text("random", text);
    match load(map.file(id)) {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{text}\n{errors:?}"),
    }
}

/// A node of one bit is Boolean in the system.
fn as_bits(value: Value) -> Value {
    match value {
        Value::Bool(b) => Bits::new(1, u32::from(b)).into(),
        other => other,
    }
}

pub fn as_sort(value: Value, sort: assay_term::Sort) -> Value {
    match (sort, &value) {
        (assay_term::Sort::Bool, Value::Bits(bits)) => Value::Bool(bits.bit(0)),
        _ => value,
    }
}

/// Both do the same for `length` steps, where `choose` gives what is left open.
pub fn agree(
    loaded: &Loaded,
    lowered: &Lowered,
    length: usize,
    choose: impl Fn(LineId, usize) -> Value,
) {
    let model = &loaded.model;
    let mut run = Run::new(model);
    for step in 0..length {
        run.step(|line| choose(line, step));
    }
    let system = &lowered.system;
    let trace = execute(system, length, Functions::default(), |var, step| {
        let line = |vars: &[Option<_>]| vars.iter().position(|v| *v == Some(var));
        let (line, step) = match (line(&lowered.vars), line(&lowered.feeds)) {
            (Some(line), _) => (line, step),
            (None, Some(line)) => (line, step + 1),
            // When a loop begins is no line's business.
            (None, None) if lowered.justice.is_some() => {
                return Value::default_of(system.sort(var));
            }
            (None, None) => panic!("{} is open", system.var(var).name),
        };
        as_sort(choose(LineId(line as u32), step), system.sort(var))
    })
    .unwrap();
    for step in 0..length {
        let mut evaluator = Evaluator::new(&system.pool, &trace.steps[step], &trace.functions);
        for id in model.ids() {
            if let Some(term) = lowered.terms[id.index()] {
                let ours = as_bits(evaluator.eval(term).unwrap());
                let theirs = run.steps()[step][id.index()].clone();
                let line = &model.line(id);
                assert_eq!(
                    Some(ours),
                    theirs,
                    "step {step}, line {}\n{}",
                    line.id,
                    print(model)
                );
            }
        }
    }
}

/// A value for a line that is left open at a step, any but always the same.
pub fn value(model: &Model, line: LineId, step: usize, seed: u64) -> Value {
    let mut numbers = Random::new(seed ^ (u64::from(line.0) << 32) ^ ((step as u64) << 1));
    let mut random = || numbers.bits();
    let mut word = |width: u32| {
        let wide = (u128::from(random()) << 64) | u128::from(random());
        // Small numbers and their opposites meet special cases more often.
        match random() % 4 {
            0 => Bits::new(width, random() % 3),
            1 => Bits::new(width, u128::MAX - u128::from(random() % 2)),
            _ => Bits::new(width, wide),
        }
    };
    match model.sort(line).expect("an open line has a sort") {
        Sort::Bits(width) => word(width).into(),
        Sort::Array { index, element } => {
            let default = word(element);
            let entries: Vec<_> = (0..2).map(|_| (word(index), word(element))).collect();
            ArrayValue::new(index, default, entries).into()
        }
    }
}
