//! Contradictory constraints and unreachable left sides.

use assay_engine::dead_end::{Assumed, DeadEnd, Executions, executions};
use assay_engine::director::Options;
use assay_engine::vacuity::{LeftSide, left_side, left_sides};
use assay_solver::StopFlag;
use assay_system::{Property, Provers, System, replay};
use assay_term::{Sort, TermId};
use assay_testkit::Build;

/// A counter from 0 that goes up by one while it is below `top`.
fn counter(top: i64) -> (System, TermId) {
    let mut system = System::new();
    let n = system.state("n", (0, 7));
    let (zero, one, top) = (system.pool.int(0), system.pool.int(1), system.pool.int(top));
    let below = system.pool.lt(n, top);
    let up = system.pool.add([n, one]);
    let next = system.pool.ite(below, up, n);
    system.set_state(n, Some(zero), next);
    (system, n)
}

/// A property with an equation of its own.
fn claim_equation(system: &mut System, term: TermId) {
    let name = format!("p{}", system.properties.len());
    let wire = system.wire(&name, term);
    let property = Property::invariant(name, wire);
    system.properties.push(Property {
        var: Some(system.var_of(wire)),
        ..property
    });
}

fn look(system: &System, wanted: usize) -> Executions {
    executions(system, &[], wanted, &StopFlag::new()).expect("no solver breaks")
}

#[test]
fn constraints_that_die_later_are_found_with_their_step_and_a_minimal_set() {
    let (mut system, n) = counter(7);
    assert_eq!(look(&system, 10), Executions::GoOn);
    let seven = system.pool.int(7);
    let harmless = system.pool.le(n, seven);
    system.assume(harmless);
    // The counter stays at 7, so an execution goes on for ever.
    assert_eq!(look(&system, 10), Executions::GoOn);
    let four = system.pool.int(4);
    let small = system.pool.lt(n, four);
    system.assume(small);
    let ends = |steps, constraints: &[usize]| {
        Executions::End(DeadEnd {
            steps,
            assumptions: constraints
                .iter()
                .map(|&c| Assumed::Constraint(c))
                .collect(),
            provers: Provers::none(),
        })
    };
    assert_eq!(look(&system, 10), ends(4, &[1]));
    let large = system.pool.not(small);
    system.assume(large);
    assert_eq!(look(&system, 1), ends(0, &[2]));
    let either = system.pool.or2(small, harmless);
    let neither = system.pool.not(either);
    system.assume(neither);
    assert!(
        matches!(look(&system, 1), Executions::End(e) if e.steps == 0 && e.assumptions.len() == 1)
    );
}

#[test]
fn constraints_over_inputs_alone_never_end_later() {
    let mut system = System::new();
    let a = system.input("a", Sort::Bool);
    let b = system.input("b", Sort::Bool);
    let (either, not_a) = (system.pool.or2(a, b), system.pool.not(a));
    system.assume(either);
    system.assume(not_a);
    assert_eq!(look(&system, 1), Executions::GoOn);
    let not_b = system.pool.not(b);
    system.assume(not_b);
    let all = vec![0, 1, 2]
        .into_iter()
        .map(Assumed::Constraint)
        .collect::<Vec<_>>();
    assert!(matches!(look(&system, 1), Executions::End(e) if e.steps == 0 && e.assumptions == all));
}

#[test]
fn left_sides_are_seen_through_definitions() {
    let (mut system, n) = counter(7);
    let (three, five) = (system.pool.int(3), system.pool.int(5));
    let (a, b) = (system.pool.eq(n, three), system.pool.lt(n, five));
    let implication = system.pool.implies(a, b);
    let disjunction = system.pool.or2(a, b);
    claim_equation(&mut system, implication);
    claim_equation(&mut system, disjunction);
    claim_equation(&mut system, a);
    assert_eq!(left_side(&system, 0), Some(a));
    assert_eq!(left_side(&system, 1), None);
    assert_eq!(left_side(&system, 2), None);
}

#[test]
fn unreachable_left_sides_are_proved_so() {
    let (mut system, n) = counter(4);
    let (three, six) = (system.pool.int(3), system.pool.int(6));
    let (at_three, at_six) = (system.pool.eq(n, three), system.pool.eq(n, six));
    let low = system.pool.lt(n, six);
    let fine = system.pool.implies(at_three, low);
    let vacuous = system.pool.implies(at_six, at_three);
    claim_equation(&mut system, fine);
    claim_equation(&mut system, vacuous);
    claim_equation(&mut system, low);
    let options = Options {
        deterministic: true,
        ..Options::default()
    };
    let none = system.pool.export(&[]);
    let result = left_sides(&system, &[0, 1, 2], &none, &[], &options, &StopFlag::new())
        .expect("no contradiction");
    let [
        (0, left, LeftSide::Reachable(trace)),
        (1, other, LeftSide::Unreachable(certificate)),
    ] = result.found.as_slice()
    else {
        panic!("unexpected: {:?}", result.found);
    };
    assert_eq!((*left, *other), (at_three, at_six));
    let first_added = system.properties.len();
    let outcome = replay(&result.system, trace).expect("an execution");
    assert!(outcome.violates(first_added));
    assert_eq!(certificate.properties, [first_added + 1]);
}
