//! Signal correspondence: what is found is inductive by enumeration and by the check room, engines that work on merged
//! models say what all states say, and their evidence is about the system as it was.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Checker, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::bdd::{Bdd, BddOutcome};
use assay_engine::correspondence::{Correspondence, correspondence};
use assay_engine::director::{Options, decide};
use assay_engine::ic3::{Ic3, Ic3Outcome};
use assay_engine::interpolation::{Interpolation, InterpolationOutcome};
use assay_solver::StopFlag;
use assay_system::{Certificate, Cone, EngineName, Provers, System, Trace, Verdict};
use assay_term::{Dag, Sort};
use assay_testkit::{Build, Circuit, Explicit, Random, Shape, frozen};

fn found(system: &System) -> Correspondence {
    correspondence(system, 0, &[], &StopFlag::new()).expect("a finite system")
}

/// A certificate of the system itself: what was found, and what an engine found with it.
fn joint(system: &System, found: &Correspondence, own: Option<&Certificate>) -> Certificate {
    let mut pool = system.pool.clone();
    let mut lemmas = pool.import(&found.lemmas);
    lemmas.extend(own.into_iter().flat_map(|c| pool.import(&c.lemmas)));
    Certificate {
        k: 1,
        lemmas: pool.export(&lemmas),
        properties: own.map_or(vec![], |c| c.properties.clone()),
        simple_path: false,
        provers: Provers::none(),
    }
}

enum Said {
    Proved(Certificate),
    Violated(Option<Trace>),
    Unknown(String),
}

/// What each engine says of the merged model.
fn verdicts(system: &System, equal: &[Arc<Dag>]) -> [Said; 3] {
    let stop = StopFlag::new();
    let ic3 = Ic3::new(system, 0, &[], &[], equal, &stop).expect("finite");
    let ic3 = match { ic3 }.run(system, None).outcome {
        Ic3Outcome::Proved(certificate) => Said::Proved(certificate),
        Ic3Outcome::Violated(trace) => Said::Violated(Some(trace)),
        Ic3Outcome::Unknown(reason) => Said::Unknown(reason.to_string()),
    };
    let interpolation = Interpolation::new(system, 0, &[], &[], equal, &stop).expect("finite");
    let interpolation = match { interpolation }.run(system, None).outcome {
        InterpolationOutcome::Proved(certificate) => Said::Proved(certificate),
        InterpolationOutcome::Refuted(_) => Said::Violated(None),
        InterpolationOutcome::Unknown(reason) => Said::Unknown(reason.to_string()),
    };
    let bdd = Bdd::new(system, 0, &[], equal, &stop).expect("small");
    let bdd = match { bdd }.run(system, None).outcome {
        BddOutcome::Proved(certificate) => Said::Proved(certificate),
        BddOutcome::Violated(trace) => Said::Violated(Some(trace)),
        BddOutcome::Unknown(reason) => Said::Unknown(reason.to_string()),
    };
    [ic3, interpolation, bdd]
}

fn accepted(system: &System, certificate: &Certificate) -> bool {
    let timeout = Duration::from_secs(600);
    let outcome = check_certificate(system, certificate, &Checker::Lrat { timeout });
    matches!(outcome, CheckOutcome::Accepted { .. })
}

#[test]
fn circuits_beside_their_copies_come_down_to_one() {
    let (mut safe, mut unsafe_ones) = (0, 0);
    for seed in 0..60 {
        let circuit = Circuit::random(&mut Random::new(seed));
        let mut system = circuit.doubled().system();
        // For certificates of what was found alone.
        let yes = system.pool.bool(true);
        system.claim(yes);
        let found = found(&system);
        // The property may depend on a part only; of that, every latch has its copy.
        let goal = system.properties[0].term;
        let cone = Cone::of(&system, &[goal]);
        let halves = cone.states(&system).count() / 2;
        // Without an execution there is nothing to compare.
        let all = found.count >= halves || !circuit.starts();
        assert!(all, "seed {seed}: {} of {halves}", found.count);
        let mut alone = joint(&system, &found, None);
        alone.properties = vec![1];
        assert!(accepted(&system, &alone), "seed {seed}");
        let expected = circuit.violation();
        let equal = [Arc::new(found.equal.clone())];
        for (engine, said) in verdicts(&system, &equal).into_iter().enumerate() {
            match said {
                Said::Proved(own) => {
                    assert_eq!(expected, None, "seed {seed}: {engine}");
                    let certificate = joint(&system, &found, Some(&own));
                    assert!(accepted(&system, &certificate), "seed {seed}: {engine}");
                    safe += 1;
                }
                Said::Violated(trace) => {
                    assert!(expected.is_some(), "seed {seed}: {engine}");
                    if let Some(trace) = trace {
                        assert!(check_trace(&system, &trace, 0).is_ok(), "seed {seed}");
                    }
                    unsafe_ones += 1;
                }
                Said::Unknown(reason) => panic!("seed {seed}: {engine}: {reason}"),
            }
        }
    }
    assert!(safe > 20 && unsafe_ones > 20, "{safe} and {unsafe_ones}");
}

/// What is found is on the board before what works on bits begins, and in the certificates.
#[test]
fn the_board_has_what_proofs_on_merged_models_rely_on() {
    let (mut safe, mut unsafe_ones) = (0, 0);
    for seed in 0..30 {
        let circuit = Circuit::random(&mut Random::new(seed));
        let mut system = circuit.doubled().system();
        // As many terms as make the director take it for a circuit.
        for i in 0..500 {
            system.pool.int(i);
        }
        let system = Arc::new(system);
        for engine in [EngineName::Interpolation, EngineName::Bdd] {
            let options = Options {
                engines: vec![engine],
                deterministic: true,
                ..Options::default()
            };
            let backend = Backend::choose(&system, &[0], &[]).expect("finite");
            let none = system.pool.export(&[]);
            let stop = StopFlag::new();
            let outcome = decide(
                &system,
                &[0],
                &none,
                &backend,
                &options,
                &stop,
                &mut |_, _| {},
            );
            match &outcome.expect("no contradiction").verdicts[0].1 {
                Verdict::Proved { certificate, .. } => {
                    assert_eq!(circuit.violation(), None, "seed {seed}: {engine}");
                    assert!(accepted(&system, certificate), "seed {seed}: {engine}");
                    safe += 1;
                }
                Verdict::Violated { trace, .. } => {
                    assert!(check_trace(&system, trace, 0).is_ok(), "seed {seed}");
                    unsafe_ones += 1;
                }
                // Interpolation leaves traces to others.
                other => assert!(
                    circuit.violation().is_some(),
                    "seed {seed}: {engine}: {other:?}"
                ),
            }
        }
    }
    assert!(safe > 10 && unsafe_ones > 5, "{safe} and {unsafe_ones}");
}

#[test]
fn numbers_ranges_constraints_and_parameters_are_merged_soundly() {
    let (mut some, mut proved, mut refuted) = (0, 0, 0);
    for seed in 0..300 {
        let system = Shape::GENERAL.system(seed);
        let found = found(&system);
        if found.count == 0 {
            continue;
        }
        some += 1;
        let frozen = frozen(&system);
        let states = Explicit::new(&frozen);
        let reached = states.reach();
        assert!(states.accepts(&joint(&system, &found, None)), "seed {seed}");
        let equal = [Arc::new(found.equal.clone())];
        for (engine, said) in verdicts(&system, &equal).into_iter().enumerate() {
            match said {
                Said::Proved(own) => {
                    assert_eq!(reached.violation(), None, "seed {seed}: {engine}");
                    assert!(
                        states.accepts(&joint(&system, &found, Some(&own))),
                        "seed {seed}"
                    );
                    proved += 1;
                }
                Said::Violated(trace) => {
                    assert!(reached.violation().is_some(), "seed {seed}: {engine}");
                    if let Some(trace) = trace {
                        assert!(check_trace(&system, &trace, 0).is_ok(), "seed {seed}");
                    }
                    refuted += 1;
                }
                // What the property does not depend on may leave its range in the trace.
                Said::Unknown(reason) => {
                    let escapes = Explicit::new(&system).reach().escapes;
                    assert!(escapes, "seed {seed}: {engine}: {reason}");
                }
            }
        }
    }
    assert!(
        some > 50 && proved > 30 && refuted > 30,
        "{some}, {proved}, {refuted}"
    );
}

/// Two counters' low bits that are one and the same, unless the parameter `p` chooses a mutant of the second.
fn twins(mutant: bool) -> System {
    let mut system = System::new();
    let enable = system.input("enable", Sort::Bool);
    let chosen = mutant.then(|| system.rigid("p", Sort::Bool));
    let (a, b) = (system.state("a", Sort::Bool), system.state("b", Sort::Bool));
    let pool = &mut system.pool;
    let (no, mut next) = (pool.bool(false), [pool.xor(a, enable), pool.xor(b, enable)]);
    if let Some(p) = chosen {
        next[1] = pool.ite(p, no, next[1]);
    }
    let same = pool.eq(a, b);
    system.set_state(a, Some(no), next[0]);
    system.set_state(b, Some(no), next[1]);
    system.claim(same);
    system
}

#[test]
fn mutants_keep_what_they_change_distinct() {
    let original = twins(false);
    let equalities = found(&original);
    assert_eq!(equalities.count, 1, "a and b");
    assert!(accepted(
        &original,
        &joint_with_property(&original, &equalities)
    ));
    let both = twins(true);
    assert_eq!(found(&both).count, 0, "p may choose the mutant");
    let run = |equal: &[Arc<Dag>]| verdicts(&both, equal);
    for said in run(&[Arc::new(found(&both).equal)]) {
        assert!(matches!(said, Said::Violated(_)), "the mutant is seen");
    }
}

fn joint_with_property(system: &System, found: &Correspondence) -> Certificate {
    let mut certificate = joint(system, found, None);
    certificate.properties = vec![0];
    certificate
}
