//! "No execution has more than n steps" is a claim that this room can check.

use std::time::Duration;

use assay_check::{Checker, check_certificate};
use assay_system::{Provers, System, within, within_certificate};
use assay_term::TermId;
use assay_testkit::Build;

/// A model whose only assumption admits `limit` steps, and the term of that assumption.
fn ends_after(limit: usize) -> (System, TermId) {
    let mut system = within(System::default(), limit);
    let flag = system.properties.pop().expect("it was added").term;
    system.assume(flag);
    for variable in &mut system.vars {
        variable.name.push_str(" of the model");
    }
    (system, flag)
}

fn lrat() -> Checker {
    Checker::Lrat {
        timeout: Duration::from_secs(60),
    }
}

#[test]
fn the_room_accepts_the_true_length_and_no_shorter_one() {
    for limit in 0..5 {
        let (system, _) = ends_after(limit);
        for steps in 0..7 {
            let claim = within_certificate(&system, steps, &[], Provers::none());
            let outcome = check_certificate(&within(system.clone(), steps), &claim, &lrat());
            assert_eq!(
                outcome.is_accepted(),
                steps >= limit,
                "{limit} {steps} {outcome:?}"
            );
        }
    }
}

#[test]
fn a_property_rides_along_only_if_it_holds_until_the_end() {
    let (mut system, flag) = ends_after(3);
    // The state before the last of the chain: true in the first two steps, false in the third.
    let before = system.find("within 2 steps of the model").expect("a state");
    for term in [flag, system.pool.var(before)] {
        system.claim(term);
    }
    for (property, holds) in [(0, true), (1, false)] {
        let claim = within_certificate(&system, 3, &[property], Provers::none());
        let outcome = check_certificate(&within(system.clone(), 3), &claim, &lrat());
        assert_eq!(outcome.is_accepted(), holds, "{property} {outcome:?}");
    }
}
