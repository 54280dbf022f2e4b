//! Problems without steps: limits, interrupts and repeatability, and assumptions that contradict each other.

use std::sync::Arc;
use std::time::Duration;

use assay_engine::backend::Backend;
use assay_engine::dead_end::{Assumed, Executions, executions};
use assay_engine::director::{Options, Outcome, decide};
use assay_solver::{Cause, StopFlag};
use assay_system::{
    Certificate, Constraint, ConstraintKind, EngineName, Property, Role, Shown, System, VarKind,
    Variable, Verdict,
};
use assay_term::{BigInt, Pool, Sort, TermId};

fn add(system: &mut System, name: &str, sort: Sort, kind: VarKind) -> TermId {
    let variable = Variable {
        name: name.into(),
        kind,
        role: Role::Input,
        range: (sort == Sort::Int).then(|| (BigInt::from(0), BigInt::from(1 << 16))),
        shown: Shown::Plain,
        span: None,
    };
    let var = system.add_var(sort, variable);
    system.pool.var(var)
}

fn assume(system: &mut System, term: TermId) {
    system.constraints.push(Constraint {
        name: "c".into(),
        term,
        kind: ConstraintKind::Assertion,
        span: None,
    });
}

/// x and y below 2^16 and a parameter. The properties: x <= y is wrong (0), x * (y + z) = x * y + x * z holds and is hard (1), x + y >= x
/// holds (2), the parameter is wrong (3).
fn problem() -> Arc<System> {
    let mut system = System::new();
    let s = &mut system;
    let x = add(s, "x", Sort::Int, VarKind::Input);
    let y = add(s, "y", Sort::Int, VarKind::Input);
    let z = add(s, "z", Sort::Int, VarKind::Input);
    let rigid = add(s, "r", Sort::Bool, VarKind::Rigid);
    let ordered = s.pool.le(x, y);
    let sum = s.pool.add([y, z]);
    let left = s.pool.mul(x, sum);
    let (xy, xz) = (s.pool.mul(x, y), s.pool.mul(x, z));
    let right = s.pool.add([xy, xz]);
    let distributes = s.pool.eq(left, right);
    let more = s.pool.add([x, y]);
    let grows = s.pool.le(x, more);
    for (n, term) in [ordered, distributes, grows, rigid].into_iter().enumerate() {
        s.properties
            .push(Property::invariant(format!("p{n}"), term));
    }
    Arc::new(system)
}

fn run(system: &Arc<System>, properties: &[usize], options: &Options, stop: &StopFlag) -> Outcome {
    let backend = Backend::choose(system, properties, &[]).expect("a finite system");
    let none = Pool::new().export(&[]);
    decide(
        system,
        properties,
        &none,
        &backend,
        options,
        stop,
        &mut |_, _| {},
    )
    .expect("no contradiction")
}

/// The evidence, or the reason why there is none.
fn shown(outcome: &Outcome) -> Vec<String> {
    let text = |verdict: &Verdict| match verdict {
        Verdict::Proved {
            certificate,
            engine,
        } => {
            let Certificate { k, properties, .. } = &**certificate;
            format!("{engine} proved {properties:?} with k = {k}")
        }
        Verdict::Violated { trace, engine } => format!("{engine} violated by {:?}", trace.steps),
        Verdict::Unknown { reason, .. } => reason.clone(),
    };
    outcome.verdicts.iter().map(|(_, v, _)| text(v)).collect()
}

#[test]
fn a_hard_property_does_not_keep_the_others_waiting() {
    let system = problem();
    // A choice of engines is about how steps are searched; there are none here.
    let options = Options {
        engines: vec![EngineName::Bdd],
        budget: Some(20_000),
        ..Options::default()
    };
    let stop = StopFlag::new();
    let first = shown(&run(&system, &[0, 1, 2, 3], &options, &stop));
    assert!(first[0].starts_with("combinational violated"), "{first:?}");
    assert_eq!(first[1], "effort budget spent");
    assert!(first[2].starts_with("combinational proved"), "{first:?}");
    assert!(first[3].starts_with("combinational violated"), "{first:?}");
    let other = Options { jobs: 7, ..options };
    assert_eq!(first, shown(&run(&system, &[0, 1, 2, 3], &other, &stop)));
}

#[test]
fn the_clock_and_the_stop_flag_end_a_question() {
    let system = problem();
    let options = Options {
        timeout: Some(Duration::from_millis(300)),
        ..Options::default()
    };
    for deterministic in [false, true] {
        let options = Options {
            deterministic,
            ..options.clone()
        };
        let late = shown(&run(&system, &[1], &options, &StopFlag::new()));
        assert_eq!(late, ["timeout"]);
        let stop = StopFlag::new();
        stop.raise_for(Cause::Interrupted);
        let stopped = shown(&run(&system, &[1], &options, &stop));
        assert_eq!(stopped, ["interrupted"]);
    }
}

#[test]
fn what_is_proved_together_shares_a_certificate() {
    let mut system = System::clone(&problem());
    let grows = system.properties[2].term;
    let r = system.properties[3].term;
    let tautology = system.pool.or2(grows, r);
    system.properties[0].term = tautology;
    let system = Arc::new(system);
    let (options, stop) = (Options::default(), StopFlag::new());
    let outcome = run(&system, &[2, 0], &options, &stop);
    let text = "combinational proved [2, 0] with k = 1";
    assert_eq!(shown(&outcome), [text, text]);
}

#[test]
fn contradictory_assumptions_are_one_question() {
    let mut system = System::clone(&problem());
    let (x_below_y, r) = (system.properties[0].term, system.properties[3].term);
    assume(&mut system, x_below_y);
    let look = |system: &System| executions(system, &[], 100, &StopFlag::new());
    assert_eq!(look(&system), Ok(Executions::GoOn));
    let not_r = system.pool.not(r);
    assume(&mut system, r);
    assert_eq!(look(&system), Ok(Executions::GoOn));
    assume(&mut system, not_r);
    let Ok(Executions::End(end)) = look(&system) else {
        panic!("no execution");
    };
    let both = vec![Assumed::Constraint(1), Assumed::Constraint(2)];
    assert_eq!((end.steps, end.assumptions), (0, both));
}
