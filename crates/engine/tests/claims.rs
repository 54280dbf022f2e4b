//! Claims of every kind, and goals, on random finite systems: what is answered is what enumeration says, and the check room accepts all
//! evidence for it.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, Room};
use assay_engine::backend::Backend;
use assay_engine::director::Options;
use assay_engine::{claims, goals};
use assay_solver::StopFlag;
use assay_system::liveness::{Justice, add_justice};
use assay_system::{
    Answer, Claim, Class, EngineName, Evidence, Formula, Goal, Paths, Property, Question, System,
};
use assay_term::{Pool, TermId};
use assay_testkit::{Explicit, Graph, Random, Shape, Terms, brute_force};

fn options(deterministic: bool) -> Options {
    Options {
        deterministic,
        max_k: 60,
        ..Options::default()
    }
}

fn decide(system: &Arc<System>, options: &Options) -> claims::Outcome {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(system, &all, &[]).expect("a finite system");
    let mut told = Vec::new();
    let none = Pool::new().export(&[]);
    let stop = StopFlag::new();
    let outcome = claims::decide(
        system,
        &all,
        &none,
        &backend,
        options,
        &stop,
        &mut |p, _| {
            told.push(p);
        },
    )
    .expect("no contradiction");
    assert_eq!(outcome.failures, vec![]);
    told.sort_unstable();
    assert_eq!(told, all, "each answer is told once");
    outcome
}

/// Whether the answer is that it holds; None if it is open. The check room accepts what is decided.
fn checked(system: &Arc<System>, question: Question, answer: &Answer) -> Option<bool> {
    let asked = Asked {
        system,
        question,
        answer,
    };
    let room = Room::new(Vec::new());
    let outcome = &room.check_answers(&[asked], Duration::from_secs(60))[0];
    let holds = match answer {
        Answer::Holds { .. } => true,
        Answer::Fails { .. } => false,
        Answer::NoExecutions { .. } | Answer::Open { .. } => return None,
    };
    assert!(outcome.is_accepted(), "{question:?}: {outcome:?}");
    Some(holds)
}

/// Whether some execution makes the term true.
fn is_reachable(system: &System, term: TermId) -> bool {
    Explicit::new(system).is_reachable(term)
}

#[test]
fn reachable_claims_and_goals_are_what_enumeration_says() {
    let (mut reached, mut never) = (0, 0);
    for seed in 0..120 {
        let mut system = Shape::TYPED.system(seed);
        let all = system.properties.len();
        for p in (0..all).step_by(2) {
            system.properties[p].claim = Claim::Reachable;
        }
        let terms = Terms::over(&system.pool, system.var_ids());
        let random = &mut Random::new(seed + 1000);
        for n in 0..2 {
            let one = terms.bool(&mut system.pool, random, 2);
            let other = terms.bool(&mut system.pool, random, 2);
            let term = system.pool.and2(one, other);
            system.goals.push(Goal {
                name: format!("g{n}"),
                term,
                class: Class::new("branch"),
                span: None,
            });
        }
        let system = Arc::new(system);
        let truth = brute_force(&system);
        for deterministic in [true, false] {
            let outcome = decide(&system, &options(deterministic));
            for (p, answer, _) in &outcome.answers {
                let property = &system.properties[*p];
                let expected = match property.claim {
                    Claim::Reachable => is_reachable(&system, property.term),
                    _ => truth[*p].is_none(),
                };
                let found = checked(&system, Question::Property(*p), answer);
                assert_eq!(found, Some(expected), "seed {seed} property {p}");
            }
        }
        let none = Pool::new().export(&[]);
        let stop = StopFlag::new();
        let found = goals::decide(&system, &[0, 1], &none, &[], &options(true), &stop)
            .expect("no contradiction");
        for (goal, answer) in &found.answers {
            let expected = is_reachable(&system, system.goals[*goal].term);
            let found = checked(&system, Question::Goal(*goal), answer);
            assert_eq!(found, Some(expected), "seed {seed} goal {goal}");
            if expected { reached += 1 } else { never += 1 }
        }
    }
    assert!(reached > 50 && never > 50, "{reached} reached, {never} not");
}

#[test]
fn justice_is_violated_by_lassos_and_by_nothing_else() {
    let (mut held, mut violated) = (0, 0);
    for seed in 0..120 {
        let original = Shape::TYPED.system(seed);
        let mut system = original.clone();
        let terms = Terms::over(&system.pool, system.var_ids());
        let random = &mut Random::new(seed + 2000);
        let mut condition = |system: &mut System| {
            let one = terms.bool(&mut system.pool, random, 2);
            let other = terms.bool(&mut system.pool, random, 1);
            system.pool.and2(one, other)
        };
        let claimed = vec![condition(&mut system)];
        let fairness = vec![condition(&mut system)];
        let mut explicit = original.clone();
        explicit.pool = system.pool.clone();
        let expected = !Graph::of(&Explicit::new(&explicit)).repeats(&[claimed[0], fairness[0]]);
        system.properties.clear();
        let justice = Justice {
            name: "j".into(),
            conditions: claimed,
            span: None,
        };
        add_justice(&mut system, &[justice], &fairness);
        let system = Arc::new(system);
        let outcome = decide(&system, &options(true));
        let (_, answer, _) = &outcome.answers[0];
        let found = checked(&system, Question::Property(0), answer);
        assert_eq!(found, Some(expected), "seed {seed}");
        match answer {
            Answer::Fails {
                evidence: Evidence::Lasso { trace, back },
                ..
            } => {
                assert!(*back < trace.len() - 1);
                violated += 1;
            }
            Answer::Holds { .. } => held += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(held > 10 && violated > 10, "{held} hold, {violated} do not");
}

#[test]
fn claims_of_linear_time_stay_open_and_say_why() {
    let mut system = Shape::TYPED.system(1);
    let atom = Formula::Atom(system.properties[0].term);
    let yes = system.pool.bool(true);
    let formula = Formula::Globally(Paths::This, Box::new(atom));
    system.properties.push(Property {
        claim: Claim::Temporal(formula),
        ..Property::invariant("t", yes)
    });
    let system = Arc::new(system);
    let outcome = decide(&system, &options(true));
    let reasons: Vec<&str> = outcome
        .answers
        .iter()
        .filter_map(|(_, answer, _)| match answer {
            Answer::Open { reason, .. } => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(reasons, ["no engine decides LTL claims"]);
}

#[test]
fn systems_without_states_are_decided_by_one_question() {
    let (mut held, mut failed) = (0, 0);
    for seed in 0..150 {
        let mut system = Shape::STATELESS.system(seed);
        assert!(system.is_stateless());
        if system.properties.len() > 1 {
            system.properties[1].claim = Claim::Reachable;
        }
        let system = Arc::new(system);
        let truth = brute_force(&system);
        for deterministic in [true, false] {
            let outcome = decide(&system, &options(deterministic));
            for (p, answer, _) in &outcome.answers {
                let property = &system.properties[*p];
                let expected = match property.claim {
                    Claim::Reachable => is_reachable(&system, property.term),
                    _ => truth[*p].is_none(),
                };
                let found = checked(&system, Question::Property(*p), answer);
                assert_eq!(found, Some(expected), "seed {seed} property {p}");
                let (Answer::Holds { evidence, engine } | Answer::Fails { evidence, engine }) =
                    answer
                else {
                    panic!("seed {seed} property {p} is open");
                };
                assert_eq!(*engine, EngineName::Combinational);
                match evidence {
                    Evidence::Certificate(certificate) => {
                        assert!(certificate.k == 1 && certificate.lemmas.is_empty());
                        held += 1;
                    }
                    Evidence::Trace(trace) => {
                        assert_eq!(trace.len(), 1);
                        failed += 1;
                    }
                    Evidence::Lasso { .. } | Evidence::Fixpoint(_) | Evidence::Tree(_) => {
                        panic!("nothing repeats here")
                    }
                }
            }
            let engines: Vec<EngineName> = outcome.spent.iter().map(|(e, _)| *e).collect();
            assert_eq!(engines, [EngineName::Combinational]);
        }
    }
    assert!(held > 50 && failed > 50, "{held} hold, {failed} do not");
}
