//! Claims that are not about all executions, and patches that change properties: every verdict of the cascade against enumeration,
//! on random systems whose properties say now that something always holds, now that something can be reached.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use assay_cover::result::{
    Baseline, CertificateOf, Checked, CoverResult, Evidence, MutantVerdict, Notice, Stage,
};
use assay_cover::sink::{Fact, Key, Memory, Question, Sink};
use assay_cover::{CoverError, CoverOptions, Killers, cover, system_of};
use assay_solver::StopFlag;
use assay_system::{
    Change, Claim, Formula, Mutant, Mutants, Patch, Paths, Property, System, Target,
};
use assay_term::{TermId, VarId};
use assay_testkit::mutants::{alone, original, random_mutants};
use assay_testkit::{Random, Terms, brute_force};

/// Random mutants of a system with claims of both kinds. Some change what is checked, alone or together with a wire.
fn subject(seed: u64) -> Mutants {
    let mut mutants = random_mutants(seed);
    let mut random = Random::new(seed ^ 0xc1a1);
    let system = &mut mutants.system;
    let terms = Terms::over(&system.pool, (0..mutants.fresh_from as u32).map(VarId));
    for i in 0..2 {
        let term = terms.bool(&mut system.pool, &mut random, 2);
        system.properties.push(Property {
            claim: Claim::Reachable,
            ..Property::invariant(format!("reach{i}"), term)
        });
    }
    let mut more = Vec::new();
    for p in 0..system.properties.len() {
        let old = system.properties[p].term;
        let other = terms.bool(&mut system.pool, &mut random, 2);
        let weaker = system.pool.or2(old, other);
        let stronger = system.pool.and2(old, other);
        for (how, term) in [("other", other), ("weaker", weaker), ("stronger", stronger)] {
            more.push(changing(&format!("check{p}:{how}"), vec![(p, term)], None));
        }
        // A wire and a check at once.
        let at = random.below(mutants.mutants.len());
        if let Change::Patch(patch) = &mutants.mutants[at].change {
            let id = format!("check{p}:and:{}", mutants.mutants[at].id);
            more.push(changing(&id, vec![(p, weaker)], Some(patch)));
        }
    }
    mutants.mutants.extend(more);
    mutants
}

fn changing(id: &str, properties: Vec<(usize, TermId)>, with: Option<&Patch>) -> Mutant {
    let patch = Patch {
        properties,
        ..with.cloned().unwrap_or_default()
    };
    Mutant {
        id: id.to_string(),
        operator: "check",
        target: Target::Assertion,
        element: "check".into(),
        span: assay_source::Span::new(assay_source::FileId(0), 0, 0),
        line: 1,
        column: 1,
        original: String::new(),
        replacement: String::new(),
        fingerprint: id.to_string(),
        change: Change::Patch(patch),
    }
}

/// For each property whether its claim holds.
fn truth(system: &System) -> Vec<bool> {
    let mut negated = system.clone();
    for property in &mut negated.properties {
        if property.claim == Claim::Reachable {
            property.term = negated.pool.not(property.term);
        }
    }
    let violated = brute_force(&negated).into_iter().map(|v| v.is_some());
    let claims = system.properties.iter().map(|p| &p.claim);
    violated
        .zip(claims)
        .map(|(violated, claim)| violated == (*claim == Claim::Reachable))
        .collect()
}

fn options(killers: Killers) -> CoverOptions {
    let mut options = CoverOptions {
        killers,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

fn run(mutants: &Mutants, options: &CoverOptions, sink: Option<&mut Shelf>) -> Option<CoverResult> {
    let sink = sink.map(|s| s as &mut dyn Sink);
    match cover(mutants, &[], options, sink, &StopFlag::new(), &|_| {}) {
        Ok(result) => Some(result),
        Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => None,
        Err(error) => panic!("{error:?}"),
    }
}

#[derive(Clone, Default)]
struct Shelf(HashMap<Key, Arc<Fact>>);

impl Sink for Shelf {
    fn recall(&mut self, questions: &[Question]) -> Vec<Memory> {
        let answer = |q: &Question| self.0.get(&q.key).cloned();
        let answers = questions.iter().map(answer);
        answers
            .map(|fact| fact.map_or(Memory::Nothing, Memory::Same))
            .collect()
    }

    fn record(&mut self, facts: Vec<(Question, Arc<Fact>)>) {
        self.0.extend(facts.into_iter().map(|(q, f)| (q.key, f)));
    }
}

/// The evidence of a notice is of the kind that its claim takes, and was checked.
fn evidence_fits(result: &CoverResult, claim: &Claim, notice: &Notice, at: &str) {
    let reachable = *claim == Claim::Reachable;
    let (evidence, killed) = match notice {
        Notice::Kills { evidence, .. } => (evidence, true),
        Notice::Survives { evidence, .. } => (evidence, false),
        _ => return,
    };
    match evidence {
        Evidence::Trace(number) => {
            assert_eq!(reachable, !killed, "{at}");
            assert!(*number < result.traces.len(), "{at}");
        }
        Evidence::Certificate(number) => {
            assert_eq!(reachable, killed, "{at}");
            let checked = &result.certificates[*number].checked;
            assert!(matches!(checked, Checked::Yes(_)), "{at}: {checked:?}");
        }
        Evidence::Branching(_) => panic!("{at}: it is no formula of branching time"),
    }
}

#[test]
fn verdicts_are_those_of_enumeration_whatever_is_claimed() {
    let (mut unreached, mut reached, mut check_kills, mut check_survivors) = (0, 0, 0, 0);
    for seed in 0..60 {
        let mutants = subject(seed);
        let Some(result) = run(&mutants, &options(Killers::All), None) else {
            continue;
        };
        let holds = truth(&original(&mutants));
        for (p, baseline) in result.baseline.iter().enumerate() {
            let expected = matches!(baseline, Baseline::Proved { .. } | Baseline::Reached { .. });
            assert_eq!(expected, holds[p], "seed {seed} property {p}: {baseline:?}");
            assert_eq!(result.properties.contains(&p), holds[p], "seed {seed}");
        }
        assert_eq!(result.baseline.len(), mutants.system.properties.len());
        for (m, outcome) in result.mutants.iter().enumerate() {
            let mutant = &mutants.mutants[m];
            let at = format!("seed {seed} mutant {}", mutant.id);
            let patch = mutant.patch().expect("all are valid");
            let truth = truth(&alone(&mutants, m));
            let expected: BTreeSet<usize> = (0..result.properties.len())
                .filter(|&i| !truth[result.properties[i]])
                .collect();
            let found: BTreeSet<usize> = outcome.killers().collect();
            assert_ne!(
                outcome.verdict,
                MutantVerdict::Unknown,
                "{at}: {:?}",
                outcome.reason
            );
            assert_eq!(found, expected, "{at}: {:?}", outcome.verdict);
            assert_eq!(
                outcome.verdict == MutantVerdict::Killed,
                !expected.is_empty(),
                "{at}"
            );
            for (notice, &p) in outcome.notices.iter().zip(&result.properties) {
                let claim = &mutants.system.properties[p].claim;
                evidence_fits(&result, claim, notice, &at);
                match notice {
                    Notice::Kills { .. } if *claim == Claim::Reachable => unreached += 1,
                    Notice::Survives { .. } if *claim == Claim::Reachable => reached += 1,
                    _ => {}
                }
            }
            if !patch.properties.is_empty() {
                match outcome.verdict {
                    MutantVerdict::Killed => check_kills += 1,
                    _ => check_survivors += 1,
                }
            }
        }
    }
    assert!(
        unreached > 20 && reached > 200,
        "{unreached} are no longer reached, {reached} are"
    );
    assert!(
        check_kills > 60 && check_survivors > 60,
        "{check_kills} changed checks are noticed, {check_survivors} are not"
    );
}

/// The report shows a certificate beside the system that it is about: every property that it names is there.
#[test]
fn every_certificate_names_properties_of_its_system() {
    for seed in 0..30 {
        let mutants = subject(seed);
        let Some(result) = run(&mutants, &options(Killers::All), None) else {
            continue;
        };
        for stored in &result.certificates {
            let system = system_of(&mutants, &stored.about);
            let known = |p: &usize| *p < system.properties.len();
            assert!(stored.certificate.properties.iter().all(known), "{seed}");
            if let CertificateOf::Mutant(m) = stored.about {
                let patch = mutants.mutants[m].patch().expect("it was proved about");
                for &(p, term) in &patch.properties {
                    assert_eq!(system.properties[p].term, term, "seed {seed}");
                }
            }
        }
    }
}

#[test]
fn what_is_remembered_changes_no_verdict() {
    let mut reused = 0;
    for seed in 0..25 {
        let mutants = subject(seed);
        let options = options(Killers::All);
        let Some(alone) = run(&mutants, &options, None) else {
            continue;
        };
        let mut shelf = Shelf::default();
        let first = run(&mutants, &options, Some(&mut shelf)).expect("as before");
        let second = run(&mutants, &options, Some(&mut shelf)).expect("as before");
        let killers = |r: &CoverResult| -> Vec<(MutantVerdict, Vec<usize>)> {
            let mutants = r.mutants.iter();
            mutants
                .map(|m| (m.verdict, m.killers().collect()))
                .collect()
        };
        assert_eq!(killers(&alone), killers(&first), "seed {seed}");
        assert_eq!(killers(&alone), killers(&second), "seed {seed}");
        let asked = |m: &&assay_cover::result::MutantResult| {
            let mut notices = m.notices.iter();
            notices.any(|n| matches!(n, Notice::Kills { stage, .. } | Notice::Survives { stage, .. } if *stage == Stage::Direct))
        };
        let direct = first.mutants.iter().filter(asked).count();
        assert!(direct == 0 || second.reused > 0, "seed {seed}");
        reused += second.reused;
    }
    assert!(reused > 60, "{reused}");
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    for seed in 0..15 {
        let mutants = subject(seed);
        let lines = |jobs| {
            let options = CoverOptions {
                jobs,
                ..options(Killers::One)
            };
            let result = run(&mutants, &options, None)?;
            let mutants = result.mutants.iter();
            let line = |r: &assay_cover::result::MutantResult| {
                format!("{:?} {:?} {:?}", r.verdict, r.stage, r.notices)
            };
            Some(mutants.map(line).collect::<Vec<String>>())
        };
        assert_eq!(lines(1), lines(8), "seed {seed}");
    }
}

/// A claim of linear time is listed as open, with the reason, and what is measured is the rest.
#[test]
fn a_claim_of_linear_time_is_listed_and_left_out() {
    let mut seen = 0;
    for seed in 0..20 {
        let mut mutants = subject(seed);
        let yes = mutants.system.pool.bool(true);
        let atom = Box::new(Formula::Atom(yes));
        mutants.system.properties.push(Property {
            claim: Claim::Temporal(Formula::Finally(Paths::This, atom)),
            ..Property::invariant("always possible", yes)
        });
        let Some(result) = run(&mutants, &options(Killers::All), None) else {
            continue;
        };
        let last = mutants.system.properties.len() - 1;
        let Some(Baseline::Unknown(why)) = result.baseline.get(last) else {
            panic!("seed {seed}: {:?}", result.baseline);
        };
        assert_eq!(why, "no engine decides LTL claims");
        assert!(!result.properties.contains(&last), "seed {seed}");
        let open = |m: &assay_cover::result::MutantResult| m.verdict == MutantVerdict::Unknown;
        assert!(!result.mutants.iter().any(open), "seed {seed}");
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}
