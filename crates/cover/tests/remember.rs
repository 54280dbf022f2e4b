//! What a sink remembers changes how long a run takes and nothing else: the same verdicts and killers
//! with an empty one, with a full one, and with one that lies.

use std::collections::HashMap;
use std::sync::Arc;

use assay_cover::result::{Checked, CoverResult, Explanation, MutantResult, MutantVerdict, Stage};
use assay_cover::sink::{Fact, Key, Memory, NamedCertificate, NamedStimulus, Question, Sink};
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_solver::StopFlag;
use assay_system::Mutants;
use assay_testkit::Random;
use assay_testkit::mutants::random_mutants;

#[derive(Clone, Default)]
struct Shelf {
    facts: HashMap<Key, Arc<Fact>>,
    topics: HashMap<Key, Arc<Fact>>,
    /// Everything that was told, in order.
    told: Vec<(Question, Arc<Fact>)>,
}

impl Sink for Shelf {
    fn recall(&mut self, questions: &[Question]) -> Vec<Memory> {
        let answer = |q: &Question| match (self.facts.get(&q.key), q.topic) {
            (Some(fact), _) => Memory::Same(fact.clone()),
            (None, Some(topic)) => match self.topics.get(&topic) {
                Some(fact) => Memory::Other(fact.clone()),
                None => Memory::Nothing,
            },
            (None, None) => Memory::Nothing,
        };
        questions.iter().map(answer).collect()
    }

    fn record(&mut self, facts: Vec<(Question, Arc<Fact>)>) {
        for (question, fact) in &facts {
            self.facts.insert(question.key, fact.clone());
            if let Some(topic) = question.topic {
                self.topics.insert(topic, fact.clone());
            }
        }
        self.told.extend(facts);
    }
}

fn options(killers: Killers) -> CoverOptions {
    let mut options = CoverOptions {
        killers,
        jobs: 2,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

/// None where no property holds.
fn run(mutants: &Mutants, options: &CoverOptions, sink: Option<&mut Shelf>) -> Option<CoverResult> {
    let sink = sink.map(|s| s as &mut dyn Sink);
    match cover(mutants, &[], options, sink, &StopFlag::new(), &|_| {}) {
        Ok(result) => Some(result),
        Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => None,
        Err(error) => panic!("{error:?}"),
    }
}

/// What must not depend on a sink.
fn essence(result: &CoverResult) -> Vec<(MutantVerdict, Vec<usize>)> {
    let mutants = result.mutants.iter();
    mutants
        .map(|r| (r.verdict, r.killers().collect()))
        .collect()
}

/// What must not depend on an honest one: also what no evidence can show.
fn tags(result: &CoverResult) -> Vec<(bool, bool)> {
    let masked = |r: &MutantResult| matches!(r.explanation, Explanation::Masked(..));
    let mutants = result.mutants.iter();
    mutants.map(|r| (masked(r), r.restricted)).collect()
}

#[test]
fn a_second_run_says_the_same_and_finds_nothing_new() {
    let (mut reused, mut runs) = (0, 0);
    for seed in 0..40 {
        let mutants = random_mutants(seed);
        for killers in [Killers::All, Killers::One] {
            let options = options(killers);
            let Some(alone) = run(&mutants, &options, None) else {
                continue;
            };
            let mut shelf = Shelf::default();
            let first = run(&mutants, &options, Some(&mut shelf)).expect("as before");
            assert_eq!(essence(&first), essence(&alone), "seed {seed}");
            assert_eq!(first.reused, 0);
            shelf.told.clear();
            let second = run(&mutants, &options, Some(&mut shelf)).expect("as before");
            assert_eq!(essence(&second), essence(&alone), "seed {seed}");
            assert_eq!(tags(&second), tags(&alone), "seed {seed}");
            assert!(shelf.told.is_empty(), "seed {seed}: {:?}", shelf.told);
            let costly = |r: &&MutantResult| {
                let cheap = [Stage::Cone, Stage::Equal, Stage::Core, Stage::Vacuity];
                r.stage.is_some_and(|s| !cheap.contains(&s))
            };
            let costly = second.mutants.iter().filter(costly).count();
            assert!(second.reused >= costly, "seed {seed}: {costly}");
            reused += second.reused;
            runs += 1;
        }
    }
    assert!(runs > 30 && reused > 200, "{reused} reused in {runs} runs");
}

#[test]
fn nothing_depends_on_how_many_killers_were_wanted_before() {
    for seed in 0..20 {
        let mutants = random_mutants(seed);
        let mut shelf = Shelf::default();
        let Some(alone) = run(&mutants, &options(Killers::All), None) else {
            continue;
        };
        run(&mutants, &options(Killers::One), Some(&mut shelf));
        let all = run(&mutants, &options(Killers::All), Some(&mut shelf)).expect("as before");
        assert_eq!(essence(&all), essence(&alone), "seed {seed}");
    }
}

/// The facts are dealt out to the wrong questions. One that passes the check of the question that it fell to is true all the
/// same, so that a survivor without a difference may turn out to be equivalent; nothing else may change.
#[test]
fn wrong_facts_are_not_believed() {
    for seed in 0..40 {
        let mutants = random_mutants(seed);
        let options = options(Killers::All);
        let mut shelf = Shelf::default();
        let Some(alone) = run(&mutants, &options, Some(&mut shelf)) else {
            continue;
        };
        let told = std::mem::take(&mut shelf.told);
        let mut choices = Random::new(seed);
        for (question, _) in &told {
            let (_, other) = &told[choices.below(told.len())];
            shelf.facts.insert(question.key, other.clone());
        }
        let again = run(&mutants, &options, Some(&mut shelf)).expect("as before");
        let pairs = essence(&again).into_iter().zip(essence(&alone));
        for (m, (now, before)) in pairs.enumerate() {
            let settled = matches!(alone.mutants[m].explanation, Explanation::Open(_))
                && now.0 == MutantVerdict::Equivalent
                && matches!(again.mutants[m].checked, Checked::Yes(_));
            assert!(now == before || settled, "seed {seed}, mutant {m}");
        }
    }
}

/// The facts of other models are taken for those of this one, and their names fit.
#[test]
fn facts_of_another_model_are_not_believed() {
    for seed in 0..30 {
        let (here, there) = (random_mutants(seed), random_mutants(seed + 1000));
        let options = options(Killers::All);
        let (mut ours, mut theirs) = (Shelf::default(), Shelf::default());
        let Some(alone) = run(&here, &options, Some(&mut ours)) else {
            continue;
        };
        if run(&there, &options, Some(&mut theirs)).is_none() {
            continue;
        }
        let mut choices = Random::new(seed);
        for (question, _) in &ours.told {
            let (_, other) = &theirs.told[choices.below(theirs.told.len())];
            ours.facts.insert(question.key, other.clone());
        }
        let again = run(&here, &options, Some(&mut ours)).expect("as before");
        assert_eq!(essence(&again), essence(&alone), "seed {seed}");
    }
}

/// Nonsense in every place where a fact has text or a number.
#[test]
fn nonsense_is_not_believed() {
    let nonsense = |n: usize| {
        let text =
            ["", "(", "true", "nobody", "(+ 1 true)", "(= %x 3)", "(- 7)"][n % 7].to_string();
        let stimulus = NamedStimulus {
            length: [0, 1, 3, usize::MAX][n % 4],
            values: vec![(text.clone(), vec![text.clone(); n % 3])],
            functions: vec![(text.clone(), vec![text.clone()], text.clone())],
        };
        let certificate = NamedCertificate {
            k: [0, 1, usize::MAX][n % 3],
            lemmas: vec![text.clone(); n % 2],
            properties: vec![text.clone()],
            provers: vec![text.clone()],
        };
        Arc::new(match n % 3 {
            0 => Fact::Violated { stimulus, by: text },
            1 => Fact::Holds {
                certificate,
                by: text,
            },
            _ => Fact::Agrees { certificate },
        })
    };
    for seed in 0..10 {
        let mutants = random_mutants(seed);
        let options = options(Killers::All);
        let mut shelf = Shelf::default();
        let Some(alone) = run(&mutants, &options, Some(&mut shelf)) else {
            continue;
        };
        for (n, (question, _)) in shelf.told.iter().enumerate() {
            shelf.facts.insert(question.key, nonsense(n));
        }
        let again = run(&mutants, &options, Some(&mut shelf)).expect("as before");
        assert_eq!(essence(&again), essence(&alone), "seed {seed}");
    }
}

/// Killed mutants stay as they were when they are not asked again; all others are asked.
#[test]
fn iterating_leaves_killed_mutants_alone() {
    let mut spared = 0;
    for seed in 0..90 {
        let mut mutants = random_mutants(seed);
        let mut shelf = Shelf::default();
        let all = mutants.system.properties.clone();
        if all.len() < 2 {
            continue;
        }
        // Yesterday the last property was not written yet.
        mutants.system.properties.pop();
        let Some(before) = run(&mutants, &options(Killers::All), Some(&mut shelf)) else {
            continue;
        };
        mutants.system.properties = all;
        let alone = run(&mutants, &options(Killers::All), None).expect("some property holds");
        let iterate = CoverOptions {
            iterate: true,
            ..options(Killers::All)
        };
        let now = run(&mutants, &iterate, Some(&mut shelf)).expect("some property holds");
        for (m, (a, b)) in alone.mutants.iter().zip(&now.mutants).enumerate() {
            assert_eq!(a.verdict, b.verdict, "seed {seed} mutant {m}");
            let (exact, known): (Vec<usize>, Vec<usize>) =
                (a.killers().collect(), b.killers().collect());
            match before.mutants[m].verdict {
                MutantVerdict::Killed => {
                    assert!(
                        known.iter().all(|k| exact.contains(k)),
                        "seed {seed} mutant {m}"
                    );
                    spared += usize::from(known != exact);
                }
                _ => assert_eq!(known, exact, "seed {seed} mutant {m}"),
            }
        }
    }
    assert!(
        spared > 0,
        "the last property never killed what was killed before"
    );
}
