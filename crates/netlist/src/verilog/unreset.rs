//! Registers that start with any value although the design has an input that resets them: a property may be violated only because
//! the user has not assumed that reset.

use assay_system::{Cone, Stimulus, System, Trace, VarKind, replay};
use assay_term::{Sort, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::Reset;

/// A reset that the user has not assumed, and the registers that it would set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreset {
    pub reset: Reset,
    pub registers: Vec<String>,
}

/// The reset that is worth a try for a violated property. None if no input that is called one sets a register in its cone to a constant,
/// or if the counterexample stays one with that reset.
pub fn unreset(system: &System, property: usize, trace: Option<&Trace>) -> Option<Unreset> {
    let cone = Cone::of(system, &[system.properties[property].term]);
    let open = |v: &VarId| matches!(system.var(*v).kind, VarKind::State { init: None, .. });
    let registers: Vec<VarId> = cone.states(system).filter(open).collect();
    let inputs = system
        .var_ids()
        .filter(|v| cone.contains(*v) && is_called_reset(system, *v));
    let tried = inputs.flat_map(|input| [(input, false), (input, true)]);
    let set = tried.map(|(input, value)| {
        let set = set_by(system, &cone, &registers, input, value);
        (input, value, set)
    });
    // Of several the one that sets most.
    let (input, value, set) = set.max_by_key(|(_, _, set)| set.len())?;
    let helps = trace.is_none_or(|t| !violated_with(system, property, t, input, value));
    if set.is_empty() || !helps {
        return None;
    }
    let name = |v: &VarId| system.var(*v).name.clone();
    Some(Unreset {
        reset: Reset {
            name: name(&input),
            value,
            cycles: 1,
        },
        registers: set.iter().map(|v| in_the_source(&name(v))).collect(),
    })
}

/// The register of an asynchronous reset is called `$n.reg`; `n` is what is read.
fn in_the_source(name: &str) -> String {
    let own = name.strip_prefix('$').and_then(|n| n.strip_suffix(".reg"));
    own.unwrap_or(name).to_string()
}

fn is_called_reset(system: &System, var: VarId) -> bool {
    let name = system.var(var).name.to_ascii_lowercase();
    let called = name.contains("rst") || name.contains("reset");
    called && system.var(var).kind == VarKind::Input && system.sort(var) == Sort::Bool
}

/// The registers whose next value is a constant while the input has this value.
fn set_by(
    system: &System,
    cone: &Cone,
    registers: &[VarId],
    input: VarId,
    value: bool,
) -> Vec<VarId> {
    let mut pool = system.pool.clone();
    let value = pool.bool(value);
    let mut image: FxHashMap<VarId, TermId> = FxHashMap::from_iter([(input, value)]);
    for &wire in cone.wires() {
        if let VarKind::Wire { def } = system.var(wire).kind {
            let term = pool.substitute(&[def], |v| image.get(&v).copied())[0];
            image.insert(wire, term);
        }
    }
    let mut set = Vec::new();
    for &register in registers {
        if let VarKind::State { next, .. } = system.var(register).kind {
            let term = pool.substitute(&[next], |v| image.get(&v).copied())[0];
            if matches!(pool.get(term), Term::Const(_)) {
                set.push(register);
            }
        }
    }
    set
}

/// Whether the property is also violated if the input has this value in the first step and the other one from then on.
fn violated_with(
    system: &System,
    property: usize,
    trace: &Trace,
    input: VarId,
    value: bool,
) -> bool {
    let mut driven = Stimulus::of(system, trace, |_| true);
    let Ok(at) = driven.vars.binary_search(&input) else {
        return false;
    };
    for (step, values) in driven.steps.iter_mut().enumerate() {
        values[at] = Value::Bool(value == (step == 0));
    }
    let ran = driven.run(system, driven.len()).ok();
    let fails = ran.and_then(|trace| replay(system, &trace).ok());
    fails.is_some_and(|fails| fails.violates(property))
}
