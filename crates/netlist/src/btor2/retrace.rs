//! Runs a trace of the lowered system on the tree, so that a counterexample does not depend on the lowering alone.

use assay_system::Trace;
use assay_term::{Bits, Value};

use super::{Kind, LineId, Lowered, Model, Run, Violated, Witness, replay};

/// Whether the property is violated by the trace on the model itself: a `bad` at some step with all constraints fulfilled up to the
/// trace's end, a justice property by the loop; or how the trace differs from the run of the model. `None` for a loop
/// that takes too long to run through, and where there is none.
pub fn violates(
    model: &Model,
    lowered: &Lowered,
    trace: &Trace,
    property: usize,
) -> Option<Result<bool, String>> {
    let claim = *lowered.claims.get(property)?;
    let Kind::Bad(bad) = model.line(claim).kind else {
        let witness = witness(model, lowered, trace, property)?;
        return Some(replay(model, &witness).map(|()| true));
    };
    let mut run = Run::new(model);
    for (step, values) in trace.steps.iter().enumerate() {
        run.step(|line| chosen(lowered, trace, line, step));
        for (line, var) in lowered.vars.iter().enumerate() {
            let Some(var) = var else { continue };
            let ours = run.steps()[step][line].clone();
            let theirs = values.get(var.index()).cloned().map(as_word);
            if ours != theirs {
                let id = model.line(LineId(line as u32)).id;
                return Some(Err(format!("line {id} has another value at step {step}")));
            }
        }
    }
    let steps = 0..trace.steps.len();
    let constraints = model.lines.iter().filter_map(|line| match line.kind {
        Kind::Constraint(arg) => Some(arg),
        _ => None,
    });
    let mut constraints = constraints.collect::<Vec<_>>().into_iter();
    let fulfilled = constraints.all(|arg| steps.clone().all(|step| run.holds(step, arg)));
    Some(Ok(
        fulfilled && steps.clone().any(|step| run.holds(step, bad))
    ))
}

/// The counterexample in the format's own words. `None` for a loop that takes too long to run through, and where there is none.
pub fn witness(
    model: &Model,
    lowered: &Lowered,
    trace: &Trace,
    property: usize,
) -> Option<Witness> {
    let claim = *lowered.claims.get(property)?;
    let is_bad = |line: &LineId| matches!(model.line(*line).kind, Kind::Bad(_));
    // Witnesses count properties of a kind in the order of their lines.
    let mut alike = model.ids().filter(|l| {
        if is_bad(&claim) {
            is_bad(l)
        } else {
            matches!(model.line(*l).kind, Kind::Justice(_))
        }
    });
    let number = alike.position(|l| l == claim)?;
    let choose = |line, step| chosen(lowered, trace, line, step);
    if is_bad(&claim) {
        let violated = Violated::Bad(number);
        return Some(Witness::of(model, violated, trace.len(), choose));
    }
    // At the step of the violation the state is the saved one.
    let fails = assay_system::replay(&lowered.system, trace).ok()?;
    let end = fails.property_fails[property]?;
    let save = lowered.justice?.save;
    let is_saved = |step: &usize| trace.value(*step, save) == &Value::Bool(true);
    let start = (0..end).find(is_saved)?;
    Witness::of_loop(model, number, (start, end), choose)
}

/// The value that the trace has for an input, or for a state that the model does not set at this step.
fn chosen(lowered: &Lowered, trace: &Trace, line: LineId, step: usize) -> Value {
    let fed = lowered.feeds[line.index()].filter(|_| step > 0);
    let value = match (fed, lowered.vars[line.index()]) {
        (Some(feed), _) => trace.steps[step - 1].get(feed.index()),
        (None, Some(var)) => trace.steps[step].get(var.index()),
        (None, None) => None,
    };
    as_word(value.cloned().unwrap_or(Value::Bool(false)))
}

/// A node of one bit is Boolean in the system.
fn as_word(value: Value) -> Value {
    match value {
        Value::Bool(bit) => Bits::new(1, u32::from(bit)).into(),
        value => value,
    }
}
