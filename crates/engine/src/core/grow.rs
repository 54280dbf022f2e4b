//! Makes the most of a counterexample without asking a solver: which further parts can be in force
//! while it still violates a property?
//!
//! Reference: [1] Liffiton, Previti, Malik, Marques-Silva: Fast, Flexible MUS Enumeration,
//! Constraints 2016 (an inadequate set is grown before its subsets are called explored). Deviation:
//! by execution, so the result need not be maximal. What drives the execution stays, parts are put
//! in force, and everything is computed anew.
//!
//! Parts are tried in halves: most of what a counterexample ignores is ignored by accident.

use assay_system::{Part, System, Trace, VarKind, execute, replay, without};
use assay_term::Evaluator;

use super::set::Set;

/// Most executions for one counterexample: each costs time in the size of the system.
const TRIES: usize = 200;

/// An execution that violates one of the properties with the parts `on` in force, and as many others
/// as are found, with all parts that it respects. None if `trace` does not drive one: it is no
/// counterexample with `on` in force.
pub(super) fn grow(
    system: &System,
    parts: &[Part],
    properties: &[usize],
    mut trace: Trace,
    on: &Set,
) -> Option<(Trace, Set)> {
    let mut set = respected(system, parts, &trace);
    if !on.is_subset(&set) {
        // What the property cannot see with these parts only was not computed.
        trace = with(system, parts, properties, &trace, on)?;
        set = respected(system, parts, &trace);
    }
    let mut chunks = vec![
        (0..parts.len())
            .filter(|&i| !set.contains(i))
            .collect::<Vec<_>>(),
    ];
    for _ in 0..TRIES {
        let Some(mut chunk) = chunks.pop() else {
            break;
        };
        chunk.retain(|&i| !set.contains(i));
        if chunk.is_empty() {
            continue;
        }
        let mut wanted = set.clone();
        wanted.extend(&chunk.iter().copied().collect());
        match with(system, parts, properties, &trace, &wanted) {
            Some(larger) => {
                set = respected(system, parts, &larger);
                trace = larger;
            }
            None if chunk.len() > 1 => {
                let half = chunk.split_off(chunk.len() / 2);
                chunks.extend([half, chunk]);
            }
            None => {}
        }
    }
    Some((trace, set))
}

/// The execution that `trace` drives when exactly the parts `on` are in force, if it violates a
/// property.
fn with(
    system: &System,
    parts: &[Part],
    properties: &[usize],
    trace: &Trace,
    on: &Set,
) -> Option<Trace> {
    let off = (0..parts.len()).filter(|&i| !on.contains(i));
    let reduced = without(system, off.map(|i| &parts[i]));
    let length = trace.steps.len();
    let driven = execute(&reduced, length, trace.functions.clone(), |v, step| {
        trace.steps[step][v.index()].clone()
    });
    let driven = driven.ok()?;
    let outcome = replay(&reduced, &driven).ok()?;
    let violates = properties.iter().any(|&p| outcome.violates(p));
    violates.then_some(driven)
}

/// The parts whose definitions and constraints hold at every step of the trace.
fn respected(system: &System, parts: &[Part], trace: &Trace) -> Set {
    let mut set = Set::all(parts.len());
    for values in &trace.steps {
        let mut here = Evaluator::new(&system.pool, values, &trace.functions);
        for (i, part) in parts.iter().enumerate() {
            let wires = part.wires.iter().all(|&w| match system.var(w).kind {
                VarKind::Wire { def } => here.eval(def).is_ok_and(|v| v == values[w.index()]),
                _ => false,
            });
            let constraints = part.constraints.iter();
            let mut holds = constraints.map(|&c| here.eval_bool(system.constraints[c].term));
            if !wires || holds.any(|h| h != Ok(true)) {
                set.remove(i);
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::{Functions, Value};
    use assay_testkit::Build;

    /// a = true, b = true, c = a and b; a is claimed.
    fn example() -> (System, Vec<Part>) {
        let mut system = System::new();
        let yes = system.pool.bool(true);
        let a = system.wire("a", yes);
        let b = system.wire("b", yes);
        let both = system.pool.and2(a, b);
        system.wire("c", both);
        system.claim(a);
        let parts = system.var_ids().map(|v| Part {
            name: system.var(v).name.clone(),
            wires: vec![v],
            constraints: vec![],
        });
        let parts = parts.collect();
        (system, parts)
    }

    fn trace(values: [bool; 3]) -> Trace {
        Trace {
            steps: vec![values.map(Value::Bool).to_vec()],
            functions: Functions::default(),
        }
    }

    #[test]
    fn what_the_violation_does_not_hang_on_is_put_in_force() {
        let (system, parts) = example();
        let ignored = trace([false, false, true]);
        let (grown, set) = grow(&system, &parts, &[0], ignored, &Set::default()).unwrap();
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(grown.steps, trace([false, true, false]).steps);
    }

    #[test]
    fn what_has_to_be_in_force_is_computed_or_refused() {
        let (system, parts) = example();
        let on = |i: usize| [i].into_iter().collect::<Set>();
        let (_, set) = grow(&system, &parts, &[0], trace([false; 3]), &on(1)).unwrap();
        assert!(set.contains(1) && !set.contains(0));
        assert!(grow(&system, &parts, &[0], trace([false; 3]), &on(0)).is_none());
    }
}
